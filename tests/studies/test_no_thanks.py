"""Spitta 2012: winnings of its players against Max1, and the learning of a weight."""

from fractions import Fraction

import numpy as np
import pytest

from pokerdata._support.arguments import Use, generator
from pokerdata.games.no_thanks import NoThanks, Positions, chip_rule, in_seats, play
from pokerdata.solving.explicit import state_graph
from studies import study_module

experiments = study_module("no_thanks", "experiments")
weights = study_module("no_thanks", "weights")
everybody = study_module("no_thanks", "everybody")
four = study_module("no_thanks", "four")


@pytest.fixture(scope="module")
def table():
    return experiments.Table(experiments.GAME)


def test_what_the_rule_wins_changes_at_quotients_alone(table) -> None:
    learner = table.learner("EL")
    random = generator(Use.NO_THANKS_LEARNING, 3)
    for weight in (-4, 0, 1, 4, 4.25, 33, 40, *random.uniform(-4, 12, 6)):
        ours = chip_rule(table.positions, weight)
        alike = chip_rule(table.positions, learner.alike(weight))
        assert all(np.array_equal(a, b) for a, b in zip(ours.take, alike.take, strict=True)), weight


@pytest.mark.slow
def test_the_best_weights(table) -> None:
    """They are from 3.75, excluded, to 4.25; 90.4 % against the printed 92 %."""
    learner = table.learner("EL")
    (low, high), most = weights.best_rule(learner)
    assert (low, high) == (15 / 4, 17 / 4)
    assert learner.values(4).exact[1] == Fraction(109_343, 120_960)
    assert most == learner.wins(4) == learner.wins(4.25) > max(learner.wins(3.75), learner.wins(4.26))
    assert learner.wins(-4) == learner.wins(0) == learner.wins(1)
    assert table.learner("DL").wins(1.25) == pytest.approx(0.8636, abs=5e-5)


def test_learning_as_printed(table) -> None:
    learner = table.learner("EL")
    found = {
        start: experiments.learned(learner, start, experiments.RULE, experiments.PROBE)
        for start in experiments.STARTS
    }
    assert {start for start, one in found.items() if one.wins < 0.5} == {-4, -2}
    assert all(abs(one.course.learned - 4) < 1 for start, one in found.items() if start >= 0)
    assert len(found[0].course.ups) == 30


def test_chances_to_win_share_and_lose(table) -> None:
    """They agree with played games, and on a small deck with the general solver with other payoffs."""
    learner = table.learner("EL")
    chances = experiments.outcomes(learner.values(4))
    assert sum(chances) == pytest.approx(1)
    games = 50_000
    won = play(in_seats([table.max1, learner.policy(4)]), games, seed=9)[:, 1]
    for share, chance in zip((1.0, 0.5, 0.0), chances, strict=True):
        assert abs((won == share).mean() - chance) < 4 * (chance * (1 - chance) / games) ** 0.5

    small = experiments.Table(NoThanks((3, 4, 5, 7, 9), 3, 2, 2))
    values = small.learner("EL").values(2)
    both = in_seats([small.max1, chip_rule(small.positions, 2)])
    graph = state_graph(small.positions.game)
    ends: dict[object, Fraction] = {}
    for state, player, children, probabilities in zip(
        graph.states, graph.player, graph.children, graph.chances, strict=True
    ):
        if player == -2:
            ends[state] = Fraction(state.returns()[0] == Fraction(1, 2))
        else:
            shares = both.chances(state) if player >= 0 else probabilities
            below = (ends[graph.states[child]] for child in children)
            ends[state] = sum((Fraction(p) * v for p, v in zip(shares, below, strict=True)), Fraction(0))
    assert experiments.outcomes(values)[1] == pytest.approx(float(ends[graph.states[-1]]), abs=1e-12)


def test_sampled_wins_have_the_mean_of_the_exact_ones(table) -> None:
    learner = table.learner("EL")
    wins = learner.sampled(1000, generator(Use.NO_THANKS_LEARNING, 5))
    found = np.array([wins(4) for _ in range(200)])
    assert abs(found.mean() - learner.wins(4)) < 4 * found.std(ddof=1) / 200**0.5


def test_exploitability_of_the_best_is_nothing() -> None:
    small = experiments.Table(NoThanks((3, 5, 6, 8, 9, 12), 4, 3, 2))
    seated = everybody.players(small, {"EL": 4.0, "DL": 1.25})
    assert everybody.exploitability(seated["optimal"]) == pytest.approx((49 / 120, 71 / 120, 0))
    assert everybody.exploitability(seated["Max1"])[2] > 0.1
    assert list(seated)[-2] == "search to 4"


def test_a_player_among_others() -> None:
    positions = Positions(four.QUICK_GAME)
    rule = chip_rule(positions, 4)
    won = [four.alone(rule, rule, seat) for seat in range(4)]
    assert sum(won) == pytest.approx(1)
    assert four.shares([0.1, 0.2]) == ["10.0%", "20.0%", "15.0%"]


def test_ends_of_the_full_game() -> None:
    endgames = study_module("no_thanks", "endgames")
    game = NoThanks()
    end = endgames.endgame(game, 1, 1)
    assert sum(map(len, end.held)) == 23
    assert len({card for cards in end.held for card in cards}) == 23
    assert end == endgames.endgame(game, 1, 1) != endgames.endgame(game, 1, 2)
    assert sum(state_graph(game, root=end).solve().values) == 1


def test_scatter_of_a_deviation() -> None:
    drawn = generator(Use.NO_THANKS_LEARNING, 7).normal(0, 2, (2000, 200)).std(axis=1, ddof=1)
    assert experiments.scatter(2, 200) == pytest.approx(drawn.std(), rel=0.06)
