"""`pokerdata statistics`: what players of logs do."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pokerdata.cli import options
from pokerdata.cli.say import say
from pokerdata.support.text import columns, counted, nearest, one_line, shortened, terminal_width

if TYPE_CHECKING:
    from pokerdata.statistics import PlayerStatistics, Share, Statistics

#: What the table by position has room for.
_BY_POSITION = ("vpip", "pfr", "three_bet", "to_showdown", "won_at_showdown")
_MOST = 50  # players of the overview


@click.command()
@click.argument(
    "logs", nargs=-1, required=True, metavar="LOG...", type=click.Path(exists=True, path_type=Path)
)
@click.option("--game", metavar="GAME", help="What was played, a name or a file; not needed for .phh.")
@click.option("--player", "name", metavar="NAME", help="All statistics of one player, with intervals.")
@click.option(
    "--by", type=click.Choice(["street", "position"]), help="Shares for each street or position instead."
)
@click.option("--chip", default="1", show_default=True, help="What a chip is worth in .phh files, e.g. 0.01.")
@click.option("--skip-errors", is_flag=True, help="Leave out hands with errors, and say how many.")
@click.option(
    "--strength", is_flag=True, help="Of Texas hold'em: tell hands that were shown down, too, and how strong."
)
@click.option(
    "--strong", type=float, help="With --strength: E[HS] from which on a hand is strong [default: 0.8]."
)
@options.tables
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, a row for each player and statistic.")
def statistics(
    logs: tuple[Path, ...],
    game: str | None,
    name: str | None,
    by: str | None,
    chip: str,
    skip_errors: bool,
    strength: bool,
    strong: float | None,
    tables: str | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Count what the players of logs do.

    LOG is one of a match, as the dealers of the ACPC and of this package write it, a .phh or .phhs file, or a folder of
    them; several add up.
    Each statistic is a share of opportunities, with its 95 % interval; docs/statistics.md says what each means.

    For example: pokerdata statistics match.log --game limit-holdem

    Or: pokerdata statistics logs --game nolimit-holdem-6p --player A
    """
    from pokerdata.statistics import STRONG, statistics_of_logs
    from pokerdata.support.progress import shown_when_long

    if as_json and as_csv:
        raise click.UsageError("--json, --csv: expected one of the two, got both")
    if strong is not None and not strength:
        raise click.UsageError("--strong: expected --strength with it, got it without")
    with shown_when_long("statistics") as progress:
        found = statistics_of_logs(
            logs,
            game,
            chip=chip,
            skip_errors=skip_errors,
            strength=strength,
            strong=STRONG if strong is None else strong,
            tables=tables,
            progress=progress,
        )
    if found.skipped:
        click.echo(
            f"left out {counted(found.skipped, 'hand')}, the first: {one_line(found.first_error)}", err=True
        )
    chosen = list(found.values())
    if name is not None:
        if name not in found:
            some = ", ".join([one_line(one) for one in found][:10])
            rule = f"expected one of {some}" if some else "expected a player, and there are no hands"
            raise click.UsageError(f"--player: {rule}, got {name!r}{nearest(name, found)}")
        chosen = [found[name]]
    if as_json:
        told = {**found.to_dict(), "players": [player.to_dict() for player in chosen]}
        click.echo(json.dumps(told))
    elif as_csv:
        _write_csv(chosen, by)
    else:
        for line in _page(found, chosen, name, by):
            say(line)


def _write_csv(players: list[PlayerStatistics], by: str | None) -> None:
    head = ["player", "statistic", *([by] if by else []), "taken", "opportunities", "share", "low", "high"]
    writer = csv.DictWriter(sys.stdout, head, lineterminator="\n")
    writer.writeheader()
    for player in players:
        writer.writerows(player.rows(by))


def _page(found: Statistics, chosen: list[PlayerStatistics], name: str | None, by: str | None) -> list[str]:
    from pokerdata.statistics.collected import HEAD, SHOWN_HEAD

    lines = [f"{counted(found.hands, 'hand')}, {counted(len(found), 'player')}"]
    if by is not None:
        for player in chosen[:_MOST]:
            lines += ["", *_by(player, by)]
        return [*lines, "", "shares in % (95 % interval)", *_left_out(chosen)]
    if name is not None:
        return [*lines, "", *_one(chosen[0])]
    if chosen:
        rows = [HEAD, *found.overview()[:_MOST]]
        lines += columns(rows, right=range(1, 8), width=terminal_width())
        unit = "bb" if all(player.unit == "bb" for player in chosen) else "antes"
        lines += [f"shares in %; won/100: {unit} in 100 hands, 95 %; --player NAME: all intervals"]
        if shown := found.shown_overview()[:_MOST]:
            lines += ["", *columns([SHOWN_HEAD, *shown], right=range(1, 8), width=terminal_width())]
            strong = next(player.shown.strong for player in chosen if player.shown is not None)
            lines += [
                "strength: mean E[HS] of hands shown down, on the river, 95 %, and of those that raised or only called "
                f"there; slow: % of those with E[HS] of {strong:g} or more on a street, where they could raise, that did not"
            ]
    return [*lines, *_left_out(chosen)]


def _left_out(chosen: list[PlayerStatistics]) -> list[str]:
    return [f"{len(chosen) - _MOST:,} more players: --csv has them"] if len(chosen) > _MOST else []


def _head(player: PlayerStatistics) -> str:
    from pokerdata.statistics.player import winnings_text

    name, hands = shortened(one_line(player.name), 40), counted(player.hands, "hand")
    return f"{name}: {hands}, {winnings_text(player)}, {player.type()}"


def _one(player: PlayerStatistics) -> list[str]:
    from pokerdata.statistics import STATISTICS

    rows = [("", "share", "95 % interval", "taken / opportunities")]
    for name, definition in STATISTICS.items():
        share = player[name]
        if share.opportunities:
            low, high = share.interval
            rows.append(
                (
                    definition.title,
                    f"{100 * share.value:.1f} %",
                    f"{100 * low:.1f} to {100 * high:.1f} %",
                    f"{share.taken:,} / {share.opportunities:,}",
                )
            )
    factor = player.aggression_factor()
    if factor.share.opportunities:
        low, high = factor.interval
        called = factor.share.opportunities - factor.share.taken
        counts = f"{factor.share.taken:,} / {called:,}"
        rows.append(("aggression factor", f"{factor.value:.2f}", f"{low:.2f} to {high:.2f}", counts))
    never = [definition.title for one, definition in STATISTICS.items() if not player[one].opportunities]
    notes = [f"no opportunity: {', '.join(never)}"] if never else []
    lines = [_head(player), *columns(rows, right=(1, 2, 3), width=terminal_width()), *notes]
    if player.shown is not None and player.shown.hands:
        lines += ["", *columns(player.shown.table(), right=(1, 2, 3), width=terminal_width())]
        lines += [f"strong: E[HS] of {player.shown.strong:g} or more; all of hands that were shown down"]
    return lines


def _by(player: PlayerStatistics, by: str) -> list[str]:
    from pokerdata.statistics import STATISTICS

    groups = list(player.groups(by))
    if by == "street":
        rows = [("", *(street for street, _ in groups))]
        for name, definition in STATISTICS.items():
            shares = [of_street[name] for _, of_street in groups]
            if any(share.opportunities for share in shares):
                rows.append((definition.title, *map(_cell, shares)))
    else:
        rows = [("", "hands", *(STATISTICS[name].title for name in _BY_POSITION))]
        for position, of_position in groups:
            hands = f"{player.at(position=position).hands:,}"
            rows.append((position, hands, *(_cell(of_position[name]) for name in _BY_POSITION)))
    return [_head(player), *columns(rows, right=range(1, len(rows[0])), width=terminal_width())]


def _cell(share: Share) -> str:
    """A share and its interval in hundredths: '23 (20-26)'."""
    if not share.opportunities:
        return "-"
    low, high = share.interval
    return f"{100 * share.value:.0f} ({100 * low:.0f}-{100 * high:.0f})"
