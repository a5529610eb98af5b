"""Jam or fold solved to the end of the tournament, with a proven distance from the best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerdata.preflop.jamming.hands import Floats
from pokerdata.preflop.jamming.one_hand import OneHand
from pokerdata.preflop.jamming.strategy import (
    JamFoldChances,
    JamFoldStrategy,
    Opponent,
    check_opponent,
    inside,
)
from pokerdata.preflop.jamming.tournament import JamFoldTournament
from pokerdata.preflop.jamming.whole import by_chips, least_worth
from pokerdata.support import html
from pokerdata.support.arguments import as_count
from pokerdata.support.progress import Progress
from pokerdata.support.text import brief, quoted

_FIRST = 100  # iterations of the first round
_MOST_ITERATIONS = 10**7


@dataclass(frozen=True)
class JamFold:
    """A tournament of jam or fold, solved. Arrays are over the stacks of `JamFoldTournament.stacks`.

    The least is what the strategy wins against whoever responds best to it, in both seats and in the whole tournament; the
    most is what no strategy that jams or folds wins more than. The value lies between: what is not known of it is their
    difference.

    Attributes:
        strategy: What to do, with the rules.
        opponent: Whom it is made for, ``"jam-fold"`` or ``"any"``.
        least: The least chances to win the tournament.
        most: The most.
        iterations: Of CFR+ that it took.
        target: The gap that was asked for.
    """

    strategy: JamFoldStrategy
    opponent: Opponent
    least: JamFoldChances
    most: JamFoldChances
    iterations: int
    target: float

    @property
    def tournament(self) -> JamFoldTournament:
        """The rules."""
        return self.strategy.tournament

    @property
    def gaps(self) -> Floats:
        """How far the strategy is from the best of those that jam or fold, at most, float64 [stacks]: the larger of what
        is not known in either seat with a stack."""
        return np.maximum(self.most.small - self.least.small, self.most.big - self.least.big)

    @property
    def gap(self) -> float:
        """The largest of `gaps`."""
        return float(self.gaps.max())

    @property
    def settled(self) -> bool:
        """Whether the gap is what was asked for."""
        return self.gap <= self.target

    @property
    def losses(self) -> Floats:
        """What the strategy loses to whom it is made for, at most, by the small blind's stack, float64 [stacks].

        Who sits opposite can play the same strategy, and so win what it wins there at least: of the whole there is left
        the value of this seat at the most. Against ``"any"`` opponent that bounds what is lost by jamming or folding.
        """
        return np.asarray(1 - self.least.big[::-1] - self.least.small)

    def __repr__(self) -> str:
        return brief(
            self,
            str(self.strategy.tournament),
            f"against {self.opponent}",
            f"gap {self.gap:.2g}",
        )

    def _repr_html_(self) -> str:
        rules, middle = self.tournament, len(self.tournament.stacks) // 2
        return html.facts(
            {
                "chips": f"{rules.chips:,}",
                "blinds": "{:,}/{:,}".format(*rules.blinds),
                "stacks": f"{len(rules.stacks):,}",
                "opponent": self.opponent,
                f"wins in the small blind with {rules.stacks[middle]:,}": f"{self.least.small[middle]:.6f}",
                "gap": f"{self.gap:.2g}",
                "iterations": f"{self.iterations:,}",
            },
            caption="JamFold",
        )


def check_target(target: float) -> None:
    """Raise ValueError for what is no gap to stop at.

    Args:
        target: In chances to win.
    """
    if not (isinstance(target, int | float) and 0 <= target < 1):
        raise ValueError(f"target: expected a number from 0 to 1, got {quoted(target)}; e.g. 1e-6")


def jam_fold(
    chips: int = 8000,
    blinds: tuple[int, int] = (300, 600),
    step: int = 50,
    *,
    opponent: Opponent = "jam-fold",
    target: float = 1e-6,
    iterations: int = 20_000,
    progress: Progress | None = None,
) -> JamFold:
    """Solve a tournament of two in which a player goes all-in before the flop or folds, until one has all chips.

    Seats change every hand, and hands may repeat for ever: a recursive game (Everett 1957). In rounds, CFR+ solves one hand
    at each stack, all at once; then a best response of the other player in the whole tournament, by policy iteration, says
    what the strategy found wins at the least, and that is what chips are worth in the next round (Hoffman & Karp 1966),
    which has twice the iterations. Ends where the gap is small enough, or iterations are spent: look at ``gap``.

    About 5 ms an iteration for 159 stacks on one core, twice that against ``"any"``, in proportion to stacks; these settle
    in 1,500 to 3,000. Deep stacks take many more: with 100 big blinds a player 1,500 iterations leave a gap of 4e-5, with
    500 big blinds (2,001 chips, blinds of 1 and 2) 350 leave one of .17. `refine_jam_fold` goes on from there.

    Args:
        chips: In play, of both together.
        blinds: The small and the big one.
        step: Stacks are multiples of it, and so are blinds and chips.
        opponent: ``"jam-fold"``: he jams or folds, too. ``"any"``: he may do anything allowed. Of that, all that can gain
            more in the small blind is to enter for the big blind, see the answer, jam or fold, and only then fold or call:
            raises that are larger are answered alike and cost more.
        target: The gap to stop at, in chances to win.
        iterations: The most, of CFR+.
        progress: Called with iterations done and the most.

    Raises:
        ValueError: For numbers that do not fit together, or another opponent.
        CapacityError: For more stacks than memory holds.
    """
    tournament = JamFoldTournament(chips, blinds, step)
    iterations = as_count(iterations, "iterations", 1, _MOST_ITERATIONS, 20_000)
    check_target(target)
    done, enters = 0, check_opponent(opponent)
    in_small, in_big = OneHand(tournament, enters=False), OneHand(tournament, enters=enters)
    now, best = by_chips(tournament), None

    def advance() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done // 2, iterations)

    count = min(_FIRST, iterations)
    while count:
        small, other_big = in_small.solve(now.big, count, advance)
        other_small, big = in_big.solve(now.of_other.big, count, advance)
        now = least_worth(tournament, small, big, enters=enters, begin=now)
        other = now
        if enters:
            # the other one's guarantee, against who jams or folds
            other = least_worth(tournament, other_small, other_big, enters=False, begin=now.of_other)
        least, most = inside(now), inside(other.of_other)
        found = JamFold(
            JamFoldStrategy(
                tournament, small.jam, big.call[::-1], None if big.answer is None else big.answer[::-1]
            ),
            opponent,
            least,
            most,
            done // 2,
            target,
        )
        if best is None or found.gap < best.gap:
            best = found
        if best.settled:
            break
        count = min(2 * count, iterations - done // 2)
    assert best is not None
    return best
