"""A published number or claim, its source, and whether it was checked there."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from pokerdata._support.arguments import key
from pokerdata._support.text import quoted

MARKS = ("verified", "from memory")


class Verdict(StrEnum):
    """Result of comparing a published figure with ours."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNKNOWN = "cannot be known"


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A published number or claim.

    Attributes:
        what: Description in words.
        printed: The number as printed, with every digit; for a claim, a short version of it.
        unit: Unit of the number.
        source: Key of the publication in ``[sources]``; empty for the first of them.
        mark: ``"verified"`` if it was read in the source, ``"from memory"`` if it was recalled and not
            checked.
    """

    what: str = key("what it is, in words")
    printed: str = key("as it was printed, every digit")
    unit: str = key("of the number", "")
    source: str = key("key of [sources], the first of them if not given", "")
    mark: str = key("verified or from memory", "verified")

    def __post_init__(self) -> None:
        if self.mark not in MARKS:
            raise ValueError(f"mark: expected {' or '.join(MARKS)}, got {quoted(self.mark)}; e.g. verified")

    @property
    def value(self) -> float:
        """Return the number; raises ValueError if it is a claim in words."""
        return float(self._decimal())

    @property
    def half_unit(self) -> float:
        """Return half a unit of the last printed digit: the largest error from rounding alone."""
        exponent = self._decimal().as_tuple().exponent
        assert isinstance(exponent, int)  # it is finite
        return 0.5 * 10.0**exponent

    @property
    def digits(self) -> int:
        """Return the decimals that show one place more than was printed: 2 for ``"1.4"``, 0 for ``"1.65e12"``."""
        exponent = self._decimal().as_tuple().exponent
        assert isinstance(exponent, int)  # it is finite
        return max(0, 1 - exponent)

    @property
    def shown(self) -> str:
        """Return the figure as printed, with its unit."""
        return f"{self.printed} {self.unit}".strip()

    def _decimal(self) -> Decimal:
        try:
            found = Decimal(self.printed.replace(",", ""))
        except InvalidOperation:
            found = Decimal("nan")
        if not found.is_finite():
            raise ValueError(f"printed: expected a number, got {quoted(self.printed)}; e.g. 1.40")
        return found
