"""Local best response against its value over all deals of small games, enumerated here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from pokerdata.agents import Agent
from pokerdata.games import CardGame, NamedGame, named_game
from pokerdata.matches import local_best_response
from pokerdata.solvers import SavedStrategy, simple_strategy

Range = dict[str, float]  # likelihood of each rank that the agent may hold


class Enumeration:
    """A limit game without blinds, of one hole card and one board card on each later street; cards are ranks."""

    def __init__(self, game: NamedGame, agent: Agent) -> None:
        self.rules, self.cards = game.rules, game.cards
        self.probabilities = cache(agent.probabilities)
        self.share = cache(self._share)

    def value(self, seat: int) -> float:
        """Chips that local best response wins as player 1 (0) or 2 (1), the mean over all deals."""
        deals = dict(self.deals("", self.streets))
        won = {deal: self.won(deal[0], deal[1:], seat) for deal in deals}
        return sum(n * won[deal] for deal, n in deals.items()) / sum(deals.values())

    @property
    def streets(self) -> int:
        return len(self.cards.board)

    def deals(self, gone: str, count: int) -> Iterator[tuple[str, int]]:
        """Ranks in dealt order beside cards that are gone, and in how many ways they come."""
        if count == 0:
            yield "", 1
            return
        for rank in self.cards.ranks:
            if left := self.cards.per_rank - gone.count(rank):
                for rest, ways in self.deals(gone + rank, count - 1):
                    yield rank + rest, left * ways

    def _share(self, own: str, other: str, board: str) -> float:
        """Of the pot, the mean over what may come."""
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
        """Likelihoods times the cards of the rank that are left."""
        gone = self.own + board
        return {rank: chance * (self.cards.per_rank - gone.count(rank)) for rank, chance in likely.items()}

    def play(self, history: str, street: int, paid: tuple[int, int], likely: Range) -> float:
        """Chips won from here on, times the weight of the agent's range beside all cards."""
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
        player = len(round_) % 2  # player 1 opens every street
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
        """The range after the agent's move; what it cannot hold beside the board has no likelihood."""
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
        """What wins most if both check and call after it, the agent having folded to a raise or not."""
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
        # a raise that wins no more than a call is none, whatever rounding says
        return max(found, key=lambda move: found[move] + (move == "c") * 1e-12)

    def weight_and_share(self, likely: Range, board: str) -> tuple[float, float]:
        weights = self.weighed(likely, board)
        return sum(weights.values()), sum(w * self.share(self.own, r, board) for r, w in weights.items() if w)


def strength(cards: str) -> list[tuple[int, int]]:
    """Larger groups of equal ranks, then higher ranks."""
    return sorted(((n, "JQKA".index(rank)) for rank, n in Counter(cards).items()), reverse=True)


def agent_and_value(name: str, kind: str, seed: int) -> tuple[Agent, list[float]]:
    """An agent, and what local best response wins of it in both seats."""
    game = named_game(name)
    built = CardGame(game.rules, game.cards)
    rows = simple_strategy(built, kind, seed=seed)
    agent = Agent.of(SavedStrategy(game.rules, game.cards.values(), None, rows, built.state_names))
    return agent, [Enumeration(game, agent).value(seat) for seat in (0, 1)]


@pytest.mark.parametrize(
    ("kind", "seed", "deals"),
    [
        ("random", 1, 30_000),
        ("random", 2, 30_000),
        ("random", 3, 30_000),
        ("raise", 0, 200_000),
        ("call", 0, 30_000),
    ],
)
def test_one_card_to_come(kind: str, seed: int, deals: int) -> None:
    agent, exact = agent_and_value("leduc", kind, seed)
    found = local_best_response(agent, deals=deals, seed=5).by_seat
    for seat, value in zip(found, exact, strict=True):
        assert abs(seat.mean - value) <= 4 * seat.standard_error


def test_two_cards_to_come() -> None:
    """Many run-outs are as good as all of them, and a single one misleads."""
    agent, exact = agent_and_value("twelve-card", "random", 1)
    many = local_best_response(agent, deals=5000, seed=5, samples=300).by_seat
    one = local_best_response(agent, deals=10_000, seed=5, samples=1).by_seat
    for seat, value in zip(many, exact, strict=True):
        assert abs(seat.mean - value) <= 4 * seat.standard_error
    assert one[0].mean < exact[0] - 4 * one[0].standard_error
