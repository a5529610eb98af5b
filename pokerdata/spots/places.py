"""Places in a solved spot, found by action sequence and dealt cards, and the strategies of both players there."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import spots as _core
from pokerdata._support.text import quoted
from pokerdata.cards import as_cards, format_cards
from pokerdata.cards.isomorphism import SUIT_PERMUTATIONS, combination_maps, recoloured
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_tree import SpotTree

_STEP = re.compile(r"[fc/]|r[0-9]*")
#: Kinds of items, numbered as in the kernels.
DECISION, FOLD, SHOWDOWN, CLOSING = 0, 1, 2, 3


@dataclass(frozen=True, eq=False)
class Place:
    """A point in a spot's betting tree on a board.

    Attributes:
        history: Actions that lead here, as `BettingTree.history` writes them.
        board: uint8 [3 to 5], the board cards.
        street: Number of the street, 0 for the spot's first street.
        node: Node of the betting tree.
        core_board: Number of the canonical board that represents this one, among the boards of the street.
        item: Number of the point among the items of the street.
        kind: DECISION, FOLD, SHOWDOWN, or CLOSING if a card is dealt next.
        permutation: Suit permutation from this board to its canonical board, in `SUIT_PERMUTATIONS`.
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
    """Split an action sequence such as 'cr120c/c' into steps: f, c, and r with chips; slashes between streets are dropped.

    Raises:
        ValueError: If the sequence has other letters.
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
    """Finder of places in a spot.

    Args:
        game: Betting and cards, in the kernels' form.
        tree: The betting tree.
        board: uint8 [3 to 5], board at the spot's start.
    """

    def __init__(self, game: _core.SpotGame, tree: SpotTree, board: NDArray[np.uint8]) -> None:
        self.game, self.tree, self.board = game, tree, board
        self._kinds = [game.item_kinds(street) for street in range(game.streets)]
        self._nodes = [game.item_nodes(street) for street in range(game.streets)]
        self._first = [game.item_first(street) for street in range(game.streets)]

    def start(self) -> Place:
        """Return the start of the spot."""
        return self._place("", self.board, 0, 0, 0, 0)

    def boards(self, street: int) -> NDArray[np.uint8]:
        """Return the canonical boards of a street, uint8 [boards, cards], with cards in dealing order.

        Args:
            street: Number of the street, 0 for the spot's first street.
        """
        if street == 0:
            return self.board[None].copy()
        above = self.boards(street - 1)[self.game.board_parents(street)]
        known = np.bitwise_or.reduce(np.uint64(1) << above.astype(np.uint64), axis=1)
        dealt = [int(bits).bit_length() - 1 for bits in self.game.board_cards(street) & ~known]
        return np.column_stack([above, np.array(dealt, np.uint8)])

    def edges(self, place: Place) -> range:
        """Return the edges of a decision in the betting tree."""
        return self._edges_of(place.node)

    def letter(self, edge: int) -> str:
        """Return the notation of an action: f, c, or r with chips."""
        action = int(self.tree.action[edge])
        return "f" if action == 0 else "c" if action in (1, 2) else f"r{self.tree.to[edge]}"

    def steps(self, history: str) -> list[str]:
        """Return the steps of an action sequence, adding the chips to a plain r.

        Args:
            history: As for `parse_line`.

        Raises:
            ValueError: If there is no such action sequence.
        """
        node, found = 0, list[str]()
        for step in parse_line(history):
            ways = {self.letter(edge): edge for edge in self._edges_of(node)}
            found.append(_spelt(step, list(ways), "".join(found)))
            node = int(self.tree.child[ways[found[-1]]])
        return found

    def act(self, place: Place, step: str) -> Place:
        """Return the place after an action.

        Args:
            place: A decision.
            step: f, c, or r with chips; a plain r if there is only one bet or raise.

        Raises:
            ValueError: If the place is not a decision or does not have the action.
        """
        self._check_decision(place)
        letters = [self.letter(edge) for edge in self.edges(place)]
        wanted = _spelt(step, letters, place.history)
        item = int(self._first[place.street][place.item]) + letters.index(wanted)
        after = place.history + wanted
        return self._place(after, place.board, place.street, place.core_board, item, place.permutation)

    def deal(self, place: Place, card: int) -> Place:
        """Return the place after a card.

        Args:
            place: Place at the end of a street.
            card: The card, 0 to 51.

        Raises:
            ValueError: If no card is dealt here, or the card cannot be dealt.
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
        """Return whether a card can be dealt after a street: it is not on the board or dead, and both ranges allow it.

        Args:
            place: Place at the end of a street.
            card: The card, 0 to 51.
        """
        return card not in place.board and len(self._boards_with(place, card)[0]) > 0

    def next_cards(self, place: Place) -> list[int]:
        """Return one card of each class of equivalent cards that can be dealt.

        Args:
            place: Place at the end of a street.
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
        """Return the place after an action sequence and the cards dealt on the way.

        Args:
            history: As for `parse_line`.
            cards: Turn and river cards dealt after the spot's start so far; text or integers [n].

        Raises:
            ValueError: If there is no such action sequence, a card cannot be dealt, or there are too few or too many cards.
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
        """Return the next street's canonical board for a board and a card, if there is one, and the change of suits."""
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
    """Return the step among the available ones; a plain r means the only bet or raise."""
    raises = [letter for letter in letters if letter[0] == "r"]
    wanted = raises[0] if step == "r" and len(raises) == 1 else step
    if wanted not in letters:
        raise ValueError(
            f"history: expected one of {', '.join(letters)} after {history or 'the beginning'!r}, got {step!r}"
        )
    return wanted


def _then(first: int, second: int) -> int:
    """Compose two suit permutations."""
    both = SUIT_PERMUTATIONS[second][SUIT_PERMUTATIONS[first]]
    return int(np.flatnonzero((both == SUIT_PERMUTATIONS).all(axis=1))[0])


def _suited(permutation: int, card: int) -> int:
    return int(recoloured(card, SUIT_PERMUTATIONS[permutation]))


def _name(card: int) -> str:
    return format_cards(np.array([card], np.uint8))


class Play(NamedTuple):
    """Strategy of a player at a decision.

    Attributes:
        steps: Actions in the notation of histories: 'f', 'c' or 'r300', with the total chips that the player has then put
            in.
        combinations: int64 [hands].
        strategy: float64 [hands, actions].
    """

    steps: tuple[str, ...]
    combinations: NDArray[np.int64]
    strategy: NDArray[np.float64]


class SpotStrategy:
    """Strategies of both players in a spot.

    Args:
        spot: The spot.
        game: Betting and cards of the spot, in the kernels' form.
        sums: Strategy sums in the kernels' layout; they are normalised on access.

    Attributes:
        walker: Finder of places in the spot.
    """

    def __init__(self, spot: Spot, game: _core.SpotGame, sums: NDArray[np.floating[Any]]) -> None:
        self.spot, self.game, self.sums = spot, game, sums
        self.walker = Walker(game, spot.tree, spot.board_cards)
        #: Called with a slice of the sums before they are used; it raises if they are damaged. Sums in a file are
        #: checked in slices because reading all of them first would take long.
        self.check_sums: Callable[[slice], None] | None = None

    def find(self, history: str = "", cards: ArrayLike = "") -> Place:
        """Return the place after an action sequence and cards.

        Args:
            history: f (fold), c (check or call), and r with chips (bet or raise: total chips that the player has then put
                in since the spot's start). Slashes between streets are optional. 'cr120c/' is a check, a bet of 120 and a
                call.
            cards: Turn and river cards dealt after the spot's start so far; text or integers [n].

        Raises:
            ValueError: If there is no such place.
        """
        return self.walker.find(history, cards)

    def play(self, history: str = "", cards: ArrayLike = "") -> Play:
        """Return the strategy at a decision.

        Args:
            history: As for `find`.
            cards: As for `find`.

        Raises:
            ValueError: If there is no such place, or it is not a decision.
        """
        place = self.find(history, cards)
        if place.kind != DECISION:
            raise ValueError(f"history: expected a decision, got none after {history!r}; e.g. ''")
        return self.play_at(place)

    def play_at(self, place: Place) -> Play:
        """Return the strategy at a decision that was already found."""
        hands, states = self.hands_on(place, int(self.spot.tree.player[place.node]))
        steps = tuple(self.walker.letter(edge) for edge in self.walker.edges(place))
        return Play(steps, hands, np.ascontiguousarray(_shares(self.sums_at(place))[:, states].T))

    def hands_on(self, place: Place, player: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return a player's hands on the board of a place and the state of each hand, both int64 [hands].

        Args:
            place: Any place on the board.
            player: 0 out of position, 1 in position.
        """
        game = self.game
        states = game.hands(place.street, place.core_board, player)
        of = np.full(1326, -1, np.int64)
        maps = combination_maps()
        for permutation in game.symmetries(place.street, place.core_board):
            of[maps[permutation][states]] = np.arange(len(states))
        mine = of[maps[place.permutation]]
        hands = np.flatnonzero(mine >= 0)
        return hands, mine[hands]

    def paid(self, node: int) -> tuple[float, float]:
        """Return the chips that both players have put in at a node, as the tree counts them.

        Args:
            node: Node of the betting tree.
        """
        return self.paid_at(node)[0]

    def paid_at(self, node: int) -> tuple[tuple[float, float], float]:
        """Return the chips that both players have put in at a node, and what each had put in when the street started.

        Chips are counted as the tree counts them.

        Args:
            node: Node of the betting tree.
        """
        tree, begun = self.spot.tree, self.spot.paid
        last, steps = int(tree.street[node]), []
        while tree.parent[node] >= 0:
            parent = int(tree.parent[node])
            edges = tree.edges(parent)
            steps.append((parent, next(e for e in edges if tree.child[e] == node)))
            node = parent
        paid, start, street = [float(begun[0]), float(begun[1])], float(tree.rules.values()["ante"]), 0
        for parent, edge in reversed(steps):
            if int(tree.street[parent]) > street:
                street, start = int(tree.street[parent]), max(paid)
            paid[int(tree.player[parent])] = float(tree.to[edge])
        if last > street:
            start = max(paid)
        return (paid[0], paid[1]), start

    def plays(self, place: Place) -> dict[int, NDArray[np.float64]]:
        """Return the action probabilities, float64 [actions, states], of each decision on the board of a place.

        Args:
            place: Any place on the board.

        Returns:
            Probabilities by node of the betting tree.
        """
        return {node: _shares(sums) for node, sums in self._sums_on(place).items()}

    def sums_at(self, place: Place) -> NDArray[np.floating[Any]]:
        """Return a view of the strategy sums of a decision, [actions, states]."""
        return self._sums_on(place)[place.node]

    @cached_property
    def layout(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Position of the sums of each decision on each board, and ascending numbers of its street and board."""
        index = _core.layout(self.game, self.sums[:0])
        return index, (index[:, 0] << 32) | index[:, 1]

    def _sums_on(self, place: Place) -> dict[int, NDArray[np.floating[Any]]]:
        """Return the sums of each decision on the board of a place."""
        self._check(place.street, place.core_board, place.core_board + 1)
        index, keys = self.layout
        key = (place.street << 32) | place.core_board
        first, end = np.searchsorted(keys, [key, key + 1])
        return {
            node: self.sums[at : at + actions * width].reshape(actions, width)[:, :states]
            for _, _, node, _, at, actions, states, width in index[first:end].tolist()
        }

    def _check_around(self, place: Place, last: int) -> None:
        """Check the sums on the boards before the board of a place, and on all later boards up to a street."""
        board = place.core_board
        for street in range(place.street, -1, -1):
            self._check(street, board, board + 1)
            board = int(self.game.board_parents(street)[board])
        first, end = place.core_board, place.core_board + 1
        for street in range(place.street + 1, last + 1):  # boards are in the order of their parents
            first, end = np.searchsorted(self.game.board_parents(street), [first, end]).tolist()
            self._check(street, first, end)

    def _check(self, street: int, first: int, end: int) -> None:
        """Check the sums on some contiguous boards of a street."""
        if self.check_sums is None:
            return
        index, keys = self.layout
        rows = np.searchsorted(keys, [(street << 32) | first, (street << 32) | end]).tolist()
        begin, stop = (int(index[row, 4]) if row < len(index) else len(self.sums) for row in rows)
        self.check_sums(slice(begin, stop))


def _shares(sums: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Return the probabilities of sums [actions, states]; they are uniform if all sums are 0."""
    sums = np.asarray(sums, np.float64)
    total = sums.sum(axis=0)
    shares = np.full(sums.shape, 1 / len(sums))
    np.divide(sums, total, out=shares, where=total > 0)
    return shares
