"""`pokerdata resolve`: a strategy solved anew in the middle of a hand, on real cards."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.say import say

if TYPE_CHECKING:
    from pokerdata.resolving import Blueprint, ResolvedSpot


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
    from pokerdata.resolving import Blueprint
    from pokerdata.resolving.methods import check_method
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
    from pokerdata.resolving import resolve_spot
    from pokerdata.support.progress import shown

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

    from pokerdata.cards.hand_classes import CLASS_NAMES, CLASS_OF_COMBINATION
    from pokerdata.support.text import columns

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
            rows.append([CLASS_NAMES[number], *(f"{100 * part:.2f} %" for part in (held, *shares))])
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
    from pokerdata.resolving import local_gain
    from pokerdata.support.progress import shown

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
