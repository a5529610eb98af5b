"""A tournament of bucketed agents in no-limit hold'em, from the recipe to its page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from helpers.recipes import runner_of
from pokerdata import open_table

RECIPE = """
[abstraction.phs_2]
kind = "percentile"
metric = "ehs"
buckets = [2, 2, 2, 2]
[abstraction.hhs_2]
kind = "history"
metric = "ehs"
buckets = [2, 2, 2, 2]
[abstraction.km_2]
kind = "kmeans"
buckets = [2, 2, 2, 2]
restarts = 1
[strategy.phs_2]
game = "nolimit-holdem"
abstraction = "phs_2"
iterations = 100
[strategy.hhs_2]
game = "nolimit-holdem"
abstraction = "hhs_2"
iterations = 100
[strategy.km_2]
game = "nolimit-holdem"
abstraction = "km_2"
iterations = 100
[match.small]
agents = ["phs_2", "hhs_2", "km_2", "simple"]
deals = 300
lbr = 20
[page.small]
title = "A small tournament"
matches = ["small"]
reference = "eriksson-2012"
published = {phs_2 = "phs", hhs_2 = "hhs"}
"""


@pytest.mark.slow
def test_from_the_recipe_to_the_page(tmp_path: Path) -> None:
    runner_of(RECIPE, tmp_path).run()
    page = (tmp_path / "small_page.md").read_text()
    assert (
        "Exploitability of `phs_2`, `hhs_2` and `km_2`: **inside its own abstraction with only the bets of"
        in page
    )
    assert "| `km_2` | kmeans, histogram, 2-2-2-2 |" in page
    assert "the published agents have 8 buckets a street, ours 2-2-2-2" in page
    assert "| `phs` v `hhs` | -13.4 |" in page
    assert "`hhs2` v `simple`" not in page, "that match was not played"
    table = open_table("small_matches", tables=tmp_path)
    np.testing.assert_array_equal(table["won"], -table["won"].T)
    assert (table["sums"][:, -1, 0] == 300).all()
    for picture in ("small_cross_table", "small_course", "small_beside"):
        assert (tmp_path / f"{picture}.png").stat().st_size > 10_000
