"""All hands that two random strategies may play in small games, with their probabilities."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np

from pokerdata._core.agents import BettingState
from pokerdata.games import BettingTree, CardGame, Game, load_game
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.matches import Hand
from pokerdata.players.agents import Agent
from pokerdata.solving.public import against

#: Games with three cards per hand, small enough to enumerate.
GAMES = ["leduc", "leduc-nolimit"]


class Played(NamedTuple):
    """All hands that two agents may play, with their probabilities."""

    game: Game
    agents: tuple[Agent, Agent]
    hands: list[Hand]
    chances: np.ndarray
    exact: float


def exact_agent(game: Game, seed: int) -> Agent:
    """Return a random strategy with probabilities in whole 1024ths, which add up to exactly 1 in float32."""
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
    game = load_game(name)
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
