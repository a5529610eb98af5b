"""Hands that were played, with less luck."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import luck as _core
from pokerdata._core.agents import AbstractAgent
from pokerdata.agents import Agent
from pokerdata.games import NamedGame, find_game
from pokerdata.games.deck_cards import deck_cards
from pokerdata.luck.methods import first_edges
from pokerdata.luck.values import Values
from pokerdata.matches import Hand
from pokerdata.support.progress import Progress

_NOT_SEEN = 255


def reduced_hands(
    hands: Sequence[Hand],
    game: NamedGame | str,
    *,
    values: Values | None = None,
    known: tuple[Agent | None, Agent | None] = (None, None),
    numbers: Sequence[int] | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """What player 1 won in each hand, without the luck; no hand's expected value changes.

    Without values and known strategies, all-ins count as their mean over the cards to come; with values, it is an
    advantage sum; with values and a known strategy, AIVAT; with a strategy alone, the mean over the hands that its player
    could as well have held.

    Args:
        hands: Such as `pokerdata.matches.hands` yields: cards of both players, and of the board as far as they were seen.
        game: What was played, or its name.
        values: A guess for these seats, from other hands.
        known: Agents that play these hands as player 1 and player 2, where their strategies are known.
        numbers: What the hands are called in messages; from 1 if not given.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with hands done and in all.

    Returns:
        float64 [hands], chips.

    Raises:
        ValueError: For what is no hand of the game, too few cards, or a hand that a known strategy never plays so; the
            message names the hand.
    """
    named = game if isinstance(game, NamedGame) else find_game(game)
    cards = named.cards
    whole = sum(cards.board)
    holes = np.empty((len(hands), 2, cards.hole), np.uint8)
    boards = np.full((len(hands), whole), _NOT_SEEN, np.uint8)
    called = range(1, len(hands) + 1) if numbers is None else numbers
    for number, hand in enumerate(hands):
        try:
            held, board = deck_cards(cards, " ".join(hand.hole), hand.board)
            if len(held) != 2 * cards.hole or len(board) > whole:
                raise ValueError(
                    f"cards: expected {cards.hole} of each player and up to {whole} on the board, got "
                    f"{' | '.join([*hand.hole, hand.board])}"
                )
            holes[number] = held.reshape(2, cards.hole)
            boards[number, : len(board)] = board
        except ValueError as error:
            raise ValueError(f"hand {called[number]}: {error}") from None
    agents: list[AbstractAgent | None] = []
    for agent in known:
        if agent is not None and not isinstance(agent.core, AbstractAgent):
            raise ValueError(
                f"known: expected agents with a strategy, got {agent.name}; e.g. Agent.load('leduc.h5')"
            )
        agents.append(None if agent is None else agent.core)  # type: ignore[arg-type]
    found = _core.reduce_hands(
        named.rules.core,
        cards.core,
        None if values is None else values.core,
        agents[0],
        agents[1],
        first_edges(cards),
        holes,
        boards,
        [hand.history for hand in hands],
        threads,
        progress,
    )
    never = np.flatnonzero(np.isnan(found))
    if len(never):
        one = hands[int(never[0])]
        raise ValueError(
            f"hand {called[int(never[0])]}: expected one that the known strategies play, got {one.history}, "
            f"which has the chance 0 with {' and '.join(one.hole)}"
        )
    return found
