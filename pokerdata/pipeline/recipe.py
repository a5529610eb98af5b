"""Recipes: which tables, abstractions, strategies, matches and pages there shall be; TOML, checked key by key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pokerdata.store.locations import data_path
from pokerdata.support.arguments import is_file
from pokerdata.support.text import nearest


class _Required:
    def __repr__(self) -> str:
        return "REQUIRED"


REQUIRED: Final = _Required()
"""The default, in a schema, of a key that must be given."""

Schema = Mapping[str, tuple[type | tuple[type, ...], Any, str]]
"""Key -> (type or types, default or `REQUIRED`, one line of explanation)."""

TABLES: Schema = {
    "strength": (bool, False, "rank codes, boards, and strength on every street"),
    "preflop": (bool, False, "match-ups and immediate hand rank before the flop"),
    "potential": (bool, False, "potential over one and two cards on the flop, and over one on the turn"),
}
REPORT: Schema = {"plots": (list, [], 'pictures of every strategy, e.g. ["convergence", "preflop"]')}
SECTIONS = ("tables", "abstraction", "strategy", "match", "page", "report")

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Recipe:
    """A recipe as read: sections with every key filled in once `checked` by their schemas."""

    label: str
    tables: dict[str, Any]
    abstractions: dict[str, dict[str, Any]]
    strategies: dict[str, dict[str, Any]]
    matches: dict[str, dict[str, Any]]
    pages: dict[str, dict[str, Any]]
    report: dict[str, Any]


def recipe_names() -> list[str]:
    """Names of the recipes that come with the package."""
    return sorted(path.stem for path in data_path("pipelines").glob("*.toml"))


def find_recipe(name_or_path: str) -> Path:
    """The path of a recipe, given as a path or by the name of one that comes with the package.

    Raises ``ValueError`` where there is none.
    """
    path = Path(name_or_path)
    if is_file(path):
        return path
    packaged = data_path("pipelines") / f"{name_or_path}.toml"
    if "/" not in name_or_path and is_file(packaged):
        return packaged
    names = recipe_names()
    raise ValueError(
        f"no recipe {name_or_path!r}{nearest(name_or_path, names)} Want the path of a TOML file or one of "
        f"{', '.join(names) or '(none came with the package)'}, e.g. -f default"
    )


def read_recipe(name_or_path: str = "default") -> Recipe:
    """Read a recipe and check its sections; what is inside named sections is left to `checked`.

    Raises ``ValueError`` naming the file and the key that is wrong.
    """
    path = find_recipe(name_or_path)
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not TOML: {error}") from error
    for name in content:
        if name not in SECTIONS:
            raise ValueError(
                f"{path}: unknown section [{name}]{nearest(name, SECTIONS)} Want [tables], "
                "[abstraction.NAME], [strategy.NAME], [match.NAME], [page.NAME] or [report]"
            )
    recipe = Recipe(
        label=str(path),
        tables=checked(f"{path}: [tables]", _section(path, content, "tables"), TABLES),
        abstractions=_named(path, content, "abstraction"),
        strategies=_named(path, content, "strategy"),
        matches=_named(path, content, "match"),
        pages=_named(path, content, "page"),
        report=checked(f"{path}: [report]", _section(path, content, "report"), REPORT),
    )
    for name, section in recipe.strategies.items():
        used = section.get("abstraction")
        if isinstance(used, str) and used not in recipe.abstractions:  # other values have the wrong type
            raise ValueError(
                f"{path}: [strategy.{name}] uses the abstraction {used!r}, which the recipe does not define"
                f"{nearest(used, recipe.abstractions)} Want a section [abstraction.{used}]"
            )
    return recipe


def checked(where: str, section: Mapping[str, Any], schema: Schema) -> dict[str, Any]:
    """`section` with defaults filled in, in the order of `schema`.

    Raises ``ValueError``, beginning with `where`, for a key that is unknown or missing and for a value of
    another type.
    """
    for key in section:
        if key not in schema:
            raise ValueError(
                f"{where}: unknown key {key!r}{nearest(key, schema)} Want some of {', '.join(schema)}, "
                f"e.g. {_example(schema, key)}"
            )
    result = {}
    for key, (types, default, explanation) in schema.items():
        if key in section:
            if not _has_type(section[key], types):
                raise ValueError(
                    f"{where}: {key} = {section[key]!r}: want {_type_names(types)} ({explanation})"
                )
            result[key] = section[key]
        elif default is REQUIRED:
            raise ValueError(
                f"{where}: the key {key!r} is missing: want {_type_names(types)} ({explanation})"
            )
        else:
            result[key] = default
    return result


def _section(where: Path, content: Mapping[str, Any], name: str) -> dict[str, Any]:
    section = content.get(name, {})
    if not isinstance(section, dict):
        raise ValueError(f"{where}: {name} = {section!r}: want a section [{name}]")
    return section


def _named(where: Path, content: Mapping[str, Any], name: str) -> dict[str, dict[str, Any]]:
    sections = _section(where, content, name)
    for key, section in sections.items():
        if not isinstance(section, dict):
            raise ValueError(
                f"{where}: {key!r} stands in [{name}]: want it in a named section, e.g. [{name}.mine]"
            )
        if not _NAME.fullmatch(key):
            raise ValueError(
                f"{where}: bad name in [{name}.{key}]: want small letters, digits and _, a letter first, "
                f"e.g. [{name}.mine5]"
            )
    return sections


def _has_type(value: object, types: type | tuple[type, ...]) -> bool:
    allowed = types if isinstance(types, tuple) else (types,)
    if isinstance(value, bool):  # which Python counts among the integers
        return bool in allowed
    return isinstance(value, allowed) or (float in allowed and isinstance(value, int))


def _type_names(types: type | tuple[type, ...]) -> str:
    words = {
        str: "text",
        int: "an integer",
        float: "a number",
        bool: "true or false",
        list: "a list",
        dict: "a table",
    }
    return " or ".join(words.get(t, t.__name__) for t in (types if isinstance(types, tuple) else (types,)))


def _example(schema: Schema, key: str) -> str:
    examples = {bool: "true", int: "5", float: "0.5", str: '"..."', list: "[...]", dict: "{...}"}
    likely = next((k for k in schema if f"'{k}'" in nearest(key, [k])), next(iter(schema)))
    types = schema[likely][0]
    return f"{likely} = {examples.get(types[0] if isinstance(types, tuple) else types, '...')}"
