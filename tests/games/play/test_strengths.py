"""Strengths of many hands at once agree with `Definition`."""

from __future__ import annotations

import numpy as np
import pytest

from pokerdata.cards import parse_cards
from pokerdata.games import table_rules


def test_strengths_are_those_of_one_hand_each() -> None:
    core = table_rules("limit-holdem").core
    deals = np.random.default_rng(3)
    hands = np.array([deals.permutation(52)[:7] for _ in range(200)], np.uint8)
    assert core.strengths(hands).tolist() == [core.strength(hand) for hand in hands]
    assert core.strengths(hands[:0]).tolist() == []


def test_what_is_refused() -> None:
    core = table_rules("limit-holdem").core
    hand = parse_cards("AsKsQsJsTs2c3d")
    with pytest.raises(ValueError, match="hand: expected one, got 2"):
        core.strength(np.array([hand, hand]))
    with pytest.raises(ValueError, match=r"hand: expected 7 cards, .* got 6"):
        core.strengths(np.array([hand[:6]]))
    with pytest.raises(ValueError, match="card"):
        core.strengths(np.array([[*hand[:6], hand[0]]], np.uint8))
    with pytest.raises(ValueError, match="expected one of the deck, got 52"):
        core.strengths(np.array([[*hand[:6], 52]], np.uint8))
