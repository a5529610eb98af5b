"""Stages with shards on two workers give the same bytes as here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from distributed import Client

from helpers.recipes import FLOPS, RESOLVED, TOURNAMENT, WEAK, linked, plan_of, runner_of
from pokerdata.pipeline.cluster.runner import ClusterRunner
from pokerdata.pipeline.store import open_table

#: Joint counts that take a second, once the strength tables exist.
COUNTED = """
[abstraction.tiny]
kind = "percentile"
metric = "ehs"
buckets = [2, 2, 2, 2]
boards = 100
"""

#: Few clusters of coarse histograms, from two starts.
CLUSTERED = """
[abstraction.near]
kind = "kmeans"
recall = "imperfect"
buckets = ["lossless", 4, 3, 3]
bins = 4
restarts = 2
iterations = 3
"""
#: Every table that depends only on the deck.
BOARDS = """
[tables]
strength = true
potential = true
preflop = true
"""
#: Values on real cards after a few flops, of agents that ignore their cards.
REAL = """
[match.seen]
game = "limit-holdem"
agents = ["always-call", "always-raise"]
deals = 2
real_flops = 8
"""

#: A series between a player that learns and a solved one.
SERIES = """
[strategy.good]
game = "leduc"
iterations = 30
[series.learned]
agents = ["learning", "good"]
series = 5
hands = 20
"""
#: Follows a recipe with the strategy `weak`.
WITH_LESS_LUCK = """
[match.all]
agents = ["weak", "always-raise", "always-call"]
deals = 20
reduce = "aivat"
values = "strategy"
"""
#: A tournament of bots, with a runoff.
BOTS = """
[tournament.all]
game = "kuhn-3p"
agents = ["always-call", "always-raise", "random", "always-fold"]
deals = 4
seed = 7
ranking = "instant-runoff"
replay = true
"""


def same_tables(
    client: Client, recipe: str, here: Path, *targets: str, but_for: str | None = None
) -> list[str]:
    """Make targets here and on the workers, and require equal tables, except one dataset of times; return the messages."""
    here.mkdir(exist_ok=True)
    parents = {parent for target in targets for parent in plan_of(recipe).stages[target].parents}
    if parents:
        runner_of(recipe, here).run(sorted(parents))
    there = here.with_name("there")
    if parents:
        linked(there, here)  # logs of strategies contain times, so each is solved once
    runner_of(recipe, here).run(targets)
    runner = runner_of(recipe, there)
    said: list[str] = []
    runner.elsewhere = ClusterRunner(client, say=said.append)
    runner.run(targets)
    for name in targets:
        if but_for is None:
            assert (there / f"{name}.h5").read_bytes() == (here / f"{name}.h5").read_bytes()
            continue
        digests, others = (dict(open_table(name, folder).digests) for folder in (there, here))
        assert digests.pop(but_for)
        assert others.pop(but_for)
        assert digests == others
    return said


@pytest.mark.slow
def test_matches_and_local_best_response(client: Client, tmp_path: Path) -> None:
    said = same_tables(client, TOURNAMENT, tmp_path / "here", "all_matches", "all_lbr")
    assert [line.split(" by ")[0] for line in said] == [
        "  all_matches: 150 shards",
        *["  all_lbr: 1 shard"] * 3,
    ]


def test_tournaments(client: Client, tmp_path: Path) -> None:
    said = same_tables(client, BOTS, tmp_path / "here", "all_tournament", but_for="seconds")
    assert [line.split(" by ")[0] for line in said] == [
        "  all_tournament: 4 shards",
        "  all_tournament: 1 shard",
    ]


def test_series(client: Client, tmp_path: Path) -> None:
    (said,) = same_tables(client, SERIES, tmp_path / "here", "learned_series", but_for="seconds")
    assert said.startswith("  learned_series: 5 shards by ")


@pytest.mark.parametrize("keys", ['reduce = "aivat"\nfit = 500', 'reduce = "all-in"'])
def test_matches_with_less_luck(client: Client, tmp_path: Path, keys: str) -> None:
    recipe = TOURNAMENT.replace("lbr = 200", f"{keys}\nreduce_deals = 50")
    (said,) = same_tables(client, recipe, tmp_path / "here", "all_reduced")
    assert said.startswith("  all_reduced: 3 shards by "), "a pair each"


@pytest.mark.long
@pytest.mark.slow
def test_matches_with_less_luck_over_buckets(client: Client, tables: Path, tmp_path: Path) -> None:
    """Workers look up buckets, strength and joint counts."""
    recipe = WEAK.format(game="limit-holdem", iterations=2) + WITH_LESS_LUCK
    (said,) = same_tables(client, recipe, linked(tmp_path / "here", tables), "all_reduced")
    assert said.startswith("  all_reduced: 2 shards by "), "bots alone are left out"
    with open_table("all_reduced", tmp_path / "there") as table:
        assert np.isfinite(table["estimates"]).all()


@pytest.mark.long
@pytest.mark.slow
def test_resolving(client: Client, tables: Path, tmp_path: Path) -> None:
    """Sampled boards and a cut game."""
    recipe = RESOLVED.replace('["unsafe", "gadget"]', '["gadget"]')
    (said,) = same_tables(client, recipe, linked(tmp_path / "here", tables), "coarse_resolving")
    assert said.startswith("  coarse_resolving: 3 shards by "), "two boards, and the cut game"


@pytest.mark.slow
def test_flop_reports(client: Client, tmp_path: Path) -> None:
    (said,) = same_tables(client, FLOPS, tmp_path / "here", "mine_flops")
    assert said.startswith("  mine_flops: 5 shards by ")


@pytest.mark.slow
def test_real_best_responses(client: Client, tmp_path: Path) -> None:
    (said,) = same_tables(client, REAL, tmp_path / "here", "seen_always_call_real")
    assert said.startswith("  seen_always_call_real: 2 shards by "), "of both seats"


@pytest.mark.long
@pytest.mark.slow
def test_kmeans(client: Client, tables: Path, tmp_path: Path) -> None:
    said = same_tables(client, CLUSTERED, linked(tmp_path / "here", tables), "near_buckets")
    assert [line.split(" by ")[0] for line in said] == ["  near_buckets: 2 shards"] * 2


@pytest.mark.long
@pytest.mark.slow
def test_kmeans_with_its_points_dealt_out(
    client: Client, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With more workers than starts, all of them work on each start."""
    recipe = CLUSTERED.replace("restarts = 2", "restarts = 1")
    said = same_tables(client, recipe, linked(tmp_path / "here", tables), "near_buckets")
    iterations = [int(runs[0][2]) for runs in runs_of(tmp_path / "here")]
    assert [line.split(" by ")[0] for line in said] == [f"  near_buckets: {4 * n} shards" for n in iterations]


def runs_of(folder: Path) -> list[Any]:
    with open_table("near_buckets", folder) as table:
        return [np.array(table[f"{street}_runs"]) for street in ("flop", "turn")]


@pytest.mark.long
@pytest.mark.slow
def test_tables_of_boards(client: Client, tables: Path, preflop_tables: Path, tmp_path: Path) -> None:
    """Strength, potential and match-ups, in stretches of the boards."""
    here, there = linked(tmp_path / "here", tables, preflop_tables), tmp_path / "there"
    names = [
        *("river_strength", "turn_strength", "flop_strength"),
        *("flop_potential", "turn_potential", "preflop_matchups"),
    ]
    runner_of(BOARDS, here).run(names)
    runner = runner_of(BOARDS, there)
    said: list[str] = []
    runner.elsewhere = ClusterRunner(client, say=said.append)
    runner.run(names)
    for name in names:
        assert (there / f"{name}.h5").read_bytes() == (here / f"{name}.h5").read_bytes()
    assert sorted(line.split(" by ")[0] for line in said) == sorted(f"  {name}: 32 shards" for name in names)


@pytest.mark.slow
def test_joint_counts(client: Client, tables: Path, tmp_path: Path) -> None:
    here = linked(tmp_path / "here", tables)
    (said,) = same_tables(client, COUNTED, here, "tiny_counts")
    assert said.startswith("  tiny_counts: 64 shards by ")
    assert open_table("tiny_counts", here)["river"].sum() > 0
