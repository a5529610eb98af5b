"""Counting what was done: from hands with all cards known to a model."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Protocol

import numpy as np

from pokerdata._core import agents as _core
from pokerdata._core.abstraction import CardStates
from pokerdata.games import BettingTree, CardGame, Game
from pokerdata.games.betting_tree import DECISION
from pokerdata.games.deck_cards import deck_cards
from pokerdata.games.named import TEXAS
from pokerdata.modelling.observed import ObservedModel
from pokerdata.strategies.paths import steps
from pokerdata.strategies.simple import KINDS, simple_strategy

_ACTION = re.compile(r"r\d*|.")
_KNOWN = 1 << 16  # hands on boards, and histories, that are remembered


class PlayedHand(Protocol):
    """A hand with all cards known, as `pokerdata.matches.hands` gives them."""

    @property
    def players(self) -> tuple[str, str]:
        """Names of player 1 and 2."""

    @property
    def hole(self) -> tuple[str, str]:
        """Their cards."""

    @property
    def board(self) -> str:
        """The whole board, also where the hand ended before."""

    @property
    def history(self) -> str:
        """The actions, as in 'cr300c/cr600f'."""


def model_of(
    hands: Iterable[PlayedHand],
    game: Game,
    *,
    player: str | None = None,
    states: CardStates | None = None,
    default: str = "call",
) -> ObservedModel:
    """What a player was seen to do, by counting: the frequentist model of Johanson 2007.

    All cards are known, those of folded hands too. The model converges to what he plays wherever hands come; so that they
    come everywhere, let him meet somebody who calls and raises and never folds. Some 20 microseconds a hand.

    Args:
        hands: Hands of the game.
        game: What is played: real cards, or buckets.
        player: The name of whom to watch; None for both players, as where a strategy plays itself.
        states: Of the card abstraction, as `pokerdata.abstraction.card_states` finds them; None for a game of real cards.
        default: What he is thought to do where he was never seen: a kind of `pokerdata.strategies.simple_strategy`.

    Raises:
        ValueError: For hands of another game, or with bets that its betting tree does not have; for a player who is in none
            of them, for states that are not those of the game, and for another default.
    """
    if default not in KINDS or default == "random":
        raise ValueError(
            f"default: expected one of {', '.join(k for k in KINDS if k != 'random')}, got {default!r}; e.g. 'call'"
        )
    tree = game.tree
    state_of = look_up(game, states)
    taken = lru_cache(_KNOWN)(lambda history: tuple(decisions(tree, history)))
    counts = [np.zeros((int(tree.first_rows(r)[-1]), n), dtype=np.int64) for r, n in enumerate(game.states)]
    seen = 0
    names: set[str] = set()
    for hand in hands:
        names.update(hand.players)
        watched = [seat for seat in (0, 1) if player in (None, hand.players[seat])]
        seen += bool(watched)
        for seat, street, row in taken(hand.history) if watched else ():
            if seat in watched:
                counts[street][row, state_of(street, hand.hole[seat], hand.board)] += 1
    if player is not None and not seen:
        raise ValueError(
            f"player: expected one of {', '.join(sorted(names)) or 'those in the hands, of which there are none'}, got "
            f"{player!r}"
        )
    strategy, observations = [], []
    for r, (count, unseen) in enumerate(zip(counts, simple_strategy(game, default), strict=True)):
        first = tree.first_rows(r)
        number = np.add.reduceat(count, first[:-1], axis=0)
        of_row = np.repeat(number, np.diff(first), axis=0)
        strategy.append(np.where(of_row > 0, count / np.maximum(of_row, 1), unseen.astype(np.float64)))
        observations.append(number)
    return ObservedModel(game, tuple(strategy), tuple(observations), seen)


def look_up(game: Game, states: CardStates | None) -> Callable[[int, str, str], int]:
    """The state of a hand on a street, from the texts of hole cards and of the whole board.

    Args:
        game: As for `model_of`.
        states: As for `model_of`.

    Raises:
        ValueError: For states that are not those of the game.
    """
    if isinstance(game, CardGame):
        cards = game.cards
        if states is not None:
            raise ValueError(
                f"states: expected none for {game.label}, whose states are hands, got some; e.g. none"
            )
        known: _core.PrivateStates = _core.HandsOnBoards(game.core, cards.core)
    else:
        cards = TEXAS
        if states is None:
            raise ValueError(
                f"states: expected those of the card abstraction of {game.label}, as card_states() finds them, got none; "
                "e.g. card_states('history5_buckets')"
            )
        known = _core.BucketStates(states)
        numbers = tuple(known.states(r) for r in range(game.rules.streets))
        if numbers != game.states:
            raise ValueError(
                f"states: expected those of the card abstraction of {game.label}, {list(game.states)} of the streets, got "
                f"{list(numbers)}"
            )
    ends = np.cumsum(cards.board).tolist()

    def state(street: int, hole: str, board: str) -> int:
        held, turned = deck_cards(cards, hole, board)
        if len(held) != cards.hole or len(turned) < ends[street]:
            raise ValueError(
                f"cards: expected {cards.hole} in the hand and {ends[street]} on the board or more, got {hole!r} and "
                f"{board!r}"
            )
        return known.of(street, held, turned[: ends[street]])

    return lru_cache(_KNOWN)(state)


def decisions(tree: BettingTree, history: str) -> Iterator[tuple[int, int, int]]:
    """Of each action of a history: whose it was (0 or 1), its street, and its row in strategies of the street.

    Args:
        tree: Of the game.
        history: The actions, as in 'cr300c/cr600f'.

    Yields:
        Player, street and row.

    Raises:
        ValueError: For an action that the tree does not have.
    """
    node = 0
    for street in history.split("/"):
        for action in _ACTION.findall(street):
            if tree.kind[node] != DECISION:
                raise ValueError(f"history: expected the end of the hand before {action} in {history!r}")
            ways = steps(tree, node)
            if action not in ways:
                raise ValueError(
                    f"history: expected one of {', '.join(ways)} after {tree.history(node)!r}, as the betting tree of "
                    f"{tree.rules.name} has them, got {action} in {history!r}"
                )
            yield (
                int(tree.player[node]),
                int(tree.street[node]),
                tree.rows(node).start + list(ways).index(action),
            )
            node = ways[action]
