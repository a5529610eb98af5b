"""Find recipes, the manifest and tables, and open tables; missing, damaged or foreign files are errors."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar, overload

from pokerdata._support.arguments import is_file
from pokerdata._support.text import shortened
from pokerdata.errors import MissingTableError, TableError
from pokerdata.pipeline.store.layouts import check_layout
from pokerdata.pipeline.store.reading import check_file, has_checksums, is_hdf5, read_table
from pokerdata.pipeline.store.table import Table

PACKAGE = Path(__file__).resolve().parents[2]
_VARIABLE = "POKERDATA_TABLES"


def checkout(package: Path = PACKAGE) -> Path | None:
    """Return the checkout around the folder `package`, or None if the package is installed by itself."""
    root = package.parent
    is_checkout = (root / "pyproject.toml").is_file() and (root / "pipelines").is_dir()
    return root if is_checkout else None


def data_path(relative: str, package: Path = PACKAGE) -> Path:
    """Return the path of ``pipelines`` or ``tables/manifest.toml``, whether or not it exists."""
    return (checkout(package) or package / "data") / relative


_ROOT = checkout()
#: The folder of tables in the checkout from which the package is imported, or None.
TABLES_OF_CHECKOUT = None if _ROOT is None else _ROOT / "tables"


def tables_folder(tables: str | os.PathLike[str] | None = None) -> Path:
    """Return the folder for writing tables: the argument, else ``$POKERDATA_TABLES``, else ``./tables``.

    It need not exist yet.

    Args:
        tables: The folder, to override the others.

    Raises:
        TableError: If it is not a folder.
    """
    return _folder(Path(tables or os.environ.get(_VARIABLE) or "tables"))


def places(tables: str | os.PathLike[str] | None = None) -> list[Path]:
    """Return the folders in which tables are searched by name, in order.

    An argument is the only folder, else ``$POKERDATA_TABLES`` if it is set. Otherwise they are ``./tables``, the folder
    ``tables`` of the checkout if the package is imported from one, and ``pokerdata/tables`` in the user's data folder
    (``$XDG_DATA_HOME``, else ``~/.local/share``).

    Args:
        tables: The only folder to search, if any.

    Raises:
        TableError: If the named path is not a folder.
    """
    if named := tables or os.environ.get(_VARIABLE):
        return [_folder(Path(named))]
    data = Path(os.environ.get("XDG_DATA_HOME", ""))
    home = data if data.is_absolute() else Path("~/.local/share").expanduser()
    found = [Path("tables"), TABLES_OF_CHECKOUT, home / "pokerdata" / "tables"]
    return list({path.absolute(): path for path in found if path is not None}.values())


def _folder(path: Path) -> Path:
    if path.exists() and not path.is_dir():
        raise TableError(f"tables: expected a folder, got the file {path}; e.g. ./tables")
    return path


T = TypeVar("T", bound=Table)

# Files that were checked in another process, by the state that shows a change.
_checked: set[tuple[object, ...]] = set()
_LONGEST = 600.0  # seconds, for tens of gigabytes
_ALL = "POKERDATA_CHECK_FILES"


def find_table(name: str, tables: str | os.PathLike[str] | None = None) -> Path | None:
    """Return the file of a table, in the first of `places` that has it, or None.

    Args:
        name: Name of the table, which is its file name without ``.h5``.
        tables: The only folder to search; by default as in `places`.

    Raises:
        TableError: If the named path is not a folder.
    """
    found = (folder / f"{name}.h5" for folder in places(tables))
    return next((path for path in found if is_file(path)), None)


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
    """Open a table by name or by path.

    A file without checksums in its headers, as in schema 1, is first read in another process (`check_file`), which HDF5 may
    crash if the file is damaged. With ``POKERDATA_CHECK_FILES=1`` in the environment this is done once for every file.

    Args:
        name_or_path: A name, which is searched in `places`, or a path: a ``Path``, or text that contains ``/`` or ends in
            ``.h5``. NAME.h5 without a folder is searched as NAME if there is no such file.
        tables: The only folder to search for a name; by default as in `places`.
        *classes: Possible classes of the table; it is opened as the first one with the table's ``KIND``. `Table`, the
            default, accepts any.

    Raises:
        TableError: If the file is missing, damaged, truncated, foreign, of another schema version or another kind, or
            contains a table with another name.
        ValueError: If it is not a name or path.
    """
    if not isinstance(name_or_path, str | os.PathLike) or not os.fspath(name_or_path):
        raise ValueError(f"table: expected a name or a path, got {name_or_path!r}; e.g. 'river_strength'")
    text = os.fspath(name_or_path)
    by_path = isinstance(name_or_path, os.PathLike) or os.sep in text or text.endswith(".h5")
    name = text.removesuffix(".h5")
    elsewhere = by_path and name_or_path == Path(text).name and not is_file(Path(text))
    if elsewhere and find_table(name, tables) is not None:
        text, by_path = name, False
    path = Path(text) if by_path else find_table(text, tables)
    if path is None or not is_file(path):
        if by_path:
            raise TableError(
                f"there is no table at {shortened(text, 200)}: expected the path of an .h5 file, or a name; "
                "e.g. river_strength"
            )
        looked = ", nor in ".join(str(folder.absolute()) for folder in places(tables))
        name = shortened(text, 100)
        raise MissingTableError(name, f"table {name} is not in {looked}")

    def class_of(kind: str) -> type[Table]:
        for known in classes or (Table,):
            if known.KIND in (None, kind):
                return known
        raise TableError(
            f"{path}: expected a table of kind {' or '.join(str(known.KIND) for known in classes)}, got one of kind "
            f"{kind}"
        )

    _check_headers(path)
    table = read_table(path, class_of)
    check_layout(table)
    if not by_path and table.name != text:
        raise TableError(
            f"{path} holds the table {table.name}, not {text}: it was renamed or copied over. "
            f"Move it back to {table.name}.h5 and build {text} with `pokerdata make {text}`"
        )
    return table


def open_only(
    name_or_path: str | os.PathLike[str],
    tables: str | os.PathLike[str] | None,
    wanted: type[T],
    expected: str,
    example: str,
) -> T:
    """Open a table of one kind, with an error that says in words what was expected.

    Args:
        name_or_path: As for `open_table`.
        tables: As for `open_table`.
        wanted: Class of the table.
        expected: Description, such as 'a trade-off'.
        example: File name of such a table.

    Raises:
        TableError: As `open_table`; also for a table of another kind.
        ValueError: If it is not a name or path.
    """
    table = open_table(name_or_path, tables, wanted, Table)
    if not isinstance(table, wanted):
        raise TableError(
            f"{table.path}: expected {expected}, got a table of kind {table.kind}; e.g. {example}"
        )
    return table


def _check_headers(path: Path) -> None:
    try:
        known = has_checksums(path) and os.environ.get(_ALL) != "1"
        if known or not is_hdf5(path):
            return  # HDF5 checks them before it continues, or the file is rejected before HDF5 sees it
        state = path.stat()
    except OSError:
        return  # reported when the file is read
    key = (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns)
    if key not in _checked:
        check_file(path, seconds=_LONGEST)
        _checked.add(key)
