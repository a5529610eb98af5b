"""Strategies of jam or fold: what they do, and what they win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from pokerdata.cards.hand_classes import CLASS_COUNT
from pokerdata.cards.hand_grid import hand_grid
from pokerdata.preflop.jamming.hand_play import Ahead, BigPlay, SmallPlay
from pokerdata.preflop.jamming.hands import DEALT, Floats
from pokerdata.preflop.jamming.tournament import JamFoldTournament
from pokerdata.preflop.jamming.whole import Worth, least_worth, met_worth
from pokerdata.support.colours import Scale
from pokerdata.support.text import brief, quoted

#: Whom a player meets: one who jams or folds, too, or one who may do anything.
Opponent: TypeAlias = Literal["jam-fold", "any"]


class JamFoldChances(NamedTuple):
    """A player's chance to win the tournament, by his own stack before blinds.

    Attributes:
        small: If he has the small blind next, float64 [stacks].
        big: If he has the big one, float64 [stacks].
    """

    small: Floats
    big: Floats


@dataclass(frozen=True, eq=False, repr=False)
class JamFoldStrategy:
    """What a player does who jams or folds. Rows are his own stacks before blinds, those of `JamFoldTournament.stacks`.

    Where blinds leave nothing to decide he is all-in, whatever was given.

    Args:
        tournament: The rules.
        jam: The chance that he goes all-in in the small blind, float64 [stacks, 169], by class of hands.
        call: The chance that he calls that in the big blind.
        answer: The chance that he goes all-in in the big blind when the small one put in as much and waits; None for
            strategies that are never asked.

    Raises:
        ValueError: For other shapes, or what are no chances.
    """

    tournament: JamFoldTournament
    jam: Floats
    call: Floats
    answer: Floats | None = None

    def __post_init__(self) -> None:
        shape = (len(self.tournament.stacks), CLASS_COUNT)
        for name in ("jam", "call", "answer"):
            if (given := getattr(self, name)) is None and name == "answer":
                continue
            array = np.array(given, dtype=np.float64)
            if array.shape != shape or not ((array >= 0) & (array <= 1)).all():
                told = f"shape {array.shape}" if array.shape != shape else "others"
                raise ValueError(
                    f"{name}: expected chances from 0 to 1 {shape}, got {told}; e.g. np.ones({shape})"
                )
            if name != "answer":
                decides = self.tournament.decides_small if name == "jam" else self.tournament.decides_big
                array[~decides] = 1.0
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    @property
    def plays(self) -> tuple[SmallPlay, BigPlay]:
        """By the small blind's stack, in which hands are played."""
        answer = None if self.answer is None else self.answer[::-1]
        return SmallPlay(self.jam), BigPlay(self.call[::-1], answer)

    @property
    def jams(self) -> Floats:
        """How often he jams, over all hands, float64 [stacks]."""
        return np.asarray(self.jam @ DEALT)

    @property
    def calls(self) -> Floats:
        """How often he calls, over all hands, float64 [stacks]."""
        return np.asarray(self.call @ DEALT)

    def against(self, other: JamFoldStrategy) -> JamFoldChances:
        """The chances to win against another strategy, by one linear system.

        Args:
            other: Of the same tournament; it may be the same strategy.

        Raises:
            ValueError: For another tournament, or strategies between which it need not end.
        """
        if other.tournament != self.tournament:
            raise ValueError(
                f"other: expected a strategy of the same tournament, got one of {other.tournament}; e.g. itself"
            )
        return inside(met_worth(self.tournament, self.plays, other.plays))

    def least(self, opponent: Opponent = "jam-fold") -> JamFoldChances:
        """The chances to win against a best response in the whole tournament.

        Args:
            opponent: As for `jam_fold`.

        Raises:
            ValueError: For another opponent, a strategy that has no answer for him, or one with which the tournament
                need not end.
        """
        enters = check_opponent(opponent)
        if enters and self.answer is None:
            raise ValueError(
                "answer: expected a strategy that says what it does when the small blind enters, got one without; e.g. "
                'of jam_fold(opponent="any")'
            )
        return inside(least_worth(self.tournament, *self.plays, enters=enters))

    def margins(self) -> tuple[Floats, Floats]:
        """How much more all-in wins than folding with each class, in chances to win the tournament, when both play this.

        Returns:
            In the small blind and in the big one after a jam, float64 [stacks, 169] each, by the own stack.

        Raises:
            ValueError: For a strategy with which the tournament need not end.
        """
        small, big = self.plays
        ahead = Ahead(self.tournament, met_worth(self.tournament, (small, big), (small, big)).big)
        ours, theirs = ahead.small(BigPlay(big.call)), ahead.big(small)
        return (ours.jam - ours.fold) / DEALT, ((theirs.fold - theirs.call) / DEALT)[::-1]

    def __repr__(self) -> str:
        jams, calls = (f"{share.min():.0%} to {share.max():.0%}" for share in (self.jams, self.calls))
        return brief(self, str(self.tournament), f"jams {jams}", f"calls {calls}")

    def _repr_html_(self) -> str:
        middle = len(self.tournament.stacks) // 2
        played = self.jam[middle]
        return hand_grid(
            [f"{chance:.2f}" if chance else "" for chance in played],
            [Scale(0.0, 1.0).colour(float(chance)) if chance else "" for chance in played],
            [f"jammed {chance:.4f}" for chance in played],
            caption=f"Jammed in the small blind with {self.tournament.stacks[middle]:,} of {self.tournament.chips:,}",
        )


def check_opponent(opponent: object) -> bool:
    """Whether an opponent may do anything; raises ValueError for another text.

    Args:
        opponent: One of `Opponent`.
    """
    if opponent not in get_args(Opponent):
        raise ValueError(
            f"opponent: expected {' or '.join(get_args(Opponent))}, got {quoted(opponent)}; e.g. jam-fold"
        )
    return opponent == "any"


def inside(worth: Worth) -> JamFoldChances:
    """Chances without those of who has nothing or all.

    Args:
        worth: With them.
    """
    return JamFoldChances(worth.small[1:-1], worth.big[1:-1])
