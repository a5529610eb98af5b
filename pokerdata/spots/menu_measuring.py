"""Menus found by measuring: a spot solved with all sizes, and without some."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.support import fingerprints
from pokerdata.solving.algorithm import Algorithm
from pokerdata.spots.menu_report import MenuReport, Step, Trial
from pokerdata.spots.menu_sizes import MenuSize, menu_sizes, same_betting, without
from pokerdata.spots.menus import PLAYERS
from pokerdata.spots.solver import check_algorithm, check_memory, game_of, spot_algorithm
from pokerdata.spots.solving import DEFAULT_TARGET, solve_spot, target_chips_of
from pokerdata.spots.spot import Spot
from pokerdata.spots.values import SpotValues
from pokerdata.store.kept_parts import KeptParts
from pokerdata.support.arguments import as_count
from pokerdata.support.progress import Progress

#: Whose sizes can be left out.
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
    """What it costs to leave sizes out of a spot's menus: it is solved with all of them, and without some.

    Of 'oop' or 'ip' each size of that player alone is left out, and with `down_to` they go one after the other, that which
    loses him least first: backward elimination, which need not find the best menu of each number. The other player keeps
    all his sizes. A player who has a size less can do nothing that he could not do before, so that he cannot win more, but
    for the error that the intervals tell, and for a size that `merge` had left out beside the larger one that is gone. Of
    'both', a size goes from the menus of both players at once, and either may win or lose by that.

    Args:
        spot: A spot with menus.
        of: Whose sizes: 'oop', 'ip', 'both', or several of them.
        down_to: Leave sizes out until so many are left; by default each goes alone. Of 'both' each goes alone always.
        algorithm: As for `solve_spot`.
        target: As for `solve_spot`; the sum of both errors is what differences are known to.
        iterations: Stop each solution here at the latest.
        keep: A folder for finished solutions' values, to go on from; nowhere by default.
        dtype: 'float32', 'float64' or 'int16', of regrets and strategy sums, as for `SpotSolver`.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called after each solution with how many are done and how many there are at most.

    Raises:
        ValueError: If an argument is invalid, or the spot has no menus or but one size.
        CapacityError: Before any work, if memory would not suffice.
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
        """The spot without some sizes, or None where that is no spot."""
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
    """How many times `measure_menus` solves a spot at most.

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
    """What goes at once: a size of a player, or the same size of both on a street."""
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
