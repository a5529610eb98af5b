"""Charts: what they hold, and thresholds by plain search."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from pokerdata import Range
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.hand_classes import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBINATION, CLASS_SIZES
from pokerdata.preflop import class_equities, exact_heads_up_rates
from pokerdata.studies import study_module

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
    """The fewer are left to act, the more is raised, and the more against a raise from later on."""
    firsts = [rules.held(reading.raise_first(place)) for place in reading.PLACES]
    assert all(not np.any(early & ~late) for early, late in pairwise(firsts))
    for seat in reading.SEATS:
        again = [rules.held(reading.reraise(raiser, seat)) for raiser in reading.RAISERS]
        assert all(not np.any(early & ~late) for early, late in pairwise(again))
    for raiser in reading.RAISERS:
        elsewhere, blinds = (rules.held(reading.reraise(raiser, seat)) for seat in reading.SEATS)
        assert not np.any(elsewhere & ~blinds)


def test_equities_against_a_chart() -> None:
    """Against what the match-ups of classes give, pair by pair of hands that share no card."""
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
