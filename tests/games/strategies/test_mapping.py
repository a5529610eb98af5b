"""A strategy as a mapping from information sets to action probabilities."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pokerdata
from pokerdata import Strategy
from pokerdata.games import load_game, playable
from pokerdata.players.agents import Agent


@pytest.mark.parametrize("name", ["kuhn", "leduc", "leduc-nolimit"])
def test_every_information_set_once(name: str) -> None:
    result = pokerdata.solve(name, iterations=20)
    strategy, agent = Strategy.of(result), Agent.of(result)
    sets = list(strategy)
    assert len(sets) == len(set(sets)) == len(strategy) == result.game.information_sets
    for key in np.random.default_rng(1).permutation(len(sets))[:200]:
        hand, board, history = sets[key]
        found = strategy[hand, board, history]
        assert sum(found.values()) == pytest.approx(1)
        played = agent.probabilities(hand, board, history)
        assert list(found) == list(played)
        assert list(found.values()) == pytest.approx(list(played.values()), abs=1e-6)
    assert dict(strategy.items()).keys() == set(sets)


def test_what_is_none() -> None:
    strategy = Strategy.of(pokerdata.solve("leduc", iterations=2))
    assert ("Q", "", "") in strategy
    wrong: Any
    for wrong in (
        ("Q", "K", ""),
        ("X", "", ""),
        ("Q", "", "x"),
        ("Q", "", "rf"),
        "Q",
        3,
        ("Q", ""),
        ("Q", [], ""),
    ):
        assert wrong not in strategy
        with pytest.raises(KeyError):
            strategy[wrong]


def test_equal_where_they_play_the_same() -> None:
    one, same, longer = (Strategy.of(pokerdata.solve("kuhn", iterations=n)) for n in (5, 5, 6))
    assert one == same
    assert hash(one) == hash(same)
    assert one != longer
    assert one != Strategy.of(pokerdata.solve("leduc", iterations=5))
    assert one != dict(one)


def test_exploitability(tmp_path: Path) -> None:
    result = pokerdata.solve("leduc", iterations=50)
    path = tmp_path / "leduc.h5"
    result.save(path)
    for solved in (result, pokerdata.load_strategy(path), path, str(path)):
        assert pokerdata.exploitability(solved).numbers == pytest.approx(result.values.numbers, rel=1e-12)
    with pytest.raises(ValueError, match=r"path: expected a name that ends in \.h5, got 'leduc'"):
        result.save("leduc")
    with pytest.raises(
        ValueError, match=r"strategy: expected what solve\(\) or load_strategy\(\) returns, got int"
    ):
        pokerdata.exploitability(5)  # type: ignore[arg-type]


def test_games_to_solve() -> None:
    game = pokerdata.leduc()
    assert playable(game) is game
    for given in ("leduc", load_game("leduc")):
        found = pokerdata.solve(given, iterations=3)
        assert all(map(np.array_equal, found.strategy, pokerdata.solve(game, iterations=3).strategy))
    with pytest.raises(ValueError, match="too large to solve whole: expected a smaller game"):
        pokerdata.solve("limit-holdem")
    with pytest.raises(ValueError, match="game: expected a game, a name or a file, got int"):
        pokerdata.solve(5)  # type: ignore[call-overload]
