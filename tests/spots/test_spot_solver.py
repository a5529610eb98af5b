"""Solving spots agrees with plain enumeration, linear programming, closed forms and published reference spots."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import pokerdata
from helpers.earlier_spot_files import save_earlier
from helpers.reference_spots import F1, R1, R2, T1
from helpers.spots_by_hand import ByHand, random_spot, short_deck
from helpers.weights import relative
from pokerdata._core import spots as _core
from pokerdata._support import resources
from pokerdata.cli import cli
from pokerdata.errors import CapacityError
from pokerdata.solving import RunState
from pokerdata.spots import (
    Lock,
    Spot,
    SpotSolver,
    game_of,
    load_spot,
    memory_needed,
    select_decisions,
    sizes_of,
    solve_spot,
)
from pokerdata.spots.solver import spot_algorithm, spot_costs
from pokerdata.spots.spot_file import values_of_keys


@pytest.mark.parametrize(
    "seed", [*range(12), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(12, 30))]
)
def test_values_of_small_spots_by_hand(seed: int) -> None:
    solution = solve_spot(random_spot(seed), iterations=7, dtype="float64")
    by_hand = ByHand(solution)
    for player in (0, 1):
        expected, best = (by_hand.values(player, best=wanted) for wanted in (False, True))
        assert solution.values.expected[player] == pytest.approx(expected, abs=1e-9)
        assert solution.values.best_response[player] == pytest.approx(best, abs=1e-9)
    if not solution.spot.rake:
        assert sum(solution.values.expected) == pytest.approx(solution.spot.pot)


@pytest.mark.parametrize(
    ("keys", "hands", "deals", "equity", "oop", "ip", "within"),
    [
        (R1, (125, 114), 12764.5, 0.426730, 36.752614, 63.247386, 0.01),
        (R2, (109, 144), 9626.565, 0.492833, 33.020, 41.222, 0.02),
        (T1, (167, 250), 37313, 0.530603, 91.961, 108.039, 0.05),
        (F1, (168, 167), 24778.5, 0.456263, 23.652, 36.348, 0.02),
    ],
    ids=["R1", "R2", "T1", "F1"],
)
def test_reference_spots(
    keys: dict[str, object],
    hands: tuple[int, int],
    deals: float,
    equity: float,
    oop: float,
    ip: float,
    within: float,
) -> None:
    spot = Spot(**keys)  # type: ignore[arg-type]
    solution = solve_spot(spot, target="0.05%")
    assert spot.deals == pytest.approx(deals)
    root = solution.at()
    assert (len(root.sides[0].combinations), len(root.sides[1].combinations)) == hands
    assert root.sides[0].mean_equity == pytest.approx(equity, abs=1e-6)
    assert solution.values.percent < 0.05
    assert solution.values.expected == pytest.approx((oop, ip), abs=within)
    assert root.sides[0].mean_ev == pytest.approx(solution.values.expected[0], abs=1e-6)
    assert root.sides[1].mean_ev == pytest.approx(solution.values.expected[1], abs=1e-6)


def test_a_spot_of_closed_form() -> None:
    spot = Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")
    solution = solve_spot(spot, target="0.0001 chips", dtype="float64")
    assert solution.values.expected == pytest.approx((40 / 3, 20 - 40 / 3), abs=1e-3)
    root = solution.at()
    assert root.actions == ("check", "all-in 10")
    assert root.hand("AsAh")["strategy"]["all-in 10"] == pytest.approx(1, abs=1e-2)
    assert root.hand("QsQh")["strategy"]["all-in 10"] == pytest.approx(1 / 3, abs=1e-2)
    answer = solution.at("r10")
    assert answer.actions == ("fold", "call 10")
    assert answer.hand("KsKh")["strategy"]["call 10"] == pytest.approx(2 / 3, abs=1e-2)
    assert answer.hand("KsKh")["values"]["fold"] == 0
    assert (answer.pot, answer.to_call) == (30, 10)


@pytest.mark.parametrize("dtype", ["float32", "int16"])
def test_threads_and_breaks_change_no_bit(dtype: str) -> None:
    spot = Spot(**T1)
    whole = solve_spot(spot, iterations=6, threads=1, dtype=dtype)
    states: list[RunState] = []
    solve_spot(spot, iterations=2, threads=2, checkpoint=states.append, dtype=dtype)
    resumed = solve_spot(spot, iterations=6, threads=2, resume=states[-1], dtype=dtype)
    assert np.array_equal(whole.sums, resumed.sums)
    assert whole.values == resumed.values
    # This includes the regrets with the padding of their rows.
    one, three = (SpotSolver(spot, spot_algorithm(None), dtype=dtype, threads=n) for n in (1, 3))
    for solver in (one, three):
        solver.iterate(4)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(one.arrays(), three.arrays(), strict=True))


@pytest.mark.parametrize("seed", range(4))
def test_16_bits_are_told_as_they_are(seed: int) -> None:
    spot = random_spot(seed)
    found = solve_spot(spot, iterations=200, dtype="int16")
    assert found.sums.dtype == np.int16
    by_hand = ByHand(found)
    for player in (0, 1):
        assert found.values.best_response[player] == pytest.approx(
            by_hand.values(player, best=True), abs=1e-8
        )
        assert found.values.expected[player] == pytest.approx(by_hand.values(player, best=False), abs=1e-8)
    exact = solve_spot(spot, iterations=200, dtype="float64")
    assert found.values.percent < exact.values.percent + 0.1


def test_16_bits_take_half_the_memory_and_come_close(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "with_margin", lambda need: need)  # arrays alone
    spot = Spot(**R1)
    found = solve_spot(spot, iterations=500, dtype="int16")
    assert found.values.percent < 0.03
    assert found.values.expected[0] == pytest.approx(36.7526, abs=0.02)
    single = solve_spot(spot, iterations=500)
    assert found.sums.nbytes * 2 == single.sums.nbytes
    large = game_of(Spot(**F1))
    needs = {dtype: memory_needed(large, dtype=dtype, threads=1) for dtype in ("int16", "float32", "float64")}
    entries = sum(size.entries for size in sizes_of(large))
    # Rows are padded, and 16 numbers share an exponent of 2 bytes.
    assert 4 * entries < needs["float32"] - needs["int16"] < 4.5 * entries
    found.save(tmp_path / "river.h5")
    again = load_spot(tmp_path / "river.h5")
    assert again.dtype == "int16"
    assert np.array_equal(again.at("").strategy, found.stored().at("").strategy)
    assert again.values == found.stored().values


@pytest.mark.parametrize("seed", range(5))
def test_packing_what_was_unpacked_changes_no_bit(seed: int) -> None:
    solver = SpotSolver(random_spot(seed), spot_algorithm(None), dtype="int16", threads=1)
    solver.iterate(7)
    arrays = solver.arrays()
    solver.restore(7, *arrays)
    assert all(np.array_equal(one, two) for one, two in zip(arrays, solver.arrays(), strict=True))
    for array in arrays:  # whole multiples of a power of two, below 2^15 of it
        assert array.dtype == np.float32
        assert np.isfinite(array).all()
    # Every value is restored to 15 bits of the largest of its decision.
    random = np.random.default_rng(seed)
    given = (random.normal(size=len(arrays[0])) * 10.0 ** random.integers(-3, 6)).astype(np.float32)
    solver.restore(7, given, given)
    back = solver.arrays()[0]
    index = _core.layout(solver.game, np.zeros(0, np.int16))
    for _, _, _, _, place, actions, _, width in index.tolist():
        rows = slice(place, place + actions * width)
        assert np.abs(back[rows] - given[rows]).max() <= np.abs(given[rows]).max() / 2**14


@pytest.mark.slow
def test_suits_do_not_matter() -> None:
    spot = Spot(**T1)
    turned = spot.changed(board="Ts9s6cQd")
    # Regrets of 0 and of 1e-17 give different strategies on the way, so only the limit is the same.
    one, two = (solve_spot(s, target="0.05%") for s in (spot, turned))
    assert one.values.expected == pytest.approx(two.values.expected, abs=0.1)
    here, there = one.at("cr120c", "2c"), two.at("cr120c", "2d")
    assert here.hand("AdQd")["equity"] == pytest.approx(there.hand("AsQs")["equity"], abs=0.01)
    assert here.hand("AdQd")["ev"] == pytest.approx(there.hand("AsQs")["ev"], abs=3)


def test_boards_that_suits_exchange_are_one() -> None:
    solution = solve_spot(Spot(**F1), iterations=10)
    spades, clubs = solution.at("cc/", "2s"), solution.at("cc/", "2c")
    assert spades.hand("AsJs")["ev"] == clubs.hand("AcJc")["ev"]
    assert np.array_equal(np.sort(spades.strategy, axis=0), np.sort(clubs.strategy, axis=0))
    river = solution.at("cc/cc/", "2s7d")
    assert river.hand("AsJs")["ev"] == solution.at("cc/cc/", "2d7c").hand("AdJd")["ev"]


def test_only_ratios_of_weights_matter_and_weight_0_is_absent() -> None:
    plain = Spot(board="2s3h4d6c7c", oop="AA,QQ,JJ", ip="KK", pot=20, stack=10, bets="a")
    scaled = plain.changed(oop=relative("AA:4,QQ:4,JJ:4,TT:0"))
    one, two = (solve_spot(spot, iterations=50, dtype="float64") for spot in (plain, scaled))
    assert one.values.numbers == pytest.approx(two.values.numbers, abs=1e-12)


def test_values_at_decisions_by_hand() -> None:
    solution = solve_spot(random_spot(3), iterations=30, dtype="float64")
    root = solution.at()
    side = root.side
    assert (root.strategy.sum(axis=1) == pytest.approx(1)) or not len(side.ev)
    mixed = (root.strategy * root.values).sum(axis=1)
    met = side.meets > 0
    assert mixed[met] == pytest.approx(side.ev[met], abs=1e-9)


@pytest.mark.parametrize(
    ("target", "message"),
    [("0%", "above 0"), ("5 mb", "% of the pot"), ("1.2.3%", "above 0"), ("-1%", "above 0")],
)
def test_targets(target: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solve_spot(Spot(board="2s3h4d6c7c", oop="AA", ip="KK", pot=20, stack=10, bets="a"), target=target)


@pytest.mark.parametrize("algorithm", ["pcfr+", "cfr(simultaneous)", "cfr(pruning=partial)"])
def test_algorithms_that_spots_do_not_have(algorithm: str) -> None:
    spot = Spot(board="2s3h4d6c7c", oop="AA", ip="KK", pot=20, stack=10, bets="a")
    with pytest.raises(ValueError, match="algorithm: expected"):
        solve_spot(spot, algorithm=algorithm, iterations=1)


@pytest.mark.parametrize(
    ("history", "cards", "message"),
    [
        ("x", "", "history: expected f"),
        ("cc", "", "next card"),
        ("cc", "Td", "card: expected one"),
        ("cc", "2c3c", "cards: expected 1"),
        ("r7", "", "expected one of c, r120"),
        ("r900f", "", "end of a hand"),
        ("ccf", "2c", "expected one of"),
        ("ccc", "", "next card"),
    ],
)
def test_places_that_are_not_there(history: str, cards: str, message: str) -> None:
    solution = solve_spot(Spot(**T1), iterations=1)
    with pytest.raises(ValueError, match=message):
        solution.at(history, cards)


@pytest.mark.parametrize("dtype", ["float64", "int16"])
def test_locks_of_closed_form(dtype: str) -> None:
    spot = Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")
    lock = Lock("r10", {"f": 1, "c": 3})
    solution = solve_spot(spot, locks=[lock], target="0.0001 chips", dtype=dtype)
    root, answer = solution.at(), solution.at("r10")
    assert answer.hand("KsKh")["strategy"] == pytest.approx({"fold": 0.25, "call 10": 0.75}, abs=1e-4)
    assert root.hand("AsAh")["strategy"]["all-in 10"] == pytest.approx(1, abs=1e-3)
    assert root.hand("QsQh")["strategy"]["check"] == pytest.approx(1, abs=1e-3)
    assert solution.values.expected[0] == pytest.approx(13.75, abs=1e-3)


def test_locks_of_hands_leave_the_others_free() -> None:
    spot = Spot(**T1)
    locks = [Lock("", {"AA,KK": {"r120": 1}, "QQ": {"c": 1, "r900": 1}}), Lock("cc", {"c": 1}, cards="2c")]
    solution = solve_spot(spot, locks=locks, target="0.5%")
    root, river = solution.at(), solution.at("cc", "2c")
    assert root.hand("AsAh")["strategy"]["bet 120"] == 1
    assert root.hand("QsQh")["strategy"] == pytest.approx(
        {"check": 0.5, "bet 120": 0, "bet 216": 0, "all-in 900": 0.5}
    )
    assert root.hand("KsJs")["strategy"]["check"] < 1
    assert (river.strategy[:, 0] == 1).all()
    assert (solution.at("cc", "2d").strategy[:, 0] < 1).any()
    free = solve_spot(spot, target="0.5%")
    # The unlocked player wins more, up to the error of both solutions.
    assert solution.values.expected[1] > free.values.expected[1] - 2


def test_locking_a_decision_to_its_own_play_changes_nothing() -> None:
    spot = Spot(**R1)
    free = solve_spot(spot, target="0.02%")
    locked = solve_spot(spot, locks=[Lock.of(free.at("r75"))], target="0.02%")
    assert locked.values.expected == pytest.approx(free.values.expected, abs=0.05)
    assert locked.at("r75").strategy == pytest.approx(free.at("r75").strategy, abs=1e-6)


def test_locked_spots_by_hand() -> None:
    """Values of strategies with locks, and of best responses that respect the locks."""
    spot = random_spot(5)
    locks = [Lock("", {"c": 1})]
    solution = solve_spot(spot, locks=locks, iterations=7, dtype="float64")
    assert (solution.at().strategy[:, 0] == 1).all()
    by_hand = ByHand(solution)
    for player in (0, 1):
        expected = by_hand.values(player, best=False)
        assert solution.values.expected[player] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("lock", "message"),
    [
        (Lock("r7", {"c": 1}), "expected one of"),
        (Lock("cc", {"r7": 1}), "expected parts"),
        (Lock("", {"AA": {"c": 0}}), "not all 0"),
        (Lock("", {"AA": {"c": -1}}), "at least 0"),
        (Lock("r900f", {"c": 1}), "expected a decision"),
    ],
)
def test_locks_that_are_refused(lock: Lock, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solve_spot(Spot(**T1), locks=[lock], iterations=1)


def test_locked_parts_of_any_size() -> None:
    spot = Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")
    for large in (1e308, 1e-320):
        locked = solve_spot(spot, locks=[Lock("r10", {"f": large, "c": large})], iterations=1)
        assert locked.at("r10").strategy.tolist() == [[0.5, 0.5]]


def test_locks_of_hands_that_nobody_holds_are_refused() -> None:
    spot = "--board 2s3h4d6c7c --oop AsAh,QsQh --ip KsKh --pot 20 --stack 10 --bets a --iterations 1"
    for lock, player in (("r10 QQ", "IP"), ("/ KK", "OOP")):
        found = CliRunner().invoke(cli, ["spot", "solve", *spot.split(), "--lock", f"{lock} c=1"])
        assert str(found.exception).startswith(f"lock: expected hands of the range of {player}, who acts")
    found = CliRunner().invoke(cli, ["spot", "solve", *spot.split(), "--lock", "/ KK,QQ c=1"])
    assert found.exit_code == 0


def test_locks_keep_suits_together() -> None:
    with pytest.raises(ValueError, match="suits do not tell apart"):
        solve_spot(Spot(**F1), locks=[Lock("", {"AsJs": {"c": 1}})], iterations=1)


def test_solved_spots_in_files(tmp_path: Path) -> None:
    locks = [Lock("", {"AA": {"c": 1}})]
    solution = solve_spot(Spot(**R2), locks=locks, iterations=30)
    solution.save(tmp_path / "spot.h5")
    read = load_spot(tmp_path / "spot.h5")
    assert read.spot == solution.spot
    stored = solution.stored()
    assert (read.values, read.dtype) == (stored.values, "float32")
    assert [lock.text() for lock in read.locks] == [lock.text() for lock in locks]
    assert np.array_equal(read.at("c").strategy, stored.at("c").strategy)
    assert np.array_equal(read.at("c").values, stored.at("c").values)
    assert read.at("c").strategy == pytest.approx(solution.at("c").strategy, rel=1e-3)
    table = pokerdata.open_table(tmp_path / "spot.h5")
    street, node, player, actions = table["nodes"][0]
    assert (street, node, player) == (0, 0, 0)
    states = int(table["states5"][0, player])
    width = -(-states // 16) * 16  # as docs/formats.md says
    sums = np.asarray(table["strategy"], np.float64)[: actions * width].reshape(actions, width)[:, :states]
    hands = np.asarray(table["hands5_oop"])
    root = stored.at()
    order = np.argsort(hands)
    assert np.array_equal(hands[order], root.combinations)
    assert (sums / sums.sum(axis=0)).T[order] == pytest.approx(root.strategy)


@pytest.mark.parametrize("dtype", ["int16", "float32", "float64"])
def test_strategies_in_16_bits(dtype: str) -> None:
    """Probabilities have 11 binary digits, however small, and such strategies have the stated values."""
    locks = [Lock("c", {"AA": {"c": 2, "r40": 1}})]
    for spot in (Spot(**R2), random_spot(3), random_spot(8)):
        found = solve_spot(spot, iterations=40, dtype=dtype, locks=locks if spot == Spot(**R2) else ())
        stored = found.stored()
        assert (str(stored.sums.dtype), stored.dtype) == ("float16", dtype)
        assert stored.stored() is stored
        for selected in select_decisions(found):
            dealt = selected.decision.dealt
            place = found.find(selected.decision.history, dealt if len(dealt) else "")
            before, parts = (np.asarray(one.sums_at(place), np.float64) for one in (found, stored))
            total = before.sum(axis=0)
            exact = np.divide(before, total, out=np.zeros_like(before), where=total > 0)
            assert ((parts > 0) == (before > 0)).all()
            assert (np.abs(parts / 2**15 - exact) <= np.maximum(exact * 2**-11, 2.0**-39)).all()
        solver = SpotSolver(spot, spot_algorithm(None), dtype="float64", threads=1)
        wide = np.zeros_like(solver.average())
        mine, theirs = _core.layout(solver.game, wide[:0]), _core.layout(stored.game, stored.sums[:0])
        for one, two in zip(mine.tolist(), theirs.tolist(), strict=True):
            *_, to, actions, states, width = one
            rows = stored.sums[two[4] : two[4] + actions * two[7]].reshape(actions, two[7])
            wide[to : to + actions * width].reshape(actions, width)[:, :states] = rows[:, :states]
        solver.restore(0, np.zeros_like(wide), wide)
        by_hand = solver.evaluate()
        assert stored.values.expected == pytest.approx(by_hand.expected, abs=1e-9)
        if spot != Spot(**R2):  # its locks restrict best responses
            assert stored.values.best_response == pytest.approx(by_hand.best_response, abs=1e-9)
        if dtype != "int16":  # there, locked strategies are rounded beside larger sums
            assert stored.values.exploitability == pytest.approx(found.values.exploitability, abs=1e-3)
        assert stored.log[:-1] == found.log[:-1]


def test_a_file_is_half_as_large(tmp_path: Path) -> None:
    solution = solve_spot(Spot(**T1), iterations=2)
    save_earlier(solution, tmp_path / "earlier.h5")
    solution.save(tmp_path / "now.h5")
    assert 2 * (tmp_path / "now.h5").stat().st_size <= (tmp_path / "earlier.h5").stat().st_size


@pytest.mark.parametrize("dtype", ["int16", "float32", "float64"])
def test_files_of_the_version_before(tmp_path: Path, dtype: str) -> None:
    solution = solve_spot(random_spot(3), iterations=20, dtype=dtype)
    save_earlier(solution, tmp_path / "earlier.h5")
    read = load_spot(tmp_path / "earlier.h5")
    assert (read.values, read.dtype) == (solution.values, dtype)
    assert np.array_equal(read.at().values, solution.at().values, equal_nan=True)
    read.save(tmp_path / "now.h5")
    again, stored = load_spot(tmp_path / "now.h5"), solution.stored()
    assert np.array_equal(again.sums, stored.sums)
    assert np.array_equal(again.at().values, stored.at().values, equal_nan=True)


def test_texts_of_locks() -> None:
    assert Lock.read("r10 f=1,c=3") == Lock("r10", {"f": 1, "c": 3})
    assert Lock.read("cc/@2c AA,KK c=1") == Lock("cc/", {"AA,KK": {"c": 1}}, "2c")
    for text in ("", "r10", "r10 f", "r10 f=x", "a b c d=1"):
        with pytest.raises(ValueError, match="lock: expected a line"):
            Lock.read(text)


BETTING: list[dict[str, object]] = [
    {"pot": 20, "limit_bets": 10, "caps": 2},
    {
        "pot": 21,
        "stacks": (35, 80),
        "bets": "50%,a",
        "raises": "2.5x",
        "to_act": "ip",
        "rake": 0.1,
        "rake_cap": 2,
    },
]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 3))])
@pytest.mark.parametrize(
    ("board", "cards", "betting"),
    [
        *(
            (board, cards, betting)
            for board, cards in (("2s3h4d6c7c", 20), ("Td9d6hQc", 12))
            for betting in BETTING
        ),
        ("Jh8h4h", 6, BETTING[0]),
        ("2s3h4d6c7c", 20, {"game": "limit-holdem", "history": "cc/cc/cc/cr"}),
        ("Td9d6hQc", 12, {"game": "limit-holdem", "history": "crc/cc/rr"}),
        ("2s3h4d6c7c", 20, {"game": "nolimit-holdem", "history": "cc/cc/cc/c"}),
    ],
)
def test_betting_of_every_kind_by_hand(board: str, cards: int, betting: dict[str, object], seed: int) -> None:
    spot = Spot(**short_deck(board, cards, (4, 5), seed), **betting)  # type: ignore[arg-type]
    solution = solve_spot(spot, iterations=5, dtype="float64")
    by_hand = ByHand(solution)
    for player in (0, 1):
        expected, best = (by_hand.values(player, best=wanted) for wanted in (False, True))
        assert solution.values.expected[player] == pytest.approx(expected, abs=1e-8)
        assert solution.values.best_response[player] == pytest.approx(best, abs=1e-8)
    decision = solution.at()
    met = decision.side.meets > 0
    mixed = (decision.strategy * decision.values).sum(axis=1)
    assert mixed[met] == pytest.approx(decision.side.ev[met], abs=1e-9)
    folds = [a for a, step in enumerate(decision.steps) if step == "f"]
    assert not folds or decision.values[met][:, folds] == pytest.approx(0, abs=1e-9)


@pytest.mark.slow
def test_exploitability_hardly_rises_between_checks() -> None:
    for keys in (R1, R2, T1, F1):
        log = solve_spot(Spot(**keys), iterations=200).log
        course = [row.values.exploitability for row in log]
        assert all(after < 1.1 * before for before, after in pairwise(course))


def test_sizes_are_those_of_the_index() -> None:
    game = game_of(Spot(**F1))
    index = _core.layout(game, np.empty(0, np.float32))
    for street, size in enumerate(sizes_of(game)):
        rows = index[index[:, 0] == street]
        assert size.boards == len(game.board_cards(street))
        assert size.decisions == len(rows)
        assert size.entries == (rows[:, 5] * rows[:, 6]).sum()
    assert [size.decisions for size in sizes_of(game)] == [6, 322, 14_850]


@pytest.mark.parametrize("scale", [1e-300, 1e-150, 1e150, 1e300])
def test_weights_of_any_scale_are_one_spot(scale: float) -> None:
    """Scaling all weights of a spot does not change its values."""
    plain = {"oop": {"AA": 1.0, "QQ": 0.5}, "ip": {"KK": 1.0, "JJ": 0.25}}
    board: dict[str, Any] = {"board": "2s3h4d6c7c", "pot": 20, "stack": 10, "bets": "a"}

    def solved(by: float) -> pokerdata.SpotSolution:
        ranges = {
            p: relative(",".join(f"{hand}:{w * by!r}" for hand, w in held.items()))
            for p, held in plain.items()
        }
        return solve_spot(Spot(oop=ranges["oop"], ip=ranges["ip"], **board), iterations=50, threads=1)

    expected, found = solved(1.0), solved(scale)
    assert 0 < found.spot.deals < 1e12
    assert found.values.percent < 1
    assert found.values.expected == pytest.approx(expected.values.expected, abs=0.2)
    # Weights near 1 keep their bits; larger ones are divided by a power of two, as in their text.
    assert Spot(oop="AA:0.001", ip="KK", **board).weights(0).max() == 0.001
    large = Spot(oop=relative("AA:1000,QQ:0.001"), ip="KK", **board)
    assert large.weights(0).max() == 1000 / 1024
    assert Spot(**{**large.values(), "oop": str(large.oop), "ip": "KK"}) == large


def test_memory_that_is_told_holds_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution copies the sums, and a state also the regrets: the estimate covers the memory in use."""
    monkeypatch.setattr(resources, "with_margin", lambda need: need)  # arrays alone
    game = game_of(Spot(**values_of_keys("T1", T1)))
    entries = sum(size.entries for size in sizes_of(game))
    for dtype, size, stored in (("int16", 4, 2), ("float32", 4, 4), ("float64", 8, 8)):
        needed = memory_needed(game, dtype=dtype, threads=1)
        one, two = (memory_needed(game, dtype=dtype, threads=1, copies=copies) - needed for copies in (1, 2))
        assert stored * entries <= one <= 1.1 * stored * entries  # rows are padded
        assert 2 * size * entries <= two <= 2.2 * size * entries
        assert spot_costs(game, dtype=dtype, threads=1).memory_bytes == needed + two


def test_memory_that_is_refused_is_what_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerdata._support.resources.available_memory", lambda: 1000)
    spot = "--board Jh8h4d --oop 22+,A2+,KT+ --ip 22+,A2+,KT+ --pot 50 --stack 975 --bets 50% --raises 60%"
    found = CliRunner().invoke(cli, ["spot", "solve", *spot.split()])
    told = re.search(r"memory ([\d.]+) GB", found.output)
    needed = re.search(r"needs ([\d.]+) GB, 0.00 GB are free", str(found.exception))
    assert isinstance(found.exception, CapacityError)
    assert told is not None
    assert needed is not None
    assert float(needed[1]) == pytest.approx(float(told[1]), abs=0.051)


def test_memory_for_the_solution_is_looked_for_first(monkeypatch: pytest.MonkeyPatch) -> None:
    spot = Spot(**values_of_keys("T1", T1))
    needed = memory_needed(game_of(spot), threads=1)
    monkeypatch.setattr("pokerdata._support.resources.available_memory", lambda: needed + 1000)
    SpotSolver(spot, spot_algorithm(None), threads=1)
    with pytest.raises(CapacityError, match="not enough memory to solve the spot"):
        solve_spot(spot, iterations=1, threads=1)
