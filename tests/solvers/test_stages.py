"""Strategies as stages of a pipeline, and as tables."""

import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pokerdata import games, solvers
from pokerdata.errors import CapacityError
from pokerdata.pipeline.plan import Plan
from pokerdata.pipeline.recipe import checked
from pokerdata.pipeline.runner import Runner
from pokerdata.pipeline.stage import Estimate, Stage
from pokerdata.pipeline.status import plain
from pokerdata.solvers import stages, strategy_table
from pokerdata.solving.algorithm import DEFAULTS, Algorithm, algorithm_for
from pokerdata.store import open_table
from pokerdata.strategies import load_strategy

LIMIT = {"game": "limit-holdem", "abstraction": "toy", "iterations": 30, "target": "0.001mb"}


def section(**keys: Any) -> dict[str, Any]:
    return checked("test", keys, stages.SCHEMA)


@pytest.fixture
def buckets() -> Stage:
    """A stage of the toy abstraction, before its counts."""

    def build(context: Any) -> None:
        context.write(kind="buckets", arrays={"thresholds": np.arange(3)}, attributes={})

    return Stage("toy_buckets", build, Estimate(0, 0, 0))


@pytest.fixture
def counts(limit_game: games.JointCountGame) -> Stage:
    """A stage that writes the joint counts of the random game."""

    def build(context: Any) -> None:
        arrays = dict(zip(("preflop", "flop", "turn", "river"), limit_game.deals, strict=True))
        context.write(
            kind="counts",
            arrays={**arrays, "river_wins": limit_game.wins},
            attributes={"buckets": [2, 2, 2, 2]},
        )

    return Stage("toy_counts", build, Estimate(0, 0, 0), parents=("toy_buckets",))


def test_kuhn(tmp_path: Path) -> None:
    plan = Plan.of(stages.stages("mine", section(game="kuhn", algorithm="cfr+", dtype="float64")))
    Runner(plan, tmp_path, threads=1, say=lambda _: None).run()
    with open_table("mine_strategy", tmp_path) as table:
        assert table.kind == "strategy"
        assert table.attributes["iterations"] == 91
        assert table.attributes["scope"] == "in the whole game (all cards, all bets)"
        assert [h.decode() for h in table["street1_history"]] == ["", "c", "cr", "r"]
        assert table["street1_player"].tolist() == [1, 2, 1, 2]
        assert table["street1_first_row"].tolist() == [0, 2, 4, 6]
        assert [table.attributes["actions"][a] for a in table["street1_actions"]] == [
            *("check", "bet", "check", "bet", "fold", "call", "fold", "call")
        ]
        assert table["street1"].shape == (8, 3)
        lines = strategy_table.summary(table)
        assert lines[0] == "Kuhn poker, cfr+(gamma=1, delay=0), 91 iterations (float64)"
        assert lines[1] == "exploitability   0.000640 chips/game = 0.6398 mb/g"
        assert lines[-1] == "(1 mb/g: a thousandth of the ante of 1 a game)"
        table.verify()


def test_a_bucketed_game(
    tmp_path: Path, buckets: Stage, counts: Stage, limit_game: games.JointCountGame
) -> None:
    plan = Plan.of([buckets, counts, *stages.stages("limit2", section(**LIMIT))])
    Runner(plan, tmp_path, threads=2, say=lambda _: None).run()
    direct = solvers.solve(limit_game, iterations=30, target="0.001mb")
    with open_table("limit2_strategy", tmp_path) as table:
        for r, strategy in enumerate(direct.strategy):
            np.testing.assert_array_equal(table[f"street{r + 1}"], strategy)
        assert strategy_table.log_of(table)[-1].evaluation == direct.evaluation
        assert table["street4_history"][0] == b"cc/cc/cc/"
        assert table["street4_states"][5] == b"0-1-0-1"
        assert "inside its own abstraction" in strategy_table.summary(table)[2]
        digest = open_table("toy_buckets", tmp_path).digests["thresholds"]
        assert load_strategy(table.path).buckets == {"toy_buckets.thresholds": digest}
        value = solvers.evaluate(limit_game, [table[f"street{r}"] for r in range(1, 5)])
        assert value.exploitability == pytest.approx(
            table.attributes["exploitability_chips_per_game"], abs=1e-6 * table.attributes["unit_chips"]
        )


def test_a_no_limit_game_with_a_stack_and_menus_of_its_own(
    tmp_path: Path, buckets: Stage, counts: Stage
) -> None:
    keys = {"abstraction": "toy", "iterations": 5, "target": "0.001mb"}
    menu = [["pot", "all-in"], ["pot"], ["half-pot"], ["all-in"]]
    own = section(game="nolimit-holdem", stack=20, menu=menu, **keys)
    plain = section(game="nolimit-holdem", **keys)
    found = [*stages.stages("own", own), *stages.stages("plain", plain)]
    Runner(Plan.of([buckets, counts, *found]), tmp_path, threads=1, say=lambda _: None).run()
    with open_table("own_strategy", tmp_path) as table:
        assert table.attributes["rules"]["stacks"] == [2000, 2000]
        assert table.attributes["rules"]["menu"] == menu
        assert table.attributes["algorithm"] == "dcfr(alpha=1.5, beta=0.5, gamma=2)"
        saved = load_strategy(tmp_path / "own_strategy.h5")
        value = solvers.evaluate(saved.game(tmp_path), saved.strategy)
        assert value.exploitability == pytest.approx(
            table.attributes["exploitability_chips_per_game"], abs=1e-3
        )
    with open_table("plain_strategy", tmp_path) as table:
        assert table.attributes["rules"]["stacks"] == [10_000, 10_000]


def test_rules_from_a_file_are_parameters(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for bets in ("[1]", "[2]"):
        text = games.toml_text(games.named_game("kuhn")).replace("bets = [1]", f"bets = {bets}")
        path.write_text(text)
        stage = stages.stages("mine", section(game=str(path)))[0]
        assert stage.parameters["rules"]["bets"] == tuple(int(b) for b in bets[1:-1])  # type: ignore[index]


@pytest.mark.parametrize("name", games.GAMES)
def test_the_parameters_say_all_of_the_game_and_the_algorithm(name: str) -> None:
    game = games.GAMES[name]
    abstraction = {"abstraction": "a"} if game.abstracted else {}
    stage = stages.stages("x", section(game=name, **abstraction))[0]
    given = plain(stage.parameters)
    assert games.NamedGame(games.rules_of(given["rules"]), games.CardRules(**given["cards"])) == game
    assert Algorithm(**given["algorithm"]) == algorithm_for(game.rules, None)


def test_a_game_by_another_name_is_the_same_strategy(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(games.toml_text(games.named_game("leduc")))
    one, other = (stages.stages("x", section(game=game))[0] for game in ("leduc", str(path)))
    assert plain(one.parameters) == plain(other.parameters)


def test_changed_rules_and_defaults_make_a_strategy_stale(
    tmp_path: Path, buckets: Stage, counts: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def runner() -> Runner:
        plan = Plan.of([buckets, counts, *stages.stages("limit2", section(**LIMIT))])
        return Runner(plan, tmp_path, threads=1, say=lambda _: None)

    def why() -> str:
        return runner().survey()[-1].why

    runner().run()
    assert why() == ""
    game = games.GAMES["limit-holdem"]
    with monkeypatch.context() as patch:
        patch.setitem(games.GAMES, "limit-holdem", replace(game, rules=replace(game.rules, blinds=(4, 10))))
        assert why() == "parameter rules.blinds changed from [5, 10] to [4, 10]"
    with monkeypatch.context() as patch:
        patch.setitem(DEFAULTS["dcfr"], "alpha", 1.6)
        assert why() == "parameter algorithm.alpha changed from 1.5 to 1.6"
    assert why() == ""


def test_too_many_sequences_name_public_chance_sampling() -> None:
    full = section(game="limit-holdem", abstraction="a")
    with pytest.raises(CapacityError, match=r"14,641 bucket sequences .* public chance sampling"):
        stages.stages("x", full, {"buckets": [11] * 4})


def test_public_chance_sampling_is_another_module(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    module = SimpleNamespace(stages=lambda *arguments: asked.append(arguments) or ["a stage"])
    monkeypatch.setitem(sys.modules, "pokerdata.chance_sampling", SimpleNamespace(stages=module))
    monkeypatch.setitem(sys.modules, "pokerdata.chance_sampling.stages", module)
    full, buckets = section(game="nolimit-holdem", abstraction="a", algorithm="pcs"), {"buckets": [169] * 4}
    assert stages.stages("x", full, buckets) == ["a stage"]
    assert asked == [("x", full, games.named_game("nolimit-holdem"), buckets)]


def test_a_killed_stage_goes_on_to_the_same_bits(
    tmp_path: Path, buckets: Stage, counts: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan.of([buckets, counts, *stages.stages("limit2", section(**LIMIT))])
    monkeypatch.setattr("pokerdata.solving.run._PIECE", 0.0)
    Runner(plan, tmp_path / "unbroken", threads=1, say=lambda _: None).run()

    from pokerdata.solvers import Solver

    iterate, seen = Solver.iterate, []

    def failing(self: Solver, count: int) -> None:
        seen.append(self.iteration)
        if self.iteration == 13:
            raise KeyboardInterrupt
        iterate(self, count)

    broken = Runner(plan, tmp_path / "broken", threads=1, say=lambda _: None)
    monkeypatch.setattr(Solver, "iterate", failing)
    with pytest.raises(KeyboardInterrupt):
        broken.run()
    monkeypatch.setattr(
        Solver, "iterate", lambda self, count: (seen.append(self.iteration), iterate(self, count))
    )
    broken.run()
    assert seen.count(13) == 2
    assert seen.count(0) == 1
    one, two = (open_table("limit2_strategy", tmp_path / name) for name in ("unbroken", "broken"))
    assert {k: v for k, v in one.digests.items() if k != "log"} == {
        k: v for k, v in two.digests.items() if k != "log"
    }
    assert one.attributes == two.attributes


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (
            {"game": "limit-holdem"},
            r"\[strategy.x\]: bad abstraction None for limit-holdem: want an abstraction",
        ),
        (
            {"game": "kuhn", "abstraction": "history5"},
            "bad abstraction 'history5' for kuhn: want no abstraction",
        ),
        ({"game": "chess"}, "bad game 'chess'"),
        ({"game": "kuhn", "stack": 100}, "bad stack 100 for kuhn: want it in a no-limit game"),
        ({"game": "nolimit-holdem", "stack": "much"}, "bad stack 'much'"),
        ({"game": "nolimit-holdem", "menu": [["pot"]]}, "want one list for all streets or 4 lists"),
        ({"game": "kuhn", "algorithm": "cfr", "alpha": 1.0}, "bad parameter alpha=1.0 for cfr"),
        ({"game": "kuhn", "target": "1"}, "bad target '1'"),
        ({"game": "kuhn", "dtype": "half"}, "bad dtype 'half'"),
        ({"game": "kuhn", "every": 0}, "bad every 0"),
        ({"game": "kuhn", "alpha": float("nan")}, "bad alpha nan: want a finite number"),
        ({"game": "kuhn", "gamma": -1.0}, "bad gamma -1.0: want 0 to 1,000"),
        ({"game": "kuhn", "algorithm": "cfr+", "delay": -1}, "bad delay -1: want 0 or more"),
    ],
)
def test_bad_sections(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        stages.stages("x", section(**keys))


def test_the_estimate_grows_with_the_buckets() -> None:
    full = section(game="limit-holdem", abstraction="a")
    five, eight = (stages.stages("x", full, {"buckets": [b] * 4})[0].estimate for b in (5, 8))
    assert stages.stages("x", full)[0].estimate == five
    assert 20 < eight.seconds / five.seconds < 60
    assert 1e8 < five.memory_bytes < eight.memory_bytes < 3e9
    assert eight.note.endswith(" s an iteration, 511 iterations")
