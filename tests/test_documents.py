"""What the documents show is what happens: code is taken from them and run."""

import importlib.metadata
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

import pokerdata
from helpers.documents import block
from helpers.formats import ROOT, check_described
from helpers.gains import made_up_gains, save_gains
from helpers.recipes import linked, runner_of
from helpers.schemas import check_schemas
from pokerdata.store import open_table
from pokerdata.strength.strength_table import StrengthTable
from pokerdata.tables import TABLE_CLASSES


def test_the_example_of_the_readme(
    tables: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("POKERDATA_TABLES", str(tables))
    code = block("README.md", "example")
    exec(compile(code, "README.md", "exec"), {})
    said = [re.split(", exactly", line)[0] for line in re.findall(r"print.*  # (.*)", code)]
    assert capsys.readouterr().out.splitlines() == said
    ratio = re.search(r"exactly (\d+) / (\d+)", code)
    assert ratio is not None
    flop = open_table("flop_strength", None, StrengthTable)
    assert int(ratio[1]) == flop.lookup("Ad Qc", "3h 4c Jh")
    assert int(ratio[2]) == flop.denominator()


def test_a_raw_board_by_hand(tables: Path) -> None:
    namespace: dict[str, Any] = {}
    exec(compile(block("docs/formats.md", "row"), "formats.md", "exec"), namespace)
    river = open_table("river_strength", tables, StrengthTable)
    deck = np.random.default_rng(19).random((50, 52))
    for board in np.argsort(deck, axis=1)[:, :5].astype(np.uint8):
        found = namespace["river_row"](board.tolist(), tables)
        np.testing.assert_array_equal(found, river.row(board))


@pytest.mark.parametrize("marker", ["text", "mapping", "checked"])
def test_tables_without_pokerdata(
    marker: str,
    tables: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "tables").symlink_to(tables)
    monkeypatch.chdir(tmp_path)
    code, namespace = block("docs/tables.md", marker), dict[str, Any]()
    exec(compile(code, "tables.md", "exec"), namespace)
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*  # (.*)", code)
    if marker == "checked":
        assert namespace["is_as_stated"]("tables/rank_codes.h5", "transitions")
        shutil.copy("tables/rank_codes.h5", "changed.h5")
        with h5py.File("changed.h5", "a") as file:
            file["transitions"][7, 7] ^= 1
        assert not namespace["is_as_stated"]("changed.h5", "transitions")


SMALL = """
[abstraction.told]
kind = "history"
metric = "ehs2_next"
buckets = [2, 2, 2, 2]
boards = 100
[abstraction.nested]
kind = "nested"
metric = "ehs2_river"
recall = "imperfect"
buckets = ["lossless", "2x2", "2x2", "2x2"]
[strategy.counted]
game = "limit-holdem"
abstraction = "told"
iterations = 2
[match.less]
game = "leduc"
agents = ["always-call", "random"]
deals = 2
reduce = "all-in"
[series.few]
game = "leduc"
agents = ["always-call", "random"]
series = 2
hands = 2
[tournament.threes]
game = "kuhn-3p"
agents = ["always-call", "random", "always-fold"]
deals = 3
[response.counted_back]
game = "limit-holdem"
abstraction = "told"
model = "counted"
p = 0.5
iterations = 2
trade_off = []
[strategy.sampled]
game = "limit-holdem"
abstraction = "nested"
algorithm = "pcs"
iterations = 1
"""
BUILT = [
    "told_transitions",
    "counted_strategy",
    "counted_back_strategy",
    "counted_back_trade_off",
    "sampled_strategy",
    "less_reduced",
    "few_series",
    "threes_tournament",
]
POTENTIAL, CLUSTERED = {"potential"}, {"clustered_buckets"}


@pytest.fixture
def of_every_kind(tables: Path, preflop_tables: Path, tournament: Path, tmp_path: Path) -> Path:
    """A folder with tables of every kind but potential, clusters and values on real cards: see below, and their tests."""
    folder = linked(tmp_path / "tables", tables, preflop_tables, tournament)
    runner_of(SMALL, folder).run(BUILT)
    spot = pokerdata.Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")
    pokerdata.save_spot(pokerdata.solve(spot, iterations=1), folder / "river_spot.h5")
    flops = folder / "flops.txt"
    flops.write_text("8s9h2d")
    on_flops = pokerdata.spots.flop_report(spot.changed(board="2s3h4d"), flops, iterations=1)
    pokerdata.spots.save_flop_report(on_flops, folder / "some_flops.h5")
    save_gains(made_up_gains(), folder)
    short = pokerdata.preflop.jam_fold(6, (1, 2), 1, opponent="any", iterations=1)
    pokerdata.preflop.save_jam_fold(short, folder / "short_jam_fold.h5")
    return folder


def test_every_table_is_described(of_every_kind: Path) -> None:
    described = check_described(of_every_kind)
    assert not {
        kind: lines for kind, lines in check_schemas(of_every_kind).items() if lines
    }  # in the document alone
    assert described >= {kind for cls in TABLE_CLASSES if (kind := cls.KIND)} - POTENTIAL - CLUSTERED
    assert described >= {"boards", "rank_codes", "preflop_ihr", "joint_counts", "transitions", "strategy"}


@pytest.mark.slow
def test_potential_tables_are_described(potential_tables: Path) -> None:
    assert check_described(potential_tables) >= POTENTIAL


def test_examples_of_codes() -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z ]+) \|.*\| ([2-9TJQKA ]+): 0x([0-9A-F]{4}) \|$", text, re.MULTILINE)
    assert len(rows) == 9
    for category, ranks, code in rows:
        suits = "sssss" if "flush" in category else "cdhsc"
        cards = " ".join(rank + suit for rank, suit in zip(ranks.split(), suits, strict=True))
        found = pokerdata.evaluate(pokerdata.parse_cards(cards))
        assert int(found) == int(code, 16)
        assert pokerdata.evaluator.CATEGORIES[int(pokerdata.evaluator.category(found))] == category


def test_commands_are_one_line_each() -> None:
    for marker in ("main job", "tests"):
        assert block("README.md", marker).count("\n") == 1


def test_links_lead_somewhere() -> None:
    for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("tables/*.md")]:
        for target in re.findall(r"(?<!!)\[[^\]]*\]\(([^)#]+)", document.read_text(encoding="utf-8")):
            assert target.startswith("https://") or (document.parent / target).exists(), (
                document.name,
                target,
            )


def test_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project  # it is read from the module of `VERSION`
    version = pokerdata.__version__
    assert importlib.metadata.version("pokerdata") == version
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
