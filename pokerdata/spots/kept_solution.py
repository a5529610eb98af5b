"""Later streets of a spot as a spot of their own, and saved solutions that solve their missing streets again."""

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
    """Return the spot that starts where a street ends; its ranges are those that reach this point in the solution.

    It keeps the betting of the solved spot; use `changed` for other sizes. Locks of the solution are not part of a spot.

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
        history: Action sequence that ends a street, as for `SpotSolution.find`.
        cards: All cards dealt after the spot's start, including the next card.

    Raises:
        ValueError: If there is no such place, it is in the middle of a street, both players are all-in, or no deal reaches
            it.
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
    """Return the spot that starts with a street, with the given ranges.

    Args:
        strategy: Strategy of the spot before.
        root: Place where the street starts.
        oop: float64 [1326], range weights of the player out of position.
        ip: float64 [1326], range weights of the player in position.

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
    """Return the ranges that both players bring to a place.

    Each weight is the hand's range weight times the probability that its strategy leads there.

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
    """Return ranges for the start of a street that distinguish the same suits as the spot before it.

    Ranges and board alone may treat suits alike that an earlier hand or a lock distinguished. To keep such suits apart, the
    weights of their hands change by a relative amount below 1e-12.

    Args:
        strategy: Strategy of the spot before.
        root: Place where the street starts.
        oop: float64 [1326], range weights of the player out of position.
        ip: float64 [1326], range weights of the player in position.
    """
    maps = combination_maps()
    there = maps[root.permutation]
    one = np.array([maps[p][there] for p in strategy.game.symmetries(root.street, root.core_board)])
    apart = 1 - one.min(axis=0) * np.finfo(np.float64).eps
    return oop * apart, ip * apart


def inner_line(solution: SpotStrategy, root: Place, history: str) -> str:
    """Return the notation of an action sequence inside the spot that starts at a street's root.

    Args:
        solution: The solved spot.
        root: Place where the street starts.
        history: Action sequence from the start of the solved spot.
    """
    steps = parse_line(history)[len(parse_line(root.history)) :]
    return "".join(_inner_step(solution, root, step) for step in steps)


def locks_after(solution: SpotSolution, root: Place) -> list[Lock]:
    """Return the locks after the start of a street, in the notation of the spot that starts there.

    Args:
        solution: The solved spot.
        root: Place where the street starts.
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
    # A whole game counts chips from the deal; other spots count from their start.
    level = 0 if solution.spot.game is not None else _level(solution, root)
    return f"r{int(step[1:]) - level}" if step[0] == "r" and step[1:] else step


def _turned_cards(place: Place, other: Place, cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the cards after a board, with suits changed to those of another equivalent board."""
    there = SUIT_PERMUTATIONS[place.permutation]
    back = np.argsort(SUIT_PERMUTATIONS[other.permutation])
    return recoloured(cards, back[there])


def _turned_hands(place: Place, other: Place, hands: str) -> str:
    """Return a range on a board, with suits changed to those of another equivalent board."""
    maps = combination_maps()
    held = np.flatnonzero(Range(hands).weights > 0)
    turned = np.argsort(maps[other.permutation])[maps[place.permutation][held]]
    return ",".join(combination_text(int(c)) for c in np.sort(turned))


def _level(solution: SpotStrategy, root: Place) -> int:
    """Return the chips that each player has put in since the spot's start, at the start of a street."""
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


#: Number of recently solved subgames kept in memory.
_MOST_KEPT = 8
#: Iteration limit of a subgame; with rake it may never reach its target.
_MOST_ITERATIONS = 5000


class KeptSolution(SpotSolution):
    """A solved spot with strategies up to some street. Made by `load_spot` from a file that `save` wrote with `to`.

    Decisions on the stored streets have their solved strategies and values. For a decision on a later street the subgame is
    solved again, from the start of the first missing street. It uses the cards and ranges that reach it.

    The last eight of these subgames are kept in memory. Where actions are indifferent, the new strategies may choose
    differently. Values then differ by up to the exploitability of both solutions.

    Args:
        spot: The solved spot.
        sums: Strategy sums of the stored streets.
        log: As for `SpotSolution`.
        algorithm: As for `SpotSolution`.
        stopped: As for `SpotSolution`.
        ends: As for `SpotSolution`; its last street is the last stored street.
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
        """Exploitability to which later streets are solved, in % of their own pot or in chips.

        Setting it affects later solves only.

        Raises:
            ValueError: If the new target is invalid.
        """
        return self._target

    @target.setter
    def target(self, target: str) -> None:
        target_chips_of(target, self.spot)
        self._target = target

    def rest(self, history: str, cards: ArrayLike) -> SpotSolution:
        """Return the solved subgame that starts at the first missing street.

        Args:
            history: Action sequence that ends the last stored street, as for `find`.
            cards: All cards dealt after the spot's start, including the next card.

        Raises:
            ValueError: As for `rest_spot`, and if the place is on another street.
            CapacityError: If there is not enough memory.
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
            if locks:  # the remaining ranges may merge suits that a lock distinguishes
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
        """Return some decisions on one board as `at` does; on a missing street, solve the subgame first.

        Args:
            places: As for `SpotSolution.decisions`.

        Raises:
            ValueError: If the decisions are on different boards.
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
        # A range with only tiny weights was scaled.
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
        """Return the solved subgame that answers for a place on a missing street, or `None` on a stored street.

        Raises:
            ValueError: As for `rest`.
            CapacityError: As for `rest`.
        """
        if place.street < self._first_gone:
            return None
        root = self._root(place)
        return self.rest(root.history, root.board[len(self.spot.board_cards) :])

    @property
    def _first_gone(self) -> int:
        return self._kept + 1

    def _root(self, place: Place) -> Place:
        """Return the place where the first missing street starts on the way to a place."""
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
