"""Values on real cards agree with the exact engine of games of real cards, on decks of three ranks.

There a strategy over states is expanded hand by hand, and the best response uses none of this code.
"""

from __future__ import annotations

import numpy as np
import pytest

from helpers.short_decks import SmallGame
from pokerdata.games.strategies.simple import simple_rows
from pokerdata.solving.public import against, evaluate
from pokerdata.solving.real_cards.seats import Played, Seats

_EXACT = 3e-6  # of the chips at stake: float32


def _value(
    small: SmallGame, player: int, opponent: Played, own: Played | None = None, threads: int = 2
) -> float:
    seats = Seats(small.rules, small.ranks, [player], opponent, own)
    [behind] = seats.behind(range(len(seats.flops.numbers)), threads=threads)
    return seats.each[0].value(behind)


def test_best_responses(small: SmallGame) -> None:
    rows = small.strategy(1)
    expected = evaluate(small.game, small.on_cards(rows)).best_response
    found = [_value(small, player, Played(rows, small.states)) for player in (0, 1)]
    np.testing.assert_allclose(found, expected, rtol=_EXACT)


def test_one_strategy_against_another(small: SmallGame) -> None:
    first, second = small.strategy(1), small.strategy(2)
    expected = against(small.game, small.on_cards(first), small.on_cards(second)).expected_value
    players = Played(first, small.states), Played(second, small.states)
    stakes = small.rules.unit * 10
    assert _value(small, 0, players[1], players[0]) == pytest.approx(expected, abs=_EXACT * stakes)
    assert _value(small, 1, players[0], players[1]) == pytest.approx(-expected, abs=_EXACT * stakes)


def test_strategies_of_one_state(small: SmallGame) -> None:
    """They ignore their cards; always-fold loses its blind, and reaches a flop only after checks."""
    tree = small.game.tree
    for kind in ("call", "fold", "raise"):
        rows = simple_rows(tree, (1, 1, 1, 1), kind)
        on_cards = [np.repeat(row, n, axis=1) for row, n in zip(rows, small.game.states, strict=True)]
        expected = evaluate(small.game, on_cards).best_response
        found = [_value(small, player, Played(rows, OneState())) for player in (0, 1)]
        np.testing.assert_allclose(found, expected, rtol=_EXACT)
        if kind == "fold":
            assert found[1] == small.rules.blinds[0], "the button folds its small blind"


class OneState:
    def states(self, _: int) -> int:
        return 1

    def of_board(self, _: np.ndarray) -> np.ndarray:
        return np.zeros(1326, np.uint16)


def test_threads_order_and_the_other_seat_change_no_bit(small: SmallGame) -> None:
    opponent = Played(small.strategy(3), small.states)
    first, second, both = (
        Seats(small.rules, small.ranks, players, opponent) for players in ([0], [1], [0, 1])
    )
    flops = range(len(both.flops.numbers))
    one = first.behind(flops, threads=1) + second.behind(flops, threads=1)
    assert len(one) == 2
    for threads, order in ((1, 1), (3, 1), (2, -1)):
        for alone, found in zip(one, both.behind(flops[::order], threads=threads), strict=True):
            assert np.array_equal(alone, found[::order])
