"""Sampled deals that are played out by action frequencies, and weight tables of opponents."""

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
_SPREAD = 0.1  # random shift of a hand's percentile, in either direction
_LOTS = 61  # random numbers per hand, used cyclically
_TRIES = 100  # attempts to draw free hole cards for an opponent
_BITS = (np.uint64(1) << COMBINATIONS.astype(np.uint64)).sum(axis=1)


@dataclass(frozen=True, eq=False)
class Deals:
    """Sampled hole cards of all players still in, and boards.

    Attributes:
        positions: Positions of the players still in, the player to act first.
        hands: Combo indices, int64 [players still in, n].
        boards: uint8 [n, 5].
    """

    positions: tuple[int, ...]
    hands: NDArray[np.int64]
    boards: NDArray[np.uint8]


def draw_deals(
    state: State, ranges: Mapping[int, NDArray[np.float64]], samples: int, rng: np.random.Generator
) -> Deals:
    """Sample hole cards by weight, and the rest of the board.

    Opponents are dealt in turn, each from the cards that are left. For one opponent this is exact, for several almost
    exact.

    Args:
        state: The hand as the player to act sees it.
        ranges: Weights of the opponents still in by position, float64 [1326], 0 for combos with known cards.
        samples: Number of deals.
        rng: Generator of the random numbers.
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
            if tried == _TRIES // 2:  # the range may have no combo without these cards: allow any
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
    """Return the percentile of each hand in its player's range: the weight of weaker hands and half of equal ones.

    Hands are ordered by EHS on the present board, by income rates before the flop, and by made hands on later boards.

    Args:
        state: As for `draw_deals`.
        deals: The sampled deals.
        ranges: As for `draw_deals`. The player to act may hold any hand.

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
    """Return the chips that the player to act wins by each action, if all players go on by their action frequencies.

    A player with fold frequency f and raise frequency r folds the worst f of its hands, raises the best r and calls with
    the rest. A random shift of up to 0.1 moves a hand's percentile. In no-limit games raises are pot-sized. All actions
    use the same random numbers.

    Args:
        state: As for `draw_deals`.
        actions: Actions of the player to act.
        triples: Action frequencies by player still in, street and bets to call.
        deals: The sampled deals.
        places: Result of `places_among`.
        lots: Random numbers in [0, 1), shape [n, at least 1].

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
    """Return the name of the player in a position, or its seat number if names are unknown.

    Positions move on by one each hand, as at the competition's dealer.

    Args:
        state: A state of the hand.
        position: Position in that hand.
    """
    return state.names[position] if state.names else str((position + state.hand) % state.players)


class _Hand(NamedTuple):
    """The state up to which the models have seen a hand, and the models by position."""

    told: State
    models: dict[int, PokiWeights]


class OpponentRanges:
    """A weight table for each opponent, `pokerdata.players.modelling.PokiWeights`.

    Action frequencies are kept by name from hand to hand.
    """

    def __init__(self) -> None:
        self._frequencies: dict[str, ActionFrequencies] = {}
        self._hand: _Hand | None = None

    def clear(self) -> None:
        """Forget all opponents."""
        self._frequencies.clear()
        self._hand = None

    def frequencies(self, state: State, position: int) -> ActionFrequencies:
        """Return the action frequencies of the player in a position.

        Args:
            state: A state of the hand.
            position: Position of the player.
        """
        return self._frequencies.setdefault(who_sits(state, position), ActionFrequencies(deep=True))

    def weights(self, state: State) -> dict[int, NDArray[np.float64]]:
        """Return the range of each opponent still in, float64 [1326] by position, without the visible cards.

        Args:
            state: The hand as the player to act sees it.
        """
        models = self._told(state)
        return {
            position: model.weights(state) for position, model in models.items() if not state.folded[position]
        }

    def learn(self, state: State) -> None:
        """Learn from a finished hand.

        Args:
            state: The finished hand, as the player saw it.
        """
        for position in range(state.players):
            if position != state.viewer:
                self.frequencies(state, position).learn(state, position)
        self._hand = None

    def _told(self, state: State) -> dict[int, PokiWeights]:
        """Return the models of this hand after all its actions; a hand that goes on is updated by its new actions only."""
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
    """Return whether a state is a later state of the same hand."""
    return (
        (before.hand, before.names, before.game) == (state.hand, state.names, state.game)
        and state.history.startswith(before.history)
        and state.board[: len(before.board)] == before.board
        and before.hole_cards == state.hole_cards
    )
