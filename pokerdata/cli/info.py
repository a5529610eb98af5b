"""`pokerdata info`: what is in a table, in words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.support.text import bytes_text

if TYPE_CHECKING:
    import numpy as np

_SAID_APART = ("pokerdata_schema", "name", "kind", "parameters", "parents")


@click.command()
@click.argument("file_or_name")
@options.tables
def info(file_or_name: str, tables: str | None) -> None:
    """Say what is in a table.

    FILE_OR_NAME is a path, or the name of a table in the folder of the tables.
    """
    from pokerdata.solving.scope import Scope
    from pokerdata.store.table import UNCOVERED
    from pokerdata.tables import open_table

    with open_table(file_or_name, tables) as table:
        size = table.path.stat().st_size
        click.echo(
            f"{table.name}: a table of kind {table.kind}, schema {table.attributes['pokerdata_schema']}"
        )
        click.echo(f"{table.path.absolute()}, {bytes_text(size)}")
        click.echo(f"content SHA-256 {table.content_digest or 'missing: the table ' + UNCOVERED}")
        shown = {k: v for k, v in table.attributes.items() if k not in _SAID_APART}
        if "scope" in shown:  # older files called menus of bets whole games
            shown["scope"] = str(Scope.stated(shown))
        _section("", shown)
        _section("made with the parameters", table.attributes.get("parameters", {}))
        _section("made from the tables", {k: v[:12] for k, v in table.attributes.get("parents", {}).items()})
        for name in table.keys():  # noqa: SIM118 - a table is no mapping
            array = table[name]
            click.echo(
                f"\ndataset {name}: {_type(array.dtype)}, {' x '.join(map(str, array.shape))}, "
                f"{bytes_text(array.nbytes)}, SHA-256 {table.digests[name]}"
            )
            for key, value in table.dataset_attributes(name).items():
                click.echo(f"  {key}: {_text(value)}")


def _section(title: str, attributes: dict[str, Any]) -> None:
    if attributes:
        click.echo(f"\n{title}" if title else "")
        for name, value in attributes.items():
            click.echo(f"  {name.replace('_', ' ')}: {_text(value)}")


def _type(dtype: np.dtype[Any]) -> str:
    return f"text of up to {dtype.itemsize} bytes" if dtype.kind == "S" else dtype.name


def _text(value: object) -> str:
    if value is None:
        return "not given"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return json.dumps(value) if isinstance(value, dict) else str(value)
