"""Best responses to always-call in limit hold'em in closed form.

The opponent calls one bet of the responder on each street, and the showdown is for that much more. So the
responder bets exactly when its cards so far win more often than they lose, whatever happened before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.short_decks import LIMIT, small_game
from pokerdata.cards import COMBINATIONS, parse_cards
from pokerdata.cards.evaluator import evaluate as codes_of
from pokerdata.games.named import LIMIT_HOLDEM
from pokerdata.solving.real_cards.best_actions import actions_of
from pokerdata.solving.real_cards.evaluation import TEXAS_RANKS, Contestant, values_of_seats
from pokerdata.solving.real_cards.seats import Played, Seats

Value = Callable[[frozenset[int]], NDArray[np.float64]]
BETS = (10, 10, 20, 20)  # of both games
SIZES = (0, 3, 4, 5)


class Edges:
    """For each hand of a deck, how much more often it wins than loses after the run-out, from boards of five cards."""

    def __init__(self, ranks: int) -> None:
        self.deck = [c for c in range(52) if ranks >> c // 4 & 1]
        self.rows = np.flatnonzero(np.isin(COMBINATIONS, self.deck).all(axis=1))
        self.hands = COMBINATIONS[self.rows]
        apart = ~(self.hands[:, None, :, None] == self.hands[None, :, None, :]).any(axis=(2, 3))
        self.apart = apart.astype(np.float32)
        self.on = cache(self._on)

    def _on(self, board: frozenset[int]) -> NDArray[np.float64]:
        """Return the mean over the cards to come and the opposing hands of each hand; NaN where a card is shared."""
        blocked = np.isin(self.hands, list(board)).any(axis=1)
        if len(board) == 5:
            left = np.flatnonzero(~blocked)
            cards = np.tile(np.array(sorted(board), np.uint8), (len(left), 1))
            codes = codes_of(np.hstack([self.hands[left], cards])).astype(np.int32)
            apart = self.apart[np.ix_(left, left)]
            won = (np.sign(codes[:, None] - codes) * apart).sum(axis=1) / apart.sum(axis=1)
            found = np.full(len(self.hands), np.nan)
            found[left] = won
            return found
        return self.mean(board, self.on)

    def mean(self, board: frozenset[int], value: Value) -> NDArray[np.float64]:
        """Return the mean of a value of the hands over the next street's boards."""
        more = 3 if not board else 1
        sums, counts = np.zeros(len(self.hands)), np.zeros(len(self.hands))
        for cards in combinations([c for c in self.deck if c not in board], more):
            values = value(board | set(cards))
            sums += np.nan_to_num(values)
            counts += ~np.isnan(values)
        means: NDArray[np.float64] = sums / np.where(counts > 0, counts, np.nan)
        return means

    def gained(self, board: frozenset[int]) -> NDArray[np.float64]:
        """Return the chips that bets on this street and later ones win."""
        bet = BETS[SIZES.index(len(board))] * np.maximum(self.on(board), 0)
        return np.asarray(bet if len(board) == 5 else bet + self.mean(board, self.gained))


def test_all_of_a_small_deck() -> None:
    small = small_game(LIMIT, "9QA")
    edges = Edges(small.ranks)
    before = frozenset[int]()
    expected = (10 * edges.on(before) + edges.gained(before)).mean()
    calls = Contestant.without_cards("always-call", small.rules)
    seats = Seats(small.rules, small.ranks, (0, 1), calls.play())
    values = values_of_seats(seats, "always-call", small.rules)
    assert [seat.won.mean for seat in values.seats] == pytest.approx([expected, expected], rel=2e-6)


class SomeStates:
    """States that depend only on the hole cards, equally many on each street; it records the requested boards."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.asked = 0

    def states(self, _: int) -> int:
        return self.count

    def of_board(self, board: NDArray[np.uint8]) -> NDArray[np.uint16]:
        self.asked += len(board) > 0
        ranks: NDArray[np.uint16] = (COMBINATIONS // 4).sum(axis=1, dtype=np.uint16) % self.count
        return ranks


def test_states_are_not_asked_for_where_there_is_one() -> None:
    """Calling Python makes threads wait. It is called only for several states, which have equal strategies here."""
    small = small_game(LIMIT, "9QA")
    rows = Contestant.without_cards("uniform", small.rules).rows
    values, asked = [], []
    for count in (1, 5):
        states = SomeStates(count)
        seats = Seats(
            small.rules, small.ranks, (0, 1), Played([row.repeat(count, axis=1) for row in rows], states)
        )
        values.append(np.stack(seats.behind([0])))
        asked.append(states.asked > 0)
    assert asked == [False, True]
    np.testing.assert_allclose(values[0], values[1], atol=1e-4)


def test_always_fold_of_a_small_deck() -> None:
    """Player 1 raises at once, or bets later, and wins the big blind; player 2 has won the small blind before it acts."""
    small = small_game(LIMIT, "9QA")
    folds = Contestant.without_cards("always-fold", small.rules)
    for player, blind in ((0, 10), (1, 5)):
        seats = Seats(small.rules, small.ranks, [player], folds.play())
        [won] = values_of_seats(seats, "always-fold", small.rules).seats
        assert won.won.mean == pytest.approx(blind, rel=1e-6)


def compare(path: str, board: str, level: int) -> None:
    """Compare the actions after checks and calls, where a check or a bet is legal."""
    calls = Contestant.without_cards("always-call", LIMIT_HOLDEM)
    found = actions_of(calls, path, board).nodes[0]
    assert found.actions == ["check", "bet"]
    edges = Edges(TEXAS_RANKS)
    cards = frozenset(parse_cards(board).tolist())
    now, street = edges.on(cards), len(cards) - 2
    later = 0 if street == 3 else edges.mean(cards, edges.gained)
    expected = np.stack([level * now + later, (level + BETS[street]) * now + later], axis=1)
    np.testing.assert_allclose(found.chips[edges.rows], expected, atol=2e-4)
    sure = np.abs(now) > 1e-5
    assert np.array_equal(found.best[edges.rows][sure], (now > 0)[sure].astype(int))


def test_a_river() -> None:
    compare("cc/cc/cc/", "Ks7d2cThTs", 10)
    compare("rc/crc/cc/c", "As9s8s7sQh", 30)


def test_a_turn() -> None:
    compare("cc/cc/c", "Ks7d2cTh", 10)


@pytest.mark.slow
def test_flops() -> None:
    for board in ("KsKd2c", "Js8s7s"):
        compare("crc/", board, 20)
