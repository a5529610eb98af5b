"""The README's ten lines run as printed: in the clone and elsewhere, as a program and typed in."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.documents import block
from helpers.formats import ROOT

LINES = block("README.md", "example")


def said() -> list[str]:
    """What the comments say that the lines print."""
    return [re.split(", exactly", line)[0] for line in re.findall(r"print.*  # (.*)", LINES)]


@pytest.fixture
def environment(tables: Path, tmp_path: Path) -> dict[str, str]:
    """No table but where people have them: in the checkout if they were made there, else in the user's folder."""
    found = {name: value for name, value in os.environ.items() if name != "POKERDATA_TABLES"}
    if not (ROOT / "tables" / "flop_strength.h5").is_file():
        (tmp_path / "data" / "pokerdata").mkdir(parents=True)
        (tmp_path / "data" / "pokerdata" / "tables").symlink_to(tables)
        found["XDG_DATA_HOME"] = str(tmp_path / "data")
    return found


@pytest.mark.parametrize("interactive", [False, True])
@pytest.mark.parametrize("place", ["clone", "elsewhere"])
def test_the_lines_run(place: str, interactive: bool, environment: dict[str, str], tmp_path: Path) -> None:
    how = ["-i", "-q"] if interactive else ["-"]
    found = subprocess.run(
        [sys.executable, *how],
        input=LINES,
        cwd=ROOT if place == "clone" else tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.splitlines() == said()
    assert "Error" not in found.stderr


def test_the_command_finds_the_tables_elsewhere(environment: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pokerdata", "info", "flop_strength"]
    found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert "flop_strength" in found.stdout
