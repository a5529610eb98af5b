"""Recipes are checked key by key; errors give the nearest known word and an example."""

from pathlib import Path

import pytest

from pokerdata.abstraction.thresholds import History
from pokerdata.pipeline.store.opening import data_path
from pokerdata.recipes.reading import collect, find_recipe, read_recipe
from pokerdata.recipes.report import Report
from pokerdata.recipes.tables import Tables
from pokerdata.recipes.vector_strategy import VectorStrategy

HISTORY = "metric = 'ehs2_river'\nbuckets = [5, 5, 5, 5]"


def recipe(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text)
    return str(path)


def test_the_default_recipe() -> None:
    found = read_recipe()
    assert found.all(Tables) == {"": Tables(strength=True, preflop=True)}
    assert found.all(History)["history5"] == History(
        kind="history", metric="ehs2_river", buckets=[5, 5, 5, 5]
    )
    assert found.all(VectorStrategy)["limit5"].abstraction == "history5"
    assert found.all(Report)[""].plots == ["convergence", "preflop"]


def test_by_path_and_by_name(tmp_path: Path) -> None:
    path = recipe(tmp_path, "")
    assert find_recipe(path) == Path(path)
    assert find_recipe("default").name == "default.toml"
    assert read_recipe(path).all(Tables) == {"": Tables()}
    with pytest.raises(ValueError, match="no recipe 'defaults', did you mean 'default'"):
        find_recipe("defaults")


def test_a_name_must_fit_into_names_of_files(tmp_path: Path) -> None:
    name = "a" * 100
    assert (
        name
        in read_recipe(recipe(tmp_path, f"[abstraction.{name}]\nkind = 'history'\n{HISTORY}")).sections[
            "abstraction"
        ]
    )
    with pytest.raises(ValueError, match=r"the name has 300 letters, and at most 100 fit"):
        read_recipe(recipe(tmp_path, f"[abstraction.{'a' * 300}]\nkind = 'history'\n{HISTORY}"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[table]", r"mine\.toml: unknown section \[table\], did you mean 'tables'"),
        (
            "[tables]\nstrenght = true",
            "unknown key 'strenght', did you mean 'strength'.*e.g. strength = true",
        ),
        (
            "[tables]\nstrength = 1",
            r"\[tables\]: strength: expected true or false \(rank codes, boards, and strength on "
            r"every.*got 1",
        ),
        ("tables = 3", r"tables: expected a section \[tables\], got 3"),
        (
            "[report]\nplots = 'preflop'",
            r"\[report\]: plots: expected a list \(pictures of every strategy, e\.g\. "
            r"\[.convergence.,.*got 'preflop'",
        ),
        ("[abstraction]\nkind = 'history'", r"'kind' stands in \[abstraction\].*e.g. \[abstraction.mine\]"),
        (
            "[abstraction.History-5]",
            r"\[abstraction\.History-5\]: expected a name of small letters, digits and _, a letter "
            r"first",
        ),
        (
            "[abstraction.h5]\nkind = 'history'\nbuckets = [5, 5, 5, 5]\n"
            "[strategy.s]\ngame = 'limit-holdem'\nabstraction = 'h6'",
            "abstraction 'h6'.*did you mean 'h5'",
        ),
        ("[tables", "is not TOML"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        collect(read_recipe(recipe(tmp_path, text)))


def test_recipes_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site-packages" / "pokerdata"
    packaged = package / "data" / "pipelines" / "default.toml"
    packaged.parent.mkdir(parents=True)
    packaged.write_bytes(find_recipe("default").read_bytes())
    monkeypatch.setattr("pokerdata.recipes.reading.data_path", lambda relative: data_path(relative, package))
    assert find_recipe("default") == packaged
    assert read_recipe().all(Tables)[""].strength
