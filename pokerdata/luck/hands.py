"""Hands that were played, with less luck."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import luck as _core
from pokerdata._core.agents import AbstractAgent
from pokerdata.agents import Agent
from pokerdata.games import NamedGame, find_game
from pokerdata.games.deck_cards import deck_cards
from pokerdata.luck.divat import DivatTable
from pokerdata.luck.methods import setting_of, strengths_of
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
    named = as_game(game)
    setting = setting_of(named)
    agents: list[AbstractAgent | None] = []
    for agent in known:
        if agent is not None and not isinstance(agent.core, AbstractAgent):
            raise ValueError(
                f"known: expected agents with a strategy, got {agent.name}; e.g. Agent.load('leduc.h5')"
            )
        agents.append(None if agent is None else agent.core)  # type: ignore[arg-type]
    measure = _core.reduction(setting, None if values is None else values.core, agents[0], agents[1])
    called = range(1, len(hands) + 1) if numbers is None else numbers
    found = _measured(hands, named, setting, measure, called, threads, progress)[:, 0]
    never = np.flatnonzero(np.isnan(found))
    if len(never):
        one = hands[int(never[0])]
        raise ValueError(
            f"hand {called[int(never[0])]}: expected one that the known strategies play, got {one.history}, "
            f"which has the chance 0 with {' and '.join(one.hole)}"
        )
    return found


def luck_terms(
    hands: Sequence[Hand],
    game: NamedGame | str,
    *,
    numbers: Sequence[int] | None = None,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """What player 1 won in each hand, all-ins as their mean, and its luck terms: each has the mean 0 over all deals.

    A term is what the cards of a deal made of a feature less its mean over all cards that could have come. Features are,
    in order: what player 1 would win if all were shown down, alone and times half the pot; the strengths (EHS) of both
    hands before the flop; and where one card is dealt both strengths and their product, alone and times half the pot, in
    hold'em with tables of strength. Any multiples of them may be subtracted; `fit_features` finds good ones.
    In hold'em some 10,000 hands a second and thread.

    Args:
        hands: As for `reduced_hands`.
        game: As for `reduced_hands`.
        numbers: As for `reduced_hands`.
        threads: As for `reduced_hands`.
        tables: The only folder to look in for flop_strength, turn_strength and river_strength.
        progress: Called with hands done and in all.

    Returns:
        float64 [hands, 1 + terms], chips.

    Raises:
        ValueError: For what is no hand of the game, or too few cards; the message names the hand.
        TableError: If a table is damaged.
    """
    named = as_game(game)
    setting = setting_of(named)
    measure = _core.terms(setting, strengths_of(named.cards, tables))
    called = range(1, len(hands) + 1) if numbers is None else numbers
    return _measured(hands, named, setting, measure, called, threads, progress)


def divat_hands(
    hands: Sequence[Hand],
    game: NamedGame | str,
    *,
    table: DivatTable | None = None,
    numbers: Sequence[int] | None = None,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """DIVAT of player 1 in each hand of a limit game: what betting was worth less what a baseline of both was worth.

    Worth is the equity of both hands in the pot, on the board of the street, less own chips; that of a fold is exact. The
    sum over streets is an estimate of skill, and biased: it leaves out what the baseline's own value gains by cards.

    Args:
        hands: As for `reduced_hands`.
        game: A limit game for two.
        table: The baseline; by default `DivatTable.from_memory`, which is not verified.
        numbers: As for `reduced_hands`.
        threads: As for `reduced_hands`.
        tables: The only folder to look in for flop_strength, turn_strength and river_strength; without that of the flop,
            some milliseconds a hand.
        progress: Called with hands done and in all.

    Returns:
        float64 [hands], chips.

    Raises:
        ValueError: As `luck_terms`, for a game without limits, and a table of another number of streets.
        TableError: If a table of strength is damaged.
    """
    named = as_game(game)
    setting = setting_of(named)
    measure = divat_measure(named, setting, table, tables)
    called = range(1, len(hands) + 1) if numbers is None else numbers
    return _measured(hands, named, setting, measure, called, threads, progress)[:, 0]


def divat_measure(
    game: NamedGame,
    setting: _core.Setting,
    table: DivatTable | None,
    tables: str | os.PathLike[str] | None,
) -> _core.Measure:
    """What the kernels measure for `divat_hands`.

    Args:
        game: As there.
        setting: Of the game.
        table: As there.
        tables: As there.

    Raises:
        ValueError: As there.
        TableError: As there.
    """
    rows = (table or DivatTable.from_memory(len(game.cards.board))).streets
    return _core.divat(
        setting,
        strengths_of(game.cards, tables),
        [list(row.make) for row in rows],
        [row.offset for row in rows],
    )


def as_game(game: NamedGame | str) -> NamedGame:
    """The game, or the one of a name.

    Args:
        game: Either.

    Raises:
        ValueError: For a name that is none.
    """
    return game if isinstance(game, NamedGame) else find_game(game)


def _measured(
    hands: Sequence[Hand],
    named: NamedGame,
    setting: _core.Setting,
    measure: _core.Measure,
    called: Sequence[int],
    threads: int,
    progress: Progress | None,
) -> NDArray[np.float64]:
    cards = named.cards
    whole = sum(cards.board)
    holes = np.empty((len(hands), 2, cards.hole), np.uint8)
    boards = np.full((len(hands), whole), _NOT_SEEN, np.uint8)
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
    return _core.measure_hands(
        setting, measure, holes, boards, [hand.history for hand in hands], threads, progress
    )
