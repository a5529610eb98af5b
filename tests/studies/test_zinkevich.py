"""Zinkevich et al. 2007: figures are those of the pages of recipes, and what is solved here is what is compared."""

import tomllib
from typing import Any

from pokerdata.reports.pages.references import REFERENCES
from pokerdata.studies import find_study, study_module

study: Any = study_module("zinkevich")


def test_the_figures_are_those_that_pages_are_set_beside() -> None:
    figures = find_study("zinkevich").figures
    for buckets, agent in REFERENCES["zinkevich-2007"].solved.items():
        assert abs(figures[f"states_{buckets}"].value / agent.states - 1) < 0.005
        assert figures[f"exploitability_{buckets}"].value == agent.exploitability
        assert figures[f"iterations_{buckets}"].value == agent.iterations
        assert figures[f"hours_{buckets}"].value == agent.hours
    assert set(study.BUCKETS) == {*REFERENCES["zinkevich-2007"].solved}


def test_the_game_of_five_buckets_goes_as_far_as_theirs() -> None:
    """The recipe stops where the published agent stood."""
    found = find_study("zinkevich")
    recipe = tomllib.loads((found.folder / "recipe.toml").read_text(encoding="utf-8"))
    assert recipe["strategy"][study.RUN]["target"] == f"{found.figures['exploitability_5'].printed}mb"
    assert recipe["match"]["zinkevich"]["agents"] == list(study.AGENTS) == [*recipe["strategy"]]
