"""Strategies that ignore their cards agree with values by hand and with each other."""

from itertools import pairwise

import numpy as np
import pytest

from pokerdata import games
from pokerdata.games.strategies import pair, simple_strategy
from pokerdata.solving.public import against, evaluate, solve


def test_always_calling_in_kuhn_by_hand() -> None:
    """Against a caller, bet the king, gain nothing with the queen, and check the jack."""
    game = games.kuhn()
    value = evaluate(game, simple_strategy(game, "call"))
    assert value.best_response == pytest.approx((1 / 3, 1 / 3))
    assert value.expected_value == pytest.approx(0)


def test_always_folding_in_kuhn_by_hand() -> None:
    """A bet wins the ante of a folder with any card."""
    game = games.kuhn()
    value = against(game, simple_strategy(game, "raise"), simple_strategy(game, "fold"))
    assert value.expected_value == pytest.approx(1)
    assert value.best_response[0] == pytest.approx(1)
    # Against a player that always bets and calls, fold the jack; calling and folding the queen are equal.
    assert value.best_response[1] == pytest.approx((2 + 0 - 1) / 3)


def test_probing_never_folds() -> None:
    game = games.leduc()
    for street, rows in enumerate(simple_strategy(game, "probe")):
        names = [games.ACTIONS[a] for a in game.tree.action[game.tree.street_edges(street)]]
        first = game.tree.first_rows(street).tolist()
        for begin, end in pairwise(first):
            kept = sum(name != "fold" for name in names[begin:end])
            for name, row in zip(names[begin:end], rows[begin:end], strict=True):
                assert row == pytest.approx(0 if name == "fold" else 1 / kept)


def test_uniform_in_kuhn_by_hand() -> None:
    game = games.kuhn()
    uniform = simple_strategy(game, "uniform")
    assert evaluate(game, uniform).best_response == pytest.approx((1 / 2, 5 / 12))
    assert all(np.all(rows == 0.5) for rows in uniform)


@pytest.mark.parametrize("name", ["leduc", "small-island"])
def test_pairs(name: str) -> None:
    build = games.load_game(name).build
    assert build is not None
    game = build()
    solved = solve(game, iterations=100).strategy
    random, again = (simple_strategy(game, "random", seed=3) for _ in range(2))
    other = simple_strategy(game, "random", seed=4)
    assert all(np.array_equal(a, b) for a, b in zip(random, again, strict=True))
    assert not np.array_equal(random[0], other[0])
    one, two = evaluate(game, solved), evaluate(game, random)
    both = against(game, solved, random)
    assert both.best_response == (two.best_response[0], one.best_response[1])
    assert -one.best_response[1] <= both.expected_value <= two.best_response[0]
    back = pair(game, pair(game, solved, random), pair(game, random, solved))
    assert all(np.array_equal(a, b) for a, b in zip(back, solved, strict=True))
    for rows in random:
        assert np.all(rows >= 0)
    with pytest.raises(ValueError, match=r"strategy: expected one of uniform, call.*got 'bluff'"):
        simple_strategy(game, "bluff")
