"""The search order for tables."""

from pathlib import Path

import numpy as np
import pytest

from pokerdata.errors import PokerdataError, TableError
from pokerdata.pipeline.store import find_table, open_table, write_table
from pokerdata.pipeline.store.opening import places


def write(folder: Path, value: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_table(
        folder / "numbers.h5",
        name="numbers",
        kind="numbers",
        arrays={"values": np.array([value])},
        attributes={},
        dataset_attributes={},
    )


@pytest.fixture
def all_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return ./tables, the checkout's and the user's folder, none of which exists yet."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.delenv("POKERDATA_TABLES", raising=False)
    monkeypatch.setattr(
        "pokerdata.pipeline.store.opening.TABLES_OF_CHECKOUT", tmp_path / "checkout" / "tables"
    )
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return [here / "tables", tmp_path / "checkout" / "tables", tmp_path / "data" / "pokerdata" / "tables"]


def test_the_first_that_has_it(all_places: list[Path]) -> None:
    assert [path.absolute() for path in places()] == all_places
    for number, folder in reversed(list(enumerate(all_places))):
        write(folder, number)
        with open_table("numbers") as table:
            assert table["values"].tolist() == [number]
            assert table.path.absolute() == folder / "numbers.h5"


def test_a_folder_that_is_named_is_the_only_one(
    all_places: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in all_places:
        write(folder, 1)
    named = tmp_path / "named"
    with pytest.raises(TableError, match=rf"table numbers is not in {named}: "):
        open_table("numbers", named)
    monkeypatch.setenv("POKERDATA_TABLES", str(named))
    assert find_table("numbers") is None
    write(named, 2)
    assert find_table("numbers") == named / "numbers.h5"
    assert find_table("numbers", all_places[0]) == all_places[0] / "numbers.h5"


def test_a_file_name_is_looked_up_as_a_name(all_places: list[Path]) -> None:
    with pytest.raises(TableError, match=r"there is no table at numbers\.h5: expected"):
        open_table("numbers.h5")
    write(all_places[1], 1)
    assert open_table("numbers.h5")["values"].tolist() == [1]
    with pytest.raises(TableError, match=r"there is no table at \./numbers\.h5"):
        open_table("./numbers.h5")
    write(Path(), 2)  # the file of that name comes first
    assert open_table("numbers.h5")["values"].tolist() == [2]


def test_the_error_says_where_was_looked(all_places: list[Path]) -> None:
    with pytest.raises(PokerdataError) as caught:
        open_table("flop_strength")
    looked = ", nor in ".join(map(str, all_places))
    assert str(caught.value).startswith(
        f"table flop_strength is not in {looked}: make it with `pokerdata make "
    )


def test_the_user_s_folder(all_places: list[Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for value in ("", "not/absolute"):
        monkeypatch.setenv("XDG_DATA_HOME", value)
        assert places()[-1] == tmp_path / ".local" / "share" / "pokerdata" / "tables"


def test_a_place_comes_once(all_places: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerdata.pipeline.store.opening.TABLES_OF_CHECKOUT", all_places[0])
    assert len(places()) == 2


def test_a_table_is_a_mapping(tmp_path: Path) -> None:
    write(tmp_path, 3)
    with open_table("numbers", tmp_path) as table:
        assert dict(table.items()) == {"values": table["values"]}
        assert ("values" in table, "others" in table, len(table), [*table]) == (True, False, 1, ["values"])
        assert table.get("others") is None
        with pytest.raises(
            TableError, match="table numbers has no dataset 'others': it has values"
        ) as caught:
            table["others"]
        assert isinstance(caught.value, KeyError)
        again = open_table("numbers", tmp_path)
        assert table == again != "numbers"
        assert hash(table) == hash(again)
