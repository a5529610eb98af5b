"""Solve jam or fold for whole tournaments, with proven gaps, and refine solutions by linear programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.extras import imported_for
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief, quoted
from pokerdata.cards.combinations import CLASS_COUNT
from pokerdata.solving.jam_or_fold.strategy import (
    JamFoldChances,
    JamFoldStrategy,
    Opponent,
    by_chips,
    check_opponent,
    inside,
    least_worth,
    met_worth,
)
from pokerdata.solving.jam_or_fold.tournament import (
    DEALT,
    FOLDED,
    LOST,
    STOLE,
    TIED,
    WON,
    Ahead,
    BigPlay,
    Floats,
    JamFoldTournament,
    Met,
    SmallPlay,
    best_small,
    met,
)
from pokerdata.solving.solved import Storable, TableParts


class OneHand:
    """One hand at each stack of a tournament, with the regrets of both players, which persist between solves.

    Args:
        tournament: The rules.
        enters: Whether the small blind may enter for the big blind and wait.
    """

    def __init__(self, tournament: JamFoldTournament, *, enters: bool) -> None:
        self.tournament, self.enters = tournament, enters
        self._rows = np.flatnonzero(tournament.decides_big)
        count = len(self._rows)
        moves = {"first": 2 + enters, "call": 2, **({"stay": 2, "answer": 2} if enters else {})}
        self._regrets = {name: np.zeros((n, count, 169)) for name, n in moves.items()}
        self._now = {name: _matched(regrets) for name, regrets in self._regrets.items()}

    def solve(
        self, worth: Floats, iterations: int, advance: Callable[[], None] = lambda: None
    ) -> tuple[SmallPlay, BigPlay]:
        """Return averages over some iterations, with higher weights for later ones.

        Args:
            worth: Value to the small blind of its chips after the hand, float64 [stacks + 2].
            iterations: Number of iterations.
            advance: Called after each iteration.
        """
        ahead = Ahead(self.tournament, worth, self._rows)
        sums = {name: np.zeros_like(regrets) for name, regrets in self._regrets.items()}
        for number in range(1, iterations + 1):
            self._update_small(ahead, _big(self._now))
            self._update_big(ahead, _small(self._now))
            for name, now in self._now.items():
                # moves after an entry have weight in proportion to the entry's probability
                sums[name] += now * (number * self._now["first"][2] if name == "stay" else number)
            advance()
        means = {name: _matched(weights) for name, weights in sums.items()}
        return self._everywhere(_small(means), _big(means), worth)

    def _update_small(self, ahead: Ahead, big: BigPlay) -> None:
        worths = ahead.small(big)
        values = [worths.fold, worths.jam]
        if self.enters:
            values.append(worths.entered + self._learn("stay", worths.leave, worths.stay))
        self._learn("first", *values)

    def _update_big(self, ahead: Ahead, small: SmallPlay) -> None:
        worths = ahead.big(small)
        self._learn("call", -worths.fold, -worths.call)
        if self.enters:
            self._learn("answer", -worths.give_up, -worths.answer)

    def _learn(self, name: str, *values: Floats) -> Floats:
        """Update regrets and the strategy of a decision, and return the value before the update."""
        won = sum(part * value for part, value in zip(self._now[name], values, strict=True))
        for regret, value in zip(self._regrets[name], values, strict=True):
            regret += value - won
            np.maximum(regret, 0, out=regret)
        self._now[name] = _matched(self._regrets[name])
        return np.asarray(won)

    def _everywhere(self, small: SmallPlay, big: BigPlay, worth: Floats) -> tuple[SmallPlay, BigPlay]:
        """Return strategies for all stacks.

        At the added stacks the big blind is all-in in any case, and the small blind plays its best move.
        """
        whole, shape = self.tournament, (len(self.tournament.stacks), 169)

        def filled(otherwise: Floats | float, part: Floats) -> Floats:
            found = np.empty(shape)
            found[:] = otherwise
            found[self._rows] = part
            return found

        call = filled(1.0, big.call)
        best = best_small(Ahead(whole, worth).small(BigPlay(call)), whole, enters=False)
        if small.enter is None or small.stay is None or big.answer is None:
            return SmallPlay(filled(best.jam, small.jam)), BigPlay(call)
        return (
            SmallPlay(filled(best.jam, small.jam), filled(0.0, small.enter), filled(0.0, small.stay)),
            BigPlay(call, filled(0.0, big.answer)),
        )


def _matched(weights: Floats) -> Floats:
    """Return probabilities in proportion to weights of 0 or more, float64 [moves, stacks, 169]; uniform if all are 0."""
    total = weights.sum(axis=0)
    none = total <= 0
    return np.asarray(np.where(none, 1 / len(weights), weights / np.where(none, 1.0, total)))


def _small(played: dict[str, Floats]) -> SmallPlay:
    _, jam, *enter = played["first"]
    return SmallPlay(jam, *enter, *([played["stay"][1]] if enter else []))


def _big(played: dict[str, Floats]) -> BigPlay:
    return BigPlay(played["call"][1], played["answer"][1] if "answer" in played else None)


_FIRST = 100  # iterations of the first round
_MOST_ITERATIONS = 10**7


KIND = "jam_fold"
PLAYED = ("jam", "call", "answer")
CHANCES = tuple((seat, bound) for seat in ("small", "big") for bound in ("least", "most"))
_STACK, _UNITS = "stack before blinds", "chance to win the tournament"
#: Attributes of each dataset.
_DATASETS: dict[str, dict[str, object]] = {
    "stacks": {"axes": [_STACK], "units": "chips"},
    **{name: {"axes": [_STACK, "class"], "units": "chance to go all-in"} for name in PLAYED},
    **{f"{seat}_{bound}": {"axes": [_STACK], "units": _UNITS} for seat, bound in CHANCES},
}


@dataclass(frozen=True)
class JamFold(Storable):
    """A solved jam-or-fold tournament. Arrays are over the stacks of `JamFoldTournament.stacks`.

    `least` is what the strategy wins against a best response, in both seats and in the whole tournament. `most` bounds what
    any jam-or-fold strategy can win. The value lies between; their difference is the uncertainty.

    Attributes:
        strategy: The strategy, with the rules.
        opponent: Opponent that it is made for, ``"jam-fold"`` or ``"any"``.
        least: Lower bounds of the chances to win the tournament.
        most: Upper bounds of these.
        iterations: Iterations of CFR+ that were used.
        target: The requested gap.
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
        """Bound of the distance to the best jam-or-fold strategy, float64 [stacks].

        It is the larger of the uncertainties in both seats with a stack.
        """
        return np.maximum(self.most.small - self.least.small, self.most.big - self.least.big)

    @property
    def gap(self) -> float:
        """The largest of `gaps`."""
        return float(self.gaps.max())

    @property
    def settled(self) -> bool:
        """Whether the gap reaches the target."""
        return self.gap <= self.target

    @property
    def losses(self) -> Floats:
        """Most that the strategy loses to the opponent it is made for, by the small blind's stack, float64 [stacks].

        The opponent can play the same strategy and win at least what that wins in the other seat. What remains of the whole
        bounds the value of this seat. Against ``"any"`` opponent this bounds the loss from jamming or folding.
        """
        return np.asarray(1 - self.least.big[::-1] - self.least.small)

    def table(self) -> TableParts:
        """Return the datasets and attributes of the table that `load_jam_fold` reads."""
        played = {name: getattr(self.strategy, name) for name in PLAYED}
        arrays = {
            "stacks": self.tournament.stacks,
            **{name: array for name, array in played.items() if array is not None},
            **{f"{seat}_{bound}": getattr(getattr(self, bound), seat) for seat, bound in CHANCES},
        }
        rules = self.tournament
        attributes = {
            "chips": rules.chips,
            "blinds": list(rules.blinds),
            "step": rules.step,
            "opponent": self.opponent,
            "gap": self.gap,
            "target": self.target,
            "iterations": self.iterations,
            "classes": "169 classes row by row through the 13 x 13 grid: ranks fall from the ace, suited above the "
            "diagonal; AA 0, AKs 1, AKo 13, 22 168",
        }
        return {
            "kind": KIND,
            "arrays": arrays,
            "attributes": attributes,
            "dataset_attributes": {name: _DATASETS[name] for name in arrays},
        }

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
    """Raise ValueError unless a number is a valid gap to stop at.

    Args:
        target: Gap in chances to win.
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
    """Solve a two-player tournament in which players go all-in before the flop or fold, until one has all chips.

    Seats change every hand, and hands may repeat forever: a recursive game (Everett 1957). The solver works in rounds. CFR+
    solves one hand at each stack, all at once. Then a best response in the whole tournament, by policy iteration, gives the
    least that the strategy wins. These are the values of chips in the next round (Hoffman & Karp 1966), which has twice the
    iterations. The solver stops when the gap is small enough or iterations are used up; check ``gap``.

    An iteration takes about 5 ms for 159 stacks on one core, twice that against ``"any"``, in proportion to stacks. That
    tournament reaches the target in 1,500 to 3,000 iterations. Deep stacks need many more: with 100 big blinds per player,
    1,500 iterations leave a gap of 4e-5. With 500 big blinds (2,001 chips, blinds of 1 and 2), 350 leave a gap of .17.
    `refine_jam_fold` continues from there.

    Args:
        chips: Chips in play, of both players together.
        blinds: The small and the big blind.
        step: Unit of which stacks, blinds and chips are multiples.
        opponent: ``"jam-fold"``: the opponent also jams or folds. ``"any"``: it may do anything legal. In the small blind
            only one more option can gain: enter for the big blind, see the answer, jam or fold, and only then fold or call.
            Larger raises get the same answers and cost more.
        target: Gap to stop at, in chances to win.
        iterations: Most iterations of CFR+.
        progress: Called with iterations done and the most.

    Raises:
        ValueError: If the numbers do not fit together, or the opponent is unknown.
        CapacityError: If there are more stacks than memory holds.
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
            # the other player's guaranteed chances, against a player who jams or folds
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


_OPEN = 24  # classes per player that a program may mix at first: those nearest to being mixed
_MOST_PROGRAMS = 8  # per hand; after each program, classes that it shows to be misplayed may be mixed, too
_WRONG = 1e-13  # above rounding, in chances to win the tournament
_MIXED = 1e-6
_TOLERANCE = 1e-10
_MOST_ROUNDS = 1000


def refine_jam_fold(
    found: JamFold, *, target: float = 1e-9, rounds: int = 20, progress: Progress | None = None
) -> JamFold:
    """Improve a solution of `jam_fold`; use it for deep stacks, for which CFR+ converges slowly.

    The method works in rounds. The result of both strategies against each other gives the values of chips after a hand, as
    in Newton's method (Pollatschek & Avi-Itzhak 1969). For these values a linear program solves one hand at each stack. It
    may mix the classes that are near to being mixed; the others go all-in or fold, and any that are misplayed join the
    program. The gap is proven by best responses in the whole tournament. Needs SciPy; takes about 4 ms per stack and round,
    and three to five rounds.

    Args:
        found: The solution to begin with, against an opponent who also jams or folds.
        target: Gap to stop at, in chances to win.
        rounds: Most rounds.
        progress: Called with rounds done and the most.

    Returns:
        The best of all rounds, `found` included.

    Raises:
        ValueError: For a solution against ``"any"`` opponent, or numbers out of range.
        ModuleNotFoundError: If SciPy is not installed.
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
        alone = ~rules.decides_big  # only the small blind has a decision, or nobody has
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
    """Return the small blind's values of a hand's outcomes where both players decide, float64 [stacks, 6]."""
    return np.asarray(worth[found.tournament.ends[found.tournament.decides_big]])


class _Hand(NamedTuple):
    """One hand at a stack: the small blind's values times probabilities of classes, [own class, other class].

    Attributes:
        fold: Values if the small blind folds, float64 [169].
        stolen: Values if it jams and is not called, float64 [169, 169].
        called: Values if it jams and is called, float64 [169, 169].
    """

    fold: Floats
    stolen: Floats
    called: Floats

    def margins(self, jam: Floats, call: Floats) -> tuple[Floats, Floats]:
        """Return the advantage of all-in over folding for each class of the small blind and of the big blind."""
        small = self.stolen @ (1 - call) + self.called @ call - self.fold
        return small / DEALT, (jam @ (self.stolen - self.called)) / DEALT


def _solved(worth: Floats, jam: Floats, call: Floats) -> tuple[Floats, Floats]:
    """Return an equilibrium of one hand, or the given strategies if no program finds one."""
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
    """Return joint probabilities of two classes and the result, each float64 [other class, own class]."""
    return met(np.eye(CLASS_COUNT))


def _nearest(margin: Floats, chance: Floats) -> NDArray[np.bool_]:
    """Return which classes are mixed or may soon be, bool [169]."""
    near = (chance > _MIXED) & (chance < 1 - _MIXED)
    near[np.argsort(np.abs(margin), kind="stable")[:_OPEN]] = True
    return near


def _program(
    hand: _Hand, jam: Floats, call: Floats, mixed: NDArray[np.bool_], mixing: NDArray[np.bool_]
) -> tuple[Floats, Floats] | None:
    """Return both players' optimal strategies if some classes may be mixed and the others keep their nearest pure move.

    The small blind chooses probabilities x, and t, its value against each mixed class of the big blind. t is at most the
    value if the big blind folds, and at most the value if it calls. The dual weights of these two bounds give how often it
    folds and calls.
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
