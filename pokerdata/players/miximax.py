"""`miximax` and `miximix`: expectimax over the betting with models of the other, learned while they play (Vexbot)."""

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
    """Looks at the whole betting that is left, and takes what wins most if the other does as he did before (Miximax).

    The other's actions, and how strong he is at showdowns, are learned after each hand from what was shown: `LikenessModel`
    and `Showdowns`, or other models. Where cards come, ways of dealing them are looked at with the own hand, all where there
    are few; what they tell of the other's hand is not. So in games of few cards it is no best response to somebody who is
    known, as `expectimax` is.

    A decision of limit hold'em takes some 6 ms before the flop with 27 boards, 2 ms on it, and below 1 ms after; to learn a
    hand, 3 ms.

    Source: Vexbot as told in Görge, Meyer (Poker Challenge 2008, paper 9).

    Args:
        game: The rules: limits, two players.
        temperature: Chips; above 0 for `miximix`, who takes actions in proportion to exp(value / temperature), and expects
            so of himself later in the hand.
        boards: About how many ways of dealing the rest of the board are looked at.
        actions: The model of the other's actions; by default a `LikenessModel`.
        showdowns: What he shows; by default a `Showdowns`.
        seed: Of what is drawn.

    Raises:
        ValueError: For another game, a model of another game, or numbers out of range.
        CapacityError: For a game with too many bettings.

    Attributes:
        actions: The model of the other's actions.
        showdowns: What he shows.
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
        """Forget all of the other."""
        self.actions.reset()
        self.showdowns.reset()

    def observe(self, state: State) -> None:
        """Learn from what the other did, and showed.

        Args:
            state: The hand at its end, as this player saw it.
        """
        assert state.viewer is not None
        self.actions.learn(state, 1 - state.viewer)
        self.showdowns.learn(state, 1 - state.viewer)

    def think(self, state: State) -> dict[str, float]:
        """Chips that each action wins on average by the models, counted from the start of the hand.

        Args:
            state: As this player sees it; he acts.
        """
        return {
            kind: value
            for kind, value in zip("fcr", self._values(state).tolist(), strict=True)
            if value == value
        }

    def shares(self, state: State) -> dict[str, float]:
        """How likely this player takes each action.

        Args:
            state: As he sees it; he acts.
        """
        values = self._values(state)
        legal = [
            k for k in (1, 2, 0) if not np.isnan(values[k])
        ]  # of equal ones first call, then raise, then fold
        if self.temperature:
            chosen = preference(values[legal], self.temperature)
        else:
            chosen = np.eye(len(legal))[int(np.argmax(values[legal]))]
        return {"fcr"[k]: share for k, share in zip(legal, chosen.tolist(), strict=True)}

    def act(self, state: State) -> str:
        """An action, by the models.

        Args:
            state: As this player sees it.
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


#: What the players do, by name.
MIXIMAX_PLAYERS: Mapping[str, str] = {
    "miximax": "learns what the other does, and takes what wins most from that; for two, with limits (after Vexbot)",
    "miximix": "likewise, and mixes, the better the more often",
}


def is_miximax(text: str) -> bool:
    """Whether a text is the name of one of them.

    Args:
        text: What the player was called.
    """
    return text in MIXIMAX_PLAYERS


def find_miximax(text: str, asked: Asked) -> Player:
    """The player of a name.

    Args:
        text: What the player was called.
        asked: With what.

    Raises:
        ValueError: For a game with more players or without limits.
        CapacityError: For a game with too many bettings.
    """
    if asked.game.players != 2 or not asked.game.limit:
        raise ValueError(
            f"player {text}: expected a game with limits for two players, got {asked.game.name}; e.g. limit-holdem"
        )
    # Half a bet of the first street, which is 5 chips in limit hold'em: ours.
    temperature = asked.game.bets[0] / 2 if text == "miximix" else 0.0
    return Miximax(asked.game, temperature, seed=asked.seed)
