"""Packages of the extras: imported when they are used; where one is missing, an error that names the extra."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

#: Module -> the extra of `pyproject.toml` that has it, and what it is called on the index.
EXTRAS = {
    "matplotlib": ("plot", "matplotlib"),
    "pandas": ("pandas", "pandas"),
    "pyarrow": ("parquet", "pyarrow"),
    "scipy": ("lp", "scipy"),
    "sklearn": ("learn", "scikit-learn"),
    "pyspiel": ("openspiel", "open_spiel"),
    "pokerkit": ("phh", "pokerkit"),
    "distributed": ("cluster", "distributed"),
    "cryptography": ("cluster", "cryptography"),
}


@contextmanager
def imported_for(what: str) -> Iterator[None]:
    """Name the extra when an import fails.

    Use it around imports of its packages: ``with imported_for("frames"): import pandas``.
    What is installed and breaks by itself is told as it is.

    Args:
        what: Cannot be had without it.

    Raises:
        ModuleNotFoundError: Where it is not installed, naming the extra.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in EXTRAS:
            raise
        raise not_installed(what, [missing]) from error


def data_frame(rows: Any, **how: Any) -> Any:
    """A pandas DataFrame.

    Args:
        rows: As pandas takes them.
        **how: More of it.

    Raises:
        ModuleNotFoundError: Without pandas, naming the extra.
    """
    with imported_for("frames"):
        import pandas

    return pandas.DataFrame(rows, **how)


def check_installed(what: str, modules: Iterable[str], *, otherwise: str = "") -> None:
    """Import nothing, and raise if a module is missing.

    Args:
        what: Cannot be had without them.
        modules: Their names.
        otherwise: What else one may do, such as "leave it out".

    Raises:
        ModuleNotFoundError: Where some are not installed, naming the extras of those that are of one.
    """
    if missing := [module for module in modules if not find_spec(module)]:
        raise not_installed(what, missing, otherwise)


def not_installed(what: str, missing: list[str], otherwise: str = "") -> ModuleNotFoundError:
    """The error of modules that are missing; those of no extra go by their own name.

    Args:
        what: Cannot be had without them.
        missing: Their names.
        otherwise: What else one may do.
    """
    called = [EXTRAS[module][1] if module in EXTRAS else module for module in missing]
    extras = sorted({EXTRAS[module][0] for module in missing if module in EXTRAS})
    others = [module for module in missing if module not in EXTRAS]
    install = " ".join([*([f"'pokerdata[{','.join(extras)}]'"] if extras else []), *others])
    return ModuleNotFoundError(
        f"{what}: expected {' and '.join(called)} to be installed, got no module {' or '.join(missing)}; e.g. "
        f"pip install {install}{f', or {otherwise}' if otherwise else ''}",
        name=missing[0],
    )
