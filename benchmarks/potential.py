"""Tables of potential, and the potential of one hand, compared with a loop over an evaluator."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from itertools import combinations

from equity_peers import Work, cards
from measure import Bench, Threaded, times

from pokerdata._core import strength as kernels
from pokerdata.cards.strength import potential_counts

HAND, FLOP = "AcKd", "7s6cAs"


def loop(run_outs: int) -> Work:
    """Play showdowns against all hands on the first run-outs, hand by hand with eval7."""
    import eval7

    deck = {str(card): card for card in eval7.Deck().cards}
    hole, flop = [deck.pop(card) for card in cards(HAND)], [deck.pop(card) for card in cards(FLOP)]

    def work() -> float:
        better = 0
        for pair in list(combinations(deck.values(), 2))[:run_outs]:
            board = [*flop, *pair]
            mine = eval7.evaluate(hole + board)
            left = [card for card in deck.values() if card not in pair]
            better += sum(mine > eval7.evaluate([*other, *board]) for other in combinations(left, 2))
        return better

    return work


def threaded(_: Bench) -> Threaded:
    yield "flop potential, one card, all boards and hands", partial(kernels.potential_one_card, 3)


def long(_: Bench) -> Threaded:
    """Run the same kernel on more boards, about ten times as long."""
    yield "flop potential, two cards, all boards and hands", kernels.potential_two_cards
    yield "turn potential, one card, all boards and hands", partial(kernels.potential_one_card, 4)


def run(bench: Bench) -> None:
    bench.threaded(threaded(bench))
    if not bench.brief:
        bench.threaded(long(bench))
    ratios = [] if find_spec("eval7") or not bench.peers else ["eval7 is not installed"]
    seconds = bench.seconds(lambda: potential_counts(HAND, FLOP, threads=1), runs=9)
    if bench.peers and find_spec("eval7"):
        some = 2 if bench.quick else 40
        each = bench.seconds(loop(some), runs=3) / some
        ratios = [f"{times(each * 1081 / seconds)} eval7 hand by hand ({some} of 1,081 run-outs, scaled)"]
    bench.time(f"potential of {HAND} on {FLOP}, two cards, one thread", seconds, *ratios)
    seconds = bench.seconds(lambda: potential_counts(None, FLOP, threads=1), runs=5)
    bench.time(f"potential of all hands on {FLOP}, two cards, one thread", seconds)
