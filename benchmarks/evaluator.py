"""Hands per second: arrays of random hands, all hands, all hole cards on boards; compared with other evaluators."""

from __future__ import annotations

from functools import partial
from math import comb
from typing import Any

import numpy as np
from measure import Bench, Threaded, times
from numpy.typing import NDArray
from peers import absent, installed

import pokerdata
from pokerdata._core import evaluator as kernels
from pokerdata.cards.evaluator import evaluate_boards


def random_hands(count: int, size: int, seed: int = 1) -> NDArray[np.uint8]:
    """Return random hands of distinct cards."""
    rng = np.random.default_rng(seed)
    hands = np.empty((count, size), np.uint8)
    for i in range(size):
        card = rng.integers(0, 52 - i, count, dtype=np.uint8)
        # The card-th of those not dealt yet.
        for earlier in np.sort(hands[:, :i], axis=1).T:
            card += card >= earlier
        hands[:, i] = card
    return hands


def arrays(bench: Bench) -> None:
    """Evaluate 10 million random hands, with the checks for range and duplicates."""
    count = 10_000 if bench.quick else 10_000_000
    for size in (7, 6, 5):
        rows = random_hands(count, size)
        few = rows[: count // 500].tolist()
        orders = {"C order": rows, "Fortran order": np.asfortranarray(rows)}
        for name, hands in orders.items():
            seconds = bench.seconds(partial(pokerdata.evaluate, hands, threads=1), runs=9)
            ratios = []
            if size == 7 and hands is rows and bench.peers:
                for peer in installed():
                    some = few if peer.__name__ != "pokerkit" else few[: count // 10_000]
                    each = bench.seconds(peer(some), runs=3) / len(some)
                    ratios.append(f"{times(each / seconds * count)} {peer.__name__} hand by hand")
                ratios += [f"{name} is not installed" for name in absent()]
            bench.rate(
                f"evaluate, {size} cards, {name}, one thread, checks on", count, seconds, "hands", *ratios
            )
        if bench.threads > 1:
            seconds = bench.seconds(partial(pokerdata.evaluate, rows, threads=bench.threads), runs=9)
            bench.rate(f"evaluate, {size} cards, C order, {bench.threads} threads", count, seconds, "hands")


def calls(bench: Bench) -> None:
    """Evaluate a few hands per call, to measure the fixed cost of a call."""
    hands, one = random_hands(100, 7), "As Ks Qs Js Ts 2c 3d"
    times = 10 if bench.quick else 10_000
    for what, given in (("one hand, uint8 [7]", hands[0]), ("one hand as text", one), ("100 hands", hands)):

        def work(given: Any = given) -> None:
            for _ in range(times):
                pokerdata.evaluate(given)

        seconds = bench.seconds(work)
        bench.say(f"a call of evaluate, {what}", f"{seconds / times * 1e6:.2f} us", seconds=seconds)


def enumeration(bench: Bench) -> None:
    """Evaluate all 133,784,560 hands of seven cards on one thread."""
    seconds = bench.seconds(lambda: kernels.sum_codes(7, 1))
    bench.rate("all hands of 7 cards, sum of codes, one thread", comb(52, 7), seconds, "hands")
    seconds = bench.seconds(lambda: kernels.count_categories(7, 1))
    bench.rate("all hands of 7 cards, by category, one thread", comb(52, 7), seconds, "hands")


def boards(bench: Bench) -> None:
    """Evaluate all hole cards on given boards."""
    for size in (5, 4, 3):
        given = random_hands(40 if bench.quick else 4000, size)
        seconds = bench.seconds(partial(evaluate_boards, given, threads=1), runs=9)
        hands = len(given) * comb(52 - size, 2)
        bench.rate(f"all hole cards on boards of {size} cards, one thread", hands, seconds, "hands")


def threaded(bench: Bench) -> Threaded:
    count = 10_000 if bench.quick else 10_000_000
    rows = random_hands(count, 7)
    for name, hands in (("C order", rows), ("Fortran order", np.asfortranarray(rows))):

        def work(threads: int, hands: NDArray[np.uint8] = hands) -> None:
            pokerdata.evaluate(hands, threads=threads)

        yield f"evaluate, {count:,} hands of 7 cards, {name}, checks on", work
    yield "all hands of 7 cards, sum of codes", partial(kernels.sum_codes, 7)
    yield "all hands of 7 cards, by category", partial(kernels.count_categories, 7)
    given = random_hands(40 if bench.quick else 40_000, 5)
    yield f"all hole cards on {len(given):,} rivers", lambda threads: evaluate_boards(given, threads=threads)


def run(bench: Bench) -> None:
    arrays(bench)
    calls(bench)
    enumeration(bench)
    boards(bench)
