"""The manifest: stable text, and clear differences."""

from pathlib import Path

import numpy as np
import pytest

from pokerdata.errors import TableError
from pokerdata.pipeline.store import open_table, write_table
from pokerdata.pipeline.store.manifest import (
    Entry,
    MadeBy,
    differences,
    entries_of,
    read_all,
    write_manifest,
)


def test_round_trip_in_sorted_text(boards: Path, tmp_path: Path) -> None:
    path = tmp_path / "manifest.toml"
    assert read_all(path)[0] == {}
    boards_entries = entries_of(open_table(boards))
    manifest = {"turn": {"x": Entry((3,), "<u4", "ab")}, "boards": boards_entries}
    made_by = {"turn": MadeBy(2, "cd"), "boards": MadeBy.of(1, {"isomorphism": "ef"})}
    write_manifest(path, manifest, made_by)
    text = path.read_text()
    assert text.index("[boards.flop]") < text.index("[boards.orbit]") < text.index("[turn.x]")
    assert read_all(path)[0] == manifest
    assert read_all(path) == (manifest, made_by)
    write_manifest(path, dict(reversed(manifest.items())), made_by)
    assert path.read_text() == text


def test_differences_name_what_differs(boards: Path) -> None:
    listed = entries_of(open_table(boards))
    assert differences(listed, listed) == []
    arrays = {"flop": np.zeros((10, 3), "<u1"), "orbit": np.zeros(3, "<u2"), "turn": np.zeros(1, "<u2")}
    write_table(boards, name="boards", kind="boards", arrays=arrays, attributes={})
    found = entries_of(open_table(boards))
    digest, dtype, extra = differences(listed, found)
    assert digest.startswith(f"flop has digest {found['flop'].sha256[:12]}, not {listed['flop'].sha256[:12]}")
    assert dtype == "orbit has dtype <u2, not <u4"
    assert extra == "turn is not listed"
    assert differences(found, listed)[-1] == "turn is missing"
    assert differences({"x": Entry((2, 3), "<u2", "")}, {"x": Entry((6,), "<u2", "")}) == [
        "x has shape [6], not [2, 3]"
    ]


@pytest.mark.parametrize("text", ["not toml", "[boards]\nflop = 3", "[boards.flop]\nshape = [3]"])
def test_a_malformed_manifest_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "manifest.toml"
    path.write_text(text)
    with pytest.raises(TableError, match=r"manifest\.toml is not a manifest"):
        read_all(path)[0]
