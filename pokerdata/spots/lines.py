"""Action sequences in a solved spot: their frequencies and EVs, and the best response of a single hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support import html
from pokerdata._support.estimates import fixed, percent
from pokerdata._support.extras import data_frame
from pokerdata._support.progress import Progress
from pokerdata._support.resources import available_memory
from pokerdata._support.text import brief, columns, csv_text
from pokerdata.cards import COMBINATIONS, as_cards, combination_index, format_cards
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION, disjoint
from pokerdata.cards.evaluator import evaluate_boards
from pokerdata.errors import CapacityError
from pokerdata.games.betting_tree import FOLD as FOLDS
from pokerdata.spots.decision import PLAYERS
from pokerdata.spots.places import CLOSING, DECISION, FOLD, Place
from pokerdata.spots.places import DECISION as DECISION_ITEM
from pokerdata.spots.solution import SpotSolution

if TYPE_CHECKING:
    import pandas


_COLUMNS = ["history", "end", "probability", "ev_oop", "ev_ip"]

Pair = tuple[NDArray[np.float64], NDArray[np.float64]]
#: For each terminal node: deals that reach it, and the chips that OOP and IP win in them.
Sums = NDArray[np.float64]


class _Street(NamedTuple):
    """Items of a street in the kernels' arrays."""

    kinds: list[int]
    nodes: list[int]
    first: list[int]
    roots: list[int]


class LineWalk:
    """Walk over all action sequences after a decision, over all later cards and the hands that both players may hold.

    Terminal nodes are numbered so that those after any node are contiguous.

    Args:
        solution: The solved spot.
        place: A decision.
        reach: Weight of each of the 1,326 hands at the place, for both players. For players other than `hand_of` these are
            the weights after the actions that lead there.
        hand_of: The player that holds one single hand. Its suits then count, so every card is dealt instead of one for each
            class of equivalent suits. `None` for range against range.
        best: Whether that player takes the best action against the opponent's strategy at each decision.
        progress: Called with the number of boards of the last street done and the total.

    Raises:
        CapacityError: If there is not enough memory.
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
        #: Node of each terminal, and for each item the range [first, end) of terminals after it.
        self.ends: list[int] = []
        self.spans: list[dict[int, tuple[int, int]]] = [{} for _ in self._streets]
        self._number(place.street, place.item)
        self._boards = self._count(place.street, place.core_board)

    @property
    def deals(self) -> float:
        """Total weight of all pairs of hands that the players may hold."""
        return float(self._start[0] @ self._apart @ self._start[1])

    def run(self) -> Sums:
        """Return sums for each terminal node, float64 [3, ends].

        The rows are the deals that reach it, and the chips of OOP and of IP there, since the place.
        """
        sums, _ = self._board(self.place, [self.place.item], [self._start])
        return sums

    def _check_memory(self) -> None:
        """Raise CapacityError if the rows of all items of a street and their derived arrays do not fit in memory."""
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
        """Return how many boards of the last street follow a board."""
        chosen = np.array([board])
        for later in range(street + 1, len(self._streets)):
            chosen = np.flatnonzero(np.isin(self._parents[later], chosen))
        return len(chosen)

    def _board(
        self, place: Place, roots: list[int], reach: list[tuple[NDArray[np.float64], ...]]
    ) -> tuple[Sums, list[float]]:
        """Return the sums of all terminal nodes below some items of a board.

        With `best`, it also returns what the hand wins after each of these items, in chips times deals.
        """
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
        """Return the strategy at each decision on a board, [actions, hands of the player to act]."""
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
        """Evaluate folds and showdowns."""
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
        """Deal the next card and add the sums of what follows."""
        if not items:
            return {}
        values = dict.fromkeys(items, 0.0)
        street = self._streets[place.street]
        roots = [self._streets[place.street + 1].roots[street.first[item]] for item in items]
        ended = replace(place, item=items[0], kind=CLOSING)  # all items lead to the same boards
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
        """Return the places after each card, and how many cards each represents."""
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
        """Choose the best actions of the hand; sequences after other actions get probability 0."""
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


#: Where action sequences may end.
ENDS = ("street", "hand")


@dataclass(frozen=True)
class Line:
    """An action sequence.

    Attributes:
        history: The whole sequence, from the spot's start.
        end: How it ends: 'OOP folds', 'IP folds', 'showdown', or 'next card'.
        probability: Probability of the sequence over all selected hands and all cards.
        ev: EV of OOP and IP in chips if the sequence is played, from the decision where it starts, pot included. NaN if it
            is never played. After a sequence that ends a street both players continue with their strategies.
    """

    history: str
    end: str
    probability: float
    ev: tuple[float, float]


@dataclass(frozen=True, eq=False)
class SpotLines:
    """Action sequences after a decision of a solved spot, the most frequent first. Made by `spot_lines`.

    Attributes:
        history: Action sequence that leads to the decision.
        board: The board there, as text.
        pot: Chips in the pot there.
        until: Where the sequences end: 'street' or 'hand'.
        player: The player that holds `hand`, 0 or 1; `None` for whole ranges.
        hand: Two cards or a hand class; '' for the whole range.
        best: Whether the hand takes its best actions against the opponent's strategy instead of those of the solution.
        played: All sequences, including those that are never played; their probabilities add up to 1.
    """

    history: str
    board: str
    pot: float
    until: str
    player: int | None
    hand: str
    best: bool
    played: tuple[Line, ...]

    @property
    def ev(self) -> tuple[float, float]:
        """Mean EV of OOP and IP over all sequences, in chips."""
        played = [line for line in self.played if line.probability > 0]
        first, second = (sum(line.probability * line.ev[p] for line in played) for p in (0, 1))
        return first, second

    def frame(self) -> pandas.DataFrame:
        """Return a data frame with a row for each sequence: history, end, probability, ev_oop, ev_ip.

        Raises:
            ModuleNotFoundError: If pandas is missing.
        """
        return data_frame(self._rows(), columns=_COLUMNS)

    def to_csv(self) -> str:
        """Return the rows of `frame` as CSV text; NaN becomes an empty cell."""
        return csv_text(_COLUMNS, self._rows())

    def lines(self, *, most: int = 20) -> list[str]:
        """Return the sequences as lines of text; sequences that are never played are left out.

        Args:
            most: Maximum number of sequences.

        Raises:
            ValueError: If `most` is below 1.
        """
        if isinstance(most, bool) or not isinstance(most, int) or most < 1:
            raise ValueError(f"most: expected a whole number of 1 or more, got {most!r}; e.g. 20")
        rows = [["line", "ends with", "chance", "EV OOP", "EV IP"], *self._cells(most)]
        ev = self.ev
        rows.append(["all", "", percent(1.0, 2), *map(fixed, ev)])
        told = [self._where(), f"{self._what()} to the end of the {self.until}", *columns(rows, (2, 3, 4))]
        more = sum(line.probability > 0 for line in self.played) - most
        if more > 0:
            told.append(f"... and {more:,} more lines, in the row of all")
        return told

    def _where(self) -> str:
        return f"{self.board}, {self.history or 'the beginning'}, pot {self.pot:g}"

    def _what(self) -> str:
        if self.player is None:
            return "lines of both ranges"
        return f"{'best response' if self.best else 'lines'} of {self.hand} ({PLAYERS[self.player]})"

    def _rows(self) -> list[list[Any]]:
        return [[line.history, line.end, line.probability, *line.ev] for line in self.played]

    def _cells(self, most: int) -> list[list[str]]:
        return [
            [line.history, line.end, percent(line.probability, 2), *(fixed(value) for value in line.ev)]
            for line in self.played[:most]
            if line.probability > 0
        ]

    def __repr__(self) -> str:
        first = self.played[0]
        of = self.hand or "ranges"
        return brief(
            self, of, f"{len(self.played):,} lines", f"{first.history} {percent(first.probability, 2)}"
        )

    def _repr_html_(self) -> str:
        head = ["line", "ends with", "chance", "EV OOP", "EV IP"]
        more = [f"the 20 most frequent of {len(self.played):,}"] if len(self.played) > 20 else []
        return html.table(self._cells(20), head=head, caption=f"{self._where()}: {self._what()}", notes=more)


def spot_lines(
    solution: SpotSolution,
    history: str = "",
    cards: ArrayLike = "",
    *,
    until: str = "street",
    hand: str = "",
    player: int | None = None,
    best: bool = False,
    progress: Progress | None = None,
) -> SpotLines:
    """Return how often each action sequence after a decision is played, and the EV of both players in it.

    All hands meet on all cards, without sampling. In spots from the flop with wide ranges this takes about a minute, on one
    thread. EVs include later streets whatever `until` says.

    With `best`, the hand takes its best action at each of its decisions, on each board, against the opponent's strategy;
    locks do not bind it. The mean EV of the sequences is then the most that the hand can win. Where the hand has a choice,
    a sequence has either probability 0 or the probability that the opponent and the cards give it.

    Args:
        solution: The solved spot.
        history: Action sequence to the decision, as for `SpotSolution.at`.
        cards: Turn and river cards dealt after the spot's start so far.
        until: 'street' ends sequences with the street; 'hand' ends them with the hand, over all later cards.
        hand: Only count this hand: two cards, 'AhKh', or a hand class, 'AKs'; the default is the whole range.
        player: The player that holds it: 0 out of position or 1 in position; the default is the player to act.
        best: Whether the two cards take their best actions instead of those of the solution.
        progress: Called with the number of boards done and the total.

    Raises:
        ValueError: If the decision, `until` or the hand is invalid, the hand meets no hand of the opponent, or the solution
            lacks later streets.
        CapacityError: If there is not enough memory.
    """
    if until not in ENDS:
        raise ValueError(f"until: expected {' or '.join(ENDS)}, got {until!r}; e.g. 'street'")
    if player not in (None, 0, 1):
        raise ValueError(f"player: expected 0 (out of position) or 1 (in position), got {player!r}; e.g. 0")
    if best and len(hand) != 4:
        raise ValueError(f"best: expected two cards with it, got {hand or 'a range'!r}; e.g. hand='AhKh'")
    streets = solution.spot.streets
    if solution.kept_to != streets[-1]:
        raise ValueError(
            f"solution: expected one of all streets, as what lines win is counted to the end of the hand, got one that was "
            f"kept to the {solution.kept_to}; e.g. solution.rest('cc/', '2c'), or one that was saved whole"
        )
    at = solution.at(history, cards)
    place = solution.find(history, cards)
    who = at.player if player is None else player
    reach = [np.zeros(1326), np.zeros(1326)]
    for p, side in enumerate(at.sides):
        reach[p][side.combinations] = side.reach
    if hand:
        # Also allow a hand that the strategy never brings here; only its suits matter.
        held = _held(hand)
        there = np.zeros(1326, bool)
        there[at.sides[who].combinations] = True
        chosen = held & there
        weights = np.where(chosen, 1.0 if len(hand) == 4 else reach[who], 0.0)
        if not weights.any():
            raise ValueError(
                f"hand: expected one of the range of {PLAYERS[who]} here, got {hand}; e.g. 'AKs'"
            )
        reach[who] = weights
    one = who if len(hand) == 4 else None
    walk = LineWalk(solution, place, (reach[0], reach[1]), hand_of=one, best=best, progress=progress)
    if not walk.deals > 0:
        raise ValueError(
            f"lines: expected hands of both that meet after {at.history or 'the beginning'!r}, got none; e.g. history=''"
        )
    sums = walk.run() / walk.deals
    found = []
    for name, end, first, last in _ends(solution, walk, until):
        deals, *chips = sums[:, first:last].sum(axis=1).tolist()
        ev = (chips[0] / deals, chips[1] / deals) if deals > 0 else (np.nan, np.nan)
        found.append(Line(name, end, deals, ev))
    found.sort(key=lambda line: -line.probability)
    return SpotLines(
        at.history,
        format_cards(at.board),
        at.pot,
        until,
        who if hand else None,
        hand,
        best,
        tuple(found),
    )


def _held(hand: str) -> NDArray[np.bool_]:
    if hand in CLASS_NAMES:
        return np.asarray(CLASS_NAMES.index(hand) == CLASS_OF_COMBINATION)
    cards = as_cards(hand, "hand")
    if len(cards) != 2:
        raise ValueError(f"hand: expected two cards or a class of hands, got {hand!r}; e.g. 'AhKh' or 'AKs'")
    found = np.zeros(1326, bool)
    found[int(combination_index(cards))] = True
    return found


def _ends(solution: SpotSolution, walk: LineWalk, until: str) -> list[tuple[str, str, int, int]]:
    """Return history and end of each action sequence, and its range of terminal nodes."""
    tree, street = solution.spot.tree, walk.place.street

    def told(end: int) -> str:
        node = walk.ends[end]
        if tree.kind[node] == FOLDS:
            return f"{PLAYERS[int(tree.player[node])]} folds"
        return "showdown"

    if until == "hand":
        return [(tree.history(node), told(k), k, k + 1) for k, node in enumerate(walk.ends)]
    kinds, nodes = solution.game.item_kinds(street), solution.game.item_nodes(street)
    found = []
    for item, (first, last) in walk.spans[street].items():
        if kinds[item] == DECISION_ITEM:
            continue
        history = tree.history(int(nodes[item]))
        found.append((history, "next card" if kinds[item] == CLOSING else told(first), first, last))
    return found
