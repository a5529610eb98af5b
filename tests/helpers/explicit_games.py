"""Explicit trees, walked deal by deal: slow, plain, and independent of the package."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Deal:
    """All cards of one game: probability, each player's knowledge on each street, and the winner.

    Attributes:
        edge: Probability that player 1 wins the showdown less the probability that player 1 loses it.
    """

    probability: float
    knows: tuple[tuple[str, ...], tuple[str, ...]]
    edge: float


@dataclass(frozen=True)
class Point:
    """A node of the betting tree; player 1 is 0 and acts first on every street."""

    history: str = ""
    street: int = 0
    player: int = 0
    paid: tuple[int, int] = (0, 0)
    bets: int = 0
    acted: bool = False
    folded: int | None = None
    shown: bool = False
    raised: int = 0


@dataclass(frozen=True)
class ExplicitGame:
    ante: int
    bets: tuple[int, ...]
    caps: tuple[int, ...]
    deals: list[Deal]

    def start(self) -> Point:
        return Point(paid=(self.ante, self.ante))

    def moves(self, at: Point) -> Iterator[tuple[str, Point]]:
        me, you = at.player, 1 - at.player
        behind = at.paid[you] - at.paid[me]
        if behind:
            yield "f", replace(at, history=at.history + "f", folded=me)
        level = max(at.paid), max(at.paid)
        if not at.acted:
            yield "c", replace(at, history=at.history + "c", player=you, acted=True)
        elif at.street + 1 == len(self.bets):
            yield "c", replace(at, history=at.history + "c", paid=level, shown=True)
        else:
            yield "c", Point(at.history + "c/", at.street + 1, 0, level)
        if at.bets < self.caps[at.street]:
            paid = list(at.paid)
            paid[me] = max(at.paid) + self.bets[at.street]
            yield (
                "r",
                Point(at.history + "r", at.street, you, (paid[0], paid[1]), at.bets + 1, True),
            )

    def payoff(self, at: Point, deal: Deal) -> float | None:
        """Return the chips won by player 1, or None before the end."""
        if at.folded is not None:
            return at.paid[1] if at.folded == 1 else -at.paid[0]
        return at.paid[0] * deal.edge if at.shown else None

    def key(self, at: Point, deal: Deal) -> tuple[str, str]:
        return at.history, deal.knows[at.player][at.street]


@dataclass(frozen=True)
class NoLimitGame(ExplicitGame):
    """No-limit game with bets of fractions of the pot and all-in; the deal decides a called all-in."""

    stack: int = 0
    pots: tuple[float, ...] = (1.0,)

    def moves(self, at: Point) -> Iterator[tuple[str, Point]]:
        me, you, level = at.player, 1 - at.player, max(at.paid)
        if at.paid[me] < at.paid[you]:
            yield "f", replace(at, history=at.history + "f", folded=me)
        called = replace(at, history=at.history + "c", paid=(level, level), player=you, acted=True)
        if not at.acted:
            yield "c", called
        elif level == self.stack or at.street + 1 == len(self.bets):
            yield "c", replace(called, shown=True)
        else:
            yield "c", Point(at.history + "c/", at.street + 1, 0, called.paid)
        sizes = set()
        for part in self.pots:
            more = max(int(part * sum(called.paid)), at.raised, self.ante)
            sizes.add(min(level + more, self.stack))
        for to in sorted({*sizes, self.stack} - {level}) if level < self.stack else ():
            paid = list(at.paid)
            paid[me] = to
            name = f"r{to}"
            yield (
                name,
                Point(
                    at.history + name,
                    at.street,
                    you,
                    (paid[0], paid[1]),
                    at.bets + 1,
                    True,
                    raised=to - level,
                ),
            )


Strategy = Callable[[tuple[str, str], str], float]
"""(information set, action) -> probability."""


def best_response(game: ExplicitGame, strategy: Strategy, player: int) -> float:
    """Return the chips per game that the best response of player 0 or 1 wins against a strategy."""
    sign = 1 if player == 0 else -1

    def value(at: Point, weights: dict[Deal, float]) -> float:
        payoffs = [game.payoff(at, deal) for deal in weights]
        if None not in payoffs:
            return sum(
                sign * w * won for w, won in zip(weights.values(), payoffs, strict=True) if won is not None
            )
        moves = list(game.moves(at))
        if at.player != player:
            return sum(
                value(after, {deal: w * strategy(game.key(at, deal), move) for deal, w in weights.items()})
                for move, after in moves
            )
        sets: dict[tuple[str, str], dict[Deal, float]] = defaultdict(dict)
        for deal, w in weights.items():
            sets[game.key(at, deal)][deal] = w
        return sum(max(value(after, group) for _, after in moves) for group in sets.values())

    return value(game.start(), {deal: deal.probability for deal in game.deals})


def expected_value(game: ExplicitGame, strategy: Strategy) -> float:
    """Return the chips per game that player 1 wins when both play a strategy."""

    def value(at: Point, deal: Deal) -> float:
        payoff = game.payoff(at, deal)
        if payoff is not None:
            return payoff
        key = game.key(at, deal)
        return sum(strategy(key, move) * value(after, deal) for move, after in game.moves(at))

    return sum(deal.probability * value(game.start(), deal) for deal in game.deals)


def information_sets(game: ExplicitGame) -> set[tuple[str, str]]:
    found: set[tuple[str, str]] = set()

    def visit(at: Point, deal: Deal) -> None:
        if game.payoff(at, deal) is None:
            found.add(game.key(at, deal))
            for _, after in game.moves(at):
                visit(after, deal)

    for deal in game.deals:
        visit(game.start(), deal)
    return found


def value_by_linear_program(game: ExplicitGame) -> float:
    """Return the value for player 1, by the sequence form (Koller, Megiddo, von Stengel 1996) and SciPy's HiGHS."""
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix

    sequences: tuple[dict[Any, int], dict[Any, int]] = ({(): 0}, {(): 0})
    sets: tuple[dict[Any, tuple[int, list[int]]], dict[Any, tuple[int, list[int]]]] = ({}, {})
    payoffs: dict[tuple[int, int], float] = defaultdict(float)

    def visit(at: Point, deal: Deal, last: tuple[int, int]) -> None:
        payoff = game.payoff(at, deal)
        if payoff is not None:
            payoffs[last] += deal.probability * payoff
            return
        key, p = game.key(at, deal), at.player
        _, own = sets[p].setdefault(key, (last[p], []))
        for move, after in game.moves(at):
            number = sequences[p].setdefault((key, move), len(sequences[p]))
            if number not in own:
                own.append(number)
            visit(after, deal, (number, last[1]) if p == 0 else (last[0], number))

    for deal in game.deals:
        visit(game.start(), deal, (0, 0))

    def flow(p: int) -> Any:
        """Return the flow constraints: the empty sequence, and each information set's inflow and actions."""
        entries = [(0, 0, 1.0)]
        for row, (before, after) in enumerate(sets[p].values(), 1):
            entries += [(row, before, -1.0), *((row, a, 1.0) for a in after)]
        rows, columns, values = zip(*entries, strict=True)
        return coo_matrix((values, (rows, columns)), shape=(len(sets[p]) + 1, len(sequences[p])))

    n, E, F = len(sequences[0]), flow(0).tocsr(), flow(1).tocsr()
    (i, j), v = np.array(list(payoffs)).T, list(payoffs.values())
    A = coo_matrix((v, (i, j)), shape=(n, len(sequences[1]))).tocsr()
    from scipy.sparse import bmat, csr_matrix

    # Player 1's plan x maximises q[0], where F^T q <= A^T x bounds the value that player 2 can enforce.
    cost = np.zeros(n + F.shape[0])
    cost[n] = -1
    result = linprog(
        cost,
        A_ub=bmat([[-A.T, F.T]]),
        b_ub=np.zeros(F.shape[1]),
        A_eq=bmat([[E, csr_matrix((E.shape[0], F.shape[0]))]]),
        b_eq=np.eye(E.shape[0])[0],
        bounds=[(0, None)] * n + [(None, None)] * F.shape[0],
        method="highs",
    )
    assert result.success
    return float(-result.fun)


def kuhn() -> ExplicitGame:
    cards = "JQK"
    deals = [
        Deal(1 / 6, ((cards[a],), (cards[b],)), 1.0 if a > b else -1.0) for a, b in permutations(range(3), 2)
    ]
    return ExplicitGame(1, (1,), (1,), deals)


def leduc() -> ExplicitGame:
    deck = "JJQQKK"

    def score(own: str, board: str) -> tuple[bool, int]:
        return own == board, "JQK".index(own)

    deals: dict[Any, float] = defaultdict(float)
    for i, j, k in permutations(range(6), 3):
        a, b, board = deck[i], deck[j], deck[k]
        edge = (score(a, board) > score(b, board)) - (score(a, board) < score(b, board))
        knows = ((a, f"{a} on {board}"), (b, f"{b} on {board}"))
        deals[knows, float(edge)] += 1 / 120
    return ExplicitGame(1, (2, 4), (2, 2), [Deal(p, knows, edge) for (knows, edge), p in deals.items()])


def of_counts(
    ante: int, bets: tuple[int, ...], caps: tuple[int, ...], counts: Any, wins: Any, parents: list[Any]
) -> ExplicitGame:
    """Return a game of joint counts of the last street: each pair of states is a deal."""
    total = counts.sum()

    def path(state: int) -> tuple[str, ...]:
        states = [state]
        for up in reversed(parents):
            states.append(int(up[states[-1]]))
        return tuple(str(s) for s in reversed(states))

    deals = [
        Deal(counts[s, t] / total, (path(s), path(t)), (float(wins[s, t]) - float(wins[t, s])) / counts[s, t])
        for s in range(len(counts))
        for t in range(len(counts))
        if counts[s, t]
    ]
    return ExplicitGame(ante, bets, caps, deals)


def _rank(card: str) -> int:
    return "23456789TJQKA".index(card[0])


def pairs(cards: tuple[str, ...]) -> Any:
    """Rank by larger groups of equal ranks, then by higher ranks."""
    ranks = [_rank(c) for c in cards]
    groups = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    return [n for n, _ in groups], [r for _, r in groups]


def three_card(cards: tuple[str, ...]) -> Any:
    """Rank straight flush, three of a kind, straight, flush, pair, high card; the ace is high or low."""
    ranks = sorted((_rank(c) for c in cards), reverse=True)
    flush = len({c[1] for c in cards}) == 1
    low = ranks == [12, 1, 0]
    straight = low or ranks == [ranks[0], ranks[0] - 1, ranks[0] - 2]
    kind = 4 if len(set(ranks)) == 1 else 5 if straight and flush else 3 if straight else 2 if flush else 0
    if kind == 0 and len(set(ranks)) == 2:
        kind = 1
    return kind, [1, 0, -1] if low else sorted(ranks, key=lambda r: (-ranks.count(r), -r))


def of_cards(
    ante: int,
    bets: tuple[int, ...],
    caps: tuple[int, ...],
    deck: list[str],
    hole: int,
    board: tuple[int, ...],
    strength: Any,
) -> ExplicitGame:
    """Return a game of real cards with every deal separate. Knowledge is 'hand on board', highest cards first."""
    deals: list[Any] = []

    def order(cards: Any) -> tuple[str, ...]:
        return tuple(sorted(cards, key=deck.index, reverse=True))

    def turn(left: list[str], hands: Any, boards: tuple[tuple[str, ...], ...]) -> None:
        if len(boards) < len(board):
            for cards in combinations(left, board[len(boards)]):
                turn([c for c in left if c not in cards], hands, (*boards, order(cards)))
            return
        table = tuple(c for cards in boards for c in cards)
        mine, yours = (strength((*hand, *table)) for hand in hands)
        knows = tuple(
            tuple(
                "".join(hand) + (" on " if seen else "") + " ".join("".join(b) for b in boards[: r + 1] if b)
                for r in range(len(board))
                for seen in [any(boards[: r + 1])]
            )
            for hand in hands
        )
        deals.append((knows, float((mine > yours) - (mine < yours))))

    for first in combinations(deck, hole):
        rest = [c for c in deck if c not in first]
        for second in combinations(rest, hole):
            left = [c for c in rest if c not in second]
            turn(left, (order(first), order(second)), ())
    return ExplicitGame(ante, bets, caps, [Deal(1 / len(deals), knows, edge) for knows, edge in deals])


def mirrored(strategy: dict[Any, float], suits: str) -> Strategy:
    """Extend a strategy for one hand of each suit-isomorphic class to all hands of the class."""
    found: dict[Any, Any] = {}
    deck = [r + s for r in "23456789TJQKA" for s in suits]

    def sorted_cards(name: str) -> str:
        return "".join(
            sorted((name[i : i + 2] for i in range(0, len(name), 2)), key=deck.index, reverse=True)
        )

    def look_up(key: tuple[str, str], move: str) -> float:
        history, name = key
        if key not in found:
            for suits_now in permutations(suits):
                other = name.translate(str.maketrans(suits, "".join(suits_now)))
                hand, _, table = other.partition(" on ")
                boards = " ".join(sorted_cards(b) for b in table.split())
                other = sorted_cards(hand) + (f" on {boards}" if boards else "")
                if ((history, other), move) in strategy:
                    found[key] = (history, other)
        return strategy[found[key], move]

    return look_up
