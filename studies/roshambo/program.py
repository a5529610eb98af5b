"""Iocaine Powder compared with the published program and with its author's claims."""

from __future__ import annotations

import tomllib
from math import erfc
from pathlib import Path
from typing import Any

import numpy as np

from studies import StudyRun

from .bots import BOTS, CONTEST, by_rule, fixed
from .iocaine import iocaine
from .sequences import QUICK_ROUNDS, ROUNDS, de_bruijn_throws
from .table import Score, sampled

SEED, STRINGS = 10, 20
OWN_STRINGS = ("De Bruijn", "Text")  # use other strings than the published program
PAIR = "rrpspprss"  # printed as a De Bruijn sequence of length 2
AS_PRINTED = ("Iocaine Powder", "as described")  # names of the players in the scores


def original() -> dict[str, Any]:
    """Return the recorded matches of the published program."""
    return tomllib.loads((Path(__file__).parent / "original.toml").read_text(encoding="utf-8"))


def replayed(matches: list[dict[str, str]], *, as_described: bool) -> tuple[int, int]:
    """Return the throws of the published program's matches, and how many of them differ from ours."""
    own, other, guess = (
        np.array([[int(throw) for throw in match[key]] for match in matches], np.int8)
        for key in ("own", "other", "guess")
    )
    bot = iocaine(as_described=as_described, chance=guess.T)
    seat = bot.sit(len(matches), np.random.default_rng(0))  # uses no random numbers
    different = sum(
        int((seat(own[:, :n], other[:, :n]).argmax(axis=1) != own[:, n]).sum()) for n in range(own.shape[1])
    )
    return own.size, different


def told(run: StudyRun, scores: dict[str, dict[str, Score]], matches: int) -> None:
    """Report the comparison, given what both readings won of each bot."""
    run.heading("Iocaine Powder, the program and its description")
    program = original()
    ours, described = (scores[name] for name in AS_PRINTED)
    rows: list[list[object]] = [["bot", "published program", "here", "here, as described"]]
    gaps = []
    for bot in BOTS:
        mean, error = program["scores"][bot.name]
        score = ours[bot.name]
        rows.append([bot.name, f"{mean:.0f} ± {error:.1f}", score.shown, described[bot.name].shown])
        if bot.name not in OWN_STRINGS:
            gaps.append(abs(score.mean - mean) / np.hypot(score.error or 0.0, error))
    run.table(rows)
    gap = max(gaps)
    as_large = 1 - (1 - erfc(gap / 2**0.5)) ** len(gaps)
    run.text(
        f"Wins less losses in a match, with one standard error, of {program['matches']:,} matches of the published "
        f"program itself, compiled and run once beside this study, and of {matches} matches here. Of {len(gaps)} "
        f"gaps between the first two the largest is {gap:.1f} standard errors, as large as chance alone gives in "
        f"{as_large:.0%} of cases; Text and De Bruijn are left out, as their strings are not those of the program."
    )
    throws, different = replayed(program["match"], as_described=False)
    otherwise = replayed(program["match"], as_described=True)[1]
    run.text(
        "Given the program's own random guesses, the bot here throws what it threw in all but "
        f"{program['replayed']['different']} of {program['replayed']['throws']:,} rounds, "
        f"{program['replayed']['of_each']} matches against each bot. Of the {throws:,} rounds that are kept in "
        f"`original.toml`, {different} differ, and {otherwise:,} differ for a bot written from the description."
    )
    run.text(
        "By that, three answers are given to each guess: g, g + 1 and g + 2, where g is guessed of the other's "
        "throw or of one's own. A guess is what followed the longest match of one's own throws, of the other's or "
        "of both within the last 1000, 100, 10, 5, 2 or 1 rounds, or the most frequent throw in them; or anything; "
        "or rock. The answer that would have won most in the last 1000, 100, 10, 5, 2 or 1 rounds is played; which "
        "of these spans, by what its choices would have won in the whole match. In the program the most frequent "
        "throw is at every span that of the whole match, as its counts are never moved on; and sums over the last k "
        "rounds miss one, so that a span of 1 looks at none."
    )
    best = sorted(BOTS, key=lambda bot: ours[bot.name].mean - described[bot.name].mean)[:2]
    totals = [sum(one[bot.name].mean for bot in BOTS) for one in (ours, described)]
    run.text(
        "Who plays as described wins "
        + " and ".join(f"{described[b.name].shown} instead of {ours[b.name].shown} of {b.name}" for b in best)
        + f", and {totals[1]:,.0f} instead of {totals[0]:,.0f} of all {len(BOTS)}."
    )
    alone = different == 0 < otherwise
    why = f"the program throws as in this reading in all {throws:,} rounds that are kept"
    run.claim("spans", not alone, "0, 1, 4, 9, 99 and all, and frequencies of the whole match", why=why)
    run.claim("longer", not alone, "the longest match alone counts, of equal ones the latest", why=why)
    run.claim("simple", len(CONTEST) == 11, f"{len(CONTEST)} of {len(BOTS)} in the test suite have a rank")
    words = {(PAIR + PAIR[0])[i : i + 2] for i in range(len(PAIR))}
    run.claim("de_bruijn", len(words) == len(PAIR) == 9, f"{len(words)} pairs, each once, in a circle")
    strings_of(run)


def strings_of(run: StudyRun) -> None:
    """Report the influence of the De Bruijn strings."""
    number, rounds = (3, QUICK_ROUNDS) if run.is_quick else (STRINGS, ROUNDS)
    bots = tuple(
        by_rule(f"De Bruijn {seed}", "", fixed(de_bruijn_throws(seed=seed))) for seed in range(1, number + 1)
    )
    run.say("other strings of De Bruijn")
    won = sorted(score.mean for score in sampled(iocaine(), bots, 20, SEED, rounds))
    run.text(
        f"What is won of De Bruijn hangs on its strings: from {won[0]:.0f} to {won[-1]:.0f}, {np.mean(won):.0f} in "
        f"the mean, over {number} other draws of them (seeds 1 to {number}, 20 matches each)."
    )
