"""Checked arguments, sections of recipes as typed values, and streams of random numbers from seeds.

A section is a frozen dataclass. Its fields are the keys, checked by their annotations:

@dataclass(frozen=True, kw_only=True)
class Match:
    agents: list[str] = key("who plays")
    deals: int = key("duplicate deals of each pair", 100_000)

read_section(Match, "[match.all]", {"agents": ["phs", "simple"]})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import Enum
from operator import index
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np

from pokerdata._support.text import nearest, quoted
from pokerdata.errors import CapacityError, located


def as_count(value: object, name: str, least: int, most: int, example: object) -> int:
    """Return a whole number from ``least`` to ``most``; raise ValueError for anything else."""
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or not least <= number <= most:
        raise ValueError(
            f"{name}: expected a whole number from {least} to {most}, got {quoted(value)}; e.g. {example}"
        )
    return number


def is_file(path: Path) -> bool:
    """Return whether a file exists; False also for impossible names, such as one that is too long."""
    try:
        return path.is_file()
    except OSError:
        return False


class Use(Enum):
    """Use of random numbers, with its offset to the seed: equal seeds of two uses give independent streams."""

    RANDOM_STRATEGY = ()
    SEVERAL_OPPONENTS = (1,)
    AGENT_ACTIONS = (2,)
    DRAWN_FLOPS = (3,)
    SEARCH = (4,)
    PLAY_OUTS = (5,)
    JAM_OR_FOLD = (6,)
    NO_THANKS_CARDS = (10,)
    NO_THANKS_MOVES = (11,)
    NO_THANKS_LEARNING = (12,)
    ROLL_OUT = (20,)
    ROSHAMBO = (30,)
    EVOLUTION = (40,)


def generator(use: Use, seed: int) -> np.random.Generator:
    """Return the generator of a use and a seed, 0 or more. Raises ValueError for a seed below 0."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=use.value))


T = TypeVar("T")

_WORDS = {
    str: "text",
    int: "an integer",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
_EXAMPLES = {bool: "true", int: "5", float: "0.5", str: '"..."', list: "[...]", dict: "{...}"}
_DOC = "doc"


def key(doc: str, default: Any = MISSING) -> Any:
    """Define a key of a section: one line of explanation, and its default. Without a default it is required."""
    if isinstance(default, list | dict):
        return field(default_factory=lambda: type(default)(default), metadata={_DOC: doc})
    return field(default=default, metadata={_DOC: doc})


@dataclass(frozen=True)
class Key:
    """A key: the types that TOML may have, whether it is required, and one line of explanation."""

    types: tuple[type, ...]
    required: bool
    doc: str

    @property
    def type_names(self) -> str:
        """Describe the types: 'an integer', 'a number or text'."""
        return " or ".join(_WORDS.get(t, t.__name__) for t in self.types)

    def takes(self, value: object) -> bool:
        """Return whether the value has one of the types; a whole number is a number, true and false are not."""
        if isinstance(value, bool):
            return bool in self.types
        return isinstance(value, self.types) or (float in self.types and isinstance(value, int))


def keys_of(section: type) -> dict[str, Key]:
    """Return the keys of a section, in their order."""
    hints = get_type_hints(section)
    return {
        one.name: Key(_types(hints[one.name]), _is_required(one), one.metadata[_DOC])
        for one in fields(section)
    }


def values_of(section: Any) -> dict[str, Any]:
    """Return key -> value, in the order of the keys, including defaults."""
    return {one.name: getattr(section, one.name) for one in fields(section)}


def read_section(section: type[T], where: str, given: Mapping[str, Any]) -> T:
    """Convert given values to a dataclass.

    Args:
        section: The dataclass.
        where: Label of the section, at the start of errors.
        given: Key -> value.

    Raises:
        ValueError: If a key is unknown or missing, a value has another type, or the dataclass raises it.
        CapacityError: If the dataclass raises it.
    """
    check_known([section], where, given)
    for name, known in keys_of(section).items():
        if name in given and not known.takes(given[name]):
            raise ValueError(
                f"{where}: {name}: expected {known.type_names} ({known.doc}), got {quoted(given[name])}"
            )
        if name not in given and known.required:
            raise ValueError(
                f"{where}: the key {name!r} is missing: expected {known.type_names} ({known.doc})"
            )
    try:
        return section(**given)
    except (ValueError, CapacityError) as error:
        raise located(where, error) from None


def check_known(sections: Iterable[type], where: str, given: Iterable[str]) -> None:
    """Raise ``ValueError``, starting with `where`, for a key that none of `sections` has."""
    keys = {name: known for section in sections for name, known in keys_of(section).items()}
    for name in given:
        if name not in keys:
            raise ValueError(
                f"{where}: unknown key {quoted(name)}{nearest(name, keys)} Expected some of {', '.join(keys)}; e.g. "
                f"{_example(keys, name)}"
            )


def _is_required(one: Field[Any]) -> bool:
    return one.default is MISSING and one.default_factory is MISSING


def _types(hint: Any) -> tuple[type, ...]:
    """Return the types in an annotation, without parameters and None: `list[int] | None` gives (list,)."""
    if get_origin(hint) in (UnionType, Union):
        return tuple(t for part in get_args(hint) for t in _types(part) if t is not NoneType)
    return (get_origin(hint) or hint,)


def _example(keys: Mapping[str, Key], name: str) -> str:
    likely = next((k for k in keys if f"'{k}'" in nearest(name, [k])), next(iter(keys)))
    return f"{likely} = {_EXAMPLES.get(keys[likely].types[0], '...')}"
