"""The vector engine agrees with explicit trees walked deal by deal."""

from typing import Any

import numpy as np
import pytest

from helpers import explicit_games
from pokerdata import games
from pokerdata.solving.public import Result, solve


def as_dictionary(result: Result) -> dict[Any, float]:
    """Return (information set, action letter) -> probability, from the rows of a strategy."""
    tree, names = result.game.tree, result.game.state_names
    found = {}
    for r, strategy in enumerate(result.strategy):
        first = tree.first_edge[tree.decision_nodes(r)[0]]
        for node in tree.decision_nodes(r):
            for e in range(tree.first_edge[node], tree.first_edge[node + 1]):
                letter = tree.history(tree.child[e])[len(tree.history(node)) :].strip("/")
                for s, name in enumerate(names[r]):
                    found[(tree.history(node), name), letter] = float(strategy[e - first, s])
    return found


def check(explicit_game: Any, game: games.SolvableGame, suits: str | None = None, **how: Any) -> None:
    result = solve(game, dtype="float64", threads=1, **how)
    known = as_dictionary(result)
    strategy = (
        (lambda key, move: known[key, move]) if suits is None else explicit_games.mirrored(known, suits)
    )
    value = result.values
    # The stored strategy is float32.
    assert value.best_response[0] == pytest.approx(
        explicit_games.best_response(explicit_game, strategy, 0), abs=2e-6
    )
    assert value.best_response[1] == pytest.approx(
        explicit_games.best_response(explicit_game, strategy, 1), abs=2e-6
    )
    assert value.expected_value == pytest.approx(
        explicit_games.expected_value(explicit_game, strategy), abs=2e-6
    )
    if suits is None:
        assert game.information_sets == len(explicit_games.information_sets(explicit_game))


@pytest.mark.parametrize("iterations", [1, 3, 50])
def test_kuhn(iterations: int) -> None:
    check(explicit_games.kuhn(), games.kuhn(), iterations=iterations)


@pytest.mark.parametrize(("name", "iterations"), [("dcfr", 2), ("cfr+", 30), ("cfr", 30)])
def test_leduc(name: str, iterations: int) -> None:
    check(explicit_games.leduc(), games.leduc(), algorithm=name, iterations=iterations)


@pytest.mark.parametrize("iterations", [1, 20])
def test_random_counts_with_uneven_children(
    uneven_game: tuple[games.JointCountGame, tuple[Any, ...]], iterations: int
) -> None:
    game, parts = uneven_game
    check(explicit_games.of_counts(*parts), game, iterations=iterations)


def test_random_counts_reach_the_value_of_the_linear_program(
    uneven_game: tuple[games.JointCountGame, tuple[Any, ...]],
) -> None:
    game, parts = uneven_game
    value = explicit_games.value_by_linear_program(explicit_games.of_counts(*parts))
    result = solve(game, target="0.1mb", dtype="float64", threads=1)
    assert result.values.expected_value == pytest.approx(value, abs=result.values.nash_conv)
    assert -result.values.best_response[1] <= value <= result.values.best_response[0]


def test_information_sets() -> None:
    assert games.kuhn().information_sets == 12
    assert games.leduc().information_sets == 288


# bets, caps; ranks, suits, hole cards, board, ranking
REAL_CARDS = {
    "one card, three streets": ((1, 2, 2), (1, 1, 1), "JQK", "cdh", 1, (0, 1, 1), "three-card"),
    "one card, a pair and a card": ((1, 2), (2, 1), "23A", "cdh", 1, (0, 2), "three-card"),
    "a board from the start": ((1,), (2,), "QKA", "cdhs", 1, (2,), "three-card"),
    "two cards": ((1, 2), (2, 1), "JQK", "cdh", 2, (0, 1), "pairs"),
    "two cards, three streets": ((1, 2, 2), (1, 1, 1), "JQKA", "cd", 2, (0, 1, 1), "pairs"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL_CARDS)
def test_real_cards(name: str) -> None:
    """The explicit tree distinguishes suits, and its best responses may use them."""
    bets, caps, ranks, suits, hole, board, ranking = REAL_CARDS[name]
    rules = games.LimitRules(name=name, ante=1, bets=bets, caps=caps, first_to_act=(1,) * len(bets))
    cards = games.CardRules(ranks, suits=len(suits), hole=hole, board=board, ranking=ranking)
    strength = explicit_games.pairs if ranking == "pairs" else explicit_games.three_card
    deck = [rank + suit for rank in ranks for suit in suits]
    whole = explicit_games.of_cards(1, bets, caps, deck, hole, board, strength)
    check(whole, games.CardGame(rules, cards), suits, iterations=10)


# stack, parts of the pot; ranks, suits, hole cards, board, ranking
NO_LIMIT = {
    "one card": (7, (1,), "JQK", "cdh", 1, (0, 1), "pairs"),
    "one card, three streets": (4, (0.5, 2), "QKA", "cd", 1, (0, 1, 1), "three-card"),
    "two cards": (9, (1,), "JQK", "cdh", 2, (0, 1), "pairs"),
    "two cards, three streets": (3, (1,), "JQKA", "cd", 2, (0, 1, 1), "pairs"),
}


@pytest.mark.parametrize("name", NO_LIMIT)
def test_no_limit(name: str) -> None:
    """All-ins before the last street are settled over every run-out."""
    stack, pots, ranks, suits, hole, board, ranking = NO_LIMIT[name]
    first = (1,) * len(board)
    rules = games.NoLimitRules(
        name=name, ante=1, stacks=(stack, stack + 1), first_to_act=first, menu=(*pots, "all-in")
    )
    cards = games.CardRules(ranks, suits=len(suits), hole=hole, board=board, ranking=ranking)
    strength = explicit_games.pairs if ranking == "pairs" else explicit_games.three_card
    deck = [rank + suit for rank in ranks for suit in suits]
    deals = explicit_games.of_cards(1, first, first, deck, hole, board, strength).deals
    whole = explicit_games.NoLimitGame(1, first, first, deals, stack, pots)
    check(whole, games.CardGame(rules, cards), suits, iterations=7)


def test_no_limit_with_joint_counts(uneven_game: tuple[games.JointCountGame, tuple[Any, ...]]) -> None:
    _, (ante, bets, caps, *counts) = uneven_game
    deals = explicit_games.of_counts(ante, bets, caps, *counts).deals
    rules = games.NoLimitRules(
        name="uneven", ante=2, stacks=(9, 9), first_to_act=(1, 1, 1), menu=("pot", "all-in")
    )
    last, wins, parents = counts
    streets = [last]
    for up in reversed(parents):
        indicator = np.eye(int(up.max()) + 1, dtype=np.int64)[up]
        streets.insert(0, indicator.T @ streets[0] @ indicator)
    game = games.JointCountGame(rules, streets, wins, parents)
    check(explicit_games.NoLimitGame(2, bets, caps, deals, 9), game, iterations=20)


def test_two_alike_cards() -> None:
    """Two hole cards from a deck with copies: the explicit tree distinguishes every copy."""
    rules = games.LimitRules(name="copies", ante=1, bets=(1, 2), caps=(1, 1), first_to_act=(1, 1))
    game = games.CardGame(rules, games.CardRules("JQK", copies=3, hole=2, board=(0, 1)))
    deck = [rank + copy for rank in "JQK" for copy in "cdh"]
    whole = explicit_games.of_cards(1, (1, 2), (1, 1), deck, 2, (0, 1), explicit_games.pairs)
    result = solve(game, dtype="float64", threads=1, iterations=10)
    known = as_dictionary(result)

    def strategy(key: tuple[str, str], move: str) -> float:
        return known[(key[0], "".join(c for c in key[1] if c not in "cdh")), move]

    value = result.values
    for player in (0, 1):
        best = explicit_games.best_response(whole, strategy, player)
        assert value.best_response[player] == pytest.approx(best, abs=2e-6)
    assert value.expected_value == pytest.approx(explicit_games.expected_value(whole, strategy), abs=2e-6)
