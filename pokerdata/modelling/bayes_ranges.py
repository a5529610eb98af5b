"""Ranges by Bayes: what is held by somebody whose strategy is known, or was counted."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import agents as _core
from pokerdata._core.abstraction import CardStates
from pokerdata.games import CardRules, Game
from pokerdata.games.named import TEXAS
from pokerdata.modelling.counting import decisions, look_up
from pokerdata.modelling.observed import ObservedModel
from pokerdata.modelling.range_models import all_hands, beside, checked_position, hands_of, without_known
from pokerdata.play import State
from pokerdata.play.definition import card_text

#: How many actions the mean over all hands counts as, in an information set of counted frequencies.
WEIGHT = 5.0


class Plays(Protocol):
    """What plays a strategy, as `pokerdata.agents.Agent` does."""

    @property
    def name(self) -> str:
        """To tell it from others."""

    @property
    def core(self) -> _core.Agent:
        """In C++."""

    @property
    def cards(self) -> CardRules | None:
        """Of its game."""


class StrategyRange:
    """What is held by somebody who plays a strategy, by Bayes.

    A hand's weight is the chance that he makes all his actions with it. Exact where he plays the strategy, on real
    cards and over buckets; where a bet that the strategy does not have is taken for one of two at random, by both, to
    1e-9. An action that it never takes with any hand that is left tells nothing, and a raise of another size counts
    as the nearest. Games for two; some 0.3 ms an action.

    Args:
        agent: Who plays it, such as `pokerdata.agents.Agent.load` finds.

    Raises:
        ValueError: For an agent without a strategy.
    """

    def __init__(self, agent: Plays) -> None:
        if not isinstance(agent.core, _core.AbstractAgent) or agent.cards is None:
            raise ValueError(
                f"agent: expected one with a strategy, got {agent.name}; e.g. Agent.load('leduc.h5')"
            )
        self._core, self._cards = agent.core, agent.cards
        self._weights = np.ones(1326)
        self._hands = np.zeros((0, 2), np.uint8)
        self._number: NDArray[np.uint8] = np.zeros(52, np.uint8)
        self._position: int | None = None

    def start(self, state: State, position: int) -> None:
        """Begin a hand.

        Args:
            state: Its start.
            position: That of the player.

        Raises:
            ValueError: For a game with other cards or another number of players, or a position that nobody has.
        """
        game = state.game
        if game.players != 2 or (game.cards.hole, len(game.deck)) != (self._cards.hole, self._cards.deck):
            raise ValueError(
                f"game: expected that of the strategy, for two and with {self._cards.deck} cards, got {game.name} for "
                f"{game.players} with {len(game.deck)}"
            )
        self._position = checked_position(state, position)
        self._hands = hands_of(game)
        self._number = np.zeros(52, np.uint8)
        self._number[list(game.deck)] = np.arange(len(game.deck))
        self._weights = all_hands(game)

    def observe(self, state: State, action: str) -> None:
        """Take in an action of anybody.

        Args:
            state: Before the action, with the board.
            action: Such as 'c' or 'r300'.

        Raises:
            ValueError: Where no hand was begun, or for betting that is not of the strategy's game.
        """
        if self._position is None:
            raise ValueError("model: expected start(state, position) before a hand is told, got no start")
        if state.betting.player != self._position:
            return
        left = beside(self._weights, state.board)
        places = np.flatnonzero(left)
        board = self._number[list(state.board)]
        actions, shares = self._core.batch(self._number[self._hands[places]], board[None], state.history)
        taken = _nearest(action, actions)
        if taken is None or not shares[:, taken].any():
            return
        found = np.zeros(len(left))
        found[places] = left[places] * shares[:, taken]
        self._weights = found / found.max()

    def weights(self, state: State | None = None) -> NDArray[np.float64]:
        """The chances of his actions with each hand, the largest 1.

        Args:
            state: As for `RangeModel.weights`.

        Returns:
            float64 [1326], or [52] for games of one hole card.

        Raises:
            ValueError: Where no hand was begun.
        """
        if self._position is None:
            raise ValueError("model: expected start(state, position) before a hand is told, got no start")
        return without_known(self._weights, state, self._position)

    def learn(self, state: State, position: int) -> None:
        """Nothing is learned: the strategy is known.

        Args:
            state: Its end.
            position: That of the player.
        """


class CountedRange(StrategyRange):
    """What is held by somebody of whom it was counted what he did with which cards, by Bayes.

    In an information set with n observations an action has the probability ``(n_a + k p_a) / (n + k)``; p is what was seen
    there with all hands together, mixed likewise with every action as likely. So no hand is ruled out.

    Args:
        model: What was counted, as `pokerdata.modelling.model_of` returns it.
        states: Of the card abstraction, as for `model_of`; None for a game of real cards.
        weight: k, above 0.
        translation: How bets are taken that the game's tree does not have, as for agents.

    Raises:
        ValueError: For states that are not those of the game, or a weight that is not above 0.
    """

    def __init__(
        self,
        model: ObservedModel,
        states: CardStates | None = None,
        *,
        weight: float = WEIGHT,
        translation: str = "pseudo-harmonic",
    ) -> None:
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight < float("inf"):
            raise ValueError(f"weight: expected a number above 0, got {weight!r}; e.g. 5")
        self._state_of = look_up(model.game, states)
        self._game = model.game
        self._weight = float(weight)
        self._counts = [
            np.rint(street * np.repeat(seen, np.diff(model.game.tree.first_rows(r)), axis=0))
            for r, (street, seen) in enumerate(zip(model.strategy, model.observations, strict=True))
        ]
        self._rows = [
            np.ascontiguousarray(smoothed(counts, model.game.tree.first_rows(r), self._weight), np.float32)
            for r, counts in enumerate(self._counts)
        ]
        super().__init__(_Counted(model.game, states, self._rows, translation))

    def learn(self, state: State, position: int) -> None:
        """Count what he did in a hand whose cards of his are known; other hands, and such as its tree has not, tell nothing.

        Whoever sees showdowns alone learns what he did with hands that came there, and so a biased model.

        Args:
            state: Its end, with what was shown.
            position: That of the player.
        """
        if not state.holes[position]:
            return
        acting = [who for street in state.actions for who, _ in street]
        hole, board = ("".join(map(card_text, cards)) for cards in (state.holes[position], state.board))
        try:
            made = list(decisions(self._game.tree, state.history))
        except ValueError:
            return
        for who, (_, street, row) in zip(acting, made, strict=True):
            if who == position:
                self._counts[street][row, self._state_of(street, hole, board)] += 1
                self._renew(street, row)

    def _renew(self, street: int, row: int) -> None:
        """The probabilities of one decision, in place: the kernel looks at these rows."""
        first = self._game.tree.first_rows(street)
        at = int(np.searchsorted(first, row, "right")) - 1
        begin, end = int(first[at]), int(first[at + 1])
        edges = np.array([0, end - begin])
        self._rows[street][begin:end] = smoothed(self._counts[street][begin:end], edges, self._weight)


class _Counted:
    """Somebody who plays counted frequencies."""

    name = "counted"

    def __init__(
        self, game: Game, states: CardStates | None, rows: list[NDArray[np.float32]], translation: str
    ) -> None:
        cards = CardRules(**found) if (found := game.parts()[0]) else TEXAS
        known: _core.PrivateStates
        known = _core.HandsOnBoards(game.core, cards.core) if states is None else _core.BucketStates(states)
        self.cards: CardRules | None = cards
        self.core: _core.AbstractAgent = _core.AbstractAgent(
            game.rules.core,
            cards.core,
            known,
            rows,
            translation,
        )


def smoothed(
    counts: NDArray[np.float64], first: NDArray[np.integer[Any]], weight: float
) -> NDArray[np.float64]:
    """Counts as probabilities, each backed off to that of all states together, and those to any action.

    Args:
        counts: [edges of a street, states].
        first: The first edge of each decision of the street, and behind the last, [decisions + 1].
        weight: How many actions what is behind counts as.

    Returns:
        float64, as shaped as `counts`.
    """
    number = np.diff(first)

    def of_rows(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.repeat(np.add.reduceat(values, first[:-1], axis=0), number, axis=0)

    together = counts.sum(axis=1, keepdims=True)
    even = np.repeat(1.0 / number, number)[:, None]
    mean = (together + weight * even) / (of_rows(together) + weight)
    found: NDArray[np.float64] = (counts + weight * mean) / (of_rows(counts) + weight)
    return found


def _nearest(action: str, actions: list[str]) -> int | None:
    """The place of an action, of a raise that is not there that of the nearest; None where there is none."""
    if action in actions:
        return actions.index(action)
    raises = [place for place, one in enumerate(actions) if one[0] == "r"]
    if action[0] != "r" or not raises:
        return None
    return min(raises, key=lambda place: abs(int(actions[place][1:] or 0) - int(action[1:] or 0)))
