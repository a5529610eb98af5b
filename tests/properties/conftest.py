"""Random draws that are the same in every run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st


@pytest.fixture(scope="session")
def holds() -> Callable[..., None]:
    """Return a function that checks a property on random draws."""
    return check_draws


def check_draws(check: Callable[..., None], draws: int, *strategies: st.SearchStrategy[Any]) -> None:
    """Check a property on a number of reproducible draws; a failure is reduced to the smallest one found."""
    settings(
        max_examples=draws,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )(given(*strategies)(check))()
