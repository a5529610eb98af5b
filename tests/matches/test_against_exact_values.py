"""Matches of small games agree with exact expected values, and those of abstract agents with frequencies."""

from __future__ import annotations

from collections import Counter

import pytest

from pokerdata.games import CardGame, load_game
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.matches import Estimate, hands, match
from pokerdata.players.agents import Agent
from pokerdata.solving.public import against


def strategy(game: CardGame, kind: str, seed: int) -> Strategy:
    rows = simple_strategy(game, kind, seed=seed)
    return Strategy(game.rules, game.cards.values(), None, rows, game.state_names)


def near(found: Estimate, exact: float) -> bool:
    return abs(found.mean - exact) <= 3 * found.standard_error


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("leduc", ("random", "random")),
        ("leduc", ("random", "call")),
        ("leduc", ("raise", "random")),
        ("leduc-nolimit", ("random", "random")),
        ("rhode-island", ("random", "random")),
    ],
)
def test_small_games(name: str, kinds: tuple[str, str]) -> None:
    chosen = load_game(name)
    game = CardGame(chosen.rules, chosen.cards)
    one, two = (strategy(game, kind, seed) for seed, kind in enumerate(kinds))
    first = against(game, one.strategy, two.strategy).expected_value
    second = -against(game, two.strategy, one.strategy).expected_value
    played = match(Agent.of(one), Agent.of(two), deals=200_000, seed=21)
    assert near(played.by_position[0][0], first)
    assert near(played.by_position[0][1], second)
    assert near(played.won[0], (first + second) / 2)


def test_actions_are_as_frequent_as_the_strategy_says() -> None:
    game = CardGame(*((chosen := load_game("leduc")).rules, chosen.cards))
    saved = strategy(game, "random", 3)
    agent = Agent.of(saved)
    seen: Counter[tuple[str, str, str]] = Counter()
    taken: Counter[tuple[str, str, str, str]] = Counter()
    for hand in hands(agent, agent, deals=4000, seed=9):
        for end, action in enumerate(hand.history):
            before = hand.history[:end]
            if action == "/":
                continue
            player = len(before.split("/")[-1]) % 2  # player 1 acts first on every street
            board = hand.board if "/" in before else ""
            seen[hand.hole[player], board, before] += 1
            taken[hand.hole[player], board, before, action] += 1
    for (hole, board, before), count in seen.items():
        for action, chance in agent.probabilities(hole, board, before).items():
            deviation = (count * chance * (1 - chance)) ** 0.5
            assert abs(taken[hole, board, before, action] - count * chance) <= 5 * deviation + 1
