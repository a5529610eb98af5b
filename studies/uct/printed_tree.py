"""The printed tree: three actions in a three-handed hand, with passes and values."""

from __future__ import annotations

from math import sqrt

from pokerdata.games import table_rules
from pokerdata.games.play import read_matchstate
from pokerdata.players.search import bound_visits, search
from pokerdata.players.search.strategies import BACKUPS
from studies import StudyRun

VALUES, VISITS = (-4.0, -5.1, -5.7), [27, 8, 5]
CONSTANTS = (1.0, sqrt(2), 2.0, 3.0, 3.3, 4.0)
HAND = "MATCHSTATE:1:1:crrrcrc/r:AcKh|Qc9s|2d2h/Ad4hJd"
LEGAL = "MATCHSTATE:1:1:crrrcc/r:AcKh|Qc9s|2d2h/Ad4hJd"
SMALL_BET = 10  # chips


def told(run: StudyRun) -> None:
    """Report passes for fixed values, then search the hand."""
    run.heading("The printed tree")
    low, high = constants()
    run.table(
        [
            ["C, small bets", "fold, -4", "call, -5.1", "raise, -5.7"],
            *(
                [f"{constant:.3g}", *bound_visits(VALUES, exploration=constant, visits=sum(VISITS))]
                for constant in CONSTANTS
            ),
        ]
    )
    run.text(
        f"Passes of three actions whose values do not change, {sum(VISITS)} in all. C is not printed; the printed "
        f"passes come out from {low:.3f} to {high:.3f} small bets."
    )
    middle = bound_visits(VALUES, exploration=(low + high) / 2, visits=sum(VISITS))
    run.claim(
        "visits",
        middle == VISITS,
        f"{middle[0]}, {middle[1]} and {middle[2]} with C from {low:.3f} to {high:.3f}",
        why="no C gives them",
    )
    legal(run)
    searched(run)


def constants() -> tuple[float, float]:
    """Return the smallest and the largest C that give the printed passes."""
    return edge(3.3, 3.0), edge(3.3, 4.0)


def edge(inside: float, outside: float) -> float:
    """Find by bisection the C at which the passes stop matching the printed ones."""
    for _ in range(40):
        middle = (inside + outside) / 2
        if bound_visits(VALUES, exploration=middle, visits=sum(VISITS)) == VISITS:
            inside = middle
        else:
            outside = middle
    return inside


def legal(run: StudyRun) -> None:
    """Report whether the hand is legal."""
    game = table_rules("limit-holdem-3p")
    try:
        read_matchstate(game, HAND)
    except ValueError as error:
        refused = str(error)
    else:
        refused = ""
    run.claim(
        "state",
        not refused,
        "it cannot: four raises before the flop, where three are allowed, and the last is not answered"
        if refused
        else "it can",
        why=f"the nearest hand that can be played is {LEGAL.split(':')[3]}, which is searched here",
    )


def searched(run: StudyRun) -> None:
    """Search the nearest legal hand, with the opponents' cards known as printed, and unknown."""
    run.heading("The hand of the tree")
    state, _ = read_matchstate(table_rules("limit-holdem-3p"), LEGAL)
    iterations = 4_000 if run.is_quick else 1_000_000
    rows: list[list[object]] = [["cards of the others", "back-up", "fold", "call", "raise", "most passes"]]
    found: dict[str, dict[str, float]] = {}
    for known in (True, False):
        for backup in BACKUPS if known else ("mean",):
            run.say(f"the hand of the tree, {'known' if known else 'any'} cards, back-up {backup}")
            result = search(
                state,
                iterations=iterations,
                known_cards=known,
                backup=backup,
                exploration=500 * SMALL_BET if known else None,
                seed=1,
            )
            cells = []
            for one in result.actions:
                error = one.standard_error
                wide = "" if not error else f" ± {error / SMALL_BET:.3f}"
                cells.append(f"{one.value / SMALL_BET:.3f}{wide}")
            if known:
                found[backup] = {one.action: one.value / SMALL_BET for one in result.actions}
            rows.append(["as printed" if known else "any", backup, *cells, result.best])
    run.table(rows, left=2)
    run.text(
        f"Small bets that are won over the whole hand, {iterations:,} iterations of seed 1 each, ± one standard "
        "error where values are means. All others fold, call and raise as 10 : 65 : 25, on the way down and in "
        "playouts; with known cards C is 500 small bets, so that all actions are tried often, and else the pot and "
        "what a showdown can still cost. A fold costs what was put in, 4 small bets. After a call one can still "
        "check and fold, so with the best action backed up a call cannot win less than -5. Against any cards "
        "queen-nine wins far more of the pot than against the printed ones, and the order turns."
    )
    run.compare("fold", found["mean"]["f"])
    ordered = all(one["f"] > one["c"] > one["r"] for one in found.values())
    run.claim(
        "order",
        ordered,
        "fold, call, raise by every back-up, with the printed cards known",
        why="one of the back-ups has another order",
    )
    for name, action in (("call", "c"), ("raise", "r")):
        spread = sorted(one[action] for one in found.values())
        run.claim(
            name,
            None,
            f"{spread[0]:.1f} to {spread[-1]:.1f}, by back-up",
            why="neither C, nor the models of the others, nor the number of playouts is printed",
        )
