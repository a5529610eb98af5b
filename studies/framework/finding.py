"""Find the folder and the code of a study by name."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

from pokerdata._support.text import nearest
from studies.framework.study import FILE, Study, read_study

STUDIES = Path(__file__).resolve().parents[1]


def study_names() -> list[str]:
    """Return the names of the studies in this checkout."""
    return sorted(path.parent.name for path in STUDIES.glob(f"*/{FILE}"))


def find_study(name: str) -> Study:
    """Return a study by its name.

    Args:
        name: One of `study_names`; ``-`` may stand for ``_``.

    Raises:
        ValueError: If the study does not exist or its file is invalid.
    """
    names = study_names()
    found = name.replace("-", "_")
    if found not in names:
        known = ", ".join(names) or "(none)"
        raise ValueError(
            f"study: expected one of {known}, got {name!r}{nearest(found, names)} Run `pokerdata study` for a list"
        )
    return read_study(STUDIES / found)


def study_module(name: str, module: str = "study") -> ModuleType:
    """Import a file of a study's code; the file can import its neighbours with ``from .rules import ...``.

    Args:
        name: Name of the study.
        module: Name of the file, without ``.py``.

    Raises:
        ValueError: If the study does not exist.
        ModuleNotFoundError: If the file does not exist, or imports a module that is not installed.
    """
    return import_module(f"{STUDIES.name}.{find_study(name).folder.name}.{module}")
