"""The rest of a hand as a spot, and solved spots of which the first streets are kept and later ones solved again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import format_cards, parse_cards
from pokerdata.cards.combinations import combinations_with, weight_of_pairs
from pokerdata.cards.isomorphism import SUIT_PERMUTATIONS, combination_maps, recoloured
from pokerdata.cards.ranges import Range
from pokerdata.cards.ranges.text import combination_text
from pokerdata.games.betting_tree import ACTIONS
from pokerdata.solving.solved import Row
from pokerdata.spots.betting import NONE, THRESHOLDS, Sizes, donks_text, menus_text
from pokerdata.spots.decision import Decision
from pokerdata.spots.locks import Lock
from pokerdata.spots.places import CLOSING, Place, SpotStrategy, parse_line
from pokerdata.spots.solution import SpotSolution
from pokerdata.spots.solver import SpotValues
from pokerdata.spots.solving import DEFAULT_TARGET, solve_spot, target_chips_of
from pokerdata.spots.spot import Spot

Weights = NDArray[np.float64]
_CALL = ACTIONS.index("call")


def rest_spot(solution: SpotSolution, history: str, cards: ArrayLike) -> Spot:
    """The spot that begins where a street ends: ranges are what both players come with when they play the solution.

    Betting is that of the solved spot; `changed` gives it other sizes. Locks of the solution are not part of a spot.

    >>> import pokerdata
    >>> from pokerdata.spots import rest_spot
    >>> turn = pokerdata.Spot(board="Kd9h6h4c", oop="AA,QQ", ip="KK,JJ", pot=100, stack=300, bets="50%")
    >>> river = rest_spot(pokerdata.solve(turn, target="1%"), "cr50c/", "2s")
    >>> river.board, river.pot, river.stack
    ('Kd9h6h4c2s', 200, 250)
    >>> river.changed(bets="33%,75%,a").bets == river.bets
    False

    Args:
        solution: The solved spot.
        history: The line of betting that ends a street, as for `SpotSolution.find`.
        cards: All cards that were dealt after the spot's beginning, the next one included.

    Raises:
        ValueError: If there is no such place, it is in the middle of a street, all is in, or no deal comes there.
    """
    place = solution.find(history, cards)
    tree = solution.spot.tree
    acts = int(tree.street[place.node]) == place.street + (place.kind == CLOSING)
    if place.kind == CLOSING and acts:
        raise ValueError(f"cards: expected the next card after {place.history!r}, got none; e.g. '2c'")
    if place.street == 0 or int(tree.street[tree.parent[place.node]]) == place.street:
        raise ValueError(
            f"history: expected a line that ends a street, got {place.history!r}; e.g. 'cc/' with the next card"
        )
    if not acts:
        raise ValueError(
            f"history: expected a line after which players act, got {place.history!r}; e.g. 'cc/'"
        )
    reach = reach_at(solution, place)
    if not weight_of_pairs(*reach) > 0:
        raise ValueError(
            f"history: expected a line that both play with some hands, got {place.history!r} on "
            f"{format_cards(place.board)}; e.g. 'cc/'"
        )
    return spot_after(solution, place, *reach)


def spot_after(strategy: SpotStrategy, root: Place, oop: Weights, ip: Weights) -> Spot:
    """The spot that begins with a street, with any ranges.

    Args:
        strategy: Of the spot before.
        root: Where the street begins.
        oop: float64 [1326], weights of the player out of position.
        ip: Those of the player in position.

    Raises:
        ValueError: If no deal is possible.
    """
    spot = strategy.spot
    own = _betting_in_game(spot, root) if spot.game is not None else _own_betting(strategy, root)
    return Spot(
        board=root.board,
        oop=Range.from_weights(oop),
        ip=Range.from_weights(ip),
        dead=spot.dead,
        rake=spot.rake,
        rake_cap=spot.rake_cap,
        **own,
    )


def reach_at(strategy: SpotStrategy, place: Place) -> tuple[Weights, Weights]:
    """What both players come to a place with: the weight of each hand times the chance that its play leads there.

    Args:
        strategy: Of both players.
        place: Any.

    Returns:
        Two float64 [1326]; 0 for hands that share a card with the board.
    """
    walker, spot = strategy.walker, strategy.spot
    reach = spot.weights(0).copy(), spot.weights(1).copy()
    at, cards = walker.start(), place.board[len(spot.board_cards) :].tolist()
    for step in parse_line(place.history):
        while at.kind == CLOSING:
            at = walker.deal(at, cards.pop(0))
        play = strategy.play_at(at)
        taken = np.zeros(1326)
        taken[play.combinations] = play.strategy[:, play.steps.index(step)]
        reach[int(spot.tree.player[at.node])][:] *= taken
        at = walker.act(at, step)
    free = ~combinations_with(place.board)
    return reach[0] * free, reach[1] * free


def suits_apart(strategy: SpotStrategy, root: Place, oop: Weights, ip: Weights) -> tuple[Weights, Weights]:
    """Ranges where a street begins, such that suits are told apart as the spot before tells them apart.

    Without it suits are one where ranges and board alone do not tell them apart, though a hand that they left behind, or a
    lock, did so before. Weights of different hands change by less than 1e-12 of them.

    Args:
        strategy: Of the spot before.
        root: Where the street begins.
        oop: float64 [1326], weights of the player out of position.
        ip: Those of the player in position.
    """
    maps = combination_maps()
    there = maps[root.permutation]
    one = np.array([maps[p][there] for p in strategy.game.symmetries(root.street, root.core_board)])
    apart = 1 - one.min(axis=0) * np.finfo(np.float64).eps
    return oop * apart, ip * apart


def inner_line(solution: SpotStrategy, root: Place, history: str) -> str:
    """How the spot that begins at a street's beginning names a line that leads there and goes on.

    Args:
        solution: The solved spot.
        root: Where the street begins.
        history: The whole line.
    """
    steps = parse_line(history)[len(parse_line(root.history)) :]
    return "".join(_inner_step(solution, root, step) for step in steps)


def locks_after(solution: SpotSolution, root: Place) -> list[Lock]:
    """What is locked after a street's beginning, as the spot that begins there names it.

    Args:
        solution: The solved spot.
        root: Where the street begins.
    """
    begun, found = parse_line(root.history), []
    for lock in solution.locks:
        if solution.walker.steps(lock.history)[: len(begun)] != begun:
            continue
        cards, played = lock.cards, lock.by_hands()
        if cards is not None:
            dealt = parse_cards(cards)
            there = solution.find(root.history, dealt[: root.street]) if len(dealt) >= root.street else None
            if there is None or there.core_board != root.core_board:
                continue
            cards = format_cards(_turned_cards(there, root, dealt[root.street :]))
            played = {_turned_hands(there, root, hands): play for hands, play in played.items()}
        steps = {
            hands: {_inner_step(solution, root, step): part for step, part in play.items()}
            for hands, play in played.items()
        }
        found.append(Lock(inner_line(solution, root, lock.history), steps, cards))
    return found


def _inner_step(solution: SpotStrategy, root: Place, step: str) -> str:
    # A whole game goes on counting chips; a spot of its own counts those since it began.
    level = 0 if solution.spot.game is not None else _level(solution, root)
    return f"r{int(step[1:]) - level}" if step[0] == "r" and step[1:] else step


def _turned_cards(place: Place, other: Place, cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cards after a board, in the suits of another board that stands for the same."""
    there = SUIT_PERMUTATIONS[place.permutation]
    back = np.argsort(SUIT_PERMUTATIONS[other.permutation])
    return recoloured(cards, back[there])


def _turned_hands(place: Place, other: Place, hands: str) -> str:
    """A range on a board, in the suits of another board that stands for the same."""
    maps = combination_maps()
    held = np.flatnonzero(Range(hands).weights > 0)
    turned = np.argsort(maps[other.permutation])[maps[place.permutation][held]]
    return ",".join(combination_text(int(c)) for c in np.sort(turned))


def _level(solution: SpotStrategy, root: Place) -> int:
    """Chips that each player has put in, since the spot began, where a street begins."""
    return int(max(solution.paid(root.node)))


def _betting_in_game(spot: Spot, root: Place) -> dict[str, Any]:
    line = re.sub("[0-9]", "", root.history) if spot.limit else root.history
    return {"game": spot.game, "history": f"{spot.history}{line}", "big_blind": spot.big_blind}


def _own_betting(solution: SpotStrategy, root: Place) -> dict[str, Any]:
    spot, first = solution.spot, root.street
    streets, level = spot.streets[first:], _level(solution, root)
    begun: dict[str, Any] = {"pot": spot.pot + 2 * level, "big_blind": spot.big_blind}
    if spot.limit_bets is not None and spot.caps is not None:
        if any(spot.caps[first:]):
            return begun | {"limit_bets": spot.limit_bets[first:], "caps": spot.caps[first:]}
        return begun | {"stack": 1, "bets": NONE}
    assert spot.stacks is not None
    bets, donks = list(spot.bets[first:]), spot.donks[first:]
    tree = spot.tree
    parent = int(tree.parent[root.node])
    edge = next(e for e in tree.edges(parent) if tree.child[e] == root.node)
    called = int(tree.player[parent]) == 0 and tree.action[edge] == _CALL
    if called and donks[0] is not None:
        bets[0] = (donks[0], bets[0][1])
    later: tuple[Sizes | None, ...] = (None, *donks[1:])
    return begun | {
        "stacks": [stack - level for stack in spot.stacks],
        "bets": menus_text(tuple(bets), streets) or NONE,
        "raises": menus_text(spot.raises[first:], streets),
        "donks": donks_text(later, streets),
        "minimum_bet": spot.minimum_bet,
        **{name: getattr(spot, name) for name in THRESHOLDS},
    }


#: So many of the last rests that were solved are in memory.
_MOST_KEPT = 8
#: A rest is solved so far where its target is not reached, as may be with rake.
_MOST_ITERATIONS = 5000


class KeptSolution(SpotSolution):
    """A solved spot whose strategies are at hand up to a street. Made by `load_spot` of what `save` wrote with `to`.

    Decisions of these streets are as solved, their values, too. For one on a later street the rest of the hand is solved
    again, from the beginning of the first street that was not kept: with its cards, and with the ranges that both players
    come with. The last eight of these rests are remembered. Of indifferent actions the new strategies may take others, and
    values differ by what both are exploitable.

    Args:
        spot: What was solved.
        sums: Strategy sums of the streets that were kept.
        log: As for `SpotSolution`.
        algorithm: As for `SpotSolution`.
        stopped: As for `SpotSolution`.
        ends: As for `SpotSolution`; its last street is the last one that was kept.
        locks: As for `SpotSolution`.
        precision: As for `SpotSolution`.
        threads: As for `SpotSolution`.
    """

    def __init__(
        self,
        spot: Spot,
        sums: NDArray[np.floating[Any]],
        log: Sequence[Row[SpotValues]],
        algorithm: str,
        stopped: str,
        *,
        ends: Mapping[int, Callable[[], tuple[NDArray[np.float64], NDArray[np.float64]]]],
        locks: Sequence[Lock] = (),
        precision: str | None = None,
        threads: int = 0,
    ) -> None:
        super().__init__(
            spot, sums, log, algorithm, stopped, locks=locks, precision=precision, ends=ends, threads=threads
        )
        self._kept, self._target = max(ends), DEFAULT_TARGET
        self._rests: dict[tuple[str, bytes], SpotSolution] = {}

    @property
    def target(self) -> str:
        """Exploitability to which a rest is solved, in % of its own pot or in chips; another one holds for later rests.

        Raises:
            ValueError: When it is set to none.
        """
        return self._target

    @target.setter
    def target(self, target: str) -> None:
        target_chips_of(target, self.spot)
        self._target = target

    def rest(self, history: str, cards: ArrayLike) -> SpotSolution:
        """The rest of the hand from the first street on that was not kept, solved.

        Args:
            history: The line of betting that ends the last street that was kept, as for `find`.
            cards: All cards that were dealt after the spot's beginning, the next one included.

        Raises:
            ValueError: As `rest_spot`, and for a place on another street.
            CapacityError: If memory would not suffice.
        """
        place = self.find(history, cards)
        if place.street != self._first_gone:
            raise ValueError(
                f"history: expected the beginning of the {self.spot.streets[self._first_gone]}, the first street that was "
                f"not kept, got {place.history!r} on {format_cards(place.board)}; e.g. 'cc/' with the next card"
            )
        known = place.history, place.board.tobytes()
        if known not in self._rests:
            spot, locks = rest_spot(self, history, cards), locks_after(self, place)
            if locks:  # of hands that the ranges that are left may not tell apart
                spot = spot_after(self, place, *suits_apart(self, place, *reach_at(self, place)))
            found = solve_spot(
                spot,
                locks=locks,
                target=self._target,
                iterations=_MOST_ITERATIONS,
                threads=self._threads,
            )
            while len(self._rests) >= _MOST_KEPT:
                del self._rests[next(iter(self._rests))]
            self._rests[known] = found
        return self._rests[known]

    def decisions(self, places: Sequence[Place]) -> list[Decision]:
        """What `at` tells of some decisions on one board; on a street that was not kept the rest is solved first.

        Args:
            places: As for `SpotSolution.decisions`.

        Raises:
            ValueError: If they are on different boards.
        """
        if places and places[0].street >= self._first_gone:
            return [self._solved_decision(place) for place in places]
        return super().decisions(places)

    def _stored(self) -> SpotSolution:
        raise ValueError(
            f"solution: expected strategies in float16, as files have them now, got {self.sums.dtype} to the "
            f"{self.kept_to}, from a file of an earlier version; e.g. a copy of that file, or the spot solved again"
        )

    def _solved_decision(self, place: Place) -> Decision:
        root, rest = self._root(place), self.solved_again(place)
        assert rest is not None
        dealt = place.board[len(self.spot.board_cards) :]
        there = rest.at(inner_line(self, root, place.history), dealt[self._first_gone :])
        # A range whose weights are all tiny was scaled.
        scale = [
            float(reach.max()) / float(rest.spot.weights(player).max())
            for player, reach in enumerate(reach_at(self, root))
        ]
        sides = [
            replace(side, reach=side.reach * scale[p], meets=side.meets * scale[1 - p])
            for p, side in enumerate(there.sides)
        ]
        return replace(
            there,
            history=place.history,
            dealt=dealt,
            steps=tuple(self.walker.letter(edge) for edge in self.walker.edges(place)),
            sides=(sides[0], sides[1]),
        )

    def solved_again(self, place: Place) -> SpotSolution | None:
        """What a place's answers are taken from where its street was not kept in the file; None where it was.

        Args:
            place: Any.

        Raises:
            ValueError: As `rest`.
            CapacityError: As `rest`.
        """
        if place.street < self._first_gone:
            return None
        root = self._root(place)
        return self.rest(root.history, root.board[len(self.spot.board_cards) :])

    @property
    def _first_gone(self) -> int:
        return self._kept + 1

    def _root(self, place: Place) -> Place:
        """Where the first street that was not kept begins on the way to a place."""
        tree, node = self.spot.tree, place.node
        while int(tree.street[tree.parent[node]]) >= self._first_gone:
            node = int(tree.parent[node])
        return self.find(tree.history(node), place.board[len(self.spot.board_cards) :][: self._first_gone])

    def _sums_on(self, place: Place) -> dict[int, NDArray[np.floating[Any]]]:
        if place.street >= self._first_gone:
            raise ValueError(
                f"street: expected one that was kept, up to the {self.kept_to}, got the {self.spot.streets[place.street]}; "
                "e.g. a solution that was saved whole"
            )
        return super()._sums_on(place)
