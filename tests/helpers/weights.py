"""Ranges whose weights are any numbers, as `Range.from_weights` takes them; a text has weights up to 1."""

import numpy as np

from pokerdata import Range


def relative(text: str) -> Range:
    """Return the range of items such as "AA:3,KK", each with a weight of any size; the later item holds."""
    weights = np.zeros(1326)
    for item in text.split(","):
        hands, _, weight = item.partition(":")
        weights[Range(hands).weights > 0] = float(weight or 1)
    return Range.from_weights(weights)
