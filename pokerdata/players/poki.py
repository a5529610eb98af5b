"""`poki`, rules over effective hand strength (after Billings et al. 2002), and `simulating`, by hands played out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import prod

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import strength as _strength
from pokerdata._support.arguments import Use, as_count, generator
from pokerdata._support.estimates import Estimate
from pokerdata.cards import combination_index
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_OF_COMBINATION
from pokerdata.cards.preflop import class_equities
from pokerdata.cards.strength.metrics import positive_potential, share
from pokerdata.games.play import Player, State
from pokerdata.games.play.state import split_actions
from pokerdata.players.modelling import Context
from pokerdata.players.modelling.counting import GENERIC, Follower, Triple, start_of
from pokerdata.players.plain import Asked, drawn, fraction_of, key_of, pot_raise
from pokerdata.players.play_outs import OpponentRanges, draw_deals, places_among, play_outs
from pokerdata.players.search import DecisionTriple

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
        opponents: What he thinks of them; tables as `pokerdata.players.modelling.PokiWeights`.
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
        assert state.player is not None
        ranges = self.opponents.weights(state)
        if not state.board:
            return _before_flop(state, ranges), 0.0
        hole = np.array([state.hole_cards[state.player]], dtype=np.uint8)
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
        if state.can_fold:
            stays = _slope(strength, state.to_call / (state.pot + state.to_call))
        raises = 0.0
        if state.can_raise:
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
    assert state.player is not None
    now = start_of(state)
    follower = Follower(now, state.player)
    for action in split_actions(state.history.replace("/", "")):
        follower.see(now, action)
        now = now.apply_old(action)
    return follower.context(state).bets


def _before_flop(state: State, ranges: dict[int, NDArray[np.float64]]) -> float:
    assert state.player is not None
    hole = np.array(state.hole_cards[state.player], dtype=np.uint8)
    against = class_equities()[CLASS_OF_COMBINATION[int(combination_index(hole))]]
    acted = {position for position, _ in state.actions[0]}
    parts = {p: 1.0 if p in acted else _WAITING for p in ranges}
    scale = max(1.0, 1.0 / sum(parts.values()))  # of a single opponent who did not act yet, the whole
    found = 1.0
    for position, weights in ranges.items():
        of_class = np.bincount(CLASS_OF_COMBINATION, weights, CLASS_COUNT)
        found *= float(against @ of_class / of_class.sum()) ** (scale * parts[position])
    return found


_LOTS = 61  # of a hand that is played out; they begin anew behind


@dataclass
class Simulating:
    """Plays what wins most in hands drawn from the weight tables of all who are still in.

    Call and raise are played out to the end in the same hands, boards and lots; what a fold costs is known. He takes the
    larger mean, of equal ones the more aggressive. In play-outs everybody folds his worst hands and raises his best ones as
    often as was counted of him in the context, the player himself as somebody of whom nothing is known
    (``pokerdata.players.modelling.counting.GENERIC``). A raise without limits is one of the pot. Some 10 ms a decision and
    opponent for 100 samples.

    Published is the method; how play-outs choose is a rule of ours.

    Attributes:
        samples: Hands that are drawn for a decision.
        seed: Of the draws.
        opponents: What he thinks of them; tables as `pokerdata.players.modelling.PokiWeights`.

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
        assert state.player is not None
        ranges = self.opponents.weights(state)
        rng = generator(Use.PLAY_OUTS, key_of(self.seed, state, "play-outs"))
        deals = draw_deals(state, ranges, self.samples, rng)
        lots = rng.random((self.samples, _LOTS))
        actions = ["c", *([pot_raise(state)] if state.can_raise else [])]
        won = play_outs(
            state,
            actions,
            [self._triples(state, p) for p in deals.positions],
            deals,
            places_among(state, deals, ranges),
            lots,
        )
        found = {}
        if state.can_fold:
            found["f"] = Estimate(-float(state.spent[state.player]), 0.0, self.samples - 1, 0.0)
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
        if position == state.player:
            return [[GENERIC[b] for b in bets] for _ in range(state.game.streets)]
        seen = self.opponents.frequencies(state, position)
        return [[seen.triple(Context(street, b)) for b in bets] for street in range(state.game.streets)]


_MAKERS: Mapping[str, Callable[[Asked], Player]] = {
    "poki": lambda asked: Poki(seed=asked.seed),
    "simulating": lambda asked: Simulating(seed=asked.seed),
}

#: What they do, by name.
WEIGHING_PLAYERS: Mapping[str, str] = {
    "poki": "rules over effective hand strength against weight tables of the others, after Billings et al. 2002",
    "simulating": "plays call and raise out in 100 hands from those tables and takes the better; likewise",
}


def is_weighing(text: str) -> bool:
    """Whether a text is the name of one of them.

    Args:
        text: What the player was called.
    """
    return text in _MAKERS


def find_weighing(text: str, asked: Asked) -> Player:
    """The player of a name.

    Args:
        text: What the player was called.
        asked: With what.

    Raises:
        ValueError: For a game that is not Texas hold'em.
    """
    asked.check_texas(text)
    return _MAKERS[text](asked)
