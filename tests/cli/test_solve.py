import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import pokerdata
from pokerdata.cli.solve import solve
from pokerdata.errors import TableError
from pokerdata.pipeline.store import open_table


def test_kuhn_in_words(tmp_path: Path) -> None:
    out = tmp_path / "kuhn.h5"
    result = CliRunner().invoke(
        solve, ["kuhn", "--algorithm", "cfr+", "--out", str(out)], catch_exceptions=False
    )
    assert result.exit_code == 0
    assert "        91" in result.output
    assert "exploitability   0.000640 chips/game = 0.6398 mb/g\n" in result.output
    assert "player 1 after check, bet\n  J  fold 100.0 %  call   0.0 %\n" in result.output
    # Its target is reached, so no state is left.
    assert sorted(p.name for p in tmp_path.iterdir()) == ["kuhn.h5"]
    with open_table(str(out)) as table:
        assert table.attributes["iterations"] == 91


def test_bad_arguments() -> None:
    for arguments, message in (
        (["limit-holdem"], "too large to solve whole: expected a card abstraction, .*make limit5_strategy"),
        (
            ["leduc", "--resume"],
            r"--resume: expected the file of the run as well; e\.g\. --out leduc\.h5",
        ),
        (
            ["leduc", "--every", "5", "--evaluate-at", "1,2"],
            "schedule: expected one of.*got None with every=5 and at=.1, 2.",
        ),
        (["leduc", "--evaluate-at", "1;2"], "--evaluate-at: expected whole numbers.*got '1;2'"),
        (["chess"], "game: expected .*got 'chess'"),
    ):
        with pytest.raises(ValueError, match=message):
            CliRunner().invoke(solve, arguments, catch_exceptions=False)


@pytest.mark.parametrize(
    ("out", "message"),
    [
        ("kuhn", "--out: expected a name that ends in .h5.*got .*kuhn'"),
        ("my-kuhn.h5", "--out, without .h5: expected .*got 'my-kuhn'"),
        ("file/kuhn.h5", "cannot write .*file"),
    ],
)
def test_a_bad_file_is_refused_before_the_work(tmp_path: Path, out: str, message: str) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises((ValueError, TableError), match=message):
        CliRunner().invoke(solve, ["kuhn", "--out", str(tmp_path / out)], catch_exceptions=False)


def test_what_is_said_of_an_interrupt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pokerdata.solving.public.Solver.iterate", interrupted)
    monkeypatch.setattr("pokerdata.solving.public.Solver.usable", False)
    result = CliRunner().invoke(solve, ["leduc"])
    assert (result.exit_code, "interrupted; without --out nothing is kept" in result.output) == (130, True)
    result = CliRunner().invoke(solve, ["leduc", "--out", str(tmp_path / "leduc.h5")])
    assert "interrupted before the end of the first iteration; nothing is kept" in result.output
    assert list(tmp_path.iterdir()) == []


def test_large_games_say_what_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["pokerdata.cli.solve"]  # the command of this name hides the module
    monkeypatch.setattr(module, "_LARGE", 12_000)
    said = CliRunner().invoke(solve, ["leduc"], catch_exceptions=False).output
    assert re.match(r"memory: about [\d.]+ kB needed, [\d.]+ GB available\n", said)
    assert "memory" not in CliRunner().invoke(solve, ["kuhn", "--iterations", "1"]).output


def test_tables_are_no_games(tmp_path: Path) -> None:
    """The message states what each is."""
    river = pokerdata.Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")
    pokerdata.solve(river, iterations=2).save(tmp_path / "river.h5")
    pokerdata.solve("kuhn", iterations=2).save(tmp_path / "kuhn.h5")
    for name, command in (("kuhn", "pokerdata browse"), ("river", "pokerdata spot solve")):
        file = str(tmp_path / f"{name}.h5")
        error = CliRunner().invoke(solve, [file]).exception
        assert isinstance(error, ValueError)
        assert str(error).endswith(f"{command} {file}")


def test_a_file_that_is_no_state_stays(tmp_path: Path) -> None:
    (tmp_path / "kuhn.h5.state").write_text("years of work\n")
    for how in ([], ["--fresh"], ["--resume"], ["--fresh", "--no-state"]):
        words = ["kuhn", "--iterations", "2", "--out", str(tmp_path / "kuhn.h5"), *how]
        assert isinstance(CliRunner().invoke(solve, words).exception, ValueError)
        assert [path.name for path in tmp_path.iterdir()] == ["kuhn.h5.state"]
        assert (tmp_path / "kuhn.h5.state").read_text() == "years of work\n"
