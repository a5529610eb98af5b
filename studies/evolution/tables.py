"""Populations at a new table: bred among themselves or at one table, then evaluated at another."""

from __future__ import annotations

from functools import partial

import numpy as np

from pokerdata._support.arguments import Use, generator
from pokerdata.solving.explicit import payoff_matrix, solve
from pokerdata.solving.explicit.examples import rule_of_thumb
from studies import StudyRun

from .courses import HANDS, MB, SIZE, mean_and_error, repeated, told_of
from .population import Breed, Numbers
from .selection import SELECTIONS, survivors

HANDS_IN_ALL, SEEDS = 300_000, 5
ROUNDS = 500  # generations at a table


def references(breed: Breed) -> dict[str, Numbers]:
    """Return the players of a reference table in Leduc hold'em."""
    tree = breed.tree
    every = ("J", "Q", "K", "pair")
    return {
        "always calls": rule_of_thumb(tree, bets=(), calls=every),
        "always raises": rule_of_thumb(tree, bets=every, calls=every),
        "by rule": by_hand(breed),
        "tight": rule_of_thumb(tree, bets=("K", "pair"), calls=()),
        "equilibrium": solve(tree, "cfr+", target=1e-3).strategy,
    }


def by_hand(breed: Breed) -> Numbers:
    """Return a handmade strategy: bet and raise with a king or a pair, call with a queen, otherwise check or fold."""
    return rule_of_thumb(breed.tree, bets=("K", "pair"), calls=("Q",))


def told(run: StudyRun, breed: Breed) -> None:
    """Report on reference tables, runs from a handmade strategy, and breeding at a table."""
    reference(run, breed)
    grown_up(run, breed)


def reference(run: StudyRun, breed: Breed) -> None:
    """Report the winnings of last generations from players that they never met."""
    run.heading("Reference tables")
    hands = 20_000 if run.is_quick else HANDS_IN_ALL
    seeds = 2 if run.is_quick else SEEDS
    known = references(breed)
    against = np.stack(list(known.values()))
    found: dict[str, Numbers] = {}
    for name, select in SELECTIONS.items():
        for start, strategy in (("random", None), ("by hand", by_hand(breed))):
            run.say(f"Reference tables, selection by {name}, started {start}")
            courses = repeated(breed, select, (hands,), seeds, strategy)
            found[f"{name}, {start}"] = np.array([winnings(breed, one.last, against) for one in courses])
    found["the rule itself"] = winnings(breed, by_hand(breed)[None], against)[None]
    rows: list[list[object]] = [["bred by, started", *(f"from {name}" for name in known), "mean"]]
    for name, won in found.items():
        each = [told_of(column, sign=True) if len(won) > 1 else f"{column[0]:+,.0f}" for column in won.T]
        mean = won.mean(axis=1)
        rows.append([name, *each, told_of(mean, sign=True) if len(won) > 1 else f"{mean[0]:+,.0f}"])
    run.table(rows)
    run.text(
        f"Leduc hold'em: what a player of the last generation, after {hands:,} hands, wins from players he never "
        f"met, mb/g in the mean of both seats, exactly; mean over {seeds} seeds ± one standard error. Started by "
        "hand: weights that mostly play *by rule*, with random ones added. The rule bets and raises a king or a "
        "pair, calls with a queen and folds or checks the rest; *tight* does not call with a queen."
    )
    signs = {}
    for name, won in found.items():
        if len(won) > 1:
            mean, error = mean_and_error(won.mean(axis=1))
            signs[name] = 1 if mean > 2 * error else -1 if mean < -2 * error else 0
    front = found["Pareto front, random"].mean(axis=1)
    run.claim(
        "no_profit",
        signs["Pareto front, random"] <= 0,
        f"those of the Pareto front win {told_of(front, sign=True)} mb/g at a table of {len(known)} players",
        why="other players at the table, in a game in which to call always or to raise always is weak",
    )
    crowded = {start: found[f"crowding, {start}"].mean(axis=1) for start in ("random", "by hand")}
    run.claim(
        "by_hand",
        signs["crowding, by hand"] > 0 >= signs["crowding, random"],
        f"started by hand {told_of(crowded['by hand'], sign=True)} mb/g, at random {told_of(crowded['random'], sign=True)}",
        why="another game, in which a player has some hundred numbers and no net; what wins is taken from our table",
    )


def winnings(breed: Breed, strategies: Numbers, against: Numbers) -> Numbers:
    """Return the mean winnings of players from each opponent over both seats, [others], mb/g."""
    first = payoff_matrix(breed.tree, strategies, against).mean(axis=0)
    second = payoff_matrix(breed.tree, against, strategies).mean(axis=1)
    return np.asarray(MB * (first - second) / 2)


def grown_up(run: StudyRun, breed: Breed) -> None:
    """Report on players bred against a loose or a tight player, at both tables."""
    run.heading("The table they grew up at")
    known = references(breed)
    at = {"loose": known["always calls"], "tight": known["tight"]}
    rounds = 50 if run.is_quick else ROUNDS
    seeds = 2 if run.is_quick else SEEDS
    found: dict[str, Numbers] = {}
    for name, opponent in at.items():
        run.say(f"Grown up at a {name} table")
        rows = []
        for seed in range(seeds):
            last = at_table(breed, opponent, rounds, seed)
            rows.append([winnings(breed, last, other[None])[0] for other in at.values()])
        found[name] = np.array(rows)
    run.table(
        [
            ["grown up at", *(f"wins at the {name} table" for name in at)],
            *([name, *(told_of(column, sign=True) for column in won.T)] for name, won in found.items()),
        ]
    )
    run.text(
        f"Leduc hold'em, {SIZE} players selected by what they win in {HANDS * (SIZE - 1)} hands a generation in each "
        f"seat from a player who always calls (loose) or plays a king or a pair alone (tight), {rounds} generations, "
        f"{seeds} seeds; mb/g, exactly, ± one standard error."
    )
    apart = [
        (name, found[name][:, place] - found[other][:, place])
        for place, (name, other) in enumerate((("loose", "tight"), ("tight", "loose")))
    ]
    run.claim(
        "own_table",
        all(mean > 2 * error for mean, error in (mean_and_error(won) for _, won in apart)),
        "; ".join(
            f"at the {name} table {told_of(won, sign=True)} mb/g more than those of the other"
            for name, won in apart
        ),
        why="not by more than two standard errors at both tables",
    )


def at_table(breed: Breed, opponent: Numbers, rounds: int, seed: int) -> Numbers:
    """Breed players by their winnings from an opponent; return the strategies of the last generation."""
    random = generator(Use.EVOLUTION, seed)
    play = partial(breed.play, others=opponent[None], hands=HANDS * (SIZE - 1), random=random)
    genes = breed.by_chance(SIZE, random)
    for _ in range(rounds):
        genes = survivors(breed, genes, -play(breed.strategies(genes))[:, 0], random)
    return breed.strategies(genes)
