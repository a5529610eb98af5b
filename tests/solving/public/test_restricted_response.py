"""Restricted Nash responses: exact values of Kuhn poker and Leduc hold'em, their ends, bounds, runs, and errors."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.random_counts import no_limit_game
from pokerdata import games
from pokerdata.errors import CapacityError, TableError
from pokerdata.games.strategies import load_strategy, simple_strategy
from pokerdata.solving import RunState
from pokerdata.solving import public as solvers
from pokerdata.solving.public import Solver, restricted_response

# Against uniform play in Kuhn poker: from this p on, winnings and worst-case winnings of player 1 or 2.
KUHN = {
    1: [(0.0, 1 / 6, -1 / 18), (1 / 5, 7 / 18, -1 / 9), (2 / 3, 1 / 2, -1 / 3)],
    2: [(0.0, 1 / 6, 1 / 18), (2 / 5, 1 / 3, -1 / 18), (2 / 3, 13 / 36, -1 / 9), (4 / 5, 5 / 12, -1 / 3)],
}


@pytest.mark.parametrize("p", [0.1, 0.3, 0.5, 0.7, 0.75, 0.9])
def test_uniform_play_in_kuhn_poker(p: float) -> None:
    game = games.kuhn()
    found = restricted_response(game, simple_strategy(game, "uniform"), p, target="0.01mb")
    for seat, rows in KUHN.items():
        _, win, worst = [row for row in rows if row[0] < p][-1]
        assert found.win[seat - 1] == pytest.approx(win, abs=2e-4)
        assert found.worst[seat - 1] == pytest.approx(worst, abs=2e-4)
        assert found.log[-1].values.least[seat - 1] == pytest.approx(p * win + (1 - p) * worst, abs=1e-5)


# Leduc hold'em by linear programs: the opponent's strategy, our seat, p, the objective, winnings and worst
# case.
LEDUC = [
    ("uniform", 1, 0.5, 0.492451, 1.5884, -0.6035),
    ("uniform", 1, 0.9, 1.575121, 1.9356, -1.6690),
    ("uniform", 1, 1.0, 2.0875, 2.0875, None),
    ("uniform", 2, 0.5, 0.900134, 2.1015, -0.3012),
    ("call", 1, 0.5, 0.562697, 1.3374, -0.2120),
    ("call", 1, 0.9, 1.274725, 22 / 15, -0.4528),
    ("call", 2, 0.75, 1.048922, 22 / 15, -0.2043),
]


@pytest.mark.parametrize(("kind", "seat", "p", "objective", "win", "worst"), LEDUC)
def test_leduc(kind: str, seat: int, p: float, objective: float, win: float, worst: float | None) -> None:
    game = games.leduc()
    found = restricted_response(game, simple_strategy(game, kind), p, target="0.01mb")
    values = found.log[-1].values
    assert values.least[seat - 1] <= objective + 1e-6
    assert values.most[seat - 1] >= objective - 1e-6
    assert values.least[seat - 1] == pytest.approx(objective, abs=2e-5)
    assert found.win[seat - 1] == pytest.approx(win, abs=1e-3)
    if worst is not None:
        assert found.worst[seat - 1] == pytest.approx(worst, abs=1e-3)
        assert p * found.win[seat - 1] + (1 - p) * found.worst[seat - 1] == pytest.approx(
            values.least[seat - 1], abs=1e-9
        )


@pytest.mark.parametrize("kind", ["number", "arrays"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_without_trust_it_is_solving(limit_game: games.JointCountGame, kind: str, dtype: str) -> None:
    model = simple_strategy(limit_game, "random", seed=3)
    found = restricted_response(limit_game, model, trust(limit_game, 0.0, kind), iterations=20, dtype=dtype)
    plain = solvers.solve(limit_game, iterations=20, dtype=dtype)
    assert all(map(np.array_equal, found.strategy, plain.strategy))
    assert found.values.numbers == pytest.approx(plain.values.numbers, rel=1e-6)
    assert found.unreached_sets == plain.unreached_sets


@pytest.mark.parametrize("kind", ["number", "arrays"])
def test_with_full_trust_it_is_a_best_response(limit_game: games.JointCountGame, kind: str) -> None:
    model = simple_strategy(limit_game, "random", seed=3)
    found = restricted_response(limit_game, model, trust(limit_game, 1.0, kind), target="1e-4 chips")
    best = solvers.evaluate(limit_game, model).best_response
    assert found.win == pytest.approx(best, abs=2e-4)
    assert found.log[-1].values.least == pytest.approx(found.win, rel=1e-6)


def trust(game: games.SolvableGame, p: float, kind: str) -> Any:
    """Return a number, or an array with the same number for every decision and state."""
    if kind == "number":
        return p
    return [np.full((len(game.tree.decision_nodes(r)), n), p) for r, n in enumerate(game.states)]


@pytest.mark.parametrize("name", ["leduc-nolimit", "small-island", "no-limit hold'em over buckets"])
def test_no_limit_and_real_cards(name: str) -> None:
    game: games.SolvableGame
    if name.endswith("buckets"):
        game = no_limit_game()
    else:
        build = games.load_game(name).build
        assert build is not None
        game = build()
    model, p = simple_strategy(game, "random", seed=1), 0.8
    found = restricted_response(game, model, p, target="20mb")
    assert found.stopped == "target"
    for seat in (0, 1):
        mixed = p * found.win[seat] + (1 - p) * found.worst[seat]
        assert found.log[-1].values.least[seat] == pytest.approx(mixed, abs=1e-6)
    first, second = found.strategy, found.model
    assert solvers.against(game, first, second).expected_value == pytest.approx(found.win[0], abs=1e-9)
    assert solvers.against(game, second, first).expected_value == pytest.approx(-found.win[1], abs=1e-9)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_never_below_the_line_from_equilibrium_to_best_response(seed: int) -> None:
    game = games.leduc()
    model = simple_strategy(game, "random", seed=seed)
    ends = [restricted_response(game, model, p, target="0.05mb") for p in (0.0, 1.0)]
    for p in (0.2, 0.5, 0.8):
        found = restricted_response(game, model, p, target="0.05mb")
        for seat in (0, 1):
            wins, worsts = ([getattr(end, name)[seat] for end in ends] for name in ("win", "worst"))
            share = (worsts[0] - found.worst[seat]) / (worsts[0] - worsts[1])
            assert -1e-3 <= share <= 1 + 1e-3
            assert found.win[seat] >= wins[0] + share * (wins[1] - wins[0]) - 1e-3


def bits(found: solvers.Response) -> list[bytes]:
    return [s.tobytes() for s in found.strategy] + [repr((r.iteration, r.values)).encode() for r in found.log]


@pytest.mark.parametrize("kind", ["number", "arrays"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_threads_change_no_bit(limit_game: games.JointCountGame, dtype: str, kind: str) -> None:
    model, p = simple_strategy(limit_game, "random", seed=5), trust(limit_game, 0.7, kind)
    first, *others = (
        restricted_response(limit_game, model, p, iterations=12, dtype=dtype, threads=n) for n in (1, 2, 4)
    )
    assert all(bits(other) == bits(first) for other in others)


@pytest.fixture
def piecemeal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make runs check their limits after every iteration."""
    monkeypatch.setattr("pokerdata.solving.run._PIECE", 0.0)
    monkeypatch.setattr("pokerdata.solving.run._SAVE_SHARE", 0.0)


@pytest.mark.slow
@pytest.mark.usefixtures("piecemeal")
@pytest.mark.parametrize("kind", ["number", "arrays"])
@pytest.mark.parametrize("name", ["cfr", "cfr+", "dcfr", "pcfr+", "lcfr(optimistic, simultaneous)"])
def test_a_resumed_run_equals_an_unbroken_one(
    limit_game: games.JointCountGame, tmp_path: Path, name: str, kind: str
) -> None:
    states: list[RunState] = []
    model = simple_strategy(limit_game, "call")
    how: dict[str, Any] = {"algorithm": name, "iterations": 20}
    given = limit_game, model, trust(limit_game, 0.6, kind)
    unbroken = restricted_response(*given, checkpoint=states.append, checkpoint_seconds=0.0, **how)
    assert len(states) == 20
    for state in (states[0], states[10], states[-2]):
        state.save(tmp_path / "state.npz")
        assert bits(restricted_response(*given, resume=tmp_path / "state.npz", **how)) == bits(unbroken)
        assert bits(restricted_response(*given, resume=state, **how)) == bits(unbroken)
    with pytest.raises(ValueError, match="state to resume"):
        restricted_response(limit_game, model, 0.61, resume=states[0], **how)
    with pytest.raises(ValueError, match="state to resume"):
        restricted_response(
            limit_game, simple_strategy(limit_game, "raise"), given[2], resume=states[0], **how
        )


@pytest.mark.parametrize("stopped_seat", [1, 2])
def test_at_an_interrupt_both_seats_stand_at_the_same_iteration(
    stopped_seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat interrupted between two iterations stops at the same iteration as the other seat."""
    states: list[RunState] = []
    game = games.leduc()
    model = simple_strategy(game, "uniform")
    iterate = Solver.iterate

    def stopping(solver: Solver, count: int) -> None:
        assert solver.held is not None
        if solver.held.player == 3 - stopped_seat and solver.iteration <= 20 < solver.iteration + count:
            iterate(solver, count // 2)
            raise KeyboardInterrupt
        iterate(solver, count)

    with monkeypatch.context() as patched:
        patched.setattr(Solver, "iterate", stopping)
        with pytest.raises(KeyboardInterrupt):
            restricted_response(game, model, 0.5, at=[4, 8, 40], checkpoint=states.append)
    assert 20 <= states[-1].iteration <= 40
    resumed = restricted_response(game, model, 0.5, at=[4, 8, 40], resume=states[-1])
    assert bits(resumed) == bits(restricted_response(game, model, 0.5, at=[4, 8, 40]))


def test_models_in_every_form(tmp_path: Path) -> None:
    game = games.leduc()
    solved = solvers.solve(game, iterations=5)
    solved.save(tmp_path / "weak.h5")
    forms: list[Any] = [solved, solved.strategy, load_strategy(tmp_path / "weak.h5"), tmp_path / "weak.h5"]
    found = [restricted_response("leduc", model, 0.5, iterations=10) for model in forms]
    assert all(bits(other) == bits(found[0]) for other in found[1:])


@pytest.mark.parametrize(
    ("p", "message"),
    [
        (1.5, r"p: expected how likely the opponent plays the model, from 0 to 1, got 1.5; e.g. 0.9"),
        (-0.1, r"p: expected how likely .* got -0.1"),
        (float("nan"), r"p: expected how likely .* got nan"),
        ("0.5", r"p: expected how likely .* got '0.5'"),
        (True, r"p: expected how likely .* got True"),
        (
            [np.zeros((4, 2))],
            r"p: expected a number, or for each street .* shapes \[\(4, 3\)\], got \[\(4, 2\)\]",
        ),
        ([np.full((4, 3), 1.25)], r"p: expected probabilities from 0 to 1, got 1.25; e.g. 0.9"),
    ],
)
def test_what_is_no_probability(p: Any, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "__init__", None)  # no solver starts
    game = games.kuhn()
    with pytest.raises(ValueError, match=message):
        restricted_response(game, simple_strategy(game, "uniform"), p)


def test_models_of_other_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kuhn, leduc = games.kuhn(), games.leduc()
    solved = solvers.solve(leduc, iterations=2)
    solved.save(tmp_path / "leduc.h5")
    assert isinstance(leduc.rules, games.LimitRules)
    raised = games.CardGame(replace(leduc.rules, bets=(2, 6)), leduc.cards)
    monkeypatch.setattr(Solver, "__init__", None)  # no solver starts
    others: list[tuple[games.SolvableGame, Any]] = [
        (kuhn, solved),
        (raised, solved),
        (raised, tmp_path / "leduc.h5"),
    ]
    for game, model in others:
        with pytest.raises(
            ValueError, match=r"model: expected a strategy of the game that is played, .* got one of"
        ):
            restricted_response(game, model, 0.5)
    with pytest.raises(ValueError, match="strategy: expected 1 street, as Kuhn poker has, got 2"):
        restricted_response(kuhn, solved.strategy, 0.5)
    with pytest.raises(ValueError, match=r"strategy: expected what solve.* returns, got int"):
        restricted_response(kuhn, 5, 0.5)  # type: ignore[arg-type]
    with pytest.raises(TableError):
        restricted_response(leduc, tmp_path / "none.h5", 0.5)


def test_memory_is_looked_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.leduc()
    model = simple_strategy(game, "uniform")
    alone = solvers.memory_needed(game, threads=1)
    monkeypatch.setattr("pokerdata._support.resources.available_memory", lambda: 2 * alone)
    with pytest.raises(CapacityError, match="not enough memory to solve Leduc"):
        restricted_response(game, model, 0.5, iterations=1, threads=1)
    need = 2 * solvers.memory_needed(game, held=True, threads=1)
    monkeypatch.setattr("pokerdata._support.resources.available_memory", lambda: need)
    assert restricted_response(game, model, 0.5, iterations=1, threads=1).iterations == 1
