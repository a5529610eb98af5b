"""Where things are: recipes and manifest beside or inside the package, tables in one of several places."""

from __future__ import annotations

import os
from pathlib import Path

from pokerdata.errors import TableError

PACKAGE = Path(__file__).resolve().parent.parent
_VARIABLE = "POKERDATA_TABLES"


def checkout(package: Path = PACKAGE) -> Path | None:
    """The checkout around the folder `package`, or None where it is installed by itself."""
    root = package.parent
    is_checkout = (root / "pyproject.toml").is_file() and (root / "pipelines").is_dir()
    return root if is_checkout else None


def data_path(relative: str, package: Path = PACKAGE) -> Path:
    """The path of ``pipelines`` or ``tables/manifest.toml``, whether or not it is there."""
    return (checkout(package) or package / "data") / relative


_ROOT = checkout()
#: The folder of tables in the checkout from which the package is imported, or None.
TABLES_OF_CHECKOUT = None if _ROOT is None else _ROOT / "tables"


def tables_folder(tables: str | os.PathLike[str] | None = None) -> Path:
    """The folder that tables are written to: the argument, else ``$POKERDATA_TABLES``, else ``./tables``.

    It need not exist yet.

    Args:
        tables: The folder, if it is not one of the others.

    Raises:
        TableError: If it is something other than a folder.
    """
    return _folder(Path(tables or os.environ.get(_VARIABLE) or "tables"))


def places(tables: str | os.PathLike[str] | None = None) -> list[Path]:
    """The folders in which a table is looked for by its name, in this order.

    The argument alone where it is given; else ``$POKERDATA_TABLES`` alone where it is set; else ``./tables``, the folder
    ``tables`` of the checkout where the package is imported from one, and ``pokerdata/tables`` in the user's folder of
    data (``$XDG_DATA_HOME``, else ``~/.local/share``).

    Args:
        tables: The only folder to look in, if any.

    Raises:
        TableError: If the one that was named is something other than a folder.
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
