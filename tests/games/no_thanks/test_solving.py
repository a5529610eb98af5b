"""The layered solver of No-Thanks agrees with the general solver and explicit trees."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from pokerdata.errors import CapacityError
from pokerdata.games.no_thanks import (
    NoThanks,
    NoThanksState,
    Policy,
    Positions,
    best_response,
    chip_rule,
    evaluate,
    in_seats,
    play,
    points,
    random_policy,
    searching,
    solve,
)
from pokerdata.solving.explicit import state_graph

FIVE = NoThanks((3, 4, 5, 7, 9), 3, 2, 2)
SMALL = [
    FIVE,
    NoThanks((3, 4, 5, 7, 9), 3, 1, 2),
    NoThanks((3, 5, 6, 8, 9), 4, 2, 2),
    NoThanks((1, 2, 3, 5), 4, 2, 2),
    NoThanks((3, 4, 6, 7, 8), 2, 2, 3),
    NoThanks((3, 4, 5, 8), 3, 1, 4),
    NoThanks((3, 4, 9), 1, 4, 2),
    NoThanks((3, 4, 6), 3, 0, 3),
]


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_solutions_are_those_of_the_general_solver(game: NoThanks) -> None:
    positions, graph = Positions(game), state_graph(game)
    for ties, rule in (("pass", "first"), ("take", "last")):
        found, expected = solve(positions, ties=ties), graph.solve(ties=rule)  # type: ignore[arg-type]
        assert found.values.exact == expected.values
        assert evaluate(found.policy).exact == expected.values
        for state in graph.states:
            if state.player in range(game.players):
                chances = found.policy.chances(state)
                assert state.legal_actions()[chances.index(Fraction(1))] == expected.policy[state]
    assert graph.decisions <= positions.count


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_policies_are_worth_what_the_general_solver_says(game: NoThanks) -> None:
    positions, graph = Positions(game), state_graph(game)
    random, rule, deep = random_policy(positions), chip_rule(positions, 2), searching(positions, 2, 1.5)
    others = [rule, deep, *[rule] * (game.players - 2)]
    for policy in (random, rule, deep, in_seats(others), in_seats([random, *others[1:]])):
        found, expected = evaluate(policy), graph.values(policy.chances)
        assert found.shares == pytest.approx([float(value) for value in expected], abs=1e-12)
        if policy.is_pure:
            assert found.exact == expected
        for player in range(game.players):
            response = best_response(policy, player)
            value, _ = graph.best_response(policy.chances, player)
            assert response.values.shares[player] == pytest.approx(float(value), abs=1e-12)
            if policy.is_pure:
                assert response.values.exact is not None
                assert response.values.exact[player] == value
            assert evaluate(response.policy).shares[player] == pytest.approx(float(value), abs=1e-12)
            assert not policy.is_pure or response.policy.is_pure


def test_anchors_of_policies() -> None:
    positions = Positions(FIVE)
    random, rule = random_policy(positions), chip_rule(positions, 2)
    assert evaluate(in_seats([random, rule])).shares[1] == pytest.approx(3557 / 3840, abs=1e-15)
    responses = [best_response(rule, player).values.exact for player in (0, 1)]
    assert responses[1] is not None
    assert responses[1][0] == Fraction(11, 60)
    assert responses[0] is not None
    assert responses[0][1] == Fraction(29, 120)
    assert best_response(random, 0).values.shares[0] == pytest.approx(335 / 384, abs=1e-15)
    assert best_response(random, 1).values.shares[1] == pytest.approx(1853 / 1920, abs=1e-15)


def test_four_players_depend_on_ties() -> None:
    positions = Positions(NoThanks((3, 4, 5, 6, 8, 10), 3, 2, 4))
    assert solve(positions).values.exact == tuple(
        Fraction(text) for text in ("17/360", "17/240", "2/9", "95/144")
    )
    assert solve(positions, ties="take").values.exact == tuple(
        Fraction(text) for text in ("113/1440", "437/1440", "449/1440", "49/160")
    )


def test_deviations_are_those_of_single_games() -> None:
    positions = Positions(FIVE)
    found = evaluate(random_policy(positions))
    won = play(random_policy(positions), 200_000, seed=3)
    assert won.sum(axis=1) == pytest.approx(1)
    assert won.std(axis=0) == pytest.approx(found.deviations, abs=0.005)
    assert {*np.unique(won)} == {0.0, 0.5, 1.0}


@pytest.mark.parametrize("make", [random_policy, lambda p: chip_rule(p, 3), lambda p: searching(p, 1)])
def test_played_games_are_those_that_are_evaluated(make: Callable[[Positions], Policy]) -> None:
    for game in (FIVE, SMALL[4]):
        policy = make(Positions(game))
        games = 40_000
        found, won = evaluate(policy), play(policy, games, seed=5)
        for player in range(game.players):
            error = found.deviations[player] / games**0.5
            assert abs(won[:, player].mean() - found.shares[player]) <= 4 * error + 1e-12
        assert np.array_equal(won, play(policy, games, seed=5))


def test_a_large_game_of_two() -> None:
    """The game of Spitta 2012."""
    positions = Positions(NoThanks((3, 6, 9, 10, 11, 13, 15, 17, 33), 6, 3, 2))
    assert positions.count == sum(np.prod(positions.shape(k)) for k in range(6)) == 1_758_456
    found = solve(positions)
    assert found.values.exact == (Fraction(46369, 120960), Fraction(74591, 120960))
    assert solve(positions, ties="take").values.exact == found.values.exact
    for player in (0, 1):
        assert best_response(found.policy, player).values.exact == found.values.exact


def estimates(state: NoThanksState, weight: Fraction) -> list[Fraction]:
    scores = [points(cards) - weight * chips for cards, chips in zip(state.held, state.chips, strict=True)]
    return [min(s for q, s in enumerate(scores) if q != p) - scores[p] for p in range(len(scores))]


def searched(state: NoThanksState, depth: int, weight: Fraction) -> tuple[list[Fraction], str]:
    """Return a reference search: follow every card until it is taken, ``depth`` times; ties pass."""
    if state.player is None or (state.card is None and depth == 0):
        return estimates(state, weight), ""
    if state.player == "chance":
        below = [(chance, searched(state.apply(card), depth, weight)[0]) for card, chance in state.chance()]
        return [sum(c * v[p] for c, v in below) for p in range(state.game.players)], ""  # type: ignore[misc]
    best: tuple[list[Fraction], str] | None = None
    for action in state.legal_actions():
        value, _ = searched(state.apply(action), depth - (action == "take"), weight)
        if best is None or value[state.mover] > best[0][state.mover]:
            best = value, action
    assert best is not None
    return best


@pytest.mark.parametrize(
    ("game", "depth", "weight"),
    [
        *product([FIVE, SMALL[5]], (1, 2, 3), (Fraction(1), Fraction(5, 2))),
        (FIVE, 1, Fraction(-2)),
        (SMALL[3], 9, Fraction(1)),
    ],
    ids=str,
)
def test_search_by_the_book(game: NoThanks, depth: int, weight: Fraction) -> None:
    policy = searching(Positions(game), depth, weight)
    states = [s for s in state_graph(game).states if s.card is not None]
    for state in Random(7).sample(states, min(60, len(states))):
        _, action = searched(state, depth, weight)
        assert policy.chances(state)[state.legal_actions().index(action)] == 1


def test_the_chip_rule_by_the_book() -> None:
    policy = chip_rule(Positions(FIVE), Fraction(3, 2))
    for state in state_graph(FIVE).states:
        if state.card is not None:
            wanted = Fraction(3, 2) * state.pot > state.card or not state.chips[state.mover]
            assert policy.chances(state)[-1] == wanted


def test_other_estimates() -> None:
    positions = Positions(FIVE)
    alike = searching(positions, 2, estimate=lambda scores: 0 * scores)
    passes = searching(positions, 1, -1_000)
    assert all(take[positions.splits.chips[:, 0] > 0, 0].sum() == 0 for take in alike.take)
    assert evaluate(in_seats([alike, passes])).exact is not None
    own = searching(positions, 2, estimate=lambda scores: -scores)
    assert evaluate(own).exact != evaluate(alike).exact


def test_what_is_shown() -> None:
    positions = Positions(FIVE)
    assert repr(positions) == "Positions(2 players, 4,950 positions)"
    assert repr(chip_rule(positions, 2.5)) == "Policy(chip rule, w = 2.5, 4,950 positions)"
    assert searching(positions, 3).name == "search to 3"
    assert repr(solve(positions)) == "Solution(shares 0.283333, 0.716667)"
    assert "17/60" in solve(positions).values._repr_html_()


CALLS: list[tuple[Callable[[Positions], Any], str]] = [
    (lambda p: solve(p, ties="best"), r"ties: expected pass or take, got 'best'; e\.g\. 'pass'"),
    (lambda p: best_response(random_policy(p), 2), "player: expected a whole number from 0 to 1, got 2"),
    (
        lambda p: chip_rule(p, float("nan")),
        r"weight: expected a number from -1,000 to 1,000, got nan; e\.g\. 4",
    ),
    (lambda p: chip_rule(p, "4"), r"weight: expected a number from -1,000 to 1,000, got"),  # type: ignore[arg-type]
    (lambda p: searching(p, 0), "depth: expected a whole number from 1 to 62, got 0"),
    (lambda p: searching(p, 1, 1e4), r"weight: expected a number from -1,000 to 1,000, got 10000\.0"),
    (lambda p: searching(p, 1, ties=""), "ties: expected pass or take, got ''"),
    (
        lambda p: searching(p, 2, estimate=lambda s: s / 2),
        "estimate: expected int64 of shape .*, got float64",
    ),
    (lambda p: searching(p, 3, estimate=lambda s: s + 2**62), "so that sums stay exact, got int64"),
    (lambda p: in_seats([random_policy(p)]), "policies: expected one for each of 2 players, got 1"),
    (
        lambda p: in_seats([random_policy(p), random_policy(Positions(SMALL[1]))]),
        "policies: expected those of one game, got",
    ),
    (lambda p: random_policy(p).chances(p.game.root()), "state: expected one of .* with an open card"),
    (lambda p: play(random_policy(p), 0), "games: expected a whole number from 1 to 10000000, got 0"),
]


@pytest.mark.parametrize(("call", "words"), CALLS)
def test_arguments_that_are_refused(call: Callable[[Positions], Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call(Positions(FIVE))


def test_games_that_do_not_fit_are_refused_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CapacityError, match=r"positions: expected what fits into memory, got .* GB of"):
        Positions(NoThanks(players=3))
    with pytest.raises(
        CapacityError, match=r"expected fewer than .* ways to hold any of the cards, got 3\^60"
    ):
        Positions(NoThanks(tuple(range(1, 61)), 1, 1, 2))
    monkeypatch.setattr("pokerdata.games.no_thanks.game.available_memory", lambda: 1 << 62)
    with pytest.raises(CapacityError, match=r"expected fewer than .* orders of the cards, got 51,090,942"):
        Positions(NoThanks(tuple(range(1, 22)), 21, 0, 2))
