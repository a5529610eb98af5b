"""Local best response to a strategy of a spot, for all hands at once, and its ways to the turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import DECK_SIZE, combinations_with
from pokerdata.cards.combinations import CLASS_OF_COMBINATION, disjoint
from pokerdata.cards.evaluator import evaluate_boards
from pokerdata.cards.preflop import class_equities
from pokerdata.games import BettingTree
from pokerdata.games.betting_tree import DECISION as DECIDES
from pokerdata.solving.public.values import product
from pokerdata.solving.real_cards.flops import apart
from pokerdata.spots.places import CLOSING, DECISION, FOLD, SHOWDOWN, Place, SpotStrategy
from pokerdata.spots.resolving.blueprint import Blueprint

Values = NDArray[np.float64]
Paid = tuple[float, float]
#: Actions are tied if their EVs differ by less than this fraction of the chips at stake, so rounding does not choose.
TIED = 1e-6


def showdowns(board: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return each hand's share of the pot against each other hand on a river board, float32 [1326, 1326].

    A win is 1, a loss 0 and a tie 1/2. The share is 0 for pairs that share a card with each other or the board.

    Args:
        board: uint8 [5].
    """
    codes = evaluate_boards(board, threads=1)
    there = codes > 0
    return np.asarray(
        ((codes[:, None] > codes).astype(np.float32) + np.float32(0.5) * (codes[:, None] == codes))
        * _disjoint()
        * there
        * there[:, None]
    )


@cache
def _disjoint() -> NDArray[np.bool_]:
    return disjoint()


@dataclass(frozen=True)
class Chips:
    """Chips at a decision.

    Attributes:
        pot: Chips in the pot.
        asked: Chips to call.
    """

    pot: float
    asked: float


def best_move(
    chips: Chips,
    raises: list[tuple[float, Values, Values]],
    reach: tuple[Values, Values],
    letters: Sequence[str],
) -> NDArray[np.int64]:
    """Return the action of local best response for each of its hands: an index into `letters`, int64 [1326].

    Args:
        chips: Chips at the decision.
        raises: Three entries for each raise. First the chips on top of a call. Then the opponent's total reach of hands
            that fold, and the share of the pot that the own hand wins against these at showdown. The last two are float64
            [1326] over own hands.
        reach: The opponent's total reach of hands that are compatible with each own hand, and the own hand's share against
            these at showdown, float64 [1326].
        letters: 'f', 'c', or a text that starts with 'r' for each action; raises are in the order of `raises`.
    """
    total, shares = reach
    pot, asked = chips.pot, chips.asked
    gained, paid = shares * (pot + asked), asked * total
    most, stake = gained - paid, gained + paid
    taken = np.full(len(total), letters.index("c"))
    numbers = [i for i, letter in enumerate(letters) if letter[0] == "r"]
    for i, (more, folding, folded_shares) in zip(numbers, raises, strict=True):
        gained = folding * pot + (shares - folded_shares) * (pot + asked + 2 * more)
        paid = (total - folding) * (asked + more)
        better = gained - paid > most + TIED * np.maximum(stake, gained + paid)
        taken[better] = i
        most, stake = np.where(better, gained - paid, most), np.where(better, gained + paid, stake)
    if "f" in letters:
        taken[most < -TIED * stake] = letters.index("f")
    return taken


def paid_after(tree: BettingTree, edge: int, player: int, paid: Paid) -> Paid:
    """Return what each player has put in after an action.

    Args:
        tree: The betting tree.
        edge: The action.
        player: The player that acts, 0 or 1.
        paid: What each player had put in before.
    """
    to = float(tree.to[edge])
    if int(tree.action[edge]) == 0:
        return paid
    return (to, paid[1]) if player == 0 else (paid[0], to)


def chips_at(tree: BettingTree, node: int, paid: Paid, dead: float) -> Chips:
    """Return the chips at a decision.

    Args:
        tree: The betting tree.
        node: The decision.
        paid: What each player has put in there.
        dead: Other chips in the pot.
    """
    player = int(tree.player[node])
    return Chips(dead + sum(paid), max(paid) - paid[player])


@dataclass(eq=False)
class _Point:
    """A point of a street while it is evaluated.

    `asked` lists the opponent's reaches for which `won` has the showdown share of each own hand, [1326, asked]. At a
    showdown this is the reach there. At the responder's decision it is the reach there and the part that folds to each of
    the `raises`.
    """

    place: Place
    reach: Values
    paid: Paid
    children: list[int] = field(default_factory=list)
    asked: list[Values] = field(default_factory=list)
    raises: list[float] | None = None
    won: Values = field(default_factory=lambda: np.zeros((1326, 0)))
    moves: NDArray[np.int64] | None = None


class LocalBestResponse:
    """Local best response (Lisy and Bowling 2017) in a spot, against a known strategy.

    At each of its decisions the responder picks the action with the highest EV if both players checked and called from then
    on. It weights all hands that the opponent may have there; equities are exact. In a game without limits it uses the bet
    sizes of the spot.

    Args:
        strategy: The opponent's strategy, from the turn or the river on.
        seat: The opponent's seat, 0 (out of position) or 1.

    Raises:
        ValueError: If the strategy starts on the flop.
    """

    def __init__(self, strategy: SpotStrategy, seat: int) -> None:
        if strategy.spot.street == "flop":
            raise ValueError(
                f"strategy: expected one from the turn or the river on, got one from the flop on, {strategy.spot.board}; "
                "e.g. of a spot with four cards on the board"
            )
        self._strategy, self._seat = strategy, seat
        self._spot, self._tree = strategy.spot, strategy.spot.tree

    def values(self) -> Values:
        """Return what each of the responder's hands wins from here on, in chips.

        The pot counts, and chips that the responder put in earlier do not. Values are summed over the opponent's hands with
        the weights of `apart`, float64 [1326]. They are 0 for impossible hands.
        """
        spot = self._spot
        start = self._strategy.walker.start()
        rivers: dict[int, NDArray[np.float32]] = {}
        board = spot.board_cards
        if len(board) == 4:
            gone = {*board.tolist(), *spot.dead_cards.tolist()}
            rivers = {
                card: showdowns(np.append(board, np.uint8(card)))
                for card in range(DECK_SIZE)
                if card not in gone
            }
            shares = sum(rivers.values()) / np.float32(len(rivers) - 4)
        else:
            shares = showdowns(board)
        weights = spot.weights(self._seat)
        paid = (float(spot.paid[0]), float(spot.paid[1]))
        found = self._street(start, weights, paid, np.asarray(shares), rivers)
        dead = combinations_with(np.concatenate([board, spot.dead_cards]))
        return np.where(
            dead, 0.0, found + float(spot.paid[1 - self._seat]) * np.where(dead, 0, apart(weights))
        )

    def _street(
        self,
        start: Place,
        weights: Values,
        paid: Paid,
        shares: NDArray[np.float32],
        rivers: dict[int, NDArray[np.float32]],
    ) -> Values:
        """Return the chips won over the whole hand less those the responder put in, summed, from the start of a street."""
        points: dict[int, _Point] = {}
        self._collect(start, weights, paid, points)
        asked = [reach for point in points.values() for reach in point.asked]
        won = np.asarray(product(shares, np.stack(asked, axis=1).astype(np.float32)), np.float64)
        column = 0
        for point in points.values():
            point.won = won[:, column : column + len(point.asked)]
            column += len(point.asked)
            if point.raises is not None:
                point.moves = self._moves(point)
        return self._value(start.item, points, rivers)

    def _moves(self, point: _Point) -> NDArray[np.int64]:
        """Return the action of each of the responder's hands, counted from the first."""
        assert point.raises is not None
        tree, now = self._tree, point.paid
        both = (apart(point.reach), point.won[:, 0])
        raises = [
            (more - max(now), apart(folding), point.won[:, i])
            for i, (more, folding) in enumerate(zip(point.raises, point.asked[1:], strict=True), 1)
        ]
        chips = chips_at(tree, point.place.node, now, self._spot.dead_money)
        return best_move(chips, raises, both, self._letters(point.place))

    def _letters(self, place: Place) -> list[str]:
        walker = self._strategy.walker
        return [walker.letter(edge) for edge in walker.edges(place)]

    def _raises(self, place: Place) -> list[tuple[float, Values]]:
        """Return, for each raise of the responder, its total chips put in then, and how often each hand folds to it."""
        walker, found = self._strategy.walker, []
        for edge in walker.edges(place):
            letter = walker.letter(edge)
            if letter[0] != "r":
                continue
            after = walker.act(place, letter)
            folds = np.zeros(1326)
            play = self._strategy.play_at(after)
            if "f" in play.steps:
                folds[play.combinations] = play.strategy[:, play.steps.index("f")]
            found.append((float(self._tree.to[edge]), folds))
        return found

    def _collect(self, place: Place, reach: Values, paid: Paid, points: dict[int, _Point]) -> None:
        """Collect all points of this street and the reaches that need showdown shares."""
        point = points[place.item] = _Point(place, reach, paid)
        if place.kind == SHOWDOWN:
            point.asked.append(reach)
        if place.kind != DECISION:
            return
        walker, player = self._strategy.walker, int(self._tree.player[place.node])
        edges = walker.edges(place)
        if player == self._seat:
            play = self._strategy.play_at(place)
            played = np.zeros((1326, len(edges)))
            played[play.combinations] = play.strategy
            parts = [reach * played[:, a] for a in range(len(edges))]
        else:
            raised = self._raises(place)
            point.raises = [more for more, _ in raised]
            point.asked = [reach, *(reach * folds for _, folds in raised)]
            parts = [reach] * len(edges)
        for edge, part in zip(edges, parts, strict=True):
            after = walker.act(place, walker.letter(edge))
            point.children.append(after.item)
            self._collect(after, part, paid_after(self._tree, edge, player, paid), points)

    def _value(self, item: int, points: dict[int, _Point], rivers: dict[int, NDArray[np.float32]]) -> Values:
        point, me = points[item], 1 - self._seat
        place, reach, paid = point.place, point.reach, point.paid
        if place.kind == CLOSING:
            return self._deal(place, reach, paid, rivers)
        pot = self._spot.dead_money + 2 * min(paid)
        if place.kind == FOLD:
            won = 0.0 if int(self._tree.player[place.node]) == me else pot
            return np.asarray((won - min(paid)) * apart(reach))
        if place.kind == SHOWDOWN:
            return np.asarray(pot * point.won[:, 0] - paid[me] * apart(reach))
        children = np.stack([self._value(child, points, rivers) for child in point.children])
        if point.moves is None:
            return np.asarray(children.sum(axis=0))
        return np.asarray(children[point.moves, np.arange(1326)])

    def _deal(
        self, place: Place, reach: Values, paid: Paid, rivers: dict[int, NDArray[np.float32]]
    ) -> Values:
        total = np.zeros(1326)
        for card, shares in rivers.items():
            gone = combinations_with([card])
            kept = np.where(gone, 0.0, reach)
            if not kept.any():
                continue
            there = self._street(self._strategy.walker.deal(place, card), kept, paid, shares, {})
            total += np.where(gone, 0.0, there)
        return np.asarray(total / (len(rivers) - 4))


TURN = 2


@dataclass(frozen=True, eq=False)
class Arrival:
    """A way to the turn.

    Attributes:
        history: Actions from the deal on.
        comes: bool [1326], whether the responder plays this way with each hand.
        reach: float64 [1326], the opponent's probability of playing this way with each hand.
        mass: Pairs of hands with which both players get here, weighted by the opponent's reach.
    """

    history: str
    comes: NDArray[np.bool_]
    reach: Values
    mass: float


def arrivals(
    blueprint: Blueprint,
    player: int,
    board: NDArray[np.uint8],
    random: np.random.Generator,
    *,
    samples: int = 100,
) -> list[Arrival]:
    """Return all ways in which local best response reaches the turn, on one board.

    Equities before the flop are those of hand classes. Equities on the flop come from sampled run-outs, which are the same
    for all hands.

    Args:
        blueprint: The opponent's strategy.
        player: The opponent, player 1 or 2 of the game.
        board: uint8 [4].
        random: Generator for the run-outs.
        samples: Number of run-outs sampled on the flop.
    """
    return _Trunk(blueprint, player, board, _equities(board[:3], random, samples)).arrivals()


def _equities(flop: NDArray[np.uint8], random: np.random.Generator, samples: int) -> NDArray[np.float32]:
    """Return each hand's share of the pot against each other hand on a flop, float32 [1326, 1326], over sampled run-outs."""
    left = np.setdiff1d(np.arange(DECK_SIZE), flop).astype(np.uint8)
    won, seen = np.zeros((1326, 1326), np.float32), np.zeros((1326, 1326), np.float32)
    for _ in range(samples):
        board = np.concatenate([flop, random.choice(left, 2, replace=False)]).astype(np.uint8)
        here = ~combinations_with(board)
        won += showdowns(board)
        seen += here & here[:, None]
    return np.where(disjoint(), np.where(seen > 0, won / np.maximum(seen, 1), np.float32(0.5)), np.float32(0))


class _Trunk:
    def __init__(
        self, blueprint: Blueprint, player: int, board: NDArray[np.uint8], flop: NDArray[np.float32]
    ) -> None:
        self._player, self._board = player - 1, board
        self._tree = blueprint.tree
        self._found: list[Arrival] = []
        classes = np.ix_(CLASS_OF_COMBINATION, CLASS_OF_COMBINATION)
        self._equities = (np.where(disjoint(), class_equities()[classes], 0.0).astype(np.float32), flop)
        edges = np.arange(len(self._tree.child))
        self._played = [
            blueprint.probabilities(street, edges[self._tree.street_edges(street)], board[:shown])
            for street, shown in ((0, 0), (1, 3))
        ]

    def arrivals(self) -> list[Arrival]:
        rules = self._tree.rules
        paid = (float(rules.ante + rules.blinds[0]), float(rules.ante + rules.blinds[1]))
        self._go(0, np.ones(1326, bool), np.ones(1326), paid)
        return self._found

    def _go(self, node: int, comes: NDArray[np.bool_], reach: Values, paid: Paid) -> None:
        tree = self._tree
        if tree.kind[node] != DECIDES or not comes.any():
            return
        street = int(tree.street[node])
        if street >= TURN:
            here = ~combinations_with(self._board)
            mine, theirs = comes & here, reach * here
            mass = float(apart(theirs)[mine].sum())
            if mass > 0:
                self._found.append(Arrival(tree.history(node), mine, theirs, mass))
            return
        if street == 1 and self._tree.street[int(tree.parent[node])] == 0:
            here = ~combinations_with(self._board[:3])
            comes, reach = comes & here, reach * here
        edges = list(tree.edges(node))
        actor = int(tree.player[node])
        played = self._rows(street, edges)
        moves = None if actor == self._player else self._moves(node, street, reach, paid)
        for i, edge in enumerate(edges):
            child, now = int(tree.child[edge]), paid_after(tree, edge, actor, paid)
            if moves is None:
                self._go(child, comes, reach * played[i], now)
            else:
                self._go(child, comes & (moves == i), reach, now)

    def _rows(self, street: int, edges: list[int]) -> Values:
        first = self._tree.street_edges(street).start
        return self._played[street][edges[0] - first : edges[-1] + 1 - first].astype(np.float64)

    def _moves(self, node: int, street: int, reach: Values, paid: Paid) -> NDArray[np.int64]:
        """Return the edge that each hand takes, counted from the first."""
        tree = self._tree
        edges = list(tree.edges(node))
        letters = [
            "f" if int(tree.action[e]) == 0 else "c" if int(tree.action[e]) < 3 else "r" for e in edges
        ]
        raises = []
        for edge, letter in zip(edges, letters, strict=True):
            if letter != "r":
                continue
            after = list(tree.edges(int(tree.child[edge])))
            folds = reach * self._rows(street, after)[0]  # facing a bet, fold is the first action
            raises.append((float(tree.to[edge]) - max(paid), apart(folds), self._shares(street, folds)))
        both = (apart(reach), self._shares(street, reach))
        return best_move(chips_at(tree, node, paid, 0.0), raises, both, letters)

    def _shares(self, street: int, reach: Values) -> Values:
        """Return each hand's share of the pot at showdown, summed over the opponent's hands."""
        return product(self._equities[street], reach.astype(np.float32)).astype(np.float64)
