"""[strategy.NAME] with `buckets`: CFR-BR and plain equilibria over hand classes in games of few cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.documents import block
from helpers.recipes import plan_of, runner_of
from pokerdata import games
from pokerdata.cli import main
from pokerdata.games.strategies import load_strategy
from pokerdata.pipeline.store import open_table
from pokerdata.recipes.strategy import ClassStrategy, read
from pokerdata.solving import public as solvers
from pokerdata.solving.public.cfr_br import summary

RECIPE = """
[strategy.least]
game = "leduc"
algorithm = "cfr-br"
buckets = [2, 2]
iterations = 300
[strategy.plain]
game = "leduc"
buckets = [2, 2]
iterations = 300
[match.all]
agents = ["least", "plain", "always-call"]
deals = 200
lbr = 50
[page.all]
title = "Classes"
matches = ["all"]
[report]
plots = ["convergence"]
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("classes")
    runner_of(RECIPE, folder).run()
    return folder


def test_they_are_those_of_the_functions(made: Path) -> None:
    game = games.leduc()
    classes = solvers.strength_classes(game, [2, 2])
    least, plain = (load_strategy(made / f"{name}_strategy.h5") for name in ("least", "plain"))
    found = solvers.cfr_br(game, classes, iterations=300, target="1mb")
    assert all(map(np.array_equal, least.strategy, found.strategy))
    blind = solvers.solve(game, classes=classes, iterations=300)
    assert all(map(np.array_equal, plain.strategy, blind.strategy))
    told = least.attributes
    assert told["exploitability_chips_per_game"] == found.values.exploitability
    assert told["exploitability_bound_mb_per_game"] == pytest.approx(1000 * found.bound)
    assert told["exploitability_mb_per_game"] < 0.6 * plain.attributes["exploitability_mb_per_game"]
    for one in (least, plain):
        assert one.attributes["classes"] == [2, 4]
        # The file has the same probabilities in all states of a class.
        for rows, of in zip(one.strategy, classes.streets, strict=True):
            assert all(np.array_equal(rows[:, s], rows[:, np.argmax(of == of[s])]) for s in range(len(of)))


def test_the_command_line_tells_the_same(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["cfr-br", "leduc", "--buckets", "2,2", "--iterations", "300", "--beside", "--json"]
    assert main(given) == 0
    told = json.loads(capsys.readouterr().out)
    least, plain = (open_table(made / f"{name}_strategy.h5").attributes for name in ("least", "plain"))
    assert told["exploitability_chips"] == least["exploitability_chips_per_game"]
    assert told["least_exploitability_mb_per_game"] == least["exploitability_bound_mb_per_game"]
    beside = told["equilibrium_of_buckets"]["exploitability_chips"]
    assert beside == plain["exploitability_chips_per_game"]


def test_the_file_is_that_of_the_command_line(made: Path, tmp_path: Path) -> None:
    out = tmp_path / "least.h5"
    given = ["cfr-br", "leduc", "--buckets", "2,2", "--iterations", "300", "--no-state"]
    assert main([*given, "--out", str(out)]) == 0
    ours, theirs = open_table(made / "least_strategy.h5"), open_table(out)
    own = {"name", "parameters", "parents", "written_by", "digests"}
    for name in theirs.attributes.keys() - own:
        assert ours.attributes[name] == theirs.attributes[name], name
    for name in theirs.keys() - {"response_log"}:  # it contains seconds
        np.testing.assert_array_equal(ours[name], theirs[name])


def test_pages_matches_and_reports_take_them(made: Path) -> None:
    page = (made / "all_page.md").read_text()
    assert "| `least` | hands by strength, 2-4 classes | CFR-BR by dcfr(" in page
    assert "| `plain` | hands by strength, 2-4 classes | dcfr(" in page
    assert not list(made.glob("*_convergence.png"))
    said = summary(open_table(made / "least_strategy.h5"))
    assert said[0].startswith("CFR-BR: Leduc hold'em, dcfr")
    assert said[1].startswith(
        "over 2, 4 classes of hands on the streets; nothing over them is exploitable by less than"
    )


@pytest.mark.parametrize(("name", "result"), [("least", solvers.CfrBr), ("plain", solvers.Result)])
def test_a_run_that_was_broken_off_goes_on(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, result: type
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(result, "table", broken)
        with pytest.raises(KeyboardInterrupt):
            runner_of(RECIPE, tmp_path).run([f"{name}_strategy"])
    with monkeypatch.context() as patched:
        patched.setattr(solvers.Solver, "iterate", broken)  # all iterations are done
        runner_of(RECIPE, tmp_path).run([f"{name}_strategy"])
    again = load_strategy(tmp_path / f"{name}_strategy.h5").strategy
    assert all(map(np.array_equal, again, load_strategy(made / f"{name}_strategy.h5").strategy))


def test_the_recipe_of_the_document() -> None:
    stages = plan_of(block("docs/cfr_br.md", "cfr-br recipe")).stages
    assert {"least_strategy", "plain_strategy", "both_matches"} <= stages.keys()


def test_what_minimises_regret() -> None:
    section = read("test", {"game": "leduc", "algorithm": "cfr-br", "buckets": [3, 2], "by": "cfr+"})
    assert isinstance(section, ClassStrategy)
    assert section.chosen_algorithm(section.named_game().rules).name == "cfr+"
    parameters = section.stage("x", None).parameters
    assert (parameters["cfr_br"], parameters["buckets"], parameters["target"]) == (True, [3, 2], "1mb")
    least, plain = (plan_of(RECIPE).stages[f"{name}_strategy"].cost for name in ("least", "plain"))
    assert (least.seconds, least.memory_bytes) == (2 * plain.seconds, 2 * plain.memory_bytes)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (
            {"buckets": [2]},
            r"buckets: expected a number for each of 2 streets of leduc, got \[2\]; e.g. \[2, 2\]",
        ),
        ({"buckets": [2, 0]}, "buckets: expected a whole number from 1"),
        ({"buckets": [2, "x"]}, "buckets: expected a whole number"),
        ({"buckets": 2}, "buckets: expected a list"),
        (
            {"game": "limit-holdem", "buckets": [2, 2, 2, 2]},
            "buckets: expected a game of few cards .* got limit-holdem",
        ),
        ({"abstraction": "x"}, "uses the abstraction 'x', which the recipe does not"),
        ({"by": "cfrr"}, "algorithm: expected one of .*'cfrr'"),
        (
            {"algorithm": "dcfr", "by": "cfr+"},
            "by: expected algorithm = \"cfr-br\" with it, got 'cfr\\+' with dcfr",
        ),
        ({"algorithm": "dcfr", "iterations": None}, "iterations: expected with buckets"),
        ({"algorithm": "dcfr", "target": "2mb"}, 'target: expected algorithm = "cfr-br" with it'),
        ({"target": "2"}, "target: expected"),
        ({"update": "lcfr"}, "update = 'lcfr' is a key of .* and here is algorithm = 'cfr-br' with buckets"),
        ({"buckets": None, "by": "cfr"}, "by = 'cfr' is a key of games of few cards with buckets alone"),
        (
            {"buckets": None},
            r"game: expected for cfr-br hold'em .* or in a game of few cards buckets = \[2, 2\]",
        ),
    ],
)
def test_what_is_refused(keys: dict[str, Any], words: str) -> None:
    given = {"game": "leduc", "algorithm": "cfr-br", "buckets": [2, 2], "iterations": 10} | keys
    lines = "\n".join(f"{key} = {json.dumps(value)}" for key, value in given.items() if value is not None)
    with pytest.raises(ValueError, match=words):
        plan_of(f"[strategy.mine]\n{lines}")
