"""How well a model tells a player's actions, hand by hand, before it sees them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.modelling.action_model import ActionModel
from pokerdata.play import State
from pokerdata.play.state import split_actions
from pokerdata.search.expectimax import legal_shares
from pokerdata.support.estimates import Estimate
from pokerdata.support.text import brief

#: No action counts as less likely.
LEAST = 1e-9


@dataclass(frozen=True, eq=False)
class ActionLoss:
    """Log-losses of actions, in nats; smaller is better.

    Attributes:
        losses: float64 [actions]: minus the logarithm of how likely the model thought what was done, at least `LEAST`.
        hand: int64 [actions]: in which hand, from 0.
    """

    losses: NDArray[np.float64]
    hand: NDArray[np.int64]

    def mean(self, first: int = 0, last: int | None = None) -> Estimate:
        """The mean an action over some hands, with a standard error over hands, as actions of one hand go together.

        Args:
            first: The first hand, from 0.
            last: The hand after the last one; all by default.

        Raises:
            ValueError: If no action was seen in them.
        """
        end = int(self.hand.max(initial=-1)) + 1 if last is None else last
        at = (self.hand >= first) & (self.hand < end)
        if not at.any():
            raise ValueError(
                f"hands: expected some with actions of the player, got {first} to {end}; e.g. 0 to 100"
            )
        losses, hands = self.losses[at], self.hand[at]
        mean = float(losses.mean())
        _, which = np.unique(hands, return_inverse=True)
        count = int(which.max()) + 1
        residuals = np.bincount(which, losses - mean)
        error = math.inf
        if count > 1:
            error = math.sqrt(count / (count - 1) * float((residuals**2).sum())) / len(losses)
        return Estimate(mean, error, max(1, count - 1))

    def __repr__(self) -> str:
        return brief(self, f"{len(self.losses):,} actions")


def action_loss(model: ActionModel, hands: Iterable[tuple[State, int]], *, learn: bool = True) -> ActionLoss:
    """Let a model foretell what a player does in hands, one after the other.

    Of each action it is asked before it sees it; it learns each hand at its end. What it sees is what the hand's state
    holds: for somebody who watches, ``state.seen_by(None)``.

    Args:
        model: The model, which is changed by what it learns.
        hands: States at the end of hands, and the player's position in each.
        learn: Whether it learns.

    Raises:
        ValueError: For a hand of another game than the model's.
    """
    losses: list[float] = []
    numbers: list[int] = []
    for number, (state, position) in enumerate(hands):
        now = State(state.game, hand=state.hand).with_cards(_others(state, position), state.board)
        for action in split_actions(state.history.replace("/", "")):
            if now.position == position:
                shares = legal_shares(now, model.probabilities(now))
                losses.append(-math.log(max(shares[action[0]], LEAST)))
                numbers.append(number)
            now = now.after(action)
        if learn:
            model.learn(state, position)
    return ActionLoss(np.array(losses), np.array(numbers, dtype=np.int64))


def _others(state: State, position: int) -> list[tuple[int, ...]]:
    """The cards of all but the player: he is foretold by somebody who does not see his."""
    return [() if p == position else cards for p, cards in enumerate(state.holes)]
