"""Best-response actions at a node and their texts, and seats that other processes can rebuild."""

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
_WIDTH = 79  # most characters per line in a terminal


def cards_text(cards: NDArray[np.uint8]) -> str:
    """Return cards as text without spaces, in their order.

    Args:
        cards: uint8 [n].
    """
    return format_cards(cards).replace(" ", "")


def hands_meant(hand: str, board: NDArray[np.uint8]) -> list[int]:
    """Return the combos of cards such as AhKh, or of a hand class such as AKs, or of AK for AKs and AKo.

    Args:
        hand: Cards, or the name of a hand class.
        board: uint8 [n], cards that a hand cannot have.

    Raises:
        ValueError: If the text is neither, or the hand is impossible on the board.
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
    """Values of a best response's actions at a node on a board, hand by hand. Made by `best_actions`.

    The player to act responds to the strategy of the other player. Hands are the combos of `pokerdata.cards`, in their
    order.

    Attributes:
        name: Name of the strategy.
        rules: Rules of its game.
        node: Node of the betting tree.
        board: Cards, with a space between streets.
        chips: float64 [1326, actions], expected chips over the whole hand with each action and the best play after it; NaN
            for hands that are impossible with this board and deck, and where the other player never gets here.
        reach: float64 [1326], probability that the other player's own actions lead here with each of its hands.
        other_reach: float64 [1326], the mean of `reach` over the hands that it may hold against each hand.
        half_widths: float64 [1326, actions], half the widths of 95 % confidence intervals of `chips` if flops were sampled,
            else None.
        flops: Number of sampled flops; None for all.
        seed: Seed of sampled flops.
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
        """The action sequence that leads here."""
        return self.tree.history(self.node)

    @property
    def player(self) -> int:
        """The player who acts and responds, 1 or 2."""
        return int(self.tree.player[self.node]) + 1

    @cached_property
    def worth(self) -> Values:
        """float64 [1326]: expected chips with the best action; NaN as in `chips`."""
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
        """float64 [169]: means of `worth` over the hands of a class, weighted by `other_reach`."""
        return self._by_class(self.worth[:, None])[:, 0]

    @property
    def class_shares(self) -> Values:
        """float64 [169, actions]: share of a class's hands for which each action is best, weighted by `other_reach`."""
        return self._by_class(self._chosen())

    @property
    def totals(self) -> Values:
        """float64 [actions]: share of all hands for which each action is best, weighted by `other_reach`."""
        there = self.best >= 0
        weights = self.other_reach[there]
        return np.asarray(weights @ self._chosen()[there] / weights.sum())

    def hand(self, hand: ArrayLike) -> int:
        """Return the number of a hand among the combos.

        Args:
            hand: Two cards, as text or numbers.

        Raises:
            ValueError: If the hand is impossible on the board, or the other player never gets here against it.
        """
        (found,) = self._met([_combination(hand, self._board)], hand)
        return found

    def hand_name(self, row: int) -> str:
        """Return a hand as text, its higher card first.

        Args:
            row: Number of the hand among the combos.
        """
        return cards_text(COMBINATIONS[row][::-1])

    def rows(self, hand: str) -> list[int]:
        """Return the combos of cards such as AhKh, or of a hand class such as AKs, or of AK for AKs and AKo.

        Args:
            hand: Cards, or the name of a hand class.

        Raises:
            ValueError: If no hand is left.
        """
        return self._met(hands_meant(hand, self._board), hand)

    def meets(self, hand: str) -> bool:
        """Return whether the other player gets here against a hand, or against a hand of a class.

        Args:
            hand: Cards, or the name of a hand class.

        Raises:
            ValueError: If the text is neither, or the hand is impossible on the board.
        """
        return any(self.best[row] >= 0 for row in hands_meant(hand, self._board))

    def lines(self, hand: str = "") -> list[str]:
        """Return the node as lines of text: pot, player to act, hands, and actions.

        Args:
            hand: Show only this hand or hand class (`rows`).

        Raises:
            ValueError: If no hand is left.
        """
        return [*self.heading(), *(self.hands_table(hand) if hand else self._classes()), *self.notes()]

    def heading(self) -> list[str]:
        """Return lines with the node's position, the pot, the player to act and the strategy it responds to."""
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
        """Return a table of each action's value with a hand or a hand class.

        Args:
            hand: Cards, or the name of a hand class.

        Raises:
            ValueError: If no hand is left.
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
        """Return the share of all hands for which each action is best, in words."""
        return ", ".join(
            f"{action} {percent(share)}" for action, share in zip(self.actions, self.totals, strict=True)
        )

    @property
    def weighting(self) -> str:
        """The weights of hands in means, in words."""
        return f"hands weighted by how often player {3 - self.player} comes here beside them"

    def notes(self) -> list[str]:
        """Return lines about the error bounds of the values."""
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
        """float64 [1326]: most chips by which rounding can change `chips` of a hand; NaN as in `chips`.

        Sums run over all hands of the other player; the result is divided by the reach of those that share no card.
        """
        others = np.where(self.best >= 0, apart(self.reach), np.nan)
        return np.asarray(ROUNDING * most_lost(self.rules) * self.reach.sum() / others)

    def to_dict(self, hand: str = "") -> dict[str, Any]:
        """Return everything as values for JSON; hands are keyed by name, and hands without values are left out.

        Args:
            hand: Only this hand or the hands of this class, as far as they have values.
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
        """Return the rows with which the other player gets here; raise ValueError if there are none."""
        found = [row for row in rows if self.best[row] >= 0]
        if not found:
            known = np.flatnonzero(self.best >= 0)
            example = self.hand_name(int(known[-1])) if len(known) else "another path"
            raise ValueError(
                f"hand: expected one beside which player {3 - self.player} comes here, got {hand!s}; e.g. {example}"
            )
        return found

    def _chosen(self) -> Values:
        """Return 1 for the best action of each hand, else 0, and NaN for hands without one: [1326, actions]."""
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
    """Return a line as it is if it fits, else wrapped."""
    if len(line) <= _WIDTH:
        return [line]
    return wrap(line, _WIDTH, subsequent_indent=" " * line.startswith("("))


class Around(Protocol):
    """Context of the work in another process."""

    @property
    def folder(self) -> Path:
        """Folder of the tables there."""


@dataclass(frozen=True)
class There:
    """A strategy as another process finds it.

    Attributes:
        name: Name of its file in the folder there, without .h5, or one of `BUILT_IN`.
        is_file: Whether the name is that of a file.
        rules: Rules of the game.
    """

    name: str
    is_file: bool
    rules: Rules

    def play(self, folder: Path) -> Played:
        """Return the strategy, opened.

        Args:
            folder: Folder of the tables.
        """
        if not self.is_file:
            return Contestant.without_cards(self.name, self.rules).play()
        saved = load_strategy(folder / f"{self.name}.h5")
        return Contestant.of_file(saved, self.name, folder).play()


def seats_there(strategy: There, other: There | None) -> MakesSeats:
    """Return a function that makes seats in another process, as `values_of` makes them here.

    Args:
        strategy: The strategy to value.
        other: Strategy that it plays against; None for best responses to it.
    """
    return partial(_seats, strategy, other)


def files_of(saved: Strategy, tables: Any = None) -> list[Path]:
    """Return the files needed to play a strategy over a card abstraction: its own, its buckets, and the strength tables.

    Args:
        saved: The strategy.
        tables: Folder of its table of buckets; by default the folder of its file.

    Raises:
        TableError: If the buckets are missing.
    """
    with bucket_table(saved, tables) as table:
        buckets = table.path
    strength = [buckets.parent / f"{name}.h5" for name in STRENGTH]
    own = [] if saved.path is None else [saved.path]
    return [*own, buckets, *(path for path in strength if path.is_file())]


def _seats(strategy: There, other: There | None, around: Around, *, players: tuple[int, ...]) -> Seats:
    against = None if other is None else other.play(around.folder)
    return seated(strategy.rules, players, strategy.play(around.folder), against)
