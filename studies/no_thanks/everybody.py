"""All players against each other in both seats, and the winnings of their best responses."""

from __future__ import annotations

from pokerdata.games.no_thanks import (
    Policy,
    best_response,
    chip_rule,
    evaluate,
    in_seats,
    random_policy,
    searching,
)
from pokerdata.reports.pictures.figure import grid_behind, new_figure, styled
from studies import StudyRun

from .experiments import DEPTH, Name, Table


def players(table: Table, best: dict[Name, float]) -> dict[str, Policy]:
    """Return the players of the table."""
    positions = table.positions
    return {
        "Random": random_policy(positions),
        "Max1": table.max1,
        f"EL, w = {best['EL']:g}": chip_rule(positions, best["EL"]),
        f"DL, w = {best['DL']:g}": searching(positions, DEPTH, best["DL"]),
        **{f"search to {depth}": searching(positions, depth) for depth in range(2, positions.game.drawn + 1)},
        "optimal": table.solution.policy,
    }


def told(run: StudyRun, table: Table, best: dict[Name, float]) -> None:
    """Report the table of all players, exploitability, and wins by search depth."""
    run.heading("Everybody against everybody")
    run.say("all against all")
    seated = players(table, best)
    wins = {
        row: [evaluate(in_seats([starter, second])).shares[0] for second in seated.values()]
        for row, starter in seated.items()
    }
    run.table(
        [
            ["starter", *seated],
            *([row, *(f"{share:.1%}" for share in shares)] for row, shares in wins.items()),
        ]
    )
    run.text(
        "What the starter (row) wins against the second (column), over all orders of cards, exactly. Search counts a "
        "chip once, as the rules do, and even where it sees the end it maximises how far it is ahead, not how often it wins."
    )
    run.say("best responses")
    lost = {name: exploitability(policy) for name, policy in seated.items()}
    value = table.solution.values.shares[0]
    run.table(
        [
            [
                "player",
                "wins against Max1, second",
                "at least, starting",
                "at least, second",
                "exploitability",
            ],
            *(
                [
                    name,
                    f"{1 - wins['Max1'][place]:.1%}",
                    *(f"{share:.1%}" for share in lost[name][:2]),
                    f"{lost[name][2]:.1%}",
                ]
                for place, name in enumerate(seated)
            ),
        ]
    )
    run.text(
        f"Exploitability is what a best response wins above the value of the game ({value:.1%} for the starter), on "
        "average over both seats. What wins most against Max1 need not be safe, and deeper search, which is safer, need "
        "not win more against Max1."
    )
    picture(
        run,
        table,
        {name: 1 - wins["Max1"][place] for place, name in enumerate(seated)},
        {name: one[2] for name, one in lost.items()},
    )


def exploitability(policy: Policy) -> tuple[float, float, float]:
    """Return a player's share against best responses as first and second player, and their mean gain over the value."""
    least = [1 - best_response(policy, 1 - seat).values.shares[1 - seat] for seat in (0, 1)]
    return least[0], least[1], (1 - sum(least)) / 2


def picture(run: StudyRun, table: Table, wins: dict[str, float], lost: dict[str, float]) -> None:
    """Plot wins and exploitability over search depth."""
    figure = new_figure(7, 4)
    depths = range(1, table.positions.game.drawn + 1)
    names = ["Max1", *(f"search to {depth}" for depth in depths if depth > 1)]
    with styled():
        axes = figure.add_subplot()
        axes.plot(
            depths,
            [wins[name] for name in names],
            marker="o",
            color="#1f6f8b",
            label="wins against Max1, second",
        )
        axes.plot(depths, [lost[name] for name in names], marker="o", color="#b3362b", label="exploitability")
        axes.set_xticks(list(depths))
        axes.set_xlabel("depth of search, cards taken")
        axes.set_ylim(0, 1)
        grid_behind(axes)
        axes.legend(frameon=False)
        figure.tight_layout()
    run.picture(
        "depth.png",
        figure,
        "Exploitability, and wins against Max1, over the depth of search, both exact",
    )
