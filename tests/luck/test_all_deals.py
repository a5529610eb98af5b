"""No method changes an expected value: means over all deals and moves of Leduc, with and without limits."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np
import pytest

from pokerdata._core.agents import BettingState
from pokerdata.agents import Agent
from pokerdata.games import BettingTree, CardGame, NamedGame, named_game
from pokerdata.luck import Values, reduced_hands
from pokerdata.matches import Hand
from pokerdata.solvers import against
from pokerdata.strategies import Strategy, simple_strategy

GAMES = ["leduc", "leduc-nolimit"]


class Played(NamedTuple):
    """All hands that two agents may play, and how likely each is."""

    game: NamedGame
    agents: tuple[Agent, Agent]
    hands: list[Hand]
    chances: np.ndarray
    exact: float


def exact_agent(game: NamedGame, seed: int) -> Agent:
    """A random strategy of probabilities that are whole 1024ths, which float32 adds up to 1 exactly."""
    built = CardGame(game.rules, game.cards)
    rows = simple_strategy(built, "random", seed=seed)
    tree = BettingTree(game.rules)
    found = []
    for street, row in enumerate(rows):
        nodes = tree.decision_nodes(street)
        first = tree.first_edge[nodes[0]]
        new = np.empty_like(row)
        for node in nodes:
            edges = slice(tree.first_edge[node] - first, tree.first_edge[node + 1] - first)
            parts = np.floor(row[edges] * 1023) / 1024
            parts[-1] = 1 - parts[:-1].sum(axis=0)
            new[edges] = parts
        found.append(new)
    return Agent.of(
        Strategy(game.rules, game.cards.values(), None, tuple(found), built.state_names), name=f"{seed}"
    )


def played(name: str) -> Played:
    game = named_game(name)
    agents = exact_agent(game, 1), exact_agent(game, 2)
    hands: list[Hand] = []
    chances: list[float] = []
    cards, rules = game.cards, game.rules

    def text(numbers: tuple[int, ...]) -> str:
        return " ".join(name for n in numbers for name in cards.card_names(1 << n))

    def walk(history: str, dealt: tuple[int, ...], chance: float) -> None:
        state = BettingState(rules.core, history)
        if state.finished:
            showdown = (strength(dealt[0], dealt[2]) > strength(dealt[1], dealt[2])) - (
                strength(dealt[0], dealt[2]) < strength(dealt[1], dealt[2])
            )
            won = state.won(showdown)
            names = ("1", "2")
            hands.append(Hand(names, (text(dealt[:1]), text(dealt[1:2])), text(dealt[2:]), history, won))
            chances.append(chance)
            return
        hole = np.array([dealt[state.player]], np.uint8)
        board = np.array(dealt[2 : 2 + state.street], np.uint8)
        for action, share in agents[state.player].probabilities(hole, board, history).items():
            after = history + action
            new = BettingState(rules.core, after)
            ended = not new.finished and new.street != state.street
            if share > 0:
                walk(after + "/" * ended, dealt, chance * share)

    def strength(card: int, board: int) -> tuple[bool, int]:  # two cards of each rank
        rank = card // 2
        return rank == board // 2, rank

    deals = list(permutations(range(cards.deck), 3))
    for dealt in deals:
        walk("", dealt, 1 / len(deals))
    built = CardGame(rules, cards)
    first, second = (agent.strategy for agent in agents)
    assert first is not None
    assert second is not None
    exact = against(built, first.strategy, second.strategy).expected_value
    return Played(game, agents, hands, np.array(chances), exact)


@pytest.fixture(scope="module", params=GAMES)
def every_hand(request: pytest.FixtureRequest) -> Played:
    return played(request.param)


def guess(agents: tuple[Agent, Agent], seed: int) -> Values:
    """A guess without any sense."""
    values = Values.fit(*agents, hands=1)
    random = np.random.default_rng(seed)
    first, second = random.normal(0, 20, (2, values.core.size)).astype(np.float32)
    values.core.assign(first, second, 1)
    return values


def mean(played: Played, values: Values | None, known: tuple[bool, bool]) -> tuple[float, float]:
    """The mean over all hands, and the variance."""
    agents = tuple(a if is_known else None for a, is_known in zip(played.agents, known, strict=True))
    found = reduced_hands(played.hands, played.game, values=values, known=(agents[0], agents[1]))
    average = float(played.chances @ found)
    return average, float(played.chances @ (found - average) ** 2)


def test_hands_are_all(every_hand: Played) -> None:
    assert every_hand.chances.sum() == pytest.approx(1, abs=1e-12)
    won = np.array([hand.won for hand in every_hand.hands])
    assert every_hand.chances @ won == pytest.approx(every_hand.exact, abs=1e-6)


@pytest.mark.parametrize("known", [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize("kind", ["none", "senseless", "fitted"])
def test_corrections_have_mean_0(every_hand: Played, kind: str, known: tuple[bool, bool]) -> None:
    won = float(every_hand.chances @ np.array([hand.won for hand in every_hand.hands]))
    values = {
        "none": lambda: None,
        "senseless": lambda: guess(every_hand.agents, 3),
        "fitted": lambda: Values.fit(*every_hand.agents, hands=10_000),
    }[kind]()
    found, _ = mean(every_hand, values, known)
    assert found == pytest.approx(won, abs=1e-9)


def test_luck_is_taken_away(every_hand: Played) -> None:
    """Each method leaves less than the one before; a senseless guess would add to it."""
    won = np.array([hand.won for hand in every_hand.hands])
    raw = float(every_hand.chances @ (won - every_hand.chances @ won) ** 2)
    values = Values.fit(*every_hand.agents, hands=200_000)
    all_in = mean(every_hand, None, (False, False))[1]
    advantage = mean(every_hand, values, (False, False))[1]
    one = mean(every_hand, values, (True, False))[1]
    both = mean(every_hand, values, (True, True))[1]
    assert raw >= all_in > advantage > one > both
    assert raw > 4 * both
