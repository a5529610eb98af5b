"""`pokerdata compare`: algorithms and engines on one game, as a table and a picture."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pokerdata.comparing import Comparison, Curve

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("game")
@click.option(
    "--algorithms",
    default="cfr,cfr+,lcfr,dcfr",
    show_default=True,
    help="Of cfr, cfr+, lcfr, dcfr, pcfr+, mccfr-chance, mccfr-external, mccfr-outcome, fictitious-play; parameters "
    "in brackets: 'dcfr(beta=0.5),cfr(simultaneous)'.",
)
@click.option("--engine", help="vector, tree or both [vector where it has the algorithm, else tree].")
@click.option("--target", help="Exploitability to reach, e.g. 1mb or 0.01chips [1mb].")
@click.option("--iterations", type=int, help="Stop each run here at the latest.")
@click.option("--seconds", type=float, help="Stop each run after this time at the latest [60].")
@click.option("--dtype", default="float64", show_default=True, help="Of the vector engine, or float32.")
@click.option("--threads", "-j", type=int, default=0, help="Of the vector engine [default: all processors].")
@click.option("--seed", type=int, default=0, show_default=True, help="Of mccfr.")
@click.option("--out", "-o", type=_FILE, help="Draw the curves as .png or .svg.")
@click.option("--csv", type=_FILE, help="Write the logs of all runs.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the table.")
def compare(
    game: str, algorithms: str, out: Path | None, csv: Path | None, as_json: bool, **how: Any
) -> None:
    """Run algorithms on GAME and compare how they converge.

    With --iterations or --seconds and no --target, runs go on below 1mb, which is marked.
    """
    _check(out, csv)
    from pokerdata.comparing import compare_algorithms, read_algorithms

    chosen = read_algorithms(algorithms, how["seed"])
    told = None if as_json else _Rows(max(len(str(one)) for one in chosen))
    try:
        compared = compare_algorithms(game, chosen, on_curve=told, **how)
        if as_json:
            click.echo(compared.to_json())
        else:
            click.echo(f"\n{compared.game}; target {compared.target_mb:g} mb/g; {compared.unit}")
            click.echo(f"exploitability {compared.scope}")
        _write(_files(compared, out, csv), quiet=as_json)
    except KeyboardInterrupt:
        raise _Interrupted("interrupted; files that are not complete are not written") from None


class _Interrupted(click.ClickException):
    exit_code = 130  # as shells report a program that Ctrl-C ended


def _check(out: Path | None, csv: Path | None) -> None:
    """Raise before the work what would otherwise be said after it."""
    for option, path, suffixes in (("--out", out, (".png", ".svg")), ("--csv", csv, (".csv",))):
        if path is None:
            continue
        if path.suffix.lower() not in suffixes:
            wanted = " or ".join(suffixes)
            raise ValueError(
                f"bad file {str(path)!r}: want a name that ends in {wanted}, e.g. {option} leduc{suffixes[0]}"
            )
        if not path.parent.is_dir():
            raise FileNotFoundError(f"there is no folder {path.parent} for {path.name}: make it first")
    if out is not None:
        from pokerdata.reports.pictures.figure import new_figure

        new_figure(1, 1)  # says if matplotlib is missing


class _Rows:
    """Prints a line for each run when it ends."""

    begun = False

    def __init__(self, width: int) -> None:
        self.width = width  # of the column of algorithms

    def __call__(self, curve: Curve) -> None:
        if not self.begun:
            click.echo(
                f"{'algorithm':<{self.width}} {'engine':<6} {'to target':>10} {'seconds':>9} {'iterations':>11} "
                f"{'reached (mb/g)':>14} {'ms/iteration':>12}"
            )
            self.begun = True
        first, seconds = curve.iterations_to_target, curve.seconds_to_target
        click.echo(
            f"{curve.algorithm:<{self.width}} {curve.engine:<6} {'-' if first is None else f'{first:,}':>10} "
            f"{'-' if seconds is None else f'{seconds:.3f}':>9} {curve.iterations[-1]:>11,} "
            f"{curve.exploitability_mb[-1]:>14.6f} {curve.ms_per_iteration:>12.5f}"
        )


def _files(compared: Comparison, out: Path | None, csv: Path | None) -> dict[Path, bytes]:
    """What is to be written, complete before the first byte is."""
    files = {}
    if out is not None:
        from pokerdata.reports.pictures.compare import comparison
        from pokerdata.reports.pictures.figure import save

        buffer = BytesIO()
        save(comparison(compared), buffer, out.suffix.lower()[1:])
        files[out] = buffer.getvalue()
    if csv is not None:
        files[csv] = compared.to_csv().encode()
    return files


def _write(files: dict[Path, bytes], *, quiet: bool) -> None:
    from pokerdata.store.atomic import write_bytes

    for path, content in files.items():
        write_bytes(path, content)
        if not quiet:
            click.echo(f"written: {path}")
