"""Ranges on boards compared with plain code for made hands and draws, hand by hand."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from xml.dom.minidom import parseString

import numpy as np
import pytest

from pokerdata import Range, evaluate, format_cards, parse_cards
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.evaluator import CATEGORIES, category
from pokerdata.cards.ranges import Share
from pokerdata.cards.ranges.breakdown import DRAWS, MADE_HANDS

Hand = tuple[int, int]

#: Evaluator categories that each made hand may have: a pair on the board does not count.
CATEGORIES_OF = {
    "straight flush": {"straight flush"},
    "four of a kind": {"four of a kind"},
    "full house": {"full house"},
    "flush": {"flush"},
    "straight": {"straight"},
    "set": {"three of a kind"},
    "trips": {"three of a kind"},
    "two pair": {"two pair"},
    **{name: {"pair", "two pair"} for name in ("overpair", "top pair", "second pair", "weak pair")},
    **{name: {"high card", "pair", "two pair"} for name in ("ace high", "nothing")},
}


def straights(ranks: set[int]) -> set[int]:
    """Return the top ranks of the straights in a set of ranks (2 is 0, an ace 12)."""
    low = {-1 if rank == 12 else rank for rank in ranks} | ranks
    return {top for top in range(3, 13) if set(range(top - 4, top + 1)) <= low}


def flushes(cards: list[int]) -> set[int]:
    return {suit for suit, count in Counter(card % 4 for card in cards).items() if count >= 5}


def made(hand: Hand, board: list[int]) -> str:
    """Return the made hand as docs/definitions.md defines it."""
    cards = [*hand, *board]
    counts = Counter(card // 4 for card in cards)
    falling = sorted(counts.values(), reverse=True)
    if any(straights({c // 4 for c in cards if c % 4 == suit}) for suit in range(4)):
        return "straight flush"
    if falling[0] == 4:
        return "four of a kind"
    if falling[0] == 3 and falling[1] >= 2:
        return "full house"
    if flushes(cards):
        return "flush"
    if straights(set(counts)):
        return "straight"
    one, two = (card // 4 for card in hand)
    on_board = {card // 4 for card in board}
    if falling[0] == 3:
        return "set" if one == two and one in on_board else "trips"
    if one != two and {one, two} <= on_board:
        return "two pair"
    paired = [rank for rank in (one, two) if one == two or rank in on_board]
    if not paired:
        return "ace high" if 12 in (one, two) else "nothing"
    higher = sum(rank > paired[0] for rank in on_board)
    if higher == 0:
        return "overpair" if one == two else "top pair"
    return "second pair" if higher == 1 else "weak pair"


def drawn(hand: Hand, board: list[int], dead: list[int]) -> set[str]:
    """Return the draws, from every next card and every two next cards."""
    if len(board) == 5:
        return set()
    left = [card for card in range(52) if card not in {*hand, *board, *dead}]
    kind = MADE_HANDS.index(made(hand, board))
    found: set[str] = set()
    if kind > MADE_HANDS.index("flush"):
        suits = {card % 4 for card in hand}
        if any(flushes([*hand, *board, card]) & suits for card in left):
            found.add("flush draw")
        elif len(board) == 3 and any(flushes([*hand, *board, *two]) & suits for two in combinations(left, 2)):
            found.add("backdoor flush draw")
    ranks = {card // 4 for card in [*hand, *board]}
    if kind > MADE_HANDS.index("straight"):
        outs = set()
        for rank in {card // 4 for card in left}:
            ours, theirs = straights(ranks | {rank}), straights({card // 4 for card in board} | {rank})
            if ours and (not theirs or max(ours) > max(theirs)):
                outs.add(rank)
        fours = [{12 if rank < 0 else rank for rank in range(low, low + 4)} for low in range(9)]
        between = [({(low - 1) % 13, low + 4}, four) for low, four in zip(range(9), fours, strict=True)]
        if len(outs) == 1:
            found.add("gutshot")
        elif any(ends <= outs and four <= ranks for ends, four in between):
            found.add("open-ended straight draw")
        elif outs:
            found.add("double gutshot")
        if outs and "flush draw" in found:
            found.add("flush and straight draw")
    return found or {"no draw"}


BOARDS = [
    "Ks 7d 2c", "9h 8h 7h", "Ah 5d 4c", "Qs Qd 3h", "7c 7d 7h", "Js Th 3s", "Ah Kh Qh", "6c 5d 3h", "Ad 2d 3d",
    "9s 8s 7s Td", "Kh Kd 7s 7c", "As Ks Qd Jc", "2c 3d 4h 5s", "8c 8d 8h 8s", "Th 9d 6s 5c", "Ac 3c 5d 8c", "Qd Jd 9s 8s",
    "9s 8s 7s Td 2c", "Kh Kd Ks 7d 7c", "2h 4h 6h 8h Th", "Ah Kd Qs Jc Th", "As Ad Qs Qd 5c",
]  # fmt: skip


def _random_boards() -> list[str]:
    rng = np.random.default_rng(5)
    return [format_cards(rng.permutation(52)[:n].astype(np.uint8)) for n in (3, 4, 5) for _ in range(8)]


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS + _random_boards())
def test_against_each_hand_by_itself(board: str) -> None:
    cards = parse_cards(board).tolist()
    rng = np.random.default_rng(len(board) + sum(cards))
    free = [card for card in range(52) if card not in cards]
    dead = [int(card) for card in rng.choice(free, rng.integers(0, 12), replace=False)]
    often = 0.12 if len(cards) == 3 else 0.6  # on flops the plain code for backdoor draws is slow
    weights = rng.choice([0.25, 1.0, 3.0], 1326) * (rng.random(1326) < often)
    found = Range.from_weights(weights).breakdown(board, np.array(dead, np.uint8))
    expected: dict[str, list[int]] = {name: [] for name in MADE_HANDS + (DRAWS if len(cards) < 5 else ())}
    for index, (one, two) in enumerate(COMBINATIONS.tolist()):
        if weights[index] and not {one, two} & {*cards, *dead}:
            name = made((one, two), cards)
            if index % 7 == 0:
                code = evaluate(np.array([one, two, *cards], np.uint8))
                assert CATEGORIES[int(category(code))] in CATEGORIES_OF[name]
            for draw in {name} | drawn((one, two), cards, dead):
                expected[draw].append(index)
    whole = sum(len(expected[name]) for name in MADE_HANDS)
    assert found.whole.combinations == whole
    assert list(found) == list(expected)
    for name, held in expected.items():
        assert np.flatnonzero(found.weights(name)).tolist() == held, name
        assert found[name].combinations == len(held)
        assert found[name].weight == pytest.approx(weights[held].sum(), rel=1e-12)
        assert found[name].part == pytest.approx(weights[held].sum() / found.whole.weight, rel=1e-12)
    assert sum(share.combinations for share in found.made_hands.values()) == whole
    assert sum(share.part for share in found.made_hands.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("hand", "board", "name", "draws"),
    [
        ("AsAh", "Ks7d2c", "overpair", {"no draw"}),
        ("KhQh", "Ks7h2c", "top pair", {"backdoor flush draw"}),
        ("TsTh", "Ks7d2c", "second pair", {"no draw"}),
        ("7sAh", "Ks7d2c", "second pair", {"no draw"}),
        ("3s3h", "Ks7d2c", "weak pair", {"no draw"}),
        ("7s7h", "Ks7d2c", "set", {"no draw"}),
        ("Ks7s", "Kd7d2c", "two pair", {"no draw"}),
        ("AsAh", "KsKd7c", "overpair", {"no draw"}),
        ("Ks2h", "KdKh7c", "trips", {"no draw"}),
        ("AhJh", "KhQh2c", "ace high", {"flush draw", "gutshot", "flush and straight draw"}),
        ("JsTh", "9c8d2h", "nothing", {"open-ended straight draw"}),
        ("7s5h", "Jc9d8h3s", "nothing", {"double gutshot"}),
        ("JsTh", "Kc9d7h", "nothing", {"double gutshot"}),
        ("5s4h", "Ac3d9h", "nothing", {"gutshot"}),
        ("AsKh", "QcJd2h", "ace high", {"gutshot"}),
        ("5s4h", "3c2dKh", "nothing", {"open-ended straight draw"}),
        ("As2h", "9c8dJhTs", "ace high", {"no draw"}),
        ("Ah2s", "KhQh5h", "ace high", {"flush draw"}),
        ("2s2d", "KhQh5h9h", "weak pair", {"no draw"}),
    ],
)
def test_hands_in_words(hand: str, board: str, name: str, draws: set[str]) -> None:
    found = Range(hand).breakdown(board)
    assert {key for key, share in found.items() if share.combinations} == {name} | draws


def test_dead_cards_stop_draws() -> None:
    hand = Range("JsTh")
    assert hand.breakdown("9c8d2h", "QcQdQhQs")["gutshot"].combinations == 1
    assert hand.breakdown("9c8d2h", "QcQdQhQs7c7d7h7s")["no draw"].combinations == 1
    assert Range("AhKh").breakdown("7h6h2c", "2h3h4h5h8h9hThJhQh")["no draw"].combinations == 1


def test_as_text_table_and_mapping() -> None:
    found = Range("22+,AK:0.5").breakdown("Ks7d2c")
    assert str(found).splitlines()[:3] == [
        "made hand    combinations  weight     %",
        "set                     9       9  12.0",
        "overpair                6       6   8.0",
    ]
    assert repr(found).startswith("Breakdown(on Ks 7d 2c, 81 combinations, second pair ")
    html = found._repr_html_()
    parseString(html)
    assert ">12.0</td>" in html
    assert dict(found)["set"] == found.made_hands["set"] == Share(9, 9.0, 9.0 / 75)
    assert "straight" in found
    assert "pair" not in found
    assert json.loads(json.dumps(found.to_dict()))["draws"]["no draw"]["combinations"] > 0
    assert Range.from_weights(found.weights("set")) == Range("KK,77,22").without("Ks7d2c")
    assert Range("AA").breakdown("Ks7d2c3h4h").draws == {}
    assert "weight" not in str(Range("AA").breakdown("Ks7d2c"))


def test_refusals() -> None:
    with pytest.raises(KeyError, match=r"expected one of straight flush, .*, got 'pair'; e\.g\. 'top pair'"):
        Range("AA").breakdown("Ks7d2c")["pair"]
    with pytest.raises(ValueError, match=r"range on Ks 7d 2c: expected a hand .*, got none; e\.g\. "):
        Range("KK").breakdown("Ks7d2c", "KhKd")
    with pytest.raises(ValueError, match="3, 4 or 5"):
        Range("KK").breakdown("Ks7d")
    with pytest.raises(ValueError, match="share a card"):
        Range("KK").breakdown("Ks7d2c", "Ks")
