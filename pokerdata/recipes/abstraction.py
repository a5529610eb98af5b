"""[abstraction.NAME]: the tables NAME_buckets, NAME_counts and NAME_transitions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pokerdata._support.arguments import check_known, read_section
from pokerdata._support.text import nearest, quoted
from pokerdata.abstraction.abstraction import Abstraction
from pokerdata.abstraction.kinds import KINDS
from pokerdata.pipeline.plan import Stage
from pokerdata.recipes import joint_counts, transitions
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages


def read(where: str, given: Mapping[str, Any]) -> Abstraction:
    """Read a section [abstraction.NAME], as the class of its kind.

    Raises:
        ValueError: As the classes raise it; the message starts with `where`.
        CapacityError: As the classes raise it; the message starts with `where`.
    """
    rule = f'Expected one of {", ".join(KINDS)}; e.g. kind = "history"'
    if "kind" not in given:
        check_known(KINDS.values(), where, given)
        raise ValueError(f"{where}: the key 'kind' is missing. {rule}")
    kind = given["kind"]
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError(f"{where}: no kind {quoted(kind)}{nearest(str(kind), KINDS)} {rule}")
    return read_section(KINDS[kind], where, given)


def stages(name: str, abstraction: Abstraction, recipe: Recipe, made: Stages) -> list[Stage]:
    """Return NAME_buckets and, with perfect recall of at most 10,000 river sequences, NAME_counts and NAME_transitions."""
    buckets = Stage(
        name=f"{name}_buckets",
        build=type(abstraction).build,
        revision=abstraction.REVISION,
        kernels=abstraction.KERNELS,
        parents=abstraction.parents,
        parameters=abstraction.parameters,
        cost=abstraction.cost,
    )
    if not abstraction.is_counted:
        return [buckets]
    return [buckets, joint_counts.stage(name, abstraction), transitions.stage(name, abstraction)]


SECTION = SectionKind("abstraction", read, stages)
