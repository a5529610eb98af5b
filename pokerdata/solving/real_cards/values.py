"""Values on real cards, their texts, their tables NAME_real, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import real_cards as _core
from pokerdata._core.games import BettingTree as _Tree
from pokerdata._support import costs, html
from pokerdata._support.costs import PROCESS_MEMORY, Cost
from pokerdata._support.estimates import Estimate, fixed, or_none, plus_minus
from pokerdata._support.text import brief, shortened
from pokerdata.cards.isomorphism import CANONICAL_BOARDS
from pokerdata.games import BettingTree, Rules, Unit, milliblinds, rules_of
from pokerdata.games.betting_tree import SHOWDOWN
from pokerdata.pipeline.store import Table
from pokerdata.solving.evaluation import Scope
from pokerdata.solving.real_cards.flops import root_of
from pokerdata.solving.real_cards.seats import reached

#: Bound of a value's rounding error, as a fraction of the chips that a player can lose. It covers the rounding of float32
#: sums and the reach that the kernels omit. Along the longest way from a leaf to the game's value, at most 400 terms are
#: summed in turn, each with an error of 2^-24: 2.4e-5 of these 3.05e-5. The kernels omit nodes that a player reaches on a
#: street with a probability below 1e-18; in a tree of 20 million nodes, the most there are, this adds 4e-11.
ROUNDING = 2.0**-15


@dataclass(frozen=True)
class SeatValue:
    """What the player of one seat wins, in chips per game.

    Attributes:
        player: 1 or 2.
        won: The value. It is exact (standard error 0) if all flops were dealt. For sampled flops it is the mean; a best
            response's decisions before the flop are then fitted on one half of the flops and valued on the other.
        above: For sampled flops, the value of a best response that is fitted and valued on the same flops, which is too
            high on average; otherwise None.
    """

    player: int
    won: Estimate
    above: float | None = None


@dataclass(frozen=True)
class RealValues:
    """Values of a strategy on real cards, in chips per game.

    Attributes:
        name: Name of the strategy.
        rules: Rules of its game.
        seats: For each requested player, what its best response wins against the strategy. Against another strategy, what
            the strategy wins in that seat.
        against: Name of the other strategy that `name` plays against; None for best responses.
        both: The mean of both seats; None if only one was requested.
        flops: Number of sampled flops; None for all.
        seed: Seed of sampled flops.
    """

    name: str
    rules: Rules
    seats: tuple[SeatValue, ...]
    against: str | None = None
    both: SeatValue | None = None
    flops: int | None = None
    seed: int = 0

    @property
    def exploitability(self) -> float:
        """What best responses win, averaged over both seats.

        Raises:
            ValueError: If only one seat was requested, or the values are against another strategy.
        """
        if self.both is None or self.against is not None:
            raise ValueError(
                "exploitability: expected best responses of both seats, got others; e.g. without player and against"
            )
        return self.both.won.mean

    @property
    def nash_conv(self) -> float:
        """The sum of both best responses.

        Raises:
            ValueError: As for `exploitability`.
        """
        return 2 * self.exploitability

    @property
    def rounding(self) -> float:
        """Most chips by which a value can change through rounding and omitted reach below 1e-18."""
        return ROUNDING * most_lost(self.rules)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as values for JSON."""
        unit = Unit.of(self.rules)
        parts = {f"player_{seat.player}": seat for seat in self.seats}
        if self.both is not None:
            parts["both"] = self.both

        def told(seat: SeatValue) -> dict[str, Any]:
            above = {} if seat.above is None else {"chips_per_game_from_above": seat.above}
            interval = {} if self.flops is None else {"half_width_95": or_none(seat.won.half_width)}
            return {
                "chips_per_game": seat.won.mean,
                "is": "exact" if self.flops is None else "an estimate" if self.against else "a lower bound",
                "milli_units_per_game": unit.milli(seat.won.mean),
                **interval,
                **above,
            }

        return {
            "strategy": self.name,
            "against": self.against,
            "game": self.rules.name,
            "unit": unit.name,
            "unit_chips": unit.chips,
            "all_bets": BettingTree(self.rules).all_bets,
            "flops": self.flops,
            "seed": None if self.flops is None else self.seed,
            "rounding_chips": self.rounding,
            **{key: told(seat) for key, seat in parts.items()},
        }

    def __repr__(self) -> str:
        both = "" if self.both is None else f"{fixed(Unit.of(self.rules).milli(self.both.won.mean), 4)} mb/g"
        return brief(self, repr(shortened(self.name, 40)), both, "on real cards")

    def _repr_html_(self) -> str:
        return html.details("values on real cards", html.facts({"": str(self)}))

    def __str__(self) -> str:
        return "\n".join([*self._best_responses(), *self._notes()])

    def _best_responses(self) -> list[str]:
        if self.against is not None:
            lines = [f"{self.name} against {self.against}: {self.rules.name}, on real cards"]
            lines += [
                f"as player {seat.player}      {self._amount(seat.won)} for {self.name}"
                for seat in self.seats
            ]
            if self.both is not None:
                lines.append(f"both seats       {self._amount(self.both.won)} for {self.name}, the mean")
            return lines
        scope = f"on real cards, {Scope(BettingTree(self.rules).all_bets)}"
        lines = []
        if self.both is not None:
            least = "at least " if self.flops is not None else ""
            twice = self.both.won.times(2)
            lines += [
                f"exploitability   {least}{self._amount(self.both.won, '')}",
                f"                 {scope}",
                f"NashConv         {least}{self._amount(twice, '')} (twice the exploitability)",
            ]
        for seat in self.seats:
            other = 3 - seat.player
            lines.append(
                f"best response {seat.player}  {self._amount(seat.won)} for player {seat.player} against the strategy of "
                f"player {other}"
            )
        return lines if self.both is not None else [*lines, scope]

    def _notes(self) -> list[str]:
        unit = Unit.of(self.rules)
        notes = []
        if self.flops is not None:
            drawn = f"({self.flops:,} flops drawn in strata, seed {self.seed}; ±: 95 % intervals"
            if self.against is None:
                drawn += (
                    ". They are bounds from below, on average too low: what is done before the flop is fitted on one half "
                    "of the flops and valued on the other"
                )
            notes.append(f"{drawn})")
            if self.against is None:
                above = self.both if self.both is not None else self.seats[0]
                assert above.above is not None
                notes.append(
                    f"(fitted and valued on the same flops: {fixed(unit.milli(above.above), 4)} mb/g, on average too high)"
                )
        notes.append(
            "(rounding of float32 sums, and reach below 1e-18, which is left out, change no value by more than "
            f"{unit.milli(self.rounding):.2g} mb/g)"
        )
        notes.append(f"(1 mb/g: a thousandth of the {unit} a game)")
        return notes

    def _amount(self, chips: Estimate, sign: str = "+") -> str:
        milli = chips.times(Unit.of(self.rules).milli(1))
        if self.flops is None:
            return f"{chips.mean:{sign}.6f} chips/game = {milli.mean:{sign}.4f} mb/g"
        return f"{milli.mean:{sign}.1f} {plus_minus(milli.half_width, 1)} mb/g"


def exact(chips: float) -> Estimate:
    """Return an exact value as an estimate without error."""
    return Estimate(chips, 0.0, inf)


def most_lost(rules: Rules) -> int:
    """Return the most chips that a player can lose in a hand."""
    tree = BettingTree(rules)
    return int(abs(tree.chips).max())


KIND = "real_exploitability"


def arrays(found: RealValues) -> dict[str, NDArray[np.float64]]:
    """Return the datasets of best responses in both seats, with their errors if flops were sampled."""
    best = {"best_response": np.array([seat.won.mean for seat in found.seats])}
    if found.flops is None or found.both is None:
        return best
    estimates = [seat.won for seat in (*found.seats, found.both)]
    return {
        **best,
        "standard_error": np.array([one.standard_error for one in estimates]),
        "freedom": np.array([one.freedom for one in estimates]),
        "from_above": np.array([np.nan if seat.above is None else seat.above for seat in found.seats]),
    }


def attributes(found: RealValues) -> dict[str, Any]:
    """Return the attributes of the table."""
    drawn = {} if found.flops is None else {"flops": found.flops, "seed": found.seed}
    source = "enumeration of the 2,554,656 dealt river boards up to suits, as Johanson et al. 2011"
    bound = (
        "from below, on average: what the best response does before the flop is fitted on one half of the flops and valued "
        "on the other"
    )
    return {
        "title": "What best responses win from a strategy on real cards",
        "strategy": found.name,
        "rules": found.rules.values(),
        "exploitability_chips_per_game": found.exploitability,
        "exploitability_mb_per_game": milliblinds(found.exploitability, found.rules),
        "rounding_chips": found.rounding,
        "source": source if not drawn else "all turns and rivers of flops drawn in strata",
        **({**drawn, "bound": bound} if drawn else {}),
    }


def dataset_attributes(found: RealValues) -> dict[str, dict[str, Any]]:
    """Return the attributes of the table's datasets."""
    best = {"best_response": {"axes": ["seat"], "units": "chips a game, of the best response in this seat"}}
    if found.flops is None:
        return best
    seats = {"axes": ["seat"], "columns": ["player 1", "player 2", "both seats"]}
    return {
        **best,
        "standard_error": {**seats, "units": "chips a game, over strata of flops"},
        "freedom": {**seats, "units": "degrees of freedom of the standard error, for Student's t"},
        "from_above": {
            "axes": ["seat"],
            "units": "chips a game",
            "doc": "of a best response fitted and valued on the same flops: on average too high",
        },
    }


def read(table: Table) -> RealValues:
    """Return the values from a table NAME_real."""
    a = table.attributes
    best = [float(value) for value in table["best_response"]]
    exploitability, rules = a["exploitability_chips_per_game"], rules_of(a["rules"])
    if "flops" not in a:
        seats = tuple(SeatValue(player + 1, exact(value)) for player, value in enumerate(best))
        return RealValues(a["strategy"], rules, seats, both=SeatValue(0, exact(exploitability)))
    errors = [[float(value) for value in table[key]] for key in ("standard_error", "freedom")]
    estimates = [Estimate(*of) for of in zip((*best, exploitability), *errors, strict=True)]
    above = [float(value) for value in table["from_above"]]
    drawn = [SeatValue(k + 1, estimates[k], value) for k, value in enumerate(above)]
    both = SeatValue(0, estimates[-1], sum(above) / 2)
    return RealValues(a["strategy"], rules, tuple(drawn), None, both, a["flops"], a["seed"])


def summary(table: Table) -> list[str]:
    """Return the result in words, with its units and its scope."""
    return str(read(table)).split("\n")


Rows = Sequence[NDArray[np.floating[Any]]]

# Bytes of the look-ups of an abstraction: its sequences on dealt turns, and the files of strengths.
_LOOK_UPS = 650_000_000
_SEQUENCES = 210_000_000  # the part of these that exists while strategies are read
_FLOP_BYTES = 1_000  # per finished flop and seat
_HISTORY_BYTES = 169 * 8  # more per history that leads there
_DEALT_RIVERS = 2_554_656  # up to suits
_FLOPS = CANONICAL_BOARDS[3]
# Dealt turns and rivers after a board of each street, if no suits are interchangeable.
_TURNS = {1: 49, 2: 1, 3: 0}
_RIVERS = {1: 49 * 48, 2: 48, 3: 0}
_ROOT_BYTES = 1326 * 8  # values of hands where a street starts, including unused lanes


def cost_of(
    rules: Rules,
    states: Sequence[int],
    own: Sequence[int] = (),
    *,
    rows: Rows | None = None,
    seats: Sequence[int] = (0, 1),
    flops: int | None = None,
    threads: int = 0,
) -> Cost:
    """Estimate the cost of values on real cards in hold'em.

    Args:
        rules: The betting.
        states: Number of states of the opposing strategy on each street.
        own: Number of states of the responder's own strategy; empty for best responses.
        rows: For each street the probabilities of the opposing strategy [edges of the street, states]; nodes that it never
            reaches cost nothing. None if they are unknown.
        seats: Seats to be valued, of 0 and 1.
        flops: Number of sampled flops, or None for all.
        threads: 0 for all processors; memory grows with them.
    """
    tree, core = BettingTree(rules), _Tree(rules.core)
    board = costs.REAL_BOARD + sum(_board_seconds(tree, player, rows) for player in seats)
    boards = _DEALT_RIVERS * (1 if flops is None else flops / _FLOPS)
    memory = _core.memory(core, seats, states, own, threads)
    abstractions = [numbers for numbers in (states, own) if max(numbers, default=1) > 1]
    look_ups = len(abstractions) * _LOOK_UPS
    strategies = sum(_SEQUENCES + _strategy_bytes(tree, numbers) for numbers in abstractions)
    flop_bytes = _FLOP_BYTES + _HISTORY_BYTES * _roots(tree, 1)
    kept = len(seats) * flop_bytes * (_FLOPS if flops is None else min(flops, _FLOPS))
    return Cost(
        seconds=1 + boards * board,
        memory_bytes=PROCESS_MEMORY + memory + max(look_ups + 2 * kept, strategies),
        disk_bytes=kept,
        threaded=True,
    )


def cost_of_node(
    rules: Rules,
    states: Sequence[int],
    node: int,
    *,
    rows: Rows | None = None,
    flops: int | None = None,
    threads: int = 0,
) -> Cost:
    """Estimate the cost of a best response's actions at a node in hold'em, as `cost_of`.

    Args:
        rules: The betting.
        states: Number of states of the strategy that is responded to, on each street.
        node: A decision node of the betting tree.
        rows: As for `cost_of`.
        flops: Before the flop, the number of sampled flops, or None for all.
        threads: 0 for all processors; memory grows with them.
    """
    tree = BettingTree(rules)
    player, street = int(tree.player[node]), int(tree.street[node])
    if street == 0:
        return cost_of(rules, states, rows=rows, seats=(player,), flops=flops, threads=threads)
    board = costs.REAL_BOARD + _board_seconds(tree, player, rows, root_of(tree, node))
    next_roots = 0 if street == 3 else _roots(tree, street + 1)
    memory = _core.memory(_Tree(rules.core), [player], states, (), threads) if next_roots else 0
    return Cost(
        seconds=1 + _RIVERS[street] * board,
        memory_bytes=PROCESS_MEMORY
        + (_LOOK_UPS if max(states, default=1) > 1 else 0)
        + memory
        + (_TURNS[street] + 2) * next_roots * _ROOT_BYTES,
        disk_bytes=0,
        threaded=True,
    )


def _strategy_bytes(tree: BettingTree, states: Sequence[int]) -> int:
    """Return the bytes of a strategy file's float32 probabilities, which stay mapped until the kernels have them."""
    return sum(4 * int(tree.first_rows(street)[-1]) * numbers for street, numbers in enumerate(states))


def _roots(tree: BettingTree, street: int) -> int:
    """Return the number of histories after which a street is dealt, including those after all-ins."""
    all_ins = (tree.kind == SHOWDOWN) & (tree.street < street)
    return len(tree.street_roots[street]) + int(all_ins.sum())


def _board_seconds(tree: BettingTree, player: int, rows: Rows | None, root: int = 0) -> float:
    """Return the seconds per dealt river board of one seat."""
    nodes = reached(tree, player, rows, root)
    vectors = _core.river_vectors(_Tree(tree.rules.core), player, nodes)
    return costs.REAL_BOARD + vectors * costs.REAL_VECTOR
