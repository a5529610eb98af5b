"""What amounts are told in: chips, and the big blind or the ante."""

import re
from dataclasses import dataclass

from pokerdata.games.rules import Rules

_TARGET = re.compile(r"\s*([0-9.]+(?:[eE][+-]?[0-9]+)?)\s*(mb|mb/g|chips?)\s*")


@dataclass(frozen=True)
class Unit:
    """So many chips by a name.

    Attributes:
        chips: How many.
        name: 'big blind', 'ante' or 'small blind'.
    """

    chips: int
    name: str

    @staticmethod
    def of(rules: Rules) -> "Unit":
        """The big blind, or the ante where there is no blind: what results of a game are told in.

        Args:
            rules: The rules of the game.
        """
        return Unit(rules.unit, rules.unit_name)

    @staticmethod
    def small(rules: Rules) -> "Unit":
        """The small blind, or where there is none the unit of the game: what deviations are published in.

        Args:
            rules: The rules of the game.
        """
        small = min(rules.blinds)
        return Unit(small, "small blind") if small else Unit.of(rules)

    @property
    def plural(self) -> str:
        """'big blinds', 'antes'."""
        return f"{self.name}s"

    @property
    def short(self) -> str:
        """'bb', 'antes'."""
        return "bb" if self.name == "big blind" else self.plural

    def __str__(self) -> str:
        return f"{self.name} of {self.chips}"

    def milli(self, chips: float) -> float:
        """Chips in thousandths of the unit: mb.

        Args:
            chips: An amount.
        """
        return 1000 * chips / self.chips

    def per_hundred(self, chips: float) -> float:
        """Chips a hand in units per 100 hands.

        Args:
            chips: Chips won a hand.
        """
        return 100 * chips / self.chips


def milliblinds(chips: float, rules: Rules) -> float:
    """Chips in thousandths of the big blind, or of the ante where there is no blind.

    Args:
        chips: An amount.
        rules: The rules of the game.
    """
    return Unit.of(rules).milli(chips)


def target_chips(text: str, rules: Rules) -> float:
    """A target such as '1mb' (milli-blinds a game) or '0.01 chips', in chips a game.

    Args:
        text: A positive number and a unit: mb or mb/g (thousandths of the big blind, or of the ante where there is no
            blind, a game), or chips.
        rules: The rules of the game.

    Raises:
        ValueError: If the text is no such target.
    """
    match = _TARGET.fullmatch(str(text))  # 1 has no unit
    try:
        amount = float(match[1]) if match else 0.0
    except ValueError:
        amount = 0.0
    if not match or not amount > 0:
        raise ValueError(
            f"target: expected a positive number and a unit, mb (thousandths of the {rules.unit_name} a game) or "
            f"chips, got {text!r}; e.g. '1mb' or '0.01 chips'"
        )
    return amount * rules.unit / 1000 if match[2].startswith("mb") else amount
