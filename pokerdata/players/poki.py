"""`poki`, rules over effective hand strength (after Billings et al. 2002), and `simulating`, which plays hands out."""

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

#: Strength at which it raises half the time, by bets to call: 0, 1, 2 and more.
RAISES_FROM = (0.55, 0.65, 0.75)
_WIDTH = 0.1  # half the width of the slopes between never and always
_WAITING = 0.25  # weight before the flop of an opponent that has not acted yet


@dataclass
class Poki:
    """Player that acts by EHS against the weight tables of all players still in.

    On a board EHS = HS + (1 - HS) PPot. HS is the product of the hand strengths against each opponent. PPot is the
    positive potential with one card to come against all their ranges together.

    Before the flop EHS is the product of the all-in equities, each to the power 1, or 0.25 against an opponent that has
    not acted yet. Powers that sum to less than 1 are scaled to a sum of 1, so against a single opponent the power is
    always 1.

    The player stays in if EHS is at least to call / (pot + to call). It raises from 0.55, 0.65 or 0.75 on with 0, 1 or
    more bets to call. Both rules are slopes of 0.1 to either side, so they give a triple (fold, call, raise). A random
    number picks the action. If there is nothing to call, the player bets at least with probability PPot. In no-limit
    games raises are pot-sized.

    The weights, EHS, and the use of rules over EHS for a triple are published. The rules here are our own.

    Attributes:
        seed: Seed of its random choices.
        opponents: Model of the opponents, with tables as in `pokerdata.players.modelling.PokiWeights`.
    """

    seed: int = 0
    opponents: OpponentRanges = field(default_factory=OpponentRanges, repr=False)

    def reset(self) -> None:
        """Forget all opponents."""
        self.opponents.clear()

    def observe(self, state: State) -> None:
        """Learn from a finished hand.

        Args:
            state: The finished hand, as this player saw it.
        """
        self.opponents.learn(state)

    def strength(self, state: State) -> tuple[float, float]:
        """Return EHS against the ranges of the opponents still in, and PPot.

        Args:
            state: The hand as this player sees it, on its turn.

        Raises:
            ValueError: If the game is not Texas hold'em.
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
        """Return the probabilities of fold, call and raise.

        Args:
            state: The hand as this player sees it, on its turn.

        Raises:
            ValueError: If the game is not Texas hold'em.
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
        """Choose an action at random by the triple.

        Args:
            state: A hand of Texas hold'em, as this player sees it.

        Raises:
            ValueError: If the game is not Texas hold'em.
        """
        taken = drawn(zip("fcr", self.triple(state), strict=True), fraction_of(self.seed, state))
        return pot_raise(state) if taken == "r" else taken


def _slope(value: float, middle: float) -> float:
    return min(1.0, max(0.0, (value - middle + _WIDTH) / (2 * _WIDTH)))


def _scaled(weights: NDArray[np.float64]) -> NDArray[np.object_]:
    """Convert weights to the array type that the strength formulas accept."""
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
    scale = max(1.0, 1.0 / sum(parts.values()))  # powers sum to 1 or more
    found = 1.0
    for position, weights in ranges.items():
        of_class = np.bincount(CLASS_OF_COMBINATION, weights, CLASS_COUNT)
        found *= float(against @ of_class / of_class.sum()) ** (scale * parts[position])
    return found


_LOTS = 61  # random numbers per played-out hand, used cyclically


@dataclass
class Simulating:
    """Player that takes the action with the highest mean in hands sampled from the weight tables of all players still in.

    Call and raise are played out to the end with the same hands, boards and random numbers. The cost of a fold is known.
    Of equal means the player takes the more aggressive action. In no-limit games raises are pot-sized.

    In play-outs each opponent folds its worst hands and raises its best ones, as often as was counted for it in the
    context. The player itself acts as an unknown player (``pokerdata.players.modelling.counting.GENERIC``). The cost is
    some 10 ms per decision and opponent for 100 samples.

    The method is published; the choice rule of the play-outs is our own.

    Attributes:
        samples: Number of sampled hands per decision.
        seed: Seed of its random numbers.
        opponents: Model of the opponents, with tables as in `pokerdata.players.modelling.PokiWeights`.

    Raises:
        ValueError: For a number of samples outside 2 to 100,000.
    """

    samples: int = 100
    seed: int = 0
    opponents: OpponentRanges = field(default_factory=OpponentRanges, repr=False)

    def __post_init__(self) -> None:
        as_count(self.samples, "samples", 2, 10**5, 100)

    def reset(self) -> None:
        """Forget all opponents."""
        self.opponents.clear()

    def observe(self, state: State) -> None:
        """Learn from a finished hand.

        Args:
            state: The finished hand, as this player saw it.
        """
        self.opponents.learn(state)

    def values(self, state: State) -> dict[str, Estimate]:
        """Return the expected value of each action over the whole hand in chips: 'f' (exact), 'c', a raise such as 'r300'.

        Args:
            state: A hand of Texas hold'em, as this player sees it on its turn.

        Raises:
            ValueError: If the game is not Texas hold'em.
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
        """Return the action with the highest mean, or the more aggressive of equal ones.

        Args:
            state: A hand of Texas hold'em, as this player sees it.

        Raises:
            ValueError: If the game is not Texas hold'em.
        """
        found = self.values(state)
        most = max(value.mean for value in found.values())
        return next(action for action in reversed(found) if found[action].mean == most)

    def _triples(self, state: State, position: int) -> list[list[Triple]]:
        """Return the action frequencies of one player by street and bets to call."""
        bets = range(len(GENERIC))
        if position == state.player:
            return [[GENERIC[b] for b in bets] for _ in range(state.game.streets)]
        seen = self.opponents.frequencies(state, position)
        return [[seen.triple(Context(street, b)) for b in bets] for street in range(state.game.streets)]


_MAKERS: Mapping[str, Callable[[Asked], Player]] = {
    "poki": lambda asked: Poki(seed=asked.seed),
    "simulating": lambda asked: Simulating(seed=asked.seed),
}

#: Name -> description.
WEIGHING_PLAYERS: Mapping[str, str] = {
    "poki": "rules over effective hand strength against weight tables of the others, after Billings et al. 2002",
    "simulating": "plays call and raise out in 100 hands from those tables and takes the better; likewise",
}


def is_weighing(text: str) -> bool:
    """Return whether a text names one of these players."""
    return text in _MAKERS


def find_weighing(text: str, asked: Asked) -> Player:
    """Return the player with this name.

    Raises:
        ValueError: If the game is not Texas hold'em.
    """
    asked.check_texas(text)
    return _MAKERS[text](asked)
