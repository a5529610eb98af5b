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
from helpers.schemas import DOCUMENT, MANIFEST, check_manifest, check_schemas
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table
from pokerdata.recipes.table_kinds import TABLE_CLASSES


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


POTENTIAL, CLUSTERED = {"potential"}, {"clustered_buckets"}


@pytest.mark.slow
def test_every_table_is_described(of_every_kind: Path) -> None:
    described = check_described(of_every_kind)
    assert not {
        kind: lines for kind, lines in check_schemas(of_every_kind).items() if lines
    }  # in the document alone
    assert described >= {kind for cls in TABLE_CLASSES if (kind := cls.KIND)} - POTENTIAL - CLUSTERED
    assert described >= {"boards", "rank_codes", "preflop_ihr", "joint_counts", "transitions", "strategy"}


def test_every_table_of_the_manifest_has_size_and_digest() -> None:
    in_full = check_manifest()
    text = DOCUMENT.read_text(encoding="utf-8")
    of_the_deck = set(re.findall(r"<!-- schema (\w+) -->\n\| dataset \| dtype \| shape", text))
    assert in_full
    assert in_full | of_the_deck == set(tomllib.loads(MANIFEST.read_text(encoding="utf-8")))


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
        assert (
            pokerdata.cards.evaluator.CATEGORIES[int(pokerdata.cards.evaluator.category(found))] == category
        )


def test_commands_are_one_line_each() -> None:
    for marker in ("main job", "tests"):
        assert block("README.md", marker).count("\n") == 1


def test_links_lead_somewhere() -> None:
    folders = ("", "docs/", "docs/internals/", "tables/")
    for document in [path for folder in folders for path in ROOT.glob(f"{folder}*.md")]:
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
