"""Parts of work filled by several processes, until the first to finish removes them."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerdata.errors import TableError
from pokerdata.pipeline.store import arrays, sharded
from pokerdata.pipeline.store.sharded import KeptParts

PART = {"sums": np.arange(3)}


def test_a_folder_that_another_removes_while_a_part_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = KeptParts(tmp_path / "parts", "work"), KeptParts(tmp_path / "parts", "work")
    mine.save_shard("first", PART)
    save, tried = arrays.save_arrays, []

    def gone(path: Path, part: Mapping[str, Any]) -> None:
        tried.append(path)
        if len(tried) == 1:
            other.remove()
            raise TableError(f"cannot write {path}: No such file or directory")
        save(path, part)

    monkeypatch.setattr(sharded, "save_arrays", gone)
    mine.save_shard("second", PART)
    assert len(tried) == 2
    assert mine.count == 1
    mine.remove()
    assert not (tmp_path / "parts").exists()


def test_a_part_that_another_does_not_see_when_it_removes_the_rest(tmp_path: Path) -> None:
    """It also removes the proof of ownership, but this process needs none for the parts that it kept."""
    mine, stranger = KeptParts(tmp_path / "parts", "work"), KeptParts(tmp_path / "parts", "work")
    mine.save_shard("first", PART)
    (proof,) = (tmp_path / "parts").glob("*/.origin.json")
    proof.unlink()
    stranger.remove()
    assert mine.count == 1
    mine.remove()
    assert not (tmp_path / "parts").exists()


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = KeptParts(tmp_path / "parts", "work")
    kept.save_shard("first", PART)

    def full(path: Path, part: Mapping[str, Any]) -> None:
        raise TableError(f"cannot write {path}")

    monkeypatch.setattr(sharded, "save_arrays", full)
    with pytest.raises(TableError, match="cannot write"):
        kept.save_shard("second", PART)
    shutil.rmtree(tmp_path / "parts")


@pytest.mark.parametrize("is_link", [True, False])
def test_a_folder_that_is_exchanged_before_parts_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_link: bool
) -> None:
    """The folder is replaced by a link to foreign files of the same names, or by a folder of them."""
    kept = KeptParts(tmp_path / "parts", "work")
    kept.save_shard("first", PART)
    mine = tmp_path / "mine"
    mine.mkdir()
    for name in ("first.npz", ".origin.json"):
        (mine / name).write_text("years of work\n")
    find = sharded.parts_in

    def exchanged(folder: Path) -> list[Path]:
        found = find(folder)
        subfolder = found[0].parent
        subfolder.rename(tmp_path / "away")
        if is_link:
            subfolder.symlink_to(mine)
        else:
            shutil.copytree(mine, subfolder)
        return found

    monkeypatch.setattr(sharded, "parts_in", exchanged)
    kept.remove()
    left = [path.read_text() for path in tmp_path.rglob("first.npz") if path.parent.name != "away"]
    assert left == ["years of work\n"] * (1 if is_link else 2)
