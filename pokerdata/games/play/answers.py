"""Turn players' answers into legal actions, format their errors, and define time limits."""

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

#: Most characters shown of a player's answer or error.
MOST_SHOWN = 1000
_PLAIN = (str, int, float, bool, type(None))
_WORDS = {one.__str__ for one in (BaseException, OSError, KeyError, ImportError, SyntaxError)}
_OURS = (f"{Path(__file__).parents[2]}{os.sep}", "<frozen ")
_RAISE = re.compile(r"r0*([0-9]{1,12})")
# Python's own attribute, whatever a player's exception class overrides.
_args: Callable[[BaseException], tuple[object, ...]] = BaseException.__dict__["args"].__get__
_name: Callable[[type], str] = type.__dict__["__name__"].__get__


def legal_action(state: State, answer: object) -> str:
    """Return the legal action for an answer, as the competition's dealer finds it.

    Args:
        state: State in which a player acts.
        answer: The player's answer: an action, or anything else.
    """
    if type(answer) is not str:  # a subclass defined by the player could run its code here
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
    """Remove zeros in front of the number of an answer.

    Args:
        answer: Any text.
    """
    found = _RAISE.fullmatch(answer)
    return f"r{int(found[1])}" if found else answer


def called(name: str, method: Callable[..., Any], *given: object) -> Any:
    """Call a method of a player, and convert its exceptions.

    Args:
        name: Name of the player, for messages.
        method: Method such as ``act``.
        given: Its arguments.

    Raises:
        MatchError: If it raises an exception, including `SystemExit`; the message names the line of the player's file.
    """
    try:
        return method(*given)
    except (MatchError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise MatchError(f"{name} failed: {error_text(error)}") from error


def kind_of(value: object) -> str:
    """Return the name of the class of a player's object. No code of the player runs.

    Args:
        value: Any object.
    """
    return _name(type(value))


def error_text(error: BaseException) -> str:
    """Format a player's exception as one line of text, with the innermost line of the player's own file.

    No code of the player runs: the exception's own text is left out.

    Args:
        error: The exception, caught by code of this package that called the player.
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
    except ValueError:  # Python refuses to write whole numbers of thousands of digits
        text = "a number of too many digits to write"
    whole = f"{kind_of(error)}: {text}"
    short = whole if len(whole) <= MOST_SHOWN else f"{whole[:MOST_SHOWN]} ..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short + place)


MOST_MS = 2**53 // 1000  # far longer than any wait, and exact in microseconds


@dataclass(frozen=True)
class TimeLimits:
    """Time limits for the players of a match, in milliseconds. Time for dealing and sending does not count.

    Attributes:
        response_ms: Limit for one action.
        hand_ms: Limit for all actions of a player in a hand.
        per_hand_ms: Limit for all actions of a player in the match, on average over its hands.

    Raises:
        ValueError: If a limit is not a whole number of milliseconds.
    """

    response_ms: int = 600_000
    hand_ms: int = 600_000
    per_hand_ms: int = 7_000

    def __post_init__(self) -> None:
        for key in ("response_ms", "hand_ms", "per_hand_ms"):
            as_count(getattr(self, key), key, 0, MOST_MS, 7000)
