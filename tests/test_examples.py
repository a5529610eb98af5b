"""Commands and notebooks of the documents run, and no example of code is without a test."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt

from helpers.documents import DOCUMENTS, NOTEBOOKS, block, cells, commands
from helpers.formats import ROOT
from helpers.recipes import linked, runner_of
from pokerdata.cli import cli, main
from pokerdata.pipeline.store import open_table

EXAMPLES = commands(block("docs/examples.md", "commands"))
MATCHES = commands(block("docs/matches.md", "matches"))
# Series are played, shortened, by the test of docs/series.md.
SLOW = {*MATCHES, *(line for line in EXAMPLES if re.search("rhode-island|compare|series", line))}

#: The tours of the README, and what each of their commands prints.
TOURS = {
    "data": ("pair of queens, kickers A 9 4", "up to date", "0.9441286126762537"),
    "solve": ("0.9672 mb/g", "0.9672 mb/g", "AhKh"),
    "study": ("% of the pot", "AhKh", "call 59"),
}

#: Marks of blocks that no test here or elsewhere runs, and why.
NOT_RUN = {
    "packages": "needs root; whoever runs the tests has done it",
    "main job": "installs; .ci/run makes the tables from nothing, test_default_recipe checks them",
    "tests": "what .ci/run runs in a fresh copy",
    "downstream": "takes the built wheel; .ci/run has tools/wheels.py run them",
}

SMALL = """
[abstraction.history5]
kind = "history"
metric = "ehs2_river"
buckets = [2, 2, 2, 2]
boards = 100
[strategy.limit5]
game = "limit-holdem"
abstraction = "history5"
iterations = 2
"""


@pytest.fixture(scope="module")
def limit5(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `tables/limit5_strategy.h5`, as the main job leaves one, but of few buckets and iterations."""
    folder = tmp_path_factory.mktemp("clone")
    runner_of(SMALL, linked(folder / "tables", tables)).run(["limit5_strategy"])
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [pytest.param(line, marks=[pytest.mark.slow] if line in SLOW else []) for line in [*EXAMPLES, *MATCHES]],
)
def test_a_command_runs(
    line: str, limit5: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("POKERDATA_TABLES", raising=False)
    monkeypatch.chdir(limit5)
    assert main(shlex.split(line)[1:]) == 0, capsys.readouterr().err
    assert capsys.readouterr().out
    written = re.findall(r"--out (\S+)", line)
    assert all((limit5 / name).is_file() for name in written)


@pytest.mark.slow
@pytest.mark.parametrize("tour", TOURS)
def test_a_tour_runs(tour: str, limit5: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Line after line in one folder, as a shell runs them."""
    monkeypatch.delenv("POKERDATA_TABLES", raising=False)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    lines = block("README.md", tour).replace("\\\n", "").splitlines()
    assert len(lines) == len(TOURS[tour]) == 3
    for line, told in zip(lines, TOURS[tour], strict=True):
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=limit5,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert told in done.stdout, line


@pytest.mark.slow
@pytest.mark.parametrize(
    "notebook",
    [
        pytest.param(
            path, id=path.stem, marks=[pytest.mark.slow] if path.stem == "abstract_and_solve" else []
        )
        for path in NOTEBOOKS
    ],
)
def test_a_notebook_runs(
    notebook: Path, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after another in one namespace; what the cells show is looked at where the site is built."""
    linked(tmp_path / "tables", tables)
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {}
    with mpl.rc_context({"backend": "agg"}):
        for number, cell in enumerate(cells(notebook), 1):
            exec(compile(cell, f"{notebook.name}, cell {number}", "exec"), namespace)
        plt.close("all")
    assert number > 5


def test_a_container_is_read_as_the_document_says(
    tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tables").symlink_to(tables)
    monkeypatch.chdir(tmp_path)
    exec(compile(block("tables/README.md", "container"), "README.md", "exec"), {})
    assert "pokerdata_schema" in capsys.readouterr().out


def test_the_data_digest_is_that_of_the_document(tables: Path) -> None:
    code = compile(block("tables/README.md", "data digest"), "README.md", "exec")
    table = open_table("preflop_strength", tables)
    for name, array in table.items():
        namespace: dict[str, Any] = {"name": name, "array": array}
        exec(code, namespace)
        assert namespace["digest"].hexdigest() == table.digests[name]


def test_every_example_is_run() -> None:
    """By its mark, which some test names."""
    tests = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/*.py"))
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for mark, _ in re.findall(r"(?:^<!-- (.*) -->\n)?^```(python|sh)$", text, re.MULTILINE):
            assert mark, f"{document.name} has an example without a mark, by which a test could take it"
            assert mark in NOT_RUN or re.search(rf'["| ]{mark}[" ]', tests), (
                f"{document.name}: {mark} is not run"
            )


def _named() -> Iterator[tuple[str, str]]:
    for document in [*DOCUMENTS, *NOTEBOOKS]:
        for line in re.findall(r"`(pokerdata [a-z][^`]*)`", document.read_text(encoding="utf-8")):
            yield document.name, " ".join(line.split())


@pytest.mark.parametrize(("document", "line"), sorted(set(_named())))
def test_commands_within_the_text_are_such(document: str, line: str) -> None:
    """The command is there, and so are its options; arguments may be placeholders."""
    _, name, *arguments = shlex.split(line)
    command = cli.get_command(click.Context(cli, **cli.context_settings), name)
    assert command is not None
    while isinstance(command, click.Group) and arguments:
        command = command.get_command(click.Context(command, **command.context_settings), arguments.pop(0))
        assert command is not None
    command.make_parser(click.Context(command, **command.context_settings)).parse_args(arguments)
