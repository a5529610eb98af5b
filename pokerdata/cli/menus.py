"""`pokerdata menus`: what the sizes of a spot are worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.many_spots import kept_beside, tell_costs
from pokerdata.cli.say import say
from pokerdata.cli.spot_options import NAMES, spot_of, spot_options

if TYPE_CHECKING:
    from pokerdata.spots import MenuReport, Spot


@click.command()
@click.argument("file", metavar="[SPOT]", required=False)
@spot_options()
@click.option("--of", multiple=True, help="Whose sizes: oop, ip, or both at once; repeatable [oop and ip].")
@click.option(
    "--down-to", type=int, metavar="N", help="Leave out one after the other until so many are left."
)
@click.option("--algorithm", help="As for `pokerdata solve` ['dcfr(beta=0.25, gamma=4)'].")
@click.option("--target", help="Exploitability to reach each time, e.g. 0.05% or 0.1chips [0.1%].")
@click.option("--iterations", type=int, help="Stop each solution here at the latest.")
@click.option(
    "--dtype", default="float32", show_default=True, help="float32, float64, or int16: half the memory."
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write all figures as .csv.")
@options.threads
def menus(file: str | None, of: tuple[str, ...], down_to: int | None, out: Path | None, **how: Any) -> None:
    """Measure what leaving out sizes of a spot costs.

    SPOT is a TOML file, as `pokerdata spot --toml` writes it, with many sizes. It is solved with all of them, and again with
    each size of a player on a street left out, while the other player keeps his: what does he win less? With --down-to 2
    the size that loses least goes for good, then the next, until two are left. For example:

    pokerdata menus turn.toml --of oop --down-to 2 --out menus.csv

    A difference is known to within the exploitabilities of both solutions, and the interval says so. Without a size of his
    own a player cannot win more, but for that error; without one of both players either may. With --out, finished solutions
    are kept beside it: the same command goes on after an interruption.
    """
    from pokerdata.spots.menu_measuring import solutions_needed

    given = {name: how.pop(name) for name in NAMES}
    if out is not None and out.suffix != ".csv":
        raise ValueError(f"--out: expected a name that ends in .csv, got {out}; e.g. menus.csv")
    spot = spot_of(given, file)
    whose = of or ("oop", "ip")
    report = _measured(spot, whose, down_to, solutions_needed(spot, whose, down_to=down_to), out, how)
    say("\n".join(report.lines()))
    if out is not None:
        say(f"\nwritten: {out}")


def _measured(
    spot: Spot,
    of: tuple[str, ...],
    down_to: int | None,
    solutions: int,
    out: Path | None,
    how: dict[str, Any],
) -> MenuReport:
    from pokerdata.spots import measure_menus
    from pokerdata.store.atomic import write_bytes
    from pokerdata.store.kept_parts import KeptParts

    tell_costs(spot, f"at most {solutions:,} solutions", solutions, how)
    with kept_beside(out, "menus", "solution") as (kept, progress):
        report = measure_menus(spot, of, down_to=down_to, keep=kept, progress=progress, **how)
    if out is not None and kept is not None:
        write_bytes(out, report.to_csv().encode())
        KeptParts(kept, None).remove()
    return report
