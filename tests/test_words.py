"""The words of errors: one form, "{what}: expected {rule}, got {value}; e.g. {example}", in Python and in C++."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
REFUSED = re.compile(r"^bad\b|\bbad \S+.*: want\b|[:;,] want\b|^[wW]ant\b|[.?] Want\b")
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def _strings(source: str) -> Iterator[tuple[int, str]]:
    """The line and the text of every string in Python; what is put in is written {}."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            parts = (str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
            yield node.lineno, "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _literals(source: str) -> Iterator[tuple[int, str]]:
    """The line and the text of every string literal in C++, those that adjoin each other as one."""
    joined = re.sub(r'(?<!\\)"\s*\n\s*"', "", source)
    for match in LITERAL.finditer(joined):
        yield joined.count("\n", 0, match.start()) + 1, match.group()[1:-1]


def _other_forms(texts: Iterator[tuple[int, str]]) -> list[tuple[int, str]]:
    return [(line, text) for line, text in texts if REFUSED.search(text)]


def test_messages_of_python_have_one_form() -> None:
    found = {
        str(path.relative_to(ROOT)): other
        for path in sorted((ROOT / "pokerdata").rglob("*.py"))
        if (other := _other_forms(_strings(path.read_text())))
    }
    assert not found, 'write "{what}: expected {rule}, got {value}; e.g. {example}"'


def test_messages_of_the_core_have_one_form() -> None:
    folders = (ROOT / "cpp" / "pokerdata", ROOT / "cpp" / "bindings")
    found = {
        str(path.relative_to(ROOT)): other
        for folder in folders
        for path in sorted(folder.rglob("*.[ch]pp"))
        if (other := _other_forms(_literals(path.read_text())))
    }
    assert not found, 'write "{what}: expected {rule}, got {value}; e.g. {example}"'


@pytest.mark.parametrize(
    "source",
    [
        'raise ValueError(f"bad seed {seed!r}: want 0 or more, e.g. 1")',
        "raise ValueError('no limit: want iterations')",
        "raise ValueError(\n    f'{where}: ante {ante}; '\n    'want 0 or more'\n)",
        "raise ValueError('no agent. Want one of random, simple')",
    ],
)
def test_other_forms_are_found(source: str) -> None:
    assert _other_forms(_strings(source))


def test_other_forms_are_found_in_the_core() -> None:
    assert _other_forms(_literals('throw Error("bad seed " + text + ": want 0");')) != []
    assert _other_forms(_literals('throw Error("seed; "\n            "want 0");')) == [(1, "seed; want 0")]
    assert _other_forms(_literals('throw Error("seed: expected 0 or more, got " + text);')) == []
