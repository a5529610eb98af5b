"""Duplicate deals, seeds, threads, statistics."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats

from pokerdata._core import matches as _core
from pokerdata.cli.match import match as command
from pokerdata.cli.solve import solve
from pokerdata.games import CardGame, LimitRules, NamedGame, named_game
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.matches import hands, match
from pokerdata.players.agents import BASELINES, Agent

TEXAS = ("limit-holdem", "nolimit-holdem")


@pytest.mark.parametrize("game", TEXAS)
@pytest.mark.parametrize("name", BASELINES)
def test_an_agent_against_itself_wins_nothing(name: str, game: str) -> None:
    result = match(name, name, deals=300, seed=2, game=game)
    assert result.won.mean == result.won.standard_error == 0
    assert result.by_seat[0].mean == -result.by_seat[1].mean


def test_a_strategy_against_itself_wins_nothing() -> None:
    chosen = named_game("leduc-nolimit")
    game = CardGame(chosen.rules, chosen.cards)
    saved = Strategy(game.rules, game.cards.values(), None, simple_strategy(game, "random"), game.state_names)
    agent = Agent.of(saved)
    result = match(agent, agent, deals=50_000)
    assert result.won.mean == result.won.standard_error == 0
    assert result.raw_deviation > 100


@pytest.mark.parametrize("game", TEXAS)
def test_calling_and_raising_are_even(game: str) -> None:
    result = match("always-call", "always-raise", deals=2000, seed=4, game=game)
    # every hand is shown down for the same stakes, whoever has which seat
    assert result.won.mean == result.won.standard_error == 0
    assert abs(result.by_seat[0].mean) <= 3 * result.by_seat[0].standard_error


def test_seeds_and_threads() -> None:
    results = [
        match("random", "simple", deals=500, seed=6, game="limit-holdem", threads=t) for t in (1, 2, 3)
    ]
    assert len({(r.sums.first, r.sums.second, r.sums.products, r.sums.moves) for r in results}) == 1
    other = match("random", "simple", deals=500, seed=7, game="limit-holdem")
    assert other.sums.first != results[0].sums.first
    swapped = match("simple", "random", deals=500, seed=6, game="limit-holdem")
    assert swapped.won.mean == -results[0].won.mean


def test_statistics_by_numpy() -> None:
    played = list(hands("random", "always-raise", deals=400, seed=1, game="limit-holdem"))
    x = np.array([h.won for h in played[::2]])
    y = np.array([-h.won for h in played[1::2]])
    result = match("random", "always-raise", deals=400, seed=1, game="limit-holdem")
    pairs = (x + y) / 2
    assert result.won.mean == pytest.approx(pairs.mean())
    assert result.won.standard_error == pytest.approx(pairs.std(ddof=1) / 20)
    assert result.duplicate_deviation == pytest.approx(pairs.std(ddof=1))
    assert result.raw_deviation == pytest.approx(np.concatenate([x, y]).std(ddof=1))
    assert result.by_seat[1].standard_error == pytest.approx(y.std(ddof=1) / 20)
    said = result.to_dict()
    assert said["both"]["milli_units_per_hand"] == pytest.approx(1000 * pairs.mean() / 10)
    assert said["both"]["units_per_100_hands_half_width_95"] == pytest.approx(
        stats.t.ppf(0.975, 399) * pairs.std(ddof=1) / 20 * 10
    )


def test_refusals() -> None:
    with pytest.raises(ValueError, match=r"game: expected one, as random and simple play any"):
        match("random", "simple")
    with pytest.raises(ValueError, match="expected Texas hold'em"):
        match("random", "simple", game="leduc")
    with pytest.raises(ValueError, match=r"deals: expected .*got 0"):
        match("random", "random", game="leduc", deals=0)
    with pytest.raises(ValueError, match=r"seed: expected .*got -1"):
        match("random", "random", game="leduc", seed=-1)
    with pytest.raises(ValueError, match="sums of squares fit 64 bits"):
        match("random", "random", game="nolimit-holdem", deals=10**12)
    chosen = named_game("leduc")
    game = CardGame(chosen.rules, chosen.cards)
    saved = Strategy(game.rules, game.cards.values(), None, simple_strategy(game, "call"), game.state_names)
    for other, message in (
        ("kuhn", "numbers of streets|antes or blinds|bets or caps|cards"),
        ("leduc-nolimit", "one has limits"),
        ("limit-holdem", "antes or blinds"),
    ):
        with pytest.raises(ValueError, match=message):
            match(Agent.of(saved), "random", game=other, deals=10)


def test_games_have_cards_for_each_street() -> None:
    """Agents would look for a board that is not there."""
    rules = LimitRules("six", (10,) * 6, (2,) * 6, (1,) * 6, blinds=(5, 10), blind_counts_as_bet=True)
    cards = named_game("limit-holdem").cards
    with pytest.raises(
        ValueError,
        match=r"rules 'six': expected a number of board cards for each of the 6 streets, got 4 of them",
    ):
        NamedGame(rules, cards)
    simple = Agent.baseline("simple").core
    with pytest.raises(ValueError, match="expected board cards for each of 6 streets of betting, got 4"):
        _core.play_match(rules.core, cards.core, simple, simple, 0, 0, 10)
    with pytest.raises(ValueError, match="expected board cards for each of 6 streets of betting, got 4"):
        _core.played_hand(rules.core, cards.core, simple, simple, 0, 0, False)


def test_the_command(tmp_path: Path) -> None:
    path = str(tmp_path / "leduc.h5")
    CliRunner().invoke(solve, ["leduc", "--iterations", "100", "--out", path], catch_exceptions=False)
    arguments = [path, "always-call", "--deals", "2000", "--seed", "1"]
    done = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    assert "2,000 duplicate deals, 4,000 hands, seed 1" in done.output
    assert "antes/100 hands" in done.output
    said = json.loads(CliRunner().invoke(command, [*arguments, "--json"], catch_exceptions=False).output)
    assert said["both"]["chips_per_hand"] > 0
    assert f"{100 * said['both']['chips_per_hand']:+.2f} ± " in done.output
    shown = CliRunner().invoke(command, [*arguments, "--show-hands", "2"], catch_exceptions=False)
    assert len(re.findall(r"\sv\s", shown.output)) == 4  # long paths end a line


@pytest.mark.parametrize("name", ["leduc", "leduc-nolimit"])
def test_translations_are_told_where_they_matter(tmp_path: Path, name: str) -> None:
    """In text and JSON, without limits alone; a baseline has none."""
    path = str(tmp_path / "solved.h5")
    CliRunner().invoke(solve, [name, "--iterations", "11", "--out", path], catch_exceptions=False)
    arguments = [path, "always-call", "--deals", "10", "--translation", "hard"]
    text = CliRunner().invoke(command, arguments, catch_exceptions=False).output
    said = json.loads(CliRunner().invoke(command, [*arguments, "--json"], catch_exceptions=False).output)
    if name == "leduc":
        assert "translation hard" not in text
        assert "translations" not in said
    else:
        assert "20 hands, seed 0, translation hard\n" in text
        assert said["translations"] == ["hard", None]


def test_agents_may_take_bets_differently() -> None:
    chosen = named_game("leduc-nolimit")
    game = CardGame(chosen.rules, chosen.cards)
    rows = simple_strategy(game, "random")
    saved = Strategy(game.rules, game.cards.values(), None, rows, game.state_names)
    found = match(Agent.of(saved, translation="nearest"), Agent.of(saved, translation="soft"), deals=10)
    assert found.translations == ("nearest", "soft")
    assert "seed 0, translation nearest and soft\n" in str(found)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        (
            "--show-hands",
            "-3",
            r"--show-hands: expected a whole number from 0 to 1000000000000, got -3; e\.g\. 10",
        ),
        ("--translation", "near", "translation: expected pseudo-harmonic, .*got 'near'"),
    ],
)
def test_bad_options_are_named_before_the_match(option: str, value: str, message: str) -> None:
    """Also a translation that no agent of the match would use."""
    arguments = ["random", "always-call", "--game", "leduc", "--deals", "1000000000000", option, value]
    with pytest.raises(ValueError, match=message):
        CliRunner().invoke(command, arguments, catch_exceptions=False)
