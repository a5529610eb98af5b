"""Trees of spots: known ones, compared with a reference builder, and subtrees of whole games."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.spots_by_the_book import Book, End
from pokerdata.errors import CapacityError
from pokerdata.games import BettingTree, load_game
from pokerdata.games.betting_tree import DECISION, FOLD
from pokerdata.games.strategies.strategy_file import find_node
from pokerdata.spots import Spot, SpotTree

BOARDS = {3: "Kd 9h 6h", 2: "Kd 9h 6h 4c", 1: "Kd 9h 6h 4c 2s"}
KINDS = {DECISION: "decision", FOLD: "fold"}


def spot(streets: int, **betting: Any) -> Spot:
    return Spot(board=BOARDS[streets], oop="random", ip="random", **betting)


def lines(tree: BettingTree) -> dict[str, End]:
    """Return every line of a tree, from its arrays."""
    found: dict[str, End] = {}
    for node in range(tree.nodes):
        kind = KINDS.get(int(tree.kind[node]), "showdown")
        chips = int(tree.chips[node])
        if kind == "fold":  # counted for player 0
            assert chips <= 0 if tree.player[node] == 0 else chips >= 0
        found[tree.history(node)] = (kind, int(tree.player[node]), abs(chips))
    assert len(found) == tree.nodes
    return found


def bets(tree: BettingTree, after: str = "") -> list[int]:
    node = find_node(tree, after)
    return [int(tree.to[e]) for e in tree.edges(node) if tree.action[e] > 2]


def decisions(tree: BettingTree) -> list[int]:
    return [len(tree.decision_nodes(street)) for street in range(tree.rules.streets)]


# Another engine and an independent solver agree on root menus and decisions of these four.


def test_a_river_spot() -> None:
    tree = spot(1, pot=100, stack=300, bets="33%,75%,150%", raises="60%,a").tree
    assert bets(tree) == [33, 75, 150]
    assert decisions(tree) == [22]


def test_a_river_spot_with_thresholds() -> None:
    betting = {"bets": {"oop": "50%,100%", "ip": "50%,100%,e"}, "raises": {"oop": "2.5x,a", "ip": "3x"}}
    tree = spot(1, pot=80, stack=240, add_all_in=1.2, force_all_in=0.2, merge=0.1, **betting).tree
    assert bets(tree) == [40, 80]
    assert bets(tree, "c") == [40, 80, 240]
    assert decisions(tree) == [14]


def test_a_turn_spot() -> None:
    tree = spot(
        2,
        pot=200,
        stack=900,
        bets="60%,e,a",
        raises="2.5x",
        donks="50%",
        add_all_in=1.5,
        force_all_in=0.15,
        merge=0.1,
    ).tree
    assert bets(tree) == [120, 216, 900]
    assert np.multiply(decisions(tree), [1, 48]).tolist() == [18, 2736]


def test_a_flop_spot() -> None:
    tree = spot(
        3,
        pot=60,
        stack=150,
        bets="50%; turn: 66%; river: 75%",
        raises="60%; turn: a; river: a",
        add_all_in=1,
        force_all_in=0.2,
        merge=0.1,
    ).tree
    assert bets(tree) == [30]
    # For a flop with three hearts: 23 turn cards up to suits, 675 pairs of turn and river.
    assert np.multiply(decisions(tree), [1, 23, 675]).tolist() == [6, 322, 14_850]


PARTS = st.sampled_from(["10%", "33%", "33.3%", "50%", "66.667%", "75%", "100%", "150%", "400%"])
CHIPS = st.integers(1, 90).map(lambda n: f"{n}c")
EVEN = st.sampled_from(["e", "1e", "2e", "3e", "e60%", "2e150%", "e33.3%"])
MULTIPLES = st.sampled_from(["1.5x", "2x", "2.5x", "3x", "4.25x"])
LIMITED = st.tuples(st.integers(1, 60), st.integers(1, 3)).map(lambda pair: f"{pair[0]}c{pair[1]}r")
ALL_IN = st.just("a")
BETS = st.lists(PARTS | CHIPS | EVEN | ALL_IN, max_size=3, unique=True)
RAISES = st.lists(PARTS | EVEN | MULTIPLES | LIMITED | ALL_IN, max_size=2, unique=True)
THRESHOLDS = st.sampled_from(
    [Fraction(0), Fraction(0), Fraction(1, 10), Fraction(3, 20), Fraction(1), Fraction(3, 2)]
)


@settings(max_examples=150)
@given(data=st.data())
def test_trees_are_those_of_the_book(data: st.DataObject) -> None:
    streets = data.draw(st.integers(1, 3))
    pairs = [(data.draw(BETS), data.draw(BETS)) for _ in range(streets)]
    raises = [(data.draw(RAISES), data.draw(RAISES)) for _ in range(streets)]
    donks = [None, *(data.draw(st.none() | BETS) for _ in range(streets - 1))]
    add, force, merge = (data.draw(THRESHOLDS) for _ in range(3))
    pot, stack, minimum = (data.draw(st.integers(1, most)) for most in (200, 600, 20))
    stack = max(stack, pot // 4, 1)
    checked = data.draw(st.booleans())
    if not any(map(any, (*pairs, donks))) and not add:
        add = Fraction(1)
    book = Book(pot, stack, pairs, raises, donks, add, force, merge, minimum, checked)
    names = list(Spot(board=BOARDS[streets], oop="AA", ip="QQ", pot=1, stack=1, bets="a").streets)
    by_street = {
        key: {name: {"oop": both[0], "ip": both[1]} for name, both in zip(names, values, strict=True)}
        for key, values in (("bets", pairs), ("raises", raises))
    }
    # A dict without streets is no list at all, and so is None; a list without sizes allows only a check.
    later = {name: sizes for name, sizes in zip(names, donks, strict=True) if sizes is not None}
    built = spot(
        streets,
        pot=pot,
        stacks=data.draw(st.sampled_from([(stack, stack), (stack + 7, stack), (stack, 2 * stack)])),
        donks=later or None,
        add_all_in=add,
        force_all_in=force,
        merge=merge,
        minimum_bet=minimum,
        to_act="ip" if checked else "oop",
        **by_street,
    )
    assert lines(built.tree) == book.written()
    assert Spot(**built.values()) == built


def test_thresholds_at_their_bounds() -> None:
    """All three hold at equality: 150 is 1.5 pots, 40 is 0.2 of a pot of 200, 165 is 1.1 times 150."""
    for stack, added in ((150, [10, 150]), (151, [10])):
        assert bets(spot(1, pot=100, stack=stack, bets="10%", add_all_in=1.5).tree) == added
    for stack, forced in ((90, [90]), (91, [50])):
        assert bets(spot(1, pot=100, stack=stack, bets="50%", force_all_in=0.2).tree) == forced
    for larger, kept in ((65, [65]), (66, [50, 66])):
        assert bets(spot(1, pot=100, stack=900, bets=f"50%,{larger}c", merge=0.1).tree) == kept
    # 57 is merged into 65; 49 is near 57, but compared with 65, the last one kept.
    assert bets(spot(1, pot=100, stack=900, bets="49%,57%,65%", merge=0.1).tree) == [49, 65]


def test_geometric_bets_end_all_in() -> None:
    """Three calls of equal fractions of the pot from the flop on use the whole stack; rounding leaves at most a chip."""
    tree = spot(3, pot=100, stack=1300, bets="e").tree  # 100 * 3^3 = 100 + 2 * 1300: a pot each time
    assert bets(tree) == [100]
    assert bets(tree, "r100c/") == [100 + 300]
    assert bets(tree, "r100c/r400c/") == [1300]
    assert bets(spot(3, pot=100, stack=1300, bets="e50%").tree) == [50]
    assert bets(spot(3, pot=100, stack=1300, bets="1e").tree) == [1300]


@pytest.mark.slow
def test_raises_of_a_chip_are_refused() -> None:
    with pytest.raises(CapacityError, match="expected at most 256 bets and raises on a street"):
        _ = spot(1, pot=10, stack=100_000_000, bets="1c", raises="1c").tree
    with pytest.raises(CapacityError, match="expected at most 20000000 nodes"):
        _ = spot(3, pot=10, stack=100_000, bets="10%,20%,30%", raises="10%,20%,30%").tree


def test_with_limits() -> None:
    tree = spot(2, pot=40, limit_bets=(10, 20), caps=(4, 3)).tree
    assert decisions(tree) == [10, 9 * 8]
    assert lines(tree)["crrrrc/crrrc"] == ("showdown", 0, 100)
    assert tree.all_bets
    assert tree.action_name(1) == "bet"
    assert decisions(spot(2, pot=40, limit_bets=(10, 20), caps=(4, 3), to_act="ip").tree) == [5, 5 * 8]


@pytest.mark.parametrize(
    ("game", "history"),
    [
        ("limit-holdem", "cc/"),
        ("limit-holdem", "cc/crr"),
        ("limit-holdem", "rrc/rc/cc/crr"),
        ("nolimit-holdem", "r300c/"),
        ("nolimit-holdem", "r300c/cr900"),
        ("nolimit-holdem", "r300c/cr10000"),
        ("nolimit-holdem", "cc/cc/cc/"),
    ],
)
def test_spots_of_a_whole_game(game: str, history: str) -> None:
    """Every line of the spot equals the game's line after the history, with the players swapped."""
    rules = load_game(game).rules
    whole = BettingTree(rules)
    board = ["Kd", "9h", "6h", "4c", "2s"][: 2 + history.count("/")]
    found = Spot.of_game(game, history, board=" ".join(board), oop="random", ip="random")
    behind = {
        line[len(history) :]: (kind, player if kind == "showdown" else 1 - player, chips)
        for line, (kind, player, chips) in lines(whole).items()
        if line.startswith(history) and (line == history or history.endswith("/") or _goes_on(line, history))
    }
    assert lines(found.tree) == behind
    node = find_node(whole, history)
    assert found.pot == found.dead_money + sum(found.paid)
    assert [whole.action_name(e) for e in whole.edges(node)] == found.tree.actions(0)
    for child_here, child_there in zip(found.tree.children(0), whole.children(node), strict=True):
        if found.tree.kind[child_here] == DECISION:
            assert found.tree.actions(child_here) == whole.actions(child_there)
    # Rows of strategies cover every edge once, even if no line reaches a street.
    rows = [found.tree.street_edges(street) for street in range(found.tree.rules.streets)]
    assert sum(one.stop - one.start for one in rows) == len(found.tree.action)
    assert [len(found.tree.first_rows(r)) for r in range(len(rows))] == [n + 1 for n in decisions(found.tree)]


def _goes_on(line: str, history: str) -> bool:
    """Return whether a line continues with the history's last action itself, not one with its prefix, as r900 and r9000."""
    return not line[len(history)].isdigit()


def test_pots_of_whole_games() -> None:
    limit = Spot.of_game("limit-holdem", "cc/crr", board="Kd9h6h", oop="AA", ip="QQ")
    assert (limit.pot, limit.paid, limit.dead_money, limit.to_act) == (50, (30, 20), 0, "ip")
    assert (limit.stacks, limit.big_blind) == (None, 10)
    free = Spot.of_game("nolimit-holdem", "r300c/cr900", board="Kd9h6h", oop="AA", ip="QQ")
    assert (free.pot, free.paid, free.stacks) == (1200, (300, 900), (9700, 9100))
    assert free.tree.rules.stack == 10_000
    assert free.stack == 9100
    assert isinstance(free.tree, SpotTree)


def test_donk_bets_follow_a_call() -> None:
    tree = spot(2, pot=100, stack=1000, bets="50%", raises="3x", donks={"river": "20%"}).tree
    assert bets(tree, "cc/") == [50]
    assert bets(tree, "r50c/") == [50 + 100]
    assert bets(tree, "cr50c/") == [50 + 40]
    assert bets(tree, "cr50c/c") == [50 + 100]
    none = spot(2, pot=100, stack=1000, bets="50%", donks="").tree
    assert bets(none, "cr50c/") == []
