"""The least exploitable strategies of an abstraction of hold'em, by CFR-BR on sampled boards."""

from __future__ import annotations

import os
from collections.abc import Callable

from pokerdata.chance_sampling.response_solver import SampledResponseSolver, deck_of, response_memory
from pokerdata.chance_sampling.solve import SampledResult, limits_of, run
from pokerdata.chance_sampling.solver import PrivateStates, check_need, numbers_of_states
from pokerdata.games import CardRules, Rules
from pokerdata.games.named import TEXAS
from pokerdata.solving.checkpoints import Checkpoints
from pokerdata.solving.run_state import RunState
from pokerdata.support.progress import Progress


def cfr_br(
    rules: Rules,
    states: PrivateStates,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    update: str = "lcfr",
    resume: RunState | str | os.PathLike[str] | None = None,
    checkpoint: Callable[[RunState], None] | None = None,
    checkpoint_seconds: float = 20.0,
    cards: CardRules = TEXAS,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
) -> SampledResult:
    """The least exploitable strategies that an abstraction of hold'em holds, by CFR-BR on sampled boards.

    Regret is minimised over states against an opponent who sees his cards (`SampledResponseSolver`). Where the states forget
    nothing, the average converges to the strategy that is least exploitable on real cards, which no equilibrium of the
    abstract game is; how near it is, is not known, and ``pokerdata exploitability --real`` tells its exploitability. Results
    are those of the seed. Limit hold'em with all its cards takes some 2 GB for the opponents' regrets.

    Args:
        rules: The betting, of four streets, with limits or without: responses are to the bets of the menu.
        states: The states of hands on boards, as for `solve`.
        iterations: As for `solve`.
        seconds: As for `solve`.
        update: As for `solve`.
        resume: As for `solve`.
        checkpoint: As for `solve`.
        checkpoint_seconds: As for `solve`.
        cards: Those of Texas hold'em, or of fewer ranks.
        seed: Of the flops and turns, 0 to 2**64 - 1; the same seed gives the same bits.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: As for `solve`.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: Before any work, if memory would not suffice.
        FloatingPointError: At the first checkpoint whose numbers are not finite.
        TableError: If the file to resume from is missing or holds no state.
    """
    limits = limits_of(iterations, seconds)
    copies = 2 if checkpoint is not None or resume is not None else 1
    deck, numbers = deck_of(rules, cards), numbers_of_states(rules, states)
    check_need(rules, numbers, copies * response_memory(rules, numbers, deck, threads))
    solver = SampledResponseSolver(rules, states, update=update, seed=seed, threads=threads, cards=cards)
    return run(solver, states, limits, resume, Checkpoints(checkpoint, checkpoint_seconds), progress)
