"""Hidden cards sampled at the root: uniformly, or from a model of the opponent's range."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerdata._support.estimates import estimate_of
from pokerdata.players.search import likely_hands, search
from pokerdata.solving.explicit import expected_values
from studies import StudyRun

from .opponents import OPPONENTS, Opponent, chosen, state_of
from .small_games import MB, Numbers, leduc_game

ITERATIONS = (100, 1000)
SEEDS = 5


def told(run: StudyRun) -> list[bool]:
    """Report winnings from two opponents with and without a range model; return whether the model wins more, by case."""
    run.heading("What the other holds")
    points = ITERATIONS[:1] if run.is_quick else ITERATIONS
    seeds = 2 if run.is_quick else SEEDS
    rows: list[list[object]] = [["opponent", "iterations", "any cards", "by the model", "best response"]]
    better: list[bool] = []
    game = leduc_game()
    for make in OPPONENTS:
        opponent = make(game)
        best = MB * np.mean([opponent.answer(player).value for player in (0, 1)])
        for n in points:
            run.say(f"Leduc hold'em, ranges against {opponent.name}, {n:,} iterations")
            any_cards, modelled = (
                np.array(
                    [
                        MB * np.mean([won(opponent, player, n, seed, by_model) for player in (0, 1)])
                        for seed in range(seeds)
                    ]
                )
                for by_model in (False, True)
            )
            apart = estimate_of(modelled - any_cards)
            better.append(apart.mean > 2 * apart.standard_error)
            rows.append([opponent.name, f"{n:,}", told_of(any_cards), told_of(modelled), f"{best:,.0f}"])
    run.table(rows)
    run.text(
        "Leduc hold'em, mb/g won (1 mb is a thousandth of the ante), exactly, in the mean over both seats, by a "
        "player who takes the action with most passes of a search in each of his information sets; mean over "
        f"{seeds} seeds ± one standard error. The search knows what the opponent does with each card. It draws his "
        "card from all that are left, or in proportion to how likely he is to have acted so with it. The honest "
        "opponent bets and raises a king or a pair alone, calls with a queen, too, and folds a jack without a pair."
    )
    return better


def judged(run: StudyRun, better: list[bool], lost: dict[str, float]) -> None:
    """Compare published claims about ranges with results against known opponents and with two searching players."""
    sampled = [lost[f"root sampling, {words}"] for words in ("any cards", "equilibrium range")]
    run.claim(
        "ranges",
        all(better) and sampled[1] <= sampled[0],
        f"more is won from known opponents in {sum(better)} of {len(better)} cases; where both search, root sampling is "
        f"exploitable by {sampled[0]:,.0f} mb/g with any cards and by {sampled[1]:,.0f} with an equilibrium's",
        why="against somebody known it is; but an equilibrium's is no model of one who searches, too"
        if all(better)
        else "not by more than two standard errors in all of them",
    )


def won(opponent: Opponent, player: int, iterations: int, seed: int, by_model: bool) -> float:
    """Return the chips per game that searches in all information sets of a player win."""
    tree = opponent.game.tree
    strategy: Numbers = opponent.strategy.copy()
    for number in opponent.answer(player).actions:
        one = tree.information_sets[number]
        state = state_of(one)
        ranges: dict[int, Any] = {}
        if by_model:
            ranges[1 - player] = likely_hands(state, 1 - player, opponent.model)
        result = search(
            state,
            iterations=iterations,
            models=opponent.model,
            playout=opponent.model,
            ranges=ranges,
            seed=seed,
        )
        strategy[one.edges] = 0
        strategy[one.edges.start + chosen(result)] = 1
    return expected_values(tree, strategy)[player]


def told_of(values: Numbers) -> str:
    """Format mean and standard error."""
    found = estimate_of(values)
    return f"{found.mean:,.0f} ± {found.standard_error:,.0f}"
