"""What a strategy is worth, in which scope, and classes of hands cut by their strength."""

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
    """What a best response may do, and with which cards; as text, words that go with a value wherever it is printed.

    Attributes:
        all_bets: Whether it may make every legal bet; else those of the menu alone.
        abstraction: Whether it sees the buckets of the strategy's abstraction instead of cards.
        boards: How many were drawn to deal from, or None for all.
    """

    all_bets: bool
    abstraction: bool = False
    boards: int | None = None

    @staticmethod
    def of(game: SolvableGame) -> Scope:
        """The scope of values of a game.

        Args:
            game: The game in which they are found.
        """
        return Scope(game.tree.all_bets, game.abstraction is not None, game.boards)

    @staticmethod
    def stated(attributes: Mapping[str, Any]) -> Scope:
        """The scope that a strategy's table states.

        Older tables called menus of bets whole games, so their rules are asked.

        Args:
            attributes: The attributes of the table.

        Raises:
            KeyError: If one is missing.
        """
        bets = attributes.get("scope_bets")
        all_bets = BettingTree(rules_of(attributes["rules"])).all_bets if bets is None else bets == "all"
        return Scope(all_bets, attributes["abstraction"] != "none", attributes.get("boards"))

    def attributes(self) -> dict[str, object]:
        """As attributes of a strategy's table."""
        cards = "own abstraction" if self.abstraction else "all"
        return {
            "scope": str(self),
            "scope_cards": cards if self.boards is None else f"{cards}, {self.boards} drawn boards",
            "scope_bets": "all" if self.all_bets else "menu",
            **({"to_compare": TO_COMPARE} if self.abstraction else {}),
        }

    @property
    def whole(self) -> bool:
        """Whether it is the whole game: all cards and all bets."""
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
    """Exact values of a pair of strategies, in chips a game.

    Attributes:
        best_response: What each player's best response wins against the other's strategy.
        expected_value: What player 1 wins when both play their strategies; player 2 wins its negative.
    """

    best_response: tuple[float, float]
    expected_value: float

    @property
    def numbers(self) -> tuple[float, float, float]:
        """Both best responses and the expected value."""
        return (*self.best_response, self.expected_value)

    @staticmethod
    def of(numbers: Sequence[float]) -> Evaluation:
        """Return the values that have these `numbers`."""
        first, second, value = numbers
        return Evaluation((first, second), value)

    @property
    def nash_conv(self) -> float:
        """Sum of both best-response values; 0 in an equilibrium."""
        return self.best_response[0] + self.best_response[1]

    @property
    def exploitability(self) -> float:
        """Half of nash_conv: what a best response wins a game, on average over both seats."""
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
        """The values in words, with their units, one a line, and their scope.

        Args:
            rules: The rules of the game, which say what a milli-blind is.
            scope: Where the values hold.
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
    """Classes of hands that tell the class of the street before: each of those is cut into parts of about equal weight.

    Equally strong hands of a class stay together, so a part may be larger than others, and some may be missing.

    Args:
        above: Of each hand its class on the street before, from 0.
        strength: Of each hand.
        weight: Of each hand, more than 0.
        parts: Into how many each class is cut at the most.

    Returns:
        The class of each hand, from the weakest in class 0 above, numbered without gaps.
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
    start[of_class[::-1]] = begins[::-1]  # where the first group of each class begins
    middle = (begins - start[of_class] + mass / 2) / whole[of_class]
    part = np.minimum((middle * parts).astype(np.int64), parts - 1)
    found = np.empty(len(order), np.int64)
    found[order] = (of_class * parts + part)[group]
    return np.unique(found, return_inverse=True)[1].astype(np.int64)
