from typing import Any

import pytest

from helpers import random_counts
from pokerdata import games


@pytest.fixture(scope="session")
def uneven_game() -> tuple[games.JointCountGame, tuple[Any, ...]]:
    """Return a game over uneven joint counts, and its parts."""
    return random_counts.uneven_game()
