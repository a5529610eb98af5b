"""Counts of actions by decision, context or level of likeness, with optional fading."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import agents as _core
from pokerdata._core.abstraction import CardStates
from pokerdata._support.text import brief, shortened
from pokerdata.games import BettingTree, CardGame, SolvableGame
from pokerdata.games.betting_tree import DECISION
from pokerdata.games.named import TEXAS, deck_cards
from pokerdata.games.play import State, TableRules
from pokerdata.games.play.state import split_actions
from pokerdata.games.strategies.simple import KINDS, simple_strategy
from pokerdata.games.strategies.strategy_file import steps
from pokerdata.players.modelling.action_model import BettingModel
from pokerdata.players.modelling.observed import ObservedModel
from pokerdata.players.search.limit_tree import LimitTree
from pokerdata.players.search.models import PLAYOUT, DecisionTriple

_ACTION = re.compile(r"r\d*|.")
_KNOWN = 1 << 16  # cached hands on boards, and action sequences


class PlayedHand(Protocol):
    """A hand with all cards known, as from `pokerdata.matches.hands`."""

    @property
    def players(self) -> tuple[str, str]:
        """Names of players 1 and 2."""

    @property
    def hole(self) -> tuple[str, str]:
        """Hole cards of players 1 and 2."""

    @property
    def board(self) -> str:
        """The whole board, even if the hand ended earlier."""

    @property
    def history(self) -> str:
        """The action sequence, as in 'cr300c/cr600f'."""


def model_of(
    hands: Iterable[PlayedHand],
    game: SolvableGame,
    *,
    player: str | None = None,
    states: CardStates | None = None,
    default: str = "call",
) -> ObservedModel:
    """Count a player's actions in each information set: the frequentist model of Johanson 2007.

    All cards are known, even in folded hands. The model converges to the player's strategy wherever hands get. To reach
    every information set, let the player meet an opponent that calls and raises and never folds. The cost is some 20
    microseconds per hand.

    Args:
        hands: Hands of the game.
        game: The game that is played: real cards, or buckets.
        player: Name of the player to watch; None for both players, for example if a strategy plays itself.
        states: States of the card abstraction, from `pokerdata.abstraction.card_states`; None for a game of real cards.
        default: Assumed actions where the player was never seen: a kind of `pokerdata.games.strategies.simple_strategy`.

    Raises:
        ValueError: If a hand is of another game or has bets outside its betting tree, or the player is in none of the
            hands. Also if the states do not fit the game, or the default is unknown.
    """
    if default not in KINDS or default == "random":
        raise ValueError(
            f"default: expected one of {', '.join(k for k in KINDS if k != 'random')}, got {default!r}; e.g. 'call'"
        )
    tree = game.tree
    state_of = look_up(game, states)
    taken = lru_cache(_KNOWN)(lambda history: tuple(decisions(tree, history)))
    counts = [np.zeros((int(tree.first_rows(r)[-1]), n), dtype=np.int64) for r, n in enumerate(game.states)]
    seen = 0
    names: set[str] = set()
    for hand in hands:
        names.update(hand.players)
        watched = [seat for seat in (0, 1) if player in (None, hand.players[seat])]
        seen += bool(watched)
        for seat, street, row in taken(hand.history) if watched else ():
            if seat in watched:
                counts[street][row, state_of(street, hand.hole[seat], hand.board)] += 1
    if player is not None and not seen:
        present = shortened(", ".join(sorted(names)), 200) or "those in the hands, of which there are none"
        raise ValueError(f"player: expected one of {present}, got {player!r}")
    strategy, observations = [], []
    for r, (count, unseen) in enumerate(zip(counts, simple_strategy(game, default), strict=True)):
        first = tree.first_rows(r)
        number = np.add.reduceat(count, first[:-1], axis=0)
        of_row = np.repeat(number, np.diff(first), axis=0)
        strategy.append(np.where(of_row > 0, count / np.maximum(of_row, 1), unseen.astype(np.float64)))
        observations.append(number)
    return ObservedModel(game, tuple(strategy), tuple(observations), seen)


def look_up(game: SolvableGame, states: CardStates | None) -> Callable[[int, str, str], int]:
    """Return a function that finds the state of a hand from the street, the hole cards and the whole board (as texts).

    Args:
        game: As for `model_of`.
        states: As for `model_of`.

    Raises:
        ValueError: If the states do not fit the game.
    """
    if isinstance(game, CardGame):
        cards = game.cards
        if states is not None:
            raise ValueError(
                f"states: expected none for {game.label}, whose states are hands, got some; e.g. none"
            )
        known: _core.PrivateStates = _core.HandsOnBoards(game.core, cards.core)
    else:
        cards = TEXAS
        if states is None:
            raise ValueError(
                f"states: expected those of the card abstraction of {game.label}, as card_states() finds them, got none; "
                "e.g. card_states('history5_buckets')"
            )
        known = _core.BucketStates(states)
        numbers = tuple(known.states(r) for r in range(game.rules.streets))
        if numbers != game.states:
            raise ValueError(
                f"states: expected those of the card abstraction of {game.label}, {list(game.states)} of the streets, got "
                f"{list(numbers)}"
            )
    ends = np.cumsum(cards.board).tolist()

    def state(street: int, hole: str, board: str) -> int:
        held, turned = deck_cards(cards, hole, board)
        if len(held) != cards.hole or len(turned) < ends[street]:
            raise ValueError(
                f"cards: expected {cards.hole} in the hand and {ends[street]} on the board or more, got {hole!r} and "
                f"{board!r}"
            )
        return known.of(street, held, turned[: ends[street]])

    return lru_cache(_KNOWN)(state)


def decisions(tree: BettingTree, history: str) -> Iterator[tuple[int, int, int]]:
    """Yield the player (0 or 1) of each action, its street, and its row in strategies of the street.

    Args:
        tree: The betting tree.
        history: The action sequence, as in 'cr300c/cr600f'.

    Yields:
        Player, street and row.

    Raises:
        ValueError: For an action that the tree does not have.
    """
    node = 0
    for street in history.split("/"):
        for action in _ACTION.findall(street):
            if tree.kind[node] != DECISION:
                raise ValueError(f"history: expected the end of the hand before {action} in {history!r}")
            ways = steps(tree, node)
            if action not in ways:
                raise ValueError(
                    f"history: expected one of {', '.join(ways)} after {tree.history(node)!r}, as the betting tree of "
                    f"{tree.rules.name} has them, got {action} in {history!r}"
                )
            yield (
                int(tree.player[node]),
                int(tree.street[node]),
                tree.rows(node).start + list(ways).index(action),
            )
            node = ways[action]


#: Function that returns integers [nodes, any]; nodes with equal rows are alike.
Columns = Callable[[LimitTree, NDArray[np.int64]], NDArray[np.int64]]


class FadingCounts:
    """Counts of outcomes in each group of nodes; each new observation fades the older ones.

    Args:
        groups: int64 [nodes], the group of each node, from 0; -1 for nodes without a group.
        outcomes: Number of outcomes.
        fade: Factor of a group's older observations after a new one, above 0, at most 1.

    Attributes:
        groups: As given.
        seen: float64 [groups, outcomes], faded counts.
        number: int64 [groups], counts without fading.
    """

    def __init__(self, groups: NDArray[np.int64], outcomes: int, fade: float) -> None:
        self.groups = groups
        self.fade = fade
        count = int(groups.max(initial=-1)) + 1
        self.seen = np.zeros((count, outcomes))
        self.number = np.zeros(count, dtype=np.int64)

    def see(self, node: int, outcome: int) -> None:
        """Count an observation.

        Args:
            node: A node with a group.
            outcome: Index of the outcome, from 0.
        """
        group = self.groups[node]
        self.seen[group] *= self.fade
        self.seen[group, outcome] += 1
        self.number[group] += 1

    def clear(self) -> None:
        """Set all counts to 0."""
        self.seen[:] = 0
        self.number[:] = 0

    def shares(self) -> NDArray[np.float64]:
        """Return the share of each outcome, float64 [groups, outcomes]; 0 where nothing was seen."""
        total = self.seen.sum(1, keepdims=True)
        found: NDArray[np.float64] = np.divide(
            self.seen, total, out=np.zeros_like(self.seen), where=total > 0
        )
        return found


def grouped(tree: LimitTree, nodes: NDArray[np.int64], columns: Columns) -> NDArray[np.int64]:
    """Return the groups of nodes, for `FadingCounts`.

    Args:
        tree: The betting tree.
        nodes: Nodes with a group.
        columns: Function that distinguishes groups.

    Returns:
        int64 [nodes of the tree], -1 for the other nodes.
    """
    found = np.full(tree.nodes, -1, dtype=np.int64)
    _, found[nodes] = np.unique(columns(tree, nodes), axis=0, return_inverse=True)
    return found


def check_fade(fade: float) -> float:
    """Return a fade factor, a number above 0 and at most 1.

    Raises:
        ValueError: For any other value.
    """
    if isinstance(fade, bool) or not isinstance(fade, int | float) or not 0 < fade <= 1:
        raise ValueError(f"fade: expected a number above 0, at most 1, got {fade!r}; e.g. 0.95")
    return float(fade)


def check_above_0(value: float, name: str, example: float) -> float:
    """Return a finite number above 0 as a float.

    Args:
        value: The number.
        name: Name for the message.
        example: A valid value, for the message.

    Raises:
        ValueError: For any other value.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise ValueError(f"{name}: expected a number above 0, got {value!r}; e.g. {example:g}")
    return float(value)


def likeness_weights(numbers: Sequence[float], base: float) -> list[float]:
    """Return the weight of each level of likeness.

    Level k with n_k observations gets 1 - base^n_k of the weight that the earlier levels left.

    Source: Vexbot as described by Görge, Meyer (Poker Challenge 2008, paper 9).

    Args:
        numbers: Observations of each level, the most alike first.
        base: From 0 to 1, such as .95.

    Returns:
        A weight for each level; the rest up to 1 is the weight of the prior.
    """
    left, found = 1.0, []
    for number in numbers:
        found.append(left * (1 - base**number))
        left -= found[-1]
    return found


def blended(
    levels: Sequence[FadingCounts], nodes: NDArray[np.int64], without: NDArray[np.float64], base: float
) -> NDArray[np.float64]:
    """Return the shares of all levels, blended node by node with `likeness_weights`.

    Args:
        levels: The levels, the most alike first.
        nodes: The nodes.
        without: float64 [nodes, outcomes], the prior.
        base: As for `likeness_weights`.

    Returns:
        float64 [nodes, outcomes].
    """
    left = np.ones((len(nodes), 1))
    found = np.zeros_like(without)
    for level in levels:
        groups = level.groups[nodes]
        part = left * (1 - base ** level.number[groups, None].astype(np.float64))
        found += part * level.shares()[groups]
        left -= part
    mixed: NDArray[np.float64] = found + left * without
    return mixed


Triple = tuple[float, float, float]

#: Largest number of bets to call that is distinguished; larger numbers count as this one.
MOST_BETS = 2

#: Fold, call and raise of an unknown player by bets to call: round numbers of our own.
GENERIC: Mapping[int, Triple] = {0: (0.0, 0.65, 0.35), 1: (0.3, 0.5, 0.2), 2: (0.35, 0.5, 0.15)}


class Context(NamedTuple):
    """Context of a player's action.

    Attributes:
        street: Street, from 0.
        bets: Bets and raises to call: 0, 1, or 2 for more. The blind counts as one.
        last_action: The player's last action in the hand: 'c' or 'r', '' for none.
        last_bets: The bets to call at that action, in the same steps; 0 for no action.
    """

    street: int
    bets: int
    last_action: str = ""
    last_bets: int = 0


class Follower:
    """Tracker of one player's contexts through a hand.

    Args:
        state: Start of the hand.
        position: Position of the player.
    """

    def __init__(self, state: State, position: int) -> None:
        self.position = position
        self._street = state.betting.street
        blinds = [abs(blind) for blind in state.game.blinds]
        self._open = int(blinds[position] < max(blinds))
        self._last_action, self._last_bets = "", 0

    def context(self, state: State) -> Context:
        """Return the player's context.

        Args:
            state: A state in which the player acts.
        """
        bets = min(self.open_bets(state), MOST_BETS)
        return Context(self._street, bets, self._last_action, self._last_bets)

    def open_bets(self, state: State) -> int:
        """Return the bets and raises of the street since the player's last action on it, including the blind.

        Args:
            state: A state in which any player acts.
        """
        if state.betting.street != self._street:
            self._street, self._open = state.betting.street, 0
        return self._open

    def see(self, state: State, action: str) -> None:
        """Update by an action of any player.

        Args:
            state: The state before the action.
            action: Text such as 'c' or 'r300'.
        """
        here = self.context(state)
        if state.betting.player == self.position:
            self._last_action, self._last_bets, self._open = action[0], here.bets, 0
        elif action[0] == "r":
            self._open += 1


@dataclass
class ActionFrequencies:
    """Frequencies of a player's folds, calls and raises by context.

    Street and bets to call alone give 36 frequencies in hold'em (Loki). The last action and the bets faced then give more
    (Poki). A frequency is ``(n_a + k p_a) / (n + k)``, with p from the next coarser context: with the last action,
    without it, `GENERIC`.

    Attributes:
        deep: Whether the last action counts.
        weight: k, the number of actions that the coarser context counts as.
        seen: Counts of fold, call and raise by context, fine and coarse.
    """

    deep: bool = False
    weight: float = 10.0
    seen: dict[Context, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 0 < self.weight < float("inf"):
            raise ValueError(f"weight: expected a number above 0, got {self.weight!r}; e.g. 10")

    def see(self, context: Context, action: str) -> None:
        """Count an action.

        Args:
            context: Context of the action; raising must have been legal.
            action: Text such as 'c' or 'r300'.
        """
        coarse = Context(context.street, context.bets)
        for place in {coarse, context} if self.deep else (coarse,):
            self.seen.setdefault(place, [0, 0, 0])["fcr".index(action[0])] += 1

    def triple(self, context: Context) -> Triple:
        """Return the frequencies of fold, call and raise in a context."""
        coarse = Context(context.street, context.bets)
        found = self._mixed(coarse, GENERIC[context.bets])
        return self._mixed(context, found) if self.deep and context != coarse else found

    def _mixed(self, place: Context, prior: Triple) -> Triple:
        counts = self.seen.get(place, (0, 0, 0))
        whole = sum(counts) + self.weight
        f, c, r = ((count + self.weight * share) / whole for count, share in zip(counts, prior, strict=True))
        return f, c, r

    def learn(self, state: State, position: int) -> None:
        """Count a player's actions in a hand where raising was legal.

        Args:
            state: The finished hand, or an earlier state of it; cards are ignored.
            position: Position of the player.
        """
        now = start_of(state)
        follower = Follower(now, position)
        for action in split_actions(state.history.replace("/", "")):
            if now.betting.player == position and now.can_raise:
                self.see(follower.context(now), action)
            follower.see(now, action)
            now = now.apply_old(action)


def start_of(state: State) -> State:
    """Return the start of a hand, without cards.

    Args:
        state: Any state of the hand.
    """
    return State(state.game, hand=state.hand, names=state.names)


Nodes = NDArray[np.int64]


def _legal(tree: LimitTree, nodes: Nodes) -> Nodes:
    """Return the legal actions: counts of two decisions are compatible only if these are equal."""
    return tree.legal[nodes].astype(np.int64)


def _bets(tree: LimitTree, nodes: Nodes) -> Nodes:
    return np.column_stack([_legal(tree, nodes), tree.bets_to_call[nodes]])


def _street(tree: LimitTree, nodes: Nodes) -> Nodes:
    return np.column_stack([_bets(tree, nodes), tree.street[nodes]])


def _action(tree: LimitTree, nodes: Nodes) -> Nodes:
    return np.column_stack([_street(tree, nodes), tree.before[nodes, tree.player[nodes]]])


def _poki(tree: LimitTree, nodes: Nodes) -> Nodes:
    return np.column_stack([_action(tree, nodes), tree.faced[nodes, tree.player[nodes]]])


def _same(_: LimitTree, nodes: Nodes) -> Nodes:
    return nodes[:, None]


def _raises(tree: LimitTree, nodes: Nodes) -> Nodes:
    """Return the position of the player to act, and the bets and raises of it and of its opponent on each street."""
    rows = np.arange(len(nodes))
    acts = tree.player[nodes]
    made = tree.raises[nodes].astype(np.int64)
    own, other = made[rows, :, acts], made[rows, :, 1 - acts]
    return np.column_stack([_street(tree, nodes), acts, own, other])


def _totals(tree: LimitTree, nodes: Nodes) -> Nodes:
    rows = np.arange(len(nodes))
    acts = tree.player[nodes]
    made = tree.raises[nodes].sum(1)
    return np.column_stack([_street(tree, nodes), made[rows, acts], made[rows, 1 - acts]])


#: Functions that distinguish decisions, from the legal actions alone to the whole action sequence.
CONTEXTS: Mapping[str, Columns] = {
    "all": _legal,
    "bets": _bets,
    "street": _street,
    "action": _action,
    "poki": _poki,
    "totals": _totals,
    "raises": _raises,
    "same": _same,
}


def of_position(position: int) -> tuple[Columns, ...]:
    """Return functions that distinguish showdowns, the finest first.

    They compare the action sequence, the bets and raises of both players on each street, their totals, and nothing.

    Args:
        position: Position of the player that shows.
    """

    def same(_: LimitTree, nodes: Nodes) -> Nodes:
        return np.column_stack([nodes, np.full(len(nodes), position)])

    def made(tree: LimitTree, nodes: Nodes) -> Nodes:
        found = tree.raises[nodes].astype(np.int64)
        return np.concatenate([found[:, :, position], found[:, :, 1 - position]], axis=1)

    def totals(tree: LimitTree, nodes: Nodes) -> Nodes:
        found = tree.raises[nodes].sum(1)
        return np.column_stack([found[:, position], found[:, 1 - position]])

    def nothing(_: LimitTree, nodes: Nodes) -> Nodes:
        return np.zeros((len(nodes), 1), dtype=np.int64)

    return same, made, totals, nothing


class LevelledModel(BettingModel):
    """A model that counts each action in several levels: groupings of decisions that count as alike."""

    _levels: list[FadingCounts]

    def _count_in(self, contexts: Sequence[str], fade: float) -> None:
        """Create the counts.

        Args:
            contexts: Names of `CONTEXTS`, one per level.
            fade: Factor of a group's older actions after a new one.

        Raises:
            ValueError: For an unknown name or an invalid fade.
        """
        check_fade(fade)
        self._levels = []
        for name in contexts:
            if name not in CONTEXTS:
                raise ValueError(f"context: expected one of {', '.join(CONTEXTS)}, got {name!r}; e.g. poki")
            groups = grouped(self.tree, self.decisions, CONTEXTS[name])
            self._levels.append(FadingCounts(groups, 3, fade))

    def _see(self, node: int, kind: int) -> None:
        for level in self._levels:
            level.see(node, kind)

    def _forget(self) -> None:
        for level in self._levels:
            level.clear()


#: Contexts from the coarsest to Poki's own.
BACK_OFF = ("all", "bets", "street", "action", "poki")


class ContextCounts(LevelledModel):
    """Counted frequencies of fold, call and raise in each of Poki's contexts.

    A context is the street, the bets to call (0, 1 or more), the player's last action in the hand, and the bets that it
    faced then. Rare contexts lean on coarser ones:

        p(a | context) = (n_a + weight * p(a | coarser context)) / (n + weight)

    Learning takes some microseconds per action, and `shares` of limit hold'em half a millisecond.

    Source of the contexts: Görge, Meyer (Poker Challenge 2008, paper 9), where a neural net learns from them. The use of
    coarser contexts is our own.

    Args:
        game: A limit game for two.
        contexts: Names of `CONTEXTS`, the coarsest first.
        weight: Number of actions that the coarser context counts as.
        fade: Factor of a context's older actions after a new one.
        prior: Assumed actions before any are seen.

    Raises:
        ValueError: For another game, unknown contexts, or numbers out of range.
        CapacityError: For a game with too many action sequences.
    """

    def __init__(
        self,
        game: TableRules,
        *,
        contexts: Sequence[str] = BACK_OFF,
        weight: float = 5.0,
        fade: float = 0.995,
        prior: DecisionTriple = PLAYOUT,
    ) -> None:
        super().__init__(game, prior)
        self.weight = check_above_0(weight, "weight", 5)
        self._count_in(contexts, fade)

    def _found(self) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self.prior.copy()
        shares = self.prior[self.decisions]
        for level in self._levels:
            seen = level.seen[level.groups[self.decisions]]
            shares = (seen + self.weight * shares) / (seen.sum(1, keepdims=True) + self.weight)
        found[self.decisions] = shares
        return found

    def __repr__(self) -> str:
        return brief(self, repr(self.tree.game.name), f"{len(self._levels)} levels of contexts")
