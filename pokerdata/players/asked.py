"""What a player is asked for with."""

from __future__ import annotations

import os
from dataclasses import dataclass

from pokerdata.games.named import TEXAS
from pokerdata.play import GameDefinition


@dataclass(frozen=True)
class Asked:
    """What every kind of player is told when one is made.

    Attributes:
        game: That is played.
        translation: How strategies take bets that they do not know.
        trust: Whether code that users wrote may run.
        seed: Of the player's random choices.
        tables: Where strategies and their tables are looked for.
    """

    game: GameDefinition
    translation: str = "pseudo-harmonic"
    trust: bool = False
    seed: int = 0
    tables: str | os.PathLike[str] | None = None

    def check_texas(self, text: str) -> None:
        """Check that the game is Texas hold'em.

        Args:
            text: What the player was called.

        Raises:
            ValueError: If it is another one.
        """
        if self.game.cards != TEXAS:
            raise ValueError(
                f"player {text}: expected a game of Texas hold'em, got {self.game.name}; e.g. limit-holdem"
            )
