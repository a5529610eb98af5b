"""Every line of betting of a solved spot at once: how often it is played, and what it wins."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS
from pokerdata.cards.disjoint import disjoint
from pokerdata.errors import CapacityError
from pokerdata.evaluator import evaluate_boards
from pokerdata.spots.places import CLOSING, DECISION, FOLD, Place
from pokerdata.spots.solution import SpotSolution
from pokerdata.support.progress import Progress
from pokerdata.support.resources import available_memory

Pair = tuple[NDArray[np.float64], NDArray[np.float64]]
#: Of each end: deals that come there, and the chips that oop and ip win in them.
Sums = NDArray[np.float64]


class _Street(NamedTuple):
    """Items of a street."""

    kinds: list[int]
    nodes: list[int]
    first: list[int]
    roots: list[int]


class LineWalk:
    """Walks all lines from a decision on, over all cards to come, with the hands that both may hold there.

    Ends of hands are numbered so that those after a point of the betting stand one behind the other.

    Args:
        solution: The solved spot.
        place: A decision.
        reach: Of both players the weight of each of the 1,326 hands at the place; others than in `hand_of` as they are
            after the line that leads there.
        hand_of: The player who holds one hand alone, whose suits then count: every card is dealt, not only one of those
            that ranges do not tell apart. None where ranges meet.
        best: Whether that player takes the best action against the other's strategy at each decision.
        progress: Called with boards done and in all, of the last street.

    Raises:
        CapacityError: If memory would not suffice.
    """

    def __init__(
        self,
        solution: SpotSolution,
        place: Place,
        reach: Pair,
        *,
        hand_of: int | None = None,
        best: bool = False,
        progress: Progress | None = None,
    ) -> None:
        self.solution, self.place, self.best, self.hand_of = solution, place, best, hand_of
        self.tree, self.spot = solution.spot.tree, solution.spot
        self._progress, self._done = progress, 0
        self._hands = tuple(np.flatnonzero(weights > 0) for weights in reach)
        self._start = tuple(weights[hands] for weights, hands in zip(reach, self._hands, strict=True))
        self._apart = disjoint(self._hands[0])[:, self._hands[1]].astype(np.float64)
        self._paid = solution.paid(place.node)
        game = solution.game
        self._streets = [
            _Street(
                game.item_kinds(r).tolist(),
                game.item_nodes(r).tolist(),
                game.item_first(r).tolist(),
                game.item_roots(r).tolist(),
            )
            for r in range(game.streets)
        ]
        self._weights = [game.board_weights(r) for r in range(game.streets)]
        self._parents = [game.board_parents(r) for r in range(game.streets)]
        self._check_memory()
        #: The node of each end, and of each item the ends after it as [first, end).
        self.ends: list[int] = []
        self.spans: list[dict[int, tuple[int, int]]] = [{} for _ in self._streets]
        self._number(place.street, place.item)
        self._boards = self._count(place.street, place.core_board)

    @property
    def deals(self) -> float:
        """The weights of all pairs of hands that may be held."""
        return float(self._start[0] @ self._apart @ self._start[1])

    def run(self) -> Sums:
        """The sums of each end, [3, ends]: deals that come there, chips of oop and of ip in them, since the place."""
        sums, _ = self._board(self.place, [self.place.item], [self._start])
        return sums

    def _check_memory(self) -> None:
        """Rows of all items of a street and of what is made of them are in memory at once."""
        items = max(len(street.kinds) for street in self._streets)
        need = 8 * (4 * items + 3 * len(self._hands[0])) * sum(map(len, self._hands))
        if need > (free := available_memory()):
            raise CapacityError(
                f"not enough memory for the lines: they need {need / 1e9:,.2f} GB, {free / 1e9:,.2f} GB are free; expected "
                "fewer sizes of bets, or a decision on a later street"
            )

    def _number(self, street: int, item: int) -> None:
        of, first = self._streets[street], len(self.ends)
        kind = of.kinds[item]
        if kind == DECISION:
            for child in self._children(street, item):
                self._number(street, child)
        elif kind == CLOSING:
            self._number(street + 1, self._streets[street + 1].roots[of.first[item]])
        else:
            self.ends.append(of.nodes[item])
        self.spans[street][item] = first, len(self.ends)

    def _children(self, street: int, item: int) -> range:
        of = self._streets[street]
        node = of.nodes[item]
        return range(
            of.first[item], of.first[item] + int(self.tree.first_edge[node + 1] - self.tree.first_edge[node])
        )

    def _count(self, street: int, board: int) -> int:
        """Boards of the last street after one."""
        chosen = np.array([board])
        for later in range(street + 1, len(self._streets)):
            chosen = np.flatnonzero(np.isin(self._parents[later], chosen))
        return len(chosen)

    def _board(
        self, place: Place, roots: list[int], reach: list[tuple[NDArray[np.float64], ...]]
    ) -> tuple[Sums, list[float]]:
        """Sums of all ends on a board and what follows it, as far as they come after some items of it; with `best`, what
        the hand wins after each of those, in chips times deals."""
        street = place.street
        plays = self._plays(place)
        sums: Sums = np.zeros((3, len(self.ends)))
        at: dict[int, tuple[NDArray[np.float64], ...]] = dict(zip(roots, reach, strict=True))
        order: list[int] = []
        stack = roots[::-1]
        while stack:
            item = stack.pop()
            order.append(item)
            if self._streets[street].kinds[item] != DECISION:
                continue
            node = self._streets[street].nodes[item]
            player, mine = int(self.tree.player[node]), at[item]
            for a, child in enumerate(self._children(street, item)):
                played = 1.0 if self.best and player == self.hand_of else plays[node][a]
                at[child] = (mine[0] * played, mine[1]) if player == 0 else (mine[0], mine[1] * played)
            stack += reversed(self._children(street, item))
        kinds = self._streets[street].kinds
        values = self._finish(place, [i for i in order if kinds[i] not in (DECISION, CLOSING)], at, sums)
        values |= self._deal(place, [i for i in order if kinds[i] == CLOSING], at, sums)
        if self.best:
            self._choose(street, order, values, sums)
        if street + 1 == len(self._streets) and self._progress is not None:
            self._done += 1
            self._progress(min(self._done, self._boards), self._boards)
        return sums, [values.get(item, 0.0) for item in roots]

    def _plays(self, place: Place) -> dict[int, NDArray[np.float64]]:
        """Of each decision on a board the strategy of who acts, [actions, his hands]."""
        states = []
        for player, hands in enumerate(self._hands):
            of = np.zeros(1326, np.int64)
            there, state = self.solution.hands_on(place, player)
            of[there] = state
            states.append(of[hands])
        found = self.solution.plays(place)
        return {node: play[:, states[int(self.tree.player[node])]] for node, play in found.items()}

    def _finish(
        self, place: Place, items: list[int], at: dict[int, tuple[NDArray[np.float64], ...]], sums: Sums
    ) -> dict[int, float]:
        """Folds and showdowns."""
        if not items:
            return {}
        street, values = self._streets[place.street], {}
        theirs = np.array([at[item][1] for item in items])
        meets = theirs @ self._apart.T  # [items, hands of oop]
        shown = np.zeros_like(meets)
        showdown = np.array([street.kinds[item] != FOLD for item in items])
        if showdown.any():
            codes = evaluate_boards(place.board).astype(np.int32)
            ahead = np.sign(codes[self._hands[0]][:, None] - codes[self._hands[1]][None, :])
            shown[showdown] = theirs[showdown] @ (ahead * self._apart).T
        for row, item in enumerate(items):
            node = street.nodes[item]
            put = abs(float(self.tree.chips[node]))
            pot = self.spot.dead_money + 2 * put
            cap = np.inf if self.spot.rake_cap is None else float(self.spot.rake_cap)
            pot -= min(float(self.spot.rake) * pot, cap)
            mine = at[item][0]
            deals, ahead_of = float(mine @ meets[row]), float(mine @ shown[row])
            if street.kinds[item] == FOLD:
                won = 0.0 if int(self.tree.player[node]) == 0 else pot * deals
            else:
                won = pot * (deals + ahead_of) / 2
            chips = won - (put - self._paid[0]) * deals, pot * deals - won - (put - self._paid[1]) * deals
            sums[:, self.spans[place.street][item][0]] = deals, *chips
            if self.hand_of is not None:
                values[item] = chips[self.hand_of]
        return values

    def _deal(
        self, place: Place, items: list[int], at: dict[int, tuple[NDArray[np.float64], ...]], sums: Sums
    ) -> dict[int, float]:
        """What the next card brings."""
        if not items:
            return {}
        values = dict.fromkeys(items, 0.0)
        street = self._streets[place.street]
        roots = [self._streets[place.street + 1].roots[street.first[item]] for item in items]
        ended = replace(place, item=items[0], kind=CLOSING)  # any of them leads to the same boards
        gone = {*place.board.tolist(), *self.spot.dead_cards.tolist()}
        left = 52 - len(gone) - 4  # two cards of each player
        for after, times in self._next(ended):
            card = int(after.board[-1])
            free = [~(COMBINATIONS[hands] == card).any(axis=1) for hands in self._hands]
            kept = [tuple(row * f for row, f in zip(at[item], free, strict=True)) for item in items]
            below, won = self._board(after, roots, kept)
            sums += below * (times / left)
            for item, value in zip(items, won, strict=True):
                values[item] += value * times / left
        return values

    def _next(self, ended: Place) -> list[tuple[Place, float]]:
        """Places after a card, and how many cards each stands for."""
        walker = self.solution.walker
        if self.hand_of is None:
            street, above = ended.street, ended.core_board
            found = [walker.deal(ended, card) for card in walker.next_cards(ended)]
            weights = self._weights[street + 1], self._weights[street][above]
            return [(after, float(weights[0][after.core_board]) / float(weights[1])) for after in found]
        gone = {*ended.board.tolist(), *self.spot.dead_cards.tolist()}
        gone |= set(COMBINATIONS[self._hands[self.hand_of]].ravel().tolist())
        return [
            (walker.deal(ended, card), 1.0)
            for card in range(52)
            if card not in gone and walker.comes(ended, card)
        ]

    def _choose(self, street: int, order: list[int], values: dict[int, float], sums: Sums) -> None:
        """The best actions of the hand; what comes after others is not played."""
        of = self._streets[street]
        for item in reversed(order):
            if of.kinds[item] != DECISION:
                continue
            children = list(self._children(street, item))
            won = [values[child] for child in children]
            if int(self.tree.player[of.nodes[item]]) != self.hand_of:
                values[item] = sum(won)
                continue
            best = int(np.argmax(won))
            values[item] = won[best]
            for a, child in enumerate(children):
                if a != best:
                    sums[:, slice(*self.spans[street][child])] = 0.0
