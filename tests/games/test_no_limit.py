"""No-limit betting: published sizes, an independent enumeration, OpenSpiel, and invalid rules."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pokerdata import games
from pokerdata.errors import CapacityError
from pokerdata.games import BettingTree, NoLimitRules, load_game, sizes
from pokerdata.games.betting_tree import DECISION, FOLD, SHOWDOWN

HOLDEM = games.GAMES["nolimit-holdem"].rules


def holdem(**change: Any) -> NoLimitRules:
    values: dict[str, Any] = {**HOLDEM.values(), **change}
    return NoLimitRules(**values)


def sizes_of(tree: BettingTree) -> list[list[int]]:
    """Return decisions, continuations and called all-ins of each street but the last."""
    all_in = tree.street[tree.all_in()]
    return [
        [len(tree.decision_nodes(r)) for r in range(4)],
        [len(roots) for roots in tree.street_roots[1:]],
        [int(np.count_nonzero(all_in == r)) for r in range(3)],
    ]


def test_published_sizes() -> None:
    """Fold, call, pot and all-in at 100 big blinds; with half pot the river has 36,072 decisions."""
    assert sizes_of(BettingTree(HOLDEM)) == [[20, 100, 340, 900], [9, 41, 129], [10, 50, 170]]
    assert sizes_of(BettingTree(holdem(menu=["half-pot", "pot", "all-in"])))[0][3] == 36_072


def lines(rules: NoLimitRules, pots: list[list[Fraction]]) -> dict[str, tuple[int, int]]:
    """Return every history with its kind and chips, written from the rules; no bet exceeds all-in."""
    found: dict[str, tuple[int, int]] = {}
    stack = min(rules.stacks)

    def act(text: str, street: int, me: int, paid: list[int], raised: int, acted: bool) -> None:
        found[text] = (DECISION, 0)
        level, blind = max(paid), max(*rules.blinds, rules.ante * (max(rules.blinds) == 0))
        if paid[me] < level:
            found[text + "f"] = (FOLD, paid[1] if me == 1 else -paid[0])
        if not acted:
            act(text + "c", street, 1 - me, [level, level], raised, True)
        elif level == stack or street + 1 == rules.streets:
            found[text + "c"] = (SHOWDOWN, level)
        else:
            act(text + "c/", street + 1, rules.first_to_act[street + 1] - 1, [level] * 2, 0, False)
        wanted = {level + max(int(2 * level * part), raised, blind) for part in pots[street]} | {stack}
        for to in {min(to, stack) for to in wanted} - {level}:
            more = list(paid)
            more[me] = to
            act(f"{text}r{to}", street, 1 - me, more, to - level, True)

    start = [rules.ante + blind for blind in rules.blinds]
    act("", 0, rules.first_to_act[0] - 1, start, 0, False)
    return found


@pytest.mark.parametrize(
    ("rules", "pots"),
    [
        (games.GAMES["leduc-nolimit"].rules, [[1], [1]]),
        (
            holdem(
                blinds=(1, 3),
                ante=1,
                stacks=(40, 35),
                menu=[["1/3"], ["min", 2], [0.75], []],
                name="odd",
                caps=(),
            ),
            None,
        ),
        (holdem(stacks=(900, 900), menu=["min", "half-pot", "all-in"]), [[0, Fraction(1, 2)]] * 4),
    ],
    ids=["leduc", "odd", "short"],
)
def test_every_line_of_betting(rules: NoLimitRules, pots: Any) -> None:
    tree = BettingTree(rules)
    if pots is None:  # menus without all-in: bets may or may not reach the stack
        assert [menu.all_in for menu in rules.menu] == [False] * 4
        assert tree.to.max() <= 35
        assert not any("r" in tree.history(int(n)).split("/")[-1] for n in tree.decision_nodes(3))
        return
    assert {tree.history(n): (tree.kind[n], tree.chips[n]) for n in range(tree.nodes)} == lines(rules, pots)


def test_names_of_actions() -> None:
    tree = BettingTree(HOLDEM)
    assert tree.actions(0) == ["fold", "call", "raise to 300", "all-in"]
    flop = int(tree.street_roots[1][0])
    assert tree.history(flop) == "cc/"
    assert tree.actions(flop) == ["check", "bet 200", "all-in"]
    raised = tree.child[list(tree.edges(flop))[1]]
    assert tree.history(raised) == "cc/r300"
    assert tree.actions(raised) == ["fold", "call", "raise to 800", "all-in"]  # of the street: 900 in all


def test_amounts_in_names_are_those_of_the_street() -> None:
    """Amounts are counted along each path: blinds belong to the first street, antes to none."""
    for rules in (holdem(), games.GAMES["leduc-nolimit"].rules, holdem(ante=25)):
        tree = BettingTree(rules)
        paid = {0: (0, rules.ante)}  # by node: its street, and both players' chips before it
        for node in range(tree.nodes):
            street, before = paid[node]
            for edge, name in zip(tree.edges(node), tree.actions(node), strict=True):
                to, child = int(tree.to[edge]), int(tree.child[edge])
                begins = tree.street[child] != street
                paid[child] = (int(tree.street[child]), to if begins else before)
                if name.startswith("bet "):
                    assert int(name.removeprefix("bet ")) == to - before
                elif name.startswith("raise to "):
                    assert int(name.removeprefix("raise to ")) == to - before
                else:
                    assert name in ("fold", "check", "call", "all-in")


def test_bets_are_in_rising_order() -> None:
    tree = BettingTree(HOLDEM)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        edges = slice(tree.first_edge[node], tree.first_edge[node + 1])
        paid = [int(to) for to, a in zip(tree.to[edges], tree.action[edges], strict=True) if a >= 3]
        assert paid == sorted(set(paid))


def test_caps() -> None:
    tree = BettingTree(holdem(caps=(2, 1, 1, 0)))
    assert max(tree.history(n).split("/")[0].count("r") for n in range(tree.nodes)) == 1  # the blind is a bet
    assert not any(
        3 in tree.action[tree.first_edge[n] : tree.first_edge[n + 1]] for n in tree.decision_nodes(3)
    )


def test_the_explicit_tree_of_leduc() -> None:
    """The reference counts deal by deal; after an all-in the board is dealt and the game ends."""
    game = load_game("leduc-nolimit")
    tree = BettingTree(game.rules)
    first, both, boards = (
        3,
        9,
        24,
    )  # distinguishable deals: of one card, of two, and with a board card
    ends = len(tree.all_in())
    street1 = int(np.count_nonzero(tree.street == 0)) + len(
        tree.street_roots[1]
    )  # chance nodes, including those after all-ins
    street2 = int(np.count_nonzero(tree.street == 1)) + ends
    assert sizes(game.rules, game.cards).nodes == 1 + first + both * street1 + boards * street2


def test_openspiel_agrees_on_no_limit_leduc() -> None:
    """Its game of fold, call, pot and all-in has the same decisions; its value lies between our best responses."""
    pyspiel = pytest.importorskip("pyspiel")
    from pokerdata.solving.explicit import explicit_tree
    from pokerdata.solving.explicit import solve as solve_tree
    from pokerdata.solving.explicit.openspiel import from_openspiel
    from pokerdata.solving.public import solve

    peer = pyspiel.load_game(
        "universal_poker(betting=nolimit,numPlayers=2,numRounds=2,stack=1200 1200,blind=100 100,firstPlayer=1 1,"
        "numSuits=2,numRanks=3,numHoleCards=1,numBoardCards=0 1,bettingAbstraction=fcpa)"
    )
    theirs = solve_tree(explicit_tree(from_openspiel(peer)), "dcfr", target=0.02).values
    game = load_game("leduc-nolimit").build
    assert game is not None
    ours = solve(game(), target="0.02 chips", dtype="float64").values
    assert -theirs.best_responses[1] <= ours.best_response[0]
    assert -ours.best_response[1] <= theirs.best_responses[0]
    assert ours.expected_value == pytest.approx(theirs.expected_values[0], abs=0.08)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"stacks": (100, 10_000)},
            r"stack of player 1: expected more chips than the ante of 0 and the larger blind of "
            r"100, got 100",
        ),
        ({"stacks": (10_000,)}, r"stacks: expected one for each player, got \(10000,\)"),
        ({"stacks": (10_000, 2.5)}, r"stacks: expected a whole number, got 2\.5; e\.g\. 10000"),
        ({"stacks": "abc"}, r"stacks: expected whole numbers, got 'abc'; e\.g\. \(10000, 10000\)"),
        (
            {"menu": ["all in"]},
            r"bet in the menu: expected 'all-in', 'pot', 'half-pot', 'min', or a part of the pot "
            r"up.*got 'all in'",
        ),
        (
            {"menu": ["much"]},
            r"bet in the menu: expected 'all-in', 'pot', 'half-pot', 'min', or a part of the pot "
            r"up.*got 'much'; e\.g\. \[.1/2., .pot., 2, .all-in.\],.*",
        ),
        (
            {"menu": ["pot", -1]},
            r"bet in the menu: expected 'all-in', 'pot', 'half-pot', 'min', or a part of the pot "
            r"up.*got -1",
        ),
        (
            {"menu": [0]},
            r"bet in the menu: expected 'all-in', 'pot', 'half-pot', 'min', or a part of the pot "
            r"up.*got 0",
        ),
        (
            {"menu": [0.0004]},
            r"bet in the menu: expected 'all-in', 'pot', 'half-pot', 'min', or a part of the pot "
            r"up.*got 0\.0004",
        ),
        (
            {"menu": []},
            r"menu: expected bets on at least one street, got \[\]; e\.g\. \['pot', 'all-in'\], or.*",
        ),
        ({"menu": [[], [], [], []]}, r"menu: expected bets on at least one street, got \[\]"),
        (
            {"menu": [float("nan")]},
            r"bet in the menu: expected 'all-in', 'pot', 'half-pot', 'min', or a part of the pot "
            r"up.*got nan",
        ),
        (
            {"menu": [float("inf")]},
            r"bet in the menu: expected 'all-in', 'pot', 'half-pot', 'min', or a part of the pot "
            r"up.*got inf",
        ),
        (
            {"menu": [1e10]},
            r"bet in the menu: expected 'all-in', 'pot', 'half-pot', 'min', or a part of the pot "
            r"up.*got 10000000000\.0",
        ),
        (
            {"menu": ["1e300"]},
            r"bet in the menu: expected 'all-in', 'pot', 'half-pot', 'min', or a part of the pot "
            r"up.*got '1e300'",
        ),
        (
            {"menu": ["1e999999999"]},
            r"bet in the menu: expected 'all-in', 'pot', 'half-pot', 'min', or a part of the pot "
            r"up.*got '1e999999999'",
        ),
        (
            {"stacks": (10**14, 10**14)},
            r"stacks: expected at most 100000000, got 100000000000000; e\.g\. 10000",
        ),
        ({"ante": 2**40}, r"ante: expected at most 100000000, got 1099511627776; e\.g\. 1"),
        ({"blinds": (50, -(2**31))}, r"blinds: expected at most 100000000, got -2147483648"),
        (
            {"stacks": (10_000, 10**400)},
            r"stacks: expected at most 100000000, got "
            r"1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.*",
        ),
        ({"menu": [["pot"], ["pot"]]}, "expected one list for all streets or 4 lists"),
        ({"menu": [["pot"], "pot", ["pot"], ["pot"]]}, "expected one list for all streets or 4 lists"),
        ({"caps": (1, 1)}, r"first players, menus and caps: expected one of each a street, got 4, 4 and 2"),
        ({"caps": (1, 1, -1, 1)}, r"cap on street 3: expected 0 to 256 bets and raises a street, got -1"),
        (
            {"blinds": (100, 50)},
            r"first_to_act: expected the player with the smaller blind to act first "
            r"on the first.*got player 1, who pays the larger one",
        ),
        ({"first_to_act": (1, 2, 2, 3)}, r"first_to_act on street 4: expected player 1 or 2, got 3"),
    ],
)
def test_bad_rules(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"rules 'mine': .*{message}"):
        holdem(name="mine", **change)


@pytest.mark.slow
def test_too_large_a_tree_says_what_is_not() -> None:
    """The menu and the stacks that the message suggests do give a tree."""
    with pytest.raises(
        CapacityError,
        match=(
            r"more than 20000000 nodes; expected fewer bets .* e.g. the menu pot, all-in with stacks of "
            r"10000 chips"
        ),
    ):
        BettingTree(holdem(menu=["min", 0.1, 0.2, 0.5, 1, "all-in"], stacks=(20_000, 20_000)))
    assert BettingTree(holdem(menu=["pot", "all-in"], stacks=(10_000, 10_000))).nodes < 10_000
    limit = games.LimitRules("deep", bets=(1,) * 4, caps=(99,) * 4, first_to_act=(1,) * 4, ante=1)
    with pytest.raises(
        CapacityError, match=r"expected lower caps or fewer streets, e.g. caps of 4 on 4 streets"
    ):
        BettingTree(limit)


def test_large_bets_and_stacks() -> None:
    deep = holdem(stacks=(10**8, 10**8), menu=[12345.678, 1_000_000])
    assert BettingTree(deep).to.max() == 10**8
    assert deep.values()["menu"] == ["6172839/500", "1000000"]
    assert holdem(menu=[0.12345, "1/3"]).values()["menu"] == ["119/964", "1/3"]


def test_menus_are_values() -> None:
    again = holdem(menu=["pot", "all-in"])
    assert again == HOLDEM
    assert hash(again) == hash(HOLDEM)
    odd = holdem(menu=[["min", 0.5], ["2", "all-in"], ["3/4"], []])
    assert odd.values()["menu"] == [["min", "half-pot"], ["2", "all-in"], ["3/4"], []]
    assert games.rules_of(odd.values()) == odd
