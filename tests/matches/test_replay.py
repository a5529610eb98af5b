"""Hands of matches agree with a slow replay of the rules and another evaluator."""

from __future__ import annotations

import pytest

from helpers import replay
from pokerdata.games import load_game
from pokerdata.matches import hands, match


@pytest.mark.parametrize("name", ["limit-holdem", "nolimit-holdem"])
def test_every_hand(name: str) -> None:
    rules = load_game(name).rules
    played = list(hands("random", "simple", deals=300, seed=5, game=name))
    assert [hand.won for hand in played] == [replay.winnings(rules, hand) for hand in played]
    assert len({hand.history for hand in played}) > 50
    for one, two in zip(played[::2], played[1::2], strict=True):  # the same cards with seats swapped
        assert (one.hole, one.board) == (two.hole, two.board)
        assert one.players == two.players[::-1] == ("random", "simple")
    won = [hand.won if hand.players[0] == "random" else -hand.won for hand in played]
    result = match("random", "simple", deals=300, seed=5, game=name)
    assert result.won[0].mean == pytest.approx(sum(won) / 600)
    assert result.sums.first == sum(won[::2])
    assert result.sums.products == sum(a * b for a, b in zip(won[::2], won[1::2], strict=True))
