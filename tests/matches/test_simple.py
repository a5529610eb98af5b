"""Every decision of `simple` follows the rule of docs/matches.md, recomputed from the metrics of a situation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from helpers import replay
from pokerdata import Situation
from pokerdata.games import load_game
from pokerdata.matches import hands

RANKS = "23456789TJQKA"
STREET_CARDS = (0, 3, 4, 5)
Chances = dict[str, float]  # of actions; missing ones are illegal


@cache
def strength_and_potential(hole: str, board: str) -> tuple[float, float]:
    situation = Situation(hole, board)
    river = len(board.split()) == 5
    return float(situation["ihr"].value), 0.0 if river else float(situation["ppot1"].value)


def after_the_flop(strength: float, potential: float, decision: Any) -> Chances:
    """`legal` replaces free folds and illegal raises."""
    asked, pot = decision.to_call, sum(decision.paid)
    if asked == 0:
        passes = (1 - strength**2) * (1 - potential)
        return {"r": 1 - passes, "c": passes}
    raising = strength ** (1 + decision.raises)
    worth = strength**2 * pot > asked or potential > asked / (pot + asked)
    return {"r": raising, "c" if worth else "f": 1 - raising}


def class_before_the_flop(hole: str) -> str:
    low, high = sorted(RANKS.index(card[0]) for card in hole.split())
    suited = len({card[1] for card in hole.split()}) == 1
    if low == high:
        return "raising pair" if high == 0 or high >= RANKS.index("T") else "calling pair"
    if low >= RANKS.index("T"):
        connected = " connectors" if high == low + 1 else " ace" if high == 12 else ""
        return f"suited high{connected}" if suited else "high"
    if suited and high == 12:
        return "ace-two" if low == 0 else "suited ace"
    return "connectors" if suited and high == low + 1 else "anything"


def before_the_flop(kind: str, decision: Any, unit: int) -> Chances:
    if kind in ("raising pair", "calling pair") or "high" in kind:
        if decision.raises < 2 and (kind == "raising pair" or kind.startswith("suited")):
            return {"r": 1}
        if decision.raises < 3:
            return {"c": 1}
    if kind == "ace-two" and decision.raises == 0:
        return {"r": 1}
    if kind.endswith(("connectors", "ace", "ace-two")):
        return {"c": 1}
    return {"c": 0.05, "f": 0.95} if decision.to_call <= unit else {"f": 1}


def legal(chances: Chances, decision: Any) -> Chances:
    found: Chances = defaultdict(float)
    for move, chance in chances.items():
        impossible = (move == "r" and not decision.may_raise) or (move == "f" and decision.to_call == 0)
        found["c" if impossible else move] += chance
    return found


@pytest.fixture
def decisions() -> Callable[..., Iterator[tuple[Any, str, str]]]:
    """Return the decisions of `simple` against another agent, with its hand and the board."""

    def played(game: str, other: str, deals: int) -> Iterator[tuple[Any, str, str]]:
        rules = load_game(game).rules
        for hand in hands("simple", other, deals=deals, seed=4, game=game):
            for decision in replay.replay(rules, hand.history).decisions:
                if hand.players[decision.player] == "simple":
                    if decision.move == "r" and rules.stack is not None:  # pot size after a call
                        assert decision.to == min(3 * max(decision.paid), rules.stack)
                    board = hand.board.split()[: STREET_CARDS[decision.street]]
                    yield decision, hand.hole[decision.player], " ".join(board)

    return played


def check_frequencies(found: dict[Any, list[tuple[float, bool]]]) -> None:
    """Check frequencies; `found` has, for each kind of decision, the probability of an action and whether it was taken."""
    for kind, moves in found.items():
        expected = sum(chance for chance, _ in moves)
        deviation = sum(chance * (1 - chance) for chance, _ in moves) ** 0.5
        assert abs(sum(made for _, made in moves) - expected) <= 4 * deviation + 1e-9, kind


@pytest.mark.slow
def test_after_the_flop(decisions: Callable[..., Any]) -> None:
    made = defaultdict(list)
    for game, other, deals in (
        ("limit-holdem", "random", 300),
        ("limit-holdem", "always-raise", 150),
        ("nolimit-holdem", "random", 300),
    ):
        for decision, hole, board in decisions(game, other, deals):
            if decision.street == 0:
                continue
            chances = legal(after_the_flop(*strength_and_potential(hole, board), decision), decision)
            assert chances[decision.move] > 0, (decision, hole, board)
            kind = "raises" if decision.to_call else "bets"
            for key in (kind, (kind, decision.street), (kind, decision.raises)):
                made[key].append((chances["r"], decision.move == "r"))
    check_frequencies(made)
    assert len(made["bets"]) > 300
    assert len(made["raises"]) > 300


@pytest.mark.parametrize(
    ("game", "other"),
    [("limit-holdem", "random"), ("limit-holdem", "always-raise"), ("nolimit-holdem", "random")],
)
def test_before_the_flop(decisions: Callable[..., Any], game: str, other: str) -> None:
    made, unit = defaultdict(list), load_game(game).rules.unit
    for decision, hole, _ in decisions(game, other, 2000):
        if decision.street > 0:
            continue
        kind = class_before_the_flop(hole)
        chances = legal(before_the_flop(kind, decision, unit), decision)
        assert chances[decision.move] > 0, (decision, hole)
        made[kind, decision.raises].append((chances["c"], decision.move == "c"))
    check_frequencies(made)
    assert {raises for _, raises in made} == {0, 1, 2, 3}
    assert len({kind for kind, _ in made}) == 10
