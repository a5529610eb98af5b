import importlib.util
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def enumeration() -> ModuleType:
    """Standings by plain enumeration; loaded by path, because test folders are no packages."""
    specification = importlib.util.spec_from_file_location(
        "pokerdata_enumeration", Path(__file__).with_name("enumeration.py")
    )
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module
