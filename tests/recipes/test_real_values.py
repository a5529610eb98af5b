"""Values on real cards in recipes: flops, agents, and cost."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from helpers.real_values import made_up_values, written
from helpers.recipes import plan_of
from helpers.schemas import check_schemas
from pokerdata.games import load_game
from pokerdata.games.named import LIMIT_HOLDEM, NOLIMIT_HOLDEM
from pokerdata.matches import match as match_of
from pokerdata.pipeline.store import Table, open_table
from pokerdata.recipes.reading import load_plan
from pokerdata.recipes.real_values import without_cards
from pokerdata.solving.real_cards import values as real_table
from pokerdata.solving.real_cards.evaluation import Contestant, values_of

STRATEGY = """
[abstraction.coarse]
kind = "history"
metric = "ehs"
buckets = [2, 2, 2, 2]

[strategy.coarse]
game = "{game}"
abstraction = "coarse"
{keys}
"""


def strategy(*keys: str, game: str = "limit-holdem") -> str:
    return STRATEGY.format(game=game, keys="\n".join(keys))


def match(agents: str, *keys: str) -> str:
    return strategy() + f"\n[match.m]\nagents = [{agents}]\n" + "\n".join(keys)


def test_all_flops_or_some() -> None:
    assert "coarse_real" not in plan_of(strategy()).stages
    assert "coarse_real" not in plan_of(strategy("real = false")).stages
    exact = plan_of(strategy("real = true")).stages["coarse_real"]
    drawn = plan_of(strategy("real_flops = 40", "real_seed = 3")).stages["coarse_real"]
    assert exact.parameters == {}
    assert drawn.parameters == {"flops": 40, "seed": 3}
    assert plan_of(strategy("real_flops = 40")).stages["coarse_real"].parameters == {"flops": 40, "seed": 0}
    assert drawn.parents == exact.parents
    assert 0.01 < drawn.cost.seconds / exact.cost.seconds < 0.05
    assert drawn.cost.disk_bytes < exact.cost.disk_bytes


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (["real_seed = 3"], "real_seed: expected only with real_flops, got 3 without; e.g. real_flops = 100"),
        (
            ["real = true", "real_flops = 40"],
            "real_flops: expected without real = true, which deals all flops",
        ),
        (["real_flops = 41"], "real_flops: expected an even number, got 41; e.g. 42"),
        (["real_flops = 2"], "real_flops: expected a whole number from 4 to 100000, got 2; e.g. 100"),
        (["real_flops = 40", "real_seed = -1"], "real_seed: expected a whole number from 0"),
        (["real_flops = true"], "real_flops: expected an integer"),
    ],
)
def test_keys_that_do_not_fit(keys: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=r"\[strategy.coarse\]: " + message.replace("[", r"\[")):
        plan_of(strategy(*keys))
    with pytest.raises(ValueError, match=r"\[match.m\]: " + message.replace("[", r"\[")):
        plan_of(match('"coarse", "always-call"', *keys))


def test_not_of_games_whose_values_are_on_real_cards_already() -> None:
    with pytest.raises(ValueError, match="real_flops: expected a number only for a game over an abstraction"):
        plan_of('[strategy.leduc]\ngame = "leduc"\nreal_flops = 4\n')
    with pytest.raises(ValueError, match=r"agents that look at no cards \(none in this game\)"):
        plan_of('[match.m]\ngame = "leduc"\nagents = ["random", "always-call"]\nreal = true\n')


def test_agents_that_look_at_no_cards() -> None:
    agents = '"coarse", "always-call", "always-raise", "random", "simple"'
    stages = plan_of(match(agents, "real_flops = 40", "real_seed = 3")).stages
    made = {name: stage for name, stage in stages.items() if name.endswith("_real")}
    assert set(made) == {"m_always_call_real", "m_always_raise_real", "m_random_real"}
    for name, stage in made.items():
        assert stage.parents == ()
        assert {"flops": 40, "seed": 3}.items() <= stage.parameters.items()
        assert stage.parameters["plays"] == ("uniform" if "random" in name else stage.parameters["agent"])
        assert stage.parameters["rules"] == LIMIT_HOLDEM.values()
    assert made["m_always_call_real"].cost.seconds < made["m_random_real"].cost.seconds / 2
    with pytest.raises(ValueError, match="real, real_flops: expected only with agents that look at no cards"):
        plan_of(match('"coarse", "simple"', "real = true"))


def test_without_limits_only_the_agent_that_makes_no_bets() -> None:
    text = strategy(game="nolimit-holdem") + '[match.m]\nagents = ["coarse", "always-call", "random"]\n'
    stages = plan_of(text + "real = true").stages
    assert [name for name in stages if name.endswith("_real")] == ["m_always_call_real"]
    assert stages["m_always_call_real"].parameters["rules"] == NOLIMIT_HOLDEM.values()


@pytest.mark.parametrize("flops", [None, 24])
def test_a_table_gives_back_what_was_found(flops: int | None, tmp_path: Path) -> None:
    found = made_up_values(flops)
    written(tmp_path, found)
    table = open_table("mine_real", tmp_path, Table)
    assert real_table.read(table) == found
    assert real_table.summary(table) == str(found).split("\n")
    np.testing.assert_array_equal(table["best_response"], [1.0, 3.0])
    assert ("standard_error" in table.keys()) is (flops is not None)  # noqa: SIM118 - a table is no mapping
    check_schemas(tmp_path)


def test_the_recipe_shares_its_tables_and_takes_a_night() -> None:
    stages = load_plan("real-exploitability").stages
    for other in ("zinkevich-2007-10", "abstractions", "eriksson-2012"):
        theirs = load_plan(other).stages
        shared = [name for name in theirs if name.endswith(("_buckets", "_counts", "_strategy"))]
        assert shared
        for name in shared:
            assert stages[name].parameters == theirs[name].parameters
            assert stages[name].parents == theirs[name].parents
    real = {name: stage for name, stage in stages.items() if name.endswith("_real")}
    assert len(real) == 20
    assert sum(stage.cost.seconds for stage in real.values()) < 10 * 3600
    assert max(stage.cost.memory_bytes for stage in real.values()) < 2e9
    assert real["limit5_real"].parameters == {}
    assert all("flops" in stages[f"{name}_real"].parameters for name in ("limit10", "nested", "hhs2_8"))


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [("random", "always-call"), ("always-raise", "random")])
def test_agents_without_cards_play_as_they_are_valued(first: str, second: str) -> None:
    """Both are estimates with confidence intervals, and both miss together once in a thousand runs."""
    known = without_cards(load_game("limit-holdem"))
    plays = [Contestant.without_cards(known[agent], LIMIT_HOLDEM) for agent in (first, second)]
    valued = values_of(*plays, flops=8, seed=1)
    played = match_of(first, second, deals=400_000, seed=1, game="limit-holdem")
    assert valued.both is not None
    assert abs(played.won[0].mean) > 5 * played.won[0].half_width, "the one wins much"
    near = 2 * (valued.both.won.half_width + played.won[0].half_width)
    assert abs(valued.both.won.mean - played.won[0].mean) < near
