"""Doll 2026: the compared runs, and Small Island with A-Q-J as a straight."""

from itertools import permutations

import pytest

from pokerdata import load_game, solve
from pokerdata.solving.explicit import explicit_tree
from pokerdata.solving.explicit import solve as solve_tree
from pokerdata.solving.explicit.poker import PokerGame
from studies import find_study, study_module

study = study_module("doll")


def test_iterations_are_those_that_were_published() -> None:
    assert study.evaluated("small_island", 381) == (1, 21, 41, 61, 81, 131, 181, 231, 281, 381)
    assert study.evaluated("kuhn", 50_000)[-3:] == (31_111, 41_111, 50_000)
    assert study.evaluated("leduc", 11) == (1, 2, 3, 4, 5, 7, 9, 11)


@pytest.mark.parametrize(("name", "crossing"), [("dcfr", 381), ("cfr_plus", 781)])
def test_small_island_with_aqj_falls_below_where_it_was_printed(name: str, crossing: int) -> None:
    figures = find_study("doll").figures
    assert figures[f"small_island_{name}_iterations"].value == crossing
    found = study.course(
        study.with_aqj(load_game("small-island")),
        study.ALGORITHMS[name][0],
        study.evaluated("small_island", crossing),
    )
    assert found.crossing == crossing


def test_the_right_ranking_takes_longer() -> None:
    result = solve("small-island", at=(281, 381, 481))
    assert [row.values.exploitability < 0.005 for row in result.log] == [False, False, True]
    slipped = solve(study.with_aqj(load_game("small-island")), at=(281, 381))
    assert [row.values.exploitability < 0.005 for row in slipped.log] == [False, True]


def test_every_card_its_own_is_the_same_game() -> None:
    """There are more nodes, those of Leduc hold'em with suits, and the exploitability at each iteration is the same."""
    alike, each = explicit_tree("leduc"), explicit_tree(PokerGame("leduc", alike=False))
    assert (alike.nodes, each.nodes) == (1_939, 9_457)
    assert each.perfect_recall
    courses = [
        [row.values.exploitability for row in solve_tree(tree, "dcfr", iterations=30).log]
        for tree in (alike, each)
    ]
    assert courses[0] == pytest.approx(courses[1], rel=1e-9)


def test_deals() -> None:
    """With equal cards of a rank and with distinct cards, this agrees with counting deals one by one."""
    game = load_game("leduc")
    deck = [rank for rank in game.cards.ranks for _ in range(2)]
    dealt = list(permutations(range(6), 3))
    assert study.every_card_deals(game) == len(dealt)
    assert study.alike_deals(game) == len({tuple(deck[card] for card in deal) for deal in dealt})
