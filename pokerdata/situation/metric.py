"""One number that is known of a situation, with its unit, its source, and how exact it is."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from pokerdata.support.estimates import or_none

#: A fraction, or a float where it would be one of many digits, or is none.
Number = Fraction | float


@dataclass(frozen=True)
class Metric:
    """A metric of a situation.

    key, name : for programs and for people
    value : a float; an int for counts, bool or text where the unit says so
    unit : of the value
    numerator, denominator : of the exact value in lowest terms; None where it is no fraction of integers
    standard_error, samples, seed : of a sampled value; None where it is exact. An infinite error is not known: all
        samples were equal.
    source : where the metric is defined; see docs/definitions.md
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


def metric(key: str, name: str, value: Any, unit: str, source: str, **sampled: Any) -> Metric:
    """A metric whose value may be a Fraction, of which the numerator and denominator are kept."""
    if isinstance(value, Fraction):
        return Metric(key, name, float(value), unit, source, value.numerator, value.denominator, **sampled)
    return Metric(key, name, value, unit, source, **sampled)
