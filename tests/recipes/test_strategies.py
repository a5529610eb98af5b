"""Strategies as stages of a pipeline, and as tables."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerdata import games
from pokerdata._support.costs import Cost
from pokerdata.abstraction.thresholds import History
from pokerdata.errors import CapacityError
from pokerdata.games.strategies import load_strategy
from pokerdata.pipeline.plan import Plan, Stage
from pokerdata.pipeline.records import plain
from pokerdata.pipeline.runner import Runner
from pokerdata.pipeline.store import open_table
from pokerdata.recipes.strategy import read
from pokerdata.solving import public as solvers
from pokerdata.solving.algorithms import DEFAULTS, Algorithm, algorithm_for
from pokerdata.solving.public import strategy_table

LIMIT: dict[str, Any] = {"game": "limit-holdem", "abstraction": "toy", "iterations": 30, "target": "0.001mb"}


def stage(name: str, *, buckets: int = 2, **keys: Any) -> Stage:
    """Return the stage of a section [strategy.NAME], over an abstraction of `buckets` buckets if it names one."""
    used = History(kind="history", buckets=[buckets] * 4) if "abstraction" in keys else None
    return read("test", keys).stage(name, used)


@pytest.fixture
def buckets() -> Stage:
    """Return a stage of the toy abstraction, before its counts."""

    def build(context: Any) -> None:
        context.write(kind="buckets", arrays={"thresholds": np.arange(3)}, attributes={})

    return Stage("toy_buckets", build, Cost(0, 0, 0))


@pytest.fixture
def counts(limit_game: games.JointCountGame) -> Stage:
    """Return a stage that writes the joint counts of the random game."""

    def build(context: Any) -> None:
        arrays = dict(zip(("preflop", "flop", "turn", "river"), limit_game.deals, strict=True))
        context.write(
            kind="joint_counts",
            arrays={**arrays, "river_wins": limit_game.wins},
            attributes={"buckets": [2, 2, 2, 2]},
        )

    return Stage("toy_counts", build, Cost(0, 0, 0), parents=("toy_buckets",))


def test_kuhn(tmp_path: Path) -> None:
    plan = Plan.of([stage("mine", game="kuhn", algorithm="cfr+", dtype="float64")])
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
    plan = Plan.of([buckets, counts, stage("limit2", **LIMIT)])
    Runner(plan, tmp_path, threads=2, say=lambda _: None).run()
    direct = solvers.solve(limit_game, iterations=30, target="0.001mb")
    with open_table("limit2_strategy", tmp_path) as table:
        for r, strategy in enumerate(direct.strategy):
            np.testing.assert_array_equal(table[f"street{r + 1}"], strategy)
        assert strategy_table.log_of(table)[-1].values == direct.values
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
    keys: dict[str, Any] = {"abstraction": "toy", "iterations": 5, "target": "0.001mb"}
    menu = [["pot", "all-in"], ["pot"], ["half-pot"], ["all-in"]]
    own = stage("own", game="nolimit-holdem", stack=20, menu=menu, **keys)
    found = [own, stage("plain", game="nolimit-holdem", **keys)]
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
        text = games.toml_text(games.load_game("kuhn")).replace("bets = [1]", f"bets = {bets}")
        path.write_text(text)
        mine = stage("mine", game=str(path))
        assert mine.parameters["rules"]["bets"] == tuple(int(b) for b in bets[1:-1])  # type: ignore[index]


@pytest.mark.parametrize("name", games.GAMES)
def test_the_parameters_say_all_of_the_game_and_the_algorithm(name: str) -> None:
    game = games.GAMES[name]
    abstraction: dict[str, Any] = {"abstraction": "a"} if game.abstracted else {}
    given = plain(stage("x", game=name, **abstraction).parameters)
    assert games.Game(games.rules_of(given["rules"]), games.CardRules(**given["cards"])) == game
    assert Algorithm(**given["algorithm"]) == algorithm_for(game.rules, None)


def test_a_game_by_another_name_is_the_same_strategy(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(games.toml_text(games.load_game("leduc")))
    one, other = (stage("x", game=game) for game in ("leduc", str(path)))
    assert plain(one.parameters) == plain(other.parameters)


def test_changed_rules_and_defaults_make_a_strategy_stale(
    tmp_path: Path, buckets: Stage, counts: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def runner() -> Runner:
        plan = Plan.of([buckets, counts, stage("limit2", **LIMIT)])
        return Runner(plan, tmp_path, threads=1, say=lambda _: None)

    def why() -> str:
        return runner().survey()[-1].why

    runner().run()
    assert why() == ""
    game = games.GAMES["limit-holdem"]
    with monkeypatch.context() as patch:
        assert isinstance(game.rules, games.LimitRules)
        patch.setitem(games.GAMES, "limit-holdem", replace(game, betting=replace(game.rules, blinds=(4, 10))))
        assert why() == "parameter rules.blinds changed from [5, 10] to [4, 10]"
    with monkeypatch.context() as patch:
        patch.setitem(DEFAULTS["dcfr"], "alpha", 1.6)
        assert why() == "parameter algorithm.alpha changed from 1.5 to 1.6"
    assert why() == ""


def test_too_many_sequences_name_public_chance_sampling() -> None:
    with pytest.raises(
        CapacityError,
        match=(
            r"\[abstraction\.a\]: expected at most 10,000 bucket sequences on the river, or "
            r"public.*got 14,641, whose joint counts would take 7 GB"
        ),
    ):
        stage("x", buckets=11, game="limit-holdem", abstraction="a")


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (
            {"seconds": 9},
            'seconds = 9 is a key of algorithm = "pcs" or "cfr-br" alone, and here is no algorithm: expected some of game',
        ),
        (
            {"algorithm": "dcfr", "seed": 1},
            'seed = 1 is a key of algorithm = "pcs" or "cfr-br" alone, and here is .* = \'dcfr\'',
        ),
        ({"algorithm": "dcfr", "update": "nonsense"}, "update = 'nonsense' is a key of algorithm"),
        (
            {"algorithm": "pcs", "seconds": 9, "alpha": 1.5},
            "alpha = 1.5 is a key of algorithms such as dcfr and cfr\\+, and here is",
        ),
        (
            {"algorithm": "pcs", "seconds": 9, "target": "1mb"},
            "target = '1mb' is a key of algorithms such as dcfr",
        ),
        ({"algorithm": "pcs", "secnds": 9}, "unknown key 'secnds', did you mean 'seconds'"),
    ],
)
def test_keys_of_another_algorithm_are_refused(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=r"^\[strategy.x\]: " + message):
        read("[strategy.x]", {"game": "limit-holdem", "abstraction": "a", **keys})


def test_a_killed_stage_goes_on_to_the_same_bits(
    tmp_path: Path, buckets: Stage, counts: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Plan.of([buckets, counts, stage("limit2", **LIMIT)])
    monkeypatch.setattr("pokerdata.solving.run._PIECE", 0.0)
    Runner(plan, tmp_path / "unbroken", threads=1, say=lambda _: None).run()

    from pokerdata.solving.public import Solver

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

    def noted(self: Solver, count: int) -> None:
        seen.append(self.iteration)
        iterate(self, count)

    monkeypatch.setattr(Solver, "iterate", noted)
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
            r"abstraction: expected one for limit-holdem, got None; e\.g\. abstraction = .history5.",
        ),
        (
            {"game": "kuhn", "abstraction": "history5"},
            "abstraction: expected none for kuhn, got 'history5'",
        ),
        ({"game": "chess"}, "game: expected .*got 'chess'"),
        ({"game": "kuhn", "stack": 100}, r"stack 100: expected it in a no-limit game only, got kuhn"),
        ({"game": "nolimit-holdem", "stack": "much"}, "stack: expected .*got 'much'"),
        ({"game": "nolimit-holdem", "menu": [["pot"]]}, "expected one list for all streets or 4 lists"),
        (
            {"game": "kuhn", "algorithm": "cfr", "alpha": 1.0},
            r"algorithm cfr: no parameter alpha=1\.0; it has optimistic, simultaneous, pruning",
        ),
        ({"game": "kuhn", "target": "1"}, "target: expected .*got '1'"),
        ({"game": "kuhn", "dtype": "half"}, "dtype: expected .*got 'half'"),
        ({"game": "kuhn", "every": 0}, "every: expected .*got 0"),
        ({"game": "kuhn", "alpha": float("nan")}, "alpha: expected a finite number.*got nan"),
        ({"game": "kuhn", "gamma": -1.0}, "gamma: expected 0 to 1,000.*got -1.0"),
        ({"game": "kuhn", "algorithm": "cfr+", "delay": -1}, "delay: expected 0 or more.*got -1"),
    ],
)
def test_bad_sections(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        stage("x", **keys)


def test_the_estimate_grows_with_the_buckets() -> None:
    five, eight = (stage("x", buckets=b, game="limit-holdem", abstraction="a").cost for b in (5, 8))
    assert 20 < eight.seconds / five.seconds < 60
    assert 1e8 < five.memory_bytes < eight.memory_bytes < 6e9
    few = stage("x", buckets=8, game="limit-holdem", abstraction="a", iterations=20).cost
    assert few.seconds < eight.seconds / 5
