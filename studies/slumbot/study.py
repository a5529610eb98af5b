"""Slumbot's small games: no card abstraction, and a river by strength with and without the turn."""

from __future__ import annotations

from dataclasses import dataclass

from pokerdata.games import CardGame, milliblinds
from pokerdata.solving.public import CfrBr, Result, StateClasses, cfr_br, solve
from pokerdata.solving.public.values import expected_value
from studies import StudyRun

from .games import by_strength, no_board, one_card_streets, three_card_flop

NONE, NESTED, ALONE = "none", "strength with the turn", "strength alone"
ALGORITHMS = {"cfr": "CFR", "cfr+": "CFR+"}
SAMPLED = "theirs is by sampling, and what it comes to after so many iterations is another strategy"


@dataclass(frozen=True)
class Scale:
    """Size of the study: the evaluated iterations of each run."""

    whole: tuple[int, ...]
    abstract: tuple[int, ...]
    least: int
    ranks: str = "TJQKA"
    suits: int = 4


FULL = Scale((200, 400, 1000), (100, 200), 200)
QUICK = Scale((20, 40, 100), (10, 20), 10, "QKA", 3)


def run(run: StudyRun) -> None:
    """Run the study."""
    scale = QUICK if run.is_quick else FULL
    before_the_flop(run)
    game = one_card_streets(scale.ranks, scale.suits)
    classes = {NESTED: by_strength(game, nested=True), ALONE: by_strength(game, nested=False)}
    told(run, game, classes)
    whole = unabstracted(run, game, scale)
    abstracted(run, game, classes, whole, scale)


def mb(game: CardGame, chips: float) -> float:
    """Convert chips to thousandths of the big blind."""
    return milliblinds(chips, game.rules)


def before_the_flop(run: StudyRun) -> None:
    """Solve the game without a board, to check that the rules agree."""
    run.heading("No board")
    game = no_board()
    found = solve(game, algorithm="cfr+", at=(200, 2000), iterations=2000)
    first, last = (row.values for row in found.log)
    run.table(
        [
            ["iterations of CFR+", "the button wins, mb/g", "exploitability, mb/g"],
            ["200", f"{mb(game, first.expected_value):.2f}", f"{mb(game, first.exploitability):.3f}"],
            ["2,000", f"{mb(game, last.expected_value):.2f}", f"{mb(game, last.exploitability):.4f}"],
        ]
    )
    run.text(
        "Two cards each of 52, blinds of 1 and 2, one raise of the pot, and a showdown, in which a pair beats none. 1 mb/g "
        "is a thousandth of the big blind a game; exploitability is the mean over both seats."
    )
    run.compare(
        "ms0_value",
        mb(game, last.expected_value),
        why="theirs is between two strategies that are exploitable by 0.60 mb/g; ours is of an equilibrium",
    )
    run.compare("ms0_200", mb(game, first.exploitability), why=warm_up(200))


def warm_up(iterations: int) -> str:
    """Return why CFR+ differs after a number of iterations."""
    return (
        "theirs has a soft warm-up of 100 iterations and scaled regrets, as its parameters say; ours weighs iteration "
        f"t by t, all {iterations:,} of them"
    )


def told(run: StudyRun, game: CardGame, classes: dict[str, StateClasses]) -> None:
    """Report the game with a board, and its abstractions."""
    run.heading("One-card streets")
    river = {NONE: game.states[-1], **{name: one.counts[-1] for name, one in classes.items()}}
    run.table([("river", "classes of hands"), *((name, f"{count:,}") for name, count in river.items())])
    run.text(
        f"Two cards each of {game.cards.deck}; a flop, a turn and a river of one card each; poker hands of five cards; one "
        "bet of the pot a street, before the flop one raise of it, and stacks of which four such bets are just the whole. "
        "Up to the turn nothing is merged: "
        + ", ".join(f"{states:,}" for states in game.states[:-1])
        + " hands on boards up to suits. On the river hands of equal strength are one class (*strength alone*), on whatever "
        "board, or only where they were one hand on one board on the turn (*strength with the turn*). Strength is "
        "what part of the pot a hand wins from a random one."
    )


def unabstracted(run: StudyRun, game: CardGame, scale: Scale) -> Result:
    """Solve the game without abstraction."""
    run.say("no abstraction")
    found = solve(game, algorithm="cfr+", at=scale.whole, iterations=scale.whole[-1], dtype="float32")
    rows: list[list[object]] = [["iterations of CFR+", "the button wins, mb/g", "exploitability, mb/g"]]
    for row in found.log:
        values = row.values
        rows.append(
            [
                f"{row.iteration:,}",
                f"{mb(game, values.expected_value):.2f}",
                f"{mb(game, values.exploitability):.2f}",
            ]
        )
    run.table(rows)
    run.compare(
        "value",
        mb(game, found.values.expected_value),
        why="theirs is what one unfinished strategy wins from another; other such pairs have 294.8 to 297.9 in the notes",
    )
    for name, row in zip(("none_200", "none_400", "none_1000"), found.log, strict=True):
        run.compare(name, mb(game, row.values.exploitability), why=warm_up(row.iteration))
    return found


def abstracted(
    run: StudyRun, game: CardGame, classes: dict[str, StateClasses], whole: Result, scale: Scale
) -> None:
    """Report both abstractions: equilibria of the abstract games, and their least exploitable strategies."""
    run.heading("The river by strength")
    best = mb(game, whole.values.exploitability)
    head: list[object] = [
        "river",
        "algorithm",
        *(f"after {count:,}" for count in scale.abstract),
        "loses to no abstraction",
    ]
    rows: list[list[object]] = [
        head,
        [NONE, f"CFR+, {scale.whole[-1]:,}", *[""] * (len(scale.abstract) - 1), f"{best:.2f}", ""],
    ]
    last: dict[str, dict[str, float]] = {}
    least: dict[str, CfrBr] = {}
    for name, one in classes.items():
        last[name] = {}
        for algorithm, words in ALGORITHMS.items():
            run.say(f"{name}: {words}")
            found = solve(
                game,
                algorithm=algorithm,
                at=scale.abstract,
                iterations=scale.abstract[-1],
                classes=one,
                dtype="float32",
            )
            values = [mb(game, row.values.exploitability) for row in found.log]
            last[name][algorithm] = values[-1]
            lost = mb(game, loses(game, found, whole))
            rows.append([name, words, *(f"{value:.1f}" for value in values), f"{lost:.2f}"])
        run.say(f"{name}: CFR-BR")
        least[name] = cfr_br(
            game, one, iterations=scale.least, at=(scale.least // 2, scale.least), dtype="float32"
        )
    run.table(rows, left=2)
    run.text(
        "Exploitability in mb/g by exact best responses, who see all their cards; both players are blind while it is "
        "solved. The last column is what the strategy loses to that without an abstraction, exactly, the mean of both seats."
    )
    run.table(
        [
            ("river", f"CFR-BR, {scale.least // 2:,} iterations", f"{scale.least:,}"),
            *(
                (name, *(f"{mb(game, -sum(row.values.least) / 2):.1f}" for row in one.log))
                for name, one in least.items()
            ),
        ]
    )
    run.text(
        "The exploitability of the least exploitable strategy in the abstraction, as far as CFR-BR had found it by then. "
        "Where it is far below that of the equilibrium, the classes do not force the loss."
    )
    compared(run, game, last, best)


def loses(game: CardGame, found: Result, whole: Result) -> float:
    """Return the chips that a strategy loses to another, averaged over both seats."""
    first = expected_value(game, found.strategy, whole.strategy)
    second = expected_value(game, whole.strategy, found.strategy)
    return (second - first) / 2


def compared(run: StudyRun, game: CardGame, last: dict[str, dict[str, float]], best: float) -> None:
    """Compare the results with the published notes."""
    order = [best, max(last[NESTED].values()), min(last[ALONE].values())]
    nested = last[NESTED]["cfr+"]
    away = nested / run.figure("nested").value - 1
    run.compare("nested", nested, why=f"{SAMPLED}; ours is {away:+.1%} away")
    run.compare(
        "unnested",
        last[ALONE]["cfr+"],
        why=f"{SAMPLED}; where hands are forgotten, what comes out depends on it: CFR has {last[ALONE]['cfr']:.0f}",
    )
    run.claim(
        "order",
        order == sorted(order),
        f"the same: {best:.1f}, then up to {order[1]:.0f}, then {order[2]:.0f} or more",
        why="the orders differ",
    )
    run.claim(
        "holdem5",
        None,
        f"not run: {three_card_flop().information_sets:,} information sets up to suits, here {game.information_sets:,}",
        why="it is too large for a study that anybody reruns; in the smaller game the order is that of its notes",
    )
