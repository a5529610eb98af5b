"""Showdown values in the tree agree with every possible hand of the others, and every board."""

import itertools

import numpy as np
import pytest

from pokerdata.cards.combinations import COMBINATIONS
from pokerdata.cards.ranges import Range
from pokerdata.cards.strength import showdown_counts
from pokerdata.errors import TableError
from pokerdata.games import table_rules
from pokerdata.games.play import State, TableRules, read_matchstate
from pokerdata.players.search import called, fixed, search

LIMIT, NOLIMIT3 = table_rules("limit-holdem"), table_rules("nolimit-holdem-3p")
UNEVEN = TableRules(
    NOLIMIT3.name, NOLIMIT3.blinds, NOLIMIT3.first_to_act, NOLIMIT3.cards, stacks=(600, 1500, 3000)
)
BUSY = fixed(0.1, 0.5, 0.4)


def _showdowns(result, state, hero):
    """Return (state, passes, value) of a player's showdowns in the tree that no card precedes."""

    def below(at, node):
        for what, child in result.core.children(node):
            if not isinstance(what, str):
                return
            after = at.apply_unseen(what)
            if not after.betting.finished:
                yield from below(after, child)
            elif after.players_left > 1 and not after.folded[hero]:
                _, _, passes, value, squares = result.core.node(child)
                yield after, passes, value, squares

    return list(below(state, 0))


def _by_brute_force(state, hero, held):
    """Return a player's mean winnings; `held` has [(hand, weight)] of the remaining others, by position."""
    total = weights = 0.0
    known = {*state.hole_cards[hero], *state.board}
    left = state.game.board_cards(state.game.streets - 1) - len(state.board)
    for hands in itertools.product(*held.values()):
        used = known.union(*(hand for hand, _ in hands))
        if len(used) < len(known) + sum(len(hand) for hand, _ in hands):
            continue
        weight = float(np.prod([weight for _, weight in hands]))
        holes: list[list[int]] = [[] for _ in range(state.players)]
        holes[hero] = list(state.hole_cards[hero])
        for position, (hand, _) in zip(held, hands, strict=True):
            holes[position] = list(hand)
        for rest in itertools.combinations([card for card in state.game.deck if card not in used], left):
            won = state.with_cards(holes, [*state.board, *rest]).returns()[hero]
            total += weight * float(won)
            weights += weight
    return total / weights


def _hands(text):
    weights = Range(text).weights
    return [((a, b), float(w)) for (a, b), w in zip(COMBINATIONS.tolist(), weights, strict=True) if w]


@pytest.mark.parametrize(
    ("game", "line", "ranges"),
    [
        (LIMIT, "MATCHSTATE:0:1:rc/cc/cc/:7c6c|/Ac4cJh/2d/8h", {1: "QQ+:0.5,AK:0.25,76s:0.125,98"}),
        (LIMIT, "MATCHSTATE:1:1:rc/cc/cc/c:|7c6c/Ac4cJh/2d/8h", {0: "99+"}),
        (NOLIMIT3, "MATCHSTATE:0:1:ccc/ccc/ccc/:7c6c||/Ac4cJh/2d/8h", {1: "JJ+", 2: "AK,87s:0.5"}),
        (UNEVEN, "MATCHSTATE:2:1:ccc/ccc/ccc/cc:||7c6c/8d4cJh/2d/6h", {0: "99:0.25,QQ:0.75", 1: "JTs,55"}),
        (NOLIMIT3, "MATCHSTATE:0:1:fcc/cc/:7c6c||/Ac4cJh/2d", {1: "AKs,QQ"}),
    ],
    ids=["river", "river after a check", "two others", "side pots", "all-in on the turn"],
)
def test_showdowns_are_worth_their_mean(game, line, ranges):
    state, _ = read_matchstate(game, line)
    hero = state.player
    found = search(state, iterations=30_000, models=BUSY, ranges=ranges, exploration=1e6, seed=2)
    showdowns = [s for s in _showdowns(found, state, hero) if s[1] > 1000]
    compared = 0
    for at, _, value, squares in showdowns:
        held = {p: _hands(text) for p, text in ranges.items() if not at.folded[p]}
        if len(held) < len(ranges):  # folded cards count, so this stays a mean over samples
            continue
        compared += 1
        assert squares == 0
        assert value == pytest.approx(_by_brute_force(at, hero, held), abs=1e-9)
    assert compared >= 2


def test_small_decks():
    leduc = table_rules("leduc")
    state, _ = read_matchstate(leduc, "MATCHSTATE:0:0:cc/:Ks|/Qh")
    found = search(state, iterations=5000, models=BUSY, seed=1)
    held = {1: [((card,), 1.0) for card in leduc.deck]}
    showdowns = _showdowns(found, state, 0)
    assert len(showdowns) == 5
    for at, _, value, squares in showdowns:
        assert squares == 0
        assert value == pytest.approx(_by_brute_force(at, 0, held), abs=1e-9)


def test_cards_count_where_models_look_at_them():
    """A player that bets only good cards holds good ones at showdowns; correct means show it, uniform ones do not."""
    state, _ = read_matchstate(table_rules("leduc"), "MATCHSTATE:0:0:cc/:Ks|/Qh")

    def honest(history, hole, board):
        return (0, 0, 1) if hole[0] // 4 == board[0] // 4 else (0, 1, 0)

    found = search(state, iterations=5000, models=called(honest), exploration=100, seed=1)
    blind = search(state, iterations=5000, models=called(lambda *_: (0, 1, 0)), exploration=100, seed=1)
    checked = {len(at.history): value for at, _, value, _ in _showdowns(found, state, 0)}
    assert checked[len("cc/cc")] > 0
    assert all(squares > 0 for *_, squares in _showdowns(blind, state, 0))
    sampled = search(state, iterations=5000, models=called(honest), exploration=100, leaves="sampled", seed=1)
    assert found.actions == sampled.actions


def test_all_ins_ask_the_tables(tables):
    state, _ = read_matchstate(NOLIMIT3, "MATCHSTATE:1:1:r300fc/:|7c6c|/Ac4cJh")
    found = search(
        state,
        iterations=3000,
        models=fixed(0, 1, 0),
        menu=["all-in"],
        leaves="tables",
        exploration=1e6,
        tables=tables,
        seed=1,
    )
    lines = {at.history: (at, value, squares) for at, _, value, squares in _showdowns(found, state, 1)}
    at, value, squares = lines["r300fc/r20000c//"]
    counts = showdown_counts("7c6c", "Ac4cJh")
    share = float(counts[..., 0] + counts[..., 1] / 2) / float(counts.sum())
    assert squares == 0
    assert value == pytest.approx(share * at.pot - at.spent[1], abs=1e-6)
    with pytest.raises(TableError, match="preflop_strength"):
        search(state, iterations=10, leaves="tables", tables=tables / "none", seed=1)
    with pytest.raises(ValueError, match="a game of Texas hold'em alone"):
        search(State(table_rules("kuhn"), hole_cards=["Ks", ""]), leaves="tables", tables=tables)


def test_fewer_draws_for_the_same_error():
    state, _ = read_matchstate(LIMIT, "MATCHSTATE:0:1:rc/cc/cc/:7c6c|/Ac4cJc/2d/8h")

    def spread(leaves):
        found = [
            search(state, iterations=2000, backup="max", leaves=leaves, seed=seed).actions[-1].value
            for seed in range(8)
        ]
        return float(np.std(found))

    assert spread("exact") < spread("sampled") / 2
