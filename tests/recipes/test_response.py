"""[response.NAME]: responses to strategies of a recipe, as strategies, with their winnings and exploitability."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.recipes import WEAK, linked, plan_of, runner_of
from pokerdata import open_table
from pokerdata.games import load_game
from pokerdata.games.strategies import load_strategy, simple_strategy
from pokerdata.pipeline.store import open_table as open_as
from pokerdata.recipes.response import SECTION, ResponseSection
from pokerdata.solving import public as solvers
from pokerdata.solving.public import load_trade_off, restricted_response, strategy_table, trade_off
from pokerdata.solving.public.restricted_response import digest_of

RECIPE = """
[strategy.weak]
game = "leduc"
iterations = 1
[response.hard]
game = "leduc"
model = "weak"
p = 0.9
trade_off = [0.5, 0.9]
[response.calling]
game = "leduc"
model = "always-call"
p = 0.75
algorithm = "cfr+"
target = "0.1mb"
[match.all]
agents = ["weak", "hard", "calling", "always-call"]
deals = 2_000
[page.all]
title = "Responses"
matches = ["all"]
[report]
plots = ["convergence"]
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("responses")
    runner_of(RECIPE, folder).run()
    return folder


def test_what_is_made(made: Path) -> None:
    assert {path.name for path in made.glob("[!.]*.*")} >= {
        "hard_strategy.h5",
        "hard_trade_off.h5",
        "hard_curve.png",
        "calling_strategy.h5",
        "all_page.md",
        "weak_convergence.png",
    }
    assert not (made / "hard_convergence.png").exists()
    assert (made / "hard_curve.png").read_bytes()[:4] == b"\x89PNG"


def test_responses_are_those_of_the_function(made: Path) -> None:
    weak, hard = (load_strategy(made / f"{name}_strategy.h5") for name in ("weak", "hard"))
    alone = restricted_response("leduc", weak, 0.9)
    assert all(map(np.array_equal, hard.strategy, alone.strategy))
    assert hard.attributes["response_to"] == digest_of(weak.strategy)
    assert hard.attributes["p"] == 0.9
    found = load_trade_off(made / "hard_trade_off.h5")
    wanted = trade_off("leduc", weak, [0.5, 0.9])
    assert found.lines() == wanted.lines()
    calling = load_strategy(made / "calling_strategy.h5")
    game = calling.game()
    win = -solvers.against(game, simple_strategy(game, "call"), calling.strategy).expected_value
    assert win == pytest.approx(22 / 15, abs=2e-3)


def test_a_response_plays_as_any_strategy(made: Path) -> None:
    page = (made / "all_page.md").read_text()
    assert "`hard`" in page
    assert strategy_table.solving_seconds(open_table("hard_strategy", tables=made)) > 0
    matches = open_table("all_matches", tables=made)
    assert "hard" in str(matches.attributes["agents"])


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pokerdata.solving.run._PIECE", 0.0)
    text = RECIPE.partition("[match")[0]
    with monkeypatch.context() as patched:
        patched.setattr(solvers.Response, "table", broken)
        with pytest.raises(KeyboardInterrupt):
            runner_of(text, tmp_path).run(["hard_strategy"])
    with monkeypatch.context() as patched:
        patched.setattr(solvers.Solver, "iterate", broken)  # all iterations are done
        runner_of(text, tmp_path).run(["hard_strategy"])
    alone = restricted_response("leduc", load_strategy(tmp_path / "weak_strategy.h5"), 0.9)
    assert all(map(np.array_equal, load_strategy(tmp_path / "hard_strategy.h5").strategy, alone.strategy))


HOLDEM = """
[response.hard]
game = "{game}"
abstraction = "two"
model = "weak"
p = 0.8
iterations = 60
dtype = "float32"
"""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["limit-holdem", "nolimit-holdem"])
def test_bucketed_holdem(game: str, tables: Path, tmp_path: Path) -> None:
    """Over the model's buckets it wins much, stores their digests, and uses the same buckets on real cards."""
    folder = linked(tmp_path / "tables", tables)
    runner_of(WEAK.format(game=game, iterations=2) + HOLDEM.format(game=game), folder).run()
    weak, hard = (load_strategy(folder / f"{name}_strategy.h5") for name in ("weak", "hard"))
    played = hard.game()
    first = solvers.against(played, hard.strategy, weak.strategy)
    wins = (first.expected_value, -solvers.against(played, weak.strategy, hard.strategy).expected_value)
    told = hard.attributes
    assert (told["win_1_chips_per_game"], told["win_2_chips_per_game"]) == pytest.approx(wins, rel=1e-4)
    best = solvers.evaluate(played, weak.strategy).best_response
    assert all(win <= most + 1e-6 for win, most in zip(wins, best, strict=True))
    assert sum(wins) > 0.5 * sum(best)
    assert hard.buckets == weak.buckets
    log = open_as(folder / "hard_strategy.h5")["response_log"]
    assert (log[:, 2] <= log[:, 3]).all()
    assert log[-1, 3] - log[-1, 2] < 0.2 * (log[0, 3] - log[0, 2])
    from_file = restricted_response(played, weak, 0.8, iterations=60, dtype="float32")
    from_file.save(folder / "again.h5")
    again = load_strategy(folder / "again.h5")
    assert all(map(np.array_equal, again.strategy, hard.strategy))
    assert again.buckets == weak.buckets
    assert solvers.exploitability(folder / "again.h5").nash_conv == pytest.approx(
        2 * told["exploitability_chips_per_game"], rel=1e-6
    )


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"p": 1.5}, "p: expected how likely the opponent plays the model, from 0 to 1, got 1.5"),
        ({"trade_off": [0.5, 2]}, "p: expected how likely .* got 2"),
        ({"model": "strong"}, "model: expected one of weak, .*uniform, always-call, .* got 'strong'"),
        ({"model": "mine"}, "model: expected one of weak, .* got 'mine'"),
        (
            {"game": "kuhn"},
            "model: expected a strategy of kuhn with abstraction none, .* got weak, which is of leduc",
        ),
        ({"target": "1"}, "target: expected"),
    ],
)
def test_what_is_refused(keys: dict[str, Any], message: str) -> None:
    given = {"game": "leduc", "model": "weak", "p": 0.5} | keys
    lines = "\n".join(f"{key} = {value!r}" for key, value in given.items())
    with pytest.raises(ValueError, match=message):
        plan_of(f'[strategy.weak]\ngame = "leduc"\n[response.mine]\n{lines}')


def test_what_a_section_costs() -> None:
    plan = plan_of(RECIPE)
    one, many = plan.stages["hard_strategy"].cost, plan.stages["hard_trade_off"].cost
    assert many.seconds == pytest.approx(4 * one.seconds)
    assert load_game("leduc").build is not None
    section = SECTION.read("[response.test]", {"game": "leduc", "model": "uniform", "p": 1})
    assert isinstance(section, ResponseSection)
    assert section.exploitability_target is None
