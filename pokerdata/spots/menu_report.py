"""Measure how much EV a player loses with fewer bet sizes in a menu, by solving the spot with and without them."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.support import fingerprints
from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.estimates import fixed
from pokerdata._support.extras import data_frame
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief, columns, csv_text
from pokerdata.pipeline.store.sharded import KeptParts
from pokerdata.solving.algorithms import Algorithm
from pokerdata.spots.betting import PLAYERS
from pokerdata.spots.solver import SpotValues, check_algorithm, check_memory, game_of, spot_algorithm
from pokerdata.spots.solving import DEFAULT_TARGET, solve_spot, target_chips_of
from pokerdata.spots.spot import Spot

if TYPE_CHECKING:
    import pandas


_KINDS = {"bets": "bet", "raises": "raise", "donks": "donk bet"}
_ARRAYS = ("kind", "street", "player", "chips", "first_edge", "action", "to", "child")


@dataclass(frozen=True)
class MenuSize:
    """A size in a player's menu on a street.

    Attributes:
        kind: 'bets', 'raises' or 'donks'.
        street: 'flop', 'turn' or 'river'.
        player: 'oop' or 'ip'.
        size: The size as text, such as '60%'.
    """

    kind: str
    street: str
    player: str
    size: str

    def __str__(self) -> str:
        return f"{self.player} {self.street} {_KINDS[self.kind]} {self.size}"


def menu_sizes(spot: Spot) -> tuple[MenuSize, ...]:
    """Return all sizes of a spot's menus, street by street.

    Args:
        spot: A spot with menus.

    Raises:
        ValueError: If the spot has limits or is part of a whole game, so it has no menus of its own.
    """
    if spot.limit or spot.game is not None:
        raise ValueError(
            f"spot: expected one with menus of sizes, got {'limits' if spot.limit else 'a whole game'}; e.g. bets='60%,a'"
        )
    found = []
    for s, street in enumerate(spot.streets):
        for p, player in enumerate(PLAYERS):
            for kind in ("bets", "raises"):
                found += [MenuSize(kind, street, player, str(size)) for size in getattr(spot, kind)[s][p]]
        found += [MenuSize("donks", street, "oop", str(size)) for size in spot.donks[s] or ()]
    return tuple(found)


def without(spot: Spot, left_out: Iterable[MenuSize]) -> Spot:
    """Return the spot without some sizes.

    Args:
        spot: A spot with menus.
        left_out: Sizes to remove.

    Raises:
        ValueError: If no bet would be left.
    """
    gone = set(left_out)

    def kept(kind: str, s: int, player: str, sizes: Iterable[object]) -> str:
        street = spot.streets[s]
        return ",".join(str(size) for size in sizes if MenuSize(kind, street, player, str(size)) not in gone)

    menus = {
        kind: {
            street: {
                player: kept(kind, s, player, getattr(spot, kind)[s][p]) for p, player in enumerate(PLAYERS)
            }
            for s, street in enumerate(spot.streets)
        }
        for kind in ("bets", "raises")
    }
    donks = {
        street: kept("donks", s, "oop", sizes)
        for s, (street, sizes) in enumerate(zip(spot.streets, spot.donks, strict=True))
        if sizes is not None
    }
    return spot.changed(**menus, donks=donks or None)


def same_betting(first: Spot, second: Spot) -> bool:
    """Return whether two spots have the same betting tree."""
    return all(np.array_equal(getattr(first.tree, name), getattr(second.tree, name)) for name in _ARRAYS)


Interval = tuple[float, float]


@dataclass(frozen=True)
class Trial:
    """The spot solved without some sizes.

    Attributes:
        left_out: Removed sizes, in the order of removal.
        values: Values of both players.
        iterations: Iterations needed to reach the target. 0 if the betting tree equals that of the step before; then these
            are its values.
    """

    left_out: tuple[MenuSize, ...]
    values: SpotValues
    iterations: int


@dataclass(frozen=True)
class Step:
    """One elimination step, in which each remaining size is left out in turn.

    Attributes:
        trials: One trial for each remaining size; sizes that were removed earlier stay out.
        chosen: The trial with the smallest loss; `None` if sizes are removed from both players' menus.
    """

    trials: tuple[Trial, ...]
    chosen: Trial | None


@dataclass(frozen=True, eq=False)
class MenuReport:
    """Cost of leaving out sizes. Made by `measure_menus`.

    Attributes:
        spot: The spot with all sizes.
        whole: The solution with all sizes.
        steps: Steps by the player that loses sizes: 'oop', 'ip', or 'both' for a size of both players at once. The first
            step leaves out each size alone. Every later step first removes the size with the smallest loss.
        how: The other settings that determine the solutions, as text.
    """

    spot: Spot
    whole: Trial
    steps: dict[str, tuple[Step, ...]]
    how: dict[str, str]

    @property
    def bounded(self) -> bool:
        """Whether `ev_interval` and `loss_interval` are bounds; not with a rake, because gains then do not sum to 0."""
        return not self.spot.rake

    def ev_interval(self, trial: Trial, player: int) -> Interval:
        """Return the interval that contains a player's EV in an equilibrium of the spot, in chips.

        The player's strategy guarantees what the opponent's best response leaves. The player's own best response is the
        most that it can win.

        Args:
            trial: A trial of this report.
            player: 0 out of position, 1 in position.
        """
        values = trial.values
        if self.bounded:
            return values.pot - values.best_response[1 - player], values.best_response[player]
        error = 2 * values.exploitability
        return values.expected[player] - error, values.expected[player] + error

    def loss(self, trial: Trial, player: int) -> float:
        """Return how many chips a player loses compared to the menu with all sizes.

        Args:
            trial: A trial of this report.
            player: 0 out of position, 1 in position.
        """
        return self.whole.values.expected[player] - trial.values.expected[player]

    def loss_interval(self, trial: Trial, player: int) -> Interval:
        """Return the interval of the loss, from the EV intervals of both solutions.

        Args:
            trial: A trial of this report.
            player: 0 out of position, 1 in position.
        """
        if trial is self.whole or (not trial.iterations and trial.values == self.whole.values):
            return 0.0, 0.0
        least, most = self.ev_interval(trial, player)
        least_of_all, most_of_all = self.ev_interval(self.whole, player)
        return least_of_all - most, most_of_all - least

    def frame(self) -> pandas.DataFrame:
        """Return a data frame with a row for each trial.

        Columns are of, step, sizes, left_out, chosen, player, ev, loss, percent, least, most, exploitability.

        Raises:
            ModuleNotFoundError: If pandas is missing.
        """
        return data_frame(self._records())

    def to_csv(self) -> str:
        """Return the rows of `frame` as CSV text."""
        rows = self._records()
        return csv_text(rows[0], (row.values() for row in rows))

    def _records(self) -> list[dict[str, Any]]:
        rows = []
        for of, step, trial, chosen in self._trials():
            for player, name in enumerate(PLAYERS):
                if of not in (name, "both"):
                    continue
                least, most = self.loss_interval(trial, player)
                rows.append(
                    {
                        "of": of,
                        "step": step,
                        "left_out": "; ".join(map(str, trial.left_out)),
                        "chosen": chosen,
                        "player": name,
                        "ev": trial.values.expected[player],
                        "loss": self.loss(trial, player),
                        "percent": 100 * self.loss(trial, player) / self.spot.pot,
                        "least": least,
                        "most": most,
                        "exploitability": trial.values.exploitability,
                        "iterations": trial.iterations,
                    }
                )
        return rows

    def _trials(self) -> list[tuple[str, int, Trial, bool]]:
        found = []
        for of in self.steps:
            found.append((of, 0, self.whole, True))
            for number, step in enumerate(self.steps[of], 1):
                found += [(of, number, trial, trial is step.chosen) for trial in step.trials]
        return found

    def lines(self) -> list[str]:
        """Return the report as lines of text."""
        values = self.whole.values
        told = [f"with all sizes, pot {self.spot.pot:g}, in chips:"]
        rows = [["", "EV", "is between"]]
        for player, name in enumerate(PLAYERS):
            rows.append(
                [
                    name.upper(),
                    fixed(values.expected[player], 3),
                    _between(self.ev_interval(self.whole, player)),
                ]
            )
        told += columns(rows, (1,))
        for of, steps in self.steps.items():
            told += ["", *self._first(of, steps[0])]
            if len(steps) > 1 and steps[0].chosen is not None:
                told += ["", *self._menus(of, steps)]
        worst = max(trial.values.percent for _, _, trial, _ in self._trials())
        told += ["", f"exploitability at most {worst:.3g} % of the pot"]
        if not self.bounded:
            told.append("with a rake, intervals are EV and twice the exploitability, and no bounds")
        return told

    def _first(self, of: str, step: Step) -> list[str]:
        """Describe each size left out alone, the largest loss first."""
        player = 0 if of == "both" else PLAYERS.index(of)
        rows = [["without", f"{PLAYERS[player].upper()} loses", "% of pot", "is between"]]
        by_loss = sorted(step.trials, key=lambda trial: -self.loss(trial, player))
        rows += [[_told(trial.left_out, of), *self._cells(trial, player)] for trial in by_loss]
        if of == "both":
            rows[0].append("IP loses")
            for row, trial in zip(rows[1:], by_loss, strict=True):
                row.append(fixed(self.loss(trial, 1), 3))
        title = "one size of both players left out:" if of == "both" else f"one size of {of} left out:"
        return [title, *columns(rows, (1, 2, 3, 4)[: len(rows[0]) - 1])]

    def _menus(self, of: str, steps: tuple[Step, ...]) -> list[str]:
        """Describe the menus that remain after the elimination."""
        player = PLAYERS.index(of)
        rows = [["sizes left", "then without", "loses", "% of pot", "is between"]]
        left = len(steps[0].trials)
        for number, step in enumerate(steps, 1):
            assert step.chosen is not None
            rows.append(
                [str(left - number), _told(step.chosen.left_out[-1:], of), *self._cells(step.chosen, player)]
            )
        return [
            f"sizes of {of} left out one after the other, what loses least first:",
            *columns(rows, (0, 2, 3, 4)),
        ]

    def _cells(self, trial: Trial, player: int) -> list[str]:
        loss = self.loss(trial, player)
        between = _between(self.loss_interval(trial, player))
        return [fixed(loss, 3), fixed(100 * loss / self.spot.pot, 3), between]

    def __repr__(self) -> str:
        return brief(self, *(f"{of}: {len(steps[0].trials)} sizes" for of, steps in self.steps.items()))

    def _repr_html_(self) -> str:
        blocks = []
        for of, steps in self.steps.items():
            for player, name in enumerate(PLAYERS):
                if of not in (name, "both"):
                    continue
                rows = [[_told(trial.left_out, of), *self._cells(trial, player)] for trial in steps[0].trials]
                head = ["without", f"{name} loses", "% of pot", "is between"]
                blocks.append(html.table(rows, head=head, caption=f"one size of {of} left out"))
        return html.block(*blocks)


def _told(left_out: tuple[MenuSize, ...], of: str) -> str:
    """Describe sizes without naming their player."""
    return ", ".join(dict.fromkeys(str(size).removeprefix(f"{size.player} ") for size in left_out))


def _between(interval: Interval) -> str:
    return f"{fixed(interval[0], 3)} and {fixed(interval[1], 3)}"


#: Players that can lose sizes.
WHOSE = (*PLAYERS, "both")
Cut = tuple[MenuSize, ...]


def measure_menus(
    spot: Spot,
    of: str | tuple[str, ...] = PLAYERS,
    *,
    down_to: int | None = None,
    algorithm: str | Algorithm | None = None,
    target: str | None = None,
    iterations: int | None = None,
    keep: str | os.PathLike[str] | None = None,
    dtype: str = "float32",
    threads: int = 0,
    progress: Progress | None = None,
) -> MenuReport:
    """Measure the cost of leaving sizes out of a spot's menus, by solving it with all sizes and without some.

    With 'oop' or 'ip', each size of that player alone is left out; the other player keeps all sizes. With `down_to`, sizes
    are removed one after the other, always the one with the smallest loss. This is backward elimination, which does not
    always find the best menu of each size.

    A player with fewer sizes has no new options, so its EV cannot rise. Exceptions are the error shown by the intervals,
    and a size that `merge` had left out next to a larger one that is now removed. With 'both', a size is removed from the
    menus of both players at once, and either player may gain or lose.

    Args:
        spot: A spot with menus.
        of: Player that loses sizes: 'oop', 'ip', 'both', or several of these.
        down_to: Remove sizes until this many are left; the default only leaves each out alone. With 'both' each is always
            left out alone.
        algorithm: As for `solve_spot`.
        target: As for `solve_spot`; differences are accurate to the sum of both errors.
        iterations: Maximum number of iterations for each solution.
        keep: Folder of the values of finished solutions, from which an interrupted call continues; the default stores none.
        dtype: 'float32', 'float64' or 'int16', type of regrets and strategy sums, as for `SpotSolver`.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called after each solution with the number done and the maximum total.

    Raises:
        ValueError: If an argument is invalid, or if the spot has no menus or only one size.
        CapacityError: If there is not enough memory; raised before any work.
    """
    chosen = _whose(of)
    solutions = solutions_needed(spot, chosen, down_to=down_to)
    found = spot_algorithm(algorithm)
    check_algorithm(found)
    target = DEFAULT_TARGET if target is None else target
    target_chips_of(target, spot)
    how = {"algorithm": found, "target": target, "iterations": iterations, "dtype": dtype}
    check_memory(game_of(spot), dtype, threads, copies=1)
    told = {name: str(value) for name, value in how.items() if value is not None}
    kept = None if keep is None else KeptParts(keep, [spot.values(), told, fingerprints()["spots"]])
    done = 0

    def solved(cut: Cut, before: tuple[Spot, Trial] | None) -> Trial | None:
        """Solve the spot without some sizes; return `None` if no valid spot remains."""
        nonlocal done
        done += 1
        try:
            less = without(spot, cut)
        except ValueError:  # no bet is left
            return None
        if before is not None and same_betting(less, before[0]):
            return Trial(cut, before[1].values, 0)
        key = hashlib.sha256(json.dumps(sorted(map(str, cut))).encode()).hexdigest()[:16]
        part = None if kept is None else kept.load_shard(key)
        if part is None:
            part = _part(less, how, threads)
            if kept is not None:
                kept.save_shard(key, part)
        if progress is not None:
            progress(min(done, solutions), solutions)
        return _trial(cut, part, float(spot.pot))

    whole = solved((), None)
    assert whole is not None
    steps = {one: _steps(spot, one, down_to, whole, solved) for one in chosen}
    return MenuReport(spot, whole, steps, told)


def solutions_needed(spot: Spot, of: str | tuple[str, ...] = PLAYERS, *, down_to: int | None = None) -> int:
    """Return the maximum number of times that `measure_menus` solves a spot.

    Args:
        spot: As for `measure_menus`.
        of: As for `measure_menus`.
        down_to: As for `measure_menus`.

    Raises:
        ValueError: As for `measure_menus`.
    """
    count = 1
    for one in _whose(of):
        sizes = len(_cuts(spot, one))
        if down_to is not None:
            as_count(down_to, "down_to", 1, 10_000, 2)
        last = sizes - 1 if down_to is None or one == "both" else down_to
        count += sum(range(last + 1, sizes + 1))
        if not sizes:
            raise ValueError(f"of: expected whose menus have sizes, got {one!r} with none; e.g. 'oop'")
    return count


def _whose(of: str | tuple[str, ...]) -> tuple[str, ...]:
    chosen = (of,) if isinstance(of, str) else tuple(of)
    for one in chosen:
        if one not in WHOSE:
            raise ValueError(f"of: expected some of {', '.join(WHOSE)}, got {one!r}; e.g. 'oop'")
    if not chosen:
        raise ValueError(f"of: expected some of {', '.join(WHOSE)}, got none; e.g. 'oop'")
    return tuple(dict.fromkeys(chosen))


def _cuts(spot: Spot, of: str) -> list[Cut]:
    """Return what is left out at once: a size of a player, or the same size of both players on a street."""
    sizes = menu_sizes(spot)
    if of != "both":
        return [(size,) for size in sizes if size.player == of]
    both: dict[tuple[str, str, str], Cut] = {}
    for size in sizes:
        key = size.kind, size.street, size.size
        both[key] = (*both.get(key, ()), size)
    return list(both.values())


def _steps(
    spot: Spot,
    of: str,
    down_to: int | None,
    whole: Trial,
    solved: Callable[[Cut, tuple[Spot, Trial] | None], Trial | None],
) -> tuple[Step, ...]:
    gone: Cut = ()
    left, now = _cuts(spot, of), (spot, whole)
    steps: list[Step] = []
    last = len(left) - 1 if down_to is None or of == "both" else down_to
    while len(left) > last or not steps:
        trials = [(cut, trial) for cut in left if (trial := solved((*gone, *cut), now)) is not None]
        if not trials:
            if not steps:
                raise ValueError(
                    f"spot: expected two sizes at least, got one, without which there is no bet: {left[0][0]}"
                )
            break
        listed = tuple(trial for _, trial in trials)
        if of == "both":
            return (Step(listed, None),)
        player = PLAYERS.index(of)
        cut, best = max(trials, key=lambda one: one[1].values.expected[player])
        steps.append(Step(listed, best))
        left = [one for one in left if one != cut]
        gone, now = best.left_out, (without(spot, best.left_out), best)
    return tuple(steps)


def _part(spot: Spot, how: Mapping[str, Any], threads: int) -> dict[str, NDArray[Any]]:
    solution = solve_spot(spot, **how, threads=threads)
    values = solution.values
    return {
        "best_response": np.array(values.best_response),
        "expected": np.array(values.expected),
        "iterations": np.array(solution.iterations),
    }


def _trial(cut: Cut, part: Mapping[str, NDArray[Any]], pot: float) -> Trial:
    best, expected = (part[name].tolist() for name in ("best_response", "expected"))
    values = SpotValues((best[0], best[1]), (expected[0], expected[1]), pot)
    return Trial(cut, values, int(part["iterations"]))
