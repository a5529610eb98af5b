"""Every feature works as `features.toml` shows it, and the file covers all commands and public names."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import pokerdata
from helpers.formats import ROOT
from pokerdata.cli import cli

FEATURES = tomllib.loads((ROOT / "tests" / "features.toml").read_text(encoding="utf-8"))
COMMANDS = [feature["command"] for feature in FEATURES.values() if "command" in feature]
PROGRAMS = [feature["python"] for feature in FEATURES.values() if "python" in feature]


@pytest.mark.slow
def test_every_feature_works(tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "MPLBACKEND": "agg", "XDG_DATA_HOME": str(tmp_path)}
    environment.pop("POKERDATA_TABLES", None)
    failed: dict[str, str] = {}
    for name, feature in FEATURES.items():
        if failed.keys() & set(feature.get("needs", ())):
            failed[name] = "not run: what it needs failed"
            continue
        for file, text in feature.get("files", {}).items():
            (tmp_path / file).write_text(text, encoding="utf-8")
        shown = (
            ["sh", "-ec", feature["command"]]
            if "command" in feature
            else [sys.executable, "-c", feature["python"]]
        )
        done = subprocess.run(
            shown,
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        missing = [told for told in feature.get("expect", ()) if not re.search(told, done.stdout)]
        if done.returncode or missing:
            failed[name] = (
                f"status {done.returncode}, without {missing}\n{done.stdout[-500:]}\n{done.stderr[-500:]}"
            )
    assert not failed, "\n".join(f"{name}: {why}" for name, why in failed.items())


def test_a_feature_needs_earlier_ones() -> None:
    names = list(FEATURES)
    for number, (name, feature) in enumerate(FEATURES.items()):
        assert set(feature.get("needs", ())) <= set(names[:number]), name
        assert ("command" in feature) != ("python" in feature), name
        assert feature.keys() <= {"command", "python", "was", "needs", "files", "expect"}, name


def _commands(group: click.Group, words: str) -> Iterator[str]:
    context = click.Context(group, **group.context_settings)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _commands(command, f"{words} {name}")
        else:
            yield f"{words} {name}"


def test_every_command_and_public_name_is_shown() -> None:
    commands, programs = "\n".join(COMMANDS), "\n".join(PROGRAMS)
    missing = [
        command for command in _commands(cli, "pokerdata") if not re.search(rf"{command}\b(?!-)", commands)
    ]
    missing += [name for name in pokerdata.__all__ if not re.search(rf"\b{name}\b", programs)]
    assert not missing
