"""A player who plays a model of himself with some probability, and is free otherwise."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import Rules, SolvableGame, same_game
from pokerdata.games.strategies.simple import Probabilities
from pokerdata.games.strategies.strategy_file import Solved, Strategy, check_strategy, load_strategy

#: A strategy as a model of somebody: a solved game, a strategy or its file, or its probabilities.
Model: TypeAlias = Solved | Strategy | str | os.PathLike[str] | Probabilities

#: How likely the model is played: one number of a game, or for each street float64 [decisions, states].
Trust: TypeAlias = float | Sequence[NDArray[np.floating[Any]]]


@dataclass(frozen=True, eq=False)
class HeldPlayer:
    """A player who is held to a model: the opponent of a restricted Nash or a data-biased response.

    Attributes:
        player: 1 or 2.
        model: What he plays when he is held: for each street probabilities [edges of the street, states].
        p: How likely he is held. One number: it is settled before the first card, for the whole game. For each street
            [decisions of the street, states]: anew at every information set.
    """

    player: int
    model: tuple[NDArray[np.floating[Any]], ...]
    p: float | tuple[NDArray[np.float64], ...]

    @property
    def per_decision(self) -> bool:
        """Whether it is settled at every information set."""
        return isinstance(self.p, tuple)

    def weights(self, game: SolvableGame, dtype: str) -> list[NDArray[Any]]:
        """The model as the kernels take it, street by street: per decision, times the probability of it.

        Args:
            game: The game of the model.
            dtype: Of the solver.
        """
        if not isinstance(self.p, tuple):
            return [np.ascontiguousarray(street, dtype=dtype) for street in self.model]
        return [
            np.ascontiguousarray(street * np.repeat(p, np.diff(game.tree.first_rows(r)), axis=0), dtype=dtype)
            for r, (street, p) in enumerate(zip(self.model, self.p, strict=True))
        ]


def model_of_game(
    model: Model, game: SolvableGame
) -> tuple[tuple[NDArray[np.floating[Any]], ...], dict[str, Any]]:
    """The probabilities of a model, once it is known to be one of the game.

    Args:
        model: A strategy in any form.
        game: The game.

    Returns:
        For each street probabilities [edges of the street, states]; and what its file says of the tables that it was made
        from, if it has one.

    Raises:
        ValueError: If it is a strategy of another game, or none.
        TableError: If its file is missing or damaged.
    """
    if isinstance(model, str | os.PathLike):
        model = load_strategy(model)
    if isinstance(model, Sequence):
        found = tuple(np.asarray(street) for street in model)
        check_strategy(game.tree, game.states, found)
        return found, {}
    strategy = Strategy.of(model)
    if isinstance(model, Strategy):
        fits = (
            _unnamed(strategy.rules) == _unnamed(game.rules)
            and dict(strategy.cards) == game.parts()[0]
            and strategy.abstraction == game.abstraction
            and tuple(map(len, strategy.state_names)) == game.states
        )
    else:
        fits = same_game(model.game, game)
    if not fits:
        raise ValueError(
            f"model: expected a strategy of the game that is played, {game.label}, got one of {strategy.label} with "
            "other rules, cards or buckets; e.g. what solve() returns for the same game"
        )
    told = strategy.attributes
    return strategy.strategy, {key: told[key] for key in ("buckets", "parents") if key in told}


def _unnamed(rules: Rules) -> dict[str, object]:
    return {**rules.values(), "name": ""}


def check_trust(p: Trust, game: SolvableGame) -> float | tuple[NDArray[np.float64], ...]:
    """The probability of a model as `HeldPlayer` has it.

    Args:
        p: One number, or for each street one for each decision and state.
        game: The game.

    Raises:
        ValueError: If a number is not from 0 to 1, or for arrays of other shapes.
    """
    if not isinstance(p, tuple | list):
        return check_p(p)
    shapes = [(len(game.tree.decision_nodes(r)), n) for r, n in enumerate(game.states)]
    found = tuple(np.asarray(street, dtype=np.float64) for street in p)
    if [street.shape for street in found] != shapes:
        raise ValueError(
            f"p: expected a number, or for each street of {game.label} an array [decisions, states], so of the "
            f"shapes {shapes}, got {[street.shape for street in found]}; e.g. 0.9"
        )
    for street in found:
        fits = (street >= 0) & (street <= 1)
        if not fits.all():
            raise ValueError(f"p: expected probabilities from 0 to 1, got {street[~fits][0]:g}; e.g. 0.9")
    return found


def check_p(p: object) -> float:
    """How likely a model is played in a game.

    Args:
        p: A number from 0 to 1.

    Raises:
        ValueError: If it is none.
    """
    if isinstance(p, bool) or not isinstance(p, int | float | np.number) or not 0 <= p <= 1:
        raise ValueError(
            f"p: expected how likely the opponent plays the model, from 0 to 1, got {p!r}; e.g. 0.9"
        )
    return float(p)
