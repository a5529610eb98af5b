"""An open table: datasets as read-only memory maps, and its attributes."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping
from math import isfinite
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from pokerdata._support import html
from pokerdata._support.text import brief, bytes_text
from pokerdata.errors import DatasetError, TableError
from pokerdata.pipeline.store.digest import data_digest

UNCOVERED = "is of schema 1: no digest covers its attributes. To have one, build it again"


_CELLS = 1 << 20  # values per comparison


class Within(NamedTuple):
    """Bounds of the values of a dataset.

    Attributes:
        least: Smallest allowed value.
        most: Largest allowed value.
        absent: One more allowed value, which marks missing ones; may be NaN.
    """

    least: float
    most: float
    absent: float | None = None

    @classmethod
    def finite(cls, dtype: np.dtype[Any]) -> Within:
        """Return bounds for any finite number of a float type."""
        most = float(np.finfo(dtype).max)
        return cls(-most, most)

    def __str__(self) -> str:
        finite = "finite " * isfinite(self.most)
        if self.most < float(np.finfo(np.float32).max):
            text = f"{self.least:g} to {self.most:g}"
        else:
            text = f"a {finite}number" + f" of {self.least:g} or more" * (self.least >= 0)
        return text if self.absent is None else f"{text}, or {self.absent:g}"

    def first_outside(self, values: np.ndarray[Any, np.dtype[Any]]) -> int | None:
        """Return the flat index of the first value outside the bounds, or None."""
        flat = values.reshape(-1).view(np.ndarray)
        least, most = self.least, self.most
        if flat.dtype.kind in "iu":
            of = np.iinfo(flat.dtype)
            if least <= of.min and of.max <= most:
                return None
        else:  # a bound that the type cannot hold would become infinite
            largest = float(np.finfo(flat.dtype).max)
            least = max(least, -largest) if isfinite(least) else least
            most = min(most, largest) if isfinite(most) else most
        for start in range(0, len(flat), _CELLS):
            part = flat[start : start + _CELLS]
            if least <= part.min() and part.max() <= most:  # no NaN passes
                continue
            sound = (least <= part) & (part <= most)
            if self.absent is not None:
                sound |= np.isnan(part) if self.absent != self.absent else part == self.absent
            if not sound.all():
                return start + int(np.argmin(sound))
        return None


class Table(Mapping[str, np.ndarray[Any, np.dtype[Any]]]):
    """A table in memory maps: a mapping from the names of its datasets to their arrays. Made by `open_table`.

    A subclass for tables of one kind sets ``KIND``.

    Args:
        path: The file.
        attributes: Attributes of the file by name, including "name" and "kind".
        arrays: The datasets, by name.
        dataset_attributes: Attributes of each dataset, by name of the dataset: units, axes and the like.
        digests: Hexadecimal SHA-256 of each dataset, by name, as stored in the file (`verify` recomputes them).
        content_digest: Hexadecimal SHA-256 of the whole table, including the digests of its datasets; checked when it was
            opened. None for a table of schema 1, in which no digest covers the attributes.

    Attributes:
        name: Name of the table.
        kind: Kind of the table.
        path: The file.
        attributes: Attributes of the file, by name.
        digests: As in Args.
        content_digest: As in Args.
        within: Bounds of datasets' values, as far as the layout of the class defines them.
    """

    KIND: ClassVar[str | None] = None

    def __init__(
        self,
        path: Path,
        attributes: Mapping[str, Any],
        arrays: Mapping[str, np.ndarray[Any, np.dtype[Any]]],
        dataset_attributes: Mapping[str, Mapping[str, Any]],
        digests: Mapping[str, str],
        content_digest: str | None,
    ) -> None:
        self.path = path
        self.name: str = attributes["name"]
        self.kind: str = attributes["kind"]
        self.attributes = dict(attributes)
        self.digests = dict(digests)
        self.content_digest = content_digest
        self._arrays = dict(arrays)
        self._dataset_attributes = dataset_attributes
        self.within: dict[str, Within] = {}

    def __getitem__(self, dataset: str) -> np.ndarray[Any, np.dtype[Any]]:
        """Return the dataset as a read-only ``np.memmap``; raise ``DatasetError`` if there is no such dataset."""
        try:
            return self._arrays[dataset]
        except KeyError:
            has = ", ".join(self._arrays) or "nothing: it is closed"
            raise DatasetError(f"table {self.name} has no dataset {dataset!r}: it has {has}") from None

    def __contains__(self, dataset: object) -> bool:
        return dataset in self._arrays

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the datasets, sorted."""
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __bool__(self) -> bool:
        return True  # an empty or closed table is still a table

    def __eq__(self, other: object) -> bool:
        """Return whether both have equal content digests; a table without one is only equal to itself."""
        if not isinstance(other, Table):
            return NotImplemented
        return self is other or (
            self.content_digest is not None and self.content_digest == other.content_digest
        )

    def __hash__(self) -> int:
        return id(self) if self.content_digest is None else hash(self.content_digest)

    def dataset_attributes(self, dataset: str) -> Mapping[str, Any]:
        """Return the attributes of one dataset: units, axes and the like.

        Args:
            dataset: The name of the dataset.

        Raises:
            TableError: If there is no such dataset.
        """
        self[dataset]
        return MappingProxyType(dict(self._dataset_attributes[dataset]))

    def check_values(self, dataset: str, part: slice = slice(None)) -> None:
        """Check values against the bounds of their dataset, if it has any, before a kernel uses them.

        Args:
            dataset: The name of the dataset.
            part: Rows to check.

        Raises:
            TableError: If a value is out of bounds; the message names it and its position.
        """
        bounds, rows = self.within.get(dataset), self[dataset][part]
        found = None if bounds is None else bounds.first_outside(rows)
        if bounds is None or found is None:
            return
        row, *place = (int(i) for i in np.unravel_index(found, rows.shape))
        where = ", ".join(map(str, [row + part.indices(len(self[dataset]))[0], *place]))
        raise TableError(
            f"{self.path} is unsound: {dataset}[{where}] is {rows.reshape(-1)[found]:g}, expected {bounds}. "
            "Make it again"
        )

    def verify(self) -> None:
        """Check the values of every dataset against its digest and bounds. Everything else was checked when it was opened.

        Warns with ``UserWarning`` if the table is of schema 1, in which no digest covers the attributes.

        Raises:
            TableError: If values of datasets differ or are out of bounds; the message names the datasets.
        """
        differing = [
            name for name, array in self._arrays.items() if data_digest(name, array) != self.digests[name]
        ]
        if differing:
            raise TableError(
                f"{self.path} is damaged: the content of {', '.join(differing)} differs from its digest. "
                f"Build it again with `pokerdata make {self.name}`"
            )

        for name in self.within:
            self.check_values(name)
        if self.content_digest is None:
            warnings.warn(f"{self.path} {UNCOVERED}", stacklevel=2)

    def close(self) -> None:
        """Release the memory maps; arrays already taken from the table stay valid."""
        self._arrays = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        count = len(self._arrays)
        size = bytes_text(sum(array.nbytes for array in self._arrays.values()))
        held = f"{count} dataset{'s' * (count != 1)}, {size}" if count else "closed"
        return brief(self, repr(self.name), self.kind * (self.kind != self.name), held)

    def _repr_html_(self) -> str:
        """Show the datasets and the attributes of the file."""
        rows = [
            (name, str(array.dtype), " x ".join(map(str, array.shape)), bytes_text(array.nbytes))
            for name, array in self._arrays.items()
        ]
        head = ("dataset", "type", "shape", "size")
        shown = html.table(
            rows, head=head, caption=f"{self.name} ({self.kind})", notes=[os.fspath(self.path)], left=2
        )
        return html.block(shown, html.details("attributes", html.facts(self.attributes)))
