"""Text files: every reader refuses pipes, devices, folders and endless files without waiting."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pokerdata._support.text import text_of
from pokerdata.games import load_game, table_rules
from pokerdata.games.play import read_log, read_phh
from pokerdata.matches.luck.divat import DivatTable
from pokerdata.matches.statistics.collected import statistics_of_logs
from pokerdata.recipes.reading import read_recipe
from pokerdata.spots import Spot
from pokerdata.spots.flop_report import flop_set

KUHN = table_rules("kuhn")
SPOT = Spot(board="Td9d6h", oop="AA", ip="KK", pot=10, stack=20, bets="50%")
READERS: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "spot": (".toml", Spot.read),
    "game": (".toml", lambda path: load_game(str(path))),
    "definition": (".toml", lambda path: table_rules(str(path))),
    "game file": (".game", lambda path: table_rules(str(path))),
    "recipe": (".toml", lambda path: read_recipe(str(path))),
    "thresholds": (".toml", DivatTable.load),
    "flops": (".txt", lambda path: flop_set(str(path), SPOT)),
    "hands": (".phh", read_phh),
}


@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_file_or_has_no_end_is_refused(reader: str, tmp_path: Path) -> None:
    suffix, read = READERS[reader]
    if reader == "hands":
        pytest.importorskip("pokerkit")
    path = tmp_path / f"x{suffix}"
    os.mkfifo(path)  # a reader would wait for a writer
    with pytest.raises(ValueError, match=r"pipe|no recipe|a file with flops"):
        read(path)
    path.unlink()
    path.symlink_to("/dev/zero")
    with pytest.raises(ValueError, match=r"device|no recipe|a file with flops"):
        read(path)
    path.unlink()
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(ValueError, match="at most 64 MiB"):
        read(path)
    path.write_bytes(b"\xff")
    with pytest.raises(ValueError, match=r"no text"):
        read(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(ValueError, match=r"folder|no recipe|a file with flops"):
        read(path)


@pytest.mark.parametrize("read", [read_log, lambda game, path: statistics_of_logs(path, game)])
def test_a_log_without_lines_is_refused(read: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match=r"/dev/zero, line 1: expected at most 65"):
        read(KUHN, Path("/dev/zero"))


def test_the_text(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"a\r\n\xc3\xa4\n")
    assert text_of(tmp_path / "x", "it") == "a\n\u00e4\n"
