"""Commands about responses: respond, trade-off, resolve."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import BUILT_IN, DRAWN, model_of, refuse_given, say
from pokerdata.cli.runs import Convergence, KeptState, LiveLine, state_options, taken_options

if TYPE_CHECKING:
    from pokerdata.solving.public import ResponseValues
    from pokerdata.spots.resolving import Blueprint, ResolvedSpot


@command()
@click.argument("model", metavar="STRATEGY", callback=options.no_player)
@option("--p", "p", type=float, required=True, help="Probability that the opponent plays it, 0 to 1.")
@option("--game", metavar="GAME", help=f"Game of a built-in STRATEGY: {', '.join(BUILT_IN)}.")
@option("--by-data", is_flag=True, help="Of a model that `learn` wrote: less than p where little was seen.")
@option(
    "--full",
    type=float,
    default=10,
    show_default=True,
    help="With --by-data: actions seen from which on it is p.",
)
@options.seed
@options.algorithm
@option("--target", metavar="GAP", help="Gap to the best response, e.g. 1mb or 0.01chips [1mb].")
@options.iterations
@options.seconds
@options.every
@options.dtype
@options.threads
@options.tables
@option("-o", "--out", type=options.TO_WRITE, help="Write the response as a strategy.")
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

    It is the restricted Nash response: the best strategy against an opponent that plays STRATEGY with probability p, and
    else whatever hurts most. p = 0 is an equilibrium, p = 1 a best response. For example:

    pokerdata respond leduc.h5 --p 0.9 --out response.h5

    STRATEGY is a file, or with --game a built-in one: pokerdata respond always-call --game leduc --p 0.5. Over a card
    abstraction it needs the table NAME_counts beside the file, or in --tables.

    With --by-data, p grows in each information set with how often the opponent was seen there: the data-biased response.

    `pokerdata trade-off` shows win and risk over p.
    """
    from pokerdata.games import Unit
    from pokerdata.players.modelling import load_model
    from pokerdata.solving import public as solvers
    from pokerdata.solving.public.held_player import Trust, check_p

    if not by_data:
        refuse_given("full", expected="only with --by-data", example="--by-data --full 20")
    _refuse_seed(model)
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


@command("trade-off")
@click.argument("model", metavar="STRATEGY", callback=options.no_player)
@option(
    "--ps", metavar="X,X", help="Probabilities that the opponent plays it, e.g. 0.5,0.9 [eleven from 0 to 1]."
)
@option("--game", metavar="GAME", help=f"Game of a built-in STRATEGY: {', '.join(BUILT_IN)}.")
@options.seed
@option(
    "--against",
    "opponent",
    was="--opponent",
    metavar="OTHER",
    callback=options.no_player,
    help="Measure wins against this file or built-in strategy instead.",
)
@options.algorithm
@option("--target", metavar="GAP", help="Gap to the best response, e.g. 1mb or 0.01chips [1mb].")
@options.iterations
@options.dtype
@options.threads
@options.tables
@option("-o", "--out", type=options.TO_WRITE, help="Write a table, for `pokerdata plot trade-off`.")
@option("--csv", type=options.TO_WRITE, help="Write a row for each p.")
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
    from pokerdata.pipeline.store.writing import write_bytes
    from pokerdata.solving import public as solvers
    from pokerdata.solving.public.trade_off import USUAL_PS

    options.check_file("--out", out, ".h5")
    options.check_file("--csv", csv, ".csv")
    if out is not None:
        table_file(out, "caller.h5")
    _refuse_seed(model, opponent)
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


def _refuse_seed(*strategies: str | None) -> None:
    if DRAWN not in strategies:
        refuse_given(
            "seed", expected=f"only with the strategy {DRAWN}", example=f"{DRAWN} --game leduc --seed 1"
        )


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"--ps: expected numbers from 0 to 1, got {text!r}; e.g. --ps 0.5,0.9") from None


@command("resolve")
@click.argument("strategy", metavar="STRATEGY.h5")
@option("--path", "history", was="--history", metavar="ACTIONS", help="Actions before, e.g. crc/crc/.")
@option("--board", metavar="CARDS", help="Cards of the street that they lead to, flop first, e.g. Td9d6hQc.")
@option(
    "--player",
    type=click.IntRange(1, 2),
    metavar="WHO",
    help="Player 1 or 2, who is re-solved [who acts first].",
)
@option(
    "--method",
    default="max-margin",
    show_default=True,
    help="unsafe, gadget or max-margin (docs/resolving.md).",
)
@option("--bets", metavar="SIZES", help="No-limit: other sizes of bets, e.g. 50%,100%.")
@option("--raises", metavar="SIZES", help="No-limit: other sizes of raises, e.g. 3x,a.")
@option("--target", metavar="GAP", help="Gap at which it stops, e.g. 0.1% of the pot [0.1%].")
@option("--iterations", type=int, help="Stop after N iterations at the latest [1,000; 100 with --boards].")
@option("--boards", type=int, help="Instead: how much less local best response wins, on N sampled turns.")
@option("--dtype", help="float32, float64, or int16: half the memory [float32].")
@options.seed
@options.threads
@options.tables
@options.json_
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
    """Re-solve a strategy from the middle of a hand on.

    The strategy is one over a card abstraction. The subgame has real cards and both players' ranges, by Bayes. It prints
    what the opponent's best response, which sees its cards, won before and wins now, and what each hand does.

    For example: pokerdata resolve limit5_strategy.h5 --path crc/crc/ --board Td9d6hQc --player 1

    Or: pokerdata resolve limit5_strategy.h5 --boards 20 --seed 1
    """
    from pokerdata.spots.resolving import Blueprint
    from pokerdata.spots.resolving.spot_resolving import check_method
    from pokerdata.spots.solver import check_dtype

    check_method(method)
    if dtype is not None:
        check_dtype(dtype)
    one = {"--path": history, "--board": board, "--player": player, "--bets": bets, "--raises": raises}
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
    missing = [name for name in ("--path", "--board") if one[name] is None]
    if missing:
        raise ValueError(
            f"{missing[0]}: expected one, or --boards, got none; e.g. --path crc/crc/ --board Td9d6hQc"
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
    from pokerdata.spots.resolving import resolve_spot

    named = {name: text for name, text in zip(("bets", "raises"), sizes, strict=True) if text is not None}
    who = player or blueprint.player_at(history) or 1
    with options.progress("resolve") as progress:
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
    from pokerdata.spots.resolving import local_gain

    with options.progress("resolve") as progress:
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
