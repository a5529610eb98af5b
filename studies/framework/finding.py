"""From the name of a study to its folder and its code."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

from pokerdata._support.text import nearest
from studies.framework.study import FILE, Study, read_study

STUDIES = Path(__file__).resolve().parents[1]


def study_names() -> list[str]:
    """Names of the studies of this checkout."""
    return sorted(path.parent.name for path in STUDIES.glob(f"*/{FILE}"))


def find_study(name: str) -> Study:
    """A study by its name.

    Args:
        name: One of `study_names`; ``-`` may stand for ``_``.

    Raises:
        ValueError: Where there is none, or its file is wrong.
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
    """A file of a study's code, imported; its other files are imported from it as ``from .rules import ...``.

    Args:
        name: Of the study.
        module: Name of the file, without ``.py``.

    Raises:
        ValueError: Where there is no such study.
        ModuleNotFoundError: Where there is no such file, or what it imports is not installed.
    """
    return import_module(f"{STUDIES.name}.{find_study(name).folder.name}.{module}")
