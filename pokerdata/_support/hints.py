"""What to say of a table that is not there.

What makes which table is known far above the code that looks for it, so the package hands it in, once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

_hint: Callable[[str], str] | None = None
_made: Callable[[], Sequence[str]] | None = None
_recipe: Callable[[str], str | None] | None = None


def say_how_to_make(
    hint: Callable[[str], str], made: Callable[[], Sequence[str]], recipe: Callable[[str], str | None]
) -> None:
    """Let `how_to_make` answer as `hint` does, `tables_made` as `made`, and `recipe_that_makes` as `recipe`."""
    global _hint, _made, _recipe
    _hint, _made, _recipe = hint, made, recipe


def how_to_make(name: str) -> str:
    """A clause on the table `name`, such as "make it with ..."."""
    return f"make it with `pokerdata make {name}`" if _hint is None else _hint(name)


def tables_made() -> Sequence[str]:
    """The names of all tables of which it is known how to make them."""
    return () if _made is None else _made()


def recipe_that_makes(name: str) -> str | None:
    """The recipe, as ``-f`` takes it, that has a stage `name`, or None where none is known."""
    return None if _recipe is None else _recipe(name)
