"""Local best response agrees with its value over all deals of small games, enumerated here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import inf, isinf, nan

import numpy as np
import pytest
from numpy.typing import NDArray

from pokerdata._core import matches as _core
from pokerdata._core.agents import AbstractAgent
from pokerdata.games import BettingTree, CardGame, Game, LimitRules, load_game
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.matches import local_best_response
from pokerdata.players.agents import Agent

Range = dict[str, float]  # likelihood of each rank that the agent may hold


class Enumeration:
    """A limit game without blinds, with one hole card and one board card on each later street; cards are ranks."""

    def __init__(self, game: Game, agent: Agent) -> None:
        assert isinstance(game.rules, LimitRules)
        self.rules, self.cards = game.rules, game.cards
        self.probabilities = cache(agent.probabilities)
        self.share = cache(self._share)

    def value(self, seat: int) -> float:
        """Return the chips that local best response wins as player 1 (0) or 2 (1), averaged over all deals."""
        deals = dict(self.deals("", self.streets))
        won = {deal: self.won(deal[0], deal[1:], seat) for deal in deals}
        return sum(n * won[deal] for deal, n in deals.items()) / sum(deals.values())

    @property
    def streets(self) -> int:
        return len(self.cards.board)

    def deals(self, gone: str, count: int) -> Iterator[tuple[str, int]]:
        """Return ranks in dealt order that avoid the cards that are gone, with the number of ways to deal them."""
        if count == 0:
            yield "", 1
            return
        for rank in self.cards.ranks:
            if left := self.cards.per_rank - gone.count(rank):
                for rest, ways in self.deals(gone + rank, count - 1):
                    yield rank + rest, left * ways

    def _share(self, own: str, other: str, board: str) -> float:
        """Return our share of the pot, averaged over the cards to come."""
        total = won = 0.0
        for more, ways in self.deals(own + other + board, self.streets - 1 - len(board)):
            one, two = strength(own + board + more), strength(other + board + more)
            total += ways
            won += ways * ((one > two) + (one == two) / 2)
        return won / total

    def won(self, own: str, whole: str, seat: int) -> float:
        self.own, self.whole, self.seat = own, whole, seat
        every = dict.fromkeys(self.cards.ranks, 1.0)
        live = self.weighed(every, whole)
        return self.play("", 0, (self.rules.ante,) * 2, every) / sum(live.values())

    def weighed(self, likely: Range, board: str) -> Range:
        """Return likelihoods times the remaining cards of the rank."""
        gone = self.own + board
        return {rank: chance * (self.cards.per_rank - gone.count(rank)) for rank, chance in likely.items()}

    def play(self, history: str, street: int, paid: tuple[int, int], likely: Range) -> float:
        """Return the chips won from here on, times the weight of the agent's range beside all cards."""
        board, round_ = self.whole[:street], history.split("/")[-1]
        if round_.endswith("f"):
            folded = (len(round_) - 1) % 2
            chips = paid[1 - self.seat] if folded != self.seat else -paid[self.seat]
            return chips * sum(self.weighed(likely, self.whole).values())
        if len(round_) > 1 and round_.endswith("c"):
            if street < self.streets - 1:
                return self.play(history + "/", street + 1, paid, likely)
            final = self.weighed(likely, self.whole)
            return sum(paid[0] * w * (2 * self.share(self.own, r, board) - 1) for r, w in final.items() if w)
        player = len(round_) % 2  # player 1 acts first on every street
        if player == self.seat:
            move = self.best(history, street, paid, likely)
            return self.play(history + move, street, self.pay(street, paid, player, move), likely)
        total = 0.0
        for move in "fcr":
            after = self.given(likely, board, history, move)
            if any(self.weighed(after, self.whole).values()):
                total += self.play(history + move, street, self.pay(street, paid, player, move), after)
        return total

    def given(self, likely: Range, board: str, history: str, move: str) -> Range:
        """Return the range after the agent's action; impossible ranks have no likelihood."""
        return {
            rank: chance * self.probabilities(rank, board, history).get(move, 0)
            for rank, chance in likely.items()
            if self.cards.per_rank > board.count(rank)
        }

    def pay(self, street: int, paid: tuple[int, int], player: int, move: str) -> tuple[int, int]:
        level = max(paid) + (self.rules.bets[street] if move == "r" else 0)
        chips = paid[player] if move == "f" else level
        return (chips, paid[1]) if player == 0 else (paid[0], chips)

    def best(self, history: str, street: int, paid: tuple[int, int], likely: Range) -> str:
        """Return the action that wins most if both then check and call, unless the agent folds to a raise."""
        board, pot, asked = self.whole[:street], sum(paid), max(paid) - paid[self.seat]
        weight, share = self.weight_and_share(likely, board)
        found = {"c": share * pot - (weight - share) * asked}
        if asked:
            found["f"] = 0.0
        if history.split("/")[-1].count("r") < self.rules.caps[street]:
            bet = self.rules.bets[street]
            folds = self.given(likely, board, history + "r", "f")
            stays = {rank: likely[rank] - chance for rank, chance in folds.items()}
            folding, _ = self.weight_and_share(folds, board)
            playing, won = self.weight_and_share(stays, board)
            found["r"] = folding * pot + won * (pot + bet) - (playing - won) * (asked + bet)
        # rounding must not turn a raise that wins no more than a call into a raise
        return max(found, key=lambda move: found[move] + (move == "c") * 1e-12)

    def weight_and_share(self, likely: Range, board: str) -> tuple[float, float]:
        weights = self.weighed(likely, board)
        return sum(weights.values()), sum(w * self.share(self.own, r, board) for r, w in weights.items() if w)


def strength(cards: str) -> list[tuple[int, int]]:
    """Rank by larger groups of equal ranks, then by higher ranks."""
    return sorted(((n, "JQKA".index(rank)) for rank, n in Counter(cards).items()), reverse=True)


def pure(game: CardGame, street: int, rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the pure strategy with the likeliest action of each state, so that actions exclude hands."""
    tree = BettingTree(game.rules)
    nodes = tree.decision_nodes(street)
    edges = [range(tree.first_edge[n], tree.first_edge[n + 1]) for n in nodes]
    found = np.zeros_like(rows)
    for node in edges:
        first = node[0] - edges[0][0]
        best = rows[first : first + len(node)].argmax(axis=0)
        found[first + best, np.arange(rows.shape[1])] = 1
    return found


@cache
def agent_and_value(name: str, kind: str, seed: int) -> tuple[Agent, list[float]]:
    """Return an agent, and the value of local best response against it in both seats."""
    game = load_game(name)
    built = CardGame(game.rules, game.cards)
    rows = simple_strategy(built, "random" if kind == "pure" else kind, seed=seed)
    if kind == "pure":
        rows = tuple(pure(built, street, row) for street, row in enumerate(rows))
    agent = Agent.of(Strategy(game.rules, game.cards.values(), None, rows, built.state_names))
    return agent, [Enumeration(game, agent).value(seat) for seat in (0, 1)]


@pytest.mark.parametrize(
    ("kind", "seed", "deals"),
    [
        ("random", 1, 30_000),
        ("random", 2, 30_000),
        ("random", 3, 30_000),
        ("raise", 0, 200_000),
        ("call", 0, 30_000),
        ("pure", 1, 30_000),
        ("pure", 2, 30_000),
    ],
)
def test_one_card_to_come(kind: str, seed: int, deals: int) -> None:
    agent, exact = agent_and_value("leduc", kind, seed)
    found = local_best_response(agent, deals=deals, seed=5).by_seat
    for seat, value in zip(found, exact, strict=True):
        assert abs(seat.mean - value) <= 3 * seat.standard_error


@pytest.mark.slow
def test_two_cards_to_come() -> None:
    """Many run-outs agree with all of them; a single one does not."""
    agent, exact = agent_and_value("twelve-card", "random", 1)
    many = local_best_response(agent, deals=5000, seed=5, samples=300).by_seat
    one = local_best_response(agent, deals=10_000, seed=5, samples=1).by_seat
    for seat, value in zip(many, exact, strict=True):
        assert abs(seat.mean - value) <= 4 * seat.standard_error
    assert one[0].mean < exact[0] - 4 * one[0].standard_error


def deals_of(agent: Agent, deals: int, strata: int, seed: int = 5, **more: float) -> NDArray[np.float64]:
    """Return the winnings and the luck of each street, [deals, 2, streets]."""
    assert isinstance(agent.core, AbstractAgent)
    return _core.local_best_response(
        agent.core, [], False, 100, None, seed, 0, deals, strata, 1, None, **more
    )


@pytest.mark.parametrize(
    ("kind", "seed"),
    [("random", 1), ("random", 2), ("pure", 1), ("pure", 2), ("pure", 3), ("raise", 0), ("call", 0)],
)
def test_all_deals_of_leduc(kind: str, seed: int) -> None:
    """All the agent's actions are followed, so own hand and board decide the winnings.

    Each of five boards counts a fifth for each own hand. The mean is the exact value, and the luck has mean
    0.
    """
    agent, exact = agent_and_value("leduc", kind, seed)
    found = deals_of(agent, 6 * 1000, 6, rare=0)
    for seat, value in enumerate(exact):
        means = []
        for hand in range(6):
            rows, counts = np.unique(found[hand::6, seat].round(11), axis=0, return_counts=True)
            fifths = (5 * counts / 1000).round()
            assert fifths.sum() == 5
            means.append(fifths @ rows / 5)
        won, luck = np.mean(means, axis=0)
        assert won == pytest.approx(value, rel=1e-6)  # probabilities are float32
        assert abs(np.array(means)[:, 1]).max() < 1e-9
        assert abs(luck) < 1e-9


def test_moves_of_rare_histories_are_drawn_without_bias() -> None:
    agent, _ = agent_and_value("leduc", "random", 1)
    all_moves, drawn = (deals_of(agent, 60_000, 6, rare=rare) for rare in (0, 0.5))
    changes = drawn - all_moves  # for the same cards
    errors = changes.std(axis=0) / np.sqrt(len(changes))
    assert (errors[:, 0] > 0).all()
    assert (abs(changes.mean(axis=0)) <= 4 * errors + 1e-12).all()


@pytest.mark.parametrize("name", ["leduc", "twelve-card"])
def test_luck_means_nothing(name: str) -> None:
    """The luck has mean 0. This also holds for sampled shares: luck and actions use different run-outs."""
    agent, _ = agent_and_value(name, "random", 1)
    assert isinstance(agent.core, AbstractAgent)
    luck = _core.local_best_response(agent.core, [], False, 2, None, 3, 0, 30_000, 1, 1, None)[:, :, 1:]
    z = luck.mean(axis=0) / (luck.std(axis=0) / np.sqrt(len(luck)))
    assert abs(z).max() < 4


@pytest.mark.slow
@pytest.mark.parametrize("deals", [240, 22])
def test_errors_are_honest(deals: int) -> None:
    """Over many seeds the mean is the exact value, and the variance is as stated.

    With 22 deals there are no strata, and luck remains.
    """
    agent, exact = agent_and_value("leduc", "random", 2)
    seeds = 400
    distances, said = np.empty((seeds, 3)), np.empty((seeds, 3))
    for seed in range(seeds):
        found = local_best_response(agent, deals=deals, seed=seed, threads=1)
        values = zip((*found.by_seat, found.won), (*exact, sum(exact) / 2), strict=True)
        for i, (estimate, value) in enumerate(values):
            distances[seed, i] = estimate.mean - value
            said[seed, i] = estimate.standard_error**2
    assert (abs(distances.mean(axis=0)) <= 4 * distances.std(axis=0) / np.sqrt(seeds)).all()
    ratio = distances.var(axis=0) / said.mean(axis=0)
    assert 0.7 < ratio.min() <= ratio.max() < 1.4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "agent_seed"), [("random", 1), ("random", 3), ("pure", 1), ("call", 0), ("uniform", 0)]
)
@pytest.mark.parametrize("deals", [2, 5, 10, 30, 60])
def test_intervals_hold_the_exact_value(deals: int, kind: str, agent_seed: int) -> None:
    """Coverage is nearly as stated. With equal boards, 2 deals are equal and still have a standard error."""
    agent, exact = agent_and_value("leduc", kind, agent_seed)
    covered: list[list[float]] = []
    for seed in range(200):
        found = local_best_response(agent, deals=deals, seed=seed, threads=1)
        values = zip((*found.by_seat, found.won), (*exact, sum(exact) / 2), strict=True)
        covered.append(
            [
                nan if isinf(e.half_width) else abs(e.mean - value) <= e.half_width + 1e-6
                for e, value in values
            ]
        )
    known = ~np.isnan(covered).any(axis=1)
    assert known.all()
    deviation = (0.94 * 0.06 / len(covered)) ** 0.5
    assert np.nanmean(covered, axis=0).min() >= 0.94 - 3 * deviation


@pytest.mark.parametrize("deals", [2, 20, 3000])
def test_without_cards_to_come_equal_deals_tell_an_error(deals: int) -> None:
    """The largest possible loss bounds unsampled deals; 3000 deals, equal for each own hand, give the exact value."""
    agent, (one, two) = agent_and_value("kuhn", "random", 1)
    for seed in range(20):
        found = local_best_response(agent, deals=deals, seed=seed, threads=1)
        values = zip((*found.by_seat, found.won), (one, two, (one + two) / 2), strict=True)
        for estimate, value in values:
            assert estimate.reach == 2 + abs(estimate.mean)
            assert abs(estimate.mean - value) <= estimate.half_width < inf
            if deals == 3000:
                assert estimate.standard_error == 0
                assert estimate.mean == pytest.approx(value, rel=1e-6)
                assert estimate.half_width < 0.004
