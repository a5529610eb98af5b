"""What a player shows: how strong he is at showdowns, by the betting before."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.modelling.action_model import taken
from pokerdata.modelling.alike import of_position
from pokerdata.modelling.fading import FadingCounts, blended, check_fade
from pokerdata.modelling.likeness import check_base
from pokerdata.play import GameDefinition, State
from pokerdata.search import CELLS, final_strengths
from pokerdata.search.limit_tree import limit_tree
from pokerdata.support.text import brief


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

    def __init__(self, game: GameDefinition, *, base: float = 0.95, fade: float = 0.95) -> None:
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
        if not state.finished or state.players_left < 2 or not state.holes[position]:
            return
        strength = float(final_strengths(self.tree.game, state.holes[position], [state.board])[0])
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
