"""What plays a seat: anything that answers a state with an action."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from pokerdata.play.state import State


@runtime_checkable
class Player(Protocol):
    """A player of hands, by what he can see.

    One method is enough. Two more are called where they are there: ``reset()`` before each match, to forget all of
    former ones; and ``observe(state)`` at the end of each hand, with all that was shown to him.
    """

    def act(self, state: State) -> str:
        """An action of `State.legal_actions`, or any raise between the smallest and the largest.

        Args:
            state: As this player sees it; he is `state.position`.
        """
        ...
