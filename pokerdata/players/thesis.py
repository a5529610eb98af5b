"""The agents of Zopf 2010: BreakIvan, RichieRich and CheckNorris.

The thesis names them, says that they are very simple examples, that RichieRich uses its metrics and CheckNorris its
search (UCT), and leaves their rules open. The rules here are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pokerdata._support.arguments import as_count
from pokerdata.cards.ranges import Range
from pokerdata.games.play import Player, State, TableRules
from pokerdata.games.play.state import split_actions
from pokerdata.players.plain import Asked, fraction_of, key_of, pot_raise
from pokerdata.players.play_outs import who_sits
from pokerdata.players.search import (
    PLAYOUT,
    Chances,
    Counts,
    DecisionTriple,
    Model,
    SearchResult,
    chances,
    search,
)


@dataclass(frozen=True)
class BreakIvan:
    """Checks; calls if his all-in equity against any hands of all who are still in pays the call; else folds.

    He never raises. The equity pays where AIE >= to call / (pot + to call).

    Attributes:
        samples: Deals that are drawn for the equity.
        seed: Of these.
    """

    samples: int = 1000
    seed: int = 0

    def __post_init__(self) -> None:
        as_count(self.samples, "samples", 1, 10**6, 1000)

    def act(self, state: State) -> str:
        """An action, by the rule.

        Args:
            state: As he sees it, a hand of Texas hold'em.
        """
        if not state.can_fold:
            return "c"
        stand = chances(state, samples=self.samples, seed=key_of(self.seed, state, "equity"))
        return "c" if pays(stand.in_end, state) else "f"


@dataclass(frozen=True)
class RichieRich:
    """Bets and raises by the effective hand rank of his hand against all who are still in.

    With H the greater of his shares of the pot at a showdown now and at the end: facing no bet he bets with probability H.
    Facing one he raises with probability H to the power of 1 + the bets and raises of the street, else calls if his
    all-in equity pays (as `BreakIvan`), else folds. Where he may not raise, he checks or calls instead.

    Attributes:
        raisers: What those are thought to hold who bet or raised in the hand: the best part of all hands, as
            `Range.top` orders them; 1 for any hand.
        samples: Deals that are drawn for rank and equity.
        seed: Of these, and of his choices.
    """

    raisers: float = 1.0
    samples: int = 1000
    seed: int = 0
    _top: Range | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        as_count(self.samples, "samples", 1, 10**6, 1000)
        if not 0 < self.raisers <= 1:
            raise ValueError(
                f"raisers: expected a part of all hands above 0, at most 1, got {self.raisers!r}; e.g. 0.5"
            )
        if self.raisers < 1:
            object.__setattr__(self, "_top", Range.top(self.raisers))

    def act(self, state: State) -> str:
        """An action, by the rule.

        Args:
            state: As he sees it, a hand of Texas hold'em.
        """
        stand = self._stand(state)
        rank, drawn = max(stand), fraction_of(self.seed, state)
        power = 1 + state.betting.raises if state.can_fold else 1
        if drawn < rank**power:
            return pot_raise(state) if state.can_raise else "c"
        return "c" if not state.can_fold or pays(stand.in_end, state) else "f"

    def _stand(self, state: State) -> Chances:
        ranges: dict[int, Range] = {}
        if self._top is not None:
            raised = {position for street in state.actions for position, action in street if action[0] == "r"}
            ranges = dict.fromkeys(raised - {state.player or 0}, self._top)
        return chances(state, ranges=ranges, samples=self.samples, seed=key_of(self.seed, state, "equity"))


@dataclass
class CheckNorris:
    """Searches (`pokerdata.players.search.search`) and takes the action with most passes.

    He takes each opponent for what he has counted of him, by name where names are known, else by the seat: (n_a + k p_a) /
    (n + k) by street and bets faced, with the prior p fold .1, call .65, raise .25 and k = 5; and any hand for as likely.

    Attributes:
        game: The rules.
        iterations: Of each search; the same number gives the same actions everywhere.
        seconds: Instead of iterations: how long he thinks; then his actions depend on the machine.
        exploration: C, in pots; by default that of `search`.
        seed: Of the searches.
        counted: What he has seen of each opponent.
    """

    game: TableRules
    iterations: int = 2000
    seconds: float | None = None
    exploration: float | None = None
    seed: int = 0
    counted: dict[str, Counts] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        as_count(self.iterations, "iterations", 1, 10**9, 2000)

    def reset(self) -> None:
        """Forget what opponents did."""
        self.counted.clear()

    def observe(self, state: State) -> None:
        """Count what the others did in a hand.

        Args:
            state: The hand at its end.
        """
        now = State(state.game, hand=state.hand)
        for action in split_actions(state.history.replace("/", "")):
            position, betting = now.betting.player, now.betting
            if position != state.viewer:
                counts = self.counted.setdefault(
                    who_sits(state, position), Counts(state.game, DecisionTriple(*PLAYOUT))
                )
                counts.see(betting.street, betting.raises, betting.to_call, action)
            now = now.apply_unseen(action)

    def think(self, state: State) -> SearchResult:
        """The search behind an action.

        Args:
            state: As he sees it.
        """
        models: Mapping[int, Model] = {
            position: self.counted[who].model()
            for position in range(state.players)
            if (who := who_sits(state, position)) in self.counted
        }
        chips = None if self.exploration is None else self.exploration * state.pot
        return search(
            state,
            iterations=self.iterations,
            seconds=self.seconds,
            exploration=chips,
            models=models,
            seed=key_of(self.seed, state, "search"),
        )

    def act(self, state: State) -> str:
        """An action, by the rule.

        Args:
            state: As he sees it.
        """
        return self.think(state).best


def pays(equity: float, state: State) -> bool:
    """Whether a share of the pot pays a call: whether it is at least to call / (pot + to call).

    Args:
        equity: The share.
        state: With a bet to call.
    """
    return equity * (state.pot + state.to_call) >= state.to_call


_MAKERS: Mapping[str, Callable[[Asked], Player]] = {
    "break-ivan": lambda asked: BreakIvan(seed=asked.seed),
    "richie-rich": lambda asked: RichieRich(seed=asked.seed),
    "check-norris": lambda asked: CheckNorris(asked.game, seed=asked.seed),
}

#: What the agents of the thesis do, by name.
THESIS_PLAYERS: Mapping[str, str] = {
    "break-ivan": "checks, calls where his equity pays, never raises; rule of ours for an agent of Zopf 2010",
    "richie-rich": "bets and raises by his effective hand rank; likewise",
    "check-norris": "searches 2,000 iterations a decision, with models of what he saw; likewise",
}


def is_thesis(text: str) -> bool:
    """Whether a text is the name of an agent of the thesis.

    Args:
        text: What the player was called.
    """
    return text in _MAKERS


def find_thesis(text: str, asked: Asked) -> Player:
    """The agent of the thesis of a name.

    Args:
        text: What the player was called.
        asked: With what.

    Raises:
        ValueError: For a game that is not Texas hold'em; check-norris plays any.
    """
    if text != "check-norris":
        asked.check_texas(text)
    return _MAKERS[text](asked)
