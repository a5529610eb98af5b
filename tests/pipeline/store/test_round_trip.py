"""Written arrays, attributes and digests are read back; equal content gives equal bytes."""

import hashlib
import re
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from pokerdata.errors import TableError
from pokerdata.pipeline.store import Table, open_table, write_table
from pokerdata.pipeline.store.reading import encode_attribute

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
RESERVED = {"name", "kind", "pokerdata_schema", "sha256", "content_sha256"}
README = Path(__file__).parents[3] / "tables" / "README.md"


@pytest.fixture(scope="module")
def content_digest() -> Callable[[Path], str]:
    """Return the function in the document that defines the digest; it is independent of pokerdata."""
    (code,) = re.findall(r"<!-- content digest -->\n```python\n(.*?)```", README.read_text(), re.DOTALL)
    namespace: dict[str, Any] = {}
    exec(compile(code, "README.md", "exec"), namespace)
    found: Callable[[Path], str] = namespace["content_digest"]
    return found


def digest_by_definition(name: str, array: np.ndarray) -> str:
    header = f"{name}\n{array.dtype.str}\n{'x'.join(map(str, array.shape))}\n"
    return hashlib.sha256(header.encode() + array.tobytes()).hexdigest()


@pytest.mark.slow
@settings(max_examples=60)
@given(
    content=st.dictionaries(names, arrays, min_size=1, max_size=3),
    said=st.dictionaries(names.filter(lambda n: n not in RESERVED), attributes, max_size=4),
)
def test_round_trip(
    content_digest: Callable[[Path], str], content: dict[str, Any], said: dict[str, Any]
) -> None:
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
            assert table.content_digest == content_digest(path)
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
    assert boards.read_bytes()[8] == 2, "version of the superblock: the first with checksums"
    with h5py.File(boards) as file:
        assert file.attrs["pokerdata_schema"] == 2
        assert file.attrs["description"].decode() == "canonical boards"
        for dataset in file.values():
            assert dataset.chunks is None
            assert dataset.compression is None
            assert dataset.id.get_offset() % 64 == 0


def test_a_compressed_copy_has_the_same_content_digest(
    boards: Path, tmp_path: Path, content_digest: Callable[[Path], str]
) -> None:
    copy = tmp_path / "copy.h5"
    with h5py.File(boards) as file, h5py.File(copy, "w", libver="latest") as packed:
        for key, value in file.attrs.items():
            packed.attrs.create(key, value, dtype=file.attrs.get_id(key).dtype)
        for name, stored in file.items():
            other = packed.create_dataset(name, data=stored[...], compression="gzip", shuffle=True)
            for key, value in stored.attrs.items():
                other.attrs.create(key, value, dtype=stored.attrs.get_id(key).dtype)
    with open_table(boards) as table, h5py.File(copy) as packed:
        assert content_digest(copy) == table.content_digest == packed.attrs["content_sha256"].decode()


def test_the_order_of_bits_of_a_float_attribute_counts(tmp_path: Path) -> None:
    """0.0 and -0.0 differ, and so do two NaNs with different bits."""
    found = set()
    for bits in (0, 1 << 63, 0x7FF8 << 48, (0x7FF8 << 48) + 1):
        value = np.uint64(bits).view(np.float64)
        write_table(
            tmp_path / "a.h5", name="a", kind="toy", arrays={"x": np.arange(3)}, attributes={"a": value}
        )
        with open_table(tmp_path / "a.h5") as table:
            assert np.float64(table.attributes["a"]).view(np.uint64) == bits
            found.add(table.content_digest)
    assert len(found) == 4


def test_bytes_of_a_known_table(tmp_path: Path) -> None:
    """The bytes are the same on every machine and with every version of HDF5; a change is a new schema version."""
    path = tmp_path / "known.h5"
    write_table(path, name="known", kind="toy", arrays=KNOWN_ARRAYS, attributes=KNOWN_ATTRIBUTES)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == KNOWN


def test_tables_of_the_first_schema_can_be_read_and_say_what_no_digest_covers(tmp_path: Path) -> None:
    path = tmp_path / "known.h5"
    write_first_schema(path, "known", KNOWN_ARRAYS, KNOWN_ATTRIBUTES)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == KNOWN_OF_THE_FIRST_SCHEMA
    with open_table(path) as table:
        assert table.content_digest is None
        assert {key: table.attributes[key] for key in KNOWN_ATTRIBUTES} == KNOWN_ATTRIBUTES
        assert table["x"].tolist() == [0, 1, 2, 3, 4]
        with pytest.warns(UserWarning, match=r"known\.h5 is of schema 1: no digest covers its attributes"):
            table.verify()
    content = bytearray(path.read_bytes())
    with h5py.File(path) as file:
        content[file["x"].id.get_offset()] ^= 1
    path.write_bytes(content)
    with pytest.raises(TableError, match="content of x differs"):
        open_table(path).verify()


def write_first_schema(path: Path, name: str, arrays: dict[str, Any], attributes: dict[str, Any]) -> None:
    """Write a table as pokerdata did before content digests."""
    said = {"pokerdata_schema": 1, "name": name, "kind": "toy", **attributes}
    with h5py.File(path, "w", libver="earliest", alignment_threshold=1, alignment_interval=64) as file:
        for key in sorted(said):
            value = np.asarray(encode_attribute(key, said[key]))
            file.attrs.create(key, value, dtype=value.dtype)
        for dataset, array in sorted(arrays.items()):
            stored = file.create_dataset(dataset, data=array, track_times=False)
            digest = encode_attribute("sha256", digest_by_definition(dataset, array))
            stored.attrs.create("sha256", digest, dtype=digest.dtype)


KNOWN_ARRAYS = {"x": np.arange(5, dtype="<u2"), "y": np.array([True, False])}
KNOWN_ATTRIBUTES = {
    "units": "cards",
    "denominator": 1980,
    "parameters": {"buckets": [5, 5]},
    "axes": ["board"],
}
KNOWN = "c8baa0f55be6c07360de8473407115219e89a70a6148d7677aadf50e9eedfa12"
KNOWN_OF_THE_FIRST_SCHEMA = "8ad56b9b903d41daeee88aad3c897fafd204926c29011a3fa2484377d7f54931"


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
    """A class for one kind of table."""

    KIND = "boards"


class Others(Table):
    """A class for another kind."""

    KIND = "others"


def test_a_table_is_opened_as_the_class_of_its_kind(boards: Path) -> None:
    folder = boards.parent
    assert type(open_table("boards", folder)) is Table
    assert type(open_table("boards", folder, Others, Boards, Table)) is Boards
    assert type(open_table("boards", folder, Others, Table)) is Table
    with pytest.raises(TableError, match=r"expected a table of kind others, got one of kind boards"):
        open_table("boards", folder, Others)


def test_the_folder_of_the_tables(boards: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(boards.parent.parent)
    monkeypatch.delenv("POKERDATA_TABLES", raising=False)
    assert open_table("boards").path == Path("tables/boards.h5")
    monkeypatch.chdir("/")
    monkeypatch.setenv("POKERDATA_TABLES", str(boards.parent))
    assert open_table("boards").path == boards
    monkeypatch.setenv("POKERDATA_TABLES", "/nowhere")
    assert open_table("boards", boards.parent).path == boards
