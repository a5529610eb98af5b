"""Plans of recipes: their stages, and errors in recipes."""

from pathlib import Path

import pytest

from pokerdata.errors import CapacityError, TableError, UnknownTargetError
from pokerdata.pipeline.plan import tree
from pokerdata.recipes.hints import with_hint
from pokerdata.recipes.reading import load_plan
from pokerdata.recipes.table_kinds import open_table

HISTORY = "[abstraction.h]\nkind = 'history'\nbuckets = [5, 5, 5, 5]\n"
STRATEGY = "[strategy.s]\ngame = 'limit-holdem'\nabstraction = 'h'\n"
SAMPLED = STRATEGY + "algorithm = 'pcs'\nseconds = 9\n"


def plan_of(folder: Path, text: str) -> list[str]:
    path = folder / "mine.toml"
    path.write_text(text)
    return sorted(load_plan(str(path)).stages)


def test_what_a_recipe_asks_for(tmp_path: Path) -> None:
    strength = [f"{street}_strength" for street in ("flop", "preflop", "river", "turn")]
    everything = sorted(["boards", "rank_codes", *strength])
    assert plan_of(tmp_path, "[tables]\nstrength = true") == everything
    counted = ["h_buckets", "h_counts", "h_transitions", *strength]
    assert plan_of(tmp_path, HISTORY) == sorted(counted), "only what it needs"
    text = HISTORY + STRATEGY + "[report]\nplots = ['preflop']"
    assert plan_of(tmp_path, text) == sorted([*counted, "s_preflop", "s_strategy"])
    assert plan_of(tmp_path, "[strategy.k]\ngame = 'kuhn'") == ["k_strategy"]


def test_errors_name_the_section(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match=r"mine\.toml: \[abstraction\.h5\]: unknown key 'metrik', did you mean"
    ):
        plan_of(tmp_path, "[abstraction.h5]\nkind = 'history'\nmetrik = 'ehs'")
    with pytest.raises(ValueError, match=r"\[strategy\.s\]: the key 'game' is missing"):
        plan_of(tmp_path, "[strategy.s]")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "asks for nothing: expected strength = true"),
        (
            "[report]\nplots = ['conv']",
            r"\[report\]: no plot 'conv': expected some of convergence, preflop, each once",
        ),
        ("[report]\nplots = ['preflop', 'preflop']", r"\[report\]: twice the plot 'preflop'"),
        (
            "[report]\nplots = [['convergence']]",
            r"\[report\]: no plot \['convergence'\]: expected some of convergence, preflop, each once",
        ),
        (
            "[report]\nplots = [{a = 1}]",
            r"\[report\]: no plot \{'a': 1\}: expected some of convergence, preflop, each once",
        ),
        (
            "[strategy.s]\ngame = 'limit-holdem'\nabstraction = 'b'",
            r"\[strategy\.s\]: uses the abstraction 'b', which",
        ),
        (
            "[strategy.s]\ngame = 'kuhn'\nalgorithm = 'cfr(pruning=partial)'",
            r"\[strategy\.s\]: algorithm: expected pruning 'none', as this engine works on all "
            r"hands and.*got cfr\(pruning=partial\)",
        ),
        (
            "[match.m]\nagents = ['random', 'always-call']\ngame = 'kuhn'\ntranslation = 'hard'",
            r"\[match\.m\]: translation: expected none, as no agent is a strategy, whose bets are "
            r"translated, got 'hard'",
        ),
        (HISTORY + "metric = 'ehs2'", r"\[abstraction\.h\]: metric: expected one of ehs.*got 'ehs2'"),
        (
            HISTORY.replace("history'", "kmedian'"),
            r"\[abstraction\.h\]: no kind 'kmedian', did you mean 'kmeans'\? Expected one of "
            r"history, uniform,.*",
        ),
        (HISTORY.replace("5]", "true]"), r"\[abstraction\.h\]: buckets: expected .*got \[5, 5, 5, True\]"),
        ("[strategy.s]\ngame = 'khun'", r"\[strategy\.s\]: game: expected .*got 'khun'"),
        ("[strategy.s]\ngame = 'kuhn'\nalpha = nan", r"\[strategy\.s\]: alpha: expected .*got nan"),
        (
            f"[strategy.s]\ngame = 'kuhn'\niterations = {10**400}",
            r"\[strategy\.s\]: iterations: expected a whole.*got 10+",
        ),
        (
            f"[strategy.s]\ngame = 'kuhn'\nevery = {10**16}",
            r"\[strategy\.s\]: every: expected a whole.*got 10+",
        ),
        (
            HISTORY + SAMPLED.replace("9", "inf"),
            r"\[strategy\.s\]: seconds: expected more than 0 and at most.*got inf",
        ),
        (f"[strategy.s]\ngame = '{300 * 'x'}'", r"\[strategy\.s\]: game: expected .*got 'xxx"),
        (
            "[strategy.s]\ngame = 'kuhn'\nabstraction = ['h']",
            r"\[strategy\.s\]: abstraction: expected text \(name of an \[abstraction\.NAME\]; for "
            r"limit-holdem and.*got \['h'\]",
        ),
        (
            "[match.m]\nagents = ['random', 'always-call']\ngame = 'kuhn'\n[page.p]\ntitle = ''\nmatches = [['m']]",
            r"\[page\.p\]: no match \['m'\]\. Expected some of m, each once",
        ),
    ],
)
def test_errors_name_the_file_and_the_section(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ValueError, match=r"mine\.toml:? " + words):
        plan_of(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            HISTORY.replace("5", "16") + SAMPLED,
            r"\[abstraction\.h\]: buckets: expected at most 65,535 sequences with perfect recall, "
            r"or recall =.*got \[16, 16, 16, 16\], which are 65,536",
        ),
        (
            HISTORY.replace("5", "11") + STRATEGY,
            r"\[strategy\.s\]: \[abstraction\.h\]: expected at most 10,000 bucket sequences on the "
            r"river, or public.*got 14,641, whose joint counts would take 7 GB",
        ),
        (
            HISTORY + STRATEGY.replace("limit", "nolimit") + "stack = 200\nmenu = ['min', 0.1, 0.2, 0.5, 1]",
            r"\[strategy\.s\]: the betting tree .* more than 20000000 nodes",
        ),
    ],
)
def test_what_is_too_large_names_the_file_and_the_section(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(CapacityError, match=r"mine\.toml: " + words):
        plan_of(tmp_path, text)


def test_the_way_out_of_too_many_sequences_is_one(tmp_path: Path) -> None:
    """The message suggests a valid recipe."""
    text = HISTORY.replace("5", "16").replace("history", "percentile") + "recall = 'imperfect'\n" + SAMPLED
    assert "s_strategy" in plan_of(tmp_path, text)


def test_a_picture_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"it is the picture limit5_preflop\.png, not a table"):
        open_table("limit5_preflop", tables=tmp_path)


def test_a_missing_table_says_how_to_make_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = tmp_path / "pipelines" / "default.toml"
    recipe.parent.mkdir()
    recipe.write_text("[tables]\nstrength = true")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pokerdata.recipes.reading.data_path", lambda relative: tmp_path / relative)
    with pytest.raises(TableError) as caught:
        open_table("river_strength", tables=tmp_path)
    assert str(caught.value) == (
        f"table river_strength is not in {tmp_path}: make it with `pokerdata make river_strength`, "
        "which takes about 2.6 s on 2 cores, 480.0 MB of memory and 357.0 MB of disk with all it depends on"
    )
    with pytest.raises(
        TableError, match="no recipe of the package makes it, nor one here, did you mean 'river_strength'"
    ):
        open_table("river_strengths", tables=tmp_path)
    with pytest.raises(TableError, match="nor one here, did you mean 'river_strength'"):
        open_table("river", tables=tmp_path)
    with pytest.raises(
        TableError, match=r"a game: write .* with `pokerdata solve leduc --out leduc.h5`, and name"
    ):
        open_table("leduc", tables=tmp_path)
    (recipe.parent / "kuhn.toml").write_text("[strategy.kuhn]\ngame = 'kuhn'")
    with pytest.raises(TableError, match="`pokerdata make -f kuhn kuhn_strategy`"):
        open_table("kuhn_strategy", tables=tmp_path)
    (recipe.parent / "rich.toml").write_text("[strategy.rich]\ngame = 'leduc'")
    with pytest.raises(
        TableError, match="no recipe of the package makes it, nor one here, did you mean 'rich_strategy'"
    ):
        open_table("rich", tables=tmp_path)
    for wrong in ("", 5, None):
        with pytest.raises(
            ValueError, match=r"table: expected a name or a path, got .*; e\.g\. 'river_strength'"
        ):
            open_table(wrong, tables=tmp_path)  # type: ignore[arg-type]


def test_tree() -> None:
    assert tree({"a": [], "b": ["a"], "c": ["a", "b"], "d": ["c"]}) == [
        "a",
        "├── b",
        "│   └── c",
        "│       └── d",
        "└── c (see above)",
    ]


def said_of_target(name: str) -> str:
    with pytest.raises(UnknownTargetError) as caught:
        load_plan().select([name])
    return str(with_hint(caught.value))


@pytest.mark.slow
def test_a_missing_table_of_ones_own_names_the_recipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A project's table names its own recipe if found, and otherwise no similar table of the package."""
    monkeypatch.chdir(tmp_path)
    recipe = tmp_path / "recipes" / "ours.toml"
    recipe.parent.mkdir()
    recipe.write_text("[abstraction.tested]\nkind = 'percentile'\nmetric = 'ehs'\nbuckets = [2, 2, 2, 2]")
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'ours'")
    (tmp_path / "broken.toml").write_text("[abstraction.tested]\nkind = 'none'")
    (tmp_path / "text.toml").write_bytes(b"\xff")
    with pytest.raises(
        TableError, match=r"make it with `pokerdata make -f recipes/ours\.toml tested_buckets`, which"
    ):
        open_table("tested_buckets", tables=tmp_path)
    assert said_of_target("tested_buckets").endswith(" Another recipe makes it: -f recipes/ours.toml")
    recipe.rename(tmp_path / "elsewhere")
    with pytest.raises(TableError) as caught:
        open_table("tested_buckets", tables=tmp_path)  # similar to nested_buckets, apart from the prefix
    assert str(caught.value).endswith(
        "no recipe of the package makes it, nor one here, did you mean 'nested_buckets'? `pokerdata list` shows what "
        "there is; what a recipe of your own makes, `pokerdata make -f RECIPE.toml tested_buckets`"
    )
    with pytest.raises(TableError, match=r"makes it, nor one here\. .*-f RECIPE\.toml groups_buckets`"):
        open_table("groups_buckets", tables=tmp_path)
    assert said_of_target("turn_potential").endswith(" Another recipe makes it: -f abstractions")
    assert "Another" not in said_of_target("turn_potentials")


def test_links_in_a_circle_hide_no_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Recipes are searched in foreign folders, which may have circular links."""
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    (tmp_path / "mine.toml").write_text('[strategy.mine]\ngame = "kuhn"\niterations = 10\n')
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TableError, match=r"make it with `pokerdata make -f mine\.toml mine_strategy`"):
        open_table("mine_strategy", tables=tmp_path)
