"""Immediate hand rank before the flop follows the definition, pair by pair."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerdata import Range, parse_cards
from pokerdata.cards import COMBINATIONS, combination_index
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.cards.preflop import preflop_ihr
from pokerdata.cards.preflop.matchups import MatchupTable
from pokerdata.pipeline.store import open_table

BOARDS = 1_712_304
HANDS = ["AsAh", "AcKd", "9h8h", "2c2d", "7s2h", "3d2c"]
RANGE = "88-55,A9s-A2s,K9s-K5s,Q7s+,J8s+,T8s+,98s:0.25,ATo-A7o,AhKh:0.75"


def words_of(table, hand: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the opposing combos with +1 where we are stronger, 0 where even, and -1 where the opponent is stronger."""
    cards = parse_cards(hand)
    theirs = np.array([c for c, held in enumerate(COMBINATIONS) if not np.isin(held, cards).any()])
    stands = []
    for c in theirs:
        wins, ties = (int(n) for n in table.lookup(cards, COMBINATIONS[c]))
        ours = Fraction(2 * wins + ties, 2 * BOARDS)
        stands.append((ours > Fraction(55, 100)) - (1 - ours > Fraction(55, 100)))
    return theirs, np.array(stands)


def by_hand(table, hand: str, opponents: int, weights: list[np.ndarray]) -> float:
    theirs, stands = words_of(table, hand)
    if opponents == 1:
        return float(np.average((1 + stands) / 2, weights=weights[0][theirs]))
    value = np.choose(np.minimum(stands[:, None], stands) + 1, [0, 0.5, 1])
    value[(stands[:, None] == 0) & (stands == 0)] = 1 / 3
    held = COMBINATIONS[theirs]
    apart = ~(held[:, None, :, None] == held[None, :, None, :]).any(axis=(2, 3))
    return float(np.average(value, weights=apart * np.outer(weights[0][theirs], weights[1][theirs])))


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("opponents", [1, 2])
def test_the_definition(preflop_tables: Path, hand: str, opponents: int) -> None:
    matchups = open_table("preflop_matchups", preflop_tables, MatchupTable)
    table, name = open_table("preflop_ihr", preflop_tables), ("one_opponent", "two_opponents")[opponents - 1]
    expected = by_hand(matchups, hand, opponents, [np.ones(1326)] * opponents)
    index = combination_index(parse_cards(hand))
    denominator = table.dataset_attributes(name)["denominator"]
    assert table[name][index] / denominator == pytest.approx(expected, abs=1e-12)
    assert preflop_ihr(hand, opponents, tables=preflop_tables) == table[name][index] / denominator
    assert table[f"class_{name}"][CLASS_OF_COMBINATION[index]] == table[name][index]


def test_classes_and_extremes(preflop_tables: Path) -> None:
    table = open_table("preflop_ihr", preflop_tables)
    for name in ("one_opponent", "two_opponents"):
        of_class = table[f"class_{name}"]
        np.testing.assert_array_equal(of_class[CLASS_OF_COMBINATION], table[name])
        assert CLASS_NAMES[of_class.argmax()] == "AA"
        assert of_class.max() < table.dataset_attributes(name)["denominator"]
    # Against one opponent stronger and weaker mirror each other, so the mean is one half.
    assert int(table["one_opponent"].sum()) == 1326 * 1225


def test_ranges(preflop_tables: Path) -> None:
    matchups = open_table("preflop_matchups", preflop_tables, MatchupTable)
    one, two = Range(RANGE), Range("QQ+,AKs,T9s:0.5")
    for hand in ("AcKd", "9h8h"):
        for opponents, ranges in ((1, [one]), (2, [one, two])):
            expected = by_hand(matchups, hand, opponents, [r.weights for r in ranges])
            found = preflop_ihr(hand, opponents, ranges, preflop_tables)
            assert found == pytest.approx(expected, abs=1e-12)
        assert preflop_ihr(hand, 2, [two, one], preflop_tables) == pytest.approx(expected, abs=1e-12)
    both = preflop_ihr("AcKd", 2, [one, RANGE], preflop_tables)
    given: tuple[Any, ...] = (RANGE, one.weights, list(one.weights), Range.from_weights(7 * one.weights))
    for ranges in given:
        assert preflop_ihr("AcKd", 2, ranges, preflop_tables) == pytest.approx(both, abs=1e-12)
    # Card removal must not be a subtraction from a sum in which it would be lost to rounding.
    for small in ("1e-20", "1e-9", "0.1"):
        hands = f"TsTh,TdTc:{small}"
        assert preflop_ihr("KsQs", 2, hands, preflop_tables) == preflop_ihr(
            "KsQs", 2, ["TsTh", "TdTc"], preflop_tables
        )
    everything = preflop_ihr("AcKd", 2, "random", preflop_tables)
    assert everything == preflop_ihr("KdAc", 2, tables=preflop_tables)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("AcKd", 3), "opponents: expected 1 or 2.*got 3"),
        (("AcKd", None), "opponents: expected .*got None"),
        (("AcKd", 1.0), "opponents: expected .*got 1.0"),
        (("AcKd", [1]), "opponents: expected"),
        (("AcKdQs",), r"hand: expected two cards, got shape \(3,\)"),
        ((None,), r"hand: expected cards as text or integers .*got dtype object"),
        (
            ("AcKd", 2, ["QQ+"]),
            r"ranges: expected one for each of 2 opponents, or a single one for all, got 1",
        ),
        (("AcKd", 1, "QQ+,AKx"), "range 'QQ.,AKx', column 7: expected a comma"),
        (("AcKd", 1, "AcAs"), "the ranges leave the opponents no hands beside Ac Kd"),
        (("AcKd", 2, ["7h7s", "7h7d"]), "the ranges leave the opponents no hands"),
    ],
)
def test_bad_arguments(preflop_tables: Path, arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        partial(preflop_ihr, tables=preflop_tables)(*arguments)
