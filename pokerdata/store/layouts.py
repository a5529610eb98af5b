"""Which datasets a table of a class has, with their types and shapes: compared when it is opened as one.

Digests say that a table is as it was written; they do not say that whoever wrote it knew its kind. Look-ups and kernels rely
on shapes and types, so what has others is refused before they see it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pokerdata.errors import DatasetError, TableError
from pokerdata.store.table import Table

T = TypeVar("T", bound=Table)

#: For each dataset that a class reads its dtype, such as '<u2' or '<f8 or <i8', and its axes: a length, or a name where
#: datasets that share it are equally long.
Layout = Mapping[str, tuple[str, tuple[int | str, ...]]]

_LAYOUTS: dict[type[Table], Callable[[Any], Layout]] = {}


def layout_of(table_class: type[T]) -> Callable[[Callable[[T], Layout]], Callable[[T], Layout]]:
    """Let a function say the layout of a class: tables are compared with it whenever they are opened as that class.

    Args:
        table_class: A class with a KIND.
    """

    def keep(layout: Callable[[T], Layout]) -> Callable[[T], Layout]:
        _LAYOUTS[table_class] = layout
        return layout

    return keep


def check_layout(table: Table) -> None:
    """Compare a table with the layout of its class, if that has one.

    Args:
        table: The table.

    Raises:
        TableError: Where a dataset is missing, or has another type or shape.
    """
    layout = _LAYOUTS.get(type(table))
    if layout is None:
        return
    lengths: dict[str, int] = {}
    try:
        for name, (dtype, axes) in layout(table).items():
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
    except (ArithmeticError, AttributeError, DatasetError, IndexError, TypeError, ValueError) as error:
        raise _unsound(table, str(error)) from error
    except KeyError as error:
        raise _unsound(table, f"there is no attribute {error}") from error


def _unsound(table: Table, what: str) -> TableError:
    return TableError(
        f"{table.path}: expected a sound table of kind {table.kind}, got one of which this is wrong: {what}. Make it anew"
    )
