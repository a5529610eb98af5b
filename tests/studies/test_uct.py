"""UCT: exact values of decisions, play with open cards, strategies from passes, and the printed tree."""

from fractions import Fraction

import numpy as np
import pytest

from pokerdata.players.search import bound_visits
from pokerdata.solving.explicit import evaluate, expected_values, solve
from studies import study_module

small = study_module("uct", "small_games")
opponents = study_module("uct", "opponents")
hidden = study_module("uct", "hidden")
printed = study_module("uct", "printed_tree")
nothing = study_module("uct", "nothing_hidden")
ranges = study_module("uct", "ranges")


@pytest.fixture(scope="module")
def kuhn():
    return small.kuhn_game()


@pytest.fixture(scope="module")
def leduc():
    return small.leduc_game()


def test_constants_of_the_printed_tree() -> None:
    low, high = printed.constants()
    assert (low, high) == (pytest.approx(3.098, abs=5e-4), pytest.approx(3.537, abs=5e-4))
    for constant in np.linspace(1, 5, 200):
        visits = bound_visits(printed.VALUES, exploration=constant, visits=40)
        assert (visits == printed.VISITS) == (low <= constant <= high), constant


def test_values_and_reach_make_the_expected_value(leduc) -> None:
    strategy = solve(leduc.tree, "cfr+", iterations=3).strategy
    values = small.values_of(leduc.tree, strategy)
    assert values[0] == pytest.approx(expected_values(leduc.tree, strategy))
    # Chance alone reaches the first decision, once per game.
    first = np.flatnonzero((leduc.tree.player == 0) & (small.reach(leduc.tree, strategy) > 0))
    opening = [node for node in first if len(leduc.tree.history(int(node))) == 2]
    assert small.reach(leduc.tree, strategy)[opening].sum() == pytest.approx(1)


def test_values_of_a_best_response(leduc) -> None:
    """The first decisions add up to its total winnings; honest play follows its rule."""
    for make in opponents.OPPONENTS:
        opponent = make(leduc)
        answer = opponent.answer(0)
        opening = [
            n for n in answer.values if opponents.parts(leduc.tree.information_sets[n])[1:] == ("", "")
        ]
        assert len(opening) == 3
        assert np.mean([answer.values[n] for n in opening]) == pytest.approx(answer.value)
    strategy = opponents.honest(leduc).strategy
    words = {s.key: strategy[s.edges].tolist() for s in leduc.tree.information_sets}
    assert words["K: "] == words["J on J: cc/"] == [0, 1]
    assert words["Q: r"] == [0, 1, 0]
    assert words["J: r"] == words["J on Q: cc/r"] == [1, 0, 0]
    assert words["K: rr"] == [0, 1]


def test_models_do_what_the_strategies_do(leduc) -> None:
    """They agree at every information set, converted to a hand of the package."""
    opponent = opponents.nearly_solved(leduc)
    for one in leduc.tree.information_sets:
        state = opponents.state_of(one)
        assert state.player == one.player
        cards = list(state.hole_cards[one.player])
        shares = opponent.model.core.shares(state.betting, state.history, cards, list(state.board), [(1, 1)])
        assert list(shares.values()) == pytest.approx(opponent.strategy[one.edges].tolist())
        letters = {"fold": "f", "check": "c", "call": "c", "bet": "r", "raise": "r"}
        assert [letters[str(action)] for action in one.actions] == list(shares)


def test_open_play_of_kuhn_poker_by_hand(kuhn) -> None:
    """A player that faces a bet with open cards calls with the better one."""
    passes = kuhn.open_play(kuhn.starts(None))
    calls = {}
    for one in kuhn.tree.information_sets:
        if one.key in ("J: r", "Q: r", "K: r"):
            fold, call = passes[one.edges]
            calls[one.key] = call / (fold + call)
    assert calls == pytest.approx({"J: r": 0, "Q: r": 0.5, "K: r": 1})
    # Each of the twelve sets has two deals of probability 1/6.
    assert passes.sum() == pytest.approx(4)


def test_root_sampling_comes_to_open_play(kuhn) -> None:
    starts = kuhn.starts(None)
    found = hidden.each_set(kuhn, "root sampling", "all", starts, (100, 20_000), 4)
    limit, _ = hidden.of_passes(kuhn, kuhn.open_play(starts)[None])
    off = np.abs(found.proportional - limit[0]).mean(axis=1)
    assert off[1] < 2 < off[0]
    assert found.hands == (1200, 240_000)


def test_strategies_from_passes(kuhn) -> None:
    sets, edges = len(kuhn.tree.information_sets), kuhn.tree.edges
    passes = np.arange(2 * sets * edges).reshape(2 * sets, edges)
    rows = kuhn.from_searches(passes)
    for repeat in range(2):
        for number, one in enumerate(kuhn.tree.information_sets):
            assert (rows[repeat, one.edges] == passes[repeat * sets + number, one.edges]).all()
    proportional, pure = (kuhn.strategies(rows, pure=p) for p in (False, True))
    one = kuhn.tree.information_sets[0]
    assert proportional[0, one.edges] == pytest.approx(rows[0, one.edges] / rows[0, one.edges].sum())
    assert pure[1, one.edges].tolist() == [0, 1]
    assert evaluate(kuhn.tree, pure[0]).exploitability > 0


def test_the_right_range_wins_more(leduc) -> None:
    opponent = opponents.honest(leduc)
    plain, modelled = (ranges.won(opponent, 0, 300, 1, by_model) for by_model in (False, True))
    assert plain < modelled <= opponent.answer(0).value + 1e-9


def test_no_thanks_by_depth() -> None:
    games = [nothing.NoThanks(nothing.CARDS, depth, nothing.CHIPS, 2) for depth in nothing.DEPTHS]
    assert [nothing.starter(game) for game in games] == [Fraction(1, 10), Fraction(11, 40), Fraction(17, 60)]
    assert nothing.told_of(np.array([-1e-17, -1e-17])) == "0.000% ± 0.000%"
