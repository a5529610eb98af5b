"""Size and kind of the game."""

from __future__ import annotations

from math import factorial, perm
from time import perf_counter
from typing import Any

from pokerdata.games.no_thanks import NoThanks, Positions, count_positions, evaluate, random_policy, solve
from pokerdata.solving.explicit import StateGraph, state_graph
from studies import StudyRun

from .experiments import Table

SMALL = (
    NoThanks((3, 4, 5, 7, 9), 3, 1, 2),
    NoThanks((3, 4, 5, 7, 9), 3, 2, 2),
    NoThanks((3, 5, 6, 8, 9, 12), 4, 3, 2),
)


def told(run: StudyRun, table: Table) -> None:
    """Compare trees and states with the printed numbers."""
    run.heading("The game")
    full = NoThanks()
    run.text(
        "Whoever is to move puts a chip on the open card, or takes it with the chips on it and moves again with the next. "
        "In the end the lowest card of each run of consecutive cards counts, less the chips; the lowest score wins a "
        "point, which those who tie share. Chips are public, so nothing is hidden but the cards to come, and where a "
        "play came from does not matter: who holds which cards and chips, what lies open, and who moves is all. A tree "
        "has one node for each play, dynamic programming one state for all plays that come to it."
    )
    games = SMALL[: 2 if run.is_quick else 3]
    rows: list[list[object]] = [
        [
            "cards, drawn, chips each",
            "nodes of the tree",
            "states with a decision",
            "starter, both at their best",
            "at random",
        ]
    ]
    graphs = []
    for small in games:
        run.say(f"{words(small)}: the tree and its states")
        graph, positions = state_graph(small), Positions(small)
        values = graph.solve().values
        check(solve(positions).values.exact, values)
        at_random = graph.values(lambda state: [1] * len(state.legal_actions()))[0]
        graphs.append(graph)
        rows.append(
            [words(small), f"{graph.tree_nodes:,}", f"{graph.decisions:,}", str(values[0]), str(at_random)]
        )
    positions = table.positions
    game = positions.game
    run.say(f"{words(game)}: solved")
    began = perf_counter()
    best = solve(positions).values
    seconds = perf_counter() - began
    assert best.exact is not None
    at_random = evaluate(random_policy(positions)).shares[0]
    rows.append(
        [
            words(game),
            "",
            f"at most {positions.count:,}",
            f"{best.exact[0]} = {best.shares[0]:.4f}",
            f"{at_random:.6f}",
        ]
    )
    run.table(rows)
    run.text(
        "Both solvers of the package, the general one over merged states and that of No-Thanks over arrays, give the same "
        f"fractions for the small games. The large one was solved in {seconds:.2g} s. The full game of three players has at "
        f"most {count_positions(full):.0e} such states."
    )
    corrections(run, full, graphs)


def check(ours: Any, theirs: Any) -> None:
    """Abort the run unless both solvers agree."""
    if ours != theirs:
        raise ArithmeticError(f"two solvers differ: {ours} and {theirs}")


def corrections(run: StudyRun, full: NoThanks, graphs: list[StateGraph]) -> None:
    """Report corrected counts and kinds."""
    orders = perm(len(full.values), full.drawn)
    run.claim(
        "orders",
        orders == factorial(32),
        f"33!/9! = {orders:.3e}, where 32! = {factorial(32):.3e}",
        why="nine of the 33 cards are never seen",
    )
    branches, state = [], full.root()
    while state.player is not None:
        if state.player == "chance":
            branches.append(len(state.chance()))
            state = state.apply(state.chance()[0][0])
        else:
            state = state.apply("take")
    run.claim(
        "branches",
        branches == list(range(24, 0, -1)),
        f"{branches[0]}, {branches[1]}, ..., {branches[-1]}",
        why="the cards left out are unseen, too: each unseen card may be the next",
    )
    graph = graphs[-1]
    run.claim(
        "merge",
        graph.tree_nodes == len(graph.states),
        f"they do: {graph.tree_nodes:,} nodes are {len(graph.states):,} states",
        why="who took what before whom leaves no trace but the cards and the chips",
    )
    sums = {sum(s.returns()) for s, player in zip(graph.states, graph.player, strict=True) if player == -2}
    run.claim(
        "zero_sum",
        len(sums) != 1,
        "shares sum to "
        + ", ".join(map(str, sorted(sums)))
        + " at every end, so less 1/2 each they sum to 0",
        why="a constant sum is zero-sum up to what both are given before; minimax solves it",
    )


def words(game: NoThanks) -> str:
    """Describe a game in a few words."""
    return f"{' '.join(map(str, game.values))}; {game.drawn}; {game.chips}"
