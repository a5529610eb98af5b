"""Every invalid table is refused with a message that names the file, the fault and the remedy."""

import resource
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

from pokerdata.errors import CapacityError, TableError
from pokerdata.pipeline.store import open_table, table_file, write_table


def test_every_flipped_byte_of_the_data_is_found(boards: Path) -> None:
    sound = boards.read_bytes()
    with h5py.File(boards) as file:
        places = {name: (d.id.get_offset(), d.nbytes) for name, d in file.items()}
    for name, (offset, size) in places.items():
        for place in range(offset, offset + size):
            damaged = bytearray(sound)
            damaged[place] ^= 1 << (place % 8)
            boards.write_bytes(damaged)
            with open_table(boards) as table, pytest.raises(TableError, match=f"content of {name} differs"):
                table.verify()


def test_no_damage_to_the_header_escapes_as_another_error(boards: Path) -> None:
    """The table is refused, or its content can still be verified; nothing else happens."""
    sound = boards.read_bytes()
    for place in range(0, min(2048, len(sound)), 7):
        damaged = bytearray(sound)
        damaged[place] ^= 0xFF
        boards.write_bytes(damaged)
        try:
            with open_table(boards) as table:
                table.verify()
        except TableError as error:
            assert str(boards) in str(error)  # noqa: PT017 - either outcome is right


def test_truncated_files_are_refused_at_every_length(boards: Path) -> None:
    sound = boards.read_bytes()
    for length in [*range(0, 200, 13), *range(200, len(sound), 97), len(sound) - 1]:
        boards.write_bytes(sound[:length])
        with pytest.raises(TableError, match=r"is truncated|is damaged") as caught:
            open_table("boards", boards.parent)
        assert str(boards) in str(caught.value)
        assert "pokerdata make boards" in str(caught.value)
    boards.write_bytes(sound[:-1])
    with pytest.raises(TableError, match="is truncated"):
        open_table(boards)


def test_foreign_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text.h5").write_text("As Ks Qs Js Ts")
    with pytest.raises(TableError, match="does not begin as an HDF5 file does"):
        open_table(tmp_path / "text.h5")
    with pytest.raises(TableError, match=r"text\.h5 .*Name a file that `pokerdata make` wrote"):
        open_table(tmp_path / "text.h5")  # may be anything, so no message says to remove it
    with h5py.File(tmp_path / "other.h5", "w") as file:
        file["x"] = np.arange(3)
    with pytest.raises(TableError, match="HDF5 but not a table of pokerdata"):
        open_table(tmp_path / "other.h5")


def test_compressed_datasets_are_refused(boards: Path) -> None:
    with h5py.File(boards, "a") as file:
        stored = file.create_dataset("z", data=np.zeros(100), compression="gzip")
        stored.attrs["sha256"] = np.bytes_("0")
    with pytest.raises(TableError, match="z is chunked or compressed"):
        open_table(boards)


@pytest.mark.parametrize(("schema", "words"), [(0, "older than 1"), (3, "newer than 2")])
def test_other_schemas_are_refused(boards: Path, schema: int, words: str) -> None:
    with h5py.File(boards, "a") as file:
        file.attrs["pokerdata_schema"] = schema
    with pytest.raises(TableError, match=f"schema {schema}, {words}.*pokerdata make boards"):
        open_table(boards)


def rename(file: h5py.File, old: str, new: str) -> None:
    h5py.h5a.rename(file.id, old.encode(), new.encode())


def reshape(file: h5py.File, name: str, values: np.ndarray) -> None:
    """Replace the dataset `name` by another one with the same attributes."""
    attributes = {key: (stored.dtype, value) for key, stored, value in stored_attributes(file[name])}
    del file[name]
    stored = file.create_dataset(name, data=values, track_times=False)
    for key, (dtype, value) in attributes.items():
        stored.attrs.create(key, value, dtype=dtype)


def stored_attributes(owner: h5py.Dataset) -> list[tuple[str, Any, np.ndarray]]:
    found = []
    for key in owner.attrs:
        stored = owner.attrs.get_id(key)
        value = np.empty(stored.shape, stored.dtype)
        stored.read(value)
        found.append((key, stored, value))
    return found


EDITS: dict[str, Callable[[h5py.File], Any]] = {
    "no name": lambda f: f.attrs.pop("name"),
    "no kind": lambda f: f.attrs.pop("kind"),
    "a value": lambda f: f.attrs.create("denominator", np.int64(1981)),
    "a type, signed": lambda f: f.attrs.create("denominator", np.uint64(1980)),
    "a type, wider": lambda f: f.attrs.create("denominator", np.int32(1980)),
    "a type, float": lambda f: f.attrs.create("denominator", np.float64(1980)),
    "a shape": lambda f: f.attrs.create("denominator", np.array([1980])),
    "a text, padded": lambda f: f.attrs.create(
        "description", np.array(b"canonical boards", h5py.string_dtype("utf-8", 17))
    ),
    "a text of variable length": lambda f: f.attrs.create("description", "canonical boards"),
    "a name of an attribute": lambda f: rename(f, "denominator", "denominatos"),
    "one attribute more": lambda f: f.attrs.create("seed", np.int64(1)),
    "one attribute fewer": lambda f: f.attrs.pop("denominator"),
    "an attribute of a dataset": lambda f: f["flop"].attrs.create(
        "units", np.array(b"cars", h5py.string_dtype("utf-8", 4))
    ),
    "one attribute of a dataset fewer": lambda f: f["flop"].attrs.pop("axes"),
    "a data digest": lambda f: f["flop"].attrs.create(
        "sha256", np.array(b"0" * 64, h5py.string_dtype("utf-8", 64))
    ),
    "a name of a dataset": lambda f: f.move("flop", "flow"),
    "names of two datasets": lambda f: (f.move("flop", "x"), f.move("orbit", "flop"), f.move("x", "orbit")),
    "one dataset fewer": lambda f: f.pop("orbit"),
    "one dataset more": lambda f: f.copy("orbit", "turn"),
    "a shape of a dataset": lambda f: reshape(f, "flop", f["flop"][...].reshape(3, 10)),
    "a type of a dataset": lambda f: reshape(f, "orbit", f["orbit"][...].view("<i4")),
    "the content digest": lambda f: f.attrs.create(
        "content_sha256", np.array(b"0" * 64, h5py.string_dtype("utf-8", 64))
    ),
    "no content digest": lambda f: f.attrs.pop("content_sha256"),
    "a name of the content digest": lambda f: rename(f, "content_sha256", "content_sha255"),
    "an older schema": lambda f: f.attrs.create("pokerdata_schema", np.int64(1)),
    "a schema of another type": lambda f: f.attrs.create("pokerdata_schema", np.uint8(2)),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_whatever_is_changed_is_found_when_the_table_is_opened(
    boards: Path, edit: Callable[[h5py.File], Any]
) -> None:
    """Values of datasets are excluded. The edits are valid for HDF5, so its own checksums report nothing."""
    with h5py.File(boards, "r+") as file:
        edit(file)
    with pytest.raises(TableError, match=r"boards\.h5 is damaged: .*pokerdata make boards"):
        open_table(boards)


def test_a_table_under_a_wrong_name_is_refused(boards: Path) -> None:
    shutil.copy(boards, boards.with_name("rank_codes.h5"))
    with pytest.raises(
        TableError, match=r"holds the table boards, not rank_codes.*pokerdata make rank_codes"
    ):
        open_table("rank_codes", boards.parent)
    assert open_table(boards.with_name("rank_codes.h5")).name == "boards", "a path may be called anything"


def test_a_missing_path_and_a_missing_dataset(boards: Path) -> None:
    with pytest.raises(TableError, match=r"no table at .*nothing\.h5"):
        open_table(boards.with_name("nothing.h5"))
    with pytest.raises(TableError, match="no dataset 'flops': it has flop, orbit"):
        open_table(boards)["flops"]
    with open_table(boards) as table:
        pass
    with pytest.raises(TableError, match="it is closed"):
        table["flop"]


X = np.zeros(3, "<u2")


@pytest.mark.parametrize(
    ("arrays", "attributes", "words"),
    [
        (
            {"x": np.zeros(3, ">u2")},
            {},
            r"dataset 'x': expected little-endian integers or floats up to 64 bits, bool or.*got "
            r"dtype '>u2'",
        ),
        (
            {"x": np.zeros(3, "<c8")},
            {},
            r"dataset 'x': expected little-endian integers or floats up to 64 bits, bool or.*got "
            r"dtype '<c8'",
        ),
        (
            {"x": np.array(["a"])},
            {},
            r"dataset 'x': expected little-endian integers or floats up to 64 bits, bool or.*got "
            r"dtype '<U1'",
        ),
        ({"x": np.array([None])}, {}, "little-endian"),
        ({"x": np.zeros(3, np.longdouble)}, {}, "up to 64 bits"),
        ({"x": np.array(3)}, {}, "no axes"),
        ({}, {}, "no datasets"),
        ({"a/b": X}, {}, "dataset name: expected .*got 'a/b'"),
        ({"x": X}, {"name": "y"}, r"\['name'\] are written by the store"),
        ({"x": X}, {"name: expected": 1}, "attribute name: expected"),
        (
            {"x": X},
            {"a": None},
            r"attribute 'a': expected text, a number, a list of either, or a mapping, got NoneType",
        ),
        ({"x": X}, {"a": []}, "at least one"),
        ({"x": X}, {"a": [1, "b"]}, "texts or numbers"),
        ({"x": X}, {"a": 2**64}, "fit 64 bits"),
        ({"x": X}, {"a": "{"}, "begins with"),
        ({"x": X}, {"a": "x" * 70000}, "use a dataset"),
        ({"x": X}, {"a": {"b": object()}}, "JSON"),
    ],
)
def test_what_cannot_be_stored(
    tmp_path: Path, arrays: dict[str, Any], attributes: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        write_table(tmp_path / "a.h5", name="a", kind="toy", arrays=arrays, attributes=attributes)
    assert not list(tmp_path.iterdir())


def test_attributes_of_a_dataset_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not datasets"):
        write_table(
            tmp_path / "a.h5",
            name="a",
            kind="toy",
            arrays={"x": X},
            attributes={},
            dataset_attributes={"y": {}},
        )


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TableError, match=r"cannot write .*--tables DIR"):
        write_table(tmp_path / "file" / "a.h5", name="a", kind="toy", arrays={"x": X}, attributes={})


def test_a_write_that_fails_half_way_leaves_the_old_table(boards: Path) -> None:
    before = boards.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        with pytest.raises(CapacityError, match=r"boards\.h5"):
            write_table(boards, name="boards", kind="boards", arrays={"x": np.zeros(10**6)}, attributes={})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert boards.read_bytes() == before
    assert [p.name for p in boards.parent.iterdir()] == ["boards.h5"]


@pytest.mark.parametrize("name", ["a" * 300, "a" * 300 + ".h5", "folder/" + "a" * 300 + ".h5"])
def test_a_name_that_no_file_can_have(name: str) -> None:
    with pytest.raises(TableError, match=r"there is no table|is not in"):
        open_table(name)


def test_a_name_that_no_file_can_have_is_refused_before_the_work() -> None:
    with pytest.raises(ValueError, match=r"300|303"):
        table_file("a" * 300 + ".h5", "leduc.h5")
