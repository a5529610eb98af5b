"""Best response on real cards after one flop: milliseconds per river board dealt, up to suits, and seat."""

from __future__ import annotations

from functools import partial

from measure import Bench, Threaded

from pokerdata._core import real_cards as kernels
from pokerdata.cards.isomorphism import CANONICAL_BOARDS
from pokerdata.games import BettingTree
from pokerdata.games.named import LIMIT_HOLDEM, NOLIMIT_HOLDEM
from pokerdata.games.strategies import load_strategy
from pokerdata.games.strategies.simple import simple_rows
from pokerdata.solving.real_cards.evaluation import TEXAS_RANKS, Contestant
from pokerdata.solving.real_cards.seats import Played, Seats

WHOLE_DECK = (1 << 52) - 1


def rivers(flop: int) -> int:
    """Return the rivers of a canonical flop, dealt and up to suits."""
    return kernels.boards(WHOLE_DECK, flop)[1]


#: The flop with the fewest rivers takes the least time.
FLOP = min(range(CANONICAL_BOARDS[3]), key=rivers)


def threaded(bench: Bench) -> Threaded:
    strategy = load_strategy("limit5_strategy", tables=bench.tables)
    solved = Contestant.of_file(strategy, "limit5_strategy", bench.tables)
    buckets = solved.play()
    even = simple_rows(BettingTree(NOLIMIT_HOLDEM), solved.numbers, "uniform")
    for rules, name, played in (
        (
            LIMIT_HOLDEM,
            "limit hold'em, always-call",
            Contestant.without_cards("always-call", LIMIT_HOLDEM).play(),
        ),
        (LIMIT_HOLDEM, "limit hold'em, 5 buckets", buckets),
        (NOLIMIT_HOLDEM, "no-limit hold'em, 5 buckets, all actions as often", Played(even, buckets.states)),
    ):
        seats = Seats(rules, TEXAS_RANKS, (0, 1), played)

        def work(threads: int, seats: Seats = seats) -> None:
            seats.behind([FLOP], threads=threads)

        yield f"best response on real cards to {name}, both seats of a flop", work


def run(bench: Bench) -> None:
    for what, work in threaded(bench):
        seconds = bench.seconds(partial(work, bench.threads), runs=3)
        each = f"{seconds / 2 / rivers(FLOP) * 1e3:.2f} ms a river board and seat"
        bench.say(f"{what}, {bench.threads} threads", each, seconds=seconds)
