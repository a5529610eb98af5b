"""The actions of a best response at a node agree with plain recursion over the cards to come."""

from __future__ import annotations

import json
from functools import cache
from xml.dom.minidom import parseString

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.short_decks import LIMIT, ByRanks, SmallGame, small_game
from pokerdata.cards import COMBINATIONS, format_cards, parse_cards
from pokerdata.cards.evaluator import evaluate as codes_of
from pokerdata.cards.isomorphism import SUIT_PERMUTATIONS, boards, combination_maps
from pokerdata.games import BettingTree
from pokerdata.games.betting_tree import DECISION, FOLD
from pokerdata.games.strategies.strategy_file import steps
from pokerdata.solving.public import evaluate
from pokerdata.solving.real_cards.best_actions import StreetActions, actions_at, place
from pokerdata.solving.real_cards.node_actions import BestActions
from pokerdata.solving.real_cards.seats import Played, Seats

_EXACT = 2e-5  # of the chips at stake: float32, and hands that the opponent rarely holds


def best(small: SmallGame, path: str, board: str, seed: int = 1, threads: int = 2) -> BestActions:
    return street_of(small, path, board, seed, threads).nodes[0]


def street_of(small: SmallGame, path: str, board: str, seed: int = 1, threads: int = 2) -> StreetActions:
    played = Played(small.strategy(seed), small.states)
    node, dealt = place(small.game.tree, path, board)
    seats = Seats(small.rules, small.ranks, [int(small.game.tree.player[node])], played)
    return actions_at(seats, "made up", node, dealt, threads=threads)


class ByHand:
    """Value of one hand of the responder, dealing card after card."""

    def __init__(self, small: SmallGame, player: int, hand: int, seed: int) -> None:
        self.tree, self.small, self.player = small.game.tree, small, player
        self.rows, self.hand = small.strategy(seed), [int(c) for c in COMBINATIONS[hand]]
        self.deck = [c for c in range(52) if small.ranks >> c // 4 & 1]
        self.others = [
            k
            for k, cards in enumerate(COMBINATIONS.tolist())
            if set(cards) <= set(self.deck) - set(self.hand)
        ]
        self.holds = COMBINATIONS[self.others]
        self.states = cache(lambda board: small.states.of_board(np.array(board, np.uint8))[self.others])

    def reach(self, node: int, board: tuple[int, ...]) -> NDArray[np.float64]:
        found = (~np.isin(self.holds, board).any(axis=1)).astype(float)
        while (parent := int(self.tree.parent[node])) >= 0:
            if self.tree.player[parent] != self.player:
                street = int(self.tree.street[parent])
                found = found * self.probabilities(parent, node, board[: (0, 3, 4, 5)[street]])
            node = parent
        return found

    def probabilities(self, node: int, child: int, board: tuple[int, ...]) -> NDArray[np.float32]:
        row = self.tree.rows(node).start + self.tree.children(node).index(child)
        return np.asarray(self.rows[int(self.tree.street[node])][row, self.states(board)])

    def worth(self, node: int, board: tuple[int, ...], reach: NDArray[np.float64]) -> float:
        """Return the value summed over the opponent's hands, weighted by reach."""
        tree = self.tree
        if not reach.any():
            return 0.0
        if tree.kind[node] == FOLD:
            return (1 if self.player == 0 else -1) * float(tree.chips[node]) * float(reach.sum())
        wanted = (0, 3, 4, 5)[int(tree.street[node])] if tree.kind[node] == DECISION else 5
        if len(board) < wanted:
            left = len(self.deck) - 4 - len(board)
            free = [c for c in self.deck if c not in board and c not in self.hand]
            return (
                sum(self.worth(node, (*board, c), reach * ~(self.holds == c).any(axis=1)) for c in free)
                / left
            )
        if tree.kind[node] != DECISION:
            own = codes_of(np.array([*self.hand, *board], np.uint8))
            there = np.flatnonzero(reach)
            hands = np.hstack([self.holds[there], np.tile(np.array(board, np.uint8), (len(there), 1))])
            won = np.sign(int(own) - codes_of(np.ascontiguousarray(hands)).astype(int))
            return float(tree.chips[node]) * float(won @ reach[there])
        values = []
        for child in tree.children(node):
            own_turn = tree.player[node] == self.player
            after = reach if own_turn else reach * self.probabilities(node, child, board)
            values.append(self.worth(child, board, after))
        return float(max(values) if tree.player[node] == self.player else sum(values))

    def chips(self, node: int, board: tuple[int, ...]) -> NDArray[np.float64]:
        reach = self.reach(node, board)
        sums = np.array([self.worth(c, board, reach) for c in self.tree.children(node)])
        return np.asarray(sums / reach.sum())


@pytest.mark.slow
@pytest.mark.parametrize("board", ["9h9cQd", "9h9cQdQc", "9h9cQdQcAs", "As9hQc", "As9hQc9s", "As9hQc9sAd"])
@pytest.mark.parametrize("seat", [0, 1])
def test_against_plain_recursion(small: SmallGame, board: str, seat: int) -> None:
    tree, cards = small.game.tree, tuple(parse_cards(board).tolist())
    street = len(cards) - 2
    nodes = [n for n in tree.decision_nodes(street).tolist() if tree.player[n] == seat]
    random = np.random.default_rng(street)
    for node in random.choice(nodes, 3, replace=False).tolist():
        found = best(small, tree.history(node), board)
        assert (found.node, found.player, found.path) == (node, seat + 1, tree.history(node))
        hands = np.flatnonzero(found.best >= 0)
        assert len(hands) == {3: 36, 4: 28, 5: 21}[len(cards)]
        assert np.isnan(found.chips).all(axis=1).sum() == 1326 - len(hands)
        stake = float(np.abs(tree.chips).max())
        for hand in random.choice(hands, 1 if street == 1 else 3, replace=False).tolist():
            by_hand = ByHand(small, seat, hand, 1)
            exact = by_hand.chips(node, cards)
            np.testing.assert_allclose(found.chips[hand], exact, atol=_EXACT * stake)
            assert np.abs(found.chips[hand] - exact).max() <= found.rounding[hand], "the bound that is told"
            reach = by_hand.reach(node, cards)
            there = ~np.isin(by_hand.holds, cards).any(axis=1)
            assert found.other_reach[hand] == pytest.approx(reach[there].mean())
            np.testing.assert_allclose(found.reach[by_hand.others], reach)


def test_before_the_flop_and_the_value_of_the_game(small: SmallGame) -> None:
    """The best actions of all hands at the first decision give the value of the game."""
    rows = small.strategy(1)
    won = best(small, "", "").worth
    value = evaluate(small.game, small.on_cards(rows)).best_response[0]
    assert won[~np.isnan(won)].mean() == pytest.approx(value, rel=3e-6)


def test_streets_fit_together(small: SmallGame) -> None:
    """The best actions at the start of a street give the hands' values there."""
    player, tree = 0, small.game.tree
    seats = Seats(small.rules, small.ranks, [player], Played(small.strategy(1), small.states))
    for number in seats.flops.numbers[[0, 5, 11]].tolist():
        flop = format_cards(boards(3).cards[number])
        [behind] = seats._core.values([number], [0])
        for root, values in zip(seats.each[0].nodes, behind[0], strict=True):
            if tree.kind[root] != DECISION or tree.player[root] != player:
                continue
            found = best(small, tree.history(root), flop)
            there = found.best >= 0
            total = found.worth * found.other_reach * 21  # opposing hands for each
            np.testing.assert_allclose(total[there], values[there], rtol=1e-5, atol=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["", "9h9cQd", "9h9cQdQc", "9h9cQdQcAs"])
def test_a_street(small: SmallGame, board: str) -> None:
    """All decisions of one player from a node on agree with computing each alone."""
    tree = small.game.tree
    street = {"": 0, "9h9cQd": 1, "9h9cQdQc": 2, "9h9cQdQcAs": 3}[board]
    for first in tree.decision_nodes(street).tolist()[:3]:
        found = street_of(small, tree.history(first), board)
        before, root = tree.history(first), tree.player[first]
        expected = [
            node
            for node in tree.decision_nodes(street).tolist()
            if tree.player[node] == root
            and tree.history(node).startswith(before)
            and _below(tree, node, first)
        ]
        assert [node.node for node in found.nodes] == expected
        for node in found.nodes:
            alone = best(small, node.path, board)
            assert np.array_equal(node.chips, alone.chips, equal_nan=True)
            assert np.array_equal(node.reach, alone.reach)
        told = str(found)
        assert max(map(len, told.splitlines())) <= 80
        assert told.count("best with") == sum((node.best >= 0).any() for node in found.nodes)
        if board:
            hand = found.nodes[0].hand_name(int(np.flatnonzero(found.nodes[0].best >= 0)[-1]))
            lines = found.lines(hand)
            for node in found.nodes:
                for line in node.hands_table(hand) if (node.best >= 0).any() else []:
                    assert line in lines
        kept = json.loads(json.dumps(found.to_dict()))
        assert [one["path"] for one in kept["decisions"]] == [node.path for node in found.nodes]
        parseString(f"<html>{found._repr_html_()}</html>")
        assert len(repr(found)) < 119


def _below(tree: BettingTree, node: int, first: int) -> bool:
    while node not in (first, -1):
        node = int(tree.parent[node])
    return node == first


def test_suits_and_threads(small: SmallGame) -> None:
    path = "cc/" if "c" in steps(small.game.tree, 0) else ""
    one = best(small, path, "9c9dQc", threads=1)
    assert np.array_equal(one.chips, best(small, path, "9c9dQc", threads=3).chips, equal_nan=True)
    found = best(small, path, "QdAh9c")  # no two suits can be exchanged
    cards = parse_cards("QdAh9c")
    for suits, hands in zip(SUIT_PERMUTATIONS, combination_maps(), strict=True):
        turned = best(small, path, format_cards(cards // 4 * 4 + suits[cards % 4]))
        assert np.array_equal(turned.chips[hands], found.chips, equal_nan=True)
    turned = best(small, path, "9h9sQh")
    assert turned.chips[turned.hand("AhQs")] == pytest.approx(one.chips[one.hand("AcQd")], rel=1e-5)
    assert one.class_worth[~np.isnan(one.class_worth)] == pytest.approx(
        turned.class_worth[~np.isnan(turned.class_worth)], rel=1e-5
    )


def test_drawn_flops(small: SmallGame) -> None:
    seats = Seats(small.rules, small.ranks, [0], Played(small.strategy(1), small.states))
    exact = best(small, "", "")
    drawn = actions_at(seats, "made up", 0, np.zeros(0, np.uint8), flops=400, seed=1).nodes[0]
    assert drawn.half_widths is not None
    there = exact.best >= 0
    far = np.abs(drawn.chips - exact.chips)[there] > drawn.half_widths[there] + 1e-4
    assert far.mean() < 0.12, "one in twenty, and hands hang together"
    assert "400 flops drawn" in str(drawn)
    assert "±" in "\n".join(drawn.lines("AA"))


def test_what_it_says(small: SmallGame) -> None:
    found = best(small, "cc/", "9c9dQc")
    assert found.totals.sum() == pytest.approx(1)
    told = str(found)
    assert max(map(len, told.splitlines())) <= 80
    assert "street 2, board Qc9d9c, after cc" in told
    assert "AQs" in told
    assert "KK" not in told, "of a deck of nines, queens and aces"
    chosen = found.actions[found.best[found.hand("AhQs")]]
    assert found.hands_table("AhQs")[-1].endswith(chosen)
    assert "\n".join(found.hands_table("AQ")).count("A") == len(found.rows("AQ")) == 12
    kept = json.loads(json.dumps(found.to_dict()))
    assert kept["hands"]["AhQs"]["best"] == chosen
    assert len(kept["hands"]) == 36
    parseString(f"<html>{found._repr_html_()}</html>")
    assert len(repr(found)) < 119
    assert found.rows("qa") == found.rows("AQ")
    for hand in ("AcQc", "KhKs", "Ah", "no", "Q"):
        with pytest.raises(ValueError, match=f"hand: expected .*, got {hand}; e.g. "):
            found.hand(hand)


def test_what_cannot_be() -> None:
    tree = small_game(LIMIT, "9QA").game.tree
    with pytest.raises(ValueError, match=r"board: expected 3 cards on the flop, got none; e.g. '7s 6c As'"):
        place(tree, "cc/", "")
    with pytest.raises(ValueError, match="board: expected no cards before the flop, got Ac9c9d"):
        place(tree, "c", "Ac9c9d")
    with pytest.raises(ValueError, match="path: expected one of"):
        place(tree, "x", "")


def test_a_hand_that_is_met_at_first_and_not_later(small: SmallGame) -> None:
    """The opponent continues with one hand only: hands that share a card with it face no later decisions."""
    tree = small.game.tree
    rows = [row.copy() for row in small.strategy(1)]
    first = next(n for n in tree.decision_nodes(1).tolist() if tree.player[n] == 0)
    played = Played(rows, _OneHand(small.states, "Qs9s"))
    seats = Seats(small.rules, small.ranks, [0], played)
    board = np.array(parse_cards("9h9cQd"), np.uint8)
    rows[1][:, :] = 0  # the opponent folds every other hand
    for node in tree.decision_nodes(1).tolist():
        at = tree.rows(node)
        rows[1][at.start, :] = 1
        rows[1][at, -1] = 1 / (at.stop - at.start)
    found = actions_at(seats, "made up", first, board)
    there = [node for node in found.nodes if not node.meets("QcQs") and (node.best >= 0).any()]
    assert there, "beside a queen of spades he does not come"
    said = found.lines("QcQs")
    assert sum("never comes here beside QcQs" in line for line in said) == len(there)
    assert max(map(len, said)) <= 80


class _OneHand:
    """States that distinguish one hand from all others."""

    def __init__(self, states: ByRanks, hand: str) -> None:
        self._states, (low, high) = states, sorted(map(int, parse_cards(hand)))
        self._hand = high * (high - 1) // 2 + low

    def states(self, street: int) -> int:
        return self._states.states(street)

    def of_board(self, board: NDArray[np.uint8]) -> NDArray[np.uint16]:
        found = np.array(self._states.of_board(board))
        if len(board) == 3:
            found = np.minimum(found, self.states(1) - 2)
            found[self._hand] = self.states(1) - 1
        return found
