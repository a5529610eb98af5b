"""Exact values of perfect-information games with chance, by dynamic programming over merged states."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.text import brief, quoted
from pokerdata.errors import CapacityError
from pokerdata.solving.explicit.build import ExtensiveGame, GameState, Number
from pokerdata.solving.explicit.tree import TreeEvaluation

_CHANCE, _END = -1, -2

#: Function that returns weights of the actions of a state, in their order; they need not sum to 1.
StatePolicy: TypeAlias = Callable[[Any], Sequence[Number]]

Ties: TypeAlias = Literal["first", "last"]
_Values: TypeAlias = tuple[Number, ...]  # one per player


@dataclass(frozen=True)
class StateSolution:
    """Solution by dynamic programming, in which each player maximises its own utility.

    Attributes:
        values: What each player wins from the start, in units of utility.
        policy: The action in each state in which a player acts.
        ties: Which of equally good actions the policy takes.
    """

    values: tuple[Number, ...]
    policy: dict[Hashable, Hashable]
    ties: Ties

    def __repr__(self) -> str:
        values = ", ".join(f"{float(value):.6g}" for value in self.values)
        return brief(self, f"values {values}", f"{len(self.policy):,} decisions", f"ties {self.ties}")

    def _repr_html_(self) -> str:
        rows = [(f"player {p}", str(value), f"{float(value):.6f}") for p, value in enumerate(self.values)]
        notes = [f"{len(self.policy):,} decisions; of equally good actions the {self.ties}"]
        return html.table(rows, head=("", "wins", "about"), caption="StateSolution", notes=notes)


class StateGraph:
    """A perfect-information game in which equal states are merged. Made by `state_graph`.

    Numbers keep the type that the game returns. If chances and utilities are fractions, values are exact fractions, and
    ties are true ties.

    Attributes:
        players: Number of players.
        states: All states, each once and after all its successors; the last is the root.
        player: Who acts in each state: a player, -1 for chance, -2 if the game is over.
        actions: Actions or chance events of each state.
        children: Numbers of the states that these actions lead to.
        chances: Probabilities of each state's chance events; empty where a player acts.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.states: list[Any] = []
        self.player: list[int] = []
        self.actions: list[tuple[Hashable, ...]] = []
        self.children: list[tuple[int, ...]] = []
        self.chances: list[tuple[Number, ...]] = []
        self._utilities: dict[int, tuple[Number, ...]] = {}

    def __repr__(self) -> str:
        states = f"{len(self.states):,} states"
        return brief(self, f"{self.players} players", states, f"{self.decisions:,} decisions")

    def _repr_html_(self) -> str:
        told = {
            "players": self.players,
            "states": len(self.states),
            "decisions": self.decisions,
            "ends": len(self._utilities),
            "nodes of the tree": self.tree_nodes,
        }
        return html.facts(told, caption="StateGraph")

    @property
    def decisions(self) -> int:
        """Number of states in which a player acts."""
        return sum(p >= 0 for p in self.player)

    @property
    def tree_nodes(self) -> int:
        """Number of nodes of the tree without merged states: decisions, chance and ends."""
        counts: list[int] = []
        for children in self.children:
            counts.append(1 + sum(counts[child] for child in children))
        return counts[-1]

    def solve(self, *, ties: Ties = "first") -> StateSolution:
        """Solve by backward induction: in each state the acting player takes its best action.

        In a constant-sum game of two players this is minimax, and its value is unique. In other games (max^n, Luckhart
        & Irani 1986) the values may depend on how ties are broken.

        Args:
            ties: Which of equally good actions is taken, in the order of the game.

        Raises:
            ValueError: For an unknown rule for ties.
        """
        _check_ties(ties)
        policy: dict[Hashable, Hashable] = {}
        values = self._induced(lambda number, values: self._best(number, values, ties, policy))
        return StateSolution(values, policy, ties)

    def values(self, policy: StatePolicy) -> tuple[Number, ...]:
        """Return what each player wins when all play a policy.

        Args:
            policy: Called with each state in which a player acts; returns a weight for each of its actions.

        Raises:
            ValueError: If the weights are invalid.
        """
        return self._induced(lambda number, values: self._mixed(number, values, policy))

    def best_response(
        self, policy: StatePolicy, player: int, *, ties: Ties = "first"
    ) -> tuple[Number, dict[Hashable, Hashable]]:
        """Return the value and the actions of a player's best response to the others' policy.

        Args:
            policy: As for `values`; it is not called where the player acts.
            player: Player who responds, from 0.
            ties: Which of equally good actions is taken.

        Returns:
            What the player wins, and its action in each state in which it acts.

        Raises:
            ValueError: For invalid weights, a player that the game does not have, or an unknown rule for ties.
        """
        if player not in range(self.players):
            raise ValueError(f"player: expected 0 to {self.players - 1}, got {quoted(player)}; e.g. 0")
        _check_ties(ties)
        response: dict[Hashable, Hashable] = {}

        def played(number: int, values: list[_Values]) -> _Values:
            if self.player[number] == player:
                return self._best(number, values, ties, response)
            return self._mixed(number, values, policy)

        return self._induced(played)[player], response

    def evaluate(self, policy: StatePolicy) -> TreeEvaluation:
        """Return each player's expected value of a policy and best-response value against it, in floating point.

        Args:
            policy: As for `values`.

        Raises:
            ValueError: If the weights are invalid.
        """
        responses = (self.best_response(policy, player)[0] for player in range(self.players))
        return TreeEvaluation(
            tuple(float(value) for value in self.values(policy)), tuple(float(value) for value in responses)
        )

    def _induced(self, played: Callable[[int, list[_Values]], _Values]) -> _Values:
        """Return the root's values; `played` maps a decision's number and all earlier values to its values."""
        values: list[_Values] = []
        for number, player in enumerate(self.player):
            if player == _END:
                values.append(self._utilities[number])
            elif player == _CHANCE:
                values.append(self._mean(number, self.chances[number], values))
            else:
                values.append(played(number, values))
        return values[-1]

    def _mean(self, number: int, weights: Sequence[Number], values: list[_Values]) -> _Values:
        below = [values[child] for child in self.children[number]]
        return tuple(
            sum((weight * value[p] for weight, value in zip(weights, below, strict=True)), start=0)
            for p in range(self.players)
        )

    def _mixed(self, number: int, values: list[_Values], policy: StatePolicy) -> _Values:
        weights = policy(self.states[number])
        actions = self.actions[number]
        if len(weights) != len(actions) or not all(w >= 0 for w in weights) or not 0 < sum(weights) < 1e300:
            raise ValueError(
                f"policy in {self.states[number]!r}: expected a weight of 0 or more for each of {actions}, not all 0, "
                f"got {quoted(weights)}; e.g. {[1] * len(actions)}"
            )
        total = sum(weights)
        shares = [
            Fraction(w, total) if isinstance(w, int) and isinstance(total, int) else w / total
            for w in weights
        ]
        return self._mean(number, shares, values)

    def _best(
        self, number: int, values: list[_Values], ties: Ties, chosen: dict[Hashable, Hashable]
    ) -> _Values:
        """Return the values after the acting player's best action, and note the action in `chosen`."""
        player = self.player[number]
        own = [values[child][player] for child in self.children[number]]
        most = max(own)
        best = own.index(most) if ties == "first" else len(own) - 1 - own[::-1].index(most)
        chosen[self.states[number]] = self.actions[number][best]
        return values[self.children[number][best]]


def _check_ties(ties: str) -> None:
    if ties not in ("first", "last"):
        raise ValueError(f"ties: expected first or last, got {quoted(ties)}; e.g. 'first'")


def state_graph(
    game: ExtensiveGame, *, root: GameState | None = None, max_states: int = 1_000_000
) -> StateGraph:
    """Return all states of a perfect-information game, with equal states merged.

    States are compared with ``==`` and need a hash, such as frozen dataclasses have. Exclude from the comparison what does
    not affect the rest of the game, such as the order of earlier moves (``field(compare=False)``). A state needs some
    kilobytes and at least about 20 microseconds of Python.

    Args:
        game: A game in the protocol of `pokerdata.solving.explicit.build`.
        root: State to begin from, e.g. near the end of a game that is too large; by default the game's root.
        max_states: Most states before giving up.

    Raises:
        ValueError: If a state has no hash or repeats in one play, if chances do not sum to 1, if the number of utilities
            is wrong, or if a player cannot distinguish two states.
        CapacityError: If the game has more states.
    """
    max_states = as_count(max_states, "max_states", 1, 10**9, 1_000_000)
    return _Walk(game.players, max_states).go(game.root() if root is None else root)


class _Walk:
    """Depth-first walk without recursion, which numbers each state after all its successors at any depth."""

    def __init__(self, players: int, most: int) -> None:
        self.graph = StateGraph(players)
        self.most = most
        self.numbers: dict[Hashable, int] = {}  # -1: begun, but not all successors are numbered
        self.known: dict[tuple[int, Hashable], Hashable] = {}

    def go(self, root: GameState) -> StateGraph:
        self._number(root)  # raises ValueError if the root has no hash
        stack = [self._begin(root)]
        while stack:
            state, player, events, chances, below = stack[-1]
            if len(below) < len(events):
                child: Any = state.apply(events[len(below)])
                number = self._number(child)
                if number is None:
                    stack.append(self._begin(child))
                elif number < 0:
                    raise ValueError(
                        f"game at {state!r}: expected no state twice in a play, got {child!r} again; e.g. with the number "
                        "of the move in it"
                    )
                else:
                    below.append(number)
                continue
            stack.pop()
            number = self._add(state, player, events, chances, below)
            if stack:
                stack[-1][-1].append(number)
        return self.graph

    def _number(self, state: Any) -> int | None:
        try:
            return self.numbers.get(state)
        except TypeError:
            raise ValueError(
                f"game at {state!r}: expected states with a hash, got {type(state).__name__} without one; e.g. a frozen "
                "dataclass of tuples"
            ) from None

    def _begin(self, state: Any) -> tuple[Any, int, tuple[Hashable, ...], tuple[Number, ...], list[int]]:
        if len(self.numbers) >= self.most:
            raise CapacityError(
                f"the game has more than {self.most:,} states; allow more with max_states, at some kilobytes a state"
            )
        self.numbers[state] = -1
        player = state.player
        if player is None:
            return state, _END, (), (), []
        if player == "chance":
            pairs = tuple(state.chance())
            chances = tuple(chance for _, chance in pairs)
            if not (abs(sum(chances) - 1) <= 1e-9 and all(chance >= 0 for chance in chances)):
                raise ValueError(
                    f"game at {state!r}: expected chances that sum to 1, got {quoted(chances)}; e.g. (0.5, 0.5)"
                )
            return state, _CHANCE, tuple(event for event, _ in pairs), chances, []
        if player not in range(self.graph.players):
            raise ValueError(
                f"game at {state!r}: player: expected 0 to {self.graph.players - 1}, 'chance' or None, got "
                f"{quoted(player)}; e.g. 0"
            )
        if self.known.setdefault((player, state.information_set()), state) != state:
            raise ValueError(
                f"game at {state!r}: expected perfect information, got the information set "
                f"{quoted(state.information_set())} in another state, too; e.g. explicit_tree and solve take such games"
            )
        actions = tuple(state.legal_actions())
        if not actions:
            raise ValueError(f"game at {state!r}: expected an action or more, got none; e.g. ('pass',)")
        return state, player, actions, (), []

    def _add(
        self,
        state: Any,
        player: int,
        events: tuple[Hashable, ...],
        chances: tuple[Number, ...],
        below: list[int],
    ) -> int:
        graph, number = self.graph, len(self.graph.states)
        if player == _END:
            utilities = tuple(state.returns())
            if len(utilities) != graph.players:
                raise ValueError(
                    f"game at {state!r}: returns(): expected {graph.players} numbers, got {quoted(utilities)}; e.g. "
                    f"{(0,) * graph.players}"
                )
            graph._utilities[number] = utilities
        graph.states.append(state)
        graph.player.append(player)
        graph.actions.append(events)
        graph.children.append(tuple(below))
        graph.chances.append(chances)
        self.numbers[state] = number
        return number
