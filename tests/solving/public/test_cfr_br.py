"""CFR-BR in the vector engine: compared with explicit trees and linear programs; bounds, bits, runs, files."""

from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from pokerdata._support import resources
from pokerdata.errors import TableError
from pokerdata.games import CardGame, CardRules, LimitRules, kuhn, leduc
from pokerdata.solving import RunState, algorithm
from pokerdata.solving.explicit import InformationSet, abstracted_tree, explicit_tree
from pokerdata.solving.explicit import cfr_br as tree_cfr_br
from pokerdata.solving.explicit.lp import solve_by_linear_program
from pokerdata.solving.public import (
    Solver,
    StateClasses,
    cfr_br,
    classes_by_name,
    classes_of,
    evaluate,
    exploitability,
    solve,
    strength_classes,
)
from pokerdata.solving.public.solver import memory_needed


def blind(state: str) -> str:
    """Merge jacks and queens, but distinguish a pair from two different cards."""
    own, _, board = state.partition(" on ")
    return f"{own.replace('Q', 'J')} on {'pair' if own == board else board.replace('Q', 'J')}"


def blind_set(s: InformationSet) -> str:
    cards, _, betting = str(s.key).partition(":")
    return f"{blind(cards)}:{betting}"


def two_cards() -> CardGame:
    """Return a game of two hole cards from six ranks in two suits, with a board card on each of two streets."""
    rules = LimitRules(name="two cards", ante=1, bets=(2, 4), caps=(2, 2), first_to_act=(1, 1))
    return CardGame(rules, CardRules(ranks="9TJQKA", suits=2, hole=2, board=(1, 1), ranking="pairs"))


@pytest.mark.parametrize("how", ["cfr", "cfr+", "dcfr", "pcfr+"])
@pytest.mark.parametrize("iterations", [1, 2, 3])
def test_the_first_iterations_are_those_on_a_tree(how: str, iterations: int) -> None:
    found = cfr_br(leduc(), classes_by_name(leduc(), blind), algorithm=how, iterations=iterations)
    beside = tree_cfr_br(explicit_tree("leduc"), blind_set, algorithm=how, iterations=iterations)
    assert found.log[-1].values.least == pytest.approx(beside.values.worst, abs=1e-9)
    assert found.log[-1].values.most == pytest.approx(beside.values.most, abs=1e-9)


def test_where_something_is_forgotten_averages_are_those_on_a_tree() -> None:
    def forget(state: str) -> object:
        own, _, board = state.partition(" on ")
        return own == board if board else own.replace("Q", "J")

    def forget_set(s: InformationSet) -> object:
        cards, _, betting = str(s.key).partition(":")
        return forget(cards), betting

    tree = explicit_tree("leduc")
    assert not abstracted_tree(tree, forget_set).recalls(0)
    found = cfr_br(leduc(), classes_by_name(leduc(), forget), algorithm="cfr", iterations=2)
    beside = tree_cfr_br(tree, forget_set, algorithm="cfr", iterations=2)
    assert found.log[-1].values.least == pytest.approx(beside.values.worst, abs=1e-9)
    assert found.log[-1].values.most == pytest.approx(beside.values.most, abs=1e-9)


def test_leduc_beside_linear_programs() -> None:
    """The exact optimum lies between the bounds, which converge to it; the abstract game's equilibrium is far away."""
    game, tree = leduc(), explicit_tree("leduc")
    classes = classes_by_name(game, blind)
    best = [solve_by_linear_program(abstracted_tree(tree, blind_set, players=[p]).tree).value for p in (0, 1)]
    least = (best[1] - best[0]) / 2
    assert least == pytest.approx(0.101823, abs=1e-6)
    found = cfr_br(game, classes, iterations=20_000)
    assert found.bound <= least + 1e-9 <= found.values.exploitability + 2e-9
    assert found.values.exploitability == pytest.approx(least, abs=0.01)
    assert found.bound == pytest.approx(least, abs=0.02)
    assert found.values.exploitability == pytest.approx(
        evaluate(game, found.strategy).exploitability, abs=1e-12
    )
    both = abstracted_tree(tree, blind_set)
    abstract = both.in_game(solve_by_linear_program(both.tree).strategy)
    from pokerdata.solving.explicit import evaluate as in_tree

    plain = solve(game, classes=classes, iterations=3000)
    assert plain.values.exploitability == pytest.approx(in_tree(tree, abstract).exploitability, abs=0.03)
    assert plain.values.exploitability > 2 * found.values.exploitability


def test_play_is_alike_in_a_class() -> None:
    game = two_cards()
    classes = strength_classes(game, [3, 2])
    for strategy in (
        cfr_br(game, classes, iterations=15, every=100).strategy,
        solve(game, classes=classes, iterations=15, every=100).strategy,
    ):
        for street, of in zip(strategy, classes.streets, strict=True):
            for c in range(of.max() + 1):
                alike = street[:, of == c]
                np.testing.assert_allclose(alike, np.repeat(alike[:, :1], alike.shape[1], axis=1), atol=1e-12)
            assert np.ptp(street, axis=1).max() > 0.5  # the states differ on some of them


def test_nothing_tied_is_an_equilibrium() -> None:
    game = kuhn()
    found = cfr_br(game, [np.arange(3)], target="4mb")
    assert found.stopped == "target"
    assert found.values.exploitability < 0.004
    assert found.values.expected_value == pytest.approx(-1 / 18, abs=0.008)


def test_the_bound_is_the_best_of_all_plans() -> None:
    """This tries each pure strategy over classes of Kuhn poker that merge jack and queen."""
    game = kuhn()
    solver = Solver(game, algorithm("cfr"), tied=classes_of(game, [[0, 0, 1]]), tied_players=[1], responder=2)
    solver.iterate(7)
    average = solver.strategy()
    nodes = game.tree.decision_nodes(0)
    mine = [row for row, node in enumerate(nodes) if game.tree.player[node] == 0]
    first, best = game.tree.first_rows(0), -np.inf
    for plan in np.ndindex(*[2] * (2 * len(mine))):
        played = average[0].copy()
        for i, row in enumerate(mine):
            for c, states in enumerate([[0, 1], [2]]):
                played[np.ix_([first[row], first[row] + 1], states)] = np.eye(2)[plan[2 * i + c]][:, None]
        best = max(best, evaluate(game, [played]).expected_value)
    assert solver.tied_best_response(1) == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_same_bits_on_any_number_of_threads_and_after_a_stop(dtype: str, tmp_path: Path) -> None:
    game = two_cards()
    classes = strength_classes(game, [4, 3])
    whole = cfr_br(game, classes, iterations=9, every=100, dtype=dtype, threads=1)
    threads = cfr_br(game, classes, iterations=9, every=100, dtype=dtype, threads=3)
    states: list[RunState] = []
    cfr_br(game, classes, iterations=4, every=100, dtype=dtype, checkpoint=states.append)
    states[-1].save(tmp_path / "run.npz")
    resumed = cfr_br(game, classes, iterations=9, every=100, dtype=dtype, resume=tmp_path / "run.npz")
    for other in (threads, resumed):
        for one, two in zip(whole.strategy, other.strategy, strict=True):
            np.testing.assert_array_equal(one, two)
        assert other.log[-1].values == whole.log[-1].values
    with pytest.raises(ValueError, match="state to resume"):
        cfr_br(game, strength_classes(game, [4, 2]), iterations=9, dtype=dtype, resume=states[-1])


def test_strength_classes() -> None:
    """Kings are above queens above jacks, a pair is above all, and equal hands share a class."""
    game = leduc()
    classes = strength_classes(game, [3, 3])
    assert classes.streets[0].tolist() == [0, 1, 2]
    names = list(game.state_names[1])
    of = dict(zip(names, classes.streets[1].tolist(), strict=True))
    assert of["K on J"] == of["K on Q"] < of["K on K"]
    assert of["J on Q"] <= of["J on K"] < of["J on J"] < of["Q on J"]  # the class of a queen follows a jack's
    assert strength_classes(game, [1, 1]).counts == (1, 1)


def test_a_file_is_a_strategy_of_the_game(tmp_path: Path) -> None:
    found = cfr_br(leduc(), classes_by_name(leduc(), blind), iterations=50)
    found.save(tmp_path / "least.h5")
    assert exploitability(tmp_path / "least.h5").exploitability == pytest.approx(
        found.values.exploitability, abs=1e-12
    )


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({}, "limits: expected a target, iterations or seconds, got none"),
    ({"classes": [[0, 0, 1]], "iterations": 1}, "classes: expected those of 2 streets, got 1"),
    ({"classes": [[0, 0], [0] * 9], "iterations": 1}, "classes of street 1: expected 3 whole numbers"),
    ({"classes": [[0.5] * 3, [0] * 9], "iterations": 1}, "classes of street 1: expected 3 whole numbers"),
    ({"algorithm": "cfr(simultaneous)", "iterations": 1}, "expected an algorithm with players in turn"),
    ({"algorithm": "cfr(pruning=partial)", "iterations": 1}, "algorithm: expected pruning 'none'"),
    ({"iterations": 1, "resume": "missing.npz"}, "missing.npz"),
]


def kuhn_by_plans(seat: int, classes: list[int]) -> float:
    """Return player `seat`'s worst-case value in Kuhn poker with merged cards, over all plans of both, from the rules."""

    def wins(one: int, two: int, bet: int, calls: int, met: int, bets: int) -> int:
        high = 1 if one > two else -1
        if bet:
            return 2 * high if met else 1
        return high if not bets else 2 * high if calls else -1

    seen = [classes, [0, 1, 2]] if seat == 1 else [[0, 1, 2], classes]
    plans = [list(product((0, 1), repeat=2 * len(set(s)))) for s in seen]
    won = np.zeros((len(plans[0]), len(plans[1])))
    for (i, a), (j, b) in product(enumerate(plans[0]), enumerate(plans[1])):
        for one, two in permutations(range(3), 2):
            mine, yours = seen[0][one], seen[1][two]
            won[i, j] += wins(one, two, *a[2 * mine :][:2], *b[2 * yours :][:2]) / 6
    rows = won if seat == 1 else -won.T
    m, n = rows.shape
    found = linprog(
        [*[0] * m, -1],
        A_ub=np.c_[-rows.T, np.ones(n)],
        b_ub=np.zeros(n),
        A_eq=[[*[1] * m, 0]],
        b_eq=[1],
        bounds=[*[(0, None)] * m, (None, None)],
    )
    return -float(found.fun)


@pytest.mark.parametrize("classes", [[0, 0, 1], [0, 1, 1], [0, 1, 0], [0, 0, 0], [0, 1, 2]])
@pytest.mark.parametrize("how", ["dcfr", "cfr+", "pcfr+"])
def test_kuhn_with_cards_alike_by_all_plans(classes: list[int], how: str) -> None:
    best = [kuhn_by_plans(seat, classes) for seat in (1, 2)]
    found = cfr_br(kuhn(), [classes], algorithm=how, iterations=4000)
    values = found.log[-1].values
    for worst, exact, most in zip(values.least, best, values.most, strict=True):
        assert worst - 1e-9 <= exact <= most + 1e-9
        assert most - worst < 0.02
    assert found.bound <= -sum(best) / 2 + 1e-9 <= found.values.exploitability + 2e-9


def test_memory_that_is_told_grows_with_classes_and_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "with_margin", lambda need: need)  # arrays alone
    game = leduc()

    def told(classes: list[Any], threads: int) -> int:
        return memory_needed(game, tied=classes_of(game, classes), threads=threads)

    few, many = [[0, 0, 0], [0] * 9], [[0, 1, 2], list(range(9))]
    # Sums of a decision with three actions after the first five rounds that do not end in a fold, float64.
    assert told(many, 1) - told(few, 1) == 8 * (9 - 1) * 3 * 5
    threads = memory_needed(game, threads=3) - memory_needed(game, threads=1)
    assert told(many, 3) - told(many, 1) == threads + 2 * 8 * 9 * 3 * 5


@pytest.mark.parametrize(("given", "message"), REFUSED)
def test_what_is_refused(given: dict[str, Any], message: str) -> None:
    how = {"classes": [[0, 0, 1], [0] * 9], **given}
    with pytest.raises((ValueError, TableError), match=message):
        cfr_br(leduc(), **how)


def test_what_else_is_refused() -> None:
    game = leduc()
    with pytest.raises(ValueError, match="limits: expected iterations or seconds"):
        solve(game, classes=[[0, 0, 1], [0] * 9])
    with pytest.raises(ValueError, match="buckets: expected a number for each of 2 streets, got"):
        strength_classes(game, [2])
    with pytest.raises(ValueError, match="name of the class of 'J': expected text, numbers or tuples"):
        classes_by_name(game, lambda state: [state])  # type: ignore[arg-type, return-value]
    tied = classes_of(game, [[0, 0, 1], [0] * 9])
    with pytest.raises(ValueError, match="responder: expected a player who is not tied, got 1"):
        Solver(game, algorithm("cfr"), tied=tied, responder=1)
    with pytest.raises(ValueError, match="class of a state: expected a number from 0 to 2, got -1"):
        Solver(game, algorithm("cfr"), tied=StateClasses((np.array([-1, 0, 0], np.int32), *tied.streets[1:])))
    with pytest.raises(ValueError, match="player: expected one who is tied, got 2"):
        Solver(game, algorithm("cfr"), tied=tied, tied_players=[1]).tied_best_response(2)
