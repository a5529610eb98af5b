"""Charts: their contents, and thresholds by plain search."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from pokerdata import Range
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBINATION, CLASS_SIZES
from pokerdata.cards.preflop import class_equities, exact_heads_up_rates
from studies import study_module

examples = study_module("charts", "examples")
reading = study_module("charts", "reading")
rules = study_module("charts", "rules")
study = study_module("charts", "study")


def test_charts_as_printed() -> None:
    assert reading.raise_first("MP2") == Range("66+,ATo+,KJo+,A8s+,KTs+,QTs+,JTs")
    assert reading.raise_first("SB") == Range(
        "22+,A2+,K2s+,Q2s+,J2s+,T3s+,94s+,85s+,76s,K3o+,Q4o+,J5o+,T6o+,97o+,87o"
    )
    assert reading.reraise("MP2", "blinds") == Range("66+,ATo+,ATs+,KQs")
    assert reading.reraise("BU", "elsewhere") == reading.reraise("BU", "blinds")


def test_every_row_has_a_hand_for_each_place() -> None:
    for chart, places in (
        (reading.CHARTS["raise_first"], 5),
        (reading.CHARTS["reraise"]["elsewhere"], 4),
        (reading.CHARTS["reraise"]["blinds"], 4),
    ):
        for row in (chart["pairs"], *chart["offsuit"], *chart["suited"]):
            assert len(row) == places
        assert all(hand == "" or hand.endswith("o") for row in chart["offsuit"] for hand in row)
        assert all(hand == "" or hand.endswith("s") for row in chart["suited"] for hand in row)


def test_charts_grow() -> None:
    """With fewer players left to act, ranges are wider, and they are wider against a raise from a later seat."""
    firsts = [rules.held(reading.raise_first(place)) for place in reading.PLACES]
    assert all(not np.any(early & ~late) for early, late in pairwise(firsts))
    for seat in reading.SEATS:
        again = [rules.held(reading.reraise(raiser, seat)) for raiser in reading.RAISERS]
        assert all(not np.any(early & ~late) for early, late in pairwise(again))
    for raiser in reading.RAISERS:
        elsewhere, blinds = (rules.held(reading.reraise(raiser, seat)) for seat in reading.SEATS)
        assert not np.any(elsewhere & ~blinds)


def test_equities_against_a_chart() -> None:
    """This agrees with the match-ups of classes, pair by pair of hands that share no card."""
    raised = reading.raise_first("MP2")
    found = rules.against(raised)
    equities = class_equities()
    for hand in ("77", "KQs", "72o"):
        at = CLASS_NAMES.index(hand)
        weights = np.zeros(CLASS_COUNT)
        mine = COMBINATIONS[int(np.flatnonzero(at == CLASS_OF_COMBINATION)[0])].tolist()
        for other, weight in enumerate(raised.weights):
            if weight and not set(mine) & set(COMBINATIONS[other].tolist()):
                weights[CLASS_OF_COMBINATION[other]] += 1
        assert found[at] == pytest.approx(float(weights @ equities[at] / weights.sum()), abs=1e-12)


def test_best_threshold() -> None:
    random = np.random.default_rng(0)
    for _ in range(5):
        values = random.random(CLASS_COUNT)
        chart = values + random.normal(0, 0.1, CLASS_COUNT) > 0.5
        at, wrong = rules.best_threshold(chart, values)
        tried = [
            sum(int(n) for n, c, v in zip(CLASS_SIZES, chart, values, strict=True) if c != (v > t))
            for t in values
        ]
        assert wrong == min([*tried, int(CLASS_SIZES[~chart].sum())])
        assert rules.otherwise(chart, values, at) == wrong
    chart = values > 0.7
    assert rules.best_threshold(chart, values)[1] == 0


def test_bluffs() -> None:
    """The caller of a bet of 20 into 100 wins 120 once and loses 20 six times."""
    assert rules.bluffs_to_value(100, 20) == Fraction(1, 6)
    for pot, bet in ((100, 20), (7, 7), (1, 3)):
        share = rules.bluffs_to_value(pot, bet)
        assert share * (pot + bet) - bet == 0


def test_rates_are_those_of_the_package() -> None:
    rates, errors = study.rates_of(2, 1)
    assert np.array_equal(rates, exact_heads_up_rates())
    assert not errors.any()
    assert study.extreme(rates, np.ones(CLASS_COUNT, bool), 2, least=False) == "AA 85.2%"
    assert study.extreme(rates, np.ones(CLASS_COUNT, bool), 2, least=True) == "32o 32.3%"


def test_hands_of_ranges() -> None:
    """The count is over all 1,326 combos."""
    names = np.array(CLASS_NAMES)[CLASS_OF_COMBINATION]
    assert [int(np.isin(names, part).sum()) for part in (["TT"], ["AKo"], ["AKs", "AKo"], ["AA", "KK"])] == [
        6,
        12,
        16,
        12,
    ]
    assert reading.RANGES == [
        {"hands": ["TT", "AKo"]},
        {"hands": ["AK", "AA,KK"], "meets": "QQ"},
    ]
    assert examples.ratio([6, 12]) == "1 : 2"
    assert examples.ratio([16, 12]) == "4 : 3"


def test_worth_of_a_range() -> None:
    """This agrees with its classes' match-ups with QQ, weighted by their deals beside them."""
    equities = class_equities()
    at = {name: CLASS_NAMES.index(name) for name in ("AA", "KK", "AKs", "AKo", "QQ")}
    mean = sum(
        dealt * equities[at[name], at["QQ"]]
        for name, dealt in (("AA", 6), ("KK", 6), ("AKs", 4), ("AKo", 12))
    )
    assert examples.worth("AA,KK,AK", "QQ") == f"{mean / 28:.2%}"


@pytest.mark.parametrize(("paid", "players"), [("1/2", 2), ("2/3", 2), ("1/2", 5), ("2/3", 6)])
def test_the_price_is_what_breaks_even(paid: str, players: int) -> None:
    """A fold loses only the blind: at that equity, a call wins the rest of the bet back from the pot."""
    share = examples.price(Fraction(paid), players)
    assert share * players - 1 == -Fraction(paid)


def test_hands_from_a_part_of_the_mean_on() -> None:
    rates, errors = exact_heads_up_rates(), np.zeros(CLASS_COUNT)
    equities = (rates / 1000 + 1) / 2
    for part in (0.5, 0.7, 1.0):
        assert examples.from_on(rates, errors, part) == (int(CLASS_SIZES[equities >= part / 2].sum()), 0)
    assert examples.from_on(rates, errors, 0.5)[0] == 1326
    assert examples.from_on(rates, np.full(CLASS_COUNT, 1e9), 0.5)[1] == 1326
