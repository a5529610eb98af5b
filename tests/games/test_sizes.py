"""Sizes of explicit trees agree with published counts and enumerations."""

from itertools import permutations
from math import sqrt

import pytest

from pokerdata import games
from pokerdata.games import CardRules, LimitRules, load_game, sizes


# Doll 2026, appendix B; the information sets of limit Texas hold'em from Johanson 2013.
@pytest.mark.parametrize(
    ("name", "nodes", "sets"),
    [
        ("kuhn", 58, 12),
        ("leduc", 1_939, 288),
        ("twelve-card", 99_545, 10_104),
        ("small-island", 44_123_721, 1_037_520),
        ("rhode-island", 6_705_372_545, None),
        ("limit-holdem", None, 319_365_922_522_608),
    ],
)
def test_published_counts(name: str, nodes: int | None, sets: int | None) -> None:
    game = load_game(name)
    found = sizes(game.rules, game.cards)
    assert found.nodes == nodes or nodes is None
    assert found.information_sets == sets or sets is None


def test_m_values_of_kuhn() -> None:
    game = load_game("kuhn")
    assert sizes(game.rules, game.cards).m_values == pytest.approx((2 * sqrt(3), sqrt(6)))


@pytest.mark.parametrize("copies", [2, 3])
def test_deals_of_copies_by_enumeration(copies: int) -> None:
    """Two hole cards, a board of two at once: every order of the deck, and the distinguishable deals among them."""
    deck = "JQK" * copies
    first: set[object] = set()
    both: set[object] = set()
    boards: set[object] = set()
    views: set[object] = set()
    for a, b, c, d, e, f in permutations(deck, 6):
        mine, yours, board = ("".join(sorted(cards)) for cards in ((a, b), (c, d), (e, f)))
        first.add(mine)
        both.add((mine, yours))
        boards.add((mine, yours, board))
        views.add((mine, board))
    rules = LimitRules(name="copies", ante=1, bets=(1,), caps=(1,), first_to_act=(1,))
    found = sizes(rules, CardRules("JQK", copies=copies, hole=2, board=(2,)))
    assert found.nodes == 1 + len(first) + len(both) + 9 * len(boards)
    assert found.information_sets == 4 * len(views)


@pytest.mark.parametrize("name", [name for name, game in games.GAMES.items() if game.build])
def test_boards_and_hands_stand_for_every_deal(name: str) -> None:
    """Hands on boards up to suits, summed with their weights, are all hands on boards."""
    game = load_game(name)
    if name in ("royal", "limit-flop"):
        game = games.Game(
            game.rules, CardRules("TJQKA", suits=4, hole=2, board=(0, 3, 1, 1)[: game.rules.streets])
        )
    assert game.build is not None
    core, cards = game.build().core, game.cards
    left, boards = cards.deck, 1
    from math import comb

    for r, turned in enumerate(cards.board):
        boards *= comb(left, turned)
        left -= turned
        weights, sizes_, states = core.board_weights(r), core.hand_sizes(r), core.board_states(r)
        assert weights.sum() == boards
        at = 0
        for weight, count in zip(weights.tolist(), states.tolist(), strict=True):
            assert sizes_[at : at + count].sum() == comb(left, cards.hole)
            assert weight > 0
            at += count
