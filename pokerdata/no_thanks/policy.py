"""What players of No-Thanks do: the chance of taking, in every position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.no_thanks.game import PASS, TAKE, NoThanksState
from pokerdata.no_thanks.positions import Positions
from pokerdata.support.arguments import as_count
from pokerdata.support.text import brief, quoted


@dataclass(frozen=True)
class Policy:
    """What a player does, whatever his seat.

    Attributes:
        positions: Of the game.
        name: In a few words.
        take: For each layer the chance of taking, [splits, players, holdings, cards left]; bool where nothing is left
            to chance, float64 otherwise. It is 1 where the player has no chips.
    """

    positions: Positions
    name: str
    take: tuple[NDArray[np.bool_] | NDArray[np.float64], ...]

    def __repr__(self) -> str:
        return brief(self, self.name, f"{self.positions.count:,} positions")

    @property
    def is_pure(self) -> bool:
        """Whether nothing is left to chance."""
        return all(take.dtype == np.bool_ for take in self.take)

    def chances(self, state: NoThanksState) -> list[Fraction]:
        """The chance of each action of a state, in its order, as policies of `pokerdata.trees.StateGraph` are asked.

        Args:
            state: One of the game in which a player acts.

        Raises:
            ValueError: For a state of another game, or without an open card.
        """
        layer, place = self.positions.place(state)
        take = Fraction(float(self.take[layer][place]))
        return [{PASS: 1 - take, TAKE: take}[action] for action in state.actions()]


def in_seats(policies: Sequence[Policy]) -> Policy:
    """The policy of a table: in each seat plays another.

    Args:
        policies: One for each player, over the same positions.

    Raises:
        ValueError: For another number of policies than players, or policies of other games.
    """
    if not policies or len(policies) != policies[0].positions.game.players:
        players = policies[0].positions.game.players if policies else 2
        raise ValueError(
            f"policies: expected one for each of {players} players, got {len(policies)}; e.g. [a, b]"
        )
    positions = policies[0].positions
    for policy in policies:
        if policy.positions.game != positions.game:
            raise ValueError(
                f"policies: expected those of one game, got {positions.game!r} and {policy.positions.game!r}; e.g. "
                "both over the same positions"
            )
    take: tuple[Any, ...] = tuple(
        np.stack([policy.take[k][:, seat] for seat, policy in enumerate(policies)], axis=1)
        for k in range(positions.game.drawn)
    )
    return Policy(positions, ", ".join(policy.name for policy in policies), take)


def forced(positions: Positions) -> NDArray[np.bool_]:
    """Where a player has no chips and must take, bool [splits, players, 1, 1].

    Args:
        positions: Of the game.
    """
    return np.asarray(positions.splits.chips == 0)[:, :, None, None]


def check_player(positions: Positions, player: object) -> int:
    """A player of a game.

    Args:
        positions: Of the game.
        player: From 0.

    Raises:
        ValueError: For one that it does not have.
    """
    return as_count(player, "player", 0, positions.game.players - 1, 0)


def check_ties(ties: str) -> str:
    """What is done where both moves are equally good.

    Args:
        ties: ``"pass"`` or ``"take"``.

    Raises:
        ValueError: For anything else.
    """
    if ties not in (PASS, TAKE):
        raise ValueError(f"ties: expected {PASS} or {TAKE}, got {quoted(ties)}; e.g. {PASS!r}")
    return ties
