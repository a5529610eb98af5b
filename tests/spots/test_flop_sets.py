"""Sets of flops: all up to suits, subsets by a rule, and files."""

from collections import Counter
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest

import pokerdata
from pokerdata.cards import format_cards, parse_cards
from pokerdata.cards.isomorphism import boards
from pokerdata.cards.ranges import Range
from pokerdata.spots import Spot, flop_set
from pokerdata.spots.flop_report import texture

SPOT = Spot(board="Td9d6h", oop="22+,AKs", ip="QQ-22,AQs-A2s", pot=20, stack=100, bets="50%")


def test_all_flops_are_the_canonical_boards() -> None:
    found = flop_set("all", SPOT)
    assert len(found.cards) == 1755
    assert found.weights.sum() == 22_100
    known = boards(3)
    kinds = Counter(zip(map(ranks_of, known.cards), known.orbit.tolist(), strict=True))
    assert Counter(zip(map(ranks_of, found.cards), found.weights.tolist(), strict=True)) == kinds


@pytest.mark.slow
def test_means_over_all_flops_are_those_before_the_flop() -> None:
    hands = ["QQ", "AKs"]
    spot = SPOT.changed(oop=hands[0], ip=hands[1], board="2c3d4h")
    found = flop_set("all", spot)
    won = total = 0.0
    for cards, weight in zip(found.cards, found.weights, strict=True):
        board = format_cards(cards)
        if not any(len(Range(one).without(cards)) == 0 for one in hands):
            often = weight * spot.changed(board=board).deals
            won += often * float(pokerdata.equity(hands, board).equity[0])
            total += often
    assert total == 6 * 4 * 17_296  # deals, times flops of the 48 other cards
    assert won / total == pytest.approx(float(pokerdata.equity(hands).equity[0]), abs=1e-12)


def ranks_of(cards: np.ndarray) -> tuple[int, ...]:
    return tuple(sorted((cards // 4).tolist()))


def test_suits_that_ranges_tell_apart() -> None:
    spot = SPOT.changed(oop="AhKh,QQ", dead="2s")
    found = flop_set("all", spot)
    # By hand: hearts and spades stay, clubs and diamonds are swapped.
    swap = {"c": "d", "d": "c", "h": "h", "s": "s"}
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    kinds = Counter(
        min(tuple(sorted(flop)), tuple(sorted(card[0] + swap[card[1]] for card in flop)))
        for flop in combinations(deck, 3)
    )
    assert len(found.cards) == len(kinds)
    for cards, weight in zip(found.cards, found.weights, strict=True):
        flop = format_cards(cards).split()
        image = [card[0] + swap[card[1]] for card in flop]
        assert kinds[min(tuple(sorted(flop)), tuple(sorted(image)))] == weight


@pytest.mark.parametrize("count", [5, 25, 49, 95, 184, 500])
def test_subsets_stand_for_all(count: int) -> None:
    found, whole = flop_set(count, SPOT), flop_set("all", SPOT)
    assert len({tuple(cards) for cards in found.cards.tolist()}) == count
    assert found.weights.sum() == 22_100
    assert np.array_equal(found.weights, found.weights.round())
    groups = Counter[tuple[str, bool]]()
    for flops, sign in ((found, 1), (whole, -1)):
        for cards, weight in zip(flops.cards, flops.weights, strict=True):
            suits, ranks, _ = texture(cards)
            groups[suits, ranks == "unpaired"] += sign * int(weight)
    assert set(groups.values()) == {0}  # every group has its weight
    if count >= 25:  # and no flop exceeds its allowed weight
        assert found.weights.max() < 2.2 * 22_100 / count
    again = flop_set(str(count), SPOT)
    assert np.array_equal(again.cards, found.cards)


def test_textures() -> None:
    told = {"As7s2s": ("monotone", "unpaired", "A"), "KdKc3d": ("two-tone", "paired", "K")}
    told |= {"4c4d4h": ("rainbow", "trips", "4"), "Tc9d2s": ("rainbow", "unpaired", "T")}
    for flop, kinds in told.items():
        assert texture(parse_cards(flop)) == kinds


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "flops.txt"
    path.write_text("# mine\nAs7d2c:12\n\nKd Kc 3d 0.5  # a pair\n4c4d4h\nTs,9s,2s\n")
    found = flop_set(path, SPOT)
    assert [format_cards(cards) for cards in found.cards] == ["2c 7d As", "3d Kc Kd", "4c 4d 4h", "2s 9s Ts"]
    assert found.weights.tolist() == [12, 0.5, 4, 4]
    for orbit, flop in ((24, "As7d2c"), (12, "KdKc3d")):
        images = {
            frozenset(
                card[0] + dict(zip("cdhs", suits, strict=True))[card[1]]
                for card in (flop[:2], flop[2:4], flop[4:])
            )
            for suits in permutations("cdhs")
        }
        path.write_text(flop)
        assert flop_set(str(path), SPOT).weights.tolist() == [len(images)] == [orbit]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("As7d", r"three cards.*got 'As7d' in line 1 of .*; e.g. As7d2c:12"),
        ("As7d2c:x", "three cards"),
        ("As7d2c:-1", "weight above 0"),
        ("AsAs2c", "three cards"),
        ("As7d2c\nAc7h2s", "each flop once, got 2s 7h Ac, .* in line 2"),
        ("# none", "expected a flop a line, got none"),
    ],
)
def test_files_that_are_refused(content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "flops.txt").write_text(content)
    with pytest.raises(ValueError, match=message):
        flop_set(tmp_path / "flops.txt", SPOT)


@pytest.mark.parametrize("flops", ["some", 4, 501, "4", True, 2.5, "nowhere.txt"])
def test_words_that_are_refused(flops: object) -> None:
    with pytest.raises(
        ValueError, match=r"flops: expected all, a number from 5 to 500, or a file .* e\.g\. 25"
    ):
        flop_set(flops, SPOT)  # type: ignore[arg-type]
