"""Hands shown down: their classes, strengths and actions agree with the reference."""

import pickle
from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
import pytest
from phevaluator import evaluate_cards

from pokerdata import equity
from pokerdata.cards.evaluator import CATEGORIES
from pokerdata.cards.strength import denominator
from pokerdata.games import table_rules
from pokerdata.games.play import State, hand_text, read_hand
from pokerdata.matches import play_hands
from pokerdata.matches.statistics import (
    STRONG,
    Share,
    ShownHands,
    Statistics,
    Sum,
    statistics_of,
    statistics_of_logs,
)
from pokerdata.matches.statistics.shown import BOARD_STREETS, Strengths

from .account import decisions_of

GAME = table_rules("limit-holdem-3p")
#: The first of phevaluator's 7,462 ranks of each category; 1 is the best.
BORDERS = (7463, 6186, 3326, 2468, 1610, 1600, 323, 167, 11)


@pytest.fixture(scope="module")
def hands() -> list[State]:
    """Return ten deals in six orders of seats, many of them shown down."""
    players = ["random", "break-ivan", "always-call"]
    return [hand.state for hand in play_hands(players, GAME, deals=10, names=["A", "B", "C"], seed=5)]


def text_of(cards: Sequence[int]) -> list[str]:
    return ["23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in cards]


def on_river(hole: list[str], board: list[str]) -> int:
    """Return twice the opposing hands that lose, plus those that tie."""
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    free = [card for card in deck if card not in hole + board]
    mine = evaluate_cards(*hole, *board)
    found = 0
    for other in combinations(free, 2):
        theirs = evaluate_cards(*other, *board)
        found += 2 * (mine < theirs) + (mine == theirs)
    return found


def by_the_book(hands: list[State], strong: float) -> dict[str, ShownHands]:
    """Return the reference in plain Python; strengths before the river are all-in equities against any hand."""
    found: dict[str, ShownHands] = {}
    for hand in hands:
        left = [p for p in range(hand.players) if not hand.folded[p]]
        if len(left) < 2:
            continue
        for p in left:
            hole, board = text_of(hand.hole_cards[p]), text_of(hand.board)
            rank = evaluate_cards(*hole, *board)
            kind = max(k for k, border in enumerate(BORDERS) if rank < border)
            strengths = {"river": on_river(hole, board)}
            for street, shown in (("flop", 3), ("turn", 4)):
                share = equity([" ".join(hole), "random"], " ".join(board[:shown])).equity[0]
                strengths[street] = round(share * denominator(street, "ehs"))
            played, slow = [], []
            for number, street in enumerate(BOARD_STREETS, start=1):
                own = [one for one in decisions_of(hand) if one.position == p and one.street == number]
                one = Sum(1, strengths[street], strengths[street] ** 2)
                raised = any(decision.kind == "r" for decision in own)
                played.append((one if own and raised else Sum(), one if own and not raised else Sum()))
                able = any(decision.may_raise for decision in own)
                counts = able and strengths[street] >= strong * denominator(street, "ehs")
                slow.append(Share(int(counts and not raised), int(counts)))
            river = Sum(1, strengths["river"], strengths["river"] ** 2)
            now = ShownHands(
                tuple(int(k == kind) for k in range(9)),
                tuple(river if k == kind else Sum() for k in range(9)),
                tuple(played),
                tuple(slow),
                strong,
            )
            name = hand.names[p]
            found[name] = found[name] + now if name in found else now
    return found


@pytest.mark.parametrize("strong", [STRONG, 0.55])
def test_by_the_book(hands: list[State], strong: float) -> None:
    expected = by_the_book(hands[:24], strong)
    found = statistics_of(hands[:24], strength=True, strong=strong)
    assert set(expected) == {"A", "B", "C"}
    for name, one in expected.items():
        shown = found[name].shown
        assert shown is not None
        assert shown.to_dict() == one.to_dict()
        assert shown.hands == found[name]["won_at_showdown"].opportunities
    assert sum(share.opportunities for one in expected.values() for share in one.slow) > 0


def test_tables_and_kernels_agree(tables: object) -> None:
    """Look-ups and direct counting agree on all streets."""
    rng = np.random.default_rng(4)
    cards = np.array([rng.permutation(52)[:7] for _ in range(20)], np.uint8)
    looked_up, counted = Strengths(tables=str(tables)), Strengths(tables="nowhere")
    for street in BOARD_STREETS:
        np.testing.assert_array_equal(looked_up.numerators(street, cards), counted.numerators(street, cards))
        assert looked_up._open[street] is not None
        assert counted._open[street] is None


def test_the_same_however_they_come(hands: list[State], tmp_path) -> None:
    """A stream, a log, two parts and a pickle agree; parts that are not requested are absent and change nothing."""
    hands = hands[:24]
    log = tmp_path / "match.log"
    log.write_text("\n".join(hand_text(hand) for hand in hands) + "\n")
    whole = statistics_of(hands, strength=True)
    parts = statistics_of(hands[:17], strength=True) + statistics_of(hands[17:], strength=True)
    live = Statistics(strength=True)
    for hand in hands:
        live.see(hand)
        assert live[hand.names[0]].shown is not None
    others = [statistics_of_logs(log, GAME, strength=True), parts, live, pickle.loads(pickle.dumps(whole))]
    plain = statistics_of_logs(log, GAME)
    for name in whole:
        shown = whole[name].shown
        assert shown is not None
        for other in others:
            again = other[name].shown
            assert again is not None
            assert again.to_dict() == shown.to_dict()
        assert plain[name].shown is None
        assert plain[name].rows() == [
            row
            for row in whole[name].rows()
            if ("shown_" not in row["statistic"] and "slow" not in row["statistic"])
            or row["statistic"] == "two_pair_shown"
        ]


def test_frames_have_all_that_rows_have(hands: list[State]) -> None:
    pytest.importorskip("pandas")
    found = statistics_of(hands, strength=True)
    for by in (None, "street", "position"):
        frame = found.to_frame(by)
        rows = found.rows(by)
        assert list(frame.columns) == list(rows[0])
        assert frame["taken"].tolist() == [row["taken"] for row in rows]


def test_cards_that_are_not_known_are_left_out() -> None:
    line = "STATE:0:crc/cc/cc/cc:2h7d|KcKd/2c3d4h/8s/9s:-20|20:B|A"
    game = table_rules("limit-holdem")
    hand = read_hand(game, line)
    known = statistics_of([hand], strength=True)
    assert known["A"].shown is not None
    assert known["A"].shown.category("pair") == (1, 1)
    assert known["A"].shown.strength.mean == on_river(["Kc", "Kd"], ["2c", "3d", "4h", "8s", "9s"]) / 1980
    hidden = hand.with_cards([hand.hole_cards[0], ()])
    shown = statistics_of([hidden], strength=True)["A"].shown
    assert shown is not None
    assert shown.hands == 0
    assert shown.to_dict()["strength"] == {"hands": 0, "mean": None, "half_width_95": None}


def test_sums_are_exact() -> None:
    """This uses more hands than one block, with the largest strengths."""
    most = denominator("flop", "ehs")
    found = Sum.of(np.full((1 << 16) + 5, most, np.int64))
    assert found == Sum((1 << 16) + 5, ((1 << 16) + 5) * most, ((1 << 16) + 5) * most**2)
    value = Sum.of(np.array([0, most], np.int64)).mean("flop")
    assert (value.mean, value.standard_error) == (0.5, 0.5)
    assert most == comb(47, 2) * 1980


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="strong: expected a share above 0 and below 1, got 1"):
        Statistics(strength=True, strong=1)
    leduc = [hand.state for hand in play_hands(["random", "random"], "leduc", deals=1, names=["A", "B"])]
    with pytest.raises(ValueError, match="strength: expected a game of Texas hold'em, got Leduc"):
        statistics_of(leduc, strength=True)
    with pytest.raises(ValueError, match=r"strong: expected one border of strong hands, got 0\.8 and 0\.7"):
        ShownHands() + ShownHands(strong=0.7)
    with pytest.raises(ValueError, match=r"category: expected one of high card, .*, got 'two pairs'"):
        ShownHands().category("two pairs")
    assert len(CATEGORIES) == len(BORDERS)
