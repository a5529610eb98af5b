"""[tables]: tables that depend on nothing but the deck of cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from pokerdata._core import evaluator as _evaluator
from pokerdata._support.arguments import key, read_section
from pokerdata._support.costs import PROCESS_MEMORY, Cost
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.recipes import boards, potential, preflop, strength
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages


@dataclass(frozen=True, kw_only=True)
class Tables:
    """The section [tables]."""

    strength: bool = key("rank codes, boards, and strength on every street", False)
    preflop: bool = key("match-ups and immediate hand rank before the flop", False)
    potential: bool = key("potential over one and two cards on the flop, and over one on the turn", False)


def rank_codes() -> list[Stage]:
    """Return the table `rank_codes`: all data of a lookup evaluator, so that other languages can evaluate hands."""
    return [
        Stage(
            name="rank_codes",
            build=_build_rank_codes,
            kernels=("evaluator",),
            cost=Cost(seconds=0.1, memory_bytes=PROCESS_MEMORY, disk_bytes=900_000),
        )
    ]


def _build_rank_codes(context: Context) -> None:
    context.write(
        kind="rank_codes",
        arrays={
            "transitions": _evaluator.transitions(),
            "codes_5": _evaluator.rank_codes(5),
            "codes_6": _evaluator.rank_codes(6),
            "codes_7": _evaluator.rank_codes(7),
            "flush_codes": _evaluator.flush_codes(),
            "classes": _evaluator.classes(),
        },
        attributes={
            "title": "Hand strength codes of 5, 6 and 7 cards",
            "units": "16-bit hand strength code; a greater code is a stronger hand",
            "source": "Zopf 2010, hand strength codes; the numbering of rank multisets is pokerdata's own",
            "usage": "state = 0; for each card state = transitions[state, rank]. The rank index is state - 2380 (5 "
            "cards), state - 8555 (6 cards) or state (7 cards); the code is codes_N[rank index]. If five or more "
            "cards share a suit the code is flush_codes[map] instead, where bit r of map is rank r of that suit.",
            "cards": "card = 4*rank + suit, rank 0..12 = 2..A, suit 0..3 = c d h s",
        },
        dataset_attributes={
            "transitions": {
                "axes": ["state", "rank"],
                "absent": 0xFFFF,
                "doc": "next state; absent: a fifth card",
            },
            "codes_5": {"axes": ["rank index of 5 cards"], "doc": "code of 5 cards, flushes aside"},
            "codes_6": {"axes": ["rank index of 6 cards"], "doc": "code of 6 cards, flushes aside"},
            "codes_7": {"axes": ["rank index of 7 cards"], "doc": "code of 7 cards, flushes aside"},
            "flush_codes": {"axes": ["map of ranks"], "doc": "code of a flush; 0 for fewer than five ranks"},
            "classes": {"axes": ["class"], "doc": "the 7,462 different codes in rising order"},
        },
    )


def of_strength() -> list[Stage]:
    """Return the stages of rank codes, boards, and strength on every street."""
    return [*rank_codes(), *boards.stages(), *strength.stages()]


def known() -> list[Stage]:
    """Return the stages that other sections may depend on, requested or not."""
    return [*of_strength(), *potential.stages()]


def stages(name: str, wanted: Tables, recipe: Recipe, made: Stages) -> list[Stage]:
    """Return the stages of the requested tables."""
    found = of_strength() if wanted.strength else []
    if wanted.preflop:
        found += preflop.stages()
    if wanted.potential:
        found += potential.stages()
    return found


SECTION = SectionKind("tables", partial(read_section, Tables), stages, is_named=False)
