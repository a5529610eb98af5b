"""The packages: imports run one way, there is no circle, and docs/internals/packages.md shows the plan as it is."""

import ast
import re
from pathlib import Path

import house

ROOT = Path(__file__).parents[1]

#: Modules that import others of the package when they are called, and why.
LATE = {
    "pokerdata": "without the compiled part the error should say so, and not every use of the package opens tables",
    "pokerdata.matches": "matches of two agents should start before players of all kinds are imported",
    "pokerdata.cli.*": "a command should start before what it does not need is imported",
}

#: What asks for the date: a clock that is set does not change how long anything takes.
DATED = {
    "cpp/pokerdata/dealing/clock.cpp": "stamps of protocol logs, from the date of the start on by a steady clock",
    "pokerdata/pipeline/plan.py": "when a page was written",
    "pokerdata/pipeline/runner.py": "when a table was made",
}
_DATE = re.compile(
    r"system_clock|gettimeofday|CLOCK_REALTIME|time\.time\(|datetime\.now|from time import [^\n]*\btime\b"
)


#: Modules that run what users wrote, and register it where dataclasses and pickles look classes up.
USERS_CODE = {"pokerdata.players.bots"}


def test_every_room_stands_somewhere() -> None:
    assert {house.room(name) for name in house.modules()} | {"_core"} == set(house.ROOMS)
    assert len(set(house.ROOMS)) == len(house.ROOMS)


def test_imports_run_one_way() -> None:
    assert house.arrows_up(house.imports()) == []


def test_no_modules_import_each_other() -> None:
    """Imports in functions and for types count, too."""
    assert house.circle(house.imports()) == []


def test_imports_stand_at_the_top_of_files() -> None:
    late = {one.module for one in house.imports() if one.is_late}
    allowed = {pattern: [m for m in late if re.fullmatch(_regex(pattern), m)] for pattern in LATE}
    assert late - {m for found in allowed.values() for m in found} == set()
    assert all(allowed.values()), "listed, but imports nothing late"


#: What imports names, or commands, at their first use.
LAZY = ("pokerdata", "pokerdata.cli.group")


def test_modules_are_not_imported_by_strings() -> None:
    """Nor for a side effect: every import gives a name that is used, as ruff checks."""
    known = house.modules()
    for name, path in known.items():
        text = path.read_text(encoding="utf-8")
        found = re.search(r"import_module|__import__|importlib\.import|resolve_name|runpy|sys\.modules", text)
        assert name in LAZY or name in USERS_CODE or not found, name
        named = {
            node.value
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Constant) and node.value in known
        }
        assert not named - {"pokerdata"}, name
        assert not re.search(r"^import pokerdata|F401", text, re.MULTILINE) or name == "pokerdata", name


def test_the_plan_in_the_document_is_that_of_the_sources() -> None:
    assert house.drawn() == house.plan(house.imports()), "run `python tools/house.py --write`"


def test_what_is_wrong_is_found(tmp_path: Path) -> None:
    """A package with an arrow up, a circle, and imports of all sorts."""
    package = tmp_path / "pokerdata"
    files = {
        "__init__.py": "",
        "errors.py": "",
        "cards/__init__.py": "from pokerdata.cards.deck import DECK\n",
        "cards/deck.py": "try:\n    from pokerdata.cards import suits\nexcept ImportError:\n    pass\n",
        "cards/suits.py": "from pokerdata.cards.deck import late\nfrom pokerdata import games\n"
        "_LATER = {'x': 'pokerdata.errors'}\n",
        "games/__init__.py": "import numpy\nfrom pokerdata.errors import A, B\n",
    }
    for name, text in files.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = house.imports(package)
    assert [(one.module, one.imported) for one in house.arrows_up(found)] == [
        ("pokerdata.cards.suits", "pokerdata.games")
    ]
    assert set(house.circle(found)) == {"pokerdata.cards.deck", "pokerdata.cards.suits"}
    late = [(one.module, one.imported) for one in found if one.is_late]
    assert late == [
        ("pokerdata.cards.deck", "pokerdata.cards.suits"),
        ("pokerdata.cards.suits", "pokerdata.errors"),
    ]
    assert house.arrows(found) == {("cards", "games"): 1, ("cards", "errors"): 1, ("games", "errors"): 1}


def _regex(pattern: str) -> str:
    return re.escape(pattern).replace(r"\*", r".+")


def test_only_dates_come_from_a_clock_that_can_be_set() -> None:
    sources = [
        path
        for folder in ("cpp/pokerdata", "cpp/bindings", "pokerdata")
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in (".cpp", ".hpp", ".py")
    ]
    found = {
        path.relative_to(ROOT).as_posix()
        for path in sources
        if _DATE.search(path.read_text(encoding="utf-8"))
    }
    assert found == DATED.keys()
