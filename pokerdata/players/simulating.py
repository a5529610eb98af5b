"""`simulating`: draws what opponents may hold, plays call and raise out to the end, and takes the better."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pokerdata.modelling import Context
from pokerdata.modelling.contexts import GENERIC, Triple
from pokerdata.play import State
from pokerdata.players.chance import key_of
from pokerdata.players.opponents import OpponentRanges
from pokerdata.players.plain import pot_raise
from pokerdata.players.play_outs import draw_deals, places_among, play_outs
from pokerdata.support.arguments import as_count
from pokerdata.support.estimates import Estimate
from pokerdata.support.random_numbers import Use, generator

_LOTS = 61  # of a hand that is played out; they begin anew behind


@dataclass
class Simulating:
    """Plays what wins most in hands drawn from the weight tables of all who are still in.

    Call and raise are played out to the end in the same hands, boards and lots; what a fold costs is known. He takes the
    larger mean, of equal ones the more aggressive. In play-outs everybody folds his worst hands and raises his best ones as
    often as was counted of him in the context, the player himself as somebody of whom nothing is known
    (``pokerdata.modelling.contexts.GENERIC``). A raise without limits is one of the pot. Some 10 ms a decision and opponent
    for 100 samples.

    Published is the method; how play-outs choose is a rule of ours.

    Attributes:
        samples: Hands that are drawn for a decision.
        seed: Of the draws.
        opponents: What he thinks of them; tables as `pokerdata.modelling.PokiWeights`.

    Raises:
        ValueError: For a number of samples outside 2 to 100,000.
    """

    samples: int = 100
    seed: int = 0
    opponents: OpponentRanges = field(default_factory=OpponentRanges, repr=False)

    def __post_init__(self) -> None:
        as_count(self.samples, "samples", 2, 10**5, 100)

    def reset(self) -> None:
        """Forget what opponents did."""
        self.opponents.clear()

    def observe(self, state: State) -> None:
        """Take in a finished hand.

        Args:
            state: Its end, as he saw it.
        """
        self.opponents.learn(state)

    def values(self, state: State) -> dict[str, Estimate]:
        """What each action wins over the whole hand, in chips: 'f' exactly, 'c', and a raise such as 'r300'.

        Args:
            state: As he sees it, a hand of Texas hold'em; he acts.

        Raises:
            ValueError: For another game than Texas hold'em.
        """
        assert state.position is not None
        ranges = self.opponents.weights(state)
        rng = generator(Use.PLAY_OUTS, key_of(self.seed, state, "play-outs"))
        deals = draw_deals(state, ranges, self.samples, rng)
        lots = rng.random((self.samples, _LOTS))
        actions = ["c", *([pot_raise(state)] if state.may_raise else [])]
        won = play_outs(
            state,
            actions,
            [self._triples(state, p) for p in deals.positions],
            deals,
            places_among(state, deals, ranges),
            lots,
        )
        found = {}
        if state.may_fold:
            found["f"] = Estimate(-float(state.spent[state.position]), 0.0, self.samples - 1, 0.0)
        for action, chips in zip(actions, won, strict=True):
            error = float(np.std(chips, ddof=1) / np.sqrt(self.samples))
            found[action] = Estimate(float(chips.mean()), error, self.samples - 1)
        return found

    def act(self, state: State) -> str:
        """The action that wins most, of equal ones the more aggressive.

        Args:
            state: As he sees it, a hand of Texas hold'em.

        Raises:
            ValueError: For another game.
        """
        found = self.values(state)
        most = max(value.mean for value in found.values())
        return next(action for action in reversed(found) if found[action].mean == most)

    def _triples(self, state: State, position: int) -> list[list[Triple]]:
        """Of one player, by street and bets to call."""
        bets = range(len(GENERIC))
        if position == state.position:
            return [[GENERIC[b] for b in bets] for _ in range(state.game.streets)]
        seen = self.opponents.frequencies(state, position)
        return [[seen.triple(Context(street, b)) for b in bets] for street in range(state.game.streets)]
