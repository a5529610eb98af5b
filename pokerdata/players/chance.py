"""The random numbers of players.

They follow from the seed, the hand, the position and what was done so far, and from nothing else: whoever asks twice, plays
the deals in another order, or sits in another process gets the same, and a player against itself makes the same choices
in the same place, so that duplicate deals cancel. (A class of the standard library draws them because there are new ones
for each decision, which NumPy's generators take twenty times as long for.)
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from pokerdata.play import State


def key_of(seed: int, state: State, use: str = "act") -> int:
    """64 random bits for the decision of the player who acts.

    Args:
        seed: Of the player.
        state: As he sees it; cards count for nothing.
        use: What they are for: each has its own.
    """
    text = f"{seed}/{use}/{state.hand}/{state.position}/{state.history}"
    return int.from_bytes(
        blake2b(text.encode(), digest_size=8, person=b"pokerdata.player").digest(), "little"
    )


def fraction_of(seed: int, state: State, use: str = "act") -> float:
    """A random number in [0, 1) for the decision of the player who acts.

    Args:
        seed: As for `key_of`.
        state: As for `key_of`.
        use: As for `key_of`.
    """
    return (key_of(seed, state, use) >> 11) * 2.0**-53


def drawn(choices: Iterable[tuple[str, float]], fraction: float) -> str:
    """One of some actions, by how likely they are.

    Args:
        choices: Actions and their probabilities, at least one.
        fraction: A random number in [0, 1).
    """
    taken = ""
    for action, share in choices:
        if share > 0 or not taken:  # rounding may leave a sum below 1: the last that can be is taken then
            taken = action
            fraction -= share
            if fraction < 0:
                break
    return taken


def players_seed(seed: int) -> int:
    """The seed of all players of a match, from that of its cards; it does not tell the cards.

    Args:
        seed: Of the match.
    """
    return int.from_bytes(
        blake2b(f"{seed}".encode(), digest_size=8, person=b"pokerdata.seats").digest(), "little"
    )
