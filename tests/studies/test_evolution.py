"""Evolution: sampled hands, Pareto fronts, children, and the survivors of selection."""

import numpy as np
import pytest

from pokerdata._support.arguments import Use, generator
from pokerdata.solving.explicit import explicit_tree, payoff_matrix
from studies import study_module

population = study_module("evolution", "population")
selection = study_module("evolution", "selection")
courses = study_module("evolution", "courses")
tables = study_module("evolution", "tables")


@pytest.fixture
def random():
    return generator(Use.EVOLUTION, 1)


@pytest.fixture(scope="module")
def kuhn():
    return population.Breed("Kuhn poker", explicit_tree("kuhn"))


@pytest.fixture(scope="module")
def hold_em():
    return population.Breed("Leduc hold'em", explicit_tree("leduc"))


def test_strategies_are_in_proportion_to_exponentials(kuhn, random) -> None:
    genes = kuhn.by_chance(3, random)
    found = kuhn.strategies(genes)
    for row, weights in zip(found, genes, strict=True):
        for one in kuhn.tree.information_sets:
            assert row[one.edges] == pytest.approx(
                np.exp(weights[one.edges]) / np.exp(weights[one.edges]).sum()
            )


def test_hands_have_the_mean_of_the_exact_payoffs(hold_em, random) -> None:
    ones, others = (hold_em.strategies(hold_em.by_chance(n, random)) for n in (3, 2))
    hands = 20_000
    exact = (payoff_matrix(hold_em.tree, ones, others) - payoff_matrix(hold_em.tree, others, ones).T) / 2
    found = hold_em.play(ones, others, hands, random)
    assert np.abs(found - exact).max() < 5 * 6 / (2 * hands) ** 0.5  # a hand deviates by less than 6 chips
    assert np.abs(found - exact).max() > 0
    assert hold_em.play(ones, others, 0, random) == pytest.approx(exact)
    single = hold_em.seated(ones, others, 1, random)
    assert np.isin(single, hold_em.tree.utilities).all()


def test_everybody_wins_what_others_lose(kuhn, random) -> None:
    won, hands = selection.everybody(kuhn, kuhn.strategies(kuhn.by_chance(6, random)), 10, random)
    assert (won == -won.T).all()
    assert hands == 6 * 5 * 10


def test_fronts_against_plain_comparisons(random) -> None:
    circle = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]], float)  # each dominates the next
    assert selection.fronts(circle).tolist() == [0, 0, 0]
    for _ in range(20):
        won = random.integers(-2, 3, (7, 7)).astype(float)
        left, front = set(range(7)), 0
        expected: dict[int, int] = {}

        def dominates(i, j, won=won):
            third = [k for k in range(7) if k not in (i, j)]
            return all(won[i, k] >= won[j, k] for k in third) and any(won[i, k] > won[j, k] for k in third)

        while left:
            free = {j for j in left if not any(dominates(i, j) for i in left if i != j)}
            # Dominance by third players need not be transitive: all remaining players share a front.
            if not free:
                free = set(left)
            expected |= dict.fromkeys(free, front)
            left, front = left - free, front + 1
        assert selection.fronts(won).tolist() == [expected[i] for i in range(7)]


def test_children_have_the_weights_of_their_parents_but_for_some(kuhn, random) -> None:
    mothers, fathers = kuhn.by_chance(200, random), kuhn.by_chance(200, random)
    children = kuhn.children(mothers, fathers, random)
    inherited = (children == mothers) | (children == fathers)
    assert inherited.mean() == pytest.approx(1 - population.MUTATED, abs=0.03)
    assert (children == mothers).mean() == pytest.approx((1 - population.MUTATED) / 2, abs=0.05)


@pytest.mark.parametrize("name", list(selection.SELECTIONS))
def test_populations_keep_their_size_and_the_same_seed_gives_the_same(kuhn, name) -> None:
    first, again = (
        courses.repeated(kuhn, selection.SELECTIONS[name], (5_000, 40_000), 1)[0] for _ in range(2)
    )
    assert first.last.shape == (courses.SIZE, kuhn.tree.edges)
    assert (first.last == again.last).all()
    assert first.hands[0] >= 5_000
    assert first.generations[1] > first.generations[0]
    # Exploitability is convex, so mixing cannot raise it above the mean.
    assert (first.one >= first.mixed - 1e-9).all()


def test_selection_by_exact_winnings_finds_the_better_half(kuhn, random) -> None:
    """The players that win most are kept, in any order."""
    genes = kuhn.by_chance(10, random)
    ranks = random.permutation(10)
    kept = selection.survivors(kuhn, genes, ranks, random)[:5]
    assert {tuple(row) for row in kept} == {tuple(genes[i]) for i in np.argsort(ranks)[:5]}


def test_exact_winnings_leave_no_luck_in_crowding(kuhn) -> None:
    """A child replaces a parent only if it wins no less from each rival, so exploitability decreases."""
    before = kuhn.strategies(kuhn.by_chance(courses.SIZE, generator(Use.EVOLUTION, 0)))
    last = courses.bred_exactly(kuhn, selection.by_crowding, 60, 1)[0]
    assert courses.exploitabilities(kuhn.tree, last)[0] < courses.exploitabilities(kuhn.tree, before)[0]


def test_who_grew_up_with_a_caller_wins_from_him(hold_em) -> None:
    caller = tables.references(hold_em)["always calls"]
    last = tables.at_table(hold_em, caller, 60, 0)
    before = hold_em.strategies(hold_em.by_chance(courses.SIZE, generator(Use.EVOLUTION, 0)))
    assert (
        tables.winnings(hold_em, last, caller[None])[0]
        > tables.winnings(hold_em, before, caller[None])[0] + 300
    )
    # A best response wins 22/15 of a chip in all.
    assert tables.winnings(hold_em, last, caller[None])[0] < 22_000 / 15


def test_started_by_hand(hold_em, random) -> None:
    genes = hold_em.from_hand(tables.by_hand(hold_em), 400, random)
    played = hold_em.strategies(genes).mean(axis=0)
    for one in hold_em.tree.information_sets:
        assert played[one.edges].argmax() == tables.by_hand(hold_em)[one.edges].argmax()
