"""Values of actions at every decision agree with every deal of the explicit tree, one by one."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from helpers import explicit_games
from pokerdata import games
from pokerdata.games.betting_tree import DECISION
from pokerdata.games.strategies import simple_strategy
from pokerdata.solving.public import action_values, evaluate


def plays(game: games.SolvableGame, strategy: Any) -> dict[Any, float]:
    """Return (information set, action) -> probability."""
    tree, found = game.tree, {}
    for r, names in enumerate(game.state_names):
        for node in tree.decision_nodes(r).tolist():
            for child, row in zip(tree.children(node), strategy[r][tree.rows(node)], strict=True):
                move = tree.history(child)[len(tree.history(node)) :].strip("/")
                for state, name in enumerate(names):
                    found[(tree.history(node), name), move] = float(row[state])
    return found


def by_deals(whole: Any, strategy: Any) -> dict[Any, float]:
    """Return (information set, action) -> value for the acting player: the mean over the deals that reach it."""

    def worth(at: Any, deal: Any) -> float:
        payoff = whole.payoff(at, deal)
        if payoff is not None:
            return float(payoff)
        key = whole.key(at, deal)
        parts: list[float] = [strategy(key, move) * worth(after, deal) for move, after in whole.moves(at)]
        return sum(parts)

    won: dict[Any, float] = defaultdict(float)
    weight: dict[Any, float] = defaultdict(float)

    def visit(at: Any, reach: dict[Any, tuple[float, float]]) -> None:
        if whole.payoff(at, next(iter(reach))) is not None:
            return
        sign = 1 - 2 * at.player
        for deal, both in reach.items():
            there = deal.probability * both[1 - at.player]
            for move, after in whole.moves(at):
                won[whole.key(at, deal), move] += sign * there * worth(after, deal)
                weight[whole.key(at, deal), move] += there
        for move, after in whole.moves(at):
            next_reach = {}
            for deal, both in reach.items():
                chance = strategy(whole.key(at, deal), move)
                mine = (both[0] * chance, both[1]) if at.player == 0 else (both[0], both[1] * chance)
                next_reach[deal] = mine
            visit(after, next_reach)

    visit(whole.start(), dict.fromkeys(whole.deals, (1.0, 1.0)))
    return {key: won[key] / weight[key] for key in won if weight[key] > 0}


def check(game: games.SolvableGame, whole: Any, suits: str | None = None, threads: int = 1) -> None:
    strategy = simple_strategy(game, "random", seed=5)
    # With an action of probability 0, the nodes after it have own reach 0, but the opponent's reach is positive.
    first = game.tree.rows(0)
    strategy[0][first.start, :] = 0
    strategy[0][first] /= strategy[0][first].sum(axis=0)
    known = plays(game, strategy)
    look_up = explicit_games.mirrored(known, suits) if suits else lambda key, move: known[key, move]
    wanted, seen = by_deals(whole, look_up), 0
    tree = game.tree
    for r, names in enumerate(game.state_names):
        for node in tree.decision_nodes(r).tolist():
            found = action_values(game, strategy, node, threads=threads)
            assert found.shape == (len(tree.children(node)), len(names))
            for child, row in zip(tree.children(node), found, strict=True):
                move = tree.history(child)[len(tree.history(node)) :].strip("/")
                for state, name in enumerate(names):
                    key = (tree.history(node), name), move
                    if np.isnan(row[state]):
                        assert key not in wanted
                    else:
                        assert row[state] == pytest.approx(wanted[key], abs=1e-5)
                        seen += 1
    assert seen >= (len(wanted) if suits is None else 1)


def test_kuhn_and_leduc() -> None:
    check(games.kuhn(), explicit_games.kuhn())
    check(games.leduc(), explicit_games.leduc(), threads=2)


def test_bucket_sequences_with_uneven_children(
    uneven_game: tuple[games.JointCountGame, tuple[Any, ...]],
) -> None:
    game, parts = uneven_game
    check(game, explicit_games.of_counts(*parts))
    _, (ante, bets, caps, *counts) = uneven_game
    rules = games.NoLimitRules(
        name="uneven", ante=2, stacks=(9, 9), first_to_act=(1, 1, 1), menu=("pot", "all-in")
    )
    deals = explicit_games.of_counts(ante, bets, caps, *counts).deals
    no_limit = games.JointCountGame(rules, game.deals, game.wins, game.parents)
    check(no_limit, explicit_games.NoLimitGame(2, bets, caps, deals, 9))


# stack or bets and caps; ranks, suits, hole cards, board, ranking
CARDS = {
    "one card": ((1, 2), (2, 1), None, "JQK", "cdh", 1, (0, 1), "pairs"),
    "two cards": ((1, 2), (1, 1), None, "JQK", "cdh", 2, (0, 1), "pairs"),
    "all-in with cards to come": ((1, 1, 1), (1, 1, 1), 4, "QKA", "cd", 1, (0, 1, 1), "three-card"),
    "all-in with two cards": ((1, 1), (1, 1), 9, "JQK", "cdh", 2, (0, 1), "pairs"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CARDS)
def test_real_cards(name: str) -> None:
    bets, caps, stack, ranks, suits, hole, board, ranking = CARDS[name]
    first = (1,) * len(board)
    rules: games.Rules = games.LimitRules(name=name, ante=1, bets=bets, caps=caps, first_to_act=first)
    strength = explicit_games.pairs if ranking == "pairs" else explicit_games.three_card
    deck = [rank + suit for rank in ranks for suit in suits]
    whole: Any = explicit_games.of_cards(1, bets, caps, deck, hole, board, strength)
    if stack is not None:
        rules = games.NoLimitRules(
            name=name, ante=1, stacks=(stack, stack), first_to_act=first, menu=(1, "all-in")
        )
        whole = explicit_games.NoLimitGame(1, bets, caps, whole.deals, stack, (1,))
    cards = games.CardRules(ranks, suits=len(suits), hole=hole, board=board, ranking=ranking)
    check(games.CardGame(rules, cards), whole, suits)


def test_the_start_has_the_value_of_the_game(limit_game: games.JointCountGame) -> None:
    """The sum over all states and actions, weighted by their probabilities, is the expected value."""
    strategy = simple_strategy(limit_game, "random", seed=1)
    worth = action_values(limit_game, strategy, 0)
    shares = limit_game.deals[0].sum(axis=1) / limit_game.deals[0].sum()
    mean = (worth * strategy[0][limit_game.tree.rows(0)]).sum(axis=0) @ shares
    assert mean == pytest.approx(evaluate(limit_game, strategy).expected_value, abs=1e-6)
    assert np.allclose(worth[0], -5)  # folding the small blind


def test_what_is_no_decision() -> None:
    game = games.kuhn()
    strategy = simple_strategy(game, "uniform")
    end = int(np.flatnonzero(game.tree.kind != DECISION)[0])
    for node in (-1, end, game.tree.nodes):
        with pytest.raises(ValueError, match=f"node: expected a decision of Kuhn poker, got {node}"):
            action_values(game, strategy, node)
    with pytest.raises(ValueError, match="strategy"):
        action_values(game, strategy[:0], 0)
