from typing import Any

import pytest

from helpers import random_counts
from pokerdata import games


@pytest.fixture(scope="session")
def uneven_game() -> tuple[games.JointCountGame, tuple[Any, ...]]:
    """A game over uneven counts, and what it is made of."""
    return random_counts.uneven_game()
