"""No-Thanks: its rules, its state in the protocol of explicit trees, and all its positions as arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, lcm, perm
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.resources import available_memory, with_margin
from pokerdata._support.text import brief, bytes_text, quoted
from pokerdata.errors import CapacityError

#: The two moves, in the order of `legal_actions`.
PASS, TAKE = "pass", "take"
_MOST_CARDS, _MOST_VALUE, _MOST_CHIPS = 62, 10_000, 1_000


@dataclass(frozen=True)
class NoThanks:
    """The card game No-Thanks.

    The player to move has two options. It puts one of its chips on the open card, and the next player moves. Or it takes the
    card with the chips on it, the next card is turned, and it moves again. A player without chips must take. After the last
    card, each player scores the lowest card of each run of consecutive cards, less its chips. The lowest score wins one
    point; tied players share it. Player 0 begins. Everything is public except the cards to come.

    Attributes:
        values: The cards, one of each.
        drawn: Number of cards played; the others are left out unseen.
        chips: Chips of each player at the start.
        players: Number of players, from 2 to 7.

    Raises:
        ValueError: If the cards or a number are invalid.
    """

    values: tuple[int, ...] = tuple(range(3, 36))
    drawn: int = 24
    chips: int = 11
    players: int = 3

    def __post_init__(self) -> None:
        example = "(3, 4, 5, 7, 9)"
        try:
            values = tuple(as_count(value, "value", 1, _MOST_VALUE, 3) for value in self.values)
        except TypeError:
            raise ValueError(
                f"values: expected whole numbers, got {quoted(self.values)}; e.g. {example}"
            ) from None
        if not 1 <= len(values) <= _MOST_CARDS or len(set(values)) < len(values):
            raise ValueError(
                f"values: expected 1 to {_MOST_CARDS} different cards, got {quoted(self.values)}; e.g. {example}"
            )
        object.__setattr__(self, "values", tuple(sorted(values)))
        as_count(self.drawn, "drawn", 1, len(values), min(3, len(values)))
        as_count(self.chips, "chips", 0, _MOST_CHIPS, 11)
        as_count(self.players, "players", 2, 7, 2)

    def root(self) -> NoThanksState:
        """Return the state before the first card."""
        return NoThanksState(self, ((),) * self.players, (self.chips,) * self.players)


@dataclass(frozen=True)
class NoThanksState:
    """State of a game of No-Thanks. States that differ only in their history are equal.

    Attributes:
        game: The game.
        held: The cards of each player, in ascending order.
        chips: Chips of each player.
        mover: Player that moves, or moves next once a card is turned.
        card: The open card; None before it is turned, and at the end.
        pot: Chips on the open card.
        history: Cards and moves so far.
    """

    game: NoThanks
    held: tuple[tuple[int, ...], ...]
    chips: tuple[int, ...]
    mover: int = 0
    card: int | None = None
    pot: int = 0
    history: tuple[int | str, ...] = field(default=(), compare=False, repr=False)

    @property
    def taken(self) -> int:
        """Number of cards that the players hold."""
        return sum(map(len, self.held))

    @property
    def player(self) -> int | Literal["chance"] | None:
        """Player that acts, or 'chance'; None at the end."""
        if self.card is not None:
            return self.mover
        return "chance" if self.taken < self.game.drawn else None

    def legal_actions(self) -> list[str]:
        """Return the legal actions: pass, if the player has a chip, and take."""
        return [PASS, TAKE] if self.chips[self.mover] else [TAKE]

    def chance(self) -> list[tuple[int, Fraction]]:
        """Return each unseen card with the probability that it is the next."""
        seen = {card for cards in self.held for card in cards}
        left = [card for card in self.game.values if card not in seen]
        return [(card, Fraction(1, len(left))) for card in left]

    def apply(self, action: int | str) -> NoThanksState:
        """Return the state after a move or a card.

        Args:
            action: One of `actions`, or a card of `chance`.
        """
        history = (*self.history, action)
        if isinstance(action, int):
            return NoThanksState(self.game, self.held, self.chips, self.mover, action, 0, history)
        assert self.card is not None
        chips, me = list(self.chips), self.mover
        if action == PASS:
            chips[me] -= 1
            mover = (me + 1) % self.game.players
            return NoThanksState(self.game, self.held, tuple(chips), mover, self.card, self.pot + 1, history)
        chips[me] += self.pot
        held = list(self.held)
        held[me] = tuple(sorted((*held[me], self.card)))
        # At the end the last mover makes no difference.
        mover = me if self.taken + 1 < self.game.drawn else 0
        return NoThanksState(self.game, tuple(held), tuple(chips), mover, None, 0, history)

    def information_set(self) -> tuple[int | str, ...]:
        """Return the cards and moves so far, which are public."""
        return self.history

    def scores(self) -> list[int]:
        """Return each player's score: the points of its cards, less its chips."""
        return [points(cards) - chips for cards, chips in zip(self.held, self.chips, strict=True)]

    def returns(self) -> list[Fraction]:
        """Return each player's part of the one point, which players with the lowest score share."""
        scores = self.scores()
        winners = scores.count(min(scores))
        return [Fraction(score == min(scores), winners) for score in scores]


def points(cards: tuple[int, ...]) -> int:
    """Return the points of cards: the lowest card of each run of consecutive cards.

    Args:
        cards: Cards such as ``(4, 5, 6, 7, 20)``, which count 24.
    """
    held = set(cards)
    return sum(card for card in held if card - 1 not in held)


_MOST_SPLITS = 100_000
_SPLIT = 400  # bytes of a split, including its key in a dictionary


@dataclass(frozen=True)
class Splits:
    """All distributions of the chips: with each player, the rest on the open card.

    Attributes:
        chips: int64 [splits, players], chips of each player; splits with an empty pot first, then by the pot.
        pot: int64 [splits].
        passed: int64 [splits, players], the split after a player passes; -1 if it has no chips.
        taken: int64 [splits, players], the split after a player takes the chips of the pot.
        empty: Number of splits with an empty pot.
    """

    chips: NDArray[np.int64]
    pot: NDArray[np.int64]
    passed: NDArray[np.int64]
    taken: NDArray[np.int64]
    empty: int

    @staticmethod
    def of(total: int, players: int) -> Splits:
        """Return all distributions of the chips.

        Args:
            total: Total number of chips.
            players: Number of players.
        """
        bars = np.array(list(combinations(range(total + players), players)), np.int64).reshape(-1, players)
        chips = np.diff(bars, axis=1, prepend=-1) - 1
        pot = total - chips.sum(axis=1)
        order = np.lexsort((*chips.T[::-1], pot))
        chips, pot = chips[order], pot[order]
        numbers = {tuple(row): number for number, row in enumerate(chips.tolist())}
        passed = np.full(chips.shape, -1, np.int64)
        taken = np.zeros(chips.shape, np.int64)
        for number, row in enumerate(chips.tolist()):
            for player in range(players):
                less, more = list(row), list(row)
                less[player] -= 1
                more[player] += int(pot[number])
                passed[number, player] = numbers.get(tuple(less), -1)
                taken[number, player] = numbers[tuple(more)]
        return Splits(chips, pot, passed, taken, int((pot == 0).sum()))

    def __len__(self) -> int:
        return len(self.pot)


@dataclass(frozen=True)
class Layer:
    """All ways to hold a number of cards, and the cards that may be turned next.

    Attributes:
        held: int64 [holdings, players], the cards of each player as bits, the lowest card the lowest bit.
        open: int64 [holdings, cards left], the index of each card that is left; empty in the last layer.
        taken: int64 [players, holdings, cards left], the holding in the next layer after a player takes the card.
    """

    held: NDArray[np.int64]
    open: NDArray[np.int64]
    taken: NDArray[np.int64]


class Positions:
    """Every position of a game: cards held, open card, distribution of the chips, and player to move.

    Arrays over the decisions of layer k, with k cards taken, have axes [splits, players, holdings, cards left]: the split of
    the chips, the player to move, the cards held, and the open card among the cards left.

    Args:
        game: The game.

    Attributes:
        game: The game.
        splits: Distributions of the chips.
        layers: One for each number of cards taken, from 0 to all that are drawn.

    Raises:
        CapacityError: If the positions do not fit into memory, or whole numbers would overflow; raised before any work.
    """

    def __init__(self, game: NoThanks) -> None:
        self.game = game
        _check_size(game)
        total = game.players * game.chips
        self.splits = Splits.of(total, game.players)
        self.layers = self._layers()

    def __repr__(self) -> str:
        return brief(self, f"{self.game.players} players", f"{self.count:,} positions")

    def _repr_html_(self) -> str:
        told = {
            "cards": self.game.values,
            "of them drawn": self.game.drawn,
            "chips of each player": self.game.chips,
            "players": self.game.players,
            "positions": self.count,
        }
        return html.facts(told, caption="Positions")

    @property
    def count(self) -> int:
        """Number of decisions in all layers, including unreachable ones and those without a choice."""
        return count_positions(self.game)

    def shape(self, layer: int) -> tuple[int, int, int, int]:
        """Return the shape of arrays over the decisions of a layer.

        Args:
            layer: Number of cards taken before.
        """
        holdings, left = self.layers[layer].open.shape
        return len(self.splits), self.game.players, holdings, left

    @property
    def start(self) -> int:
        """The split before the first move."""
        rows = (self.splits.chips == self.game.chips).all(axis=1)
        return int(np.flatnonzero(rows)[0])

    def points(self, layer: int) -> NDArray[np.int64]:
        """Return the points of each player's cards, int64 [holdings, players].

        Args:
            layer: Number of cards taken.
        """
        held = self.layers[layer].held
        values = self.game.values
        found = np.zeros(held.shape, np.int64)
        for place, value in enumerate(values):
            counts = held >> place & 1
            if place and values[place - 1] == value - 1:
                counts = counts & ~(held >> (place - 1))
            found += counts * value
        return found

    def place(self, state: NoThanksState) -> tuple[int, tuple[int, int, int, int]]:
        """Return a decision's layer, and its index in arrays over the decisions of the layer.

        Args:
            state: A state with an open card, of this game.

        Raises:
            ValueError: If the state is of another game, or has no open card.
        """
        if state.game != self.game or state.card is None:
            raise ValueError(
                f"state: expected one of {self.game!r} with an open card, got {state!r}; e.g. game.root().child(3)"
            )
        bits = [sum(1 << self.game.values.index(card) for card in cards) for cards in state.held]
        holdings, splits = self._numbers
        holding = holdings[tuple(bits)]
        left = self.layers[state.taken].open[holding].tolist().index(self.game.values.index(state.card))
        split = splits[state.chips]
        return state.taken, (split, state.mover, holding, left)

    @cached_property
    def _numbers(self) -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
        """The index of each holding in its layer, and of each split."""
        holdings: dict[tuple[int, ...], int] = {}
        for layer in self.layers:
            holdings.update((tuple(row), number) for number, row in enumerate(layer.held.tolist()))
        return holdings, {tuple(row): number for number, row in enumerate(self.splits.chips.tolist())}

    def _layers(self) -> tuple[Layer, ...]:
        n, players = len(self.game.values), self.game.players
        base = players + 1
        codes = np.zeros(
            1, np.int64
        )  # digit p + 1 at the place of a card held by player p, 0 if nobody holds it
        steps = base ** np.arange(n, dtype=np.int64)
        found = []
        for k in range(self.game.drawn + 1):
            owner = codes[:, None] // steps % base
            held = np.stack([((owner == p + 1) << np.arange(n)).sum(axis=1) for p in range(players)], axis=1)
            if k == self.game.drawn:
                none = np.zeros((len(codes), 0), np.int64)
                found.append(Layer(held, none, np.zeros((players, *none.shape), np.int64)))
                break
            left = np.nonzero(owner == 0)[1].reshape(len(codes), n - k)
            after = codes[:, None] + steps[left] * np.arange(1, base)[:, None, None]
            below = np.unique(after)
            found.append(Layer(held, left, np.searchsorted(below, after)))
            codes = below
        return tuple(found)


def _check_size(game: NoThanks) -> None:
    """Raise CapacityError unless solving fits into memory, and its numbers and values into 64 bits."""
    n, players = len(game.values), game.players
    positions = count_positions(game)
    need = with_margin(solving_memory(game))
    splits = comb(players * game.chips + players, players)
    example = "e.g. fewer cards or chips, NoThanks((3, 4, 5, 7, 9), 3, 2, 2)"
    if need > available_memory() or splits > _MOST_SPLITS:
        raise CapacityError(
            f"No-Thanks with {positions:,} positions: expected what fits into memory, got {bytes_text(need)} of "
            f"{bytes_text(available_memory())}; {example}"
        )
    if (players + 1) ** n >= 2**63:
        raise CapacityError(
            f"No-Thanks: expected fewer than 2^63 ways to hold any of the cards, got {players + 1}^{n}; {example}"
        )
    if deals(game) * point(game) ** 2 >= 2**63:
        most = 2**63 // point(game) ** 2
        raise CapacityError(
            f"No-Thanks: expected fewer than {most:,} orders of the cards, got {deals(game):,}; {example}"
        )


def solving_memory(game: NoThanks) -> int:
    """Return the peak memory, in bytes, of the positions and `pokerdata.games.no_thanks.solve`, without the interpreter."""
    n, players, total, drawn = len(game.values), game.players, game.players * game.chips, game.drawn
    holdings = [comb(n, k) * players**k for k in range(drawn + 1)]
    blocks = [held * (n - k) for k, held in enumerate(holdings)]  # per split and player
    splits = comb(total + players, players)
    empty, above = (
        comb(chips + players - 1, players - 1) if chips >= 0 else 0 for chips in (total, total - 1)
    )
    kept = 8 * players * sum(holdings) + 8 * (1 + players) * sum(blocks[:drawn]) + splits * _SPLIT
    made, solved = 0, 0
    for k, held in enumerate(holdings):
        # Holders and derived arrays; all holdings that follow a layer, sorted by a copy.
        follow = 0 if k == drawn else 8 * (2 + 3 * players) * blocks[k]
        made = max(made, 8 * (2 + players) * held * n + follow)
        if k < drawn:
            # Values after taking, and of splits with an empty pot, stacked next to those of the pot above.
            block, below = 8 * 2 * players**2 * blocks[k], 8 * 2 * players**2 * empty * holdings[k + 1]
            solved = max(solved, (3 * empty + above) * block + below)
    need: int = kept + max(made, count_positions(game) + solved)
    return need


def point(game: NoThanks) -> int:
    """Return the point to win as a whole number that all possible shares divide."""
    return lcm(*range(1, game.players + 1))


def count_positions(game: NoThanks) -> int:
    """Count the decisions of a game, including unreachable ones; positions merge if only their past moves differ."""
    n, players, total = len(game.values), game.players, game.players * game.chips
    blocks: int = sum(comb(n, k) * players**k * (n - k) for k in range(game.drawn))
    return blocks * comb(total + players, players) * players


def deals(game: NoThanks) -> int:
    """Return the number of card orders that the players may see."""
    return perm(len(game.values), game.drawn)
