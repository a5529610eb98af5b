"""Range models: Bayes from strategies and counts, the weight tables of Loki and Poki, and hand strengths."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import agents as _core
from pokerdata._core.abstraction import CardStates
from pokerdata.cards import COMBINATION_COUNT, COMBINATIONS, combinations_with
from pokerdata.cards.combinations import CLASS_OF_COMBINATION
from pokerdata.cards.evaluator import evaluate_boards
from pokerdata.cards.preflop import exact_heads_up_rates, income_rates
from pokerdata.cards.strength import ehs_by_potential
from pokerdata.games import CardRules, SolvableGame
from pokerdata.games.named import TEXAS
from pokerdata.games.play import State
from pokerdata.games.play.definition import card_text
from pokerdata.players.modelling.counting import ActionFrequencies, Context, Follower, decisions, look_up
from pokerdata.players.modelling.observed import ObservedModel
from pokerdata.players.modelling.range_models import (
    all_hands,
    beside,
    checked_position,
    hands_of,
    without_known,
)

#: Number of actions that the mean over all hands counts as in an information set.
WEIGHT = 5.0


class Plays(Protocol):
    """A player of a strategy, such as `pokerdata.players.agents.Agent`."""

    @property
    def name(self) -> str:
        """Name for messages."""

    @property
    def core(self) -> _core.Agent:
        """The C++ object that plays."""

    @property
    def cards(self) -> CardRules | None:
        """Card rules of its game."""


class StrategyRange:
    """The range of a player with a known strategy, by Bayes' rule.

    The weight of a hand is the probability of all the player's actions with it. It is exact if the player follows the
    strategy, for real cards and for buckets. If the player and this model map a bet outside the strategy's menu to one of
    two sizes at random, it is exact to 1e-9. An action that the strategy never takes with any remaining hand is ignored.
    A raise of another size counts as the nearest one. Games for two; some 0.3 ms per action.

    Args:
        agent: Agent with the strategy, such as from `pokerdata.players.agents.Agent.load`.

    Raises:
        ValueError: If the agent has no strategy.
    """

    def __init__(self, agent: Plays) -> None:
        if not isinstance(agent.core, _core.AbstractAgent) or agent.cards is None:
            raise ValueError(
                f"agent: expected one with a strategy, got {agent.name}; e.g. Agent.load('leduc.h5')"
            )
        self._core, self._cards = agent.core, agent.cards
        self._weights = np.ones(1326)
        self._hands = np.zeros((0, 2), np.uint8)
        self._number: NDArray[np.uint8] = np.zeros(52, np.uint8)
        self._position: int | None = None

    def start(self, state: State, position: int) -> None:
        """Begin a hand.

        Args:
            state: Start of the hand.
            position: Position of the player.

        Raises:
            ValueError: For a game with other cards or another number of players, or an invalid position.
        """
        game = state.game
        if game.players != 2 or (game.cards.hole, len(game.deck)) != (self._cards.hole, self._cards.deck):
            raise ValueError(
                f"game: expected that of the strategy, for two and with {self._cards.deck} cards, got {game.name} for "
                f"{game.players} with {len(game.deck)}"
            )
        self._position = checked_position(state, position)
        self._hands = hands_of(game)
        self._number = np.zeros(52, np.uint8)
        self._number[list(game.deck)] = np.arange(len(game.deck))
        self._weights = all_hands(game)

    def observe(self, state: State, action: str) -> None:
        """Update by an action of any player.

        Args:
            state: The state before the action, with the board.
            action: Text such as 'c' or 'r300'.

        Raises:
            ValueError: If no hand was begun, or the betting does not belong to the strategy's game.
        """
        if self._position is None:
            raise ValueError("model: expected start(state, position) before a hand is told, got no start")
        if state.betting.player != self._position:
            return
        left = beside(self._weights, state.board)
        places = np.flatnonzero(left)
        board = self._number[list(state.board)]
        actions, shares = self._core.batch(self._number[self._hands[places]], board[None], state.history)
        taken = _nearest(action, actions)
        if taken is None or not shares[:, taken].any():
            return
        found = np.zeros(len(left))
        found[places] = left[places] * shares[:, taken]
        self._weights = found / found.max()

    def weights(self, state: State | None = None) -> NDArray[np.float64]:
        """Return the probability of the player's actions with each hand, scaled to a maximum of 1.

        Args:
            state: As for `RangeModel.weights`.

        Returns:
            float64 [1326], or [52] for games with one hole card.

        Raises:
            ValueError: If no hand was begun.
        """
        if self._position is None:
            raise ValueError("model: expected start(state, position) before a hand is told, got no start")
        return without_known(self._weights, state, self._position)

    def learn(self, state: State, position: int) -> None:
        """Learn nothing: the strategy is known."""


class CountedRange(StrategyRange):
    """The range of a player from counts of its actions by hand, by Bayes' rule.

    In an information set with n observations an action has the probability ``(n_a + k p_a) / (n + k)``. Here p is the
    frequency with all hands together, smoothed in the same way towards equal probabilities. So no hand is excluded.

    Args:
        model: Counted actions, from `pokerdata.players.modelling.model_of`.
        states: States of the card abstraction, as for `model_of`; None for a game of real cards.
        weight: k, above 0.
        translation: Rule that maps bets outside the betting tree to bets inside it, as for agents.

    Raises:
        ValueError: If the states do not fit the game, or the weight is not above 0.
    """

    def __init__(
        self,
        model: ObservedModel,
        states: CardStates | None = None,
        *,
        weight: float = WEIGHT,
        translation: str = "pseudo-harmonic",
    ) -> None:
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight < float("inf"):
            raise ValueError(f"weight: expected a number above 0, got {weight!r}; e.g. 5")
        self._state_of = look_up(model.game, states)
        self._game = model.game
        self._weight = float(weight)
        self._counts = [
            np.rint(street * np.repeat(seen, np.diff(model.game.tree.first_rows(r)), axis=0))
            for r, (street, seen) in enumerate(zip(model.strategy, model.observations, strict=True))
        ]
        self._rows = [
            np.ascontiguousarray(smoothed(counts, model.game.tree.first_rows(r), self._weight), np.float32)
            for r, counts in enumerate(self._counts)
        ]
        super().__init__(_Counted(model.game, states, self._rows, translation))

    def learn(self, state: State, position: int) -> None:
        """Count the player's actions in a hand if its hole cards are known.

        Hands that left the tree, or without these cards, are skipped. A model that sees only showdowns learns only from
        hands that got there, so it is biased.

        Args:
            state: The finished hand, with the cards that were shown.
            position: Position of the player.
        """
        if not state.hole_cards[position]:
            return
        acting = [who for street in state.actions for who, _ in street]
        hole, board = ("".join(map(card_text, cards)) for cards in (state.hole_cards[position], state.board))
        try:
            made = list(decisions(self._game.tree, state.history))
        except ValueError:
            return
        for who, (_, street, row) in zip(acting, made, strict=True):
            if who == position:
                self._counts[street][row, self._state_of(street, hole, board)] += 1
                self._renew(street, row)

    def _renew(self, street: int, row: int) -> None:
        """Update the probabilities of one decision in place, because the C++ agent reads these rows."""
        first = self._game.tree.first_rows(street)
        at = int(np.searchsorted(first, row, "right")) - 1
        begin, end = int(first[at]), int(first[at + 1])
        edges = np.array([0, end - begin])
        self._rows[street][begin:end] = smoothed(self._counts[street][begin:end], edges, self._weight)


class _Counted:
    """A player of counted frequencies."""

    name = "counted"

    def __init__(
        self, game: SolvableGame, states: CardStates | None, rows: list[NDArray[np.float32]], translation: str
    ) -> None:
        cards = CardRules(**found) if (found := game.parts()[0]) else TEXAS
        known: _core.PrivateStates
        known = _core.HandsOnBoards(game.core, cards.core) if states is None else _core.BucketStates(states)
        self.cards: CardRules | None = cards
        self.core: _core.AbstractAgent = _core.AbstractAgent(
            game.rules.core,
            cards.core,
            known,
            rows,
            translation,
        )


def smoothed(
    counts: NDArray[np.float64], first: NDArray[np.integer[Any]], weight: float
) -> NDArray[np.float64]:
    """Return counts as probabilities, smoothed to the mean of all states, which is smoothed to equal probabilities.

    Args:
        counts: [edges of a street, states].
        first: The first edge of each decision of the street, and the end of the last one, [decisions + 1].
        weight: Number of actions that each prior counts as.

    Returns:
        float64, with the shape of `counts`.
    """
    number = np.diff(first)

    def of_rows(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.repeat(np.add.reduceat(values, first[:-1], axis=0), number, axis=0)

    together = counts.sum(axis=1, keepdims=True)
    even = np.repeat(1.0 / number, number)[:, None]
    mean = (together + weight * even) / (of_rows(together) + weight)
    found: NDArray[np.float64] = (counts + weight * mean) / (of_rows(counts) + weight)
    return found


def _nearest(action: str, actions: list[str]) -> int | None:
    """Return the index of an action, or of the nearest raise if that raise is missing; None if there is none."""
    if action in actions:
        return actions.index(action)
    raises = [place for place, one in enumerate(actions) if one[0] == "r"]
    if action[0] != "r" or not raises:
        return None
    return min(raises, key=lambda place: abs(int(actions[place][1:] or 0) - int(action[1:] or 0)))


_BOARDS = 4096  # cached boards, 43 MB
_DEALS = 100_000  # deals per hand class; standard errors of rates below 20 thousandths of a bet


@lru_cache(maxsize=_BOARDS)
def board_strength(board: tuple[int, ...]) -> NDArray[np.float64]:
    """Return EHS = HS + (1 - HS) PPot of every combo against a random hand, with one card to come; on the river HS.

    A call takes 3 ms on an idle core; boards are cached.

    Args:
        board: 3 to 5 cards.

    Returns:
        Read-only float64 [1326]; 0 for combos that the board blocks.
    """
    cards = np.array(board, dtype=np.uint8)
    if len(board) < 5:
        found: NDArray[np.float64] = np.nan_to_num(
            np.asarray(ehs_by_potential(None, cards, kind="optimistic", cards=1))
        )
    else:
        found = _on_river(cards)
    found.setflags(write=False)
    return found


def _on_river(board: NDArray[np.uint8]) -> NDArray[np.float64]:
    free = np.flatnonzero(~combinations_with(board))
    codes = evaluate_boards(board[None])[0][free].astype(np.int64)
    ahead, tied = np.searchsorted(np.sort(codes), codes), np.searchsorted(np.sort(codes), codes, "right")
    points = ahead + tied  # twice the share of all hands, including those that share a card with ours
    held = COMBINATIONS[free]
    for card in range(52):
        mine = np.flatnonzero((held == card).any(axis=1))
        if len(mine):
            beside = np.sort(codes[mine])
            points[mine] -= np.searchsorted(beside, codes[mine]) + np.searchsorted(
                beside, codes[mine], "right"
            )
    points += 1  # the hand itself, a tie, was subtracted twice
    found = np.zeros(COMBINATION_COUNT)
    found[free] = points / (2 * 990)
    return found


@lru_cache(maxsize=9)
def income_of_hands(players: int) -> NDArray[np.float64]:
    """Return the income rate of every combo at a table of this size, in thousandths of a bet.

    Rates are exact for two players. For more they are sampled with seed 0, with standard errors below 20. The first call
    takes a second.

    Args:
        players: 2 to 10.

    Returns:
        Read-only float64 [1326].
    """
    rates = exact_heads_up_rates() if players == 2 else income_rates(players, _DEALS, threads=1).rates
    found = np.asarray(rates[CLASS_OF_COMBINATION], np.float64)
    found.setflags(write=False)
    return found


#: Least factor of a hand's weight, so that no hand is ever excluded.
LEAST = 0.01
#: Half the width of the slope, in thousandths of a bet before the flop and in EHS after it.
SIGMA_INCOME, SIGMA = 100.0, 0.2
_SMALLEST = 1e-60  # lower bound of weights in long hands
_STEPS = 45  # of bisection


def slope(strength: ArrayLike, mu: float, sigma: float, least: float = LEAST) -> NDArray[np.float64]:
    """Return the factor of a hand's weight: clamp((strength - (mu - sigma)) / (2 sigma), least, 1).

    Args:
        strength: Strengths of hands, any shape: EHS, or income rates before the flop.
        mu: Strength at which the factor is one half.
        sigma: Half the width of the slope, above 0, in the unit of the strength.
        least: Least factor.

    Returns:
        float64, with the shape of `strength`.
    """
    found = (np.asarray(strength, dtype=np.float64) - (mu - sigma)) / (2 * sigma)
    return np.asarray(np.clip(found, least, 1.0))


def threshold(
    strength: NDArray[np.float64],
    weights: NDArray[np.float64],
    share: float,
    sigma: float,
    least: float = LEAST,
) -> float:
    """Return the mu for which the mean of `slope` over a player's range equals an action frequency.

    Args:
        strength: As for `slope`, [n].
        weights: Weights of the hands, [n]; not all 0.
        share: The frequency; values outside `least` to 1 count as the nearer end.
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
        # The slope has three parts: flat, rising, flat.
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

    Source: *Poker Challenge 2008*, papers 2 (Heidenreich) and 9 (Görge, Meyer). Each hand begins with a weight of 1. A
    bet or raise multiplies it by the `slope` of the hand's strength. For a raise, mu is such that the mean over the
    player's range equals its raise frequency in the context (street by bets to call). For a call, mu is such that the
    mean equals the frequency of not folding. A check changes nothing. The strength is the income rate at a table of this
    size before the flop, and EHS after it. Texas hold'em for two to ten players; some 4 ms for an action on a new board,
    else 0.2 ms.

    Three rules are our own: how mu is found, that strong hands keep their weight after a call, and EHS against a random
    hand with one card to come.

    Args:
        frequencies: Action frequencies of the player; by default without observations.
        sigma_income: Half the width of the slope before the flop, in thousandths of a bet.
        sigma: Half the width of the slope after it, in EHS.
        least: Least factor of a weight. The larger it is, the less the table is trusted.

    Attributes:
        frequencies: Action frequencies of the player.

    Raises:
        ValueError: If a sigma is not above 0, or the least factor is not above 0 and at most 1.
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
            state: Start of the hand.
            position: Position of the player.

        Raises:
            ValueError: If the game is not Texas hold'em, or for an invalid position.
        """
        if state.game.cards != TEXAS:
            raise ValueError(f"game: expected one of Texas hold'em, got {state.game.name}; e.g. limit-holdem")
        self._follower = Follower(state, checked_position(state, position))
        self._weights = all_hands(state.game)

    def observe(self, state: State, action: str) -> None:
        """Update by an action of any player.

        Args:
            state: The state before the action, with the board.
            action: Text such as 'c' or 'r300'.

        Raises:
            ValueError: If no hand was begun.
        """
        follower = self._started()
        if state.betting.player == follower.position:
            self._weigh(state, follower.context(state), action[0])
        follower.see(state, action)

    def weights(self, state: State | None = None) -> NDArray[np.float64]:
        """Return the weights, from 0 to 1.

        Args:
            state: As for `RangeModel.weights`.

        Returns:
            float64 [1326].

        Raises:
            ValueError: If no hand was begun.
        """
        return without_known(self._weights, state, self._started().position)

    def learn(self, state: State, position: int) -> None:
        """Count the player's actions in a hand.

        Args:
            state: The finished hand; cards are ignored.
            position: Position of the player.
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
        """Return the action frequencies without illegal actions."""
        fold, call, raise_ = self.frequencies.triple(context)
        if not state.can_fold:
            fold = 0.0
        if not state.can_raise:
            return fold, 1 - fold, 0.0
        whole = fold + call + raise_
        return fold / whole, call / whole, raise_ / whole

    def _ranked(self, state: State) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
        """Return strengths, the weights of the hands that the board allows, and sigma."""
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
    """Poki's weight table of one player, with counts in place of its neural net.

    Source: *Poker Challenge 2008*, papers 2 (Heidenreich) and 9 (Görge, Meyer). Contexts are street, bets to call, the
    player's last action and the bets to call then. They are counted, and backed off to street and bets to call where
    little was seen (`ActionFrequencies`).

    A player that raises 40 % raises its best 40 %, so a player that checks or calls holds other hands. A call multiplies
    the weight by the slope of not folding minus the slope of raising, at least .01. A check multiplies it by 1 minus the
    slope of raising. The rest is as in `LokiWeights`. This subtraction is a rule of our own.
    """

    _subtracts = True
