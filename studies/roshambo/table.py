"""All bots against each other: exact where possible, sampled elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from pokerdata._support.estimates import estimate_of
from studies import StudyRun

from .bots import CONTEST, Bot, Rule
from .exact import OTHER, OWN, moments
from .playing import field, play
from .sequences import QUICK_ROUNDS, ROUNDS

SEED = 2
MATCHES = 200


@dataclass(frozen=True)
class Score:
    """Wins less losses in a match, with a standard error if it is sampled."""

    mean: float
    error: float | None = None

    @property
    def shown(self) -> str:
        if self.error is None:
            return f"{round(self.mean, 1) + 0.0:g}"
        return f"{round(self.mean) + 0} ± {self.error:.1f}"


Scores = dict[tuple[str, str], Score]


@cache
def is_blind(rule: Rule) -> bool:
    """Return whether a bot ignores the opponent's throws."""
    chances = (rule(n, OWN, OTHER).reshape(3, 3, 3) for n in range(ROUNDS))
    return all(np.array_equal(one, np.broadcast_to(one[:, :1], one.shape)) for one in chances)


def exact(first: Bot, second: Bot) -> Score | None:
    """Return the exact score of two bots, or None if it must be sampled.

    It is exact between bots that use only the last round and against Random. It is also exact for Flat, which
    treats all throws alike, against a bot that ignores it.
    """
    if first.rule is not None and second.rule is not None:
        return Score(moments(first.rule, second.rule)[0])
    for one, other in ((first, second), (second, first)):
        if one.name == "Random" or (one.name == "Flat" and other.rule is not None and is_blind(other.rule)):
            return Score(0.0)
    return None


def sampled(bot: Bot, others: tuple[Bot, ...], matches: int, seed: int, rounds: int = ROUNDS) -> list[Score]:
    """Sample a bot's scores against each of the others, all at once."""
    won = play(bot, field(others), matches * len(others), seed, rounds)[1].reshape(len(others), matches)
    return [Score(found.mean, found.standard_error) for found in map(estimate_of, won)]


def simple_scores(matches: int, rounds: int = ROUNDS) -> Scores:
    """Return the scores of the contest's bots among themselves."""
    found: Scores = {}
    for place, first in enumerate(CONTEST):
        later = CONTEST[place + 1 :]
        scores = {other.name: score for other in later if (score := exact(first, other))}
        rest = tuple(other for other in later if other.name not in scores)
        if rest:
            drawn = sampled(first, rest, matches, SEED + place, rounds)
            scores |= {other.name: score for other, score in zip(rest, drawn, strict=True)}
        for name, score in scores.items():
            found |= both(first.name, name, score)
    return found


def both(first: str, second: str, score: Score) -> Scores:
    """Return the score of two bots from both sides, by (bot, opponent)."""
    return {(first, second): score, (second, first): Score(-score.mean, score.error)}


def told(run: StudyRun, of_players: dict[str, dict[str, Score]]) -> None:
    """Report all scores, with Iocaine Powder's score against each bot."""
    run.heading("Everybody against everybody")
    matches, rounds = (10, QUICK_ROUNDS) if run.is_quick else (MATCHES, ROUNDS)
    run.say("simple bots among themselves")
    scores = simple_scores(matches, rounds)
    champion = "Iocaine Powder"
    for bot in CONTEST:
        score = Score(0.0) if bot.name == "Random" else of_players[champion][bot.name]
        scores |= both(champion, bot.name, score)
    names = [champion, *(bot.name for bot in CONTEST)]
    totals = {
        name: Score(
            sum(scores[name, other].mean for other in names if other != name),
            sum((scores[name, other].error or 0.0) ** 2 for other in names if other != name) ** 0.5 or None,
        )
        for name in names
    }
    order = sorted(names, key=lambda name: -totals[name].mean)
    rows: list[list[object]] = [["", "in all", *order]]
    rows += [
        [name, totals[name].shown, *("" if name == other else scores[name, other].shown for other in order)]
        for name in order
    ]
    run.table(rows)
    deviation = moments(CONTEST[0].rule, CONTEST[0].rule)[1]  # type: ignore[arg-type]
    run.text(
        "Wins less losses of the bot of the line in a match of 1,000 rounds. Without ± they are exact expectations: "
        "between bots that look at the last round alone by the chances of all nine last rounds, whole numbers "
        "between fixed strings, 0 against Random, and 0 for Flat, to whom all throws are alike, against who does "
        f"not look at it. The others are means with one standard error, of {matches} matches between simple bots "
        f"from seed {SEED}. A match against Random deviates by sqrt(2000/3) = {deviation:.2f}, whoever plays it."
    )
    run.compare("deviation", 1.96 * deviation, digits=2)
    run.claim("winner", order[0] == champion, f"{order[0]}, {totals[order[0]].shown} in all")
    simple = [name for name in order if name != champion]
    place = simple.index("De Bruijn") + 1
    run.claim(
        "among_best",
        place <= 3,
        f"number {place} of {len(simple)}",
        why="its rank is that of a field, and the strings are others",
    )
    run.claim(
        "order",
        None,
        ", ".join(simple),
        why="ranks are those of a field, and most of its programs are not here",
    )
