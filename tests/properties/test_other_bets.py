"""The exploitability of a no-limit strategy counts only a best response that bets from the menu."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume
from hypothesis import strategies as st

from helpers import both_ways, random_games, reference
from pokerdata import games
from pokerdata.solving.public import evaluate, solve

EVERY = ["min", "half-pot", "pot", 2, "all-in"]


class LargerMenu:
    """A reference game with another game's menu and more bets.

    Args:
        by_key: Strategy of the smaller game. After bets outside its menu, it acts at random here.
    """

    def __init__(self, both: Any, menu: list[Any], by_key: Any, seed: int) -> None:
        self.small = {node.key[0]: node.moves for node in both.walk.nodes if node.moves}
        values = {**both.engine.rules.values(), "menu": menu}
        self.walk = reference.Walk(reference.Poker(reference.Betting(values), both.book.cards))
        rng, self.strategy = np.random.default_rng(seed), {}
        for (_, key), nodes in self.walk.sets.items():
            moves = self.walk.nodes[nodes[0]].moves
            if key in by_key:
                played = dict(zip(self.small[key[0]], by_key[key], strict=True))
                assert set(played) <= set(moves)
                self.strategy[key] = [played.get(move, 0.0) for move in moves]
            else:
                self.strategy[key] = rng.dirichlet(np.ones(len(moves))).tolist()

    def inside(self, history: str, move: str) -> bool:
        """Return whether an action is in the smaller menu, and so were all before it."""
        return history not in self.small or move in self.small[history]

    def best_responses(self) -> tuple[list[float], list[float]]:
        """Return the best responses of both players: with the smaller menu alone, and with the larger one."""
        inside = [self.walk.best_response(self.strategy, p, self.inside) for p in (0, 1)]
        return inside, [self.walk.best_response(self.strategy, p) for p in (0, 1)]


@pytest.mark.parametrize("draws", [25, pytest.param(300, marks=pytest.mark.slow)])
def test_a_larger_menu_wins_no_less(draws: int, holds: Any) -> None:
    """Inside the menu, best responses agree; with more bets, a response wins at least as much."""

    def check(streets: int, seed: int, data: st.DataObject) -> None:
        rules = data.draw(random_games.no_limit_rules(streets, 8))
        ranks, board = (
            data.draw(st.sampled_from(["9K", "JQK"])),
            data.draw(st.tuples(*[st.integers(0, 1)] * streets)),
        )
        menu = [[*street.values(), *EVERY] for street in rules.menu]
        assume(reference.Betting({**rules.values(), "menu": menu}).lines(300) is not None)
        both = both_ways.of_cards(games.Game(rules, games.CardRules(ranks, 1, board, copies=2)))
        strategy, by_key = both.random(seed)
        found = evaluate(both.engine, strategy, threads=1)
        larger = LargerMenu(both, menu, by_key, seed)
        assert larger.walk.expected_value(larger.strategy) == pytest.approx(found.expected_value, abs=1e-9)
        inside, outside = larger.best_responses()
        assert found.best_response == pytest.approx(inside, abs=1e-9)
        assert all(b >= a - 1e-9 for a, b in zip(inside, outside, strict=True))

    holds(check, draws, st.integers(1, 2), st.integers(0, 2**32), st.data())


def test_an_equilibrium_inside_the_menu_is_none_outside() -> None:
    """No-limit Leduc hold'em with 6 antes, pot and all-in: no response with these bets wins, but a minimum raise does."""
    leduc = games.load_game("leduc-nolimit")
    assert isinstance(leduc.rules, games.NoLimitRules)
    both = both_ways.of_cards(replace(leduc, betting=replace(leduc.rules, ante=1, stacks=(6, 6))))
    result = solve(both.engine, target="1mb", dtype="float64", threads=1)
    assert result.values.exploitability < 0.001
    larger = LargerMenu(both, ["min", "pot", "all-in"], both.by_key(result.strategy), 1)
    inside, outside = larger.best_responses()
    assert sum(inside) / 2 == pytest.approx(result.values.exploitability, abs=1e-6)
    assert sum(outside) / 2 > 0.02
