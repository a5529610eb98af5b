"""What a player may hold, by what he has done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS
from pokerdata.play import State
from pokerdata.play.state import split_actions
from pokerdata.ranges import as_range
from pokerdata.search.models import Model
from pokerdata.search.uct import MENU, card_weights, menu_size


def likely_hands(
    state: State, position: int, model: Model, *, before: Any = None, menu: Sequence[str] = MENU
) -> NDArray[np.float64]:
    """Weights of a player's hands after what he has done: w(h) times the probability of each of his actions given h.

    Some microseconds a hand and action of his.

    Args:
        state: The hand so far, with the board.
        position: Whose hands.
        model: What he does with each hand.
        before: His range before the hand: text, `Range` or weights [1326], or [52] for games of one hole card; any hand by
            default.
        menu: As for `search`; a raise of another size counts as the nearest of the menu.

    Returns:
        float64 [1326], or [52] for games of one hole card; 0 for hands that known cards rule out.

    Raises:
        ValueError: If no hand is left, or for another position.
    """
    if position not in range(state.players):
        raise ValueError(f"position: expected 0 to {state.players - 1}, got {position!r}; e.g. 0")
    sizes = [menu_size(size) for size in menu]
    hands = _hands(state)
    weights = _before(state, before)
    known = {card for p, cards in enumerate(state.holes) if p != position for card in cards} | set(
        state.board
    )
    for number, cards in enumerate(hands):
        if known.intersection(cards) or not set(cards) <= set(state.game.deck):
            weights[number] = 0
    now = State(state.game, hand=state.hand).with_cards([()] * state.players, state.board)
    for action in split_actions(state.history.replace("/", "")):
        if now.position == position:
            board = list(now.board)
            for number in np.flatnonzero(weights).tolist():
                shares = model.core.shares(now.betting, now.history, hands[number], board, sizes)
                weights[number] *= _share(shares, action)
        now = now.after_old(action)
    if not weights.sum() > 0:
        raise ValueError(
            f"model: expected one that makes the actions of {state.history!r}, got one that never does"
        )
    return weights


def _hands(state: State) -> list[list[int]]:
    if state.game.cards.hole == 1:
        return [[card] for card in range(52)]
    pairs: list[list[int]] = COMBINATIONS.tolist()
    return pairs


def _before(state: State, given: Any) -> NDArray[np.float64]:
    count = 52 if state.game.cards.hole == 1 else len(COMBINATIONS)
    if given is None:
        return np.ones(count)
    if count == 52:
        return card_weights(given)
    return np.array(as_range(given).weights, dtype=np.float64)


def _share(shares: dict[str, float], action: str) -> float:
    if action in shares or action[0] != "r":
        return shares.get(action, 0.0)
    raises = [option for option in shares if option[0] == "r"]
    if not raises:
        return 0.0
    return shares[min(raises, key=lambda option: abs(int(option[1:]) - int(action[1:])))]
