"""What it costs to forfeit a match."""

from __future__ import annotations

from pokerdata._core.play import parts_of_chip
from pokerdata.play import GameDefinition

_MOST_ACTIONS = 64  # of a street, with the players


def most_lost(game: GameDefinition, position: int) -> int:
    """Chips that a position can lose in a hand at most.

    Args:
        game: The rules.
        position: From 0.
    """
    most = []
    if game.limit:
        # The rules end a street after so many actions, however many raises a game allows.
        most_raises = _MOST_ACTIONS + 1 - game.players
        bets = sum(
            bet * min(raises, most_raises) for bet, raises in zip(game.bets, game.max_raises, strict=True)
        )
        most.append(game.ante + max(game.blinds) + bets)
    if game.stacks:
        others = [stack for place, stack in enumerate(game.stacks) if place != position]
        most.append(min(game.stacks[position], max(others)))
    return min(most)


def forfeited_parts(game: GameDefinition, position: int) -> list[int]:
    """What each position wins of a hand that one of them forfeits, in parts of a chip.

    He loses the most that he can, and the others share it equally.

    Args:
        game: The rules.
        position: Who forfeits.
    """
    lost = most_lost(game, position) * parts_of_chip()
    share = lost // (game.players - 1)  # a chip has parts for up to ten equal shares
    return [-lost if place == position else share for place in range(game.players)]
