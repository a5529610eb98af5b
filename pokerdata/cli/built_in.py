"""Strategies that commands take by name: files, and with a game those that need no solving."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pokerdata.games import Game
    from pokerdata.strategies import Probabilities, Strategy

#: What commands call them, and what `simple_strategy` does.
BUILT_IN = {
    "uniform": "uniform",
    "always-call": "call",
    "always-fold": "fold",
    "always-raise": "raise",
    "random": "random",
}


def called(kind: str, seed: int) -> str:
    """What is said of a built-in strategy."""
    return f"random (seed {seed})" if kind == "random" else kind


def built_in(name: str, kind: str, seed: int) -> tuple[Game, Probabilities]:
    """A game by its name, and a built-in strategy of it."""
    from pokerdata.games import find_game
    from pokerdata.strategies import simple_strategy

    build = find_game(name).build
    if build is None:
        raise ValueError(
            f"{name} needs a card abstraction: expected a strategy file, or a game such as leduc"
        )
    game = build()
    return game, simple_strategy(game, BUILT_IN[kind], seed=seed)


def game_of_file(names: Iterable[str], game: str, model: str) -> ValueError:
    """What is wrong with a game beside a strategy that is none of those names, and so a file."""
    return ValueError(
        f"--game: expected with one of {', '.join(names)} alone, as a file knows its game, got {game} and {model}; "
        "e.g. uniform --game leduc"
    )


def model_of(
    model: str, game: str | None, seed: int, tables: str | None
) -> tuple[Game, Strategy | Probabilities, str]:
    """A game, a strategy of it from a file or built in, and what it is called."""
    from pokerdata.strategies import load_strategy

    if seed < 0:
        raise ValueError(f"--seed: expected 0 or more, got {seed}; e.g. --seed 7")
    if model in BUILT_IN:
        if game is None:
            raise ValueError(f"--game: expected one with {model}, got none; e.g. --game leduc")
        return *built_in(game, model, seed), called(model, seed)
    if game is not None:
        raise game_of_file(BUILT_IN, game, model)
    saved = load_strategy(model, tables=tables)
    return saved.game(tables), saved, model
