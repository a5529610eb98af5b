"""Interface for running shards in other processes, and the values that represent a stage there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pokerdata._support.progress import Progress
from pokerdata.pipeline.records import Digests
from pokerdata.pipeline.store.sharded import Arrays, Job, RunShards, Shard


@dataclass(frozen=True)
class Surroundings:
    """Context of a stage, as values that can be sent.

    Attributes:
        path: Path of its result; the tables of its parents are in the same folder.
        parameters: Values that determine the content besides the parents.
        parents: Names of its parents -> digests of their datasets.
        files: Names of its parents -> SHA-256 of their files.
        trust: Whether user code named in the recipe may run.
    """

    path: Path
    parameters: Mapping[str, object]
    parents: Mapping[str, Digests]
    files: Mapping[str, str]
    trust: bool


class Elsewhere(Protocol):
    """Runs shards in other processes."""

    def workers(self) -> int:
        """Return the current number of processes that run shards."""

    def rounds(self, job: Job[Any], around: Surroundings) -> AbstractContextManager[RunShards]:
        """Run shards repeatedly, where later ones depend on earlier results; prepared state is kept.

        Args:
            job: As for `run`.
            around: As for `run`.

        Returns:
            Context manager of a function that runs shards, given shards and a progress, and yields as `run` does.
        """

    def run(
        self, job: Job[Any], shards: Sequence[Shard], around: Surroundings, progress: Progress | None
    ) -> Iterator[tuple[int, Arrays]]:
        """Run shards.

        Args:
            job: Their job; its `prepare` gets a `Context` made from `around`.
            shards: The shards.
            around: Values that represent the stage.
            progress: Called with the work done and the total.

        Yields:
            The index of a shard and its arrays, as shards finish.
        """
