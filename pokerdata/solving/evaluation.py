"""Values of a strategy profile, the scope in which they hold, and a split of hands into classes by strength."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.text import brief
from pokerdata.games import BettingTree, Rules, SolvableGame, Unit, milliblinds, rules_of

TO_COMPARE = "abstractions are compared by a cross-table of matches and by local best response"


@dataclass(frozen=True)
class Scope:
    """The bets and cards that a best response may use.

    Its text is printed next to every value that holds in this scope.

    Attributes:
        all_bets: Whether the best response may make every legal bet; otherwise only those of the menu.
        abstraction: Whether it sees the buckets of the strategy's abstraction instead of cards.
        boards: Number of boards that were sampled to deal from; None for all boards.
    """

    all_bets: bool
    abstraction: bool = False
    boards: int | None = None

    @staticmethod
    def of(game: SolvableGame) -> Scope:
        """Return the scope of values that are computed in a game."""
        return Scope(game.tree.all_bets, game.abstraction is not None, game.boards)

    @staticmethod
    def stated(attributes: Mapping[str, Any]) -> Scope:
        """Return the scope that a strategy's table states.

        Older tables called bet menus whole games, so the scope of bets is derived from their rules.

        Raises:
            KeyError: If an attribute is missing.
        """
        bets = attributes.get("scope_bets")
        all_bets = BettingTree(rules_of(attributes["rules"])).all_bets if bets is None else bets == "all"
        return Scope(all_bets, attributes["abstraction"] != "none", attributes.get("boards"))

    def attributes(self) -> dict[str, object]:
        """Return the scope as attributes of a strategy's table."""
        cards = "own abstraction" if self.abstraction else "all"
        return {
            "scope": str(self),
            "scope_cards": cards if self.boards is None else f"{cards}, {self.boards} drawn boards",
            "scope_bets": "all" if self.all_bets else "menu",
            **({"to_compare": TO_COMPARE} if self.abstraction else {}),
        }

    @property
    def whole(self) -> bool:
        """Whether the scope is the whole game: all cards and all bets."""
        return self.all_bets and not self.abstraction

    def __str__(self) -> str:
        if self.whole:
            return "in the whole game (all cards, all bets)"
        if not self.abstraction:
            return "with all cards, but only the bets of its menu; other bets may win more"
        drawn = "" if self.boards is None else f" on {self.boards:,} drawn boards"
        menu = "" if self.all_bets else " with only the bets of its menu"
        return f"inside its own abstraction{drawn}{menu}; not comparable across abstractions"


@dataclass(frozen=True)
class Evaluation:
    """Exact values of a strategy profile of two players, in chips per game.

    Attributes:
        best_response: What each player's best response wins against the other player's strategy.
        expected_value: What player 1 wins when both play their strategies; player 2 wins its negative.
    """

    best_response: tuple[float, float]
    expected_value: float

    @property
    def numbers(self) -> tuple[float, float, float]:
        """Both best-response values, then the expected value."""
        return (*self.best_response, self.expected_value)

    @staticmethod
    def of(numbers: Sequence[float]) -> Evaluation:
        """Return an evaluation from the three `numbers` of another one."""
        first, second, value = numbers
        return Evaluation((first, second), value)

    @property
    def nash_conv(self) -> float:
        """Sum of both best-response values; 0 in an equilibrium."""
        return self.best_response[0] + self.best_response[1]

    @property
    def exploitability(self) -> float:
        """Half of nash_conv: what a best response wins per game, averaged over both seats."""
        return self.nash_conv / 2

    def __repr__(self) -> str:
        one, two = self.best_response
        told = (
            f"exploitability {self.exploitability:.6g} chips/game",
            f"best responses {one:+.6g} and {two:+.6g}",
        )
        return brief(self, *told, f"expected value {self.expected_value:+.6g}")

    def _repr_html_(self) -> str:
        told = {
            "exploitability": self.exploitability,
            "NashConv": self.nash_conv,
            "best response of player 1": self.best_response[0],
            "best response of player 2": self.best_response[1],
            "expected value of player 1": self.expected_value,
        }
        return html.facts(told, caption="Evaluation, chips a game")

    def lines(self, rules: Rules, scope: Scope) -> list[str]:
        """Return the values in words with their units, one per line, and their scope.

        Args:
            rules: Rules of the game, which define the milli-blind.
            scope: Scope in which the values hold.
        """

        def both(chips: float, sign: str = "+") -> str:
            return f"{chips:{sign}.6f} chips/game = {milliblinds(chips, rules):{sign}.4f} mb/g"

        return [
            f"exploitability   {both(self.exploitability, '')}",
            f"                 {scope}",
            f"NashConv         {both(self.nash_conv, '')} (twice the exploitability)",
            f"best response 1  {both(self.best_response[0])} for player 1 against the strategy of player 2",
            f"best response 2  {both(self.best_response[1])} for player 2 against the strategy of player 1",
            f"expected value   {both(self.expected_value)} for player 1 when both play the strategy",
            f"(1 mb/g: a thousandth of the {Unit.of(rules)} a game)",
            *([f"({TO_COMPARE})"] if scope.abstraction else []),
        ]


def cut_by_strength(
    above: NDArray[np.integer], strength: NDArray[np.float64], weight: NDArray[np.float64], parts: int
) -> NDArray[np.int64]:
    """Split each class of hands by strength into parts of about equal weight.

    The new classes refine the old ones: they determine the class of the street before. Equally strong hands of a class
    stay together, so parts may differ in weight, and a class may get fewer parts.

    Args:
        above: Class of each hand on the street before, from 0.
        strength: Strength of each hand.
        weight: Weight of each hand, above 0.
        parts: Most parts per class.

    Returns:
        The new class of each hand, numbered without gaps. Class 0 holds the weakest hands of the old class 0.
    """
    order = np.lexsort((strength, above))
    sorted_above, sorted_strength, sorted_weight = above[order], strength[order], weight[order]
    new = np.ones(len(order), bool)  # whether a hand is the first of its class and strength
    new[1:] = (np.diff(sorted_above) != 0) | (np.diff(sorted_strength) != 0)
    group = np.cumsum(new) - 1
    first = np.flatnonzero(new)
    mass = np.add.reduceat(sorted_weight, first)
    of_class = sorted_above[first]
    whole = np.bincount(of_class, mass)
    begins = np.concatenate([[0.0], np.cumsum(mass)[:-1]])
    start = np.zeros(len(whole))
    start[of_class[::-1]] = begins[::-1]  # reversed, so that the first group of each class is written last
    middle = (begins - start[of_class] + mass / 2) / whole[of_class]
    part = np.minimum((middle * parts).astype(np.int64), parts - 1)
    found = np.empty(len(order), np.int64)
    found[order] = (of_class * parts + part)[group]
    return np.unique(found, return_inverse=True)[1].astype(np.int64)
