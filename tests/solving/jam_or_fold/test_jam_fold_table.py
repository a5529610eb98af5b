"""Solved tournaments of jam or fold in files."""

from pathlib import Path

import numpy as np
import pytest

import pokerdata
from pokerdata.errors import TableError
from pokerdata.pipeline.store import write_table
from pokerdata.solving.jam_or_fold import JamFold, jam_fold, load_jam_fold


@pytest.fixture(scope="module", params=["jam-fold", "any"])
def found(request: pytest.FixtureRequest) -> JamFold:
    return jam_fold(12, (1, 2), 1, opponent=request.param, iterations=20, target=1e-4)


def test_what_is_written_is_read(found: JamFold, tmp_path: Path) -> None:
    path = tmp_path / "short.h5"
    found.save(path)
    again = load_jam_fold("short", tables=tmp_path)
    assert again.tournament == found.tournament
    for bound in ("least", "most"):
        np.testing.assert_array_equal(getattr(again, bound), getattr(found, bound))
    for name in ("jam", "call", "answer"):
        np.testing.assert_array_equal(getattr(again.strategy, name), getattr(found.strategy, name))
    assert (again.opponent, again.iterations, again.target) == (found.opponent, found.iterations, 1e-4)
    again.save(tmp_path / "again" / "short.h5")
    assert path.read_bytes() == (tmp_path / "again" / "short.h5").read_bytes()


def test_the_table_says_what_it_is(found: JamFold, tmp_path: Path) -> None:
    path = tmp_path / "short.h5"
    found.save(path)
    with pokerdata.open_table(path) as table:
        assert repr(table) == "JamFoldTable(short, 11 stacks)"
        assert ("answer" in table) == (found.opponent == "any")
        assert table.attributes["gap"] == found.gap
        table.verify()


def test_other_files(found: JamFold, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"path: expected a name that ends in \.h5, got .*short\.csv"):
        found.save(tmp_path / "short.csv")
    other = tmp_path / "other.h5"
    write_table(other, name="other", kind="toy", arrays={"stacks": np.arange(3)}, attributes={})
    with pytest.raises(
        TableError, match=r"expected a solved tournament, .* got a table of kind toy; e\.g\. jam"
    ):
        load_jam_fold(other)
    found.save(path := tmp_path / "short.h5")
    with pokerdata.open_table(path) as table:
        arrays, told = dict(table), table.attributes
    told = {name: told[name] for name in ("chips", "blinds", "step", "opponent", "target", "iterations")}
    for name, broken in (
        ("jam", arrays["jam"] * 2),
        ("small_least", arrays["small_least"][1:]),
        ("call", None),
    ):
        changed = {**arrays, name: broken}
        write_table(
            other,
            name="other",
            kind="jam_fold",
            arrays={key: array for key, array in changed.items() if array is not None},
            attributes=told,
        )
        with pytest.raises(
            TableError,
            match=r"other\.h5(: expected a (solved tournament|sound table of kind jam_fold), got| is unsound: jam\[)",
        ):
            load_jam_fold(other)
