"""Write solved spots in the format of version 0.2: raw sums, and an index of all decisions on all boards."""

from pathlib import Path
from typing import Any

import numpy as np

from pokerdata._core.spots import layout
from pokerdata.pipeline.store import write_table
from pokerdata.spots import SpotSolution
from pokerdata.spots.spot_parts import KIND


def save_earlier(solution: SpotSolution, path: Path, *, to: str | None = None) -> None:
    """Write a solution that `solve_spot` returned."""
    now: dict[str, Any] = {**solution.table(to)}
    last = solution.spot.streets.index(now["attributes"]["kept_to"])
    index = layout(solution.game, solution.sums[:0])
    index = index[index[:, 0] <= last]
    arrays = {name: array for name, array in now["arrays"].items() if name[:5] in ("board", "hands")}
    arrays |= {"index": index, "sums": solution.sums[: (index[:, 4] + index[:, 5] * index[:, 7]).max()]}
    arrays["log"] = np.array([[r.iteration, r.seconds, *r.values.numbers] for r in solution.log])
    if last + 1 < len(solution.spot.streets):
        ends = zip(("oop", "ip"), solution.ends(last), strict=True)
        arrays |= {f"ends_{name}": values.astype(np.float32) for name, values in ends}
    write_table(
        path,
        name=path.stem,
        kind=KIND,
        arrays=arrays,
        attributes={**now["attributes"], "precision": str(solution.sums.dtype)},
    )
