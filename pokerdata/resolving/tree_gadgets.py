"""Games in which a player's strategy in a subgame is found: the subgame, and before it what keeps it safe.

All follow the protocol of `pokerdata.trees.protocol`, so that `pokerdata.trees.game_tree` builds them.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pokerdata.resolving.tree_margins import Answers
from pokerdata.resolving.tree_subgames import RootSet, Subgame
from pokerdata.trees.tree import CHANCE, TERMINAL, GameTree, InformationSet

FOLLOW, TERMINATE = "follow", "terminate"


@dataclass(frozen=True)
class RootGame:
    """A game that begins with choices made up here and goes on in a tree.

    Attributes:
        first: The state it begins with.
        players: Always 2.
    """

    first: Any
    players: int = 2

    def root(self) -> Any:
        return self.first


@dataclass(frozen=True)
class Inside:
    """A node of the tree.

    Attributes:
        tree: The whole game.
        node: Where.
        shift: What is taken from the utilities of the players.
    """

    tree: GameTree
    node: int
    shift: tuple[float, float] = (0.0, 0.0)

    def player(self) -> int | Literal["chance"] | None:
        player = int(self.tree.player[self.node])
        return None if player == TERMINAL else "chance" if player == CHANCE else player

    def actions(self) -> Sequence[Hashable]:
        return self._set().actions

    def chance(self) -> list[tuple[Hashable, float]]:
        return [(self.tree.action[n], float(self.tree.chance[n])) for n in self._children()]

    def child(self, action: Any) -> "Inside":
        children = self._children()
        actions = self.tree.action[children.start : children.stop]
        return Inside(self.tree, children[actions.index(action)], self.shift)

    def information_set(self) -> Hashable:
        return self._set().key

    def utilities(self) -> tuple[float, float]:
        one, two = self.tree.utilities[np.searchsorted(self.tree.terminals, self.node)]
        return float(one) - self.shift[0], float(two) - self.shift[1]

    def _set(self) -> InformationSet:
        return self.tree.information_sets[int(self.tree.set[self.node])]

    def _children(self) -> range:
        return range(int(self.tree.first_child[self.node]), int(self.tree.first_child[self.node + 1]))


@dataclass(frozen=True)
class Over:
    """The end of the game.

    Attributes:
        won: By the players.
    """

    won: tuple[float, float]

    def player(self) -> None:
        return None

    def utilities(self) -> tuple[float, float]:
        return self.won


@dataclass(frozen=True)
class Dealt:
    """Chance deals what comes next.

    Attributes:
        weights: Of what may come, by an event each; not normalised.
        states: What may come.
    """

    weights: Mapping[int, float]
    states: Mapping[int, Any]

    def player(self) -> Literal["chance"]:
        return "chance"

    def chance(self) -> list[tuple[int, float]]:
        total = sum(self.weights.values())
        return [(event, weight / total) for event, weight in self.weights.items()]

    def child(self, event: int) -> Any:
        return self.states[event]


@dataclass(frozen=True)
class Chosen:
    """A player chooses what comes next.

    Attributes:
        who: The player.
        knows: His information set.
        states: What may come, by action.
    """

    who: int
    knows: Hashable
    states: Mapping[Any, Any]

    def player(self) -> int:
        return self.who

    def actions(self) -> list[Hashable]:
        return list(self.states)

    def information_set(self) -> Hashable:
        return self.knows

    def child(self, action: Any) -> Any:
        return self.states[action]


def unsafe_game(subgame: Subgame, reach: NDArray[np.float64]) -> RootGame:
    """The subgame as a game of its own: chance deals a root as likely as it is there.

    Args:
        subgame: With a root of a reach of more than 0.
        reach: Float64 [nodes], the probability that chance and both players lead there.
    """
    roots = [root for root in subgame.roots if reach[root] > 0]
    return RootGame(
        Dealt(
            {root: float(reach[root]) for root in roots}, {root: Inside(subgame.tree, root) for root in roots}
        )
    )


def gadget_game(subgame: Subgame, player: int, answers: Answers) -> RootGame:
    """The gadget game of CFR-D (Burch, Johanson & Bowling 2014).

    Chance deals a root as likely as chance and the player lead there. The opponent, who knows his information set at
    the root, terminates, for what his best response wins from there against the strategy that is re-solved, or follows
    into the subgame. The game is worth what terminating is, and a strategy of the player is optimal in it just where no
    information set of the opponent at the root is worth more than before.

    Args:
        subgame: With a root of a reach of more than 0.
        player: Whose strategy is re-solved.
        answers: The best response to it.
    """
    weights: dict[int, float] = {}
    states: dict[int, Chosen] = {}
    for opponent, roots, value in _root_sets(subgame, player, answers):
        over = Over(_won(value, opponent.player))
        for root in roots:
            weights[root] = float(answers.reach[root])
            options = {FOLLOW: Inside(subgame.tree, root), TERMINATE: over}
            states[root] = Chosen(opponent.player, opponent, options)
    return RootGame(Dealt(weights, states))


def max_margin_game(subgame: Subgame, player: int, answers: Answers) -> RootGame:
    """The gadget game of max-margin re-solving (Moravcik, Schmid, Ha, Hladik & Gaukrodger 2016).

    The opponent chooses his information set at the root; chance deals a root of it as likely as chance and the player
    lead there. From what he wins in the end, what his best response won in that set before is taken. So he wins the
    smallest margin of the player's strategy, with the sign changed.

    Args:
        subgame: With a root of a reach of more than 0.
        player: Whose strategy is re-solved.
        answers: The best response to it.
    """
    options: dict[RootSet, Dealt] = {}
    for opponent, roots, value in _root_sets(subgame, player, answers):
        shift = _won(value, opponent.player)
        options[opponent] = Dealt(
            {root: float(answers.reach[root]) for root in roots},
            {root: Inside(subgame.tree, root, shift) for root in roots},
        )
    return RootGame(Chosen(1 - player, subgame, options))


def _root_sets(subgame: Subgame, player: int, answers: Answers) -> Iterator[tuple[RootSet, list[int], float]]:
    """The opponent's sets at the root, with those of their roots that are reached, and his value per reach."""
    for opponent in subgame.root_sets[1 - player]:
        roots = [root for root in opponent.roots if answers.reach[root] > 0]
        if roots:
            yield opponent, roots, answers.value_of(opponent)


def _won(value: float, player: int) -> tuple[float, float]:
    return (value, -value) if player == 0 else (-value, value)
