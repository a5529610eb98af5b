"""What a table of a class has: datasets with their types and shapes, and attributes; compared when it is opened as one.

Digests say that a table is as it was written; they do not say that whoever wrote it knew its kind. Look-ups and kernels rely
on shapes, types and values, so what has others is refused before they see it.
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
#: For each dataset that a class reads its dtype, such as '<u2' or '<f8 or <i8'; its axes: a length, or a name where
#: datasets that share it are equally long; and the bounds of its values. Without bounds floats must be finite, and integers
#: may be any.
Layout = Mapping[str, tuple[str, Axes] | tuple[str, Axes, Within]]

#: Within that several layouts have.
PROBABILITIES = Within(0, 1 + 1e-5)  # with what rounding adds
AMOUNTS = Within(0, np.finfo(np.float64).max)  # finite
AMOUNTS_OR_INFINITE = Within(0, inf)

# Bytes of a dataset whose values are compared whenever a table is opened, in some 10 ms; those of a larger one are
# where it is verified, and before kernels see them.
_SMALL = 1 << 26


@dataclass(frozen=True)
class _Known:
    layout: Callable[[Any], Layout]
    attributes: Mapping[str, Any]


#: What comes of a table that is not what it says; of KeyErrors the text is the key alone.
_WRONG = (ArithmeticError, AttributeError, DatasetError, IndexError, RecursionError, TypeError, ValueError)

_KNOWN: dict[type[Table], _Known] = {}


def layout_of(
    table_class: type[T], **attributes: Any
) -> Callable[[Callable[[T], Layout]], Callable[[T], Layout]]:
    """Let a function say the layout of a class: tables are compared with it whenever they are opened as that class.

    Args:
        table_class: A class with a KIND.
        **attributes: Those that the class reads: of each the type, such as int or list[str], or a function that takes the
            value and raises what `check_layout` turns into its error. Compared before the function is called.
    """

    def keep(layout: Callable[[T], Layout]) -> Callable[[T], Layout]:
        _KNOWN[table_class] = _Known(layout, attributes)
        return layout

    return keep


def check_layout(table: Table) -> None:
    """Compare a table with the layout of its class, if that has one.

    Args:
        table: The table.

    Raises:
        TableError: Where a dataset or an attribute is missing, or has another type or shape.
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
    """For attributes that hold one of some names.

    Args:
        known: The names.
    """

    def check(value: object) -> None:
        if not isinstance(value, str) or value not in known:
            raise ValueError(f"{quoted(value)} is none of {', '.join(known)}")

    return check


def check_count(table: Table, attribute: str, count: int) -> None:
    """Compare how many values an attribute has; for layouts.

    Args:
        table: The table.
        attribute: Its name.
        count: How many there must be.

    Raises:
        ValueError: If it has more or less.
    """
    found = len(table.attributes[attribute])
    if found != count:
        raise ValueError(f"attribute {attribute} has {found:,} values, not {count:,}")


def check_attribute(name: str, value: object, expected: Any) -> None:
    """Compare an attribute with what it must be; for layouts.

    Args:
        name: Its name.
        value: Its value.
        expected: As for `layout_of`.

    Raises:
        ValueError: If it is something else.
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
