"""`poki`: rules over effective hand strength against what opponents may hold (after Billings et al. 2002)."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import strength as _strength
from pokerdata.cards import combination_index
from pokerdata.cards.hand_classes import CLASS_COUNT, CLASS_OF_COMBINATION
from pokerdata.modelling.contexts import Follower, start_of
from pokerdata.play import State
from pokerdata.play.state import split_actions
from pokerdata.players.chance import drawn, fraction_of
from pokerdata.players.opponents import OpponentRanges
from pokerdata.players.plain import pot_raise
from pokerdata.preflop import class_equities
from pokerdata.search import DecisionTriple
from pokerdata.strength.formulas import positive_potential, share

#: From which strength on he raises as often as not, by bets to call: 0, 1, 2 and more.
RAISES_FROM = (0.55, 0.65, 0.75)
_WIDTH = 0.1  # half that of the slopes between never and always
_WAITING = 0.25  # what somebody counts as before the flop who has not acted yet


@dataclass
class Poki:
    """Plays by EHS against the weight tables of all who are still in, by a triple (fold, call, raise) and a lot.

    On a board EHS = HS + (1 - HS) PPot, HS the product of those against each opponent, PPot with one card to come against
    their hands together. Before the flop it is the product of his all-in equities, of whoever has not acted yet to the
    power of .25 (of a single opponent 1). He stays in from EHS = call / (pot + call) on, and raises from .55, .65 or .75 on
    with 0, 1 or more bets to call, both by slopes of .1 to either side; where nothing is to be called, he bets at
    least with the probability PPot. A raise without limits is one of the pot.

    Published are the weights, EHS, and that rules over it give a triple and a lot the action; these rules are ours.

    Attributes:
        seed: Of the lots.
        opponents: What he thinks of them; tables as `pokerdata.modelling.PokiWeights`.
    """

    seed: int = 0
    opponents: OpponentRanges = field(default_factory=OpponentRanges, repr=False)

    def reset(self) -> None:
        """Forget what opponents did."""
        self.opponents.clear()

    def observe(self, state: State) -> None:
        """Take in a finished hand.

        Args:
            state: Its end, as he saw it.
        """
        self.opponents.learn(state)

    def strength(self, state: State) -> tuple[float, float]:
        """EHS of his hand against what those who are still in may hold, and PPot.

        Args:
            state: As he sees it; he acts.

        Raises:
            ValueError: For another game than Texas hold'em.
        """
        assert state.position is not None
        ranges = self.opponents.weights(state)
        if not state.board:
            return _before_flop(state, ranges), 0.0
        hole = np.array([state.holes[state.position]], dtype=np.uint8)
        board = np.array(state.board, dtype=np.uint8)
        extra = min(1, 5 - len(board))
        counts = [_strength.standings(hole, board, extra, w / w.max(), threads=1)[0] for w in ranges.values()]
        now = prod(float(share(_scaled(found.sum(axis=1))).rounded()) for found in counts)
        if extra == 0:
            return now, 0.0
        together = _scaled(sum(found / found.sum() for found in counts) / len(counts))
        better = float(positive_potential(together).rounded())
        return now + (1 - now) * better, better

    def triple(self, state: State) -> DecisionTriple:
        """How likely he folds, calls and raises.

        Args:
            state: As he sees it; he acts.

        Raises:
            ValueError: For another game than Texas hold'em.
        """
        strength, potential = self.strength(state)
        stays = 1.0
        if state.may_fold:
            stays = _slope(strength, state.to_call / (state.pot + state.to_call))
        raises = 0.0
        if state.may_raise:
            bets = _bets_to_call(state)
            raises = _slope(strength, RAISES_FROM[bets])
            if bets == 0:
                raises = max(raises, potential)
        return DecisionTriple(1 - stays, stays * (1 - raises), stays * raises)

    def act(self, state: State) -> str:
        """An action, by lot.

        Args:
            state: As he sees it, a hand of Texas hold'em.

        Raises:
            ValueError: For another game.
        """
        taken = drawn(zip("fcr", self.triple(state), strict=True), fraction_of(self.seed, state))
        return pot_raise(state) if taken == "r" else taken


def _slope(value: float, middle: float) -> float:
    return min(1.0, max(0.0, (value - middle + _WIDTH) / (2 * _WIDTH)))


def _scaled(weights: NDArray[np.float64]) -> NDArray[np.object_]:
    """As the formulas of strength take counts."""
    return np.asarray(weights, dtype=object)


def _bets_to_call(state: State) -> int:
    assert state.position is not None
    now = start_of(state)
    follower = Follower(now, state.position)
    for action in split_actions(state.history.replace("/", "")):
        follower.see(now, action)
        now = now.after_old(action)
    return follower.context(state).bets


def _before_flop(state: State, ranges: dict[int, NDArray[np.float64]]) -> float:
    assert state.position is not None
    hole = np.array(state.holes[state.position], dtype=np.uint8)
    against = class_equities()[CLASS_OF_COMBINATION[int(combination_index(hole))]]
    acted = {position for position, _ in state.actions[0]}
    parts = {p: 1.0 if p in acted else _WAITING for p in ranges}
    scale = max(1.0, 1.0 / sum(parts.values()))  # of a single opponent who did not act yet, the whole
    found = 1.0
    for position, weights in ranges.items():
        of_class = np.bincount(CLASS_OF_COMBINATION, weights, CLASS_COUNT)
        found *= float(against @ of_class / of_class.sum()) ** (scale * parts[position])
    return found
