"""Read tables of pokerdata with h5py and NumPy alone: strength, buckets, joint counts, a strategy.

    python read_tables.py strength tables AdQc 3h4cJh                    numerator and denominator of EHS
    python read_tables.py buckets tables history5_buckets AdQc 3h4cJh    bucket on each street so far
    python read_tables.py counts tables history5_counts 4-3-4-0 0-1-2-3  deals won, tied and lost
    python read_tables.py strategy tables limit5_strategy cc/r 4-3       actions and their probabilities

docs/formats.md explains the numbers, and docs/tables.md the layout of the files. A card is 4*rank + suit:
rank 0..12 stands for 2..A, suit 0..3 for clubs, diamonds, hearts, spades.
"""

import json
import sys
from collections.abc import Callable
from math import comb, prod
from pathlib import Path

import h5py
import numpy as np

STREETS = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}  # by the number of board cards


def text(value):
    """Return stored text, which is bytes padded with zero bytes; h5py and NumPy remove the padding."""
    return value.decode()


def mapped(dataset):
    """Return a dataset as a memory-mapped array: the system reads only the pages that you use.

    Every dataset is contiguous, uncompressed and little-endian, and begins at a multiple of 64 bytes.
    """
    offset = dataset.id.get_offset()  # bytes from the beginning of the file; None if it were not contiguous
    return np.memmap(dataset.file.filename, dataset.dtype, "r", offset, dataset.shape)


def parse(cards):
    """Return the cards in a text such as AsKd."""
    if len(cards) % 2 or len(cards) == 0:
        sys.exit(f"{cards}: expected cards, e.g. AsKd")
    try:
        return [
            "23456789TJQKA".index(cards[i]) * 4 + "cdhs".index(cards[i + 1]) for i in range(0, len(cards), 2)
        ]
    except ValueError:
        sys.exit(f"{cards}: expected cards, e.g. AsKd")


def set_index(cards):
    """Return the index of a set of cards among sets of its size: the column of hole cards, the row of a raw board."""
    return sum(comb(card, k) for k, card in enumerate(sorted(cards), start=1))


def place(folder, hand, board):
    """Return the row and column of a hand in the tables of the board's street (preflop: no row)."""
    hole = set_index(hand)
    if not board:
        return (hole,)
    street, raw = STREETS[len(board)], set_index(board)
    with h5py.File(folder / "boards.h5") as boards:
        row = mapped(boards[f"{street}_canonical"])[raw]
        suits = mapped(boards[f"{street}_permutation"])[
            raw
        ]  # maps the raw board's suits to the canonical ones
        return row, boards["combination_maps"][suits, hole]


def numerator(folder, metric, hand, board):
    """Return a metric of a hand as numerator and denominator."""
    if len(hand) != 2 or len(board) not in STREETS or len({*hand, *board}) < len(hand) + len(board):
        sys.exit(
            "expected a hand of 2 cards and a board of 0, 3, 4 or 5, all of them different, e.g. AdQc 3h4cJh"
        )
    street = STREETS[len(board)]
    where = place(folder, hand, board)
    with h5py.File(folder / f"{street}_strength.h5") as table:
        name = "n" if street == "river" else metric
        if name not in table:
            name = "ehs2_river"  # on the turn both definitions of E[HS^2] agree
        return int(mapped(table[name])[where]), json.loads(text(table.attrs["denominators"]))[metric]


def strength(folder, hand, board=""):
    """Return the EHS of a hand on a board, as a fraction of integers."""
    above, below = numerator(folder, "ehs", parse(hand), parse(board) if board else [])
    return f"{above} of {below}"


def buckets(folder, name, hand, board=""):
    """Return the bucket of a hand on each street so far; kinds history, uniform, minmax and percentile."""
    hand, board = parse(hand), parse(board) if board else []
    with h5py.File(folder / f"{name}.h5") as table:
        if (
            text(table.attrs["kind"]) not in ("history_buckets", "threshold_buckets")
            or "flop_inner_thresholds" in table
        ):
            sys.exit(f"{name}: expected buckets by thresholds, got {text(table.attrs['kind'])}")
        metric, counts = text(table.attrs["metric"]), table.attrs["buckets"].tolist()
        sequence = [int(table["preflop_bucket"][set_index(hand)])]
        for street, (cards, word) in enumerate(list(STREETS.items())[1:], start=1):
            if cards > len(board):
                break
            thresholds = table[f"{word}_thresholds"][:]
            # Kind history has a row for each sequence of buckets up to the street before, numbered like
            # digits.
            before = sum(b * prod(counts[k + 1 : street]) for k, b in enumerate(sequence))
            row = thresholds[before if len(thresholds) > 1 else 0]
            value = numerator(folder, metric, hand, board[:cards])[0]
            sequence.append(int((row <= value).sum()))
    return "-".join(map(str, sequence))


def counts(folder, name, own, other):
    """Return the numbers of river deals that a sequence of buckets wins, ties and loses against another."""
    with h5py.File(folder / f"{name}.h5") as table:
        sizes = table.attrs["buckets"].tolist()
        mine, theirs = (
            sum(int(b) * prod(sizes[k + 1 :]) for k, b in enumerate(sequence.split("-")))
            for sequence in (own, other)
        )
        dealt, wins = table["river"], table["river_wins"]
        won, lost = int(wins[mine, theirs]), int(wins[theirs, mine])
        return f"won {won} tied {int(dealt[mine, theirs]) - won - lost} lost {lost}"


def strategy(folder, name, history, state):
    """Return the actions after a history in a private state, with their probabilities."""
    with h5py.File(folder / f"{name}.h5") as table:
        street = f"street{1 + history.count('/')}"
        nodes = table[f"{street}_history"][:].tolist()
        states = table[f"{street}_states"][:].tolist()
        if history.encode() not in nodes or state.encode() not in states:
            sys.exit(f"{name}: expected a decision and a state on {street}, got {history!r} and {state!r}")
        node, column = nodes.index(history.encode()), states.index(state.encode())
        first = [*table[f"{street}_first_row"][:].tolist(), len(table[street])]
        rows = slice(first[node], first[node + 1])
        names = [text(action) for action in table.attrs["actions"]]
        return "\n".join(
            f"{names[action]} to {to} {probability:.6f}"
            for action, to, probability in zip(
                table[f"{street}_actions"][rows],
                table[f"{street}_to"][rows],
                table[street][rows, column],
                strict=True,
            )
        )


READERS: dict[str, Callable[..., str]] = {
    "strength": strength,
    "buckets": buckets,
    "counts": counts,
    "strategy": strategy,
}

if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[1] not in READERS:
        sys.exit(__doc__)
    print(READERS[sys.argv[1]](Path(sys.argv[2]), *sys.argv[3:]))
