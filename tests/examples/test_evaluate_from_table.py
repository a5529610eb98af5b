"""The example evaluates hands from a built table, without pokerdata, and agrees with pokerdata."""

import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pokerdata import evaluate
from pokerdata.pipeline.plan import Plan
from pokerdata.pipeline.runner import Runner
from pokerdata.recipes.tables import rank_codes

EXAMPLE = Path(__file__).parents[2] / "examples" / "evaluate_from_table.py"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    Runner(Plan.of(rank_codes()), folder, say=lambda line: None).run(["rank_codes"])
    return folder / "rank_codes.h5"


@pytest.mark.parametrize("size", [5, 6, 7])
def test_random_hands(table: Path, size: int) -> None:
    example = runpy.run_path(str(EXAMPLE))
    rng = np.random.default_rng(17)
    hands = np.argsort(rng.random((20_000, 52)), axis=1)[:, :size]
    suited = np.argsort(rng.random((2000, 13)), axis=1)[:, :size] * 4 + rng.integers(4, size=(2000, 1))
    mixed = suited.copy()
    mixed[:, 5:] += 1 - 2 * (mixed[:, 5:] % 2)  # five of one suit, the others of the next
    for cards in (hands, suited, mixed):
        found = example["evaluate"](example["load"](table), cards)
        assert found.dtype == np.uint16
        np.testing.assert_array_equal(found, evaluate(cards.astype(np.uint8)))


def test_as_a_program_without_pokerdata(table: Path) -> None:
    program = (
        "import runpy, sys; sys.modules['pokerdata'] = None; sys.argv.pop(0); "
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    hands = ["AsKsQsJsTs", "QcQdAh9s4c3d2h"]
    done = subprocess.run(
        [sys.executable, "-c", program, str(EXAMPLE), str(table), *hands],
        capture_output=True,
        text=True,
        check=True,
        cwd=table.parent,
    )
    assert done.stdout == "AsKsQsJsTs 65472\nQcQdAh9s4c3d2h 30624\n"
