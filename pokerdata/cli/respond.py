"""Commands about responses: respond, trade-off, resolve."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.options import BUILT_IN, model_of, refuse_given, say
from pokerdata.cli.runs import Convergence, KeptState, LiveLine, state_options, taken_options

if TYPE_CHECKING:
    from pokerdata.solving.public import ResponseValues
    from pokerdata.spots.resolving import Blueprint, ResolvedSpot


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
@state_options
def respond(
    model: str,
    p: float,
    game: str | None,
    by_data: bool,
    full: float,
    seed: int,
    tables: str | None,
    out: Path | None,
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
    from pokerdata.games import Unit
    from pokerdata.players.modelling import load_model
    from pokerdata.solving import public as solvers
    from pokerdata.solving.public.held_player import Trust, check_p

    if not by_data:
        refuse_given("full", expected="only with --by-data", example="--by-data --full 20")
    if model != "random":
        refuse_given("seed", expected="only with the strategy random", example="random --game leduc --seed 1")
    played, f, called = model_of(model, game, seed, tables)
    check_p(p)
    trust: Trust = p
    if by_data and model in BUILT_IN:
        raise ValueError(
            f"--by-data: expected a model that `pokerdata learn` wrote, got {model}, of which all is known; e.g. model.h5"
        )
    if by_data:
        trust = load_model(model, tables=tables).trust(p, full=full)
    kept = KeptState(out, **taken_options(how))
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
            found.save(out)
        kept.stopped = found.stopped


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
    from pokerdata.pipeline.store import table_file
    from pokerdata.pipeline.store.writing import check_writable, write_bytes
    from pokerdata.solving import public as solvers
    from pokerdata.solving.public.trade_off import USUAL_PS

    for option, path, suffix in (("--out", out, ".h5"), ("--csv", csv, ".csv")):
        if path is not None:
            if path.suffix != suffix:
                raise ValueError(
                    f"file: expected a name that ends in {suffix}, got {str(path)!r}; e.g. {option} caller{suffix}"
                )
            check_writable(path)
    if out is not None:
        table_file(out, "caller.h5")
    if "random" not in (model, opponent):
        refuse_given("seed", expected="only with the strategy random", example="random --game leduc --seed 1")
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
        found.save(out)
        say(f"written: {out}")
    if csv is not None:
        write_bytes(csv, found.to_csv().encode())
        say(f"written: {csv}")


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"--ps: expected numbers from 0 to 1, got {text!r}; e.g. --ps 0.5,0.9") from None


@click.command("resolve")
@click.argument("strategy", metavar="STRATEGY.h5")
@click.option("--history", help="The betting before, from the deal on, e.g. crc/crc/.")
@click.option("--board", help="The cards of the street that it leads to, flop first, e.g. Td9d6hQc.")
@click.option("--player", type=click.IntRange(1, 2), help="Whose strategy is solved anew [who acts first].")
@click.option(
    "--method",
    default="max-margin",
    show_default=True,
    help="unsafe, gadget or max-margin (docs/resolving.md).",
)
@click.option("--bets", help="No-limit: other first bets, e.g. 50%,100%.")
@click.option("--raises", help="No-limit: other raises, e.g. 3x,a.")
@click.option("--target", help="Gap at which it stops, e.g. 0.1% of the pot [0.1%].")
@click.option("--iterations", type=int, help="At most so many [1,000; 100 with --boards].")
@click.option(
    "--boards",
    type=int,
    help="Instead of one spot: how much less local best response wins, on so many drawn turns.",
)
@click.option("--dtype", help="float32, float64, or int16: half the memory [float32].")
@options.seed
@options.threads
@options.tables
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def resolve(
    strategy: str,
    history: str | None,
    board: str | None,
    player: int | None,
    method: str,
    bets: str | None,
    raises: str | None,
    target: str | None,
    iterations: int | None,
    boards: int | None,
    dtype: str | None,
    seed: int,
    threads: int,
    tables: str | None,
    as_json: bool,
) -> None:
    """Solve a strategy anew from the middle of a hand on.

    The strategy is one over a card abstraction; what is solved has real cards and both players' ranges by Bayes. It tells
    what the opponent's best response, which sees its cards, won before and wins now, and what each hand does.

    For example: pokerdata resolve limit5_strategy.h5 --history crc/crc/ --board Td9d6hQc --player 1

    Or: pokerdata resolve limit5_strategy.h5 --boards 20 --seed 1
    """
    from pokerdata.spots.resolving import Blueprint
    from pokerdata.spots.resolving.spot_resolving import check_method
    from pokerdata.spots.solver import check_dtype

    check_method(method)
    if dtype is not None:
        check_dtype(dtype)
    one = {"--history": history, "--board": board, "--player": player, "--bets": bets, "--raises": raises}
    if boards is not None:
        alone = {**one, "--target": target, "--dtype": dtype}
        given = next((name for name, value in alone.items() if value is not None), None)
        if given is not None:
            raise ValueError(
                f"{given}: expected none with --boards, which draws them, got one; e.g. --boards 20"
            )
        blueprint = Blueprint(strategy, tables=tables)
        _measure(blueprint, method, iterations, boards, seed, threads, as_json)
        return
    refuse_given("seed", expected="only with --boards, which are drawn", example="--boards 20 --seed 1")
    missing = [name for name in ("--history", "--board") if one[name] is None]
    if missing:
        raise ValueError(
            f"{missing[0]}: expected one, or --boards, got none; e.g. --history crc/crc/ --board Td9d6hQc"
        )
    assert history is not None
    assert board is not None
    _one(
        Blueprint(strategy, tables=tables),
        history,
        board,
        player,
        method,
        (bets, raises),
        target,
        iterations,
        dtype or "float32",
        threads,
        as_json,
    )


def _one(
    blueprint: Blueprint,
    history: str,
    board: str,
    player: int | None,
    method: str,
    sizes: tuple[str | None, str | None],
    target: str | None,
    iterations: int | None,
    dtype: str,
    threads: int,
    as_json: bool,
) -> None:
    from pokerdata._support.progress import shown
    from pokerdata.spots.resolving import resolve_spot

    named = {name: text for name, text in zip(("bets", "raises"), sizes, strict=True) if text is not None}
    who = player or blueprint.player_at(history) or 1
    with shown("resolve", partial(click.echo, err=True)) as progress:
        found = resolve_spot(
            blueprint,
            history,
            board,
            who,
            method=method,
            sizes=named or None,
            target="0.1%" if target is None else target,
            iterations=1_000 if iterations is None else iterations,
            dtype=dtype,
            threads=threads,
            progress=progress,
        )
    if as_json:
        click.echo(json.dumps(found.to_dict()))
        return
    say("\n".join([f"{blueprint.name}: {found.spot!r}", *found.lines()]))
    say("\n".join(["", *_first_decision(found)]))


def _first_decision(found: ResolvedSpot) -> list[str]:
    """What the player does first, by classes of hands."""
    import numpy as np

    from pokerdata._support.estimates import percent
    from pokerdata._support.text import columns
    from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION

    line = "" if int(found.spot.tree.player[0]) == found.seat else "c"
    try:
        play = found.play(line)
    except ValueError:
        return []
    weights = found.spot.weights(found.seat)[play.combinations]
    classes = CLASS_OF_COMBINATION[play.combinations]
    rows = [["hand", "of his range", *play.steps]]
    for number in np.argsort(-np.bincount(classes, weights, 169), kind="stable")[:20].tolist():
        there = (classes == number) & (weights > 0)
        if there.any():
            shares = np.average(play.strategy[there], axis=0, weights=weights[there])
            held = weights[there].sum() / weights.sum()
            rows.append([CLASS_NAMES[number], *(percent(part, 2) for part in (held, *shares))])
    where = "first" if not line else "after a check"
    return [f"what he does {where}, the 20 classes of hands that he has most:", *columns(rows)]


def _measure(
    blueprint: Blueprint,
    method: str,
    iterations: int | None,
    boards: int,
    seed: int,
    threads: int,
    as_json: bool,
) -> None:
    from pokerdata._support.progress import shown
    from pokerdata.spots.resolving import local_gain

    with shown("resolve", partial(click.echo, err=True)) as progress:
        found: Any = local_gain(
            blueprint,
            method=method,
            iterations=100 if iterations is None else iterations,
            boards=boards,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    if as_json:
        click.echo(json.dumps(found.to_dict()))
    else:
        say("\n".join(found.lines()))
