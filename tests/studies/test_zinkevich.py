"""Zinkevich et al. 2007: figures equal those on recipe pages, and the solved games are the compared ones."""

import tomllib
from typing import Any

from pokerdata.reports.pages.sources import REFERENCES
from studies import find_study, study_module

study: Any = study_module("zinkevich")


def test_the_figures_are_those_that_pages_are_set_beside() -> None:
    figures = find_study("zinkevich").figures
    for buckets, agent in REFERENCES["zinkevich-2007"].solved.items():
        assert abs(figures[f"states_{buckets}"].value / agent.states - 1) < 0.005
        assert figures[f"exploitability_{buckets}"].value == agent.exploitability
        assert figures[f"iterations_{buckets}"].value == agent.iterations
        assert figures[f"hours_{buckets}"].value == agent.hours
    assert set(study.BUCKETS) == {*REFERENCES["zinkevich-2007"].solved}


def test_games_are_solved_until_they_are_nearer_than_theirs() -> None:
    found = find_study("zinkevich")
    recipe = tomllib.loads((found.folder / "recipe.toml").read_text(encoding="utf-8"))
    assert (
        recipe["match"]["buckets"]["agents"]
        == [*recipe["strategy"]]
        == [f"buckets_{n}" for n in study.SOLVED]
    )
    for buckets in study.SOLVED:
        solved = recipe["strategy"][f"buckets_{buckets}"]
        assert recipe["abstraction"][solved["abstraction"]]["buckets"] == [buckets] * 4
        if buckets in study.BUCKETS:
            assert (
                float(solved["target"].removesuffix("mb")) < found.figures[f"exploitability_{buckets}"].value
            )
