"""Slumbot's notes: its game and its river abstractions agree with plain enumeration on a small deck."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pokerdata import evaluate, solve
from pokerdata.games import CardGame
from pokerdata.solving.public import StateClasses
from studies import study_module

games = study_module("slumbot", "games")
RANKS, SUITS = "QKA", "cdh"


@pytest.fixture(scope="module")
def small() -> CardGame:
    found = games.one_card_streets(RANKS, len(SUITS))
    assert isinstance(found, CardGame)
    return found


def strength(hole: list[str], board: list[str]) -> float:
    """Return a hand's share of the pot against a random hand, on the river."""
    left = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in (*hole, *board)]
    mine = int(evaluate(" ".join([*hole, *board])))
    won = [
        (mine > int(evaluate(" ".join([*other, *board]))))
        + (mine == int(evaluate(" ".join([*other, *board])))) / 2
        for other in combinations(left, 2)
    ]
    return float(np.mean(won))


def cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def merged(classes: StateClasses) -> set[frozenset[int]]:
    """Return the river states that share a class."""
    river = classes.streets[-1]
    return {frozenset(np.flatnonzero(river == one).tolist()) for one in range(classes.counts[-1])}


@pytest.mark.parametrize("nested", [False, True])
def test_what_is_merged(nested: bool, small: CardGame) -> None:
    classes = games.by_strength(small, nested=nested)
    assert classes.counts[:-1] == small.states[:-1]
    names, parents = small.state_names[-1], small.core.state_parents(3)
    groups: dict[Any, set[int]] = {}
    for state, (hand, board) in enumerate(zip(names.hands, names.boards, strict=True)):
        key = round(strength(cards(hand), board.split()), 9)
        groups.setdefault((int(parents[state]), key) if nested else key, set()).add(state)
    assert merged(classes) == {frozenset(group) for group in groups.values()}
    assert len(groups) < small.states[-1]


def test_four_pot_bets_take_the_stack(small: CardGame) -> None:
    tree = small.tree
    assert tree.chips.max() == games.STACK
    histories = {
        tree.history(node): int(tree.chips[node]) for node in range(tree.nodes) if tree.kind[node] == 2
    }
    assert histories["r6c/r18c/r54c/r162c"] == 162
    assert histories["cc/cc/cc/cc"] == 2
    assert not any("r6r" in history for history in histories)


def test_the_game_without_a_board_is_that_of_the_notes() -> None:
    """In the notes, P0 and P1 have best responses of -0.043399 and 0.045793 chips: the value lies between."""
    found = solve(games.no_board(), algorithm="cfr+", iterations=300)
    assert 0.043399 < found.values.expected_value < 0.045793
    assert found.values.exploitability < 0.0006
