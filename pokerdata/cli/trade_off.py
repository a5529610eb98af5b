"""`pokerdata trade-off`: what is won from an opponent against what is risked for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pokerdata.cli import options
from pokerdata.cli.built_in import BUILT_IN, model_of
from pokerdata.cli.live_line import LiveLine
from pokerdata.cli.say import say

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("trade-off")
@click.argument("model", metavar="STRATEGY")
@click.option("--ps", help="How likely the opponent plays it, e.g. 0.5,0.9 [eleven from 0 to 1].")
@click.option("--game", metavar="GAME", help=f"Of a built-in STRATEGY: {', '.join(BUILT_IN)}.")
@options.seed
@click.option("--opponent", metavar="OTHER", help="Measure wins against this file or built-in instead.")
@click.option(
    "--algorithm", help="Of cfr, cfr+, lcfr, dcfr, pcfr+ [dcfr, in no-limit games 'dcfr(beta=0.5)']."
)
@click.option("--target", help="How near to the best each is, e.g. 1mb or 0.01chips [1mb].")
@click.option("--iterations", type=int, help="Stop each here at the latest.")
@click.option("--dtype", default="float64", show_default=True, help="float32 or float64.")
@options.threads
@options.tables
@click.option("--out", type=_FILE, help="Write a table, for `pokerdata plot trade-off`.")
@click.option("--csv", type=_FILE, help="Write a row for each p.")
def trade_off(
    model: str,
    ps: str | None,
    game: str | None,
    seed: int,
    opponent: str | None,
    tables: str | None,
    out: Path | None,
    csv: Path | None,
    **how: Any,
) -> None:
    """Weigh what is won from STRATEGY against the risk.

    For each p a response as of `pokerdata respond`: what it wins from STRATEGY, and how exploitable it is. Beside it what
    mixing the ends, p = 0 and p = 1, would win at the same risk. For example:

    pokerdata trade-off always-call --game leduc --out caller.h5

    pokerdata plot trade-off caller.h5 -o caller.png
    """
    from pokerdata import solvers
    from pokerdata.solvers.trade_off import USUAL_PS
    from pokerdata.store import table_file
    from pokerdata.store.atomic import check_writable, write_bytes

    for option, path, suffix in (("--out", out, ".h5"), ("--csv", csv, ".csv")):
        if path is not None:
            if path.suffix != suffix:
                raise ValueError(
                    f"file: expected a name that ends in {suffix}, got {str(path)!r}; e.g. {option} caller{suffix}"
                )
            check_writable(path.parent)
    if out is not None:
        table_file(out, "caller.h5")
    played, f, called = model_of(model, game, seed, tables)
    met, name = None, called
    if opponent is not None:
        _, met, name = model_of(opponent, game if opponent in BUILT_IN else None, seed, tables)
    line = LiveLine(None)
    found = solvers.trade_off(
        played,
        f,
        USUAL_PS if ps is None else _numbers(ps),
        opponent=met,
        progress=lambda done, expected: line.show(done, expected),
        **how,
    )
    line.clear()
    say(f"{played.label}, responses to {called}" + (f", wins against {name}" if met is not None else ""))
    for row in found.lines():
        say(row)
    if out is not None:
        solvers.save_trade_off(found, out)
        say(f"written: {out}")
    if csv is not None:
        write_bytes(csv, found.to_csv().encode())
        say(f"written: {csv}")


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"--ps: expected numbers from 0 to 1, got {text!r}; e.g. --ps 0.5,0.9") from None
