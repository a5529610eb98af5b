"""The stubs of the extension name what the extension holds, and nothing else."""

import ast
from pathlib import Path
from types import ModuleType

import pytest

import pokerdata
from pokerdata import _core

STUBS = Path(pokerdata.__file__).parent / "_core"
SUBMODULES = sorted(name for name in vars(_core) if isinstance(getattr(_core, name), ModuleType))


def public(names: object) -> set[str]:
    return {name for name in names if not name.startswith("_")}  # type: ignore[attr-defined]


def defined(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {s.name: s for s in body if isinstance(s, kinds) and not s.name.startswith("_")}


def parsed(name: str) -> dict[str, set[str]]:
    """Functions and classes of a stub; for a class its members, those of a private base class included."""
    path = STUBS / f"{name}.pyi"
    body = ast.parse(path.read_text(encoding="utf-8")).body if path.exists() else []
    classes = {s.name: s for s in body if isinstance(s, ast.ClassDef)}

    def members(of: ast.ClassDef) -> set[str]:
        bases = {n.id for base in of.bases for n in ast.walk(base) if isinstance(n, ast.Name)}
        return set(defined(of.body)).union(*(members(classes[b]) for b in bases if b.startswith("_")))

    return {n: members(s) if isinstance(s, ast.ClassDef) else set() for n, s in defined(body).items()}


@pytest.mark.parametrize("name", SUBMODULES)
def test_a_submodule_and_its_stub_agree(name: str) -> None:
    module, stub = getattr(_core, name), parsed(name)
    assert set(stub) == public(vars(module))
    for of_class, members in stub.items():
        if isinstance(getattr(module, of_class), type):
            assert members == public(vars(getattr(module, of_class)))


def test_every_stub_has_a_submodule() -> None:
    assert {path.stem for path in STUBS.glob("*.pyi")} - {"__init__"} <= set(SUBMODULES)
