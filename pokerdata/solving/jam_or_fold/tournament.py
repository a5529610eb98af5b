"""The tournament of jam or fold: its rules, what hands win all-in, and what each move of a hand is worth.

Rows are the small blind's stacks, before blinds, for both players.
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

#: How a hand ends for the small blind, in the order of `JamFoldTournament.ends`.
FOLDED, STOLE, LEFT, WON, TIED, LOST = range(6)
_MOST_CHIPS = 10**12
_MOST_STACKS = 20_000


@dataclass(frozen=True)
class JamFoldTournament:
    """Two players, no-limit Texas hold'em, until one has all chips. Seats change every hand, blinds stay.

    Args:
        chips: In play, of both together.
        blinds: The small and the big one.
        step: Stacks are multiples of it, and so are blinds and chips.

    Raises:
        ValueError: For numbers that do not fit together.
        CapacityError: For more stacks than memory holds.
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
        """The stacks before blinds with which a hand can begin, rising, int64 [stacks]: all multiples of the step between
        0 and all chips. Those of the other player are the same in falling order.
        """
        return np.arange(self.step, self.chips, self.step)

    def row(self, stack: int) -> int:
        """Where a stack stands in `stacks`.

        Args:
            stack: In chips.

        Raises:
            ValueError: For one with which no hand begins.
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
        """The smaller of both stacks: what is won or lost all-in, int64 [stacks]."""
        return np.minimum(self.stacks, self.others)

    @cached_property
    def decides_small(self) -> NDArray[np.bool_]:
        """Where the small blind has a decision, by his stack, bool [stacks]: blinds leave both of them, or the big one
        alone all-in, something to decide about.
        """
        return self.effective > self.blinds[0]

    @cached_property
    def decides_big(self) -> NDArray[np.bool_]:
        """Where the big blind has one after a jam, bool [stacks]: both have more than the big blind."""
        return self.effective > self.blinds[1]

    @cached_property
    def ends(self) -> NDArray[np.int64]:
        """The small blind's chips after a hand in steps, int64 [stacks, 6].

        He folds; the big blind folds; he enters for the big blind and folds to a jam; all-in, he wins, ties, loses. What
        cannot happen with a stack is cut to what there is.
        """
        s, e, (small, big) = self.stacks, self.effective, self.blinds
        after = np.stack([s - small, s + big, s - big, s + e, s, s - e], axis=1)
        return np.asarray(np.clip(after, 0, self.chips) // self.step)


Floats = NDArray[np.float64]
#: The chance of each class, float64 [169].
DEALT: Floats = CLASS_SIZES / COMBINATION_COUNT


class Met(NamedTuple):
    """For each hand of a player the chance that he holds it, that the other one is in, and how the hand ends for him.

    Attributes:
        won: Float64 [stacks, 169].
        tied: The same.
        lost: The same.
    """

    won: Floats
    tied: Floats
    lost: Floats

    @property
    def dealt(self) -> Floats:
        """The chance that he holds it and the other one is in, whoever wins."""
        return self.won + self.tied + self.lost


def met(weights: Floats) -> Met:
    """What each hand of a player meets in the weights with which the other one is in.

    Args:
        weights: Of the other one's classes, float64 [stacks, 169].
    """
    met = (weights @ _results()).reshape(-1, 3, CLASS_COUNT)
    return Met(met[:, 0], met[:, 1], met[:, 2])


@cache
def _results() -> Floats:
    """The chance of a pair of classes and of how it ends for the second, float64 [169, 3 * 169]."""
    wins, ties, pairs = (array.astype(np.float64) for array in class_results())
    deals = float(COMBINATION_COUNT * OPPOSING_HANDS["preflop"])
    won, tied = wins / HEADS_UP_BOARDS, ties / HEADS_UP_BOARDS
    return np.asarray(np.hstack([won.T, tied.T, pairs - won.T - tied.T]) / deals)


_NOTHING: Floats = np.zeros((1, 1))


@dataclass(frozen=True)
class SmallPlay:
    """What the small blind does with each class; what is left is folded.

    Attributes:
        jam: The chance that he goes all-in, float64 [stacks, 169].
        enter: The chance that he puts in the big blind and waits; None for who never does.
        stay: The chance that he then calls a jam.
    """

    jam: Floats
    enter: Floats | None = None
    stay: Floats | None = None


@dataclass(frozen=True)
class BigPlay:
    """What the big blind does with each class; what is left is folded.

    Attributes:
        call: The chance that he calls a jam, float64 [stacks, 169].
        answer: The chance that he jams when the small blind entered; None for who is never asked.
    """

    call: Floats
    answer: Floats | None = None


class SmallWorths(NamedTuple):
    """What the small blind wins with each class, times the chance that he holds it, float64 [stacks, 169] each.

    Attributes:
        fold: If he folds.
        jam: If he goes all-in.
        entered: If he enters and the big blind folds; 0 where he cannot enter, as of the next two.
        leave: If he enters, is answered and folds.
        stay: If he enters, is answered and calls.
    """

    fold: Floats
    jam: Floats
    entered: Floats
    leave: Floats
    stay: Floats


class BigWorths(NamedTuple):
    """What the *small blind* wins against each class of the big one, times the chance to meet it, float64 [stacks, 169].

    Attributes:
        fold: If the big blind folds to a jam.
        call: If he calls it.
        give_up: If he folds to an entry; 0 where there is none, as of the next.
        answer: If he jams then.
    """

    fold: Floats
    call: Floats
    give_up: Floats
    answer: Floats


class Ahead:
    """What a hand is worth to the small blind, by how it ends.

    Args:
        tournament: The rules.
        worth: To him, with so many steps of chips after the hand, from 0 to all; float64 [stacks + 2].
        rows: The small blind's stacks that are looked at; all if not given.
    """

    def __init__(
        self, tournament: JamFoldTournament, worth: Floats, rows: slice | np.ndarray | None = None
    ) -> None:
        rows = slice(None) if rows is None else rows
        self._ends = worth[tournament.ends[rows]][:, :, None]
        self.may_enter = tournament.decides_big[rows][:, None]

    def of(self, end: int) -> Floats:
        """Float64 [stacks, 1]."""
        return self._ends[:, end]

    def shown(self, met: Met, *, small: bool) -> Floats:
        """All-in, of what a player's hands meet: of the small blind's or of the big one's."""
        won, lost = (met.won, met.lost) if small else (met.lost, met.won)
        return won * self.of(WON) + met.tied * self.of(TIED) + lost * self.of(LOST)

    def small(self, big: BigPlay) -> SmallWorths:
        """What each move of the small blind is worth to him.

        Args:
            big: What he meets.
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
        """What each move of the big blind is worth to the small one.

        Args:
            small: What he meets.
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
    """How often a hand ends how, in the order of `JamFoldTournament.ends`, float64 [stacks, 6]; rows sum to 1.

    Args:
        small: What the small blind does.
        big: What the big blind does.
    """
    found = np.zeros((len(small.jam), 6))
    folds = 1 - small.jam

    def ends(met: Met, in_: Floats) -> None:
        """What the big blind's hands meet, and how often each is in."""
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
    """The move that is worth most with each class; without a decision he is all-in.

    Args:
        worths: Of the moves, at all stacks.
        tournament: The rules.
        enters: Whether he may enter, where blinds leave both something.
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
    """The move that is worth least to the small blind with each class; without a decision he is all-in.

    Args:
        worths: Of the moves, at all stacks.
        tournament: The rules.
        answers: Whether he meets a small blind who enters.
    """
    call = ((worths.call < worths.fold) | ~tournament.decides_big[:, None]).astype(np.float64)
    return BigPlay(call, (worths.answer < worths.give_up).astype(np.float64) if answers else None)
