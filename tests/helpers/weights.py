"""Ranges with weights of any size, as in `Range.from_weights`; weights in a text are at most 1."""

import numpy as np

from pokerdata import Range


def relative(text: str) -> Range:
    """Return the range of items such as "AA:3,KK", each with a weight of any size; of equal items, the last counts."""
    weights = np.zeros(1326)
    for item in text.split(","):
        hands, _, weight = item.partition(":")
        weights[Range(hands).weights > 0] = float(weight or 1)
    return Range.from_weights(weights)
