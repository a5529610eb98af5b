"""Which decisions of a solved spot are meant: by street, line of betting, board and hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import as_cards, combination_index, combinations_with, format_cards
from pokerdata.cards.hand_classes import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.games.betting_tree import DECISION
from pokerdata.spots.decision import Decision
from pokerdata.spots.menus import PLAYERS
from pokerdata.spots.places import DECISION as DECISION_ITEM
from pokerdata.spots.places import Place
from pokerdata.spots.solution import SpotSolution
from pokerdata.spots.spot import Spot
from pokerdata.strategies.selection import nodes_at

_SAME_SUITS = 0  # the suit permutation that changes nothing


@dataclass(frozen=True, eq=False)
class SelectedDecision:
    """A decision, and which of its hands are meant.

    Attributes:
        decision: The decision.
        street: Its street, 'flop', 'turn' or 'river'.
        boards: How many deals of the cards after the spot's beginning its board stands for.
        rows: int64 [hands], those of who acts that are meant.
    """

    decision: Decision
    street: str
    boards: int
    rows: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class DecisionSelection:
    """Decisions of a solved spot, street by street and board by board. Made by `select_decisions`.

    Attributes:
        solution: The solved spot.
        places: For each street the decisions on its first board, or on the one that was asked for.
        boards: For each street int64 [boards], numbers of those that are meant.
        weights: For each street int64 [boards], how many deals each of them stands for.
        hand: Which hands of who acts are meant, bool [1326].
    """

    solution: SpotSolution
    places: tuple[tuple[Place, ...], ...]
    boards: tuple[NDArray[np.int64], ...]
    weights: tuple[NDArray[np.int64], ...]
    hand: NDArray[np.bool_]

    @property
    def decisions(self) -> int:
        """How many decisions there are, on all boards."""
        return sum(len(places) * len(boards) for places, boards in zip(self.places, self.boards, strict=True))

    @property
    def rows(self) -> int:
        """At most how many hands there are at all decisions: exact where no hand is asked for."""
        game, tree = self.solution.game, self.solution.spot.tree
        found = 0
        for street, (places, boards) in enumerate(zip(self.places, self.boards, strict=True)):
            acting = np.bincount([int(tree.player[place.node]) for place in places], minlength=2)
            for player in (0, 1):
                sizes = sum(int(game.hand_sizes(street, int(board), player).sum()) for board in boards)
                found += int(acting[player]) * sizes
        return found

    @property
    def most_actions(self) -> int:
        """The most actions of a decision."""
        tree = self.solution.spot.tree
        nodes = [place.node for places in self.places for place in places]
        return max(int(tree.first_edge[node + 1] - tree.first_edge[node]) for node in nodes)

    def __iter__(self) -> Iterator[SelectedDecision]:
        streets = self.solution.spot.streets
        for street, (places, boards) in enumerate(zip(self.places, self.boards, strict=True)):
            cards, _ = self.solution.boards(street)
            for board, weight in zip(boards.tolist(), self.weights[street].tolist(), strict=True):
                for place in places:
                    there = place if len(boards) == 1 else _on(place, cards[board], board)
                    decision = self.solution.decision(there)
                    rows = np.flatnonzero(self.hand[decision.combinations])
                    yield SelectedDecision(decision, streets[street], weight, rows)


def select_decisions(
    solution: SpotSolution,
    *,
    street: str | None = None,
    path: str | None = None,
    below: bool = False,
    board: str = "",
    hand: str = "",
) -> DecisionSelection:
    """Decisions of a solved spot; all of them by default, on each board up to the suits that are not told apart.

    Args:
        solution: The solved spot.
        street: 'flop', 'turn' or 'river'.
        path: The decision after this line of betting alone, 'cr120c/', or with `below` that and all after it.
        below: Whether the decisions after that of the path are meant, too.
        board: A board of one street, which is the one meant then, in any suits: the whole of it, or the cards that were
            dealt after the spot's beginning.
        hand: A class of hands, 'AKs', or where the board is known two cards, 'AhKh'.

    Raises:
        ValueError: For what does not fit the spot, also where nothing is left, or a hand that nobody can hold there.
    """
    tree, streets = solution.spot.tree, solution.spot.streets
    kept = streets[: streets.index(solution.kept_to) + 1]
    if below and path is None:
        raise ValueError("below: expected a path with it, got none; e.g. path='c' and below")
    if street is not None and street not in streets:
        raise ValueError(f"street: expected {' or '.join(streets)}, got {street!r}; e.g. {streets[-1]!r}")
    meant = np.asarray(tree.kind == DECISION)
    if path is not None:
        meant &= nodes_at(tree, path, below)
    cards = solution.dealt_of(board)
    dealt = len(as_cards(cards, "board")) if cards else 0
    wanted = {k for k, name in enumerate(streets) if street in (None, name)}
    if board.strip():
        if dealt >= len(streets):
            raise ValueError(
                f"board: expected at most {len(streets) - 1} cards after {solution.spot.board}, got {cards}; e.g. 2c"
            )
        wanted &= {dealt}
    places: list[tuple[Place, ...]] = []
    boards: list[NDArray[np.int64]] = []
    weights: list[NDArray[np.int64]] = []
    for k in range(len(streets)):
        nodes = np.flatnonzero(meant & (tree.street == k)) if k in wanted else np.zeros(0, np.int64)
        exact = k == dealt and bool(board.strip())
        found = (
            [solution.find(tree.history(n), cards) for n in nodes.tolist()]
            if exact
            else _places(solution, k, nodes)
        )
        number, weight = np.arange(len(solution.boards(k)[1])), solution.boards(k)[1]
        if exact and found:
            number, weight = np.array([found[0].core_board]), np.ones(1, np.int64)
        if len(number) > 1 and found and streets[k] not in kept:
            raise ValueError(
                f"street: expected one that was kept, up to the {kept[-1]}, or a board, got the {streets[k]} on "
                f"{len(number):,} boards; e.g. {kept[-1]!r}"
            )
        places.append(tuple(found))
        boards.append(number)
        weights.append(weight)
    if not any(places):
        given = {"street": street, "path": path, "board": board}
        words = ", ".join(f"{name} {value}" for name, value in given.items() if value not in (None, ""))
        raise ValueError(
            f"selection: expected some decisions of the spot, got none for {words}; e.g. the street alone"
        )
    exact_suits = all(of.tolist() == [1] for there, of in zip(places, weights, strict=True) if there)
    chosen = _hands(hand, exact_suits)
    if hand:
        players = {int(tree.player[place.node]) for there in places for place in there}
        _check_held(hand, chosen, solution.spot, players, as_cards(cards, "board"))
    return DecisionSelection(solution, tuple(places), tuple(boards), tuple(weights), chosen)


def _places(solution: SpotSolution, street: int, nodes: NDArray[np.int64]) -> list[Place]:
    """Decisions on the first board of a street, in the order of the tree."""
    if not len(nodes):
        return []
    game, tree = solution.game, solution.spot.tree
    of_street, kinds = game.item_nodes(street), game.item_kinds(street)
    item = {int(of_street[i]): int(i) for i in np.flatnonzero(kinds == DECISION_ITEM)}
    first = solution.boards(street)[0][0]
    return [
        Place(tree.history(node), first, street, node, 0, item[node], DECISION_ITEM, _SAME_SUITS)
        for node in nodes.tolist()
    ]


def _on(place: Place, cards: NDArray[np.uint8], board: int) -> Place:
    """A place on another board of its street."""
    return Place(place.history, cards, place.street, place.node, board, place.item, place.kind, _SAME_SUITS)


def _hands(hand: str, exact_suits: bool) -> NDArray[np.bool_]:
    if not hand:
        return np.ones(1326, bool)
    if hand in CLASS_NAMES:
        return np.asarray(CLASS_NAMES.index(hand) == CLASS_OF_COMBINATION)
    cards = as_cards(hand, "hand")
    if len(cards) != 2:
        raise ValueError(f"hand: expected a class or two cards, got {format_cards(cards)}; e.g. AKs or AhKh")
    if not exact_suits:
        raise ValueError(
            f"hand: expected a class of hands, or the board with its cards, as boards stand for others of other suits, "
            f"got {format_cards(cards)}; e.g. AKs"
        )
    chosen = np.zeros(1326, bool)
    chosen[int(combination_index(cards))] = True
    return chosen


def _check_held(
    hand: str, chosen: NDArray[np.bool_], spot: Spot, players: set[int], dealt: NDArray[np.uint8]
) -> None:
    """Check that one of some players can hold one of the chosen hands."""
    held = np.any([spot.weights(player) > 0 for player in players], axis=0) & ~combinations_with(dealt)
    if not (held & chosen).any():
        who = " or ".join(PLAYERS[player] for player in sorted(players))
        example = CLASS_NAMES[CLASS_OF_COMBINATION[np.argmax(held)]]
        raise ValueError(f"hand: expected one that {who} can hold there, got {hand}; e.g. {example}")
