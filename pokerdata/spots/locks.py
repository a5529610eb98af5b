"""Locks: decisions at which a player's strategy is given, and the rest is solved around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import spots as _core
from pokerdata._support.text import brief, quoted
from pokerdata.cards import as_cards, format_cards
from pokerdata.cards.isomorphism import combination_maps
from pokerdata.cards.ranges import Range
from pokerdata.cards.ranges.text import combination_text
from pokerdata.spots.decision import PLAYERS, Decision
from pokerdata.spots.places import CLOSING, DECISION, Place, Walker, parse_line
from pokerdata.spots.spot import Spot

Play = Mapping[str, float]


@dataclass(frozen=True)
class Lock:
    """What some hands play at a decision, whatever it costs them.

    >>> Lock("r10", {"f": 0.25, "c": 0.75})  # of all hands: fold a quarter
    Lock('r10', all hands)
    >>> Lock("cc/", {"AA,KK": {"c": 1}}, cards="2c")  # aces and kings check on the 2c
    Lock('cc/' on 2c, AA,KK)

    Args:
        history: The line of betting to the decision, as for `SpotSolution.at`.
        play: How often each action is taken, by its step ('f', 'c', 'r120'); those that are not named are not taken, and
            the numbers are divided by their sum. Or such a mapping for each of some ranges of hands; where these overlap the
            later one holds, and other hands stay free.
        cards: Turn and river as far as they were dealt after the spot's beginning; None locks the decision on all boards.
    """

    history: str
    play: Play | Mapping[str, Play]
    cards: str | None = None

    @staticmethod
    def of(decision: Decision, *, on_all_boards: bool = False) -> Lock:
        """All hands of who acts at a decision, at what they play there.

        Args:
            decision: Of a solved spot.
            on_all_boards: Whether to lock it on every board, which takes hands that were solved on one.
        """
        hands = {
            combination_text(int(c)): dict(zip(decision.steps, row.tolist(), strict=True))
            for c, row in zip(decision.combinations, decision.strategy, strict=True)
        }
        return Lock(decision.history, hands, None if on_all_boards else format_cards(decision.dealt))

    @staticmethod
    def read(text: str) -> Lock:
        """A lock of a text: line, perhaps '@' and cards, perhaps hands, and parts: 'r10 f=1,c=3' or 'cc/@2c AA,KK c=1'.

        The beginning of the spot is '/'.

        Args:
            text: The text.

        Raises:
            ValueError: If it is no lock.
        """
        words = text.split()
        try:
            history, *hands, parts = words
            line, _, cards = history.partition("@")
            pairs = [item.split("=") for item in parts.split(",")]
            play = {step: float(part) for step, part in pairs}
            if len(hands) > 1 or len(play) < len(pairs):
                raise ValueError
        except ValueError:
            raise ValueError(
                f"lock: expected a line, perhaps hands, and parts of actions, each once, got {quoted(text)}; e.g. "
                "'r10 f=1,c=3' or 'cc/@2c AA,KK c=1'"
            ) from None
        return Lock(line, {hands[0]: play} if hands else play, cards or None)

    def by_hands(self) -> dict[str, Play]:
        """Ranges and what they play."""
        if all(isinstance(part, Mapping) for part in self.play.values()) and self.play:
            return dict(self.play)  # type: ignore[arg-type]
        return {"random": self.play}  # type: ignore[dict-item]

    def text(self) -> str:
        """All of the lock, for digests and files."""
        return f"{self.history} {self.cards} {sorted((h, sorted(p.items())) for h, p in self.by_hands().items())}"

    def __repr__(self) -> str:
        where = repr(self.history) + (f" on {self.cards}" if self.cards is not None else "")
        hands = list(self.by_hands())
        held = "all hands" if hands == ["random"] else hands[0] if len(hands) == 1 else f"{len(hands)} ranges"
        return brief(self, where, held)


def locked_decisions(
    locks: Sequence[Lock], spot: Spot, game: _core.SpotGame
) -> Iterator[tuple[int, int, int, NDArray[np.float64]]]:
    """The decisions that locks hold at, as kernels take them: street, board, item, and play [actions, states].

    Args:
        locks: What is locked. On one board a later lock may replace, as a whole, an earlier one of all boards.
        spot: The spot.
        game: Betting and cards as kernels take them.

    Raises:
        ValueError: For a decision, hands or actions that the spot does not have, for a lock that a later one replaces
            wherever it holds, and where hands that suits do not tell apart would play differently.
    """
    _check_all_hold(locks)
    walker = Walker(game, spot.tree, spot.board_cards)
    for lock in locks:
        for place in _places(lock, walker):
            yield place.street, place.core_board, place.item, _rows(lock, walker, game, spot, place)


def check_locks(locks: Sequence[Lock], spot: Spot, game: _core.SpotGame) -> None:
    """Check locks without a solver, each where it holds first, on one board, and that somebody holds their hands.

    Args:
        locks: What is to be locked.
        spot: The spot.
        game: Betting and cards as kernels take them.

    Raises:
        ValueError: As for `locked_decisions`, and for hands of which the player who acts holds none.
    """
    _check_all_hold(locks)
    walker = Walker(game, spot.tree, spot.board_cards)
    for lock in locks:
        place = next(_places(lock, walker))
        _rows(lock, walker, game, spot, place)
        player = int(spot.tree.player[place.node])
        for hands in lock.by_hands():
            if not spot.weights(player)[Range(hands).weights > 0].any():
                raise ValueError(
                    f"lock: expected hands of the range of {PLAYERS[player]}, who acts after {lock.history!r}, got {hands}; "
                    f"e.g. {combination_text(int(np.flatnonzero(spot.weights(player))[0]))}"
                )


def _check_all_hold(locks: Sequence[Lock]) -> None:
    for k, lock in enumerate(locks):
        if any(_replaces(later, lock) for later in locks[k + 1 :]):
            where = lock.history + (f"@{lock.cards}" if lock.cards else "")
            raise ValueError(
                f"lock: expected one for each decision, got two for {where!r}, of which the first would not count; e.g. "
                "one lock for all hands of the decision"
            )


def _replaces(later: Lock, lock: Lock) -> bool:
    """Whether a later lock holds wherever one does."""
    same_line = parse_line(later.history) == parse_line(lock.history)
    if later.cards is None or lock.cards is None:
        return same_line and later.cards is None
    return same_line and np.array_equal(as_cards(later.cards, "cards"), as_cards(lock.cards, "cards"))


def _places(lock: Lock, walker: Walker) -> Iterator[Place]:
    """The decision on the board of the lock, or on every board."""
    if lock.cards is not None:
        yield _decision(lock, walker.find(lock.history, lock.cards))
        return
    steps = parse_line(lock.history)

    def go(place: Place, left: list[str]) -> Iterator[Place]:
        if place.kind == CLOSING and left:
            for card in walker.next_cards(place):
                yield from go(walker.deal(place, card), left)
        elif left:
            yield from go(walker.act(place, left[0]), left[1:])
        elif place.kind == CLOSING:
            for card in walker.next_cards(place):
                yield _decision(lock, walker.deal(place, card))
        else:
            yield _decision(lock, place)

    yield from go(walker.start(), steps)


def _decision(lock: Lock, place: Place) -> Place:
    if place.kind != DECISION:
        raise ValueError(
            f"lock: expected a decision, got none after {lock.history!r}; e.g. Lock('c', {{'c': 1}})"
        )
    return place


def _rows(lock: Lock, walker: Walker, game: _core.SpotGame, spot: Spot, place: Place) -> NDArray[np.float64]:
    """[actions, states] of who acts on the board that stands for a place's."""
    letters = [walker.letter(edge) for edge in walker.edges(place)]
    player = int(spot.tree.player[place.node])
    played = np.zeros((len(letters), 1326))
    for hands, parts in lock.by_hands().items():
        chosen = Range(hands).weights > 0
        unknown = set(parts) - set(letters)
        if unknown or any(not 0 <= part < np.inf for part in parts.values()) or not sum(parts.values()) > 0:
            raise ValueError(
                f"lock: expected parts of at least 0 of {', '.join(letters)} after {lock.history!r}, not all 0, got "
                f"{dict(parts)}; e.g. {{{letters[0]!r}: 1}}"
            )
        row = np.array([parts.get(letter, 0.0) for letter in letters])
        row = np.ldexp(row, -np.frexp(row.max())[1])  # or large ones might add up to infinity
        played[:, chosen] = (row / row.sum())[:, None]
    # Hands of the place in the suits of the board that stands for it.
    there = np.empty_like(played)
    there[:, combination_maps()[place.permutation]] = played
    states = game.hands(place.street, place.core_board, player)
    rows = np.ascontiguousarray(there[:, states])
    for permutation in game.symmetries(place.street, place.core_board):
        other = there[:, combination_maps()[permutation][states]]
        differing = np.flatnonzero((other != rows).any(axis=0))
        if len(differing):
            hand = combination_text(int(states[differing[0]]))
            raise ValueError(
                f"lock: expected the same play of hands that suits do not tell apart, got another one for {hand}; e.g. a "
                "whole class such as AKs"
            )
    return rows
