"""Whether the machine has what stages need: memory, disk, and modules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pokerdata.errors import CapacityError
from pokerdata.pipeline.stage import Stage
from pokerdata.support.extras import check_installed
from pokerdata.support.resources import Available
from pokerdata.support.text import bytes_text


def check_capacity(stages: list[Stage], has: Available) -> None:
    """Raise ``CapacityError`` if `stages` need more memory at their peak, or more disk in all, than `has`."""
    if not stages:
        return
    too_large = [s for s in stages if s.cost.memory_bytes > has.memory]
    if too_large:
        greediest = max(too_large, key=lambda s: s.cost.memory_bytes)
        raise CapacityError(
            f"not enough memory: {greediest.name} needs about {bytes_text(greediest.cost.memory_bytes)}, "
            f"available are {bytes_text(has.memory)}. End other programs, raise the limit, "
            f"or make fewer targets{_what_fits(too_large, has)}"
        )
    disk = sum(stage.cost.disk_bytes for stage in stages)
    if disk > has.disk:
        raise CapacityError(
            f"not enough disk: {len(stages)} stages need about {bytes_text(disk)}, free are "
            f"{bytes_text(has.disk)}. Free some space or choose another folder with --tables DIR"
        )


def check_modules(stages: Iterable[Stage]) -> None:
    """Raise ``ModuleNotFoundError``, naming the stages, if `stages` import a module that is not installed."""
    others = "name the targets to make, e.g. `pokerdata make preflop_strength`"
    needed = {m: [s.name for s in stages if m in s.modules] for s in stages for m in s.modules}
    for module, names in needed.items():
        check_installed(f"to make {', '.join(names)}", [module], otherwise=others)


def _what_fits(stages: Sequence[Stage], has: Available) -> str:
    """Of the last that knows: what fits it fits the tables that it is made from."""
    for stage in reversed(stages):
        if stage.cost.what_fits is not None:
            return f". For {stage.name}: {stage.cost.what_fits(has.memory)}"
    return ""
