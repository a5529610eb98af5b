"""`pokerdata cfr-br`: the least exploitable strategies that an abstraction holds, from the command line."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import refuse_given, say
from pokerdata.cli.runs import Convergence, KeptState, state_options, taken_options
from pokerdata.cli.spot_options import NAMES, given_option, is_given, is_spot_file, spot_of, spot_options

if TYPE_CHECKING:
    from pokerdata.abstraction.bucket_table import BucketTable
    from pokerdata.games import Game
    from pokerdata.spots import BucketedValues, Spot


_OF_GAMES = ("target", "out", "resume", "fresh", "keep_state", "no_state")
_NOT_OF_HOLDEM = ("target", "every", "dtype")


@command("cfr-br")
@click.argument("game", required=False)
@options.changes
@option("--buckets", metavar="N,N", help="Buckets per bucket of the street before, by strength.")
@option(
    "--buckets-of",
    metavar="STRATEGY",
    help="Spot, hold'em: buckets of this strategy (or table).",
)
@option("--beside", is_flag=True, help="Solve the abstract game, too, for as many iterations.")
@spot_options
@option("--algorithm", help="cfr, cfr+, lcfr, dcfr or pcfr+ [as `solve`]; of hold'em cfr or lcfr [lcfr].")
@option("--target", metavar="GAP", help="Of a game: mean gap to the least exploitable, e.g. 1mb.")
@options.iterations
@options.seconds
@options.every
@option("--dtype", help="float32 or float64 [float64, of spots float32].")
@options.seed
@options.threads
@options.tables
@option("-o", "--out", type=options.TO_WRITE, help="Of a game: write the strategy.")
@state_options
@options.json_
def cfr_br(
    game: str | None,
    changes: tuple[str, ...],
    buckets: str | None,
    buckets_of: str | None,
    beside: bool,
    tables: str | None,
    as_json: bool,
    **how: Any,
) -> None:
    """Find the least exploitable strategy over buckets.

    A player that sees buckets, in GAME or in a spot, learns against one that sees its cards and plays a best response in
    every iteration: CFR-BR. On real cards the result is less exploitable than an equilibrium of the abstract game, in
    which both see buckets. For example:

    pokerdata cfr-br leduc --buckets 2,2 --iterations 10000 --out least.h5

    GAME is a game of real cards that `pokerdata games` lists, or a TOML file of one or of a spot; options may describe a
    spot, too. Whole hold'em needs --buckets-of and --out; each iteration samples a flop and a turn (docs/cfr_br.md).
    """
    of_spot = {name: how.pop(name) for name in NAMES}
    spot_given = is_given(of_spot) or is_spot_file(game)
    missing = game is not None and game.endswith((".toml", ".h5")) and not Path(game).is_file()
    if game is not None and is_given(of_spot) and not is_spot_file(game) and not missing:
        given = given_option(of_spot)
        raise ValueError(
            f"{given}: expected a spot with it, by its options alone or as a file, got the game {game}; e.g. {game} "
            f"without {given}, or --board 'Td 9d 6h Qc' without {game}"
        )
    if (buckets is None) == (buckets_of is None):
        raise ValueError(
            "buckets: expected either --buckets or, of a spot, --buckets-of, got "
            f"{'none' if buckets is None else 'both'}; e.g. --buckets 3,2"
        )
    if how["iterations"] is None and how["seconds"] is None and how["target"] is None:
        raise ValueError("limits: expected --iterations or --seconds, got none; e.g. --iterations 1000")
    counts = None if buckets is None else _numbers(buckets)
    if spot_given:
        if changes:
            raise ValueError(f"--set: expected a GAME with it, got a spot and {changes[0]}; e.g. --pot 200")
        for name in _OF_GAMES:
            if how.pop(name):
                raise ValueError(
                    f"--{name.replace('_', '-')}: expected a GAME with it, got a spot; e.g. leduc"
                )
        refuse_given(
            "seed",
            expected="whole hold'em with it, as nothing else is sampled",
            example="limit-holdem --seed 1",
        )
        del how["seed"]
        spot = spot_of(of_spot, game)
        # What is told to people goes beside one JSON object.
        with redirect_stdout(sys.stderr) if as_json else nullcontext():
            told = _in_spot(spot, counts, buckets_of, tables, beside, **how)
        if as_json:
            click.echo(json.dumps(told))
        return
    if game is None:
        raise ValueError("GAME: expected the name of a game, or a spot, got none; e.g. leduc")
    from pokerdata.games import load_game, varied

    named = varied(load_game(game), changes)
    with redirect_stdout(sys.stderr) if as_json else nullcontext():
        told = _of_game(named, counts, buckets_of, tables, beside, **how)
    if as_json:
        click.echo(json.dumps(told))


def _of_game(
    named: Game,
    counts: list[int] | None,
    buckets_of: str | None,
    tables: str | None,
    beside: bool,
    **how: Any,
) -> dict[str, Any]:
    if buckets_of is not None and named.abstracted:
        return _in_holdem(named, buckets_of, tables, beside, **how)
    refuse_given(
        "seed", expected="whole hold'em with it, as nothing else is sampled", example="limit-holdem --seed 1"
    )
    del how["seed"]
    if counts is None:
        raise ValueError("--buckets-of: expected a spot or hold'em with it, got a game; e.g. --buckets 3,2")
    return _in_game(named, counts, beside, **how)


def _in_game(
    named: Game,
    counts: list[int],
    beside: bool,
    out: Path | None,
    **how: Any,
) -> dict[str, Any]:
    from pokerdata._support.estimates import signed
    from pokerdata.games import CardGame, Unit
    from pokerdata.solving import public as solvers

    build = named.build
    if build is None:
        raise ValueError(
            f"{named.rules.name} is too large to solve with all its cards: expected a smaller game such as leduc, "
            "a spot of it, or sampled boards; e.g. --buckets-of limit5_strategy.h5"
        )
    kept = KeptState(out, **taken_options(how))
    played = build()
    assert isinstance(played, CardGame)
    how["dtype"] = how["dtype"] or "float64"
    classes = solvers.strength_classes(played, counts)
    unit = Unit.of(played.rules)
    shown = Convergence(
        "mb/g", lambda v: -unit.milli(sum(v.least) / 2), how["seconds"], heading="exploitability (mb/g)"
    )
    with kept.run(shown) as keeping:
        found = solvers.cfr_br(
            played, classes, on_evaluation=shown.evaluated, progress=shown.progress, **keeping, **how
        )
        shown.clear()
        states = ", ".join(f"{n:,} as {k:,}" for n, k in zip(played.states, classes.counts, strict=True))
        say(f"\n{played.label}, hands by strength: {states}")
        say(f"CFR-BR by {found.algorithm}, {found.iterations:,} iterations ({found.dtype})")
        for line in found.lines():
            say(line)
        told = found.to_dict()
        if out is not None:
            found.save(out)  # before more is solved, which may be interrupted
        if beside:
            plain = solvers.solve(
                played,
                classes=classes,
                iterations=found.iterations,
                every=found.iterations,
                algorithm=found.algorithm,
                dtype=found.dtype,
                threads=how["threads"],
            )
            value = plain.values.exploitability
            say(f"beside it an equilibrium of the abstract game, {plain.iterations:,} iterations:")
            say(f"exploitability    {signed(value, 6)} chips/game = {signed(unit.milli(value), 4)} mb/g")
            told["equilibrium_of_buckets"] = {
                "exploitability_chips": value,
                "exploitability_mb_per_game": unit.milli(value),
            }
        kept.stopped = found.stopped
    return told


def _in_holdem(
    named: Game,
    buckets_of: str,
    tables: str | None,
    beside: bool,
    algorithm: str | None,
    **how: Any,
) -> dict[str, Any]:
    for name in _NOT_OF_HOLDEM:
        if how.pop(name) is not None:
            raise ValueError(
                f"--{name}: expected none with whole hold'em, whose boards are sampled; e.g. --iterations 2000"
            )
    if beside:
        raise ValueError(
            "--beside: expected none with whole hold'em, whose boards are sampled; e.g. a recipe with both"
        )
    return in_holdem(named, buckets_of, tables=tables, update=algorithm or "lcfr", **how)


def _in_spot(
    spot: Spot,
    counts: list[int] | None,
    buckets_of: str | None,
    tables: str | None,
    beside: bool,
    **how: Any,
) -> dict[str, Any]:
    from pokerdata import spots
    from pokerdata.spots.resolving import Blueprint

    of_board: Any
    if counts is not None:
        of_board = spots.StrengthBuckets(spot.board_cards, counts)
    else:
        assert buckets_of is not None
        of_board = Blueprint(buckets_of, tables=tables).buckets
    how["dtype"] = how["dtype"] or "float32"
    how["algorithm"] = how["algorithm"] or "dcfr"

    def percent(values: BucketedValues) -> float:
        return values.percent

    shown = Convergence("% of the pot", percent, how["seconds"])
    kept = KeptState(None)
    with kept.run(shown):
        found = spots.solve_bucketed_spot(
            spot, of_board, on_evaluation=shown.evaluated, progress=shown.progress, **how
        )
        shown.clear()
        numbers = ", ".join(f"{oop:,} and {ip:,}" for oop, ip in found.solvers[0].buckets.counts)
        say(f"\n{spot}\nbuckets of OOP and IP on each street: {numbers}")
        say(f"CFR-BR by {found.algorithm}, {found.iterations:,} iterations ({how['dtype']})")
        for line in found.values.lines(spot.big_blind):
            say(line)
        told = found.to_dict()
        if beside:
            plain = spots.solve_bucketed_spot(
                spot,
                of_board,
                opponent="buckets",
                algorithm=found.algorithm,
                iterations=found.iterations,
                every=found.iterations,
                dtype=how["dtype"],
                threads=how["threads"],
                progress=shown.progress,
            )
            shown.clear()
            say(f"beside it an equilibrium of the abstract game, {plain.iterations:,} iterations:")
            say(plain.values.lines(spot.big_blind)[0])
            told["equilibrium_of_buckets"] = plain.to_dict()["values"]
    return told


def _numbers(text: str) -> list[int]:
    parts = text.split(",")
    digits = [part.strip() for part in parts]
    if not all(part.isdecimal() and len(part) < 20 and int(part) for part in digits):
        got = text if len(text) < 40 else f"{text[:36]}..."
        raise ValueError(
            f"--buckets: expected whole numbers of 1 or more, one for each street, got {got!r}; e.g. 3,2"
        )
    return [int(part) for part in parts]


def in_holdem(
    named: Game,
    buckets_of: str,
    *,
    update: str,
    iterations: int | None,
    seconds: float | None,
    seed: int,
    threads: int,
    tables: str | None,
    out: Path | None,
    **state: bool,
) -> dict[str, Any]:
    """Find the least exploitable play over the buckets of a table or of a strategy, and write it."""
    from pokerdata.solving.sampled import cfr_br

    kept = KeptState(out, **state)
    if out is None:
        raise ValueError(
            "--out: expected a file for the strategy, whose worth is told by others, got none; e.g. least.h5"
        )
    buckets = _buckets(buckets_of, tables)
    shown = Convergence("mb/g", lambda _: 0.0, seconds)
    with kept.run(shown) as keeping:
        found = cfr_br(
            named.rules,
            buckets,
            iterations=iterations,
            seconds=seconds,
            update=update,
            seed=seed,
            threads=threads,
            progress=shown.progress,
            **keeping,
        )
        shown.clear()
        found.save(out)
        say(f"{named.rules.name}, {buckets.name.removesuffix('_buckets')}: CFR-BR ({found.update})")
        say(f"{found.iterations:,} sampled flops and turns, seed {found.seed}, {found.seconds:,.0f} s")
        if found.unreached_sets:
            never = f"{found.unreached_sets:,} of {found.information_sets:,} information sets"
            say(f"{never} were never reached, and play uniformly")
        say("exploitability: not known from the run; on real cards, with an interval:")
        say(f"  pokerdata exploitability {out} --real --flops 20")
        return {
            "game": found.rules.name,
            "abstraction": buckets.name.removesuffix("_buckets"),
            "algorithm": found.update,
            "iterations": found.iterations,
            "seed": found.seed,
            "seconds": found.seconds,
            "information_sets": found.information_sets,
            "unreached_information_sets": found.unreached_sets,
            "exploitability": None,
        }


def _buckets(name: str, tables: str | None) -> BucketTable:
    from pokerdata.abstraction.bucket_table import BucketTable
    from pokerdata.abstraction.kinds import BUCKET_TABLES
    from pokerdata.games.strategies import load_strategy
    from pokerdata.games.strategies.real_cards import bucket_table
    from pokerdata.pipeline.store import open_table

    if Path(name).stem.endswith("_buckets"):
        return open_table(name, tables, *BUCKET_TABLES)
    saved = load_strategy(name, tables=tables)
    if saved.abstraction is None:
        raise ValueError(
            f"--buckets-of: expected a strategy over buckets, got {name}, of {saved.label}; e.g. limit5_strategy.h5"
        )
    found = bucket_table(saved, tables)
    assert isinstance(found, BucketTable)
    return found
