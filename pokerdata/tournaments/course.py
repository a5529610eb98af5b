"""A tournament as far as it has been played."""

from __future__ import annotations

from dataclasses import dataclass

from pokerdata.matches.duplicate_result import DuplicateResult
from pokerdata.play import GameDefinition


@dataclass(frozen=True)
class Course:
    """What those who watch a tournament are told.

    Attributes:
        agents: Names of the players.
        game: What is played.
        rounds: The matches that are over, of each round that has begun: 0, in which every group meets, and those that a
            runoff plays again.
        left: Who plays in each of these rounds.
        matches: How many the last of these rounds has in all.
        resumed: Whether the last match was played by a run before, which was stopped.
    """

    agents: tuple[str, ...]
    game: GameDefinition
    rounds: tuple[tuple[DuplicateResult, ...], ...]
    left: tuple[tuple[str, ...], ...]
    matches: int
    resumed: bool = False

    @property
    def played(self) -> tuple[DuplicateResult, ...]:
        """The matches of the round that is played."""
        return self.rounds[-1]
