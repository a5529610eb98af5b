"""How strong hands are once the whole board lies there, and which boards may come."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import as_cards, combination_index, combinations_with
from pokerdata.evaluator import evaluate_boards
from pokerdata.games.named import TEXAS
from pokerdata.play import GameDefinition
from pokerdata.play.state import Cards


def final_strengths(
    game: GameDefinition, hole: Cards, boards: Sequence[Cards] | NDArray[np.uint8]
) -> NDArray[np.float64]:
    """Hand strength at a showdown: the share of the pot against a hand of which nothing is known.

    Some 2 microseconds a board of Texas hold'em; other games are counted in Python, hand by hand, and remembered.

    Args:
        game: The rules.
        hole: Hole cards.
        boards: Whole boards, without these cards.

    Returns:
        float64 [boards], from 0 to 1: (hands that are weaker + half of those as strong) / all.
    """
    if game.cards != TEXAS:
        held = tuple(sorted(hole))
        return np.array([_counted(game, held, tuple(sorted(map(int, board)))) for board in boards])
    found = evaluate_boards(np.asarray(boards, dtype=np.uint8).reshape(-1, 5), threads=1)
    cards = np.array(sorted(hole), dtype=np.uint8)
    own = found[:, int(combination_index(cards))][:, None]
    others = ~combinations_with(cards) & (found > 0)  # 0 where the board blocks
    behind = ((found < own) & others).sum(1) + 0.5 * ((found == own) & others).sum(1)
    shares: NDArray[np.float64] = behind / others.sum(1)
    return shares


@lru_cache(maxsize=1 << 16)
def _counted(game: GameDefinition, hole: Cards, board: Cards) -> float:
    strength = game.core.strength
    own = strength(as_cards([*hole, *board], "cards"))
    left = [card for card in game.deck if card not in hole and card not in board]
    won = all_hands = 0.0
    for other in combinations(left, game.cards.hole):
        their = strength(as_cards([*other, *board], "cards"))
        won += (own > their) + 0.5 * (own == their)
        all_hands += 1
    return won / all_hands


class LookAhead(NamedTuple):
    """Boards that may come, street by street, and how strong a hand is then.

    Attributes:
        branches: For each later street how many ways of dealing it are looked at after each of the street before.
        strengths: float64 [product of the branches]: at the showdown, the ways of the last street running fastest.
    """

    branches: tuple[int, ...]
    strengths: NDArray[np.float64]


def look_ahead(
    game: GameDefinition, hole: Cards, board: Cards, street: int, boards: int, seed: int
) -> LookAhead:
    """Boards that may come, every card that is not seen as likely: all of them where there are few, else drawn.

    Args:
        game: The rules.
        hole: Hole cards.
        board: Those that lie there.
        street: On which the player acts, from 0.
        boards: About how many to look at. With n streets to come each is dealt in as many ways as its n-th root, or in all
            there are; where some are drawn, no single card comes twice after the same ones.
        seed: Of the draws, 0 to 2**64 - 1.
    """
    sizes = game.cards.board[street + 1 :]
    most = max(1, round(boards ** (1 / len(sizes)))) if sizes else 1
    ways, unseen = [], len(game.deck) - len(hole) - len(board)
    for size in sizes:
        ways.append(min(most, comb(unseen, size)))
        unseen -= size
    source = np.random.default_rng([seed >> 32, seed & 0xFFFFFFFF])
    found = [board]
    for size, count in zip(sizes, ways, strict=True):
        found = [(*one, *dealt) for one in found for dealt in _dealt(game, hole, one, size, count, source)]
    return LookAhead(tuple(ways), final_strengths(game, hole, found))


def _dealt(
    game: GameDefinition, hole: Cards, board: Cards, size: int, count: int, source: np.random.Generator
) -> list[Cards]:
    left = [card for card in game.deck if card not in hole and card not in board]
    if count == comb(len(left), size):
        return list(combinations(left, size))
    if size == 1:
        return [(left[i],) for i in source.choice(len(left), count, replace=False).tolist()]
    return [
        tuple(left[i] for i in source.choice(len(left), size, replace=False).tolist()) for _ in range(count)
    ]
