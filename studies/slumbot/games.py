"""Slumbot's small games, and its two abstractions of the river."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import CardGame, CardRules, NoLimitRules
from pokerdata.games.named import ALL_RANKS
from pokerdata.matches.luck.values import state_strengths
from pokerdata.solving.public import StateClasses, classes_of

BLINDS, STACK = (1, 2), 162
_DIGITS = 9  # strengths are fractions of small numbers: equal ones are equal in so many digits


def rules_of(name: str, streets: int) -> NoLimitRules:
    """Slumbot's betting mb1b1: no limit, one bet or raise of the pot a street, before the flop one raise of it.

    Pot bets on all four streets take exactly the stack. The button, who posts the small blind, is player 1.
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
    """ms0: two cards each of 52 and no board."""
    cards = CardRules(ALL_RANKS, suits=4, hole=2, board=(0,), ranking="pairs")
    return CardGame(rules_of("ms0", 1), cards)


def one_card_streets(ranks: str = "TJQKA", suits: int = 4) -> CardGame:
    """ms3f1t1r1h5: two cards each of 20, and a flop, a turn and a river of one card each.

    Args:
        ranks: Of the deck.
        suits: Of the deck.
    """
    cards = CardRules(ranks, suits=suits, hole=2, board=(0, 1, 1, 1), ranking="five-card")
    return CardGame(rules_of("ms3f1t1r1h5", 4), cards)


def three_card_flop() -> CardGame:
    """holdem5: the same with a flop of three cards, as in hold'em."""
    cards = CardRules("TJQKA", suits=4, hole=2, board=(0, 3, 1, 1), ranking="five-card")
    return CardGame(rules_of("holdem5", 4), cards)


def by_strength(game: CardGame, *, nested: bool) -> StateClasses:
    """All that a hand was is known up to the turn; on the river its strength alone, or with the hand on the turn.

    Args:
        game: The game.
        nested: Whether the hand on the turn is remembered (Slumbot's nxhs3), or not (nhs3).
    """
    last = game.rules.streets - 1
    strength: NDArray[np.float64] = np.round(state_strengths(game)[last], _DIGITS)
    _, river = np.unique(strength, return_inverse=True)
    if nested:
        river = game.core.state_parents(last).astype(np.int64) * (int(river.max()) + 1) + river
    return classes_of(game, [*(np.arange(states) for states in game.states[:last]), river])
