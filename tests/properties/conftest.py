"""Random draws that are the same in every run, and the plain account of poker they are compared with."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st


def _load(name: str) -> ModuleType:
    """A helper module beside the tests; loaded by path, because test folders are no packages."""
    specification = spec_from_file_location(f"pokerdata_{name}", Path(__file__).with_name(f"{name}.py"))
    assert specification is not None
    assert specification.loader is not None
    module = module_from_spec(specification)
    sys.modules[specification.name] = module
    specification.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def reference() -> ModuleType:
    """Poker by the book."""
    return _load("reference")


@pytest.fixture(scope="session")
def random_games() -> ModuleType:
    """Rules of games at random."""
    return _load("random_games")


@pytest.fixture(scope="session")
def random_recipes() -> ModuleType:
    """Recipes at random."""
    return _load("random_recipes")


@pytest.fixture(scope="session")
def both_ways() -> ModuleType:
    """Games in the engine and by the book."""
    return _load("both_ways")


@pytest.fixture(scope="session")
def holds() -> Callable[..., None]:
    """Checks a property on random draws."""
    return check_draws


def check_draws(check: Callable[..., None], draws: int, *strategies: st.SearchStrategy[Any]) -> None:
    """Check a property on so many draws, the same in every run; a failure is reduced to the smallest one found."""
    settings(
        max_examples=draws,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )(given(*strategies)(check))()
