"""Agents from files, and by name."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata import open_table
from pokerdata.abstraction import card_states
from pokerdata.cli.series import lbr
from pokerdata.cli.solve import solve
from pokerdata.errors import TableError
from pokerdata.games.strategies import Strategy, strategy_file
from pokerdata.pipeline.store import Table, write_table
from pokerdata.players.agents import Agent, find_agent


def test_a_solved_game(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.h5"
    CliRunner().invoke(solve, ["kuhn", "--algorithm", "cfr+", "--out", str(path)], catch_exceptions=False)
    agent = Agent.load(path)
    assert agent.probabilities("K", "", "cr")["c"] == pytest.approx(1, abs=1e-3)
    assert agent.probabilities("J", "", "r")["f"] == pytest.approx(1, abs=1e-3)
    assert find_agent(str(path)).probabilities("Q", "", "") == agent.probabilities("Q", "", "")


def test_lbr_reads_its_file_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kuhn.h5"
    CliRunner().invoke(solve, ["kuhn", "--iterations", "5", "--out", str(path)], catch_exceptions=False)
    verify, read = Table.verify, []

    def noted(table: Table) -> None:
        read.append(table.path)
        verify(table)

    monkeypatch.setattr(Table, "verify", noted)
    told = CliRunner().invoke(lbr, [str(path), "--deals", "20"], catch_exceptions=False).output
    told = " ".join(told.split())  # lines wrap
    assert f"local best response against {path}" in told
    assert "exploitability as the file says" in told
    assert read == [path]


def test_cards_are_looked_up_in_the_buckets_that_were_solved(
    made_up: Callable[..., Strategy], few: Path, tmp_path: Path
) -> None:
    states = card_states("few_buckets", few)
    saved = made_up("nolimit-holdem", states=tuple(states.states(r) for r in range(4)))
    there = {
        f"few_buckets.{name}": digest
        for name, digest in open_table("few_buckets", tables=few).digests.items()
    }
    path = tmp_path / "mine.h5"

    def write(buckets: dict[str, str]) -> None:
        write_table(
            path,
            name="mine",
            kind=strategy_file.KIND,
            arrays=strategy_file.street_arrays(saved.tree, saved.strategy, saved.state_names),
            attributes={
                "rules": saved.rules.values(),
                "cards": {},
                "abstraction": "few",
                "parents": {"few_counts.river": "0" * 64},
                "buckets": buckets,
            },
        )

    write(there)
    loaded, direct = Agent.load(path, tables=few), Agent.of(saved, states)
    hand = ("As Kd", "7h 8h 9c", "cc/")
    assert loaded.probabilities(*hand) == direct.probabilities(*hand)
    write({**there, "few_buckets.turn_thresholds": "0" * 64})
    with pytest.raises(TableError, match=r"mine.h5 was made from another few_buckets than"):
        Agent.load(path, tables=few)


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(TableError) as caught:
        find_agent(str(tmp_path / "none.h5"))
    assert "always-call" in "".join(caught.value.__notes__)
    with pytest.raises(
        TableError,
        match=r"agent: expected one of .*, got 'simpel', which is neither a known agent nor a table; did you mean 'simple'",
    ):
        find_agent("simpel", tables=tmp_path)
    assert find_agent("simple").rules is None
