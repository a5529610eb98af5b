"""The fingerprint of Python: of a function and of all that it can reach in the sources."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from pokerdata.pipeline.names import Definition, Sources
from pokerdata.pipeline.normal_form import NormalForm, normal_form


@dataclass(frozen=True)
class Reach:
    """What some definitions use, and what that uses, to the end.

    Attributes:
        digest: SHA-256 of the normal forms; the same wherever definitions stand and whatever they are called.
        definitions: In the order in which they are met.
        outside: Dotted names of what is used that is not of the sources.
    """

    digest: str
    definitions: tuple[Definition, ...]
    outside: frozenset[str]


class Reader:
    """Finds what definitions of `sources` reach.

    Args:
        sources: Where definitions are.
        is_wiring: Whether a definition is not followed, but stands for itself by its name.
    """

    def __init__(self, sources: Sources, is_wiring: Callable[[Definition], bool] = lambda _: False) -> None:
        self.sources = sources
        self._is_wiring = is_wiring
        self._forms: dict[Definition, NormalForm] = {}

    def reach(self, roots: Iterable[Definition]) -> Reach:
        """What `roots` reach, themselves included."""
        numbers = {root: number for number, root in enumerate(dict.fromkeys(roots))}
        digest = hashlib.sha256()
        outside: set[str] = set()
        definitions = list(numbers)
        for definition in definitions:  # grows while it is walked
            form = self._form(definition)
            outside |= form.outside
            for part in form.parts:
                if isinstance(part, Definition):
                    if self._is_wiring(part):
                        text = f"{part.name} "
                    else:
                        if part not in numbers:
                            numbers[part] = len(numbers)
                            definitions.append(part)
                        text = f"#{numbers[part]} "
                elif isinstance(part, Path):
                    text = f"<{hashlib.sha256(part.read_bytes()).hexdigest()}>"
                else:
                    text = part
                digest.update(text.encode())
            digest.update(b"\n")
        return Reach(digest.hexdigest(), tuple(definitions), frozenset(outside))

    def _form(self, definition: Definition) -> NormalForm:
        if definition not in self._forms:
            self._forms[definition] = normal_form(self.sources, definition)
        return self._forms[definition]
