"""Other evaluators on PyPI, called once per hand, as their interfaces require.

Each is a function that takes hands as rows of numbers 4*rank + suit, and returns a function that evaluates
them all. Preparing its cards is not timed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

Hands = list[list[int]]
Work = Callable[[], object]


def text(card: int) -> str:
    return "23456789TJQKA"[card // 4] + "cdhs"[card % 4]


def phevaluator(hands: Hands) -> Work:
    from phevaluator import evaluate_cards

    return lambda: [evaluate_cards(*hand) for hand in hands]


def eval7(hands: Hands) -> Work:
    import eval7 as peer

    cards = [[peer.Card(text(card)) for card in hand] for hand in hands]
    return lambda: [peer.evaluate(hand) for hand in cards]


def treys(hands: Hands) -> Work:
    from treys import Card, Evaluator

    evaluator = Evaluator()
    cards = [[Card.new(text(card)) for card in hand] for hand in hands]
    return lambda: [evaluator.evaluate(hand[:2], hand[2:]) for hand in cards]


def pkrbot(hands: Hands) -> Work:
    import pkrbot as peer

    cards = [[peer.Card(text(card)) for card in hand] for hand in hands]
    return lambda: [peer.evaluate(hand) for hand in cards]


def pokerkit(hands: Hands) -> Work:
    from pokerkit import Card, StandardHighHand

    cards = [tuple(Card.parse("".join(map(text, hand)))) for hand in hands]
    return lambda: [StandardHighHand.from_game(hand[:2], hand[2:]) for hand in cards]


PEERS = (phevaluator, eval7, treys, pkrbot, pokerkit)


def installed() -> list[Callable[[Hands], Work]]:
    return [peer for peer in PEERS if find_spec(peer.__name__)]


def absent() -> list[str]:
    return [peer.__name__ for peer in PEERS if not find_spec(peer.__name__)]
