"""What a player may hold by what he did, and what he does in like situations and shows at showdowns (Vexbot)."""

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
        now = now.apply_old(action)


def hands_of(game: TableRules) -> NDArray[np.uint8]:
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


def all_hands(game: TableRules) -> NDArray[np.float64]:
    """1 for each hand of the deck, else 0; shaped as `hands_of`.

    Args:
        game: The rules.

    Raises:
        ValueError: As `hands_of`.
    """
    return np.asarray(np.isin(hands_of(game), game.deck).all(axis=1), np.float64)


def place_of(hole: tuple[int, ...]) -> int:
    """The place of a hand among the weights, by its cards."""
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
    others = (cards for other, cards in enumerate(state.hole_cards) if other != position)
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


#: From the likest: the same betting; the same numbers of bets and raises of both on each street; the same numbers of them in
#: the hand and bets to call; the same street and bets to call.
LEVELS = ("same", "raises", "totals", "street")


class LikenessModel(LevelledModel):
    """What a player did in the same situation, and as long as there is little of that, in like ones.

    Level k, with n_k observations, takes ``1 - base^n_k`` of the weight that those before left; what all leave is the
    prior's. Old actions of a situation fade.

    Some microseconds an action to learn, two milliseconds for `shares` of limit hold'em.

    Source: Vexbot as told in Görge, Meyer (Poker Challenge 2008, paper 9); the third and fourth level are ours, as it says
    "coarser" alone.

    Args:
        game: A limit game for two.
        base: From 0 to 1, without the ends.
        fade: What is left of older actions of a situation after a new one.
        prior: What he does as long as nothing was seen.

    Raises:
        ValueError: For another game or numbers out of range.
        CapacityError: For a game with too many bettings.
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
    """A number between 0 and 1.

    Args:
        base: Of the weights of levels of likeness.

    Raises:
        ValueError: For anything else.
    """
    if isinstance(base, bool) or not isinstance(base, int | float) or not 0 < base < 1:
        raise ValueError(f"base: expected a number between 0 and 1, got {base!r}; e.g. 0.95")
    return float(base)


class Showdowns:
    """Histograms of a player's hand strength at showdowns, in ten cells, for each betting that leads to one.

    The strength is that on the whole board against a hand of which nothing is known. Like showdowns are blended as in
    `LikenessModel`: those of the same betting, of the same bets and raises on each street, of the same in all, of any.
    Without data all strengths are as likely. Only hands that were shown count, so what he folds does not.

    Source: Vexbot as told in Görge, Meyer (Poker Challenge 2008, paper 9).

    Args:
        game: A limit game for two.
        base: As of `LikenessModel`.
        fade: As of `LikenessModel`.

    Raises:
        ValueError: For another game or numbers out of range.
        CapacityError: For a game with too many bettings.
    """

    def __init__(self, game: TableRules, *, base: float = 0.95, fade: float = 0.95) -> None:
        self.tree = limit_tree(game)
        self.base = check_base(base)
        check_fade(fade)
        self._shown = np.flatnonzero(self.tree.shown)
        # The nodes of position 1 stand behind those of position 0: what is like another showdown is that of the player of
        # the model, whichever position he had.
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
        """Learn from a hand, if it came to a showdown and the player's cards are seen.

        Args:
            state: At its end.
            position: His.

        Raises:
            ValueError: For a position that there is not, or a hand of another game.
        """
        taken(self.tree, state, position)
        if not state.is_terminal or state.players_left < 2 or not state.hole_cards[position]:
            return
        strength = float(final_strengths(self.tree.game, state.hole_cards[position], [state.board])[0])
        self.see(state.history, position, strength)

    def see(self, history: str, position: int, strength: float) -> None:
        """Count a showdown.

        Args:
            history: The betting of the hand.
            position: Of the player who shows.
            strength: Of his hand, from 0 to 1.

        Raises:
            ValueError: For a betting that leads to no showdown, a position that there is not, or another strength.
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
        """How strong the player is at each showdown.

        Args:
            position: His.

        Returns:
            float64 [nodes, CELLS], not to be changed: sums of 1 where hands end with a showdown, else 0.
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
        """Forget all that was learned."""
        for level in self._levels:
            level.clear()
        self._found.clear()

    def __repr__(self) -> str:
        seen = int(self._levels[-1].number.sum())
        return brief(self, repr(self.tree.game.name), f"{seen:,} showdowns seen")
