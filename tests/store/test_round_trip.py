"""What is written comes back: arrays, attributes, digests; and equal content is equal bytes."""

import hashlib
import tempfile
import weakref
from pathlib import Path

import h5py
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from pokerdata.store import Table, open_table, register_table_class, write_table

DTYPES = ["<u1", "<i2", "<u2", "<u4", "<i8", "<u8", "<f2", "<f4", "<f8", "|b1", "|S5"]

arrays = st.sampled_from(DTYPES).flatmap(
    lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=5))
)
names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True)
texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20).filter(
    lambda t: t[:1] != "{"
)
numbers = st.one_of(st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(allow_nan=False))
attributes = st.one_of(
    texts,
    numbers,
    st.lists(texts, min_size=1, max_size=3),
    st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=3),
    st.lists(st.floats(allow_nan=False), min_size=1, max_size=3),
    st.dictionaries(texts, st.one_of(texts, st.integers(), st.lists(texts)), max_size=3),
)
RESERVED = {"name", "kind", "pokerdata_schema", "sha256"}


def digest_by_definition(name: str, array: np.ndarray) -> str:
    header = f"{name}\n{array.dtype.str}\n{'x'.join(map(str, array.shape))}\n"
    return hashlib.sha256(header.encode() + array.tobytes()).hexdigest()


@settings(max_examples=60, deadline=None)
@given(
    content=st.dictionaries(names, arrays, min_size=1, max_size=3),
    said=st.dictionaries(names.filter(lambda n: n not in RESERVED), attributes, max_size=4),
)
def test_round_trip(content: dict, said: dict) -> None:
    first = next(iter(content))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.h5"
        given_back = write_table(
            path, name="mine", kind="toy", arrays=content, attributes=said, dataset_attributes={first: said}
        )
        written = path.read_bytes()
        with open_table(path) as table:
            assert (table.name, table.kind, table.path) == ("mine", "toy", path)
            assert list(table.keys()) == sorted(content)
            assert {k: table.attributes[k] for k in said} == said
            assert {k: type(table.attributes[k]) for k in said} == {k: type(v) for k, v in said.items()}
            assert dict(table.dataset_attributes(first)) == said
            for name, array in content.items():
                assert table[name].dtype == array.dtype
                np.testing.assert_array_equal(table[name], array)
                assert table.digests[name] == given_back[name] == digest_by_definition(name, array)
            table.verify()
        write_table(
            path,
            name="mine",
            kind="toy",
            arrays=dict(reversed(content.items())),
            attributes=dict(reversed(said.items())),
            dataset_attributes={first: said},
        )
        assert path.read_bytes() == written
        assert [p.name for p in Path(folder).iterdir()] == ["mine.h5"]


def test_strided_arrays_are_stored_in_c_order(tmp_path: Path) -> None:
    array = np.arange(24, dtype="<u2").reshape(4, 6)
    for view in (array.T, array[::2, ::-1], np.asfortranarray(array)):
        write_table(tmp_path / "a.h5", name="a", kind="toy", arrays={"x": view}, attributes={})
        with open_table(tmp_path / "a.h5") as table:
            np.testing.assert_array_equal(table["x"], view)
            table.verify()


def test_the_container_is_as_promised(boards: Path) -> None:
    assert boards.read_bytes()[8] == 0, "version of the superblock"
    with h5py.File(boards) as file:
        assert file.attrs["pokerdata_schema"] == 1
        assert file.attrs["description"].decode() == "canonical boards"
        for dataset in file.values():
            assert dataset.chunks is None
            assert dataset.compression is None
            assert dataset.id.get_offset() % 64 == 0


def test_bytes_of_a_known_table(tmp_path: Path) -> None:
    """The same on every machine and with every version of HDF5; a change here is a new schema version."""
    path = tmp_path / "known.h5"
    write_table(
        path,
        name="known",
        kind="toy",
        arrays={"x": np.arange(5, dtype="<u2"), "y": np.array([True, False])},
        attributes={
            "units": "cards",
            "denominator": 1980,
            "parameters": {"buckets": [5, 5]},
            "axes": ["board"],
        },
    )
    assert hashlib.sha256(path.read_bytes()).hexdigest() == KNOWN


KNOWN = "8ad56b9b903d41daeee88aad3c897fafd204926c29011a3fa2484377d7f54931"


def test_arrays_are_read_only_maps_that_outlive_the_table(boards: Path) -> None:
    with open_table(boards) as table:
        flop = table["flop"]
    assert isinstance(flop, np.memmap)
    with pytest.raises(ValueError, match="read-only"):
        flop[0, 0] = 1
    boards.unlink()
    assert flop.sum() == sum(range(30))


def test_a_replaced_file_does_not_change_open_maps(boards: Path) -> None:
    table = open_table(boards)
    write_table(
        boards, name="boards", kind="boards", arrays={"flop": np.zeros((10, 3), "<u1")}, attributes={}
    )
    table.verify()
    assert table["flop"].sum() == sum(range(30))


def test_a_table_opened_again_shares_its_map_until_the_file_is_replaced(boards: Path) -> None:
    first, again = open_table(boards), open_table(boards)
    assert np.shares_memory(first["flop"], again["flop"])
    arrays = {"flop": np.zeros((10, 3), "<u1"), "turn": np.ones((10, 3), "<u1")}
    write_table(boards, name="boards", kind="boards", arrays=arrays, attributes={})
    replaced = open_table(boards)
    assert first["flop"].sum() == sum(range(30))
    assert replaced["flop"].sum() == 0
    assert replaced["turn"].sum() == 30
    assert not np.shares_memory(first["flop"], replaced["flop"])
    mapped = weakref.ref(first["flop"].base)
    first.close()
    assert mapped() is not None
    again.close()
    assert mapped() is None


class Boards(Table):
    """A subclass for one kind of table."""


def test_a_registered_class_is_returned(boards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerdata.store.opening._classes", {})
    monkeypatch.setitem(
        __import__("sys").modules, "toy_classes", __import__("types").SimpleNamespace(Boards=Boards)
    )
    register_table_class("boards", "toy_classes:Boards")
    assert type(open_table("boards", boards.parent)) is Boards
    with pytest.raises(ValueError, match="want 'module:Class'"):
        register_table_class("boards", "toy_classes.Boards")


def test_the_folder_of_the_tables(boards: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(boards.parent.parent)
    monkeypatch.delenv("POKERDATA_TABLES", raising=False)
    assert open_table("boards").path == Path("tables/boards.h5")
    monkeypatch.chdir("/")
    monkeypatch.setenv("POKERDATA_TABLES", str(boards.parent))
    assert open_table("boards").path == boards
    monkeypatch.setenv("POKERDATA_TABLES", "/nowhere")
    assert open_table("boards", boards.parent).path == boards
