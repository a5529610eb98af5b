from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers import toys


@pytest.fixture(autouse=True)
def nothing_built() -> Iterator[None]:
    """Clear the toy stages' record of work."""
    toys.built.clear()
    yield
    toys.built.clear()


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    return tmp_path / "tables"
