"""The game with four players."""

from __future__ import annotations

from pokerdata._support.estimates import estimate_of
from pokerdata.games.no_thanks import (
    NoThanks,
    Policy,
    Positions,
    best_response,
    chip_rule,
    evaluate,
    in_seats,
    play,
    random_policy,
    searching,
    solve,
)
from studies import StudyRun

from .experiments import DEPTH

GAME = NoThanks((3, 9, 10, 11, 13, 15, 33), drawn=4, chips=1, players=4)
QUICK_GAME = NoThanks((3, 9, 10, 11, 33), drawn=3, chips=1, players=4)
WEIGHTS = (0, 2, 4, 5, 8, 15)
SEED = 2


def told(run: StudyRun) -> None:
    """Report wins by weight in each seat, and all shares when everybody plays alike."""
    run.heading("Four players")
    game = QUICK_GAME if run.is_quick else GAME
    positions = Positions(game)
    max1, deep = searching(positions, 1), searching(positions, DEPTH)
    run.text(
        f"He played with two. Here are four, {game.drawn} of the cards {', '.join(map(str, game.values))}, and a chip "
        f"each: at most {positions.count:,} states. One plays EL, in the seat of the column, three play Max1; "
        "a fair share is 25 %."
    )
    seats = range(game.players)
    rows: list[list[object]] = [["EL among Max1", *(f"seat {seat + 1}" for seat in seats), "mean"]]
    for weight in WEIGHTS:
        run.say(f"EL with w = {weight} among three Max1")
        rows.append(
            [f"w = {weight}", *shares([alone(chip_rule(positions, weight), max1, seat) for seat in seats])]
        )
    for name, policy in (("Max1 itself", max1), (f"search to {DEPTH}", deep)):
        rows.append([name, *shares([alone(policy, max1, seat) for seat in seats])])
    run.table(rows)
    alike = {
        "Random": random_policy(positions),
        "Max1": max1,
        "EL, w = 4": chip_rule(positions, 4),
        f"search to {DEPTH}": deep,
        "max^n, ties pass": solve(positions).policy,
        "max^n, ties take": solve(positions, ties="take").policy,
    }
    games = 1_000 if run.is_quick else 100_000
    rows = [["all four play", *(f"seat {seat + 1}" for seat in seats), "NashConv", "seat 1, sampled"]]
    for name, policy in alike.items():
        run.say(f"all play {name}")
        won = evaluate(policy).shares
        gain = sum(best_response(policy, seat).values.shares[seat] - won[seat] for seat in seats)
        sample = play(policy, games, SEED)[:, 0]
        found = estimate_of(sample)
        sampled = f"{found.mean:.2%} ± {found.standard_error:.2%}"
        rows.append([name, *(f"{share:.2%}" for share in won), f"{gain:.1%}", sampled])
    run.table(rows)
    run.text(
        "NashConv is what the four could gain by a best response, each alone, in all. Max^n is an equilibrium whatever "
        "is done with ties, but what each seat wins depends on it: with more than two players a game has no value. "
        f"Sampled: seat 1 in {games:,} games of seed {SEED}, with one standard error."
    )


def alone(policy: Policy, others: Policy, seat: int) -> float:
    """Return a player's share in a seat when all others use another policy."""
    players = policy.positions.game.players
    return evaluate(in_seats([policy if p == seat else others for p in range(players)])).shares[seat]


def shares(won: list[float]) -> list[str]:
    """Format the share of each seat and their mean."""
    return [f"{share:.1%}" for share in (*won, sum(won) / len(won))]
