"""`pokerdata flops`: a spot solved on many flops."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.many_spots import kept_beside, tell_costs
from pokerdata.cli.say import say
from pokerdata.cli.spot_options import NAMES, spot_of, spot_options

if TYPE_CHECKING:
    from pokerdata.cluster.address import Address
    from pokerdata.spots import FlopReport, Spot
    from pokerdata.spots.flop_reports import ReportSize
    from pokerdata.support.progress import Progress


@click.command()
@click.argument("file", metavar="[SPOT]", required=False)
@spot_options()
@click.option(
    "--flops",
    default="all",
    show_default=True,
    help="all, 1,755 up to suits; a subset of 5 to 500 with weights, e.g. 25, 49 or 95; or a file with a flop a line.",
)
@click.option("--line", help="Betting on the flop to the decision, e.g. c for ip after a check [the first].")
@click.option("--algorithm", help="As for `pokerdata solve` ['dcfr(beta=0.25, gamma=4)'].")
@click.option("--target", help="Exploitability to reach on each flop, e.g. 0.1% or 0.1chips [0.5%].")
@click.option("--iterations", type=int, help="Stop each flop here at the latest.")
@click.option(
    "--dtype", default="float32", show_default=True, help="float32, float64, or int16: half the memory."
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the report as .h5 or .csv."
)
@click.option("--part", metavar="I/N", help="Solve part I of N alone into the folder beside --out.")
@click.option(
    "--only",
    multiple=True,
    help="Show flops of a kind: e.g. rainbow, paired or A, the highest card; repeatable.",
)
@click.option(
    "--sort",
    default="flop",
    show_default=True,
    help="By flop, frequency, equity, ev_oop, another column, or an action such as r66.",
)
@click.option("--ascending", is_flag=True, help="Show the smallest first.")
@click.option("--most", type=int, default=40, show_default=True, help="Show up to so many flops.")
@options.threads
@options.cluster
def flops(
    file: str | None,
    flops: str,
    line: str | None,
    out: Path | None,
    part: str | None,
    only: tuple[str, ...],
    sort: str,
    ascending: bool,
    most: int,
    cluster: str | None,
    **how: Any,
) -> None:
    """Solve a spot on many flops; tell what each is worth.

    SPOT is a TOML file, as `pokerdata spot --toml` writes it, of a spot on the flop, or a report that this command wrote,
    to look at it again. Ranges, pot, stacks and sizes stay, the board changes; that of the spot does not count. For example:

    pokerdata flops srp.toml --flops 25 --line c --out srp.h5 --sort r66

    With --out, finished flops are kept beside it: the same command goes on after an interruption, to the same bits. With
    --part 1/4, --part 2/4 and so on, several processes or machines share the work; without it, the last call joins them.
    With --cluster, the workers of Dask solve the flops.
    """
    from pokerdata.spots import load_flop_report
    from pokerdata.spots.flop_report import check_view
    from pokerdata.spots.flop_reports import read_part, report_size
    from pokerdata.store.schema import check_name

    given = {name: how.pop(name) for name in NAMES}
    access = {name: how.pop(name) for name in tuple(how) if name.startswith("cluster_")}
    address = options.read_cluster(cluster, **access)
    if address is not None and part is not None:
        raise ValueError(f"--part: expected none with --cluster, which shares the flops itself, got {part}")
    shown: dict[str, Any] = {"only": only, "sort": sort, "ascending": ascending, "most": most}
    if file is not None and file.endswith(".h5"):
        if part is not None or any(value is not None for value in given.values()):
            raise ValueError(
                f"SPOT: expected a report without options of a spot, got {file} with some; e.g. {file} alone"
            )
        say("\n".join(load_flop_report(file).lines(**shown)))
        return
    if out is not None and out.suffix not in (".h5", ".csv"):
        raise ValueError(f"--out: expected a name that ends in .h5 or .csv, got {out}; e.g. flops.h5")
    if out is not None and out.suffix == ".h5":
        check_name(out.stem, "--out, without .h5")
    if part is not None and out is None:
        raise ValueError(f"--part: expected --out with it, got none; e.g. --part {part} --out flops.h5")
    share = 1.0 if part is None else 1 / read_part(part)[1]
    spot = spot_of(given, file)
    size = report_size(spot, flops, line or "")
    check_view(size.steps, only, sort, most)
    far = None if address is None else (address, access["cluster_wait"])
    report = _solved(spot, size, flops, line or "", out, part, share, how, far)
    if report is None:
        return
    say("\n".join(report.lines(**shown)))
    if out is not None:
        say(f"\nwritten: {out}")


def _solved(
    spot: Spot,
    size: ReportSize,
    flops: str,
    line: str,
    out: Path | None,
    part: str | None,
    share: float,
    how: dict[str, Any],
    far: tuple[Address, float] | None,
) -> FlopReport | None:
    """The report; of a part None, once its flops are solved."""
    from pokerdata.spots import flop_part, flop_report, save_flop_report
    from pokerdata.store.atomic import write_bytes
    from pokerdata.store.kept_parts import KeptParts

    some = "" if part is None else f"part {part} of "
    tell_costs(size.spot, f"{some}{size.flops:,} flops", share * size.flops, how)
    if part is not None:
        with kept_beside(out, "flops", "flop") as (kept, progress):
            assert kept is not None
            count = flop_part(spot, flops, line, part=part, keep=kept, progress=progress, **how)
        say(f"{count:,} flops are in {kept}; after all parts, the command without --part joins them")
        return None
    with kept_beside(out, "flops", "flop") as (kept, progress):
        if far is None:
            report = flop_report(spot, flops, line, keep=kept, progress=progress, **how)
        else:
            report = _by_workers(far, spot, size, flops, line, kept, progress, how)
    if out is not None and kept is not None:
        if out.suffix == ".h5":
            save_flop_report(report, out)
        else:
            write_bytes(out, report.to_csv().encode())
        KeptParts(kept, None).remove()
    return report


def _by_workers(
    far: tuple[Address, float],
    spot: Spot,
    size: ReportSize,
    flops: str,
    line: str,
    kept: Path | None,
    progress: Progress,
    how: dict[str, Any],
) -> FlopReport:
    """The report, its flops solved by the workers of a cluster."""
    from pokerdata.cli.far import spread
    from pokerdata.spots import flop_report, game_of
    from pokerdata.spots.costs import spot_costs
    from pokerdata.spots.flop_reports import kept_flops

    of_flops = {name: how[name] for name in ("algorithm", "target", "iterations", "dtype")}
    keep = None if kept is None else kept_flops(spot, flops, line, folder=kept, **of_flops)
    memory = spot_costs(
        game_of(size.spot), iterations=how["iterations"], dtype=how["dtype"], threads=how["threads"]
    ).memory_bytes
    with spread(*far, "flops", keep, memory=memory, threads=how["threads"]) as workers:
        return flop_report(spot, flops, line, keep=workers, progress=progress, **how)
