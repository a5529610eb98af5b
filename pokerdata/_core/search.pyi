from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.play import Betting, Definition

class Model:
    def shares(
        self,
        betting: Betting,
        history: str,
        hole: Sequence[int],
        board: Sequence[int],
        menu: Sequence[tuple[int, int]],
    ) -> dict[str, float]: ...

class FixedModel(Model):
    def __init__(self, triple: Sequence[float]) -> None: ...

class CountedModel(Model):
    def __init__(self, streets: int, triples: Sequence[Sequence[float]]) -> None: ...

class TableModel(Model):
    def __init__(self, table: Mapping[str, Sequence[float]], other: Model) -> None: ...

class CalledModel(Model):
    def __init__(
        self, function: Callable[[str, tuple[int, ...], tuple[int, ...]], Sequence[float]]
    ) -> None: ...

class Search:
    def __init__(
        self,
        *,
        betting: Betting,
        history: str,
        hole: Sequence[int],
        board: Sequence[int],
        ranges: Sequence[tuple[int, NDArray[np.float64]]],
        models: Sequence[Model],
        playout: Sequence[Model],
        menu: Sequence[tuple[int, int]],
        exploration: float,
        backup: str,
        select_opponents: bool,
        expand_all: bool,
        playouts: int,
        merge_suits: bool,
        exact_leaves: bool,
        equity: Callable[[tuple[int, ...]], float] | None,
        seed: int,
    ) -> None: ...
    def run(self, iterations: int, progress: Callable[[int, int], object] | None = None) -> None: ...
    def run_for(self, seconds: float) -> None: ...
    @property
    def iterations(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    def node(self, node: int) -> tuple[str, int, int, float, float]: ...
    def children(self, node: int) -> list[tuple[str | int, int]]: ...

def self_play(
    rules: Definition,
    exploration: float,
    menu: Sequence[tuple[int, int]],
    iterations: int,
    seed: int,
    progress: Callable[[int, int], object] | None = None,
) -> list[tuple[int, str, int, list[int], list[str], list[int]]]: ...
def sampled_chances(
    rules: Definition,
    hole: Sequence[int],
    board: Sequence[int],
    ranges: Sequence[NDArray[np.float64]],
    samples: int,
    seed: int,
) -> tuple[float, float]: ...
def bound_visits(values: Sequence[float], exploration: float, visits: int) -> list[int]: ...
