"""Packages of extras are imported only when used, and named when missing."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from helpers.formats import ROOT
from pokerdata._support.extras import EXTRAS, check_installed, imported_for

PACKAGE = ROOT / "pokerdata"
#: Calls that import a package themselves, with arguments that only the package can make.
BEFORE = {"new_figure", "check_parquet"}
ITS_OWN = {"axes", "figure", "schema"}


@pytest.mark.slow
def test_core_commands_import_none_and_others_name_theirs() -> None:
    """`tools/smoke.py` checks everything that works without extras, and an error for each missing extra."""
    smoke = [sys.executable, str(ROOT / "tools" / "smoke.py"), "--without-extras"]
    done = subprocess.run(smoke, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_extras_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for extra, called in EXTRAS.values():
        assert called in [re.split("[>=]", need)[0] for need in extras[extra]]


@pytest.mark.slow
def test_every_import_of_an_extra_says_what_for() -> None:
    """This reads the sources: imports are under `imported_for`, for type checkers, or after the package made an argument."""
    bare = []
    for path in PACKAGE.rglob("*.py"):
        if path.is_relative_to(PACKAGE / "pipeline" / "cluster"):
            continue  # the command line checks for these before importing them
        tree = ast.parse(path.read_text(encoding="utf-8"))
        allowed = {id(inner) for node in ast.walk(tree) if _says(node) for inner in ast.walk(node)}
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef) and _at_hand(function):
                allowed |= {id(inner) for inner in ast.walk(function)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in allowed:
                names = (
                    [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
                )
                bare += [(path.name, name) for name in names if name.partition(".")[0] in EXTRAS]
    assert bare == []


def _says(node: ast.AST) -> bool:
    """Return whether a node is ``with imported_for(...)`` or ``if TYPE_CHECKING``."""
    if isinstance(node, ast.With):
        return any("imported_for" in ast.unparse(item) for item in node.items)
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _at_hand(function: ast.FunctionDef) -> bool:
    """Return whether a function gets an object of the package, or calls an importing function, before any import."""
    arguments = {argument.arg for argument in function.args.args}
    if arguments & ITS_OWN:
        return True
    places = [
        n.lineno for n in ast.walk(function) if isinstance(n, ast.Call) and ast.unparse(n.func) in BEFORE
    ]
    imports = [n.lineno for n in ast.walk(function) if isinstance(n, ast.Import | ast.ImportFrom)]
    return bool(places) and min(places) < min(imports, default=0)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(ModuleNotFoundError) as caught, imported_for("linear programs"):
        import scipy.sparse  # noqa: F401
    assert str(caught.value) == (
        "linear programs: expected scipy to be installed, got no module scipy; e.g. pip install 'pokerdata[lp]'"
    )
    assert caught.value.name == "scipy"
    with pytest.raises(ModuleNotFoundError) as caught:
        check_installed("all", ["json", "sklearn_", "scipy"], otherwise="leave it")
    assert str(caught.value) == (
        "all: expected sklearn_ and scipy to be installed, got no module sklearn_ or scipy; e.g. "
        "pip install 'pokerdata[lp]' sklearn_, or leave it"
    )


def test_what_breaks_by_itself_is_told_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """These are a missing module inside an extra, and an error of another kind."""
    (tmp_path / "broken_inside.py").write_text("import no_such_module")
    (tmp_path / "broken.py").write_text("raise ImportError('built for another NumPy')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="No module named 'no_such_module'"), imported_for("frames"):
        import broken_inside  # type: ignore[import-not-found] # noqa: F401
    with pytest.raises(ImportError, match="built for another NumPy"), imported_for("frames"):
        import broken  # type: ignore[import-not-found] # noqa: F401
