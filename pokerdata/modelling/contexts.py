"""What a player faced when he acted, and how often he did what there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pokerdata.play import State
from pokerdata.play.state import split_actions

Triple = tuple[float, float, float]

#: The most bets to call that are told apart; more count as so many.
MOST_BETS = 2

#: Fold, call and raise of somebody of whom nothing is known, by the bets that he has to call: round numbers of ours.
GENERIC: Mapping[int, Triple] = {0: (0.0, 0.65, 0.35), 1: (0.3, 0.5, 0.2), 2: (0.35, 0.5, 0.15)}


class Context(NamedTuple):
    """Where a player acted.

    Attributes:
        street: From 0.
        bets: Bets and raises that he has to call: 0, 1, or 2 for more. The blind counts as one.
        last_action: What he did before in the hand: 'c' or 'r', '' for nothing.
        last_bets: The bets that he had to call then, likewise; 0 where he did nothing.
    """

    street: int
    bets: int
    last_action: str = ""
    last_bets: int = 0


class Follower:
    """The contexts of one player through a hand.

    Args:
        state: The start of the hand.
        position: Whose.
    """

    def __init__(self, state: State, position: int) -> None:
        self.position = position
        self._street = state.betting.street
        self._open = int(state.spent[position] < max(state.spent))
        self._last_action, self._last_bets = "", 0

    def context(self, state: State) -> Context:
        """Where the player acts.

        Args:
            state: In which he acts.
        """
        bets = min(self.open_bets(state), MOST_BETS)
        return Context(self._street, bets, self._last_action, self._last_bets)

    def open_bets(self, state: State) -> int:
        """Bets and raises of the street since the player last acted on it, the blind among them.

        Args:
            state: In which anybody acts.
        """
        if state.betting.street != self._street:
            self._street, self._open = state.betting.street, 0
        return self._open

    def see(self, state: State, action: str) -> None:
        """Go on by an action of anybody.

        Args:
            state: Before it.
            action: Such as 'c' or 'r300'.
        """
        here = self.context(state)
        if state.betting.player == self.position:
            self._last_action, self._last_bets, self._open = action[0], here.bets, 0
        elif action[0] == "r":
            self._open += 1


@dataclass
class ActionFrequencies:
    """How often a player was seen to fold, call and raise, by context.

    By street and bets to call alone there are 36 frequencies in hold'em (Loki); with his last action and what he faced
    then, more (Poki). A frequency is ``(n_a + k p_a) / (n + k)``, with p that of the next coarser context: with the last
    action, without it, `GENERIC`.

    Attributes:
        deep: Whether his last action counts.
        weight: k, how many actions the coarser context counts as.
        seen: How often he folded, called and raised, by context, fine and coarse.
    """

    deep: bool = False
    weight: float = 10.0
    seen: dict[Context, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 0 < self.weight < float("inf"):
            raise ValueError(f"weight: expected a number above 0, got {self.weight!r}; e.g. 10")

    def see(self, context: Context, action: str) -> None:
        """Count an action.

        Args:
            context: Where, and where he might have raised.
            action: Such as 'c' or 'r300'.
        """
        coarse = Context(context.street, context.bets)
        for place in {coarse, context} if self.deep else (coarse,):
            self.seen.setdefault(place, [0, 0, 0])["fcr".index(action[0])] += 1

    def triple(self, context: Context) -> Triple:
        """The frequencies of fold, call and raise.

        Args:
            context: Where.
        """
        coarse = Context(context.street, context.bets)
        found = self._mixed(coarse, GENERIC[context.bets])
        return self._mixed(context, found) if self.deep and context != coarse else found

    def _mixed(self, place: Context, prior: Triple) -> Triple:
        counts = self.seen.get(place, (0, 0, 0))
        whole = sum(counts) + self.weight
        f, c, r = ((count + self.weight * share) / whole for count, share in zip(counts, prior, strict=True))
        return f, c, r

    def learn(self, state: State, position: int) -> None:
        """Count what a player did in a hand, where he might have raised.

        Args:
            state: Its end, or any later state of it; no cards are looked at.
            position: His.
        """
        now = start_of(state)
        follower = Follower(now, position)
        for action in split_actions(state.history.replace("/", "")):
            if now.betting.player == position and now.may_raise:
                self.see(follower.context(now), action)
            follower.see(now, action)
            now = now.after_old(action)


def start_of(state: State) -> State:
    """The start of a hand, without cards.

    Args:
        state: Of the hand.
    """
    return State(state.game, hand=state.hand, names=state.names)
