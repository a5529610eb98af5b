"""Gadget games agree with linear programs of matrices, without trees."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import linprog

from pokerdata.solving.explicit import explicit_tree
from pokerdata.solving.explicit.lp import solve_by_linear_program
from pokerdata.spots.resolving import subgames
from pokerdata.spots.resolving.tree_gadgets import Answers, gadget_game, max_margin_game


@dataclass(frozen=True)
class Hands:
    """Player 1 has one of several hands; player 0 chooses a row, and player 1 chooses a column without seeing it.

    payoffs: [hands, rows, columns], winnings of player 1.
    """

    chances: tuple[float, ...]
    payoffs: tuple[tuple[tuple[float, ...], ...], ...]
    players: int = 2

    def root(self) -> "HandsState":
        return HandsState(self, ())


@dataclass(frozen=True)
class HandsState:
    game: Hands
    moves: tuple[int, ...]

    @property
    def player(self) -> int | Literal["chance"] | None:
        who: tuple[int | Literal["chance"] | None, ...] = ("chance", 0, 1, None)
        return who[len(self.moves)]

    def chance(self) -> list[tuple[int, float]]:
        return list(enumerate(self.game.chances))

    def legal_actions(self) -> list[int]:
        rows = self.game.payoffs[0]
        return list(range(len(rows if len(self.moves) == 1 else rows[0])))

    def apply(self, action: int) -> "HandsState":
        return HandsState(self.game, (*self.moves, action))

    def information_set(self) -> str:
        return "row" if len(self.moves) == 1 else f"column of hand {self.moves[0]}"

    def returns(self) -> list[float]:
        hand, row, column = self.moves
        won = self.game.payoffs[hand][row][column]
        return [-won, won]


def least(payoffs: Any, goal: Any, bounds: Any) -> float:
    """Return the minimum of goal @ values over mixtures of rows, with the value of each hand at least any column's."""
    hands, rows, columns = payoffs.shape
    above = np.hstack(
        [payoffs.transpose(0, 2, 1).reshape(-1, rows), -np.repeat(np.eye(hands), columns, axis=0)]
    )
    mixture = np.r_[np.ones(rows), np.zeros(hands)][None]
    found = linprog(
        np.r_[np.zeros(rows), goal],
        A_ub=above,
        b_ub=np.zeros(len(above)),
        A_eq=mixture,
        b_eq=[1],
        bounds=[(0, None)] * rows + bounds,
    )
    return float(found.fun)


def answers(hands: int, reach: Any, values: Any, nodes: int) -> Answers:
    """Return made-up answers of hands at nodes 1, 2, ..., with values that no earlier strategy has."""
    reached, worth = np.zeros(nodes), np.zeros(nodes)
    reached[1 : hands + 1], worth[1 : hands + 1] = reach, values
    return Answers(reached, worth)


SHAPES = st.tuples(st.integers(1, 3), st.integers(1, 4), st.integers(1, 3))


def check(payoffs: NDArray[np.float64], chances: Any, values: Any) -> tuple[float, float]:
    """Compare both games with linear programs; return their values for player 1."""
    hands = len(payoffs)
    tree = explicit_tree(Hands(tuple(chances), tuple(tuple(map(tuple, rows)) for rows in payoffs.tolist())))
    (subgame,) = subgames(tree, depth=1)
    assert len(subgame.root_sets[1]) == hands
    made_up = answers(hands, chances, values, tree.nodes)
    gadget = solve_by_linear_program(explicit_tree(gadget_game(subgame, 0, made_up)))
    # Each hand takes the better of terminating and the best column.
    expected = least(payoffs, chances, [(value, None) for value in values])
    assert -gadget.value == pytest.approx(expected, abs=1e-8)
    margin = solve_by_linear_program(explicit_tree(max_margin_game(subgame, 0, made_up)))
    shifted = payoffs - np.array(values)[:, None, None]
    # One value for all hands: every column of every hand is a column of one matrix.
    expected_loss = least(np.concatenate(shifted, axis=1)[None], [1.0], [(None, None)])
    assert -margin.value == pytest.approx(expected_loss, abs=1e-8)
    return -gadget.value, -margin.value


def test_by_hand() -> None:
    """Hand 0 wins 2 against row 0 and 0 against row 1, hand 1 the reverse, whatever the column.

    With 1 for terminating in both, the mixture x of row 0 costs max(1, 2x) and max(1, 2 - 2x): 1 at x = 1/2.
    With 1/2 and
    1 (chance 1/4 and 3/4), x = 1/2 is the only one at which hand 1 follows for no more than 1 and hand 0 wins
    1:
    1/4 + 3/4; for x > 1/2 hand 0 costs more, and for x < 1/2 hand 1 costs three times what hand 0 saves. The
    largest smallest margin is that of 2x - 1/2 = 2 - 2x - 1, x = 3/8: 1/2 - 3/4 = -1/4.
    """
    payoffs = np.array([[[2.0, 2.0], [0.0, 0.0]], [[0.0, 0.0], [2.0, 2.0]]])
    assert check(payoffs, [0.25, 0.75], [1.0, 1.0]) == pytest.approx((1, 0))
    assert check(payoffs, [0.25, 0.75], [0.5, 1.0]) == pytest.approx((1, 0.25))


@settings(max_examples=60)
@given(SHAPES, st.integers(0, 2**31))
def test_against_linear_programs_of_matrices(shape: tuple[int, int, int], seed: int) -> None:
    random = np.random.default_rng(seed)
    payoffs = random.integers(-5, 6, shape).astype(np.float64)
    chances = random.dirichlet(np.ones(shape[0]))
    check(payoffs, chances, random.uniform(-5, 5, shape[0]).tolist())
