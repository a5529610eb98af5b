"""The example prints the known solution of Mini-Kuhn poker."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from pokerdata.solving.explicit import explicit_tree, solve

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_game.py"


def test_the_value() -> None:
    tree = explicit_tree(runpy.run_path(str(EXAMPLE))["MiniKuhn"]())
    result = solve(tree, "cfr+", target=1e-4)
    assert result.values.expected_values[0] == pytest.approx(1 / 18, abs=2e-4)


def test_as_a_program() -> None:
    done = subprocess.run([sys.executable, str(EXAMPLE)], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[0] == "34 nodes, 6 information sets"
    expected = re.search(r"player 0 +expects \+([0-9.]+)", done.stdout)
    assert expected is not None
    assert float(expected[1]) == pytest.approx(1 / 18, abs=2e-6)
    # The only equilibrium: bluff with a jack and call with a queen a third of the time.
    found = {line.split("  ")[0]: float(line.split()[-1]) for line in lines[-6:]}
    assert found == {
        "J of player 0": pytest.approx(1 / 3, abs=2e-3),
        "Q of player 0": pytest.approx(0, abs=2e-3),
        "K of player 0": pytest.approx(1, abs=2e-3),
        "J of player 1": pytest.approx(0, abs=2e-3),
        "Q of player 1": pytest.approx(1 / 3, abs=2e-3),
        "K of player 1": pytest.approx(1, abs=2e-3),
    }
