"""DIVAT compared with a slow reference, its bias over all deals of Leduc, and invalid tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from helpers.every_hand import Played, played
from pokerdata import equity
from pokerdata._core.agents import BettingState
from pokerdata.cards.strength import ehr
from pokerdata.games import Game, load_game
from pokerdata.matches import Hand
from pokerdata.matches.luck import DivatStreet, DivatTable, divat_hands

HOLDEM = load_game("limit-holdem")
SOME = DivatTable((DivatStreet((0.7, 0.9)), DivatStreet((0.6, 0.8), 0.05)))


def by_the_book(
    game: Game,
    history: str,
    table: DivatTable,
    edge: Callable[[int], float],
    rank: Callable[[int, int], float],
) -> float:
    """Return the sum over streets, given edge(street) and rank(player, street)."""
    rules = game.rules.core

    def worth(state: BettingState, street: int) -> float:
        return state.won(0) if state.folded >= 0 else max(state.paid) * edge(street)

    def baseline(start: str) -> BettingState:
        now, street, bets = start, BettingState(rules, start).street, 0
        while True:
            state = BettingState(rules, now)
            if state.finished or state.street != street:
                return state
            row, own = table.streets[street], rank(state.player, street)
            odds = state.to_call / (sum(state.paid) + state.to_call)
            if bets < sum(own >= least for least in row.make) and state.may_raise:
                now, bets = now + "r", bets + 1
            elif state.to_call and row.offset is not None and own < odds + row.offset:
                now += "f"
            else:
                now += "c"

    total, start = 0.0, ""
    for street, played_there in enumerate(history.split("/")):
        after = BettingState(rules, start + played_there)
        total += worth(after, street) - worth(baseline(start), street)
        start += played_there + "/"
    return total


def leduc_edge(hand: Hand) -> tuple[Callable[[int], float], Callable[[int, int], float]]:
    """Return the edge by counting the six cards."""
    deck = "JJQQKK"
    cards = ["JQK".index(hand.hole[0][0]), "JQK".index(hand.hole[1][0])]
    board = "JQK".index(hand.board[0])

    def standing(one: int, two: int, common: int) -> int:
        return ((one == common, one) > (two == common, two)) - ((one == common, one) < (two == common, two))

    def left(*gone: int) -> list[int]:
        found = ["JQK".index(card) for card in deck]
        for card in gone:
            found.remove(card)
        return found

    def edge(street: int) -> float:
        if street == 1:
            return standing(cards[0], cards[1], board)
        return float(np.mean([standing(cards[0], cards[1], card) for card in left(*cards)]))

    def rank(player: int, street: int) -> float:
        own = cards[player]
        if street == 1:
            found = [standing(own, other, board) for other in left(own, board)]
        else:
            rest = left(own)
            found = [
                standing(own, rest[i], rest[j]) for i in range(len(rest)) for j in range(len(rest)) if i != j
            ]
        return (1 + float(np.mean(found))) / 2

    return edge, rank


@pytest.fixture(scope="module")
def leduc() -> Played:
    return played("leduc")


def test_every_hand_of_leduc_by_the_book(leduc: Played) -> None:
    some = np.random.default_rng(1).choice(len(leduc.hands), 400, replace=False)
    hands = [leduc.hands[number] for number in some]
    for table in (SOME, DivatTable.from_memory(2)):
        found = divat_hands(hands, leduc.game, table=table)
        told = [by_the_book(leduc.game, hand.history, table, *leduc_edge(hand)) for hand in hands]
        np.testing.assert_allclose(found, told, atol=1e-12)
        assert np.ptp(found) > 1


def test_bias_over_all_deals_of_leduc(leduc: Played) -> None:
    """The mean differs from the winnings; if both play the baseline itself, it is 0 for any winnings."""
    won = float(leduc.chances @ np.array([hand.won for hand in leduc.hands]))
    bias = float(leduc.chances @ divat_hands(leduc.hands, leduc.game)) - won
    assert abs(bias) > 0.01
    passive = DivatTable((DivatStreet(), DivatStreet()))
    checked = [hand for hand in leduc.hands if hand.history.replace("/", "") == "cccc"]
    assert len(checked) == 120
    np.testing.assert_array_equal(divat_hands(checked, leduc.game, table=passive), 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "history", ["crc/crc/cc/rc", "rc/rrc/rf", "cc/cc/cc/rrrc", "rrc/crrc/crc/crf", "f", "crf"]
)
def test_hands_of_holdem_by_the_book(history: str) -> None:
    """AcKc against 7h6h on Ks5h3d Tc 4h, with known equities: .603628, .763636, .909091, 0."""
    holes, board = ("AcKc", "7h6h"), "Ks5h3dTc4h"
    shown = ["", board[:6], board[:8], board]
    equities = [float(equity(list(holes), cards).equity[0]) for cards in shown]
    assert equities == pytest.approx([0.603628, 0.763636, 0.909091, 0], abs=1e-6)
    table = DivatTable.from_memory()
    hand = Hand(("A", "B"), ("Ac Kc", "7h 6h"), "Ks 5h 3d Tc 4h", history, 0)
    found = divat_hands([hand], HOLDEM)[0]
    told = by_the_book(
        HOLDEM,
        history,
        table,
        lambda street: 2 * equities[street] - 1,
        lambda player, street: 0.5 if street == 0 else float(ehr(holes[player], shown[street])),
    )
    assert found == pytest.approx(told, abs=1e-9)


def test_tables_from_files(tmp_path: Path) -> None:
    path = tmp_path / "baseline.toml"
    path.write_text("[[street]]\nmake = [0.7, 0.9]\n[[street]]\nmake = [0.6, 0.8]\noffset = 0.05\n")
    assert DivatTable.load(path) == SOME
    assert DivatTable.from_memory().note == "thresholds from memory, not verified"
    for text, message in (
        ("", r"expected \[\[street\]\] once for each street and nothing else, got nothing"),
        ("street = 3", r"expected \[\[street\]\] once"),
        ("[[street]]\nmakes = [1]", r"street 1: expected make and offset, got makes"),
        ("[[street]]\nmake = [0.9, 0.5]", r"street 1: make: expected up to 256 numbers that rise"),
        ("[[street]]\noffset = nan", r"street 1: offset: expected a number"),
        ("[[street", r"cannot read the thresholds"),
    ):
        path.write_text(text)
        with pytest.raises(ValueError, match=message):
            DivatTable.load(path)
    with pytest.raises(ValueError, match=r"divat: expected 2 rows, one for each street of .*, got 4"):
        divat_hands([], "leduc", table=DivatTable.from_memory())
    with pytest.raises(ValueError, match=r"divat: expected a table for a game of 5 streets"):
        DivatTable.from_memory(5)
