"""Players that look at the betting alone, for any game of two to ten players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pokerdata.play import Player, State
from pokerdata.players.asked import Asked
from pokerdata.players.chance import fraction_of
from pokerdata.support.text import brief


class Rule(NamedTuple):
    """A rule by which a plain player acts.

    Attributes:
        says: What it does, in words.
        act: The action in a state, given a random number in [0, 1).
    """

    says: str
    act: Callable[[State, float], str]


def _call(_: State, __: float) -> str:
    return "c"


def _raise(state: State, _: float) -> str:
    return raise_to(state, state.least_raise or 0) if state.may_raise else "c"


def _fold(state: State, _: float) -> str:
    return "f" if state.may_fold else "c"


def _random(state: State, drawn: float) -> str:
    kinds = [*("f" * state.may_fold), "c", *("r" * state.may_raise)]
    kind = kinds[int(drawn * len(kinds))]
    return pot_raise(state) if kind == "r" else kind


#: Name -> rule. A new plain player is a line here.
PLAIN_PLAYERS: Mapping[str, Rule] = {
    "always-call": Rule("checks and calls", _call),
    "always-raise": Rule("makes the smallest bet or raise, and calls where it may not", _raise),
    "always-fold": Rule("checks, and folds to any bet", _fold),
    "random": Rule("any legal action, each as likely; without limits it raises by the pot", _random),
}


class PlainPlayer:
    """A player that looks at the betting alone.

    Args:
        name: One of `PLAIN_PLAYERS`.
        seed: Of its random choices.

    Raises:
        ValueError: For another name.
    """

    def __init__(self, name: str, *, seed: int = 0) -> None:
        if name not in PLAIN_PLAYERS:
            raise ValueError(
                f"player: expected one of {', '.join(PLAIN_PLAYERS)}, got {name!r}; e.g. always-call"
            )
        self.name = name
        self._seed = seed

    def act(self, state: State) -> str:
        """An action, by the rule.

        Args:
            state: As this player sees it.
        """
        drawn = fraction_of(self._seed, state) if self.name == "random" else 0.0
        return PLAIN_PLAYERS[self.name].act(state, drawn)

    def __repr__(self) -> str:
        return brief(self, repr(self.name), PLAIN_PLAYERS[self.name].says)


def raise_to(state: State, chips: int) -> str:
    """A raise, as near to so many chips as the rules allow; in limit games the size does not matter.

    Args:
        state: In which the player who acts may raise.
        chips: All that he would have put in over the whole hand.
    """
    if state.game.limit:
        return "r"
    low, high = state.least_raise, state.largest_raise
    assert low is not None
    assert high is not None
    return f"r{min(max(chips, low), high)}"


def pot_raise(state: State) -> str:
    """A raise by the pot after a call, as near as the rules allow.

    Args:
        state: In which the player who acts may raise.
    """
    assert state.position is not None
    level = state.spent[state.position] + state.to_call
    return raise_to(state, level + state.pot + state.to_call)


def is_plain(text: str) -> bool:
    """Whether a text is the name of a plain player.

    Args:
        text: What a player is called.
    """
    return text in PLAIN_PLAYERS


def find_plain(text: str, asked: Asked) -> Player:
    """The plain player of a name.

    Args:
        text: What the player is called.
        asked: With what.
    """
    return PlainPlayer(text, seed=asked.seed)
