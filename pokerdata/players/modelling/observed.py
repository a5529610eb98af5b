"""Counted actions of a player as a strategy and in files, and the exact model of a player with a known strategy."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.text import brief, counted
from pokerdata.cards import COMBINATIONS, as_cards
from pokerdata.errors import TableError
from pokerdata.games import SolvableGame
from pokerdata.games.play import State
from pokerdata.games.play.state import Cards
from pokerdata.games.strategies.strategy_file import KIND, load_strategy, street_arrays, street_attributes
from pokerdata.pipeline.store import open_table
from pokerdata.players.search import DecisionTriple, Model, likely_hands
from pokerdata.solving.solved import Storable, TableParts

#: Number of observations from which a model of an information set has full trust (Johanson & Bowling 2009).
FULL = 10


@dataclass(frozen=True, eq=False)
class ObservedModel(Storable):
    """Counted actions of a player in each information set of a game. Made by `model_of`.

    It has a game and a strategy, so it is a model for `pokerdata.solving.public.restricted_response`. With p = 1 you get
    a frequentist best response (Johanson 2007), with ``p=model.trust(0.9)`` a data-biased one.

    Attributes:
        game: The game.
        strategy: For each street float64 [edges of the street, states]: the frequency of each action. Information sets
            that were never seen have the default actions.
        observations: For each street int64 [decisions of the street, states]: number of actions seen.
        hands: Number of hands in which the player was seen.
        made_from: For a game of buckets, the attributes ``buckets`` and ``parents`` of a strategy over the same buckets.
            Agents and `pokerdata.Strategy.game` find the buckets by them.
    """

    game: SolvableGame
    strategy: tuple[NDArray[np.float64], ...]
    observations: tuple[NDArray[np.int64], ...]
    hands: int
    made_from: Mapping[str, object] = field(default_factory=dict, repr=False)

    @property
    def actions(self) -> int:
        """Number of actions seen."""
        return sum(int(street.sum()) for street in self.observations)

    @property
    def seen_sets(self) -> int:
        """Number of information sets in which the player was seen."""
        return sum(int(np.count_nonzero(street)) for street in self.observations)

    def trust(
        self, most: float, *, full: float = FULL, half: float | None = None
    ) -> tuple[NDArray[np.float64], ...]:
        """Return the trust in the model in each information set, by the number n of observations there.

        Args:
            most: The largest trust, from 0 to 1.
            full: The trust is ``most * min(1, n / full)``, so it is largest from this number on.
            half: If given, the trust is ``most * n / (half + n)`` instead: half of the largest at this number.

        Returns:
            For each street float64 [decisions of the street, states], a valid p for `restricted_response`.

        Raises:
            ValueError: If `most` is outside 0 to 1, or another number is not above 0.
        """
        if isinstance(most, bool) or not isinstance(most, int | float) or not 0 <= most <= 1:
            raise ValueError(f"trust: expected a number from 0 to 1, got {most!r}; e.g. 0.9")
        for name, number in (("full", full), ("half", half)):
            if number is not None and not (
                isinstance(number, int | float) and 0 < number < math.inf and not isinstance(number, bool)
            ):
                raise ValueError(
                    f"{name}: expected a number of observations above 0, got {number!r}; e.g. 10"
                )
        if half is None:
            return tuple(most * np.minimum(1.0, n / full) for n in self.observations)
        return tuple(most * n / (half + n) for n in self.observations)

    def table(self) -> TableParts:
        """Return the datasets and attributes of the table that `load_model` and `load_strategy` read."""
        game = self.game
        arrays: dict[str, NDArray[Any]] = street_arrays(game.tree, self.strategy, game.state_names)
        of_datasets = street_attributes(game.rules.streets)
        for r, numbers in enumerate(self.observations):
            name = f"street{r + 1}_observations"
            arrays[name] = numbers
            of_datasets[name] = {
                "axes": ["decision node", "private state"],
                "units": "actions that were seen",
            }
        attributes = {
            "game": game.rules.name,
            "rules": game.rules.values(),
            "cards": game.parts()[0],
            "abstraction": game.abstraction or "none",
            "algorithm": "counted from hands",
            "iterations": 0,
            "hands": self.hands,
            "information_sets": game.information_sets,
            "seen_information_sets": self.seen_sets,
            **{key: self.made_from[key] for key in ("buckets", "parents") if key in self.made_from},
        }
        return {"kind": KIND, "arrays": arrays, "attributes": attributes, "dataset_attributes": of_datasets}

    def __repr__(self) -> str:
        return brief(
            self,
            repr(self.game.label),
            counted(self.hands, "hand"),
            f"{self.seen_sets:,} information sets seen",
        )

    def _repr_html_(self) -> str:
        told = {"hands": self.hands, "actions": self.actions, "information sets": self.game.information_sets}
        return html.facts({**told, "of them seen": self.seen_sets}, caption=self.game.label)


_MOST_CARDS = 25_000  # most ways to deal a street, such as the flops of hold'em
_KNOWN = 1 << 16  # cached sets of weights


class KnownPlayer:
    """Exact model of a player with a known strategy, by Bayes' rule: its actions, its showdowns and the cards to come.

    As an `ActionModel` it has the true conditional frequencies: no model with the same information predicts actions
    better on average. As an opponent of `expectimax` it makes Miximax the best response. The model is exact. It takes
    some 50 microseconds per state of small games; in others the cost grows with the number of hands.

    Args:
        model: The player's actions with each hand, such as `of_strategy(solve("leduc"))`.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self._weights = lru_cache(_KNOWN)(self._of)

    def learn(self, state: State, position: int) -> None:
        """Do nothing: the strategy is known."""

    def reset(self) -> None:
        """Do nothing: there is nothing to forget."""

    def probabilities(self, state: State) -> DecisionTriple:
        """Return the probabilities that the player to act folds, calls and raises, given all that is visible.

        Args:
            state: The state as another player or a spectator sees it.

        Raises:
            ValueError: If nobody acts, or the strategy never gets there.
        """
        if state.player is None:
            raise ValueError("state: expected one in which a player acts, got nobody who acts")
        weights = self._hands(state, state.player)
        shares = np.zeros(3)
        for number in np.flatnonzero(weights).tolist():
            found = self.model.core.shares(
                state.betting, state.history, self._cards(state, number), list(state.board), []
            )
            for action, share in found.items():
                shares["fcr".index(action[0])] += weights[number] * share
        return DecisionTriple(*(shares / weights.sum()).tolist())

    def showdown(self, state: State) -> float:
        """Return the share of the pot that the player with visible cards wins at a showdown.

        Args:
            state: The state at the end, with one player's hole cards and the whole board.

        Raises:
            ValueError: If it does not show the hole cards of exactly one player.
        """
        player = _seen(state)
        weights = self._hands(state, 1 - player)
        strength = state.game.core.strength
        own = strength(as_cards([*state.hole_cards[player], *state.board], "cards"))
        won = 0.0
        for number in np.flatnonzero(weights).tolist():
            their = strength(as_cards([*self._cards(state, number), *state.board], "cards"))
            won += weights[number] * ((own > their) + 0.5 * (own == their))
        return float(won / weights.sum())

    def cards(self, state: State) -> Iterator[tuple[Cards, float]]:
        """Yield the possible next board cards with their probabilities, given the range of the known player.

        Args:
            state: A chance node, with one player's hole cards.

        Raises:
            ValueError: If it does not show the hole cards of exactly one player, or there are too many ways to deal.
        """
        player = _seen(state)
        unseen = [card for card in state.game.deck if card not in (*state.hole_cards[player], *state.board)]
        if (ways := comb(len(unseen), state.cards_to_come)) > _MOST_CARDS:
            raise ValueError(
                f"state: expected at most {_MOST_CARDS:,} ways to deal the next street, got {ways:,}; e.g. those of a flop"
            )
        weights = self._hands(state, 1 - player)
        held = [(set(self._cards(state, n)), weights[n]) for n in np.flatnonzero(weights).tolist()]
        found = [
            (dealt, sum(weight for cards, weight in held if not cards.intersection(dealt)))
            for dealt in combinations(unseen, state.cards_to_come)
        ]
        total = sum(weight for _, weight in found)
        yield from ((dealt, weight / total) for dealt, weight in found)

    def _hands(self, state: State, position: int) -> NDArray[np.float64]:
        """Return the player's range after its actions."""
        other = state.hole_cards[1 - position] if state.players == 2 else ()
        holes: list[Cards] = [(), ()]
        holes[1 - position] = other
        return self._weights(state.with_names(()).with_viewer(None).with_cards(holes), position)

    def _of(self, state: State, position: int) -> NDArray[np.float64]:
        return likely_hands(state, position, self.model)

    @staticmethod
    def _cards(state: State, number: int) -> list[int]:
        found: list[int] = [number] if state.game.cards.hole == 1 else COMBINATIONS[number].tolist()
        return found


def _seen(state: State) -> int:
    """Return the only position with visible hole cards."""
    found = [position for position, cards in enumerate(state.hole_cards) if cards]
    if len(found) != 1:
        raise ValueError(
            f"state: expected one with the hole cards of one player, got those of {len(found)}; e.g. state.seen_by(0)"
        )
    return found[0]


def load_model(
    name_or_path: str | os.PathLike[str], *, tables: str | os.PathLike[str] | None = None
) -> ObservedModel:
    """Load a model from a file that `ObservedModel.save` wrote.

    Args:
        name_or_path: A file, or the name of a table, as for `pokerdata.open_table`.
        tables: Folder of the table, and of the joint counts of a model over buckets.

    Raises:
        TableError: If the file is missing, damaged or no model, or a table of its buckets is missing.
    """
    saved = load_strategy(name_or_path, tables=tables)
    game = saved.game(tables)
    table = open_table(name_or_path, tables)
    names = [f"street{r + 1}_observations" for r in range(game.rules.streets)]
    if missing := [name for name in names if name not in table.keys()]:  # noqa: SIM118 - a table is no mapping
        raise TableError(
            f"{table.path}: expected a model, as `pokerdata learn` writes, got a strategy without {missing[0]}; e.g. "
            "model.h5"
        )
    return ObservedModel(
        game,
        tuple(street.astype(np.float64) for street in saved.strategy),
        tuple(np.asarray(table[name], dtype=np.int64) for name in names),
        int(saved.attributes["hands"]),
    )
