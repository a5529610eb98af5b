"""Local best response to agents with buckets in Texas hold'em: methods that narrow its intervals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pokerdata._core import matches as _core
from pokerdata._core.agents import AbstractAgent
from pokerdata.abstraction import card_states
from pokerdata.games.strategies import Strategy
from pokerdata.matches import local_best_response
from pokerdata.matches.local import _first_edges
from pokerdata.players.agents import Agent


@pytest.mark.slow
@pytest.mark.parametrize("game", ["limit-holdem", "nolimit-holdem"])
def test_less_is_left_to_luck(game: str, made_up: Callable[..., Strategy], few: Path) -> None:
    states = card_states("few_buckets", few)
    agent = Agent.of(made_up(game, 1, tuple(states.states(r) for r in range(4)), caps=(2, 2, 2, 2)), states)
    core, deals = agent.core, 2652
    assert isinstance(core, AbstractAgent)
    plain, sampled = (
        _core.local_best_response(core, [(1, 1)], True, 100, edges, 1, 0, deals, 1326, 1)
        for edges in (_first_edges(), None)
    )
    # Known and sampled edges before the flop, and all other luck, have mean 0; the known edges are better.
    for luck in (plain[:, :, 1:], sampled[:, :, 1:]):
        assert (abs(luck.mean(axis=0)) <= 4 * luck.std(axis=0) / np.sqrt(deals)).all()
    assert plain[:, :, 1].std() < sampled[:, :, 1].std()
    won = plain[:, :, 0].mean(axis=1)
    error = won.std(ddof=1) / np.sqrt(deals)
    one, two = (local_best_response(agent, deals=deals, seed=1, threads=threads) for threads in (1, 2))
    assert one == two
    assert abs(one.won.mean - won.mean()) <= 4 * error
    assert one.won.standard_error < error / 2
    few_deals = local_best_response(agent, deals=800, seed=2).won  # fewer strata than hands
    assert abs(few_deals.mean - won.mean()) <= 4 * np.hypot(few_deals.standard_error, error)
