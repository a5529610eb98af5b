"""Commands about many spots: flops, menus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import refuse_all, refuse_given, say
from pokerdata.cli.runs import Interrupted, LiveLine
from pokerdata.cli.spot_options import NAMES, spot_of, spot_options

if TYPE_CHECKING:
    from pokerdata._support.progress import Progress
    from pokerdata.pipeline.cluster.connecting import Address
    from pokerdata.spots import FlopReport, MenuReport, Spot
    from pokerdata.spots.flop_reports import ReportSize


def tell_costs(spot: Spot, what: str, solutions: float, how: Mapping[str, Any]) -> None:
    """Say what solving a spot many times costs.

    Args:
        spot: The spot, or the largest of them.
        what: What is solved, such as '25 flops'.
        solutions: How often at most.
        how: The options iterations, dtype and threads, perhaps among others.
    """
    from pokerdata._support.text import bytes_text, seconds_text
    from pokerdata.spots import game_of
    from pokerdata.spots.solver import spot_costs

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
    from pokerdata.pipeline.store.writing import check_writable

    kept = None
    if out is not None:
        check_writable(out)
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


@command()
@click.argument("file", metavar="[SPOT]", required=False)
@spot_options
@option(
    "--subset",
    "flops",
    was="--flops",
    metavar="FLOPS",
    default="all",
    show_default=True,
    help="all (1,755), a subset of 5 to 500 with weights, e.g. 25, 49 or 95, or a file with a flop a line.",
)
@option(
    "--path",
    "line",
    was="--line",
    metavar="ACTIONS",
    help="Actions on the flop to the node, e.g. c [the first].",
)
@options.spot_algorithm
@option("--target", metavar="GAP", help="Exploitability to reach on each flop, e.g. 0.1% or 0.1chips [0.5%].")
@options.iterations
@options.spot_dtype
@option("-o", "--out", type=options.TO_WRITE, help="Write the report as .h5 or .csv.")
@option("--part", metavar="I/N", help="Solve part I of N alone into the folder beside --out.")
@option(
    "--only", multiple=True, help="Show flops of a kind, e.g. rainbow, paired or A (high card); repeatable."
)
@option(
    "--sort",
    default="flop",
    show_default=True,
    help="Sort by flop, frequency, equity, ev_oop, ... or an action, e.g. r66.",
)
@option("--ascending", is_flag=True, help="Show the smallest first.")
@option("--most", type=int, default=40, show_default=True, help="Show N flops at most.")
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
    """Solve a spot on many flops, and compare them.

    SPOT is a TOML file, as `pokerdata spot show --toml` writes it, of a spot on the flop, or a report that this command
    wrote, to look at it again. Ranges, pot, stacks and sizes stay, the board changes. For example:

    pokerdata spot flops srp.toml --subset 25 --path c --out srp.h5 --sort r66

    With --out, finished flops are kept beside it: after an interruption the same command continues, to the same bits. With
    --part 1/4, --part 2/4 and so on, several processes or machines share the work; without it, the last call joins them.
    With --cluster, the workers of Dask solve the flops.
    """
    from pokerdata.pipeline.store.reading import check_name
    from pokerdata.spots import load_flop_report
    from pokerdata.spots.flop_report import check_view
    from pokerdata.spots.flop_reports import read_part, report_size

    given = {name: how.pop(name) for name in NAMES}
    access = {name: how.pop(name) for name in tuple(how) if name.startswith("cluster_")}
    address = options.read_cluster(cluster, **access)
    if address is not None and part is not None:
        raise ValueError(f"--part: expected none with --cluster, which shares the flops itself, got {part}")
    shown: dict[str, Any] = {"only": only, "sort": sort, "ascending": ascending, "most": most}
    view = ("only", "sort", "ascending", "most")
    if part is not None:
        refuse_given(
            *view, expected="none with --part, which shows nothing", example="the command without --part"
        )
    if file is not None and file.endswith(".h5"):
        refuse_all(
            *view,
            "file",
            expected=f"a spot, got the report {file}, which is shown alone",
            example=f"{file} --most 10",
        )
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
    from pokerdata.pipeline.store.sharded import KeptParts
    from pokerdata.pipeline.store.writing import write_bytes
    from pokerdata.spots import flop_part, flop_report

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
            report.save(out)
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
    from pokerdata.cli.runs import spread
    from pokerdata.spots import flop_report, game_of
    from pokerdata.spots.flop_reports import kept_flops
    from pokerdata.spots.solver import spot_costs

    of_flops = {name: how[name] for name in ("algorithm", "target", "iterations", "dtype")}
    keep = None if kept is None else kept_flops(spot, flops, line, folder=kept, **of_flops)
    memory = spot_costs(
        game_of(size.spot), iterations=how["iterations"], dtype=how["dtype"], threads=how["threads"]
    ).memory_bytes
    with spread(*far, "flops", keep, memory=memory, threads=how["threads"]) as workers:
        return flop_report(spot, flops, line, keep=workers, progress=progress, **how)


@command()
@click.argument("file", metavar="[SPOT]", required=False)
@spot_options
@option(
    "--player",
    "of",
    was="--of",
    multiple=True,
    metavar="WHO",
    help="Whose sizes: oop, ip, or both at once; repeatable [oop and ip].",
)
@option("--down-to", type=int, help="Leave out one after the other until N are left.")
@options.spot_algorithm
@option("--target", metavar="GAP", help="Exploitability to reach each time, e.g. 0.05% or 0.1chips [0.1%].")
@options.iterations
@options.spot_dtype
@option("-o", "--out", type=options.TO_WRITE, help="Write all figures as .csv.")
@options.threads
def menus(file: str | None, of: tuple[str, ...], down_to: int | None, out: Path | None, **how: Any) -> None:
    """Measure what leaving out sizes of a spot costs.

    SPOT is a TOML file, as `pokerdata spot show --toml` writes it, with many sizes. It is solved with all of them, and again
    without each size of a player on a street, while the other player keeps all: how much less does the player win? With
    --down-to 2 the size that loses least goes for good, then the next, until two are left. For example:

    pokerdata spot menus turn.toml --player oop --down-to 2 --out menus.csv

    A difference is known to within the exploitabilities of both solutions, and the interval says so. A player cannot win
    more without one of its sizes, but for that error; without one of both players either may. With --out, finished solutions
    are kept beside it: after an interruption the same command continues.
    """
    from pokerdata.spots.menu_report import solutions_needed

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
    from pokerdata.pipeline.store.sharded import KeptParts
    from pokerdata.pipeline.store.writing import write_bytes
    from pokerdata.spots import measure_menus

    tell_costs(spot, f"at most {solutions:,} solutions", solutions, how)
    with kept_beside(out, "menus", "solution") as (kept, progress):
        report = measure_menus(spot, of, down_to=down_to, keep=kept, progress=progress, **how)
    if out is not None and kept is not None:
        write_bytes(out, report.to_csv().encode())
        KeptParts(kept, None).remove()
    return report
