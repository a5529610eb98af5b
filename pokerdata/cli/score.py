"""`pokerdata score`: models of players beside what happened."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from pokerdata.cli import options
from pokerdata.cli.live_line import LiveLine
from pokerdata.cli.say import say
from pokerdata.support.text import counted, one_line

if TYPE_CHECKING:
    from pokerdata.modelling import LogScores
    from pokerdata.play import GameDefinition, State


class Asked(NamedTuple):
    """What a kind of models is scored with: the hands, whose, and which models."""

    hands: Iterable[State]
    player: str
    models: tuple[str, ...]
    known: str | None
    tables: str | None
    hands_of_deal: int


def _ranges(asked: Asked) -> LogScores:
    from pokerdata.agents import find_agent
    from pokerdata.modelling import StrategyRange, score_ranges
    from pokerdata.modelling.named import find_range_model
    from pokerdata.modelling.range_models import RangeModel

    models: dict[str, RangeModel] = {
        Path(name).stem: find_range_model(name, tables=asked.tables) for name in asked.models
    }
    if asked.known is not None:
        models["truth"] = StrategyRange(find_agent(asked.known, tables=asked.tables))
    return score_ranges(asked.hands, asked.player, models, hands_of_deal=asked.hands_of_deal)


#: What models may be of -> how they are scored. A new one is a line here.
KINDS: Mapping[str, Callable[[Asked], LogScores]] = {"ranges": _ranges}


@click.command()
@click.argument("player")
@click.option("--of", "kind", type=click.Choice(list(KINDS)), default="ranges", show_default=True)
@click.option(
    "--models",
    default="loki,poki",
    show_default=True,
    help="Which: names, or files that `pokerdata learn` wrote, with commas between.",
)
@click.option("--against", metavar="OTHER", help="Whom PLAYER meets [always-call].")
@click.option("--game", metavar="GAME", help="What is played; that of the strategy if not given.")
@click.option("--deals", type=int, help="Each is two hands [default: 500].")
@click.option(
    "--log",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Instead: hands of a log of a match, in which PLAYER is a name.",
)
@click.option("--known", metavar="STRATEGY", help="With --log: what PLAYER plays, for the upper end.")
@options.seed
@options.tables
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def score(
    player: str,
    kind: str,
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
    from pokerdata.play import find_definition, read_log
    from pokerdata.support.arguments import as_count

    names = tuple(name.strip() for name in models.split(",") if name.strip())
    if len({Path(name).stem for name in names}) < len(names):
        raise click.UsageError(f"--models: expected each once, got {models}; e.g. loki,poki")
    line = LiveLine(None)
    if log is not None:
        if against is not None or deals is not None:
            raise click.UsageError("--log: expected without --against and --deals, got one of them")
        if game is None:
            raise click.UsageError("--log: expected --game, got none; e.g. --game limit-holdem")
        rules = find_definition(game)
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
    try:
        found = KINDS[kind](
            Asked(_shown(hands, line, total), player, names, known, tables, 1 if log is not None else 2)
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
) -> tuple[GameDefinition, Iterator[State], str | None]:
    """The game, the hands, and the player where he is a strategy."""
    from pokerdata.agents import BASELINES
    from pokerdata.matches import play_hands
    from pokerdata.players import find_player, game_of, is_agent

    rules = game_of([player, other], game, tables=tables)
    if rules.players != 2:
        raise ValueError(f"game: expected one for two players, got {rules.name}; e.g. limit-holdem")
    find_player(player, rules, tables=tables)  # refused before any hand
    names = (player, other if other != player else f"{other} 2")
    hands = play_hands([player, other], rules, deals=deals, names=names, seed=seed, tables=tables)
    strategy = player if is_agent(player) and player not in BASELINES else None
    return rules, (hand.state for hand in hands), strategy


def _shown(hands: Iterable[State], line: LiveLine, expected: int) -> Iterator[State]:
    for done, hand in enumerate(hands):
        if done % 20 == 0:
            line.show(done, expected)
        yield hand
