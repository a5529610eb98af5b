"""Layouts of tables: datasets with their types and shapes, and attributes, checked when a table is opened.

Digests show that a table is unchanged. They do not show that its writer knew the kind. Lookups and kernels rely on shapes,
types and values, so tables with others are rejected first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from math import inf, isfinite
from types import GenericAlias
from typing import Any, TypeVar

import numpy as np

from pokerdata._support.text import quoted
from pokerdata.errors import DatasetError, TableError
from pokerdata.pipeline.store.table import Table, Within

T = TypeVar("T", bound=Table)

Axes = tuple[int | str, ...]
#: For each dataset that a class reads: its dtype, such as '<u2' or '<f8 or <i8'; its axes; and the bounds of its values. An
#: axis is a length, or a name if datasets that share it have equal lengths. Without bounds floats must be finite, and
#: integers may be any.
Layout = Mapping[str, tuple[str, Axes] | tuple[str, Axes, Within]]

#: Bounds shared by several layouts.
PROBABILITIES = Within(0, 1 + 1e-5)  # with rounding errors
AMOUNTS = Within(0, np.finfo(np.float64).max)  # finite
AMOUNTS_OR_INFINITE = Within(0, inf)

# Datasets up to this many bytes are checked whenever a table is opened, in some 10 ms; larger ones when it is verified,
# and before kernels use them.
_SMALL = 1 << 26


@dataclass(frozen=True)
class _Known:
    layout: Callable[[Any], Layout]
    attributes: Mapping[str, Any]


#: Errors that invalid tables cause; the text of a KeyError is only the key.
_WRONG = (ArithmeticError, AttributeError, DatasetError, IndexError, RecursionError, TypeError, ValueError)

_KNOWN: dict[type[Table], _Known] = {}


def layout_of(
    table_class: type[T], **attributes: Any
) -> Callable[[Callable[[T], Layout]], Callable[[T], Layout]]:
    """Register a function that returns the layout of a class; tables are checked against it when opened as that class.

    Args:
        table_class: A class with a KIND.
        **attributes: Attributes that the class reads: for each the type, such as int or list[str], or a function that takes
            the value and raises an error that `check_layout` converts. They are checked before the function is called.
    """

    def keep(layout: Callable[[T], Layout]) -> Callable[[T], Layout]:
        _KNOWN[table_class] = _Known(layout, attributes)
        return layout

    return keep


def check_layout(table: Table) -> None:
    """Check a table against the layout of its class, if it has one.

    Args:
        table: The table.

    Raises:
        TableError: If a dataset or an attribute is missing, or has another type or shape.
    """
    known = _KNOWN.get(type(table))
    if known is None:
        return
    lengths: dict[str, int] = {}
    try:
        for name, expected in known.attributes.items():
            check_attribute(name, table.attributes[name], expected)
        for name, (dtype, axes, *bounds) in known.layout(table).items():
            array = table[name]
            if array.dtype.str not in dtype.split(" or "):
                raise ValueError(f"dataset {name} has the type {array.dtype.str}, not {dtype}")
            if len(array.shape) != len(axes):
                raise ValueError(f"dataset {name} has the shape {array.shape}, not {len(axes)} axes")
            for axis, length in zip(axes, array.shape, strict=True):
                wanted = axis if isinstance(axis, int) else lengths.setdefault(axis, length)
                if length != wanted:
                    of = "" if isinstance(axis, int) else f" ({axis})"
                    raise ValueError(
                        f"dataset {name} has the shape {array.shape}, where {wanted}{of} belongs"
                    )
            if bounds or array.dtype.kind == "f":
                table.within[name] = bounds[0] if bounds else Within.finite(array.dtype)
                if array.nbytes <= _SMALL:
                    table.check_values(name)
    except _WRONG as error:
        raise _unsound(table, str(error)) from error
    except KeyError as error:
        raise _unsound(table, f"there is no attribute {error}") from error


def one_of(known: Collection[str]) -> Callable[[object], None]:
    """Return a check for attributes that must be one of some names.

    Args:
        known: The names.
    """

    def check(value: object) -> None:
        if not isinstance(value, str) or value not in known:
            raise ValueError(f"{quoted(value)} is none of {', '.join(known)}")

    return check


def check_count(table: Table, attribute: str, count: int) -> None:
    """Check the number of values of an attribute; for layouts.

    Args:
        table: The table.
        attribute: Name of the attribute.
        count: Required number of values.

    Raises:
        ValueError: If the number differs.
    """
    found = len(table.attributes[attribute])
    if found != count:
        raise ValueError(f"attribute {attribute} has {found:,} values, not {count:,}")


def check_attribute(name: str, value: object, expected: Any) -> None:
    """Check the value of an attribute; for layouts.

    Args:
        name: Name of the attribute.
        value: Its value.
        expected: Type or check, as for `layout_of`.

    Raises:
        ValueError: If the value does not fit.
    """
    if not isinstance(expected, type | GenericAlias):
        try:
            expected(value)
        except KeyError as error:
            raise ValueError(f"attribute {name} has no {error}") from error
        except _WRONG as error:
            raise ValueError(f"attribute {name}: {error}") from error
    elif not _is_of(value, expected):
        word = str(expected) if isinstance(expected, GenericAlias) else expected.__name__
        finite = "finite " * (word == "float")
        raise ValueError(f"attribute {name} is {quoted(value)}, not of the type {finite}{word}")


def _is_of(value: object, expected: type | GenericAlias) -> bool:
    if isinstance(expected, GenericAlias):
        return isinstance(value, list) and all(_is_of(one, expected.__args__[0]) for one in value)
    if isinstance(value, bool):
        return expected is bool
    if expected is float:
        return isinstance(value, int) or (isinstance(value, float) and isfinite(value))
    return isinstance(value, expected)


def _unsound(table: Table, what: str) -> TableError:
    return TableError(
        f"{table.path}: expected a sound table of kind {table.kind}, got one of which this is wrong: {what}. Make it anew"
    )
