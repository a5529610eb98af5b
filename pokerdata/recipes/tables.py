"""[tables]: those that depend on nothing but the deck of cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from pokerdata._support.arguments import key, read_section
from pokerdata.pipeline.plan import Stage
from pokerdata.recipes import boards, potential, preflop, rank_codes, strength
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages


@dataclass(frozen=True, kw_only=True)
class Tables:
    """What [tables] asks for."""

    strength: bool = key("rank codes, boards, and strength on every street", False)
    preflop: bool = key("match-ups and immediate hand rank before the flop", False)
    potential: bool = key("potential over one and two cards on the flop, and over one on the turn", False)


def of_strength() -> list[Stage]:
    """Rank codes, boards, and strength on every street."""
    return [*rank_codes.stages(), *boards.stages(), *strength.stages()]


def known() -> list[Stage]:
    """Those that other sections may depend on, asked for or not."""
    return [*of_strength(), *potential.stages()]


def stages(name: str, wanted: Tables, recipe: Recipe, made: Stages) -> list[Stage]:
    """The stages of the tables that are wanted."""
    found = of_strength() if wanted.strength else []
    if wanted.preflop:
        found += preflop.stages()
    if wanted.potential:
        found += potential.stages()
    return found


SECTION = SectionKind("tables", partial(read_section, Tables), stages, is_named=False)
