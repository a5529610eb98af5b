"""From the name of a study to its folder and its code; beside the package in a checkout, else inside it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from pokerdata.store.locations import data_path
from pokerdata.studies.study import FILE, Study, read_study
from pokerdata.support.text import nearest

_PACKAGE = "pokerdata_studies"  # what the folder of all studies is imported as, so that no other package is in its way


def study_names() -> list[str]:
    """Names of the studies that come with the package."""
    return sorted(path.parent.name for path in data_path("studies").glob(f"*/{FILE}"))


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
        known = ", ".join(names) or "(none came with the package)"
        raise ValueError(
            f"study: expected one of {known}, got {name!r}{nearest(found, names)} Run `pokerdata study` for a list"
        )
    return read_study(data_path("studies") / found)


def study_module(name: str, module: str = "study") -> ModuleType:
    """A file of a study's code, imported; its other files are imported from it as ``from .rules import ...``.

    Args:
        name: Of the study.
        module: Name of the file, without ``.py``.

    Raises:
        ValueError: Where there is no such study.
        ModuleNotFoundError: Where there is no such file, or what it imports is not installed.
    """
    folder = find_study(name).folder
    _packaged(folder.parent)
    return import_module(f"{_PACKAGE}.{folder.name}.{module}")


def _packaged(folder: Path) -> None:
    if _PACKAGE not in sys.modules:
        package = ModuleType(_PACKAGE, "The folder of all studies.")
        package.__path__ = [str(folder)]
        sys.modules[_PACKAGE] = package
