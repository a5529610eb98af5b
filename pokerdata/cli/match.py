"""`pokerdata match`: players of any kind play hands against each other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import is_given, refuse_given, say

if TYPE_CHECKING:
    from pokerdata.matches import SeatedHand

_CLOCKS = "response_ms", "hand_ms", "per_hand_ms"


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
    listed: int,
    as_json: bool,
    method: str | None,
    values: str | None,
    fit_hands: int | None,
    baseline: Path | None,
    **settings: Any,
) -> None:
    """Let players play hands against each other.

    A, B and so on are strategy files, such as `pokerdata solve --out` writes, of games for two; always-call, always-raise,
    always-fold, random, simple, break-ivan, richie-rich, check-norris, poki, simulating, miximax, miximix, learning;
    jam-fold:FILE.h5, a table of `pokerdata jam-fold`; with --trust a bot of your own (my_bots.py:Tight) or an ACPC program
    (acpc:./player); or a bot of OpenSpiel (openspiel:uniform_random). docs/players.md describes them. A strategy over a card
    abstraction needs NAME_buckets and the tables of strength, beside the file or in --tables.

    Two strategies or baselines play in C++, on --threads. All others, and these with --replays, --deal-by-deal or a limit
    of time, sit at a table. Each deal is played in all orders of seats; of four players and more, in one order each.

    For example: pokerdata match leduc.h5 always-call --reduce aivat, or: pokerdata match random always-call always-fold
    --game limit-holdem-3p
    """
    from pokerdata._support.arguments import as_count
    from pokerdata.games.play import TimeLimits, hand_text
    from pokerdata.matches import Reduction, hands
    from pokerdata.matches import match as play
    from pokerdata.matches.duel import MAX_DEALS
    from pokerdata.matches.luck import FIT_HANDS, DivatTable
    from pokerdata.matches.match import plays_in_core
    from pokerdata.players.find import find_named_agent
    from pokerdata.players.programs import check_no_secret

    check_no_secret(*players)
    listed = as_count(listed, "--show-hands", 0, MAX_DEALS, 10)
    if as_json:
        refuse_given(
            "listed", expected="none with --json, which has no hands", example="--show-hands 10 alone"
        )
    if method is None:
        refuse_given("values", "fit_hands", "baseline", expected="--reduce with it", example="--reduce aivat")
    elif method not in ("advantage", "aivat"):
        guess = "only with --reduce advantage or aivat"
        refuse_given("values", "fit_hands", expected=guess, example="--reduce aivat --values-from strategy")
    if values not in (None, "hands"):
        played = f"none with --values-from {values}, which plays no hands"
        refuse_given("fit_hands", expected=played, example=f"--values-from {values} alone")
    game = settings["game"]
    limits = TimeLimits(*(settings.pop(name) for name in _CLOCKS))
    if any(map(is_given, _CLOCKS)):
        settings["limits"] = limits
    in_core = plays_in_core(players, game) and "limits" not in settings and settings["replays"] is None
    if listed and settings["first_deal"]:
        raise click.UsageError(
            "--show-hands: expected none with --first-deal, as hands are listed from the first one on"
        )
    if not in_core:
        alone = "only with two strategies or baselines, and no option of tables"
        refuse_given("first_deal", "baseline", "values", "fit_hands", expected=alone, example="simple random")
    if not in_core and method is None:
        single = "two strategies or baselines with it, or --reduce, as tables play on one thread"
        refuse_given("threads", expected=single, example="simple random --threads 4")
    if method is not None:
        settings["reduce"] = Reduction(
            method,
            values or "hands",
            FIT_HANDS if fit_hands is None else fit_hands,
            divat=None if baseline is None else DivatTable.load(baseline),
        )
    shown: list[str] = []

    def see(hand: SeatedHand) -> None:
        if hand.deal < listed:
            shown.append(hand_text(hand.state))

    if listed and not in_core:
        settings["see"] = see
    with options.progress("match") as progress:
        result = play(*players, **settings, progress=progress)
    if as_json:
        told = result.to_dict() | ({"reduced": None} if method and result.reduced is None else {})
        click.echo(json.dumps(told))
        return
    if listed and in_core:
        found = {key: settings[key] for key in ("translation", "tables")}
        one, two = (find_named_agent(name, **found) for name in players)
        for hand in hands(one, two, deals=min(listed, result.deals), game=game, seed=settings["seed"]):
            cards = " | ".join([*hand.hole, hand.board])
            say(f"{hand.players[0]} v {hand.players[1]}: {cards}  {hand.history}  {hand.won:+,}")
    for text in shown:
        click.echo(text)
    say(str(result))
    if method is not None and result.reduced is None:
        say("\nno variance-reduced result, as a player forfeited")
