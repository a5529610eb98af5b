"""What a section [page.NAME] of a recipe says, and whether it makes sense."""

from collections.abc import Mapping, Sequence
from typing import Any

from pokerdata.pages.references import Reference, find_reference
from pokerdata.pipeline.recipe import REQUIRED, Schema
from pokerdata.support.text import nearest

SCHEMA: Schema = {
    "title": (str, REQUIRED, "first line of the page"),
    "matches": (list, REQUIRED, 'names of [match.NAME] sections, e.g. ["all"]'),
    "reference": (str, None, "published results to set beside: eriksson-2012 or zinkevich-2007"),
    "published": (dict, {}, 'what agents are called there, where not the same, e.g. {phs8 = "phs"}'),
}

Sections = Mapping[str, Mapping[str, Any]]


def check_section(name: str, section: Mapping[str, Any], matches: Sections) -> Reference | None:
    """The reference of `section`, if it has one. Raises ValueError, before any work, for what there is not."""
    try:
        _check_matches(section["matches"], matches)
        reference = None if section["reference"] is None else find_reference(section["reference"])
        agents = [agent for match in section["matches"] for agent in matches[match]["agents"]]
        _check_published(section["published"], reference, agents)
    except ValueError as error:
        raise ValueError(f"[page.{name}]: {error}") from None
    return reference


def _check_matches(wanted: Sequence[Any], matches: Sections) -> None:
    if not wanted:
        raise ValueError('no matches: want some, e.g. matches = ["all"]')
    known = list(matches)  # in which anything can be looked for
    for match in wanted:
        if match not in known or wanted.count(match) > 1:
            fault = "twice the" if match in known else "bad"
            raise ValueError(
                f"{fault} match {match!r}{nearest(match, known)} Want some of "
                f"{', '.join(known) or '(the recipe has no [match.NAME])'}, each once"
            )


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
