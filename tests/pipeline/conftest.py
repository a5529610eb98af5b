import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

TOYS = Path(__file__).with_name("toys.py")


@pytest.fixture(scope="session")
def toys_module() -> ModuleType:
    """The module of toy stages; loaded by path, because test folders are no packages."""
    specification = importlib.util.spec_from_file_location("pokerdata_toys", TOYS)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["pokerdata_toys"] = module
    specification.loader.exec_module(module)
    return module


@pytest.fixture
def toys(toys_module: ModuleType) -> Iterator[ModuleType]:
    toys_module.built.clear()
    yield toys_module
    toys_module.built.clear()


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    return tmp_path / "tables"
