"""Estimates of memory hold, and running out of memory raises CapacityError."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and RLIMIT_AS")

SPOTS = {
    # Few hands, with padding at the end of their rows.
    "few": 'Spot(board="Td9d6h", oop="AA,KK", ip="QQ,JJ", pot=10, stack=200, bets="50%,100%", raises="60%,a")',
    "turn": 'Spot(board="Td9d6hQc", oop="55+,A2s+,K9s+", ip="QQ-22,A2s+,K5s+", pot=200, stack=9000, '
    'bets="30%,60%,100%,e,a", raises="2.5x,a")',
}

MEASURED = """
import gc, sys
import pokerdata
from pokerdata.games import playable
from pokerdata.spots import Spot, game_of
from pokerdata._support.resources import peak_memory, release_memory, reset_peak_memory

def peak_of(work):
    gc.collect()
    release_memory()
    reset_peak_memory()
    before = int(open("/proc/self/statm").read().split()[1]) * 4096
    work()
    return peak_memory() - before

save = lambda state: state.save(sys.argv[1])
"""


def measured(program: str, folder: object) -> tuple[int, int]:
    """Return estimate and peak, in bytes."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED + program, f"{folder}/run.npz"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    need, peak = map(int, done.stdout.split())
    return need, peak


@pytest.mark.slow
@pytest.mark.parametrize("saved", [False, True])
@pytest.mark.parametrize(("spot", "dtype"), [("few", "float32"), ("turn", "float64")])
def test_estimates_of_spots(spot: str, dtype: str, saved: bool, tmp_path: object) -> None:
    program = f"""
spot = {SPOTS[spot]}
how = dict(iterations=1, dtype="{dtype}", threads=2, checkpoint=save if {saved} else None, checkpoint_seconds=0.001)
peak = peak_of(lambda: pokerdata.solve(spot, **how))
print(pokerdata.spots.memory_needed(game_of(spot), dtype="{dtype}", threads=2, copies=2 if {saved} else 1), peak)
"""
    need, peak = measured(program, tmp_path)
    assert peak > 200e6
    assert peak <= need <= 1.2 * peak


@pytest.mark.slow
@pytest.mark.parametrize("saved", [False, True])
def test_estimates_of_games(saved: bool, tmp_path: object) -> None:
    program = f"""
game = playable("rhode-island")
how = dict(iterations=1, threads=2, checkpoint=save if {saved} else None, checkpoint_seconds=0.001)
peak = peak_of(lambda: pokerdata.solve(game, **how))
print(pokerdata.solving.public.memory_needed(game, threads=2, saved={saved}), peak)
"""
    need, peak = measured(program, tmp_path)
    assert peak > 200e6
    assert peak <= need <= 1.2 * peak


@pytest.mark.slow
@pytest.mark.parametrize(
    "solved", ["restricted_response(game, strategy, 0.5, **how)", "cfr_br(game, thirds, **how)"]
)
@pytest.mark.parametrize("saved", [False, True])
def test_estimates_of_both_seats(saved: bool, solved: str, tmp_path: object) -> None:
    """The state of both is copied one array after the other: all at once would take 1.2 times the estimate."""
    program = f"""
import sys
import numpy as np
from pokerdata.solving.public import cfr_br, memory_needed, restricted_response
game = playable("rhode-island")
strategy = pokerdata.solve(game, iterations=1, threads=2).strategy
thirds = [np.arange(states) // 3 for states in game.states]
needs = []
for name in ("cfr_br", "restricted_response"):
    module = sys.modules[f"pokerdata.solving.public.{{name}}"]
    module.check_memory = lambda game, dtype, threads, solvers, **how: needs.append(
        solvers * memory_needed(game, dtype=dtype, threads=threads, **how)
    )
how = dict(iterations=1, threads=2, checkpoint=save if {saved} else None, checkpoint_seconds=0.001)
peak = peak_of(lambda: {solved})
print(needs[0], peak)
"""
    need, peak = measured(program, tmp_path)
    assert peak > 200e6
    assert peak <= need <= 1.2 * peak


@pytest.mark.slow
@pytest.mark.parametrize("saved", [False, True])
def test_estimates_of_sampling(saved: bool, tmp_path: object) -> None:
    program = f"""
import numpy as np
from pokerdata.solving.sampled import solve
from pokerdata.solving.sampled.solver import memory_needed, run_memory

class Buckets:
    def states(self, street):
        return (169, 1000, 1000, 1000)[street]

    def of_board(self, board):
        return (np.arange(1326) % self.states((0, 3, 4, 5).index(len(board)))).astype(np.uint16)

rules = pokerdata.load_game("limit-holdem").rules
how = dict(iterations=1, threads=2, checkpoint=save if {saved} else None, checkpoint_seconds=0.001)
peak = peak_of(lambda: solve(rules, Buckets(), **how))
print(run_memory(memory_needed(rules, (169, 1000, 1000, 1000), 2), {saved}), peak)
"""
    need, peak = measured(program, tmp_path)
    assert peak > 200e6
    assert peak <= need <= 1.2 * peak


@pytest.mark.slow
@pytest.mark.parametrize("game", ["11, 9, 3, 2", "8, 6, 3, 3"])
def test_estimates_of_no_thanks(game: str, tmp_path: object) -> None:
    program = f"""
from pokerdata.games.no_thanks import NoThanks, Positions, solve
from pokerdata.games.no_thanks.game import solving_memory
from pokerdata._support.resources import with_margin
cards, drawn, chips, players = {game}
game = NoThanks(tuple(range(1, cards + 1)), drawn, chips, players)
peak = peak_of(lambda: solve(Positions(game)))
print(with_margin(solving_memory(game)), peak)
"""
    need, peak = measured(program, tmp_path)
    assert peak > 200e6
    assert peak <= need <= 1.2 * peak


LIMITED = """
import resource, sys
import pokerdata
from pokerdata.games import playable
from pokerdata._support import resources

game = playable("small-island")
pokerdata.solve(game, iterations=1, threads=2)  # threads have what they take of addresses
resources.available_memory = lambda *_: 10**15  # an estimate that is too low
used = int(open("/proc/self/statm").read().split()[0]) * 4096
found = set()
for room in range(0, 64 << 20, 4 << 20):
    resource.setrlimit(resource.RLIMIT_AS, (used + room, resource.RLIM_INFINITY))
    try:
        for _ in range(2):
            pokerdata.solve("rhode-island", iterations=1, threads=2, checkpoint=lambda state: state.save(sys.argv[1]))
    except Exception as error:
        found.add(type(error).__name__)
print(*sorted(found))
"""


def test_memory_that_is_refused_is_a_capacity_error(tmp_path: object) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, f"{tmp_path}/run.npz"], capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["CapacityError"], done.stderr[-2000:]


def test_memory_that_numpy_does_not_get(monkeypatch: pytest.MonkeyPatch) -> None:
    import pokerdata
    from pokerdata.cli import main

    def refused(*_: object, **__: object) -> None:
        raise MemoryError("Unable to allocate 8 GiB")

    monkeypatch.setattr("pokerdata.solving.public.solver.Solver.evaluate", refused)
    with pytest.raises(pokerdata.CapacityError, match="ulimit"):
        pokerdata.solve("kuhn", iterations=1)
    assert main(["solve", "kuhn", "--iterations", "1"]) == 1
