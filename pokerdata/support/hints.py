"""What to say of a table that is not there.

What makes which table is known far above the code that looks for it, so the package hands it in, once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

_hint: Callable[[str], str] | None = None
_made: Callable[[], Sequence[str]] | None = None


def say_how_to_make(hint: Callable[[str], str], made: Callable[[], Sequence[str]]) -> None:
    """Let `how_to_make` answer as `hint` does, and `tables_made` as `made`."""
    global _hint, _made
    _hint, _made = hint, made


def how_to_make(name: str) -> str:
    """A clause on the table `name`, such as "make it with ..."."""
    return f"make it with `pokerdata make {name}`" if _hint is None else _hint(name)


def tables_made() -> Sequence[str]:
    """The names of all tables of which it is known how to make them."""
    return () if _made is None else _made()
