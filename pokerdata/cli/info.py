"""`pokerdata info`: what is in a table, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.say import say
from pokerdata.support.text import bytes_text

if TYPE_CHECKING:
    import numpy as np

_SAID_APART = ("pokerdata_schema", "name", "kind", "parameters", "parents")


@click.command()
@click.argument("file_or_name")
@options.tables
def info(file_or_name: str, tables: str | None) -> None:
    """Show what is in a table.

    FILE_OR_NAME is a path, or the name of a table in the folder of the tables.
    """
    from pokerdata.solving.scope import Scope
    from pokerdata.store.table import UNCOVERED
    from pokerdata.tables import open_table

    with open_table(file_or_name, tables=tables) as table:
        size = table.path.stat().st_size
        say(f"{table.name}: a table of kind {table.kind}, schema {table.attributes['pokerdata_schema']}")
        say(f"{table.path.absolute()}\n{bytes_text(size)}")
        say(f"content SHA-256 {table.content_digest or 'missing: the table ' + UNCOVERED}")
        shown = {k: v for k, v in table.attributes.items() if k not in _SAID_APART}
        if {"scope", "abstraction"} <= shown.keys():  # older strategies called menus of bets whole games
            shown["scope"] = str(Scope.stated(shown))
        _section("", shown)
        _section("made with the parameters", table.attributes.get("parameters", {}))
        _section("made from the tables", {k: v[:12] for k, v in table.attributes.get("parents", {}).items()})
        for name in table.keys():  # noqa: SIM118 - a table is no mapping
            array = table[name]
            say(
                f"\ndataset {name}: {_type(array.dtype)}, {' x '.join(map(str, array.shape))}, {bytes_text(array.nbytes)}"
            )
            say(f"  SHA-256 {table.digests[name]}")
            for key, value in table.dataset_attributes(name).items():
                _say(key, value)


def _section(title: str, attributes: dict[str, Any]) -> None:
    if attributes:
        say(f"\n{title}" if title else "")
        for name, value in attributes.items():
            _say(name, value)


def _say(name: str, value: object, depth: int = 1) -> None:
    """An attribute by its name, those of a mapping below it."""
    indent = "  " * depth
    if isinstance(value, dict) and value:
        say(f"{indent}{name}:")
        for key, inner in value.items():
            _say(str(key), inner, depth + 1)
    else:
        say(f"{indent}{name}: {_text(value)}")


def _type(dtype: np.dtype[Any]) -> str:
    return f"text of up to {dtype.itemsize} bytes" if dtype.kind == "S" else dtype.name


def _text(value: object) -> str:
    if value is None:
        return "not given"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "none" if value == {} else str(value)
