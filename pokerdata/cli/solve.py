"""`pokerdata solve`: a small game, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pokerdata.solvers import LogRow, Result

_WORDS_UP_TO = 50  # information sets


@click.command()
@click.argument("game")
@click.option("--algorithm", default="dcfr", show_default=True, help="cfr, cfr+ or dcfr.")
@click.option("--alpha", type=float, help="dcfr: exponent of the positive regrets' discount [1.5].")
@click.option("--beta", type=float, help="dcfr: exponent of the negative regrets' discount [0].")
@click.option("--gamma", type=float, help="Exponent of the average's weight [dcfr: 2, cfr+: 1].")
@click.option("--delay", type=int, help="cfr+: iterations before the average begins [0].")
@click.option("--target", help="Exploitability to reach, e.g. 1mb or 0.01chips [1mb without other limits].")
@click.option("--iterations", type=int, help="Stop here at the latest.")
@click.option("--seconds", type=float, help="Stop after this time at the latest.")
@click.option("--every", type=int, help="Near the target, evaluate at multiples of this, too.")
@click.option("--at", help="Evaluate at these iterations, and stop after the last, e.g. 1,21,41,481.")
@click.option("--dtype", default="float64", show_default=True, help="float32 or float64.")
@click.option("--threads", "-j", type=int, default=0, help="0 for all processors; changes no bit [0].")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the strategy as a table.")
@click.option("--strategy/--no-strategy", default=None, help="Print the strategy in words.")
def solve(game: str, out: Path | None, strategy: bool | None, **how: Any) -> None:
    """Solve GAME and print how it converged, and the strategy if it is short.

    GAME is a name that `pokerdata games` lists, or a TOML file such as `pokerdata games leduc --toml` writes.

    With --out a run that was interrupted goes on when the same command is given again.
    """
    from pokerdata import solvers
    from pokerdata.games import find_game
    from pokerdata.solvers.words import strategy_lines

    build = find_game(game).build
    if build is None:
        raise ValueError(
            f"{game} needs a card abstraction: want a recipe and `pokerdata make`, or a smaller game such as leduc"
        )
    if out is not None:
        _check_out(out)
    if how["at"] is not None:
        how["at"] = _iterations(how["at"])
    played = build()
    state = None if out is None else out.with_name(out.name + ".state")
    if state is not None and state.exists():
        how["resume"] = solvers.State.load(state)
        click.echo(f"going on from iteration {how['resume'].iteration:,} ({state})")
    if state is not None:
        how["checkpoint"] = lambda saved: saved.save(state)
    try:
        result = solvers.solve(played, on_progress=_Rows(played.rules.unit), **how)
    except KeyboardInterrupt:
        if out is not None:
            raise
        raise _Interrupted("interrupted; without --out nothing is kept") from None
    click.echo(f"\n{played.label}, {result.algorithm}, {result.iterations:,} iterations ({result.dtype})")
    for line in result.evaluation.lines(played.rules, played.abstraction):
        click.echo(line)
    if strategy or (strategy is None and played.information_sets <= _WORDS_UP_TO):
        click.echo("\n" + "\n".join(strategy_lines(result)))
    if out is not None:
        _write(out, result)
        Path(f"{out}.state").unlink(missing_ok=True)
        click.echo(f"\nwritten: {out}")


def _iterations(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"bad --at {text!r}: want whole numbers, e.g. --at 1,21,41") from None


def _check_out(path: Path) -> None:
    """Raise before the work what would otherwise be said after it."""
    from pokerdata.store.atomic import check_writable
    from pokerdata.store.schema import check_name

    if path.suffix != ".h5":
        raise ValueError(f"bad file {str(path)!r}: want a name that ends in .h5, e.g. --out leduc.h5")
    check_name(path.stem, "name of a table")
    check_writable(path.parent)


class _Interrupted(click.ClickException):
    exit_code = 130  # as shells report a program that Ctrl-C ended


class _Rows:
    """Prints each row of the convergence log once."""

    def __init__(self, unit: int) -> None:
        self.unit = unit
        self.last = 0

    def __call__(self, done: int, expected: int, row: LogRow | None) -> None:
        if row is None or row.iteration == self.last:
            return
        if self.last == 0:
            click.echo(f"{'iteration':>10}  {'seconds':>9}  {'exploitability (mb/g)':>21}")
        self.last = row.iteration
        mb = 1000 * row.evaluation.exploitability / self.unit
        click.echo(f"{row.iteration:>10,}  {row.seconds:>9.3f}  {mb:>21.6f}")


def _write(path: Path, result: Result) -> None:
    from pokerdata.solvers import strategy_table
    from pokerdata.store import write_table

    write_table(
        path,
        name=path.stem,
        kind=strategy_table.KIND,
        arrays=strategy_table.arrays(result),
        attributes=strategy_table.attributes(result),
        dataset_attributes=strategy_table.dataset_attributes(result.game),
    )
