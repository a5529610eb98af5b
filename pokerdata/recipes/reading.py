"""Read a recipe by name or path, and collect its stages in order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pokerdata._support.arguments import is_file
from pokerdata._support.text import nearest, quoted, shortened, text_of, toml_of
from pokerdata.errors import CapacityError, located
from pokerdata.pipeline.plan import Plan, Stage
from pokerdata.pipeline.store.opening import data_path
from pokerdata.recipes import tables
from pokerdata.recipes.recipe import Recipe, SectionKind
from pokerdata.recipes.registry import SECTIONS

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LONGEST_NAME = 100  # file names add to it, and file systems allow 255 bytes


def recipe_names() -> list[str]:
    """Return the names of the packaged recipes."""
    return sorted(path.stem for path in data_path("pipelines").glob("*.toml"))


def find_recipe(name_or_path: str) -> Path:
    """Return the path of a recipe, given as a path or as the name of a packaged recipe.

    Raises:
        ValueError: If it does not exist.
    """
    path = Path(name_or_path)
    if is_file(path):
        return path
    packaged = data_path("pipelines") / f"{name_or_path}.toml"
    if "/" not in name_or_path and is_file(packaged):
        return packaged
    names = recipe_names()
    raise ValueError(
        f"no recipe {quoted(name_or_path)}{nearest(name_or_path, names)} Expected the path of a TOML file or one of "
        f"{', '.join(names) or '(none came with the package)'}; e.g. -f default"
    )


def read_recipe(name_or_path: str = "default") -> Recipe:
    """Read a recipe, each section by its kind.

    Raises:
        ValueError: If something is wrong; the message names the file, the section and the key.
        CapacityError: If something is too large; the message names the file, the section and the key.
    """
    path = find_recipe(name_or_path)
    text = text_of(path, "the recipe")
    try:
        content = toml_of(text)
    except ValueError as error:
        raise ValueError(f"{path} is not TOML: {error}") from error
    try:
        return recipe_of(content, str(path))
    except (ValueError, CapacityError) as error:
        raise located(str(path), error) from None


def recipe_of(content: Mapping[str, Any], label: str = "recipe") -> Recipe:
    """Make a recipe from parsed TOML.

    Raises:
        ValueError: As `read_recipe`, without a file.
        CapacityError: As `read_recipe`, without a file.
    """
    kinds = {kind.name: kind for kind in SECTIONS}
    for name in content:
        if name not in kinds:
            *labels, last = (kind.label for kind in SECTIONS)
            raise ValueError(
                f"unknown section [{name}]{nearest(name, kinds)} Expected {', '.join(labels)} or {last}"
            )
    return Recipe(
        label,
        {
            name: {key: kind.read(kind.where(key), section) for key, section in _given(kind, content).items()}
            for name, kind in kinds.items()
        },
    )


def load_plan(name_or_path: str = "default") -> Plan:
    """Read a recipe and collect its stages.

    Raises:
        ValueError: If something in the recipe is wrong; the message names it.
    """
    recipe = read_recipe(name_or_path)
    try:
        stages = collect(recipe)
    except (ValueError, CapacityError) as error:
        raise located(recipe.label, error) from None
    if not stages:
        raise ValueError(
            f"{recipe.label} asks for nothing: expected strength = true in [tables], an [abstraction.NAME] or a "
            "[strategy.NAME]"
        )
    return Plan.of(stages, recipe.label)


def collect(recipe: Recipe) -> list[Stage]:
    """Return the stages that a recipe requests, and the tables they depend on."""
    wanted: list[Stage] = []
    for kind in SECTIONS:
        for name, section in recipe.sections[kind.name].items():
            made = {stage.name: stage for stage in wanted}
            try:
                wanted += kind.stages(name, section, recipe, made)
            except (ValueError, CapacityError) as error:
                raise located(kind.where(name), error) from None
    return _with_parents(wanted, tables.known())


def _with_parents(wanted: list[Stage], known: list[Stage]) -> list[Stage]:
    """Return `wanted` and the stages of `known` that they need."""
    by_name = {stage.name: stage for stage in known} | {stage.name: stage for stage in wanted}
    needed = list(wanted)
    names = {stage.name for stage in wanted}
    for stage in needed:  # grows during the loop
        for parent in stage.parents:
            if parent in by_name and parent not in names:
                names.add(parent)
                needed.append(by_name[parent])
    return needed


def _given(kind: SectionKind, content: Mapping[str, Any]) -> dict[str, Any]:
    """Return name -> keys for the sections of a kind; "" is the name of a section of a kind without names."""
    sections = content.get(kind.name, {})
    if not isinstance(sections, dict):
        raise ValueError(f"{kind.name}: expected a section {kind.label}, got {quoted(sections)}")
    if not kind.is_named:
        return {"": sections}
    for key, section in sections.items():
        if not isinstance(section, dict):
            raise ValueError(
                f"{quoted(key)} stands in [{kind.name}]: expected it in a named section; e.g. [{kind.name}.mine]"
            )
        if not _NAME.fullmatch(key):
            raise ValueError(
                f"[{kind.name}.{key}]: expected a name of small letters, digits and _, a letter first; e.g. "
                f"[{kind.name}.mine5]"
            )
        if len(key) > _LONGEST_NAME:
            raise ValueError(
                f"[{kind.name}.{shortened(key, 40)}]: the name has {len(key)} letters, and at most {_LONGEST_NAME} fit into "
                "the names of files; choose a shorter one"
            )
    return sections
