"""`pokerdata trade-off` and its picture."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata.cli import main
from pokerdata.cli.respond import trade_off
from pokerdata.solving import public as solvers


def run(*arguments: str) -> str:
    result = CliRunner().invoke(trade_off, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_table_rows_and_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, rows = tmp_path / "caller.h5", tmp_path / "caller.csv"
    given = ["always-call", "--game", "kuhn", "--ps", "0.5,0.9", "--target", "0.1mb"]
    said = run(*given, "--out", str(out), "--csv", str(rows))
    assert said.startswith("Kuhn poker, responses to always-call\n")
    found = solvers.load_trade_off(out)
    assert found.ps.tolist() == [0, 0.5, 0.9, 1]
    assert found.how["opponent"] == "the model"
    assert all(line in said for line in found.lines()[1:5])
    assert rows.read_text() == found.to_csv()
    assert main(["plot", "trade-off", str(out), "-o", str(tmp_path / "caller.png")]) == 0
    assert (tmp_path / "caller.png").read_bytes()[:4] == b"\x89PNG"
    assert main(["info", str(out)]) == 0
    assert "dataset worst: float64, 4 x 2" in capsys.readouterr().out
    changed = run(*given, "--against", "always-raise")
    assert changed.startswith("Kuhn poker, responses to always-call, wins against always-raise\n")
    assert changed != said


def test_usual_ps_of_a_file(tmp_path: Path) -> None:
    solvers.solve("kuhn", iterations=2).save(tmp_path / "weak.h5")
    said = run(str(tmp_path / "weak.h5"), "--iterations", "20", "--against", str(tmp_path / "weak.h5"))
    assert len([line for line in said.splitlines() if line[:6].strip().replace(".", "").isdigit()]) == 11


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ps", "0.5;0.9"], "--ps: expected numbers from 0 to 1, got '0.5;0.9'; e.g. --ps 0.5,0.9"),
        (["--ps", "2"], "p: expected how likely .* got 2.0"),
        (["--out", "x.csv"], "file: expected a name that ends in .h5"),
        (["--csv", "x.h5"], "file: expected a name that ends in .csv"),
        (["--out", "my-x.h5"], "my-x"),
    ],
)
def test_what_is_refused(arguments: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run("uniform", "--game", "kuhn", *arguments)
