"""`pokerdata match`: agents on real cards, and players of any kind at a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import refuse_given, say

_DEALS, _DEALS_AT_A_TABLE, _REDUCED_DEALS = 100_000, 1_000, 10_000


@command("match")
@click.argument("players", metavar="A B [C]...", nargs=-1, required=True)
@option(
    "--deals",
    type=int,
    help="Number of deals, each played in all seats [100000 in C++, 10000 with --reduce, else 1000].",
)
@option(
    "--first-deal",
    type=int,
    default=0,
    help="In C++: number of the first deal [0].",
)
@options.seed
@options.game
@options.trust
@option(
    "--replays/--deal-by-deal",
    default=None,
    help="At a table: the whole match in each order of seats, memory reset before it, or each deal in all orders "
    "[replays if a bot has memory].",
)
@options.clocks
@options.translation
@options.threads
@option(
    "--show-hands",
    "listed",
    was="--hands",
    type=int,
    default=0,
    help="Print the hands of the first N deals, too.",
)
@option(
    "--reduce",
    "method",
    metavar="METHOD",
    help="Print a result with less luck, too: all-in, mivat or advantage; in C++ also aivat or divat.",
)
@options.luck
@options.tables
@options.json_
def match(
    players: tuple[str, ...],
    deals: int | None,
    first_deal: int,
    game: str | None,
    threads: int,
    listed: int,
    as_json: bool,
    method: str | None,
    values: str | None,
    fit_hands: int | None,
    baseline: Path | None,
    **given: Any,
) -> None:
    """Let players play hands against each other.

    A, B and so on are strategy files, such as `pokerdata solve --out` writes, of games for two; always-call, always-raise,
    always-fold, random, simple, break-ivan, richie-rich, check-norris, poki, simulating, miximax, miximix, learning;
    jam-fold:FILE.h5, a table of `pokerdata jam-fold`; with --trust a bot of your own (my_bots.py:Tight) or an ACPC program
    (acpc:./player); or a bot of OpenSpiel (openspiel:uniform_random). docs/players.md describes them. A strategy over a card
    abstraction needs NAME_buckets and the tables of strength, beside the file or in --tables.

    Two strategies or baselines play in C++, on --threads. All others sit at a table, which plays each deal in all orders
    of seats (of four players and more, in as many orders as there are players).

    For example: pokerdata match leduc.h5 always-call --reduce aivat, or: pokerdata match random always-call always-fold
    --game limit-holdem-3p
    """
    from pokerdata._support.arguments import as_count
    from pokerdata.matches.match import MAX_DEALS

    listed = as_count(listed, "--show-hands", 0, MAX_DEALS, 10)
    if len(players) < 2:
        raise click.UsageError(f"players: expected two to ten, got {len(players)}; e.g. simple random")
    if method is None and fit_hands is not None:
        raise click.UsageError("--fit: expected --reduce with it; e.g. --reduce aivat")
    if method is None and values is not None:
        raise click.UsageError("--values-from: expected --reduce with it; e.g. --reduce aivat")
    if fit_hands is not None and values not in (None, "hands"):
        raise click.UsageError(f"--fit: expected none with --values-from {values}, which plays no hands")
    if method is None and baseline is not None:
        raise click.UsageError("--divat: expected --reduce divat with it")
    if as_json:
        refuse_given(
            "listed", expected="none with --json, which has no hands", example="--show-hands 10 alone"
        )
    in_core = _in_core(players, game)
    if in_core:
        seated = "none between two strategies or baselines, which play in C++"
        clocks = ("response_ms", "hand_ms", "per_hand_ms")
        refuse_given("replays", *clocks, expected=seated, example=f"{' '.join(players)} alone")
    elif method is None:
        single = "two strategies or baselines with it, or --reduce, as tables play on one thread"
        refuse_given("threads", expected=single, example="simple random --threads 4")
    if method is not None and not in_core:
        for flag, given_one in (("--values-from", values), ("--fit", fit_hands), ("--divat", baseline)):
            if given_one is not None:
                raise click.UsageError(
                    f"{flag}: expected two strategies or baselines with it, got {', '.join(players)}; e.g. simple random"
                )
    if method is not None and method not in ("advantage", "aivat"):
        guess = "only with --reduce advantage or aivat"
        refuse_given("values", "fit_hands", expected=guess, example="--reduce aivat --values-from strategy")
    if method is not None and in_core:
        _reduced(
            players,
            method,
            values or "hands",
            fit_hands,
            baseline,
            deals,
            first_deal,
            game,
            threads,
            listed,
            as_json,
            **given,
        )
    elif in_core:
        _duel(
            players[0],
            players[1],
            _DEALS if deals is None else deals,
            first_deal,
            game,
            threads,
            listed,
            as_json,
            **given,
        )
    elif first_deal:
        raise click.UsageError(
            f"--first-deal: expected two strategies or baselines, got {', '.join(players)}; e.g. simple random"
        )
    else:
        _table(
            players,
            _DEALS_AT_A_TABLE if deals is None else deals,
            game,
            listed,
            as_json,
            method,
            threads,
            **given,
        )


def _in_core(players: tuple[str, ...], game: str | None) -> bool:
    """Whether matches in C++ know these players and the game."""
    from pokerdata.games import find_game
    from pokerdata.players.agents import BASELINES
    from pokerdata.players.programs import check_no_secret

    check_no_secret(*players)
    if len(players) != 2:
        return False
    if not all(name in BASELINES or (name.endswith(".h5") and ":" not in name) for name in players):
        from pokerdata.players import is_agent

        if not all(map(is_agent, players)):
            return False
    if game is not None:
        try:
            find_game(game)
        except ValueError:
            from pokerdata.games.play import find_definition

            find_definition(game)  # raises where it is nothing at all
            return False
    return True


def _duel(
    first: str,
    second: str,
    deals: int,
    first_deal: int,
    game: str | None,
    threads: int,
    listed: int,
    as_json: bool,
    *,
    seed: int,
    translation: str,
    tables: str | None,
    **_: Any,
) -> None:
    from pokerdata.matches import hands
    from pokerdata.matches import match as play
    from pokerdata.players.find import find_named_agent

    if listed and first_deal:
        raise click.UsageError(
            "--show-hands: expected none with --first-deal, as hands are listed from the first one on"
        )
    one, two = (find_named_agent(name, translation=translation, tables=tables) for name in (first, second))
    with options.progress("match") as progress:
        result = play(
            one,
            two,
            deals=deals,
            first_deal=first_deal,
            seed=seed,
            game=game,
            threads=threads,
            progress=progress,
        )
    if as_json:
        click.echo(json.dumps(result.to_dict()))
        return
    if listed:
        for hand in hands(one, two, deals=min(listed, deals), seed=seed, game=game):
            cards = " | ".join([*hand.hole, hand.board])
            say(f"{hand.players[0]} v {hand.players[1]}: {cards}  {hand.history}  {hand.won:+,}")
    say(str(result))


def _reduced(
    players: tuple[str, ...],
    method: str,
    values: str,
    fit_hands: int | None,
    baseline: Path | None,
    deals: int | None,
    first_deal: int,
    game: str | None,
    threads: int,
    listed: int,
    as_json: bool,
    *,
    seed: int,
    translation: str,
    tables: str | None,
    **_: Any,
) -> None:
    from pokerdata.matches.luck import FIT_HANDS, DivatTable, reduced_match
    from pokerdata.players.find import find_named_agent

    if listed:
        raise click.UsageError("--show-hands: expected none with --reduce, which lists no hands")
    one, two = (find_named_agent(name, translation=translation, tables=tables) for name in players)
    with options.progress("match") as progress:
        result = reduced_match(
            one,
            two,
            method=method,
            values=values,
            deals=_REDUCED_DEALS if deals is None else deals,
            first_deal=first_deal,
            fit_hands=FIT_HANDS if fit_hands is None else fit_hands,
            divat=None if baseline is None else DivatTable.load(baseline),
            game=game,
            seed=seed,
            threads=threads,
            tables=tables,
            progress=progress,
        )
    options.tell(result, as_json)


def _table(
    players: tuple[str, ...],
    deals: int,
    game: str | None,
    listed: int,
    as_json: bool,
    method: str | None,
    threads: int,
    *,
    response_ms: int,
    hand_ms: int,
    per_hand_ms: int,
    tables: str | None,
    translation: str,
    **settings: Any,
) -> None:
    from pokerdata.games.play import TimeLimits, hand_text
    from pokerdata.matches import play_hands, play_match
    from pokerdata.matches.luck import check_table_method, reduced_table_match
    from pokerdata.players import game_of

    settings |= {
        "limits": TimeLimits(response_ms, hand_ms, per_hand_ms),
        "translation": translation,
        "tables": tables,
    }
    if method is not None:
        check_table_method(method)
    definition = game_of(players, game, tables=tables)
    judged = None
    with options.progress("match") as progress:
        whole = settings | {"deals": deals, "progress": progress}
        if method is None:
            result = play_match(players, definition, **whole)
        else:
            with options.progress("judge") as judging:
                result, judged = reduced_table_match(
                    players, definition, method=method, threads=threads, judging=judging, **whole
                )
    if as_json:
        click.echo(
            json.dumps(
                result.to_dict() | ({} if method is None else {"reduced": judged and judged.to_dict()})
            )
        )
        return
    if listed:
        for hand in play_hands(players, definition, deals=min(listed, deals), **settings):
            click.echo(hand_text(hand.state))
    say(str(result))
    if judged is not None:
        say(f"\n{judged}")
    elif method is not None:
        say("\nnothing is told with less luck, as a player forfeited")
