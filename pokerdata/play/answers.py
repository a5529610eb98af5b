"""What the answer of a player becomes."""

from __future__ import annotations

import re

from pokerdata.play.state import State

_RAISE = re.compile(r"r0*([0-9]{1,12})")


def legal_action(state: State, answer: object) -> str:
    """The legal action for an answer, as the competition's dealer finds it.

    Args:
        state: In which somebody acts.
        answer: What he gave; an action, or anything else.
    """
    if not isinstance(answer, str):
        return "c"
    if answer == "f" and state.may_fold:
        return "f"
    if state.may_raise and answer[:1] == "r":
        if state.game.limit:
            return "r" if answer == "r" else "c"
        if found := _RAISE.fullmatch(answer):
            low, high = state.least_raise, state.largest_raise
            assert low is not None
            assert high is not None
            return f"r{min(max(int(found[1]), low), high)}"
    return "c"


def without_zeros(answer: str) -> str:
    """An answer without zeros in front of its number.

    Args:
        answer: Any text.
    """
    found = _RAISE.fullmatch(answer)
    return f"r{int(found[1])}" if found else answer
