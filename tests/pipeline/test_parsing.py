"""Sources are parsed while nobody else parses."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from pokerdata.pipeline import names
from pokerdata.pipeline.parsing import parse

SOURCE = Path(names.__file__)


class ParsesAtItsEnd:
    """Garbage that only a collection finds, and that parses when it goes, as telling of a lost task's failure does."""

    gone = 0

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        ast.parse("f(1, [2])")
        ParsesAtItsEnd.gone += 1


@pytest.fixture
def eager_collections() -> Iterator[None]:
    """Collections of garbage as often as a parser's objects come."""
    before = gc.get_threshold()
    gc.collect()
    ParsesAtItsEnd.gone = 0
    yield
    gc.set_threshold(*before)
    gc.collect()


class BesideGarbage(type(SOURCE)):  # type: ignore[misc]
    """A source that leaves garbage behind when it has been read."""

    def read_bytes(self) -> bytes:
        source: bytes = super().read_bytes()
        gc.set_threshold(50)
        gc.collect()
        ParsesAtItsEnd()
        return source


def test_garbage_that_parses_waits(eager_collections: None) -> None:
    tree = parse(BesideGarbage(SOURCE))
    assert ParsesAtItsEnd.gone == 0
    assert gc.isenabled()
    gc.collect()
    assert ParsesAtItsEnd.gone == 1
    assert ast.dump(tree) == ast.dump(ast.parse(SOURCE.read_bytes()))


def test_collections_stay_as_they_were(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def")
    with pytest.raises(SyntaxError):
        parse(wrong)
    assert gc.isenabled()
    gc.disable()
    try:
        parse(SOURCE)
        assert not gc.isenabled()
    finally:
        gc.enable()
