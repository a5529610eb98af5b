"""What commands share that solve many spots: what is told before, and the folder of what is finished."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerdata.cli.kept_state import Interrupted
from pokerdata.cli.live_line import LiveLine
from pokerdata.cli.say import say

if TYPE_CHECKING:
    from pokerdata.spots import Spot
    from pokerdata.support.progress import Progress


def tell_costs(spot: Spot, what: str, solutions: float, how: Mapping[str, Any]) -> None:
    """Say what solving a spot many times costs.

    Args:
        spot: The spot, or the largest of them.
        what: What is solved, such as '25 flops'.
        solutions: How often at most.
        how: The options iterations, dtype and threads, perhaps among others.
    """
    from pokerdata.spots import game_of
    from pokerdata.spots.costs import spot_costs
    from pokerdata.support.text import bytes_text, seconds_text

    costs = spot_costs(
        game_of(spot), iterations=how["iterations"], dtype=how["dtype"], threads=how["threads"]
    )
    say(f"{what}, each of up to {costs.entries:,} actions of hands; memory {bytes_text(costs.memory_bytes)}")
    say(f"at most some {seconds_text(solutions * costs.seconds)}\n")


@contextmanager
def kept_beside(out: Path | None, ending: str, unit: str) -> Iterator[tuple[Path | None, Progress]]:
    """The folder beside a result in which finished solutions are kept, and a live line of how many there are.

    Args:
        out: Where the result goes, or None: nothing is kept then.
        ending: Of the folder's name.
        unit: What is finished, 'flop'.

    Raises:
        ValueError: If nothing can be written there.
        Interrupted: At Ctrl-C.
    """
    from pokerdata.store.atomic import check_writable

    kept = None
    if out is not None:
        check_writable(out.parent)
        kept = out.with_name(f"{out.name}.{ending}")
    live = LiveLine(None)
    try:
        yield kept, lambda done, all_: live.show(done, all_, unit=unit)
    except KeyboardInterrupt:
        live.clear()
        told = (
            "interrupted; without --out nothing is kept"
            if kept is None
            else f"interrupted; finished {unit}s are in {kept}; the same command goes on"
            if kept.exists()
            else f"interrupted before the first {unit} was finished"
        )
        raise Interrupted(told) from None
    live.clear()
