"""Places in a solved spot: a line of betting and the cards dealt on the way."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import spots as _core
from pokerdata.cards import as_cards, format_cards
from pokerdata.isomorphism import SUIT_PERMUTATIONS, recoloured
from pokerdata.spots.spot_tree import SpotTree
from pokerdata.support.text import quoted

_STEP = re.compile(r"[fc/]|r[0-9]*")
#: Kinds of items, as kernels number them.
DECISION, FOLD, SHOWDOWN, CLOSING = 0, 1, 2, 3


@dataclass(frozen=True, eq=False)
class Place:
    """A point of a spot's betting on a board.

    Attributes:
        history: The actions that lead here, as `BettingTree.history` writes them.
        board: uint8 [3 to 5], the cards on the board.
        street: Number of the street, 0 for the spot's first.
        node: Of the betting tree.
        core_board: Number of the board that stands for this one, among those of the street.
        item: Number of the point, among those of the street.
        kind: DECISION, FOLD, SHOWDOWN, or CLOSING where a card is to be dealt.
        permutation: The suit permutation that leads to the board that stands for this one, in `SUIT_PERMUTATIONS`.
    """

    history: str
    board: NDArray[np.uint8]
    street: int
    node: int
    core_board: int
    item: int
    kind: int
    permutation: int


def parse_line(history: str) -> list[str]:
    """The steps of a line such as 'cr120c/c': f, c, r and chips; slashes between streets are left out.

    Args:
        history: The line.

    Raises:
        ValueError: If it has other letters.
    """
    text = history.replace(" ", "")
    steps = _STEP.findall(text)
    if "".join(steps) != text:
        raise ValueError(
            f"history: expected f (fold), c (check or call) and r with chips (bet or raise to, in all of the spot), got "
            f"{quoted(history)}; e.g. 'cr120c/'"
        )
    return [step for step in steps if step != "/"]


class Walker:
    """Finds places of a spot.

    Args:
        game: Betting and cards, as kernels take them.
        tree: The betting tree.
        board: uint8 [3 to 5], the board that the spot begins with.
    """

    def __init__(self, game: _core.SpotGame, tree: SpotTree, board: NDArray[np.uint8]) -> None:
        self.game, self.tree, self.board = game, tree, board
        self._kinds = [game.item_kinds(street) for street in range(game.streets)]
        self._nodes = [game.item_nodes(street) for street in range(game.streets)]
        self._first = [game.item_first(street) for street in range(game.streets)]

    def start(self) -> Place:
        """Where the spot begins."""
        return self._place("", self.board, 0, 0, 0, 0)

    def boards(self, street: int) -> NDArray[np.uint8]:
        """The boards of a street that stand for all, uint8 [boards, cards], in the order in which their cards were dealt.

        Args:
            street: Number of the street, 0 for the spot's first.
        """
        if street == 0:
            return self.board[None].copy()
        above = self.boards(street - 1)[self.game.board_parents(street)]
        known = np.bitwise_or.reduce(np.uint64(1) << above.astype(np.uint64), axis=1)
        dealt = [int(bits).bit_length() - 1 for bits in self.game.board_cards(street) & ~known]
        return np.column_stack([above, np.array(dealt, np.uint8)])

    def edges(self, place: Place) -> range:
        """The edges of a decision in the betting tree."""
        return self._edges_of(place.node)

    def letter(self, edge: int) -> str:
        """How lines name an action: f, c, or r and chips."""
        action = int(self.tree.action[edge])
        return "f" if action == 0 else "c" if action in (1, 2) else f"r{self.tree.to[edge]}"

    def steps(self, history: str) -> list[str]:
        """The steps of a line, with the chips where an r alone leaves them out.

        Args:
            history: As for `parse_line`.

        Raises:
            ValueError: If the line does not exist.
        """
        node, found = 0, list[str]()
        for step in parse_line(history):
            ways = {self.letter(edge): edge for edge in self._edges_of(node)}
            found.append(_spelt(step, list(ways), "".join(found)))
            node = int(self.tree.child[ways[found[-1]]])
        return found

    def act(self, place: Place, step: str) -> Place:
        """The place after an action.

        Args:
            place: A decision.
            step: f, c, or r and chips; r alone where there is one bet or raise.

        Raises:
            ValueError: If the place is no decision or has no such action.
        """
        self._check_decision(place)
        letters = [self.letter(edge) for edge in self.edges(place)]
        wanted = _spelt(step, letters, place.history)
        item = int(self._first[place.street][place.item]) + letters.index(wanted)
        after = place.history + wanted
        return self._place(after, place.board, place.street, place.core_board, item, place.permutation)

    def deal(self, place: Place, card: int) -> Place:
        """The place after a card.

        Args:
            place: Where a street has ended.
            card: The card, 0 to 51.

        Raises:
            ValueError: If no card is to be dealt here, or the card cannot come.
        """
        if place.kind != CLOSING:
            raise ValueError(f"card: expected none here, after {place.history!r}, got {_name(card)}")
        street = place.street
        found, permutation = self._boards_with(place, card)
        if len(found) == 0 or card in place.board:
            raise ValueError(
                f"card: expected one that board, dead cards and both ranges leave, got {_name(card)} on "
                f"{format_cards(place.board)}"
            )
        root = int(self._first[street][place.item])
        item = int(self.game.item_roots(street + 1)[root])
        board = np.append(place.board, np.uint8(card))
        return self._place(
            place.history + "/", board, street + 1, int(found[0]), item, _then(place.permutation, permutation)
        )

    def comes(self, place: Place, card: int) -> bool:
        """Whether a card can come where a street has ended: board, dead cards and both ranges leave it.

        Args:
            place: Where a street has ended.
            card: The card, 0 to 51.
        """
        return card not in place.board and len(self._boards_with(place, card)[0]) > 0

    def next_cards(self, place: Place) -> list[int]:
        """One card of each kind that can come: those that suits do not tell apart are one.

        Args:
            place: Where a street has ended.
        """
        boards, parents = self.game.board_cards(place.street + 1), self.game.board_parents(place.street + 1)
        known = int(self.game.board_cards(place.street)[place.core_board])
        inverse = SUIT_PERMUTATIONS[place.permutation].argsort()
        found = []
        for board in boards[parents == place.core_board].tolist():
            card = (int(board) & ~known).bit_length() - 1
            found.append(int(recoloured(card, inverse)))
        return found

    def find(self, history: str, cards: ArrayLike) -> Place:
        """The place after a line of betting and the cards dealt on the way.

        Args:
            history: As for `parse_line`.
            cards: Turn and river as far as they were dealt after the spot's beginning; text or uint8 [n].

        Raises:
            ValueError: If the line does not exist, a card cannot come, or there are too few or too many cards.
        """
        nothing = isinstance(cards, str) and not cards.strip()
        dealt = [] if nothing else as_cards(cards, "cards").tolist()
        left = list(dealt)
        place = self.start()
        steps = parse_line(history)
        while True:
            if place.kind == CLOSING and left:
                place = self.deal(place, left.pop(0))
            elif steps:
                if place.kind == CLOSING:
                    raise ValueError(
                        f"cards: expected the next card after {place.history!r} for {history!r}, got "
                        f"{format_cards(np.array(dealt, np.uint8)) or 'none'}; e.g. 2c"
                    )
                place = self.act(place, steps.pop(0))
            else:
                break
        if left:
            raise ValueError(
                f"cards: expected {len(dealt) - len(left)} on the way to {history!r}, got {len(dealt)}: "
                f"{format_cards(np.array(dealt, np.uint8))}"
            )
        return place

    def _boards_with(self, place: Place, card: int) -> tuple[NDArray[np.int64], int]:
        """The board of the next street that stands for a board and a card, if there is one, and how suits change."""
        street = place.street
        there = _suited(place.permutation, card)
        images = {int(p): _suited(int(p), there) for p in self.game.symmetries(street, place.core_board)}
        permutation = min(images, key=lambda p: images[p])
        cards = int(self.game.board_cards(street)[place.core_board]) | 1 << images[permutation]
        boards = self.game.board_cards(street + 1)
        parents = self.game.board_parents(street + 1)
        return np.flatnonzero((boards == np.uint64(cards)) & (parents == place.core_board)), permutation

    def _edges_of(self, node: int) -> range:
        return range(int(self.tree.first_edge[node]), int(self.tree.first_edge[node + 1]))

    def _check_decision(self, place: Place) -> None:
        if place.kind == DECISION:
            return
        ends = {FOLD: "a fold", SHOWDOWN: "a showdown", CLOSING: "the end of a street: a card comes next"}
        raise ValueError(f"history: expected a decision, got {ends[place.kind]} after {place.history!r}")

    def _place(
        self,
        history: str,
        board: NDArray[np.uint8],
        street: int,
        core_board: int,
        item: int,
        permutation: int,
    ) -> Place:
        kind, node = int(self._kinds[street][item]), int(self._nodes[street][item])
        return Place(history, board, street, node, core_board, item, kind, permutation)


def _spelt(step: str, letters: list[str], history: str) -> str:
    """One of the ways on after a line; r alone is the one bet or raise."""
    raises = [letter for letter in letters if letter[0] == "r"]
    wanted = raises[0] if step == "r" and len(raises) == 1 else step
    if wanted not in letters:
        raise ValueError(
            f"history: expected one of {', '.join(letters)} after {history or 'the beginning'!r}, got {step!r}"
        )
    return wanted


def _then(first: int, second: int) -> int:
    """One permutation of suits after another."""
    both = SUIT_PERMUTATIONS[second][SUIT_PERMUTATIONS[first]]
    return int(np.flatnonzero((both == SUIT_PERMUTATIONS).all(axis=1))[0])


def _suited(permutation: int, card: int) -> int:
    return int(recoloured(card, SUIT_PERMUTATIONS[permutation]))


def _name(card: int) -> str:
    return format_cards(np.array([card], np.uint8))
