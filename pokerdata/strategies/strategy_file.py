"""Strategies in files: what they play, and the game that they are strategies of."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata.errors import TableError
from pokerdata.games import (
    BettingTree,
    CardGame,
    CardRules,
    Game,
    Rules,
    StateNames,
    game_of_counts,
    rules_of,
)
from pokerdata.store import Table, open_table
from pokerdata.store.digest import digests_of
from pokerdata.strategies.checks import check_strategy
from pokerdata.strategies.paths import steps
from pokerdata.strategies.street_table import KIND, SAMPLED, street_index
from pokerdata.support import html
from pokerdata.support.text import brief, quoted


class Solved(Protocol):
    """What solving a game gives: strategies of both players, as `Strategy` has them."""

    @property
    def game(self) -> Game: ...
    @property
    def strategy(self) -> tuple[NDArray[np.floating[Any]], ...]: ...


class Kind(Enum):
    """What a strategy was solved over."""

    CARDS = "real cards"
    JOINT_COUNTS = "joint counts of buckets"
    SAMPLED_BOARDS = "buckets on sampled boards"


@dataclass(frozen=True, eq=False)
class Strategy(Mapping[tuple[str, str, str], Mapping[str, float]]):
    """A strategy of both players with the rules of its game, read by `load_strategy`.

    It is a mapping from information sets to what is done there: ``strategy[hand, board, history]`` is a mapping from
    actions to probabilities. A hand is named as in `state_names`: cards, or a sequence of buckets. The board is ""
    where there is none or hands are buckets. Histories and actions are those of `pokerdata.Agent.probabilities`: "f"
    folds, "c" checks or calls, "r" bets or raises ("r300" without limits, chips over the whole hand), and a "/" ends a
    street.

    Attributes:
        rules: Of the game.
        cards: The values of CardRules, or empty where the states are buckets.
        abstraction: The name of the card abstraction, or None.
        strategy: For each street probabilities [edges of the street, states], float32 or float64, in the order of
            `tree`.
        state_names: For each street, of its states.
        attributes: All that the file says of itself; empty for a strategy that comes from no file.
        path: Of the file, or None.

    Raises:
        ValueError: For what is no strategy (`check_strategy` of `pokerdata.strategies.checks`).
    """

    rules: Rules
    cards: Mapping[str, Any]
    abstraction: str | None
    strategy: tuple[NDArray[np.floating[Any]], ...]
    state_names: tuple[StateNames, ...]
    attributes: Mapping[str, Any] = field(default_factory=dict, repr=False)
    path: Path | None = None

    def __post_init__(self) -> None:
        check_strategy(self.tree, [len(names) for names in self.state_names], self.strategy)
        kept = tuple(street.view() for street in self.strategy)
        for street in kept:  # what was checked does not change
            street.flags.writeable = False
        object.__setattr__(self, "strategy", kept)

    def __reduce__(self) -> tuple[Any, ...]:
        given = self.rules, dict(self.cards), self.abstraction, self.strategy, self.state_names
        return Strategy, (*given, dict(self.attributes), self.path)

    @staticmethod
    def of(solved: "Solved | Strategy") -> "Strategy":
        """What `solve` returned, or a strategy as it is.

        Args:
            solved: Either of them.

        Raises:
            ValueError: For anything else.
        """
        if isinstance(solved, Strategy):
            return solved
        game = getattr(solved, "game", None)
        if not isinstance(game, Game):
            raise ValueError(
                f"strategy: expected what solve() or load_strategy() returns, got {type(solved).__name__}; e.g. "
                "load_strategy('leduc.h5')"
            )
        return Strategy(game.rules, game.parts()[0], game.abstraction, solved.strategy, game.state_names)

    def __getitem__(self, information_set: tuple[str, str, str]) -> Mapping[str, float]:
        """What is done at an information set: the probability of each action, in the order of the tree.

        Args:
            information_set: Hand, board and history.

        Raises:
            KeyError: For what is no information set of the game.
        """
        try:
            hand, board, history = information_set
            node = self._decisions[history]
            street = int(self.tree.street[node])
            state = self._states[street][hand, board]
        except (KeyError, TypeError, ValueError):
            raise KeyError(information_set) from None
        rows = self.strategy[street][self.tree.rows(node), state]
        return dict(zip(steps(self.tree, node), rows.tolist(), strict=True))

    def __iter__(self) -> Iterator[tuple[str, str, str]]:
        """Information sets (hand, board, history): decision by decision, hand by hand."""
        for history, node in self._decisions.items():
            names = self.state_names[self.tree.street[node]]
            for hand, board in zip(names.hands, names.boards, strict=True):
                yield hand, board, history

    def __len__(self) -> int:
        """Information sets of both players."""
        nodes = (len(self.tree.decision_nodes(street)) for street in range(self.rules.streets))
        return sum(count * len(names) for count, names in zip(nodes, self.state_names, strict=True))

    def __eq__(self, other: object) -> bool:
        """Whether another one plays the same in the same game, bit by bit."""
        return (
            isinstance(other, Strategy)
            and (self.rules, self.cards, self.abstraction) == (other.rules, other.cards, other.abstraction)
            and all(map(np.array_equal, self.strategy, other.strategy))
        )

    def __hash__(self) -> int:
        return hash((self.rules, self.abstraction))

    @cached_property
    def _decisions(self) -> Mapping[str, int]:
        """The decision nodes by their histories."""
        streets = range(self.rules.streets)
        nodes = [node for street in streets for node in self.tree.decision_nodes(street).tolist()]
        return {self.tree.history(node): node for node in sorted(nodes)}

    @cached_property
    def _states(self) -> tuple[Mapping[tuple[str, str], int], ...]:
        """For each street the number of each private state, by its hand and board."""
        return tuple(
            {name: state for state, name in enumerate(zip(names.hands, names.boards, strict=True))}
            for names in self.state_names
        )

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return BettingTree(self.rules)

    @property
    def kind(self) -> Kind:
        """What it was solved over."""
        if self.cards:
            return Kind.CARDS
        sampled = str(self.attributes.get("algorithm", "")).split("(")[0] in SAMPLED
        return Kind.SAMPLED_BOARDS if sampled else Kind.JOINT_COUNTS

    @property
    def buckets(self) -> Mapping[str, str]:
        """Digests of the buckets it is played with, by table and dataset; empty where the file does not say."""
        known: Mapping[str, str] = self.attributes.get("buckets") or self.attributes.get("parents", {})
        return digests_of(f"{self.abstraction}_buckets", known)

    @property
    def label(self) -> str:
        """The game in words, with its abstraction."""
        return self.rules.name if self.abstraction is None else f"{self.rules.name}, {self.abstraction}"

    def __repr__(self) -> str:
        file = "" if self.path is None else self.path.name
        return brief(self, repr(self.label), self.kind.value, str(self.strategy[0].dtype), file)

    def _repr_html_(self) -> str:
        told = {
            "solved over": self.kind.value,
            "precision": str(self.strategy[0].dtype),
            "file": self.path,
            "algorithm": self.attributes.get("algorithm"),
            "iterations": self.attributes.get("iterations"),
        }
        streets = [
            (
                f"street {street + 1}",
                f"{len(names):,}",
                f"{len(self.tree.decision_nodes(street)):,}",
                f"{rows.size:,}",
            )
            for street, (names, rows) in enumerate(zip(self.state_names, self.strategy, strict=True))
        ]
        return html.block(
            html.facts(told, caption=self.label),
            html.table(streets, head=("", "private states", "decisions", "probabilities")),
            html.details("attributes", html.facts(self.attributes)) if self.attributes else "",
        )

    def game(self, tables: str | os.PathLike[str] | None = None) -> Game:
        """The game, from the rules in the file; that of a card abstraction from its table of joint counts, too.

        Args:
            tables: The folder of that table; that of the file if not given.

        Raises:
            TableError: Where the table is missing, saying what to make, or of other buckets than the strategy was made
                from, where the file says too little of its cards, and for states that forget earlier buckets.
        """
        if self.kind is Kind.CARDS:
            return CardGame(self.rules, CardRules(**self.cards))
        return game_of_counts(self.rules, self._counts(tables), str(self.abstraction))

    def _counts(self, tables: str | os.PathLike[str] | None) -> Table:
        """The table of joint counts of the buckets that the strategy was made from."""
        sampled = self.kind is Kind.SAMPLED_BOARDS  # from buckets; else from the counts themselves
        if sampled and self.attributes.get("recall") != "perfect":
            raise TableError(
                f"the strategy of {self.label} is over states that forget earlier buckets, so its exploitability is "
                "not known, not even inside its abstraction: expected matches against other agents, local best "
                "response, or a strategy with perfect recall"
            )
        name = f"{self.abstraction}_counts"
        parents = self.attributes.get("parents", {})
        wanted = self.buckets if sampled else digests_of(name, parents)
        if self.abstraction is None or self.path is None or not wanted:
            raise TableError(
                f"the strategy of {self.label} does not say what counts of cards it was made from: expected one that "
                "`pokerdata make` or `pokerdata solve` wrote; e.g. limit5_strategy.h5"
            )
        counts = open_table(name, tables or self.path.parent)
        own = {f"{name}.{dataset}": digest for dataset, digest in counts.digests.items()}
        found = counts.attributes.get("parents", {}) if sampled else own
        for dataset, digest in wanted.items():
            if found.get(dataset) != digest:
                raise TableError(
                    f"{self.path} and {counts.path} do not belong together: they have different {dataset}. Build both "
                    f"again with `pokerdata make {self.path.stem} {name}`, or name the right folder with --tables"
                )
        return counts


def load_strategy(
    name_or_path: str | os.PathLike[str], *, tables: str | os.PathLike[str] | None = None
) -> Strategy:
    """Read a strategy that `pokerdata solve --out` or `pokerdata make` wrote.

    All of the file is compared with its digests, and the index of its rows with the betting tree of its rules. Warns
    with UserWarning where no digest covers its attributes, as `Table.verify` does.

    Args:
        name_or_path: Of the table, as for `pokerdata.open_table`.
        tables: The folder in which names are looked up; by default those of `pokerdata.open_table`.

    Raises:
        TableError: For a file that is missing, damaged, of an older version, or no strategy.
    """
    table = open_table(name_or_path, tables)
    if table.kind != KIND:
        raise TableError(
            f"{table.path}: expected a strategy, as `pokerdata solve leduc --out leduc.h5` writes, got a table of "
            f"kind {table.kind}"
        )
    table.verify()
    given = table.attributes
    if missing := [key for key in ("rules", "cards", "abstraction") if key not in given]:
        raise TableError(
            f"{table.path} was written by an older version, without {', '.join(missing)}: solve the game again, or build "
            f"it with `pokerdata make {table.name}`"
        )
    try:
        rules = _rules_said(given)
        streets = range(1, rules.streets + 1)
        check_names(table, streets)
        names = ([n.decode() for n in np.asarray(table[f"street{r}_states"]).tolist()] for r in streets)
        saved = Strategy(
            rules,
            given["cards"],
            None if given["abstraction"] == "none" else given["abstraction"],
            tuple(np.asarray(table[f"street{r}"]) for r in streets),
            tuple(map(StateNames.of_texts, names)),
            given,
            table.path,
        )
    except (ValueError, TypeError) as error:
        raise TableError(f"{table.path} holds no strategy: {error}. Solve the game again") from error
    _check(table, saved)
    return saved


def _rules_said(given: Mapping[str, Any]) -> Rules:
    """The rules that a file says it is of, if what it says is of the right kind.

    Raises:
        ValueError: If something is not, or the rules make no game.
        TypeError: If a field of rules or cards is missing or unknown.
    """
    for key in ("rules", "cards", "parents", "buckets"):
        if not isinstance(given.get(key, {}), Mapping):
            raise ValueError(f"{key}: expected names and values, got {quoted(given[key])}")
    if not isinstance(given["abstraction"], str):
        raise ValueError(f"abstraction: expected a name, got {quoted(given['abstraction'])}; e.g. 'none'")
    if given["cards"]:
        CardRules(**given["cards"])
    return rules_of(given["rules"])


def check_names(table: Table, streets: Sequence[int]) -> None:
    """Check that the names of private states are a row of texts on each street.

    Args:
        table: Of a strategy.
        streets: Numbers of the streets, from 1.

    Raises:
        TableError: Where they are not, or are missing.
    """
    for street in streets:
        stored = table[f"street{street}_states"]
        if stored.ndim != 1 or stored.dtype.kind != "S":
            raise TableError(
                f"{table.path} holds no strategy: street{street}_states: expected a row of texts, got the shape "
                f"{stored.shape} and {stored.dtype}. Solve the game again"
            )


def _check(table: Table, saved: Strategy) -> None:
    """Check that the file's actions, amounts and players are those of the betting tree of its rules.

    Raises:
        TableError: Where they are not.
    """
    for r in range(saved.rules.streets):
        index = street_index(saved.tree, r)
        differing = [name for name, values in index.items() if not np.array_equal(values, table[name])]
        if differing:
            raise TableError(
                f"{table.path} is damaged: {' and '.join(differing)} differ from the rules of {saved.label}. "
                "Solve the game again"
            )
