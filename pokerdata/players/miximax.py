"""`miximax` and `miximix`: expectimax over the betting, with models of the opponent learned during play (Vexbot)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.arguments import as_count
from pokerdata._support.text import brief
from pokerdata.games.play import Player, State, TableRules
from pokerdata.players.modelling import BettingModel, LikenessModel, Showdowns
from pokerdata.players.modelling.counting import check_above_0
from pokerdata.players.plain import Asked, drawn, fraction_of, key_of
from pokerdata.players.search import look_ahead, preference, tree_values

_MOST_BOARDS = 10_000


class Miximax:
    """Player that searches all remaining betting for the action that wins most against a model of the opponent (Miximax).

    After each hand it learns the opponent's actions, and the strength of its hands at showdowns, from what was shown. The
    models are `LikenessModel` and `Showdowns`, or others that you pass. At chance nodes it looks at sampled deals with
    its own hand, or at all deals where there are few. It ignores what these cards tell about the opponent's hand. So in
    games of few cards it is no best response to a known opponent, unlike `expectimax`.

    A decision in limit hold'em takes some 6 ms before the flop with 27 boards, 2 ms on it, and less than 1 ms after it.
    Learning a hand takes 3 ms.

    Source: Vexbot as described by Görge, Meyer (Poker Challenge 2008, paper 9).

    Args:
        game: Rules of a limit game for two players.
        temperature: In chips. Above 0 it plays `miximix`: it takes actions in proportion to exp(value / temperature), and
            assumes the same for its own later actions.
        boards: Approximate number of run-outs to look at.
        actions: Model of the opponent's actions; by default a `LikenessModel`.
        showdowns: Model of the hands that the opponent shows down; by default a `Showdowns`.
        seed: Seed of its random numbers.

    Raises:
        ValueError: For another game, a model of another game, or numbers out of range.
        CapacityError: For a game with too many action sequences.

    Attributes:
        actions: Model of the opponent's actions.
        showdowns: Model of the hands that the opponent shows down.
    """

    def __init__(
        self,
        game: TableRules,
        temperature: float = 0.0,
        *,
        boards: int = 32,
        actions: BettingModel | None = None,
        showdowns: Showdowns | None = None,
        seed: int = 0,
    ) -> None:
        self.game = game
        self.temperature = check_above_0(temperature, "temperature", 5) if temperature != 0 else 0.0
        self.boards = as_count(boards, "boards", 1, _MOST_BOARDS, 32)
        self.actions: BettingModel = LikenessModel(game) if actions is None else actions
        self.showdowns = Showdowns(game) if showdowns is None else showdowns
        self.seed = seed
        for model in (self.actions, self.showdowns):
            if model.tree.game != game:
                raise ValueError(
                    f"model: expected one of {game.name}, got one of {model.tree.game.name}; e.g. LikenessModel(game)"
                )

    def reset(self) -> None:
        """Forget the opponent."""
        self.actions.reset()
        self.showdowns.reset()

    def observe(self, state: State) -> None:
        """Learn from the opponent's actions and shown hole cards.

        Args:
            state: The finished hand, as this player saw it.
        """
        assert state.viewer is not None
        self.actions.learn(state, 1 - state.viewer)
        self.showdowns.learn(state, 1 - state.viewer)

    def think(self, state: State) -> dict[str, float]:
        """Return the expected value of each action by the models, in chips from the start of the hand.

        Args:
            state: The hand as this player sees it, on its turn.
        """
        return {
            kind: value
            for kind, value in zip("fcr", self._values(state).tolist(), strict=True)
            if value == value
        }

    def shares(self, state: State) -> dict[str, float]:
        """Return the probability with which this player takes each action.

        Args:
            state: The hand as this player sees it, on its turn.
        """
        values = self._values(state)
        legal = [k for k in (1, 2, 0) if not np.isnan(values[k])]  # ties: call before raise before fold
        if self.temperature:
            chosen = preference(values[legal], self.temperature)
        else:
            chosen = np.eye(len(legal))[int(np.argmax(values[legal]))]
        return {"fcr"[k]: share for k, share in zip(legal, chosen.tolist(), strict=True)}

    def act(self, state: State) -> str:
        """Choose an action by the models.

        Args:
            state: The hand as this player sees it.
        """
        return drawn(self.shares(state).items(), fraction_of(self.seed, state))

    def _values(self, state: State) -> NDArray[np.float64]:
        position = state.player
        assert position is not None
        tree = self.actions.tree
        seed = key_of(self.seed, state, "boards")
        ahead = look_ahead(
            self.game, state.hole_cards[position], state.board, state.street, self.boards, seed
        )
        histograms = self.showdowns.histograms(1 - position)
        return tree_values(
            tree, tree.at(state.history), ahead, self.actions.shares(), histograms, self.temperature
        )

    def __repr__(self) -> str:
        mixes = f"temperature {self.temperature:g}" if self.temperature else "the best action"
        return brief(self, repr(self.game.name), mixes, repr(self.actions))


#: Name -> description.
MIXIMAX_PLAYERS: Mapping[str, str] = {
    "miximax": "learns what the other does, and takes what wins most from that; for two, with limits (after Vexbot)",
    "miximix": "likewise, and mixes, the better the more often",
}


def is_miximax(text: str) -> bool:
    """Return whether a text names one of these players."""
    return text in MIXIMAX_PLAYERS


def find_miximax(text: str, asked: Asked) -> Player:
    """Return the player with this name.

    Raises:
        ValueError: For a game with more players or without limits.
        CapacityError: For a game with too many action sequences.
    """
    if asked.game.players != 2 or not asked.game.limit:
        raise ValueError(
            f"player {text}: expected a game with limits for two players, got {asked.game.name}; e.g. limit-holdem"
        )
    # Our own choice: half a bet of the first street, which is 5 chips in limit hold'em.
    temperature = asked.game.bets[0] / 2 if text == "miximix" else 0.0
    return Miximax(asked.game, temperature, seed=asked.seed)
