"""Recipes are checked key by key; what is wrong is named, with the nearest known word and an example."""

from pathlib import Path

import pytest

from pokerdata.pipeline.recipe import REQUIRED, checked, find_recipe, read_recipe
from pokerdata.store.locations import data_path

SCHEMA = {
    "kind": (str, REQUIRED, "uniform, history, ..."),
    "buckets": (list, [5, 5, 5, 5], "how many a street"),
    "target": ((str, float), "1mb", "exploitability"),
    "threads": (int, 2, "how many"),
    "exact": (bool, True, "or sampled"),
}


def recipe(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text)
    return str(path)


def test_the_default_recipe() -> None:
    found = read_recipe()
    assert found.tables == {"strength": True, "preflop": True, "potential": False}
    assert found.abstractions["history5"] == {
        "kind": "history",
        "metric": "ehs2_river",
        "buckets": [5, 5, 5, 5],
    }
    assert found.strategies["limit5"]["abstraction"] == "history5"
    assert found.report == {"plots": ["convergence", "preflop"]}


def test_by_path_and_by_name(tmp_path: Path) -> None:
    path = recipe(tmp_path, "")
    assert find_recipe(path) == Path(path)
    assert find_recipe("default").name == "default.toml"
    assert read_recipe(path).tables == {"strength": False, "preflop": False, "potential": False}
    with pytest.raises(ValueError, match="no recipe 'defaults', did you mean 'default'"):
        find_recipe("defaults")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[table]", r"mine\.toml: unknown section \[table\], did you mean 'tables'"),
        (
            "[tables]\nstrenght = true",
            "unknown key 'strenght', did you mean 'strength'.*e.g. strength = true",
        ),
        ("[tables]\nstrength = 1", "strength = 1: want true or false"),
        ("tables = 3", r"tables = 3: want a section \[tables\]"),
        ("[report]\nplots = 'preflop'", "plots = 'preflop': want a list"),
        ("[abstraction]\nkind = 'history'", r"'kind' stands in \[abstraction\].*e.g. \[abstraction.mine\]"),
        ("[abstraction.History-5]", r"bad name in \[abstraction.History-5\]: want small letters"),
        ("[abstraction.h5]\n[strategy.s]\nabstraction = 'h6'", "abstraction 'h6'.*did you mean 'h5'"),
        ("[tables", "is not TOML"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_recipe(recipe(tmp_path, text))


def test_defaults_are_filled_in() -> None:
    assert checked("here", {"kind": "history", "target": 1}, SCHEMA) == {
        "kind": "history",
        "buckets": [5, 5, 5, 5],
        "target": 1,
        "threads": 2,
        "exact": True,
    }


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ({}, r"here: the key 'kind' is missing: want text \(uniform, history, ...\)"),
        ({"kind": "x", "bucket": 5}, r"unknown key 'bucket', did you mean 'buckets'.*e.g. buckets = \[...\]"),
        ({"kind": "x", "zzz": 5}, r"unknown key 'zzz'\. Want some of kind, buckets"),
        ({"kind": 5}, "kind = 5: want text"),
        ({"kind": "x", "threads": True}, "threads = True: want an integer"),
        ({"kind": "x", "threads": 2.5}, "threads = 2.5: want an integer"),
        ({"kind": "x", "target": []}, r"target = \[\]: want text or a number"),
    ],
)
def test_sections_that_do_not_fit_their_schema(section: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        checked("here", section, SCHEMA)


def test_recipes_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site-packages" / "pokerdata"
    packaged = package / "data" / "pipelines" / "default.toml"
    packaged.parent.mkdir(parents=True)
    packaged.write_bytes(find_recipe("default").read_bytes())
    monkeypatch.setattr("pokerdata.pipeline.recipe.data_path", lambda relative: data_path(relative, package))
    assert find_recipe("default") == packaged
    assert read_recipe().tables == {"strength": True, "preflop": True, "potential": False}
