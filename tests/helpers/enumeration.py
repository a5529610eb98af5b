"""Standings by comparing every pair of hands on every board: slow, plain, and independent of the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata import evaluate
from pokerdata.cards import COMBINATIONS

Cards = Sequence[int] | NDArray[np.uint8]


def free_hands(dead: Cards) -> NDArray[np.int64]:
    """Return combo indices without any dead card."""
    return np.flatnonzero(~np.isin(COMBINATIONS, dead).any(axis=1))


def codes_on(board: Cards, hands: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Return strength codes of combos on a board."""
    cards = np.hstack([np.tile(np.asarray(board, np.uint8), (len(hands), 1)), COMBINATIONS[hands]])
    return np.asarray(evaluate(cards))


def standing(mine: np.uint16, others: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Return 0 ahead, 1 tied, 2 behind."""
    return np.where(others < mine, 0, np.where(others == mine, 1, 2))


def code_of(hole: Cards, board: Cards) -> np.uint16:
    code: np.uint16 = evaluate(np.concatenate([board, hole])[None].astype(np.uint8))[0]
    return code


def run_outs(hole: Cards, board: Cards, extra: int) -> list[tuple[Any, ...]]:
    return list(combinations(np.setdiff1d(np.arange(52), [*hole, *board]), extra))


def standings(hole: Cards, board: Cards, extra: int, weights: NDArray[Any]) -> NDArray[np.float64]:
    """Return weights of the opponents by standing now and finally, float64 [run-outs, 3, 3]."""
    opponents = free_hands([*hole, *board])
    now = standing(code_of(hole, board), codes_on(board, opponents))
    result = []
    for cards in run_outs(hole, board, extra):
        last = np.concatenate([board, cards]).astype(np.uint8)
        left = ~np.isin(COMBINATIONS[opponents], cards).any(axis=1)
        finally_ = standing(code_of(hole, last), codes_on(last, opponents[left]))
        counts = np.zeros((3, 3))
        np.add.at(counts, (now[left], finally_), weights[opponents[left]])
        result.append(counts)
    return np.array(result)
