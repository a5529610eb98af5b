"""`pokerdata games`: the games there are, how large they are, and their rules as TOML."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pokerdata.cli import options
from pokerdata.cli.say import say

if TYPE_CHECKING:
    from pokerdata.games import NamedGame


@click.command()
@click.argument("game", required=False)
@options.changes
@click.option("--toml", is_flag=True, help="Print the rules as TOML, for `pokerdata solve mine.toml`.")
@click.option("--acpc", is_flag=True, help="Print the rules as a .game file of the ACPC.")
@click.option(
    "--buckets", metavar="B[,B...]", help="How large it is over so many buckets, of all streets or of each."
)
@click.option("--recall", default="perfect", show_default=True, help="With --buckets: perfect or imperfect.")
def games(
    game: str | None, changes: tuple[str, ...], toml: bool, acpc: bool, buckets: str | None, recall: str
) -> None:
    """List the games, or say how large one is.

    GAME is a name, or a file with rules: TOML, or .game of the ACPC.
    """
    from pokerdata.games import acpc_text, find_game, toml_text, varied
    from pokerdata.play.definition_file import is_for_many

    if toml and acpc:
        raise click.UsageError("--toml and --acpc: expected one of them, got both")
    if game is None:
        if toml or acpc or changes or buckets:
            option = "--toml" if toml else "--acpc" if acpc else "--set ante=2" if changes else "--buckets 10"
            raise click.UsageError(
                f"{option}: expected the name of a game; e.g. pokerdata games leduc {option}"
            )
        list_games()
        _list_for_many()
        return
    if is_for_many(game):
        _many_players(game, changes, toml, acpc, buckets)
        return
    named = varied(find_game(game), changes)
    if toml or acpc:
        click.echo((toml_text if toml else acpc_text)(named), nl=False)
    elif buckets is not None:
        from pokerdata.cli.bucketed import bucket_numbers, describe

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
    from pokerdata.play import DEFINITIONS

    say("")
    say("for three players and more: " + ", ".join(DEFINITIONS))


def _many_players(game: str, changes: tuple[str, ...], toml: bool, acpc: bool, buckets: str | None) -> None:
    """Print a game for three players and more."""
    from pokerdata.play import definition_text, definition_toml, find_definition

    if changes or buckets:
        raise click.UsageError(
            f"{'--set' if changes else '--buckets'}: expected a game for two players, got {game!r}; e.g. pokerdata games "
            "leduc"
        )
    found = find_definition(game)
    if toml or acpc:
        click.echo((definition_toml if toml else definition_text)(found), nl=False)
        return
    say(f"{found.name}; amounts in chips, the unit is {found.unit}")
    say(f"players             {found.players}: {', '.join(found.positions)}")
    say(
        f"blinds              {' '.join(map(str, found.blinds))}"
        + (f", ante {found.ante}" * bool(found.ante))
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


def _sizes(game: NamedGame) -> str:
    from pokerdata.games import sizes

    found = sizes(game.rules, game.cards)
    return f"{found.nodes:>27,} {found.information_sets:>19,}"


def _describe(game: NamedGame) -> None:
    import numpy as np

    from pokerdata.games import BettingTree, CardGame, sizes
    from pokerdata.solvers import memory_needed
    from pokerdata.support.text import bytes_text

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
