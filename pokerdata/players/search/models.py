"""Models of players as probabilities of fold, call and raise, and equities of all-in hands."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pokerdata._core import search as _core
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.games.named import TEXAS
from pokerdata.games.play import State, TableRules
from pokerdata.pipeline.store import open_table


@dataclass(frozen=True)
class DecisionTriple:
    """Probabilities that a player folds, checks or calls, and bets or raises, where all three are legal.

    The share of an illegal action goes to the legal ones in proportion, or to the call if they have none.

    Attributes:
        fold: Weight of a fold, 0 or more; the three need not add up to 1.
        call: Weight of a check or call, 0 or more.
        raise_: Weight of a bet or raise, 0 or more.

    Raises:
        ValueError: If a number is negative or all are 0.
    """

    fold: float
    call: float
    raise_: float

    def __post_init__(self) -> None:
        shares = (self.fold, self.call, self.raise_)
        if not all(math.isfinite(share) and share >= 0 for share in shares) or not sum(shares) > 0:
            raise ValueError(
                f"triple: expected three numbers of 0 and more, not all 0, got {shares}; e.g. (0.1, 0.65, 0.25)"
            )

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter((self.fold, self.call, self.raise_))


#: Default model of players in playouts.
PLAYOUT = DecisionTriple(0.1, 0.65, 0.25)


@dataclass(frozen=True)
class Model:
    """Model of a player's actions, made by `fixed`, `Counts.model`, `table` or `called`.

    Attributes:
        text: Description of the model.
        core: The model, in C++.
    """

    text: str
    core: _core.Model = field(repr=False, compare=False)


def fixed(fold: float, call: float, raise_: float) -> Model:
    """Return a model with the same triple everywhere.

    Args:
        fold: Probability of a fold where all three actions are legal.
        call: Probability of a check or call.
        raise_: Probability of a bet or raise.

    Raises:
        ValueError: As `DecisionTriple`.
    """
    triple = DecisionTriple(fold, call, raise_)
    return Model(f"fixed {fold:g}/{call:g}/{raise_:g}", _core.FixedModel(list(triple)))


@dataclass
class Counts:
    """Counts of a player's folds, calls and raises by street and bets faced (none, one, more).

    Attributes:
        game: Rules of the game.
        prior: Assumed actions before any are seen.
        weight: Number of actions that the prior counts as, in each situation.
        seen: Counts [street][facing][fold, call, raise].
    """

    game: TableRules
    prior: DecisionTriple = PLAYOUT
    weight: float = 5.0
    seen: list[list[list[int]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not (math.isfinite(self.weight) and self.weight > 0):
            raise ValueError(f"weight: expected a number above 0, got {self.weight}; e.g. 5")
        if not self.seen:
            self.seen = [[[0, 0, 0] for _ in range(3)] for _ in range(self.game.streets)]

    def see(self, street: int, raises: int, to_call: int, action: str) -> None:
        """Count an action.

        Args:
            street: Street, from 0.
            raises: Bets and raises on the street before the action.
            to_call: Chips to call.
            action: 'f', 'c', 'r' or 'r300'.
        """
        facing = 0 if to_call == 0 else 1 if raises < 2 else 2
        self.seen[street][facing]["fcr".index(action[0])] += 1

    def model(self) -> Model:
        """Return the counts as a model: (n_a + k p_a) / (n + k) in each situation, with k the weight and p the prior."""
        shares = list(self.prior)
        whole = sum(shares)
        triples = [
            [count + self.weight * share / whole for count, share in zip(counts, shares, strict=True)]
            for street in self.seen
            for counts in street
        ]
        actions = sum(sum(sum(counts) for counts in street) for street in self.seen)
        return Model(f"counted from {actions} actions", _core.CountedModel(self.game.streets, triples))


def table(shares: Mapping[str, Sequence[float]], other: Model | None = None) -> Model:
    """Return a model that looks up the information set.

    Args:
        shares: Probabilities of the options, in the order fold, call and raises, by action sequence, '|', hole cards and
            board: 'cr|Kh' or 'cc/r|KhQs'. Hole cards and the cards of each street are in ascending order, clubs before
            diamonds, hearts and spades.
        other: Model for missing situations; `PLAYOUT` by default.

    Raises:
        ValueError: If a number is negative or all numbers of a situation are 0. Other numbers count in proportion.
    """
    rest = other or fixed(*PLAYOUT)
    rows = {}
    for key, row in shares.items():
        given = list(map(float, row))
        if not all(math.isfinite(share) and share >= 0 for share in given) or not sum(given) > 0:
            raise ValueError(
                f"shares of {key!r}: expected numbers of 0 and more, not all 0, got {list(row)}; e.g. [0.5, 0.5]"
            )
        rows[key] = [share / sum(given) for share in given]
    return Model(f"table of {len(rows)} situations", _core.TableModel(rows, rest.core))


def called(function: Callable[[str, tuple[int, ...], tuple[int, ...]], Sequence[float]]) -> Model:
    """Return a model that calls a Python function; some microseconds per decision.

    Args:
        function: Gets the action sequence, the player's hole cards and the board (numbers 4 * rank + suit), and returns
            three numbers, a triple.
    """
    return Model(f"called {getattr(function, '__name__', 'function')}", _core.CalledModel(function))


TABLES = {0: "preflop_strength", 3: "flop_strength", 4: "turn_strength"}


def table_equity(state: State, tables: str | os.PathLike[str] | None) -> Callable[[tuple[int, ...]], float]:
    """Return a function that looks up a player's all-in equity against a random hand by the board.

    Args:
        state: A state of Texas hold'em in which the player acts.
        tables: Folder of the tables; by default the places that `open_table` searches.

    Returns:
        A function of a board of none, three or four cards that returns the player's share of the pot.

    Raises:
        ValueError: If the game is not Texas hold'em.
        TableError: If one of the three tables is missing.
    """
    if state.game.cards != TEXAS:
        raise ValueError(
            f"leaves: expected 'tables' in a game of Texas hold'em alone, got it in {state.game.name}; e.g. 'exact'"
        )
    assert state.player is not None
    hole = list(state.hole_cards[state.player])
    opened = {size: open_table(name, tables, StrengthTable) for size, name in TABLES.items()}

    def share(board: tuple[int, ...]) -> float:
        table = opened[len(board)]
        return int(table.lookup(hole, list(board))) / table.denominator()

    return share
