"""The cards of a game, as values: deck, deal and ranking of hands."""

from dataclasses import dataclass, field
from typing import Any

from pokerdata._core import games as _core
from pokerdata.games.values import whole, wholes
from pokerdata.support import html

_WHERE = "cards"


@dataclass(frozen=True)
class CardRules:
    """What is dealt, and which hand wins.

    Attributes:
        ranks: The ranks of the deck, rising, out of '23456789TJQKA'.
        hole: Cards of each player, 1 or 2.
        board: Cards turned up before each street.
        ranking: 'pairs' (larger groups of equal ranks, then higher ranks), 'three-card' (straight flush, three of a
            kind, straight, flush, pair, high card; A-K-Q and A-2-3 are straights), 'three-card-aqj' (the same, and
            A-Q-J is a straight equal to Q-J-T, as a published program has it), or 'five-card' (Texas hold'em: the
            best five of five to seven cards).
        suits: 1 to 4; or instead of it `copies`.
        copies: How many cards of each rank there are, all alike; or instead of it `suits`.

    Raises:
        ValueError: If the rules make no game; the message names the value, the rule and an example.
    """

    ranks: str
    hole: int = 1
    board: tuple[int, ...] = (0,)
    ranking: str = "pairs"
    suits: int | None = None
    copies: int | None = None
    core: _core.CardRules = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for key in ("ranks", "ranking"):
            if not isinstance(getattr(self, key), str):
                raise ValueError(
                    f"{_WHERE}: {key}: expected text, got {getattr(self, key)!r}; e.g. ranks='JQK'"
                )
        if (self.suits is None) == (self.copies is None):
            raise ValueError(
                f"{_WHERE}: suits and copies: expected one of the two, got {self.suits} and {self.copies}; e.g. "
                "suits=4 or copies=2"
            )
        object.__setattr__(self, "board", wholes(_WHERE, "board", self.board))
        core = _core.CardRules(
            ranks=self.ranks,
            suits=whole(_WHERE, "suits or copies", self.per_rank),
            copies=self.copies is not None,
            hole=whole(_WHERE, "hole", self.hole),
            board=list(self.board),
            ranking=self.ranking,
        )
        object.__setattr__(self, "core", core)

    def __reduce__(self) -> tuple[Any, ...]:
        return _cards_of, (self.values(),)

    @property
    def per_rank(self) -> int:
        """Cards of each rank: suits or copies."""
        return self.suits if self.suits is not None else self.copies or 0

    @property
    def deck(self) -> int:
        """Number of cards."""
        return len(self.ranks) * self.per_rank

    def values(self) -> dict[str, object]:
        """The rules as values that TOML and JSON can hold."""
        keys = ("ranks", "suits", "copies", "hole", "board", "ranking")
        found = {key: getattr(self, key) for key in keys if getattr(self, key) is not None}
        return {**found, "board": list(self.board)}

    def _repr_html_(self) -> str:
        return html.facts({"cards": self.deck, **self.values()})

    def card_names(self, bits: int) -> str:
        """A set of cards, highest first: 'KsTd', or 'KT' where the cards of a rank are alike.

        Args:
            bits: The set: bit i is card i of the deck, which are numbered rank by rank, from the lowest.
        """
        names = []
        while bits:
            card = bits.bit_length() - 1
            bits ^= 1 << card
            rank, suit = divmod(card, self.per_rank)
            names.append(self.ranks[rank] + ("" if self.copies else "cdhs"[suit]))
        return "".join(names)


def _cards_of(values: dict[str, Any]) -> CardRules:
    return CardRules(**values)
