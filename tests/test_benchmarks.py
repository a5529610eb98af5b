"""The benchmarks run: on small inputs, whatever they measure."""

import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "benchmarks"


def test_a_quick_run_prints_a_table() -> None:
    done = subprocess.run(
        [sys.executable, FOLDER / "run.py", "evaluator", "equity", "--quick", "--markdown"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    head, rule, *rows = done.stdout.splitlines()
    assert (head, rule) == ("| what | figure |", "|---|---|")
    assert len(rows) > 15
    assert all(re.fullmatch(r"\| [^|]+ \| [^|]+ \|", row) for row in rows)
    assert any("equity, exact" in row for row in rows)
    assert "differs" not in done.stdout  # a peer that finds another equity


def test_a_column_for_each_instruction_set() -> None:
    done = subprocess.run(
        [sys.executable, FOLDER / "run.py", "evaluator", "--sets", "--quick", "--markdown"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    head, rule, *rows = done.stdout.splitlines()
    sets = head.strip("| ").split(" | ")[1:]
    assert sets == ["avx512", "avx2", "portable"][-len(sets) :]
    assert rule == "|" + "---|" * (1 + len(sets))
    cells = [row.strip("| ").split(" | ") for row in rows]
    assert len(cells) > 10
    assert all(len(row) == 1 + len(sets) for row in cells)
    assert all(re.search(r", [\d.]+ x$", cell) for row in cells for cell in row[2:])


def test_all_threads_against_one() -> None:
    done = subprocess.run(
        [
            sys.executable,
            FOLDER / "run.py",
            "clustering",
            "--scaling",
            "--quick",
            "--markdown",
            "--threads",
            "2",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    head, rule, *rows = done.stdout.splitlines()
    assert head == "| what | 1 thread | 2 threads | times as fast | processor time |"
    assert rule == "|" + "---|" * 5
    cells = [row.strip("| ").split(" | ") for row in rows]
    assert sum(row[0].startswith("memory: ") for row in cells) == 2
    assert sum(row[0].startswith("k-means of ") for row in cells) == 2
    assert all(re.fullmatch(r"[\d.]+ x", row[3]) for row in cells)


def test_what_was_told_beside_what_it_took(tmp_path: Path) -> None:
    command = [sys.executable, str(FOLDER / "run.py"), "--estimates", "spot"]
    command += ["--tables", str(tmp_path / "made")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    head, _, *rows = done.stdout.splitlines()
    cells = [row.strip("| ").split(" | ") for row in rows]
    assert {len(row) for row in cells} == {len(head.strip("| ").split(" | "))} == {7}
    assert {row[0] for row in cells[:-1]} <= {"turn_spot", "turn_grid", "1 shorter stage", "2 shorter stages"}
    assert cells[-1][0] == "**spot**, what was missing"
    assert all(
        re.fullmatch(r"[\d.]+ x", row[at]) and float(row[at][:-2]) > 0 for row in cells for at in (3, 6)
    )
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert len(again.stdout.splitlines()) == 2, "nothing is missing"


def test_every_part_is_a_file() -> None:
    parts = re.search(r"^PARTS = \(([^)]*)\)$", (FOLDER / "run.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert parts
    for name in re.findall(r'"(\w+)"', parts[1]):
        assert "def run(bench: Bench)" in (FOLDER / f"{name}.py").read_text(encoding="utf-8")
