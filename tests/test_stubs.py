"""The stubs of the extension name exactly its contents."""

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


def parsed(name: str) -> list[ast.stmt]:
    path = STUBS / f"{name}.pyi"
    return ast.parse(path.read_text(encoding="utf-8")).body if path.exists() else []


def members(of_class: ast.ClassDef, body: list[ast.stmt]) -> set[str]:
    """Return the public names of a class of the stub and of its bases there, which may be private or generic."""
    bases = {base.value.id if isinstance(base, ast.Subscript) else base.id for base in of_class.bases}  # type: ignore[attr-defined]
    found = set(defined(of_class.body))
    for other in body:
        if isinstance(other, ast.ClassDef) and other.name in bases:
            found |= members(other, body)
    return found


@pytest.mark.parametrize("name", SUBMODULES)
def test_a_submodule_and_its_stub_agree(name: str) -> None:
    module, body = getattr(_core, name), parsed(name)
    stub = defined(body)
    assert set(stub) == public(vars(module))
    for of_class, definition in stub.items():
        if isinstance(definition, ast.ClassDef):
            assert members(definition, body) == public(dir(getattr(module, of_class)))


def test_every_stub_has_a_submodule() -> None:
    assert {path.stem for path in STUBS.glob("*.pyi")} - {"__init__"} <= set(SUBMODULES)
