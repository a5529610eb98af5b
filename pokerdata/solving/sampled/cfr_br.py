"""CFR-BR on sampled boards: its solver, and the least exploitable strategies of a hold'em abstraction."""

from __future__ import annotations

from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import chance_sampling as _core
from pokerdata._core.games import BettingTree as _Tree
from pokerdata._support import resources
from pokerdata.games import CardRules, Rules
from pokerdata.games.named import ALL_RANKS, TEXAS
from pokerdata.games.strategies.strategy_file import SAMPLED_CFR_BR
from pokerdata.solving.run import RunOptions
from pokerdata.solving.sampled.solve import SampledResult, States, result_of, sampled_run, states_of
from pokerdata.solving.sampled.solver import (
    PrivateStates,
    PublicChanceSolver,
    check_need,
    numbers_of_states,
    run_memory,
)
from pokerdata.solving.solved import check_finite


class SampledResponseSolver(PublicChanceSolver):
    """CFR-BR (Johanson, Bard, Burch & Bowling 2012) on sampled boards, for hold'em of four streets.

    An iteration deals a flop and a turn. For each seat, a player over states learns against an opponent who sees its cards.
    On the turn and the river the opponent plays a best response, with all rivers dealt. Before the flop and on it, a best
    response would need more boards, so the opponent learns by regret matching over hands up to suit isomorphism. The values
    of hands are unbiased over boards, and no opponent knows a card to come. The seats are independent problems.

    Args:
        rules: The betting, of four streets.
        states: As for `PublicChanceSolver`.
        update: As for `PublicChanceSolver`; the opponents' regrets have the same weights as the player's.
        cards: The deck: Texas hold'em, or one with fewer ranks.
        seed: As for `PublicChanceSolver`; the boards differ from those of public chance sampling.
        threads: As for `PublicChanceSolver`.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: If memory would not suffice; raised before anything is allocated.
    """

    METHOD = SAMPLED_CFR_BR
    WORDS = "CFR-BR on sampled boards"

    def __init__(
        self,
        rules: Rules,
        states: PrivateStates,
        *,
        update: str = "lcfr",
        cards: CardRules = TEXAS,
        seed: int = 0,
        threads: int = 0,
    ) -> None:
        self.deck = deck_of(rules, cards)
        super().__init__(rules, states, update=update, seed=seed, threads=threads)

    def _make(self, states: PrivateStates, alpha: float, gamma: float) -> None:
        check_need(self.rules, self.states, response_memory(self.rules, self.states, self.deck, self.threads))
        self._core = self._responses = _core.ResponseSolver(
            _Tree(self.rules.core),
            self.deck,
            states,
            alpha=alpha,
            gamma=gamma,
            seed=self.seed,
            threads=self.threads,
        )

    def own_origin(self) -> list[object]:
        """Return what determines the numbers of a run besides rules, states, update and seed."""
        return [self.METHOD, self.deck]

    def restore(self, iteration: int, regrets: NDArray[np.float32], average: NDArray[np.float32]) -> None:
        """Resume from saved arrays, to the same bits as a run that never stopped.

        Args:
            iteration: Iterations done.
            regrets: The regrets from `arrays`, float32.
            average: The strategy sums from `arrays`, float32.

        Raises:
            ValueError: If the arrays have another size.
            FloatingPointError: If numbers are not finite.
        """
        check_finite(iteration, regrets=regrets, sums=average)
        own = len(average)
        self._responses.restore(iteration, regrets[:own], average, regrets[own:])


def deck_of(rules: Rules, cards: CardRules) -> int:
    """Return the cards of a game as a bit set: bit c for card c.

    Args:
        rules: The betting.
        cards: The deck and the deal.

    Raises:
        ValueError: For a game other than hold'em of four streets.
    """
    dealt = (cards.suits, cards.hole, tuple(cards.board), cards.ranking)
    if rules.streets != 4 or dealt != (TEXAS.suits, TEXAS.hole, tuple(TEXAS.board), TEXAS.ranking):
        raise ValueError(
            f"game: expected hold'em of four streets for best responses on sampled boards, got {rules.name} with "
            f"{rules.streets} streets and cards of {cards.ranks}; e.g. limit-holdem"
        )
    return sum(0xF << 4 * ALL_RANKS.index(rank) for rank in cards.ranks)


def response_memory(rules: Rules, states: tuple[int, ...], deck: int, threads: int = 0) -> int:
    """Return the bytes that a solver needs.

    Args:
        rules: Rules of the betting.
        states: Number of states on each street.
        deck: Bit set from `deck_of`.
        threads: 0 for all processors, or 1 to 1024.

    Raises:
        ValueError: If the states do not fit the rules, or the number of threads is invalid.
    """
    return resources.with_margin(_core.ResponseSolver.memory(_Tree(rules.core), deck, list(states), threads))


def turn_of(deck: int, seed: int, iteration: int) -> NDArray[np.uint8]:
    """Return the flop and turn that an iteration deals.

    Args:
        deck: Bit set from `deck_of`.
        seed: The seed of the run.
        iteration: The number of the iteration, from 1.

    Returns:
        uint8 [4], flop first.
    """
    return _core.turn_of(deck, seed, iteration)


def cfr_br(
    rules: Rules,
    states: States,
    *,
    update: str = "lcfr",
    cards: CardRules = TEXAS,
    seed: int = 0,
    threads: int = 0,
    **options: Unpack[RunOptions],
) -> SampledResult:
    """Find the least exploitable strategies of a hold'em abstraction by CFR-BR on sampled boards.

    CFR-BR minimises regret over states against an opponent who sees its cards (`SampledResponseSolver`). If the states have
    perfect recall, the average converges to the strategy that is least exploitable on real cards; an equilibrium of the
    abstract game is not. The distance from it is unknown; ``pokerdata exploitability --real`` computes the exploitability.
    Results depend on the seed. Limit hold'em with all cards needs about 2 GB for the opponents' regrets.

    Args:
        rules: The betting, of four streets, limit or no-limit; best responses use the bets of the menu.
        states: The states of hands on boards, as for `solve`.
        update: As for `solve`.
        cards: The deck: Texas hold'em, or one with fewer ranks.
        seed: Seed of the flops and turns, 0 to 2**64 - 1; the same seed gives the same bits.
        threads: 0 for all processors, or 1 to 1024; the result does not depend on it.
        **options: As for `solve`.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: If memory would not suffice; raised before any work.
        FloatingPointError: At the first checkpoint with numbers that are not finite.
        TableError: If the file to resume from is missing or holds no state.
    """
    run = sampled_run(options)
    held = states_of(states)
    deck, numbers = deck_of(rules, cards), numbers_of_states(rules, held)
    check_need(rules, numbers, run_memory(response_memory(rules, numbers, deck, threads), run.saves))
    solver = SampledResponseSolver(rules, held, update=update, seed=seed, threads=threads, cards=cards)
    return result_of(run, solver, states)
