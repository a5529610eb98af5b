"""Opening a table as a class compares it with what the class expects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerdata.errors import TableError
from pokerdata.pipeline.store import Table, layouts, open_table, write_table
from pokerdata.pipeline.store.layouts import AMOUNTS_OR_INFINITE, Layout, check_count, layout_of, one_of
from pokerdata.pipeline.store.table import Within

SAID: dict[str, Any] = {
    "names": ["a", "b"],
    "deals": 3,
    "replay": True,
    "share": 0.5,
    "text": "12",
    "more": {},
    "side": "a",
}


def _number(text: str) -> int:
    return {"one": 1}[text] if text.startswith(("n", "o")) else int(text)


class Pairs(Table):
    KIND = "pairs"


@layout_of(
    Pairs,
    names=list[str],
    deals=int,
    replay=bool,
    share=float,
    text=_number,
    more=dict,
    side=one_of(["a", "b"]),
)
def _layout(table: Pairs) -> Layout:
    check_count(table, "names", 2)
    return {
        "first": ("|u1", ("pair",), Within(0, 1)),
        "won": ("<f8", ("pair", 2)),
        "wide": ("<f4", ("pair",), AMOUNTS_OR_INFINITE),
        "card": ("<u2", ("pair",), Within(0, 51, 0xFFFF)),
    }


def opened(folder: Path, arrays: dict[str, Any] | None = None, **said: Any) -> Table:
    path = folder / "some.h5"
    sound: dict[str, Any] = {
        "first": np.array([0, 1], np.uint8),
        "won": np.zeros((2, 2)),
        "wide": np.array([0, np.inf], np.float32),
        "card": np.array([51, 0xFFFF], np.uint16),
    }
    write_table(path, name="some", kind="pairs", arrays={**sound, **(arrays or {})}, attributes=SAID | said)
    return open_table(path, None, Pairs, Table)


def test_a_sound_table_is_taken(tmp_path: Path) -> None:
    assert isinstance(opened(tmp_path), Pairs)
    assert isinstance(opened(tmp_path, share=1), Pairs)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"names": "ab"}, r"attribute names is 'ab', not of the type list\[str\]"),
        ({"names": [1, 2]}, r"attribute names is \[1, 2\], not"),
        ({"names": ["a"]}, "attribute names has 1 values, not 2"),
        ({"deals": 3.0}, "attribute deals is 3.0, not of the type int"),
        ({"deals": True}, "attribute deals is True, not of the type int"),
        ({"replay": 1}, "attribute replay is 1, not of the type bool"),
        ({"share": "x"}, "attribute share is 'x', not of the type finite float"),
        ({"share": np.inf}, "attribute share is inf"),
        ({"share": np.nan}, "attribute share is nan"),
        ({"text": "x"}, "attribute text: invalid literal"),
        ({"text": "none"}, "attribute text has no 'none'"),
        ({"side": "c"}, "attribute side: 'c' is none of a, b"),
        ({"side": 1}, "1 is none of a, b"),
        ({"more": "x"}, "attribute more is 'x', not of the type dict"),
    ],
)
def test_wrong_attributes_are_refused(tmp_path: Path, said: dict[str, Any], wrong: str) -> None:
    with pytest.raises(TableError, match=f"some.h5: expected a sound table of kind pairs.*{wrong}.*anew"):
        opened(tmp_path, **said)


@pytest.mark.parametrize(
    ("arrays", "wrong"),
    [
        ({"first": np.array([0, 2], np.uint8)}, r"some.h5 is unsound: first\[1\] is 2, expected 0 to 1"),
        ({"won": np.array([[0, 1], [np.inf, 0]])}, r"won\[1, 0\] is inf, expected a finite number"),
        ({"won": np.array([[0, np.nan], [0, 0]])}, r"won\[0, 1\] is nan"),
        ({"wide": np.array([0, -1], np.float32)}, r"wide\[1\] is -1, expected a number of 0 or more"),
        ({"wide": np.array([np.nan, 1], np.float32)}, r"wide\[0\] is nan"),
        ({"card": np.array([51, 52], np.uint16)}, r"card\[1\] is 52, expected 0 to 51, or 65535"),
        ({"first": np.array([0], np.uint8)}, r"dataset won has the shape \(2, 2\), where 1 \(pair\)"),
        ({"won": np.zeros((2, 3))}, "where 2 belongs"),
    ],
)
def test_wrong_datasets_are_refused(tmp_path: Path, arrays: dict[str, Any], wrong: str) -> None:
    with pytest.raises(TableError, match=wrong):
        opened(tmp_path, arrays)


def test_an_attribute_that_is_missing_is_named(tmp_path: Path) -> None:
    write_table(
        tmp_path / "some.h5",
        name="some",
        kind="pairs",
        arrays={"first": np.zeros(1)},
        attributes={"names": ["a"]},
    )
    with pytest.raises(TableError, match="there is no attribute 'deals'"):
        open_table(tmp_path / "some.h5", None, Pairs, Table)


def test_values_of_large_datasets_are_compared_when_they_are_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layouts, "_SMALL", 8)
    table = opened(tmp_path, {"won": np.array([[0.0, 1], [2, -np.inf]])})
    table.check_values("won", slice(0, 1))
    with pytest.raises(TableError, match=r"won\[1, 1\] is -inf"):
        table.check_values("won", slice(1, 2))
    with pytest.raises(TableError, match=r"won\[1, 1\] is -inf"):
        table.verify()
