"""[resolving.NAME]: how much re-solving on the turn reduces the exploitability of a strategy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import costs
from pokerdata._support.arguments import as_count, key, read_section, values_of
from pokerdata._support.costs import PROCESS_MEMORY, Cost
from pokerdata._support.progress import Progress
from pokerdata._support.text import quoted
from pokerdata.abstraction.bounds import STRENGTH
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.cards import as_board, format_cards
from pokerdata.games import Unit
from pokerdata.games.named import TEXAS
from pokerdata.games.strategies import load_strategy
from pokerdata.games.strategies.real_cards import states_of
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.pipeline.store.sharded import Arrays, Job, Shard, finished
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.reports.pages import resolving as pages
from pokerdata.solving.real_cards.evaluation import Contestant
from pokerdata.solving.real_cards.seats import Played
from pokerdata.spots.resolving import METHODS, Blueprint, gains_table
from pokerdata.spots.resolving.local_gain import MOST_BOARDS, LocalGain, TurnSample, board_samples
from pokerdata.spots.resolving.rests import cut_games
from pokerdata.spots.resolving.spot_resolving import MOST_ITERATIONS, check_method
from pokerdata.spots.spot_file import root_of

_MEMORY = 1_000_000_000


@dataclass(frozen=True, kw_only=True)
class ResolvingSection:
    """A section [resolving.NAME]."""

    strategy: str = key("name of a [strategy.NAME] over a card abstraction of hold'em")
    methods: list[Any] = key('some of "unsafe", "gadget" and "max-margin"', list(METHODS))
    boards: int = key("how many boards of the turn are drawn, each for both seats", 50)
    iterations: int = key("for each turn", 100)
    seed: int = key("of what is drawn", 0)
    cut: str | None = key('betting and board of a cut game, such as "crc/crc/@Td9d6hQc"', None)
    title: str = key("first line of the page", "Re-solving")


def stages(name: str, section: ResolvingSection, recipe: Recipe, made: Stages) -> list[Stage]:
    """Return ``NAME_resolving`` and its page ``NAME_resolved``.

    Args:
        name: Name of the section.
        section: The section.
        recipe: All sections.
        made: Stages of earlier sections.

    Raises:
        ValueError: If a strategy does not exist or uses other cards, or a value is out of range.
    """
    strategies = recipe.all(StrategySection)
    if section.strategy not in strategies:
        raise ValueError(
            f"strategy: expected a [strategy.NAME] of the recipe ({', '.join(strategies) or 'there is none'}), got "
            f"{quoted(section.strategy)}"
        )
    for method in section.methods:
        check_method(str(method))
    if not section.methods or len(set(section.methods)) < len(section.methods):
        raise ValueError(
            f'methods: expected some, each once, got {section.methods}; e.g. ["gadget", "max-margin"]'
        )
    as_count(section.boards, "boards", 2, MOST_BOARDS, 50)
    as_count(section.iterations, "iterations", 1, MOST_ITERATIONS, 100)
    as_count(section.seed, "seed", 0, 2**63, 1)
    strategy = strategies[section.strategy]
    abstraction, game = strategy.abstraction_of(recipe), strategy.named_game()
    if abstraction is None or game.cards != TEXAS:
        raise ValueError(
            f"strategy: expected one over an abstraction of Texas hold'em, got {section.strategy}, which is of "
            f'{strategy.game}; e.g. game = "limit-holdem"'
        )
    if section.cut is not None:
        line, board = _cut_of(section.cut)
        root_of(game, line, len(board))
    buckets = f"{strategy.abstraction}_buckets"
    methods, steps = len(section.methods), section.iterations
    each = costs.RESOLVING_METHOD + steps * costs.RESOLVING_ITERATION
    seconds = section.boards * (costs.RESOLVING_BOARD + methods * each)
    if section.cut is not None:
        seconds += methods * (costs.RESOLVING_RESTS + steps * costs.RESOLVING_RESTS_ITERATION)
    measured = Stage(
        name=f"{name}_resolving",
        build=partial(_build, f"{section.strategy}_strategy", buckets, abstraction.TABLE),
        kernels=(
            "abstraction",
            "play",
            "spots",
        ),
        cost=Cost(
            seconds=seconds,
            memory_bytes=PROCESS_MEMORY + _MEMORY,
            disk_bytes=50_000,
            threaded=True,
        ),
        parents=(f"{section.strategy}_strategy", buckets, *STRENGTH),
        parameters={k: v for k, v in values_of(section).items() if k != "title"},
        summary=gains_table.summary,
        in_manifest=False,
    )
    written = Stage(
        name=f"{name}_resolved",
        build=partial(_page, measured.name, section.title),
        cost=Cost(seconds=0.1, memory_bytes=PROCESS_MEMORY, disk_bytes=10_000),
        parents=(measured.name,),
        parameters={"title": section.title},
        suffix=".md",
        in_manifest=False,
    )
    return [measured, written]


SECTION = SectionKind("resolving", partial(read_section, ResolvingSection), stages)


class _Measured(NamedTuple):
    """The strategy to re-solve, and the options."""

    blueprint: Blueprint
    told: Mapping[str, Any]


def _prepared(strategy: str, buckets: str, kind: type[BucketTable], context: Context) -> _Measured:
    saved = load_strategy(context.table(strategy).path)
    played = Played(saved.strategy, states_of(saved, context.table(buckets, kind)))
    numbers = tuple(len(names) for names in saved.state_names)
    name = strategy.removesuffix("_strategy")
    contestant = Contestant(name, saved.rules, numbers, saved.strategy, lambda: played, "")
    return _Measured(Blueprint(contestant), context.parameters)


def _build(strategy: str, buckets: str, kind: type[BucketTable], context: Context) -> None:
    told: Mapping[str, Any] = context.parameters
    methods, boards = list(told["methods"]), int(told["boards"])
    parts = 2 * len(methods)  # turns to re-solve; a cut game takes about as long as one of them
    shards = [Shard(f"board{number}", (number,), parts) for number in range(boards)]
    if told["cut"] is not None:
        shards += [Shard(f"cut_{method}", (method,)) for method in methods]
    prepare = partial(_prepared, strategy, buckets, kind)
    here = prepare(context)
    job = Job(_measure, here, prepare)
    found = finished(job, shards, keep=context, threads=context.threads, progress=context.progress)
    rules = here.blueprint.game.rules
    gains = [
        LocalGain(
            here.blueprint.name,
            method,
            told["iterations"],
            told["seed"],
            tuple(chain.from_iterable(_samples(one, m) for one in found[:boards])),
            Unit.of(rules),
        )
        for m, method in enumerate(methods)
    ]
    cut, where = None, None
    if told["cut"] is not None:
        line, board = _cut_of(told["cut"])
        rows = [one["rows"] for one in found[boards:]]
        cut, where = np.stack([rows[0][0], *(each[1] for each in rows)]), (line, format_cards(board))
    context.write(
        kind=gains_table.KIND,
        arrays=gains_table.arrays(gains, cut),
        attributes=gains_table.attributes(gains, rules, where),
        dataset_attributes=gains_table.dataset_attributes(cut is not None),
    )


def _samples(shard: Arrays, method: int) -> tuple[TurnSample, ...]:
    """Return the samples of a sampled board, re-solved by one of the methods."""
    return gains_table.samples_of(shard["rows"][method], shard["turns"].tolist())


def _measure(
    measured: _Measured, what: int | str, *, threads: int, progress: Progress
) -> dict[str, NDArray[Any]]:
    """Re-solve a sampled board by its number, with all methods in both seats, or the cut game with one method."""
    blueprint, told = measured
    if isinstance(what, str):
        line, board = _cut_of(told["cut"])
        games = cut_games(
            blueprint, line, board, [what], iterations=told["iterations"], threads=threads, progress=progress
        )
        return {"rows": gains_table.cut_rows(games)}
    samples = board_samples(
        blueprint, told["seed"], what, list(told["methods"]), told["iterations"], threads, progress
    )
    by_method = list(zip(*samples, strict=True))
    return {
        "rows": np.stack([gains_table.rows(each) for each in by_method]),
        "turns": np.array([[s.board, s.history] for s in by_method[0]]),
    }


def _cut_of(text: str) -> tuple[str, NDArray[np.uint8]]:
    """Return the action sequence and board of a cut game."""
    line, at, cards = text.partition("@")
    if not at:
        raise ValueError(
            f"cut: expected betting, '@' and a board, got {quoted(text)}; e.g. \"crc/crc/@Td9d6hQc\""
        )
    return line, as_board(cards, (3, 4))


def _page(table: str, title: str, context: Context) -> None:
    found = context.table(table, gains_table.ResolvingTable)
    text = pages.page(title, found.gains, found.cut).encode()

    def write(path: Path) -> None:
        path.write_bytes(text)

    context.write_file(write)
