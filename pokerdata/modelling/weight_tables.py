"""Weight tables of Loki and Poki: hands that are strong enough for what he did keep their weight."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.games.named import TEXAS
from pokerdata.modelling.board_strength import board_strength, income_of_hands
from pokerdata.modelling.contexts import ActionFrequencies, Context, Follower
from pokerdata.modelling.range_models import all_hands, beside, checked_position, without_known
from pokerdata.play import State

#: The least that a hand's weight is multiplied with, so that no hand is ever ruled out.
LEAST = 0.01
#: Half the width of the slope before the flop, in thousandths of a bet, and after it, in EHS.
SIGMA_INCOME, SIGMA = 100.0, 0.2
_SMALLEST = 1e-60  # weights stay above it, however long a hand
_STEPS = 45  # of bisection


def slope(strength: ArrayLike, mu: float, sigma: float, least: float = LEAST) -> NDArray[np.float64]:
    """What a hand's weight is multiplied with: clamp((strength - (mu - sigma)) / (2 sigma), least, 1).

    Args:
        strength: Of hands, any shape: EHS, or before the flop income rates.
        mu: Where the slope is one half.
        sigma: Half its width, above 0, in the unit of the strength.
        least: The least of it.

    Returns:
        float64, as shaped as `strength`.
    """
    found = (np.asarray(strength, dtype=np.float64) - (mu - sigma)) / (2 * sigma)
    return np.asarray(np.clip(found, least, 1.0))


def mean_slope(
    strength: NDArray[np.float64],
    weights: NDArray[np.float64],
    mu: float,
    sigma: float,
    least: float = LEAST,
) -> float:
    """The mean of `slope` over hands.

    Args:
        strength: As for `slope`, [n].
        weights: Of the hands, [n].
        mu: As for `slope`.
        sigma: As for `slope`.
        least: As for `slope`.
    """
    return float(slope(strength, mu, sigma, least) @ weights / weights.sum())


def threshold(
    strength: NDArray[np.float64],
    weights: NDArray[np.float64],
    share: float,
    sigma: float,
    least: float = LEAST,
) -> float:
    """The mu for which the mean of `slope` over a player's hands is how often he was seen to act so.

    Args:
        strength: As for `slope`, [n].
        weights: Of the hands, [n]; not all 0.
        share: The frequency; what lies outside `least` to 1 counts as the end next to it.
        sigma: As for `slope`.
        least: As for `slope`.
    """
    order = np.argsort(strength, kind="stable")
    rising, counted = strength[order], weights[order]
    below = [0.0, *np.cumsum(counted).tolist()]
    moments = [0.0, *np.cumsum(counted * rising).tolist()]
    values, wanted = rising.tolist(), share * below[-1]
    low, high = values[0] - sigma, values[-1] + sigma
    for _ in range(_STEPS):
        mu = (low + high) / 2
        # The sum of the slope by its three parts: flat, rising, flat.
        begin = bisect_left(values, mu - sigma + 2 * sigma * least)
        end = bisect_left(values, mu + sigma)
        middle = (moments[end] - moments[begin] - (mu - sigma) * (below[end] - below[begin])) / (2 * sigma)
        if least * below[begin] + middle + below[-1] - below[end] > wanted:
            low = mu
        else:
            high = mu
    return float((low + high) / 2 if share < 1 else low)


class LokiWeights:
    """Loki's weight table of one player.

    Source: *Poker Challenge 2008*, papers 2 (Heidenreich) and 9 (Görge, Meyer). Each hand begins with a weight of 1.
    A bet or raise multiplies it with `slope` of the hand's strength, with mu such that the mean over the player's
    hands is how often he raises in the context, street by bets to call; a call, with mu such that it is how often he
    does not fold. A check tells nothing. Before the flop the strength is the income rate at a table of so many, later
    EHS. Texas hold'em of two to ten players; some 4 ms for an action on a new board, else 0.2.

    That mu is found so, that strong hands keep their weight when he calls, and EHS against any hand with one card to come
    are rules of ours.

    Args:
        frequencies: How often he does what; nothing seen yet by default.
        sigma_income: Half the width of the slope before the flop, thousandths of a bet.
        sigma: Half the width of the slope after it, in EHS.
        least: The least that a weight is multiplied with: the larger, the less he is thought to be as the table says.

    Attributes:
        frequencies: How often he does what.

    Raises:
        ValueError: For a sigma that is not above 0, or a least factor that is not above 0 and at most 1.
    """

    _subtracts = False

    def __init__(
        self,
        frequencies: ActionFrequencies | None = None,
        *,
        sigma_income: float = SIGMA_INCOME,
        sigma: float = SIGMA,
        least: float = LEAST,
    ) -> None:
        for name, value in (("sigma_income", sigma_income), ("sigma", sigma)):
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < float("inf"):
                raise ValueError(f"{name}: expected a number above 0, got {value!r}; e.g. 0.2")
        if isinstance(least, bool) or not isinstance(least, int | float) or not 0 < least <= 1:
            raise ValueError(f"least: expected a number above 0, at most 1, got {least!r}; e.g. 0.01")
        self.frequencies = ActionFrequencies(deep=self._subtracts) if frequencies is None else frequencies
        self._sigmas, self._least = (float(sigma_income), float(sigma)), float(least)
        self._weights = np.ones(1326)
        self._follower: Follower | None = None

    def start(self, state: State, position: int) -> None:
        """Begin a hand.

        Args:
            state: Its start.
            position: That of the player.

        Raises:
            ValueError: For another game than Texas hold'em, or a position that nobody has.
        """
        if state.game.cards != TEXAS:
            raise ValueError(f"game: expected one of Texas hold'em, got {state.game.name}; e.g. limit-holdem")
        self._follower = Follower(state, checked_position(state, position))
        self._weights = all_hands(state.game)

    def observe(self, state: State, action: str) -> None:
        """Take in an action of anybody.

        Args:
            state: Before the action, with the board.
            action: Such as 'c' or 'r300'.

        Raises:
            ValueError: Where no hand was begun.
        """
        follower = self._started()
        if state.betting.player == follower.position:
            self._weigh(state, follower.context(state), action[0])
        follower.see(state, action)

    def weights(self, state: State | None = None) -> NDArray[np.float64]:
        """The weights, from 0 to 1.

        Args:
            state: As for `RangeModel.weights`.

        Returns:
            float64 [1326].

        Raises:
            ValueError: Where no hand was begun.
        """
        return without_known(self._weights, state, self._started().position)

    def learn(self, state: State, position: int) -> None:
        """Count what he did in a hand.

        Args:
            state: Its end; no cards are looked at.
            position: That of the player.
        """
        self.frequencies.learn(state, position)

    def _weigh(self, state: State, context: Context, kind: str) -> None:
        fold, _, raise_ = self._triple(state, context)
        if kind == "f" or (kind == "c" and fold == 0 and (raise_ == 0 or not self._subtracts)):
            return
        strength, weights, sigma = self._ranked(state)
        if kind == "r":
            factor = self._slope(strength, weights, raise_, sigma)
        else:
            factor = self._slope(strength, weights, 1 - fold, sigma) if fold > 0 else np.ones(1326)
            if self._subtracts and raise_ > 0:
                factor = np.maximum(factor - self._slope(strength, weights, raise_, sigma), self._least)
        self._weights = np.maximum(self._weights * factor, _SMALLEST)

    def _triple(self, state: State, context: Context) -> tuple[float, float, float]:
        """What he may not do is left out."""
        fold, call, raise_ = self.frequencies.triple(context)
        if not state.may_fold:
            fold = 0.0
        if not state.may_raise:
            return fold, 1 - fold, 0.0
        whole = fold + call + raise_
        return fold / whole, call / whole, raise_ / whole

    def _ranked(self, state: State) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
        """Strengths, the weights of hands that the board leaves, and sigma."""
        if not state.board:
            return income_of_hands(state.players), self._weights, self._sigmas[0]
        return board_strength(state.board), beside(self._weights, state.board), self._sigmas[1]

    def _slope(
        self, strength: NDArray[np.float64], weights: NDArray[np.float64], share: float, sigma: float
    ) -> NDArray[np.float64]:
        mu = threshold(strength, weights, share, sigma, self._least)
        return slope(strength, mu, sigma, self._least)

    def _started(self) -> Follower:
        if self._follower is None:
            raise ValueError("model: expected start(state, position) before a hand is told, got no start")
        return self._follower


class PokiWeights(LokiWeights):
    """Poki's weight table of one player, with counts in the place of its neural net.

    Source: *Poker Challenge 2008*, papers 2 (Heidenreich) and 9 (Görge, Meyer). Contexts are street, bets to call,
    his last action and the bets to call then, counted, and backed off to street and bets to call where little was
    seen (`ActionFrequencies`). He who raises 40 % raises his best 40 %, so whoever checks or calls holds the others:
    a call multiplies with the slope of not folding less that of raising, at least .01; a check with 1 less that of
    raising. Else as `LokiWeights`. That subtraction is a rule of ours.
    """

    _subtracts = True
