from pathlib import Path

import numpy as np
import pytest

from pokerdata.pipeline.store import write_table


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """Return a small table, written to a folder of tables."""
    path = tmp_path / "tables" / "boards.h5"
    write_table(
        path,
        name="boards",
        kind="boards",
        arrays={
            "flop": np.arange(30, dtype="<u1").reshape(10, 3),
            "orbit": np.array([4, 12, 24], dtype="<u4"),
        },
        attributes={"description": "canonical boards", "streets": ["flop", "turn"], "denominator": 1980},
        dataset_attributes={"flop": {"units": "card", "axes": ["board", "card"]}},
    )
    return path
