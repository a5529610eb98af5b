"""Solutions of jam or fold made better: each hand by a linear program, given what stacks are worth after it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards.hand_classes import CLASS_COUNT
from pokerdata.preflop.jamming.hand_play import Ahead, BigPlay, SmallPlay, best_small
from pokerdata.preflop.jamming.hands import DEALT, Floats, Met, met
from pokerdata.preflop.jamming.solving import JamFold, check_target
from pokerdata.preflop.jamming.strategy import JamFoldStrategy, inside
from pokerdata.preflop.jamming.tournament import FOLDED, LOST, STOLE, TIED, WON
from pokerdata.preflop.jamming.whole import least_worth, met_worth
from pokerdata.support.arguments import as_count
from pokerdata.support.extras import imported_for
from pokerdata.support.progress import Progress

_OPEN = 24  # hands of each player that a program may mix at first, those that are nearest to being mixed
_MOST_PROGRAMS = 8  # for a hand: after each, hands that it shows to be played wrongly may be mixed, too
_WRONG = 1e-13  # more than rounding, in chances to win the tournament
_MIXED = 1e-6
_TOLERANCE = 1e-10
_MOST_ROUNDS = 1000


def refine_jam_fold(
    found: JamFold, *, target: float = 1e-9, rounds: int = 20, progress: Progress | None = None
) -> JamFold:
    """A better solution of the same tournament, beginning with one of `jam_fold`; for deep stacks, which CFR+ leaves rough.

    In rounds: what both strategies win of each other says what chips are worth after a hand (as Newton's method has it,
    Pollatschek & Avi-Itzhak 1969), and one hand at each stack is solved for that by a linear program in the hands that are
    near to being mixed; the others go all-in or not, and whatever is played wrongly then joins them. The gap is proven as
    ever, by best responses in the whole tournament. SciPy does it; about 4 ms a stack and round; some three to five rounds.

    Args:
        found: The solution to begin with, against who jams or folds, too.
        target: The gap to stop at, in chances to win.
        rounds: The most.
        progress: Called with rounds done and the most.

    Returns:
        The best of all rounds, `found` included.

    Raises:
        ValueError: For a solution against ``"any"`` opponent, or numbers out of range.
        ModuleNotFoundError: Where SciPy is not installed.
    """
    if found.opponent != "jam-fold":
        raise ValueError(
            f"found: expected a solution against jam-fold, got one against {found.opponent}; e.g. jam_fold(20, (1, 2), 1)"
        )
    rounds = as_count(rounds, "rounds", 1, _MOST_ROUNDS, 20)
    check_target(target)
    rules, best = found.tournament, found
    small, big = found.strategy.plays
    jam, call = np.array(small.jam), np.array(big.call)
    for done in range(rounds):
        if best.gap <= target:
            break
        plays = SmallPlay(jam), BigPlay(call)
        now = met_worth(rules, plays, plays)
        for row, worth in zip(np.flatnonzero(rules.decides_big), _worths(found, now.big), strict=True):
            jam[row], call[row] = _solved(worth, jam[row], call[row])
        alone = ~rules.decides_big  # where only the small blind decides, or nobody
        jam[alone] = best_small(Ahead(rules, now.big).small(BigPlay(call)), rules, enters=False).jam[alone]
        least = least_worth(rules, SmallPlay(jam), BigPlay(call), enters=False, begin=now)
        new = JamFold(
            JamFoldStrategy(rules, jam, call[::-1]),
            found.opponent,
            inside(least),
            inside(least.of_other),
            found.iterations,
            target,
        )
        best = new if new.gap < best.gap else best
        if progress is not None:
            progress(done + 1, rounds)
    return best


def _worths(found: JamFold, worth: Floats) -> Floats:
    """What the ends of a hand are worth to the small blind where both decide, float64 [stacks, 6]."""
    return np.asarray(worth[found.tournament.ends[found.tournament.decides_big]])


class _Hand(NamedTuple):
    """One hand at a stack, in what the small blind wins times the chance of the classes: [his class, the other's].

    Attributes:
        fold: If he folds, float64 [169].
        stolen: If he jams and is not called, float64 [169, 169].
        called: If he is.
    """

    fold: Floats
    stolen: Floats
    called: Floats

    def margins(self, jam: Floats, call: Floats) -> tuple[Floats, Floats]:
        """How much better all-in is than folding, for each class of the small blind and of the big one."""
        small = self.stolen @ (1 - call) + self.called @ call - self.fold
        return small / DEALT, (jam @ (self.stolen - self.called)) / DEALT


def _solved(worth: Floats, jam: Floats, call: Floats) -> tuple[Floats, Floats]:
    """An equilibrium of one hand; what was given where no program finds one."""
    pairs = _pairs()
    hand = _Hand(
        worth[FOLDED] * DEALT,
        worth[STOLE] * pairs.dealt.T,
        worth[WON] * pairs.won.T + worth[TIED] * pairs.tied.T + worth[LOST] * pairs.lost.T,
    )
    begun = jam, call
    margins = hand.margins(jam, call)
    mixes = [_nearest(margin, chance) for margin, chance in zip(margins, begun, strict=True)]
    for _ in range(_MOST_PROGRAMS):
        solved = _program(hand, jam, call, *mixes)
        if solved is None:
            return begun
        jam, call = solved
        wrong = [
            ~mix & np.where(chance > 0.5, margin < -_WRONG, margin > _WRONG)
            for mix, margin, chance in zip(mixes, hand.margins(jam, call), solved, strict=True)
        ]
        if not (wrong[0].any() or wrong[1].any()):
            break
        mixes = [mix | more for mix, more in zip(mixes, wrong, strict=True)]
    return jam, call


@cache
def _pairs() -> Met:
    """The chance of a pair of classes and how it ends, each float64 [the other's class, own class]."""
    return met(np.eye(CLASS_COUNT))


def _nearest(margin: Floats, chance: Floats) -> NDArray[np.bool_]:
    """Classes that are mixed, or may soon be, bool [169]."""
    near = (chance > _MIXED) & (chance < 1 - _MIXED)
    near[np.argsort(np.abs(margin), kind="stable")[:_OPEN]] = True
    return near


def _program(
    hand: _Hand, jam: Floats, call: Floats, mixed: NDArray[np.bool_], mixing: NDArray[np.bool_]
) -> tuple[Floats, Floats] | None:
    """Both players' best, where some classes may be mixed and the others do what they nearly do.

    The small blind chooses chances x, and t, what he wins against each class of the big blind that may be mixed: no more
    than if it folds, and no more than if it calls. How much these two bounds weigh in the optimum is how often it does that.
    """
    with imported_for("refined solutions of jam or fold"):
        from scipy.optimize import linprog

    jam, call = np.where(mixed, jam, np.rint(jam)), np.where(mixing, call, np.rint(call))
    others = np.where(mixing, 0.0, call)
    won = hand.stolen @ np.where(mixing, 0.0, 1 - call) + hand.called @ others - hand.fold
    given = np.where(mixed, 0.0, jam)
    each = np.eye(int(mixing.sum()))
    dealt = DEALT[mixing]
    bounds = [
        (-table[np.ix_(mixed, mixing)].T / dealt[:, None], (given @ table)[mixing] / dealt)
        for table in (hand.stolen, hand.called)
    ]
    result = linprog(
        -np.concatenate([won[mixed], dealt]),
        A_ub=np.vstack([np.hstack([part, each]) for part, _ in bounds]),
        b_ub=np.concatenate([most for _, most in bounds]),
        bounds=[(0, 1)] * int(mixed.sum()) + [(None, None)] * len(dealt),
        method="highs-ds",
        options={"primal_feasibility_tolerance": _TOLERANCE, "dual_feasibility_tolerance": _TOLERANCE},
    )
    if result.status != 0:
        return None
    folds, calls = -result.ineqlin.marginals.reshape(2, -1)
    jam[mixed] = np.clip(result.x[: int(mixed.sum())], 0, 1)
    call[mixing] = np.clip(calls / np.maximum(folds + calls, 1e-300), 0, 1)
    return jam, call
