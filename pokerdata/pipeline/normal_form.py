"""The normal form of a definition: a text that changes with what is computed, and not with how it is written or where.

Left out are comments, layout, docstrings, annotations, imports, how objects are shown (`__repr__`, `_repr_html_`), and
outside of `try` the words of errors and the checks that raise or do nothing. The text is the same on every version of
Python.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pokerdata.pipeline.names import (
    Definition,
    Imported,
    Meaning,
    Module,
    Outside,
    Sources,
    Whole,
    names_bound,
    of_this_scope,
)

_FILE_NAME = re.compile(r"[\w-]+(\.[\w-]+)+")
_CHECK = re.compile(r"_?check(_|$)")
_KINDS_OF_FIELDS = re.compile("ClassVar|InitVar|KW_ONLY")
_LEFT_OUT = {"annotation", "returns", "type_comment", "type_params", "ctx"}


@dataclass
class NormalForm:
    """The normal form of a definition.

    Attributes:
        parts: Text, definitions that are used there, and data files that are named.
        outside: Dotted names of what is used that is not of the sources.
    """

    parts: list[str | Definition | Path] = field(default_factory=list)
    outside: set[str] = field(default_factory=set)


def normal_form(sources: Sources, definition: Definition) -> NormalForm:
    """The normal form of a definition."""
    module = sources.module(definition.module)
    assert module is not None
    writer = _Writer(sources, module)
    writer.block(module.statements[definition.name])
    if definition.name and "" in module.statements:  # what is done when the module is imported
        writer.put(Definition(module.name, ""))
    return writer.form


#: Name -> from where it is imported; nothing where it is bound otherwise.
Scope = dict[str, list[Imported]]


class _Writer:
    def __init__(self, sources: Sources, module: Module) -> None:
        self.sources = sources
        self.module = module
        self.form = NormalForm()
        self.scopes: list[Scope] = []  # of the functions around, the innermost last
        self.in_class = False
        self.tries = 0  # around, that catch something

    def put(self, part: str | Definition | Path) -> None:
        self.form.parts.append(part)

    def block(self, statements: Sequence[ast.stmt]) -> None:
        self.put("{")
        for statement in statements:
            if not self.left_out(statement):
                self.node(statement)
                self.put(";")
        self.put("}")

    def left_out(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Expr(value=ast.Constant()):
                return True
            case ast.AnnAssign(value=None):
                return not self.in_class
            case ast.FunctionDef(name="__repr__" | "_repr_html_"):
                return self.in_class
        return self.tries == 0 and _is_check(statement)

    def node(self, node: ast.AST) -> None:
        match node:
            case ast.Name() | ast.Attribute():
                self.reference(node)
            case ast.Constant(value=value):
                self.constant(value)
            case ast.JoinedStr(values=values):
                self.joined(values)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                self.function(node)
            case ast.ClassDef():
                self.class_(node)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self.comprehension(node)
            case ast.AnnAssign():
                self.annotated(node)
            case ast.Raise(exc=ast.Call(func=error)) if self.tries == 0:
                self.put("Raise(")
                self.node(error)
                self.put(")")
            case ast.Try(handlers=[_, *_]) | ast.TryStar():
                self.tries += 1
                self.generic(node)
                self.tries -= 1
            case _:
                self.generic(node)

    def generic(self, node: ast.AST) -> None:
        self.put(f"{type(node).__name__}(")
        for name, value in ast.iter_fields(node):
            self.field(name, value)
        self.put(")")

    def field(self, name: str, value: object) -> None:
        if name in _LEFT_OUT or value is None or value == []:
            return
        self.put(f"{name}=")
        if isinstance(value, ast.AST):
            self.node(value)
        elif not isinstance(value, list):
            self.put(ascii(value))
        elif isinstance(value[0], ast.stmt):
            self.block(value)
        else:
            for item in value:
                if isinstance(item, ast.AST):
                    self.node(item)
                else:
                    self.put(ascii(item))
                self.put(",")

    def constant(self, value: object) -> None:
        self.put(ascii(value))
        if not isinstance(value, str):
            return
        if _FILE_NAME.fullmatch(value):
            beside = self.module.path.parent / value
            if beside.is_file() and beside.suffix != ".py":
                self.put(beside)

    def joined(self, values: Iterable[ast.expr]) -> None:
        """An f-string, in which versions of Python split the text between two braces differently."""
        self.put("f(")
        text = ""
        for value in values:
            if isinstance(value, ast.Constant):
                text += str(value.value)
                continue
            assert isinstance(value, ast.FormattedValue)
            self.put(f"{text!a}+{value.conversion}(")
            text = ""
            self.node(value.value)
            if isinstance(value.format_spec, ast.JoinedStr) and value.format_spec.values:
                self.put(":")
                self.node(value.format_spec)
            self.put(")")
        self.put(f"{text!a})")

    def annotated(self, node: ast.AnnAssign) -> None:
        """An assignment, or the field of a class, of which the order counts and whether it is one at all."""
        if not self.in_class:
            assert node.value is not None
            self.generic(ast.Assign(targets=[node.target], value=node.value))
            return
        kinds = sorted(set(_KINDS_OF_FIELDS.findall(ast.dump(node.annotation))))
        self.put(f"Field({','.join(kinds)}:")
        self.node(node.target)
        if node.value is not None:
            self.put("=")
            self.node(node.value)
        self.put(")")

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        self.put(f"{type(node).__name__}(")
        if not isinstance(node, ast.Lambda):
            self.defined_name(node.name)
            self.field("decorator_list", node.decorator_list)
        of = node.args
        arguments = (
            ("posonly", of.posonlyargs),
            ("args", of.args),
            ("vararg", [of.vararg] if of.vararg else []),
            ("kwonly", of.kwonlyargs),
            ("kwarg", [of.kwarg] if of.kwarg else []),
        )
        self.field("defaults", of.defaults)
        self.field("kw_defaults", [ast.Pass() if d is None else d for d in of.kw_defaults])
        for kind, found in arguments:
            self.put(f"{kind}:{','.join(a.arg for a in found)};")
        body = [node.body] if isinstance(node, ast.Lambda) else node.body
        outer, self.in_class = self.in_class, False
        self.scopes.append(self.scope_of([a.arg for _, found in arguments for a in found], body))
        if isinstance(node, ast.Lambda):
            self.node(node.body)
        else:
            self.block(node.body)
        self.scopes.pop()
        self.in_class = outer
        self.put(")")

    def class_(self, node: ast.ClassDef) -> None:
        self.put("Class(")
        self.defined_name(node.name)
        for name in ("decorator_list", "bases", "keywords"):
            self.field(name, getattr(node, name))
        outer, self.in_class = self.in_class, True
        self.block(node.body)
        self.in_class = outer
        self.put(")")

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        first = node.generators[0]
        self.put(f"{type(node).__name__}(")
        self.node(first.iter)  # is evaluated outside
        self.scopes.append({n: [] for g in node.generators for n in names_bound(ast.walk(g.target))})
        for generator in node.generators:
            self.field("target", generator.target)
            if generator is not first:
                self.field("iter", generator.iter)
            self.field("ifs", generator.ifs)
            self.field("is_async", generator.is_async)
        for name in ("elt", "key", "value"):
            self.field(name, getattr(node, name, None))
        self.scopes.pop()
        self.put(")")

    def scope_of(self, arguments: Iterable[str], body: Iterable[ast.AST]) -> Scope:
        nodes = list(of_this_scope(body))
        scope: Scope = {name: [] for name in (*arguments, *names_bound(nodes))}
        for node in nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                for name, origin in self.module.imported(node):
                    scope.setdefault(name, []).append(origin)
            elif isinstance(node, ast.Global | ast.Nonlocal):
                for name in node.names:
                    scope.pop(name, None)
        return scope

    def defined_name(self, name: str) -> None:
        """That of a function or class, which counts only inside another one."""
        inside = self.in_class or self.scopes
        self.put(f"{name} " if inside else Definition(self.module.name, name))

    def reference(self, node: ast.Name | ast.Attribute) -> None:
        base: ast.expr = node
        attributes: list[str] = []
        while isinstance(base, ast.Attribute):
            attributes.insert(0, base.attr)
            base = base.value
        if not isinstance(base, ast.Name):
            self.node(base)
            self.put(_dotted(attributes))
            return
        found = self.meanings_of(base)
        if not found:
            self.put(".".join([base.id, *attributes]) + " ")
        for meaning in found:
            self.meaning(meaning, attributes)

    def meanings_of(self, node: ast.Name) -> tuple[Meaning, ...]:
        if self.in_class and not isinstance(node.ctx, ast.Load):
            return ()
        for scope in reversed(self.scopes):
            if node.id in scope:
                return tuple(m for origin in scope[node.id] for m in self.sources.meanings(origin))
        return self.sources.in_module(self.module, node.id)

    def meaning(self, meaning: Meaning, attributes: Sequence[str]) -> None:
        if isinstance(meaning, Whole) and attributes:
            for inner in self.sources.attribute(meaning.module, attributes[0]):
                self.meaning(inner, attributes[1:])
        elif isinstance(meaning, Whole):  # as an object: whatever may be asked of it
            module = self.sources.module(meaning.module)
            assert module is not None
            self.put("Module(")
            for name in sorted({*module.statements, *module.imports}):
                self.put(f"{name}:")
                for inner in self.sources.in_module(module, name):
                    if isinstance(inner, Whole):
                        self.put(f"{inner.module} ")
                    else:
                        self.meaning(inner, ())
            self.put(")")
        elif isinstance(meaning, Outside):
            dotted = ".".join([meaning.name, *attributes])
            self.form.outside.add(dotted)
            self.put(f"{dotted} ")
        else:
            self.put(meaning)
            self.put(_dotted(attributes))


def _dotted(attributes: Iterable[str]) -> str:
    return "".join(f".{name}" for name in attributes) + " "


def _is_check(statement: ast.stmt) -> bool:
    """Whether a statement raises or does nothing: an `assert`, or a call of a `check_...` whose result is not used."""
    match statement:
        case ast.Assert():
            pass
        case ast.Expr(value=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name))) if _CHECK.match(
            name
        ):
            pass
        case _:
            return False
    return not any(isinstance(node, ast.NamedExpr) for node in ast.walk(statement))
