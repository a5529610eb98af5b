"""The pipeline's stages that write a page and its pictures."""

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from pokerdata.agents import BASELINES
from pokerdata.cards import STREETS
from pokerdata.pages.beside import compared, published_match
from pokerdata.pages.page import page
from pokerdata.pages.references import find_reference
from pokerdata.pages.section import SCHEMA, Sections, check_section
from pokerdata.pages.sources import Sources
from pokerdata.pipeline.stage import Context, Estimate, Stage
from pokerdata.plots.figure import save
from pokerdata.plots.published import published
from pokerdata.tournaments.picture import PICTURE, picture_names

__all__ = ["SCHEMA", "stages"]

_PAGE = Estimate(seconds=5, memory_bytes=900_000_000, disk_bytes=100_000)


def stages(
    name: str,
    section: Mapping[str, Any],
    matches: Sections,
    strategies: Sections,
    abstractions: Sections,
    made: Iterable[Stage] = (),
) -> list[Stage]:
    """The stages of a section [page.NAME] that was checked against SCHEMA: ``NAME_page`` and its pictures.

    ``NAME_beside`` is the picture of published values beside ours.
    matches, strategies, abstractions: the other sections of the recipe. made: the stages that they make.

    Raises ValueError, before any work, for a match or a reference that there is not.
    """
    reference = check_section(name, section, matches)
    wanted = section["matches"]
    tables = tuple(f"{match}_matches" for match in wanted)
    pictures = [name for match in wanted for name in picture_names(match, len(matches[match]["agents"]))]
    drawn = []
    played = [pair for match in wanted for pair in combinations(matches[match]["agents"], 2)]
    if reference is not None and any(
        published_match(pair, reference, section["published"]) for pair in played
    ):
        pictures.append(f"{name}_beside")
        drawn.append(
            Stage(
                name=pictures[-1],
                build=partial(_beside, tables, section["reference"], section["published"]),
                estimate=PICTURE,
                parents=tables,
                parameters={key: section[key] for key in ("reference", "published")},
                suffix=".png",
                in_manifest=False,
                modules=("matplotlib",),
            )
        )
    agents = dict.fromkeys(a for m in wanted for a in matches[m]["agents"] if a not in BASELINES)
    known = {stage.name: stage for stage in made}
    sources = Sources(
        name=name,
        title=section["title"],
        matches=tuple(wanted),
        abstractions={a: abstractions.get(strategies[a]["abstraction"]) for a in agents},
        tables={a: _tables(a, strategies[a]["abstraction"], known) for a in agents},
        reference_name=section["reference"],
        published=section["published"],
        local=tuple(f"{match}_lbr" for match in wanted if matches[match]["lbr"] > 0),
    )
    strength = [f"{s}_strength" for s in STREETS] if reference is not None and reference.extremes else []
    parents = [*tables, *(f"{a}_strategy" for a in agents), *pictures, *strength, *sources.local]
    parents += [table for found in sources.tables.values() for table in found]
    written = Stage(
        name=f"{name}_page",
        build=partial(_page, sources),
        estimate=_PAGE,
        parents=tuple(dict.fromkeys(parents)),
        parameters={
            **section,
            "abstractions": {a: dict(s) if s else None for a, s in sources.abstractions.items()},
        },
        suffix=".md",
        in_manifest=False,
    )
    return [*drawn, written]


def _tables(agent: str, abstraction: str | None, made: Mapping[str, Stage]) -> tuple[str, ...]:
    """The tables of an agent's abstraction that its strategy was made from or is played with."""
    if abstraction is None:
        return ()
    needed = made[f"{agent}_strategy"].parents if f"{agent}_strategy" in made else ()
    return tuple(
        dict.fromkeys([f"{abstraction}_buckets", *(p for p in needed if p.startswith(f"{abstraction}_"))])
    )


def _beside(tables: tuple[str, ...], name: str, names: Mapping[str, str], context: Context) -> None:
    reference = find_reference(name)
    results = [result for table in tables for result in context.table(table).results]
    figure = published(compared(results, reference, names), reference.citation)
    context.write_file(partial(save, figure))


def _page(sources: Sources, context: Context) -> None:
    text = page(sources, context).encode()

    def write(path: Path) -> None:
        path.write_bytes(text)

    context.write_file(write)
