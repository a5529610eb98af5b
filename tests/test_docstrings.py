"""Public docstrings are in one style (Google's): a summary, prose, then Args, Returns, Raises, Attributes."""

import ast
import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import pytest

import pokerdata

ROOT = Path(str(pokerdata.__file__)).parent
MODULES = [*sorted(pokerdata._ROOMS), "tables", "reports.pictures", "abstraction.clustering"]
SECTIONS = ("Args", "Attributes", "Returns", "Yields", "Raises", "Examples")
#: What needs no telling: the object itself, and what its class says.
SELF = {"self", "cls"}


def public() -> Iterator[tuple[str, Any]]:
    """The public functions and classes, and the methods and properties of these."""
    for room in MODULES:
        module = importlib.import_module(f"pokerdata.{room}")
        for name in getattr(module, "__all__", ()):
            found = getattr(module, name)
            if not getattr(found, "__module__", "").startswith("pokerdata."):
                continue
            if inspect.isfunction(found) or inspect.isclass(found):
                yield f"{room}.{name}", found
            if inspect.isclass(found):
                for method, value in vars(found).items():
                    if not method.startswith("_") and callable(getattr(value, "__func__", value)):
                        yield f"{room}.{name}.{method}", getattr(value, "__func__", value)


DOCUMENTED = {name: found for name, found in public() if not isinstance(found, type) or found.__doc__}


def section(text: str, name: str) -> dict[str, str]:
    """The entries of a section, by name."""
    match = re.search(rf"^{name}:\n((?:    .*\n?|\n)*)", text, re.MULTILINE)
    if match is None:
        return {}
    entries = re.split(r"^    (?=\S)", match[1], flags=re.MULTILINE)[1:]
    return {entry.partition(":")[0]: entry.partition(":")[2].strip() for entry in entries}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_what_is_public_is_documented(name: str) -> None:
    found = DOCUMENTED[name]
    text = inspect.getdoc(found) or ""
    summary, _, rest = text.partition("\n")
    assert re.fullmatch(r".*[.:]", summary), f"a summary in one line that ends in a period: {summary!r}"
    assert not rest or rest.startswith("\n"), "a blank line after the summary"
    assert not re.search(r"^(Parameters|Returns|Attributes)\n-+$", text, re.MULTILINE), "another style"
    for heading in re.findall(r"^([A-Z]\w+):$", text, re.MULTILINE):
        assert heading in SECTIONS, heading
    assert not re.search(r"^Raises (?!:)", text, re.MULTILINE), "a section Raises:, not a sentence"
    glued = [name for name in re.findall(r"``.*?``|`[^`]*`\w?", text) if not name.endswith("`")]
    assert not glued, "letters right after a name in backticks: the site refuses them"
    for kind, what in section(text, "Raises").items():
        assert re.fullmatch(r"[A-Z]\w+(Error|Interrupt|Exit|Iteration)", kind), kind
        assert re.match(r"(If|When|Where|For|As|At|Before|Without) .*\.$", what, re.DOTALL), what


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_argument_is_told(name: str) -> None:
    found: Callable[..., Any] = DOCUMENTED[name]
    is_class = inspect.isclass(found)
    bare = is_class and "__init__" not in vars(found) and not is_dataclass(found)
    if bare or getattr(found, "_is_protocol", False):
        return
    parameters = [p for p in inspect.signature(found).parameters if p not in SELF and not p.startswith("_")]
    text = inspect.getdoc(found) or ""
    told = section(text, "Args") or (section(text, "Attributes") if is_class else {})
    if not parameters:
        assert not section(text, "Args")
        return
    assert [n.lstrip("*") for n in told][: len(parameters)] == parameters
    for argument, what in told.items():
        assert re.search(r"\.$", what), f"{argument}: {what!r} should be a sentence"


def test_no_module_has_another_style() -> None:
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                text = ast.get_docstring(node) or ""
                assert not re.search(r"^(Parameters|Attributes|Returns)\n-{3,}$", text, re.MULTILINE), path
