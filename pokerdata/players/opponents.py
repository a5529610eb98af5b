"""Opponents that a player remembers: who sits where, and what each of them may hold."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata.modelling import ActionFrequencies, PokiWeights
from pokerdata.modelling.contexts import start_of
from pokerdata.modelling.range_models import follow_on
from pokerdata.play import State


def who_sits(state: State, position: int) -> str:
    """A name, or the seat: positions move on by one each hand, as at the competition's dealer.

    Args:
        state: Of the hand.
        position: In it.
    """
    return state.names[position] if state.names else str((position + state.hand) % state.players)


class _Hand(NamedTuple):
    """As far as models were told a hand, and those who play it by position."""

    told: State
    models: dict[int, PokiWeights]


class OpponentRanges:
    """A weight table for each opponent, `pokerdata.modelling.PokiWeights`; how often he does what is remembered by name from
    hand to hand.
    """

    def __init__(self) -> None:
        self._frequencies: dict[str, ActionFrequencies] = {}
        self._hand: _Hand | None = None

    def clear(self) -> None:
        """Forget all opponents."""
        self._frequencies.clear()
        self._hand = None

    def frequencies(self, state: State, position: int) -> ActionFrequencies:
        """How often the player in a position does what.

        Args:
            state: Of the hand.
            position: His.
        """
        return self._frequencies.setdefault(who_sits(state, position), ActionFrequencies(deep=True))

    def weights(self, state: State) -> dict[int, NDArray[np.float64]]:
        """What each opponent who did not fold may hold, float64 [1326] by position, beside the cards that are seen.

        Args:
            state: As the player sees it; he acts.
        """
        models = self._told(state)
        return {
            position: model.weights(state) for position, model in models.items() if not state.folded[position]
        }

    def learn(self, state: State) -> None:
        """Take in a finished hand.

        Args:
            state: Its end, as the player saw it.
        """
        for position in range(state.players):
            if position != state.viewer:
                self.frequencies(state, position).learn(state, position)
        self._hand = None

    def _told(self, state: State) -> dict[int, PokiWeights]:
        """The tables of this hand, told all that was done in it; only what is new, where it goes on."""
        before = self._hand
        if before is None or not _goes_on(before.told, state) or state.position in before.models:
            others = [p for p in range(state.players) if p != state.position]
            models = {p: PokiWeights(self.frequencies(state, p)) for p in others}
            told = start_of(state)
            for position, model in models.items():
                model.start(told, position)
            before = _Hand(told, models)
        for model in before.models.values():
            follow_on(model, before.told, state)
        self._hand = _Hand(state, before.models)
        return before.models


def _goes_on(before: State, state: State) -> bool:
    """Whether a hand is the same, later."""
    return (
        (before.hand, before.names, before.game) == (state.hand, state.names, state.game)
        and state.history.startswith(before.history)
        and state.board[: len(before.board)] == before.board
        and before.holes == state.holes
    )
