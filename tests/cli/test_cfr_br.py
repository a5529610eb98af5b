"""`pokerdata cfr-br`: its output and files, resuming, and its errors."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata.cli.cfr_br import cfr_br
from pokerdata.pipeline.store import open_table
from pokerdata.solving import public as solvers

SPOT = ["--board", "Ts8s3sKd", "--oop", "QQ+,T9s,65s", "--ip", "JJ+,A5s", "--pot", "8", "--limit-bets", "4"]


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cfr_br, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_game(tmp_path: Path) -> None:
    out = tmp_path / "least.h5"
    said = run("leduc", "--buckets", "3,2", "--iterations", "2000", "--beside", "--out", str(out))
    assert "Leduc hold'em, hands by strength: 3 as 3, 9 as 6\n" in said
    value, bound, blind = map(float, re.findall(r"(?:exploitability|at least) +(\S+) chips/game", said))
    assert bound < value < blind / 2
    found = solvers.exploitability(out)
    assert found.exploitability == pytest.approx(value, abs=1e-6)
    with open_table(str(out)) as table:
        told = table.attributes
        assert told["found_by"] == "cfr-br"
        assert told["exploitability_bound_mb_per_game"] == pytest.approx(1000 * bound, abs=1e-2)
        assert table["response_log"].shape[1] == 6
    more = run("leduc", "--buckets", "3,2", "--iterations", "2500", "--resume", "--out", str(out))
    assert "going on from" in more
    whole = run("leduc", "--buckets", "3,2", "--iterations", "2500")
    assert re.findall(r"exploitability .*", more) == re.findall(r"exploitability .*", whole)


def test_values_for_programs() -> None:
    """Standard output has one JSON object only; text for people goes to standard error."""
    how = ["--buckets", "3,2", "--iterations", "40", "--beside"]
    for begin in (["leduc"], SPOT):
        result = CliRunner().invoke(cfr_br, [*begin, *how, "--json"], catch_exceptions=False)
        told = json.loads(result.stdout)
        text = run(*begin, *how)
        values = told.get("values", told)
        value, beside = values["exploitability_chips"], told["equilibrium_of_buckets"]["exploitability_chips"]
        said = [float(number) for number in re.findall(r"exploitability +(\S+) chips", text)]
        assert said == pytest.approx([value, beside], rel=1e-4)
        assert told["iterations"] == 40
        assert "beside it" in result.stderr


def test_a_game_and_the_options_of_a_spot() -> None:
    with pytest.raises(ValueError, match=r"--board: expected a spot with it, .*, got the game leduc; e\.g\."):
        run("leduc", "--board", "Ks", "--buckets", "3,2", "--iterations", "5")


def test_a_spot() -> None:
    said = run(*SPOT, "--buckets", "3,2", "--iterations", "40", "--beside", "--big-blind", "2")
    value, blind = map(float, re.findall(r"exploitability +(\S+) chips = ", said))
    assert 0 < value < blind
    assert "on real cards, all turns and rivers dealt" in said
    assert "mb" in said


def test_what_is_found_is_written_before_more_is_solved_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solvers, "solve", interrupted)
    out = tmp_path / "least.h5"
    how = ["leduc", "--buckets", "3,2", "--iterations", "50", "--beside", "--out", str(out)]
    assert CliRunner().invoke(cfr_br, how).exit_code == 130
    assert solvers.exploitability(out).exploitability > 0


def test_all_fits_80_columns() -> None:
    lines = run("leduc", "--buckets", "3,2", "--iterations", "20").splitlines()
    assert max(len(line) for line in lines) <= 80
    # No line runs into the next one.
    assert all(not line.startswith(" " * 19 + "a") for line in lines)


REFUSED = [
    (
        ["leduc", "--buckets", "9" * 5000, "--iterations", "1"],
        r"--buckets: expected .*, got '9{36}\.\.\.'; e.g. 3,2",
    ),
    (
        ["leduc", "--iterations", "1"],
        "buckets: expected either --buckets or, of a spot, --buckets-of, got none",
    ),
    (["leduc", "--buckets", "2,2"], "limits: expected --iterations or --seconds, got none"),
    (["leduc", "--buckets", "2", "--iterations", "1"], "buckets: expected a number for each of 2 streets"),
    (["leduc", "--buckets", "2,x", "--iterations", "1"], "--buckets: expected whole numbers of 1 or more"),
    (["leduc", "--buckets", "2,0", "--iterations", "1"], "--buckets: expected whole numbers of 1 or more"),
    (
        ["leduc", "--buckets-of", "x.h5", "--iterations", "1"],
        "--buckets-of: expected a spot or hold'em with it, got a game",
    ),
    (["limit-holdem", "--buckets", "2,2,2,2", "--iterations", "1"], "too large to solve with all its cards"),
    (["--buckets", "2,2", "--iterations", "1"], "GAME: expected the name of a game, or a spot, got none"),
    ([*SPOT, "--buckets", "3,2", "--out", "x.h5", "--iterations", "1"], "--out: expected a GAME with it"),
    ([*SPOT, "--buckets", "3", "--iterations", "1"], "buckets: expected a number for each of 2 streets"),
    ([*SPOT, "--buckets", "3,2", "--target", "1mb"], "--target: expected a GAME with it, got a spot"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_what_is_refused(arguments: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run(*arguments)
