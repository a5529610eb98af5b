from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata.cli.solve import solve
from pokerdata.errors import TableError
from pokerdata.store import open_table


def test_kuhn_in_words(tmp_path: Path) -> None:
    out = tmp_path / "kuhn.h5"
    result = CliRunner().invoke(
        solve, ["kuhn", "--algorithm", "cfr+", "--out", str(out)], catch_exceptions=False
    )
    assert result.exit_code == 0
    assert "        91" in result.output
    assert "exploitability   0.000640 chips/game = 0.6398 mb/g\n" in result.output
    assert "player 1 after check, bet\n  J  fold 100.0 %  call   0.0 %\n" in result.output
    assert [p.name for p in tmp_path.iterdir()] == ["kuhn.h5"]
    with open_table(str(out)) as table:
        assert table.attributes["iterations"] == 91


def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pokerdata.solvers import Solver

    iterate = Solver.iterate

    def failing(self: Solver, count: int) -> None:
        if self.iteration == 21:
            raise KeyboardInterrupt
        iterate(self, count)

    command = ["leduc", "--iterations", "51", "--out", str(tmp_path / "leduc.h5")]
    monkeypatch.setattr(Solver, "iterate", failing)
    assert CliRunner().invoke(solve, command).exit_code != 0
    assert "without --out nothing is kept" in CliRunner().invoke(solve, ["leduc"]).output
    monkeypatch.setattr(Solver, "iterate", iterate)
    result = CliRunner().invoke(solve, command, catch_exceptions=False)
    assert "going on from iteration 21" in result.output
    assert "26.857708" in result.output
    assert [p.name for p in tmp_path.iterdir()] == ["leduc.h5"]


def test_bad_arguments() -> None:
    for arguments, message in (
        (["limit-holdem"], "needs a card abstraction"),
        (["chess"], "bad game 'chess'"),
    ):
        with pytest.raises(ValueError, match=message):
            CliRunner().invoke(solve, arguments, catch_exceptions=False)


@pytest.mark.parametrize(
    ("out", "message"),
    [
        ("kuhn", "bad file .*kuhn': want a name that ends in .h5"),
        ("my-kuhn.h5", "bad name of a table 'my-kuhn'"),
        ("file/kuhn.h5", "cannot write .*file"),
    ],
)
def test_a_bad_file_is_refused_before_the_work(tmp_path: Path, out: str, message: str) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises((ValueError, TableError), match=message):
        CliRunner().invoke(solve, ["kuhn", "--out", str(tmp_path / out)], catch_exceptions=False)
