"""A situation at the table, its construction from a hand's state, and its metrics as a table.

rich is imported only for printing: it costs 50 ms, and most programs that import pokerdata print no table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.extras import data_frame
from pokerdata._support.text import WIDTH, brief
from pokerdata.cards import BOARD_SIZES, DECK_SIZE, as_cards
from pokerdata.cards.odds import Number, amount, showdown_pot
from pokerdata.cards.situation.metrics import Metric, Money, Spot, all_metrics


class TableState(Protocol):
    """State of a hand, of which a player sees a part."""

    @property
    def game(self) -> Any: ...
    @property
    def hole_cards(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def board(self) -> tuple[int, ...]: ...
    @property
    def player(self) -> int | None: ...
    @property
    def players_left(self) -> int: ...
    @property
    def street(self) -> int: ...
    @property
    def pot(self) -> int: ...
    @property
    def to_call(self) -> int: ...


_WIDE = 140  # columns
_LONGEST = 38  # of names and of sources below them
_ALIGNED = ("left", "right", "left", "right", "left")
_HISTOGRAMS = {
    "ehs_next": "EHS after the next card, part of the deals",
    "hs_river": "HS on the river, part of the deals",
}


def renderable(spot: Spot, metrics: Sequence[Metric], width: int) -> Any:
    """Return a headline and a table for rich, in ``width`` columns, with fractions and sources.

    Fractions and sources are below the unit and the name if there is no room next to them.
    """
    from rich.console import Group
    from rich.text import Text

    sampled = [found for found in metrics if found.standard_error is not None]
    below = []
    if sampled:
        below = [
            Text(f"± standard error of {sampled[0].samples:,} sampled deals, seed {sampled[0].seed}", "dim")
        ]
    rows = _wide(metrics) if width >= _WIDE else Text("\n").join(_narrow(metrics, width))
    return Group(Text(headline(spot), "bold"), rows, *below)


def _wide(metrics: Sequence[Metric]) -> Any:
    """Return a table with one line per metric."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("metric", overflow="fold")
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("unit", overflow="fold")
    table.add_column("exactly, or ± standard error", no_wrap=True)
    table.add_column("source")
    for found in metrics:
        table.add_row(found.name, found.value_text, found.unit, found.how_exact, found.source)
    return table


def _narrow(metrics: Sequence[Metric], width: int) -> list[Any]:
    """Return lines for each metric, two or three: the source below the name, the exact value below the unit."""
    from rich.text import Text

    first = max(_LONGEST, *(len(found.name) for found in metrics))
    second = max(len(found.value_text) for found in metrics)
    lines = [Text(f"{'metric':<{first}}  {'value':>{second}}  unit", "bold")]
    for found in metrics:
        lines.append(Text(f"{found.name:<{first}}  {found.value_text:>{second}}  {found.unit}"))
        exactly = found.how_exact
        exactly = f"= {exactly}" if exactly and found.standard_error is None else exactly
        beside = f"  {found.source:<{first - 2}}  {'':>{second}}  {exactly}".rstrip()
        apart = [f"  {found.source}", exactly.rjust(width)]
        lines += [Text(line, "dim") for line in ([beside] if len(beside) <= width else apart)]
    return lines


def plain(spot: Spot, metrics: Sequence[Metric]) -> str:
    """Return the same in 80 columns without colours."""
    from rich.console import Console

    console = Console(width=WIDTH, color_system=None, force_terminal=False, _environ={})
    with console.capture() as captured:
        console.print(renderable(spot, metrics, WIDTH))
    return "\n".join(line.rstrip() for line in captured.get().splitlines()).strip("\n")


def html_table(spot: Spot, metrics: Sequence[Metric], histograms: Mapping[str, Sequence[float]]) -> str:
    """Return the same for a notebook, with the histograms."""
    rows = [(one.name, one.value_text, one.unit, one.how_exact, one.source) for one in metrics]
    head = ("metric", "value", "unit", "exactly, or ± standard error", "source")
    drawn = [html.bars(parts, title=_HISTOGRAMS[name]) for name, parts in histograms.items()]
    return html.block(html.table(rows, head=head, caption=headline(spot), aligned=_ALIGNED), *drawn)


def headline(spot: Spot) -> str:
    """Describe the situation in words."""
    against = [str(hands) for hands in spot.opponents]
    named = " and ".join(text if len(text) <= 40 else text[:39] + "…" for text in dict.fromkeys(against))
    words = [spot.hands_text if len(spot.hands_text) <= 40 else spot.hands_text[:39] + "…"]
    words.append(f"on {spot.board}" if spot.board else "before the flop")
    words.append(f"against {named}")
    said = " ".join(words) + f", {spot.players} players"
    return said + (f", dead {spot.dead}" if spot.dead else "")


@dataclass(frozen=True)
class Situation(Spot):
    """A situation: a player's hand, the board, the pot, and the player's assumptions about the others.

    The metrics are computed on first access. That takes a tenth of a second, two seconds preflop, and more if our range is
    wide. docs/definitions.md defines all of them.

    Amounts are 0 or from 1e-30 to 1e30. A float means the decimal that Python prints for it as float64: 0.1 is a tenth.

    Attributes:
        hands: Our hand, or our Range as others see it: text, Range, weights [1326], or two cards (integers [2]).
        board: 0, 3, 4 or 5 cards, text or integers [n].
        opponents: The others' hands, each in the same forms as ``hands``; a single one need not be in a list. Unnamed
            opponents hold any hand.
        players: Number of players still in, including us, 2 to 6; by default the number you name, at least 2.
        dead: Known cards that are neither dealt nor held, text or integers [n].
        pot: The pot, including bets of this round; None if unknown.
        to_call: The price for us to stay in.
        bet: The size of a later bet, for the expected pot at showdown; by default ``to_call``.
        expected_pot: The expected pot at showdown; by default pot + to_call + one bet of each player in each round to
            come, including the current round if there is nothing to call.
        future: Additional winnings later if we call and win, for implied odds.
        unit: The unit of these amounts, a word.
        samples: Number of deals to sample, 2 to 10**12. Used for the equity of three or more players if there are too many
            deals to count, and for the hand rank against three or more opponents.
        seed: Seed of these samples, 0 to 2**64 - 1; the same seed gives the same result.

    Raises:
        ValueError: If cards, ranges or numbers are invalid, a card is repeated, or hands cannot be dealt.
    """

    pot: Number | None = None
    to_call: Number = 0
    bet: Number | None = None
    expected_pot: Number | None = None
    future: Number = 0
    unit: str = "chips"
    samples: int = 1_000_000
    seed: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("to_call", "future"):
            amount(getattr(self, name), name)
        for name in ("pot", "bet", "expected_pot"):
            if getattr(self, name) is not None:
                amount(getattr(self, name), name)
        if not isinstance(self.unit, str) or not self.unit.strip():
            raise ValueError(f"unit: expected a word, got {self.unit!r}; e.g. 'chips'")
        object.__setattr__(self, "samples", as_count(self.samples, "samples", 2, 10**12, 1_000_000))
        object.__setattr__(self, "seed", as_count(self.seed, "seed", 0, 2**64 - 1, 1))

    @classmethod
    def of(
        cls,
        state: TableState,
        *,
        opponents: Any = (),
        expected_pot: Number | None = None,
        future: Number = 0,
        samples: int = 1_000_000,
        seed: int = 0,
    ) -> Situation:
        """Return the situation of the player to act in a hand of Texas hold'em, from what it can see.

        Its cards, the board, the pot and the price of a call are taken from the state. In a limit game the bet is that of
        the street.

        Args:
            state: State such as `pokerdata.games.play.State`; a player acts, and its hole cards are known.
            opponents: Ranges of the others that did not fold, in the order of their positions; unnamed opponents hold
                any hand.
            expected_pot: As for `Situation`.
            future: As for `Situation`.
            samples: As for `Situation`.
            seed: As for `Situation`.

        Raises:
            ValueError: If nobody acts or the player's cards are unknown, the game is not Texas hold'em, or more than six
                players are left.
        """
        player = state.player
        if player is None or not state.hole_cards[player]:
            raise ValueError(
                "state: expected one in which a player acts whose hole cards are known, got "
                + ("nobody who acts" if player is None else f"none of position {player}")
            )
        cards = state.game.cards
        if (cards.hole, cards.deck, tuple(cards.board)) != (2, DECK_SIZE, (0, 3, 1, 1)):
            raise ValueError(f"state: expected a hand of Texas hold'em, got {state.game.name}")
        bets = state.game.bets
        return cls(
            np.array(state.hole_cards[player], dtype=np.uint8),
            np.array(state.board, dtype=np.uint8),
            opponents,
            players=state.players_left,
            pot=state.pot,
            to_call=state.to_call,
            bet=bets[state.street] if bets else None,
            expected_pot=expected_pot,
            future=future,
            samples=samples,
            seed=seed,
        )

    @property
    def money(self) -> Money:
        """The amounts as fractions, and the expected pot at showdown if it is given or can be estimated."""
        pot, expected, bet = (
            None if value is None else amount(value, name)
            for name, value in (("pot", self.pot), ("expected_pot", self.expected_pot), ("bet", self.bet))
        )
        call = amount(self.to_call, "to_call")
        bet = bet if bet is not None else (call or None)
        if expected is None and pot is not None and bet is not None:
            to_come = sum(size > len(as_cards(self.board, "board")) for size in BOARD_SIZES.values())
            expected = showdown_pot(pot, call, bet, len(self.opponents) + 1, to_come)
        return Money(pot, call, amount(self.future, "future"), expected, self.unit)

    def metrics(self) -> tuple[Metric, ...]:
        """All metrics of the situation, in order."""
        return self._computed[0]

    def histograms(self) -> dict[str, NDArray[np.float64]]:
        """Return the distribution of our later strength: on the flop "ehs_next" and "hs_river", on the turn "hs_river".

        "ehs_next" is EHS after the next card, "hs_river" HS on the river. For other numbers of intervals and exact counts
        see `pokerdata.cards.strength.distribution`.

        Returns:
            By these names the part of the deals in each of 20 equal intervals of [0, 1], float64 [20], with sum 1.
        """
        return {name: parts.copy() for name, parts in self._computed[1].items()}

    @cached_property
    def _computed(self) -> tuple[tuple[Metric, ...], dict[str, NDArray[np.float64]]]:
        metrics, histograms = all_metrics(self, self.money, self.samples, self.seed)
        return tuple(metrics), histograms

    def __getitem__(self, key: str) -> Metric:
        """Return the metric of a key such as "schr"; raise ValueError that lists the keys if it is missing."""
        for found in self.metrics():
            if found.key == key:
                return found
        raise ValueError(
            f"no metric {key!r} here: expected one of {', '.join(found.key for found in self.metrics())}"
        )

    def __iter__(self) -> Iterator[Metric]:
        return iter(self.metrics())

    def to_dict(self) -> dict[str, Any]:
        """Return the situation, its metrics and `histograms` as texts and numbers."""
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
        """Return `to_dict` as one JSON object."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_frame(self) -> Any:
        """Return a pandas.DataFrame with a row for each metric.

        Raises:
            ModuleNotFoundError: If pandas (extra ``pandas``) is not installed.
        """
        rows = [found.to_dict() for found in self.metrics()]
        return data_frame(rows, columns=list(rows[0]), dtype=object).set_index("key")

    def __str__(self) -> str:
        """Return the situation and a table of its metrics."""
        return plain(self, self.metrics())

    def __repr__(self) -> str:
        money = [] if self.pot is None else [f"pot {self.pot} {self.unit}", f"to call {self.to_call}"]
        return brief(self, headline(self), *money)

    def _repr_html_(self) -> str:
        return html_table(
            self, self.metrics(), {name: parts.tolist() for name, parts in self.histograms().items()}
        )

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        yield renderable(self, self.metrics(), options.max_width)
