"""The pipeline's stages that write a page and its pictures."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pokerdata.agents import BASELINES
from pokerdata.pages.beside import compared
from pokerdata.pages.page import page
from pokerdata.pages.references import Reference, find_reference
from pokerdata.pages.sources import Sources
from pokerdata.pipeline.recipe import REQUIRED, Schema
from pokerdata.pipeline.stage import Context, Estimate, Stage
from pokerdata.pipeline.text import nearest
from pokerdata.plots.figure import save
from pokerdata.plots.published import published
from pokerdata.strength.metrics import STREETS
from pokerdata.tournaments.picture import PICTURE, picture_name

SCHEMA: Schema = {
    "title": (str, REQUIRED, "first line of the page"),
    "matches": (list, REQUIRED, 'names of [match.NAME] sections, e.g. ["all"]'),
    "reference": (str, None, "published results to set beside: eriksson-2012 or zinkevich-2007"),
    "published": (dict, {}, 'what agents are called there, where not the same, e.g. {phs8 = "phs"}'),
}

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

    ``NAME_beside`` is the picture of published values beside ours.
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
        _check_published(section["published"], reference, [a for m in wanted for a in matches[m]["agents"]])
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    tables = tuple(f"{match}_matches" for match in wanted)
    pictures = [picture_name(match) for match in wanted if len(matches[match]["agents"]) > 2]
    drawn = []
    if reference is not None and reference.matches:
        pictures.append(f"{name}_beside")
        drawn.append(
            Stage(
                name=pictures[-1],
                build=partial(_beside, tables, reference, section["published"]),
                kernel="",
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
        reference=reference,
        published=section["published"],
        pictures=tuple(pictures),
        local=tuple(f"{match}_lbr" for match in wanted if matches[match]["lbr"] > 0),
    )
    strength = [f"{s}_strength" for s in STREETS] if reference is not None and reference.extremes else []
    parents = [*tables, *(f"{a}_strategy" for a in agents), *pictures, *strength, *sources.local]
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
    return [*drawn, written]


def _check_published(
    published: Mapping[str, Any], reference: Reference | None, agents: Sequence[str]
) -> None:
    known = sorted({name for names in reference.matches for name in names}) if reference is not None else []
    for ours, theirs in published.items():
        if ours not in agents:
            raise ValueError(
                f"bad agent {ours!r} in published{nearest(ours, agents)} Want one of the matches'"
            )
        if theirs not in known:
            raise ValueError(
                f"bad name {theirs!r} in published{nearest(theirs, known)} Want one of "
                f"{', '.join(known) or '(the reference has no matches)'}"
            )


def _tables(agent: str, abstraction: str | None, made: Mapping[str, Stage]) -> tuple[str, ...]:
    """The tables of an agent's abstraction that its strategy was made from or is played with."""
    if abstraction is None:
        return ()
    needed = made[f"{agent}_strategy"].parents if f"{agent}_strategy" in made else ()
    return tuple(
        dict.fromkeys([f"{abstraction}_buckets", *(p for p in needed if p.startswith(f"{abstraction}_"))])
    )


def _beside(
    tables: tuple[str, ...], reference: Reference, names: Mapping[str, str], context: Context
) -> None:
    results = [result for table in tables for result in context.table(table).results]
    figure = published(compared(results, reference, names), reference.citation)
    context.write_file(partial(save, figure))


def _page(sources: Sources, context: Context) -> None:
    text = page(sources, context).encode()

    def write(path: Path) -> None:
        path.write_bytes(text)

    context.write_file(write)
