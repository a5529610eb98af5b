"""`pokerdata respond`: its output and files, resuming, and its errors."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata.cli import options
from pokerdata.cli.respond import respond
from pokerdata.errors import TableError
from pokerdata.games.strategies import load_strategy, simple, simple_strategy
from pokerdata.matches import match
from pokerdata.pipeline.store import open_table
from pokerdata.players.agents import Agent
from pokerdata.solving import public as solvers
from pokerdata.solving.public.restricted_response import digest_of, summary


def run(*arguments: str) -> str:
    result = CliRunner().invoke(respond, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_response_is_a_strategy(tmp_path: Path) -> None:
    out = tmp_path / "response.h5"
    said = run("uniform", "--game", "leduc", "--p", "0.9", "--target", "0.1mb", "--out", str(out))
    assert "short of the best (mb/g)" in said
    assert "Leduc hold'em, response to uniform with p = 0.9\n" in said
    wins = [float(x) for x in re.findall(r"wins +(\S+) chips/game", said)]
    worst = [float(x) for x in re.findall(r"at worst +(\S+) chips/game", said)]
    assert wins[0] == pytest.approx(1.9356, abs=5e-3)
    assert worst[0] == pytest.approx(-1.6690, abs=3e-2)
    strategy = load_strategy(out)
    game = strategy.game()
    uniform = simple_strategy(game, "uniform")
    with open_table(str(out)) as table:
        told = table.attributes
        assert told["p"] == 0.9
        assert told["response_to"] == digest_of(uniform)
        assert table["response_log"].shape[1] == 6
        words = summary(table)[0]
    assert re.fullmatch(r"wins \+\d+\.\d+ mb/g from its model, on average over both seats; p 0\.9", words)
    assert float(words.split()[1]) == pytest.approx(500 * sum(wins), abs=1e-2)
    assert solvers.exploitability(out).exploitability == pytest.approx(-sum(worst) / 2, abs=1e-6)
    first = solvers.against(game, strategy.strategy, uniform).expected_value
    second = -solvers.against(game, uniform, strategy.strategy).expected_value
    assert (told["win_1_chips_per_game"], told["win_2_chips_per_game"]) == pytest.approx(
        (first, second), abs=1e-12
    )
    assert wins == pytest.approx([first, second], abs=1e-6)


def test_it_wins_so_much_at_the_table(tmp_path: Path) -> None:
    """It is checked by duplicate deals of real cards against the model."""
    weak, out = tmp_path / "weak.h5", tmp_path / "response.h5"
    solvers.solve("leduc", iterations=1).save(weak)
    run(str(weak), "--p", "0.9", "--out", str(out))
    with open_table(str(out)) as table:
        wins = [table.attributes[f"win_{seat}_chips_per_game"] for seat in (1, 2)]
    found = match(Agent.load(out), Agent.load(weak), deals=20_000, seed=1)
    assert abs(found.won[0].mean - sum(wins) / 2) < 4 * found.won[0].standard_error


def test_it_goes_on(tmp_path: Path) -> None:
    given = ["always-call", "--game", "leduc", "--p", "0.5"]
    whole, part = tmp_path / "whole.h5", tmp_path / "part.h5"
    run(*given, "--iterations", "60", "--out", str(whole), "--no-state")
    run(*given, "--iterations", "16", "--out", str(part))
    said = run(*given, "--iterations", "60", "--out", str(part), "--resume")
    assert said.startswith("going on from")
    with open_table(str(whole)) as one, open_table(str(part)) as two:
        same = {"street1", "street2"}
        assert {k: one.digests[k] for k in same} == {k: two.digests[k] for k in same}
    with pytest.raises(ValueError, match="state to resume"):
        run("always-call", "--game", "leduc", "--p", "0.6", "--out", str(part), "--resume")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["uniform", "--p", "0.5"], "--game: expected one with uniform, got none; e.g. --game leduc"),
        (["uniform", "--game", "leduc", "--p", "1.5"], "p: expected how likely .* got 1.5"),
        (["uniform", "--game", "limit-holdem", "--p", "0.5"], "limit-holdem needs a card abstraction"),
        (
            ["leduc.h5", "--game", "leduc", "--p", "0.5"],
            "--game: expected with one of uniform, .* got leduc and leduc.h5",
        ),
        (["dirichlet", "--game", "leduc", "--p", "0.5", "--seed", "-1"], "--seed: expected 0 or more"),
        (
            ["uniform", "--game", "leduc", "--p", "0.5", "--out", "x.txt"],
            "--out: expected a name that ends in .h5",
        ),
        (["uniform", "--game", "leduc", "--p", "0.5", "--target", "1"], "target: expected"),
    ],
)
def test_what_is_refused(arguments: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run(*arguments)


def test_a_file_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(TableError):
        run(str(tmp_path / "none.h5"), "--p", "0.5")


def test_strategies_by_name_are_those_of_the_library() -> None:
    """Commands have their own list, because help texts must not load NumPy."""
    assert options.BUILT_IN == {**simple.BUILT_IN, "dirichlet": "random"}
