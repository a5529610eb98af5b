"""`pokerdata match`: two agents on real cards."""

from __future__ import annotations

import json
from functools import partial

import click

from pokerdata.cli import options
from pokerdata.cli.say import say


@click.command("match")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--deals", type=int, default=100_000, show_default=True, help="Each is played twice, with seats swapped."
)
@options.seed
@click.option("--game", metavar="GAME", help="A name or a TOML file; needed between two baselines.")
@options.translation
@options.threads
@click.option(
    "--hands", "listed", type=int, default=0, metavar="N", help="Print the hands of the first N deals, too."
)
@options.tables
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def match(
    first: str,
    second: str,
    deals: int,
    seed: int,
    game: str | None,
    translation: str,
    threads: int,
    listed: int,
    tables: str | None,
    as_json: bool,
) -> None:
    """Let two agents play real hands against each other.

    It prints what A wins from B. A and B are strategy files, such as `pokerdata solve --out` or `pokerdata make`
    write, or always-call, always-raise, random, simple. A strategy over a card abstraction takes the tables
    NAME_buckets and those of strength, looked for beside the file, or in --tables.

    For example: pokerdata match leduc.h5 always-raise --deals 1000000 --seed 1
    """
    from pokerdata.agents import find_agent
    from pokerdata.matches import hands
    from pokerdata.matches import match as play
    from pokerdata.matches.match import MAX_DEALS
    from pokerdata.support.arguments import as_count
    from pokerdata.support.progress import shown

    listed = as_count(listed, "--hands", 0, MAX_DEALS, 10)
    one, two = (find_agent(name, translation=translation, tables=tables) for name in (first, second))
    with shown("match", partial(click.echo, err=True)) as progress:
        result = play(one, two, deals=deals, seed=seed, game=game, threads=threads, progress=progress)
    if as_json:
        click.echo(json.dumps(result.to_dict()))
        return
    if listed:
        for hand in hands(one, two, deals=min(listed, deals), seed=seed, game=game):
            cards = " | ".join([*hand.hole, hand.board])
            say(f"{hand.players[0]} v {hand.players[1]}: {cards}  {hand.history}  {hand.won:+,}")
    say(str(result))
