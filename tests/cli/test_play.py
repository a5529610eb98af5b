"""`pokerdata play`: a person in the terminal."""

import pytest
from click.testing import CliRunner

from pokerdata.cli import cli
from pokerdata.solving.public import solve


def played(typed: str, *arguments: str) -> str:
    result = CliRunner(env={"COLUMNS": "80"}).invoke(cli, ["play", *arguments], input=typed)
    assert result.exit_code == 0, result.output
    assert max(map(len, result.output.splitlines())) <= 80
    return result.output


def test_a_hand_to_its_end() -> None:
    text = played("c\nc\nc\nc\n\n", "--against", "always-call", "--seed", "5", "--hands", "1")
    for told in (
        "heads-up limit Texas hold'em; amounts in chips, cards of seed 5",
        "Hand 1: you are BB with 3h 7d",
        "SB always-call: calls",
        "pot 20, nothing to call: c, r",
        "flop: Ah 4s 6h",
        "river: Ah 4s 6h Ts Ac",
        "SB always-call shows 6d Qc",
        "you lose 10",
        "1 hand: -10 chips, -100.0 ± not known big blinds per 100 hands (95 %)",
    ):
        assert told in text, told


def test_errors_are_told_and_nothing_is_lost() -> None:
    text = played("x\nu\nr\nu\nh\n?\nq\n", "--against", "always-call", "--seed", "5")
    assert "action: expected 'f', 'c' or 'r', got 'x'" in text
    assert "there is no action of yours in this hand to take back" in text
    assert "as the protocol writes it: c" in text
    assert "no hand was finished" in text


def test_taken_back_actions_are_told() -> None:
    text = played("f\nu\n" + "c\n" * 20, "--against", "always-raise", "--seed", "5", "--hands", "1")
    assert "1 action taken back" in text


def test_a_raise_of_blinds_is_no_bet(tmp_path) -> None:
    text = played("r\n" + "c\n" * 9, "--against", "always-call", "--seed", "5", "--hands", "1")
    assert "SB always-call: calls" in text  # a limp
    text = played("h\nr\nh\n" + "r\nh\nq\n", "--against", "always-call", "--seed", "5", "--hands", "1")
    told = [line.strip() for line in text.splitlines()]
    assert "BB you: raises" in told
    assert told.index("BB you: raises") < told.index("BB you: bets"), "the first on the flop is a bet"
    (tmp_path / "straddle.toml").write_text(
        'name = "antes"\n[betting]\nante = 1\nblinds = [0, 0]\nstacks = [9, 9]\nfirst_to_act = [1]\nmax_raises = [3]\n'
        '[cards]\nranks = "JQK"\nsuits = 2\nhole = 1\nboard = [0]\nranking = "pairs"\n'
    )
    text = played(
        "r2\nh\nq\n", "--against", "always-raise", "--game", str(tmp_path / "straddle.toml"), "--seed", "2"
    )
    assert "P1 you: bets to 2" in text or "P1 always-raise: bets to 2" in text, "an ante is no bet"


def test_a_strategy_brings_its_game(tmp_path) -> None:
    solve("leduc", iterations=20).save(tmp_path / "leduc.h5")
    text = played("q\n", "--against", str(tmp_path / "leduc.h5"), "--seed", "1")
    assert "Leduc hold'em; amounts in chips" in text
    assert " leduc.h5, posts 1" in text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--against", "nobody"], "nobody"),
        (["--against", "x.py:Bot"], "--trust"),
        (["--against", "always-call", "--game", "limit-holdem-3p"], "expected 2 in three-player"),
        (["--against", "always-call", "--seed", "-1"], "--seed"),
    ],
)
def test_bad_calls(arguments: list[str], told: str) -> None:
    result = CliRunner().invoke(cli, ["play", *arguments], input="q\n")
    assert result.exit_code != 0
    assert told in str(result.exception) + result.output
