"""What stages are made by: the Python of their build functions, and the kernels that it reaches, as fingerprints."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from inspect import getsourcefile, unwrap
from pathlib import Path
from types import FunctionType, MethodType

from pokerdata.pipeline.names import Definition, Sources
from pokerdata.pipeline.source import Reach, Reader
from pokerdata.pipeline.stage import Stage
from pokerdata.store.locations import PACKAGE

_KERNELS = "pokerdata._core"

#: What is not followed: how tables are stored and found, and the list of the kinds of buckets. The content of tables counts
#: by its digests, whatever stores it, and a stage names the classes that it opens its parents as.
WIRING = ("pokerdata.store", "pokerdata.abstraction.kinds")


@dataclass(frozen=True)
class Code:
    """Fingerprints of what makes a table.

    Attributes:
        python: Of the build function and all it reaches, among it the classes that it opens its parents as.
        kernels: Of each C++ folder that this Python reaches.
    """

    python: str
    kernels: Mapping[str, str]


def codes(
    stages: Iterable[Stage], kernels: Mapping[str, str], reader: Reader | None = None
) -> dict[str, Code]:
    """What each of `stages` is made by.

    Args:
        stages: To tell of.
        kernels: Fingerprint of each C++ folder.
        reader: Of other sources than those of this package.

    Raises:
        ValueError: For a build function without a source, and for a kernel that has no fingerprint.
    """
    found = reaches(stages, reader or _reader())
    return {name: Code(reach.digest, _kernels(name, reach.outside, kernels)) for name, reach in found.items()}


def reaches(stages: Iterable[Stage], reader: Reader) -> dict[str, Reach]:
    """What the Python of each of `stages` reaches."""
    return {stage.name: reader.reach(_roots(stage.build, reader.sources)) for stage in stages}


def is_wiring(definition: Definition) -> bool:
    """Whether a definition belongs to what is not followed."""
    return any(f"{definition.module}.".startswith(f"{folder}.") for folder in WIRING)


@cache
def _reader() -> Reader:
    return Reader(Sources({"pokerdata": PACKAGE}), is_wiring)


def _kernels(stage: str, outside: Iterable[str], kernels: Mapping[str, str]) -> dict[str, str]:
    reached = {
        name.removeprefix(_KERNELS).split(".")[1] for name in outside if name.startswith(f"{_KERNELS}.")
    }
    if _KERNELS in outside:  # as an object: any of them
        reached = set(kernels)
    for folder in sorted(reached - kernels.keys()):
        raise ValueError(f"stage {stage}: expected a kernel of {', '.join(kernels)}, got {folder!r}")
    return {folder: kernels[folder] for folder in sorted(reached)}


def _roots(build: object, sources: Sources) -> list[Definition]:
    """The definitions of a build function, and of the functions and objects that are bound to it."""
    return list(dict.fromkeys(_bound(build, sources, set())))


def _bound(value: object, sources: Sources, seen: set[int]) -> Iterator[Definition]:
    if id(value) in seen:
        return
    seen.add(id(value))
    function = unwrap(value) if callable(value) else None
    inside: Iterable[object] = ()
    if isinstance(value, partial):
        inside = (value.func, *value.args, *value.keywords.values())
    elif isinstance(value, MethodType):
        inside = (value.__func__, value.__self__)
    elif isinstance(function, FunctionType):
        yield _definition(function, sources)
        inside = _enclosed(function)
    elif isinstance(value, type):
        yield from _class(value, sources)
    elif own := [*_class(type(value), sources)]:
        yield from own
        inside = value if isinstance(value, tuple) else vars(value).values()
    elif isinstance(value, tuple | list):
        inside = value
    elif isinstance(value, Mapping):
        inside = value.values()
    for part in inside:
        yield from _bound(part, sources, seen)


def _definition(function: FunctionType, sources: Sources) -> Definition:
    """The definition of a function, or what it stands in."""
    path, origin = Path(getsourcefile(function) or ""), function.__module__ or ""
    if path.is_file():
        sources.add(origin, path)
    module = sources.module(origin)
    name = function.__qualname__.partition(".")[0]
    line = function.__code__.co_firstlineno  # of a lambda
    for known, statements in module.statements.items() if module is not None else ():
        if name == known or (name == "<lambda>" and any(_holds(s, line) for s in statements)):
            return Definition(origin, known)
    raise ValueError(
        f"function {function.__qualname__}: found no source; expected a function from a file that exists, e.g. of a "
        "module"
    )


def _holds(statement: ast.stmt, line: int) -> bool:
    return statement.lineno <= line <= (statement.end_lineno or statement.lineno)


def _class(found: type, sources: Sources) -> Iterator[Definition]:
    """The definition of a class, unless it is not of the sources."""
    module = sources.module(found.__module__)
    name = found.__qualname__.partition(".")[0]
    if module is not None and name in module.statements:
        yield Definition(module.name, name)


def _enclosed(function: FunctionType) -> Iterator[object]:
    """The values of the variables around a function that it uses."""
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # not set yet
            yield cell.cell_contents
