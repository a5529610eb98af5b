"""`simple` takes the same actions with and without tables."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from helpers.recipes import linked, runner_of
from pokerdata._core import agents as _agents
from pokerdata._core import strength as _strength
from pokerdata.cards import parse_cards
from pokerdata.cards.isomorphism import boards, canonicalize
from pokerdata.matches import hands, match
from pokerdata.pipeline.store import Table, open_table
from pokerdata.players.agents import Agent
from pokerdata.players.agents.simple import simple_with
from pokerdata.recipes import match_agents, matches_table

GAME = "limit-holdem"


def plain() -> Agent:
    return Agent("plain", _agents.baseline("simple"))


def test_any_tables_give_the_same_moves(tables: Path) -> None:
    """Only turns are counted here, for the boards that occur; a slow test uses the whole tables."""
    deals = 40
    turn = np.zeros((16_432, 1326, 3, 3), np.uint16)
    for hand in hands(plain(), "random", game=GAME, deals=deals, seed=3):
        number, _ = canonicalize(parse_cards(hand.board)[:4])
        turn[number] = _strength.potential(boards(4).cards[number], 1)
    flop = _strength.potential_one_card(3)
    river = open_table("river_strength", tables)["n"]
    for given in ((flop, turn, river), (flop, None, None), (None, turn, None), (None, None, river)):
        agent = Agent("with tables", _agents.SimpleAgent(*given))
        found = match(agent, "random", game=GAME, deals=deals, seed=3)
        assert found.sums == match(plain(), "random", game=GAME, deals=deals, seed=3).sums


def test_tables_of_another_size(tables: Path) -> None:
    with pytest.raises(ValueError, match="table: expected 20944170 values for boards of 3 cards, got 1"):
        _agents.SimpleAgent(np.zeros(1, np.uint16), None, None)


@pytest.mark.slow
def test_tables_in_a_folder(potential_tables: Path, tmp_path: Path) -> None:
    for name in ("flop_potential", "turn_potential"):
        (tmp_path / f"{name}.h5").symlink_to(potential_tables / f"{name}.h5")
    for game in (GAME, "nolimit-holdem"):
        there = Agent.baseline("simple", tables=tmp_path)
        found = match(there, "random", game=game, deals=3000, seed=1)
        assert found.sums == match(plain(), "random", game=game, deals=3000, seed=1).sums


@pytest.mark.slow
def test_recipes_of_many_deals_look_hands_up(
    potential_tables: Path, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches_table, "_LOOKED_UP", 1_000)
    opened = []

    def noted(tables: Mapping[str, Table]) -> _agents.Agent:
        opened.append(set(tables))
        return simple_with(tables)

    monkeypatch.setattr(match_agents, "simple_with", noted)
    folder = linked(tmp_path / "tables", potential_tables, tables)
    recipe = '[match.n{0}]\nagents = ["random", "simple"]\ngame = "limit-holdem"\ndeals = {0}\nseed = 5'
    for deals in (998, 1_000):
        runner_of(recipe.format(deals), folder).run([f"n{deals}_matches"])
        sums = open_table(f"n{deals}_matches", folder)["sums"]
        counted = match("random", plain(), game=GAME, deals=deals, seed=5)
        assert sums[0, -1].tolist() == list(counted.sums)
    assert opened == [set(), {"flop_potential", "turn_potential", "river_strength"}]
