"""Commands about long matches: series, lbr."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import game_of_file, refuse_given, say


@command()
@click.argument("players", metavar="A B [C]...", nargs=-1, required=True)
@options.game
@option("--series", "count", type=int, default=20, show_default=True, help="Number of series.")
@option(
    "--hands",
    type=int,
    default=1_000,
    show_default=True,
    help="Number of hands in a series, in each order of seats.",
)
@option("--all-cards", is_flag=True, help="Show all cards after each hand, folded ones, too.")
@option("--blocks", metavar="N", help="Number of blocks of hands in the curve, or doubling [10].")
@options.seed
@options.trust
@option("--processes", type=int, default=1, show_default=True, help="Processes, 0 for one per processor.")
@options.clocks
@options.translation
@options.tables
@options.json_
@option("--csv", type=options.TO_WRITE, help="Write a row for each player and block.")
@option("-o", "--out", metavar="FILE", help="Draw the curve as .png, .svg, .html or .txt.")
def series(
    players: tuple[str, ...],
    game: str | None,
    count: int,
    hands: int,
    all_cards: bool,
    blocks: str | None,
    response_ms: int,
    hand_ms: int,
    per_hand_ms: int,
    as_json: bool,
    csv: Path | None,
    out: str | None,
    tables: str | None,
    **given: Any,
) -> None:
    """Play series of hands with players who learn.

    In each series the players, those of `pokerdata match`, start without memory, play hands in order, and see the end of
    each. Every series is played in all orders of seats on the same cards, by copies that know nothing of each other. It
    prints the learning curve: winnings by the number of the hand, with 95 % intervals over series.

    For example: pokerdata series learning random --game leduc --series 10 --hands 500 --all-cards --blocks doubling
    """
    from pokerdata._support.arguments import as_count
    from pokerdata.games.play import TimeLimits
    from pokerdata.matches import play_series
    from pokerdata.matches.series import MOST_HANDS
    from pokerdata.matches.series_result import curve_ends
    from pokerdata.pipeline.store.writing import write_bytes
    from pokerdata.players import game_of

    if len(players) < 2:
        raise click.UsageError(f"players: expected two to ten, got {len(players)}; e.g. learning random")
    parts = int(blocks[:15]) if blocks is not None and blocks.isascii() and blocks.isdigit() else blocks
    curve_ends(parts, as_count(hands, "hands", 1, MOST_HANDS, 1_000))
    options.check_file("--csv", csv, ".csv")
    options.check_picture(out)
    definition = game_of(players, game, tables=tables)
    with options.progress("series") as progress:
        result = play_series(
            players,
            definition,
            series=count,
            hands=hands,
            show="all" if all_cards else "shown",
            limits=TimeLimits(response_ms, hand_ms, per_hand_ms),
            tables=tables,
            progress=progress,
            **given,
        )
    if as_json:
        click.echo(json.dumps(result.to_dict(parts)))
    else:
        say(result.text(parts))
    if csv is not None:
        write_bytes(csv, result.curve(parts).to_csv().encode())
        _written(csv, as_json)
    if out is not None:
        from pokerdata.reports.pictures import series_curve

        _written(series_curve(result, parts).save(out), as_json)


def _written(path: Path, as_json: bool) -> None:
    click.echo(f"written: {path}", err=as_json)


@command("lbr")
@click.argument("strategy", metavar="STRATEGY", callback=options.no_player)
@option("--game", metavar="GAME", help="Game of a strategy without cards, such as always-call.")
@option(
    "--deals", type=int, default=10_000, show_default=True, help="Number of deals, each played in both seats."
)
@options.seed
@option(
    "--menu",
    metavar="SIZES",
    default="pot,all-in",
    show_default=True,
    help="No-limit: bets that it considers.",
)
@option(
    "--run-outs",
    "samples",
    was="--samples",
    type=int,
    default=100,
    show_default=True,
    help="Sample N run-outs where two cards or more are to come.",
)
@options.translation
@options.threads
@options.tables
@options.json_
def lbr(
    strategy: str,
    game: str | None,
    deals: int,
    seed: int,
    menu: str,
    samples: int,
    translation: str,
    threads: int,
    tables: str | None,
    as_json: bool,
) -> None:
    """Play local best response against a strategy.

    What it wins on real cards is a lower bound on the strategy's exploitability there. The strategy is a file or, with
    --game, one without cards: always-call, always-fold, always-raise or uniform, which in no-limit games bet the menu of
    the game's tree.

    For example: pokerdata lbr tables/limit5_strategy.h5 --deals 20000 --seed 1
    """
    from pokerdata.games.strategies import load_strategy
    from pokerdata.games.strategies.simple import BUILT_IN
    from pokerdata.matches import local_best_response
    from pokerdata.pipeline.store import find_table
    from pokerdata.players.agents import BASELINES, Agent
    from pokerdata.solving.evaluation import Scope

    stated: Mapping[str, Any] = {}
    if game is not None:
        if strategy not in BUILT_IN:
            raise game_of_file(BUILT_IN, game, strategy)
        agent = Agent.without_cards(strategy, game, translation=translation)
    elif strategy in BASELINES or (strategy in BUILT_IN and find_table(strategy, tables) is None):
        raise ValueError(
            f"strategy: expected a strategy file, or --game with one of {', '.join(BUILT_IN)}, got {strategy!r} alone; "
            "e.g. always-call --game limit-holdem"
        )
    else:
        saved = load_strategy(strategy, tables=tables)
        agent = Agent.of_file(saved, translation=translation, tables=tables, name=strategy)
        stated = saved.attributes
    if agent.rules is not None and agent.rules.stack is None:
        refuse_given(
            "menu", "translation", expected="a no-limit game with it", example="the command without it"
        )
    how = {"deals": deals, "seed": seed, "menu": menu.split(","), "samples": samples, "threads": threads}
    with options.progress("local best response") as progress:
        found = local_best_response(agent, progress=progress, **how)  # type: ignore[arg-type]
    if as_json:
        mb = stated.get("exploitability_mb_per_game")
        said = {} if mb is None else Scope.stated(stated).attributes()
        click.echo(json.dumps({**found.to_dict(), "stated": {"mb_per_game": mb, **said}}))
        return
    say("\n".join([str(found), *stated_lines(stated)]))


def stated_lines(attributes: Mapping[str, Any]) -> list[str]:
    """The exploitability that a strategy's file states, with its scope; none where it is not known."""
    from pokerdata.solving.evaluation import TO_COMPARE, Scope

    inside = attributes.get("exploitability_mb_per_game")
    if inside is None:
        return []
    scope = Scope.stated(attributes)
    return [
        f"exploitability as the file says: {inside:.4f} mb/hand,",
        str(scope),
        *([f"({TO_COMPARE})"] if scope.abstraction else []),
    ]
