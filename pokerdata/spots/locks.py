"""Node locks: decisions where a player's strategy is fixed while the rest of the spot is solved around it."""

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
    """A fixed strategy of some hands at a decision.

    >>> Lock("r10", {"f": 0.25, "c": 0.75})  # all hands fold a quarter of the time
    Lock('r10', all hands)
    >>> Lock("cc/", {"AA,KK": {"c": 1}}, cards="2c")  # aces and kings check on the 2c
    Lock('cc/' on 2c, AA,KK)

    Args:
        history: Action sequence to the decision, as for `SpotSolution.at`.
        play: Frequency of each action by its step ('f', 'c', 'r120'). Actions that are not named get 0, and the numbers are
            normalised. It may also map ranges of hands to such frequencies; a later range overrides an earlier one, and
            hands in no range stay free.
        cards: Turn and river cards dealt after the spot's start so far; `None` locks the decision on all boards.
    """

    history: str
    play: Play | Mapping[str, Play]
    cards: str | None = None

    @staticmethod
    def of(decision: Decision, *, on_all_boards: bool = False) -> Lock:
        """Return a lock of all hands of the player to act at their current strategy.

        Args:
            decision: A decision of a solved spot.
            on_all_boards: Whether to lock it on every board, with the hands' strategy on this one.
        """
        hands = {
            combination_text(int(c)): dict(zip(decision.steps, row.tolist(), strict=True))
            for c, row in zip(decision.combinations, decision.strategy, strict=True)
        }
        return Lock(decision.history, hands, None if on_all_boards else format_cards(decision.dealt))

    @staticmethod
    def read(text: str) -> Lock:
        """Read a lock from text: 'r10 f=1,c=3' or 'cc/@2c AA,KK c=1'.

        The parts are the action sequence, optionally '@' and cards, optionally hands, and the frequencies. The spot's start
        is '/'.

        Raises:
            ValueError: If the text is not a lock.
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
        """Return the frequencies by range of hands."""
        if all(isinstance(part, Mapping) for part in self.play.values()) and self.play:
            return dict(self.play)  # type: ignore[arg-type]
        return {"random": self.play}  # type: ignore[dict-item]

    def text(self) -> str:
        """Return the complete lock as text, for digests and files."""
        return f"{self.history} {self.cards} {sorted((h, sorted(p.items())) for h, p in self.by_hands().items())}"

    def __repr__(self) -> str:
        where = repr(self.history) + (f" on {self.cards}" if self.cards is not None else "")
        hands = list(self.by_hands())
        held = "all hands" if hands == ["random"] else hands[0] if len(hands) == 1 else f"{len(hands)} ranges"
        return brief(self, where, held)


def locked_decisions(
    locks: Sequence[Lock], spot: Spot, game: _core.SpotGame
) -> Iterator[tuple[int, int, int, NDArray[np.float64]]]:
    """Yield the locked decisions in the kernels' form: street, board, item, and strategy [actions, states].

    Args:
        locks: The locks. On one board a later lock may completely replace an earlier lock for all boards.
        spot: The spot.
        game: Betting and cards in the kernels' form.

    Raises:
        ValueError: If the spot does not have a lock's decision, hands or actions, or a later lock replaces another one
            everywhere. Also if hands that differ only in equivalent suits would play differently.
    """
    _check_all_hold(locks)
    walker = Walker(game, spot.tree, spot.board_cards)
    for lock in locks:
        for place in _places(lock, walker):
            yield place.street, place.core_board, place.item, _rows(lock, walker, game, spot, place)


def check_locks(locks: Sequence[Lock], spot: Spot, game: _core.SpotGame) -> None:
    """Check locks without a solver.

    Each lock is checked on the first board where it applies. The player must be able to hold its hands.

    Args:
        locks: Locks to check.
        spot: The spot.
        game: Betting and cards in the kernels' form.

    Raises:
        ValueError: As for `locked_decisions`, and if the player to act holds none of a lock's hands.
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
    """Return whether a later lock applies wherever another one does."""
    same_line = parse_line(later.history) == parse_line(lock.history)
    if later.cards is None or lock.cards is None:
        return same_line and later.cards is None
    return same_line and np.array_equal(as_cards(later.cards, "cards"), as_cards(lock.cards, "cards"))


def _places(lock: Lock, walker: Walker) -> Iterator[Place]:
    """Yield the decision on the lock's board, or on every board."""
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
    """Return the frequencies [actions, states] of the player to act on the canonical board of a place."""
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
        row = np.ldexp(row, -np.frexp(row.max())[1])  # prevents an overflow of the sum
        played[:, chosen] = (row / row.sum())[:, None]
    # Convert the hands to the suits of the canonical board.
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
