"""Matches of two agents, with less luck."""

from __future__ import annotations

import os

from pokerdata._core import luck as _core
from pokerdata.agents import Agent
from pokerdata.games import NamedGame
from pokerdata.luck.methods import check_method, first_edges
from pokerdata.luck.reduced_result import ReducedResult
from pokerdata.luck.values import FIT_HANDS, Values, has_strategy
from pokerdata.matches.match import MAX_DEALS, MAX_SEED, setting
from pokerdata.support.arguments import as_count
from pokerdata.support.progress import Progress

_MOST_DEALS = 10**8  # 32 bytes each


def reduced_match(
    first: Agent | str,
    second: Agent | str,
    *,
    method: str = "aivat",
    known: tuple[bool, bool] | None = None,
    deals: int = 10_000,
    first_deal: int = 0,
    fit_hands: int = FIT_HANDS,
    game: NamedGame | str | None = None,
    seed: int = 0,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> ReducedResult:
    """Play the duplicate deals of `pokerdata.match`, and tell what they were worth with less luck.

    No method is biased: what it takes from a hand has the mean 0 over all deals and moves (Zinkevich et al. 2006 for
    advantage sums, Burch et al. 2018 for AIVAT). Of AIVAT the base is the mean over the hands that a known player could
    as well have held; where both are known, it is taken once over the hands of each, with the cards of the other as they
    were, and the two are averaged. That is quicker than over all pairs of hands, and leaves somewhat more luck. In limit
    hold'em some 40,000 hands a second and thread by advantage sums, 2,000 to 3,000 by AIVAT.

    Args:
        first: An agent, or what `pokerdata.agents.find_agent` takes.
        second: Its opponent, likewise.
        method: One of `pokerdata.luck.METHODS`.
        known: Of AIVAT: whose strategies count as known; all that there are, if not given.
        deals: How many to play, each as two hands; 2 to 10**8. A deal takes 32 bytes.
        first_deal: Number of the first deal of the seed that is played.
        fit_hands: Other hands, in each of the two seatings, that the guess of values is from; see `Values.fit`.
        game: A game, its name or a TOML file; needed between two baselines.
        seed: Of the random numbers, 0 to 2**64 - 1; the same seed gives the same bits on any number of threads.
        threads: 0 for all processors, or up to 1024.
        tables: As for `pokerdata.match`.
        progress: Called with deals done and in all.

    Raises:
        ValueError: For agents that do not play the game, a method that needs a strategy where there is none, or invalid
            numbers.
        TableError: For a strategy or a table of buckets that is missing.
        CapacityError: As `Values.fit`.
    """
    check_method(method)
    deals = as_count(deals, "deals", 2, _MOST_DEALS, 10_000)
    begin = as_count(first_deal, "first_deal", 0, MAX_DEALS, 10_000)
    seed = as_count(seed, "seed", 0, MAX_SEED, 1)
    one, two, rules, cards = setting(first, second, game, tables)
    seen = _known(method, (one, two), known)
    guesses: tuple[Values | None, Values | None] = (None, None)
    if method != "all-in":
        fits = [
            Values.fit(a, b, hands=fit_hands, seed=(seed + turn) % (MAX_SEED + 1), threads=threads)
            for turn, (a, b) in enumerate(((one, two), (two, one)))
        ]
        guesses = (fits[0], fits[1])
    values = tuple(None if guess is None else guess.core for guess in guesses)
    found = _core.reduce_match(
        rules.core,
        cards.core,
        one.core,
        two.core,
        (values[0], values[1]),
        *seen,
        first_edges(cards),
        seed,
        begin,
        begin + deals,
        threads,
        progress,
    )
    names = tuple(agent.name for agent, is_known in zip((one, two), seen, strict=True) if is_known)
    used = 0 if method == "all-in" else fit_hands
    return ReducedResult(
        (one.name, two.name), rules, seed, method, names, used, found[:, :, 0], found[:, :, 1]
    )


def _known(method: str, agents: tuple[Agent, Agent], known: tuple[bool, bool] | None) -> tuple[bool, bool]:
    have = has_strategy(agents[0]), has_strategy(agents[1])
    if method != "aivat":
        if known is not None and any(known):
            raise ValueError(f"known: expected none for {method}, which needs no strategy; e.g. aivat")
        return False, False
    found = have if known is None else (bool(known[0]), bool(known[1]))
    if not any(found) or (found[0] and not have[0]) or (found[1] and not have[1]):
        names = " and ".join(agent.name for agent, has in zip(agents, have, strict=True) if not has)
        raise ValueError(
            "known: expected an agent with a strategy, got "
            + (names or "none of the two")
            + "; e.g. (True, False), or the method 'advantage'"
        )
    return found
