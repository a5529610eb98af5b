"""The example of docs/games.md works as described."""

import re
import tomllib
from pathlib import Path

import pytest

from pokerdata.games import GAMES, read_game
from pokerdata.recipes.reading import load_plan

TEXT = (Path(__file__).parents[2] / "docs" / "games.md").read_text(encoding="utf-8")


def test_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"<!-- solving -->\n```python\n(.*?)```", TEXT, re.DOTALL)
    exec(compile(code, "games.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*  # (.*)", code)


def test_the_rules(tmp_path: Path) -> None:
    toml, no_limit, _ = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    assert tomllib.loads(toml)["name"] == GAMES["leduc"].rules.name
    (tmp_path / "leduc.toml").write_text(toml)
    assert read_game(tmp_path / "leduc.toml") == GAMES["leduc"]
    cards = toml[toml.index("[cards]") :]
    (tmp_path / "stacks.toml").write_text(f'name = "no-limit Leduc hold\'em"\n{no_limit}\n{cards}')
    assert read_game(tmp_path / "stacks.toml") == GAMES["leduc-nolimit"]


def test_the_recipe(tmp_path: Path) -> None:
    path = tmp_path / "recipe.toml"
    path.write_text(re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)[2])
    stage = load_plan(str(path)).stages["nolimit8_strategy"]
    assert stage.parents == ("history8_counts",)
    assert (
        stage.parameters["rules"] == GAMES["nolimit-holdem"].rules.values()
    )  # stack and menu are those of the game
