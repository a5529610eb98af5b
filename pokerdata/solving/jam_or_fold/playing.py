"""Jam-or-fold tournaments played with real cards, and tables of solved ones."""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.arguments import Use, as_count, generator
from pokerdata._support.text import brief
from pokerdata.cards import DECK_SIZE, combination_index
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_OF_COMBINATION
from pokerdata.cards.evaluator import evaluate
from pokerdata.errors import TableError
from pokerdata.pipeline.store import Table, open_only
from pokerdata.pipeline.store.layouts import AMOUNTS, PROBABILITIES, Layout, layout_of
from pokerdata.solving.jam_or_fold.solving import CHANCES, KIND, PLAYED, JamFold
from pokerdata.solving.jam_or_fold.strategy import JamFoldChances, JamFoldStrategy
from pokerdata.solving.jam_or_fold.tournament import FOLDED, LOST, STOLE, TIED, WON, JamFoldTournament

_MOST_TOURNAMENTS = 10_000_000


def play_jam_fold(
    first: JamFoldStrategy, second: JamFoldStrategy, stack: int, tournaments: int, *, seed: int = 0
) -> NDArray[np.bool_]:
    """Play tournaments with real cards, and return which ones the first player wins.

    Cards are dealt from a deck and the evaluator compares hands, so the result is independent of the numbers that
    `jam_fold` computes with. Takes about a millisecond per thousand hands.

    Args:
        first: Strategy of the player who has the small blind in the first hand.
        second: Strategy of the other player, of the same tournament.
        stack: Stack of the first player at the start, in chips.
        tournaments: Number of tournaments, up to 10 million.
        seed: Seed of cards and of mixed moves.

    Returns:
        Bool [tournaments]; its mean converges to the exact value of `JamFoldStrategy.against`.

    Raises:
        ValueError: For an invalid number or stack, strategies of different tournaments, or strategies between which a
            tournament need not end.
    """
    first.against(second)  # raises ValueError if the tournament need not end
    rules = first.tournament
    begin = rules.row(stack) + 1
    tournaments = as_count(tournaments, "tournaments", 1, _MOST_TOURNAMENTS, 1000)
    random = generator(Use.JAM_OR_FOLD, seed)
    whole = len(rules.stacks) + 1
    won = np.zeros(tournaments, dtype=np.bool_)
    playing = np.arange(tournaments)
    chips = np.full(tournaments, begin)  # of the player in the small blind, in steps
    small, big, first_is_small = first, second, True
    while len(playing):
        dealt = _deal(random, len(playing))
        ours, theirs = (CLASS_OF_COMBINATION[combination_index(dealt[:, k : k + 2])] for k in (0, 2))
        jams, calls = random.random((2, len(playing))) < (
            small.jam[chips - 1, ours],
            big.call[whole - 1 - chips, theirs],
        )
        end = np.where(jams, STOLE, FOLDED)
        shown = np.flatnonzero(jams & calls)
        end[shown] = _showdown(dealt[shown])
        chips = rules.ends[chips - 1, end]
        over = (chips == 0) | (chips == whole)
        won[playing[over]] = (chips[over] == whole) == first_is_small
        playing, chips = playing[~over], whole - chips[~over]  # the other player has the small blind next
        small, big, first_is_small = big, small, not first_is_small
    return won


def _showdown(dealt: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the outcomes of hands for a small blind that is called."""
    ours, theirs = (
        evaluate(dealt[:, [k, k + 1, 4, 5, 6, 7, 8]]).astype(np.int64) if len(dealt) else np.zeros(0)
        for k in (0, 2)
    )
    return np.asarray(np.where(ours > theirs, WON, np.where(ours < theirs, LOST, TIED)))


def _deal(random: np.random.Generator, hands: int) -> NDArray[np.uint8]:
    """Deal nine cards for each hand, two, two and the board, uint8 [hands, 9]."""
    cards = np.tile(np.arange(DECK_SIZE, dtype=np.uint8), (hands, 1))
    rows = np.arange(hands)
    for k in range(9):  # Fisher-Yates shuffle of the dealt cards only
        other = random.integers(k, DECK_SIZE, hands)
        cards[rows, k], cards[rows, other] = cards[rows, other], cards[rows, k].copy()
    return cards[:, :9]


class JamFoldTable(Table):
    """Table of a solved tournament; read it with `load_jam_fold`."""

    KIND = KIND

    def jam_fold(self) -> JamFold:
        """Return the solved tournament.

        Raises:
            TableError: If something is missing or does not fit together.
        """
        told = self.attributes
        try:
            small, big = (int(blind) for blind in told["blinds"])
            rules = JamFoldTournament(int(told["chips"]), (small, big), int(told["step"]))
            chances = {
                bound: JamFoldChances(*(np.asarray(self[f"{seat}_{bound}"]) for seat in ("small", "big")))
                for bound in ("least", "most")
            }
            if any(array.shape != rules.stacks.shape for pair in chances.values() for array in pair):
                raise ValueError(f"chances at {len(rules.stacks):,} stacks are not there")
            return JamFold(
                JamFoldStrategy(
                    rules, **{name: np.asarray(self[name]) for name in PLAYED[: 2 + ("answer" in self)]}
                ),
                opponent=told["opponent"],
                **chances,
                iterations=int(told["iterations"]),
                target=float(told["target"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise TableError(f"{self.path}: expected a solved tournament, got {error}") from error

    def __repr__(self) -> str:
        return brief(self, self.name, f"{len(self['stacks']):,} stacks")


@layout_of(JamFoldTable)
def _layout(table: JamFoldTable) -> Layout:
    played = PLAYED if table.attributes["opponent"] == "any" else PLAYED[:2]
    return {
        "stacks": ("<i8", ("stack",), AMOUNTS),
        **dict.fromkeys(played, ("<f8", ("stack", CLASS_COUNT), PROBABILITIES)),
        **{f"{seat}_{bound}": ("<f8", ("stack",), PROBABILITIES) for seat, bound in CHANCES},
    }


def load_jam_fold(
    name_or_path: str | os.PathLike[str], *, tables: str | os.PathLike[str] | None = None
) -> JamFold:
    """Load the solved tournament of a file that `JamFold.save` wrote.

    Args:
        name_or_path: A file, or the name of a table, as for `pokerdata.open_table`.
        tables: The only folder to look in for a name.

    Raises:
        TableError: If the file is missing or damaged, or holds something else.
    """
    table = open_only(
        name_or_path,
        tables,
        JamFoldTable,
        "a solved tournament, as `pokerdata jam-fold --out` writes",
        "jam_fold.h5",
    )
    return table.jam_fold()
