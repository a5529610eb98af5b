"""Spots from played hands: .phh files and match logs."""

from pathlib import Path
from typing import Any

import pytest

from pokerdata import Spot
from pokerdata.games import table_rules
from pokerdata.games.play import State, hand_text, write_phh

# Dwan against Ivey and Antonius, 2009: Antonius folds before the flop, and the turn is all-in.
FAMOUS = """
variant = "NT"
ante_trimming_status = true
antes = [500, 500, 500]
blinds_or_straddles = [1000, 2000, 0]
min_bet = 2000
starting_stacks = [1125600, 2000000, 553500]
actions = [
  "d dh p1 Ac2d", "d dh p2 ????", "d dh p3 7h6h",
  "p3 cbr 7000", "p1 cbr 23000", "p2 f", "p3 cc",
  "d db Jc3d5c", "p1 cbr 35000", "p3 cc",
  "d db 4h", "p1 cbr 90000", "p3 cbr 232600", "p1 cbr 1067100", "p3 cc",
  "p1 sm Ac2d", "p3 sm 7h6h", "d db Jh",
]
"""
RANGES: dict[str, Any] = {"oop": "22+,A2s+", "ip": "22+,76s"}


@pytest.fixture
def famous(tmp_path: Path) -> Path:
    path = tmp_path / "famous.phh"
    path.write_text(FAMOUS)
    return path


def test_a_famous_hand(famous: Path) -> None:
    flop = Spot.from_hand(famous, at="flop", **RANGES, bets="60%,a")
    assert (flop.board, flop.pot, flop.stacks) == (
        "Jc 3d 5c",
        3 * 500 + 2 * 23_000 + 2000,
        (1_102_100, 530_000),
    )
    assert (flop.minimum_bet, flop.big_blind, flop.dead_money) == (2000, 2000, 49_500)
    turn = Spot.from_hand(famous, at="turn", **RANGES, bets="60%,a", raises="3x", rake="5%", minimum_bet=1)
    assert (turn.board, turn.pot, turn.stacks) == ("Jc 3d 5c 4h", 119_500, (1_067_100, 495_000))
    assert (turn.minimum_bet, float(turn.rake)) == (1, 0.05)
    with pytest.raises(
        ValueError,
        match=r"famous.phh, hand 1: expected players with chips .*, got SB and BU all-in before it; e.g. an earlier street",
    ):
        Spot.from_hand(famous, at="river", **RANGES, bets="60%")
    with pytest.raises(
        ValueError, match=r"pot: expected none, as the hand has it, got 3; e.g. bets='60%,a' alone"
    ):
        Spot.from_hand(famous, at="turn", **RANGES, bets="60%", pot=3)
    with pytest.raises(ValueError, match=r"at: expected flop, turn or river, got 'preflop'; e.g. 'turn'"):
        Spot.from_hand(famous, at="preflop", **RANGES, bets="60%")
    with pytest.raises(ValueError, match=r"hand: expected a whole number from 1 to 1, got 2"):
        Spot.from_hand(famous, at="turn", hand=2, **RANGES, bets="60%")
    with pytest.raises(ValueError, match=r"game: expected none with a .phh file"):
        Spot.from_hand(famous, at="turn", game="nolimit-holdem", **RANGES, bets="60%")


def played(game: str, history: str, **known: Any) -> State:
    definition = table_rules(game)
    holes = ["AhKh", "2c2d", "7s6s"][: definition.players]
    state = State(
        definition, hole_cards=holes, board="Td9d6hQc3s", names=["A", "B", "C"][: definition.players], **known
    )
    for action in history.replace("/", " ").split():
        state = state.apply(action)
    return state


def log(path: Path, *hands: State, comment: str = "") -> Path:
    path.write_text("\n".join([*([comment] if comment else []), *map(hand_text, hands)]) + "\n")
    return path


def test_a_log_of_a_limit_match(tmp_path: Path) -> None:
    hands = (played("limit-holdem", "c c/c c/c r c/r f"), played("limit-holdem", "r f"))
    named = log(tmp_path / "m.log", *hands, comment="# name/game/hands/seed match limit-holdem 2 42")
    found = Spot.from_hand(named, at="river", **RANGES)
    assert (found.board, found.pot) == ("Td 9d 6h Qc 3s", 20 + 40)
    assert (found.limit_bets, found.caps, found.stacks, found.big_blind) == ((20,), (4,), None, 10)
    turn = Spot.from_hand(named, at="turn", **RANGES)
    assert (turn.pot, turn.limit_bets, turn.caps) == (20, (20, 20), (4, 4))
    # The rest of the hand is a line of the tree.
    assert turn.tree.history(1) == "c"
    with pytest.raises(ValueError, match=r"hand 2 reached \(it ended before the flop\), got turn"):
        Spot.from_hand(named, at="turn", hand=2, **RANGES)
    with pytest.raises(ValueError, match=r"bets: expected none with limit_bets"):
        Spot.from_hand(named, at="turn", **RANGES, bets="60%")
    unnamed = log(tmp_path / "n.log", *hands)
    with pytest.raises(
        ValueError, match=r"expected a log that names its game, or the game itself, got one that names none"
    ):
        Spot.from_hand(unnamed, at="turn", **RANGES)
    assert Spot.from_hand(unnamed, at="turn", game="limit-holdem", **RANGES) == turn
    strange = log(tmp_path / "o.log", *hands, comment="# name/game/hands/seed match strange.game 2 42")
    with pytest.raises(ValueError, match=r"got one that names strange.game, which is not here"):
        Spot.from_hand(strange, at="turn", **RANGES)
    with pytest.raises(ValueError, match=r"cannot read the log"):
        Spot.from_hand(tmp_path / "absent.log", at="turn", **RANGES)


def test_a_log_beside_its_game_file(tmp_path: Path) -> None:
    from pokerdata.games.play import definition_text

    (tmp_path / "mine.game").write_text(definition_text(table_rules("limit-holdem")))
    path = log(
        tmp_path / "m.log",
        played("limit-holdem", "c c/c c/c r c/r f"),
        comment="# name/game/hands/seed match games/mine.game 1 42",
    )
    assert Spot.from_hand(path, at="turn", **RANGES).pot == 20


def test_without_limits(tmp_path: Path) -> None:
    """The player that acts first after the flop is oop: position 0 of three, and of two the big blind."""
    hand = played("nolimit-holdem", "r300 c/c r600 c/c c/c c")
    path = log(tmp_path / "m.log", hand)
    found = Spot.from_hand(path, at="turn", game="nolimit-holdem", **RANGES, bets="75%")
    stack = table_rules("nolimit-holdem").stacks[0]
    assert (found.pot, found.stacks) == (1200, (stack - 600, stack - 600))
    write_phh(hand, tmp_path / "m.phh")
    assert Spot.from_hand(tmp_path / "m.phh", at="turn", **RANGES, bets="75%") == found


def test_three_players(tmp_path: Path) -> None:
    hand = played("limit-holdem-3p", "c c c/r c f/r c/c c")
    path = log(tmp_path / "m.log", hand)
    with pytest.raises(ValueError, match=r"expected two players on the flop, got 3 \(SB, BB, BU\)"):
        Spot.from_hand(path, at="flop", game="limit-holdem-3p", **RANGES)
    turn = Spot.from_hand(path, at="turn", game="limit-holdem-3p", **RANGES)
    assert turn.pot == hand.pot - 2 * hand.game.bets[2] == turn.dead_money
