"""Evaluate poker hands from the file rank_codes.h5 alone, with h5py and NumPy.

This is how a project in another language can use the table: five look-up arrays and a few lines.

    python evaluate_from_table.py tables/rank_codes.h5 AsKsQsJsTs QcQdAh9s4c3d2h

A card is 4*rank + suit: rank 0..12 stands for 2..A, suit 0..3 for clubs, diamonds, hearts, spades. The answer
is a
hand strength code of 16 bits. The greater code is the stronger hand. docs/formats.md explains its bits.
"""

import sys

import h5py
import numpy as np

# After N cards, the state of the automaton less this offset is the rank index: the row of codes_N.
FIRST_STATE = {5: 2380, 6: 8555, 7: 0}


def load(path):
    """Return the arrays that evaluation needs, by name; 0.9 MB."""
    with h5py.File(path) as file:
        return {
            name: file[name][:] for name in ("transitions", "codes_5", "codes_6", "codes_7", "flush_codes")
        }


def evaluate(table, cards):
    """Return the strength codes, uint16 [...], of hands: an integer array [..., 5|6|7] of different cards."""
    cards = np.asarray(cards).astype(np.int64)
    size = cards.shape[-1]
    ranks, suits = cards // 4, cards % 4

    # Apart from flushes only the ranks count, in any order: walk the transition table card by card.
    state = np.zeros(cards.shape[:-1], np.int64)
    for i in range(size):
        state = table["transitions"][state, ranks[..., i]].astype(np.int64)
    code = table[f"codes_{size}"][state - FIRST_STATE[size]]

    # For each suit, make a bitmap of its ranks. flush_codes is 0 for fewer than five bits.
    for suit in range(4):
        ranks_of_suit = np.where(suits == suit, 1 << ranks, 0).sum(axis=-1)
        code = np.maximum(code, table["flush_codes"][ranks_of_suit])
    return code


def parse(text):
    """Return the cards in a text such as AsKd or "As Kd"."""
    text = text.replace(" ", "")
    return ["23456789TJQKA".index(text[i]) * 4 + "cdhs".index(text[i + 1]) for i in range(0, len(text), 2)]


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(f"usage: python {sys.argv[0]} tables/rank_codes.h5 HAND..., e.g. AsKsQsJsTs")
    table = load(sys.argv[1])
    for hand in sys.argv[2:]:
        print(hand, int(evaluate(table, parse(hand))))
