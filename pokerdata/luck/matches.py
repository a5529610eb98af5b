"""Matches of two agents, with less luck."""

from __future__ import annotations

import os

from pokerdata._core import luck as _core
from pokerdata.agents import Agent
from pokerdata.games import NamedGame
from pokerdata.luck.divat import DivatTable
from pokerdata.luck.guesses import check_values, guess
from pokerdata.luck.hands import divat_measure
from pokerdata.luck.methods import check_method, setting_of, strengths_of
from pokerdata.luck.mivat import features_note, without_luck
from pokerdata.luck.reduced_result import ReducedResult
from pokerdata.luck.values import FIT_HANDS, Values, has_strategy
from pokerdata.matches.match import MAX_DEALS, MAX_SEED, setting
from pokerdata.support.arguments import as_count
from pokerdata.support.progress import Progress

_MOST_DEALS = 10**8  # 32 bytes each
_MOST_FITTED_DEALS = 10**6  # 400 bytes each


def reduced_match(
    first: Agent | str,
    second: Agent | str,
    *,
    method: str = "aivat",
    known: tuple[bool, bool] | None = None,
    deals: int = 10_000,
    first_deal: int = 0,
    values: str = "hands",
    fit_hands: int = FIT_HANDS,
    divat: DivatTable | None = None,
    game: NamedGame | str | None = None,
    seed: int = 0,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> ReducedResult:
    """Play the duplicate deals of `pokerdata.match`, and tell what they were worth with less luck.

    No method but DIVAT is biased: what it takes from a hand has the mean 0 over all deals and moves (Zinkevich et al. 2006
    for advantage sums, White and Bowling 2009 for MIVAT, Burch et al. 2018 for AIVAT). MIVAT fits its features to one half
    of the deals, so that pairs vary least, and corrects the other. Of AIVAT the base is the mean over the hands that a known
    player could as well have held; where both are known, it is taken once over the hands of each, with the cards of the
    other as they were, and the two are averaged. That is quicker than over all pairs of hands, and leaves somewhat more
    luck. In limit hold'em with 5 buckets, one thread does some 200,000 hands a second by advantage sums, and by
    AIVAT 5,000 to 20,000, the fewest where all hands come to the river.

    Args:
        first: An agent, or what `pokerdata.agents.find_agent` takes.
        second: Its opponent, likewise.
        method: One of `pokerdata.luck.METHODS`.
        known: Of AIVAT: whose strategies count as known; all that there are, if not given.
        deals: How many to play, each as two hands; 2 to 10**8, of MIVAT 10**6. A deal takes 32 bytes, of MIVAT 400.
        first_deal: Number of the first deal of the seed that is played.
        values: What the guess V of 'advantage' and 'aivat' is from, one of `pokerdata.luck.VALUES`: other hands, exact
            values of the strategies (where both play the same game over the same states; else of one against itself), or
            the strength of hands.
        fit_hands: Of values from hands: how many, in each of the two seatings; see `Values.fit`.
        divat: The baseline of DIVAT; by default `DivatTable.from_memory`, which is not verified.
        game: A game, its name or a TOML file; needed between two baselines.
        seed: Of the random numbers, 0 to 2**64 - 1; the same seed gives the same bits on any number of threads.
        threads: 0 for all processors, or up to 1024.
        tables: As for `pokerdata.match`.
        progress: Called with deals done and in all.

    Raises:
        ValueError: For agents that do not play the game, a method that needs a strategy where there is none, or invalid
            numbers.
        TableError: For a strategy or a table of buckets that is missing, and where values of strategies or strength want
            joint counts that are not there.
        CapacityError: As `Values.fit` and `Values.of_strategy`.
    """
    check_method(method)
    check_values(values, method)
    deals = as_count(deals, "deals", 2, _MOST_FITTED_DEALS if method == "mivat" else _MOST_DEALS, 10_000)
    if divat is not None and method != "divat":
        raise ValueError(f"divat: expected no table for {method}; e.g. the method 'divat'")
    begin = as_count(first_deal, "first_deal", 0, MAX_DEALS, 10_000)
    seed = as_count(seed, "seed", 0, MAX_SEED, 1)
    one, two, rules, cards = setting(first, second, game, tables)
    seen = _known(method, (one, two), known)
    named = NamedGame(rules, cards)
    played = setting_of(named)
    guesses: list[Values | None] = [None, None]
    if method in ("mivat", "divat"):
        strengths = strengths_of(cards, tables)
        measure = (
            _core.terms(played, strengths)
            if method == "mivat"
            else divat_measure(named, played, divat, tables)
        )
        measures = [measure, measure]
    else:
        if method != "all-in":
            # One tree and its states for both seatings: what is looked up of a deal serves both of its hands.
            reference = two if one.strategy is None else one
            for turn, (a, b) in enumerate(((one, two), (two, one))):
                guesses[turn] = guess(
                    values,
                    a,
                    b,
                    reference,
                    hands=fit_hands,
                    seed=(seed + turn) % (MAX_SEED + 1),
                    threads=threads,
                    tables=tables,
                    before=guesses[0],
                )
        playing = [agent.core if is_known else None for agent, is_known in zip((one, two), seen, strict=True)]
        measures = [
            _core.reduction(played, None if found is None else found.core, *seated)  # type: ignore[arg-type]
            for found, seated in zip(guesses, (playing, playing[::-1]), strict=True)
        ]
    found = _core.measure_match(
        played, one.core, two.core, measures[0], measures[1], seed, begin, begin + deals, threads, progress
    )
    reduced = without_luck(found[:, :, 1:]) if method == "mivat" else found[:, :, 1]
    names = tuple(agent.name for agent, is_known in zip((one, two), seen, strict=True) if is_known)
    used = 0 if guesses[0] is None else guesses[0].hands
    note = ""
    if method == "divat":
        note = (divat or DivatTable.from_memory(len(cards.board))).note
    elif method == "mivat":
        note = features_note(found.shape[2] - 2)
    return ReducedResult(
        (one.name, two.name),
        rules,
        seed,
        method,
        names,
        used,
        found[:, :, 0],
        reduced,
        note,
        values if guesses[0] else "",
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
