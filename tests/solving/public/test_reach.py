"""Reach probabilities of information sets agree with every deal of the explicit tree, one by one."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from helpers import explicit_games
from pokerdata import games
from pokerdata.games.strategies import simple_strategy
from pokerdata.solving.public import reach_probabilities


def by_deals(whole: Any, strategy: Any) -> dict[Any, float]:
    """Return information set -> probability that a hand reaches it."""
    found: dict[Any, float] = defaultdict(float)

    def visit(at: Any, deal: Any, reach: float) -> None:
        if whole.payoff(at, deal) is None:
            found[whole.key(at, deal)] += reach
            for move, after in whole.moves(at):
                visit(after, deal, reach * strategy(whole.key(at, deal), move))

    for deal in whole.deals:
        visit(whole.start(), deal, deal.probability)
    return found


def plays(game: games.SolvableGame, strategy: Any) -> dict[Any, float]:
    """Return (information set, action) -> probability."""
    tree = game.tree
    found: dict[Any, float] = {}
    for r, names in enumerate(game.state_names):
        for node in tree.decision_nodes(r).tolist():
            for child, row in zip(tree.children(node), strategy[r][tree.rows(node)], strict=True):
                move = tree.history(child)[len(tree.history(node)) :].strip("/")
                found |= {
                    ((tree.history(node), name), move): float(p) for name, p in zip(names, row, strict=True)
                }
    return found


def reached(game: games.SolvableGame, strategy: Any) -> dict[Any, float]:
    """Return the reach probabilities from the package."""
    tree = game.tree
    found: dict[Any, float] = {}
    for r, street in enumerate(reach_probabilities(game, strategy, threads=2)):
        for node, row in zip(tree.decision_nodes(r).tolist(), street, strict=True):
            names = game.state_names[r]
            found |= {(tree.history(node), name): float(p) for name, p in zip(names, row, strict=True)}
    return found


def check(game: games.SolvableGame, whole: Any) -> None:
    strategy = simple_strategy(game, "random", seed=5)
    known = plays(game, strategy)
    wanted, found = by_deals(whole, lambda key, move: known[key, move]), reached(game, strategy)
    assert {key for key, p in found.items() if p > 0} == {key for key, p in wanted.items() if p > 0}
    for key, probability in wanted.items():
        assert found[key] == pytest.approx(probability, rel=1e-6)


def test_kuhn_and_leduc() -> None:
    check(games.kuhn(), explicit_games.kuhn())
    check(games.leduc(), explicit_games.leduc())


def test_buckets_with_uneven_children(uneven_game: tuple[games.JointCountGame, tuple[Any, ...]]) -> None:
    game, parts = uneven_game
    check(game, explicit_games.of_counts(*parts))


def test_states_that_stand_for_several_hands() -> None:
    """With cards up to suits, a state has the total probability of its hands."""
    rules = games.LimitRules(name="small", ante=1, bets=(1, 2), caps=(2, 1), first_to_act=(1, 1))
    game = games.CardGame(rules, games.CardRules("JQK", suits=3, hole=2, board=(0, 1), ranking="pairs"))
    strategy = simple_strategy(game, "random", seed=3)
    deck = [rank + suit for rank in "JQK" for suit in "cdh"]
    whole = explicit_games.of_cards(1, (1, 2), (2, 1), deck, 2, (0, 1), explicit_games.pairs)
    wanted = by_deals(whole, explicit_games.mirrored(plays(game, strategy), "cdh"))
    of_betting: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for place, chances in enumerate((wanted, reached(game, strategy))):
        for (history, _), probability in chances.items():
            of_betting[history][place] += probability
    for mine, theirs in of_betting.values():
        assert mine == pytest.approx(theirs, rel=1e-6)


def test_what_is_no_strategy() -> None:
    with pytest.raises(ValueError, match="strategy: expected 1 street"):
        reach_probabilities(games.kuhn(), ())
