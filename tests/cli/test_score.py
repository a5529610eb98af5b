"""`pokerdata score`: hands that it plays, and hands of a log."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata import games
from pokerdata.cli import main
from pokerdata.cli.learn import learn, score
from pokerdata.errors import TableError
from pokerdata.games.play import hand_text
from pokerdata.matches import play_hands
from pokerdata.players.agents import Agent
from pokerdata.players.modelling import LokiWeights, PokiWeights, StrategyRange, score_ranges
from pokerdata.players.modelling.scoring import find_range_model
from pokerdata.solving import public as solvers


def run(command: object, *arguments: str) -> str:
    result = CliRunner().invoke(command, list(arguments), catch_exceptions=False)  # type: ignore[arg-type]
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def weak(tmp_path: Path) -> str:
    path = tmp_path / "weak.h5"
    solvers.solve(games.leduc(), iterations=3).save(path)
    return str(path)


def test_models_of_a_strategy(weak: str, tmp_path: Path) -> None:
    counted = str(tmp_path / "counted.h5")
    run(learn, weak, "--game", "leduc", "--deals", "2000", "--out", counted)
    arguments = (weak, "--models", counted, "--deals", "100", "--seed", "3")
    said = json.loads(run(score, *arguments, "--json"))
    played = play_hands([weak, "always-call"], "leduc", deals=100, seed=3, names=("weak", "always-call"))
    models = {"counted": find_range_model(counted), "truth": StrategyRange(Agent.load(weak))}
    wanted = score_ranges((hand.state for hand in played), "weak", models, hands_of_deal=2).to_dict()
    assert said["scores"] == wanted["scores"]
    assert said["hands"] == 200
    text = run(score, *arguments)
    assert re.search(r"^uniform +-1\.", text, re.MULTILINE)
    assert text.startswith("Leduc hold'em against always-call, 100 duplicate deals, seed 3\n")
    assert "decision points; ±: 95 % over deals" in " ".join(text.split())
    assert "truth" in text
    assert "counted" in text


def test_hands_of_a_log(tmp_path: Path) -> None:
    hands = [hand.state for hand in play_hands(["simple", "random"], "limit-holdem", deals=5, seed=1)]
    log = tmp_path / "match.log"
    log.write_text("".join(f"{hand_text(hand)}\n" for hand in hands))
    said = json.loads(run(score, "simple", "--log", str(log), "--game", "limit-holdem", "--json"))
    wanted = score_ranges(hands, "simple", {"loki": LokiWeights(), "poki": PokiWeights()}).to_dict()
    assert said == {"game": "heads-up limit Texas hold'em", "log": str(log), **wanted}


def test_players_against_themselves_have_two_names() -> None:
    said = run(score, "always-call", "--game", "limit-holdem", "--deals", "2", "--models", "loki")
    assert "\nhand held of always-call: 4 hands, 16 decision points" in said


def test_known_strategies_of_a_log(weak: str, tmp_path: Path) -> None:
    hands = [
        hand.state
        for hand in play_hands([weak, "random"], "leduc", deals=20, seed=1, names=("weak", "random"))
    ]
    log = tmp_path / "match.log"
    log.write_text("".join(f"{hand_text(hand)}\n" for hand in hands))
    said = run(score, "weak", "--log", str(log), "--game", "leduc", "--models", "", "--known", weak)
    assert "truth" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simple"], "game: expected one, as none of the players has a strategy"),
        (["simple", "--game", "limit-holdem-3p"], "game: expected one for two players"),
        (["simple", "--game", "leduc"], "simple"),
        (
            ["simple", "--game", "limit-holdem", "--models", "lokki"],
            "model: expected one of loki, poki or a file",
        ),
        (["simple", "--game", "limit-holdem", "--models", "loki,loki"], "--models: expected each once"),
        (["simple", "--game", "limit-holdem", "--deals", "0"], "deals: expected a whole number from 1"),
        (["random", "--game", "leduc", "--deals", "1"], "game: expected one of Texas hold'em"),
        (["x", "--log", "LOG"], "--log: expected --game"),
        (["x", "--log", "LOG", "--game", "leduc", "--deals", "3"], "--log: expected without --against"),
        (
            ["x", "--log", "LOG", "--game", "leduc"],
            "player: expected one of those in the hands, of which there are none",
        ),
        (["x", "--log", "BROKEN", "--game", "leduc"], "line 1"),
        (["simple", "--game", "limit-holdem", "--known", "y.h5"], "--known: expected with --log"),
        (["simple", "--game", "limit-holdem", "--models", "missing.h5"], "missing.h5"),
    ],
)
def test_what_is_refused(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("LOG").write_text("")
    Path("BROKEN").write_text("STATE:0:zz\n")
    assert main(["score", *arguments]) in (1, 2)
    said = capsys.readouterr()
    assert message in said.err
    assert not said.out


def test_a_strategy_is_no_model(weak: str) -> None:
    with pytest.raises(TableError, match="expected a model, as `pokerdata learn` writes"):
        find_range_model(weak)
