"""The benchmarks run: on small inputs, whatever they measure."""

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pokerdata.recipes.reading import load_plan

FOLDER = Path(__file__).parents[1] / "benchmarks"


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


def test_shortened_recipes_have_the_same_stages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the same memory, but for what is kept of each flop, and long ones in half the time."""
    monkeypatch.syspath_prepend(str(FOLDER))
    shortened = importlib.import_module("estimates").shortened
    recipes = sorted(path.stem for path in (FOLDER.parent / "pipelines").glob("*.toml"))
    few = 5, 20  # the weak strategy of `exploiting` has 5
    assert {"zinkevich-2007-10", "real-exploitability", "eriksson-2012"} <= set(recipes)
    for recipe in recipes:
        whole, short = load_plan(recipe).stages, load_plan(shortened(recipe, tmp_path)).stages
        assert list(short) == list(whole)
        for name, stage in short.items():
            assert not name.endswith("_strategy") or stage.parameters["iterations"] in few, name
            memory = stage.cost.memory_bytes, whole[name].cost.memory_bytes
            assert memory[0] == memory[1] or name.endswith("_real"), name
        seconds = [sum(stage.cost.seconds for stage in stages.values()) for stages in (short, whole)]
        assert seconds[1] < 1800 or seconds[0] < seconds[1] / 2, recipe


def test_figures_are_stored_with_their_machine_and_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    results = importlib.import_module("results")
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    path = results.store("sets", [["what", "avx2"], ["---", "---"], ["evaluate", "3 ms"]], "run.py --sets")
    content = json.loads(path.read_text(encoding="utf-8"))
    assert (content["head"], content["rows"]) == (["what", "avx2"], [["evaluate", "3 ms"]])
    assert content["machine"].keys() == {"processor", "threads", "instruction set", "system", "load before"}
    assert content["versions"]["numpy"] == np.__version__
    assert re.fullmatch(r"[0-9a-f]{8}( with changes)?|", content["versions"]["commit"])
    page = results.page()
    assert page.endswith("| what | avx2 |\n| --- | --- |\n| evaluate | 3 ms |\n")
    assert "How fast is it" not in page  # not measured


def test_the_page_is_that_of_the_stored_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    results = importlib.import_module("results")
    assert results.PAGE.read_text(encoding="utf-8") == results.page(), (
        "write it by `python benchmarks/results.py`"
    )


def test_every_part_is_a_file() -> None:
    parts = re.search(r"^PARTS = \(([^)]*)\)$", (FOLDER / "run.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert parts
    for name in re.findall(r'"(\w+)"', parts[1]):
        assert "def run(bench: Bench)" in (FOLDER / f"{name}.py").read_text(encoding="utf-8")
