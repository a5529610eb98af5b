"""The agents of Zopf 2010: BreakIvan, RichieRich and CheckNorris.

The thesis calls them very simple examples. It says that RichieRich uses its metrics and CheckNorris its search (UCT), but
does not state their rules. The rules here are our own.
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
    """Player that checks, calls if its all-in equity against random hands of all players still in pays, and else folds.

    It never raises. The equity pays if it is at least to call / (pot + to call).

    Attributes:
        samples: Number of sampled deals for the equity.
        seed: Seed of the deals.
    """

    samples: int = 1000
    seed: int = 0

    def __post_init__(self) -> None:
        as_count(self.samples, "samples", 1, 10**6, 1000)

    def act(self, state: State) -> str:
        """Choose an action by the rule.

        Args:
            state: A hand of Texas hold'em, as this player sees it.
        """
        if not state.can_fold:
            return "c"
        stand = chances(state, samples=self.samples, seed=key_of(self.seed, state, "equity"))
        return "c" if pays(stand.in_end, state) else "f"


@dataclass(frozen=True)
class RichieRich:
    """Player that bets and raises by the effective hand rank of its hand against all players still in.

    H is the larger of its shares of the pot at a showdown now and at the end. Facing no bet, it bets with probability H.
    Facing a bet, it raises with probability H to the power of 1 + the bets and raises of the street. Otherwise it calls
    if its all-in equity pays (as in `BreakIvan`), or folds. If it may not raise, it checks or calls instead.

    Attributes:
        raisers: Assumed range of players that bet or raised in the hand: the best part of all hands, in the order of
            `Range.top`; 1 for any hand.
        samples: Number of sampled deals for rank and equity.
        seed: Seed of the deals and of its random choices.
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
        """Choose an action by the rule.

        Args:
            state: A hand of Texas hold'em, as this player sees it.
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
    """Player that searches with `pokerdata.players.search.search` and takes the action with the most visits.

    It models each opponent by its counted actions, by name where names are known, else by seat. The probability of an
    action is (n_a + k p_a) / (n + k) by street and bets faced. The prior p is fold .1, call .65, raise .25, and k = 5.
    All hands of an opponent are equally likely.

    Attributes:
        game: Rules of the table.
        iterations: Iterations of each search; the same number gives the same actions everywhere.
        seconds: Time limit of each search instead of iterations; the actions then depend on the machine.
        exploration: Exploration constant C, in pots; by default that of `search`.
        seed: Seed of the searches.
        counted: Counted actions of each opponent.
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
        """Forget all opponents."""
        self.counted.clear()

    def observe(self, state: State) -> None:
        """Count the actions of the opponents in a hand.

        Args:
            state: The finished hand.
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
        """Return the search behind an action.

        Args:
            state: The hand as this player sees it.
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
        """Choose the best action of the search.

        Args:
            state: The hand as this player sees it.
        """
        return self.think(state).best


def pays(equity: float, state: State) -> bool:
    """Return whether a share of the pot pays for a call: whether it is at least to call / (pot + to call).

    Args:
        equity: The share.
        state: A state with a bet to call.
    """
    return equity * (state.pot + state.to_call) >= state.to_call


_MAKERS: Mapping[str, Callable[[Asked], Player]] = {
    "break-ivan": lambda asked: BreakIvan(seed=asked.seed),
    "richie-rich": lambda asked: RichieRich(seed=asked.seed),
    "check-norris": lambda asked: CheckNorris(asked.game, seed=asked.seed),
}

#: Name -> description of each agent of the thesis.
THESIS_PLAYERS: Mapping[str, str] = {
    "break-ivan": "checks, calls where his equity pays, never raises; rule of ours for an agent of Zopf 2010",
    "richie-rich": "bets and raises by his effective hand rank; likewise",
    "check-norris": "searches 2,000 iterations a decision, with models of what he saw; likewise",
}


def is_thesis(text: str) -> bool:
    """Return whether a text names an agent of the thesis."""
    return text in _MAKERS


def find_thesis(text: str, asked: Asked) -> Player:
    """Return the agent of the thesis with this name.

    Raises:
        ValueError: If the game is not Texas hold'em; check-norris plays any game.
    """
    if text != "check-norris":
        asked.check_texas(text)
    return _MAKERS[text](asked)
