from __future__ import annotations

import pytest

from helpers.short_decks import LIMIT, NO_LIMIT, SmallGame, small_game


@pytest.fixture(scope="session", params=[LIMIT, NO_LIMIT], ids=["limit", "no-limit"])
def small(request: pytest.FixtureRequest) -> SmallGame:
    return small_game(request.param, "9QA")
