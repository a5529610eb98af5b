"""Four growing games, four algorithms, two engines: iterations to a thousandth of the ante.

Cards of one rank are dealt as one or each as its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, product, takewhile
from math import perm
from typing import Any

from pokerdata import load_game, solve
from pokerdata.games import Game
from pokerdata.games import sizes as sizes_of
from pokerdata.reports.pictures.figure import TARGET, new_figure, styled
from pokerdata.solving import log_spaced
from pokerdata.solving.explicit import explicit_tree
from pokerdata.solving.explicit import solve as solve_tree
from pokerdata.solving.explicit.poker import PokerGame
from studies import StudyRun

MB = 1000.0  # thousandths of the ante
ALGORITHMS = {
    "cfr_plus": ("cfr+", "CFR+"),
    "dcfr": ("dcfr", "DCFR(1.5, 0, 2)"),
    "cfr": ("cfr", "CFR, alternating"),
    "simultaneous": ("cfr(simultaneous)", "CFR, simultaneous"),
}
#: Iterations of each game to evaluate, as published; None uses the schedule 'log'.
SMALL_ISLAND_AT = (1, 21, 41, 61, 81, 131, 181, 231, 281, 381, 481, 581, 681, 781, 881, 981, 1111, 10_000)
GAMES = {"kuhn": "kuhn", "leduc": "leduc", "twelve_card": "twelve-card", "small_island": "small-island"}


@dataclass(frozen=True)
class Course:
    """Exploitability by iteration, in thousandths of the ante per game."""

    iterations: tuple[int, ...]
    exploitability: tuple[float, ...]
    seconds: tuple[float, ...]

    @property
    def crossing(self) -> int | None:
        """Return the first evaluated iteration with exploitability below 1, or None."""
        found = (i for i, e in zip(self.iterations, self.exploitability, strict=True) if e < 1)
        return next(found, None)

    def at(self, iteration: int) -> float | None:
        """Return the exploitability after an iteration, or None if it was not evaluated."""
        return dict(zip(self.iterations, self.exploitability, strict=True)).get(iteration)


def evaluated(game: str, last: int) -> tuple[int, ...]:
    """Return the evaluated iterations of a game, up to the last."""
    points: Iterable[int] = SMALL_ISLAND_AT if game == "small_island" else log_spaced()
    return tuple(sorted({*takewhile(lambda point: point <= last, points), last}))


def course(game: Game, algorithm: str, at: tuple[int, ...]) -> Course:
    """Solve a game with the engine for poker games, in float64."""
    return logged(solve(game, algorithm=algorithm, at=at).log, game.rules.unit)


def logged(log: Iterable[Any], ante: float = 1) -> Course:
    """Return the course in a log of either engine."""
    rows = tuple(log)
    return Course(
        tuple(row.iteration for row in rows),
        tuple(MB * row.values.exploitability / ante for row in rows),
        tuple(row.seconds for row in rows),
    )


def with_aqj(game: Game) -> Game:
    """Return Small Island with A-Q-J as a straight."""
    return Game(game.rules, replace(game.cards, ranking="three-card-aqj"))


def published(run: StudyRun) -> dict[str, dict[str, int]]:
    """Return the last printed iteration, by game and algorithm."""
    found: dict[str, dict[str, int]] = {}
    for game in GAMES:
        for name in ALGORITHMS:
            if (key := f"{game}_{name}_value") in run.study.figures:
                words = run.figure(key).what.split()
                found.setdefault(game, {})[name] = int(words[words.index("iterations") - 1].replace(",", ""))
    return found


def run(run: StudyRun) -> None:
    """Run the study."""
    tree_sizes(run)
    courses = {
        game: {
            name: ran(run, game, name, min(last, 1111) if run.is_quick else last)
            for name, last in of_game.items()
        }
        for game, of_game in published(run).items()
    }
    crossings(run, courses)
    pictures(run, courses)
    straights(run, courses["small_island"])
    engines(run)


def tree_sizes(run: StudyRun) -> None:
    """Compare the numbers of nodes and information sets."""
    run.heading("The games")
    rows: list[list[object]] = [["game", "nodes", "information sets"]]
    for key, name in GAMES.items():
        game = load_game(name)
        size = sizes_of(game.rules, game.cards)
        run.compare(f"{key}_nodes", size.nodes, digits=0)
        run.compare(f"{key}_sets", size.information_sets, digits=0)
        rows.append([name, f"{size.nodes:,}", f"{size.information_sets:,}"])
    run.table(rows)
    run.text(
        "All four are played with antes of one chip, but Small Island, with antes of five; an iteration updates player 1 "
        "and then player 2 against his new strategy, but for simultaneous updates. 1 mb/g is here a "
        "thousandth of the ante a game, and exploitability the mean of what both best responses win."
    )


def ran(run: StudyRun, key: str, name: str, last: int) -> Course:
    """Run an algorithm on a game as published: Small Island has A-Q-J as a straight."""
    algorithm, words = ALGORITHMS[name]
    game = load_game(GAMES[key])
    run.say(f"{GAMES[key]}, {words}: {last:,} iterations")
    return course(with_aqj(game) if key == "small_island" else game, algorithm, evaluated(key, last))


def crossings(run: StudyRun, courses: dict[str, dict[str, Course]]) -> None:
    """Report where each run first falls below a thousandth of the ante, and how long it took."""
    run.heading("Iterations to a thousandth of the ante")
    rows: list[list[object]] = [
        ["game", "algorithm", "first below 1 mb/g", "mb/g there", "time, iterations alone"]
    ]
    for key, of_game in courses.items():
        for name, found in of_game.items():
            crossing = found.crossing
            left = "" if crossing is None else f"{found.at(crossing):.3f}"
            last = found.iterations[-1] if crossing is None else crossing
            seconds = found.seconds[found.iterations.index(last)]
            first = f"not by {last:,}" if crossing is None else f"{crossing:,}"
            rows.append([GAMES[key], ALGORITHMS[name][1], first, left, f"{seconds:.3g} s"])
            compare(run, key, name, found)
        all_seconds = [c.seconds[-1] for c in of_game.values()]
        spread = f"{min(all_seconds):.2g} to {max(all_seconds):.2g} s"
        run.claim(f"{key}_times", False, spread, why="another program on another machine")
    run.table(rows, left=2)
    run.text(
        "Small Island is scored with A-Q-J as a straight here, as below. All processors, float64. Regrets "
        "that are zero in exact arithmetic take a sign by rounding, and regret matching follows it: "
        "digits after the first iterations are those of a program, while the iteration of the crossing, "
        "on so coarse a schedule, is that of the algorithm."
    )


def compare(run: StudyRun, key: str, name: str, found: Course) -> None:
    """Compare one run with its printed results."""
    rounding = "late digits depend on rounding, as said below the table"
    if (figure := f"{key}_{name}_iterations") in run.study.figures:
        run.compare(figure, found.crossing or found.iterations[-1], digits=0, why="not below 1 mb/g there")
    printed = published(run)[key][name]
    value = found.at(printed)
    run.compare(
        f"{key}_{name}_value",
        found.exploitability[-1] if value is None else value,
        digits=3,
        why=rounding + (", or on how A-Q-J was compared" if key == "small_island" else ""),
    )


def pictures(run: StudyRun, courses: dict[str, dict[str, Course]]) -> None:
    """Plot the courses of all runs."""
    run.heading("Courses")
    named = {key: {ALGORITHMS[name][1]: one for name, one in of.items()} for key, of in courses.items()}
    run.picture(
        "convergence.png",
        panels(named, "iterations", 2),
        "Exploitability over iterations on both logarithmic scales, a panel for each game, with a dashed "
        "line at 1 mb/g",
    )


def panels(courses: dict[str, dict[str, Course]], over: str, columns: int) -> Any:
    """Plot exploitability over iterations or seconds, with a panel for each game."""
    lines = -(-len(courses) // columns)
    figure = new_figure(4.5 * columns, 3.5 * lines + 0.7)
    colours = {name: f"C{n}" for n, name in enumerate(dict.fromkeys(chain(*courses.values())))}
    shown: dict[str, Any] = {}
    with styled():
        for place, (key, of_game) in enumerate(courses.items(), start=1):
            axes = figure.add_subplot(lines, columns, place)
            for name, found in of_game.items():
                (shown[name],) = axes.loglog(
                    getattr(found, over), found.exploitability, color=colours[name], label=name
                )
            axes.axhline(1, color=TARGET, linewidth=0.8, linestyle="--")
            axes.set_title(GAMES[key])
            axes.set_xlabel(over)
            axes.set_ylabel("exploitability, mb/g")
        figure.legend(shown.values(), shown, loc="lower center", ncols=columns, fontsize=8, frameon=False)
        figure.tight_layout(rect=(0, 0.7 / (3.5 * lines + 0.7), 1, 1))
    return figure


def straights(run: StudyRun, with_slip: dict[str, Course]) -> None:
    """Compare Small Island with and without A-Q-J as a straight."""
    run.heading("A-Q-J")
    run.text(
        "The published program takes A-Q-J for a straight. How it compares with the others is not printed; here it is equal "
        "to Q-J-T. By the rules of Rhode Island hold'em A-Q-J is no straight, and the game `small-island` of the package "
        "has none."
    )
    game = load_game("small-island")
    rows: list[list[object]] = [["algorithm", "A-Q-J a straight", "no straight"]]
    last = {"dcfr": 481, "cfr_plus": 1111}
    for name, iterations in last.items():
        right = course(game, ALGORITHMS[name][0], evaluated("small_island", iterations))
        rows.append([ALGORITHMS[name][1], *(f"{c.crossing or 0:,}" for c in (with_slip[name], right))])
    run.table(rows)
    run.text("Iterations to below 1 mb/g. The game without the slip takes longer with both.")


def engines(run: StudyRun) -> None:
    """Compare the engine for poker games with the one for explicit trees.

    Cards of one rank are dealt once, or each as its own.
    """
    run.heading("Two engines, and every card its own")
    island, twelve = load_game("small-island"), load_game("twelve-card")
    rows: list[list[object]] = [
        ["game", "algorithm", "engine", "nodes", "iterations", "seconds", "microseconds an iteration"]
    ]
    found: dict[str, dict[str, Course]] = {}
    for key in ("kuhn", "leduc", "twelve_card"):
        if run.is_quick and key == "twelve_card":
            continue
        game = load_game(GAMES[key])
        trees = {"explicit tree": explicit_tree(GAMES[key])}
        if key == "leduc":
            trees["explicit tree, every card its own"] = explicit_tree(PokerGame("leduc", alike=False))
        for name in ("dcfr", "cfr_plus"):
            algorithm, words = ALGORITHMS[name]
            run.say(f"{GAMES[key]}, {words}, both engines")
            mine = solve(GAMES[key], algorithm=algorithm, target="1mb", threads=1)
            runs: list[tuple[str, int, Any]] = [("poker games", sizes_of(game.rules, game.cards).nodes, mine)]
            runs += [
                (engine, tree.nodes, solve_tree(tree, algorithm, target=0.001))
                for engine, tree in trees.items()
            ]
            for engine, nodes, one in runs:
                seconds = one.log[-1].seconds
                found.setdefault(key, {})[f"{words}, {engine}"] = logged(one.log)
                rows.append(
                    [
                        GAMES[key],
                        words,
                        engine,
                        f"{nodes:,}",
                        f"{one.iterations:,}",
                        f"{seconds:.2g}",
                        f"{1e6 * seconds / one.iterations:,.1f}",
                    ]
                )
    run.table(rows, left=3)
    run.text(
        "The engine for poker games walks the public tree with all hands at once, that for explicit trees visits every "
        "node; one thread each. Cards of a rank, or on boards up to suits, are alike, and dealt once in both. Where each is "
        "its own, nothing but time changes: the algorithm is the same, and so is the iteration at which it falls below 1 "
        "mb/g. That is tried in Leduc hold'em: Kuhn poker has no cards alike, and of Twelve Card there would be "
        f"{every_card_deals(twelve) / alike_deals(twelve):,.0f} deals for each of before. Small Island, of "
        f"{sizes_of(island.rules, island.cards).nodes:,} nodes with cards alike, has room as an explicit tree in few "
        "machines."
    )
    run.picture(
        "engines.png",
        panels(found, "seconds", max(len(found), 1)),
        "Exploitability over seconds of one thread on both logarithmic scales, a panel for each game: both engines with "
        "cards that are alike dealt once, and in Leduc hold'em an explicit tree with every card its own, with a dashed line "
        "at 1 mb/g",
    )


def every_card_deals(game: Game) -> int:
    """Return the number of ways to deal two players and the whole board, with every card its own."""
    cards = game.cards
    return perm(cards.deck, 2 * cards.hole + sum(cards.board))


def alike_deals(game: Game) -> int:
    """Return the number of ways to deal two players and the whole board, with cards of a rank alike."""
    cards = game.cards
    copies = Counter({rank: cards.deck // len(cards.ranks) for rank in cards.ranks})
    dealt = product(cards.ranks, repeat=2 * cards.hole + sum(cards.board))
    return sum(all(Counter(deal)[rank] <= copies[rank] for rank in cards.ranks) for deal in dealt)
