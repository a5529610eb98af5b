"""User bots: classes in Python files with one method ``act(state)``."""

from __future__ import annotations

import inspect
import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from pokerdata._support.arguments import is_file
from pokerdata._support.text import nearest
from pokerdata.games.play import Player
from pokerdata.games.play.answers import error_text
from pokerdata.players.plain import Asked

_TEXT = re.compile(r"(?P<file>.+\.py):(?P<name>[^\W\d]\w*)")
_ANY = re.compile(r".+\.py(:.*)?")
_EXAMPLE = "my_bots.py:Tight"
_numbers = count(1)


def is_bot(text: str) -> bool:
    """Return whether a text names a bot in a Python file."""
    return _ANY.fullmatch(text) is not None


def bot_file(text: str) -> Path:
    """Return the file of a bot.

    Args:
        text: As for `find_bot`.
    """
    return Path(text.rpartition(":")[0])


def find_bot(text: str, asked: Asked) -> Player:
    """Return the bot of a text such as 'my_bots.py:Tight'.

    The file runs once for each player, so that no two players share its variables. While it runs, it can import from its
    own folder. The class is called with ``game=`` and ``seed=`` if it accepts them, and with nothing else.

    Args:
        text: The file and the class.
        asked: Options.

    Raises:
        ValueError: If no class is named, user code is not trusted, the file cannot be read or run, or it has no such
            class with a method `act`.
    """
    found = _TEXT.fullmatch(text)
    if found is None:
        raise ValueError(f"player: expected a file and a class, got {text!r}; e.g. {_EXAMPLE}")
    path = Path(found["file"])
    if not asked.trust:
        raise ValueError(
            f"player {text}: expected --trust (in Python trust=True) to run the code of {path}, got no such word; "
            f"e.g. pokerdata match {text} always-call --trust"
        )
    return made_bot(_class(path, found["name"], text), f"player {text}", asked)


def made_bot(make: Any, called: str, asked: Asked) -> Player:
    """Return the player that a class or function makes, called with ``game=`` and ``seed=`` if it accepts them.

    Args:
        make: The class or function.
        called: Name of the player, for messages.
        asked: Options.

    Raises:
        ValueError: If the call fails, or the result has no method `act`.
    """
    bot = _made(make, called, asked)
    try:
        act, *_ = [getattr(bot, key, None) for key in ("act", "reset", "observe", "close")]
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ValueError(f"{called}: expected its methods to be there, got {error_text(error)}") from error
    if not callable(act):
        raise ValueError(
            f"{called}: expected a class with a method act(state), got one without; e.g. "
            "def act(self, state): return 'c'"
        )
    checked: Player = bot
    return checked


def _class(path: Path, name: str, text: str) -> Any:
    if not is_file(path):
        raise ValueError(f"player {text}: expected a file, got none at {path}; e.g. {_EXAMPLE}")
    module = _run(path, text)
    found = getattr(module, name, None)
    if not callable(found):
        names = [
            key for key, value in vars(module).items() if inspect.isclass(value) and hasattr(value, "act")
        ]
        raise ValueError(
            f"player {text}: expected one of its classes with act(state) ({', '.join(names) or 'there is none'}), got "
            f"{name}{nearest(name, names)}"
        )
    return found


def _run(path: Path, text: str) -> ModuleType:
    """Run a file and return its module."""
    name = f"pokerdata_bot_{next(_numbers)}_{path.stem}"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look classes up here
    folder = str(path.absolute().parent)
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ValueError(f"player {text}: expected code that runs, got {error_text(error)}") from error
    finally:
        sys.path.remove(folder)
    return module


def _made(make: Any, called: str, asked: Asked) -> Any:
    try:
        parameters = inspect.signature(make).parameters.values()
    except (TypeError, ValueError):
        parameters = {}.values()
    any_name = any(p.kind is p.VAR_KEYWORD for p in parameters)
    by_name = {p.name for p in parameters if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)}
    given = {"game": asked.game, "seed": asked.seed}
    try:
        return make(**{key: value for key, value in given.items() if any_name or key in by_name})
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ValueError(
            f"{called}: expected a class that is made without arguments, or with game= and seed=, got "
            f"{error_text(error)}"
        ) from error
