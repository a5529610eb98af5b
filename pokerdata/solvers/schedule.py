"""The iterations at which a run is evaluated."""

from collections.abc import Iterator


def checkpoints() -> Iterator[int]:
    """1, 2, 3, 4, 5, 7, 9, 11, 16, 21, 31, 41, 51, 71, 91, 111, 161, 211, ...: eight a decade, log-spaced.

    These are the points of published comparisons, so that "first below the target" means the same iteration.
    """
    power, first = 1, 1
    while True:
        for eighths in (0, 5, 10, 20, 30, 40, 60, 80):
            if power > 1 or eighths != 5:
                yield first + power * eighths // 10
        power *= 10
        first += power


def next_evaluation(iteration: int, every: int | None = None) -> int:
    """The first iteration after this one to evaluate at: a checkpoint, or a multiple of ``every``."""
    point = next(c for c in checkpoints() if c > iteration)
    return point if every is None else min(point, (iteration // every + 1) * every)
