"""Recipes with algorithm = "pcs" and "cfr-br"."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from helpers.recipes import COARSE, linked, plan_of, runner_of
from pokerdata.abstraction.kinds import BUCKET_TABLES
from pokerdata.cards import parse_cards
from pokerdata.cli import main
from pokerdata.errors import TableError
from pokerdata.games import CardRules, Game, adjusted_game, rules_of
from pokerdata.games.strategies import load_strategy
from pokerdata.games.strategies.strategy_file import Kind
from pokerdata.matches import hands, match
from pokerdata.pipeline.records import plain
from pokerdata.pipeline.store import open_table
from pokerdata.players.agents import Agent
from pokerdata.recipes.reading import load_plan
from pokerdata.solving.sampled.strategy_table import summary

RECIPE = f"""{COARSE}
[strategy.coarse]
game = "nolimit-holdem"
stack = 8
abstraction = "coarse"
algorithm = "pcs"
"""


@pytest.fixture(scope="module")
def folder(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the real tables with the strategy and its buckets."""
    folder = linked(tmp_path_factory.mktemp("coarse") / "tables", tables)
    runner_of(RECIPE + "iterations = 20\nseed = 3\n", folder).run(["coarse_strategy"])
    return folder


def test_a_recipe_writes_a_strategy_without_made_up_values(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = open_table("coarse_strategy", folder)
    assert table["street1"].shape[1] == 169
    assert table["street4_states"].tolist() == [b"0", b"1", b"2", b"3"]
    assert (table.attributes["iterations"], table.attributes["seed"]) == (20, 3)
    assert table.attributes["exploitability"].startswith("not known")
    assert not any(key.startswith("exploitability_") for key in table.attributes)
    assert summary(table)[1].startswith("exploitability   not known")
    saved = load_strategy("coarse_strategy", tables=folder)
    for r, strategy in enumerate(saved.strategy):
        first = table[f"street{r + 1}_first_row"]
        np.testing.assert_allclose(np.add.reduceat(strategy, first), 1, atol=1e-6)
    with pytest.raises(
        TableError, match="over states that forget earlier buckets, so its exploitability is not known"
    ):
        saved.game()
    assert main(["exploitability", str(table.path)]) != 0
    assert "states that forget" in capsys.readouterr().err


def test_an_agent_plays_the_rows_of_the_file(folder: Path) -> None:
    """Each of its decisions against a caller uses the rows of the history, and the column of the last bucket alone."""
    strategy, buckets = (
        open_table("coarse_strategy", folder),
        open_table("coarse_buckets", folder, *BUCKET_TABLES),
    )
    agent = Agent.load(strategy.path)
    letters = {"fold": "f", "check": "c", "call": "c"}
    actions = strategy.attributes["actions"]
    looked_up: Counter[int] = Counter()
    for hand in hands(agent, "always-call", deals=100, seed=2):
        history = ""
        for move in re.findall(r"f|c|r\d+|/", hand.history):
            number = history.count("/")
            if move != "/":
                rows, histories, first_row, players, action, to = (
                    strategy[f"street{number + 1}{part}"]
                    for part in ("", "_history", "_first_row", "_player", "_actions", "_to")
                )
                (node,) = np.flatnonzero(histories == history.encode())
                player = players[node] - 1
                hole = parse_cards(hand.hole[player])
                board = parse_cards(hand.board)[: (0, 3, 4, 5)[number]]
                found = agent.probabilities(hole, board, history)
                state = buckets.buckets(hole, board)[-1]
                assert found == pytest.approx(
                    {
                        letters.get(actions[action[row]], f"r{to[row]}"): rows[row, state]
                        for row in range(first_row[node], first_row[node] + len(found))
                    }
                )
                assert found[move] > 0 or hand.players[player] == "always-call"
                looked_up[number] += 1
            history += move
    assert min(looked_up[number] for number in range(4)) > 20


@pytest.mark.slow
def test_cfr_br_on_sampled_boards(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A recipe and the command line give strategies of the same buckets, which agents can play."""
    made = linked(tmp_path / "tables", folder)
    least = RECIPE.replace("strategy.coarse", "strategy.least").replace('"pcs"', '"cfr-br"')
    runner_of(least + "iterations = 2\nseed = 3\n", made).run(["least_strategy"])
    table = open_table("least_strategy", made)
    assert (table.attributes["algorithm"], table.attributes["seed"]) == ("cfr-br(lcfr)", 3)
    assert summary(table)[0].startswith("heads-up no-limit Texas hold'em")
    saved = load_strategy("least_strategy", tables=made)
    assert saved.kind is Kind.SAMPLED_BOARDS
    played = match(Agent.load("least_strategy", tables=made), "always-call", deals=20)
    assert played.sums.deals == 20
    out = tmp_path / "tables" / "told.h5"
    how = ["--buckets-of", str(made / "least_strategy.h5"), "--set", "caps=1,1,1,1", "--iterations", "1"]
    assert main(["cfr-br", "limit-holdem", *how, "--seed", "4", "--out", str(out), "--no-state"]) == 0
    text = capsys.readouterr().out
    assert "1 sampled flops and turns, seed 4" in text
    assert max(map(len, text.splitlines())) <= 80 + len(str(out))
    told = load_strategy(out)
    assert (told.abstraction, told.buckets) == ("coarse", saved.buckets)
    assert Agent.load(out).rules == told.rules


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--beside"], "--beside: expected none with whole hold'em"),
        (["--target", "1mb"], "--target: expected none with whole hold'em"),
        (["--dtype", "float64"], "--dtype: expected none with whole hold'em"),
        (["--algorithm", "dcfr", "--out", "x.h5"], "update: expected one of cfr, lcfr, got 'dcfr'"),
        ([], "--out: expected a file for the strategy"),
    ],
)
def test_what_cfr_br_of_holdem_refuses(
    folder: Path, capsys: pytest.CaptureFixture[str], given: list[str], message: str
) -> None:
    how = ["--buckets-of", str(folder / "coarse_strategy.h5"), "--iterations", "1"]
    assert main(["cfr-br", "limit-holdem", *how, *given]) == 2
    assert message in capsys.readouterr().err.replace("\n", " ")


def test_cfr_br_in_a_plan() -> None:
    """It has the keys of pcs; its stage has all of them, a cost, and the parents of the buckets."""
    text = RECIPE.replace('"pcs"', '"cfr-br"') + "iterations = 20\nseed = 3\nreal_flops = 20\n"
    made = plan_of(text).stages
    stage = made["coarse_strategy"]
    assert plain(stage.parameters) | {"rules": 0, "cards": 0} == {
        "rules": 0,
        "cards": 0,
        "abstraction": "coarse",
        "algorithm": "cfr-br",
        "iterations": 20,
        "seconds": None,
        "seed": 3,
        "update": "lcfr",
    }
    assert stage.parents[0] == "coarse_buckets"
    assert stage.cost.seconds > 0
    assert (
        stage.cost.memory_bytes
        > plan_of(RECIPE + "iterations = 20\n").stages["coarse_strategy"].cost.memory_bytes
    )
    assert "coarse_real" in made


def test_a_picture_of_convergence_is_left_out(tmp_path: Path) -> None:
    made = plan_of(RECIPE + "iterations = 20\n[report]\nplots = ['convergence', 'preflop']\n")
    assert "coarse_preflop" in made.stages
    assert "coarse_convergence" not in made.stages
    assert not any(name.endswith("_counts") for name in made.stages)


def test_the_parameters_say_all_of_the_game(tmp_path: Path) -> None:
    given = plain(plan_of(RECIPE + "iterations = 20\n").stages["coarse_strategy"].parameters)
    game = adjusted_game("nolimit-holdem", stack=8)
    assert Game(rules_of(given.pop("rules")), CardRules(**given.pop("cards"))) == game
    settings = {"iterations": 20, "seconds": None, "seed": 0, "update": "lcfr"}
    assert given == {"abstraction": "coarse", "algorithm": "pcs", **settings}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("", r"\[strategy\.coarse\]: limit of pcs: expected iterations or seconds, got neither"),
        (
            "target = '2mb'",
            "target = '2mb' is a key of algorithms such as dcfr and cfr\\+, and here is algorithm = 'pcs'",
        ),
        ("iterations = 0", "iterations: expected .*got 0"),
        ("iterations = 9\nbeta = 0.5", "beta = 0.5 is a key of algorithms such as dcfr"),
        ("iterations = 9\ndtype = 'float64'", "dtype = 'float64' is a key of algorithms such as dcfr"),
        ("iterations = 9\nupdate = 'cfr+'", "update: expected .*got 'cfr\\+'"),
        ("iterations = 9\nseed = -1", "seed: expected .*got -1"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, given: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        plan_of(RECIPE + given + "\n")


def test_it_needs_an_abstraction_of_holdem(tmp_path: Path) -> None:
    path = tmp_path / "leduc.toml"
    path.write_text('[strategy.mine]\ngame = "leduc"\nalgorithm = "pcs"\niterations = 9\n', encoding="utf-8")
    with pytest.raises(
        ValueError,
        match=(
            r"\[strategy\.mine\]: game: expected for pcs hold'em with 52 cards over an "
            r"abstraction, got 'leduc' with the abstraction None"
        ),
    ):
        load_plan(str(path))


def test_the_recipe_of_the_documents_is_one(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "solving.md").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    path = tmp_path / "recipe.toml"
    path.write_text(recipe, encoding="utf-8")
    stage = load_plan(str(path)).stages["limit500_strategy"]
    assert stage.cost.seconds == 3600
    assert 100e6 < stage.cost.memory_bytes < 2e9
