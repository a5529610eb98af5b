"""`pokerdata series`: hands in order with players who learn, and what they win by the number of the hand."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import click

from pokerdata.cli import options
from pokerdata.cli.say import say


@click.command()
@click.argument("players", metavar="A B [C]...", nargs=-1, required=True)
@click.option("--game", metavar="GAME", help="A name or a file; that of a strategy if not given.")
@click.option("--series", "count", type=int, default=20, show_default=True, help="How many.")
@click.option(
    "--hands", type=int, default=1_000, show_default=True, help="Of each series, in each order of seats."
)
@click.option(
    "--all-cards", is_flag=True, help="After each hand show all cards, those that were folded, too."
)
@click.option(
    "--blocks",
    help="Of hands, by which winnings are told: how many, or doubling [default: 10].",
)
@options.seed
@click.option("--trust", is_flag=True, help="Run the code of bots such as my_bots.py:Tight, and programs.")
@click.option(
    "--processes",
    type=int,
    default=1,
    show_default=True,
    help="That share the series, 0 for one on each processor; they change no result.",
)
@click.option("--response-ms", type=int, default=600_000, show_default=True, help="For an action.")
@click.option("--hand-ms", type=int, default=600_000, show_default=True, help="For those of a hand.")
@click.option(
    "--per-hand-ms",
    type=int,
    default=7_000,
    show_default=True,
    help="For a hand, on average over the series.",
)
@options.translation
@options.tables
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--csv", type=click.Path(dir_okay=False, path_type=Path), help="Write a row for each player and block."
)
@click.option("-o", "--out", metavar="FILE", help="Draw the curve into a .png, .svg, .html or .txt.")
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

    In each series the players, those of `pokerdata match`, meet afresh, play hands in order, and see the end of each.
    Every series is played in all orders of seats on the same cards, by copies that know nothing of each other. Told is the
    learning curve: what was won by the number of the hand, with 95 % intervals over series.

    For example: pokerdata series learning random --game leduc --series 10 --hands 500 --all-cards --blocks doubling
    """
    from pokerdata.matches import play_series
    from pokerdata.matches.learning_curve import curve_ends
    from pokerdata.matches.series import MOST_HANDS
    from pokerdata.play import TimeLimits
    from pokerdata.players import game_of
    from pokerdata.store.atomic import check_writable, write_bytes
    from pokerdata.support.arguments import as_count
    from pokerdata.support.progress import shown

    if len(players) < 2:
        raise click.UsageError(f"players: expected two to ten, got {len(players)}; e.g. learning random")
    parts = int(blocks[:15]) if blocks is not None and blocks.isascii() and blocks.isdigit() else blocks
    curve_ends(parts, as_count(hands, "hands", 1, MOST_HANDS, 1_000))
    if csv is not None:
        if csv.suffix != ".csv":
            raise ValueError(
                f"file: expected a name that ends in .csv, got {str(csv)!r}; e.g. --csv curve.csv"
            )
        check_writable(csv.parent)
    if out is not None:
        from pokerdata.reports.pictures.picture import check_path

        check_path(out)
    definition = game_of(players, game, tables=tables)
    with shown("series", partial(click.echo, err=True)) as progress:
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
