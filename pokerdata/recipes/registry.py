"""The kinds of sections, in the order in which they build on each other. A new kind is a file and a line here."""

from __future__ import annotations

from pokerdata.recipes import (
    abstraction,
    flops,
    match,
    page,
    report,
    resolving,
    response,
    series,
    spot,
    strategy,
    tables,
    tournament,
)
from pokerdata.recipes.recipe import SectionKind

SECTIONS: tuple[SectionKind, ...] = (
    tables.SECTION,
    abstraction.SECTION,
    strategy.SECTION,
    response.SECTION,
    spot.SECTION,
    resolving.SECTION,
    flops.SECTION,
    report.SECTION,
    match.SECTION,
    series.SECTION,
    page.SECTION,
    tournament.SECTION,
)
