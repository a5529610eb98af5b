"""The pipeline's stages of a section [match.NAME]: the matches of all pairs of agents, and local best response."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from pokerdata.pipeline.stage import Estimate, Stage
from pokerdata.tournaments import local
from pokerdata.tournaments.picture import picture_stages
from pokerdata.tournaments.players import parents_of
from pokerdata.tournaments.playing import play_all, seconds
from pokerdata.tournaments.section import SCHEMA, Sections, check_section
from pokerdata.tournaments.table import summary

__all__ = ["SCHEMA", "stages"]

# States of one abstraction, besides its strategy; and the strength tables with what is built from them.
_AGENT_MEMORY, _TABLES_MEMORY = 170_000_000, 1_000_000_000


def stages(
    name: str, section: Mapping[str, Any], strategies: Sections, made: Iterable[Stage] = ()
) -> list[Stage]:
    """The stages of a section [match.NAME] that was checked against SCHEMA.

    ``NAME_matches``; ``NAME_lbr`` if asked for; the picture ``NAME_course``, and of three agents or more
    ``NAME_cross_table``.

    strategies: the sections [strategy.NAME] of the recipe. made: its other stages, for the estimate.

    Raises ValueError, before any work, for values that make no match.
    """
    agents, game = check_section(name, section, strategies)
    sizes = {stage.name: stage.estimate.disk_bytes for stage in made}
    # Of what a strategy takes on disk while it is solved, two thirds are its saved state.
    strategy_sizes = [sizes.get(f"{agent}_strategy", 0) // 3 for agent in agents]
    cards_and_rules = {"rules": game.rules.values(), "cards": game.cards.values()}
    played = {key: section[key] for key in ("agents", "deals", "seed", "translation")}
    found = [
        Stage(
            name=f"{name}_matches",
            build=partial(play_all, game),
            parents=parents_of(agents, strategies),
            parameters={**played, "game": cards_and_rules},
            summary=summary,
            in_manifest=False,
            estimate=Estimate(
                seconds=seconds(agents, section["deals"]),
                memory_bytes=_TABLES_MEMORY + sum(strategy_sizes) + len(agents) * _AGENT_MEMORY,
                disk_bytes=1_000_000,
            ),
        )
    ]
    solved = [agent for agent in agents if agent in strategies]
    if section["lbr"] > 0:
        found.append(
            Stage(
                name=f"{name}_lbr",
                build=partial(local.build, solved, game.rules),
                parents=parents_of(solved, strategies),
                parameters={
                    **{key: section[key] for key in ("lbr", "seed", "translation")},
                    **local.considered(game.rules),
                    "agents": solved,
                    "game": cards_and_rules,
                },
                summary=local.summary,
                in_manifest=False,
                estimate=local.cost(len(solved), section["lbr"], max(strategy_sizes) + _AGENT_MEMORY),
            )
        )
    return found + picture_stages(name, len(agents))
