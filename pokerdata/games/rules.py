"""Rules of two-player betting, as values."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pokerdata._core import games as _core
from pokerdata.games.menus import UNLIMITED, menu_values, menus_of
from pokerdata.games.values import whole, wholes
from pokerdata.support import html
from pokerdata.support.text import brief, one_line


class Rules(ABC):
    """The betting of a two-player game. Amounts are whole chips; a betting round is a street.

    Attributes:
        name: What the game is called.
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
        """The rules as values that TOML and JSON can hold."""

    def __reduce__(self) -> tuple[Any, ...]:
        return rules_of, (self.values(),)

    @property
    def streets(self) -> int:
        """Number of betting rounds."""
        return len(self.first_to_act)

    @property
    def unit(self) -> int:
        """Chips of the big blind, or of the ante where there is no blind; a thousandth is one milli-blind."""
        return self.core.unit

    @property
    def stack(self) -> int | None:
        """Chips that each player can lose at most, or None without stacks."""
        return None

    @property
    def unit_name(self) -> str:
        """'big blind' or 'ante'."""
        return "big blind" if max(self.blinds) > 0 else "ante"

    def _prepare(self, *keys: str) -> None:
        """Make tuples of whole numbers of these fields."""
        for key in (*keys, "first_to_act", "blinds", "caps"):
            object.__setattr__(self, key, wholes(self._where, key, getattr(self, key)))
        if len(self.blinds) != 2:
            raise ValueError(
                f"{self._where}: blinds: expected one for each player, got {self.blinds}; e.g. (5, 10)"
            )

    def _set_core(self, blind_counts_as_bet: bool, **more: Any) -> None:
        core = _core.Rules(
            name=one_line(str(self.name)),  # errors would end at a NUL
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
    """The betting of a limit game.

    Attributes:
        name: What the game is called.
        bets: Size of a bet and of a raise on each street, in chips.
        caps: Bets and raises allowed on each street, 1 to 256; a blind that counts as a bet is one of them.
        first_to_act: Player 1 or 2 for each street.
        ante: Chips, paid by both players.
        blinds: Chips, paid on top by player 1 and player 2.
        blind_counts_as_bet: Whether the blind is the first bet of the first street.

    Raises:
        ValueError: If the rules make no game; the message names the value, the rule and an example.
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
        """The rules as values that TOML and JSON can hold."""
        keys = ("name", "ante", "blinds", "blind_counts_as_bet", "first_to_act", "bets", "caps")
        return {key: getattr(self, key) for key in keys}

    def __repr__(self) -> str:
        return _told(self, f"bets {_dashed(self.bets)}, caps {_dashed(self.caps)}")


@dataclass(frozen=True)
class NoLimitRules(Rules):
    """The betting of a no-limit game with a menu of bets.

    A bet or raise of a fraction f is f times the pot after a call, rounded down to whole chips. What is less than the
    smallest legal raise (the last raise, at least the big blind or ante) is that raise; what reaches the stack is
    all-in.

    Attributes:
        name: What the game is called.
        stacks: Chips of player 1 and player 2 before antes and blinds; the smaller one is all that can be lost.
        first_to_act: Player 1 or 2 for each street.
        menu: Bets and raises on each street: 'all-in', 'pot', 'half-pot', 'min', or a number or fraction of the pot such
            as 2 or '3/4', taken as the nearest fraction with a denominator of 1000 at most; one list for all streets, or
            a list of lists, one a street, of which some may be empty.
        ante: Chips, paid by both players.
        blinds: Chips, paid on top by player 1 and player 2.
        caps: Bets and raises allowed on each street, 0 to 256, the blind counted; 255 if not given.

    Raises:
        ValueError: If the rules make no game; the message names the value, the rule and an example.
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
        """Chips that each player can lose at most: the smaller stack."""
        return min(self.stacks)

    def values(self) -> dict[str, Any]:
        """The rules as values that TOML and JSON can hold."""
        found = {key: getattr(self, key) for key in ("name", "ante", "blinds", "first_to_act", "stacks")}
        if set(self.caps) != {UNLIMITED}:
            found["caps"] = self.caps
        return {**found, "menu": menu_values(self.menu)}

    def __repr__(self) -> str:
        bets = "; ".join(", ".join(menu.values()) for menu in dict.fromkeys(self.menu))
        return _told(self, f"stack {self.stack}, bets {bets}")


def _told(rules: Rules, bets: str) -> str:
    """A repr of one line."""
    streets = f"{rules.streets} street{'s' * (rules.streets != 1)}"
    ante = f"ante {rules.ante}" if rules.ante else ""
    blinds = f"blinds {_dashed(rules.blinds, '/')}" if any(rules.blinds) else ""
    return brief(rules, repr(rules.name), streets, ante, blinds, bets)


def _dashed(numbers: Iterable[int], mark: str = "-") -> str:
    return mark.join(map(str, numbers))


def rules_of(values: dict[str, Any]) -> Rules:
    """The rules of `values()`: limit where there are bets, no-limit where there are stacks.

    Args:
        values: The fields of `LimitRules` or `NoLimitRules` by name.

    Raises:
        ValueError: If the rules make no game.
        TypeError: If a field is missing or unknown.
    """
    return NoLimitRules(**values) if "stacks" in values else LimitRules(**values)
