"""The pipeline's stage that plays local best response against each strategy of a section [match.NAME]."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pokerdata.games import Rules, rules_of
from pokerdata.games.menus import menus_of
from pokerdata.matches import local_best_response
from pokerdata.matches.local import DEAL_MEMORY, MENU, SAMPLES, most_won
from pokerdata.pipeline.stage import Context
from pokerdata.pipeline.stage import Estimate as Cost
from pokerdata.store import Table
from pokerdata.support.estimates import Estimate, plus_minus
from pokerdata.tournaments.players import agent_of

SECONDS = 0.4e-3  # a deal, on 2 cores
COLUMNS = ("both seats", "player 1", "player 2")
_FIELDS = ("mean", "standard_error", "freedom")


def considered(rules: Rules) -> dict[str, Any]:
    """What local best response considers: menu (without limits) and samples, the scope of its bound."""
    menu = {} if rules.stack is None else {"menu": menus_of("bad menu", [list(MENU)], 1)[0].values()}
    return {**menu, "samples": SAMPLES}


def cost(agents: int, deals: int, memory: int) -> Cost:
    """Of local best response against so many agents. memory: of one agent, in bytes."""
    return Cost(
        seconds=agents * (1 + deals * SECONDS),
        memory_bytes=700_000_000 + memory + DEAL_MEMORY * deals,
        disk_bytes=200_000,
    )


def build(agents: Sequence[str], rules: Rules, context: Context) -> None:
    """Write NAME_lbr: what local best response wins of each agent, in chips a hand."""
    section: dict[str, Any] = dict(context.parameters)
    deals = section["lbr"]
    rows = []
    for number, name in enumerate(agents):
        shard = context.load_shard(name)
        if shard is None:

            def progress(done: int, _: int, number: int = number) -> None:
                context.progress(number * deals + done, len(agents) * deals)

            found = local_best_response(
                agent_of(context, name, section["translation"]),
                deals=deals,
                seed=section["seed"],
                menu=section.get("menu", MENU),
                samples=section["samples"],
                threads=context.threads,
                on_progress=progress,
            )
            estimates = (found.won, *found.by_seat)
            shard = {"row": np.array([[getattr(e, field) for e in estimates] for field in _FIELDS])}
            context.save_shard(name, shard)
        rows.append(shard["row"])
    axes = {"axes": ["agent", "seat"], "columns": list(COLUMNS)}
    context.write(
        kind="local_best_response",
        arrays={
            "won": np.array([row[0] for row in rows]),
            "standard_error": np.array([row[1] for row in rows]),
            "freedom": np.array([row[2] for row in rows]),
        },
        attributes={
            "title": "What local best response wins of each agent in the real game",
            "agents": list(agents),
            "rules": rules.values(),
            "deals": deals,
            "seed": section["seed"],
            "translation": section["translation"],
            "unit_chips": rules.unit,
            **considered(rules),
            "bound": "a best response wins at least as much: with both seats, a lower bound on exploitability",
            "source": "Lisy and Bowling 2017",
        },
        dataset_attributes={
            "won": {**axes, "units": "chips a hand"},
            "standard_error": {
                **axes,
                "units": "chips a hand, within strata of own hands",
                "doc": "0: all equal",
            },
            "freedom": {**axes, "units": "degrees of freedom of the standard error, for Student's t"},
        },
    )


def estimates(table: Table) -> Mapping[str, Estimate]:
    """What local best response wins of each agent, in chips a hand on average over both seats."""
    most = most_won(rules_of(table.attributes["rules"]), table.attributes["deals"])
    return {
        name: Estimate(float(won), float(error), float(freedom), most + abs(float(won)))
        for name, won, error, freedom in zip(
            table.attributes["agents"],
            *(table[key][:, 0] for key in ("won", "standard_error", "freedom")),
            strict=True,
        )
    }


def scope(table: Table) -> str:
    """'bets pot, all-in, 100 run-outs': what local best response considered."""
    menu = table.attributes.get("menu")
    bets = f"bets {', '.join(menu)}, " if menu else ""
    return f"{bets}{table.attributes['samples']:,} run-outs"


def summary(table: Table) -> list[str]:
    """The bounds in words."""
    mb = 1000 / table.attributes["unit_chips"]
    lines = [
        f"local best response wins at least, in {table.attributes['deals']:,} deals in both seats, {scope(table)}:"
    ]
    for name, found in estimates(table).items():
        lines.append(f"{mb * found.mean:+.0f} {plus_minus(mb * found.half_width, 0, '+-')} mb/hand of {name}")
    return lines
