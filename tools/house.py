"""The packages inside pokerdata from the ground up, and which of them each one imports.

    python tools/house.py          the plan, as docs/internals/packages.md shows it, without arrows that follow from others
    python tools/house.py --all    every arrow, with the number of imports
    python tools/house.py --dot    the same as text for Graphviz: | dot -Tsvg > packages.svg
    python tools/house.py --write  writes the plan into docs/internals/packages.md

It parses the sources and runs none of them. A folder at the top of pokerdata is a package here, and so is a file. Each may
import those that stand before it in `ROOMS`; a new one goes where that holds.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "pokerdata"
DOCUMENT = ROOT / "docs" / "internals" / "packages.md"
MARKS = "<!-- house -->\n```text\n", "```\n<!-- /house -->"

#: From the ground up. The compiled kernels, which know nothing of Python, are below all; __init__ is what users see.
ROOMS = (
    "_core",
    "errors",
    "_support",
    "pipeline",
    "cards",
    "abstraction",
    "games",
    "solving",
    "spots",
    "players",
    "matches",
    "reports",
    "recipes",
    "__init__",
    "cli",
    "__main__",
)


class Import(NamedTuple):
    """One module imports another. is_late: not at the top of the file, but in a function, a class or a condition."""

    module: str
    imported: str
    line: int
    is_late: bool


def modules(package: Path = PACKAGE) -> dict[str, Path]:
    """Dotted name -> file, of all modules of the package."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(package: Path = PACKAGE) -> list[Import]:
    """All imports among the modules of the package, kernels included."""
    known = modules(package)
    return [one for module, path in known.items() for one in _imports_of(module, path, known, package.name)]


def room(module: str) -> str:
    """The package of a module: 'games' of 'pokerdata.games.rules', '__init__' of the package itself."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def arrows(found: list[Import]) -> Counter[tuple[str, str]]:
    """(package, package that it imports) -> number of imports."""
    pairs = ((room(one.module), room(one.imported)) for one in found)
    return Counter(pair for pair in pairs if pair[0] != pair[1])


def arrows_up(found: list[Import]) -> list[Import]:
    """Imports of a package that does not stand below."""
    return [
        one
        for one in found
        if room(one.module) != room(one.imported)
        and ROOMS.index(room(one.imported)) >= ROOMS.index(room(one.module))
    ]


def circle(found: list[Import]) -> list[str]:
    """Modules that import each other in a circle, late imports included; empty where there are none."""
    uses: dict[str, set[str]] = {}
    for one in found:
        if one.module != one.imported:
            uses.setdefault(one.module, set()).add(one.imported)
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def plan(found: list[Import], package: Path = PACKAGE) -> str:
    """The packages from the top down: name, what it is, and what it stands on."""
    used: dict[str, set[str]] = {name: set() for name in ROOMS}
    for above, below in arrows(found):
        used[above].add(below)
    reach: dict[str, set[str]] = {}
    for name in ROOMS:
        reach[name] = used[name].union(*(reach.get(below, set()) for below in used[name]))
    lines = []
    for name in reversed(ROOMS[1:]):
        direct = [b for b in used[name] if not any(b in reach.get(other, ()) for other in used[name] - {b})]
        below = ", ".join(sorted(direct, key=ROOMS.index, reverse=True))
        lines.append(f"{name:<16} {_purpose(name, package)}\n{'':<16}   on {below or 'nothing'}\n")
    return "".join(lines)


def dot(found: list[Import]) -> str:
    """Every arrow as text for Graphviz."""
    edges = (f'  "{above}" -> "{below}" [label={count}];' for (above, below), count in arrows(found).items())
    return "\n".join(["digraph house {", "  rankdir=BT;", *sorted(edges), "}", ""])


def drawn() -> str:
    """The plan that the document shows."""
    return _around_plan()[1]


def _around_plan() -> tuple[str, str, str]:
    """The document before, in and after the plan."""
    begin, end = MARKS
    before, rest = DOCUMENT.read_text(encoding="utf-8").split(begin)
    shown, after = rest.split(end)
    return before + begin, shown, end + after


def _purpose(name: str, package: Path) -> str:
    path = package / name / "__init__.py" if (package / name).is_dir() else package / f"{name}.py"
    if not path.is_file():
        return "the kernels, in C++"
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").splitlines()[0]


def _imports_of(module: str, path: Path, known: dict[str, Path], package: str) -> Iterator[Import]:
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    top = {id(node) for node in tree.body}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        names = [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: write imports from {package} on"
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name in known else str(node.module) for name in inside]
        for name in dict.fromkeys(names):
            if name.split(".")[0] == package:
                yield Import(module, name, node.lineno, id(node) not in top)
    yield from _later(module, tree)


def _later(module: str, tree: ast.Module) -> Iterator[Import]:
    """What a module imports by the names in its table `_LATER`."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_LATER":
            for value in dict.fromkeys(ast.literal_eval(node.value).values()):
                name = value if value.startswith("pokerdata.") else f"pokerdata.{value}"
                yield Import(module, name, node.lineno, is_late=True)


def main(arguments: list[str]) -> None:
    """Print or write what the module's docstring says."""
    found = imports()
    if "--all" in arguments:
        for (above, below), count in sorted(arrows(found).items()):
            print(f"{above} -> {below} {count}")
    elif "--dot" in arguments:
        print(dot(found), end="")
    elif "--write" in arguments:
        before, _, after = _around_plan()
        DOCUMENT.write_text(f"{before}{plan(found)}{after}", encoding="utf-8")
    else:
        print(plan(found), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
