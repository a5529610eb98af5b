"""`pokerdata info`: everything that it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from conftest import STRENGTH
from helpers.recipes import linked, runner_of
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.cli import cli
from pokerdata.recipes.table_kinds import open_table

pytestmark = pytest.mark.slow  # it makes its own tables

BUCKETS = """
[abstraction.tiny]
kind = "percentile"
metric = "ehs2_river"
buckets = [2, 2, 2, 2]
"""
HANDS = {"preflop": "", "flop": "7s6cAs", "turn": "7s6cAs2d", "river": "7s6cAs2d3h"}


@pytest.fixture(scope="module")
def folder(
    tmp_path_factory: pytest.TempPathFactory, tables: Path, preflop_tables: Path, tournament: Path
) -> Path:
    """Return a folder with tables of nearly every kind."""
    path = linked(tmp_path_factory.mktemp("info") / "tables", tables, preflop_tables, tournament)
    runner_of(BUCKETS, path).run(["tiny_buckets"])
    return path


def info(name: str, folder: Path) -> str:
    done = CliRunner().invoke(cli, ["info", name, "--tables", str(folder)], catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


def test_every_name_is_one_of_the_table_or_of_its_parents(folder: Path) -> None:
    kinds = set()
    for path in sorted(folder.glob("*.h5")):
        said = info(path.stem, folder)
        with open_table(path.stem, tables=folder) as table:
            kinds.add(table.kind)
            assert re.findall(r"^dataset (\S+):", said, re.MULTILINE) == list(table.keys())
            own = said.partition("\n\ndataset ")[0]
            own, _, parents = own.partition("\nmade from the tables\n")
            own, _, parameters = own.partition("\nmade with the parameters\n")
            for name in re.findall(r"^  (\w+):", own, re.MULTILINE):
                assert name in table.attributes
            for name in re.findall(r"^  (\w+):", parameters, re.MULTILINE):
                assert name in table.attributes["parameters"]
            for name, digest in re.findall(r"^  (\S+): (\w+)$", parents, re.MULTILINE):
                stem, dataset = name.split(".")
                with open_table(stem, tables=folder) as parent:
                    assert parent.digests[dataset].startswith(digest)
            assert len(parents.split()) == 2 * len(table.attributes.get("parents", {}))
    assert kinds >= {"rank_codes", "boards", "strength", "strategy", "matches", "local_best_response"}
    assert "buckets" in " ".join(kinds)


def test_metrics_that_are_named_can_be_looked_up(folder: Path) -> None:
    for name in STRENGTH:
        if not name.endswith("_strength"):
            continue
        said = info(name, folder)
        metrics = re.findall(
            r"^    (\w+): \d+$", said.partition("denominators:\n")[2].partition("\n\n")[0], re.MULTILINE
        )
        assert set(metrics) == {"ehs", "ehs2_river", "ehs2_next"}
        with open_table(name, tables=folder) as table:
            assert isinstance(table, StrengthTable)
            for metric in metrics:
                assert 0 < int(table.lookup("KhKd", HANDS[table.street], metric)) < table.denominator(metric)
    said = info("tiny_buckets", folder)
    (metric,) = set(re.findall(r"^  metric: (\w+)$", said, re.MULTILINE))
    assert metric == "ehs2_river"
    with (
        open_table("tiny_buckets", tables=folder) as table,
        open_table("flop_strength", tables=folder) as strength,
    ):
        assert isinstance(table, BucketTable)
        assert metric in strength.keys()  # noqa: SIM118 - a table is no mapping
