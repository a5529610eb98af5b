"""Evolution: populations of poker players, their selection, and what they are worth, exactly."""

from __future__ import annotations

from pokerdata.solving.explicit import explicit_tree
from studies import StudyRun

from . import generations, tables
from .population import Breed


def run(run: StudyRun) -> None:
    """All of it."""
    breeds = (Breed("Kuhn poker", explicit_tree("kuhn")), Breed("Leduc hold'em", explicit_tree("leduc")))
    generations.told(run, breeds)
    tables.told(run, breeds[1])
    nets(run)


def nets(run: StudyRun) -> None:
    """Links of the nets of Noble 2002: inputs to hidden cells and to outputs, and hidden cells to outputs."""
    hidden, outputs = 5, 3
    for name, inputs in (("small_net", 69), ("large_net", 109)):
        run.compare(name, inputs * hidden + hidden * outputs + inputs * outputs, digits=0)
