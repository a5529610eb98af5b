"""Strategies of small games as models of players, and what searches chose as strategies."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import RANKS, SUITS
from pokerdata.games import CardGame, CardRules
from pokerdata.search.models import Model, table
from pokerdata.search.self_play import Seen
from pokerdata.strategies import Strategy
from pokerdata.strategies.strategy_file import Solved


def of_strategy(solved: Solved | Strategy, other: Model | None = None) -> Model:
    """What a strategy plays, as a model of a player in either seat.

    Args:
        solved: What `solve` returned or `load_strategy` read, for a game whose cards of a rank are alike, such as Kuhn
            poker and Leduc hold'em.
        other: For what the strategy does not have.

    Raises:
        ValueError: For another game.
    """
    saved = Strategy.of(solved)
    cards = CardRules(**saved.cards) if saved.cards else None
    if cards is None or cards.copies is None:
        raise ValueError(
            f"strategy: expected one of a game whose cards of a rank are alike, got {saved.label}; e.g. solve('leduc')"
        )
    rows = {}
    for hand, board, history in saved:
        shares = list(saved[hand, board, history].values())
        for key in _keys(cards, hand, board):
            rows[f"{history}|{key}"] = shares
    model = table(rows, other)
    return Model(f"strategy of {saved.rules.name}", model.core)


def _keys(cards: CardRules, hand: str, board: str) -> Iterator[str]:
    """All cards that a hand and a board of alike cards stand for, street by street."""
    groups = [hand, *board.split()]
    suits = SUITS[-cards.per_rank :]
    choices = [[rank + suit for suit in suits] for group in groups for rank in group]
    for chosen in itertools.product(*choices):
        if len(set(chosen)) < len(chosen):
            continue
        left = list(chosen)
        texts = []
        for group in groups:
            dealt = sorted(left[: len(group)], key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1])))
            texts.append("".join(dealt))
            del left[: len(group)]
        yield "".join(texts)


def average_strategy(seen: Iterable[Seen], game: CardGame) -> tuple[NDArray[np.float64], ...]:
    """What players were seen to choose, as a strategy: each action as likely as its part of the passes.

    Args:
        seen: As `self_play` returns it.
        game: The same game, one whose cards of a rank are alike; what was never seen is played uniformly.

    Returns:
        For each street float64 [edges of the street, states], as `pokerdata.solvers.exploitability` takes it.

    Raises:
        ValueError: For another game.
    """
    if game.cards.copies is None:
        raise ValueError(
            f"game: expected one whose cards of a rank are alike, got {game.rules.name}; e.g. leduc()"
        )
    passes: dict[tuple[str, str, str], dict[str, int]] = {}
    for one in seen:
        key = _ranks(one.hole), " ".join(map(_ranks, one.board)), one.history
        found = passes.setdefault(key, {})
        for action, count in zip(one.actions, one.passes, strict=True):
            found[action] = found.get(action, 0) + count
    tree = game.tree
    rows = []
    for street, names in enumerate(game.state_names):
        edges = tree.street_edges(street)
        shares = np.zeros((edges.stop - edges.start, len(names)))
        for node in tree.decision_nodes(street).tolist():
            at, history = tree.rows(node), tree.history(node)
            for state, (hand, board) in enumerate(zip(names.hands, names.boards, strict=True)):
                counts = list(passes.get((hand, board, history), {}).values())
                total = sum(counts)
                shares[at, state] = np.array(counts) / total if total else 1 / (at.stop - at.start)
        rows.append(shares)
    return tuple(rows)


def _ranks(cards: tuple[int, ...]) -> str:
    """Ranks of cards, the highest first."""
    return "".join(RANKS[card // 4] for card in sorted(cards, reverse=True))
