"""Base of all kinds of abstraction: options, sizes, the build protocol, and transitions of bucket sequences."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.arguments import as_count, key
from pokerdata._support.costs import Cost
from pokerdata._support.progress import Progress
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.cards.strength.metrics import check_metric
from pokerdata.errors import CapacityError
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.sharded import Job, RunShards, Shard

#: Preflop hands up to suits: this many preflop buckets lose no information.
LOSSLESS = 169
MOST_BUCKETS = 1000
#: Largest number of river sequences for joint counts: 10 buckets on every street.
MOST_COUNTED = 10_000
#: Sequences are numbered in 16 bits, and the last number means no hand.
MOST_SEQUENCES = 0xFFFF

SAMPLING = 'public chance sampling, algorithm = "pcs"'
IMPERFECT = 'recall = "imperfect" (any kind but history)'
SAMPLING_OF_IMPERFECT = f"{IMPERFECT} and {SAMPLING}"

#: Buckets of one street: (5,), or (5, 2) for five with two inner buckets each.
Size = tuple[int, ...]


def street_sizes(buckets: Sequence[object], *, nested: bool = False) -> tuple[Size, ...]:
    """Return the buckets of preflop, flop, turn and river from a recipe's list.

    Args:
        buckets: Four whole numbers, of which the first may be "lossless".
        nested: Whether the list has texts such as "5x2" instead.

    Raises:
        ValueError: If the number of streets is wrong, or an entry is not a number of buckets.
    """
    if isinstance(buckets, str) or len(buckets) != 4:
        raise ValueError(_expected(buckets, nested))
    sizes = tuple(_size(street, given, nested) for street, given in enumerate(buckets))
    if any(size is None for size in sizes):
        raise ValueError(_expected(buckets, nested))
    return sizes  # type: ignore[return-value]


def instead_of_counts(sequences: int) -> str:
    """Name the recipe options that solve this many river sequences without joint counts."""
    return SAMPLING if sequences <= MOST_SEQUENCES else SAMPLING_OF_IMPERFECT


def check_recall(recall: str, counts: Sequence[int]) -> str:
    """Check the name of a recall, and that its states can be numbered.

    Args:
        recall: 'perfect' or 'imperfect'.
        counts: Numbers of buckets of the streets.

    Returns:
        The given recall.

    Raises:
        ValueError: If the name is unknown.
        CapacityError: If there are more sequences than can be numbered.
    """
    if recall not in ("perfect", "imperfect"):
        raise ValueError(f"recall: expected perfect or imperfect, got {recall!r}; e.g. 'perfect'")
    if recall == "perfect" and prod(counts) > MOST_SEQUENCES:
        raise CapacityError(
            f"buckets: expected at most {MOST_SEQUENCES:,} sequences with perfect recall, or "
            f"{instead_of_counts(prod(counts))}, got {list(counts)}, which are {prod(counts):,}"
        )
    return recall


def counting_memory(sequences: int) -> int:
    """Return the peak memory, in bytes, for the joint counts of this many river sequences."""
    waiting = min(8 * sequences**2, 256 << 20)  # counts that wait to be summed
    return 500_000_000 + 32 * sequences**2 + waiting


def most_that_fit(need: Callable[[int], int], limit: int, memory: int) -> int:
    """Return the largest number of buckets up to `limit` that needs at most `memory` bytes; 1 if 2 need more."""
    return 1 + bisect_right(range(2, limit + 1), memory, key=need)


def fitting_text(most: int) -> str:
    """Describe the result of `most_that_fit` in words."""
    return f"{most} buckets a street fit" if most > 1 else "not even 2 buckets a street fit"


def _size(street: int, given: object, nested: bool) -> Size | None:
    if street == 0 and given in ("lossless", LOSSLESS):
        return (LOSSLESS,)
    if nested:
        found = re.fullmatch(r"([0-9]+) ?x ?([0-9]+)", given) if isinstance(given, str) else None
        size: Size = () if found is None else (int(found[1]), int(found[2]))
    else:
        size = (given,) if type(given) is int else ()
    most = LOSSLESS if street == 0 else MOST_BUCKETS
    return size if size and min(size) >= 2 and prod(size) <= most else None


def _expected(buckets: object, nested: bool) -> str:
    if nested:
        return (
            "buckets: expected four texts like '5x2', five buckets with two in each, for preflop (or 'lossless'), "
            f"flop, turn and river, at most {MOST_BUCKETS} a street, got {buckets}; e.g. ['5x2', '5x2', '5x2', '5x2']"
        )
    return (
        f"buckets: expected four whole numbers from 2 to {MOST_BUCKETS}, for preflop (at most {LOSSLESS}, or "
        f"'lossless'), flop, turn and river, got {buckets}; e.g. [5, 5, 5, 5]"
    )


#: Fewest and most raw boards that can be sampled; the most include half of all canonical boards.
FEWEST_DRAWN, MOST_DRAWN = 100, 100_000
#: Default seed of the sampled boards.
DRAWING_SEED = 0

T = TypeVar("T", bound=Table)
Arrays = Mapping[str, np.ndarray[Any, np.dtype[Any]]]


class Work(Protocol):
    """Interface for building a table, as for a stage of a recipe: parameters, tables, threads, finished parts."""

    threads: int
    parameters: Mapping[str, object]

    def table(self, name: str, *classes: type[T]) -> T:
        """Open a parent table as one of `classes`."""

    def progress(self, done: int, total: int, note: str = "") -> None:
        """Report progress.

        Args:
            done: Work done.
            total: Total work.
            note: Short note on the state of the work.

        Raises:
            KeyboardInterrupt: If the work was interrupted.
        """

    def load_shard(self, key: str) -> dict[str, np.ndarray[Any, np.dtype[Any]]] | None:
        """Return a part that an earlier, interrupted run finished, or None."""

    def save_shard(self, key: str, arrays: Arrays) -> None:
        """Save a finished part."""

    def run_shards(
        self, job: Job[Any], shards: Sequence[Shard], *, threads: int, progress: Progress | None
    ) -> Iterator[tuple[int, Arrays]]:
        """Run shards, here or elsewhere, as `store.sharded.Keep` does."""

    @property
    def workers(self) -> int:
        """Return the number of processes that run shards: 1 if they run in this one."""

    def rounds(self, job: Job[Any]) -> AbstractContextManager[RunShards]:
        """Return a function that runs shards repeatedly, given shards and a progress, as `run_shards` does."""

    def write(
        self,
        *,
        kind: str,
        arrays: Arrays,
        attributes: Mapping[str, object],
        dataset_attributes: Mapping[str, Mapping[str, object]] = ...,
    ) -> None:
        """Write the table."""


@dataclass(frozen=True, kw_only=True)
class Abstraction(ABC):
    """A card abstraction of hold'em, as in a section [abstraction.NAME] of a recipe.

    A kind of abstraction is a subclass in its own file. It defines its options, the class of its table NAME_buckets
    (`TABLE`), the function that builds the table (`build`), its parents and its cost.

    Raises:
        ValueError: If the values are inconsistent.
        CapacityError: If there are more sequences than can be numbered.
    """

    TABLE: ClassVar[type[BucketTable]]
    #: Revision of `build` and all Python that it calls: raise it when a change affects the buckets.
    REVISION: ClassVar[int] = 1
    #: C++ folders that `build` calls.
    KERNELS: ClassVar[tuple[str, ...]] = ("abstraction",)
    #: Spread of hands over the sequences, measured by the cost of more sequences: below 1 if few sequences hold most hands.
    SPREAD: ClassVar[float] = 1.0

    kind: str = key("how hands are put into buckets")
    recall: str = key("perfect: the state is the sequence of buckets; imperfect: the last bucket", "perfect")
    buckets: list[Any] = key(
        'buckets of preflop, flop, turn and river, e.g. [5, 5, 5, 5], ["lossless", 5, 5, 5] or, nested, ["5x2", ...]'
    )
    boards: int | None = key(
        f"boards drawn for the joint counts, {FEWEST_DRAWN} to {MOST_DRAWN}; not given, all are counted, which is exact",
        None,
    )
    seed: int | None = key("of the boards that are drawn; 0 if not given", None)

    def __post_init__(self) -> None:
        check_recall(self.recall, self.counts)
        if self.boards is not None:
            self._check_drawn()

    @staticmethod
    @abstractmethod
    def build(work: Work) -> None:
        """Build and write NAME_buckets."""

    @property
    @abstractmethod
    def parents(self) -> tuple[str, ...]:
        """Names of the tables that NAME_buckets is built from."""

    @property
    @abstractmethod
    def parameters(self) -> dict[str, object]:
        """Other values that determine NAME_buckets."""

    @property
    @abstractmethod
    def cost(self) -> Cost:
        """Cost of building NAME_buckets."""

    @property
    @abstractmethod
    def words(self) -> list[str]:
        """Names of what distinguishes hands, e.g. ['history', 'ehs2_river']."""

    @property
    def sizes(self) -> tuple[Size, ...]:
        """Buckets of preflop, flop, turn and river, e.g. (5, 2) for nested ones."""
        return street_sizes(self.buckets)

    @property
    def counts(self) -> tuple[int, ...]:
        """Numbers of buckets of preflop, flop, turn and river."""
        return tuple(prod(size) for size in self.sizes)

    @property
    def sequences(self) -> int:
        """Number of bucket sequences on the river."""
        return prod(self.counts)

    @property
    def perfect_recall(self) -> bool:
        """Whether the state is the sequence of buckets, not only the last one."""
        return self.recall == "perfect"

    @property
    def is_counted(self) -> bool:
        """Whether it has joint counts: perfect recall, at most 10,000 river sequences."""
        return self.perfect_recall and self.sequences <= MOST_COUNTED

    @property
    def drawn(self) -> dict[str, int]:
        """Number of boards sampled for the joint counts, and their seed; empty if all boards are counted."""
        if self.boards is None:
            return {}
        return {"boards": self.boards, "boards_seed": DRAWING_SEED if self.seed is None else self.seed}

    def describe(self) -> str:
        """Describe the abstraction in words: 'history, ehs2_river, 5-5-5-5'."""
        recall = [] if self.perfect_recall else [f"{self.recall} recall"]
        return ", ".join([*self.words, *recall, "-".join(str(b) for b in self.buckets)])

    def check_counted(self, name: str) -> None:
        """Raise an error unless the abstraction has joint counts; the message names the alternatives.

        Args:
            name: The name of the abstraction.

        Raises:
            ValueError: If recall is imperfect.
            CapacityError: If there are more than 10,000 river sequences.
        """
        if self.is_counted:
            return
        if not self.perfect_recall:
            raise ValueError(
                f"[abstraction.{name}] has imperfect recall, so there are no joint counts of sequences: expected "
                f"{SAMPLING}, which needs none"
            )
        raise CapacityError(
            f"[abstraction.{name}]: expected at most {MOST_COUNTED:,} bucket sequences on the river, or "
            f"{instead_of_counts(self.sequences)}, which needs no joint counts, got {self.sequences:,}, whose joint "
            f"counts would take {32 * self.sequences**2 / 1e9:,.0f} GB"
        )

    def _check_drawn(self) -> None:
        drawn = f"boards: got {self.boards}, but boards are drawn for joint counts, which"
        if not self.perfect_recall:
            raise ValueError(
                f"{drawn} are not made with recall = {self.recall!r}; expected no boards, or recall = 'perfect'"
            )
        if not self.is_counted:
            raise ValueError(
                f"{drawn} are made of at most {MOST_COUNTED:,} river sequences, not {self.sequences:,}; expected no "
                "boards, or fewer buckets; e.g. buckets = [5, 5, 5, 5]"
            )
        as_count(self.boards, "boards", FEWEST_DRAWN, MOST_DRAWN, 5_000)
        as_count(self.drawn["boards_seed"], "seed", 0, 2**63 - 1, 1)


@dataclass(frozen=True, kw_only=True)
class MetricAbstraction(Abstraction):
    """An abstraction by thresholds on one metric; it uses its seed for sampled boards only."""

    metric: str = key("ehs, ehs2_river or ehs2_next", "ehs2_river")

    def __post_init__(self) -> None:
        super().__post_init__()
        check_metric(self.metric)
        if self.boards is None and self.seed is not None:
            raise ValueError(
                f"seed: got {self.seed}, the seed of drawn boards, but none are drawn; expected boards with it; e.g. "
                "boards = 5_000"
            )

    @property
    def words(self) -> list[str]:
        """Return the kind and the metric."""
        return [self.kind, self.metric]


#: Ways to deal each street's cards, given both hands and the board so far.
DEALS = {"flop": 17296, "turn": 45, "river": 44}
#: The same if all streets count deals of the same whole boards.
DEALS_OF_DRAWN = {"flop": 1, "turn": 1, "river": 1}


def ways_to_deal(counted: Mapping[str, Any]) -> dict[str, int]:
    """Return the divisor of each street's joint counts, by the attributes (or parameters) of a table NAME_counts."""
    return DEALS_OF_DRAWN if counted.get("boards") else DEALS


def joint_transitions(
    counts: NDArray[np.uint64], before: NDArray[np.uint64], deals: int
) -> NDArray[np.float64]:
    """Return ``T[sc, s'c'] = N_r[sc, s'c'] / (m_r N_{r-1}[s, s'])``: transition probabilities of both players' sequences.

    Every cell is one correctly rounded division, so the bits are the same on every machine.

    Args:
        counts: uint64 [S_r, S_r]; S_r is a multiple of S_{r-1}, and the children of s are s * B + c.
        before: uint64 [S_{r-1}, S_{r-1}].
        deals: m_r, the ways to deal the street's cards.

    Returns:
        float64 [S_r, S_r], 0 where ``before`` is 0; the cells of a parent pair sum to 1.
    """
    size = len(before)
    split = counts.reshape(size, len(counts) // size, size, -1)
    result = np.zeros(counts.shape)
    parents = before * np.uint64(deals)
    for s in range(size):  # row by row, to avoid a second matrix
        np.divide(
            split[s],
            parents[s][:, None],
            out=result.reshape(split.shape)[s],
            where=parents[s][:, None] > 0,
        )
    return result


def player_transitions(
    counts: NDArray[np.uint64], before: NDArray[np.uint64], deals: int
) -> NDArray[np.float64]:
    """Return ``P[s, c] = n_r[sc] / (m_r n_{r-1}[s])``: transition probabilities of one player's sequence.

    Args:
        counts: uint64 [S_r, S_r].
        before: uint64 [S_{r-1}, S_{r-1}].
        deals: m_r, the ways to deal the street's cards.

    Returns:
        float64 [S_{r-1}, B_r]; rows sum to 1 (or 0).
    """
    now = counts.sum(axis=1).reshape(len(before), -1)
    parents = before.sum(axis=1)[:, None] * np.uint64(deals)
    result = np.zeros(now.shape)
    np.divide(now, parents, out=result, where=parents > 0)
    return result


def earlier_counts(counts: NDArray[np.uint64], buckets: int, deals: int) -> NDArray[np.uint64]:
    """Return ``N_{r-1}`` from ``N_r``: summed over the children of both players, divided by the deals of street r.

    It is exact: every deal of the previous street occurs ``deals`` times.

    Args:
        counts: uint64 [S_r, S_r].
        buckets: Buckets of street r, the children of each earlier sequence.
        deals: Ways to deal the cards of street r.

    Raises:
        ValueError: If the counts are not multiples of the number of deals, and therefore not exact.
    """
    size = len(counts) // buckets
    sums = np.zeros((size, size), np.uint64)
    for b in range(buckets):
        rows = counts[b::buckets].reshape(size, size, buckets)
        sums += rows.sum(axis=2, dtype=np.uint64)
    if np.any(sums % np.uint64(deals)):
        raise ValueError("the joint counts do not divide by the number of deals: they are not exact")
    return sums // np.uint64(deals)
