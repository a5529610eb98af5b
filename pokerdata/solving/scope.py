"""Where the values of a strategy hold: for which cards, and against which bets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pokerdata.games import BettingTree, Game, rules_of

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
    def of(game: Game) -> "Scope":
        """The scope of values of a game.

        Args:
            game: The game in which they are found.
        """
        return Scope(game.tree.all_bets, game.abstraction is not None, game.boards)

    @staticmethod
    def stated(attributes: Mapping[str, Any]) -> "Scope":
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
