"""`pokerdata respond`: a response to a model of the opponent that may be wrong, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.built_in import BUILT_IN, model_of
from pokerdata.cli.convergence import Convergence
from pokerdata.cli.kept_state import KeptState
from pokerdata.cli.say import say

if TYPE_CHECKING:
    from pokerdata.solvers import ResponseValues


@click.command()
@click.argument("model", metavar="STRATEGY")
@click.option("--p", "p", type=float, required=True, help="How likely the opponent plays it, from 0 to 1.")
@click.option("--game", metavar="GAME", help=f"Of a built-in STRATEGY: {', '.join(BUILT_IN)}.")
@click.option(
    "--by-data", is_flag=True, help="Of a model that `learn` wrote: p or less, where little was seen."
)
@click.option("--full", type=float, default=10, show_default=True, help="Actions seen from which on it is p.")
@options.seed
@click.option(
    "--algorithm", help="Of cfr, cfr+, lcfr, dcfr, pcfr+ [dcfr, in no-limit games 'dcfr(beta=0.5)']."
)
@click.option("--target", help="How near to the best, e.g. 1mb or 0.01chips [1mb].")
@click.option("--iterations", type=int, help="Stop here at the latest.")
@click.option("--seconds", type=float, help="Stop after this time at the latest.")
@click.option("--every", type=int, help="Evaluate at multiples of this [eight times a decade].")
@click.option("--dtype", default="float64", show_default=True, help="float32 or float64.")
@options.threads
@options.tables
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the response as a strategy."
)
@click.option("--resume", is_flag=True, help="Go on from the state beside --out.")
@click.option("--fresh", is_flag=True, help="Start anew though there is a state, and replace it.")
@click.option("--no-state", is_flag=True, help="Leave no state beside --out at the end.")
def respond(
    model: str,
    p: float,
    game: str | None,
    by_data: bool,
    full: float,
    seed: int,
    tables: str | None,
    out: Path | None,
    resume: bool,
    fresh: bool,
    no_state: bool,
    **how: Any,
) -> None:
    """Respond to STRATEGY, and be hard to exploit in return.

    It is the restricted Nash response: the best play against an opponent who plays STRATEGY with probability p, and else
    whatever hurts most. p = 0 is an equilibrium, p = 1 a best response. For example:

    pokerdata respond leduc.h5 --p 0.9 --out response.h5

    STRATEGY is a file, or with --game a built-in one: pokerdata respond always-call --game leduc --p 0.5. A strategy over
    a card abstraction takes the table NAME_counts it was made from, looked for beside the file, or in --tables.

    With --by-data the opponent is held to the model anew in each information set, the more the more was seen of him there:
    the data-biased response.

    With --out the state of the run is kept beside it, as `pokerdata solve` keeps it, for --resume. How win and risk go
    together over p: `pokerdata trade-off`.
    """
    from pokerdata import solvers
    from pokerdata.games import Unit
    from pokerdata.modelling import load_model
    from pokerdata.solvers.held_player import Trust, check_p

    played, f, called = model_of(model, game, seed, tables)
    check_p(p)
    trust: Trust = p
    if by_data and model in BUILT_IN:
        raise ValueError(
            f"--by-data: expected a model that `pokerdata learn` wrote, got {model}, of which all is known; e.g. model.h5"
        )
    if by_data:
        trust = load_model(model, tables=tables).trust(p, full=full)
    kept = KeptState(out, resume=resume, fresh=fresh, no_state=no_state)
    unit = Unit.of(played.rules)

    def short(found: ResponseValues) -> float:
        return unit.milli(found.exploitability)

    shown = Convergence("mb/g", short, how["seconds"], heading="short of the best (mb/g)")
    with kept.run(shown) as keeping:
        found = solvers.restricted_response(
            played, f, trust, on_evaluation=shown.evaluated, progress=shown.progress, **keeping, **how
        )
        shown.clear()
        say(f"\n{played.label}, response to {called} with p = {p:g}{' at most' * by_data}")
        say(f"{found.algorithm}, {found.iterations:,} iterations ({found.dtype})")
        for line in found.lines():
            say(line)
        if out is not None:
            solvers.save_response(found, out)
