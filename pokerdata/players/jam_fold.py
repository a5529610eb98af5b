"""Player that jams or folds by the strategy of a solved tournament: 'jam-fold:jam_fold.h5'."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from pokerdata._support.text import brief
from pokerdata.cards import combination_index
from pokerdata.cards.combinations import CLASS_OF_COMBINATION
from pokerdata.games.named import TEXAS
from pokerdata.games.play import Player, State, TableRules
from pokerdata.players.plain import Asked, fraction_of
from pokerdata.solving.jam_or_fold import JamFold, JamFoldTournament
from pokerdata.solving.jam_or_fold.playing import load_jam_fold

_PREFIX = "jam-fold:"


class JamFoldPlayer:
    """Player that goes all-in or gives up before the flop, as often as a solved tournament says at the hand's stacks.

    In the small blind it jams or folds. In the big blind it calls or folds against an all-in. Against any smaller bet,
    and when the small blind limps, it jams or gives up. A tournament solved against an ``"any"`` opponent has
    probabilities for this; with another one it jams the hands with which it calls. After giving up it checks where that
    is free, to the end of the hand.

    Args:
        found: The solved tournament.
        game: Rules of the table. Its blinds and total chips must equal the tournament's, all multiplied by one factor.
        name: Name of the player.
        seed: Seed of its random choices.

    Raises:
        ValueError: If the game is no hand of the tournament.
    """

    def __init__(self, found: JamFold, game: TableRules, *, name: str = "jam-fold", seed: int = 0) -> None:
        self.name = name
        self._strategy, self._seed = found.strategy, seed
        for position in range(2):
            row_of(found.tournament, game, position, name)

    def act(self, state: State) -> str:
        """Choose an action.

        Args:
            state: The hand as this player sees it.
        """
        position = state.player
        assert position is not None
        give_up = "f" if state.can_fold else "c"
        if state.street > 0:
            return give_up
        played = self._strategy
        row = row_of(played.tournament, state.game, position, self.name)
        if position == _first(state.game):
            chances = played.jam
        elif played.answer is None or not state.can_raise:
            chances = played.call
        else:
            chances = played.answer
        hole = np.array(state.hole_cards[position], dtype=np.uint8)
        chance = chances[row, CLASS_OF_COMBINATION[int(combination_index(hole))]]
        if fraction_of(self._seed, state) >= chance:
            return give_up
        return f"r{state.max_raise_to}" if state.can_raise else "c"

    def __repr__(self) -> str:
        return brief(self, repr(self.name), str(self._strategy.tournament))


def row_of(rules: JamFoldTournament, game: TableRules, position: int, name: str) -> int:
    """Return the row of a position's stack in a tournament's strategy.

    Args:
        rules: Rules of the tournament.
        game: Rules of the hand.
        position: Position of the stack.
        name: Name of the player, for messages.

    Raises:
        ValueError: If the game is no hand of the tournament.
    """
    if game.players != 2 or game.limit or game.cards != TEXAS or game.ante:
        raise ValueError(
            f"player {name}: expected no-limit hold'em for two without an ante, got {game.name}; e.g. nolimit-holdem"
        )
    small, first = min(game.blinds), _first(game)
    times = Fraction(small, rules.blinds[0])
    blinds = (game.blinds[first], game.blinds[1 - first])
    is_same = times * rules.blinds[1] == blinds[1] and times * rules.chips == sum(game.stacks)
    if blinds[0] != small or not is_same:
        raise ValueError(
            f"player {name}: expected blinds of {rules.blinds[0]:,}/{rules.blinds[1]:,} and {rules.chips:,} chips of both "
            f"together, or so many times as many, got {blinds[0]:,}/{blinds[1]:,} and {sum(game.stacks):,} of {game.name}; "
            f"e.g. a table by `pokerdata jam-fold --chips {sum(game.stacks)} --blinds {blinds[0]}/{blinds[1]}`"
        )
    stack = game.stacks[position] / times
    if stack % rules.step:
        raise ValueError(
            f"player {name}: expected stacks that are multiples of {times * rules.step}, got {game.stacks[position]:,} of "
            f"{game.name}; e.g. {sum(game.stacks) // 2:,}"
        )
    return rules.row(int(stack))


def _first(game: TableRules) -> int:
    """Return the position of the small blind, which acts first before the flop."""
    return game.first_to_act[0] - 1


def is_jam_fold(text: str) -> bool:
    """Return whether a text names such a player."""
    return text.startswith(_PREFIX)


def find_jam_fold(text: str, asked: Asked) -> Player:
    """Return the player of a text such as 'jam-fold:jam_fold.h5'.

    Args:
        text: Name of the player.
        asked: Options.

    Raises:
        TableError: If there is no such table.
        ValueError: If the game is no hand of its tournament.
    """
    found = load_jam_fold(text.removeprefix(_PREFIX), tables=asked.tables)
    return JamFoldPlayer(found, asked.game, name=text, seed=asked.seed)
