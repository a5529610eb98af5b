"""Finished flops, sampled flops, and their messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from helpers.short_decks import SmallGame
from pokerdata._support import costs
from pokerdata._support.costs import Cost
from pokerdata._support.text import seconds_text
from pokerdata.cli.exploitability import exploitability
from pokerdata.errors import CapacityError
from pokerdata.games.named import LIMIT_HOLDEM, NOLIMIT_HOLDEM
from pokerdata.solving.real_cards import KeptFlops
from pokerdata.solving.real_cards.evaluation import Contestant, real_cost, values_of, values_of_seats
from pokerdata.solving.real_cards.flops import Flops, error_of_pairs
from pokerdata.solving.real_cards.seats import Played, Seats
from pokerdata.solving.real_cards.values import _DEALT_RIVERS

ALL = (1 << 13) - 1


def seats_of(small: SmallGame, own: bool = False, players: tuple[int, ...] = (0, 1)) -> Seats:
    plays = Played(small.strategy(1), small.states)
    other = Played(small.strategy(2), small.states) if own else None
    return Seats(small.rules, small.ranks, players, plays, other)


class StoppedError(Exception):
    pass


class StopsAfter(KeptFlops):
    """Kept flops of a run that stops after a number of saves."""

    left = 1

    def save_shard(self, key: str, arrays: Mapping[str, Any]) -> None:
        if self.left == 0:
            raise StoppedError
        self.left -= 1
        super().save_shard(key, arrays)


def test_a_stopped_run_goes_on_to_the_same_bits(
    small: SmallGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokerdata.solving.real_cards.seats.SHARD", 3)
    seats = seats_of(small)
    whole = values_of_seats(seats, "made up", small.rules, threads=1)
    with pytest.raises(StoppedError):
        values_of_seats(seats, "made up", small.rules, keep=StopsAfter(tmp_path / "kept", {}), threads=2)
    keep = KeptFlops(tmp_path / "kept", {})
    assert keep.count == 1
    told: list[tuple[int, int]] = []
    again = values_of_seats(
        seats, "made up", small.rules, keep=keep, threads=2, progress=lambda *now: told.append(now)
    )
    assert again == whole
    assert keep.count > 2
    assert told[-1][0] == told[-1][1] > 0
    assert told == sorted(told)
    done = KeptFlops(tmp_path / "kept", {})
    assert values_of_seats(seats, "made up", small.rules, keep=done) == whole
    assert KeptFlops(tmp_path / "kept", {"strategies": "others"}).count == 0
    done.remove()
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("first", [(0,), (1,), (0, 1)])
def test_what_one_seat_kept_serves_both(
    small: SmallGame, first: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokerdata.solving.real_cards.seats.SHARD", 3)
    whole = values_of_seats(seats_of(small), "made up", small.rules)
    with pytest.raises(StoppedError):
        values_of_seats(
            seats_of(small, players=first), "made up", small.rules, keep=StopsAfter(tmp_path / "kept", {})
        )
    asked: list[tuple[int, tuple[int, ...]]] = []
    of_flops = Seats.of_flops

    def noted(self: Seats, flops: tuple[int, ...], players: tuple[int, ...], *rest: Any) -> list[Any]:
        asked.append((len(flops), players))
        return of_flops(self, flops, players, *rest)

    monkeypatch.setattr(Seats, "of_flops", noted)
    keep = KeptFlops(tmp_path / "kept", {})
    told: list[tuple[int, int]] = []
    again = values_of_seats(
        seats_of(small), "made up", small.rules, keep=keep, progress=lambda *now: told.append(now)
    )
    assert again == whole
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
    if len(first) == 1:  # the other seat has been done for the first flops
        assert asked[0] == (3, (1 - first[0],))
        assert all(players == (0, 1) for _, players in asked[1:])
    asked.clear()
    for player in (0, 1):
        one = values_of_seats(seats_of(small, players=(player,)), "made up", small.rules, keep=keep)
        assert one.seats[0] == whole.seats[player]
    assert not asked, "both are there"


def test_drawing_many_flops_comes_near_to_all(small: SmallGame) -> None:
    seats = seats_of(small)
    exact = values_of_seats(seats, "made up", small.rules)
    drawn = values_of_seats(seats, "made up", small.rules, flops=400, seed=1)
    assert drawn == values_of_seats(seats, "made up", small.rules, flops=400, seed=1, threads=1)
    assert drawn.both is not None
    assert exact.both is not None
    for found, true in zip((drawn.both, *drawn.seats), (exact.both, *exact.seats), strict=True):
        assert found.above is not None
        assert found.won.standard_error > 0
        assert abs(found.won.mean - true.won.mean) < 2 * found.won.half_width
        assert found.won.mean <= found.above + 1e-9, "as the other decisions are not better on the same flops"


def test_values_against_a_strategy_of_drawn_flops_have_no_bias(small: SmallGame) -> None:
    seats = seats_of(small, own=True)
    exact = values_of_seats(seats, "one", small.rules, "other")
    drawn = values_of_seats(seats, "one", small.rules, "other", flops=400, seed=2)
    for found, true in zip(drawn.seats, exact.seats, strict=True):
        assert found.above is None
        assert abs(found.won.mean - true.won.mean) < 2 * found.won.half_width


def test_degrees_of_freedom() -> None:
    """Equal strata give their number of degrees of freedom, and a single stratum with all the variance gives one."""
    random = np.random.default_rng(1)
    alike = random.standard_normal((200, 1000))
    errors, freedom = error_of_pairs(alike)
    assert errors == pytest.approx(np.sqrt((alike**2).sum(axis=0) / 4) / 200)
    assert 150 < np.median(freedom) <= 200
    alike[0], alike[1:] = 1, 1e-6 * alike[1:]
    errors, freedom = error_of_pairs(alike)
    assert freedom == pytest.approx(1, abs=1e-3)
    assert error_of_pairs(np.zeros((7, 1)))[1] == 7


@pytest.mark.slow
@pytest.mark.parametrize("own", [True, False], ids=["against", "best response"])
def test_intervals_hold_as_often_as_they_say(small: SmallGame, own: bool) -> None:
    """Coverage over 300 seeds is as stated, though few strata of a small deck have variance.

    Intervals contain the value against a strategy. They lie below a best response's winnings, which are a
    bound.
    """
    seats = seats_of(small, own=own)
    behind = seats.behind(range(len(seats.flops.numbers)), threads=2)
    known = SimpleNamespace(
        flops=seats.flops, each=seats.each, behind=lambda places, **_: [values[places] for values in behind]
    )
    against = "other" if own else None
    exact = values_of_seats(seats, "one", small.rules, against)
    held, above = np.zeros((2, 300)), np.zeros((2, 300))
    for seed in range(300):
        drawn = values_of_seats(known, "one", small.rules, against, flops=20, seed=seed)  # type: ignore[arg-type]
        for player, (found, true) in enumerate(zip(drawn.seats, exact.seats, strict=True)):
            off = found.won.mean - true.won.mean
            held[player, seed] = abs(off) <= found.won.half_width if own else off <= found.won.half_width
            above[player, seed] = 0 if found.above is None else found.above - true.won.mean
    assert (held.mean(axis=1) >= (0.92 if own else 0.93)).all(), held.mean(axis=1)
    if own:
        assert (held.mean(axis=1) < 0.99).all(), "intervals are not wider than they say"
    else:
        near = 3 * above.std(axis=1) / np.sqrt(above.shape[1])
        assert (above.mean(axis=1) > -near).all(), (
            "fitted on the flops that it is valued on, never too low on average"
        )


def test_strata_hold_as_many_flops_each() -> None:
    flops = Flops.of(ALL)
    assert (len(flops.numbers), flops.orbits.sum()) == (1755, 22_100)
    drawn = flops.drawn(20_000, 5)
    assert drawn.shape == (20_000, 2)
    share = np.bincount(drawn.ravel(), minlength=1755) / drawn.size
    np.testing.assert_allclose(share, flops.orbits / 22_100, atol=1e-4)


def test_what_it_says(small: SmallGame) -> None:
    values = values_of_seats(seats_of(small), "made up", small.rules)
    assert values.both is not None
    assert values.exploitability == (values.seats[0].won.mean + values.seats[1].won.mean) / 2
    assert values.nash_conv == 2 * values.exploitability
    assert "on real cards" in str(values)
    no_limit = small.rules.stack is not None
    assert ("only the bets of its menu" in str(values)) == no_limit
    assert values.to_dict()["all_bets"] is not no_limit
    one = values_of_seats(seats_of(small, players=(0,)), "made up", small.rules)
    with pytest.raises(ValueError, match="expected best responses of both seats"):
        _ = one.exploitability
    drawn = str(values_of_seats(seats_of(small), "made up", small.rules, flops=4, seed=3))
    assert "at least" in drawn
    assert "bounds from below" in drawn


def test_always_fold_in_closed_form() -> None:
    """In hold'em the button raises any hand and wins the big blind; out of position, it wins the small blind."""
    folds = Contestant.without_cards("always-fold", LIMIT_HOLDEM)
    values = values_of(folds, player=1, flops=4, seed=1)
    assert values.seats[0].player == 2
    assert values.seats[0].won.mean == pytest.approx(5, abs=1e-12)
    with pytest.raises(ValueError, match=r"flops: expected an even number, got 5; e.g. 6"):
        values_of(folds, flops=5)
    with pytest.raises(ValueError, match=r"player: expected 1 or 2, got 3; e.g. 1"):
        values_of(folds, player=3)
    with pytest.raises(ValueError, match="against: expected a strategy of the same game"):
        values_of(folds, Contestant.without_cards("always-fold", NOLIMIT_HOLDEM))


def test_costs_are_told() -> None:
    calls = Contestant.without_cards("always-call", LIMIT_HOLDEM)
    whole, half = real_cost(calls), real_cost(calls, player=1)
    assert 200 < whole.seconds < 9_000  # took 319 on the Intel Xeon with AVX-512
    other = real_cost(calls, player=2)
    dealing = _DEALT_RIVERS * costs.REAL_BOARD  # once for both seats
    assert half.seconds + other.seconds == pytest.approx(whole.seconds + 1 + dealing)
    assert max(half.memory_bytes, other.memory_bytes) < whole.memory_bytes
    assert whole.memory_bytes < 2_000_000_000
    assert real_cost(calls, flops=100).seconds < whole.seconds / 5


@pytest.mark.parametrize("factor", [0.5, 3.0])
def test_the_time_told_is_that_of_this_machine(factor: float, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []

    def measured(threads: int) -> Callable[[Cost], float]:
        told.append(threads)
        return lambda cost: factor * cost.seconds

    monkeypatch.setattr(costs, "measure", measured)
    monkeypatch.setattr("pokerdata.solving.real_cards.evaluation.values_of", lambda *_, **__: "values")
    words = "always-call --game limit-holdem --real --flops 400 -j 1"
    found = CliRunner().invoke(exploitability, words.split(), catch_exceptions=False)
    assert found.stdout == "values\n"
    cost = real_cost(Contestant.without_cards("always-call", LIMIT_HOLDEM), flops=400, threads=1)
    assert found.stderr == f"about {seconds_text(factor * cost.seconds)} on this machine, {cost.room}\n"
    assert told == [1]


def test_what_is_never_reached_costs_nothing() -> None:
    whole = [real_cost(Contestant.without_cards(name, LIMIT_HOLDEM)).seconds for name in _BY_WORK]
    assert whole == sorted(whole)
    assert whole[-1] > 5 * whole[0]


_BY_WORK = ("always-fold", "always-call", "uniform")


def test_too_little_memory_is_told_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerdata.solving.real_cards.evaluation.available_memory", lambda: 100_000_000)
    monkeypatch.setattr("pokerdata.solving.real_cards.evaluation.Seats", None)
    with pytest.raises(CapacityError, match="not enough memory for values on real cards"):
        values_of(Contestant.without_cards("always-call", LIMIT_HOLDEM))
