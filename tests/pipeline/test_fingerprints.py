"""Which stages of the package's recipes a change of its Python concerns, seen on copies of its sources."""

from __future__ import annotations

import ast
import shutil
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import FrameType

import pytest

from pokerdata.pipeline.cleaning import owned
from pokerdata.pipeline.fingerprints import WIRING, Code, codes, is_wiring, reaches
from pokerdata.pipeline.names import Definition, Sources
from pokerdata.pipeline.plan import Plan
from pokerdata.pipeline.runner import Runner, kernel_fingerprints
from pokerdata.pipeline.source import Reader
from pokerdata.pipeline.stage import Context, Stage
from pokerdata.recipes.reading import load_plan, recipe_names
from pokerdata.store.locations import PACKAGE
from pokerdata.support.cost import Cost

Found = dict[str, Code]
FREE = Cost(0, 0, 0)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package's sources, as they are."""
    folder = tmp_path_factory.mktemp("copy") / "pokerdata"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("*.so", "*.pyc", "__pycache__", "data"))
    return folder


@pytest.fixture(scope="module")
def found() -> Found:
    return of_recipe(PACKAGE)


def of_recipe(package: Path, recipe: str = "eriksson-2012") -> Found:
    reader = Reader(Sources({"pokerdata": package}), is_wiring)
    return codes(stages_of(recipe).values(), kernel_fingerprints(), reader)


@cache
def stages_of(recipe: str) -> dict[str, Stage]:
    return load_plan(recipe).stages


def changed(copy: Path, found: Found, edits: dict[str, tuple[str, str]]) -> set[str]:
    """The stages whose fingerprint differs once texts of some files were replaced."""
    kept = {}
    for name, (old, new) in edits.items():
        path = copy / name
        kept[path] = path.read_bytes()
        assert old.encode() in kept[path], (name, old)
        path.write_bytes(kept[path].replace(old.encode(), new.encode(), 1))
    try:
        now = of_recipe(copy)
    finally:
        for path, content in kept.items():
            path.write_bytes(content)
    return {name for name in found if now[name].python != found[name].python}


ENDS = (
    "strength",
    "buckets",
    "counts",
    "transitions",
    "strategy",
    "matches",
    "lbr",
    "cross_table",
    "course",
    "beside",
    "page",
)
READ_STRENGTH = {"buckets", "counts", "matches", "lbr", "page"}


@pytest.mark.parametrize(
    ("file", "old", "new", "concerned"),
    [
        ("abstraction/transitions.py", "parents = before *", "parents = 2 * before *", {"transitions"}),
        ("abstraction/transitions.py", "counts[b::buckets]", "counts[b + 1::buckets]", {"counts"}),
        ("abstraction/transitions.py", '"turn": 45', '"turn": 46', {"counts", "transitions"}),
        ("solving/algorithm.py", '"alpha": 1.5', '"alpha": 1.6', {"strategy"}),
        ("solving/schedule.py", "(0, 5, 10, 20", "(0, 5, 15, 20", {"strategy"}),
        ("solvers/solver.py", "need += arrays *", "need += 2 * arrays *", set()),
        ("strength/strength_table.py", "class StrengthTable(", "class StrengthTable(object, ", READ_STRENGTH),
        ("store/table.py", "class Table(", "class Table(Sized, ", set()),
        ("reports/pictures/cross_table.py", "def cross_table(", "def cross_table(*more, ", {"cross_table"}),
        ("support/text.py", "{seconds:.2g} s", "{seconds:.3g} s", {"page"}),
        ("reports/pages/references.py", '("mmhs", "hhs"): 1.6', '("mmhs", "hhs"): 1.7', {"beside", "page"}),
        ("preflop/class_matchups.h5", "HDF", "hdf", {"lbr"}),
        ("abstraction/history.py", "Cost(4.3 +", "Cost(4.4 +", set()),
        ("abstraction/clustered.py", "class ClusteredTable(", "class ClusteredTable(object, ", set()),
        (
            "abstraction/history.py",
            "def sequence(self",
            "def sequence_number(self",
            {"counts", "matches", "lbr"},
        ),
        (
            "matches/matches_table.py",
            "def agents(self",
            "def players(self",
            {"cross_table", "course", "beside", "page"},
        ),
        ("matches/local_best_response_table.py", "def considered(self", "def scope(self", {"page"}),
        ("recipes/match.py", "duplicate deals of each pair", "pairs of deals", set()),
    ],
)
def test_what_a_change_concerns(
    copy: Path, found: Found, file: str, old: str, new: str, concerned: set[str]
) -> None:
    names = changed(copy, found, {file: (old, new)})
    assert {end for end in ENDS if any(name.endswith(f"_{end}") for name in names)} == concerned


def test_layout_comments_and_docstrings_concern_nothing(copy: Path, tmp_path: Path, found: Found) -> None:
    for path in copy.rglob("*.py"):
        written = tmp_path / "pokerdata" / path.relative_to(copy)
        written.parent.mkdir(parents=True, exist_ok=True)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
                node.body[:1] = [ast.Pass()]
        written.write_text(f"# a comment\n\n{ast.unparse(tree)}\n", encoding="utf-8")
    shutil.copy(copy / "preflop" / "class_matchups.h5", tmp_path / "pokerdata" / "preflop")
    assert of_recipe(tmp_path / "pokerdata") == found


def test_moving_files_and_definitions_concerns_nothing(copy: Path, tmp_path: Path, found: Found) -> None:
    """The solvers become a package of another name, the schedule stands elsewhere, the units with the algorithms."""
    package = tmp_path / "pokerdata"
    shutil.copytree(copy, package)
    (package / "solvers").rename(package / "engine")
    (package / "solving" / "schedule.py").rename(package / "timetable.py")
    units = (package / "games" / "units.py").read_text(encoding="utf-8")
    (package / "games" / "units.py").unlink()
    head, _, body = units.partition("_TARGET")
    algorithm = package / "solving" / "algorithm.py"
    text = algorithm.read_text(encoding="utf-8")
    imports = "\n".join(line for line in head.splitlines() if line.startswith(("import", "from")))
    algorithm.write_text(f"{imports}\n{text}\n\n_TARGET{body}", encoding="utf-8")
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for old, new in (
            ("pokerdata.solvers", "pokerdata.engine"),
            ("from pokerdata import solvers", "from pokerdata import engine as solvers"),
            ("pokerdata.solving.schedule", "pokerdata.timetable"),
            ("pokerdata.games.units", "pokerdata.solving.algorithm"),
        ):
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    before, after = (
        Reader(Sources({"pokerdata": folder}), is_wiring).reach([Definition(module, "_build")])
        for folder, module in (
            (copy, "pokerdata.recipes.vector_strategy"),
            (package, "pokerdata.recipes.vector_strategy"),
        )
    )
    assert {d.module for d in after.definitions} > {"pokerdata.solving.algorithm", "pokerdata.timetable"}
    assert not {d.module for d in after.definitions} & {"pokerdata.solvers", "pokerdata.games.units"}
    assert before.digest == after.digest


@pytest.mark.parametrize("recipe", recipe_names())
def test_what_packaged_recipes_reach(recipe: str) -> None:
    """No name of a module that is made up at run time, no kernel but through its folder, nothing of the store, no costs."""
    reader = Reader(Sources({"pokerdata": PACKAGE}), is_wiring)
    found = reaches(stages_of(recipe).values(), reader)
    used = {name for reach in found.values() for name in reach.outside}
    assert not {
        name
        for name in used
        if name.startswith(("importlib", "pkgutil", "pokerdata.")) and "._core." not in name
    } - {
        # Players from files of users, whose contents are parameters of the stage.
        "importlib.util.module_from_spec",
        "importlib.util.spec_from_file_location",
    }
    assert "pokerdata._core" not in used
    definitions = {definition for reach in found.values() for definition in reach.definitions}
    assert not any(is_wiring(definition) for definition in definitions)
    assert not {d for d in definitions if d.module.endswith("costs") or d.module == "pokerdata.support.cost"}


def test_kernels_are_those_that_python_reaches(found: Found) -> None:
    assert "solvers" in found["phs_8_strategy"].kernels
    assert "abstraction" in found["phs_8_counts"].kernels
    assert {"matches", "agents"} <= found["eriksson_matches"].kernels.keys()
    assert found["phs_8_transitions"].kernels == {}


def test_wiring_is_there() -> None:
    for name in WIRING:
        place = PACKAGE.parent.joinpath(*name.split("."))
        assert place.is_dir() or place.with_suffix(".py").is_file()


def first(context: Context) -> None:
    context.write(kind="toy", arrays={}, attributes={})


def second(context: Context) -> None:
    context.write(kind="toy", arrays={}, attributes={"second": True})


def drawn(draw: Callable[[Context], None], context: Context) -> None:
    draw(context)


class Drawing:
    def one(self) -> None: ...
    def draw(self, context: Context) -> None: ...


@cache
def cached(context: Context) -> None: ...


LAMBDAS = {"one": lambda context: context.write(1), "two": lambda context: context.write(2)}


def python(build: Callable[[Context], None]) -> str:
    return codes([Stage("toy", build, FREE)], {})["toy"].python


def enclosing(function: Callable[[Context], None]) -> Callable[[Context], None]:
    return lambda context: function(context)


def test_functions_bound_to_a_build_function_count() -> None:
    assert python(first) != python(second)
    assert python(partial(first)) == python(first)
    assert python(partial(drawn, first)) != python(partial(drawn, second))
    assert python(enclosing(first)) != python(enclosing(second))
    assert python(cached) != python(first)
    assert python(LAMBDAS["one"]) == python(LAMBDAS["two"])  # one statement
    assert python(LAMBDAS["one"]) != python(lambda context: None)
    assert python(Drawing().draw) != python(first)


def test_a_function_without_a_source() -> None:
    space: dict[str, Callable[[Context], None]] = {}
    exec("def build(context): pass", space)
    with pytest.raises(
        ValueError, match="function build: found no source; expected a function from a file that exists"
    ):
        python(space["build"])


RECIPE = """
[abstraction.reached]
kind = "nested"
buckets = ["2x2", "2x2", "2x2", "2x2"]
[strategy.good]
game = "leduc"
target = "5mb"
[strategy.poor]
game = "leduc"
algorithm = "cfr+"
iterations = 3
[match.reached]
agents = ["good", "poor", "random"]
deals = 100
lbr = 20
"""
PLUMBING = tuple(str(PACKAGE / folder) for folder in ("pipeline", "store"))


def test_what_runs_is_reached(tables: Path, tmp_path: Path) -> None:
    """Every definition of the package that a build function comes to run, checks and plumbing apart."""
    (tmp_path / "recipe.toml").write_text(RECIPE)
    plan = load_plan(str(tmp_path / "recipe.toml"))
    names = ["reached_buckets", "good_strategy", "poor_strategy", "reached_matches", "reached_lbr"]
    reached = reaches(plan.stages.values(), Reader(Sources({"pokerdata": PACKAGE}), is_wiring))
    seen: dict[str, set[Definition]] = {}

    def watched(stage: Stage) -> Stage:
        ran = seen[stage.name] = set()

        def build(context: Context) -> None:
            sys.setprofile(partial(note, ran))
            threading.setprofile(partial(note, ran))
            try:
                stage.build(context)
            finally:
                sys.setprofile(None)
                threading.setprofile(None)

        return replace(stage, build=build)

    stages = [watched(stage) if stage.name in names else stage for stage in plan.stages.values()]
    try:
        Runner(Plan.of(stages), tables, 2, lambda _: None).run(names)
    finally:  # the folder is that of other tests, too
        for part in (part for stage in stages if stage.name in names for part in owned(stage, tables)):
            part.remove()
    assert seen.keys() == set(names)
    for name, ran in seen.items():
        assert len(ran) > 1, name
        assert ran <= set(reached[name].definitions), name


def note(ran: set[Definition], frame: FrameType, event: str, _: object) -> None:
    """Note a call of a function of the package, unless plumbing or a check calls it."""
    code = frame.f_code
    if event != "call" or not code.co_filename.startswith(str(PACKAGE)) or code.co_qualname.startswith("<"):
        return
    outer: FrameType | None = frame
    while outer is not None and outer.f_code.co_filename != __file__:
        if outer.f_code.co_filename.startswith(PLUMBING) or outer.f_code.co_name.strip("_").startswith(
            "check"
        ):
            return
        outer = outer.f_back
    parts = Path(code.co_filename).relative_to(PACKAGE.parent).with_suffix("").parts
    module = ".".join(parts).removesuffix(".__init__")
    ran.add(Definition(module, code.co_qualname.partition(".")[0]))
