"""Kernel seconds of the strength tables of all streets."""

from __future__ import annotations

from functools import partial

from measure import Bench, Threaded

from pokerdata._core import strength as kernels


def threaded(bench: Bench) -> Threaded:
    river = kernels.river(bench.threads)
    turn = kernels.turn(river, bench.threads)
    yield "river strength", kernels.river
    yield "turn strength", partial(kernels.turn, river)
    yield "present strength on the turn", partial(kernels.present, 4)
    yield "flop strength", partial(kernels.flop, *turn)
    yield "present strength on the flop", partial(kernels.present, 3)


def run(bench: Bench) -> None:
    total = 0.0
    for what, work in threaded(bench):
        seconds = bench.seconds(partial(work, bench.threads), runs=3)
        total += seconds
        bench.time(f"{what}, {bench.threads} threads", seconds)
    flop = kernels.flop(*kernels.turn(kernels.river(bench.threads), bench.threads), bench.threads)
    seconds = bench.seconds(lambda: kernels.preflop(*flop[:2]), runs=3)
    bench.time("preflop strength", seconds)
    bench.time("strength of all streets together", total + seconds)
