"""The reference lists everything public; the site's own build checks its pages."""

import importlib
import inspect
import re

from helpers.formats import ROOT
from helpers.packages import PUBLIC

PAGES = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("docs/api/*.md"))
MODULES = re.findall(r"automodule:: (\S+)", PAGES)


def test_every_room_is_on_a_page() -> None:
    assert len(set(MODULES)) == len(MODULES)
    left = {"pokerdata.reports", "pokerdata.errors", "pokerdata.recipes.signature"}
    assert {f"pokerdata.{package}" for package in PUBLIC} - left <= {*MODULES}


def test_constants_are_listed() -> None:
    """Functions and classes are listed automatically."""
    for module in MODULES:
        found = importlib.import_module(module)
        for name in getattr(found, "__all__", ()):
            value = getattr(found, name)
            if not (inspect.isclass(value) or inspect.isroutine(value)):
                here = f"#: .*\n{name}\\b" if inspect.getsource(found).find(f"\n{name}") > 0 else None
                listed = f".. autodata:: {module}.{name}\n" in PAGES
                assert listed or (here and re.search(here, inspect.getsource(found))), f"{module}.{name}"


def test_what_the_overview_names_is_there() -> None:
    text = (ROOT / "docs" / "api" / "index.md").read_text(encoding="utf-8")
    named = re.findall(r"`(\w+) <([\w.]+)>`", text)
    assert len(named) > 20
    for called, path in named:
        module, _, name = path.rpartition(".")
        assert name == called
        assert hasattr(importlib.import_module(module), name)
