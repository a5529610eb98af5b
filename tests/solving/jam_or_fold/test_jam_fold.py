"""Jam or fold agrees with its formulas iterated plainly, a linear program, and simulated tournaments."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from pokerdata._support.arguments import Use, generator
from pokerdata.cards import COMBINATION_COUNT, HEADS_UP_BOARDS
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_SIZES, class_index
from pokerdata.cards.preflop.matchups import class_results, matchup
from pokerdata.errors import CapacityError
from pokerdata.solving.jam_or_fold import (
    JamFold,
    JamFoldStrategy,
    JamFoldTournament,
    jam_fold,
    play_jam_fold,
    playing,
    tournament,
)
from pokerdata.solving.jam_or_fold.tournament import chances

PAIRS = 1_624_350  # deals of two hands
RULES = JamFoldTournament(10, (1, 2), 1)
WON, TIED, MET = (array.astype(float) for array in class_results())
W, D = (
    WON / HEADS_UP_BOARDS / PAIRS,
    TIED / HEADS_UP_BOARDS / PAIRS,
)  # probability of a pair of classes and its outcome
N = MET / PAIRS
L = N - W - D


@cache
def solved(opponent: str = "jam-fold") -> JamFold:
    return jam_fold(20, (1, 2), 1, opponent=opponent, target=1e-5)  # type: ignore[arg-type]


def drawn(seed: int, rules: JamFoldTournament = RULES) -> JamFoldStrategy:
    random = generator(Use.JAM_OR_FOLD, seed)
    shape = (len(rules.stacks), 169)
    return JamFoldStrategy(rules, *(random.random(shape) for _ in range(3)))


def by_the_book(
    one: JamFoldStrategy, other: JamFoldStrategy | None, *, enters: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Return the win probabilities of `one` in the small and the big blind, hand by hand, by iterating the formulas.

    If `other` is None, the opponent plays a best response.
    """
    rules = one.tournament
    chips, (b, big_blind) = rules.chips, rules.blinds
    small, big = np.linspace(0, 1, chips + 1), np.linspace(0, 1, chips + 1)  # by own chips; steps of 1
    for _ in range(3000):
        new_small, new_big = small.copy(), big.copy()
        for s in range(1, chips):
            e = min(s, chips - s)
            # this player has the small blind; afterwards the big one
            x = one.jam[s - 1]
            all_in = big[s + e] * W + big[s] * D + big[s - e] * L
            call = x @ all_in
            if e <= big_blind:
                below = call.sum()
            else:
                fold = (x @ N) * big[s + big_blind]
                y = other.call[chips - s - 1] if other else call < fold
                below = (y * call + (1 - y) * fold).sum()
            folded = 0.0 if e <= b else ((1 - x) @ N).sum() * big[s - b]
            new_small[s] = below + folded
            # this player has the big blind, with s; the other has the small one, with chips - s
            y = np.ones(169) if e <= big_blind else one.call[s - 1]
            all_in = small[s + e] * W.T + small[s] * D + small[s - e] * L.T  # [small blind's class, big's]
            jam = all_in @ y
            if e <= b:
                new_big[s] = jam.sum()
                continue
            if e > big_blind:
                jam = jam + (N @ (1 - y)) * small[s - big_blind]
            fold = N.sum(axis=1) * small[s + b]
            if other:
                x = other.jam[chips - s - 1]
                new_big[s] = (x * jam + (1 - x) * fold).sum()
                continue
            least = np.minimum(jam, fold)
            if enters and e > big_blind:
                assert one.answer is not None
                z = one.answer[s - 1]
                later = np.minimum(all_in @ z, (N @ z) * small[s + big_blind])
                least = np.minimum(least, (N @ (1 - z)) * small[s - big_blind] + later)
            new_big[s] = least.sum()
        moved = max(abs(new_small - small).max(), abs(new_big - big).max())
        small, big = new_small, new_big
        if moved < 1e-13:
            break
    return small[1:-1], big[1:-1]


def test_two_strategies_by_the_book() -> None:
    one, other = drawn(1), drawn(2)
    expected = by_the_book(one, other)
    found = one.against(other)
    np.testing.assert_allclose(found.small, expected[0], atol=1e-10)
    np.testing.assert_allclose(found.big, expected[1], atol=1e-10)
    back = other.against(one)
    np.testing.assert_allclose(back.big[::-1], 1 - found.small, atol=1e-12)


@pytest.mark.parametrize("enters", [False, True])
def test_best_responses_by_the_book(enters: bool) -> None:
    one = drawn(3)
    expected = by_the_book(one, None, enters=enters)
    found = one.least("any" if enters else "jam-fold")
    np.testing.assert_allclose(found.small, expected[0], atol=1e-9)
    np.testing.assert_allclose(found.big, expected[1], atol=1e-9)


def test_entering_gains_and_no_strategy_wins_more_than_the_response_allows() -> None:
    one = drawn(4)
    least, free = one.least(), one.least("any")
    assert (free.big < least.big - 1e-4).any()
    for seed in range(5, 9):
        met = one.against(drawn(seed))
        assert (met.small >= least.small).all()
        assert (met.big >= least.big).all()
    assert (free.small <= least.small + 1e-12).all()
    assert (free.big <= least.big + 1e-12).all()


@pytest.mark.parametrize("stack", [3, 7, 10, 14])
def test_a_linear_program_of_one_hand(stack: int) -> None:
    """The small blind maximizes against the worst call of each hand, given the values of stacks."""
    optimize = pytest.importorskip("scipy.optimize")
    found = solved()
    rules = found.tournament
    q = np.concatenate([[0], found.strategy.against(found.strategy).big, [1]])
    e = min(stack, rules.chips - stack)
    called = q[stack + e] * W + q[stack] * D + q[stack - e] * L
    stolen = N * q[stack + 2]
    folded = N.sum(axis=1) * q[stack - 1]
    # x are jams, t is the value against each hand of the big blind
    cost = np.concatenate([folded, -np.ones(169)])
    bound = np.vstack([np.hstack([-table.T, np.eye(169)]) for table in (called, stolen)])
    result = optimize.linprog(
        cost,
        A_ub=bound,
        b_ub=np.zeros(338),
        bounds=[(0, 1)] * 169 + [(None, None)] * 169,
        method="highs",
    )
    value = folded.sum() - result.fun
    row = rules.row(stack)
    assert abs(value - found.strategy.against(found.strategy).small[row]) < 2e-5
    small, _ = found.strategy.margins()
    clear = abs(small[row]) > 2e-3
    np.testing.assert_allclose(result.x[:169][clear], small[row][clear] > 0, atol=1e-6)


@pytest.mark.parametrize("opponent", ["jam-fold", "any"])
def test_the_bounds_of_a_solution(opponent: str) -> None:
    found = solved(opponent)
    assert found.settled
    assert found.gap <= 1e-5
    assert (found.gaps >= -1e-12).all()
    least = found.strategy.least(found.opponent)
    np.testing.assert_allclose(least.small, found.least.small, atol=1e-10)
    np.testing.assert_allclose(least.big, found.least.big, atol=1e-10)
    assert (np.diff(found.least.small) > 0).all()
    assert (np.diff(found.least.big) > 0).all()
    if opponent == "jam-fold":
        np.testing.assert_allclose(found.losses, found.most.small - found.least.small)
        both = found.strategy.against(found.strategy)
        assert (found.least.small <= both.small + 1e-12).all()
        assert (both.small <= found.most.small + 1e-12).all()
    else:
        assert (found.most.big <= solved().most.big + 1e-9).all()
        assert found.losses.max() > 1e-3


def test_what_is_not_settled_says_so() -> None:
    rough = jam_fold(20, (1, 2), 1, iterations=3)
    assert not rough.settled
    assert rough.iterations == 3
    assert rough.gap > 1e-4
    fine = solved()
    assert (rough.least.small <= fine.most.small).all()
    assert (fine.least.small <= rough.most.small).all()


def test_nothing_to_decide() -> None:
    """If the small blind is all-in before the deal it is a coin flip, and win probabilities are shares of the chips."""
    for blinds in ((1, 1), (1, 2), (7, 20)):
        found = jam_fold(2, blinds, 1, iterations=1)
        assert found.gap < 1e-12
        np.testing.assert_allclose(found.least.small, [1 / 2])
    np.testing.assert_allclose(jam_fold(3, (1, 1), 1, iterations=1).least.big, [1 / 3, 2 / 3])


def test_hands_end_somehow_and_move_by_what_is_at_stake() -> None:
    rules = JamFoldTournament(20, (1, 2), 1)
    one, other = drawn(10, rules), drawn(11, rules)
    ends = chances(one.plays[0], other.plays[1])
    np.testing.assert_allclose(ends.sum(axis=1), 1)
    assert ends[0, [tournament.FOLDED, tournament.STOLE]].sum() == 0
    assert list(rules.ends[4]) == [4, 7, 3, 10, 5, 0]
    assert [int(rules.decides_small.sum()), int(rules.decides_big.sum())] == [17, 15]


def test_margins_say_what_is_played() -> None:
    found = solved()
    small, big = found.strategy.margins()
    for margin, played in ((small, found.strategy.jam), (big, found.strategy.call)):
        assert (played[margin > 0.01] > 0.98).all()
        decides = found.tournament.decides_big[:, None] & np.ones(169, bool)
        assert (played[(margin < -0.01) & decides] < 0.02).all()
    aces = class_index("AA")
    assert (small[found.tournament.decides_small, aces] > 0).all()


@pytest.mark.parametrize(("stack", "seed"), [(3, 1), (10, 2), (17, 3)])
def test_tournaments_that_are_dealt_are_won_as_often(stack: int, seed: int) -> None:
    found = solved()
    ones = np.ones((19, 169))
    other = JamFoldStrategy(found.tournament, ones, ones)
    won = play_jam_fold(found.strategy, other, stack, 20_000, seed=seed)
    expected = found.strategy.against(other).small[stack - 1]
    assert abs(won.mean() - expected) < 4 * (expected * (1 - expected) / len(won)) ** 0.5
    assert np.array_equal(won, play_jam_fold(found.strategy, other, stack, 20_000, seed=seed))


def test_deals_are_even() -> None:
    dealt = playing._deal(generator(Use.JAM_OR_FOLD, 0), 52_000)
    assert (np.sort(dealt, axis=1)[:, 1:] > np.sort(dealt, axis=1)[:, :-1]).all()
    counts = np.array([np.bincount(column, minlength=52) for column in dealt.T])
    assert abs(counts - 1000).max() < 5 * 1000**0.5


def test_the_chance_of_classes() -> None:
    np.testing.assert_allclose(N.sum(axis=1), CLASS_SIZES / COMBINATION_COUNT)
    one = matchup("AKs", "TT")
    i, j = class_index("AKs"), class_index("TT")
    assert (one.wins, one.ties, one.pairs) == (WON[i, j], TIED[i, j], MET[i, j])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0, (1, 2), 1), "chips: expected a whole number from 2"),
        ((21, (2, 4), 2), "chips: expected a multiple of the step, 2, got 21; e.g. 22"),
        ((20, (1, 4), 2), "small blind: expected a multiple of the step, 2, got 1; e.g. 2"),
        ((20, (4, 2), 2), "big blind: expected a whole number from 4"),
        ((20, 3, 1), "blinds: expected two, got 3"),
        ((20, (1, 2), 0), "step: expected a whole number from 1"),
        ((10**9, (1, 2), 1), "step: expected at most 20,000 stacks"),
    ],
)
def test_tournaments_that_are_none(arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        jam_fold(*arguments)


def test_wrong_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="opponent: expected jam-fold or any, got 'all'"):
        jam_fold(20, (1, 2), 1, opponent="all")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="target: expected a number from 0 to 1, got 2"):
        jam_fold(20, (1, 2), 1, target=2)
    with pytest.raises(ValueError, match="stack: expected a multiple of the step, 50, got 4025"):
        JamFoldTournament().row(4025)
    ones = np.ones((9, 169))
    with pytest.raises(ValueError, match=r"jam: expected chances from 0 to 1 \(9, 169\), got shape"):
        JamFoldStrategy(RULES, ones[:5], ones)
    with pytest.raises(ValueError, match="call: expected chances from 0 to 1"):
        JamFoldStrategy(RULES, ones, 2 * ones)
    with pytest.raises(ValueError, match="answer: expected a strategy that says"):
        JamFoldStrategy(RULES, ones, ones).least("any")
    with pytest.raises(ValueError, match="strategies: expected two that end a tournament"):
        JamFoldStrategy(RULES, 0 * ones, ones).against(JamFoldStrategy(RULES, 0 * ones, ones))
    with pytest.raises(ValueError, match="other: expected a strategy of the same tournament"):
        drawn(1).against(solved().strategy)
    with monkeypatch.context() as patched:
        patched.setattr(tournament, "available_memory", lambda: 1000)
        with pytest.raises(CapacityError, match="not enough memory for 159 stacks"):
            JamFoldTournament()


@pytest.mark.slow
def test_eight_thousand_chips() -> None:
    """V(4000) and the bound against any opponent come from an independent solver."""
    found = jam_fold(target=2e-6)
    row = found.tournament.row(4000)
    assert found.settled
    assert found.least.small[row] == pytest.approx(0.50031, abs=1.5e-5)
    for stack, hand, jams in ((1800, "43s", 0), (1800, "J2o", 1), (3600, "43s", 1), (3600, "J2o", 0)):
        assert found.strategy.jam[found.tournament.row(stack), CLASS_NAMES.index(hand)] == pytest.approx(
            jams, abs=0.01
        )
    assert found.strategy.margins()[0][row, class_index("86o")] > 0.0005
    rules = found.tournament
    assert abs(found.least.small - rules.stacks / rules.chips).max() < 0.004


@pytest.mark.slow
def test_eight_thousand_chips_against_anybody() -> None:
    free = jam_fold(opponent="any", target=2e-5)
    assert free.losses.argmax() == free.tournament.row(4000)
    assert 0.01384 < free.losses.max() < 0.01386
    row, ones = free.tournament.row(4000), np.ones_like(free.strategy.jam)
    blind = JamFoldStrategy(free.tournament, ones, ones, ones).least("any")
    assert 1 - free.least.big[row] - blind.small[row] == pytest.approx(0.0304, abs=1e-4)  # always all-in
    assert 1 - free.least.small[row] - blind.big[row] == pytest.approx(0.0356, abs=1e-4)
