"""`pokerdata learn`, and `respond --by-data` with its output."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from helpers.recipes import WEAK, linked, runner_of
from pokerdata import games
from pokerdata.cli.learn import learn
from pokerdata.cli.respond import respond
from pokerdata.errors import TableError
from pokerdata.games.strategies import Strategy, load_strategy, simple_strategy
from pokerdata.matches import hands
from pokerdata.players.agents import Agent
from pokerdata.players.modelling import load_model, model_of
from pokerdata.solving import public as solvers


def run(command: object, *arguments: str) -> str:
    result = CliRunner().invoke(command, list(arguments), catch_exceptions=False)  # type: ignore[arg-type]
    assert result.exit_code == 0, result.output
    return result.output


def test_a_model_of_real_cards(tmp_path: Path) -> None:
    out = tmp_path / "raiser.h5"
    said = run(learn, "always-raise", "--game", "leduc", "--deals", "300", "--seed", "4", "--out", str(out))
    assert said.startswith("Leduc hold'em: 600 hands of always-raise against probe, ")
    game = games.leduc()
    probe = Strategy(game.rules, game.parts()[0], None, simple_strategy(game, "probe"), game.state_names)
    met = hands("always-raise", Agent.of(probe, name="probe"), deals=300, seed=4)
    wanted, found = model_of(met, game, player="always-raise"), load_model(out)
    assert all(map(np.array_equal, found.strategy, wanted.strategy))
    assert all(map(np.array_equal, found.observations, wanted.observations))
    assert (found.hands, found.seen_sets) == (600, wanted.seen_sets)
    alone = solvers.restricted_response(game, wanted, wanted.trust(0.8, full=20), iterations=50)
    run(
        respond,
        str(out),
        "--p",
        "0.8",
        "--by-data",
        "--full",
        "20",
        "--iterations",
        "50",
        "--out",
        str(tmp_path / "r.h5"),
    )
    written = load_strategy(tmp_path / "r.h5")
    assert all(map(np.array_equal, written.strategy, alone.strategy))
    assert written.attributes["p"] == "by information set"
    assert load_strategy(out).attributes["hands"] == 600


@pytest.mark.slow
def test_a_model_over_buckets(tables: Path, tmp_path: Path) -> None:
    """It stores the digests of the buckets, so that responses to it can play real cards."""
    folder = linked(tmp_path / "tables", tables)
    recipe = WEAK.format(game="limit-holdem", iterations=1)
    runner_of(recipe, folder).run()
    weak, model = folder / "weak_strategy.h5", folder / "model.h5"
    run(
        learn,
        "always-raise",
        "--over",
        str(weak),
        "--deals",
        "500",
        "--out",
        str(model),
        "--default",
        "raise",
    )
    assert load_strategy(model).buckets == load_strategy(weak).buckets
    run(
        respond,
        str(model),
        "--p",
        "0.9",
        "--iterations",
        "30",
        "--dtype",
        "float32",
        "--out",
        str(folder / "r.h5"),
    )
    response = load_strategy(folder / "r.h5")
    game = response.game()
    raiser = simple_strategy(game, "raise")
    won = solvers.against(game, response.strategy, raiser).expected_value
    assert 0 < won <= solvers.evaluate(game, raiser).best_response[0]
    assert Agent.load(folder / "r.h5").probabilities("AhKh")  # finds its buckets


def test_what_is_refused(tmp_path: Path) -> None:
    out = str(tmp_path / "model.h5")
    for arguments, message in (
        (["always-call"], "--game and --over: expected one of them, got both or none"),
        (["always-call", "--game", "limit-holdem"], "too large to solve whole"),
        (["always-call", "--game", "leduc", "--deals", "0"], "deals: expected .*got 0"),
        (["always-call", "--game", "leduc", "--default", "x"], "default: expected one of uniform, call"),
    ):
        with pytest.raises(ValueError, match=message):
            run(learn, *arguments, "--out", out)
    with pytest.raises(ValueError, match=r"ends in .h5"):
        run(learn, "always-call", "--game", "leduc", "--out", str(tmp_path / "model.txt"))
    with pytest.raises(
        ValueError, match="--by-data: expected a model that `pokerdata learn` wrote, got uniform"
    ):
        run(respond, "uniform", "--game", "leduc", "--p", "0.9", "--by-data")
    solvers.solve("kuhn", iterations=1).save(out)
    with pytest.raises(
        TableError, match="expected a model, as `pokerdata learn` writes, got a strategy without"
    ):
        run(respond, out, "--p", "0.9", "--by-data")
    run(learn, "always-call", "--game", "kuhn", "--deals", "5", "--out", str(tmp_path / "m.h5"))
    with pytest.raises(ValueError, match="full: expected a number of observations above 0, got 0"):
        run(respond, str(tmp_path / "m.h5"), "--p", "0.9", "--by-data", "--full", "0")
