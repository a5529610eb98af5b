"""Hands at tables of two to ten players, with less luck."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import Unit
from pokerdata.luck.judged_table import JudgedTable
from pokerdata.luck.methods import check_method
from pokerdata.luck.mivat import features_note, rows_without_luck
from pokerdata.luck.same_deals import same_deals
from pokerdata.luck.table_terms import all_in_chips, chips_won, is_all_in, shares_gained, table_terms
from pokerdata.matches.duplicate_result import unit_of
from pokerdata.play import State
from pokerdata.support.progress import Progress
from pokerdata.support.text import counted, either

#: What can be told of tables of any size: the other methods are for two.
TABLE_METHODS = ("all-in", "mivat", "advantage")


def judge_table(
    hands: Sequence[State],
    *,
    method: str = "all-in",
    threads: int = 0,
    progress: Progress | None = None,
) -> JudgedTable:
    """Tell what hands of two to ten players were worth to each of them with less luck.

    Players and stacks may change from hand to hand. All-ins count as their mean over all boards that could still come,
    each side pot with those who can win it. The others take out the luck of the cards dealt before, too: an advantage sum
    by what they made of each player's share of the pot, if all who are in were shown down, and MIVAT by weights for that,
    which are fitted to one half of the deals for the other. Nobody's strategy is asked
    for, and nothing is biased; but where cards of players who folded are missing, any card may come in an all-in, though
    those folded are unlike others. By MIVAT what players won need not sum to 0, as each has weights of his own.

    Args:
        hands: That are over, with names, and with the cards of all who did not fold where two or more are left; of
            the others with all cards.
        method: One of `TABLE_METHODS`.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with contests done and in all: in hold'em some 5 ms for each before the flop, of which all but
            all-in have one or two for each deal.

    Returns:
        A row for each player in each hand; where each deal was played in every seating, with a duplicate result.

    Raises:
        ValueError: For no hands, hands that are not over, names or cards that are missing, hands of several decks, or in big
            blinds and antes both, or another method; the message names the hand.
    """
    check_table_method(method)
    if not hands:
        raise ValueError("hands: expected one or more, got none; e.g. read_log(game, 'match.log').hands")
    for number, state in enumerate(hands, 1):
        _check(number, state, hands[0], method)
    numbers = _numbered(hands)
    all_ins = [is_all_in(state) for state in hands]
    fair = all_in_chips(hands, threads=threads, progress=progress)
    won = [
        chips_won(state) if gone else chips for state, gone, chips in zip(hands, all_ins, fair, strict=True)
    ]
    unit_chips = np.repeat([state.game.unit for state in hands], [state.players for state in hands])
    hand = np.repeat(np.arange(len(hands)), [state.players for state in hands])
    player = np.array([numbers[name] for state in hands for name in state.names])
    deals = _deals(hands)
    rows = np.concatenate(fair) / unit_chips
    note = ""
    if method != "all-in":
        terms = np.concatenate(table_terms(hands, threads=threads, progress=progress))
    if method == "advantage":
        rows -= shares_gained(hands, terms)
        note = "what they are worth: the share of the pot, if all who are in were shown down"
    elif method == "mivat":
        deal = np.arange(len(hands))
        if deals is not None:
            deal[deals] = np.arange(len(deals))[:, None]
        for p in range(len(numbers)):
            own = player == p
            rows[own] = rows_without_luck(rows[own], terms[own], deal[hand[own]])
        note = features_note(terms.shape[1])
    elif unseen := sum(gone and not all(state.holes) for state, gone in zip(hands, all_ins, strict=True)):
        note = (
            f"in {counted(unseen, 'all-in')} cards of players who folded are not known: any may come, where they are unlike "
            "others"
        )
    units = {unit_of(state.game) for state in hands}
    games = {state.game for state in hands}
    unit = units.pop() if len(units) == 1 else Unit(0, unit_of(hands[0].game).name)
    names = {state.game.name for state in hands}
    game = names.pop() if len(names) == 1 else f"{counted(len(games), 'game')}"
    return JudgedTable(
        tuple(numbers),
        game,
        unit,
        hand,
        player,
        np.concatenate(won) / unit_chips,
        rows,
        sum(all_ins),
        method,
        note,
        deals,
    )


def check_table_method(method: str) -> None:
    """Nothing for a method of tables of any size.

    Args:
        method: One of `TABLE_METHODS`.

    Raises:
        ValueError: For any other.
    """
    check_method(method)
    if method not in TABLE_METHODS:
        raise ValueError(
            f"method: expected {either(TABLE_METHODS)} at a table, got {method}, which takes the same two players "
            "throughout (in a match two strategies or baselines); e.g. all-in"
        )


def _check(number: int, state: State, first: State, method: str) -> None:
    if not state.finished:
        raise ValueError(f"hand {number}: expected one that is over, got {state!r}")
    if not state.names or len(set(state.names)) != len(state.names):
        raise ValueError(
            f"hand {number}: expected names of the players that differ, got {list(state.names)}; e.g. A, B and C"
        )
    missing = [p for p, cards in enumerate(state.holes) if not cards]
    needed = [p for p in missing if method != "all-in" or (state.players_left > 1 and not state.folded[p])]
    if needed:
        whose = "all players" if method != "all-in" else "all who did not fold"
        raise ValueError(
            f"hand {number}: expected the cards of {whose} for {method}, got none of {state.names[needed[0]]}"
        )
    if state.game.cards != first.game.cards:
        raise ValueError(
            f"hand {number}: expected the cards of {first.game.name}, as hand 1 has, got {state.game.name}"
        )
    if unit_of(state.game).name != unit_of(first.game).name:
        raise ValueError(
            f"hand {number}: expected a {unit_of(first.game).name}, as hand 1 has, got {state.game.name} with none"
        )


def _numbered(hands: Sequence[State]) -> dict[str, int]:
    """Numbers of the players by name, those of the most hands first, else in the order in which they came."""
    counts: dict[str, int] = {}
    for state in hands:
        for name in state.names:
            counts[name] = counts.get(name, 0) + 1
    ordered = sorted(counts, key=lambda name: -counts[name])
    return {name: number for number, name in enumerate(ordered)}


def _deals(hands: Sequence[State]) -> NDArray[np.int64] | None:
    first = hands[0]
    if any(
        state.game != first.game or set(state.names) != set(first.names) or not all(state.holes)
        for state in hands
    ):
        return None
    return same_deals(
        [state.names for state in hands],
        [state.holes for state in hands],
        [state.board for state in hands],
        [state.hand for state in hands],
        len(first.game.deck),
        first.game.cards.hole,
    )
