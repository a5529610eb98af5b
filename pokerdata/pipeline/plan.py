"""Stages in order, and those that targets need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from pokerdata.pipeline.stage import Stage
from pokerdata.support.hints import recipe_that_makes
from pokerdata.support.text import nearest


@dataclass(frozen=True)
class Plan:
    """The stages of a recipe, parents before children."""

    label: str
    stages: dict[str, Stage]

    @staticmethod
    def of(stages: Iterable[Stage], label: str = "stages") -> Plan:
        """Order `stages`.

        Raises:
            ValueError: For a name used twice, a missing parent, or a circle.
        """
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
        """Raise ``ValueError``, naming another recipe that has it or the nearest, for a target that is no stage."""
        for target in targets:
            if target not in self.stages:
                other = recipe_that_makes(target)
                like = (
                    nearest(target, self.stages) if other is None else f", but in another recipe: -f {other}."
                )
                raise ValueError(
                    f"no target {target!r} in {self.label}{like} Expected some of {', '.join(self.stages)}"
                )

    def select(self, targets: Sequence[str] = ()) -> list[Stage]:
        """The stages of `targets` and all they depend on, in order; all stages where none is named."""
        self.check_targets(targets)
        wanted = set(targets or self.stages)
        for name in reversed(self.stages):
            if name in wanted:
                wanted.update(self.stages[name].parents)
        return [stage for name, stage in self.stages.items() if name in wanted]
