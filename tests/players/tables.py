"""Hands between players, one after the other."""

from pokerdata.games.play import Deals, State


def start(game, seed, hand=0):
    """Return a hand with all its cards."""
    holes, board = next(Deals(game, seed))
    return State(game, hand=hand, hole_cards=holes, board=board)


def playing(game, players, seed):
    """Return the decisions of a hand, players by position: the acting player's view, and its action."""
    state = start(game, seed, seed)
    while state.player is not None:
        seen = state.seen_by(state.player)
        action = players[state.player].act(seen)
        yield seen, action
        state = state.apply(action)
    assert sum(state.returns()) == 0
