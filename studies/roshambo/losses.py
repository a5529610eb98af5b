"""The most that each simple bot loses, exact where possible, compared with the printed values."""

from __future__ import annotations

from dataclasses import dataclass

from pokerdata._support.estimates import estimate_of
from studies import StudyRun

from .bots import BOTS, Bot
from .exact import most_won, most_won_above, most_won_of_flat
from .playing import known
from .sequences import QUICK_ROUNDS, ROUNDS

SEED, MATCHES = 1, 400
EVEN = 1e-9  # expectations that differ less are the same in every match
WHY = {
    "Flat": "420 is it to two digits",
    "20-20-60": "who always throws rock wins 60 % of the rounds and loses 20 %; a thousand would need luck in all of them",
    "De Bruijn": "the strings stand in the program: who knows them wins every round",
    "Text": "likewise",
    "Anti-rotn": "below -40 it throws at random, but no longer once luck brings it back to -40, where it is beaten again",
    "Add-react": "its first throw is random; 0.8 in each of the other 999 rounds",
    "Anti-flat": "its first throw is random",
}


@dataclass(frozen=True)
class Most:
    """The most that a bot loses, with a standard error, and an upper bound if it is not exact."""

    value: float
    error: float = 0.0
    bound: float | None = None

    @property
    def shown(self) -> str:
        if self.bound is None:
            return f"{self.value:.2f}".rstrip("0").rstrip(".")
        return f"{self.value:.1f} ± {self.error:.1f}, at most {self.bound:.1f}"


def most_of(bot: Bot, matches: int, rounds: int = ROUNDS) -> Most:
    """Return the most that a bot loses.

    It is exact, by dynamic programming, for bots that use the last round or their own counts. For others, an
    opponent that sees their probabilities estimates it.
    """
    if bot.rule is not None:
        return Most(most_won(bot.rule))
    if bot.name == "Flat":
        return Most(most_won_of_flat()[0])
    expected = known(bot, matches, SEED, rounds)
    found = estimate_of(expected)
    if found.standard_error < EVEN:
        return Most(found.mean)
    return Most(found.mean, found.standard_error, most_won_above(-40))


def told(run: StudyRun) -> dict[str, Most]:
    """Report the most that each bot loses."""
    run.heading("What each loses at most")
    matches, rounds = (20, QUICK_ROUNDS) if run.is_quick else (MATCHES, ROUNDS)
    rows: list[list[object]] = [["bot", "what it throws", "most it loses", "printed"]]
    found = {}
    for bot in BOTS:
        run.say(f"the most that {bot.name} loses")
        most = found[bot.name] = most_of(bot, matches, rounds)
        figure = run.figure(key(bot))
        rows.append([bot.name, bot.words, most.shown, figure.printed])
        if figure.printed == "unknown":
            run.claim(key(bot), most.bound is not None, most.shown, why=WHY["De Bruijn"])
        else:
            run.compare(
                key(bot), most.value, half_width=1.96 * most.error, digits=2, why=WHY.get(bot.name, "")
            )
    run.table(rows, left=2)
    run.text(
        "Expected in 1,000 rounds by a best response who knows the rule and sees every throw, but not the luck to "
        "come. The first eleven played in the contest, the others stand in its test suite for practice; before the "
        "first round the last throws count as rock, as there. What looks at the last round alone is solved "
        "backwards over the nine last rounds; Flat's throws hang on its own counts alone, whose chances are "
        "followed exactly; of the others each round's largest expectation is taken. That is all that can be won of "
        "Beat frequent, Anti-flat and Add-react, as every match gives the same. Of Anti-rotn it is a lower bound "
        f"({matches} matches, seed {SEED}, ± one standard error); the upper one lets it lose every round in which it "
        "is not random for its score. Pi, De Bruijn and Text are known to the last throw; here Text throws the "
        "Gettysburg Address, and De Bruijn strings of its own."
    )
    return found


def key(bot: Bot) -> str:
    """Return the name of a bot's figure."""
    return "most_" + bot.name.lower().replace(" ", "_").replace("-", "_")
