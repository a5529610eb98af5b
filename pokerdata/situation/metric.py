"""One number that is known of a situation, with its unit, its source, and how exact it is."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from pokerdata.support import html
from pokerdata.support.estimates import or_none, plus_minus
from pokerdata.support.text import brief

#: A fraction, or a float where it would be one of many digits, or is none.
Number = Fraction | float
_DIGITS = 15  # digits of the longest denominator that is shown


@dataclass(frozen=True)
class Metric:
    """A metric of a situation.

    Attributes:
        key: Its name for programs.
        name: Its name for people.
        value: A float; an int for counts, bool or text where the unit says so.
        unit: The unit of the value.
        source: Where the metric is defined; see docs/definitions.md.
        numerator: Of the exact value in lowest terms; None where it is no fraction of integers.
        denominator: Of the same.
        standard_error: Of a sampled value; None where it is exact. An infinite one is not known: all samples were equal.
        samples: Deals drawn for a sampled value; None where it is exact.
        seed: Seed of a sampled value; None where it is exact.
    """

    key: str
    name: str
    value: float | int | bool | str
    unit: str
    source: str
    numerator: int | None = None
    denominator: int | None = None
    standard_error: float | None = None
    samples: int | None = None
    seed: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """All fields, None included; an error that is not known is None, too."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.standard_error is not None:
            found["standard_error"] = or_none(self.standard_error)
        return found

    @property
    def value_text(self) -> str:
        """The value for people: six digits, commas, yes and no."""
        value = self.value
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return f"{value:,}"
        if isinstance(value, float):
            return f"{value:,.6f}" if abs(value) < 10**6 else f"{value:,.0f}"
        return value

    @property
    def how_exact(self) -> str:
        """The fraction that the value is, or its standard error; empty for others, and for fractions of many digits."""
        if self.standard_error is not None:
            return plus_minus(self.standard_error, 6)
        if self.numerator is None or self.denominator in (None, 1) or len(str(self.denominator)) > _DIGITS:
            return ""
        return f"{self.numerator:,} / {self.denominator:,}"

    def __repr__(self) -> str:
        return brief(self, f"{self.key}={self.value!r}", self.unit, self.how_exact)

    def _repr_html_(self) -> str:
        exactly = f"{self.value_text} {self.unit}", self.how_exact, self.source
        return html.table([(self.name, *exactly)], left=2)


def metric(key: str, name: str, value: Any, unit: str, source: str, **sampled: Any) -> Metric:
    """A metric whose value may be a Fraction, of which the numerator and denominator are kept."""
    if isinstance(value, Fraction):
        return Metric(key, name, float(value), unit, source, value.numerator, value.denominator, **sampled)
    return Metric(key, name, value, unit, source, **sampled)
