"""Exact features of a decision for the classifiers: numbers from the cards and from the betting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import CardGame
from pokerdata.games.betting_tree import BettingTree
from pokerdata.games.play import TableRules

Floats = NDArray[np.float64]
#: Card and betting features that Blank et al. gave to their machines.
THREE_OF_CARDS, THREE_OF_BETTING = 2, 1


@dataclass(frozen=True)
class Features:
    """Features of each information set, kept apart for private states and decision nodes.

    An information set's features are those of its state followed by those of its node.

    Attributes:
        cards: For each street float64 [states, numbers].
        betting: For each street float64 [decisions, numbers].
    """

    cards: tuple[Floats, ...]
    betting: tuple[Floats, ...]

    @property
    def three(self) -> Features:
        """Return only the features of Blank et al.: hand strength, positive potential and pot odds."""
        return Features(
            tuple(street[:, :THREE_OF_CARDS] for street in self.cards),
            tuple(street[:, :THREE_OF_BETTING] for street in self.betting),
        )


def features_of(game: CardGame, strength: Callable[[tuple[int, ...]], int]) -> Features:
    """Return all features of a game with one hole card.

    Args:
        game: The game.
        strength: Strength of a hand with the whole board; the greater wins.
    """
    return Features(card_numbers(game, strength), tuple(map(betting_numbers(game.tree), streets_of(game))))


def streets_of(game: CardGame) -> range:
    """Return the streets of a game, from 0."""
    return range(game.rules.streets)


def strength_of(definition: TableRules) -> Callable[[tuple[int, ...]], int]:
    """Return the engine's hand strength function, by the numbers of cards in the deck of the game."""
    deck = np.array(definition.deck, np.uint8)
    return lambda cards: definition.core.strength(deck[list(cards)])


def betting_numbers(tree: BettingTree) -> Callable[[int], Floats]:
    """Return a function of the street that gives the betting features.

    They are pot odds, bets to call, the street, the seat, and the raises of both players on each street.
    """
    into = np.zeros((tree.nodes, 2), np.int64)
    into[0] = [max(tree.rules.ante, blind) for blind in tree.rules.blinds]
    raises = np.zeros((tree.nodes, tree.rules.streets, 2))
    for node in range(tree.nodes):  # parents precede their children
        for edge in tree.edges(node):
            child, player = int(tree.child[edge]), int(tree.player[node])
            into[child], raises[child] = into[node], raises[node]
            into[child, player] = tree.to[edge] if tree.action[edge] else into[node, player]
            raises[child, tree.street[node], player] += tree.action[edge] >= 3

    def of(street: int) -> Floats:
        nodes = tree.decision_nodes(street)
        player = tree.player[nodes].astype(int)
        rows = np.arange(len(nodes))
        paid = into[nodes]
        to_call = paid[rows, 1 - player] - paid[rows, player]
        own, other = raises[nodes][rows, :, player], raises[nodes][rows, :, 1 - player]
        alone = [to_call / (paid.sum(1) + to_call), to_call > 0, np.full(len(nodes), street), player]
        return np.column_stack([*alone, own, other]).astype(np.float64)

    return of


def card_numbers(game: CardGame, strength: Callable[[tuple[int, ...]], int]) -> tuple[Floats, ...]:
    """Return for each street of each state: hand strength, positive potential, E[HS], and ranks of hole and board cards.

    Hand strength counts the cards so far: a pair beats no pair, then high cards decide. Potential follows
    Billings et al. 2002, over all cards to come.
    """
    now = _tables(game, strength)
    boards: list[tuple[int, ...]] = [()]
    found = []
    for street in streets_of(game):
        if street:
            turned = [_cards(int(bits)) for bits in game.core.board_cards(street)]
            boards = [
                boards[before] + new
                for before, new in zip(game.core.board_parents(street), turned, strict=True)
            ]
        of_state = np.repeat(np.arange(len(boards)), game.core.board_states(street))
        rows = []
        for bits, place in zip(game.core.hands(street), of_state, strict=True):
            (hole,), board = _cards(int(bits)), boards[place]
            ranks = [(card // game.cards.per_rank + 1) / len(game.cards.ranks) for card in (hole, *board)]
            ranks += [0.0] * (len(now) - len(ranks))
            rows.append([*of_hand(hole, board, game.cards.deck, now), *ranks])
        found.append(np.array(rows))
    return tuple(found)


def of_hand(
    hole: int, board: tuple[int, ...], deck: int, now: list[NDArray[np.int64]]
) -> tuple[float, float, float]:
    """Return hand strength, positive potential and E[HS] of a card on a board."""
    left = [card for card in range(deck) if card not in (hole, *board)]
    others = np.array(left)
    so_far, final = now[len(board)], now[-1]
    ahead = np.sign(so_far[(hole, *board)] - so_far[(others, *board)])
    if len(board) == len(now) - 1:
        strength = float(np.mean((1 + ahead) / 2))
        return strength, 0.0, strength
    runs = np.array(list(permutations(left, len(now) - 1 - len(board))))
    possible = (others[:, None, None] != runs).all(axis=2)
    come = tuple(runs.T)
    won = (1 + np.sign(final[(hole, *board, *come)] - final[(others[:, None], *board, *come)])) / 2
    behind, tied = (ahead < 0)[:, None] * possible, (ahead == 0)[:, None] * possible
    rises = (behind * won).sum() + (tied * (won == 1)).sum() / 2
    of = behind.sum() + tied.sum() / 2
    mean = float((possible * won).sum() / possible.sum())
    return float(np.mean((1 + ahead) / 2)), float(rises / of) if of else 0.0, mean


def _tables(game: CardGame, strength: Callable[[tuple[int, ...]], int]) -> list[NDArray[np.int64]]:
    """Return the strengths of a hole card and some board cards: int64 [deck, ...], for each number of board cards."""
    deck, per_rank = game.cards.deck, game.cards.per_rank
    found = []
    for cards in range(1, 2 + sum(game.cards.board)):
        table = np.zeros((deck,) * cards, np.int64)
        for chosen in permutations(range(deck), cards):
            if cards == 1 + sum(game.cards.board):
                table[chosen] = strength(chosen)
            else:
                ranks = sorted((card // per_rank for card in chosen), reverse=True)
                table[chosen] = (len(set(ranks)) < cards) * 10_000 + sum(
                    r * 100**k for k, r in enumerate(ranks[::-1])
                )
        found.append(table)
    return found


def _cards(bits: int) -> tuple[int, ...]:
    return tuple(card for card in range(64) if bits >> card & 1)
