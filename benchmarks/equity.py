"""Equities of hands and ranges, exact and sampled, on one thread, compared with other packages."""

from __future__ import annotations

from functools import partial

import numpy as np
from equity_peers import PEERS, installed
from evaluator import random_hands
from measure import Bench, Threaded, times
from numpy.typing import NDArray

from pokerdata.cards.equity import equities_of_hands, equity

HANDS = {
    "AcKd v TdTh before the flop": (["AcKd", "TdTh"], ""),
    "AcKd v TdTh v 9s8s on 7s6c2s": (["AcKd", "TdTh", "9s8s"], "7s 6c 2s"),
}
WIDE = ["66+,A2s+,K9s+,QTs+,JTs,T9s,ATo+,KJo+", "22+,A2s+,K5s+,Q8s+,J8s+,T8s+,97s+,A7o+,K9o+,QTo+"]
RANGES = {
    "two wide ranges of classes on 7s6cAs": (WIDE, "7s 6c As"),
    "two wide ranges of classes before the flop": (WIDE, ""),
}


def exact(bench: Bench) -> None:
    """Enumerate all deals; a package with a different equity is named but not compared."""
    for kind, cases in (("hands", HANDS), ("ranges", RANGES)):
        for what, (held, board) in cases.items():
            found = equity(held, board)
            seconds = bench.seconds(partial(equity, held, board, threads=1), runs=9)
            ratios = []
            for peer in installed() if bench.peers else []:
                if not hasattr(peer, kind):
                    continue
                try:
                    work = getattr(peer, kind)(held, board)
                    agrees = abs(work() - found.equity[0]) < 1e-6
                except RuntimeError:
                    ratios.append(f"{peer.name} refuses")
                    continue
                each = bench.seconds(work, runs=3)
                ratios.append(f"{times(each / seconds)} {peer.name}" if agrees else f"{peer.name} differs")
            bench.time(f"equity, exact, {what}, one thread ({found.deals:,} deals)", seconds, *ratios)


def sampled(bench: Bench) -> None:
    """Sample random deals; the comparison is per deal."""
    held, board = HANDS["AcKd v TdTh before the flop"]
    deals = 10_000 if bench.quick else 1_000_000
    cases = {"hands AcKd v TdTh": held, "two wide ranges": WIDE}
    for what, hands in cases.items():
        work = partial(equity, hands, board, samples=deals, seed=1, threads=1)
        seconds = bench.seconds(work)
        ratios = []
        for peer in installed() if hands is held and bench.peers else []:
            some = min(deals, peer.most_deals)
            each = bench.seconds(peer.sampled(hands, board, some), runs=3) / some
            ratios.append(f"{times(each / seconds * deals)} {peer.name}")
        bench.rate(f"equity, sampled, {what} before the flop, one thread", deals, seconds, "deals", *ratios)


def contests(bench: Bench) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Enumerate contests of three hands on flops."""
    count = 100 if bench.quick else 20_000
    cards = random_hands(count, 9)
    return cards[:, :6].reshape(count, 3, 2), np.ascontiguousarray(cards[:, 6:])


def many(bench: Bench) -> None:
    """Enumerate contests of three hands on flops in one call."""
    given = contests(bench)
    seconds = bench.seconds(lambda: equities_of_hands(*given, threads=1))
    each = f"{seconds / len(given[0]) * 1e6:.2f} us a contest"
    bench.say("equity of many contests of three hands on flops, one thread", each, seconds=seconds)


def one_board(bench: Bench) -> None:
    """Compute AcKd against a range on a complete board."""
    hands, board = ["AcKd", WIDE[1]], "7s 6c As Td 2h"
    seconds = bench.seconds(lambda: equity(hands, board, threads=1), runs=9)
    bench.time("equity, exact, AcKd v a wide range on the river, one thread", seconds)


def threaded(bench: Bench) -> Threaded:
    yield (
        "equity, exact, two wide ranges of classes before the flop",
        lambda threads: equity(WIDE, threads=threads),
    )
    deals = 10_000 if bench.quick else 10_000_000
    held = HANDS["AcKd v TdTh before the flop"][0]
    for what, hands in {"hands AcKd v TdTh": held, "two wide ranges": WIDE}.items():

        def work(threads: int, hands: list[str] = hands) -> None:
            equity(hands, samples=deals, seed=1, threads=threads)

        yield f"equity, {deals:,} samples, {what} before the flop", work
    given = contests(bench)
    yield (
        f"equity of {len(given[0]):,} contests of three hands on flops",
        lambda threads: equities_of_hands(*given, threads=threads),
    )


def run(bench: Bench) -> None:
    exact(bench)
    sampled(bench)
    many(bench)
    one_board(bench)
    for peer in PEERS if bench.peers else []:
        if peer not in installed():
            bench.say(f"equity, {peer.name}", "not installed")
