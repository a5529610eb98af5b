"""The picture of a search's tree."""

import pytest

from pokerdata._support.estimates import signed
from pokerdata.games import table_rules
from pokerdata.games.play import State
from pokerdata.players.search import search
from pokerdata.reports.pictures import search_tree

RESULT = search(State(table_rules("limit-holdem-3p"), hole_cards=["", "", "AhKh"]), iterations=5000, seed=1)


def drawn(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_it_shows_each_action_with_passes_and_value():
    texts = drawn(search_tree(RESULT, depth=2))
    for one in RESULT.actions:
        assert f"{one.action}   {one.passes:,}   {signed(one.value, 1)}" in texts
    nodes = list(RESULT.walk(2))
    assert len(texts) == len(nodes) + 1 + 4 + 1  # the root, the kinds, the title


def test_deep_trees_are_cut_to_what_can_be_read():
    figure = search_tree(RESULT, depth=8)
    assert len(figure.axes[0].texts) < 75
    with pytest.raises(ValueError, match="least: expected a number of passes that leaves at most 60 rows"):
        search_tree(RESULT, depth=8, least=1)
    with pytest.raises(ValueError, match="depth: expected 1 to 12"):
        search_tree(RESULT, depth=0)
