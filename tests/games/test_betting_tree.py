"""Betting trees agree with recursions in this file."""

from collections import Counter

import numpy as np
import pytest

from pokerdata import games
from pokerdata.games import BettingTree, LimitRules
from pokerdata.games.betting_tree import DECISION, FOLD, SHOWDOWN


def rounds(cap: int, *, blind: bool = False) -> tuple[list[str], list[str], list[str]]:
    """Return decisions, folds and ends of one betting round, as strings of f, c and r."""
    decisions, folds, ends = [], [], []

    def visit(line: str, bets: int, behind: bool) -> None:
        decisions.append(line)
        if behind:
            folds.append(line + "f")
        if line:
            ends.append(line + "c")
        else:
            visit("c", bets, False)
        if bets < cap:
            visit(line + "r", bets + 1, True)

    visit("", int(blind), blind)
    return decisions, folds, ends


def histories(rules: LimitRules) -> dict[int, set[str]]:
    """Return the histories of each kind of node over all streets."""
    found: dict[int, set[str]] = {DECISION: set(), FOLD: set(), SHOWDOWN: set()}
    starts = [""]
    for street, cap in enumerate(rules.caps):
        decisions, folds, ends = rounds(cap, blind=rules.blind_counts_as_bet and street == 0)
        found[DECISION] |= {s + d for s in starts for d in decisions}
        found[FOLD] |= {s + f for s in starts for f in folds}
        starts = [s + e for s in starts for e in ends]
        if street + 1 < rules.streets:
            starts = [s + "/" for s in starts]
    found[SHOWDOWN] = set(starts)
    return found


def chips(rules: LimitRules, history: str) -> tuple[list[int], int]:
    """Return the chips of both players after a history, and the next player to act (at an end, the last)."""
    paid = [rules.ante + rules.blinds[0], rules.ante + rules.blinds[1]]
    player, street = rules.first_to_act[0] - 1, 0
    for action in history:
        if action == "/":
            street += 1
            player = rules.first_to_act[street] - 1
            continue
        if action != "f":
            paid[player] = max(paid) + (rules.bets[street] if action == "r" else 0)
        player = 1 - player
    return paid, player


ODD = LimitRules(
    name="odd",
    ante=1,
    blinds=(2, 4),
    bets=(4, 6, 9),
    caps=(3, 1, 5),
    first_to_act=(1, 2, 1),
    blind_counts_as_bet=True,
)


@pytest.mark.parametrize("rules", [games.KUHN, games.LEDUC, games.LIMIT_HOLDEM, ODD], ids=lambda r: r.name)
def test_nodes_and_chips(rules: LimitRules) -> None:
    tree = BettingTree(rules)
    expected = histories(rules)
    for kind, wanted in expected.items():
        assert {tree.history(int(n)) for n in np.flatnonzero(tree.kind == kind)} == wanted
        assert np.count_nonzero(tree.kind == kind) == len(wanted)
    for node in range(0, tree.nodes, 7):
        history = tree.history(node)
        paid, player = chips(rules, history)
        assert tree.street[node] == history.count("/")
        if tree.kind[node] == DECISION:
            assert (tree.player[node], tree.chips[node]) == (player, 0)
        elif tree.kind[node] == FOLD:
            assert tree.player[node] == 1 - player
            assert tree.chips[node] == (-paid[0] if player == 1 else paid[1])
        else:
            assert paid == [tree.chips[node]] * 2


def test_limit_holdem() -> None:
    tree = BettingTree(games.LIMIT_HOLDEM)
    roots = tree.street_roots
    assert [len(r) for r in roots] == [1, 7, 63, 567]
    river = tree.street == 3
    assert np.count_nonzero(river & (tree.kind == DECISION)) == 567 * 10
    assert np.count_nonzero(river & (tree.kind != DECISION)) == 567 * 17 == 9639
    # The button posts the small blind, acts first before the flop and last after it.
    assert [int(tree.player[r[0]]) for r in roots] == [0, 1, 1, 1]
    assert tree.actions(0) == ["fold", "call", "raise"]
    limped = next(n for n in tree.decision_nodes(0) if tree.history(n) == "c")
    assert tree.actions(limped) == ["check", "raise"]
    assert tree.actions(int(roots[1][0])) == ["check", "bet"]
    capped = next(n for n in tree.decision_nodes(0) if tree.history(n) == "rrr")
    assert tree.actions(capped) == ["fold", "call"]
    assert tree.chips.max() == 40 + 40 + 80 + 80


def test_order_of_nodes() -> None:
    tree = BettingTree(games.LIMIT_HOLDEM)
    assert np.all(tree.parent[1:] < np.arange(1, tree.nodes))
    assert np.all(np.diff(tree.street.astype(int)) >= 0)
    assert Counter(tree.child.tolist()) == Counter(range(1, tree.nodes))
    for node in range(tree.nodes):
        edges = slice(tree.first_edge[node], tree.first_edge[node + 1])
        assert np.all(tree.parent[tree.child[edges]] == node)
    with pytest.raises(ValueError, match="read-only"):
        tree.chips[0] = 1
    with pytest.raises(ValueError, match=r"node: expected .*got -1"):
        tree.history(-1)


def test_a_tree_too_large_is_refused() -> None:
    from pokerdata.errors import CapacityError

    rules = LimitRules(name="huge", ante=1, bets=(1,) * 8, caps=(9,) * 8, first_to_act=(1,) * 8)
    with pytest.raises(CapacityError, match="'huge' has more than 20000000 nodes"):
        BettingTree(rules)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "leduc-nolimit", "twelve-card", "limit-holdem"])
def test_edges_and_rows_against_a_count_of_them(name: str) -> None:
    """Edges are numbered node by node in the order of the nodes, and rows restart on each street."""
    tree = BettingTree(games.load_game(name).rules)
    children: dict[int, list[int]] = {}
    for node in range(1, tree.nodes):
        children.setdefault(int(tree.parent[node]), []).append(node)
    number, rows = 0, [0] * tree.rules.streets
    first_rows: list[list[int]] = [[] for _ in rows]
    first_edges: list[int | None] = [None] * len(rows)
    for node in range(tree.nodes):
        street, actions = int(tree.street[node]), len(children.get(node, []))
        assert list(tree.edges(node)) == list(range(number, number + actions))
        assert sorted(tree.children(node)) == children.get(node, [])
        assert len(tree.actions(node)) == actions
        if tree.kind[node] == DECISION:
            first_edges[street] = number if first_edges[street] is None else first_edges[street]
            first_rows[street].append(rows[street])
            assert tree.rows(node) == slice(rows[street], rows[street] + actions)
            rows[street] += actions
        number += actions
    for street, first in enumerate(first_edges):
        assert first is not None
        assert tree.street_edges(street) == slice(first, first + rows[street])
        assert tree.first_rows(street).tolist() == [*first_rows[street], rows[street]]
        assert tree.first_rows(street).dtype == np.int32


@pytest.mark.parametrize("counts", [False, True])
def test_more_than_a_blind_is_a_raise(counts: bool) -> None:
    """This holds whether or not the cap counts the blind."""
    tree = BettingTree(LimitRules("blinds", (2, 2), (3, 3), (1, 2), 0, (1, 2), counts))
    assert tree.actions(0) == ["fold", "call", "raise"]
    limped = next(node for node in range(tree.nodes) if tree.history(node) == "c")
    assert tree.actions(limped) == ["check", "raise"]
    assert tree.actions(int(tree.street_roots[1][0])) == ["check", "bet"]
