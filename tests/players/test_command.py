"""`pokerdata match` with bots, at tables of three and more, and between two strategies."""

import json

import pytest
from click.testing import CliRunner

from pokerdata.cli import cli
from pokerdata.games import table_rules
from pokerdata.games.play import read_hand
from pokerdata.matches import match
from pokerdata.matches.table import play_at_table
from pokerdata.solving.public import solve

TIGHT = """
class Tight:
    def act(self, state):
        return "f" if state.can_fold else "c"

    def reset(self):
        pass
"""


def _said(*words):
    found = CliRunner().invoke(cli, ["match", *words], catch_exceptions=True)
    return found.output, found.exception


@pytest.fixture
def bot(tmp_path):
    (tmp_path / "my_bots.py").write_text(TIGHT)
    return f"{tmp_path}/my_bots.py:Tight"


def test_three_players_by_name(bot):
    names = [bot, "random", "always-call"]
    words = [*names, "--game", "limit-holdem-3p", "--deals", "10", "--seed", "4", "--trust"]
    result = play_at_table(names, "limit-holdem-3p", deals=10, seed=4, trust=True)
    assert result.replays
    said, _ = _said(*words, "--json")
    found = json.loads(said)
    assert [row["chips"] for row in found["results"]] == [str(chips) for chips in result.chips]
    assert found["flows_chips"] == [[str(chips) for chips in row] for row in result.flows]
    said, _ = _said(*words)
    assert "all 6 orders of seats, 60 hands, seed 4; the whole match in each" in said
    assert "bb/100 paid" in said
    said, _ = _said(*words, "--show-hands", "2", "--deal-by-deal")
    hands = [
        read_hand(table_rules("limit-holdem-3p"), line) for line in said.splitlines() if "STATE:" in line
    ]
    assert [hand.hand for hand in hands] == [0] * 6 + [1] * 6


def test_a_bot_against_a_strategy_takes_its_game(bot, tmp_path):
    solve("leduc", iterations=5).save(tmp_path / "leduc.h5")
    said, _ = _said(bot, str(tmp_path / "leduc.h5"), "--deals", "5", "--trust")
    assert said.startswith("Leduc hold'em: ")
    assert "P1" in said


def test_two_baselines_play_in_the_core():
    said, _ = _said("always-call", "random", "--game", "leduc", "--deals", "500", "--seed", "3", "--json")
    assert json.loads(said) == match("always-call", "random", game="leduc", deals=500, seed=3).to_dict()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["random"], "expected two to ten"),
        (["random", "always-fold"], "game: expected one, as none of the players has a strategy"),
        (["random", "random", "--game", "limit-holdem-3p"], "players: expected 3"),
        (["random", "random", "--game", "limit-holdm"], "did you mean"),
        (["random", "random", "random", "--game", "kuhn-3p", "--response-ms", "-1"], "response_ms: expected"),
    ],
)
def test_what_is_refused(words, message):
    said, error = _said(*words)
    assert message in f"{said}{error}"


def test_code_runs_only_when_trusted(bot):
    said, error = _said(bot, "random", "random", "--game", "limit-holdem-3p")
    assert "expected --trust" in f"{said}{error}"
