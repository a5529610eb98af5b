"""From a recipe to its stages in order. Stages are defined beside their subjects and collected here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from typing import Any

from pokerdata.errors import CapacityError, located
from pokerdata.pipeline.recipe import Recipe, Schema, checked, read_recipe
from pokerdata.pipeline.stage import Stage
from pokerdata.support.text import nearest

_MODULES = {"abstraction": "abstraction", "strategy": "solvers", "match": "tournaments", "page": "pages"}


@dataclass(frozen=True)
class Plan:
    """The stages of a recipe, parents before children."""

    label: str
    stages: dict[str, Stage]

    @staticmethod
    def of(stages: Iterable[Stage], label: str = "stages") -> Plan:
        """Order `stages`. Raises ``ValueError`` for a name used twice, a missing parent, or a circle."""
        found: dict[str, Stage] = {}
        for stage in stages:
            if stage.name in found:
                raise ValueError(f"{label}: two stages are called {stage.name}: choose another name for one")
            found[stage.name] = stage
        for stage in found.values():
            for parent in stage.parents:
                if parent not in found:
                    raise ValueError(
                        f"{label}: stage {stage.name} needs {parent}, which the recipe does not make"
                        f"{nearest(parent, found)}"
                    )
        try:
            order = list(TopologicalSorter({s.name: s.parents for s in found.values()}).static_order())
        except CycleError as error:
            raise ValueError(
                f"{label}: stages depend on each other in a circle: {' -> '.join(error.args[1])}"
            ) from None
        return Plan(label, {name: found[name] for name in order})

    def check_targets(self, targets: Iterable[str]) -> None:
        """Raise ``ValueError``, naming the nearest, for a target that is no stage."""
        for target in targets:
            if target not in self.stages:
                raise ValueError(
                    f"no target {target!r} in {self.label}{nearest(target, self.stages)} "
                    f"Want some of {', '.join(self.stages)}"
                )

    def select(self, targets: Sequence[str] = ()) -> list[Stage]:
        """The stages of `targets` and all they depend on, in order; all stages where none is named."""
        self.check_targets(targets)
        wanted = set(targets or self.stages)
        for name in reversed(self.stages):
            if name in wanted:
                wanted.update(self.stages[name].parents)
        return [stage for name, stage in self.stages.items() if name in wanted]


def load_plan(name_or_path: str = "default") -> Plan:
    """Read a recipe and collect its stages. Raises ``ValueError`` naming what is wrong in the recipe."""
    recipe = read_recipe(name_or_path)
    try:
        stages = collect(recipe)
    except (ValueError, CapacityError) as error:
        raise located(recipe.label, error) from None
    if not stages:
        raise ValueError(
            f"{recipe.label} asks for nothing: want strength = true in [tables], an [abstraction.NAME] or a "
            "[strategy.NAME]"
        )
    return Plan.of(stages, recipe.label)


def collect(recipe: Recipe) -> list[Stage]:
    """The stages a recipe asks for, and the tables they depend on."""
    plots = recipe.report["plots"]
    if plots:
        import_module("pokerdata.plots.stages").check_plots(plots)
    known = [*_stages("evaluator"), *_stages("isomorphism"), *_stages("strength")]
    wanted = list(known) if recipe.tables["strength"] else []
    if recipe.tables["preflop"]:
        wanted += _stages("preflop")
    potential = import_module("pokerdata.strength.potential_stages").stages()
    known += potential
    if recipe.tables["potential"]:
        wanted += potential
    abstractions = _checked_all("abstraction", recipe.abstractions)
    for name, section in abstractions.items():
        wanted += _stages("abstraction", name, section)
    strategies = _checked_all("strategy", recipe.strategies)
    for name, section in strategies.items():
        wanted += _stages("solvers", name, section, recipe.abstractions.get(section["abstraction"]))
        if plots:
            wanted += _stages("plots", name, section, plots)
    matches = _checked_all("match", recipe.matches)
    for name, section in matches.items():
        wanted += _stages("tournaments", name, section, strategies, wanted)
    for name, section in _checked_all("page", recipe.pages).items():
        wanted += _stages("pages", name, section, matches, strategies, abstractions, wanted)
    return _with_parents(wanted, known)


def _with_parents(wanted: list[Stage], known: list[Stage]) -> list[Stage]:
    """`wanted` and those of `known` that they need."""
    by_name = {stage.name: stage for stage in known} | {stage.name: stage for stage in wanted}
    needed = list(wanted)
    names = {stage.name for stage in wanted}
    for stage in needed:  # grows while it is walked
        for parent in stage.parents:
            if parent in by_name and parent not in names:
                names.add(parent)
                needed.append(by_name[parent])
    return needed


def _stages(module: str, *arguments: Any) -> list[Stage]:
    found: list[Stage] = import_module(f"pokerdata.{module}.stages").stages(*arguments)
    return found


def _checked_all(kind: str, sections: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The sections [KIND.NAME] by name, checked against the schema of the module whose subject they are."""
    if not sections:
        return {}
    stages = import_module(f"pokerdata.{_MODULES[kind]}.stages")
    # Where the keys depend on the kind, the module has a function for it.
    schema_of: Callable[[dict[str, Any]], Schema] = getattr(stages, "schema", lambda _: stages.SCHEMA)
    return {
        name: checked(f"[{kind}.{name}]", section, schema_of(section)) for name, section in sections.items()
    }
