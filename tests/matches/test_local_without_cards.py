"""Local best response to strategies that ignore their cards."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from pokerdata._core import agents as core
from pokerdata.cli.series import lbr
from pokerdata.games import leduc, load_game
from pokerdata.games.strategies import simple_strategy
from pokerdata.games.strategies.simple import BUILT_IN
from pokerdata.matches import local_best_response, match
from pokerdata.players.agents import Agent
from pokerdata.recipes.match_agents import without_cards
from pokerdata.solving.public import evaluate


@pytest.mark.parametrize("name", BUILT_IN)
def test_as_with_states_that_play_alike(name: str) -> None:
    """In Leduc hold'em, the bits equal those with a column for each hand, and a best response wins no less."""
    game, named = leduc(), load_game("leduc")
    rows = simple_strategy(game, BUILT_IN[name])
    states = core.HandsOnBoards(game.core, named.cards.core)
    plays = core.AbstractAgent(named.rules.core, named.cards.core, states, list(rows), "pseudo-harmonic")
    beside = local_best_response(
        Agent(name, plays, named.rules, named.cards, "pseudo-harmonic"), deals=20_000, seed=1
    )
    found = local_best_response(Agent.without_cards(name, "leduc"), deals=20_000, seed=1)
    assert found == beside
    best = evaluate(game, rows).best_response
    for seat, most in zip(found.by_seat, best, strict=True):
        assert seat.mean <= most + 5 * seat.standard_error + 1e-9
        assert seat.mean > 0


def test_always_fold_in_closed_form() -> None:
    """It loses its small blind at once, its big blind to a raise."""
    rules = load_game("limit-holdem").rules
    found = local_best_response(Agent.without_cards("always-fold", "limit-holdem"), deals=200, seed=1)
    assert sorted(seat.mean for seat in found.by_seat) == pytest.approx(sorted(rules.blinds))


@pytest.mark.parametrize("game", ["kuhn", "leduc", "limit-holdem", "nolimit-holdem"])
def test_recipes_know_agents_by_the_strategies_that_they_play(game: str) -> None:
    """Deterministic agents agree deal by deal, `random` on average."""
    for name, strategy in without_cards(load_game(game)).items():
        against = "always-raise" if name == "random" else "random"
        plays = Agent.without_cards(strategy, game)
        agent, other = (match(who, against, game=game, deals=20_000, seed=4) for who in (name, plays))
        if name == "random":
            error = np.hypot(agent.won[0].standard_error, other.won[0].standard_error)
            assert abs(agent.won[0].mean - other.won[0].mean) < 5 * error < abs(agent.won[0].mean)
        else:
            assert agent.sums == other.sums


def test_no_limit_by_its_menu() -> None:
    agent = Agent.without_cards("always-raise", "nolimit-holdem")
    assert agent.strategy is None
    assert agent.probabilities("AhKh")["r300"] == 1
    again = pickle.loads(pickle.dumps(agent))
    assert (again.name, again.rules, again.cards) == (agent.name, agent.rules, agent.cards)
    called = pickle.loads(pickle.dumps(replace(agent, name="mine")))
    assert called.name == "mine"
    with pytest.raises(TypeError, match="cannot pickle the agent x"):
        pickle.dumps(Agent("x", agent.core, agent.rules, agent.cards, agent.translation))
    with pytest.raises(ValueError, match=r"strategy: expected one of uniform, .*, got 'random'"):
        Agent.without_cards("random", "leduc")
    for seed in (1, 2):
        one, two = (local_best_response(who, deals=50, seed=seed) for who in (agent, again))
        assert np.array_equal([s.mean for s in one.by_seat], [s.mean for s in two.by_seat])


def test_the_command() -> None:
    def run(*words: str) -> str:
        found = CliRunner().invoke(lbr, [*words, "--deals", "400", "--seed", "3", "--json"])
        return found.stdout if found.exit_code == 0 else str(found.exception)

    told = json.loads(run("uniform", "--game", "leduc"))
    expected = local_best_response(Agent.without_cards("uniform", "leduc"), deals=400, seed=3)
    assert told == {**json.loads(json.dumps(expected.to_dict())), "stated": {"mb_per_game": None}}
    assert "expected a strategy file, or --game with one of uniform, always-call" in run("always-call")
    refused = run("leduc.h5", "--game", "leduc")
    assert "--game: expected with one of uniform, always-call" in refused
    assert refused.endswith("got leduc and leduc.h5; e.g. uniform --game leduc")
    nolimit = ("uniform", "--game", "nolimit-holdem", "--menu", "1/2", "--translation", "nearest")
    assert json.loads(run(*nolimit, "--run-outs", "2"))["translation"] == "nearest"
    assert "game: expected a file or one of" in run("uniform", "--game", "bridge")
