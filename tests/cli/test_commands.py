"""The commands around the pipeline, on toy stages: their output and exit codes."""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

from helpers import environment, program, toys
from pokerdata import __version__
from pokerdata._support import costs
from pokerdata.cli import main
from pokerdata.pipeline.store import open_table, write_table
from pokerdata.recipes import reading

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command line in an empty folder; it returns exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("POKERDATA_TABLES", raising=False)
    settings: dict[str, Any] = {}
    monkeypatch.setattr(reading, "collect", lambda recipe: toys.stages(**settings))

    def call(line: str, **changed: Any) -> tuple[int, str, str]:
        settings.clear()
        settings.update(changed)
        code = main(line.split())
        return code, *capsys.readouterr()

    return call


def test_version_and_help(run: Run) -> None:
    assert run("--version") == (0, f"pokerdata, version {__version__}\n", "")
    for line in ("", "--help", "-h"):
        code, output, _ = run(line)
        assert code == 0
        for command in ("make", "list", "graph", "clean", "estimate", "verify", "info"):
            assert command in output.split()
            assert run(f"{command} --help")[0] == 0


def test_errors_fit_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, line = run("info nothing")
    assert line.count("\n") == 1  # for logs
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    _, _, broken = run("info nothing")
    lines = broken.splitlines()
    assert broken.split() == line.split()
    assert len(lines) > 1
    assert all(len(one) <= 60 or max(map(len, one.split())) > 58 for one in lines)  # except for a long path
    assert all(one.startswith("  ") for one in lines[1:])


def test_make_then_nothing_to_do(run: Run) -> None:
    code, output, errors = run("make -j 2")
    assert (code, errors) == (0, "")
    assert "[1/4] squares: missing" in output
    assert "[4/4] picture: missing" in output
    assert "  peak memory  " in output
    assert output.endswith("\n\nparity\n  500 sums are odd\n")
    assert run("make") == (0, "nothing to do: all 4 stages are up to date\n", "")
    assert run("make squares") == (0, "nothing to do: the stage is up to date\n", "")


def test_dry_run_says_why_and_builds_nothing(run: Run, tmp_path: Path) -> None:
    code, output, _ = run("make --dry-run sums")
    assert code == 0
    assert output.splitlines() == [
        "would make squares: missing",
        "would make sums: missing; parent squares is to be made first",
    ]
    assert not (tmp_path / "tables").exists()
    run("make")
    assert run("make --dry-run") == (0, "nothing to do\n", "")
    assert run("make --dry-run", count=7)[1].splitlines() == [
        "would make squares: parameter count changed from 1000 to 7",
        "may make sums: parent squares is to be made first",
        "may make parity: parent sums is to be made first",
        "may make picture: parent parity is to be made first",
    ]


def test_list_and_its_states(run: Run, tmp_path: Path) -> None:
    run("make parity")
    (tmp_path / "tables" / "sums.h5").write_bytes(b"")
    lines = run("list")[1].splitlines()
    rows = {line.split()[0]: line.split() for line in lines[1:-1]}
    assert rows["squares"][1] == "built"
    assert rows["sums"][1] == "stale"
    assert " ".join(rows["sums"]).endswith("content differs")
    assert rows["parity"][1] == "stale"
    assert rows["picture"][:2] == ["picture", "missing"]
    assert " ".join(" ".join(lines).split()).endswith(f"tables in {tmp_path / 'tables'}")


def test_graph(run: Run) -> None:
    assert run("graph")[1].splitlines() == ["squares", "└── sums", "    └── parity", "        └── picture"]
    dot = run("graph --dot")[1]
    assert dot.startswith("digraph pokerdata {")
    assert '  "squares" -> "sums";' in dot


def test_estimate(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "measure", lambda: lambda cost: 2 * cost.seconds)
    run("make squares")
    output = run("estimate sums")[1]
    squares, sums, everything = (" ".join(line.split()) for line in output.splitlines()[1:4])
    assert re.fullmatch(r"squares 1 min 0\.\d+ s 1\.0 MB 100\.0 kB built", squares)  # estimated and actual
    assert sums == "sums 1 min 1.0 MB 100.0 kB missing"
    assert everything == "everything 2 min 1.0 MB 200.0 kB"
    assert output.endswith("this suffices\n")
    code, output, _ = run("estimate", memory=10**18)
    assert code == 0
    assert "this does not suffice: not enough memory" in output


def test_too_little_memory_is_said_before_work(run: Run) -> None:
    code, output, errors = run("make", memory=10**18)
    assert (code, output) == (1, "")
    assert errors.startswith("error: not enough memory: ")


def test_info(run: Run, tmp_path: Path) -> None:
    run("make")
    code, output, _ = run("info squares")
    assert code == 0
    for words in (
        "squares: a table of kind toy, schema 2",
        f"content SHA-256 {open_table(tmp_path / 'tables' / 'squares.h5').content_digest}\n",
        "description: squares of 0, 1, ...",
        "count: 1000",
        "dataset squares: uint64, 1000, 8.0 kB\n  SHA-256 ",
        "units: n of 4",
        "axes: number",
    ):
        assert words in output
    assert "squares.squares: " in run("info tables/sums.h5")[1]
    assert run("info tables/picture.png")[2].startswith("error: tables/picture.png is damaged or not a table")
    assert run("info nothing.h5")[0] == 1


def test_info_prints_nothing_that_moves_the_screen(run: Run, tmp_path: Path) -> None:
    said = {"title": "one\x1b[2J\x07\nan\u202eother", "more": {"a\x1b": "\x9b2J"}}
    write_table(tmp_path / "t.h5", name="t", kind="toy", arrays={"a": np.zeros(1)}, attributes=said)
    out = run("info t.h5")[1]
    assert "one [2J" in out
    assert "an other" in out
    assert all(c.isprintable() or c == "\n" for c in out)


def test_verify_and_its_manifest(run: Run, tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.toml"
    verify = f"verify --manifest {manifest}"
    code, output, errors = run(verify)
    assert (code, output) == (2, ""), "a name that is misspelt compares nothing"
    assert errors.startswith(f"error: --manifest: expected a file, got {manifest}, which is not there; e.g. ")
    manifest.touch()
    assert "not built" in run(verify)[1]
    assert run(verify)[0] == 0
    assert run(f"{verify} squares")[0] == 1, "named and not built"
    assert run(f"{verify} --all")[0] == 1
    run("make")
    assert "sound, not in the manifest" in run(verify)[1]
    assert run(verify)[0] == 0
    assert run(f"{verify} squares")[0] == 1, "named and not listed"
    assert run("verify squares")[0] == 0, "the package's has no tables of others"
    assert run(f"{verify} --all")[0] == 1
    assert run(f"{verify} --update")[0] == 0
    text = manifest.read_text()
    for name in ("[parity.parity]", "[squares.even]", "[squares.squares]", "[sums.sums]"):
        assert name in text
    assert run(f"{verify} --all") == (
        0,
        "".join(f"{name:7}  agrees with the manifest\n" for name in ("parity", "squares", "sums")),
        "",
    )

    manifest.write_text(text + text.replace("[", "[another_").replace("= [another_", "= ["))
    assert "another_sums     not built" in run(verify)[1]
    assert run(f"{verify} --all")[0] == 0, "a table of another recipe"
    manifest.write_text(text)

    (tmp_path / "tables" / "sums.h5").unlink()
    assert run(verify)[0] == 0
    assert run(f"{verify} --update")[0] == 0
    assert manifest.read_text() == text, "entries of tables that are not built are kept"

    run("make squares", count=1001)
    code, output, errors = run(verify)
    assert code == 1
    assert "squares  DIFFERS: even has shape [1001], not [1000]; squares has shape" in output
    assert errors.startswith("error: 1 of 3 tables failed: squares")
    code, _, errors = run(f"{verify} --update")
    assert (code, "squares" in errors) == (1, True), "the recipe says 1,000, and nothing else changed"
    assert manifest.read_text() == text
    assert run(f"{verify} --update", count=1001)[0] == 0, "other parameters"
    assert manifest.read_text() != text


def test_verify_finds_a_flipped_byte(run: Run, tmp_path: Path) -> None:
    run("make")
    path = tmp_path / "tables" / "sums.h5"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    code, output, errors = run("verify")
    assert code == 1
    assert "content of sums differs" in " ".join(output.split())
    assert "sums" in errors
    assert run("verify squares")[0] == 0
    code, _, errors = run(f"verify --update --manifest {tmp_path / 'm.toml'}")
    assert code == 1
    assert "the manifest was left as it is: sums" in errors
    assert not (tmp_path / "m.toml").exists()


def test_tables_of_the_first_schema_are_not_fully_covered(run: Run, tmp_path: Path) -> None:
    """The file's digest in the record covers their attributes; without a record, the output says so."""
    run("make")
    path, record = tmp_path / "tables" / "sums.h5", tmp_path / "tables" / ".state" / "sums.json"
    with h5py.File(path, "r+") as file:
        del file.attrs["content_sha256"]
        file.attrs.create("pokerdata_schema", np.int64(1))
    content = json.loads(record.read_text())
    del content["record_sha256"]  # as in records of that version
    record.write_text(json.dumps(content | {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}))
    verify = "verify sums"
    assert run(verify) == (0, "sums  sound, not in the manifest\n", "")
    record.unlink()
    code, output, errors = run(verify)
    assert (code, errors) == (0, "")
    assert "sound, not in the manifest; is of schema 1: no digest covers its attributes" in " ".join(
        output.split()
    )
    assert "content SHA-256 missing: the table is of schema 1: no digest covers" in run("info sums")[1]


@pytest.mark.filterwarnings("default")
def test_warnings_are_lines_like_errors(run: Run) -> None:
    assert run("solve kuhn --iterations 3 --out kuhn.h5")[0] == 0
    with h5py.File("kuhn.h5", "r+") as file:
        del file.attrs["content_sha256"]
        file.attrs.create("pokerdata_schema", np.int64(1))
    code, _, errors = run("export kuhn.h5")
    assert code == 0
    assert errors == (
        "warning: kuhn.h5 is of schema 1: no digest covers its attributes. To have one, build it again\n"
    )


def test_clean_removes_what_the_recipe_owns(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("clean -y")[1] == "nothing to remove: there is no folder tables\n"
    run("make")
    tables = tmp_path / "tables"
    (tables / "notes.txt").write_text("mine")
    (tables / "boards.h5").write_text("of another recipe")
    assert run("clean sums -y")[0] == 0
    assert {p.name for p in tables.glob("*.*")} >= {"squares.h5", "parity.h5"}
    assert not (tables / "sums.h5").exists()
    (tables / "sums.h5").write_text("mine, whatever it is called")
    code, output, _ = run("clean -y")
    assert code == 0
    assert "removing tables/squares.h5" in output
    left = {p.name for p in tables.rglob("*") if p.is_file() and p.name != ".lock"}
    assert left == {"notes.txt", "boards.h5", "sums.h5"}


@pytest.mark.slow
def test_clean_asks(tmp_path: Path) -> None:
    def run(*arguments: str, answer: str = "") -> subprocess.CompletedProcess[str]:
        command = program("toys", *arguments, "--tables", tmp_path)
        return subprocess.run(
            command, env=environment(), input=answer, capture_output=True, text=True, check=False
        )

    run("make")
    refused = run("clean", answer="n\n")
    assert refused.returncode == 0
    assert run("clean").returncode == 1, "no answer"
    assert (tmp_path / "squares.h5").exists()
    assert "removed 8" in run("clean", answer="y\n").stdout
    assert not (tmp_path / "squares.h5").exists()


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("mak", 2, "error: no command 'mak', did you mean 'make'? Expected one of make, list"),
        ("make sum", 2, "did you mean 'sums'"),
        ("make --thread 2", 2, "error: No such option"),
        ("make -j -1", 2, "threads"),
        ("make -f nothing", 2, "error: no recipe 'nothing'"),
        ("clean sum", 2, "did you mean 'sums'"),
        ("verify sum", 2, "did you mean 'sums'"),
        ("info", 2, "error: Missing argument"),
        ("make --tables {file}/below", 1, "error: cannot write {file}/below: Not a directory"),
    ],
)
def test_errors_are_one_line(run: Run, tmp_path: Path, line: str, code: int, words: str) -> None:
    file = tmp_path / "file"
    file.write_text("")
    found, output, errors = run(line.format(file=file))
    assert (found, output) == (code, "")
    assert words.format(file=file) in errors
    assert errors.count("\n") == 1


def test_debug_shows_the_traceback(run: Run) -> None:
    for line in ("--debug make sum", "make sum --debug"):
        code, _, errors = run(line)
        assert code == 2
        assert "Traceback (most recent call last)" in errors


def test_a_fault_of_a_stage_is_named(run: Run) -> None:
    code, _, errors = run("make", builders={"sums": lambda context: 1 // 0})
    assert code == 1
    assert errors.startswith("error: ZeroDivisionError: ")
    assert errors.endswith("(while making sums)\n")


@pytest.mark.slow
def test_a_second_make_does_nothing_and_loads_little(tmp_path: Path) -> None:
    command, env = program("toys", "make", "--tables", tmp_path), environment(PYTHONPROFILEIMPORTTIME="1")
    subprocess.run(command, env=env, capture_output=True, check=True)
    second = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert second.stdout == "nothing to do: all 4 stages are up to date\n"
    loaded = {line.rpartition("|")[2].strip() for line in second.stderr.splitlines()}
    assert "pokerdata.cli" in loaded
    assert not loaded & {"rich", "matplotlib", "scipy"}
