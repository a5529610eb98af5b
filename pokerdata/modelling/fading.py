"""Counts that fade, kept for groups of nodes of a betting tree that are taken for alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata.search.limit_tree import LimitTree

#: Whole numbers of nodes, [nodes, any]: nodes with the same are alike.
Columns = Callable[[LimitTree, NDArray[np.int64]], NDArray[np.int64]]


class FadingCounts:
    """How often each of some outcomes was seen in each group of nodes; what was seen fades with each new observation.

    Args:
        groups: int64 [nodes], the group of each node, from 0; -1 for nodes that have none.
        outcomes: How many there are.
        fade: What is left of older observations of a group after a new one, above 0, at most 1.

    Attributes:
        groups: As given.
        seen: float64 [groups, outcomes], faded.
        number: int64 [groups], not faded.
    """

    def __init__(self, groups: NDArray[np.int64], outcomes: int, fade: float) -> None:
        self.groups = groups
        self.fade = fade
        count = int(groups.max(initial=-1)) + 1
        self.seen = np.zeros((count, outcomes))
        self.number = np.zeros(count, dtype=np.int64)

    def see(self, node: int, outcome: int) -> None:
        """Count an observation.

        Args:
            node: Where, a node that has a group.
            outcome: Which, from 0.
        """
        group = self.groups[node]
        self.seen[group] *= self.fade
        self.seen[group, outcome] += 1
        self.number[group] += 1

    def clear(self) -> None:
        """Forget all."""
        self.seen[:] = 0
        self.number[:] = 0

    def shares(self) -> NDArray[np.float64]:
        """Float64 [groups, outcomes]: the part of each outcome; 0 where nothing was seen."""
        total = self.seen.sum(1, keepdims=True)
        found: NDArray[np.float64] = np.divide(
            self.seen, total, out=np.zeros_like(self.seen), where=total > 0
        )
        return found


def grouped(tree: LimitTree, nodes: NDArray[np.int64], columns: Columns) -> NDArray[np.int64]:
    """The groups of some nodes, for `FadingCounts`.

    Args:
        tree: The betting.
        nodes: Those that have a group.
        columns: What tells groups apart.

    Returns:
        int64 [nodes of the tree], -1 for the others.
    """
    found = np.full(tree.nodes, -1, dtype=np.int64)
    _, found[nodes] = np.unique(columns(tree, nodes), axis=0, return_inverse=True)
    return found


def check_fade(fade: float) -> float:
    """A number above 0 and at most 1: what is left of old data.

    Args:
        fade: The number.

    Raises:
        ValueError: For anything else.
    """
    if isinstance(fade, bool) or not isinstance(fade, int | float) or not 0 < fade <= 1:
        raise ValueError(f"fade: expected a number above 0, at most 1, got {fade!r}; e.g. 0.95")
    return float(fade)


def check_above_0(value: float, name: str, example: float) -> float:
    """A finite number above 0.

    Args:
        value: The number.
        name: What it is called.
        example: One that would do.

    Raises:
        ValueError: For anything else.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise ValueError(f"{name}: expected a number above 0, got {value!r}; e.g. {example:g}")
    return float(value)


def likeness_weights(numbers: Sequence[float], base: float) -> list[float]:
    """What each level of likeness counts for: level k with n_k observations takes 1 - base^n_k of what those before left.

    Source: Vexbot as told in Görge, Meyer (Poker Challenge 2008, paper 9).

    Args:
        numbers: Observations of each level, the likest first.
        base: From 0 to 1, such as .95.

    Returns:
        A weight for each level; what is missing to 1 is left for what is thought without data.
    """
    left, found = 1.0, []
    for number in numbers:
        found.append(left * (1 - base**number))
        left -= found[-1]
    return found


def blended(
    levels: Sequence[FadingCounts], nodes: NDArray[np.int64], without: NDArray[np.float64], base: float
) -> NDArray[np.float64]:
    """The shares of all levels by `likeness_weights`, node by node.

    Args:
        levels: The likest first.
        nodes: Of which.
        without: float64 [nodes, outcomes], what is thought without data.
        base: As for `likeness_weights`.

    Returns:
        float64 [nodes, outcomes].
    """
    left = np.ones((len(nodes), 1))
    found = np.zeros_like(without)
    for level in levels:
        groups = level.groups[nodes]
        part = left * (1 - base ** level.number[groups, None].astype(np.float64))
        found += part * level.shares()[groups]
        left -= part
    mixed: NDArray[np.float64] = found + left * without
    return mixed
