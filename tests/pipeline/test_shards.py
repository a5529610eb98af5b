"""Shards are whole, bound to their origin, and gone when their stage is done."""

import os
from pathlib import Path

import numpy as np
import pytest

from pokerdata.pipeline.shards import Shards
from pokerdata.store.atomic import made

ARRAYS = {"a": np.arange(5, dtype="<u2"), "b": np.zeros((2, 0))}


def test_round_trip_and_removal(tmp_path: Path) -> None:
    shards = Shards(tmp_path, "sums", {"kernel": "1"})
    assert shards.load("x") is None
    shards.save("x", ARRAYS)
    loaded = shards.load("x")
    assert loaded is not None
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(loaded[name], array, strict=True)
    shards.remove_all()
    assert shards.load("x") is None


def test_shards_of_another_origin_are_ignored_and_removed(tmp_path: Path) -> None:
    old = Shards(tmp_path, "sums", {"kernel": "1"})
    old.save("x", ARRAYS)
    new = Shards(tmp_path, "sums", {"kernel": "2"})
    assert new.load("x") is None
    new.save("y", ARRAYS)
    new.remove_stale()
    assert old.load("x") is None
    assert new.load("y") is not None


def test_damaged_shards_are_ignored_and_removed(tmp_path: Path) -> None:
    shards = Shards(tmp_path, "sums", {})
    shards.save("x", ARRAYS)
    (path,) = tmp_path.rglob("x.npz")
    sound = path.read_bytes()
    for damaged in (sound[:-30], b"", sound[:200].replace(b"\x01\x00\x02\x00", b"\x01\x00\x03\x00")):
        path.write_bytes(damaged)
        assert shards.load("x") is None
        assert not path.exists()


def test_half_written_shards_are_removed(tmp_path: Path) -> None:
    shards = Shards(tmp_path, "sums", {})
    shards.save("x", ARRAYS)
    (path,) = tmp_path.rglob("x.npz")
    _, held = made(path.with_name("y.npz"))
    os.close(held)  # as when its process ends
    shards.remove_stale()
    assert [p.name for p in path.parent.iterdir()] == ["x.npz"]


@pytest.mark.parametrize("key", ["", "a/b", ".hidden", "a b"])
def test_bad_keys(tmp_path: Path, key: str) -> None:
    with pytest.raises(ValueError, match="shard key: expected"):
        Shards(tmp_path, "sums", {}).save(key, ARRAYS)
