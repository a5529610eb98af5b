"""A situation at the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.arguments import as_board, as_dead
from pokerdata.cards import COMBINATIONS, as_cards, format_cards
from pokerdata.odds import Number, amount
from pokerdata.ranges import Range, as_range
from pokerdata.ranges.ratios import in_lowest_terms
from pokerdata.situation.metric import Metric
from pokerdata.situation.money import Money
from pokerdata.support.arguments import as_count

MAX_PLAYERS = 6
_RANDOM = Range("random")


@dataclass(frozen=True)
class Situation:
    """What a player knows: his hand, the board, the pot; and what he supposes of the others.

    Parameters
    ----------
    hands : our hand, or the Range that we are thought to hold: text, Range, weights [1326], or two cards
    board : 0, 3, 4 or 5 cards, text or uint8
    opponents : what the others hold, each as ``hands``; a single one need not be in a list. The rest hold any hand
    players : how many are still in, we among them, 2 to 6 [as many as are named, at least 2]
    dead : cards that are known and neither dealt nor held
    pot : what is in the pot, bets of this round included; None where it is not known
    to_call : what we must pay to stay in
    bet : size of a later bet, for the expected pot at the showdown [to_call]
    expected_pot : the pot expected at the showdown [pot + to_call + one bet of each player in each round to come; the
        present round is one of these where there is nothing to call]
    future : what is won later on top if we call and win, for implied odds
    unit : of these amounts, each 0 or from 1e-30 to 1e30; a float means the decimal that Python writes of it as
        float64, 0.1 a tenth
    samples, seed : of the equity of three players and more where there are too many deals to count, and of the hand rank
        against three opponents and more

    Raises ValueError for cards, ranges or numbers that are none, a card that comes twice, and hands that cannot be dealt.
    The metrics are computed when they are first asked for: a tenth of a second, two seconds before the flop, some more for
    wide ranges of ours. All of them are defined in docs/definitions.md.
    """

    hands: Range | Any
    board: str | Any = ""
    opponents: tuple[Range, ...] | Any = ()
    players: int | None = None
    dead: str | Any = ""
    pot: Number | None = None
    to_call: Number = 0
    bet: Number | None = None
    expected_pot: Number | None = None
    future: Number = 0
    unit: str = "chips"
    samples: int = 1_000_000
    seed: int = 1

    def __post_init__(self) -> None:
        board = as_board(self.board)
        dead = as_dead(self.dead, board)
        known = np.concatenate([board, dead])
        given = _opponents(self.opponents)
        players = max(2, len(given) + 1) if self.players is None else self.players
        players = as_count(players, "players", 2, MAX_PLAYERS, 3)
        if len(given) >= players:
            raise ValueError(
                f"bad players {players} with {len(given)} opponents: want at least {len(given) + 1}"
            )
        for name in ("to_call", "future"):
            amount(getattr(self, name), name)
        for name in ("pot", "bet", "expected_pot"):
            if getattr(self, name) is not None:
                amount(getattr(self, name), name)
        if not isinstance(self.unit, str) or not self.unit.strip():
            raise ValueError(f"bad unit {self.unit!r}: want a word, e.g. 'chips'")
        samples = as_count(self.samples, "samples", 2, 10**12, 1_000_000)
        seed = as_count(self.seed, "seed", 0, 2**64 - 1, 1)
        others = (*given, *[_RANDOM] * (players - 1 - len(given)))
        hands = as_range(self.hands)
        _check_left(hands, known, "hands")
        for opponent in given:
            _check_left(opponent, known, "opponent")
        settled = {
            "hands": hands,
            "board": format_cards(board),
            "opponents": others,
            "players": players,
            "dead": format_cards(dead),
            "samples": samples,
            "seed": seed,
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
            raise ValueError(
                f"bad opponents: beside {self.hands_text} one of them can hold none of his hands"
            )
        return free

    @property
    def money(self) -> Money:
        """The amounts as fractions, and the expected pot at the showdown if it is given or can be estimated."""
        pot, expected, bet = (
            None if value is None else amount(value, name)
            for name, value in (("pot", self.pot), ("expected_pot", self.expected_pot), ("bet", self.bet))
        )
        call = amount(self.to_call, "to_call")
        bet = bet if bet is not None else (call or None)
        if expected is None and pot is not None and bet is not None:
            rounds = {0: 3, 3: 2, 4: 1, 5: 0}[len(as_cards(self.board, "board"))] + (call == 0)
            expected = pot + call + bet * (len(self.opponents) + 1) * rounds
        return Money(pot, call, amount(self.future, "future"), expected, self.unit)

    def metrics(self) -> tuple[Metric, ...]:
        """All metrics that the situation has, in order."""
        return self._computed[0]

    def histograms(self) -> dict[str, NDArray[np.float64]]:
        """How our strength moves: on the flop "ehs_next", EHS after the next card; on flop and turn "hs_river", HS on the
        river. Each is the part of the deals in 20 equal intervals of [0, 1], float64 [20]; the sum is 1.

        For other numbers of intervals and exact counts see `pokerdata.strength.distribution`.
        """
        return {name: parts.copy() for name, parts in self._computed[1].items()}

    @cached_property
    def _computed(self) -> tuple[tuple[Metric, ...], dict[str, NDArray[np.float64]]]:
        from pokerdata.situation.computing import compute

        metrics, histograms = compute(self)
        return tuple(metrics), histograms

    def __getitem__(self, key: str) -> Metric:
        """The metric of a key such as "schr"; ValueError, naming those there are, if it has none."""
        for found in self.metrics():
            if found.key == key:
                return found
        raise ValueError(
            f"no metric {key!r} here: want one of {', '.join(found.key for found in self.metrics())}"
        )

    def __iter__(self) -> Iterator[Metric]:
        return iter(self.metrics())

    def to_dict(self) -> dict[str, Any]:
        """The situation, its metrics and `histograms` as texts and numbers."""
        return {
            "situation": {
                "hands": self.hands_text,
                "board": self.board,
                "opponents": [str(hands) for hands in self.opponents],
                "players": self.players,
                "dead": self.dead,
                **{
                    name: None if value is None else float(value)
                    for name in ("pot", "to_call", "bet", "expected_pot", "future")
                    for value in (getattr(self, name),)
                },
                "unit": self.unit,
            },
            "metrics": {found.key: found.to_dict() for found in self.metrics()},
            "histograms": {name: parts.tolist() for name, parts in self.histograms().items()},
        }

    def to_json(self) -> str:
        """`to_dict` as one JSON object."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_frame(self) -> Any:
        """A pandas.DataFrame with a row for each metric; ModuleNotFoundError says how to install pandas."""
        try:
            import pandas as pd
        except ImportError as error:
            raise ModuleNotFoundError(
                "frames need pandas, which is not installed: want `pip install 'pokerdata[pandas]'`"
            ) from error
        rows = [found.to_dict() for found in self.metrics()]
        return pd.DataFrame(rows, columns=list(rows[0]), dtype=object).set_index("key")

    @property
    def hands_text(self) -> str:
        """Our hand as two cards, or our range."""
        holes, _ = self.held
        return format_cards(holes[0][::-1].copy()) if len(holes) == 1 else str(self.hands)

    def __str__(self) -> str:
        """The situation and a table of its metrics."""
        from pokerdata.situation.text import plain

        return plain(self)

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from pokerdata.situation.text import renderable

        yield renderable(self, options.max_width)


def _opponents(given: Any) -> tuple[Range, ...]:
    if given is None:
        return ()
    if isinstance(given, Range | str):
        return (as_range(given),)
    if not isinstance(given, tuple | list):
        raise ValueError(
            f"bad opponents of type {type(given).__name__}: want a list of ranges, e.g. ['QQ+,AKs']"
        )
    return tuple(as_range(hands) for hands in given)


def _check_left(hands: Range, known: NDArray[np.uint8], name: str) -> None:
    if len(hands.without(known)) == 0:
        beside = f" beside the known cards {format_cards(known)}" if known.size else ""
        raise ValueError(f"bad {name} {str(hands)!r}: no hand is left{beside}; want some, e.g. 'QQ+,AKs'")
