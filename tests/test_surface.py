"""The top level of the package, and arguments that mean the same everywhere."""

import ast
import importlib
import inspect
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

import pokerdata
from helpers.packages import PUBLIC

#: Defaults of arguments by name, for all functions, in the order in which they end a signature.
SHARED = {
    "samples": inspect.Parameter.empty,
    "seed": 0,
    "dtype": "float64",
    "threads": 0,
    "tables": None,
    "progress": None,
}
#: Packages with float32 as the default: the precision wanted of spots, about 0.1 % of the pot, is far above
#: its rounding, and memory and its bandwidth limit them.
SINGLE = ("spots", "spots.resolving.resolve_spot")


def test_importing_takes_nothing_heavy() -> None:
    """Importing takes about 30 ms, most of it for other modules."""
    code = "import sys, json, pokerdata; print(json.dumps([pokerdata.__version__, *sys.modules]))"
    version, *modules = json.loads(subprocess.check_output([sys.executable, "-c", code]))
    assert version == pokerdata.__version__
    assert not {"numpy", "h5py", "click", "rich", "matplotlib"} & set(modules)
    ours = {name for name in modules if name.startswith("pokerdata.") and "._core" not in name}
    assert ours <= {
        "pokerdata.errors",
        "pokerdata._support",
        "pokerdata._support.version",
    }


def test_every_name_is_there() -> None:
    for name in pokerdata.__all__:
        assert getattr(pokerdata, name) is not None
        assert name in dir(pokerdata)
    for room in pokerdata._PACKAGES:
        assert getattr(pokerdata, room) is importlib.import_module(f"pokerdata.{room}")
    assert sorted(pokerdata.__all__) == sorted(pokerdata._LATER)
    with pytest.raises(AttributeError, match="module 'pokerdata' has no attribute 'solv'"):
        pokerdata.solv  # noqa: B018


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(str(pokerdata.__file__)).read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {
        alias.name: str(node.module).removeprefix("pokerdata.")
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == pokerdata._LATER


def public() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Return the public functions, classes and their methods."""
    for room in PUBLIC:
        module = importlib.import_module(f"pokerdata.{room}")
        for name in getattr(module, "__all__", ()):
            found = getattr(module, name)
            if inspect.isfunction(found):
                yield f"{room}.{name}", found
            elif inspect.isclass(found) and found.__module__.startswith("pokerdata."):
                yield f"{room}.{name}", found
                for method, value in vars(found).items():
                    function = getattr(value, "__func__", value)
                    if not method.startswith("_") and inspect.isfunction(function):
                        yield f"{room}.{name}.{method}", function


def test_shared_arguments_have_one_order_and_one_default() -> None:
    for name, found in public():
        check_shared(name, found)


def check_shared(name: str, found: Callable[..., Any]) -> None:
    if inspect.isclass(found) and (is_dataclass(found) or "__init__" not in vars(found)):
        return  # the return value; `Situation` is checked below
    parameters = [
        p
        for p in inspect.signature(found).parameters.values()
        if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL) and p.name != "self"
    ]
    shared = [p for p in parameters if p.name in SHARED]
    assert [p.name for p in shared] == [n for n in SHARED if n in {p.name for p in shared}], name
    optional = [p for p in shared if p.default is not p.empty]
    if optional:
        assert [p.name for p in parameters[-len(optional) :]] == [p.name for p in optional], name
    for p in optional:
        if p.name != "samples" and name != "games.Game.new_hand":  # there, None leaves the cards unknown
            single = p.name == "dtype" and name.startswith(SINGLE)
            assert p.default == ("float32" if single else SHARED[p.name]), (name, p)
    assert not {"on_progress", "n_threads", "jobs", "random_state", "tables_dir", "folder"} & {
        p.name for p in parameters
    }


def test_situations_and_sampling_have_the_same_seed() -> None:
    seeds = {f.name: f.default for f in fields(pokerdata.Situation)}
    assert seeds["seed"] == pokerdata.solving.explicit.MonteCarlo().seed == 0
