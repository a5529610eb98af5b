"""Slumbot's small games, and its two abstractions of the river."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import CardGame, CardRules, NoLimitRules
from pokerdata.games.named import ALL_RANKS
from pokerdata.matches.luck.values import state_strengths
from pokerdata.solving.public import StateClasses, classes_of

BLINDS, STACK = (1, 2), 162
_DIGITS = 9  # strengths are fractions of small numbers: equal ones agree to this many digits


def rules_of(name: str, streets: int) -> NoLimitRules:
    """Return Slumbot's betting mb1b1: no limit, one pot-sized bet or raise per street; before the flop one raise.

    Pot-sized bets on all four streets use up the stack exactly. The button, which posts the small blind, is
    player 1.
    """
    return NoLimitRules(
        name=name,
        stacks=(STACK, STACK),
        blinds=BLINDS,
        first_to_act=(1, 2, 2, 2)[:streets],
        menu=("pot",),
        caps=(2, 1, 1, 1)[:streets],
    )


def no_board() -> CardGame:
    """Return ms0: two hole cards each from 52 cards, and no board."""
    cards = CardRules(ALL_RANKS, suits=4, hole=2, board=(0,), ranking="pairs")
    return CardGame(rules_of("ms0", 1), cards)


def one_card_streets(ranks: str = "TJQKA", suits: int = 4) -> CardGame:
    """Return ms3f1t1r1h5: two hole cards each from 20 cards, and a flop, a turn and a river of one card each.

    Args:
        ranks: Ranks of the deck.
        suits: Number of suits.
    """
    cards = CardRules(ranks, suits=suits, hole=2, board=(0, 1, 1, 1), ranking="five-card")
    return CardGame(rules_of("ms3f1t1r1h5", 4), cards)


def three_card_flop() -> CardGame:
    """Return holdem5: the same game with a flop of three cards, as in hold'em."""
    cards = CardRules("TJQKA", suits=4, hole=2, board=(0, 3, 1, 1), ranking="five-card")
    return CardGame(rules_of("holdem5", 4), cards)


def by_strength(game: CardGame, *, nested: bool) -> StateClasses:
    """Merge river states by strength; earlier streets keep perfect recall.

    Args:
        game: The game.
        nested: Whether a river class also keeps the hand on the turn (Slumbot's nxhs3) or not (nhs3).
    """
    last = game.rules.streets - 1
    strength: NDArray[np.float64] = np.round(state_strengths(game)[last], _DIGITS)
    _, river = np.unique(strength, return_inverse=True)
    if nested:
        river = game.core.state_parents(last).astype(np.int64) * (int(river.max()) + 1) + river
    return classes_of(game, [*(np.arange(states) for states in game.states[:last]), river])
