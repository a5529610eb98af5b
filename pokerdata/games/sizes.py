"""How large a game is: counts of its explicit tree, without building it."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import comb, sqrt

import numpy as np

from pokerdata.games.betting_tree import ACTIONS, DECISION, BettingTree
from pokerdata.games.card_rules import CardRules
from pokerdata.games.rules import Rules
from pokerdata.support import html


@dataclass(frozen=True)
class Sizes:
    """Exact sizes of the explicit tree of a game.

    Attributes:
        nodes: Decisions, ends and chance nodes. Player 1's hole cards, player 2's, and the cards of each street are
            dealt one after another; deals that no player can tell apart (copies of a rank, the order in which cards of
            one deal fall) are one.
        information_sets: Information sets of both players.
        m_values: For each player, the sum over his sequences of own actions of the square root of the number of his
            information sets where he has acted so (Lanctot et al. 2009): regret bounds grow with it.
    """

    nodes: int
    information_sets: int
    m_values: tuple[float, float]

    def _repr_html_(self) -> str:
        return html.of_fields(self)


def sizes(rules: Rules, cards: CardRules) -> Sizes:
    """Sizes of a game of real cards, as exact integers, without building it.

    About a millisecond for a thousand betting nodes.

    Args:
        rules: The rules of the betting.
        cards: What is dealt.

    Raises:
        CapacityError: If the betting tree has more than 20 million nodes.
    """
    tree = BettingTree(rules)
    hole, board = cards.hole, cards.board
    views = [_deals(cards, (hole, *board[: r + 1])) for r in range(rules.streets)]
    deals = [_deals(cards, (hole, hole, *board[: r + 1])) for r in range(rules.streets)]
    nodes = 1 + _deals(cards, (hole,)) + (_deals(cards, (hole, hole)) if board[0] else 0)
    all_in = tree.street[tree.all_in()]
    sets = 0
    for r in range(rules.streets):
        last = r + 1 == rules.streets
        below = int(np.count_nonzero(all_in <= r))  # cards are dealt after these until the last street
        betting = int(np.count_nonzero(tree.street == r)) - int(np.count_nonzero(all_in == r))
        if last:
            betting += below
        elif board[r + 1]:
            betting += len(tree.street_roots[r + 1]) + below  # a chance node before each
        nodes += deals[r] * betting
        sets += views[r] * len(tree.decision_nodes(r))
    return Sizes(nodes, sets, _m_values(tree, views))


def _deals(cards: CardRules, counts: tuple[int, ...]) -> int:
    """Distinguishable ways to deal groups of so many cards one after another."""
    if cards.suits is not None:
        ways, left = 1, cards.deck
        for count in counts:
            ways *= comb(left, count)
            left -= count
        return ways

    @cache
    def below(ranks: int, open_: tuple[int, ...]) -> int:
        """Ways to fill the groups from so many ranks: each rank gives some copies to each group."""
        if ranks == 0:
            return int(not any(open_))
        return sum(below(ranks - 1, rest) for rest in _shares(open_, cards.per_rank))

    return below(len(cards.ranks), counts)


def _shares(open_: tuple[int, ...], copies: int) -> list[tuple[int, ...]]:
    """What groups may still need after a rank gave up to so many copies to them."""
    if not open_:
        return [()]
    return [
        (open_[0] - given, *rest)
        for given in range(min(open_[0], copies) + 1)
        for rest in _shares(open_[1:], copies - given)
    ]


def _choice(tree: BettingTree, edge: int) -> str:
    """What a player remembers of an action: its kind, and without limits the chips over the whole hand."""
    name, to, stack = ACTIONS[tree.action[edge]], int(tree.to[edge]), tree.rules.stack
    if stack is None or name not in ("bet", "raise"):
        return name
    return "all-in" if to == stack else f"{name} to {to}"


def _m_values(tree: BettingTree, views: list[int]) -> tuple[float, float]:
    sets: tuple[Counter[tuple[str, ...]], Counter[tuple[str, ...]]] = (Counter(), Counter())
    acted: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {0: ((), ())}
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        own, player = acted.pop(node), int(tree.player[node])
        sets[player][own[player]] += views[tree.street[node]]
        for edge in tree.edges(node):
            after = (*own[player], _choice(tree, edge))
            acted[int(tree.child[edge])] = (after, own[1]) if player == 0 else (own[0], after)
    return sum(sqrt(n) for n in sets[0].values()), sum(sqrt(n) for n in sets[1].values())
