"""What all kinds of abstraction have in common: their keys in a recipe, their sizes, and how their buckets are built."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np

from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.abstraction.sizes import (
    MOST_COUNTED,
    SAMPLING,
    Size,
    check_recall,
    instead_of_counts,
    street_sizes,
)
from pokerdata.errors import CapacityError
from pokerdata.store import Table
from pokerdata.store.sharded import Job, RunShards, Shard
from pokerdata.strength.metrics import check_metric
from pokerdata.support.arguments import as_count
from pokerdata.support.cost import Cost
from pokerdata.support.progress import Progress
from pokerdata.support.sections import key

#: Raw boards that can be drawn at least and at most: half of all canonical boards are among the most.
FEWEST_DRAWN, MOST_DRAWN = 100, 100_000
#: The seed of the boards where none is given.
DRAWING_SEED = 0

T = TypeVar("T", bound=Table)
Arrays = Mapping[str, np.ndarray[Any, np.dtype[Any]]]


class Work(Protocol):
    """What building a table is given, as a stage of a recipe is: parameters, tables, threads, finished parts."""

    threads: int
    parameters: Mapping[str, object]

    def table(self, name: str, *classes: type[T]) -> T:
        """One of the tables that are built from, opened as one of `classes`."""

    def progress(self, done: int, total: int, note: str = "") -> None:
        """Tell how much is done.

        Args:
            done: How much is done.
            total: Of how much in all.
            note: How it goes, in words.

        Raises:
            KeyboardInterrupt: If the work was interrupted.
        """

    def load_shard(self, key: str) -> dict[str, np.ndarray[Any, np.dtype[Any]]] | None:
        """A part that an earlier, interrupted run finished, or None."""

    def save_shard(self, key: str, arrays: Arrays) -> None:
        """Keep a finished part."""

    def run_shards(
        self, job: Job[Any], shards: Sequence[Shard], *, threads: int, progress: Progress | None
    ) -> Iterator[tuple[int, Arrays]]:
        """Run shards, here or elsewhere; as `store.sharded.Keep` has it."""

    @property
    def workers(self) -> int:
        """Processes that run shards: 1 where they run in this one."""

    def rounds(self, job: Job[Any]) -> AbstractContextManager[RunShards]:
        """A function that runs shards again and again, given them and a progress, as `run_shards` does."""

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
    """A card abstraction of hold'em, as a section [abstraction.NAME] of a recipe gives it.

    A kind is a subclass in a file of its own: its keys, the class of its table NAME_buckets (`TABLE`), what builds that
    (`build`, a function of a module, so that its fingerprint holds nothing else), from what and at what cost.

    Raises:
        ValueError: If the values make no abstraction.
        CapacityError: If there are more sequences than can be numbered.
    """

    TABLE: ClassVar[type[BucketTable]]
    #: How far hands spread over the sequences, by the time that more sequences cost: less than 1 where few hold most hands.
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
        """What else determines NAME_buckets."""

    @property
    @abstractmethod
    def cost(self) -> Cost:
        """What building NAME_buckets costs."""

    @property
    @abstractmethod
    def words(self) -> list[str]:
        """What its hands are told apart by, e.g. ['history', 'ehs2_river']."""

    @property
    def sizes(self) -> tuple[Size, ...]:
        """The buckets of preflop, flop, turn and river, e.g. (5, 2) for nested ones."""
        return street_sizes(self.buckets)

    @property
    def counts(self) -> tuple[int, ...]:
        """Numbers of buckets of preflop, flop, turn and river."""
        return tuple(prod(size) for size in self.sizes)

    @property
    def sequences(self) -> int:
        """Bucket sequences on the river."""
        return prod(self.counts)

    @property
    def perfect_recall(self) -> bool:
        """Whether the state is the sequence of buckets rather than the last one."""
        return self.recall == "perfect"

    @property
    def is_counted(self) -> bool:
        """Whether joint counts are made of it: perfect recall, at most 10,000 river sequences."""
        return self.perfect_recall and self.sequences <= MOST_COUNTED

    @property
    def drawn(self) -> dict[str, int]:
        """How many boards are drawn for the joint counts, and their seed; empty where all are counted."""
        if self.boards is None:
            return {}
        return {"boards": self.boards, "boards_seed": DRAWING_SEED if self.seed is None else self.seed}

    def describe(self) -> str:
        """It in words: 'history, ehs2_river, 5-5-5-5'."""
        recall = [] if self.perfect_recall else [f"{self.recall} recall"]
        return ", ".join([*self.words, *recall, "-".join(str(b) for b in self.buckets)])

    def check_counted(self, name: str) -> None:
        """Check that the abstraction has joint counts; the error names the way out.

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
    """An abstraction by thresholds on one metric; its seed is that of drawn boards alone."""

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
        """Its kind and its metric."""
        return [self.kind, self.metric]
