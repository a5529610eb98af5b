"""What hands at tables of any size were worth where the cards that came after the betting count as their mean, and the
luck of the cards that came before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata.luck.contests import Contest, mean_shares
from pokerdata.play import State
from pokerdata.play.state import split_actions
from pokerdata.support.progress import Progress

Cards = tuple[int, ...]


def chips_won(state: State) -> NDArray[np.float64]:
    """What each position won, float64 [positions], chips.

    Args:
        state: A hand that is over.
    """
    return np.array([float(chips) for chips in state.payoffs])


def board_bet_on(state: State) -> Cards:
    """The cards that had turned up when the betting of a hand ended; later ones decided nothing but the pots.

    Args:
        state: A hand that is over.
    """
    return state.board[: state.game.board_cards(state.history.rstrip("/").count("/"))]


def is_all_in(state: State) -> bool:
    """Whether cards of the board were to come when the betting of a hand ended, and two or more were left.

    Args:
        state: A hand that is over.
    """
    return state.players_left > 1 and len(board_bet_on(state)) < len(state.board)


def all_in_chips(
    hands: Sequence[State], *, threads: int = 0, progress: Progress | None = None
) -> list[NDArray[np.float64]]:
    """What each position won in each hand, all-ins as the mean over all boards that could still come.

    Side pots count each with those who can win it. Cards of players who folded cannot come where they are known; where they
    are not, any card may.

    Args:
        hands: That are over, with the cards of all who did not fold where two or more are left.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with contests done and in all.

    Returns:
        For each hand float64 [positions], chips, whose sum is 0; as in `State.payoffs` where no cards were to come.
    """
    contests: list[Contest] = []
    for state in hands:
        if is_all_in(state):
            contests += [_contest(state, pot.positions, board_bet_on(state)) for pot in state.pots]
    # Hands of one log are of one deck, whatever their stacks and blinds.
    shares = iter(
        mean_shares(hands[0].game, contests, threads=threads, progress=progress) if contests else []
    )
    found = []
    for state in hands:
        if is_all_in(state):
            won = -np.array(state.spent, np.float64)
            for pot in state.pots:
                won[list(pot.positions)] += pot.chips * next(shares)
        else:
            won = chips_won(state)
        found.append(won)
    return found


def table_terms(
    hands: Sequence[State], *, threads: int = 0, progress: Progress | None = None
) -> list[NDArray[np.float64]]:
    """Luck terms of each position in each hand: each has the mean 0 over all deals, whoever plays and however.

    A term is what the cards of a deal made of a player's share of the pot, if all who are in were shown down, less its mean
    over all cards that could have come, which is the share before. In order: for each later street, times the pot and
    alone, and the share before the betting less that of all players alike. Players who folded have no luck any more. Cards
    that came after the betting have no term: `all_in_chips` counts them as their mean.

    Args:
        hands: As for `all_in_chips`, with the cards of all players.
        threads: As for `all_in_chips`.
        progress: As for `all_in_chips`.

    Returns:
        For each hand float64 [positions, terms], times the pot in units (big blinds or antes).
    """
    contests: list[Contest] = []
    dealt = [_deals(state) for state in hands]
    for state, deals in zip(hands, dealt, strict=True):
        for positions, _, street in deals:
            boards = [state.board[: state.game.board_cards(s)] for s in (street - 1, street)]
            contests += [_contest(state, positions, board) for board in boards]
        contests.append(_contest(state, range(state.players), ()))
    shares = iter(mean_shares(hands[0].game, contests, threads=threads, progress=progress))
    found = []
    for state, deals in zip(hands, dealt, strict=True):
        streets = state.game.streets
        terms = np.zeros((state.players, 2 * streets - 1))
        for positions, pot, street in deals:
            before, after = next(shares), next(shares)
            terms[list(positions), 2 * (street - 1)] = (after - before) * pot / state.game.unit
            terms[list(positions), 2 * (street - 1) + 1] = after - before
        terms[:, -1] = next(shares) - 1 / state.players
        found.append(terms)
    return found


def shares_gained(hands: Sequence[State], terms: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the cards of all deals made of each player's share of the pots that there were: an advantage sum.

    Args:
        hands: As for `table_terms`.
        terms: Theirs, one below the other, [rows, terms].

    Returns:
        float64 [rows], big blinds or antes; the mean over all deals is 0.
    """
    first = np.repeat(
        [State(state.game).pot / state.game.unit for state in hands], [state.players for state in hands]
    )
    return np.asarray(terms[:, :-1:2].sum(axis=1) + first * terms[:, -1])


def _deals(state: State) -> list[tuple[tuple[int, ...], int, int]]:
    """Who was in, the pot, and the number, for each street after the first that came before the betting ended."""
    found = []
    now = State(state.game)
    for street, actions in enumerate(state.history.rstrip("/").split("/")):
        if street > 0:
            positions = tuple(p for p, folded in enumerate(now.folded) if not folded)
            found.append((positions, now.pot, street))
        for action in split_actions(actions):
            now = now.after_old(action)
    return found


def _contest(state: State, positions: Sequence[int], board: Cards) -> Contest:
    dead = tuple(
        card for p, cards in enumerate(state.holes) if p not in positions for card in cards
    )  # none of those that are not known
    return Contest(tuple(state.holes[p] for p in positions), board, dead)
