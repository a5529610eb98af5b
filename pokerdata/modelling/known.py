"""The truth of a player whose strategy is known: what somebody who cannot see his cards can know at best."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS, as_cards
from pokerdata.play import State
from pokerdata.play.state import Cards
from pokerdata.search import DecisionTriple, Model, likely_hands

_MOST_CARDS = 25_000  # ways of dealing a street, such as the flops of hold'em
_KNOWN = 1 << 16  # sets of weights that are remembered


class KnownPlayer:
    """What follows from a known strategy, by Bayes' rule: actions, showdowns and cards to come, given what is seen.

    As an `ActionModel` it has the true conditional frequencies: no model of somebody who sees as much predicts actions
    better on average. As an opponent of `expectimax`, too, it makes Miximax the best response. Exact; some 50 microseconds
    a state of small games, and as long as all hands take in others.

    Args:
        model: What he does with each hand, such as `of_strategy(solve("leduc"))`.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self._weights = lru_cache(_KNOWN)(self._of)

    def learn(self, state: State, position: int) -> None:
        """Nothing, as all is known.

        Args:
            state: A hand at its end.
            position: His.
        """

    def reset(self) -> None:
        """Nothing, as nothing was learned."""

    def probabilities(self, state: State) -> DecisionTriple:
        """How likely whoever acts folds, calls and raises, given the betting, the board and the cards that are seen.

        Args:
            state: As somebody else sees it, or somebody who watches.

        Raises:
            ValueError: Where nobody acts, or the strategy never comes there.
        """
        if state.position is None:
            raise ValueError("state: expected one in which a player acts, got nobody who acts")
        weights = self._hands(state, state.position)
        shares = np.zeros(3)
        for number in np.flatnonzero(weights).tolist():
            found = self.model.core.shares(
                state.betting, state.history, self._cards(state, number), list(state.board), []
            )
            for action, share in found.items():
                shares["fcr".index(action[0])] += weights[number] * share
        return DecisionTriple(*(shares / weights.sum()).tolist())

    def showdown(self, state: State) -> float:
        """The share of the pot that the player wins whose cards are seen, at a showdown.

        Args:
            state: At its end, with one player's cards and the whole board.

        Raises:
            ValueError: For another number of hands that are seen.
        """
        player = _seen(state)
        weights = self._hands(state, 1 - player)
        strength = state.game.core.strength
        own = strength(as_cards([*state.holes[player], *state.board], "cards"))
        won = 0.0
        for number in np.flatnonzero(weights).tolist():
            their = strength(as_cards([*self._cards(state, number), *state.board], "cards"))
            won += weights[number] * ((own > their) + 0.5 * (own == their))
        return float(won / weights.sum())

    def cards(self, state: State) -> Iterator[tuple[Cards, float]]:
        """Cards that may come next, and how likely each is: what he did tells which ones he holds.

        Args:
            state: In which cards come to the board, with one player's cards.

        Raises:
            ValueError: For another number of hands that are seen, and where there are too many ways.
        """
        player = _seen(state)
        unseen = [card for card in state.game.deck if card not in (*state.holes[player], *state.board)]
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
        """Weights of what he may hold after what he has done."""
        other = state.holes[1 - position] if state.players == 2 else ()
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
    """The one position whose cards are seen."""
    found = [position for position, cards in enumerate(state.holes) if cards]
    if len(found) != 1:
        raise ValueError(
            f"state: expected one with the hole cards of one player, got those of {len(found)}; e.g. state.seen_by(0)"
        )
    return found[0]
