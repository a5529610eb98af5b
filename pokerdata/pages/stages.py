"""The pipeline's stages that write a page and its pictures."""

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from pokerdata.agents import BASELINES
from pokerdata.pages.page import page
from pokerdata.pages.references import find_reference
from pokerdata.pages.sources import Sources
from pokerdata.pipeline.recipe import REQUIRED, Schema
from pokerdata.pipeline.stage import Context, Estimate, Stage
from pokerdata.pipeline.text import nearest
from pokerdata.plots.cross_table import cross_table
from pokerdata.plots.figure import save
from pokerdata.plots.published import published
from pokerdata.strength.metrics import STREETS

SCHEMA: Schema = {
    "title": (str, REQUIRED, "first line of the page"),
    "matches": (list, REQUIRED, 'names of [match.NAME] sections, e.g. ["all"]'),
    "reference": (str, None, "published results to set beside: eriksson-2012 or zinkevich-2007"),
}

_PICTURE = Estimate(seconds=2, memory_bytes=200_000_000, disk_bytes=300_000)
_PAGE = Estimate(seconds=5, memory_bytes=900_000_000, disk_bytes=100_000)
Sections = Mapping[str, Mapping[str, Any]]


def stages(
    name: str,
    section: Mapping[str, Any],
    matches: Sections,
    strategies: Sections,
    abstractions: Sections,
    made: Iterable[Stage] = (),
) -> list[Stage]:
    """The stages of a section [page.NAME] that was checked against SCHEMA: ``NAME_page`` and its pictures.

    ``NAME_MATCH`` is the picture of a cross-table of three agents or more, and ``NAME_beside`` that of published values.
    matches, strategies, abstractions: the other sections of the recipe. made: the stages that they make.

    Raises ValueError, before any work, for a match or a reference that there is not.
    """
    where = f"[page.{name}]"
    wanted = section["matches"]
    for match in wanted:
        if match not in matches or wanted.count(match) > 1:
            fault = "twice the" if match in matches else "bad"
            raise ValueError(
                f"{where}: {fault} match {match!r}{nearest(match, matches)} Want some of "
                f"{', '.join(matches) or '(the recipe has no [match.NAME])'}, each once"
            )
    if not wanted:
        raise ValueError(f'{where}: no matches: want some, e.g. matches = ["all"]')
    try:
        reference = None if section["reference"] is None else find_reference(section["reference"])
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    tables = tuple(f"{match}_matches" for match in wanted)
    pictures = {
        f"{name}_{match}": _picture(f"{name}_{match}", tables[k], partial(_cross_table, tables[k]))
        for k, match in enumerate(wanted)
        if len(matches[match]["agents"]) > 2
    }
    if reference is not None and reference.matches:
        beside = f"{name}_beside"
        pictures[beside] = _picture(beside, tables, partial(_beside, tables, section["reference"]))
    agents = dict.fromkeys(a for m in wanted for a in matches[m]["agents"] if a not in BASELINES)
    known = {stage.name: stage for stage in made}
    sources = Sources(
        name=name,
        title=section["title"],
        matches=tuple(wanted),
        abstractions={a: abstractions.get(strategies[a]["abstraction"]) for a in agents},
        tables={a: _tables(a, strategies[a]["abstraction"], known) for a in agents},
        reference=reference,
        pictures=tuple(pictures),
    )
    strength = [f"{s}_strength" for s in STREETS] if reference is not None and reference.extremes else []
    parents = [*tables, *(f"{a}_strategy" for a in agents), *pictures, *strength]
    parents += [table for found in sources.tables.values() for table in found]
    written = Stage(
        name=f"{name}_page",
        build=partial(_page, sources),
        kernel="",
        estimate=_PAGE,
        parents=tuple(dict.fromkeys(parents)),
        parameters={
            **section,
            "abstractions": {a: dict(s) if s else None for a, s in sources.abstractions.items()},
        },
        suffix=".md",
        in_manifest=False,
    )
    return [*pictures.values(), written]


def _tables(agent: str, abstraction: str | None, made: Mapping[str, Stage]) -> tuple[str, ...]:
    """The tables of an agent's abstraction that its strategy was made from or is played with."""
    if abstraction is None:
        return ()
    needed = made[f"{agent}_strategy"].parents if f"{agent}_strategy" in made else ()
    return tuple(
        dict.fromkeys([f"{abstraction}_buckets", *(p for p in needed if p.startswith(f"{abstraction}_"))])
    )


def _picture(name: str, parents: str | tuple[str, ...], build: Any) -> Stage:
    return Stage(
        name=name,
        build=build,
        kernel="",
        estimate=_PICTURE,
        parents=(parents,) if isinstance(parents, str) else parents,
        suffix=".png",
        in_manifest=False,
        modules=("matplotlib",),
    )


def _cross_table(table: str, context: Context) -> None:
    matches = context.table(table)
    context.write_file(partial(save, cross_table(matches.cross_table, matches)))


def _beside(tables: tuple[str, ...], name: str, context: Context) -> None:
    from pokerdata.pages.beside import compared

    reference = find_reference(name)
    results = [result for table in tables for result in context.table(table).results]
    context.write_file(partial(save, published(compared(results, reference), reference.citation)))


def _page(sources: Sources, context: Context) -> None:
    text = page(sources, context).encode()

    def write(path: Path) -> None:
        path.write_bytes(text)

    context.write_file(write)
