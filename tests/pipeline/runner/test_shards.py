"""Shards are complete, bound to their origin, and removed when their stage is done."""

import os
from pathlib import Path

import numpy as np
import pytest

from pokerdata.errors import TableError
from pokerdata.pipeline.store.sharded import SHARDS, KeptParts
from pokerdata.pipeline.store.writing import made

ARRAYS = {"a": np.arange(5, dtype="<u2"), "b": np.zeros((2, 0))}


def shards_of(tables: Path, stage: str, origin: object) -> KeptParts:
    return KeptParts(tables / SHARDS / stage, origin)


def test_round_trip_and_removal(tmp_path: Path) -> None:
    shards = shards_of(tmp_path, "sums", {"kernel": "1"})
    assert shards.load_shard("x") is None
    shards.save_shard("x", ARRAYS)
    loaded = shards.load_shard("x")
    assert loaded is not None
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(loaded[name], array, strict=True)
    shards.remove()
    assert shards.load_shard("x") is None


def test_shards_of_another_origin_are_ignored_and_removed(tmp_path: Path) -> None:
    old = shards_of(tmp_path, "sums", {"kernel": "1"})
    old.save_shard("x", ARRAYS)
    new = shards_of(tmp_path, "sums", {"kernel": "2"})
    assert new.load_shard("x") is None
    new.save_shard("y", ARRAYS)
    new.remove_stale()
    assert old.load_shard("x") is None
    assert new.load_shard("y") is not None


def test_damaged_shards_are_ignored(tmp_path: Path) -> None:
    shards = shards_of(tmp_path, "sums", {})
    shards.save_shard("x", ARRAYS)
    (path,) = tmp_path.rglob("x.npz")
    sound = path.read_bytes()
    for damaged in (sound[:-30], b"", sound[:200].replace(b"\x01\x00\x02\x00", b"\x01\x00\x03\x00")):
        path.write_bytes(damaged)
        assert shards.load_shard("x") is None
    shards.remove()
    assert not path.exists()


def test_half_written_shards_are_removed(tmp_path: Path) -> None:
    shards = shards_of(tmp_path, "sums", {})
    shards.save_shard("x", ARRAYS)
    (path,) = tmp_path.rglob("x.npz")
    _, held = made(path.with_name("y.npz"))
    os.close(held)  # as when its process ends
    shards.remove_stale()
    assert {p.name for p in path.parent.iterdir()} == {"x.npz", ".origin.json"}


@pytest.mark.parametrize("key", ["", "a/b", ".hidden", "a b"])
def test_bad_keys(tmp_path: Path, key: str) -> None:
    with pytest.raises(ValueError, match="shard key: expected"):
        shards_of(tmp_path, "sums", {}).save_shard(key, ARRAYS)


def test_files_of_others_stay(tmp_path: Path) -> None:
    shards = shards_of(tmp_path, "sums", {})
    shards.save_shard("x", ARRAYS)
    mine, link = tmp_path / "mine", tmp_path / SHARDS / "sums" / ("0" * 16)
    mine.mkdir()
    (mine / "y.npz").write_bytes(b"mine")
    link.symlink_to(mine)
    (path,) = (tmp_path / SHARDS).rglob("x.npz")
    others = [
        path.parent / "notes.txt",
        path.parent.parent / "photos",
        path.parent.parent / ("1" * 16) / "z.npz",
    ]
    for other in others:
        other.parent.mkdir(exist_ok=True)
        other.write_bytes(b"mine")
    linked = path.with_name("linked.npz")
    linked.symlink_to(mine / "y.npz")
    shards.remove()
    assert not path.exists()
    assert all(other.read_bytes() == b"mine" for other in (*others, mine / "y.npz", linked))


@pytest.mark.parametrize("depth", [1, 2])
def test_links_in_the_place_of_folders(tmp_path: Path, depth: int) -> None:
    elsewhere = shards_of(tmp_path / "elsewhere", "sums", {})
    elsewhere.save_shard("x", ARRAYS)
    tables = tmp_path / "tables"
    link = [tables / SHARDS, tables / SHARDS / "sums"][depth - 1]
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / "elsewhere" / link.relative_to(tables))
    shards = shards_of(tables, "sums", {"kernel": "2"})
    for refused in (shards.remove, shards.remove_stale, lambda: shards.save_shard("y", ARRAYS)):
        with pytest.raises(TableError, match="symbolic link"):
            refused()
    assert elsewhere.load_shard("x") is not None
