"""`verify` finds flipped bits, truncated files and swapped tables, or else no readable content has changed."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path

import pytest

from helpers import outcomes
from helpers.recipes import linked, runner_of
from pokerdata.cli import main
from pokerdata.pipeline.records import Records
from pokerdata.pipeline.store.manifest import read_all

pytestmark = pytest.mark.faults

#: Small tables of several kinds. Copies have no records: the digests inside the files must suffice.
RECIPE = """
[strategy.kuhn]
game = "kuhn"
iterations = 100
[strategy.leduc]
game = "leduc"
iterations = 30
[strategy.leduc_nolimit]
game = "leduc-nolimit"
iterations = 3
[match.all]
game = "leduc"
agents = ["leduc", "random"]
deals = 200
"""
MANIFEST = """
[tables]
preflop = true
"""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a recipe, and a folder of its tables."""
    folder = tmp_path_factory.mktemp("damage")
    (folder / "recipe.toml").write_text(RECIPE)
    names = ["kuhn_strategy", "leduc_strategy", "leduc_nolimit_strategy", "all_matches"]
    runner_of(RECIPE, folder / "tables", threads=1).run(names)
    return folder / "recipe.toml", folder / "tables"


def damage(recipe: Path, tables: Path, folder: Path, seed: int, flips: int, cuts: int) -> Counter[str]:
    copy = folder / "copy"
    copy.mkdir()
    for path in tables.glob("*.h5"):
        shutil.copy(path, copy)
    lines = outcomes("damaging", recipe, copy, seed, flips, cuts)
    return Counter(line.split()[-1] for line in lines)


def test_flipped_bits_and_cut_files(sound: tuple[Path, Path], tmp_path: Path) -> None:
    outcomes = damage(*sound, tmp_path, seed=1, flips=8, cuts=4)
    assert outcomes.total() == 12
    assert outcomes["found"] > 5


@pytest.mark.long
def test_1000_flipped_bits_and_100_cut_files(sound: tuple[Path, Path], weak: Path, tmp_path: Path) -> None:
    everything = linked(tmp_path / "all", sound[1])
    for name in ("two_buckets", "two_counts", "preflop_strength"):
        (everything / f"{name}.h5").hardlink_to(weak / f"{name}.h5")
    outcomes = damage(sound[0], everything, tmp_path, seed=30, flips=1000, cuts=100)
    print("damage:", dict(outcomes))
    assert outcomes.total() == 1100
    assert outcomes["found"] > 800


def test_tables_in_each_others_place(
    sound: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe, tables = sound
    here = linked(tmp_path / "tables", tables)
    first, second = here / "kuhn_strategy.h5", here / "leduc_strategy.h5"
    first.rename(here / "x")
    second.rename(first)
    (here / "x").rename(second)
    assert main(["verify", "-f", str(recipe), "--tables", str(here)]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "holds the table leduc_strategy, not kuhn_strategy" in said
    assert "holds the table kuhn_strategy, not leduc_strategy" in said
    assert main(["make", "-f", str(recipe), "--tables", str(here), "kuhn_strategy", "leduc_strategy"]) == 0
    assert main(["verify", "-f", str(recipe), "--tables", str(here)]) == 0


def test_a_table_of_another_run_in_the_place_of_a_recorded_one(
    sound: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table is valid and has the same name, but it was made in another run."""
    recipe, tables = sound
    here = linked(tmp_path / "tables", tables)
    runner_of(RECIPE.replace("iterations = 100", "iterations = 99"), tmp_path / "other", threads=1).run(
        ["kuhn_strategy"]
    )
    (tmp_path / "other" / "kuhn_strategy.h5").replace(here / "kuhn_strategy.h5")
    assert main(["verify", "kuhn_strategy", "-f", str(recipe), "--tables", str(here)]) == 1
    assert "is not the file that `pokerdata make` recorded" in " ".join(capsys.readouterr().out.split())


def test_flipped_bits_of_a_record(
    sound: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`verify` finds it and the table is remade, or the record still says the same."""
    recipe, tables = sound
    here = linked(tmp_path / "tables", tables)
    records, chosen = Records(here), random.Random(4)
    path = records.path("kuhn_strategy")
    words = ["verify", "kuhn_strategy", "-f", str(recipe), "--tables", str(here)]
    assert main(words) == 0
    content, said = path.read_bytes(), records.load("kuhn_strategy")
    outcomes: Counter[str] = Counter()
    for _ in range(25):
        damaged = bytearray(content)
        damaged[chosen.randrange(len(content))] ^= 1 << chosen.randrange(8)
        path.write_bytes(damaged)
        code = main(words)
        assert code == 1 or records.load("kuhn_strategy") == said
        outcomes["found" if code else "harmless"] += 1
        assert code == 0 or "record" in capsys.readouterr().out
    assert outcomes["found"] > 15
    assert main(["make", "kuhn_strategy", "-f", str(recipe), "--tables", str(here)]) == 0
    assert main(words) == 0


def test_flipped_bits_of_a_manifest(
    preflop_tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`verify --all` finds it, or the manifest still says the same."""
    recipe, manifest = tmp_path / "recipe.toml", tmp_path / "manifest.toml"
    recipe.write_text(MANIFEST)
    words = ["-f", str(recipe), "--tables", str(preflop_tables), "--manifest", str(manifest)]
    assert main(["verify", "--update", *words]) == 0
    assert main(["verify", "--all", *words]) == 0
    content, listed, chosen = manifest.read_bytes(), read_all(manifest)[0], random.Random(3)
    outcomes: Counter[str] = Counter()
    for _ in range(40):
        damaged = bytearray(content)
        damaged[chosen.randrange(len(content))] ^= 1 << chosen.randrange(8)
        manifest.write_bytes(damaged)
        if main(["verify", "--all", *words]) == 1:
            outcomes["found"] += 1
        else:
            assert read_all(manifest)[0] == listed
            outcomes["harmless"] += 1
        capsys.readouterr()
    assert outcomes["found"] > 20
