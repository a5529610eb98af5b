"""Commands about models: learn, score."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pokerdata._support.text import counted, one_line
from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import refuse_given, say
from pokerdata.cli.runs import LiveLine

if TYPE_CHECKING:
    from pokerdata.games.play import State, TableRules
    from pokerdata.matches import Hand
    from pokerdata.players.modelling.range_models import RangeModel


@command()
@click.argument("agent")
@option("--game", metavar="GAME", help="Game to play: a name or a TOML file.")
@option("--over", metavar="STRATEGY", help="Instead: the game and the buckets of this strategy.")
@option("--against", metavar="OTHER", help="Opponent [calls and raises as often, never folds].")
@option(
    "--deals", type=int, default=10_000, show_default=True, help="Number of deals, each played in both seats."
)
@option(
    "--default",
    default="call",
    show_default=True,
    help="Model where nothing is seen: call, fold, raise, uniform.",
)
@options.seed
@options.tables
@option("-o", "--out", required=True, type=options.TO_WRITE, help="Write the model here.")
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
    from pokerdata.games import playable
    from pokerdata.games.strategies import Strategy, load_strategy, simple_strategy
    from pokerdata.games.strategies.real_cards import bucket_table
    from pokerdata.matches import hands
    from pokerdata.pipeline.store import table_file
    from pokerdata.pipeline.store.writing import check_writable
    from pokerdata.players.agents import Agent, find_agent, states_of
    from pokerdata.players.modelling import model_of

    if (game is None) == (over is None):
        raise ValueError("--game and --over: expected one of them, got both or none; e.g. --game leduc")
    table_file(out, "model.h5")
    check_writable(out)
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
    replace(model, made_from={} if saved is None else saved.attributes).save(out)
    say(f"written: {out}")


def _shown(hands: Iterable[Hand], line: LiveLine, expected: int) -> Iterator[Hand]:
    for done, hand in enumerate(hands):
        if done % 1000 == 0:
            line.show(done, expected)
        yield hand


@command(renamed={"--of": "is not needed: ranges are all that it scores"})
@click.argument("player")
@option(
    "--models",
    default="loki,poki",
    show_default=True,
    help="Names, or files that `pokerdata learn` wrote, with commas between.",
)
@option("--against", metavar="OTHER", help="Opponent of PLAYER [always-call].")
@options.game
@option("--deals", type=int, help="Number of deals, each played in both seats [500].")
@option(
    "--log", type=options.TO_READ, help="Read the hands from a log of a match, in which PLAYER is a name."
)
@option("--known", metavar="STRATEGY", help="With --log: what PLAYER plays, for the upper end.")
@options.seed
@options.tables
@options.json_
def score(
    player: str,
    models: str,
    against: str | None,
    game: str | None,
    deals: int | None,
    log: Path | None,
    known: str | None,
    seed: int,
    tables: str | None,
    as_json: bool,
) -> None:
    """Score models of what PLAYER holds.

    Hands are played, or read with --log, with all cards known. Models are told them one by one, as an opponent sees
    them, and say after each action that is no fold how likely each hand is: what counts is the mean logarithm of the
    probability of the hand that was held. Any hand as likely is the lower end, the truth the upper one, where PLAYER
    is a strategy. Each deal is played in both orders of seats, and intervals take both hands as one observation; those of
    a log count as independent. For example:

    pokerdata score simple --game limit-holdem --deals 200

    pokerdata score weak_strategy.h5 --models loki,poki,weak_model.h5
    """
    from pokerdata._support.arguments import as_count
    from pokerdata.games import table_rules
    from pokerdata.games.play import read_log
    from pokerdata.players.agents import find_agent
    from pokerdata.players.modelling import StrategyRange, score_ranges
    from pokerdata.players.modelling.scoring import find_range_model

    names = tuple(name.strip() for name in models.split(",") if name.strip())
    if len({Path(name).stem for name in names}) < len(names):
        raise click.UsageError(f"--models: expected each once, got {models}; e.g. loki,poki")
    found_models: dict[str, RangeModel] = {
        Path(name).stem: find_range_model(name, tables=tables) for name in names
    }
    line = LiveLine(None)
    if log is not None:
        if against is not None or deals is not None:
            raise click.UsageError("--log: expected without --against and --deals, got one of them")
        refuse_given(
            "seed", expected="none with --log, whose hands were played", example="--log match.log alone"
        )
        if game is None:
            raise click.UsageError("--log: expected --game, got none; e.g. --game limit-holdem")
        rules = table_rules(game)
        hands: Iterable[State] = read_log(rules, log).hands
        total = len(tuple(hands))
        scope: dict[str, object] = {"game": rules.name, "log": str(log)}
        told = f"{rules.name}, hands of {log}"
    else:
        if known is not None:
            raise click.UsageError("--known: expected with --log, got it without")
        count = as_count(500 if deals is None else deals, "deals", 1, 10**6, 500)
        other = against or "always-call"
        rules, hands, known = _played(player, other, game, count, seed, tables)
        total = 2 * count
        scope = {"game": rules.name, "against": other, "deals": count, "seed": seed}
        told = f"{rules.name} against {other}, {counted(count, 'duplicate deal')}, seed {seed}"
    if known is not None:
        found_models["truth"] = StrategyRange(find_agent(known, tables=tables))
    try:
        found = score_ranges(
            _states_shown(hands, line, total), player, found_models, hands_of_deal=1 if log is not None else 2
        )
    finally:
        line.clear()
    if as_json:
        click.echo(json.dumps({**scope, **found.to_dict()}))
    else:
        say(one_line(told))
        say(str(found))


def _played(
    player: str, other: str, game: str | None, deals: int, seed: int, tables: str | None
) -> tuple[TableRules, Iterator[State], str | None]:
    """The game, the hands, and the player where he is a strategy."""
    from pokerdata.matches import play_hands
    from pokerdata.players import find_player, game_of, is_agent
    from pokerdata.players.agents import BASELINES

    rules = game_of([player, other], game, tables=tables)
    if rules.players != 2:
        raise ValueError(f"game: expected one for two players, got {rules.name}; e.g. limit-holdem")
    find_player(player, rules, tables=tables)  # refused before any hand
    names = (player, other if other != player else f"{other} 2")
    hands = play_hands([player, other], rules, deals=deals, names=names, seed=seed, tables=tables)
    strategy = player if is_agent(player) and player not in BASELINES else None
    return rules, (hand.state for hand in hands), strategy


def _states_shown(hands: Iterable[State], line: LiveLine, expected: int) -> Iterator[State]:
    for done, hand in enumerate(hands):
        if done % 20 == 0:
            line.show(done, expected)
        yield hand
