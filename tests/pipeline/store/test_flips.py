"""Single bits flipped in real tables, and truncated tables: found, or no readable content has changed."""

import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from helpers import outcomes
from helpers.recipes import linked, runner_of
from pokerdata.cards.preflop.matchups import PACKAGED
from pokerdata.errors import TableError
from pokerdata.pipeline.store import open_table, write_table

RECIPE = """
[strategy.kuhn]
game = "kuhn"
algorithm = "cfr+"
dtype = "float64"

[strategy.leduc]
game = "leduc"
target = "100mb"

[strategy.leduc_nolimit]
game = "leduc-nolimit"
iterations = 3
"""

Flip = Callable[[Path, int, int], Counter[str]]


@pytest.fixture(scope="module")
def strategies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with three strategies."""
    folder = tmp_path_factory.mktemp("strategies")
    runner_of(RECIPE, folder, threads=1).run()
    return folder


@pytest.fixture
def flip(tmp_path: Path) -> Flip:
    """Return a function that flips bits of a copy of a table, one at a time, and counts the outcomes."""

    def run(table: Path, seed: int, count: int) -> Counter[str]:
        copy = shutil.copy(table, tmp_path / table.name)
        lines = outcomes("flipping", copy, seed, count)
        return Counter(line.split()[2] for line in lines)

    return run


def test_a_flipped_bit_is_found_or_changes_nothing(
    preflop_tables: Path, strategies: Path, tables: Path, flip: Flip
) -> None:
    outcomes: Counter[str] = Counter()
    small = [strategies / f"{name}_strategy.h5" for name in ("kuhn", "leduc", "leduc_nolimit")]
    small += [preflop_tables / "preflop_ihr.h5", tables / "preflop_strength.h5", PACKAGED]
    for seed, table in enumerate(small):
        outcomes += flip(table, seed, 40)
    assert outcomes.total() == 40 * len(small)
    assert outcomes["found"] > 150, "flips that matter are among them"


def test_a_flipped_bit_among_links_is_found(tmp_path: Path) -> None:
    """More than eight datasets are stored in a heap; a checksum failure there made HDF5 1.14 abort the process."""
    whole, broken = tmp_path / "whole.h5", tmp_path / "broken.h5"
    write_table(
        whole, name="whole", kind="test", arrays={f"a{k}": np.arange(k) for k in range(1, 13)}, attributes={}
    )
    content = whole.read_bytes()
    at = content.index(b"FRHP")
    for byte in range(at, at + 140, 7):
        changed = bytearray(content)
        changed[byte] ^= 1
        broken.write_bytes(changed)
        with pytest.raises(TableError):
            open_table(broken)


@pytest.mark.long
@pytest.mark.slow
def test_thousands_of_flipped_bits(
    preflop_tables: Path, strategies: Path, tables: Path, tmp_path: Path, flip: Flip
) -> None:
    recipe = '[abstraction.few]\nkind = "history"\nmetric = "ehs2_next"\nbuckets = [2, 3, 2, 2]\n'
    built = linked(tmp_path / "built", tables)
    runner_of(recipe, built).run(["few_buckets"])
    of_all = [strategies / f"{name}_strategy.h5" for name in ("kuhn", "leduc", "leduc_nolimit")]
    of_all += [preflop_tables / f"{name}.h5" for name in ("preflop_ihr", "preflop_matchups")]
    of_all += [built / f"{name}.h5" for name in ("preflop_strength", "few_buckets", "rank_codes", "boards")]
    for seed, table in enumerate([*of_all, PACKAGED]):
        flip(table, seed, 500)


def test_a_table_cut_short_is_refused(strategies: Path, tmp_path: Path) -> None:
    content, path, chosen = (
        (strategies / "leduc_strategy.h5").read_bytes(),
        tmp_path / "cut.h5",
        random.Random(8),
    )
    for length in [*(chosen.randrange(len(content)) for _ in range(100)), len(content) - 1]:
        path.write_bytes(content[:length])
        with pytest.raises(TableError, match=r"cut\.h5 is (truncated|damaged)"):
            open_table(path)
