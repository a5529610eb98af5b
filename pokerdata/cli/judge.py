"""`pokerdata judge`: hands of a log with less luck."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pokerdata.cli import options
from pokerdata.cli.say import say


@click.command()
@click.argument("log", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", metavar="GAME", help="A name or a file; that of the strategy if not given.")
@click.option(
    "--method",
    metavar="METHOD",
    help="all-in, mivat, advantage, aivat or divat [default: aivat with --known, advantage with --stand-in, else all-in].",
)
@click.option(
    "--known",
    multiple=True,
    metavar="NAME=STRATEGY",
    help="A player of the log who played a strategy file: for AIVAT; repeatable.",
)
@click.option(
    "--stand-in",
    metavar="STRATEGY",
    help="Of aivat and advantage: taken for players without --known where cards are valued; what it plays need not be what "
    "was played.",
)
@options.values
@click.option(
    "--fit", "fit_hands", type=int, help="Of --values hands: how many, in each seating [default: 1000000]."
)
@options.divat
@click.option("--chip", default="1", show_default=True, help="What a chip is worth in .phh files, e.g. 0.01.")
@options.seed
@options.threads
@options.tables
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
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
    """Tell what hands of a log were worth with less luck.

    LOG is one of two to ten players, as the dealers of the ACPC and of this package write it, or a .phh or .phhs file.
    All-ins count as their mean over the cards to come (all-in). By mivat the luck of cards is taken out, too, by features
    fitted to one half of the hands for the other; at tables of more than two by advantage, too, with the share of the pot
    for what cards are worth. The rest is for the same two players throughout: with --stand-in the luck of cards by what
    they are worth to a strategy (advantage); with --known that of cards and moves by aivat. Of limit
    games divat tells what betting gained on a baseline of both players: a biased estimate, whose thresholds are from memory
    and not verified unless --divat gives others.

    For example: pokerdata judge match.log --game limit-holdem

    Or: pokerdata judge match.log --game limit-holdem --method mivat

    Or: pokerdata judge match.log --stand-in limit5_strategy.h5

    Or: pokerdata judge match.log --known A=limit5_strategy.h5
    """
    from functools import partial

    from pokerdata.agents import find_agent
    from pokerdata.games import NamedGame
    from pokerdata.luck import (
        FIT_HANDS,
        DivatTable,
        JudgedHands,
        JudgedTable,
        judge_hands,
        judge_table,
        log_hands,
        of_two,
    )
    from pokerdata.support.progress import shown

    for option, given in (("--values", values), ("--fit", fit_hands)):
        if given is not None and not known and stand_in is None:
            raise click.UsageError(
                f"{option}: expected --known or --stand-in with it; e.g. --known A=leduc.h5"
            )
    if fit_hands is not None and values not in (None, "hands"):
        raise click.UsageError(f"--fit: expected none with --values {values}, which plays no hands")
    agents = {}
    for text in known:
        name, equals, strategy = text.partition("=")
        if not (name and equals and strategy):
            raise click.UsageError(f"--known: expected NAME=STRATEGY, got {text!r}; e.g. A=leduc.h5")
        agents[name] = find_agent(strategy, tables=tables)
    standing_in = None if stand_in is None else find_agent(stand_in, tables=tables)
    given_agents = [*agents.values(), *([] if standing_in is None else [standing_in])]
    rules = next(((a.rules, a.cards) for a in given_agents if a.rules is not None), None)
    found = game if game is not None or rules is None or rules[1] is None else NamedGame(rules[0], rules[1])
    hands = log_hands(log, found, chip=chip)
    alone = agents or standing_in is not None or baseline is not None  # what is for two players
    result: JudgedHands | JudgedTable
    try:
        if hands and not of_two(hands) and not alone:
            with shown("judge", partial(click.echo, err=True)) as progress:
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
    if as_json:
        click.echo(json.dumps(result.to_dict()))
    else:
        say(str(result))
