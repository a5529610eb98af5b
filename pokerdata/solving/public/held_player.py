"""A player who plays a fixed model with some probability and is free otherwise."""

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

#: A strategy as a model of an opponent: a solved game, a strategy or its file, or its probabilities.
Model: TypeAlias = Solved | Strategy | str | os.PathLike[str] | Probabilities

#: Probability that the model is played: one number for the game, or for each street float64 [decisions, states].
Trust: TypeAlias = float | Sequence[NDArray[np.floating[Any]]]


@dataclass(frozen=True, eq=False)
class HeldPlayer:
    """A player who is held to a model: the opponent of a restricted Nash or a data-biased response.

    Attributes:
        player: 1 or 2.
        model: The player's strategy when held: for each street probabilities [edges of the street, states].
        p: Probability that the player is held. One number: chance decides before the first card, for the whole game. For
            each street [decisions of the street, states]: chance decides independently at every information set.
    """

    player: int
    model: tuple[NDArray[np.floating[Any]], ...]
    p: float | tuple[NDArray[np.float64], ...]

    @property
    def per_decision(self) -> bool:
        """Whether chance decides at every information set."""
        return isinstance(self.p, tuple)

    def weights(self, game: SolvableGame, dtype: str) -> list[NDArray[Any]]:
        """Return the model in the form that the kernels accept, street by street; per decision, times `p`.

        Args:
            game: The game of the model.
            dtype: The solver's dtype.
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
    """Return the probabilities of a model after checking that it fits the game.

    Args:
        model: A strategy in any form.
        game: The game.

    Returns:
        For each street probabilities [edges of the street, states]; and the attributes of the model's file that name the
        tables it was made from, if it has a file.

    Raises:
        ValueError: If the model is invalid, or a strategy of another game.
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
    """Return the probability of a model in the form of `HeldPlayer`.

    Args:
        p: One number, or for each street one number per decision and state.
        game: The game.

    Raises:
        ValueError: If a number is not from 0 to 1, or an array has another shape.
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
    """Return the validated probability that a model is played.

    Args:
        p: A number from 0 to 1.

    Raises:
        ValueError: If it is not a number from 0 to 1.
    """
    if isinstance(p, bool) or not isinstance(p, int | float | np.number) or not 0 <= p <= 1:
        raise ValueError(
            f"p: expected how likely the opponent plays the model, from 0 to 1, got {p!r}; e.g. 0.9"
        )
    return float(p)
