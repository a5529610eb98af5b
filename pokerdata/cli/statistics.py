"""Commands about logs of hands: statistics, judge."""

from __future__ import annotations

import json
from csv import DictWriter
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pokerdata._support.text import columns, counted, nearest, one_line, shortened, terminal_width
from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import refuse_given, say

if TYPE_CHECKING:
    from pokerdata.matches.statistics import PlayerStatistics, Share, Statistics


#: What the table by position has room for.
_BY_POSITION = ("vpip", "pfr", "three_bet", "to_showdown", "won_at_showdown")
_MOST = 50  # players of the overview


@command()
@click.argument(
    "logs", nargs=-1, required=True, metavar="LOG...", type=click.Path(exists=True, path_type=Path)
)
@option("--game", metavar="GAME", help="Name or file of the game; not needed for .phh.")
@option("--player", "name", metavar="WHO", help="Show all statistics of the player of this name.")
@option("--by", type=click.Choice(["street", "position"]), help="Show shares for each street or position.")
@option(
    "--chip",
    default="1",
    show_default=True,
    metavar="X",
    help="What a chip is worth in .phh files, e.g. 0.01.",
)
@option("--skip-errors", is_flag=True, help="Leave out hands with errors, and count them.")
@option("--strength", is_flag=True, help="Texas hold'em: show how strong hands at the showdown were.")
@option("--strong", type=float, help="With --strength: E[HS] from which on a hand is strong [0.8].")
@options.tables
@options.json_
@option("--csv", type=options.TO_WRITE, help="Write a row for each player and statistic.")
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
    csv: Path | None,
) -> None:
    """Count what the players of logs do.

    LOG is one of a match, as the dealers of the ACPC and of this package write it, a .phh or .phhs file, or a folder of
    them; several add up.
    Each statistic is a share of opportunities, with its 95 % interval; docs/statistics.md says what each means.

    For example: pokerdata statistics match.log --game limit-holdem

    Or: pokerdata statistics logs --game nolimit-holdem-6p --player A
    """
    from pokerdata._support.progress import shown_when_long
    from pokerdata.matches.statistics import STRONG, statistics_of_logs
    from pokerdata.pipeline.store.writing import write_bytes

    if strong is not None and not strength:
        raise click.UsageError("--strong: expected --strength with it, got it without")
    if as_json:
        refuse_given("by", expected="none with --json, which has both", example="--json alone")
    options.check_file("--csv", csv, ".csv")
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
    else:
        for line in _page(found, chosen, name, by):
            say(line)
    if csv is not None:
        write_bytes(csv, _csv(chosen, by).encode())
        click.echo(f"written: {csv}", err=as_json)


def _csv(players: list[PlayerStatistics], by: str | None) -> str:
    head = ["player", "statistic", *([by] if by else []), "taken", "opportunities", "share", "low", "high"]
    text = StringIO()
    writer = DictWriter(text, head, lineterminator="\n")
    writer.writeheader()
    for player in players:
        writer.writerows(player.rows(by))
    return text.getvalue()


def _page(found: Statistics, chosen: list[PlayerStatistics], name: str | None, by: str | None) -> list[str]:
    from pokerdata.matches.statistics.collected import HEAD, SHOWN_HEAD

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
    return [f"{len(chosen) - _MOST:,} more players: --csv FILE has them"] if len(chosen) > _MOST else []


def _head(player: PlayerStatistics) -> str:
    from pokerdata.matches.statistics.player import winnings_text

    name, hands = shortened(one_line(player.name), 40), counted(player.hands, "hand")
    return f"{name}: {hands}, {winnings_text(player)}, {player.type()}"


def _one(player: PlayerStatistics) -> list[str]:
    from pokerdata.matches.statistics import STATISTICS

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
    from pokerdata.matches.statistics import STATISTICS

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


@command()
@click.argument("log", type=options.TO_READ)
@options.game
@option(
    "--reduce",
    "method",
    was="--method",
    metavar="METHOD",
    help="all-in, mivat, advantage, aivat or divat [aivat with --known, advantage with --stand-in, else all-in].",
)
@option(
    "--known",
    multiple=True,
    metavar="NAME=STRATEGY",
    help="aivat: strategy file of a player of the log; repeatable.",
)
@option(
    "--stand-in",
    metavar="STRATEGY",
    help="aivat, advantage: values cards for players without --known; it need not be what they played.",
)
@options.luck
@option(
    "--chip",
    default="1",
    show_default=True,
    metavar="X",
    help="What a chip is worth in .phh files, e.g. 0.01.",
)
@options.seed
@options.threads
@options.tables
@options.json_
def judge(
    log: Path,
    game: str | None,
    method: str | None,
    known: tuple[str, ...],
    stand_in: str | None,
    values: str | None,
    fit_hands: int | None,
    baseline: Path | None,
    chip: str,
    seed: int,
    threads: int,
    tables: str | None,
    as_json: bool,
) -> None:
    """Estimate with less luck what the hands of a log were worth.

    LOG is one of two to ten players, as the dealers of the ACPC and of this package write it, or a .phh or .phhs file.

    \b
    all-in     counts all-ins as their mean over the cards to come
    mivat      removes the luck of the cards, by features fitted to the other half
    advantage  values cards by --stand-in, at larger tables by shares of the pot
    aivat      removes the luck of cards and actions, with --known; two players
    divat      compares limit betting with a baseline: biased, not verified

    For example: pokerdata judge match.log --game limit-holdem --reduce mivat

    Or: pokerdata judge match.log --stand-in limit5_strategy.h5

    Or: pokerdata judge match.log --known A=limit5_strategy.h5
    """
    from pokerdata.games import Game
    from pokerdata.matches.luck import (
        FIT_HANDS,
        DivatTable,
        JudgedHands,
        JudgedTable,
        judge_hands,
        judge_table,
        log_hands,
        of_two,
    )
    from pokerdata.players.agents import find_agent

    for flag, given in (("--values-from", values), ("--fit", fit_hands)):
        if given is not None and not known and stand_in is None:
            raise click.UsageError(f"{flag}: expected --known or --stand-in with it; e.g. --known A=leduc.h5")
    if fit_hands is not None and values not in (None, "hands"):
        raise click.UsageError(f"--fit: expected none with --values-from {values}, which plays no hands")
    if log.suffix not in (".phh", ".phhs"):
        refuse_given(
            "chip",
            expected="a .phh or .phhs file with it, got a log, whose amounts are chips",
            example="1 chip",
        )
    if not known and stand_in is None:
        refuse_given(
            "seed", expected="only with --known or --stand-in", example="--known A=leduc.h5 --seed 1"
        )
    agents = {}
    for text in known:
        name, equals, strategy = text.partition("=")
        if not (name and equals and strategy):
            raise click.UsageError(f"--known: expected NAME=STRATEGY, got {text!r}; e.g. A=leduc.h5")
        if name in agents:
            raise click.UsageError(f"--known: expected each player once, got {name} twice; e.g. {text} alone")
        agents[name] = find_agent(strategy, tables=tables)
    standing_in = None if stand_in is None else find_agent(stand_in, tables=tables)
    given_agents = [*agents.values(), *([] if standing_in is None else [standing_in])]
    rules = next(((a.rules, a.cards) for a in given_agents if a.rules is not None), None)
    found = game if game is not None or rules is None or rules[1] is None else Game(rules[0], rules[1])
    hands = log_hands(log, found, chip=chip)
    alone = agents or standing_in is not None or baseline is not None  # what is for two players
    result: JudgedHands | JudgedTable
    try:
        if hands and not of_two(hands) and not alone:
            with options.progress("judge") as progress:
                result = judge_table(hands, method=method or "all-in", threads=threads, progress=progress)
        else:
            result = judge_hands(
                hands,
                method=method,
                known=agents,
                stand_in=standing_in,
                values=values or "hands",
                fit_hands=FIT_HANDS if fit_hands is None else fit_hands,
                divat=None if baseline is None else DivatTable.load(baseline),
                seed=seed,
                threads=threads,
                tables=tables,
            )
    except ValueError as error:
        raise ValueError(f"{log}: {error}") from None
    options.tell(result, as_json)
