"""What a player may hold: weights of all hands, by what he was seen to do."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS
from pokerdata.modelling.contexts import start_of
from pokerdata.play import GameDefinition, State
from pokerdata.play.state import split_actions


class RangeModel(Protocol):
    """What one player may hold.

    A hand is begun by `start` and told by `observe`, action by action; `learn` takes it in once it is over. No model
    looks at hole cards while a hand goes on, so it may be told states that show them.
    """

    def start(self, state: State, position: int) -> None:
        """Begin a hand.

        Args:
            state: Its start.
            position: That of the player.
        """

    def observe(self, state: State, action: str) -> None:
        """Take in an action of anybody.

        Args:
            state: Before the action, with the board.
            action: Such as 'c' or 'r300'.
        """

    def weights(self, state: State | None = None) -> NDArray[np.float64]:
        """How likely each hand is beside the others, as `pokerdata.Situation` takes opponents.

        Args:
            state: Hands with a card of its board, or with known hole cards of others, weigh 0; None for no such cards.

        Returns:
            float64 [1326], or [52] for games of one hole card; 0 or more, of any scale.
        """

    def learn(self, state: State, position: int) -> None:
        """Take in a finished hand.

        Args:
            state: Its end, with what was shown.
            position: That of the player in it.
        """


class UniformRange:
    """Any hand is as likely: what every model must be better than."""

    def __init__(self) -> None:
        self._weights, self._position = np.ones(len(COMBINATIONS)), 0

    def start(self, state: State, position: int) -> None:
        """Begin a hand.

        Args:
            state: Its start.
            position: That of the player.

        Raises:
            ValueError: For a position that nobody has.
        """
        self._position = checked_position(state, position)
        self._weights = all_hands(state.game)

    def observe(self, state: State, action: str) -> None:
        """Nothing is learned from what he does.

        Args:
            state: Before the action.
            action: Any.
        """

    def weights(self, state: State | None = None) -> NDArray[np.float64]:
        """1 for each hand that known cards leave.

        Args:
            state: As for `RangeModel.weights`.
        """
        return without_known(self._weights, state, self._position)

    def learn(self, state: State, position: int) -> None:
        """Nothing is learned from hands.

        Args:
            state: Its end.
            position: That of the player.
        """


def range_of(model: RangeModel, state: State, position: int) -> NDArray[np.float64]:
    """What a player may hold in a hand as it stands: `RangeModel.start`, all its actions, and the weights.

    Args:
        model: Of the player.
        state: The hand.
        position: His.

    Returns:
        As `RangeModel.weights`, without what the cards known in the state rule out.

    Raises:
        ValueError: As the model.
    """
    follow(model, state, position)
    return model.weights(state)


def follow(model: RangeModel, state: State, position: int) -> None:
    """Tell a model a hand from its start to where it stands.

    Args:
        model: Of the player.
        state: The hand.
        position: His.

    Raises:
        ValueError: As the model.
    """
    now = start_of(state)
    model.start(now, position)
    follow_on(model, now, state)


def follow_on(model: RangeModel, before: State, state: State) -> None:
    """Tell a model what was done between two states of a hand.

    Args:
        model: Of the player, who knows all until `before`.
        before: The earlier state.
        state: The later one.
    """
    now = before.with_cards((), state.board)
    done = len(before.history.replace("/", ""))
    for action in split_actions(state.history.replace("/", "")[done:]):
        model.observe(now, action)
        now = now.after_old(action)


def hands_of(game: GameDefinition) -> NDArray[np.uint8]:
    """The hands that weights are of, uint8 [1326, 2], or [52, 1] for games of one hole card.

    Args:
        game: The rules.

    Raises:
        ValueError: For games of more hole cards.
    """
    if game.cards.hole not in (1, 2):
        raise ValueError(
            f"game: expected one of one or two hole cards, got {game.name} with {game.cards.hole}; e.g. limit-holdem"
        )
    return np.arange(52, dtype=np.uint8)[:, None] if game.cards.hole == 1 else COMBINATIONS


def all_hands(game: GameDefinition) -> NDArray[np.float64]:
    """1 for each hand of the deck, else 0; shaped as `hands_of`.

    Args:
        game: The rules.

    Raises:
        ValueError: As `hands_of`.
    """
    return np.asarray(np.isin(hands_of(game), game.deck).all(axis=1), np.float64)


def place_of(game: GameDefinition, hole: tuple[int, ...]) -> int:
    """The place of a hand among the weights.

    Args:
        game: The rules.
        hole: Its cards.
    """
    return hole[0] if len(hole) == 1 else _places()[frozenset(hole)]


def without_known(weights: NDArray[np.float64], state: State | None, position: int) -> NDArray[np.float64]:
    """A copy of the weights, 0 for hands with a card of the board or of others.

    Args:
        weights: As `RangeModel.weights` gives them.
        state: With the cards that are known; None for none.
        position: Whose hands.
    """
    if state is None:
        return weights.copy()
    others = (cards for other, cards in enumerate(state.holes) if other != position)
    return beside(weights, (*state.board, *(card for cards in others for card in cards)))


def beside(weights: NDArray[np.float64], cards: tuple[int, ...]) -> NDArray[np.float64]:
    """A copy of the weights, 0 for hands with one of some cards.

    Args:
        weights: As `RangeModel.weights` gives them.
        cards: As numbers.
    """
    found = weights.copy()
    for card in cards:
        found[_with_card(len(found))[card]] = 0
    return found


def checked_position(state: State, position: Any) -> int:
    """A position of a hand.

    Args:
        state: Of the hand.
        position: What should be one.

    Raises:
        ValueError: If it is none.
    """
    if isinstance(position, bool) or position not in range(state.players):
        raise ValueError(f"position: expected 0 to {state.players - 1}, got {position!r}; e.g. 0")
    return int(position)


@lru_cache(maxsize=1)
def _places() -> dict[frozenset[int], int]:
    return {frozenset(cards): place for place, cards in enumerate(COMBINATIONS.tolist())}


@lru_cache(maxsize=2)
def _with_card(hands: int) -> NDArray[np.bool_]:
    """[52, hands]: whether a hand has the card."""
    held = np.arange(52)[:, None] if hands == 52 else COMBINATIONS
    found: NDArray[np.bool_] = (held[None] == np.arange(52)[:, None, None]).any(axis=2)
    return found
