"""Random recipes: valid ones are planned, listed and estimated; errors name the place in others."""

from __future__ import annotations

import copy
import json
import math
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import assume
from hypothesis import strategies as st

from helpers import random_recipes
from pokerdata._support import costs
from pokerdata.cli.tables import estimate, list_
from pokerdata.errors import CapacityError
from pokerdata.games import GAMES, load_game, toml_text
from pokerdata.games.strategies import load_strategy
from pokerdata.pipeline.runner import Runner
from pokerdata.recipes.reading import load_plan
from pokerdata.solving.public import evaluate


@pytest.mark.parametrize("draws", [60, pytest.param(500, marks=pytest.mark.slow)])
def test_valid_recipes(draws: int, holds: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parents precede their children, parameters are JSON, and the cost of a recipe is a number."""
    path = tmp_path / "mine.toml"
    measured = costs.measure()  # once, because each `estimate` would take half a second for it
    monkeypatch.setattr(costs, "measure", lambda: measured)

    def check(content: Any) -> None:
        path.write_text(random_recipes.toml(content), encoding="utf-8")
        plan = load_plan(str(path))
        seen: set[str] = set()
        for name, stage in plan.stages.items():
            assert seen.issuperset(stage.parents)
            seen.add(name)
            parameters = dict(stage.parameters)
            assert json.loads(json.dumps(parameters, allow_nan=False)).keys() == parameters.keys()
            told = stage.cost
            assert all(math.isfinite(c) and c > 0 for c in (told.seconds, told.memory_bytes, told.disk_bytes))
        for kind, suffix in {
            "abstraction": "buckets",
            "strategy": "strategy",
            "match": "matches",
            "page": "page",
        }.items():
            assert seen.issuperset(f"{name}_{suffix}" for name in content.get(kind, {}))
        for command in (list_, estimate):
            said = CliRunner().invoke(
                command, ["-f", str(path), "--tables", str(tmp_path)], catch_exceptions=False
            )
            assert said.exit_code == 0
            assert all(name in said.output for name in plan.stages)

    (tmp_path / "own.toml").write_text(toml_text(GAMES["leduc"]))
    holds(check, draws, random_recipes.recipes([str(tmp_path / "own.toml")]))


@pytest.mark.parametrize("draws", [4, pytest.param(40, marks=pytest.mark.slow)])
def test_tiny_recipes_are_made(draws: int, holds: Any, tmp_path: Path) -> None:
    """All tables are made, and then nothing is left to do; the strategies have the values that their tables state."""
    path = tmp_path / "mine.toml"

    def check(content: Any) -> None:
        path.write_text(random_recipes.toml(content), encoding="utf-8")
        plan = load_plan(str(path))
        with TemporaryDirectory(dir=tmp_path) as folder:
            runner = Runner(plan, Path(folder), threads=1, say=lambda _: None)
            tables = [name for name, stage in plan.stages.items() if stage.is_table]
            runner.run(tables)
            assert all(status.up_to_date for status in runner.survey(tables))
            for name, section in content["strategy"].items():
                saved = load_strategy(Path(folder) / f"{name}_strategy.h5")
                build = load_game(section["game"]).build
                assert build is not None
                found = evaluate(build(), saved.strategy, threads=1)
                said = saved.attributes["exploitability_chips_per_game"]
                assert found.exploitability == pytest.approx(said, rel=1e-4, abs=1e-5)

    holds(check, draws, random_recipes.tiny_recipes())


def sections(content: Any) -> list[tuple[str, dict[str, Any]]]:
    """Return the sections of a recipe with their headers."""
    named = [
        (f"[{kind}.{name}]", section)
        for kind in ("abstraction", "strategy", "match", "page")
        for name, section in content.get(kind, {}).items()
    ]
    return [*named, *((f"[{kind}]", content[kind]) for kind in ("tables", "report"))]


@pytest.mark.parametrize("draws", [60, pytest.param(500, marks=pytest.mark.slow)])
def test_misspelt_keys(draws: int, holds: Any, tmp_path: Path) -> None:
    """The error names the file, the section, the key, and the nearest valid key."""
    path = tmp_path / "mine.toml"

    def check(given: Any, data: st.DataObject) -> None:
        content = copy.deepcopy(given)
        where, section = data.draw(st.sampled_from([s for s in sections(content) if s[1]]))
        key = data.draw(st.sampled_from(sorted(section)))
        at = data.draw(st.integers(0, len(key) - 1))
        wrong = key[:at] + data.draw(st.sampled_from(["", "z", key[at] * 2])) + key[at + 1 :]
        content_of = {wrong if k == key else k: v for k, v in section.items()}
        section.clear()
        section.update(content_of)
        path.write_text(random_recipes.toml(content), encoding="utf-8")
        with pytest.raises(ValueError) as caught:
            load_plan(str(path))
        assert str(caught.value).startswith(f"{path}: {where}: unknown key {wrong!r}, did you mean {key!r}")

    holds(check, draws, random_recipes.recipes(), st.data())


@pytest.mark.parametrize("draws", [200, pytest.param(1500, marks=pytest.mark.slow)])
def test_wrong_values(draws: int, holds: Any, tmp_path: Path) -> None:
    """For any value, the recipe can be planned or the error names file and section."""
    path = tmp_path / "mine.toml"

    def check(given: Any, wrong: Any, data: st.DataObject) -> None:
        content = copy.deepcopy(given)
        section = data.draw(st.sampled_from([section for _, section in sections(content) if section]))
        key = data.draw(st.sampled_from(sorted(section)))
        inside = isinstance(section[key], list) and section[key] and data.draw(st.booleans())
        if inside:
            section[key] = list(section[key])
            section[key][data.draw(st.integers(0, len(section[key]) - 1))] = wrong
        else:
            section[key] = wrong
        path.write_text(random_recipes.toml(content), encoding="utf-8")
        try:
            plan = load_plan(str(path))
        except (ValueError, CapacityError) as error:
            assert str(error).startswith(str(path))  # noqa: PT017
            assert any(header in str(error) for header, _ in sections(content))  # noqa: PT017
        else:
            said = CliRunner().invoke(
                estimate, ["-f", str(path), "--tables", str(tmp_path)], catch_exceptions=False
            )
            assert all(name in said.output for name in plan.stages)

    holds(check, draws, random_recipes.recipes(), random_recipes.wrong_values(), st.data())


@pytest.mark.parametrize("draws", [30, pytest.param(300, marks=pytest.mark.slow)])
def test_names_that_are_not_there(draws: int, holds: Any, tmp_path: Path) -> None:
    """For an undefined abstraction, agent or match, the error names the nearest one."""
    path = tmp_path / "mine.toml"

    def check(given: Any, data: st.DataObject) -> None:
        content = copy.deepcopy(given)
        uses = [
            (w, s, key)
            for w, s in sections(content)
            for key in ("abstraction", "agents", "matches")
            if s.get(key)
        ]
        assume(uses)
        where, section, key = data.draw(st.sampled_from(uses))
        name = section[key] if key == "abstraction" else section[key][0]
        wrong = name + "x"
        section[key] = wrong if key == "abstraction" else [wrong, *section[key][1:]]
        path.write_text(random_recipes.toml(content), encoding="utf-8")
        with pytest.raises(ValueError) as caught:
            load_plan(str(path))
        said = str(caught.value)
        assert said.startswith(f"{path}: {where}")
        assert repr(wrong) in said
        assert "did you mean" in said

    holds(check, draws, random_recipes.recipes(), st.data())
