"""`pokerdata solve` with a spot: two ranges from the middle of a hand on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerdata.cli.convergence import Convergence
from pokerdata.cli.kept_state import KeptState
from pokerdata.cli.say import say

if TYPE_CHECKING:
    from pokerdata._core.spots import SpotGame
    from pokerdata.spots import Spot

_LIMITS = ("target", "iterations", "seconds", "schedule", "every", "at")


def solve_spot(
    spot: Spot,
    locks: Sequence[str],
    out: Path | None,
    to: str | None,
    resume: bool,
    fresh: bool,
    no_state: bool,
    strategy: bool | None,
    **how: Any,
) -> None:
    """Solve a spot and print how it converged, what it is worth, and what to do first.

    Args:
        spot: What to solve.
        locks: Texts of locks.
        out: Where the solution goes, or None.
        to: The last street to keep there; None keeps all.
        resume: Whether to go on from the state beside it.
        fresh: Whether to replace such a state.
        no_state: Whether to leave none.
        strategy: Whether to print the first decision; None prints it.
        **how: As for `pokerdata.spots.solve_spot`.
    """
    from pokerdata import spots
    from pokerdata.solving.algorithm import algorithm
    from pokerdata.spots.locks import check_locks
    from pokerdata.spots.solver import DEFAULT_ALGORITHM, check_algorithm
    from pokerdata.spots.solving import limits_of

    parameters = {key: how.pop(key) for key in ("alpha", "beta", "gamma", "delay")}
    how["algorithm"] = algorithm(how["algorithm"] or DEFAULT_ALGORITHM, **parameters)
    check_algorithm(how["algorithm"])
    how["locks"] = [spots.Lock.read(lock) for lock in locks]
    game = spots.game_of(spot)
    check_locks(how["locks"], spot, game)
    limits_of(spot, **{name: how[name] for name in _LIMITS})
    if to is not None and (out is None or to not in spot.streets):
        got = repr(to) if out is not None else "none"
        expected = " or ".join(spot.streets) if out is not None else "--out with it"
        raise ValueError(f"--to: expected {expected}, got {got}; e.g. --out turn.h5 --to {spot.streets[0]}")
    kept = KeptState(out, resume=resume, fresh=fresh, no_state=no_state)
    _tell(spot, game, how["dtype"], how["threads"], copies=1 if out is None else 2)
    shown = Convergence("% of pot", lambda found: found.percent, how["seconds"])
    with kept.run(shown) as keeping:
        found = spots.solve_spot(
            spot, on_evaluation=shown.evaluated, progress=shown.progress, **keeping, **how
        )
        shown.clear()
        say(f"\n{found.algorithm}, {found.iterations:,} iterations ({found.dtype}), {found.seconds:.3g} s")
        for line in found.values.lines(spot.big_blind):
            say(line)
        if strategy is not False:
            say("\n" + "\n".join(found.at().lines(most=169)))
        if out is not None:
            spots.save_spot(found, out, to=to)
    if out is not None:
        say(f"to look at it: pokerdata browse {out}")


def _tell(spot: Spot, game: SpotGame, dtype: str, threads: int, *, copies: int) -> None:
    from pokerdata.spots.costs import spot_costs
    from pokerdata.support.text import bytes_text, seconds_text

    costs = spot_costs(game, copies=copies, dtype=dtype, threads=threads)
    say(repr(spot))
    on = "1 board" if costs.boards == 1 else f"{costs.boards:,} boards up to suits"
    time = f"some {seconds_text(costs.seconds)}" if costs.seconds > 0.1 else "less than 0.1 s"
    say(f"{costs.decisions:,} decisions on {on}, {costs.entries:,} actions of hands;")
    say(f"memory {bytes_text(costs.memory_bytes)}, {time} to 0.1 % of the pot\n")
