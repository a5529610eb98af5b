"""What changes the fingerprint of Python sources, and what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerdata.pipeline.names import Definition, Sources
from pokerdata.pipeline.source import Reach, Reader

MAIN = '''
"""Counts something."""

import math
from dataclasses import dataclass, field
from functools import partial

import numpy as np

import toy.shapes as shapes
from toy import units
from toy.rules import Limit, STEPS

SCALE = 3
TABLE = {"a": 1}
TABLE["b"] = 2
TABLE.update(c=3)
for _key in "de":
    TABLE.update({_key: 4})
POWERS = np.zeros(4)
for _n in range(1, 4):
    POWERS[_n] = SCALE**_n
UNUSED = 5


def build(context, count: int = 7):
    """Build it."""
    from toy.lazy import late

    def nested(x):
        return x + SCALE

    check_count(count)
    if count < 0:
        raise ValueError(f"count: expected 0 or more, got {count}; e.g. 7")
    half = partial(shapes.area, 2)
    match count:
        case 0:
            found = late(count)
        case [first, *rest] if rest:
            found = first
        case _:
            found = [nested(i) for i in range(count) if i % 2]
    key = lambda i: i * units.INCH
    limit = Limit(5)
    context.write(sorted(found, key=key), half(3), limit.text, f"{count:>{SCALE}} of {STEPS!r}", TABLE, POWERS)


def check_count(count):
    if count > 10**9:
        raise ValueError("too many")


def unused():
    return UNUSED
'''
FILES = {
    "__init__.py": "",
    "main.py": MAIN,
    "rules.py": """
from dataclasses import dataclass
from typing import Optional

from toy.base import Base

STEPS = (1, 2)


@dataclass(frozen=True)
class Limit(Base):
    size: int
    cap: Optional[int] = 4

    @property
    def text(self):
        return str(self.size * self.factor())
""",
    "base.py": """
class Base:
    def factor(self):
        return 2
""",
    "shapes.py": """
def area(a, b):
    return a * b


def circle(r):
    return 3 * r
""",
    "units.py": "INCH = 254\nFOOT = 12 * INCH\n",
    "lazy.py": """
from pathlib import Path

try:
    from fast import work
except ImportError:
    from toy.slow import work

DATA = Path(__file__).parent / "numbers.txt"


def late(count):
    try:
        from fast import play
    except ImportError:
        from toy.slow import play
    try:
        check_small(count)
        if count == 1:
            raise ValueError("one")
    except ValueError as error:
        return str(error)
    return play(work(count)) + DATA.read_text()


def check_small(count):
    if count > 5:
        raise ValueError("large")
""",
    "slow.py": "def work(count):\n    return count - 1\n\n\ndef play(count):\n    return count\n",
    "numbers.txt": "1 2 3\n",
}


def reach(folder: Path, files: dict[str, str], root: str = "main", name: str = "build") -> Reach:
    for file, text in files.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Reader(Sources({"toy": folder})).reach([Definition(f"toy.{root}", name)])


def edited(edits: dict[str, list[tuple[str, str]]]) -> dict[str, str]:
    files = dict(FILES)
    for file, replacements in edits.items():
        for old, new in replacements:
            assert old in files[file], (file, old)
            files[file] = files[file].replace(old, new)
    return files


CHANGES = {
    "a constant": {"main.py": [("SCALE = 3", "SCALE = 4")]},
    "its type": {"main.py": [("SCALE = 3", "SCALE = 3.0")]},
    "an item": {"main.py": [('TABLE["b"] = 2', 'TABLE["b"] = 3')]},
    "an update": {"main.py": [("TABLE.update(c=3)", "TABLE.update(c=4)")]},
    "an update in a loop": {"main.py": [("_key: 4", "_key: 5")]},
    "a loop at the top": {"main.py": [("SCALE**_n", "SCALE * _n")]},
    "a default argument": {"main.py": [("count: int = 7", "count: int = 8")]},
    "a nested function": {"main.py": [("return x + SCALE", "return x - SCALE")]},
    "a lambda": {"main.py": [("i * units.INCH", "i + units.INCH")]},
    "an argument of partial": {"main.py": [("shapes.area, 2", "shapes.area, 3")]},
    "another function": {"main.py": [("shapes.area, 2", "shapes.circle, 2")]},
    "a function through its module": {"shapes.py": [("a * b", "a + b")]},
    "a constant through its module": {"units.py": [("INCH = 254", "INCH = 255")]},
    "a case": {"main.py": [("case 0:", "case 1:")]},
    "a pattern": {"main.py": [("[first, *rest]", "[*rest, first]")]},
    "a guard": {"main.py": [("if rest", "if not rest")]},
    "a condition": {"main.py": [("if i % 2", "if i % 3")]},
    "when it fails": {"main.py": [("if count < 0", "if count < 1")]},
    "the class of an error": {"main.py": [("raise ValueError(f", "raise TypeError(f")]},
    "a format": {"main.py": [(">{SCALE}", "<{SCALE}")]},
    "a conversion": {"main.py": [("{STEPS!r}", "{STEPS!s}")]},
    "a default of a dataclass": {"rules.py": [("Optional[int] = 4", "Optional[int] = 5")]},
    "a field of the class itself": {"rules.py": [("Optional[int] = 4", "ClassVar[int] = 4")]},
    "the same in full": {"rules.py": [("Optional[int] = 4", "'typing.ClassVar[int]' = 4")]},
    "a default of a keyword": {"main.py": [("count: int = 7", "count: int = 7, *, key=...")]},
    "a new field": {"rules.py": [("    size: int\n", "    size: int\n    more: int\n")]},
    "the order of fields": {"rules.py": [("    size: int\n", ""), ("= 4\n", "= 4\n    size: int = 1\n")]},
    "a decorator": {"rules.py": [("frozen=True", "frozen=False")]},
    "a decorator of a method": {"rules.py": [("@property", "@staticmethod")]},
    "the name of a method": {"rules.py": [("def text", "def words")]},
    "a method": {"rules.py": [("self.size * ", "self.size + ")]},
    "a method of the base": {"base.py": [("return 2", "return 3")]},
    "what is imported when it runs": {"lazy.py": [("work(count)) +", "work(count)) -")]},
    "the other way of an import": {"slow.py": [("count - 1", "count - 2")]},
    "the other way of an import when it runs": {"slow.py": [("return count\n", "return -count\n")]},
    "a check whose failure is caught": {"lazy.py": [("count > 5", "count > 6")]},
    "the words of an error that is caught": {"lazy.py": [('"one"', '"1"')]},
    "a file of data": {"numbers.txt": [("1 2 3", "1 2 4")]},
    "a call of numpy": {"main.py": [("np.zeros", "np.ones")]},
    "what is done at import": {"slow.py": [("def work", "import sys\nsys.setrecursionlimit(9)\ndef work")]},
    "what is done to the module's own": {"main.py": [("UNUSED = 5", "SCALE += 1")]},
    "a function hidden by an argument": {"shapes.py": [("def area(a, b)", "def area(a, b, circle=circle)")]},
}

SAME = {
    "comments and lines": {"main.py": [("SCALE = 3", "# three\n\nSCALE = (\n    3  # words\n)")]},
    "docstrings": {"main.py": [('"""Build it."""', '"""Make it."""\n    """And more."""'), ("Counts", "Sums")]},
    "quotes": {"main.py": [('TABLE["b"]', "TABLE['b']"), ('{"a": 1}', "{\n    'a': 0x1,\n}")]},
    "strings in parts": {"main.py": [('f"{count:>{SCALE}} of {STEPS!r}"', 'f"{count:>{SCALE}} " f"of {STEPS!r}"')]},
    "annotations": {
        "main.py": [("count: int", "count: 'int | None'"), ("def nested(x):", "def nested(x: int) -> int:")],
        "rules.py": [("Optional[int] =", "int | None ="), ("def text(self):", "def text(self) -> str:")],
        "units.py": [("INCH = 254", "INCH: int = 254")],
    },
    "the words of errors": {"main.py": [("count: expected 0 or more, got {count}", "no count: {count}, {UNUSED}")]},
    "how objects are shown": {
        "rules.py": [("    @property", "    def __repr__(self):\n        return str(STEPS)\n\n    @property")]
    },
    "checks": {"main.py": [("10**9", "10**8"), ("    check_count(count)\n", "    assert count\n")]},
    "what is not used": {"main.py": [("UNUSED = 5", "UNUSED = 6")], "shapes.py": [("3 * r", "4 * r")]},
    "another name of a function": {
        "main.py": [("shapes.area", "shapes.surface")],
        "shapes.py": [("def area", "def surface")],
    },
    "another name of a module": {"main.py": [("import toy.shapes as shapes", "from toy import shapes")]},
    "a function by its own name": {
        "main.py": [("import toy.shapes as shapes", "from toy.shapes import area"), ("shapes.area", "area")]
    },
    "a function by all names": {
        "main.py": [("import toy.shapes as shapes", "import toy.shapes"), ("shapes.area", "toy.shapes.area")]
    },
    "everything of a module": {
        "main.py": [("import toy.shapes as shapes", "from toy.shapes import *"), ("shapes.area", "area")]
    },
    "an import by the package": {
        "__init__.py": [("", "from .rules import STEPS, Limit")],
        "main.py": [("from toy.rules import Limit, STEPS", "from toy import Limit as Limit, STEPS")],
    },
    "an import at the top": {
        "main.py": [
            ("    from toy.lazy import late\n", ""),
            ("from toy import units", "from toy import units\nfrom toy.lazy import late"),
        ]
    },
    "numpy by another name": {"main.py": [("import numpy as np", "from numpy import zeros"), ("np.zeros", "zeros")]},
    "a name that hides another": {"shapes.py": [("def area(a, b):\n", "def area(a, b):\n    # circle\n")]},
    "a program": {"slow.py": [("def work", "if __name__ == '__main__':\n    print(1)\ndef work")]},
}  # fmt: skip


@pytest.mark.parametrize("edit", CHANGES.values(), ids=CHANGES.keys())
def test_what_changes_it(tmp_path: Path, edit: dict[str, list[tuple[str, str]]]) -> None:
    before, after = reach(tmp_path / "before", FILES), reach(tmp_path / "after", edited(edit))
    assert before.digest != after.digest


@pytest.mark.parametrize("edit", SAME.values(), ids=SAME.keys())
def test_what_does_not(tmp_path: Path, edit: dict[str, list[tuple[str, str]]]) -> None:
    before, after = reach(tmp_path / "before", FILES), reach(tmp_path / "after", edited(edit))
    assert before.digest == after.digest


def test_moving_definitions_and_renaming_files(tmp_path: Path) -> None:
    before = reach(tmp_path / "before", FILES)
    files = edited(
        {
            "rules.py": [("from toy.base import Base\n", FILES["base.py"]), ("STEPS = (1, 2)\n", "")],
            "main.py": [
                ("import toy.shapes as shapes", "from toy.deep.forms import area"),
                ("shapes.area", "area"),
                ("from toy.rules import Limit, STEPS", "from .steps import Limit, STEPS"),
            ],
        }
    )
    moved = {
        "__init__.py": "",
        "deep/__init__.py": "",
        "deep/forms.py": files["shapes.py"],
        "deep/names.py": "from ..rules import Limit",
        "steps.py": "from toy.deep.names import Limit\nSTEPS = (1, 2)\n",
        "entry.py": files["main.py"],
        **{name: files[name] for name in ("rules.py", "units.py", "lazy.py", "slow.py", "numbers.txt")},
    }
    assert reach(tmp_path / "after", moved, "entry").digest == before.digest


def test_what_is_reached(tmp_path: Path) -> None:
    found = reach(tmp_path, FILES)
    assert {f"{d.module}.{d.name}" for d in found.definitions} == {
        *(f"toy.main.{name}" for name in ("build", "SCALE", "TABLE", "POWERS", "_n", "_key")),
        *("toy.shapes.area", "toy.units.INCH", "toy.rules.Limit", "toy.rules.STEPS", "toy.base.Base"),
        *("toy.lazy.late", "toy.lazy.DATA", "toy.slow.work", "toy.slow.play"),
        "toy.lazy.check_small",
    }
    assert {"numpy.zeros", "functools.partial", "dataclasses.dataclass", "fast.work"} < found.outside


def test_a_module_as_an_object_counts_as_a_whole(tmp_path: Path) -> None:
    files = {
        "main.py": "from toy import other\ndef build(c): return getattr(other, c.name)()\n",
        "__init__.py": "",
    }
    first = reach(tmp_path / "1", files | {"other.py": "def a(): return 1\n"})
    second = reach(tmp_path / "2", files | {"other.py": "def a(): return 2\n"})
    assert first.digest != second.digest


def test_circles(tmp_path: Path) -> None:
    files = {
        "__init__.py": "",
        "main.py": "from toy.other import *\ndef build(n): return odd(n) or build(n - 1)\n",
        "other.py": "from toy.main import *\nfrom toy.main import missing\ndef odd(n): return not even(n)\n"
        "def even(n): return n == 0 or odd(n - 1) or missing\n",
    }
    found = reach(tmp_path / "1", files)
    assert [d.name for d in found.definitions] == ["build", "odd", "even"]
    files["other.py"] = files["other.py"].replace("n == 0", "n == 1")
    assert reach(tmp_path / "2", files).digest != found.digest


def test_local_names_hide_global_ones(tmp_path: Path) -> None:
    text = """
import toy.b as a, toy.b as b, toy.b as c, toy.b as d, toy.b as e, toy.b as f, toy.b as g, toy.b as h, toy.b as i
def build(a, *b, **c):
    for d in a:
        with d as e, d as (f, [g]):
            h = [i for i in i.first]
    return lambda x: (a, b, c, d, e, f, g, h)
"""
    found = reach(tmp_path, {"__init__.py": "", "main.py": text, "b.py": "first, second = 1, 2\n"})
    assert [d.name for d in found.definitions] == ["build", "first", "second"]  # one statement makes both


SYNTAX = r'''
import os.path as p
from math import *
async def build(a, /, b: int = -1, *c, d=1e400, e: "str" = 'é\U0001fae0', **f) -> None:
    """Docs."""
    global G
    x, *y = a if b else c
    x += 1; x @= y; x //= ~2 ** -3
    z: list[int] = [*a, *b]
    w: int
    del x[1:2, ::3, ...], y.z
    while (n := len(z)) > 1 <= 2 != 3 is not None in (): continue
    else: await a
    async for i in a: break
    async with a as b, c: yield {**f, "k": b"\x00\xff", 1j: {1, 2}}
    try: return (yield)
    except (KeyError, ValueError) as error: raise TypeError("words") from error
    except p.join: raise
    else: assert x, "words"
    finally: nonlocal_ = not True and False or ...
    try: pass
    except* OSError: print(f"{x}{y!r:>{w}.{n}}" f'{x=} {{}} {"a" "b"}' "\n", end="")
    def g():
        nonlocal x
        yield from (i async for i in a if i if not i)
        return {k: v for k, v in f.items()}
    class C(a.b[int], metaclass=type):
        v: int
        w: "ClassVar[int]" = 1_000
        @property
        def u(self): return super().u
    match a:
        case {"k": [1, -1.5, *_], **rest} | C(u=None, v="s" | p.sep) if rest: pass
        case (1 as one) | None: pass
    return lambda *, q=G, **r: (q, sin, p.join(r), a[b:=1], f"{a:{b}}", f"")
G = 1
'''


def test_it_is_the_same_on_every_version_of_python(tmp_path: Path) -> None:
    """Where the number changes, so do the fingerprints of all tables: they will be built again."""
    found = reach(tmp_path, {"__init__.py": "", "main.py": SYNTAX})
    assert found.digest == "8aa044a2228227fead4f4747ca4b36ce60740c1fdebe5b37d2096c6af6b1619c"
