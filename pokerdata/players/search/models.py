"""Models of players, how likely they fold, call and raise, and equities of hands that are all-in."""

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
    """How likely a player folds, checks or calls, and bets or raises, where he may do all three.

    What the rules do not allow falls to the others in proportion, or to the call where nothing is left.

    Attributes:
        fold: 0 or more; the three need not sum to 1.
        call: Likewise.
        raise_: Likewise.

    Raises:
        ValueError: For a negative number, or where all are 0.
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


#: What playouts take players for, if nothing else is said.
PLAYOUT = DecisionTriple(0.1, 0.65, 0.25)


@dataclass(frozen=True)
class Model:
    """What a player is thought to do; made by `fixed`, `counted`, `table` or `called`.

    Attributes:
        text: What it is, in words.
        core: The model, in C++.
    """

    text: str
    core: _core.Model = field(repr=False, compare=False)


def fixed(fold: float, call: float, raise_: float) -> Model:
    """The same triple everywhere.

    Args:
        fold: How likely he folds, where he may do all three.
        call: How likely he checks or calls.
        raise_: How likely he bets or raises.

    Raises:
        ValueError: As `DecisionTriple`.
    """
    triple = DecisionTriple(fold, call, raise_)
    return Model(f"fixed {fold:g}/{call:g}/{raise_:g}", _core.FixedModel(list(triple)))


@dataclass
class Counts:
    """How often a player was seen to fold, call and raise, by street and by the bets that he faced: none, one, more.

    Attributes:
        game: The rules.
        prior: What he does as long as nothing was seen.
        weight: How many actions the prior counts as, in each situation.
        seen: [street][facing][fold, call, raise].
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
            street: On which, from 0.
            raises: Bets and raises on the street before it.
            to_call: Chips that he faced.
            action: What he did: 'f', 'c', 'r' or 'r300'.
        """
        facing = 0 if to_call == 0 else 1 if raises < 2 else 2
        self.seen[street][facing]["fcr".index(action[0])] += 1

    def model(self) -> Model:
        """The counts as a model: (n_a + k p_a) / (n + k) in each situation, with k the weight and p the prior."""
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
    """A model that looks up what a player sees.

    Args:
        shares: How likely each option is, in the order fold, call and raises, by history, '|', hole cards and board:
            'cr|Kh' or 'cc/r|KhQs'; hole cards and those of each street rising, clubs before diamonds, hearts and spades.
        other: For what is not there; `PLAYOUT` by default.

    Raises:
        ValueError: For a negative number, or where all of a situation are 0; else they count in proportion.
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
    """A model in Python; some microseconds a decision.

    Args:
        function: Takes the history, the player's hole cards and the board, numbers 4 * rank + suit, and gives three
            numbers, a triple.
    """
    return Model(f"called {getattr(function, '__name__', 'function')}", _core.CalledModel(function))


TABLES = {0: "preflop_strength", 3: "flop_strength", 4: "turn_strength"}


def table_equity(state: State, tables: str | os.PathLike[str] | None) -> Callable[[tuple[int, ...]], float]:
    """What looks up a player's all-in equity against any hand, by the board.

    Args:
        state: The player who acts, in a game of Texas hold'em.
        tables: The folder of the tables; by default where `open_table` looks.

    Returns:
        A function of a board of none, three or four cards that gives his share of the pot.

    Raises:
        ValueError: For another game.
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
