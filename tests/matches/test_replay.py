"""Hands of matches replayed by a slow account of the rules, with another evaluator."""

from __future__ import annotations

import re

import pytest
from phevaluator import evaluate_cards

from pokerdata.games import NoLimitRules, Rules, named_game
from pokerdata.matches import Hand, hands, match


def replayed(rules: Rules, hand: Hand) -> int:
    """What player 1 wins, in chips, with every rule checked on the way."""
    paid = [rules.ante + blind for blind in rules.blinds]
    limit = not isinstance(rules, NoLimitRules)
    folded = None
    streets = hand.history.split("/")
    if streets[-1] == "":
        streets.pop()
    for number, text in enumerate(streets):
        player, opened, raised = rules.first_to_act[number] - 1, False, 0
        bets = 1 if number == 0 else 0  # the big blind
        done = False
        for move in re.findall(r"f|c|r\d*", text):
            assert folded is None
            assert not done
            level = max(paid)
            if move == "f":
                assert paid[player] < level
                folded = player
            elif move == "c":
                paid[player] = level
                done = opened
            else:
                to = level + rules.bets[number] if limit else int(move[1:])  # type: ignore[attr-defined]
                if limit:
                    assert bets < rules.caps[number]
                else:
                    assert rules.stack is not None
                    assert to - level >= max(raised, rules.unit) or to == rules.stack
                    assert to <= rules.stack
                raised, paid[player], bets = to - level, to, bets + 1
            opened, player = True, 1 - player
        assert done or folded is not None
        assert folded is None or number == len(streets) - 1
    if folded is not None:
        return paid[1] if folded == 1 else -paid[0]
    assert paid[0] == paid[1]
    assert len(streets) == rules.streets or paid[0] == rules.stack
    ranks = [evaluate_cards(*hand.board.split(), *hole.split()) for hole in hand.hole]  # lower is better
    return paid[0] * ((ranks[0] < ranks[1]) - (ranks[0] > ranks[1]))


@pytest.mark.parametrize("name", ["limit-holdem", "nolimit-holdem"])
def test_every_hand(name: str) -> None:
    rules = named_game(name).rules
    played = list(hands("random", "simple", deals=300, seed=5, game=name))
    assert [hand.won for hand in played] == [replayed(rules, hand) for hand in played]
    assert len({hand.history for hand in played}) > 50
    for one, two in zip(played[::2], played[1::2], strict=True):  # the same cards, other players
        assert (one.hole, one.board) == (two.hole, two.board)
        assert one.players == two.players[::-1] == ("random", "simple")
    won = [hand.won if hand.players[0] == "random" else -hand.won for hand in played]
    result = match("random", "simple", deals=300, seed=5, game=name)
    assert result.won.mean == pytest.approx(sum(won) / 600)
    assert result.sums.first == sum(won[::2])
    assert result.sums.products == sum(a * b for a, b in zip(won[::2], won[1::2], strict=True))
