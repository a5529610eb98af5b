"""The model of a game: its betting and cards. Tables, hands and solvable games are made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pokerdata._support import html
from pokerdata._support.text import brief
from pokerdata.games.named import (
    ALL_RANKS,
    KUHN,
    LEDUC,
    LEDUC_NOLIMIT,
    LIMIT_FLOP,
    LIMIT_HOLDEM,
    NOLIMIT_HOLDEM,
    RHODE_ISLAND,
    ROYAL,
    SMALL_ISLAND,
    TEXAS,
    TWELVE_CARD,
    CardGame,
)
from pokerdata.games.play.definition import TableRules
from pokerdata.games.play.state import Deals, State
from pokerdata.games.rules import CardRules, Rules


@dataclass(frozen=True, repr=False)
class Game:
    """A poker game for two to ten players: its betting and its cards. Immutable.

    ``Game(rules, cards)`` is a two-player game; ``Game.at_table(rules)`` is for any number. `load_game` makes them by name.

    Attributes:
        betting: `LimitRules` or `NoLimitRules` of a two-player game that solvers support, with the menu of bets; else
            `TableRules`.
        cards: The cards, and how hands rank.
        seated: Rules of tables, if the file of a two-player game has its own order of seats.
        refusal: Why solvers do not support the betting of a two-player game; empty if unknown.

    Raises:
        ValueError: If `cards.board` does not have a number for each street.
    """

    betting: Rules | TableRules
    cards: CardRules
    seated: TableRules | None = None
    refusal: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if len(self.cards.board) != self.betting.streets:
            raise ValueError(
                f"rules {self.name!r}: expected a number of board cards for each of the {self.betting.streets} "
                f"streets, got {len(self.cards.board)} of them; e.g. (0, 1)"
            )

    @classmethod
    def at_table(cls, rules: TableRules, refusal: str = "") -> Game:
        """Return the game of the rules of a table.

        Args:
            rules: Rules of the table, including the cards.
            refusal: Why solvers do not support its betting.
        """
        return cls(rules, rules.cards, refusal=refusal)

    @property
    def name(self) -> str:
        """Name of the game."""
        return self.betting.name

    @property
    def players(self) -> int:
        """Number of players."""
        return 2 if isinstance(self.betting, Rules) else self.betting.players

    @property
    def rules(self) -> Rules:
        """Betting of a two-player game, in the form that solvers use.

        Raises:
            ValueError: If the game has more players, or stakes that two-player games do not have; `table` has its rules.
        """
        if isinstance(self.betting, Rules):
            return self.betting
        raise ValueError(
            self.refusal
            or f"game: expected one for two players whose betting solvers know, got {self.name}; e.g. limit-holdem"
        )

    @cached_property
    def table(self) -> TableRules:
        """Rules in the form that tables and hands use: by position, without the menu of bets.

        Raises:
            ValueError: If tables do not support the cards: more than four of a rank, or a board on the first street.
        """
        if isinstance(self.betting, TableRules):
            return self.betting
        if self.seated is not None:
            return self.seated
        return TableRules.of(self.betting, self.cards)

    def new_hand(self, deal: tuple[Any, Any] | None = None, *, seed: int | None = None) -> State:
        """Return the start of a hand: antes and blinds are posted, nobody has acted.

        Args:
            deal: Hole cards of each position, and the board, in the forms that `State` accepts; by default no card is known.
            seed: Deal random cards instead, as in the first hand of a match with this seed, 0 to 2**32 - 1.

        Raises:
            ValueError: If you give both, a card is not in the deck or is repeated, or the seed is invalid.
        """
        if deal is not None and seed is not None:
            raise ValueError(
                f"seed: expected none where a deal is given, got {seed}; e.g. game.new_hand(seed=1)"
            )
        if seed is not None:
            deal = next(iter(Deals(self.table, seed)))
        holes, board = ((), ()) if deal is None else deal
        return State(self.table, hole_cards=holes, board=board)

    @property
    def abstracted(self) -> bool:
        """Whether the game is too large to solve without a card abstraction."""
        return self.cards == TEXAS

    @property
    def build(self) -> Callable[[], CardGame] | None:
        """Return a function that builds a solvable game, or None if the game needs a card abstraction.

        Raises:
            ValueError: As `rules`.
        """
        rules = self.rules
        return None if self.abstracted else lambda: CardGame(rules, self.cards)

    def __repr__(self) -> str:
        streets = f"{self.betting.streets} street{'s' * (self.betting.streets != 1)}"
        seats = [] if self.players == 2 else [f"{self.players} players"]
        return brief(self, repr(self.name), *seats, streets, f"{self.cards.deck} cards")

    def _repr_html_(self) -> str:
        if isinstance(self.betting, TableRules):
            return self.betting._repr_html_()
        return html.block(self.betting._repr_html_(), self.cards._repr_html_())


#: Name -> built-in two-player game.
GAMES: Mapping[str, Game] = {
    "kuhn": Game(KUHN, CardRules("JQK", copies=1)),
    "leduc": Game(LEDUC, CardRules("JQK", copies=2, board=(0, 1))),
    "leduc-nolimit": Game(LEDUC_NOLIMIT, CardRules("JQK", copies=2, board=(0, 1))),
    "twelve-card": Game(TWELVE_CARD, CardRules("JQKA", copies=3, board=(0, 1, 1))),
    "small-island": Game(SMALL_ISLAND, CardRules("TJQKA", suits=4, board=(0, 1, 1), ranking="three-card")),
    "rhode-island": Game(RHODE_ISLAND, CardRules(ALL_RANKS, suits=4, board=(0, 1, 1), ranking="three-card")),
    "royal": Game(ROYAL, CardRules("TJQKA", suits=4, hole=2, board=(0, 3, 1, 1), ranking="five-card")),
    "limit-flop": Game(LIMIT_FLOP, CardRules(ALL_RANKS, suits=4, hole=2, board=(0, 3), ranking="five-card")),
    "limit-holdem": Game(LIMIT_HOLDEM, TEXAS),
    "nolimit-holdem": Game(NOLIMIT_HOLDEM, TEXAS),
}


def kuhn() -> CardGame:
    """Return Kuhn poker: one card each of J, Q, K, an ante of 1 and one bet of 1. Player 1 loses 1/18 a game."""
    return CardGame(KUHN, GAMES["kuhn"].cards)


def leduc() -> CardGame:
    """Return Leduc hold'em: six cards (two each of J, Q, K), one board card on street 2, bets of 2 and 4."""
    return CardGame(LEDUC, GAMES["leduc"].cards)
