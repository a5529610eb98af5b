"""Rules as values: betting of two players, menus of bets in no-limit games, and the cards."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pokerdata._core import games as _core
from pokerdata._support import html
from pokerdata._support.text import brief, one_line, quoted

MOST_CHIPS = _core.most_chips()

_EXAMPLES = {
    "ante": (1,),
    "blinds": (50, 100),
    "stacks": (10_000, 10_000),
    "first_to_act": (1, 2),
    "board": (0, 3),
}


def whole(where: str, key: str, value: Any, most: int = MOST_CHIPS) -> int:
    """Check a whole number for the kernels, and return it.

    Args:
        where: Start of error messages.
        key: Name of the rule.
        value: The given value.
        most: Largest allowed number.

    Raises:
        ValueError: If it is not a whole number, or too large; the message names the key and the value.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ValueError(
            f"{where}: {key}: expected a whole number, got {quoted(value)}; e.g. {_example(key)[0]}"
        )
    if abs(number := int(value.__index__())) > most:
        raise ValueError(f"{where}: {key}: expected at most {most}, got {number}; e.g. {_example(key)[0]}")
    return number


def wholes(where: str, key: str, values: Any, most: int = MOST_CHIPS) -> tuple[int, ...]:
    """Check whole numbers for the kernels, and return them.

    Args:
        where: Start of error messages.
        key: Name of the rule.
        values: The given values.
        most: Largest allowed number.

    Raises:
        ValueError: If any is not a whole number, or too large; the message names the key and the value.
    """
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(
            f"{where}: {key}: expected whole numbers, got {quoted(values)}; e.g. {_example(key)}"
        )
    return tuple(whole(where, key, value, most) for value in values)


def _example(key: str) -> tuple[int, ...]:
    return _EXAMPLES.get(key, (2, 4))


def fraction(value: Any) -> Fraction:
    """Return a number as a fraction; it may be text such as '3/4'.

    Args:
        value: The given value.

    Raises:
        ValueError: If a text is not a number, or its exponent is too large.
        TypeError: If it is neither a number nor text.
        OverflowError: If it is infinite.
        ZeroDivisionError: If its denominator is 0.
    """
    if isinstance(value, str) and re.search(r"[eE][-+]?[\d_]{3}", value):
        raise ValueError(
            f"the exponent of {value!r} is too large"
        )  # Fraction would write out all their digits
    return Fraction(value)


ALL_IN = "all-in"
UNLIMITED = 255  # bets and raises a street without a cap, as in the competition's files
_NAMES = {"min": Fraction(0), "half-pot": Fraction(1, 2), "pot": Fraction(1)}
_MOST_POTS = 1_000_000
_RULE = (
    f"expected 'all-in', 'pot', 'half-pot', 'min', or a part of the pot up to {_MOST_POTS} (the nearest fraction "
    "with a denominator of 1000 at most)"
)
_EXAMPLE = 'e.g. ["1/2", "pot", 2, "all-in"], or 1/2,pot,2,all-in on the command line'


@dataclass(frozen=True)
class Menu:
    """Menu of bets and raises on one street.

    Attributes:
        pots: Fractions of the pot after a call, ascending; 0 is the smallest raise.
        all_in: Whether the menu includes all-in.
    """

    pots: tuple[Fraction, ...]
    all_in: bool

    @property
    def core(self) -> tuple[list[tuple[int, int]], bool]:
        """The menu in the kernels' format."""
        return [(f.numerator, f.denominator) for f in self.pots], self.all_in

    def values(self) -> list[str]:
        """Return the menu as text: ['half-pot', '2', 'all-in']."""
        names = {part: name for name, part in _NAMES.items()}
        return [names.get(f, str(f)) for f in self.pots] + [ALL_IN] * self.all_in


def menus_of(where: str, given: Any, streets: int) -> tuple[Menu, ...]:
    """Return a menu for each street, from one for all streets or one per street.

    Args:
        where: Start of error messages.
        given: Bets and raises, in the format of `NoLimitRules`.
        streets: Number of streets.

    Raises:
        ValueError: If it is anything else; the message names the value.
    """
    if isinstance(given, str | Menu) or not isinstance(given, Iterable):
        given = [given]
    parts = list(given)
    by_street = [part for part in parts if isinstance(part, Menu | list | tuple)]
    if not by_street:
        return (_menu(where, parts),) * streets
    if len(by_street) != len(parts) or len(parts) != streets:
        raise ValueError(
            f"{where}: menu: expected one list for all streets or {streets} lists, one a street, got {given!r}; e.g. "
            f"{[['pot', ALL_IN]] * streets}"
        )
    return tuple(part if isinstance(part, Menu) else _menu(where, part) for part in parts)


def menu_values(menus: Sequence[Menu]) -> list[Any]:
    """Return menus in the format of `menus_of`: one list if all streets have the same menu."""
    return menus[0].values() if len(set(menus)) == 1 else [menu.values() for menu in menus]


def _menu(where: str, parts: Iterable[Any]) -> Menu:
    parts = list(parts)
    pots = [_part(where, part) for part in parts if part != ALL_IN]
    if len(set(pots)) < len(pots) or len(parts) > len(pots) + 1:
        raise ValueError(f"{where}: menu: expected each bet once, got {quoted(parts)}; {_EXAMPLE}")
    return Menu(tuple(sorted(pots)), ALL_IN in parts)


def _part(where: str, part: Any) -> Fraction:
    try:
        if isinstance(part, bool):
            raise TypeError
        found = _NAMES[part] if part in _NAMES else fraction(part).limit_denominator(1000)
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        raise ValueError(f"{where}: bet in the menu: {_RULE}, got {part!r}; {_EXAMPLE}") from None
    if not 0 <= found <= _MOST_POTS or (found == 0 and part != "min"):
        raise ValueError(f"{where}: bet in the menu: {_RULE}, got {part!r}; {_EXAMPLE}")
    return found


class Rules(ABC):
    """Betting rules of a two-player game. Amounts are whole chips; a betting round is a street.

    Attributes:
        name: Name of the game.
        first_to_act: Player 1 or 2 for each street.
        caps: Bets and raises allowed on each street, at most 256.
        ante: Chips, paid by both players.
        blinds: Chips, paid on top by player 1 and player 2.
    """

    name: str
    first_to_act: tuple[int, ...]
    caps: tuple[int, ...]
    ante: int
    blinds: tuple[int, int]
    core: _core.Rules

    @abstractmethod
    def values(self) -> dict[str, Any]:
        """Return the rules as values for TOML and JSON."""

    def __reduce__(self) -> tuple[Any, ...]:
        return rules_of, (self.values(),)

    @property
    def streets(self) -> int:
        """Number of betting rounds."""
        return len(self.first_to_act)

    @property
    def unit(self) -> int:
        """Chips of the big blind, or of the ante if there is no blind; a thousandth is one milli-blind."""
        return self.core.unit

    @property
    def stack(self) -> int | None:
        """Most chips that each player can lose, or None without stacks."""
        return None

    @property
    def limit(self) -> bool:
        """Whether bet sizes are fixed."""
        return self.stack is None

    @property
    def positions(self) -> tuple[str, str]:
        """Names of the positions, in the order of `pokerdata.games.play.TableRules.positions`."""
        first, second = self.blinds
        return ("P1", "P2") if first == second else ("BB", "SB")

    @property
    def unit_name(self) -> str:
        """Name of the unit: 'big blind' or 'ante'."""
        return "big blind" if max(self.blinds) > 0 else "ante"

    def _prepare(self, *keys: str) -> None:
        """Convert these fields to tuples of whole numbers."""
        for key in (*keys, "first_to_act", "blinds", "caps"):
            object.__setattr__(self, key, wholes(self._where, key, getattr(self, key)))
        if len(self.blinds) != 2:
            raise ValueError(
                f"{self._where}: blinds: expected one for each player, got {self.blinds}; e.g. (5, 10)"
            )

    def _set_core(self, blind_counts_as_bet: bool, **more: Any) -> None:
        core = _core.Rules(
            name=one_line(str(self.name)),  # a NUL would cut error messages short
            ante=whole(self._where, "ante", self.ante),
            blinds=self.blinds,
            blind_counts_as_bet=blind_counts_as_bet,
            first_to_act=[player - 1 for player in self.first_to_act],
            caps=list(self.caps),
            **more,
        )
        object.__setattr__(self, "core", core)

    def _repr_html_(self) -> str:
        values = {key.replace("_", " "): value for key, value in self.values().items() if key != "name"}
        return html.facts(values, caption=self.name)

    @property
    def _where(self) -> str:
        return f"rules {self.name!r}"


@dataclass(frozen=True)
class LimitRules(Rules):
    """Betting rules of a limit game.

    Attributes:
        name: Name of the game.
        bets: Size of a bet and of a raise on each street, in chips.
        caps: Bets and raises allowed on each street, 1 to 256; includes a blind that counts as a bet.
        first_to_act: Player 1 or 2 for each street.
        ante: Chips that both players pay.
        blinds: Chips that player 1 and player 2 pay on top.
        blind_counts_as_bet: Whether the blind is the first bet of the first street.

    Raises:
        ValueError: If the rules are inconsistent; the message names the value, the rule and an example.
    """

    name: str
    bets: tuple[int, ...]
    caps: tuple[int, ...]
    first_to_act: tuple[int, ...]
    ante: int = 0
    blinds: tuple[int, int] = (0, 0)
    blind_counts_as_bet: bool = False
    core: _core.Rules = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._prepare("bets")
        if self.blind_counts_as_bet not in (False, True):
            raise ValueError(
                f"{self._where}: blind_counts_as_bet: expected true or false, got {self.blind_counts_as_bet!r}; e.g. "
                "False"
            )
        object.__setattr__(self, "blind_counts_as_bet", bool(self.blind_counts_as_bet))
        self._set_core(self.blind_counts_as_bet, bets=list(self.bets))

    def values(self) -> dict[str, Any]:
        """Return the rules as values for TOML and JSON."""
        keys = ("name", "ante", "blinds", "blind_counts_as_bet", "first_to_act", "bets", "caps")
        return {key: getattr(self, key) for key in keys}

    def __repr__(self) -> str:
        return _told(self, f"bets {_dashed(self.bets)}, caps {_dashed(self.caps)}")


@dataclass(frozen=True)
class NoLimitRules(Rules):
    """Betting rules of a no-limit game with a menu of bets.

    A bet or raise of a fraction f is f times the pot after a call, rounded down to whole chips. A raise below the smallest
    legal raise (the last raise, at least the big blind or ante) becomes that raise. A bet that reaches the stack is all-in.

    Attributes:
        name: Name of the game.
        stacks: Chips of player 1 and player 2 before antes and blinds; nobody can lose more than the smaller one.
        first_to_act: Player 1 or 2 for each street.
        menu: Bets and raises on each street: 'all-in', 'pot', 'half-pot', 'min', or a number or fraction of the pot such
            as 2 or '3/4', rounded to the nearest fraction with a denominator of at most 1000. Either one list for all
            streets, or a list of lists, one per street, some of which may be empty.
        ante: Chips that both players pay.
        blinds: Chips that player 1 and player 2 pay on top.
        caps: Bets and raises allowed on each street, 0 to 256, including the blind; by default 255.

    Raises:
        ValueError: If the rules are inconsistent; the message names the value, the rule and an example.
    """

    name: str
    stacks: tuple[int, int]
    first_to_act: tuple[int, ...]
    menu: tuple[Any, ...] = ("pot", "all-in")
    ante: int = 0
    blinds: tuple[int, int] = (0, 0)
    caps: tuple[int, ...] = ()
    core: _core.Rules = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._prepare("stacks")
        if len(self.stacks) != 2:
            raise ValueError(
                f"{self._where}: stacks: expected one for each player, got {self.stacks}; e.g. (1200, 1200)"
            )
        object.__setattr__(self, "menu", menus_of(self._where, self.menu, self.streets))
        if not any(street.pots or street.all_in for street in self.menu):
            raise ValueError(
                f"{self._where}: menu: expected bets on at least one street, got {menu_values(self.menu)}; e.g. "
                "['pot', 'all-in'], or [['pot', 'all-in'], []] for a second street without bets"
            )
        object.__setattr__(self, "caps", self.caps or (UNLIMITED,) * self.streets)
        self._set_core(any(self.blinds), stacks=self.stacks, menus=[menu.core for menu in self.menu])

    @property
    def stack(self) -> int:
        """Most chips that each player can lose: the smaller stack."""
        return min(self.stacks)

    def values(self) -> dict[str, Any]:
        """Return the rules as values for TOML and JSON."""
        found = {key: getattr(self, key) for key in ("name", "ante", "blinds", "first_to_act", "stacks")}
        if set(self.caps) != {UNLIMITED}:
            found["caps"] = self.caps
        return {**found, "menu": menu_values(self.menu)}

    def __repr__(self) -> str:
        bets = "; ".join(", ".join(menu.values()) for menu in dict.fromkeys(self.menu))
        return _told(self, f"stack {self.stack}, bets {bets}")


def _told(rules: Rules, bets: str) -> str:
    """Return a repr of one line."""
    streets = f"{rules.streets} street{'s' * (rules.streets != 1)}"
    ante = f"ante {rules.ante}" if rules.ante else ""
    blinds = f"blinds {_dashed(rules.blinds, '/')}" if any(rules.blinds) else ""
    return brief(rules, repr(rules.name), streets, ante, blinds, bets)


def _dashed(numbers: Iterable[int], mark: str = "-") -> str:
    return mark.join(map(str, numbers))


def rules_of(values: dict[str, Any]) -> Rules:
    """Return the rules of `values()`: limit if they include bets, no-limit if they include stacks.

    Args:
        values: The fields of `LimitRules` or `NoLimitRules` by name.

    Raises:
        ValueError: If the rules are inconsistent.
        TypeError: If a field is missing or unknown.
    """
    return NoLimitRules(**values) if "stacks" in values else LimitRules(**values)


_WHERE = "cards"


@dataclass(frozen=True)
class CardRules:
    """Rules of the cards: the deck, the deal, and how hands rank.

    Attributes:
        ranks: The ranks of the deck, ascending, out of '23456789TJQKA'.
        hole: Hole cards of each player, 1 or 2.
        board: Board cards dealt before each street.
        ranking: 'pairs' (larger groups of equal ranks, then higher ranks), 'three-card' (straight flush, three of a
            kind, straight, flush, pair, high card; A-K-Q and A-2-3 are straights), 'three-card-aqj' (the same, and
            A-Q-J is a straight equal to Q-J-T, as in a published program), or 'five-card' (Texas hold'em: the
            best five of five to seven cards).
        suits: Number of suits, 1 to 4; exclusive with `copies`.
        copies: Number of cards of each rank, all alike; exclusive with `suits`.

    Raises:
        ValueError: If the rules are inconsistent; the message names the value, the rule and an example.
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
        """Return the rules as values for TOML and JSON."""
        keys = ("ranks", "suits", "copies", "hole", "board", "ranking")
        found = {key: getattr(self, key) for key in keys if getattr(self, key) is not None}
        return {**found, "board": list(self.board)}

    def _repr_html_(self) -> str:
        return html.facts({"cards": self.deck, **self.values()})

    def card_names(self, bits: int) -> str:
        """Return a set of cards as text, highest first: 'KsTd', or 'KT' if the cards of a rank are alike.

        Args:
            bits: The set: bit i is card i of the deck, numbered rank by rank, from the lowest.
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
