"""Joint counts on sampled boards: their boards, their identities, and their distance from the counts of all boards."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from helpers.recipes import linked, runner_of
from pokerdata._core import abstraction as kernels
from pokerdata.abstraction.abstraction import joint_transitions, player_transitions, ways_to_deal
from pokerdata.abstraction.kinds import BUCKET_TABLES
from pokerdata.cards.isomorphism import boards
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.cli import cli
from pokerdata.games.strategies import load_strategy
from pokerdata.pipeline.plan import Stage
from pokerdata.pipeline.store import open_table
from pokerdata.recipes.abstraction import read
from pokerdata.recipes.abstraction import stages as made_by
from pokerdata.recipes.recipe import Recipe

pytestmark = pytest.mark.slow  # it makes its own tables

STREETS = ("preflop", "flop", "turn", "river")
BOARDS = 2_000
RECIPE = f"""
[abstraction.drawn]
kind = "percentile"
metric = "ehs2_river"
buckets = [3, 2, 2, 2]
boards = {BOARDS}
seed = 7

[strategy.of_drawn]
game = "limit-holdem"
abstraction = "drawn"
target = "20mb"
"""


SECTION = {"kind": "percentile", "buckets": [3, 2, 2, 2], "boards": BOARDS}


def stages(name: str, keys: dict[str, Any]) -> list[Stage]:
    """Return the stages of a section [abstraction.NAME]."""
    section = read(f"[abstraction.{name}]", {key: value for key, value in keys.items() if value is not None})
    return made_by(name, section, Recipe("", {}), {})


@pytest.fixture(scope="module")
def drawn(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = linked(tmp_path_factory.mktemp("drawn") / "tables", tables)
    runner_of(RECIPE, folder).run(["drawn_transitions", "of_drawn_strategy"])
    return folder


def test_raw_boards_are_drawn_evenly() -> None:
    orbit = boards(5).orbit.astype(float)
    times = kernels.drawn_boards(200_000, 3)
    assert times.dtype == np.uint32
    assert times.shape == (134_459,)
    assert times.sum() == 200_000
    # Canonical boards are sampled in proportion to their orbits: chi-squared over orbit sizes and over
    # stretches of boards. A correct generator fails with 1 in 10,000 seeds.
    for groups in (np.unique(orbit, return_inverse=True)[1], np.arange(len(orbit)) * 50 // len(orbit)):
        expected = 200_000 * np.bincount(groups, orbit) / orbit.sum()
        found = np.bincount(groups, times)
        chi_squared = ((found - expected) ** 2 / expected).sum()
        freedom = len(expected) - 1
        assert chi_squared < freedom + 4 * np.sqrt(2 * freedom) + 8
    assert np.array_equal(times, kernels.drawn_boards(200_000, 3))
    assert not np.array_equal(times, kernels.drawn_boards(200_000, 4))


def test_the_counts_are_those_of_the_boards_drawn(drawn: Path) -> None:
    """Sampled counts equal the exact counts of a few boards, weighted by how often each was sampled."""
    buckets: Any = open_table("drawn_buckets", drawn, *BUCKET_TABLES)
    found = buckets.sequences([open_table(f"{s}_strength", drawn, StrengthTable) for s in STREETS[:3]])
    size = found.sequences(3)
    orbit = boards(5).orbit.astype(np.uint32)
    chosen = {0: 3, 77: 1, 54_321: 2, 134_458: 5}
    times = np.zeros_like(orbit)
    expected = np.zeros((size, size, 2), np.uint64)
    for board, count in chosen.items():
        times[board] = count
        once = np.zeros_like(expected)
        kernels.add_joint_counts(found, orbit, board, board + 1, once)
        assert not np.any(once % orbit[board])
        expected += once // orbit[board] * np.uint64(count)
    for threads in (1, 2):
        cells = np.zeros_like(expected)
        kernels.add_joint_counts(found, times, 0, len(times), cells, threads)
        assert np.array_equal(cells, expected)


def test_a_table_of_drawn_boards(drawn: Path) -> None:
    counts = open_table("drawn_counts", drawn)
    deals = {street: np.asarray(counts[street]) for street in STREETS}
    wins = np.asarray(counts["river_wins"])
    for street in STREETS:  # each board in its 20 orders, with all pairs of hands
        assert deals[street].sum() == BOARDS * 20 * 1081 * 990
        assert np.array_equal(deals[street], deals[street].T)
    assert np.all(wins + wins.T <= deals["river"])
    ways = ways_to_deal(counts.attributes)
    transitions = open_table("drawn_transitions", drawn)
    for before, street in pairwise(STREETS):
        joint = joint_transitions(deals[street], deals[before], ways[street])
        size = len(deals[before])
        sums = joint.reshape(size, -1, size, len(joint) // size).sum(axis=(1, 3))
        np.testing.assert_allclose(sums, deals[before] > 0, atol=1e-12)
        assert np.array_equal(transitions[f"{street}_joint"], joint)
        player = player_transitions(deals[street], deals[before], ways[street])
        np.testing.assert_allclose(player.sum(axis=1), 1, atol=1e-12)
    for table in (counts, transitions):
        assert table.attributes["boards"] == BOARDS
        assert table.attributes["seed"] == 7
    assert transitions.attributes["units"] == "probability, on 2,000 drawn boards"


def test_the_errors_it_states_are_those_of_its_shares(drawn: Path) -> None:
    counts, exact = open_table("drawn_counts", drawn), open_table("drawn_buckets", drawn, *BUCKET_TABLES)
    errors = counts.attributes["largest_error_of_a_share"]
    for street in STREETS:
        mass = np.asarray(exact[f"{street}_mass"]).astype(float)
        own = np.asarray(counts[street]).sum(axis=1).astype(float)
        error = np.abs(own / own.sum() - mass / mass.sum()).max()
        assert errors[street] == pytest.approx(error, rel=1e-9)
        # A share p of sampled boards has a standard error of at most sqrt(p(1-p)/boards), reached if on each
        # board all hands or none have the bucket.
        assert 0 < error < 5 * np.sqrt(0.25 / BOARDS)
    assert set(counts.attributes["undealt_share"].values()) == {0.0}


def test_sequences_that_are_never_dealt_are_told(tables: Path, tmp_path: Path) -> None:
    text = "[abstraction.sparse]\nkind = 'minmax'\nmetric = 'ehs'\nbuckets = [3, 5, 5, 12]\nboards = 100\n"
    folder = linked(tmp_path / "tables", tables)
    runner_of(text, folder).run(["sparse_counts"])
    counts, exact = open_table("sparse_counts", folder), open_table("sparse_buckets", folder, *BUCKET_TABLES)
    for street in STREETS:
        undealt = np.asarray(counts[street]).sum(axis=1) == 0
        mass = np.asarray(exact[f"{street}_mass"]).astype(float)
        share = counts.attributes["undealt_share"][street]
        assert share == pytest.approx(mass[undealt].sum() / mass.sum())
        assert (share > 0) == mass[undealt].any()
    assert counts.attributes["undealt_share"]["river"] > 0


def test_kmeans_counts_drawn_boards_with_its_seed() -> None:
    _, counts, _ = stages("a", {"kind": "kmeans", "buckets": [3] * 4, "boards": 500, "seed": 6})
    assert (counts.parameters["boards"], counts.parameters["boards_seed"]) == (500, 6)
    _, counts, _ = stages("a", {"kind": "kmeans", "buckets": [3] * 4})
    assert "boards" not in counts.parameters


def test_its_strategy_says_that_boards_were_drawn(drawn: Path) -> None:
    scope = "inside its own abstraction on 2,000 drawn boards; not comparable across abstractions"
    table = open_table("of_drawn_strategy", drawn)
    assert table.attributes["scope"] == scope
    assert table.attributes["boards"] == BOARDS
    game = load_strategy("of_drawn_strategy", tables=drawn).game(drawn)
    assert game.boards == BOARDS
    assert table.attributes["exploitability_mb_per_game"] <= 20
    said = CliRunner().invoke(cli, ["exploitability", str(table.path)])
    assert scope in " ".join(said.output.split())
    assert "solved on other boards" not in said.output


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {"boards": 99},
            r"\[abstraction.a\]: boards: expected a whole number from 100 to 100000, got 99; e.g. 5000",
        ),
        ({"boards": 100_001}, "boards: expected .*got 100,?001"),
        ({"seed": -1}, "seed: expected .*got -1"),
        ({"recall": "imperfect"}, "boards: got 2000, but .*; expected no boards, or recall = 'perfect'"),
        (
            {"buckets": [9, 11, 11, 11]},
            "boards: got 2000, but .* at most 10,000 river sequences, not 11,979; expected",
        ),
        (
            {"boards": None, "seed": 5},
            "seed: got 5, .* none are drawn; expected boards with it; e.g. boards = 5_000",
        ),
    ],
)
def test_bad_numbers_of_boards_are_named(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        stages("a", SECTION | changed)
