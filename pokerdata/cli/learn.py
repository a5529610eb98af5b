"""`pokerdata learn`: what an agent does, counted from hands at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pokerdata.cli import options
from pokerdata.cli.live_line import LiveLine
from pokerdata.cli.say import say
from pokerdata.support.text import counted

if TYPE_CHECKING:
    from pokerdata.matches import Hand


@click.command()
@click.argument("agent")
@click.option("--game", metavar="GAME", help="What is played: a name or a TOML file.")
@click.option("--over", metavar="STRATEGY", help="Instead: the game and the buckets of this strategy.")
@click.option("--against", metavar="OTHER", help="Whom it meets [somebody who calls and raises evenly].")
@click.option("--deals", type=int, default=10_000, show_default=True, help="Each is two hands.")
@click.option(
    "--default", default="call", show_default=True, help="Where nothing is seen: call, fold, raise, uniform."
)
@options.seed
@options.tables
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="Write the model here."
)
def learn(
    agent: str,
    game: str | None,
    over: str | None,
    against: str | None,
    deals: int,
    default: str,
    seed: int,
    tables: str | None,
    out: Path,
) -> None:
    """Count what AGENT does, for responses to it.

    AGENT plays hands against somebody who never folds, and is watched with all cards known: its actions are counted in each
    information set of a game of real cards, or of the buckets of a strategy. What is written is a strategy, with
    how much was seen. For example:

    pokerdata learn simple --over limit5_strategy.h5 --deals 50000 --out simple_model.h5

    pokerdata respond simple_model.h5 --p 0.9 --by-data --out response.h5
    """
    from pokerdata.agents import Agent, find_agent, states_of
    from pokerdata.games import playable
    from pokerdata.matches import hands
    from pokerdata.modelling import model_of, save_model
    from pokerdata.store import table_file
    from pokerdata.store.atomic import check_writable
    from pokerdata.strategies import Strategy, load_strategy, simple_strategy
    from pokerdata.strategies.look_ups import bucket_table

    if (game is None) == (over is None):
        raise ValueError("--game and --over: expected one of them, got both or none; e.g. --game leduc")
    table_file(out, "model.h5")
    check_writable(out.parent)
    saved = None if over is None else load_strategy(over, tables=tables)
    played = playable(str(game)) if saved is None else saved.game(tables)
    states = None if saved is None or saved.cards else states_of(saved, bucket_table(saved, tables))
    watched = find_agent(agent, tables=tables)
    if against is None:
        evenly = simple_strategy(played, "probe")
        strategy = Strategy(played.rules, played.parts()[0], played.abstraction, evenly, played.state_names)
        other = Agent.of(strategy, states, name="probe")
    else:
        other = find_agent(against, tables=tables)
    line = LiveLine(None)
    met = _shown(hands(watched, other, deals=deals, seed=seed), line, 2 * deals)
    model = model_of(met, played, player=watched.name, states=states, default=default)
    line.clear()
    sets = played.information_sets
    say(
        f"{played.label}: {counted(model.hands, 'hand')} of {watched.name} against {other.name}, "
        f"{counted(model.actions, 'action')}"
    )
    say(f"seen in {model.seen_sets:,} of {sets:,} information sets, in the others it is thought to {default}")
    save_model(model, out, made_from={} if saved is None else saved.attributes)
    say(f"written: {out}")


def _shown(hands: Iterable[Hand], line: LiveLine, expected: int) -> Iterator[Hand]:
    for done, hand in enumerate(hands):
        if done % 1000 == 0:
            line.show(done, expected)
        yield hand
