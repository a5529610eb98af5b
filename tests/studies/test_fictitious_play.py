"""Fictitious play compared with CFR, and iterated roll-out: split pots by hand, rounds, and rank correlations."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy import stats

from pokerdata import games
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_NAMES, class_index
from pokerdata.cards.preflop.income import income_rates
from pokerdata.games import table_rules
from pokerdata.games.play import State
from studies import find_study, study_module

roll_out: Any = study_module("fictitious_play", "roll_out")
beside_cfr: Any = study_module("fictitious_play", "beside_cfr")


def by_the_book(strengths: list[int], stays: list[bool], dead: float, hero: int) -> float:
    """Return a hand's winnings by staying, from plain rules for split pots."""
    others = [s for k, (s, stay) in enumerate(zip(strengths, stays, strict=True)) if stay and k != hero]
    pot, mine = len(others) + 1 + dead, strengths[hero]
    if any(other > mine for other in others):
        return -1
    return pot / (1 + others.count(mine)) - 1


def test_pots_are_shared_as_by_the_book() -> None:
    random = np.random.default_rng(5)
    strengths = random.integers(1, 5, (400, 10)).astype(np.int32)  # few values, so that ties are frequent
    stays = random.random((400, 10)) < random.random((400, 1))
    stays[0], dead = False, 0.5 * random.integers(0, 2, 400)
    found = roll_out.won(strengths, stays, dead)
    for k in range(400):
        for hero in range(10):
            expected = by_the_book(strengths[k].tolist(), stays[k].tolist(), dead[k], hero)
            assert found[k, hero] == pytest.approx(expected), (k, hero)


def test_where_all_stay_bets_go_round_and_are_the_income_rates() -> None:
    deals = roll_out.dealt(60_000, 3)
    everybody = np.ones(CLASS_COUNT, dtype=bool)
    paid = roll_out.won(deals.strengths, everybody[deals.classes], np.zeros(60_000))
    assert np.allclose(paid.sum(axis=1), 0)
    found, known = roll_out.income(deals, everybody, False), income_rates(10, 20_000, seed=1)
    apart = (found.income - known.rates) / np.hypot(found.error, known.standard_errors)
    assert np.abs(apart).max() < 4.5
    assert 0.5 < apart.std() < 1.5


def test_rounds_end_where_nobody_who_stays_loses() -> None:
    deals = roll_out.dealt(20_000, 4)
    for blinds in (False, True):
        rounds = roll_out.rolled_out(deals, blinds)
        assert (rounds[-1].income[rounds[-1].stays] >= 0).all()
        assert all((b.stays <= a.stays).all() for a, b in pairwise(rounds))
        assert rounds[-1].stays[class_index("AA")]
        assert not rounds[-1].stays[class_index("32o")]
    assert CLASS_NAMES[int(rounds[-1].income.argmax())] == "AA"


def test_rank_correlation_is_that_of_scipy() -> None:
    random = np.random.default_rng(6)
    for _ in range(20):
        first, second = random.integers(0, 8, (2, 27)).astype(float)
        assert roll_out.rank_correlation(first, second) == pytest.approx(stats.spearmanr(first, second)[0])


def test_the_printed_values_fall() -> None:
    class Run:
        figure = staticmethod(lambda name: find_study("fictitious_play").figures[name])

    found = roll_out.printed(Run())
    assert len(found) == 27
    assert found["AA"] == 2920
    assert found["66"] == 40
    assert [*found.values()] == sorted(found.values(), reverse=True)


def test_a_course() -> None:
    course = beside_cfr.Course((1, 10, 100), (100.0, 10.0, 1.0), (0.0, 0.1, 1.0))
    assert course.slope == pytest.approx(-1)
    assert course.first_below(50) == 10
    assert course.first_below(0.5) is None
    found = beside_cfr.courses(games.kuhn(), 51)
    assert list(found) == [beside_cfr.PLAY, *beside_cfr.ALGORITHMS.values()]
    assert all(one.iterations[-1] == 51 for one in found.values())
    assert found[beside_cfr.PLAY].left[-1] > found["CFR+"].left[-1]


def test_leaves_of_the_game_that_was_before_both() -> None:
    """psOpti, 2003: 6 buckets per player and street; 9 of 19 ends of a street's betting go on, so 2.3e10 leaves in all.

    The 19 include folds with nothing to call.
    """
    begin = State(table_rules("limit-holdem")).apply_unseen("c").apply_unseen("c")
    going, over = 0, 0
    todo = [begin]
    while todo:
        state = todo.pop()
        if state.players_left == 1:
            over += 1
        elif state.street > begin.street:
            going += 1
        else:
            raising = ["r"] if state.can_raise else []
            todo += [state.apply_old("f"), *map(state.apply_unseen, ["c", *raising])]
    assert (going, going + over) == (9, 19)
    assert (6**2) ** 4 * going**3 * (going + over) == pytest.approx(2.3e10, rel=0.02)
