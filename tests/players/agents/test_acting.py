"""Actions of agents, many hands at once, and agents in other processes."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pokerdata.abstraction import card_states
from pokerdata.cards import COMBINATIONS, format_cards, parse_cards
from pokerdata.games import GAMES, JointCountGame, kuhn, leduc
from pokerdata.games.strategies import Strategy
from pokerdata.players.agents import Agent, Choices
from pokerdata.solving.public import solve

Made = Callable[..., Strategy]


def test_actions_are_drawn_by_the_probabilities(made_up: Made) -> None:
    agent = Agent.of(made_up("leduc"))
    random = np.random.default_rng(3)
    said = [agent.act("Q", "K", "crc/r", rng=random) for _ in range(4000)]
    for action, share in agent.probabilities("Q", "K", "crc/r").items():
        assert said.count(action) / 4000 == pytest.approx(share, abs=4 * (share * (1 - share) / 4000) ** 0.5)
    many = agent.batch(["Q"] * 4000, "K", "crc/r").choose(rng=8)
    assert [
        agent.batch(["Q"] * 4000, "K", "crc/r").choose(rng=8).tolist(),
        {agent.act("Q", "K", "crc/r", rng=5) for _ in range(20)},
    ] == [many.tolist(), {agent.act("Q", "K", "crc/r", rng=5)}]
    # Without a seed, each call samples again.
    assert len({agent.act("Q", "K", "crc/r") for _ in range(200)}) == 3


def test_the_most_likely_action(made_up: Made) -> None:
    agent = Agent.of(made_up("leduc-nolimit"))
    for hole in "JQK":
        for history in ("", "c", "cr300", "r1200"):
            shares = agent.probabilities(hole, "", history)
            assert agent.act(hole, "", history, how="most-likely") == max(shares, key=lambda a: shares[a])
    even = Choices(("f", "c", "r"), np.array([[0.2, 0.4, 0.4], [1, 0, 0], [0, 0, 1]]))
    assert even.choose("most-likely").tolist() == ["c", "f", "r"]
    assert set(even.choose(rng=1)[1:].tolist()) == {"f", "r"}


def test_what_is_never_played_is_never_drawn() -> None:
    class Last(np.random.Generator):
        """Returns random numbers as close to 1 as possible."""

        def random(self, *_: object, **__: object) -> np.ndarray:  # type: ignore[override]
            return np.full(2, np.nextafter(1, 0))

    short = Choices(("f", "c", "r"), np.array([[1 / 3, 2 / 3 - 1e-9, 0], [0.1, 0.2, 0.7 - 1e-9]]))
    assert short.choose(rng=Last(np.random.PCG64(0))).tolist() == ["c", "r"]


@pytest.mark.slow
def test_many_hands_are_as_each_alone(made_up: Made, few: Path) -> None:
    states = card_states("few_buckets", few)
    agent = Agent.of(made_up("nolimit-holdem", states=tuple(states.states(r) for r in range(4))), states)
    board = parse_cards("Ks7d2c")
    free = COMBINATIONS[~np.isin(COMBINATIONS, board).any(axis=1)]
    history = "r700c/cr2000"  # a bet outside the tree
    found = agent.batch(free, board, history)
    assert found.probabilities.shape == (1176, len(found.actions)) == (len(found), len(found.actions))
    texts = [format_cards(hole) for hole in free[::97]]
    named = agent.batch(texts, "Ks 7d 2c", history)
    assert named.actions == found.actions
    assert np.array_equal(named.probabilities, found.probabilities[::97])
    for text, row in zip(texts, named.probabilities, strict=True):
        assert agent.probabilities(text, "Ks7d2c", history) == dict(
            zip(found.actions, row.tolist(), strict=True)
        )
    boards = ["Ks7d2c", "QhQd3s", "9c8c7c"]
    one_each = agent.batch(["AhAd", "AhAd", "AhAd"], boards, "cc/")
    by_number = agent.batch(
        np.tile(parse_cards("AhAd"), (3, 1)), np.array([parse_cards(b) for b in boards]), "cc/"
    )
    assert np.array_equal(one_each.probabilities, by_number.probabilities)
    for b, row in zip(boards, one_each.probabilities, strict=True):
        assert list(agent.probabilities("AhAd", b, "cc/").values()) == row.tolist()


def test_refusals(made_up: Made) -> None:
    agent = Agent.of(made_up("leduc"))
    with pytest.raises(ValueError, match=r"how: expected one of .* got best; e\.g\. sample"):
        agent.act("Q", "", "", how="best")
    for seed in (-1, "x", 1.5, True):
        with pytest.raises(ValueError, match="rng: expected a seed of 0 or more"):
            agent.act("Q", "", "", rng=seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="holes: expected a list of hands"):
        agent.batch("Q", "", "")
    with pytest.raises(ValueError, match="holes: expected a list of hands"):
        agent.batch([], "", "")
    with pytest.raises(ValueError, match=r"holes: expected an array of shape \(hands, 1\), got \(2,\)"):
        agent.batch(np.array([1, 2]), "", "")
    with pytest.raises(
        ValueError, match="boards: expected one for all or one for each of the 3 hands, got 2"
    ):
        agent.batch(["J", "Q", "K"], ["J", "Q"], "cc/")
    with pytest.raises(ValueError, match="cards: expected as many for each hand"):
        agent.batch(["J", "QQ"], "", "")
    with pytest.raises(ValueError, match="expected one with a strategy"):
        Agent.baseline("random").act("Q", "", "")


PLAY = """
import pickle, sys
agent = pickle.loads(sys.stdin.buffer.read())
print(agent.probabilities(*sys.argv[1:4]))
"""


def played_elsewhere(agent: Agent, *hand: str) -> str:
    """Return another process's output for a pickled agent."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY, *hand], input=pickle.dumps(agent), capture_output=True, check=True
    )
    return done.stdout.decode().strip()


@pytest.mark.slow
def test_agents_go_to_other_processes(made_up: Made, few: Path) -> None:
    cards = Agent.of(made_up("small-island"), name="island")
    hand = ("Ks", "Td", "cc/r")
    assert played_elsewhere(cards, *hand) == str(cards.probabilities(*hand))

    states = card_states("few_buckets", few)
    saved = made_up("nolimit-holdem", states=tuple(states.states(r) for r in range(4)))
    buckets = Agent.of_file(saved, tables=few, translation="soft", name="few")
    hand = ("AsKd", "7h8h9c", "r700c/cr900")
    assert played_elsewhere(buckets, *hand) == str(buckets.probabilities(*hand))

    again = pickle.loads(pickle.dumps(buckets))
    assert (again.name, again.translation, again.rules) == ("few", "soft", saved.rules)
    assert pickle.loads(pickle.dumps(Agent.baseline("always-call"))).rules is None
    with pytest.raises(TypeError, match="cannot pickle the agent strategy: its states come from no table"):
        pickle.dumps(Agent.of(saved, states))
    assert copy.copy(buckets) is buckets
    assert copy.deepcopy(buckets) is buckets


def test_strategies_and_results_are_pickled(limit_game: JointCountGame, made_up: Made) -> None:
    for game in (kuhn(), leduc(), limit_game):
        result = solve(game, iterations=3)
        again = pickle.loads(pickle.dumps(result))
        assert again.algorithm == result.algorithm
        assert again.log == result.log
        assert again.game.parts()[0] == game.parts()[0]
        assert again.game.state_names == game.state_names
        assert (again.game.abstraction, again.game.rules) == (game.abstraction, game.rules)
        for ours, theirs in zip(result.strategy, again.strategy, strict=True):
            assert np.array_equal(ours, theirs)
    saved = made_up("leduc-nolimit")
    assert len(saved.tree.kind) > 0  # its tree is pickled as its rules
    for again in (pickle.loads(pickle.dumps(saved)), copy.copy(saved), copy.deepcopy(saved)):
        assert (again.rules, again.cards, again.state_names) == (saved.rules, saved.cards, saved.state_names)
        assert all(np.array_equal(a, b) for a, b in zip(again.strategy, saved.strategy, strict=True))
        assert not again.strategy[0].flags.writeable
    for named in GAMES.values():
        assert pickle.loads(pickle.dumps(named)) == named
        assert pickle.loads(pickle.dumps(named.rules)).values() == named.rules.values()
