"""What the answer of a player becomes, how its errors are shown, and how long players may think."""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pokerdata._support.arguments import as_count
from pokerdata.errors import MatchError
from pokerdata.games.play.state import State

#: Letters of what a player answers or raises, at most.
MOST_SHOWN = 1000
_PLAIN = (str, int, float, bool, type(None))
_WORDS = {one.__str__ for one in (BaseException, OSError, KeyError, ImportError, SyntaxError)}
_OURS = (f"{Path(__file__).parents[2]}{os.sep}", "<frozen ")
_RAISE = re.compile(r"r0*([0-9]{1,12})")
# As Python itself has them, whatever a class of a player's own says.
_args: Callable[[BaseException], tuple[object, ...]] = BaseException.__dict__["args"].__get__
_name: Callable[[type], str] = type.__dict__["__name__"].__get__


def legal_action(state: State, answer: object) -> str:
    """The legal action for an answer, as the competition's dealer finds it.

    Args:
        state: In which somebody acts.
        answer: What he gave; an action, or anything else.
    """
    if type(answer) is not str:  # a class of a player's own could run its code here
        return "c"
    if answer == "f" and state.can_fold:
        return "f"
    if state.can_raise and answer[:1] == "r":
        if state.game.limit:
            return "r" if answer == "r" else "c"
        if found := _RAISE.fullmatch(answer):
            low, high = state.min_raise_to, state.max_raise_to
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


def called(name: str, method: Callable[..., Any], *given: object) -> Any:
    """Call a method of a player.

    Args:
        name: What the player is called, for messages.
        method: Such as its ``act``.
        given: Its arguments.

    Raises:
        MatchError: If it raises an exception, `SystemExit` among them; the message names the line of the player's file.
    """
    try:
        return method(*given)
    except (MatchError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise MatchError(f"{name} failed: {error_text(error)}") from error


def kind_of(value: object) -> str:
    """Return the name of the class of what a player made. No code of the player runs.

    Args:
        value: Anything.
    """
    return _name(type(value))


def error_text(error: BaseException) -> str:
    """An exception that a player raised as one line of text, with the innermost line of the player's own file.

    No code of the player runs: its own words for an exception are left out.

    Args:
        error: As it was caught, by code of this package that called the player.
    """
    lines = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    file = next((file for file, _ in lines if not file.startswith(_OURS)), None)
    own = [line for name, line in lines if name == file]
    place = f" ({Path(file).name}, line {own[-1]})" if file is not None else ""
    given = _args(error)
    plain = all(type(one) in _PLAIN for one in given)
    try:
        text = (
            str(error)
            if plain and type(error).__str__ in _WORDS
            else ", ".join(str(one) for one in given if type(one) in _PLAIN)
        )
    except ValueError:  # Python writes no whole number of thousands of digits
        text = "a number of too many digits to write"
    whole = f"{kind_of(error)}: {text}"
    short = whole if len(whole) <= MOST_SHOWN else f"{whole[:MOST_SHOWN]} ..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short + place)


MOST_MS = 2**53 // 1000  # far more than anybody waits, and exact in microseconds


@dataclass(frozen=True)
class TimeLimits:
    """How long the players of a match may think, in milliseconds. What dealing and sending take does not count.

    Attributes:
        response_ms: For one action.
        hand_ms: For all actions of a player in a hand.
        per_hand_ms: For all actions of a player in the match, on average over its hands.

    Raises:
        ValueError: If one is no whole number of milliseconds.
    """

    response_ms: int = 600_000
    hand_ms: int = 600_000
    per_hand_ms: int = 7_000

    def __post_init__(self) -> None:
        for key in ("response_ms", "hand_ms", "per_hand_ms"):
            as_count(getattr(self, key), key, 0, MOST_MS, 7000)
