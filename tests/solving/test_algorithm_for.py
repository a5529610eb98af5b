"""An algorithm's text means the same everywhere; a game chooses one only if none is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata.cli import cli
from pokerdata.games import CardGame, load_game
from pokerdata.pipeline.plan import Plan
from pokerdata.pipeline.runner import Runner
from pokerdata.pipeline.store import open_table
from pokerdata.recipes.strategy import read
from pokerdata.solving import algorithm
from pokerdata.solving.explicit import tree_algorithm
from pokerdata.solving.public import solve, strategy_table


@pytest.mark.parametrize(
    ("game", "text", "beta"),
    [
        ("leduc", None, 0.0),
        ("leduc", "dcfr", 0.0),
        ("leduc-nolimit", None, 0.5),
        ("leduc-nolimit", "dcfr", 0.0),
        ("leduc-nolimit", "dcfr(beta=0.25)", 0.25),
    ],
)
def test_python_recipes_commands_and_comparisons_agree(
    tmp_path: Path, game: str, text: str | None, beta: float
) -> None:
    want = algorithm("dcfr", beta=beta)
    chosen = load_game(game)
    assert solve(CardGame(chosen.rules, chosen.cards), algorithm=text, iterations=1).algorithm == want

    given = [] if text is None else ["--algorithm", text]
    done = CliRunner().invoke(cli, ["solve", game, "--iterations", "1", *given], catch_exceptions=False)
    assert str(want) in done.output

    section = read(
        "[strategy.x]", {"game": game, "iterations": 1} | ({} if text is None else {"algorithm": text})
    )
    Runner(Plan.of([section.stage("x", None)]), tmp_path, say=lambda _: None).run()
    table = open_table("x_strategy", tmp_path)
    assert table.attributes["algorithm"] == str(want)
    assert str(want) in strategy_table.summary(table)[0]

    if text is not None:
        assert tree_algorithm(text) == want
        done = CliRunner().invoke(
            cli,
            ["compare", game, "--algorithms", text, "--iterations", "1", "--json"],
            catch_exceptions=False,
        )
        assert [curve["algorithm"] for curve in json.loads(done.output)["curves"]] == [str(want)]
