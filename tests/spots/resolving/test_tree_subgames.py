"""Public subgames of explicit trees."""

from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.random_trees import LAYERS, RandomGame
from pokerdata.solving.explicit import GameTree, explicit_tree
from pokerdata.solving.explicit.examples import MatrixGame
from pokerdata.spots.resolving import subgames


def below(tree: GameTree, root: int) -> list[int]:
    nodes = [root]
    for node in nodes:
        nodes += range(tree.first_child[node], tree.first_child[node + 1])
    return nodes


def known(tree: GameTree, root: int, players: tuple[int, ...]) -> set[Any]:
    """Return the keys that link a root to others: a player's later sets, or else its last action."""
    found: set[Any] = set()
    for player in players:
        sets = {int(tree.set[n]) for n in below(tree, root) if tree.player[n] == player}
        done = root
        while done > 0 and tree.player[tree.parent[done]] != player:
            done = int(tree.parent[done])
        found |= sets or {(player, int(tree.edge[done]) if done else None)}
    return found


def closure(first: int, roots: Any, labels: Any) -> set[int]:
    reached, new = set[int](), {first}
    while new:
        reached |= new
        shared = set().union(*(labels(root) for root in new))
        new = {root for root in roots if shared & labels(root)} - reached
    return reached


def test_leduc_has_one_for_each_line_and_board() -> None:
    tree = explicit_tree("leduc")
    found = subgames(tree, street=2)
    lines = {"check check", "check bet call", "check bet raise call", "bet call", "bet raise call"}
    assert {(" ".join(map(str, s.history[2:-1])), s.history[-1]) for s in found} == {
        (line, board) for line in lines for board in "JQK"
    }
    assert len(found) == 15
    for s in found:
        one = s.history[2:]
        assert all(tree.history(root)[2:] == one for root in s.roots)
        assert len(s.roots) == 8  # of nine pairs of ranks, one would need three cards of a rank
        for player in (0, 1):
            cards = [
                {str(tree.history(root)[player]) for root in roots.roots} for roots in s.root_sets[player]
            ]
            assert sorted(map(sorted, cards)) == [["J"], ["K"], ["Q"]]
            assert sum(len(roots.roots) for roots in s.root_sets[player]) == 8
    boards = {number for number, s in enumerate(tree.information_sets) if "on" in str(s.key)}
    assert sorted(number for s in found for number in s.sets) == sorted(boards)


def test_what_a_player_knows_who_acts_no_more() -> None:
    """After a bet in Kuhn poker the first player does not act again, but still knows only its own card."""
    tree = explicit_tree("kuhn")
    (found,) = subgames(tree, roots=lambda node: tree.history(node)[2:] == ("bet",))
    held = [{"".join(map(str, tree.history(r)[:2])) for r in part.roots} for part in found.root_sets[0]]
    assert sorted(map(sorted, held)) == [["JK", "JQ"], ["KJ", "KQ"], ["QJ", "QK"]]
    assert [len(roots.roots) for roots in found.root_sets[1]] == [2, 2, 2]


def test_the_whole_game_is_a_subgame() -> None:
    tree = explicit_tree("kuhn")
    for found in (subgames(tree, street=0), subgames(tree, depth=0), subgames(tree, roots=[0])):
        (one,) = found
        assert one.roots == (0,)
        assert len(one.sets) == len(tree.information_sets)
        assert [len(sets) for sets in one.root_sets] == [1, 1]
    (dealt,) = subgames(tree, street=1)
    assert [len(sets) for sets in dealt.root_sets] == [3, 3]


class Coin:
    """On heads player 0 chooses, on tails player 1; the other player never acts."""

    players = 2

    def __init__(self, moves: str = "") -> None:
        self.moves = moves

    def root(self) -> "Coin":
        return self

    @property
    def player(self) -> int | Literal["chance"] | None:
        return None if len(self.moves) == 2 else "ht".index(self.moves) if self.moves else "chance"

    def chance(self) -> list[tuple[str, float]]:
        return [("h", 0.5), ("t", 0.5)]

    def legal_actions(self) -> str:
        return "lr"

    def apply(self, action: str) -> "Coin":
        return Coin(self.moves + action)

    def information_set(self) -> str:
        return self.moves

    def returns(self) -> list[float]:
        return [1, -1] if self.moves.endswith("l") else [-1, 1]


def test_who_never_acts_joins_no_roots_of_the_other() -> None:
    assert [s.history for s in subgames(explicit_tree(Coin()), street=1)] == [("h",), ("t",)]


@settings(max_examples=25)
@given(LAYERS, st.integers(0, 2**31), st.data())
def test_random_trees_fall_into_the_smallest_parts(
    layers: list[tuple[int, int, int]], seed: int, data: Any
) -> None:
    tree = explicit_tree(RandomGame(layers, seed))
    depth = data.draw(st.integers(0, len(tree.layers) - 2))
    found = subgames(tree, depth=depth)
    inside = [{n for root in s.roots for n in below(tree, root)} for s in found]
    for nodes, s in zip(inside, found, strict=True):
        for number in range(len(tree.information_sets)):
            members = {n for n in range(tree.nodes) if tree.set[n] == number}
            assert members <= nodes if number in s.sets else not members & nodes
        # From any root, information sets of either player lead to all others.
        assert closure(
            s.roots[0], [r for t in found for r in t.roots], lambda r: known(tree, r, (0, 1))
        ) == set(s.roots)
        for player in (0, 1):
            for part in s.root_sets[player]:
                assert closure(part.roots[0], s.roots, lambda r, p=player: known(tree, r, (p,))) == set(
                    part.roots
                )
    whole = {tree.set[n] for n in range(tree.layers[depth], tree.nodes)} - {-1}
    assert {number for s in found for number in s.sets} == whole


def test_refusals() -> None:
    tree = explicit_tree("kuhn")
    cut = next(n for n in range(tree.nodes) if tree.history(n) == ("J", "Q", "check"))
    with pytest.raises(
        ValueError,
        match=r"roots: they cut through information set 'Q: c' of player 1; expected all of it in a subgame or none, "
        r"got \('J', 'Q', 'check'\) inside and \('K', 'Q', 'check'\) outside",
    ):
        subgames(tree, roots=[cut])
    with pytest.raises(ValueError, match=r"expected one of street, depth and roots, got street=None"):
        subgames(tree)
    with pytest.raises(ValueError, match=r"expected one of street, depth and roots, got street=1, depth=1"):
        subgames(tree, street=1, depth=1)
    with pytest.raises(ValueError, match="street: expected a whole number from 0 to 1, got 2"):
        subgames(tree, street=2)
    with pytest.raises(ValueError, match="depth: expected a whole number from 0 to 5, got -1"):
        subgames(tree, depth=-1)
    with pytest.raises(ValueError, match=f"root: expected a whole number from 0 to {tree.nodes - 1}, got 99"):
        subgames(tree, roots=[99])
    with pytest.raises(ValueError, match="roots: expected nodes of the tree, got none"):
        subgames(tree, roots=lambda node: False)
    with pytest.raises(ValueError, match="game for subgames: expected two players"):
        subgames(explicit_tree("kuhn-3p"), street=1)
    with pytest.raises(ValueError, match="no zero sum"):
        subgames(explicit_tree(MatrixGame([[1, 2]], [[1, 2]])), depth=1)
