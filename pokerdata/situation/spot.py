"""Who holds what on which board: the cards of a situation, and what each may hold beside them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS, as_cards, format_cards
from pokerdata.cards.board import as_board, as_dead
from pokerdata.ranges import Range, as_range
from pokerdata.ranges.ratios import in_lowest_terms
from pokerdata.support.arguments import as_count

MAX_PLAYERS = 6
_ANY_HAND = Range("random")


@dataclass(frozen=True)
class Spot:
    """The cards of a situation; see `Situation`, whose first parameters these are."""

    hands: Range | Any
    board: str | Any = ""
    opponents: tuple[Range, ...] | Any = ()
    players: int | None = None
    dead: str | Any = ""

    def __post_init__(self) -> None:
        board = as_board(self.board)
        dead = as_dead(self.dead, board)
        known = np.concatenate([board, dead])
        given = _opponents(self.opponents)
        players = max(2, len(given) + 1) if self.players is None else self.players
        players = as_count(players, "players", 2, MAX_PLAYERS, 3)
        if len(given) >= players:
            raise ValueError(
                f"players: expected at least {len(given) + 1} with {len(given)} opponents, got {players}"
            )
        hands = as_range(self.hands)
        _check_left(hands, known, "hands")
        for opponent in given:
            _check_left(opponent, known, "opponent")
        settled = {
            "hands": hands,
            "board": format_cards(board),
            "opponents": (*given, *[_ANY_HAND] * (players - 1 - len(given))),
            "players": players,
            "dead": format_cards(dead),
        }
        for name, value in settled.items():
            object.__setattr__(self, name, value)

    @property
    def known(self) -> NDArray[np.uint8]:
        """The cards of the board and those that are dead."""
        return as_cards(f"{self.board} {self.dead}".strip(), "known")

    @property
    def held(self) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        """The hands that we may hold beside the known cards, uint8 [m, 2], and their weights, float64 [m]."""
        combinations, weights = self.hands.without(self.known).combinations()
        return COMBINATIONS[combinations], weights

    @property
    def is_hand(self) -> bool:
        """Whether we hold one hand, and not a range of several."""
        return len(self.held[0]) == 1

    @property
    def field(self) -> Range:
        """What an opponent drawn at random may hold: the mean of the opponents' ranges, each scaled to the same sum.

        Hands with a known card, and with one of ours if we hold one hand, are left out. Its weights are rounded; see
        `field_ratios`.
        """
        if len(self._free) == 1:
            return self._free[0]
        ratios = self.field_ratios
        return Range.from_weights((ratios / ratios.max()).astype(np.float64))

    @property
    def field_ratios(self) -> NDArray[Any]:
        """The same exactly, as whole numbers [1326], int64 or Python's int: see `pokerdata.Range.ratios`."""
        ratios = [hands.ratios() for hands in self._free]
        if len(ratios) == 1:
            return ratios[0]
        return in_lowest_terms(np.sum([row * Fraction(1, int(row.sum())) for row in ratios], axis=0))

    @property
    def _free(self) -> list[Range]:
        """The opponents' ranges without the hands that cannot be dealt; one, where all are the same."""
        holes, _ = self.held
        taken = np.concatenate([self.known, holes.ravel() if len(holes) == 1 else holes[:0].ravel()])
        if len(set(self.opponents)) == 1:
            return [self.opponents[0].without(taken)]
        free = [hands.without(taken) for hands in self.opponents]
        if not all(map(len, free)):
            raise ValueError(f"opponents: beside {self.hands_text} one of them can hold none of his hands")
        return free

    @property
    def hands_text(self) -> str:
        """Our hand as two cards, or our range."""
        holes, _ = self.held
        return format_cards(holes[0][::-1].copy()) if len(holes) == 1 else str(self.hands)


def _opponents(given: Any) -> tuple[Range, ...]:
    if given is None:
        return ()
    if isinstance(given, Range | str):
        return (as_range(given),)
    if not isinstance(given, tuple | list):
        raise ValueError(
            f"opponents: expected a list of ranges, got {type(given).__name__}; e.g. ['QQ+,AKs']"
        )
    return tuple(as_range(hands) for hands in given)


def _check_left(hands: Range, known: NDArray[np.uint8], name: str) -> None:
    if len(hands.without(known)) == 0:
        beside = f" beside the known cards {format_cards(known)}" if known.size else ""
        raise ValueError(
            f"{name}: expected some hand that is left{beside}, got {str(hands)!r}; e.g. 'QQ+,AKs'"
        )
