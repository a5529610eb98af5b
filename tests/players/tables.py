"""Hands between players, one after the other."""

from pokerdata.games.play import Deals, State


def start(game, seed, hand=0):
    """A hand with all its cards."""
    holes, board = next(Deals(game, seed))
    return State(game, hand=hand, holes=holes, board=board)


def playing(game, players, seed):
    """The decisions of a hand, players by position: what the player saw, and what he did."""
    state = start(game, seed, seed)
    while state.position is not None:
        seen = state.seen_by(state.position)
        action = players[state.position].act(seen)
        yield seen, action
        state = state.after(action)
    assert sum(state.payoffs) == 0
