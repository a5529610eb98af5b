"""Teams by UCB1: choices by the rule, payoffs as in a match, low regret, and errors."""

from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest

from pokerdata import games
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.matches import hands, play_team
from pokerdata.players.agents import Agent
from pokerdata.solving import public as solvers

KINDS = ("uniform", "call", "raise")


@cache
def members() -> dict[str, tuple[Any, Agent]]:
    """Return responses to three simple players of Leduc hold'em, and an equilibrium: strategies and agents."""
    game = games.leduc()
    found: dict[str, Any] = {
        kind: solvers.restricted_response(game, simple_strategy(game, kind), 0.9) for kind in KINDS
    }
    found["equilibrium"] = solvers.solve(game)
    return {name: (solved.strategy, Agent.of(solved, name=name)) for name, solved in found.items()}


def opponent(kind: str) -> tuple[Any, Agent]:
    game = games.leduc()
    strategy = simple_strategy(game, kind)
    return strategy, Agent.of(
        Strategy(game.rules, game.parts()[0], None, strategy, game.state_names), name=kind
    )


def value(first: Any, second: Any) -> float:
    game = games.leduc()
    one = solvers.against(game, first, second).expected_value
    return (one - solvers.against(game, second, first).expected_value) / 2


@pytest.mark.parametrize("kind", KINDS)
def test_regret_over_ten_thousand_hands(kind: str) -> None:
    """The member that knows the opponent soon plays almost always, so regret hardly grows."""
    model, met = opponent(kind)
    team = members()
    values = [value(strategy, model) for strategy, _ in team.values()]
    found = play_team([agent for _, agent in team.values()], met, deals=5_000, seed=1)
    assert int(np.argmax(values)) == list(team).index(kind)
    assert found.plays.sum() == 5_000
    assert found.plays[list(team).index(kind)] > 0.9 * 5_000
    regret = found.regret(values)
    evenly = (max(values) - np.mean(values)) * np.arange(1, 5_001)
    assert regret[-1] < 0.1 * evenly[-1]
    assert regret[-1] - regret[2_499] < 0.4 * regret[2_499]
    assert abs(found.mean - (max(values) - regret[-1] / 5_000)) < 4 * found.payoffs.std() / 5_000**0.5


def test_teams_beat_their_equilibrium() -> None:
    team = members()
    equilibrium = team["equilibrium"][0]
    for kind in KINDS:
        model, met = opponent(kind)
        found = play_team([agent for _, agent in team.values()], met, deals=2_000, seed=2)
        assert found.mean > value(equilibrium, model) + 4 * found.payoffs.std() / 2_000**0.5


@pytest.mark.parametrize("exploration", [None, 0.0, 2.5])
def test_every_choice_is_by_the_rule(exploration: float | None) -> None:
    """Choices are recomputed in plain Python from the played hands."""
    _, met = opponent("uniform")
    team = [agent for _, agent in members().values()]
    found = play_team(team, met, deals=400, exploration=exploration, seed=5)
    played = list(zip(found.chosen.tolist(), found.payoffs.tolist(), strict=True))
    assert found.chosen[:8].tolist() == [0, 1, 2, 3, 0, 1, 2, 3]
    for n in range(8, 400):
        past = [payoff for _, payoff in played[:n]]
        wide = 2**0.5 * float(np.std(past)) if exploration is None else exploration
        index = []
        for i in range(4):
            own = [payoff for j, payoff in played[:n] if j == i]
            index.append(sum(own) / len(own) + wide * (np.log(n) / len(own)) ** 0.5)
        assert index[played[n][0]] == pytest.approx(max(index), abs=1e-9)
    assert found.means == pytest.approx(
        [np.mean([payoff for j, payoff in played if j == i]) for i in range(4)]
    )


def test_payoffs_are_those_of_matches() -> None:
    _, met = opponent("call")
    team = [agent for _, agent in members().values()]
    found = play_team(team, met, deals=50, seed=9)
    for i, agent in enumerate(team):
        each = list(islice(hands(agent, met, deals=50, seed=9), 100))
        for n in np.flatnonzero(found.chosen == i).tolist():
            assert found.payoffs[n] == (each[2 * n].won - each[2 * n + 1].won) / 2
    again = play_team(team, met, deals=50, seed=9)
    assert np.array_equal(again.payoffs, found.payoffs)
    assert np.array_equal(again.chosen, found.chosen)


def test_names_and_words() -> None:
    told: list[tuple[int, int]] = []
    found = play_team(
        ["always-call", "always-raise"],
        "always-call",
        game="leduc",
        deals=600,
        progress=lambda done, expected: told.append((done, expected)),
    )
    assert (found.team, found.opponent) == (("always-call", "always-raise"), "always-call")
    assert told == [(0, 600), (256, 600), (512, 600)]
    assert (
        not found.payoffs.any()
    )  # with seats swapped, two players that never fold win nothing from each other
    assert repr(found) == "TeamResult(+0 mb/g v always-call, mostly always-call)"
    assert "always-raise" in found._repr_html_()


def test_what_is_refused() -> None:
    for arguments, message in (
        ({"team": []}, "team: expected one agent or more, got \\[\\]"),
        ({"team": "always-call"}, "team: expected one agent or more, got 'always-call'"),
        ({"deals": 3}, "deals: expected .*got 3"),
        ({"exploration": -1.0}, "exploration: expected chips, 0 or more, got -1.0"),
        ({"exploration": float("nan")}, "exploration: expected chips"),
        ({"game": None}, "game: expected one"),
    ):
        given: dict[str, Any] = {"team": ["always-call", "always-raise"], "game": "leduc"} | arguments
        with pytest.raises(ValueError, match=message):
            play_team(opponent="always-call", **given)
    found = play_team(["always-call"], "always-call", game="kuhn", deals=4)
    with pytest.raises(ValueError, match=r"values: expected one for each of 1 members, got \(2,\)"):
        found.regret([1, 2])
