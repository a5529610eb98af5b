"""Expectimax: a published worked example, exact best responses, and agreement of both implementations."""

from itertools import combinations

import numpy as np
import pytest

from pokerdata.cards import as_cards
from pokerdata.cards.strength import ihr
from pokerdata.errors import CapacityError
from pokerdata.games import BettingTree, CardRules, SolvableGame, leduc, load_game, strategies, table_rules
from pokerdata.games.play import State, TableRules
from pokerdata.games.strategies import Strategy
from pokerdata.players.modelling import KnownPlayer
from pokerdata.players.search import (
    DecisionTriple,
    LookAhead,
    Model,
    expectimax,
    final_strengths,
    fixed,
    limit_tree,
    look_ahead,
    of_strategy,
    preference,
    tree_values,
)
from pokerdata.players.search.expectimax import state_value
from pokerdata.solving.explicit import best_response, explicit_tree

LEDUC = table_rules("leduc")
LETTERS = {"fold": "f", "check": "c", "call": "c", "bet": "r", "raise": "r"}
HOLDEM = table_rules("limit-holdem")


def value_against(model: Model, position: int) -> float:
    """Return Miximax's winnings in a position, averaged over its cards, with a true model of the opponent."""
    known = KnownPlayer(model)
    won = []
    for card in LEDUC.deck:
        holes: list[tuple[int, ...]] = [(), ()]
        holes[position] = (card,)
        won.append(state_value(State(LEDUC, hole_cards=holes), position, known))
    return float(np.mean(won))


def test_the_golden_table() -> None:
    """Paper 9 of Poker Challenge 2008: on the river both have paid 2, we bet 2, the opponent raises to 4."""
    cards = CardRules("JQK", board=(0,), suits=1)
    game = TableRules("river", (0, 0), (1,), cards, bets=(2,), max_raises=(3,), ante=2)
    tree = limit_tree(game)
    shares = np.where(tree.legal, [0.2, 0.8, 0.0], 0)
    histograms = np.full((tree.nodes, 10), 0.1)
    histograms[tree.at("rrc")] = np.array([1, 1, 0, 0, 0, 0, 0, 4, 4, 0]) / 10
    histograms[tree.at("rrrc")] = np.array([0, 0, 0, 0, 0, 0, 0, 4, 4, 0]) / 8  # the worst fifth has folded
    table = {0.70: (-3.6, -5.2), 0.75: (-1.2, -2.0), 0.80: (1.2, 1.2), 0.85: (3.6, 4.4), 0.90: (6.0, 7.6)}
    for strength, (call, raise_) in table.items():
        ahead = LookAhead((), np.array([strength]))
        found = tree_values(tree, tree.at("rr"), ahead, shares, histograms)
        assert found == pytest.approx([-4, call, raise_], abs=1e-12)


@pytest.mark.parametrize("position", [0, 1])
def test_told_the_truth_of_a_caller_it_wins_22_15(position: int) -> None:
    assert value_against(fixed(0, 1, 0), position) == pytest.approx(22 / 15, abs=1e-12)


def test_told_the_truth_of_uniform_play() -> None:
    assert value_against(fixed(1, 1, 1), 0) == pytest.approx(2.0875, abs=1e-12)
    assert value_against(fixed(1, 1, 1), 1) == pytest.approx(383 / 144, abs=1e-12)


def random_strategy(game: SolvableGame, seed: int) -> Strategy:
    """Return a strategy with a positive probability for every action."""
    source = np.random.default_rng(seed)
    streets = []
    for street, even in enumerate(strategies.simple_strategy(game, "uniform")):
        weights = source.gamma(0.5, size=even.shape) + 1e-3
        first = game.tree.first_rows(street)
        sums = np.add.reduceat(weights, first[:-1], axis=0)
        streets.append(weights / np.repeat(sums, np.diff(first), axis=0))
    return Strategy(game.rules, game.parts()[0], None, tuple(streets), game.state_names)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_told_the_truth_it_is_the_best_response(seed: int) -> None:
    """Against any strategy, in both seats, it agrees with the best response in an explicit tree."""
    strategy = random_strategy(leduc(), seed)
    tree = explicit_tree("leduc")
    words = {}
    for one in tree.information_sets:
        cards, history = str(one.key).split(": ")
        hand, _, board = cards.partition(" on ")
        shares = strategy[hand, board, history]
        words[one.player, one.key] = {action: shares[LETTERS[str(action)]] for action in one.actions}
    model = of_strategy(strategy)
    for position in (0, 1):
        best, _ = best_response(tree, words, position)
        assert value_against(model, position) == pytest.approx(best, abs=1e-9)


def test_what_he_did_tells_cards_to_come() -> None:
    """A player that bets only kings leaves fewer of them for the board."""
    strategy = random_strategy(leduc(), 0)
    state = State(LEDUC, hole_cards=["", "Js"]).apply("r").apply("c")
    known = KnownPlayer(of_strategy(strategy))
    found = dict(known.cards(state))
    assert sum(found.values()) == pytest.approx(1)
    bets = {rank: strategy[rank, "", ""]["r"] for rank in "JQK"}
    jack, queen, king = bets["J"], 2 * bets["Q"], 2 * bets["K"]
    total = jack + queen + king
    # The board is a king: the opponent holds the other king or none.
    expected = (jack / total) * 2 / 4 + (queen / total) * 2 / 4 + (king / total) * 1 / 4
    assert sum(share for cards, share in found.items() if cards[0] // 4 == 11) == pytest.approx(expected)


class ByBetting:
    """Opponents for `expectimax` from the arrays of `tree_values`."""

    def __init__(self, shares: np.ndarray, histograms: np.ndarray) -> None:
        self.tree, self.all_shares, self.histograms = limit_tree(LEDUC), shares, histograms

    def probabilities(self, state: State) -> DecisionTriple:
        return DecisionTriple(*self.all_shares[self.tree.at(state.history)].tolist())

    def showdown(self, state: State) -> float:
        (hole,) = (cards for cards in state.hole_cards if cards)
        strength = float(final_strengths(LEDUC, hole, [state.board])[0])
        cells = self.histograms[self.tree.at(state.history)]
        cell = min(int(10 * strength), 9)
        return float(cells[:cell].sum() + cells[cell] * (10 * strength - cell))

    def cards(self, state: State) -> list[tuple[tuple[int, ...], float]]:
        (hole,) = (cards for cards in state.hole_cards if cards)
        return [((card,), 1 / 5) for card in LEDUC.deck if card not in hole]


@pytest.mark.parametrize("history", ["", "c", "r", "cr", "rr", "cc", "crrc", "rcr", "rrcrr"])
def test_all_nodes_at_once_are_states_one_by_one(history: str) -> None:
    tree = limit_tree(LEDUC)
    source = np.random.default_rng(5)
    shares = np.where(tree.legal, source.random((tree.nodes, 3)), 0)
    shares /= np.maximum(shares.sum(1, keepdims=True), 1e-9)
    histograms = source.random((tree.nodes, 10))
    histograms /= histograms.sum(1, keepdims=True)
    for hole in ("Js", "Qs", "Ks"):
        state = State(LEDUC)
        for action in history:
            state = state.apply_unseen(action)
        player = state.betting.player
        holes = ["", ""]
        holes[player] = hole
        state = state.with_cards(holes, "Qh" if state.street else "")
        ahead = look_ahead(LEDUC, state.hole_cards[player], state.board, state.street, 64, 0)
        assert ahead.branches == ((5,) if state.street == 0 else ())
        values = tree_values(tree, tree.at(state.history), ahead, shares, histograms)
        found = expectimax(state, ByBetting(shares, histograms))
        told = {"fcr"[k]: value for k, value in enumerate(values.tolist()) if value == value}
        assert told == pytest.approx(found.values, abs=1e-12)
        assert found.value == found.values[found.best] == max(found.values.values())


def test_mixing() -> None:
    values = np.array([1.0, 3.0, np.nan])
    found = preference(values, 2.0)
    assert found == pytest.approx([1 / (1 + np.e), np.e / (1 + np.e), 0])
    tree = limit_tree(LEDUC)
    shares = np.where(tree.legal, 1.0, 0)
    shares /= np.maximum(shares.sum(1, keepdims=True), 1e-9)
    histograms = np.full((tree.nodes, 10), 0.1)
    ahead = look_ahead(LEDUC, (int(as_cards("Ks", "hand")[0]),), (), 0, 64, 0)
    best = tree_values(tree, 0, ahead, shares, histograms)
    nearly = tree_values(tree, 0, ahead, shares, histograms, 1e-3)
    mixed = tree_values(tree, 0, ahead, shares, histograms, 5.0)
    assert nearly[1:] == pytest.approx(best[1:], abs=1e-2)
    assert (mixed[1:] < best[1:] - 0.05).all()


def test_strengths() -> None:
    """They agree with the package's hand rank on whole boards, and with values by hand in Leduc hold'em."""
    hole = tuple(as_cards("AhKd", "hand").tolist())
    boards = [tuple(as_cards(text, "board").tolist()) for text in ("2c3c4c5c7d", "AdKh2s2d9c", "ThJdQs2c2h")]
    found = final_strengths(HOLDEM, hole, boards)
    expected = [float(ihr(np.array(hole, np.uint8), np.array(board, np.uint8))) for board in boards]
    assert found == pytest.approx(expected, abs=1e-12)
    king, jack = (tuple(as_cards(text, "hand").tolist()) for text in ("Ks", "Js"))
    board = tuple(as_cards("Kh", "board").tolist())
    assert final_strengths(LEDUC, king, [board])[0] == 1
    assert final_strengths(LEDUC, jack, [board])[0] == pytest.approx(
        0.5 / 4
    )  # ties the jack, loses to the others


def test_boards_that_may_come() -> None:
    hole = tuple(as_cards("AhKd", "hand").tolist())
    board = tuple(as_cards("2c3c4c", "board").tolist())
    turn = look_ahead(HOLDEM, hole, (*board, 40), 2, 64, 1)
    assert turn.branches == (46,)
    left = [card for card in range(52) if card not in (*hole, *board, 40)]
    assert sorted(turn.strengths) == sorted(final_strengths(HOLDEM, hole, [(*board, 40, c) for c in left]))
    flop = look_ahead(HOLDEM, hole, board, 1, 64, 1)
    assert flop.branches == (8, 8)
    again = look_ahead(HOLDEM, hole, board, 1, 64, 1)
    assert (flop.strengths == again.strengths).all()
    assert (flop.strengths != look_ahead(HOLDEM, hole, board, 1, 64, 2).strengths).any()
    # With all of them, the mean strength is exact.
    all_ways = look_ahead(HOLDEM, hole, board, 1, 60**2, 0)
    pairs = [(*board, *two) for two in combinations([c for c in range(52) if c not in (*hole, *board)], 2)]
    assert all_ways.branches == (47, 46)
    assert all_ways.strengths.mean() == pytest.approx(final_strengths(HOLDEM, hole, pairs).mean(), abs=1e-12)


def test_the_tree_of_a_game() -> None:
    tree = limit_tree(HOLDEM)
    assert tree.nodes == 16584
    package = BettingTree(load_game("limit-holdem").rules)
    assert int((tree.player >= 0).sum()) == sum(len(package.decision_nodes(street)) for street in range(4))
    node = tree.at("crrc/rr")
    assert tree.raises[node].tolist() == [[1, 1], [1, 1], [0, 0], [0, 0]]
    assert (tree.player[node], tree.street[node], tree.bets_to_call[node]) == (0, 1, 1)
    assert tree.spent[node].tolist() == [40, 50]
    assert tree.before[node].tolist() == [3, 3]
    assert tree.faced[node].tolist() == [0, 1]
    for street in range(4):
        layers = tree.layers(0, street)
        nodes = np.concatenate([layer.nodes for layer in layers])
        assert sorted(nodes) == np.flatnonzero((tree.street == street) & (tree.player >= 0)).tolist()


@pytest.mark.slow
def test_refused() -> None:
    with pytest.raises(ValueError, match="expected one with limits for two players"):
        limit_tree(table_rules("nolimit-holdem"))
    with pytest.raises(ValueError, match="expected one with limits for two players"):
        limit_tree(table_rules("limit-holdem-3p"))
    cards = CardRules("JQK", board=(0,), suits=1)
    short = TableRules("short", (0, 0), (1,), cards, bets=(2,), max_raises=(3,), ante=2, stacks=(5, 5))
    with pytest.raises(ValueError, match="expected stacks that no betting uses up"):
        limit_tree(short)
    deep = CardRules("23456789TJQKA", suits=4, board=(0, 1, 1, 1, 1))
    wide = TableRules("wide", (0, 0), (1,) * 5, deep, bets=(2,) * 5, max_raises=(9,) * 5, ante=1)
    with pytest.raises(CapacityError, match="expected at most 50,000 bettings"):
        limit_tree(wide)
    with pytest.raises(ValueError, match="expected a betting of Leduc"):
        limit_tree(LEDUC).at("x")
    with pytest.raises(ValueError, match="hole cards are known, got none of position 0"):
        expectimax(State(LEDUC), KnownPlayer(fixed(0, 1, 0)))
    with pytest.raises(ValueError, match="expected one with limits"):
        expectimax(State(table_rules("nolimit-holdem"), hole_cards=["", "AhKh"]), KnownPlayer(fixed(0, 1, 0)))
    preflop = State(HOLDEM, hole_cards=["AhKh", ""]).apply("c").apply("c")
    assert len(list(KnownPlayer(fixed(0, 1, 0)).cards(preflop))) == 19600


@pytest.mark.parametrize("stacks", [(20, 3), (1, 20)])
def test_chips_that_nobody_called_come_back(stacks: tuple[int, int]) -> None:
    """If one player is all-in for less, the other's surplus is not at stake."""
    game = TableRules("short", (4, 2), (2, 1), LEDUC.cards, bets=(4, 8), stacks=stacks, max_raises=(2, 2))
    state = State(game, hole_cards=["Qs", "Kh"], board="Jh")
    while not state.is_terminal:
        state = state.apply("r" if state.can_raise else "c")

    class Loses:
        def showdown(self, _: State) -> float:
            return 0.0

    player = state.spent.index(max(state.spent))
    state = state if player == 0 else state.with_cards(["Kh", "Qs"])
    assert len(set(state.spent)) == 2
    assert state_value(state, player, Loses()) == state.returns()[player] == -min(state.spent)  # type: ignore[arg-type]
