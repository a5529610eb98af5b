"""The actions of a best response at a node, how they are told, and seats that other processes make anew."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from math import isnan
from pathlib import Path
from textwrap import wrap
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support.estimates import fixed, percent, signed
from pokerdata._support.html import Scale
from pokerdata._support.text import brief, in_columns, shortened
from pokerdata.abstraction.bounds import STRENGTH
from pokerdata.cards import (
    COMBINATIONS,
    RANKS,
    as_board,
    as_cards,
    combination_index,
    combinations_with,
    format_cards,
)
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBINATION, hand_grid
from pokerdata.games import BettingTree, Rules, Unit
from pokerdata.games.strategies import Strategy, load_strategy
from pokerdata.games.strategies.real_cards import bucket_table
from pokerdata.games.strategies.strategy_file import chips_text, ending, pot, steps
from pokerdata.solving.evaluation import Scope
from pokerdata.solving.real_cards.evaluation import Contestant, seated
from pokerdata.solving.real_cards.flops import apart
from pokerdata.solving.real_cards.seats import MakesSeats, Played, Seats
from pokerdata.solving.real_cards.values import ROUNDING, most_lost

Values = NDArray[np.float64]
_WIDTH = 79  # of a terminal, at most


def cards_text(cards: NDArray[np.uint8]) -> str:
    """Cards as text without spaces, in their order.

    Args:
        cards: uint8 [n].
    """
    return format_cards(cards).replace(" ", "")


def hands_meant(hand: str, board: NDArray[np.uint8]) -> list[int]:
    """The combinations that are meant by cards such as AhKh, or by a class such as AKs, or AK for AKs and AKo.

    Args:
        hand: Cards, or the name of a class.
        board: uint8 [n], cards that a hand cannot have.

    Raises:
        ValueError: For what is neither, or not possible on the board.
    """
    text = hand.strip()
    high, low = sorted(text[:2].upper(), key=lambda rank: -RANKS.find(rank)) if len(text) > 1 else ("", "")
    name = high + low + text[2:].lower()
    named = [k for k, known in enumerate(CLASS_NAMES) if name in (known, known[:2])]
    if not named:
        return [_combination(hand, board)]
    left = np.isin(CLASS_OF_COMBINATION, named) & ~combinations_with(board)
    found: list[int] = np.flatnonzero(left)[::-1].tolist()
    return found


def _combination(hand: ArrayLike, board: NDArray[np.uint8]) -> int:
    try:
        cards = as_cards(hand, "hand")
        found = int(combination_index(cards)) if cards.shape == (2,) else -1
    except ValueError:
        found = -1
    blocked = combinations_with(board)
    if found < 0 or blocked[found]:
        example = cards_text(COMBINATIONS[np.flatnonzero(~blocked)[-1]][::-1])
        raise ValueError(f"hand: expected two cards that the board leaves, got {hand!s}; e.g. {example}")
    return found


@dataclass(frozen=True, eq=False)
class BestActions:
    """What a best response to a strategy may do at a node on a board, hand by hand. Made by `best_actions`.

    Who acts there responds to the strategy of the other. Hands are the combinations of `pokerdata.cards`, in their order.

    Attributes:
        name: Of the strategy.
        rules: Of its game.
        node: Of the betting tree.
        board: Cards, streets apart.
        chips: float64 [1326, actions], won over the whole hand with each action and the best play after it; NaN for hands
            that board and deck do not leave, and where the other never comes here.
        reach: float64 [1326], how likely the other's own actions lead here with each of his hands.
        other_reach: float64 [1326], the mean of `reach` over what he may hold beside each hand.
        half_widths: float64 [1326, actions], half the widths of 95 % intervals of `chips` where flops were drawn, else
            None.
        flops: How many were drawn; None for all.
        seed: Of drawn flops.
    """

    name: str
    rules: Rules
    node: int
    board: str
    chips: Values
    reach: Values
    other_reach: Values
    half_widths: Values | None = None
    flops: int | None = None
    seed: int = 0

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return BettingTree(self.rules)

    @property
    def actions(self) -> list[str]:
        """Names of the actions."""
        return self.tree.actions(self.node)

    @property
    def path(self) -> str:
        """The actions before."""
        return self.tree.history(self.node)

    @property
    def player(self) -> int:
        """Who acts and responds, 1 or 2."""
        return int(self.tree.player[self.node]) + 1

    @cached_property
    def worth(self) -> Values:
        """float64 [1326]: chips won with the best action; NaN as in `chips`."""
        return np.asarray(self.chips.max(axis=1))

    @cached_property
    def best(self) -> NDArray[np.int64]:
        """int64 [1326]: the number of the best action, the first of equals; -1 where `chips` is NaN."""
        there = ~np.isnan(self.worth)
        return np.where(there, np.argmax(np.where(there[:, None], self.chips, 0), axis=1), -1)

    @property
    def class_chips(self) -> Values:
        """float64 [169, actions]: means of `chips` over the hands of a class, weighted by `other_reach`."""
        return self._by_class(self.chips)

    @property
    def class_worth(self) -> Values:
        """float64 [169]: means of `worth` over the hands of a class, weighted likewise."""
        return self._by_class(self.worth[:, None])[:, 0]

    @property
    def class_shares(self) -> Values:
        """float64 [169, actions]: with which part of the hands of a class each action is best, weighted likewise."""
        return self._by_class(self._chosen())

    @property
    def totals(self) -> Values:
        """float64 [actions]: with which part of all hands each action is best, weighted likewise."""
        there = self.best >= 0
        weights = self.other_reach[there]
        return np.asarray(weights @ self._chosen()[there] / weights.sum())

    def hand(self, hand: ArrayLike) -> int:
        """The number of a hand among the combinations.

        Args:
            hand: Two cards, as text or numbers.

        Raises:
            ValueError: For what is no hand that the board leaves, or beside which the other never comes here.
        """
        (found,) = self._met([_combination(hand, self._board)], hand)
        return found

    def hand_name(self, row: int) -> str:
        """A hand as text, its higher card first.

        Args:
            row: Its number among the combinations.
        """
        return cards_text(COMBINATIONS[row][::-1])

    def rows(self, hand: str) -> list[int]:
        """The hands that are meant by cards such as AhKh, or by a class such as AKs, or AK for AKs and AKo.

        Args:
            hand: Cards, or the name of a class.

        Raises:
            ValueError: Where none is left.
        """
        return self._met(hands_meant(hand, self._board), hand)

    def meets(self, hand: str) -> bool:
        """Whether the other comes here beside a hand, or beside one of a class.

        Args:
            hand: Cards, or the name of a class.

        Raises:
            ValueError: For what is neither, or not possible on the board.
        """
        return any(self.best[row] >= 0 for row in hands_meant(hand, self._board))

    def lines(self, hand: str = "") -> list[str]:
        """The node in words: pot, who acts, the hands, and the ways on.

        Args:
            hand: Show this hand or class of hands alone (`rows`).

        Raises:
            ValueError: Where none is left.
        """
        return [*self.heading(), *(self.hands_table(hand) if hand else self._classes()), *self.notes()]

    def heading(self) -> list[str]:
        """Where it is, the pot, who acts and what he responds to."""
        tree, player = self.tree, self.player
        where = f"street {int(tree.street[self.node]) + 1}" + (f", board {self.board}" if self.board else "")
        chips, call = pot(tree, self.node)
        told = [
            f"{shortened(self.name, 40)}: {where}, {f'after {self.path}' if self.path else 'at the start'}",
            f"pot {chips_text(chips)}, {call} to call; {ending(tree, self.node)}",
            f"player {player}'s best response to the strategy of player {3 - player}, on real cards, "
            f"{Scope(tree.all_bets)}",
            "chips won over the whole hand, all that follows played best, too:",
        ]
        return [line for sentence in told for line in broken(sentence)]

    def hands_table(self, hand: str) -> list[str]:
        """What each action wins with a hand or a class of hands.

        Args:
            hand: Cards, or the name of a class.

        Raises:
            ValueError: Where none is left.
        """
        cells = []
        for row in self.rows(hand):
            chips = [
                signed(value, 3) + ("" if self.half_widths is None else f"±{self.half_widths[row, k]:.3f}")
                for k, value in enumerate(self.chips[row].tolist())
            ]
            cells.append([self.hand_name(row), *chips, self.actions[self.best[row]]])
        return in_columns([["hand", *self.actions, "best"], *cells], _WIDTH)

    def totals_text(self) -> str:
        """With which part of all hands each action is best, in words."""
        return ", ".join(
            f"{action} {percent(share)}" for action, share in zip(self.actions, self.totals, strict=True)
        )

    @property
    def weighting(self) -> str:
        """How hands are weighted in means, in words."""
        return f"hands weighted by how often player {3 - self.player} comes here beside them"

    def notes(self) -> list[str]:
        """What bounds the values."""
        told = []
        bounds = np.sort(self.rounding[self.best >= 0])
        if len(bounds):
            told.append(
                f"(rounding of float32 sums changes the chips of half of the hands by at most "
                f"{bounds[len(bounds) // 2]:.2g}, of all by at most {bounds[-1]:.2g})"
            )
        if self.flops is not None:
            told.append(
                f"({self.flops:,} flops drawn in strata, seed {self.seed}; where player {self.player} chooses again "
                "before the flop, fitted and valued on the same flops: on average too high)"
            )
        return [line for sentence in told for line in broken(sentence)]

    @property
    def rounding(self) -> Values:
        """float64 [1326]: by how many chips rounding can change `chips` of a hand at most; NaN as there.

        Sums go over all of the other's hands, and what is won is divided by the reach of those that share no card.
        """
        others = np.where(self.best >= 0, apart(self.reach), np.nan)
        return np.asarray(ROUNDING * most_lost(self.rules) * self.reach.sum() / others)

    def to_dict(self, hand: str = "") -> dict[str, Any]:
        """All of it as values that JSON can hold; hands by name, those without values left out.

        Args:
            hand: This hand or class of hands alone; those of them that have values.
        """
        rows = np.flatnonzero(self.best >= 0)[::-1].tolist()
        if hand:
            rows = [row for row in hands_meant(hand, self._board) if self.best[row] >= 0]
        rounding = self.rounding
        hands = {
            self.hand_name(row): {
                "chips": self.chips[row].tolist(),
                **({} if self.half_widths is None else {"half_widths_95": self.half_widths[row].tolist()}),
                "rounding_chips": float(rounding[row]),
                "best": self.actions[self.best[row]],
                "reach": float(self.reach[row]),
                "other_reach": float(self.other_reach[row]),
            }
            for row in rows
        }
        return {
            "strategy": self.name,
            "game": self.rules.name,
            "path": self.path,
            "board": self.board,
            "player": self.player,
            "actions": self.actions,
            "all_bets": self.tree.all_bets,
            "unit": Unit.of(self.rules).name,
            "unit_chips": Unit.of(self.rules).chips,
            "flops": self.flops,
            "seed": None if self.flops is None else self.seed,
            "hands": hands,
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        where = f"after {self.path}" if self.path else "at the start"
        shares = ", ".join(
            f"{action} {percent(share, 0)}" for action, share in zip(self.actions, self.totals, strict=True)
        )
        return brief(
            self, repr(shortened(self.name, 30)), where, self.board and f"board {self.board}", shares
        )

    def _repr_html_(self) -> str:
        worth, shares, chips = self.class_worth, self.class_shares, self.class_chips
        there = ~np.isnan(worth)
        most = float(np.abs(worth[there]).max(initial=0))
        scale = Scale(-most, most, 0.0)
        labels = [signed(value, 0) if known else "" for value, known in zip(worth, there, strict=True)]
        hints = [
            ", ".join(
                f"{action} {signed(value, 2)} chips (best {percent(share, 0)})"
                for action, value, share in zip(self.actions, chips[k], shares[k], strict=True)
            )
            if there[k]
            else "not possible here"
            for k in range(CLASS_COUNT)
        ]
        colours = [scale.colour(float(v)) if known else "" for v, known in zip(worth, there, strict=True)]
        told = self.lines()[:3]
        return hand_grid(labels, colours, hints, caption=told[0], notes=[*told[1:], *self._totals()])

    @property
    def _board(self) -> NDArray[np.uint8]:
        return as_board(self.board)

    def _met(self, rows: list[int], hand: ArrayLike) -> list[int]:
        """Those with which the other comes here. Raises ValueError where there are none."""
        found = [row for row in rows if self.best[row] >= 0]
        if not found:
            known = np.flatnonzero(self.best >= 0)
            example = self.hand_name(int(known[-1])) if len(known) else "another path"
            raise ValueError(
                f"hand: expected one beside which player {3 - self.player} comes here, got {hand!s}; e.g. {example}"
            )
        return found

    def _chosen(self) -> Values:
        """1 for the best action, NaN where there is none: [1326, actions]."""
        found = (self.best[:, None] == np.arange(len(self.actions))).astype(np.float64)
        found[self.best < 0] = np.nan
        return np.asarray(found)

    def _by_class(self, values: Values) -> Values:
        there = self.best >= 0
        weights = np.where(there, self.other_reach, 0)

        def sums(of: Values) -> NDArray[Any]:
            return np.bincount(CLASS_OF_COMBINATION, of, CLASS_COUNT)

        above = np.stack([sums(weights * np.where(there, column, 0)) for column in values.T], axis=1)
        below = sums(weights)[:, None]
        return np.asarray(np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0))

    def _totals(self) -> list[str]:
        return [f"best, {self.weighting}: {self.totals_text()}"]

    def _classes(self) -> list[str]:
        labels = list(steps(self.tree, self.node))
        worth, shares = self.class_worth, self.class_shares
        cells = [
            [name, *(fixed(100 * share, 0) for share in shares[k]), signed(worth[k], 2)]
            for k, name in enumerate(CLASS_NAMES)
            if not isnan(worth[k])
        ]
        if not cells:
            return [f"(player {3 - self.player} never comes here)"]
        names = ", ".join(f"{label} {action}" for label, action in zip(labels, self.actions, strict=True))
        head = ["hand", *(f"{label} %" for label in labels), "chips"]
        return [
            *in_columns([head, *cells], _WIDTH),
            *wrap(
                f"(%: with which part of the hands each action is best: {names})",
                _WIDTH,
                subsequent_indent=" ",
            ),
        ]


def broken(line: str) -> list[str]:
    """A line as it is where it fits, else several."""
    if len(line) <= _WIDTH:
        return [line]
    return wrap(line, _WIDTH, subsequent_indent=" " * line.startswith("("))


class Around(Protocol):
    """What stands for the work in another process."""

    @property
    def folder(self) -> Path:
        """Of the tables there."""


@dataclass(frozen=True)
class There:
    """A strategy as another process finds it.

    Attributes:
        name: Of its file in the folder there, without .h5, or one of `BUILT_IN`.
        is_file: Which of both.
        rules: Of the game.
    """

    name: str
    is_file: bool
    rules: Rules

    def play(self, folder: Path) -> Played:
        """What it plays.

        Args:
            folder: Of the tables.
        """
        if not self.is_file:
            return Contestant.without_cards(self.name, self.rules).play()
        saved = load_strategy(folder / f"{self.name}.h5")
        return Contestant.of_file(saved, self.name, folder).play()


def seats_there(strategy: There, other: There | None) -> MakesSeats:
    """Makes seats in another process, as `values_of` makes them here.

    Args:
        strategy: What is valued.
        other: What it plays against; None for best responses to it.
    """
    return partial(_seats, strategy, other)


def files_of(saved: Strategy, tables: Any = None) -> list[Path]:
    """The files that a strategy over a card abstraction is played from: its own, its buckets, and the strength tables.

    Args:
        saved: The strategy.
        tables: The folder of its table of buckets; that of its file if not given.

    Raises:
        TableError: Where the buckets are missing.
    """
    with bucket_table(saved, tables) as table:
        buckets = table.path
    strength = [buckets.parent / f"{name}.h5" for name in STRENGTH]
    own = [] if saved.path is None else [saved.path]
    return [*own, buckets, *(path for path in strength if path.is_file())]


def _seats(strategy: There, other: There | None, around: Around, *, players: tuple[int, ...]) -> Seats:
    against = None if other is None else other.play(around.folder)
    return seated(strategy.rules, players, strategy.play(around.folder), against)
