"""A strategy that was solved anew in the middle of a game, and what the opponent can win from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.spots.places import DECISION
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_strategy import Play, SpotStrategy
from pokerdata.support import html
from pokerdata.support.estimates import signed
from pokerdata.support.text import brief


@dataclass(frozen=True, eq=False)
class ResolvedSpot:
    """A player's strategy from the middle of a hand on, solved anew around what he played before.

    Values are in chips a deal and count the pot: what is won from here on. `kept` and `now` are those of best responses, so
    where no margin is below 0, re-solving raises no hand's best response, and so not the exploitability of the whole game.

    Attributes:
        spot: What was solved: his range by Bayes, and all hands of the opponent.
        seat: Of the player whose strategy it is: 0 out of position, 1 in position.
        method: 'unsafe', 'gadget' or 'max-margin'.
        iterations: Iterations done.
        gap: How far both are from an equilibrium of the game that was solved: half of what both could gain, in chips.
        meets: How much of the player's range meets each hand of the opponent, float64 [1326]; 0 where it is not possible.
        opponent: How likely the opponent's hands come, by Bayes, float64 [1326].
        kept: What a best response of each hand won from the strategy before, in chips, float64 [1326]; NaN where it is not
            possible.
        now: What it wins from the new one, likewise.
        strategy: What both play in the game that was solved; his is the new strategy.
    """

    spot: Spot
    seat: int
    method: str
    iterations: int
    gap: float
    meets: NDArray[np.float64]
    opponent: NDArray[np.float64]
    kept: NDArray[np.float64]
    now: NDArray[np.float64]
    strategy: SpotStrategy

    @property
    def margins(self) -> NDArray[np.float64]:
        """What each hand of the opponent lost by it, in chips, float64 [1326]; NaN where it is not possible."""
        return np.asarray(self.kept - self.now)

    @property
    def smallest_margin(self) -> float:
        """The smallest margin of a hand of the opponent, in chips: at least 0 where re-solving was safe."""
        return float(np.nanmin(self.margins))

    def mean(
        self,
        values: NDArray[np.float64],
        *,
        by_bayes: bool = False,
        among: NDArray[np.bool_] | bool = True,
    ) -> float:
        """The mean of something over the opponent's hands as they are dealt beside the player's range.

        Args:
            values: Of each hand, float64 [1326].
            by_bayes: Whether his hands come as likely as by Bayes, or all as dealt.
            among: Which of his hands count, bool [1326]; all by default.
        """
        weight = self.meets * (self.opponent if by_bayes else 1.0) * among
        there = weight > 0
        return float(np.average(values[there], weights=weight[there]))

    def play(self, history: str = "", cards: ArrayLike = "") -> Play:
        """What the player does at one of his decisions.

        Args:
            history: The line of betting from here on, as for `SpotSolution.at`.
            cards: The river, if the spot begins on the turn and the line has come to it; turn and river likewise.

        Raises:
            ValueError: If there is no such place, or he does not act there.
        """
        place = self.strategy.walker.find(history, cards)
        if place.kind != DECISION or int(self.spot.tree.player[place.node]) != self.seat:
            raise ValueError(
                f"history: expected a decision of {'oop' if self.seat == 0 else 'ip'}, got {history!r}; e.g. "
                f"{'' if self.seat == 0 else 'c'!r}"
            )
        return self.strategy.play_at(place)

    def to_dict(self) -> dict[str, Any]:
        """The result as values that JSON can hold, in chips a deal."""
        return {
            "board": self.spot.board,
            "history": self.spot.history,
            "player": ("oop", "ip")[self.seat],
            "method": self.method,
            "iterations": self.iterations,
            "pot_chips": self.spot.pot,
            "gap_chips": self.gap,
            "best_response_before_chips": self.mean(self.kept),
            "best_response_now_chips": self.mean(self.now),
            "smallest_margin_chips": self.smallest_margin,
            "mean_margin_chips": self.mean(self.margins),
            "mean_margin_by_bayes_chips": self.mean(self.margins, by_bayes=True),
        }

    def lines(self) -> list[str]:
        """The result in words, with its units, one a line."""
        who = ("oop", "ip")[self.seat]
        pot = self.spot.pot

        def chips(value: float) -> str:
            return f"{signed(value, 4)} chips = {signed(100 * value / pot, 3)} % of the pot"

        return [
            f"{self.method} re-solving of {who}, {self.iterations:,} iterations",
            f"gap of the solved game       {chips(self.gap)[1:]}",
            f"best response before         {chips(self.mean(self.kept))} (mean over all hands)",
            f"best response now            {chips(self.mean(self.now))}",
            f"smallest margin of a hand    {chips(self.smallest_margin)}",
            f"mean margin                  {chips(self.mean(self.margins))}",
            f"mean margin by Bayes         {chips(self.mean(self.margins, by_bayes=True))}",
        ]

    def __repr__(self) -> str:
        return brief(
            self,
            self.spot.board,
            self.method,
            f"{self.iterations:,} iterations",
            f"smallest margin {self.smallest_margin:.4g} chips",
        )

    def _repr_html_(self) -> str:
        return html.facts(
            {
                "method": self.method,
                "iterations": self.iterations,
                "gap, chips": self.gap,
                "best response before, chips": self.mean(self.kept),
                "best response now, chips": self.mean(self.now),
                "smallest margin, chips": self.smallest_margin,
                "mean margin, chips": self.mean(self.margins),
            },
            caption=repr(self.spot),
        )
