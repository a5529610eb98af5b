"""What names in Python sources mean: which definition stands behind them, wherever it is imported from.

Sources are parsed and never run. A definition is all that a module says of one of its names: the function, the class, the
assignment, and the statements that change it afterwards. What other modules do to it is not seen: there are no registries
to be followed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pokerdata.pipeline.parsing import parse


class Definition(NamedTuple):
    """What a module of the sources defines by a name; "" for what it does that belongs to none of its names."""

    module: str
    name: str


class Outside(NamedTuple):
    """Something that is not of the sources, by its dotted name, e.g. 'numpy.sum'."""

    name: str


class Whole(NamedTuple):
    """A module of the sources as an object."""

    module: str


Meaning = Definition | Outside | Whole


class Imported(NamedTuple):
    """A name of a module, or the module where the name is ""."""

    module: str
    name: str


@dataclass
class Module:
    """A parsed source.

    Attributes:
        name: Such as 'pokerdata.games.named'.
        path: Its file.
        statements: Of each name that it defines, in order; "" has those of none.
        imports: Of each name that is imported, from where; several where a `try` has several.
        stars: Modules of which everything is imported.
    """

    name: str
    path: Path
    statements: dict[str, list[ast.stmt]] = field(default_factory=dict)
    imports: dict[str, list[Imported]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)

    @staticmethod
    def read(name: str, path: Path) -> Module:
        """Parse a source.

        Raises:
            OSError: Where there is none.
            SyntaxError: Where it is not Python.
        """
        module = Module(name, path)
        for statement in parse(path).body:
            if not _is_program(statement):
                module._add(statement)
        return module

    def imported(self, statement: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, Imported]]:
        """The names that a statement imports, and from where; '*' for all."""
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                top = alias.name.partition(".")[0]
                yield alias.asname or top, Imported(alias.name if alias.asname else top, "")
            return
        origin = statement.module or ""
        if statement.level:
            folder = self.name.split(".") if self.path.name == "__init__.py" else self.name.split(".")[:-1]
            above = folder[: len(folder) - statement.level + 1]
            origin = ".".join([*above, *([origin] if origin else [])])
        for alias in statement.names:
            yield alias.asname or alias.name, Imported(origin, alias.name)

    def _add(self, statement: ast.stmt) -> None:
        nodes = list(of_this_scope([statement]))
        for node in nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                for name, origin in self.imported(node):
                    if name == "*":
                        self.stars.append(origin.module)
                    else:
                        self.imports.setdefault(name, []).append(origin)
        changed = {name for node in nodes for name in _defined(node)}
        for node in nodes:
            if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
                called_on = _called_on(node)
                changed.add(called_on if called_on in self.statements else "")
        for name in sorted(changed):
            self.statements.setdefault(name, []).append(statement)


class Sources:
    """Packages and modules by name, each file parsed when it is first asked for.

    Args:
        places: For each, its folder or file, e.g. {"pokerdata": Path("pokerdata")}.
    """

    def __init__(self, places: Mapping[str, Path]) -> None:
        self._places = dict(places)
        self._modules: dict[str, Module | None] = {}
        self._meanings: dict[Imported, tuple[Meaning, ...]] = {}

    def add(self, name: str, path: Path) -> None:
        """Add a module, unless it is there."""
        if self._path(name) is None:
            self._places[name] = path
            self._modules.pop(name, None)

    def module(self, name: str) -> Module | None:
        """The module, or None where the sources have none of this name."""
        if name not in self._modules:
            path = self._path(name)
            self._modules[name] = None if path is None else Module.read(name, path)
        return self._modules[name]

    def in_module(self, module: Module, name: str) -> tuple[Meaning, ...]:
        """What a global name means in a module; nothing for a builtin."""
        if name in module.statements or name in module.imports:
            return self._bound(module, name)
        return tuple(m for star in module.stars for m in self._of_star(star, name))

    def meanings(self, imported: Imported) -> tuple[Meaning, ...]:
        """What is imported, followed to where it is defined."""
        if imported not in self._meanings:
            self._meanings[imported] = ()  # met again, it is imported in a circle
            self._meanings[imported] = self._followed(imported)
        return self._meanings[imported]

    def attribute(self, module: str, name: str) -> tuple[Meaning, ...]:
        """What ``module.name`` means."""
        return self.meanings(Imported(module, name))

    def _followed(self, imported: Imported) -> tuple[Meaning, ...]:
        module = self.module(imported.module)
        if module is None:
            return (Outside(".".join(filter(None, imported))),)
        if not imported.name:
            return (Whole(imported.module),)
        inside = f"{imported.module}.{imported.name}"
        if found := self.in_module(module, imported.name):
            return found
        if self.module(inside) is not None:
            return (Whole(inside),)
        if "__getattr__" in module.statements:
            return (Definition(module.name, "__getattr__"),)
        return (Outside(inside),)

    def _bound(self, module: Module, name: str) -> tuple[Meaning, ...]:
        own = (Definition(module.name, name),) if name in module.statements else ()
        imported = module.imports.get(name, [])
        return (*own, *dict.fromkeys(m for origin in imported for m in self.meanings(origin)))

    def _of_star(self, star: str, name: str) -> Iterator[Meaning]:
        if self.module(star) is not None:
            unknown = Outside(f"{star}.{name}")
            yield from (m for m in self.meanings(Imported(star, name)) if m != unknown)

    def _path(self, name: str) -> Path | None:
        if name in self._places:
            place = self._places[name]
            return place / "__init__.py" if place.is_dir() else place
        top, *parts = name.split(".")
        if top not in self._places or not self._places[top].is_dir():
            return None
        place = self._places[top].joinpath(*parts)
        file = place.with_suffix(".py")
        return file if file.is_file() else next(filter(Path.is_file, [place / "__init__.py"]), None)


def names_bound(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Names that statements and expressions bind in the scope they stand in, imports aside."""
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case (
                ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
            ):
                yield name
            case ast.MatchMapping(rest=str(name)):
                yield name


def of_this_scope(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of `nodes` and below that are run in the same scope, not in that of a function or class."""
    for node in nodes:
        yield node
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                continue
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                yield from (  # whose targets are its own, while := binds outside
                    found.target for found in ast.walk(node) if isinstance(found, ast.NamedExpr)
                )
            case _:
                yield from of_this_scope(ast.iter_child_nodes(node))


def _defined(node: ast.AST) -> Iterator[str]:
    yield from names_bound([node])
    if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        yield _root(node)


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _called_on(statement: ast.stmt) -> str:
    """The x of a statement x.change(), which may change it."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute() as method)):
            return _root(method)
    return ""


def _is_program(statement: ast.stmt) -> bool:
    """Whether it is `if __name__ == "__main__":`, which is not run where the module is imported."""
    match statement:
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()])):
            return True
    return False
