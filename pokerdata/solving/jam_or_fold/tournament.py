"""Rules of the jam-or-fold tournament, all-in results of hands, and the value of each move.

Rows are the small blind's stacks before blinds, for both players.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.arguments import as_count
from pokerdata._support.resources import available_memory
from pokerdata._support.text import bytes_text, quoted
from pokerdata.cards import COMBINATION_COUNT, HEADS_UP_BOARDS, OPPOSING_HANDS
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_SIZES
from pokerdata.cards.preflop.matchups import class_results
from pokerdata.errors import CapacityError

#: Outcomes of a hand for the small blind, in the order of `JamFoldTournament.ends`.
FOLDED, STOLE, LEFT, WON, TIED, LOST = range(6)
_MOST_CHIPS = 10**12
_MOST_STACKS = 20_000


@dataclass(frozen=True)
class JamFoldTournament:
    """Two-player no-limit Texas hold'em until one player has all chips. Seats change every hand; blinds stay.

    Args:
        chips: Chips in play, of both players together.
        blinds: The small and the big blind.
        step: Unit of which stacks, blinds and chips are multiples.

    Raises:
        ValueError: If the numbers do not fit together.
        CapacityError: If there are more stacks than memory holds.
    """

    chips: int = 8000
    blinds: tuple[int, int] = (300, 600)
    step: int = 50

    def __post_init__(self) -> None:
        step = as_count(self.step, "step", 1, _MOST_CHIPS, 50)
        chips = as_count(self.chips, "chips", 2 * step, _MOST_CHIPS, 160 * step)
        try:
            small, big = self.blinds
        except (TypeError, ValueError):
            raise ValueError(f"blinds: expected two, got {quoted(self.blinds)}; e.g. (300, 600)") from None
        small = as_count(small, "small blind", 1, _MOST_CHIPS, 6 * step)
        big = as_count(big, "big blind", small, _MOST_CHIPS, 2 * small)
        for name, value in (("chips", chips), ("small blind", small), ("big blind", big)):
            if value % step:
                raise ValueError(
                    f"{name}: expected a multiple of the step, {step}, got {value}; e.g. {-(-value // step) * step}"
                )
        stacks = chips // step - 1
        if stacks > _MOST_STACKS:
            raise ValueError(
                f"step: expected at most {_MOST_STACKS:,} stacks, got {stacks:,} of {chips} chips in steps of {step}; "
                "e.g. larger steps"
            )
        need, free = 8 * stacks * (4 * stacks + 60 * 169), available_memory()
        if need > free:
            raise CapacityError(
                f"not enough memory for {stacks:,} stacks: they need {bytes_text(need)}, {bytes_text(free)} are free; "
                "expected larger steps"
            )
        object.__setattr__(self, "chips", chips)
        object.__setattr__(self, "blinds", (small, big))
        object.__setattr__(self, "step", step)

    @cached_property
    def stacks(self) -> NDArray[np.int64]:
        """Stacks before blinds with which a hand can begin, rising, int64 [stacks].

        These are all multiples of the step between 0 and all chips. The other player's stacks are the same in falling
        order.
        """
        return np.arange(self.step, self.chips, self.step)

    def row(self, stack: int) -> int:
        """Return the index of a stack in `stacks`.

        Args:
            stack: Stack in chips.

        Raises:
            ValueError: If no hand begins with this stack.
        """
        stack = as_count(stack, "stack", self.step, self.chips - self.step, self.chips // 2)
        if stack % self.step:
            raise ValueError(
                f"stack: expected a multiple of the step, {self.step}, got {stack}; e.g. {stack // self.step * self.step}"
            )
        return stack // self.step - 1

    @cached_property
    def others(self) -> NDArray[np.int64]:
        """The other player's stacks, int64 [stacks]."""
        return self.stacks[::-1]

    @cached_property
    def effective(self) -> NDArray[np.int64]:
        """The effective stack: the smaller of both, which is won or lost all-in, int64 [stacks]."""
        return np.minimum(self.stacks, self.others)

    @cached_property
    def decides_small(self) -> NDArray[np.bool_]:
        """Where the small blind has a decision, by its stack, bool [stacks]: the effective stack exceeds the small blind."""
        return self.effective > self.blinds[0]

    @cached_property
    def decides_big(self) -> NDArray[np.bool_]:
        """Where the big blind has a decision after a jam, bool [stacks]: both players have more than the big blind."""
        return self.effective > self.blinds[1]

    @cached_property
    def ends(self) -> NDArray[np.int64]:
        """The small blind's chips after a hand in steps, int64 [stacks, 6].

        Outcomes: the small blind folds; the big blind folds; the small blind enters for the big blind and folds to a jam;
        all-in, the small blind wins, ties, loses. Amounts that a stack cannot win or lose are clipped.
        """
        s, e, (small, big) = self.stacks, self.effective, self.blinds
        after = np.stack([s - small, s + big, s - big, s + e, s, s - e], axis=1)
        return np.asarray(np.clip(after, 0, self.chips) // self.step)


Floats = NDArray[np.float64]
#: Probability of each hand class, float64 [169].
DEALT: Floats = CLASS_SIZES / COMBINATION_COUNT


class Met(NamedTuple):
    """Joint probabilities that a player holds each class, the other player is in, and the hand ends in this way.

    Attributes:
        won: The player wins: float64 [stacks, 169].
        tied: The players tie, in the same shape.
        lost: The player loses, in the same shape.
    """

    won: Floats
    tied: Floats
    lost: Floats

    @property
    def dealt(self) -> Floats:
        """Joint probability that the player holds the class and the other player is in, whoever wins."""
        return self.won + self.tied + self.lost


def met(weights: Floats) -> Met:
    """Return the results of a player's hands against the weights of the other player's hands that are in.

    Args:
        weights: Weights of the other player's classes, float64 [stacks, 169].
    """
    met = (weights @ _results()).reshape(-1, 3, CLASS_COUNT)
    return Met(met[:, 0], met[:, 1], met[:, 2])


@cache
def _results() -> Floats:
    """Return joint probabilities of two classes and of the result for the second, float64 [169, 3 * 169]."""
    wins, ties, pairs = (array.astype(np.float64) for array in class_results())
    deals = float(COMBINATION_COUNT * OPPOSING_HANDS["preflop"])
    won, tied = wins / HEADS_UP_BOARDS, ties / HEADS_UP_BOARDS
    return np.asarray(np.hstack([won.T, tied.T, pairs - won.T - tied.T]) / deals)


_NOTHING: Floats = np.zeros((1, 1))


@dataclass(frozen=True)
class SmallPlay:
    """Strategy of the small blind by hand class; the remaining probability is a fold.

    Attributes:
        jam: Probability of going all-in, float64 [stacks, 169].
        enter: Probability of completing to the big blind and waiting; None for a player who never does.
        stay: Probability of then calling a jam.
    """

    jam: Floats
    enter: Floats | None = None
    stay: Floats | None = None


@dataclass(frozen=True)
class BigPlay:
    """Strategy of the big blind by hand class; the remaining probability is a fold.

    Attributes:
        call: Probability of calling a jam, float64 [stacks, 169].
        answer: Probability of jamming when the small blind entered; None for a player who never faces this.
    """

    call: Floats
    answer: Floats | None = None


class SmallWorths(NamedTuple):
    """Value of each move of the small blind by class, times the class's probability, float64 [stacks, 169] each.

    Attributes:
        fold: If it folds.
        jam: If it goes all-in.
        entered: If it enters and the big blind folds; 0 where it cannot enter, like the next two.
        leave: If it enters, faces a jam and folds.
        stay: If it enters, faces a jam and calls.
    """

    fold: Floats
    jam: Floats
    entered: Floats
    leave: Floats
    stay: Floats


class BigWorths(NamedTuple):
    """Value for the *small blind* of each move of the big blind, times the class's probability, float64 [stacks, 169].

    Attributes:
        fold: If the big blind folds to a jam.
        call: If it calls a jam.
        give_up: If it folds to an entry; 0 where there is none, like the next.
        answer: If it jams after an entry.
    """

    fold: Floats
    call: Floats
    give_up: Floats
    answer: Floats


class Ahead:
    """Value of a hand to the small blind, by its outcome.

    Args:
        tournament: The rules.
        worth: Value to the small blind of its chips in steps after the hand, from 0 to all; float64 [stacks + 2].
        rows: Rows of the small blind's stacks to consider; all by default.
    """

    def __init__(
        self, tournament: JamFoldTournament, worth: Floats, rows: slice | np.ndarray | None = None
    ) -> None:
        rows = slice(None) if rows is None else rows
        self._ends = worth[tournament.ends[rows]][:, :, None]
        self.may_enter = tournament.decides_big[rows][:, None]

    def of(self, end: int) -> Floats:
        """Return the value of an outcome, float64 [stacks, 1]."""
        return self._ends[:, end]

    def shown(self, met: Met, *, small: bool) -> Floats:
        """Return all-in values from the results of a player's hands, those of the small blind or of the big blind."""
        won, lost = (met.won, met.lost) if small else (met.lost, met.won)
        return won * self.of(WON) + met.tied * self.of(TIED) + lost * self.of(LOST)

    def small(self, big: BigPlay) -> SmallWorths:
        """Return the value of each move of the small blind.

        Args:
            big: Strategy of the big blind.
        """
        called = met(big.call)
        jam = (DEALT - called.dealt) * self.of(STOLE) + self.shown(called, small=True)
        fold = DEALT * self.of(FOLDED)
        if big.answer is None:
            return SmallWorths(fold, jam, _NOTHING, _NOTHING, _NOTHING)
        answered = met(big.answer)
        entered = (DEALT - answered.dealt) * self.of(STOLE)
        return SmallWorths(
            fold, jam, entered, answered.dealt * self.of(LEFT), self.shown(answered, small=True)
        )

    def big(self, small: SmallPlay) -> BigWorths:
        """Return the value for the small blind of each move of the big blind.

        Args:
            small: Strategy of the small blind.
        """
        jammed = met(small.jam)
        fold, call = jammed.dealt * self.of(STOLE), self.shown(jammed, small=False)
        if small.enter is None or small.stay is None:
            return BigWorths(fold, call, _NOTHING, _NOTHING)
        staying, leaving = met(small.enter * small.stay), met(small.enter * (1 - small.stay)).dealt
        return BigWorths(
            fold,
            call,
            (staying.dealt + leaving) * self.of(STOLE),
            self.shown(staying, small=False) + leaving * self.of(LEFT),
        )


def chances(small: SmallPlay, big: BigPlay) -> Floats:
    """Return the probability of each outcome in the order of `JamFoldTournament.ends`, float64 [stacks, 6].

    Rows sum to 1.

    Args:
        small: Strategy of the small blind.
        big: Strategy of the big blind.
    """
    found = np.zeros((len(small.jam), 6))
    folds = 1 - small.jam

    def ends(met: Met, in_: Floats) -> None:
        """Add results of the big blind's hands, given how often each is in."""
        found[:, STOLE] += ((1 - in_) * met.dealt).sum(axis=1)
        for end, part in ((WON, met.lost), (TIED, met.tied), (LOST, met.won)):
            found[:, end] += (in_ * part).sum(axis=1)

    ends(met(small.jam), big.call)
    if small.enter is not None and small.stay is not None:
        assert big.answer is not None
        folds = folds - small.enter
        ends(met(small.enter * small.stay), big.answer)
        leaving = met(small.enter * (1 - small.stay)).dealt
        found[:, STOLE] += ((1 - big.answer) * leaving).sum(axis=1)
        found[:, LEFT] += (big.answer * leaving).sum(axis=1)
    found[:, FOLDED] = folds @ DEALT
    return found


def best_small(worths: SmallWorths, tournament: JamFoldTournament, *, enters: bool) -> SmallPlay:
    """Return the small blind's best move with each class; without a decision it is all-in.

    Args:
        worths: Values of the moves, at all stacks.
        tournament: The rules.
        enters: Whether the small blind may enter where blinds leave both players chips.
    """
    forced = ~tournament.decides_small[:, None]
    jams = worths.jam > worths.fold
    if not enters:
        return SmallPlay((jams | forced).astype(np.float64))
    stay = worths.stay > worths.leave
    entering = worths.entered + np.maximum(worths.stay, worths.leave)
    enter = (entering > np.maximum(worths.jam, worths.fold)) & tournament.decides_big[:, None]
    return SmallPlay(
        ((jams & ~enter) | forced).astype(np.float64), enter.astype(np.float64), stay.astype(np.float64)
    )


def best_big(worths: BigWorths, tournament: JamFoldTournament, *, answers: bool) -> BigPlay:
    """Return the big blind's best move with each class; without a decision it is all-in.

    Args:
        worths: Values of the moves, at all stacks.
        tournament: The rules.
        answers: Whether the small blind may enter.
    """
    call = ((worths.call < worths.fold) | ~tournament.decides_big[:, None]).astype(np.float64)
    return BigPlay(call, (worths.answer < worths.give_up).astype(np.float64) if answers else None)
