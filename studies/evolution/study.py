"""Evolution: populations of poker players, their selection, and what they are worth, exactly."""

from __future__ import annotations

from pokerdata.solving.explicit import game_tree
from pokerdata.solving.explicit.examples import Kuhn, leduc
from studies import StudyRun

from . import generations, tables
from .population import Breed


def run(run: StudyRun) -> None:
    """All of it."""
    breeds = (Breed("Kuhn poker", game_tree(Kuhn())), Breed("Leduc hold'em", game_tree(leduc())))
    generations.told(run, breeds)
    tables.told(run, breeds[1])
    nets(run)


def nets(run: StudyRun) -> None:
    """Links of the nets of Noble 2002: inputs to hidden cells and to outputs, and hidden cells to outputs."""
    hidden, outputs = 5, 3
    for name, inputs in (("small_net", 69), ("large_net", 109)):
        run.compare(name, inputs * hidden + hidden * outputs + inputs * outputs, digits=0)
