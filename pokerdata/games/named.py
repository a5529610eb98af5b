"""Games by the names that recipes and commands use."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pokerdata.games.card_game import CardGame
from pokerdata.games.card_rules import CardRules
from pokerdata.games.rules import LimitRules, NoLimitRules, Rules
from pokerdata.support import html
from pokerdata.support.text import brief

#: Rules of Kuhn poker.
KUHN = LimitRules(name="Kuhn poker", ante=1, bets=(1,), caps=(1,), first_to_act=(1,))
#: Rules of Leduc hold'em.
LEDUC = LimitRules(name="Leduc hold'em", ante=1, bets=(2, 4), caps=(2, 2), first_to_act=(1, 1))
LEDUC_NOLIMIT = NoLimitRules(
    name="no-limit Leduc hold'em", ante=100, stacks=(1200, 1200), first_to_act=(1, 1)
)
TWELVE_CARD = LimitRules(
    name="Twelve Card poker", ante=1, bets=(2, 4, 8), caps=(2, 2, 2), first_to_act=(1, 1, 1)
)
SMALL_ISLAND = LimitRules(
    name="Small Island hold'em", ante=5, bets=(10, 20, 20), caps=(2, 2, 2), first_to_act=(1, 1, 1)
)
RHODE_ISLAND = replace(SMALL_ISLAND, name="Rhode Island hold'em", caps=(3, 3, 3))

#: Rules of heads-up limit Texas hold'em. Player 1 has the button, posts the small blind, acts first before the flop and
#: last after it.
LIMIT_HOLDEM = LimitRules(
    name="heads-up limit Texas hold'em",
    blinds=(5, 10),
    blind_counts_as_bet=True,
    bets=(10, 10, 20, 20),
    caps=(4, 4, 4, 4),
    first_to_act=(1, 2, 2, 2),
)
NOLIMIT_HOLDEM = NoLimitRules(
    name="heads-up no-limit Texas hold'em",
    blinds=(50, 100),
    stacks=(10_000, 10_000),
    first_to_act=(1, 2, 2, 2),
)
ROYAL = replace(LIMIT_HOLDEM, name="Royal hold'em", caps=(2, 1, 1, 1))
LIMIT_FLOP = replace(LIMIT_HOLDEM, name="limit flop hold'em", bets=(10, 10), caps=(4, 4), first_to_act=(1, 2))

ALL_RANKS = "23456789TJQKA"
TEXAS = CardRules(ALL_RANKS, suits=4, hole=2, board=(0, 3, 1, 1), ranking="five-card")


@dataclass(frozen=True)
class NamedGame:
    """The rules and the cards of a game, which can be built from them.

    Attributes:
        rules: The betting.
        cards: What is dealt, and which hand wins.

    Raises:
        ValueError: If `cards.board` does not have a number for each street.
    """

    rules: Rules
    cards: CardRules

    def __post_init__(self) -> None:
        if len(self.cards.board) != self.rules.streets:
            raise ValueError(
                f"rules {self.rules.name!r}: expected a number of board cards for each of the {self.rules.streets} "
                f"streets, got {len(self.cards.board)} of them; e.g. (0, 1)"
            )

    @property
    def abstracted(self) -> bool:
        """Whether it is solved over card abstractions alone, for the size of its deal."""
        return self.cards == TEXAS

    @property
    def build(self) -> Callable[[], CardGame] | None:
        """Makes the game from its rules alone, or None where it takes a card abstraction."""
        return None if self.abstracted else lambda: CardGame(self.rules, self.cards)

    def __repr__(self) -> str:
        streets = f"{self.rules.streets} street{'s' * (self.rules.streets != 1)}"
        return brief(self, repr(self.rules.name), streets, f"{self.cards.deck} cards")

    def _repr_html_(self) -> str:
        return html.block(self.rules._repr_html_(), self.cards._repr_html_())


#: Name -> game, of all that come with the package.
GAMES = {
    "kuhn": NamedGame(KUHN, CardRules("JQK", copies=1)),
    "leduc": NamedGame(LEDUC, CardRules("JQK", copies=2, board=(0, 1))),
    "leduc-nolimit": NamedGame(LEDUC_NOLIMIT, CardRules("JQK", copies=2, board=(0, 1))),
    "twelve-card": NamedGame(TWELVE_CARD, CardRules("JQKA", copies=3, board=(0, 1, 1))),
    "small-island": NamedGame(
        SMALL_ISLAND, CardRules("TJQKA", suits=4, board=(0, 1, 1), ranking="three-card")
    ),
    "rhode-island": NamedGame(
        RHODE_ISLAND, CardRules(ALL_RANKS, suits=4, board=(0, 1, 1), ranking="three-card")
    ),
    "royal": NamedGame(ROYAL, CardRules("TJQKA", suits=4, hole=2, board=(0, 3, 1, 1), ranking="five-card")),
    "limit-flop": NamedGame(
        LIMIT_FLOP, CardRules(ALL_RANKS, suits=4, hole=2, board=(0, 3), ranking="five-card")
    ),
    "limit-holdem": NamedGame(LIMIT_HOLDEM, TEXAS),
    "nolimit-holdem": NamedGame(NOLIMIT_HOLDEM, TEXAS),
}


def named_game(name: str) -> NamedGame:
    """The game of a name.

    Args:
        name: One of `GAMES`, e.g. 'leduc'.

    Raises:
        ValueError: If there is none of that name; the message lists the names.
    """
    try:
        return GAMES[name]
    except KeyError:
        raise ValueError(f"game: expected one of {', '.join(GAMES)}, got {name!r}; e.g. 'leduc'") from None


def kuhn() -> CardGame:
    """Kuhn poker: one card each of J, Q, K, an ante of 1 and one bet of 1. Player 1 loses 1/18 a game."""
    return _build("kuhn")


def leduc() -> CardGame:
    """Leduc hold'em: six cards (two each of J, Q, K), one board card on street 2, bets of 2 and 4."""
    return _build("leduc")


def _build(name: str) -> CardGame:
    build = GAMES[name].build
    assert build is not None
    return build()
