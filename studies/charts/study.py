"""Charts of starting hands and rules of thumb, compared with exact equities."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards.combinations import CLASS_NAMES
from pokerdata.cards.preflop import exact_heads_up_rates, income_rates
from pokerdata.cards.strength import outs
from pokerdata.reports.pictures.figure import grid_behind, new_figure, styled
from studies import StudyRun

from .examples import ranges, small_blind
from .reading import PLACES, PLAYERS, RAISERS, SEATS, raise_first, reraise
from .rules import against, best_threshold, bluffs_to_value, hands_in, held, otherwise

SEED = 1
# Printed: in general, against a loose aggressive player, against a typical player.
THRESHOLDS = (0.50, 0.48, 0.46)


def run(run: StudyRun) -> None:
    """Run the study."""
    rates = first_in(run)
    raised_again(run)
    small_blind(run, rates)
    ranges(run)
    arithmetic(run)


def first_in(run: StudyRun) -> dict[int, tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Compare the opening ranges with the hands of above-average equity; return the rates by number of players."""
    run.heading("Raising first in")
    deals = 50_000 if run.is_quick else 1_000_000
    rows: list[list[object]] = [
        [
            "place",
            "players",
            "chart",
            "hands",
            "above 1/players",
            "in both",
            "equity of the chart's weakest",
            "strongest left out",
        ]
    ]
    found = {}
    for place in PLACES:
        players, chart = PLAYERS[place], held(raise_first(place))
        run.say(f"{place}: equities of all hands among {players}")
        rates, errors = found[players] = rates_of(players, deals)
        above = rates > 0
        unsure = hands_in(np.abs(rates) < 4 * errors)
        both = hands_in(chart & above)
        rows.append(
            [
                place,
                players,
                str(raise_first(place)),
                hands_in(chart),
                f"{hands_in(above)}" + (f" ± {unsure}" if unsure else ""),
                both,
                extreme(rates, chart, players, least=True),
                extreme(rates, ~chart, players, least=False),
            ]
        )
        run.claim(
            f"raise_{place.lower()}",
            bool(np.array_equal(chart, above)),
            f"{hands_in(above)} of 1,326 hands are above it; of the {hands_in(chart)} of the chart {both} are",
            why="equity at the showdown knows neither who folds nor what later bets cost",
        )
    run.table(rows, left=3)
    run.text(
        f"Equity against as many random hands as can still win, shown down: exact among two, else of {deals:,} deals "
        f"for each class and more (seed {SEED}); ± has hands within four standard errors of the line. Up to the "
        "cut-off the chart is far narrower than the rule: every hand it plays is above, but of those above it "
        "leaves out most. The small blind plays hands below 1/2: it wins what the big blind folds, of which the "
        "rule knows nothing."
    )
    return found


def rates_of(players: int, deals: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the income rates of all classes, 1000 * (players * equity - 1), and their standard errors."""
    if players == 2:
        return exact_heads_up_rates(), np.zeros(len(CLASS_NAMES))
    found = income_rates(players, deals, seed=SEED)
    return found.rates, found.standard_errors


def extreme(rates: NDArray[np.float64], classes: NDArray[np.bool_], players: int, *, least: bool) -> str:
    """Return which of some classes has the least or the most equity, and that equity."""
    order = np.where(classes, rates, np.inf if least else -np.inf)
    at = int(order.argmin() if least else order.argmax())
    return f"{CLASS_NAMES[at]} {(rates[at] / 1000 + 1) / players:.1%}"


def raised_again(run: StudyRun) -> None:
    """Compare the re-raising ranges with equities against the opening ranges."""
    run.heading("Raising again")
    rows: list[list[object]] = [
        [
            "raise from",
            "seat",
            "chart",
            "hands",
            *(f"otherwise at {t:.0%}" for t in THRESHOLDS),
            "best at",
            "otherwise",
        ]
    ]
    sums = dict.fromkeys(THRESHOLDS, 0)
    for seat in SEATS:
        for raiser in RAISERS:
            run.say(f"equities against a raise from {raiser}")
            again, values = reraise(raiser, seat), against(raise_first(raiser))
            chart = held(again)
            wrong = {t: otherwise(chart, values, t) for t in THRESHOLDS}
            best, left = best_threshold(chart, values)
            if seat == SEATS[0]:
                sums = {t: sums[t] + wrong[t] for t in THRESHOLDS}
            rows.append([raiser, seat, str(again), hands_in(chart), *wrong.values(), f"{best:.1%}", left])
    run.table(rows, left=3)
    run.text(
        "Exact equity of each hand against the raiser's chart of above. Of 1,326 hands, those that a threshold "
        "decides otherwise than the chart, for the thresholds printed, and for that which fits best. Elsewhere than "
        "in the blinds, all four raises together, "
        + ", ".join(f"{t:.0%} decides {sums[t]:,}" for t in THRESHOLDS)
        + " otherwise. In the blinds the chart goes lower, as part of the bet is paid."
    )
    fits = min(THRESHOLDS, key=lambda t: sums[t])
    run.claim(
        "reraise",
        sums[fits] == 0,
        f"{fits:.0%} is the nearest of the three, and decides {sums[fits]:,} hands otherwise, 50% {sums[0.5]:,}",
        why="equity at the showdown knows neither who folds nor what later bets cost",
    )
    picture(run)


def picture(run: StudyRun) -> None:
    """Plot equities of the hands that re-raise and of those that do not, by raiser."""
    figure = new_figure(9, 4)
    with styled():
        axes = figure.subplots()
        for place, raiser in enumerate(RAISERS):
            values = against(raise_first(raiser))
            chart = held(reraise(raiser, SEATS[0]))
            for of, colour, label, shift in (
                (chart, "#1f6f8b", "raised again", 0.12),
                (~chart, "#b3362b", "not", -0.12),
            ):
                axes.scatter(
                    values[of],
                    np.full(int(of.sum()), place + shift),
                    s=12,
                    color=colour,
                    label=None if place else label,
                )
        for threshold in THRESHOLDS:
            axes.axvline(threshold, color="#8a8a8a", linewidth=0.8, linestyle="--")
        axes.set_yticks(range(len(RAISERS)), RAISERS)
        axes.set_xlabel("equity against the raiser's chart")
        grid_behind(axes)
        axes.legend(frameon=False, loc="center right")
        figure.tight_layout()
    run.picture(
        "again.png",
        figure,
        "Equity of all classes of hands against what is raised from each place, those that the chart raises again "
        "elsewhere than in the blinds above the others, with dashed lines at the printed thresholds",
    )


def arithmetic(run: StudyRun) -> None:
    """Check the published rules that follow by arithmetic."""
    run.heading("Sums")
    hand, board, pair, drawing = "9c8d", "Th7s2s", "AcTc", "AsTs"
    counted = {rival: len(outs(hand, board, rival)) for rival in (pair, drawing)}
    run.compare("outs_all", counted[pair], digits=0)
    run.compare("outs", counted[drawing], digits=0)
    run.compare("big_blind", 100 * 0.7 / 2, digits=0)
    found = bluffs_to_value(100, 20)
    run.claim("bluffs", str(found) == "1/6", f"{found.numerator} : {found.denominator}")
    run.text(
        f"{hand} on {board} has {counted[pair]} outs against {pair}, and {counted[drawing]} against {drawing}, who "
        "draws to the flush that two of them would make. A bluff that is called wins the caller pot and bet, a "
        "value bet costs him the bet: calling is worth nothing at bet : pot + bet, on the last street. The mean "
        "equity of two is 1/2."
    )
