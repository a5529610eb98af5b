"""Kernel seconds of the strength tables of all streets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from measure import Bench

from pokerdata._core import strength as kernels

T = TypeVar("T")


def run(bench: Bench) -> None:
    threads = bench.threads
    total = 0.0

    def part(name: str, work: Callable[[], T]) -> T:
        nonlocal total
        result = work()
        seconds = bench.median(work, runs=3)
        total += seconds
        bench.say(f"{name}, {threads} threads", f"{seconds:.3f} s", seconds=seconds)
        return result

    river = part("river strength", lambda: kernels.river(threads))
    turn = part("turn strength", lambda: kernels.turn(river, threads))
    part("present strength on the turn", lambda: kernels.present(4, threads))
    flop = part("flop strength", lambda: kernels.flop(*turn, threads))
    part("present strength on the flop", lambda: kernels.present(3, threads))
    part("preflop strength", lambda: kernels.preflop(*flop[:2]))
    bench.say("all streets together", f"{total:.3f} s", seconds=total)
