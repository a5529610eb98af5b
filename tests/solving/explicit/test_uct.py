"""UCT searches of explicit trees agree with bandits, searches of hands, and exact values."""

from dataclasses import dataclass

import numpy as np
import pytest

from pokerdata import CapacityError
from pokerdata.games import table_rules
from pokerdata.games.no_thanks import NoThanks
from pokerdata.players.search import bound_visits, self_play
from pokerdata.solving.explicit import TreeUct, evaluate, explicit_tree


@dataclass(frozen=True)
class Bandit:
    """A single choice of the first player among fixed payoffs."""

    payoffs: tuple[float, ...]
    players: int = 2
    chosen: int | None = None

    def root(self):
        return self

    @property
    def player(self):
        return 0 if self.chosen is None else None

    def legal_actions(self):
        return list(range(len(self.payoffs)))

    def apply(self, action):
        return Bandit(self.payoffs, chosen=action)

    def information_set(self):
        return "choice"

    def returns(self):
        assert self.chosen is not None
        return [self.payoffs[self.chosen], -self.payoffs[self.chosen]]


@pytest.mark.parametrize("exploration", [1.0, 3.3, 4.0])
def test_passes_of_a_bandit_are_those_of_upper_confidence_bounds(exploration):
    """One iteration opens the root; visits of it count in the logarithm."""
    payoffs = (-4.0, -5.1, -5.7)
    search = TreeUct(explicit_tree(Bandit(payoffs)), exploration=exploration)
    search.run(41)

    counts, sums = np.zeros(3), np.zeros(3)
    for visits in range(1, 41):
        if (counts == 0).any():
            best = int((counts == 0).argmax())
        else:
            best = int((sums / counts + exploration * np.sqrt(np.log(visits) / counts)).argmax())
        counts[best] += 1
        sums[best] += payoffs[best]
    assert search.passes.tolist() == [counts.tolist()]
    # The package's bandit does not count the visit that opens the root.
    assert np.abs(counts - bound_visits(payoffs, exploration=exploration, visits=40)).max() <= 1


def test_kuhn_poker_is_searched_as_by_self_play():
    """Another implementation searches hands: mean shares of passes by information set agree over many seeds."""
    tree = explicit_tree("kuhn")
    hands, seeds = 300, 400
    search = TreeUct(tree, searches=seeds, exploration=3.0, seed=4)
    search.run(hands)
    other = np.zeros((seeds, tree.edges))
    named = {str(one.key): one for one in tree.information_sets}
    deck = dict(zip((39, 43, 47), "JQK", strict=True))
    for seed in range(seeds):
        for one in self_play(table_rules("kuhn"), iterations=hands, exploration=3.0, seed=seed):
            history = one.history
            other[seed, named[f"{deck[one.hole[0]]}: {history}"].edges] += one.passes
    assert other.sum() > 0
    ours = search.passes
    error = np.sqrt(ours.var(axis=0) / seeds + other.var(axis=0) / seeds)
    assert (np.abs(ours.mean(axis=0) - other.mean(axis=0)) < 5 * error).all()
    assert ours.sum(axis=1).mean() == pytest.approx(other.sum(axis=1).mean(), rel=0.02)


def test_errors_in_no_thanks_go_to_nothing():
    """The first player's value is 17/60; the mean approaches it, and the most-passed actions lose almost nothing."""
    tree = explicit_tree(NoThanks((3, 4, 5, 7, 9), 3, 2, 2))
    search = TreeUct(tree, searches=4, seed=1)
    off, lost = [], []
    for point in (1000, 100_000):
        search.run(point - search.iterations)
        off.append(np.abs(search.means[:, 0] - 17 / 60).mean())
        most = np.zeros(tree.edges)
        for one in tree.information_sets:
            most[one.edges.start + search.passes[0, one.edges].argmax()] = 1
        lost.append(evaluate(tree, most).exploitability)
    assert off[1] < 0.01 < off[0]
    assert lost[1] < 0.01 < lost[0]
    own, everything = (TreeUct(tree, sees=sees, seed=3) for sees in ("own", "all"))
    for search in (own, everything):
        search.run(2000)
    assert (own.passes == everything.passes).all()  # nothing is hidden


def test_searches_begin_where_they_are_told():
    tree = explicit_tree("leduc")
    number = next(n for n, one in enumerate(tree.information_sets) if one.key == "Q: r")
    one = tree.information_sets[number]
    nodes = np.flatnonzero(tree.set == number)
    starts = np.zeros(tree.nodes)
    starts[nodes[0]], starts[nodes[1]] = 1, 3
    search = TreeUct(tree, sees="all", starts=starts, seed=5)
    search.run(40_000)
    assert search.passes[0, one.edges].sum() == 40_000 - 2  # each of its two nodes is met once first
    before = {"Q: ", "J: ", "K: "}
    assert not any(search.passes[0, s.edges].sum() for s in tree.information_sets if s.key in before)


def test_what_is_seen_matters():
    """With a queen, a call wins 2 from a jack and loses 2 to a king; a fold loses 1.

    So player 2 calls. With open cards, it calls half the time.
    """
    tree = explicit_tree("kuhn")
    queen = next(s for s in tree.information_sets if s.key == "Q: r")
    starts = np.array([n >= 0 and tree.information_sets[n] is queen for n in tree.set], float)
    assert starts.sum() == 2
    shares = []
    for sees in ("own", "all"):
        search = TreeUct(tree, sees=sees, starts=starts, seed=1)
        search.run(20_000)
        shares.append(search.passes[0, queen.edges][1] / search.passes[0, queen.edges].sum())
    assert shares[0] > 0.95
    assert shares[1] == pytest.approx(0.5, abs=0.02)


def test_numbers_are_the_same_whatever_is_beside():
    tree = explicit_tree("kuhn")
    three, one = TreeUct(tree, searches=3, seed=9), TreeUct(tree, searches=1, seed=9)
    three.run(700)
    one.run(300)
    assert np.isnan(TreeUct(tree).means).all()
    one.run(400)
    assert (three.passes[0] == one.passes[0]).all()
    assert (three.means[0] == one.means[0]).all()
    assert not (three.passes[1] == three.passes[0]).all()
    assert three.means.sum(axis=1) == pytest.approx(np.zeros(3))
    assert "3 searches" in repr(three)
    assert "iterations" in three._repr_html_()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"searches": 0}, "searches: expected a whole number from 1"),
        ({"sees": "none"}, "sees: expected own or all, got 'none'"),
        ({"exploration": -1}, "exploration: expected a number from 0 on, got -1"),
        ({"exploration": float("inf")}, "exploration"),
        ({"seed": -1}, "seed: expected"),
        ({"starts": [1, 0]}, r"starts: expected the shape \(58,\) or \(1, 58\), got \(2,\)"),
        ({"starts": "root"}, "starts: expected numbers, got 'root'"),
        ({"starts": np.zeros(58)}, "not all 0, for each search"),
        ({"starts": -np.ones(58)}, "starts: expected weights of 0 or more"),
    ],
)
def test_what_is_no_search_is_refused(settings, message):
    tree = explicit_tree("kuhn")
    assert tree.nodes == 58
    with pytest.raises(ValueError, match=message):
        TreeUct(tree, **settings)
    with pytest.raises(ValueError, match="iterations: expected a whole number from 0"):
        TreeUct(tree).run(-1)


def test_searches_that_do_not_fit_into_memory():
    with pytest.raises(CapacityError, match="searches: expected what fits into memory"):
        TreeUct(explicit_tree("leduc"), searches=10**9)
