"""The rules of No-Thanks, and values of its trees from the general solver."""

from fractions import Fraction
from math import comb
from random import Random

import pytest

from pokerdata.games.no_thanks import NoThanks, NoThanksState, count_positions, points
from pokerdata.solving.explicit import explicit_tree, solve, state_graph

FIVE = (3, 4, 5, 7, 9)


@pytest.mark.parametrize(
    ("cards", "count"),
    [((), 0), ((4, 5, 6, 7), 4), ((3, 4, 33), 36), ((35,), 35), ((3, 5, 7), 15), ((33, 34, 35, 3), 36)],
)
def test_only_the_lowest_of_a_run_counts(cards: tuple[int, ...], count: int) -> None:
    assert points(cards) == count


def test_a_game_by_hand() -> None:
    """Two players with one chip each: 9 is passed, then taken with two chips; 4 and 3 make a run."""
    state = NoThanks(FIVE, 3, 1, 2).root()
    assert state.player == "chance"
    assert state.chance() == [(card, Fraction(1, 5)) for card in FIVE]
    state = state.apply(9)
    assert (state.player, state.legal_actions()) == (0, ["pass", "take"])
    state = state.apply("pass").apply("pass")
    assert (state.player, state.legal_actions(), state.pot) == (0, ["take"], 2)
    state = state.apply("take")
    assert (state.player, state.chips, state.held) == ("chance", (2, 0), ((9,), ()))
    assert [card for card, _ in state.chance()] == [3, 4, 5, 7]
    state = state.apply(4)
    assert state.player == 0, "who took moves again"
    state = state.apply("pass")
    assert (state.player, state.legal_actions()) == (1, ["take"])
    state = state.apply("take").apply(3)
    assert state.player == 1
    state = state.apply("take")
    assert state.player is None
    assert state.scores() == [9 - 1, 3 - 1]
    assert state.returns() == [0, 1]
    assert state.history == (9, "pass", "pass", "take", 4, "pass", "take", 3, "take")


def test_the_point_is_shared_among_ties() -> None:
    game = NoThanks(FIVE, 3, 2, 3)
    end = NoThanksState(game, ((5,), (4, 5), (7,)), (2, 1, 3))
    assert end.scores() == [3, 3, 4]
    assert end.returns() == [Fraction(1, 2), Fraction(1, 2), 0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "nodes", "decisions", "value", "at_random"),
    [
        (NoThanks(FIVE, 3, 2, 2), 7_571, 2_435, "17/60", "385/1024"),
        (NoThanks(FIVE, 3, 1, 2), 2_351, 845, "1/5", "157/480"),
        (NoThanks((3, 5, 6, 8, 9, 12), 4, 3, 2), 452_665, 30_012, "49/120", "6287747/15728640"),
    ],
)
def test_anchors_of_two_players(
    game: NoThanks, nodes: int, decisions: int, value: str, at_random: str
) -> None:
    graph = state_graph(game)
    assert (graph.tree_nodes, graph.decisions) == (nodes, decisions)
    assert decisions < count_positions(game) < nodes or nodes < count_positions(game)
    assert graph.solve().values == graph.solve(ties="last").values == (Fraction(value), 1 - Fraction(value))
    assert graph.values(lambda s: [1] * len(s.legal_actions()))[0] == Fraction(at_random)


def test_anchors_of_four_players() -> None:
    graph = state_graph(NoThanks((3, 4, 5, 6, 8, 10), 3, 2, 4))
    assert (graph.tree_nodes, graph.decisions) == (48_529, 19_164)
    passing = [Fraction(text) for text in ("17/360", "17/240", "2/9", "95/144")]
    taking = [Fraction(text) for text in ("113/1440", "437/1440", "449/1440", "49/160")]
    assert list(graph.solve(ties="first").values) == passing
    assert list(graph.solve(ties="last").values) == taking


def test_anchors_against_random_play() -> None:
    graph = state_graph(NoThanks(FIVE, 3, 2, 2))
    assert [graph.best_response(lambda s: [1] * len(s.legal_actions()), player)[0] for player in (0, 1)] == [
        Fraction(335, 384),
        Fraction(1853, 1920),
    ]


@pytest.mark.parametrize(
    ("game", "value"), [(NoThanks(FIVE, 3, 2, 2), 17 / 60), (NoThanks(FIVE, 3, 1, 2), 1 / 5)]
)
def test_cfr_reaches_the_values(game: NoThanks, value: float) -> None:
    tree = explicit_tree(game)
    assert tree.zero_sum is False, "shares sum to 1"
    found = solve(tree, "cfr+", iterations=200)
    assert found.values.expected_values == pytest.approx((value, 1 - value), abs=1e-3)
    assert found.values.exploitability < 1e-3


def test_shares_sum_to_one() -> None:
    graph = state_graph(NoThanks((3, 4, 5, 6), 3, 1, 3))
    ends = [state for state, player in zip(graph.states, graph.player, strict=True) if player == -2]
    assert ends
    assert all(sum(state.returns()) == 1 for state in ends)


def test_counts_of_the_full_game() -> None:
    full = NoThanks(players=3)
    assert (full.values[0], full.values[-1], full.drawn, full.chips) == (3, 35, 24, 11)
    assert comb(33, 24) == 38_567_100
    assert f"{count_positions(full):.0e}" == "5e+24"
    assert count_positions(NoThanks((3, 6, 9, 10, 11, 13, 15, 17, 33), 6, 3, 2)) == 1_758_456


def test_random_holdings_count_as_by_runs() -> None:
    random = Random(1)
    for _ in range(200):
        cards = tuple(sorted(random.sample(range(3, 20), random.randrange(1, 12))))
        runs = [card for place, card in enumerate(cards) if place == 0 or cards[place - 1] != card - 1]
        assert points(cards) == sum(runs)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"values": 5}, r"values: expected whole numbers, got 5; e\.g\. \(3, 4, 5, 7, 9\)"),
        ({"values": (3, 3)}, r"values: expected 1 to 62 different cards, got \(3, 3\)"),
        ({"values": ()}, "values: expected 1 to 62 different cards"),
        ({"values": (3, 4.5)}, r"value: expected a whole number from 1 to 10000, got 4\.5"),
        ({"values": (3, 4), "drawn": 3}, "drawn: expected a whole number from 1 to 2, got 3"),
        ({"chips": -1}, "chips: expected a whole number from 0 to 1000, got -1"),
        ({"players": 1}, "players: expected a whole number from 2 to 7, got 1"),
    ],
)
def test_games_that_are_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        NoThanks(**arguments)  # type: ignore[arg-type]
