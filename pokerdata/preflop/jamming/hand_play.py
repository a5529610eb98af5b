"""What both players do in one hand at every stack, how often it ends how, and what each move is worth.

Rows are the small blind's stacks, before blinds, for both players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pokerdata.preflop.jamming.hands import DEALT, Floats, Met, met
from pokerdata.preflop.jamming.tournament import FOLDED, LEFT, LOST, STOLE, TIED, WON, JamFoldTournament

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
