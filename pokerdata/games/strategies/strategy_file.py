"""Read strategy files, rebuild their game, find nodes by action sequence, and check that arrays are a strategy."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.resources import within_memory
from pokerdata._support.text import brief, quoted
from pokerdata.errors import TableError
from pokerdata.games import BettingTree, CardGame, CardRules, Rules, game_of_counts, rules_of
from pokerdata.games.betting_tree import DECISION, FOLD
from pokerdata.games.bucketed import CountsTable
from pokerdata.games.solvable import SolvableGame, StateNames
from pokerdata.pipeline.store import Table, open_table
from pokerdata.pipeline.store.digest import digests_of
from pokerdata.pipeline.store.layouts import AMOUNTS, PROBABILITIES, Layout, check_attribute, layout_of
from pokerdata.pipeline.store.table import Within

KIND = "strategy"

#: Prefix of the algorithm name for strategies from sampled boards, in tables and in recipes.
PUBLIC_CHANCE_SAMPLING = "pcs"
SAMPLED_CFR_BR = "cfr-br"
SAMPLED = (PUBLIC_CHANCE_SAMPLING, SAMPLED_CFR_BR)


def street_arrays(
    tree: BettingTree,
    strategies: Sequence[NDArray[np.floating[Any]]],
    state_names: Sequence[Sequence[str]],
) -> dict[str, NDArray[Any]]:
    """Return the datasets of the streets: for each street N (from 1) ``streetN`` and its index."""
    found: dict[str, NDArray[Any]] = {}
    for r, strategy in enumerate(strategies):
        nodes = tree.decision_nodes(r)
        street = f"street{r + 1}"
        found[street] = strategy
        found |= street_index(tree, r)
        # The root's history is empty, but HDF5 strings need a length of at least 1.
        found[f"{street}_history"] = np.array(
            [tree.history(n).encode() for n in nodes], dtype=_text_type(tree, nodes)
        )
        found[f"{street}_states"] = np.array([n.encode() for n in state_names[r]])
    return found


def street_index(tree: BettingTree, street: int) -> dict[str, NDArray[Any]]:
    """Return datasets that say which rows of ``streetN`` belong to which decision node, with N = `street` + 1."""
    nodes = tree.decision_nodes(street)
    edges = tree.street_edges(street)
    return {
        f"street{street + 1}_actions": tree.action[edges],
        f"street{street + 1}_to": tree.to[edges],
        f"street{street + 1}_first_row": tree.first_rows(street)[:-1],
        f"street{street + 1}_player": tree.player[nodes] + np.uint8(1),
    }


def street_attributes(streets: int) -> dict[str, dict[str, object]]:
    """Return descriptions of the streets' datasets."""
    found: dict[str, dict[str, object]] = {}
    for r in range(streets):
        street = f"street{r + 1}"
        found[street] = {
            "axes": ["row: decision node and action", "private state"],
            "units": "probability of the action; the rows of one decision node add up to 1",
        }
        found[f"{street}_actions"] = {"axes": ["row"], "units": "index in the attribute actions"}
        found[f"{street}_to"] = {
            "axes": ["row"],
            "units": "chips the player has put in over the whole hand after the action",
        }
        found[f"{street}_first_row"] = {"axes": ["decision node"], "units": f"row of {street}"}
        found[f"{street}_player"] = {"axes": ["decision node"], "units": "who acts, 1 or 2"}
        found[f"{street}_history"] = {
            "axes": ["decision node"],
            "units": "actions before: f fold, c check or call, r bet or raise (without limits r300: to 300 chips over "
            "the whole hand), / next street",
        }
        found[f"{street}_states"] = {"axes": ["private state"], "units": "name"}
    return found


def _text_type(tree: BettingTree, nodes: NDArray[np.int64]) -> str:
    return f"S{max(1, *(len(tree.history(n)) for n in nodes))}"


_PROBABILITIES = re.compile(r"street\d+")
_COUNTS = re.compile(r"street\d+_observations")


class StrategyTable(Table):
    """A strategy or a model of any engine; `pokerdata.load_strategy` converts it to a strategy."""

    KIND = KIND


#: Attributes that a strategy may have besides its rules, and that commands print.
_SAID = {"algorithm": str, "iterations": int, "exploitability_mb_per_game": float, "parents": dict}


@layout_of(StrategyTable)
def _layout(table: StrategyTable) -> Layout:
    for name in _SAID.keys() & table.attributes.keys():
        check_attribute(name, table.attributes[name], _SAID[name])
    found: dict[str, tuple[str, tuple[str, ...], Within]] = {}
    for name, array in table.items():
        axes = tuple(f"axis {axis} of {name}" for axis in range(array.ndim))
        if _PROBABILITIES.fullmatch(name):
            found[name] = ("<f4 or <f8", axes, PROBABILITIES)
        elif _COUNTS.fullmatch(name):
            found[name] = (array.dtype.str, axes, AMOUNTS)
        elif array.dtype.kind == "f":  # logs
            found[name] = (array.dtype.str, axes, Within.finite(array.dtype))
    return found


#: Tolerance for the sum of a decision's probabilities; float32 sums are within 1e-6.
TOLERANCE = 1e-5

_CELLS = 1 << 20  # cells per step, so that the sums of a large strategy need little memory


def check_strategy(
    tree: BettingTree, states: Sequence[int], strategy: Sequence[NDArray[np.floating[Any]]]
) -> None:
    """Check in one pass that arrays are strategies of both players.

    Args:
        tree: The betting tree of the game.
        states: Number of private states on each street.
        strategy: For each street probabilities [edges of the street, states of the street], in the order of the tree. They
            must be finite, not negative, and sum to 1 within `TOLERANCE` at each decision of each state.

    Raises:
        ValueError: If the arrays are not such strategies.
    """
    if len(strategy) != len(states) or len(states) != tree.rules.streets:
        raise ValueError(
            f"strategy: expected {tree.rules.streets} street{'s' * (tree.rules.streets != 1)}, as {tree.rules.name} "
            f"has, got {len(strategy)}"
        )
    for street, probabilities in enumerate(strategy):
        nodes = tree.decision_nodes(street)
        first_rows = tree.first_rows(street)
        starts, ends = first_rows[:-1], first_rows[1:]
        shape = (int(ends[-1]), states[street])
        if probabilities.shape != shape or probabilities.dtype not in (np.float32, np.float64):
            raise ValueError(
                f"strategy on street {street + 1}: expected shape {shape} and float32 or float64, a row for each "
                f"action of each decision, got {probabilities.shape} and {probabilities.dtype}"
            )
        step = max(1, _CELLS // max(1, states[street]))  # rows
        first = 0
        while first < len(nodes):
            end = max(first + 1, int(np.searchsorted(ends, starts[first] + step, side="right")))
            rows = probabilities[starts[first] : ends[end - 1]]
            sums = np.add.reduceat(rows, starts[first:end] - starts[first], axis=0, dtype=np.float64)
            least = np.minimum.reduceat(rows, starts[first:end] - starts[first], axis=0)
            wrong = ~((least >= 0) & (np.abs(sums - 1) <= TOLERANCE))  # also true if a sum is NaN
            if wrong.any():
                n, state = (int(i[0]) for i in np.nonzero(wrong))
                node = int(nodes[first + n])
                found = probabilities[starts[first + n] : ends[first + n], state].tolist()
                raise ValueError(
                    f"probabilities on street {street + 1} after {tree.history(node)!r} for state {state}: expected "
                    f"numbers of 0 or more that add up to 1 within {TOLERANCE:g}, got "
                    f"{', '.join(f'{p:g}' for p in found[:6])}{', ...' * (len(found) > 6)}; e.g. 0.25, 0.75"
                )
            first = end


def find_node(tree: BettingTree, path: str) -> int:
    """Return the decision node after some actions.

    Args:
        tree: The betting tree.
        path: The actions, such as "cr/c" or "r300c/r900"; you may leave out '/'.

    Raises:
        ValueError: If the actions are impossible; the message names the possible ones.
    """
    node, rest = 0, path
    while rest:
        ways = steps(tree, node)
        label = max((way for way in ways if rest.startswith(way)), key=len, default=None)
        done = path[: len(path) - len(rest)]
        if label is None:
            raise ValueError(
                f"path: expected one of {', '.join(ways)} {f'after {done}' if done else 'at the start'}, got {rest}; "
                f"e.g. {done}{next(iter(ways))}"
            )
        before, node, rest = node, ways[label], rest[len(label) :]
        if tree.kind[node] != DECISION:
            raise ValueError(
                f"path: expected one that leads to a decision, got {path}: the game is over after {done}{label}, "
                f"{ending(tree, node)}; e.g. {done or next(iter(steps(tree, 0)))}"
            )
        if rest.startswith("/"):
            if tree.street[node] == tree.street[before]:
                raise ValueError(
                    f"path: expected / where a street begins, got {path}: none begins after {done}{label}; "
                    f"e.g. {done}{label}"
                )
            rest = rest[1:]
    return node


def steps(tree: BettingTree, node: int) -> dict[str, int]:
    """Return the children of a node by their action text: 'f', 'c', 'r' or, in no-limit games, 'r300'."""
    start = len(tree.history(node))
    return {tree.history(c)[start:].strip("/"): c for c in tree.children(node)}


def ending(tree: BettingTree, node: int) -> str:
    """Describe what follows at a node."""
    kind, chips, player = (int(a[node]) for a in (tree.kind, tree.chips, tree.player))
    if kind == DECISION:
        return f"player {player + 1} acts"
    if kind == FOLD:
        return f"player {2 - player} wins {chips_text(abs(chips))}"
    dealt = "the rest of the board, then " if tree.street[node] + 1 < tree.rules.streets else ""
    return f"{dealt}showdown for {chips_text(chips)} each"


def pot(tree: BettingTree, node: int) -> tuple[int, int]:
    """Return the chips in the pot at a decision node, and what the player to act must add to call.

    Both follow from the terminal nodes below. A player that folds now loses what it has paid. After calls and checks only,
    the showdown is for what the opponent has paid.
    """
    end, fold = node, None
    while tree.kind[end] == DECISION:
        names = dict(zip(tree.actions(end), tree.children(end), strict=True))
        if end == node and "fold" in names:
            fold = abs(int(tree.chips[names["fold"]]))
        end = names["call"] if "call" in names else names["check"]
    level = int(tree.chips[end])
    paid = level if fold is None else fold
    return level + paid, level - paid


def chips_text(number: int) -> str:
    """Format chips: '1 chip', '1,200 chips'."""
    return f"{number:,} chip{'s' * (number != 1)}"


class Solved(Protocol):
    """Result of a solver: strategies of both players, in the format of `Strategy`."""

    @property
    def game(self) -> SolvableGame: ...
    @property
    def strategy(self) -> tuple[NDArray[np.floating[Any]], ...]: ...


class Kind(Enum):
    """Kind of game that a strategy was solved over."""

    CARDS = "real cards"
    JOINT_COUNTS = "joint counts of buckets"
    SAMPLED_BOARDS = "buckets on sampled boards"


@dataclass(frozen=True, eq=False)
class Strategy(Mapping[tuple[str, str, str], Mapping[str, float]]):
    """A strategy of both players with the rules of its game. Made by `load_strategy`.

    It maps information sets to actions: ``strategy[hand, board, history]`` is a mapping from actions to probabilities. A
    hand is named as in `state_names`: cards, or a sequence of buckets. The board is "" if there is none or hands are
    buckets. Histories and actions are as in `pokerdata.Agent.probabilities`: "f" folds, "c" checks or calls, "r" bets or
    raises ("r300" in no-limit games, chips over the whole hand), and a "/" ends a street.

    Attributes:
        rules: Rules of the game.
        cards: The values of CardRules, or empty if the states are buckets.
        abstraction: The name of the card abstraction, or None.
        strategy: For each street probabilities [edges of the street, states], float32 or float64, in the order of
            `tree`.
        state_names: For each street, names of its states.
        attributes: All attributes of the file; empty for a strategy without a file.
        path: Path of the file, or None.

    Raises:
        ValueError: If it is not a strategy (`check_strategy` of `pokerdata.games.strategies.strategy_file`).
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
        for street in kept:  # must not change after the check
            street.flags.writeable = False
        object.__setattr__(self, "strategy", kept)

    def __reduce__(self) -> tuple[Any, ...]:
        given = self.rules, dict(self.cards), self.abstraction, self.strategy, self.state_names
        return Strategy, (*given, dict(self.attributes), self.path)

    @staticmethod
    def of(solved: Solved | Strategy) -> Strategy:
        """Convert the result of a solver; return a strategy as it is.

        Args:
            solved: Result of a solver, or a strategy.

        Raises:
            ValueError: If it is anything else.
        """
        if isinstance(solved, Strategy):
            return solved
        game = getattr(solved, "game", None)
        if not isinstance(game, SolvableGame):
            raise ValueError(
                f"strategy: expected what solve() or load_strategy() returns, got {type(solved).__name__}; e.g. "
                "load_strategy('leduc.h5')"
            )
        return Strategy(game.rules, game.parts()[0], game.abstraction, solved.strategy, game.state_names)

    def __getitem__(self, information_set: tuple[str, str, str]) -> Mapping[str, float]:
        """Return the probability of each action at an information set, in the order of the tree.

        Args:
            information_set: Hand, board and history.

        Raises:
            KeyError: If the game has no such information set.
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
        """Yield information sets (hand, board, history): decision by decision, hand by hand."""
        for history, node in self._decisions.items():
            names = self.state_names[self.tree.street[node]]
            for hand, board in zip(names.hands, names.boards, strict=True):
                yield hand, board, history

    def __len__(self) -> int:
        """Return the number of information sets of both players."""
        nodes = (len(self.tree.decision_nodes(street)) for street in range(self.rules.streets))
        return sum(count * len(names) for count, names in zip(nodes, self.state_names, strict=True))

    def __eq__(self, other: object) -> bool:
        """Return whether another strategy is equal bit by bit, in the same game."""
        return (
            isinstance(other, Strategy)
            and (self.rules, self.cards, self.abstraction) == (other.rules, other.cards, other.abstraction)
            and all(map(np.array_equal, self.strategy, other.strategy))
        )

    def __hash__(self) -> int:
        return hash((self.rules, self.abstraction))

    @cached_property
    def _decisions(self) -> Mapping[str, int]:
        """Decision nodes by their action sequences."""
        streets = range(self.rules.streets)
        nodes = [node for street in streets for node in self.tree.decision_nodes(street).tolist()]
        return {self.tree.history(node): node for node in sorted(nodes)}

    @cached_property
    def _states(self) -> tuple[Mapping[tuple[str, str], int], ...]:
        """For each street the index of each private state, by its hand and board."""
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
        """Kind of game that the strategy was solved over."""
        if self.cards:
            return Kind.CARDS
        sampled = str(self.attributes.get("algorithm", "")).split("(")[0] in SAMPLED
        return Kind.SAMPLED_BOARDS if sampled else Kind.JOINT_COUNTS

    @property
    def buckets(self) -> Mapping[str, str]:
        """Digests of the buckets it is played with, by table and dataset; empty if the file does not name them."""
        known: Mapping[str, str] = self.attributes.get("buckets") or self.attributes.get("parents", {})
        return digests_of(f"{self.abstraction}_buckets", known)

    @property
    def label(self) -> str:
        """Description of the game, with its abstraction."""
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

    def game(self, tables: str | os.PathLike[str] | None = None) -> SolvableGame:
        """Return the game from the rules in the file; for a card abstraction also from its table of joint counts.

        Args:
            tables: The folder of that table; by default the folder of the strategy's file.

        Raises:
            TableError: If the table is missing (the message says what to make), or has other buckets than the strategy was
                made from; if the file does not describe its cards well enough; or if states forget earlier buckets.
        """
        if self.kind is Kind.CARDS:
            return CardGame(self.rules, CardRules(**self.cards))
        return game_of_counts(self.rules, self._counts(tables), str(self.abstraction))

    def _counts(self, tables: str | os.PathLike[str] | None) -> Table:
        """Return the table of joint counts of the buckets that the strategy was made from."""
        sampled = self.kind is Kind.SAMPLED_BOARDS  # from buckets; otherwise from the counts themselves
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
        counts = open_table(name, tables or self.path.parent, CountsTable)
        own = {f"{name}.{dataset}": digest for dataset, digest in counts.digests.items()}
        found = counts.attributes.get("parents", {}) if sampled else own
        for dataset, digest in wanted.items():
            if found.get(dataset) != digest:
                raise TableError(
                    f"{self.path} and {counts.path} do not belong together: they have different {dataset}. Build both "
                    f"again with `pokerdata make {self.path.stem} {name}`, or name the right folder with --tables"
                )
        return counts


@within_memory()
def load_strategy(
    name_or_path: str | os.PathLike[str], *, tables: str | os.PathLike[str] | None = None
) -> Strategy:
    """Read a strategy that `pokerdata solve --out` or `pokerdata make` wrote.

    It checks the whole file against its digests, and the index of its rows against the betting tree of its rules. It warns
    with UserWarning if no digest covers the attributes, as `Table.verify` does.

    Args:
        name_or_path: Name or path of the table, as for `pokerdata.open_table`.
        tables: The folder to search for names; by default as for `pokerdata.open_table`.

    Raises:
        TableError: If the file is missing, damaged, of an older version, or not a strategy.
    """
    table = open_table(name_or_path, tables, StrategyTable, Table)
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
    """Return the rules stored in a file, if they have the right types.

    Raises:
        ValueError: If a value has the wrong type, or the rules are inconsistent.
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
    """Check that names of private states are one row of texts on each street.

    Args:
        table: Table of a strategy.
        streets: Numbers of the streets, from 1.

    Raises:
        TableError: If names are missing or in another format.
    """
    for street in streets:
        stored = table[f"street{street}_states"]
        if stored.ndim != 1 or stored.dtype.kind != "S":
            raise TableError(
                f"{table.path} holds no strategy: street{street}_states: expected a row of texts, got the shape "
                f"{stored.shape} and {stored.dtype}. Solve the game again"
            )


def _check(table: Table, saved: Strategy) -> None:
    """Check that the file's actions, amounts and players match the betting tree of its rules.

    Raises:
        TableError: If they do not match.
    """
    for r in range(saved.rules.streets):
        index = street_index(saved.tree, r)
        differing = [name for name, values in index.items() if not np.array_equal(values, table[name])]
        if differing:
            raise TableError(
                f"{table.path} is damaged: {' and '.join(differing)} differ from the rules of {saved.label}. "
                "Solve the game again"
            )
