"""`pokerdata compare`: algorithms and engines on one game, as a table and a picture."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import refuse_given, say
from pokerdata.cli.runs import Interrupted, LiveLine

if TYPE_CHECKING:
    from pokerdata.solving.comparing import Comparison, Curve


@command()
@click.argument("game")
@option(
    "--algorithms",
    default="cfr,cfr+,lcfr,dcfr",
    show_default=True,
    help="Any of cfr, cfr+, lcfr, dcfr, pcfr+, mccfr-chance, mccfr-external, mccfr-outcome, fictitious-play; parameters "
    "in brackets: 'dcfr(beta=0.5),cfr(simultaneous)'.",
)
@option("--engine", help="vector, tree or both [vector where it has the algorithm, else tree].")
@option("--target", metavar="GAP", help="Exploitability to reach, e.g. 1mb or 0.01chips [1mb].")
@options.iterations
@option("--seconds", type=float, metavar="S", help="Stop each run after S seconds at the latest [60].")
@option("--dtype", default="float64", show_default=True, help="float32 or float64, in the vector engine.")
@options.seed
@options.threads
@option("-o", "--out", type=options.TO_WRITE, help="Draw the curves as .png or .svg.")
@option("--csv", type=options.TO_WRITE, help="Write the logs of all runs.")
@options.json_
def compare(
    game: str, algorithms: str, out: Path | None, csv: Path | None, as_json: bool, **how: Any
) -> None:
    """Run algorithms on GAME and compare how they converge.

    With --iterations or --seconds and no --target, runs go on below 1mb, which is marked.
    """
    _check(out, csv)
    from pokerdata.solving.comparing import compare_algorithms, read_algorithms

    chosen = read_algorithms(algorithms, how["seed"])
    if not any(str(one).startswith("mccfr") for one in chosen):
        refuse_given(
            "seed",
            expected="only with algorithms that sample",
            example="--algorithms mccfr-external --seed 1",
        )
    shown = _Shown(how["seconds"], rows=not as_json)
    try:
        compared = compare_algorithms(
            game, chosen, on_run=shown.begin, progress=shown.progress, on_curve=shown.finished, **how
        )
        if as_json:
            click.echo(compared.to_json())
        else:
            say(f"\n{compared.game}; target {compared.target_mb:g} mb/g; {compared.unit}")
            say(f"exploitability {compared.scope}")
        _write(_files(compared, out, csv), quiet=as_json)
    except KeyboardInterrupt:
        shown.line.clear()
        raise Interrupted("interrupted; files that are not complete are not written") from None


def _check(out: Path | None, csv: Path | None) -> None:
    """Raise before the work what would otherwise be said after it."""
    options.check_file("--out", out, ".png", ".svg")
    options.check_file("--csv", csv, ".csv")
    if out is not None:
        from pokerdata.reports.pictures.figure import new_figure

        new_figure(1, 1)  # says if matplotlib is missing


class _Shown:
    """A live line for the run in progress, and two lines for each when it ends: what it was, and how it went."""

    def __init__(self, seconds: float | None, *, rows: bool) -> None:
        self.line, self.rows, self.begun = LiveLine(seconds), rows, False
        self.name = ""

    def begin(self, algorithm: str, engine: str) -> None:
        self.name = f"{algorithm}, {engine}: "
        self.line.begin()

    def progress(self, done: int, expected: int) -> None:
        self.line.show(done, expected, before=self.name)

    def finished(self, curve: Curve) -> None:
        from pokerdata._support.estimates import fixed

        self.line.clear()
        if not self.rows:
            return
        if not self.begun:
            click.echo("algorithm, engine")
            click.echo(_row("to target", "seconds", "iterations", "reached (mb/g)", "ms/iteration"))
            self.begun = True
        first, seconds = curve.iterations_to_target, curve.seconds_to_target
        say(f"{curve.algorithm}, {curve.engine}")
        click.echo(
            _row(
                "-" if first is None else f"{first:,}",
                "-" if seconds is None else f"{seconds:.3f}",
                f"{curve.iterations[-1]:,}",
                fixed(curve.exploitability_mb[-1], 6),
                f"{curve.ms_per_iteration:.5f}",
            )
        )


def _row(*cells: str) -> str:
    return " ".join(f"{cell:>{width}}" for cell, width in zip(cells, (13, 11, 13, 16, 14), strict=True))


def _files(compared: Comparison, out: Path | None, csv: Path | None) -> dict[Path, bytes]:
    """What is to be written, complete before the first byte is."""
    files = {}
    if out is not None:
        from pokerdata.reports.pictures.convergence import comparison
        from pokerdata.reports.pictures.figure import save

        buffer = BytesIO()
        save(comparison(compared), buffer, out.suffix.lower()[1:])
        files[out] = buffer.getvalue()
    if csv is not None:
        files[csv] = compared.to_csv().encode()
    return files


def _write(files: dict[Path, bytes], *, quiet: bool) -> None:
    from pokerdata.pipeline.store.writing import write_bytes

    for path, content in files.items():
        write_bytes(path, content)
        if not quiet:
            say(f"written: {path}")
