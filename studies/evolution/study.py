"""Evolution of populations of poker players: selection, and exact exploitability and winnings."""

from __future__ import annotations

from pokerdata.solving.explicit import explicit_tree
from studies import StudyRun

from . import generations, tables
from .population import Breed


def run(run: StudyRun) -> None:
    """Run the study."""
    breeds = (Breed("Kuhn poker", explicit_tree("kuhn")), Breed("Leduc hold'em", explicit_tree("leduc")))
    generations.told(run, breeds)
    tables.told(run, breeds[1])
    nets(run)


def nets(run: StudyRun) -> None:
    """Compare the numbers of links in the nets of Noble 2002.

    They lead from inputs to hidden cells and outputs, and from hidden cells to outputs.
    """
    hidden, outputs = 5, 3
    for name, inputs in (("small_net", 69), ("large_net", 109)):
        run.compare(name, inputs * hidden + hidden * outputs + inputs * outputs, digits=0)
