"""Hands drawn from weights and played out by how often players do what, and opponents that a player remembers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import play as _core
from pokerdata.cards import COMBINATION_COUNT, COMBINATIONS, combination_index
from pokerdata.cards.evaluator import evaluate_boards
from pokerdata.games.play import State
from pokerdata.games.play.state import split_actions
from pokerdata.players.modelling import ActionFrequencies, PokiWeights
from pokerdata.players.modelling.bayes_ranges import board_strength, income_of_hands
from pokerdata.players.modelling.counting import MOST_BETS, Follower, Triple, start_of
from pokerdata.players.modelling.range_models import beside, follow_on

_SIZES = (0, 3, 4, 5)  # cards on the board, by street
_SPREAD = 0.1  # of a hand's place among the others, either way, by lot
_LOTS = 61  # lots of a hand, which begin anew behind
_TRIES = 100  # to find an opponent cards that nobody else holds
_BITS = (np.uint64(1) << COMBINATIONS.astype(np.uint64)).sum(axis=1)


@dataclass(frozen=True, eq=False)
class Deals:
    """Hands of all who are still in, and boards, drawn.

    Attributes:
        positions: Who is still in, the player who acts among them.
        hands: Combinations by position, int64 [players still in, n].
        boards: uint8 [n, 5].
    """

    positions: tuple[int, ...]
    hands: NDArray[np.int64]
    boards: NDArray[np.uint8]


def draw_deals(
    state: State, ranges: Mapping[int, NDArray[np.float64]], samples: int, rng: np.random.Generator
) -> Deals:
    """Draw hands by their weights, and the rest of the board.

    Opponents are dealt one after the other, each beside the cards of those before; against a single one that is exact,
    against several almost.

    Args:
        state: As the player who acts sees it.
        ranges: Of the others who are still in, by position, without known cards.
        samples: How many to draw.
        rng: Of the draws.
    """
    assert state.player is not None
    own = int(combination_index(np.array(state.hole_cards[state.player], dtype=np.uint8)))
    known = np.uint64(sum(1 << card for card in (*state.hole_cards[state.player], *state.board)))
    taken = np.full(samples, known)
    hands = []
    for weights in ranges.values():
        sums = np.cumsum(weights)
        left, found = np.arange(samples), np.zeros(samples, np.int64)
        for tried in range(_TRIES):
            drawn = np.minimum(np.searchsorted(sums, rng.random(len(left)) * sums[-1], "right"), 1325)
            free = (_BITS[drawn] & taken[left]) == 0
            found[left[free]] = drawn[free]
            left = left[~free]
            if tried == _TRIES // 2:  # nothing of his range is left beside the others: any hand
                sums = np.cumsum(np.ones(COMBINATION_COUNT))
            if not len(left):
                break
        taken |= _BITS[found]
        hands.append(found)
    deck = np.arange(52, dtype=np.uint64)
    keys = rng.random((samples, 52))
    keys[(taken[:, None] >> deck & np.uint64(1)).astype(bool)] = 2
    more = 5 - len(state.board)
    rest = np.argsort(keys, axis=1)[:, :more].astype(np.uint8)
    board = np.tile(np.array(state.board, dtype=np.uint8), (samples, 1))
    every = [np.full(samples, own), *hands]
    return Deals((state.player, *ranges), np.stack(every), np.hstack([board, rest]))


def places_among(
    state: State, deals: Deals, ranges: Mapping[int, NDArray[np.float64]]
) -> NDArray[np.float64]:
    """Where each hand stands among those that its player may hold: the weight of weaker ones and half of equal ones.

    On the present board by EHS, before the flop by income rates; on boards to come by made hands.

    Args:
        state: As for `draw_deals`.
        deals: What was drawn.
        ranges: As for `draw_deals`; the player who acts may hold anything.

    Returns:
        float64 [players still in, streets, n]; 0 on streets before the present one.
    """
    found = np.zeros((len(deals.positions), len(_SIZES), len(deals.boards)))
    any_hand = beside(np.ones(COMBINATION_COUNT), state.board)
    weights = [any_hand, *ranges.values()]
    now = board_strength(state.board) if state.board else income_of_hands(state.players)
    for p, own in enumerate(weights):
        found[p, state.street] = _places(now, own)[deals.hands[p]]
    rows = np.arange(len(deals.boards))
    for street in range(state.street + 1, len(_SIZES)):
        boards = np.ascontiguousarray(deals.boards[:, : _SIZES[street]])
        codes = evaluate_boards(boards)
        bits = (np.uint64(1) << boards.astype(np.uint64)).sum(axis=1)
        free = (_BITS[None] & bits[:, None]) == 0
        for p, own in enumerate(weights):
            mine = codes[rows, deals.hands[p]][:, None]
            beneath = ((codes < mine) + 0.5 * (codes == mine)) * free
            found[p, street] = beneath @ own / (free @ own)
    return found


def play_outs(
    state: State,
    actions: Sequence[str],
    triples: Sequence[Sequence[Sequence[Triple]]],
    deals: Deals,
    places: NDArray[np.float64],
    lots: NDArray[np.float64],
) -> NDArray[np.float64]:
    """What the player who acts wins by each of some actions, if all go on by how often they do what.

    Somebody who folds f and raises r folds with his worst f of hands, raises with his best r, and calls with those between;
    a hand's place is moved by up to .1 by lot. Raises without limits are of the pot. The same lots serve all actions.

    Args:
        state: As for `draw_deals`.
        actions: Of the player who acts.
        triples: By player still in, street and bets to call.
        deals: What was drawn.
        places: Of `places_among`.
        lots: Numbers in [0, 1), [n, at least 1].

    Returns:
        Chips over the whole hand, float64 [actions, n].
    """
    assert state.player is not None
    codes = evaluate_boards(deals.boards)[np.arange(len(deals.boards)), deals.hands]
    opened = _open_bets(state)
    begun = [state.apply_unseen(action).betting for action in actions]
    limit, count = state.game.limit, state.players
    row_of = {position: row for row, position in enumerate(deals.positions)}
    strengths = np.zeros((len(deals.boards), count), np.int64)
    strengths[:, deals.positions] = codes.T
    shown, shifts = strengths.tolist(), (_SPREAD * (2 * lots - 1)).tolist()
    place = places.transpose(2, 0, 1).tolist()
    found = np.zeros((len(actions), len(deals.boards)))
    for a, (first, betting) in enumerate(zip(actions, begun, strict=True)):
        after = _after(opened, state.player, first, betting.street != state.street)
        for n in range(len(deals.boards)):
            end = _to_the_end(betting, list(after), row_of, triples, place[n], shifts[n], limit)
            found[a, n] = end.payoffs(shown[n])[state.player]
    return found / _core.parts_of_chip()


def _to_the_end(
    betting: _core.Betting,
    opened: list[int],
    row_of: Mapping[int, int],
    triples: Sequence[Sequence[Sequence[Triple]]],
    places: list[list[float]],
    shifts: list[float],
    limit: bool,
) -> _core.Betting:
    made = 0
    while not betting.finished:
        player, street = betting.player, betting.street
        row, raises = row_of[player], betting.may_raise
        fold, call, raise_ = triples[row][street][min(opened[player], MOST_BETS)]
        place = places[row][street] + shifts[made % len(shifts)]
        made += 1
        may_fold = betting.may_fold
        if not may_fold:
            raise_ /= call + raise_
        if raises and place > 1 - raise_:
            betting = betting.after("r", betting.least_raise if limit else _pot(betting, player))
            opened[:] = [number + 1 for number in opened]
        else:
            betting = betting.after("f" if may_fold and place < fold else "c")
        opened[player] = 0
        if betting.street != street:
            opened[:] = [0] * len(opened)
    return betting


def _pot(betting: _core.Betting, player: int) -> int:
    to_call = betting.to_call
    wished = betting.spent[player] + 2 * to_call + betting.pot
    return min(max(wished, betting.least_raise), betting.largest_raise)


def _after(opened: list[int], player: int, action: str, new_street: bool) -> list[int]:
    if new_street:
        return [0] * len(opened)
    found = [number + (action[0] == "r") for number in opened]
    found[player] = 0
    return found


def _open_bets(state: State) -> list[int]:
    now = start_of(state)
    followers = [Follower(now, position) for position in range(state.players)]
    for action in split_actions(state.history.replace("/", "")):
        for follower in followers:
            follower.see(now, action)
        now = now.apply_old(action)
    return [follower.open_bets(now) for follower in followers]


def _places(strength: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    values, which = np.unique(strength, return_inverse=True)
    of_value = np.bincount(which, weights, len(values))
    beneath = np.cumsum(of_value) - of_value / 2
    return np.asarray((beneath / of_value.sum())[which])


def who_sits(state: State, position: int) -> str:
    """A name, or the seat: positions move on by one each hand, as at the competition's dealer.

    Args:
        state: Of the hand.
        position: In it.
    """
    return state.names[position] if state.names else str((position + state.hand) % state.players)


class _Hand(NamedTuple):
    """As far as models were told a hand, and those who play it by position."""

    told: State
    models: dict[int, PokiWeights]


class OpponentRanges:
    """A weight table for each opponent, `pokerdata.players.modelling.PokiWeights`; how often he does what is remembered by
    name from hand to hand.
    """

    def __init__(self) -> None:
        self._frequencies: dict[str, ActionFrequencies] = {}
        self._hand: _Hand | None = None

    def clear(self) -> None:
        """Forget all opponents."""
        self._frequencies.clear()
        self._hand = None

    def frequencies(self, state: State, position: int) -> ActionFrequencies:
        """How often the player in a position does what.

        Args:
            state: Of the hand.
            position: His.
        """
        return self._frequencies.setdefault(who_sits(state, position), ActionFrequencies(deep=True))

    def weights(self, state: State) -> dict[int, NDArray[np.float64]]:
        """What each opponent who did not fold may hold, float64 [1326] by position, beside the cards that are seen.

        Args:
            state: As the player sees it; he acts.
        """
        models = self._told(state)
        return {
            position: model.weights(state) for position, model in models.items() if not state.folded[position]
        }

    def learn(self, state: State) -> None:
        """Take in a finished hand.

        Args:
            state: Its end, as the player saw it.
        """
        for position in range(state.players):
            if position != state.viewer:
                self.frequencies(state, position).learn(state, position)
        self._hand = None

    def _told(self, state: State) -> dict[int, PokiWeights]:
        """The tables of this hand, told all that was done in it; only what is new, where it goes on."""
        before = self._hand
        if before is None or not _goes_on(before.told, state) or state.player in before.models:
            others = [p for p in range(state.players) if p != state.player]
            models = {p: PokiWeights(self.frequencies(state, p)) for p in others}
            told = start_of(state)
            for position, model in models.items():
                model.start(told, position)
            before = _Hand(told, models)
        for model in before.models.values():
            follow_on(model, before.told, state)
        self._hand = _Hand(state, before.models)
        return before.models


def _goes_on(before: State, state: State) -> bool:
    """Whether a hand is the same, later."""
    return (
        (before.hand, before.names, before.game) == (state.hand, state.names, state.game)
        and state.history.startswith(before.history)
        and state.board[: len(before.board)] == before.board
        and before.hole_cards == state.hole_cards
    )
