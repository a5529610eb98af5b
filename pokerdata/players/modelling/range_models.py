"""Models of a player's range from its actions, of actions in like situations, and of hands at showdowns (Vexbot)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.text import brief
from pokerdata.cards import COMBINATIONS
from pokerdata.games.play import State, TableRules
from pokerdata.games.play.state import split_actions
from pokerdata.players.modelling.action_model import taken
from pokerdata.players.modelling.counting import (
    FadingCounts,
    LevelledModel,
    blended,
    check_fade,
    of_position,
    start_of,
)
from pokerdata.players.search import CELLS, final_strengths
from pokerdata.players.search.limit_tree import limit_tree
from pokerdata.players.search.models import PLAYOUT, DecisionTriple


class RangeModel(Protocol):
    """Model of one player's range.

    Call `start` at the beginning of a hand, `observe` for each action, and `learn` once the hand is over. No model looks
    at hole cards during a hand, so you may pass states that show them.
    """

    def start(self, state: State, position: int) -> None:
        """Begin a hand.

        Args:
            state: Start of the hand.
            position: Position of the player.
        """

    def observe(self, state: State, action: str) -> None:
        """Update by an action of any player.

        Args:
            state: The state before the action, with the board.
            action: Text such as 'c' or 'r300'.
        """

    def weights(self, state: State | None = None) -> NDArray[np.float64]:
        """Return the relative weight of each hand, a valid opponent range for `pokerdata.Situation`.

        Args:
            state: Hands with a card of its board, or with known hole cards of others, weigh 0; None for no such cards.

        Returns:
            float64 [1326], or [52] for games with one hole card; 0 or more, in any scale.
        """

    def learn(self, state: State, position: int) -> None:
        """Learn from a finished hand.

        Args:
            state: The finished hand, with the cards that were shown.
            position: Position of the player.
        """


class UniformRange:
    """All hands equally likely: the baseline that every model must beat."""

    def __init__(self) -> None:
        self._weights, self._position = np.ones(len(COMBINATIONS)), 0

    def start(self, state: State, position: int) -> None:
        """Begin a hand.

        Args:
            state: Start of the hand.
            position: Position of the player.

        Raises:
            ValueError: For an invalid position.
        """
        self._position = checked_position(state, position)
        self._weights = all_hands(state.game)

    def observe(self, state: State, action: str) -> None:
        """Ignore an action."""

    def weights(self, state: State | None = None) -> NDArray[np.float64]:
        """Return 1 for each hand that known cards allow, else 0.

        Args:
            state: As for `RangeModel.weights`.
        """
        return without_known(self._weights, state, self._position)

    def learn(self, state: State, position: int) -> None:
        """Ignore a hand."""


def range_of(model: RangeModel, state: State, position: int) -> NDArray[np.float64]:
    """Return a player's range in a hand so far: call `RangeModel.start`, observe all actions and return the weights.

    Args:
        model: Model of the player.
        state: The hand so far.
        position: Position of the player.

    Returns:
        As `RangeModel.weights`, without hands that known cards of the state exclude.

    Raises:
        ValueError: As the model.
    """
    follow(model, state, position)
    return model.weights(state)


def follow(model: RangeModel, state: State, position: int) -> None:
    """Update a model by a hand, from its start to a state.

    Args:
        model: Model of the player.
        state: The hand so far.
        position: Position of the player.

    Raises:
        ValueError: As the model.
    """
    now = start_of(state)
    model.start(now, position)
    follow_on(model, now, state)


def follow_on(model: RangeModel, before: State, state: State) -> None:
    """Update a model by the actions between two states of a hand.

    Args:
        model: Model of the player, up to date until `before`.
        before: The earlier state.
        state: The later state.
    """
    now = before.with_cards((), state.board)
    done = len(before.history.replace("/", ""))
    for action in split_actions(state.history.replace("/", "")[done:]):
        model.observe(now, action)
        now = now.apply_old(action)


def hands_of(game: TableRules) -> NDArray[np.uint8]:
    """Return the hands that the weights belong to, uint8 [1326, 2], or [52, 1] for games with one hole card.

    Args:
        game: Rules of the game.

    Raises:
        ValueError: If the game has more hole cards.
    """
    if game.cards.hole not in (1, 2):
        raise ValueError(
            f"game: expected one of one or two hole cards, got {game.name} with {game.cards.hole}; e.g. limit-holdem"
        )
    return np.arange(52, dtype=np.uint8)[:, None] if game.cards.hole == 1 else COMBINATIONS


def all_hands(game: TableRules) -> NDArray[np.float64]:
    """Return 1 for each hand of the game's deck, else 0; one weight for each row of `hands_of`.

    Args:
        game: Rules of the game.

    Raises:
        ValueError: As `hands_of`.
    """
    return np.asarray(np.isin(hands_of(game), game.deck).all(axis=1), np.float64)


def place_of(hole: tuple[int, ...]) -> int:
    """Return the index of a hand among the weights."""
    return hole[0] if len(hole) == 1 else _places()[frozenset(hole)]


def without_known(weights: NDArray[np.float64], state: State | None, position: int) -> NDArray[np.float64]:
    """Return a copy of the weights, with 0 for hands that contain a card of the board or of other players.

    Args:
        weights: Weights as from `RangeModel.weights`.
        state: State with the known cards; None for none.
        position: Position of the player.
    """
    if state is None:
        return weights.copy()
    others = (cards for other, cards in enumerate(state.hole_cards) if other != position)
    return beside(weights, (*state.board, *(card for cards in others for card in cards)))


def beside(weights: NDArray[np.float64], cards: tuple[int, ...]) -> NDArray[np.float64]:
    """Return a copy of the weights, with 0 for hands that contain one of the cards.

    Args:
        weights: Weights as from `RangeModel.weights`.
        cards: Card numbers.
    """
    found = weights.copy()
    for card in cards:
        found[_with_card(len(found))[card]] = 0
    return found


def checked_position(state: State, position: Any) -> int:
    """Return a position of a hand as an int.

    Args:
        state: A state of the hand.
        position: Value to check.

    Raises:
        ValueError: If it is no position of the hand.
    """
    if isinstance(position, bool) or position not in range(state.players):
        raise ValueError(f"position: expected 0 to {state.players - 1}, got {position!r}; e.g. 0")
    return int(position)


@lru_cache(maxsize=1)
def _places() -> dict[frozenset[int], int]:
    return {frozenset(cards): place for place, cards in enumerate(COMBINATIONS.tolist())}


@lru_cache(maxsize=2)
def _with_card(hands: int) -> NDArray[np.bool_]:
    """Return bool [52, hands]: whether a hand contains the card."""
    held = np.arange(52)[:, None] if hands == 52 else COMBINATIONS
    found: NDArray[np.bool_] = (held[None] == np.arange(52)[:, None, None]).any(axis=2)
    return found


#: Levels from the most alike: same action sequence; same bets and raises of both players on each street; same totals in the
#: hand and bets to call; same street and bets to call.
LEVELS = ("same", "raises", "totals", "street")


class LikenessModel(LevelledModel):
    """Counted actions in the same situation, blended with those in similar situations while data is scarce.

    Level k, with n_k observations, gets ``1 - base^n_k`` of the weight that earlier levels left. The prior gets the rest.
    Old actions of a situation fade.

    Learning takes some microseconds per action, and `shares` of limit hold'em two milliseconds.

    Source: Vexbot as described by Görge, Meyer (Poker Challenge 2008, paper 9). The third and fourth levels are our own,
    because the source says only "coarser".

    Args:
        game: A limit game for two.
        base: Above 0 and below 1.
        fade: Factor of a situation's older actions after a new one.
        prior: Assumed actions before any are seen.

    Raises:
        ValueError: For another game or numbers out of range.
        CapacityError: For a game with too many action sequences.
    """

    def __init__(
        self,
        game: TableRules,
        *,
        base: float = 0.95,
        fade: float = 0.95,
        prior: DecisionTriple = PLAYOUT,
    ) -> None:
        super().__init__(game, prior)
        self.base = check_base(base)
        self._count_in(LEVELS, fade)

    def _found(self) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self.prior.copy()
        found[self.decisions] = blended(self._levels, self.decisions, self.prior[self.decisions], self.base)
        return found

    def __repr__(self) -> str:
        return brief(self, repr(self.tree.game.name), f"base {self.base:g}")


def check_base(base: float) -> float:
    """Return the base of level weights, a number between 0 and 1.

    Raises:
        ValueError: For any other value.
    """
    if isinstance(base, bool) or not isinstance(base, int | float) or not 0 < base < 1:
        raise ValueError(f"base: expected a number between 0 and 1, got {base!r}; e.g. 0.95")
    return float(base)


class Showdowns:
    """Histograms of a player's hand strength at showdowns, in ten cells, for each action sequence that leads to one.

    The strength is that on the whole board against a random hand. Similar showdowns are blended as in `LikenessModel`:
    those with the same action sequence, the same bets and raises on each street, the same totals, and any. Without data
    all strengths are equally likely. Only shown hands count, so folded hands do not.

    Source: Vexbot as described by Görge, Meyer (Poker Challenge 2008, paper 9).

    Args:
        game: A limit game for two.
        base: As for `LikenessModel`.
        fade: As for `LikenessModel`.

    Raises:
        ValueError: For another game or numbers out of range.
        CapacityError: For a game with too many action sequences.
    """

    def __init__(self, game: TableRules, *, base: float = 0.95, fade: float = 0.95) -> None:
        self.tree = limit_tree(game)
        self.base = check_base(base)
        check_fade(fade)
        self._shown = np.flatnonzero(self.tree.shown)
        # Nodes of position 1 follow those of position 0, because showdowns of the modelled player are alike in either
        # position.
        self._levels = [
            FadingCounts(groups, CELLS, fade) for groups in map(self._grouped, range(len(of_position(0))))
        ]
        self._found: dict[int, NDArray[np.float64]] = {}

    def _grouped(self, level: int) -> NDArray[np.int64]:
        columns = [of_position(position)[level](self.tree, self._shown) for position in (0, 1)]
        found = np.full(2 * self.tree.nodes, -1, dtype=np.int64)
        shown = np.concatenate([self._shown, self._shown + self.tree.nodes])
        _, found[shown] = np.unique(np.concatenate(columns), axis=0, return_inverse=True)
        return found

    def learn(self, state: State, position: int) -> None:
        """Learn from a hand that reached a showdown and shows the player's hole cards; ignore others.

        Args:
            state: The finished hand.
            position: Position of the player.

        Raises:
            ValueError: For an invalid position, or a hand of another game.
        """
        taken(self.tree, state, position)
        if not state.is_terminal or state.players_left < 2 or not state.hole_cards[position]:
            return
        strength = float(final_strengths(self.tree.game, state.hole_cards[position], [state.board])[0])
        self.see(state.history, position, strength)

    def see(self, history: str, position: int, strength: float) -> None:
        """Count a showdown.

        Args:
            history: Action sequence of the hand.
            position: Position of the player that shows.
            strength: Strength of its hand, from 0 to 1.

        Raises:
            ValueError: For an action sequence that leads to no showdown, an invalid position or an invalid strength.
        """
        node = self.tree.at(history)
        if not self.tree.shown[node] or position not in (0, 1) or not 0 <= strength <= 1:
            raise ValueError(
                "showdown: expected a betting that leads to one, a position of 0 or 1 and a strength from 0 to 1, got "
                f"{history!r}, {position!r} and {strength!r}; e.g. 'cc', 0 and 0.5"
            )
        for level in self._levels:
            level.see(node + position * self.tree.nodes, min(int(strength * CELLS), CELLS - 1))
        self._found.clear()

    def histograms(self, position: int) -> NDArray[np.float64]:
        """Return the distribution of the player's hand strength at each showdown.

        Args:
            position: Position of the player.

        Returns:
            Read-only float64 [nodes, CELLS]: rows add up to 1 where hands end with a showdown, else 0.
        """
        if position not in self._found:
            found = np.zeros((self.tree.nodes, CELLS))
            even = np.full((len(self._shown), CELLS), 1 / CELLS)
            found[self._shown] = blended(
                self._levels, self._shown + position * self.tree.nodes, even, self.base
            )
            found.flags.writeable = False
            self._found[position] = found
        return self._found[position]

    def reset(self) -> None:
        """Forget everything learned."""
        for level in self._levels:
            level.clear()
        self._found.clear()

    def __repr__(self) -> str:
        seen = int(self._levels[-1].number.sum())
        return brief(self, repr(self.tree.game.name), f"{seen:,} showdowns seen")
