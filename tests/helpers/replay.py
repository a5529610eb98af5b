"""Slow replay of betting: the decisions of a hand from its history, checking every rule."""

from __future__ import annotations

import re
from typing import NamedTuple

from phevaluator import evaluate_cards

from pokerdata.games import NoLimitRules, Rules
from pokerdata.matches import Hand


class Decision(NamedTuple):
    """A decision.

    Attributes:
        street: From 0.
        player: 0 or 1.
        before: The history.
        paid: Chips of both players.
        raises: Bets and raises on the street, without the blind.
        may_raise: Whether the rules allow one more.
        move: 'f', 'c' or 'r'.
        to: Chips of the player after it.
    """

    street: int
    player: int
    before: str
    paid: tuple[int, int]
    raises: int
    may_raise: bool
    move: str
    to: int

    @property
    def to_call(self) -> int:
        return max(self.paid) - self.paid[self.player]


class Replay(NamedTuple):
    """A replayed hand: the player that `folded` (0, 1 or None), and the chips of both at the end, `paid`."""

    decisions: list[Decision]
    folded: int | None
    paid: tuple[int, int]


def replay(rules: Rules, history: str) -> Replay:
    """Return the decisions of a whole hand of Texas hold'em."""
    paid = [rules.ante + blind for blind in rules.blinds]
    limit = not isinstance(rules, NoLimitRules)
    folded, decisions = None, []
    streets = history.removesuffix("/").split("/")
    start = 0
    for number, text in enumerate(streets):
        player, opened, raises, raised = rules.first_to_act[number] - 1, False, 0, 0
        done = False
        for found in re.finditer(r"f|c|r\d*", text):
            assert folded is None
            assert not done
            move, level, to = found[0], max(paid), paid[player]
            bets = raises + (number == 0)  # with the big blind
            may_raise = bets < rules.caps[number] if limit else level < rules.stack  # type: ignore[operator]
            if move == "f":
                assert to < level
                folded = player
            elif move == "c":
                to = level
                done = opened
            else:
                assert may_raise
                if limit:
                    to = level + rules.bets[number]  # type: ignore[attr-defined]
                else:
                    to = int(move[1:])
                    assert to - level >= max(raised, rules.unit) or to == rules.stack
                    assert to <= rules.stack  # type: ignore[operator]
            before = history[: start + found.start()]
            decisions.append(
                Decision(number, player, before, (paid[0], paid[1]), raises, may_raise, move[0], to)
            )
            if move[0] == "r":
                raises, raised = raises + 1, to - level
            paid[player], opened, player = to, True, 1 - player
        assert done or folded is not None
        assert folded is None or number == len(streets) - 1
        start += len(text) + 1
    if folded is None:
        assert paid[0] == paid[1]
        assert len(streets) == rules.streets or paid[0] == rules.stack
    return Replay(decisions, folded, (paid[0], paid[1]))


def winnings(rules: Rules, hand: Hand) -> int:
    """Return the winnings of player 1 in chips, by another evaluator."""
    _, folded, paid = replay(rules, hand.history)
    if folded is not None:
        return paid[1] if folded == 1 else -paid[0]
    ranks = [evaluate_cards(*hand.board.split(), *hole.split()) for hole in hand.hole]  # lower is better
    return paid[0] * (int(ranks[0] < ranks[1]) - int(ranks[0] > ranks[1]))
