"""Hidden cards in a two-player game in which both players search: exploitability of the resulting strategies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pokerdata._support.estimates import estimate_of
from pokerdata.reports.pictures.figure import grid_behind, new_figure, styled
from pokerdata.solving.explicit import MonteCarlo, TreeSolver, TreeUct, evaluate, solve
from pokerdata.solving.explicit.uct import Sight
from studies import StudyRun

from .small_games import MB, Numbers, SmallGame, kuhn_game, leduc_game

SEEDS = 10
CONSTANTS = (0.1, 0.3, 1.0, 3.0)  # factors on the C of the other searches
COLORS = ("#b3362b", "#d08c2e", "#4f7d3a", "#8aa843", "#1f6f8b", "#5a636e")


@dataclass(frozen=True)
class Course:
    """Exploitability over iterations, mb/g.

    Attributes:
        name: The kind of search.
        points: Iterations; those of each search if every information set has its own.
        proportional: Strategy in proportion to passes, [points, seeds].
        most: Strategy that always takes the action with most passes, [points, seeds]; None for methods
            without passes.
        searches: Number of searches.
    """

    name: str
    points: tuple[int, ...]
    proportional: Numbers
    most: Numbers | None
    searches: int

    @property
    def hands(self) -> tuple[int, ...]:
        """Return the number of hands played in all searches."""
        return tuple(point * self.searches for point in self.points)


def told(run: StudyRun) -> dict[str, float]:
    """Report both games; return the final exploitability of each kind of search in Leduc hold'em, mb/g."""
    run.heading("Hidden cards")
    run.text(
        "Nobody has a model here: both players search, and what they choose becomes a strategy, whose "
        "exploitability is exact. *Root sampling*: a search in each information set draws the other's card at its "
        "root; each drawing has a tree of its own, in which both see all cards. *Information sets*: the same, but "
        "what is counted is counted by what a player can see. *From the start*: a single search from the deal on, "
        "counted by what each player can see. Cards are drawn from those that are left, or by how likely an "
        "equilibrium acts so with them (*equilibrium range*). *Outcome "
        "sampling* is Monte Carlo CFR, which takes as many hands. Passes become strategies in proportion, or the "
        "action with most passes is played always. None but the last is a method for an equilibrium: more hands can also "
        "make it worse."
    )
    lost: dict[str, float] = {}
    for make, points in (
        (kuhn_game, (10, 100, 1000, 10_000, 100_000)),
        (leduc_game, (10, 100, 1000, 10_000)),
    ):
        game = make()
        seeds = 2 if run.is_quick else SEEDS
        courses, limits = of_game(run, game, points[: 2 if run.is_quick else None], seeds)
        tables(run, game, courses, limits, seeds)
        picture(run, game, courses, limits)
        lost = {one.name: float(one.proportional[-1].mean()) for one in courses}
    constants(run, leduc_game(), 2_000 if run.is_quick else 300_000, 2 if run.is_quick else SEEDS)
    return lost


def of_game(
    run: StudyRun, game: SmallGame, points: tuple[int, ...], seeds: int
) -> tuple[list[Course], dict[str, tuple[float, float]]]:
    """Run all kinds of search on a game, and compute the limits of root sampling."""
    sets = len(game.tree.information_sets)
    equilibrium = solve(game.tree, "cfr+", target=1e-4).strategy
    courses, limits = [], {}
    for words, sees in (("root sampling", "all"), ("information sets", "own")):
        for range_words, strategy in (("any cards", None), ("equilibrium range", equilibrium)):
            run.say(f"{game.name}, {words}, {range_words}")
            starts = game.starts(strategy)
            name = f"{words}, {range_words}"
            courses.append(each_set(game, name, sees, starts, points, seeds))  # type: ignore[arg-type]
            if sees == "all":
                limits[name] = of_passes(game, game.open_play(starts)[None])
    run.say(f"{game.name}, from the start")
    hands = tuple(point * sets for point in points)
    courses.append(from_the_start(game, hands, seeds))
    courses.append(outcome_sampling(game, hands, min(seeds, 5)))
    return courses, {name: (float(one[0]), float(two[0])) for name, (one, two) in limits.items()}


def each_set(
    game: SmallGame, name: str, sees: Sight, starts: Numbers, points: Sequence[int], seeds: int
) -> Course:
    """Search in each information set."""
    search = TreeUct(
        game.tree,
        searches=seeds * len(starts),
        sees=sees,
        starts=np.tile(starts, (seeds, 1)),
        exploration=game.exploration,
        seed=1,
    )
    return course(game, name, search, points, len(starts), game.from_searches)


def from_the_start(game: SmallGame, points: Sequence[int], seeds: int, part: float = 1.0) -> Course:
    """Search from the deal on."""
    search = TreeUct(game.tree, searches=seeds, exploration=part * game.exploration, seed=1)
    return course(game, "from the start", search, points, 1, lambda passes: passes)


def course(
    game: SmallGame,
    name: str,
    search: TreeUct,
    points: Sequence[int],
    searches: int,
    rows: Callable[[np.ndarray], np.ndarray],
) -> Course:
    """Evaluate the exploitability of a search at some iterations."""
    found = []
    for point in points:
        search.run(point - search.iterations)
        found.append(of_passes(game, rows(search.passes)))
    proportional, most = (np.array(each) for each in zip(*found, strict=True))
    return Course(name, tuple(points), proportional, most, searches)


def of_passes(game: SmallGame, passes: np.ndarray) -> tuple[Numbers, Numbers]:
    """Return exploitability in proportion to passes and with most passes, [searches], mb/g."""
    one, two = (
        np.array([MB * evaluate(game.tree, row).exploitability for row in game.strategies(passes, pure=pure)])
        for pure in (False, True)
    )
    return one, two


def outcome_sampling(game: SmallGame, points: Sequence[int], seeds: int) -> Course:
    """Run Monte Carlo CFR; an iteration is one hand for each player."""
    found = np.empty((len(points), seeds))
    for seed in range(seeds):
        solver = TreeSolver(game.tree, MonteCarlo("outcome", seed=seed))
        for i, point in enumerate(points):
            solver.iterate(point // 2 - solver.iteration)
            found[i, seed] = MB * evaluate(game.tree, solver.average()).exploitability
    return Course("outcome sampling", tuple(points), found, None, 1)


def told_of(values: Numbers) -> str:
    """Format mean and standard error over seeds."""
    found = estimate_of(values)
    digits = 0 if found.mean >= 100 else 1
    return f"{found.mean:,.{digits}f} ± {found.standard_error:,.{digits}f}"


def tables(
    run: StudyRun,
    game: SmallGame,
    courses: list[Course],
    limits: dict[str, tuple[float, float]],
    seeds: int,
) -> None:
    """Report exploitability over hands, and that of both kinds of strategies at the end."""
    sets = len(game.tree.information_sets)
    run.text(f"### {game.name}")
    run.table(
        [
            ["hands in all", f"for each of {sets} sets", *(one.name for one in courses)],
            *(
                [f"{hands:,}", f"{hands // sets:,}", *(told_of(one.proportional[i]) for one in courses)]
                for i, hands in enumerate(courses[0].hands)
            ),
        ],
        left=0,
    )
    uniform = MB * evaluate(game.tree, game.tree.uniform()).exploitability
    run.text(
        f"Exploitability, mb/g, in proportion to passes; mean over {seeds} seeds (outcome sampling {min(seeds, 5)}) "
        f"± one standard error, C = {game.exploration:g} chips. Who plays all actions alike is exploitable by "
        f"{uniform:,.0f}."
    )
    run.table(
        [
            [
                "after the last row",
                "in proportion",
                "most passes",
                "ever so many hands, in proportion",
                "most passes",
            ],
            *(
                [
                    one.name,
                    told_of(one.proportional[-1]),
                    "" if one.most is None else told_of(one.most[-1]),
                    *(f"{value:,.1f}" for value in limits.get(one.name, ())),
                    *([""] * (0 if one.name in limits else 2)),
                ]
                for one in courses
            ),
        ]
    )
    run.text(
        "What root sampling comes to after ever so many hands is exact: each drawing of the hidden card counts for "
        "the action that is best where all see all, by how often it is drawn."
    )


def constants(run: StudyRun, game: SmallGame, hands: int, seeds: int) -> None:
    """Report searches from the start with other values of C."""
    run.say(f"{game.name}, other C")
    courses = [from_the_start(game, (hands,), seeds, part) for part in CONSTANTS]
    run.table(
        [
            ["C, chips", "in proportion", "most passes"],
            *(
                [f"{part * game.exploration:.3g}", told_of(one.proportional[-1]), told_of(one.most[-1])]
                for part, one in zip(CONSTANTS, courses, strict=True)
                if one.most is not None
            ),
        ],
        left=0,
    )
    run.text(f"{game.name} from the start, {hands:,} hands, {seeds} seeds; mb/g ± one standard error.")


def picture(
    run: StudyRun, game: SmallGame, courses: list[Course], limits: dict[str, tuple[float, float]]
) -> None:
    """Plot exploitability over hands."""
    figure = new_figure(8, 4.5)
    with styled():
        axes = figure.add_subplot()
        for one, color in zip(courses, COLORS, strict=True):
            mean = one.proportional.mean(axis=1)
            axes.plot(one.hands, mean, marker="o", markersize=4, color=color, label=one.name)
            if one.name in limits:
                axes.axhline(limits[one.name][0], color=color, linewidth=1, linestyle="--")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("hands in all")
        axes.set_ylabel("exploitability, mb/g")
        axes.set_title(game.name)
        grid_behind(axes)
        axes.legend(frameon=False, fontsize=8)
        figure.tight_layout()
    run.picture(
        f"{game.name.split()[0].lower()}.png",
        figure,
        f"{game.name}: exploitability over hands on logarithmic scales; dashed what root sampling comes to in the end",
    )
