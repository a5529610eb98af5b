"""Following a match line by line: the state of each line, made from the one before where it goes on from it."""

from __future__ import annotations

from pokerdata.play import GameDefinition, State, read_matchstate
from pokerdata.play.protocol import cards_text
from pokerdata.play.state import split_actions


class Follower:
    """States of the lines that a player is sent, one after the other: those of `pokerdata.play.read_matchstate`.

    Reading a line from scratch takes the longer the more has been done in the hand; going on from the last line takes a
    tenth of that.

    Args:
        game: The rules.
    """

    def __init__(self, game: GameDefinition) -> None:
        self._game = game
        self._state: State | None = None
        self._position = 0
        self._parts = ["", "", "", "", ""]

    def read(self, line: str) -> tuple[State, int]:
        """The state of a line, and whose view it is.

        Args:
            line: As for `pokerdata.play.read_matchstate`.

        Raises:
            ValueError: As `pokerdata.play.read_matchstate`.
        """
        parts = line.rstrip("\r\n").split(":")
        state = self._gone_on(parts)
        if state is None:
            state, self._position = read_matchstate(self._game, line)
        self._state, self._parts = state, parts
        return state, self._position

    def _gone_on(self, parts: list[str]) -> State | None:
        """The state, if it is the last one after some actions, and no card but those of the board is new."""
        state, before = self._state, self._parts
        if state is None or state.finished or len(parts) != 5 or parts[:3] != before[:3]:
            return None
        if not parts[3].startswith(before[3]) or not parts[4].startswith(before[4]):
            return None
        new = parts[4][len(before[4]) :].replace("/", "")
        try:
            for action in split_actions(parts[3][len(before[3]) :].replace("/", "")):
                state = state.after_unseen(action)
            if new:
                state = state.deal(new)
        except ValueError:
            return None  # read again from the start, which names the column
        # Where '/' and '|' stand is compared in whole lines.
        return state if state.history == parts[3] and cards_text(state) == parts[4] else None
