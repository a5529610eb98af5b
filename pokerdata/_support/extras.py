"""Optional packages of the extras, imported on use; if one is missing, the error names the extra."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

#: Module -> the extra of `pyproject.toml` that contains it, and its name on the package index.
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

    Use it around imports of optional packages: ``with imported_for("frames"): import pandas``.
    Other import errors propagate.

    Args:
        what: Feature that needs the package.

    Raises:
        ModuleNotFoundError: If it is not installed; the message names the extra.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in EXTRAS:
            raise
        raise not_installed(what, [missing]) from error


def data_frame(rows: Any, **how: Any) -> Any:
    """Return a pandas DataFrame.

    Args:
        rows: Rows, in a form that pandas accepts.
        **how: Other arguments of pandas.DataFrame.

    Raises:
        ModuleNotFoundError: If pandas is not installed; the message names the extra.
    """
    with imported_for("frames"):
        import pandas

    return pandas.DataFrame(rows, **how)


def check_installed(what: str, modules: Iterable[str], *, otherwise: str = "") -> None:
    """Raise an error if a module is missing, without importing any.

    Args:
        what: Feature that needs them.
        modules: Names of the modules.
        otherwise: Alternative to installing them, such as "leave it out".

    Raises:
        ModuleNotFoundError: If any are not installed; the message names their extras.
    """
    if missing := [module for module in modules if not find_spec(module)]:
        raise not_installed(what, missing, otherwise)


def not_installed(what: str, missing: list[str], otherwise: str = "") -> ModuleNotFoundError:
    """Return the error for missing modules; modules without an extra are listed by name.

    Args:
        what: Feature that needs them.
        missing: Names of the modules.
        otherwise: Alternative to installing them.
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
