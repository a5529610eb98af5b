"""`pokerdata games`: the games there are, their rules as TOML, and how large they are, over buckets, too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from pokerdata._support.text import bytes_text, seconds_text
from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import refuse_given, say

if TYPE_CHECKING:
    from pokerdata.games import Game, Rules
    from pokerdata.games.play import TableRules


@command()
@click.argument("game", required=False)
@options.changes
@option("--toml", is_flag=True, help="Print the rules as TOML, for `pokerdata solve mine.toml`.")
@option("--acpc", is_flag=True, help="Print the rules as a .game file of the ACPC.")
@option("--buckets", metavar="N,N", help="Say how large it is with N buckets on all streets, or on each.")
@option("--recall", default="perfect", show_default=True, help="With --buckets: perfect or imperfect.")
def games(
    game: str | None, changes: tuple[str, ...], toml: bool, acpc: bool, buckets: str | None, recall: str
) -> None:
    """List the games, or say how large one is.

    GAME is a name, or a file with rules: TOML, or .game of the ACPC.
    """
    from pokerdata.games import Rules, acpc_text, load_game, toml_text, varied

    if toml and acpc:
        raise click.UsageError("--toml and --acpc: expected one of them, got both")
    if buckets is None:
        refuse_given("recall", expected="only with --buckets", example="--buckets 10 --recall imperfect")
    elif toml or acpc:
        refuse_given("buckets", expected="none with --toml and --acpc", example="--buckets 10 alone")
    if game is None:
        if toml or acpc or changes or buckets:
            option = "--toml" if toml else "--acpc" if acpc else "--set ante=2" if changes else "--buckets 10"
            raise click.UsageError(
                f"{option}: expected the name of a game; e.g. pokerdata games leduc {option}"
            )
        list_games()
        _list_for_many()
        return
    named = varied(load_game(game), changes)
    if not isinstance(named.betting, Rules):
        _at_tables(named.betting, toml, acpc, buckets)
        return
    if toml or acpc:
        click.echo((toml_text if toml else acpc_text)(named), nl=False)
    elif buckets is not None:
        describe(named.rules, bucket_numbers(buckets, named.rules), recall)
    else:
        _describe(named)


def list_games() -> None:
    """Print the games by name, and how large they are."""
    from pokerdata.games import GAMES

    say(f"{'game':<14} {'nodes':>27} {'information sets':>19}")
    for name, one in GAMES.items():
        say(f"{name:<14} {_sizes(one)}")


def _list_for_many() -> None:
    from pokerdata.games.play import DEFINITIONS

    say("")
    say("for three players and more: " + ", ".join(DEFINITIONS))


def _at_tables(found: TableRules, toml: bool, acpc: bool, buckets: str | None) -> None:
    """Print a game that solvers do not know, most of all one for three players and more."""
    from pokerdata.games.play import definition_text, definition_toml

    if buckets:
        raise click.UsageError(
            f"--buckets: expected a game for two players, got {found.name}; e.g. pokerdata games limit-holdem --buckets 10"
        )
    if toml or acpc:
        click.echo((definition_toml if toml else definition_text)(found), nl=False)
        return
    ante = found.ante if isinstance(found.ante, int) else " ".join(map(str, found.ante))
    say(f"{found.name}; amounts in chips, the unit is {found.unit}")
    say(f"players             {found.players}: {', '.join(found.positions)}")
    say(
        f"blinds              {' '.join(map(str, found.blinds))}"
        + (f", ante {ante}" * any(found.antes))
        + (f", minimum bet {found.minimum_bet}" * bool(found.minimum_bet))
    )
    if found.limit:
        say(
            f"bets                {' '.join(map(str, found.bets))}, at most {' '.join(map(str, found.max_raises))} a street"
        )
    if found.stacks:
        say(f"stacks              {' '.join(map(str, found.stacks))}")
    say(
        f"cards               {len(found.deck)}, {found.cards.hole} each, board {' '.join(map(str, found.cards.board))}"
    )
    say("solver              none: games for two can be solved")


def _sizes(game: Game) -> str:
    from pokerdata.games import sizes

    found = sizes(game.rules, game.cards)
    return f"{found.nodes:>27,} {found.information_sets:>19,}"


def _describe(game: Game) -> None:
    import numpy as np

    from pokerdata._support.text import bytes_text
    from pokerdata.games import BettingTree, CardGame, sizes
    from pokerdata.solving.public import memory_needed

    found = sizes(game.rules, game.cards)
    say(f"{game.rules.name}; amounts in chips, 1 mb is a thousandth of the {game.rules.unit_name}")
    say(f"explicit tree       {found.nodes:,} nodes, {found.information_sets:,} information sets")
    first, second = found.m_values
    say(f"M-values            {first:,.6g} for player 1, {second:,.6g} for player 2")
    tree = BettingTree(game.rules)
    betting = [int(np.count_nonzero(tree.street == r)) for r in range(game.rules.streets)]
    for street in tree.street[tree.all_in()]:  # the cards that follow are dealt all the same
        for later in range(int(street) + 1, game.rules.streets):
            betting[later] += 1
    if game.abstracted:
        decisions = [len(tree.decision_nodes(r)) for r in range(game.rules.streets)]
        say(f"betting tree        {_row(betting)} nodes on the streets, {_row(decisions)} of them decisions")
        say("solver              takes a card abstraction: see `pokerdata list` and `pokerdata make`")
        return
    played = CardGame(game.rules, game.cards)  # refuses what is too large
    boards = [len(played.core.board_parents(r)) for r in range(game.rules.streets)]
    public = sum(b * n for b, n in zip(boards, betting, strict=True))
    say(
        f"public tree         {public:,} nodes: {_row(betting)} betting nodes under {_row(boards)} boards up to suits"
    )
    say(f"private states      {_row(played.states)} on the streets, hands on boards up to suits")
    say(f"solver              {played.information_sets:,} information sets up to suits")
    for dtype in ("float32", "float64"):
        say(f"memory to solve     {bytes_text(memory_needed(played, dtype=dtype))} in {dtype}")


def _row(numbers: tuple[int, ...] | list[int]) -> str:
    return " / ".join(f"{n:,}" for n in numbers)


def bucket_numbers(text: str, rules: Rules) -> list[int]:
    """Numbers of buckets, one for all streets ("10") or one a street ("169,50,50,50"). Raises ValueError."""
    given = options.whole_numbers("--buckets", text, "8,8,8,8")
    return given * rules.streets if len(given) == 1 else given


def describe(rules: Rules, buckets: list[int], recall: str) -> None:
    """Print the sizes, and what solving takes."""
    from pokerdata._support.resources import available_memory
    from pokerdata.abstraction.abstraction import (
        MOST_COUNTED,
        MOST_SEQUENCES,
        counting_memory,
        instead_of_counts,
    )
    from pokerdata.games import bucketed_sizes
    from pokerdata.recipes.vector_strategy import counted_memory, most_counted, most_sampled
    from pokerdata.solving.public.costs import bucketed_cost
    from pokerdata.solving.sampled.solver import memory_of_run

    free = available_memory()
    found = bucketed_sizes(rules, buckets, recall=recall)
    say(f"{rules.name}, {_row(buckets)} buckets on the streets, {recall} recall")
    say(f"private states      {_row(found.states)}")
    say(f"decision nodes      {_row(found.decisions)} of the betting tree")
    say(f"information sets    {found.information_sets:,}, {found.actions:,} actions")
    say(
        f"legal histories     {found.histories:,} over bucket sequences "
        f"({found.histories_with_free_folds:,} with folds where there is nothing to call)"
    )
    say(f"strategy            {bytes_text(found.strategy_bytes)} in float32; regrets and sums as much each")
    if recall == "imperfect" or found.sequences[-1] > MOST_COUNTED:
        states = found.states[-1]
        why = "imperfect recall" if recall == "imperfect" else f"{states:,} river sequences"
        say(f"solver              for {why}: {instead_of_counts(states)} in a recipe")
        if states <= MOST_SEQUENCES:
            need = memory_of_run(rules, found.states)
            most = partial(most_sampled, rules, recall)
            say(f"to solve            {bytes_text(need)}{_room(need, free, most)}")
        return
    say(
        f"joint counts        {bytes_text(found.joint_count_bytes)}, "
        f"{bytes_text(counting_memory(found.sequences[-1]))} while they are made"
    )
    for dtype in ("float32", "float64"):
        cost = bucketed_cost(rules, buckets, dtype=dtype)
        room = _room(
            counted_memory(rules, buckets, dtype=dtype), free, partial(most_counted, rules, dtype=dtype)
        )
        say(
            f"to solve            {bytes_text(cost.memory_bytes)} and about {seconds_text(cost.seconds)} to 1 mb/g "
            f"on 2 cores in {dtype}{room}"
        )


def _room(need: int, free: int, most: Callable[[int], int]) -> str:
    """Whether that fits into this machine's memory, or else what would."""
    from pokerdata.abstraction.abstraction import fitting_text

    has = f"{bytes_text(free)} available here"
    return f": fits the {has}" if need <= free else f": more than the {has}, where {fitting_text(most(free))}"
