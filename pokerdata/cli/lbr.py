"""`pokerdata lbr`: what an agent loses in the real game, at least."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import click

from pokerdata.cli import options
from pokerdata.cli.built_in import game_of_file
from pokerdata.cli.say import say


@click.command("lbr")
@click.argument("strategy", metavar="STRATEGY")
@click.option("--game", metavar="GAME", help="Of a strategy that is in no file, such as always-call.")
@click.option("--deals", type=int, default=10_000, show_default=True, help="Each is played in both seats.")
@options.seed
@click.option("--menu", default="pot,all-in", show_default=True, help="No-limit: bets that it considers.")
@click.option(
    "--samples", type=int, default=100, show_default=True, help="Ways to deal two or more cards to come."
)
@options.translation
@options.threads
@options.tables
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def lbr(
    strategy: str,
    game: str | None,
    deals: int,
    seed: int,
    menu: str,
    samples: int,
    translation: str,
    threads: int,
    tables: str | None,
    as_json: bool,
) -> None:
    """Play local best response against a strategy.

    What it wins on real cards is a lower bound on the strategy's exploitability there. The strategy is a file or, with
    --game, one without cards: always-call, always-fold, always-raise or uniform, which in no-limit games bet the menu of
    the game's tree.

    For example: pokerdata lbr tables/limit5_strategy.h5 --deals 20000 --seed 1
    """
    from pokerdata.agents import BASELINES, Agent
    from pokerdata.matches import local_best_response
    from pokerdata.solving.scope import Scope
    from pokerdata.store import find_table
    from pokerdata.strategies import load_strategy
    from pokerdata.strategies.simple import BUILT_IN
    from pokerdata.support.progress import shown

    stated: Mapping[str, Any] = {}
    if game is not None:
        if strategy not in BUILT_IN:
            raise game_of_file(BUILT_IN, game, strategy)
        agent = Agent.without_cards(strategy, game, translation=translation)
    elif strategy in BASELINES or (strategy in BUILT_IN and find_table(strategy, tables) is None):
        raise ValueError(
            f"strategy: expected a strategy file, or --game with one of {', '.join(BUILT_IN)}, got {strategy!r} alone; "
            "e.g. always-call --game limit-holdem"
        )
    else:
        saved = load_strategy(strategy, tables=tables)
        agent = Agent.of_file(saved, translation=translation, tables=tables, name=strategy)
        stated = saved.attributes
    how = {"deals": deals, "seed": seed, "menu": menu.split(","), "samples": samples, "threads": threads}
    with shown("local best response", partial(click.echo, err=True)) as progress:
        found = local_best_response(agent, progress=progress, **how)  # type: ignore[arg-type]
    if as_json:
        mb = stated.get("exploitability_mb_per_game")
        said = {} if mb is None else Scope.stated(stated).attributes()
        click.echo(json.dumps({**found.to_dict(), "stated": {"mb_per_game": mb, **said}}))
        return
    say("\n".join([str(found), *stated_lines(stated)]))


def stated_lines(attributes: Mapping[str, Any]) -> list[str]:
    """The exploitability that a strategy's file states, with its scope; none where it is not known."""
    from pokerdata.solving.scope import TO_COMPARE, Scope

    inside = attributes.get("exploitability_mb_per_game")
    if inside is None:
        return []
    scope = Scope.stated(attributes)
    return [
        f"exploitability as the file says: {inside:.4f} mb/hand,",
        str(scope),
        *([f"({TO_COMPARE})"] if scope.abstraction else []),
    ]
