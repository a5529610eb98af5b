"""The rules of a game for two to ten players, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pokerdata._core import play as _core
from pokerdata.cards import RANKS, SUITS
from pokerdata.games import CardRules, LimitRules, NamedGame
from pokerdata.games.menus import UNLIMITED
from pokerdata.games.values import whole, wholes
from pokerdata.support import html
from pokerdata.support.text import brief, one_line

MOST_PLAYERS = _core.most_players()


@dataclass(frozen=True)
class GameDefinition:
    """A game of two to ten players, in the order of their positions: as a ``.game`` file of the competition has it.

    Position 0 of three players and more is the small blind, the last one the button. Of two players the competition
    seats the big blind first, and so do definitions; built-in games for two, in which player 1 is the small blind, are
    turned round by `of`.

    Attributes:
        name: What the game is called.
        blinds: Chips that each position posts, on top of the ante.
        first_to_act: Who acts first on each street, 1 to the number of players.
        cards: What is dealt, told apart by suits, and which hand wins; none on the board on the first street. A deck of
            fewer suits has the last ones of c, d, h, s.
        bets: Chips of a bet and of a raise on each street; empty for a game without limits.
        stacks: Chips of each position before ante and blinds. May be empty in a limit game: then nobody is ever all-in.
        max_raises: Bets and raises allowed on each street, blinds not counted; empty for as many as stacks allow.
        ante: Chips that every player posts.

    Raises:
        ValueError: If the rules make no game; the message names the value, the rule and an example.
    """

    name: str
    blinds: tuple[int, ...]
    first_to_act: tuple[int, ...]
    cards: CardRules
    bets: tuple[int, ...] = ()
    stacks: tuple[int, ...] = ()
    max_raises: tuple[int, ...] = ()
    ante: int = 0
    core: _core.Definition = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for key in ("blinds", "first_to_act", "bets", "stacks", "max_raises"):
            object.__setattr__(self, key, wholes(self._where, key, getattr(self, key)))
        if not isinstance(self.cards, CardRules):
            raise ValueError(
                f"{self._where}: cards: expected CardRules, got {type(self.cards).__name__}; e.g. "
                "CardRules('JQK', board=(0, 1), suits=2)"
            )
        if self.cards.copies is not None:
            object.__setattr__(self, "cards", _with_suits(self.cards))
        if self.cards.board[:1] != (0,):
            raise ValueError(
                f"{self._where}: board: expected no card on the first street, got {self.cards.board}; e.g. (0, 3, 1, 1)"
            )
        players = len(self.blinds)
        if players > 1 and not all(1 <= position <= players for position in self.first_to_act):
            example = tuple(min(players, 3 if street == 0 else 1) for street in range(self.streets))
            raise ValueError(
                f"{self._where}: first_to_act: expected a position from 1 to {players} for each street, got "
                f"{self.first_to_act}; e.g. {example}"
            )
        object.__setattr__(self, "max_raises", self.max_raises or (UNLIMITED,) * self.streets)
        core = _core.Definition(
            name=one_line(str(self.name)),  # errors would end at a NUL
            ante=whole(self._where, "ante", self.ante),
            blinds=list(self.blinds),
            stacks=list(self.stacks),
            bets=list(self.bets),
            max_raises=list(self.max_raises),
            first=[position - 1 for position in self.first_to_act],
            cards=self.cards.core,
        )
        object.__setattr__(self, "core", core)

    def __reduce__(self) -> tuple[Any, ...]:
        return definition_of, (self.values(),)

    @classmethod
    def of(cls, game: NamedGame) -> GameDefinition:
        """The definition of a built-in game for two, or one from a file.

        Where player 1 posts the smaller blind, positions are exchanged, as the competition has them: position 0 is
        player 2. Menus of bets are left out: every bet that the rules of poker allow may be made.

        Args:
            game: As `pokerdata.games.find_game` gives it.
        """
        rules = game.rules
        blind = bool(any(rules.blinds))
        limit = isinstance(rules, LimitRules)
        counted = rules.blind_counts_as_bet if isinstance(rules, LimitRules) else blind
        raises = tuple(max(0, cap - (r == 0 and counted)) for r, cap in enumerate(rules.caps))
        stacks = () if rules.stack is None else (rules.stack, rules.stack)
        swapped = rules.blinds[0] < rules.blinds[1]
        return cls(
            rules.name,
            rules.blinds[::-1] if swapped else rules.blinds,
            tuple(3 - player if swapped else player for player in rules.first_to_act),
            game.cards,
            bets=rules.bets if isinstance(rules, LimitRules) else (),
            stacks=stacks,
            max_raises=raises if limit else (),
            ante=rules.ante,
        )

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.blinds)

    @property
    def streets(self) -> int:
        """Number of betting rounds."""
        return len(self.first_to_act)

    @property
    def limit(self) -> bool:
        """Whether the sizes of bets are fixed."""
        return bool(self.bets)

    @property
    def unit(self) -> int:
        """Chips of the largest blind, or of the ante where there is none."""
        return self.core.unit

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """The cards, rising, as numbers of the whole deck."""
        return tuple(self.core.deck())

    @cached_property
    def positions(self) -> tuple[str, ...]:
        """What the positions are called: SB, BB, UTG1 .. UTG3, MP1 .. MP3, CO and BU; without blinds P1, P2 and so on."""
        n = self.players
        if self.blinds.count(0) == n or len(set(self.blinds)) == 1:
            return tuple(f"P{position}" for position in range(1, n + 1))
        if n == 2:
            return ("BB", "SB") if self.blinds[0] > self.blinds[1] else ("SB", "BB")
        between = max(0, n - 4)
        early = (between + 1) // 2
        middle = [f"UTG{i}" for i in range(1, early + 1)] + [f"MP{i}" for i in range(1, between - early + 1)]
        return ("SB", "BB", *middle, *(("CO",) if n > 3 else ()), "BU")

    def board_cards(self, street: int) -> int:
        """Cards on the board until a street, from 0.

        Args:
            street: 0 for the first.
        """
        return sum(self.cards.board[: street + 1])

    def values(self) -> dict[str, Any]:
        """The definition as values that TOML and JSON can hold."""
        found: dict[str, Any] = {"name": self.name}
        for key in ("ante", "blinds", "stacks", "bets", "max_raises"):
            value = getattr(self, key)
            if value and not (key == "max_raises" and set(value) == {UNLIMITED}):
                found[key] = value
        return {**found, "first_to_act": self.first_to_act, "cards": self.cards.values()}

    def __repr__(self) -> str:
        betting = f"bets {'-'.join(map(str, self.bets))}" if self.limit else "no limit"
        return brief(self, repr(self.name), f"{self.players} players", betting, f"{len(self.deck)} cards")

    def _repr_html_(self) -> str:
        values = {key.replace("_", " "): value for key, value in self.values().items() if key != "name"}
        return html.facts({**values, "cards": f"{len(self.deck)}"}, caption=self.name)

    @property
    def _where(self) -> str:
        return f"game {self.name!r}"


def _with_suits(cards: CardRules) -> CardRules:
    """Cards of a rank that are alike, told apart, which no rule of the game looks at."""
    return CardRules(cards.ranks, cards.hole, cards.board, cards.ranking, suits=cards.copies)


def definition_of(values: dict[str, Any]) -> GameDefinition:
    """The definition of `GameDefinition.values()`.

    Args:
        values: The fields by name.

    Raises:
        ValueError: If they make no game.
        TypeError: If a field is missing or unknown.
    """
    return GameDefinition(**{**values, "cards": CardRules(**values["cards"])})


def card_text(card: int) -> str:
    """The text of a card, such as 'Td'."""
    return RANKS[card // 4] + SUITS[card % 4]
