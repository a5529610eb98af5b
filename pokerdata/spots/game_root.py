"""Where a spot of a whole game begins: after a prefix of its betting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pokerdata.cards import BOARD_SIZES, STREETS
from pokerdata.games import BettingTree, NamedGame, find_game
from pokerdata.games.named import GAMES, TEXAS
from pokerdata.games.rules import rules_of
from pokerdata.strategies.paths import find_node


@dataclass(frozen=True)
class GameRoot:
    """A decision of a whole game.

    Attributes:
        tree: The betting tree of the game.
        node: The decision.
        exchange: Whether player 1 of the game is in position.
        paid: Chips that oop and ip have put in over the whole hand.
        started: Chips that each had put in before the street began.
    """

    tree: BettingTree
    node: int
    exchange: bool
    paid: tuple[int, int]
    started: int


def as_game(given: Any) -> NamedGame:
    """A game of Texas hold'em.

    Args:
        given: A game, its name or a file; or rules as `values()` gives them.

    Raises:
        ValueError: If it is none, or of other cards.
    """
    try:
        if isinstance(given, Mapping):
            game = NamedGame(rules_of(dict(given)), TEXAS)
        else:
            game = given if isinstance(given, NamedGame) else find_game(str(given))
    except TypeError as error:
        raise ValueError(
            f"game: expected the rules of a game, got {given!r} ({error}); e.g. 'limit-holdem'"
        ) from None
    if game.cards != TEXAS:
        raise ValueError(
            f"game: expected Texas hold'em with its 52 cards, four streets and five cards on the board, got "
            f"{game.rules.name}; e.g. 'limit-holdem'"
        )
    return game


def game_value(game: NamedGame) -> str | dict[str, Any]:
    """What `as_game` reads: the name of a built-in game, else rules.

    Args:
        game: The game.
    """
    name = next((name for name, one in GAMES.items() if one == game), None)
    return name or dict(game.rules.values())


def root_of(game: NamedGame, history: str, board_cards: int) -> GameRoot:
    """The decision after some actions.

    Args:
        game: Of Texas hold'em.
        history: The actions from the deal on, such as "cc/cr"; '/' may be left out.
        board_cards: Cards on the board.

    Raises:
        ValueError: If there are no such actions, they end before the flop, or the board is that of another street.
        CapacityError: If the game's betting tree is too large.
    """
    tree = tree_of(game)
    try:
        node = find_node(tree, history)
    except ValueError as error:
        raise ValueError(f"history: {str(error).removeprefix('path: ')}") from None
    street = int(tree.street[node])
    name = STREETS[street]
    if street == 0:
        raise ValueError(
            f"history: expected one that reaches the flop, got {history!r}; e.g. {tree.history(_first(tree))!r}"
        )
    if board_cards != BOARD_SIZES[name]:
        raise ValueError(
            f"board: expected {BOARD_SIZES[name]} cards, as {history!r} leads to the {name}, got {board_cards}; e.g. "
            f"'{' '.join(['Td', '9d', '6h', 'Qc', '2s'][: BOARD_SIZES[name]])}'"
        )
    first = game.rules.first_to_act[street:]
    if len(set(first)) != 1:
        raise ValueError(
            f"game: expected one player to act first on all streets from the {name} on, got players {first} in "
            f"{game.rules.name}; e.g. 'limit-holdem'"
        )
    exchange = first[0] == 2
    paid, started = _paid(tree, node, game)
    return GameRoot(tree, node, exchange, paid[::-1] if exchange else paid, started)


@lru_cache(maxsize=2)
def tree_of(game: NamedGame) -> BettingTree:
    """The betting tree of a whole game; the last two are kept.

    Args:
        game: The game.

    Raises:
        CapacityError: If it has more than 20 million nodes.
    """
    return BettingTree(game.rules)


def _first(tree: BettingTree) -> int:
    return int(tree.street_roots[1][0])


def _paid(tree: BettingTree, node: int, game: NamedGame) -> tuple[tuple[int, int], int]:
    """Chips of player 1 and player 2 at a decision, and of each when its street began."""
    line = [node]
    while tree.parent[line[-1]] >= 0:
        line.append(int(tree.parent[line[-1]]))
    paid = [game.rules.ante + blind for blind in game.rules.blinds]
    started = game.rules.ante
    for above, below in zip(line[::-1], line[-2::-1], strict=False):
        edge = next(e for e in tree.edges(above) if tree.child[e] == below)
        paid[int(tree.player[above])] = int(tree.to[edge])
        if tree.street[below] != tree.street[above]:
            started = max(paid)
    return (paid[0], paid[1]), started
