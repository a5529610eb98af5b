"""Agents from files, and by name."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata.agents import Agent, find_agent
from pokerdata.cli.solve import solve
from pokerdata.errors import TableError


def test_a_solved_game(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.h5"
    CliRunner().invoke(solve, ["kuhn", "--algorithm", "cfr+", "--out", str(path)], catch_exceptions=False)
    agent = Agent.load(path)
    assert agent.probabilities("K", "", "cr")["c"] == pytest.approx(1, abs=1e-3)
    assert agent.probabilities("J", "", "r")["f"] == pytest.approx(1, abs=1e-3)
    assert find_agent(str(path)).probabilities("Q", "", "") == agent.probabilities("Q", "", "")


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(TableError) as caught:
        find_agent(str(tmp_path / "none.h5"))
    assert "always-call" in "".join(caught.value.__notes__)
    assert find_agent("simple").rules is None
