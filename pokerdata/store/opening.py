"""Finding and opening tables; a missing, damaged or foreign file, or one of another schema, is refused."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

from pokerdata.errors import TableError
from pokerdata.store.reading import read_table
from pokerdata.store.table import Table

_classes: dict[str, str] = {}


def register_table_class(kind: str, module_and_class: str) -> None:
    """Let `open_table` return a subclass of `Table` for `kind`; imported when first needed.

    `module_and_class` is written like ``"pokerdata.strength.table:StrengthTable"``.
    """
    if module_and_class.count(":") != 1:
        raise ValueError(f"bad class {module_and_class!r}: want 'module:Class', e.g. 'package.table:MyTable'")
    _classes[kind] = module_and_class


def registered_classes() -> dict[str, str]:
    """Kind of table -> the class it is opened as, written as for `register_table_class`."""
    return dict(_classes)


def tables_folder(tables: str | os.PathLike[str] | None = None) -> Path:
    """The folder of the tables: the argument, else ``$POKERDATA_TABLES``, else ``./tables``.

    It need not exist yet; raises ``TableError`` if it is something else than a folder.
    """
    folder = Path(tables or os.environ.get("POKERDATA_TABLES") or "tables")
    if folder.exists() and not folder.is_dir():
        raise TableError(f"{folder} is not a folder: want one for the tables, e.g. --tables ./tables")
    return folder


def open_table(name_or_path: str | os.PathLike[str], tables: str | os.PathLike[str] | None = None) -> Table:
    """Open a table by name (looked up in `tables_folder`) or by path (with a ``/``, or ending in ``.h5``).

    Raises ``TableError`` for a file that is missing, damaged, truncated, foreign, of another schema version,
    or that holds a table of another name than the one asked for.
    """
    text = os.fspath(name_or_path)
    by_path = isinstance(name_or_path, os.PathLike) or os.sep in text or text.endswith(".h5")
    path = Path(text) if by_path else tables_folder(tables) / f"{text}.h5"
    if not path.is_file():
        raise TableError(_missing(path, None if by_path else text))
    table = read_table(path, _class_of)
    if not by_path and table.name != text:
        raise TableError(
            f"{path} holds the table {table.name}, not {text}: it was renamed or copied over. "
            f"Move it back to {table.name}.h5 and build {text} with `pokerdata make {text}`"
        )
    return table


def _class_of(kind: str) -> type[Table]:
    if kind not in _classes:
        return Table
    module, name = _classes[kind].split(":")
    found: type[Table] = getattr(importlib.import_module(module), name)
    return found


def _missing(path: Path, name: str | None) -> str:
    if name is None:
        return f"there is no table at {path}: want the path of an .h5 file, or a name such as river_strength"
    from pokerdata.pipeline.hints import (
        how_to_make,
    )  # the only look upwards: which recipe makes it, and its cost

    return f"table {name} is not in {path.parent.absolute()}: {how_to_make(name)}"
