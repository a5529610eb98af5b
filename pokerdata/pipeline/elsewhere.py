"""Shards of a stage that run in other processes: what stands for the stage there."""

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
    """What a stage is given to work with, as values that can be sent.

    Attributes:
        path: Of its result; the tables of its parents are in the same folder.
        parameters: What determines the content besides the parents.
        parents: Names of its parents -> the digests of their datasets.
        files: Names of its parents -> the SHA-256 of their files.
        trust: Whether code of users that the recipe names may run.
    """

    path: Path
    parameters: Mapping[str, object]
    parents: Mapping[str, Digests]
    files: Mapping[str, str]
    trust: bool


class Elsewhere(Protocol):
    """Who runs shards in other processes."""

    def workers(self) -> int:
        """How many processes there are now that run shards."""

    def rounds(self, job: Job[Any], around: Surroundings) -> AbstractContextManager[RunShards]:
        """Run shards again and again, where what comes next follows from what came before; what is prepared is kept.

        Args:
            job: As for `run`.
            around: As for `run`.

        Returns:
            Gives a function that runs shards, given them and a progress, and yields as `run` does.
        """

    def run(
        self, job: Job[Any], shards: Sequence[Shard], around: Surroundings, progress: Progress | None
    ) -> Iterator[tuple[int, Arrays]]:
        """Run shards.

        Args:
            job: What they have in common; `prepare` is given a `Context` made from `around`.
            shards: The shards.
            around: What stands for the stage.
            progress: Called with how much is done and of how much.

        Yields:
            The place of a shard and its arrays, as they are finished.
        """
