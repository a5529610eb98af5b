"""Dynamic programming over merged states agrees with plain recursion, explicit trees and linear programs."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pokerdata.errors import CapacityError
from pokerdata.solving.explicit import StateGraph, evaluate, explicit_tree, state_graph
from pokerdata.solving.explicit.poker import PokerGame


@dataclass(frozen=True)
class Steps:
    """A random walk with choices; players and payoffs depend on a seed, and paths to one position merge."""

    seed: int
    players: int = 2
    depth: int = 6
    shared: bool = True

    def root(self) -> "Step":
        return Step(self, 0, 0)


@dataclass(frozen=True)
class Step:
    game: Steps
    depth: int
    place: int
    history: tuple[int, ...] = field(default=(), compare=False)

    def _random(self) -> Random:
        return Random(f"{self.game.seed} {self.depth} {self.place}")

    @property
    def player(self) -> Any:
        if self.depth == self.game.depth:
            return None
        actor = self._random().randrange(-1, self.game.players)
        return "chance" if actor < 0 else actor

    def legal_actions(self) -> list[int]:
        return [0, 1] if self._random().random() < 0.9 else [1]

    def chance(self) -> list[tuple[int, Fraction]]:
        first = Fraction(self._random().randrange(1, 6), 6)
        return [(0, first), (1, 1 - first)]

    def apply(self, action: int) -> "Step":
        return replace(self, depth=self.depth + 1, place=self.place + action, history=(*self.history, action))

    def information_set(self) -> Hashable:
        return self.history

    def returns(self) -> list[Fraction]:
        random = self._random()
        won = [Fraction(random.randrange(4), 3) for _ in range(self.game.players)]
        return [won[0], 1 - won[0]] if self.game.shared and self.game.players == 2 else won


def plain(state: Any, choose: Callable[[Any, list[tuple[Fraction, ...]]], tuple[Fraction, ...]]) -> Any:
    """Return the values of a state by recursion over histories."""
    player = state.player
    if player is None:
        return tuple(state.returns())
    if player == "chance":
        below = [(chance, plain(state.apply(event), choose)) for event, chance in state.chance()]
        return tuple(sum(chance * value[p] for chance, value in below) for p in range(state.game.players))
    return choose(state, [plain(state.apply(action), choose) for action in state.legal_actions()])


def mean(values: list[tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    return tuple(sum(column) / len(values) for column in zip(*values, strict=True))


def uniform(state: Any) -> list[int]:
    return [1] * len(state.legal_actions())


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_against_plain_recursion(seed: int, players: int) -> None:
    game = Steps(seed, players, shared=False)
    graph = state_graph(game)
    first = plain(game.root(), lambda s, below: max(below, key=lambda v: v[s.player]))
    last = plain(game.root(), lambda s, below: max(reversed(below), key=lambda v: v[s.player]))
    assert graph.solve().values == first
    assert graph.solve(ties="last").values == last
    assert graph.values(uniform) == plain(game.root(), lambda _, below: mean(below))
    for player in range(players):
        value, response = graph.best_response(uniform, player)

        def responding(state: Any, below: list[Any], player: int = player) -> Any:
            return max(below, key=lambda v: v[player]) if state.player == player else mean(below)

        assert value == plain(game.root(), responding)[player]

        def weights(state: Any, player: int = player, response: Any = response) -> list[int]:
            mine = state.player == player
            return [int(a == response[state]) if mine else 1 for a in state.legal_actions()]

        assert graph.values(weights)[player] == value


def test_what_ties_do_can_matter_with_more_players() -> None:
    differ = [
        seed
        for seed in range(60)
        if (graph := state_graph(Steps(seed, 3, depth=4, shared=False))).solve().values
        != graph.solve(ties="last").values
    ]
    assert differ
    for seed in range(20):
        graph = state_graph(Steps(seed))
        assert graph.solve().values == graph.solve(ties="last").values


@pytest.mark.parametrize("seed", range(4))
def test_against_explicit_trees(seed: int) -> None:
    game = Steps(seed)
    graph, tree = state_graph(game), explicit_tree(game)
    assert graph.tree_nodes == tree.nodes > len(graph.states)
    assert graph.decisions == sum(player >= 0 for player in graph.player)
    expected = evaluate(tree, tree.uniform())
    assert graph.evaluate(uniform).numbers == pytest.approx(expected.numbers, abs=1e-12)
    policy = graph.solve().policy

    def optimal(state: Any) -> list[int]:
        return [int(action == policy[state]) for action in state.legal_actions()]

    found = graph.evaluate(optimal)
    assert found.exploitability == pytest.approx(0, abs=1e-12)
    states: dict[Any, Any] = {}
    _histories(game.root(), states)
    strategy = tree.strategy_of(lambda s: optimal(states[s.key]))
    assert evaluate(tree, strategy).numbers == pytest.approx(found.numbers, abs=1e-12)


def _histories(state: Any, found: dict[Any, Any]) -> None:
    player = state.player
    if player is None:
        return
    if player != "chance":
        found[state.history] = state
    events = state.legal_actions() if player != "chance" else [event for event, _ in state.chance()]
    for event in events:
        _histories(state.apply(event), found)


def test_a_later_state_is_worth_what_it_is_in_the_whole() -> None:
    game = Steps(3, 3, shared=False)
    policy = state_graph(game).solve().policy
    for first in (0, 1):
        later = game.root().apply(first).apply(1)
        part = state_graph(game, root=later)
        assert part.states[-1] == later
        assert part.solve().values == plain(later, lambda s, below: max(below, key=lambda v: v[s.player]))
        assert part.solve().policy.items() <= policy.items()


def test_numbers_are_those_of_the_game() -> None:
    graph = state_graph(Steps(1))
    assert all(isinstance(value, Fraction) for value in graph.solve().values)
    assert repr(graph).startswith("StateGraph(2 players, ")
    assert repr(graph.solve()).startswith("StateSolution(values ")


@dataclass(frozen=True)
class Odd:
    """A state with one kind of error."""

    wrong: str
    depth: int = 0
    players: int = 2
    label: Any = ()

    def root(self) -> "Odd":
        return replace(self, label=[]) if self.wrong == "hash" else self

    @property
    def player(self) -> Any:
        if self.wrong == "player":
            return 2
        if self.wrong == "chance":
            return "chance"
        return None if self.wrong == "utilities" else 0

    def legal_actions(self) -> list[int]:
        return [] if self.wrong == "actions" else [0]

    def chance(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.4)]

    def apply(self, action: int) -> "Odd":
        return self if self.wrong == "cycle" else replace(self, depth=self.depth + 1)

    def information_set(self) -> Hashable:
        return self.depth

    def returns(self) -> list[int]:
        return [0]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("hash", "expected states with a hash, got Odd without one"),
        ("cycle", "expected no state twice in a play"),
        ("chance", "expected chances that sum to 1, got"),
        ("player", r"expected 0 to 1, 'chance' or None, got 2"),
        ("actions", "expected an action or more, got none"),
        ("utilities", "expected 2 numbers, got"),
    ],
)
def test_games_that_are_refused(wrong: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        state_graph(Odd(wrong))


def test_imperfect_information_is_refused() -> None:
    with pytest.raises(ValueError, match="expected perfect information, got the information set 'J: '"):
        state_graph(PokerGame("kuhn"))


def test_endless_games_end() -> None:
    with pytest.raises(CapacityError, match="more than 100 states; allow more with max_states"):
        state_graph(Odd("endless"), max_states=100)


def graph() -> StateGraph:
    return state_graph(Steps(0))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: graph().solve(ties="best"), "ties: expected first or last, got 'best'"),  # type: ignore[arg-type]
        (lambda: graph().best_response(uniform, 2), "player: expected 0 to 1, got 2"),
        (
            lambda: graph().best_response(uniform, 0, ties="best"),  # type: ignore[arg-type]
            "ties: expected first or last, got 'best'",
        ),
        (lambda: graph().values(lambda _: [0.0, 0.0]), "expected a weight of 0 or more for each of"),
        (lambda: graph().values(lambda _: [1]), "expected a weight of 0 or more for each of"),
        (lambda: graph().values(lambda _: [float("nan")] * 2), "expected a weight of 0 or more"),
        (lambda: state_graph(Steps(0), max_states=0), "max_states: expected a whole number from 1"),
    ],
)
def test_arguments_that_are_refused(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()
