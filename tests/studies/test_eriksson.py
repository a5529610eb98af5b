"""Eriksson 2012: its figures equal those on recipe pages, and the walk over betting rules is correct."""

from collections import Counter
from typing import Any

import pytest

from pokerdata.games import BettingTree, NoLimitRules, bucketed_sizes
from pokerdata.reports.pages.sources import REFERENCES
from studies import find_study, study_module

betting: Any = study_module("eriksson", "betting")
sequences: Any = study_module("eriksson", "sequences")
hands: Any = study_module("eriksson", "hands")


def counted(rules: Any, caps: tuple[int | None, ...]) -> list[dict[str, int]]:
    """Return the counts of the study on all streets."""
    streets, starts, called, found = betting.Streets(rules), Counter({0: 1}), 0, []
    for cap in caps:
        counts, starts = streets.after(starts, cap, called)
        called += int(counts[betting.CALLED])
        found.append(dict(zip(betting.KINDS, counts.tolist(), strict=True)))
    return found


@pytest.mark.parametrize("stack", [400, 2_000, 10_000, 50_000])
@pytest.mark.parametrize("caps", [(None,) * 4, (2, 1, 3, 2), (4, 4, 4, 4)])
def test_the_walk_counts_as_the_betting_tree_of_the_package(stack: int, caps: tuple[int | None, ...]) -> None:
    """The tree counts the blind as a bet, and has no all-in beyond a cap."""
    rules = NoLimitRules(
        name="any",
        blinds=(50, 100),
        stacks=(stack, stack),
        first_to_act=(1, 2, 2, 2),
        caps=tuple(255 if cap is None else cap for cap in caps),
    )
    tree, sizes = BettingTree(rules), bucketed_sizes(rules, [1] * 4)
    ours = counted(
        betting.Betting(stack, blind_is_bet=True, all_in_beyond_cap=False),
        caps,
    )
    for street, found in enumerate(ours):
        decisions = sum(found[kind] for kind in betting.KINDS[: betting.FOLD])
        assert decisions == sizes.decisions[street]
        assert found["fold"] == sizes.fold_leaves[street]
        if street < 3:
            assert found["goes on"] == len(tree.street_roots[street + 1])
            assert found["all-in called"] == sizes.showdown_leaves[street]
        else:
            assert found["goes on"] + found["all-in called"] == sizes.showdown_leaves[street]


def test_small_games_by_hand() -> None:
    """Four big blinds before the flop: fold, call or 300 or all-in."""
    deep = betting.Betting(400)
    # SB (fold, call, 300, all-in); BB after a call (check, 300, all-in); a player facing 300 (fold, call,
    # all-in): 2; a player facing an all-in: SB's first, BB's after a call, and after each 300.
    (found,) = counted(deep, (None,))
    assert found["first, a bet"] == 1 + 1
    assert found["second, nothing to call"] == 1
    assert found["second, a bet"] == 1
    assert found["first, an all-in"] + found["second, an all-in"] == 4 == found["all-in called"]
    assert found["goes on"] == 1 + 2
    (clipped,) = counted(betting.Betting(200, clipped=True), (None,))
    assert clipped["all-in called"] == 4, "a pot that is all-in, and all-in, for both"
    (unraised,) = counted(betting.Betting(400, may_raise=False), (None,))
    assert unraised["goes on"] == 1 + 1
    (raised,) = counted(betting.Betting(400, limp=False), (None,))
    assert raised["goes on"] == 1
    assert raised["second, nothing to call"] == 0
    (committed,) = counted(betting.Betting(400, commits=0.5), (None,))
    assert committed["goes on"] == 1
    (turned,) = counted(betting.Betting(400, big_blind_first=True), (None,))
    assert turned["goes on"] == 3, "check and call; 300 or check, 300, and call"
    assert betting.Betting(big_blind_first=True).raises(100, 50, 0, True, None) == [300, 10_000]
    assert betting.Betting(pot="before a call").raises(100, 300, 1, True, None) == [700, 10_000]
    assert betting.Betting(all_in="facing a bet").raises(100, 100, 0, True, None) == [300]
    assert betting.Betting(all_in="no pot").raises(100, 5_000, 2, False, None) == [10_000]
    assert betting.Betting(all_in="first bet").raises(100, 5_000, 2, False, None) == []


def test_the_search_finds_rules_that_are_among_those_tried() -> None:
    """The search finds the counts of rules in the simplest counting, and no others."""
    hidden, other = betting.Betting(2_000, may_raise=False, pot="before a call"), betting.Betting(2_000)
    found = counted(hidden, (3, 2, 2, 1))
    on = [street["goes on"] for street in found]
    nodes = [sum(street[kind] for kind in betting.KINDS[: betting.FOLD]) for street in found]
    result = sequences.search(on, nodes, [other, hidden])
    assert (hidden, (3, 2, 2, 1)) in result.both
    assert result.both <= result.sequences
    assert hidden in betting.family((2_000,))
    up_to = [sum(nodes[: street + 1]) for street in range(4)]
    assert (hidden, (3, 2, 2, 1)) in sequences.search(on, up_to, [hidden]).both
    assert not sequences.search(on, [*nodes[:3], nodes[3] + 10_007], [hidden]).nodes


def test_the_figures_are_those_that_pages_are_set_beside() -> None:
    figures, reference = find_study("eriksson").figures, REFERENCES["eriksson-2012"]
    for (first, second), won in reference.matches.items():
        assert figures[f"{first}_{second}"].value == won
    for name, metric in hands.METRICS.items():
        for street in ("preflop", "flop", "turn", "river"):
            ends = [figures[f"{name}_{end}_{street}"].value for end in ("least", "greatest")]
            assert reference.extremes[metric, street] == tuple(ends)
