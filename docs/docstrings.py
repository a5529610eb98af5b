"""What the site makes of docstrings: sections become fields, and names in backticks become links."""

from __future__ import annotations

import re
import sys
from dataclasses import is_dataclass
from typing import Any

from docutils import nodes
from docutils.nodes import Element, TextElement
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon import Config, GoogleDocstring
from sphinx.pycode import ModuleAnalyzer

import pokerdata

_STYLE = Config(napoleon_use_rtype=False, napoleon_use_ivar=True)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("autodoc-process-docstring", _fields)
    app.connect("autodoc-skip-member", _skipped)
    app.connect("missing-reference", _by_last_names)
    app.connect("doctree-read", _dashes)
    app.connect("object-description-transform", _without_none, priority=900)  # after types were added
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _fields(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Google's sections as fields. Of a property, too, where Napoleon itself would take "Mean: ..." for a type."""
    if what == "data":
        lines[:] = _comment(name)
    # The fields of a class of values are its parameters, and have their types there.
    if what == "class" and (is_dataclass(obj) or hasattr(obj, "_fields")):
        lines[:] = ["Args:" if line == "Attributes:" else line for line in lines]
    lines[:] = GoogleDocstring(lines, _STYLE).lines()


def _skipped(app: Sphinx, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:
    """The fields of a named tuple say nothing of themselves."""
    return True if str(getattr(obj, "__doc__", "")).startswith("Alias for field number") else None


def _comment(name: str) -> list[str]:
    """What is said of a constant in the comment at its definition, in its module or some file of its package."""
    package, _, constant = name.rpartition(".")
    for module in sorted(sys.modules):
        if f"{module}.".startswith(f"{package}."):
            found = ModuleAnalyzer.for_module(module)
            found.analyze()
            if ("", constant) in found.attr_docs:
                return list(found.attr_docs["", constant])
    return []


def _without_none(app: Sphinx, domain: str, objtype: str, content: Element) -> None:
    """Nothing is said of functions that return nothing."""
    for field in list(content.findall(nodes.field)):
        name, body = field.children
        if name.astext() == "rtype" and body.astext() == "None":
            parent = field.parent
            parent.remove(field)
            if not parent.children:
                parent.parent.remove(parent)


def _dashes(app: Sphinx, doctree: Element) -> None:
    """What Sphinx writes between a field and its text."""
    for text in list(doctree.findall(nodes.Text)):
        if str(text) == " -- ":
            text.parent.replace(text, nodes.Text(" – "))


def _by_last_names(
    app: Sphinx, env: BuildEnvironment, node: Element, contents: TextElement
) -> Element | None:
    """`Range.ratios` is found from anywhere, if one object alone is called so, and so are names of the top level."""
    if node.get("refdomain") != "py":
        return None
    domain, target = env.domains.python_domain, node["reftarget"].removesuffix("()")
    home, top = "", re.fullmatch(r"pokerdata\.((\w+).*)", target)
    if top and top[2] in pokerdata.__all__:
        home, target = getattr(pokerdata, top[2]).__module__, top[1]
    found = [
        name
        for name, entry in domain.objects.items()
        if name.endswith(f".{target}")
        and not entry.aliased
        and (not home or f"{home}.".startswith(f"{name.removesuffix(target)}"))
    ]
    if len(found) != 1:
        return None
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", found[0], node, contents)
