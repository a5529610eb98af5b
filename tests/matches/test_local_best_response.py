"""Local best response never exceeds a best response, and equals it where only checking down matters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata import CapacityError
from pokerdata.cli.series import lbr, stated_lines
from pokerdata.cli.solve import solve
from pokerdata.games import CardGame, load_game
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.matches import local_best_response, match
from pokerdata.players.agents import Agent
from pokerdata.solving.evaluation import TO_COMPARE, Scope
from pokerdata.solving.public import evaluate


def saved(name: str, kind: str) -> tuple[Strategy, tuple[float, float]]:
    """Return a strategy, and the winnings of best responses to it as player 1 and 2."""
    chosen = load_game(name)
    game = CardGame(chosen.rules, chosen.cards)
    rows = simple_strategy(game, kind, seed=1)
    strategy = Strategy(game.rules, game.cards.values(), None, rows, game.state_names)
    return strategy, evaluate(game, rows).best_response


@pytest.mark.parametrize("kind", ["random", "call", "raise"])
@pytest.mark.parametrize(
    ("name", "deals"), [("leduc", 20_000), ("leduc-nolimit", 10_000), ("small-island", 1000)]
)
def test_no_more_than_a_best_response(name: str, deals: int, kind: str) -> None:
    strategy, best = saved(name, kind)
    found = local_best_response(Agent.of(strategy), deals=deals, seed=3)
    for value, most in zip(found.by_seat, best, strict=True):
        assert 0.2 * most < value.mean <= most + 3 * value.standard_error
        if kind == "call" and name == "leduc":  # it is a best response to a caller
            assert abs(value.mean - most) <= 3 * value.standard_error
    assert found.won.mean == pytest.approx((found.by_seat[0].mean + found.by_seat[1].mean) / 2)


def test_it_wins_more_than_baselines() -> None:
    agent = Agent.of(saved("leduc", "random")[0])
    found = local_best_response(agent, deals=5000, seed=1).won
    for name in ("always-call", "always-raise", "random"):
        other = match(name, agent, deals=5000, seed=1).won[0]
        assert found.mean > other.mean + 3 * (found.standard_error + other.standard_error)


def test_seeds_and_threads() -> None:
    agent = Agent.of(saved("leduc-nolimit", "random")[0])
    one, three, other = (
        local_best_response(agent, deals=500, seed=seed, threads=threads)
        for seed, threads in ((1, 1), (1, 3), (2, 1))
    )
    assert one == three
    assert one.won != other.won
    half = local_best_response(agent, deals=500, seed=1, menu=("half-pot",))
    assert half.menu == ("half-pot",)
    assert half.won != one.won


def test_refusals() -> None:
    with pytest.raises(ValueError, match="expected one with a strategy"):
        local_best_response(Agent.baseline("always-call"))
    agent = Agent.of(saved("leduc", "call")[0])
    with pytest.raises(ValueError, match=r"samples: expected .*got 0"):
        local_best_response(agent, samples=0)
    with pytest.raises(ValueError, match=r"bet in the menu: expected 'all-in', .*, got 'ot'"):
        local_best_response(agent, menu=["ot"])


def test_the_command(tmp_path: Path) -> None:
    path = str(tmp_path / "leduc.h5")
    CliRunner().invoke(solve, ["leduc", "--iterations", "51", "--out", path], catch_exceptions=False)
    arguments = [path, "--deals", "1000", "--seed", "1"]
    done = CliRunner().invoke(lbr, arguments, catch_exceptions=False)
    assert "1,000 deals in both seats, seed 1" in done.output
    said = json.loads(CliRunner().invoke(lbr, [*arguments, "--json"], catch_exceptions=False).output)
    both = said["both"]
    assert (
        f"{both['milli_units_per_hand']:+.1f} ± {both['milli_units_per_hand_half_width_95']:.1f}"
        in done.output
    )
    whole = "in the whole game (all cards, all bets)"
    assert f"{said['stated']['mb_per_game']:.4f} mb/hand,\n{whole}\n" in done.output
    assert said["stated"] == {
        "mb_per_game": said["stated"]["mb_per_game"],
        "scope": whole,
        "scope_cards": "all",
        "scope_bets": "all",
    }
    refused = CliRunner().invoke(lbr, ["random"])
    assert refused.exit_code != 0
    assert "dirichlet" in (refused.output + str(refused.exception))


@pytest.mark.parametrize("name", ["leduc", "leduc-nolimit"])
def test_what_was_considered_is_told_where_it_matters(tmp_path: Path, name: str) -> None:
    """No-limit results state menu and translation, in text and JSON; limit results do not."""
    path = str(tmp_path / "solved.h5")
    CliRunner().invoke(solve, [name, "--iterations", "11", "--out", path], catch_exceptions=False)
    sizes = ["--translation", "soft", "--menu", "half-pot"]
    arguments = [path, "--deals", "10", *(sizes if name == "leduc-nolimit" else [])]
    text = CliRunner().invoke(lbr, arguments, catch_exceptions=False).output
    said = json.loads(CliRunner().invoke(lbr, [*arguments, "--json"], catch_exceptions=False).output)
    if name == "leduc":
        assert "bets" not in text.splitlines()[1]
        assert "translation" not in text
        assert not {"menu", "translation"} & said.keys()
    else:
        assert "seed 0, bets half-pot, 100 run-outs" in text
        assert "to come, translation soft\n" in text
        assert (said["menu"], said["translation"]) == (["half-pot"], "soft")


def test_what_a_file_states_says_how_abstractions_are_compared() -> None:
    scope = Scope(all_bets=True, abstraction=True)
    attributes = {"exploitability_mb_per_game": 1.0, "abstraction": "history5", **scope.attributes()}
    assert stated_lines(attributes) == [
        "exploitability as the file says: 1.0000 mb/hand,",
        "inside its own abstraction; not comparable across abstractions",
        f"({TO_COMPARE})",
    ]
    del attributes["exploitability_mb_per_game"]
    assert stated_lines(attributes) == []  # sampled


def test_more_deals_than_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = Agent.of(saved("leduc", "call")[0])
    monkeypatch.setattr("pokerdata.matches.local.available_memory", lambda: 10**9)
    with pytest.raises(
        CapacityError,
        match=(
            r"not enough memory for 100,000,000 deals: they need 12\.5 GB, 1\.0 GB are free; "
            r"expected fewer"
        ),
    ):
        local_best_response(agent, deals=10**8)
