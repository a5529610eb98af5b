"""An open table: datasets as read-only memory maps, and its attributes."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, ClassVar, Self

import numpy as np

from pokerdata.errors import DatasetError, TableError
from pokerdata.store.digest import data_digest
from pokerdata.support import html
from pokerdata.support.text import brief, bytes_text

UNCOVERED = "is of schema 1: no digest covers its attributes. To have one, build it again"


class Table(Mapping[str, np.ndarray[Any, np.dtype[Any]]]):
    """A table in memory maps: a mapping from the names of its datasets to their arrays. Made by `open_table`.

    A subclass for tables of one kind names it in ``KIND``.

    Args:
        path: The file.
        attributes: What the file says of itself, by name; "name" and "kind" are among them.
        arrays: The datasets, by name.
        dataset_attributes: What the file says of each dataset, by name of the dataset: units, axes and the like.
        digests: Hexadecimal SHA-256 of each dataset, by name, as the file states them (`verify` recomputes them).
        content_digest: Hexadecimal SHA-256 of all that the table says, the digests of its datasets included; checked when it
            was opened. None for a table of schema 1, in which no digest covers the attributes.

    Attributes:
        name: What the table is called.
        kind: What sort of table it is.
        path: The file.
        attributes: What the file says of itself, by name.
        digests: As of the arguments.
        content_digest: As of the arguments.
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

    def __getitem__(self, dataset: str) -> np.ndarray[Any, np.dtype[Any]]:
        """The dataset as a read-only ``np.memmap``; raises ``DatasetError`` if there is none of that name."""
        try:
            return self._arrays[dataset]
        except KeyError:
            has = ", ".join(self._arrays) or "nothing: it is closed"
            raise DatasetError(f"table {self.name} has no dataset {dataset!r}: it has {has}") from None

    def __contains__(self, dataset: object) -> bool:
        return dataset in self._arrays

    def __iter__(self) -> Iterator[str]:
        """Names of the datasets, sorted."""
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __bool__(self) -> bool:
        return True  # an empty or closed table is a table, too

    def __eq__(self, other: object) -> bool:
        """Whether both say the same, by their content digests; without one a table is equal to itself alone."""
        if not isinstance(other, Table):
            return NotImplemented
        return self is other or (
            self.content_digest is not None and self.content_digest == other.content_digest
        )

    def __hash__(self) -> int:
        return id(self) if self.content_digest is None else hash(self.content_digest)

    def dataset_attributes(self, dataset: str) -> Mapping[str, Any]:
        """What the file says of one dataset: units, axes and the like.

        Args:
            dataset: The name of the dataset.

        Raises:
            TableError: If there is none of that name.
        """
        self[dataset]
        return MappingProxyType(dict(self._dataset_attributes[dataset]))

    def verify(self) -> None:
        """Compare the values of every dataset with its digest. All else was compared when the table was opened.

        Warns with ``UserWarning`` where the table is of schema 1, in which no digest covers the attributes.

        Raises:
            TableError: If datasets differ; the message names them.
        """
        differing = [
            name for name, array in self._arrays.items() if data_digest(name, array) != self.digests[name]
        ]
        if differing:
            raise TableError(
                f"{self.path} is damaged: the content of {', '.join(differing)} differs from its digest. "
                f"Build it again with `pokerdata make {self.name}`"
            )

        if self.content_digest is None:
            warnings.warn(f"{self.path} {UNCOVERED}", stacklevel=2)

    def close(self) -> None:
        """Forget the memory maps; arrays already taken from the table stay valid."""
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
        """The datasets, and what the file says of itself."""
        rows = [
            (name, str(array.dtype), " x ".join(map(str, array.shape)), bytes_text(array.nbytes))
            for name, array in self._arrays.items()
        ]
        head = ("dataset", "type", "shape", "size")
        shown = html.table(
            rows, head=head, caption=f"{self.name} ({self.kind})", notes=[os.fspath(self.path)], left=2
        )
        return html.block(shown, html.details("attributes", html.facts(self.attributes)))
