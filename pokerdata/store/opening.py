"""Finding and opening tables; a missing, damaged or foreign file, or one of another schema, is refused."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, overload

from pokerdata.errors import TableError
from pokerdata.store.reading import read_table
from pokerdata.store.table import Table

T = TypeVar("T", bound=Table)

_hint: Callable[[str], str] | None = None


def say_how_to_make(hint: Callable[[str], str]) -> None:
    """Let `open_table` say of a missing table what `hint` says of its name: a clause such as "make it with ...".

    What makes which table is known above this folder, so it is handed in, once, by the package.
    """
    global _hint
    _hint = hint


def tables_folder(tables: str | os.PathLike[str] | None = None) -> Path:
    """The folder of the tables: the argument, else ``$POKERDATA_TABLES``, else ``./tables``.

    It need not exist yet; raises ``TableError`` if it is something else than a folder.
    """
    folder = Path(tables or os.environ.get("POKERDATA_TABLES") or "tables")
    if folder.exists() and not folder.is_dir():
        raise TableError(f"{folder} is not a folder: want one for the tables, e.g. --tables ./tables")
    return folder


@overload
def open_table(
    name_or_path: str | os.PathLike[str], tables: str | os.PathLike[str] | None = None
) -> Table: ...
@overload
def open_table(
    name_or_path: str | os.PathLike[str], tables: str | os.PathLike[str] | None, *classes: type[T]
) -> T: ...
def open_table(
    name_or_path: str | os.PathLike[str],
    tables: str | os.PathLike[str] | None = None,
    *classes: type[Table],
) -> Table:
    """Open a table by name (looked up in `tables_folder`) or by path (with a ``/``, or ending in ``.h5``).

    classes: what it may be; it is opened as the first of them whose ``KIND`` is its own. `Table`, the default, takes any.

    Raises ``TableError`` for a file that is missing, damaged, truncated, foreign, of another schema version or
    another kind, or that holds a table of another name than the one asked for.
    """
    text = os.fspath(name_or_path)
    by_path = isinstance(name_or_path, os.PathLike) or os.sep in text or text.endswith(".h5")
    path = Path(text) if by_path else tables_folder(tables) / f"{text}.h5"
    if not path.is_file():
        raise TableError(_missing(path, None if by_path else text))

    def class_of(kind: str) -> type[Table]:
        for known in classes or (Table,):
            if known.KIND in (None, kind):
                return known
        raise TableError(
            f"{path} holds a table of kind {kind}: want {' or '.join(str(known.KIND) for known in classes)}"
        )

    table = read_table(path, class_of)
    if not by_path and table.name != text:
        raise TableError(
            f"{path} holds the table {table.name}, not {text}: it was renamed or copied over. "
            f"Move it back to {table.name}.h5 and build {text} with `pokerdata make {text}`"
        )
    return table


def _missing(path: Path, name: str | None) -> str:
    if name is None:
        return f"there is no table at {path}: want the path of an .h5 file, or a name such as river_strength"
    hint = f"make it with `pokerdata make {name}`" if _hint is None else _hint(name)
    return f"table {name} is not in {path.parent.absolute()}: {hint}"
