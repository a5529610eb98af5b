"""The signature: a short hash of the results of small kernels, solves and matches, to compare two machines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata import matches, spots
from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief
from pokerdata.abstraction import clustering
from pokerdata.cards import equity as equities
from pokerdata.cards import evaluator, isomorphism, preflop, strength
from pokerdata.games import table_rules
from pokerdata.games.play import Deals, State
from pokerdata.pipeline.store.digest import data_digest
from pokerdata.players import search
from pokerdata.solving import public as solvers

_LETTERS = 16  # letters of a displayed hash: 64 bits
_DECIMALS = 6  # of income rates

# Named numbers: integers, which must match to the last bit, or text.
_Found = dict[str, "NDArray[Any] | str"]


def _evaluation(threads: int) -> _Found:
    """Return codes of hands of 5, 6 and 7 cards, and of all hole cards on rivers."""
    decks = np.argsort(_mixed(20_000 * 52).reshape(20_000, 52), axis=1, kind="stable").astype(np.uint8)
    found: _Found = {f"{n} cards": evaluator.evaluate(decks[:, :n], threads=threads) for n in (5, 6, 7)}
    found["rivers"] = evaluator.evaluate_boards(decks[:50, :5], threads=threads)
    return found


def _boards(_: int) -> _Found:
    """Return boards up to suits, and their multiplicities."""
    turns = isomorphism.boards(4)
    return {"cards": turns.cards, "orbit": turns.orbit, "canonical": turns.canonical}


def _equity(threads: int) -> _Found:
    """Return showdowns won, counted preflop and postflop, and sampled."""
    three = equities.equity(["AcKd", "TdTh", "9s8s"], "7s6c2s", threads=threads)
    drawn = equities.equity(["AcKd", "TdTh"], samples=100_000, seed=1, threads=threads)
    ranges = equities.equity(["QQ+,AKs", "22+"], "7s6cAs", threads=threads)
    return {
        "two": equities.equity(["AcKd", "TdTh"], threads=threads).wins,
        "three": three.wins,
        "sampled": drawn.wins,
        "ranges": ranges.wins,
    }


def _income(threads: int) -> _Found:
    """Return income rates of a few deals, as text of six digits."""
    rates = preflop.income_rates(5, 2_000, seed=1, threads=threads)
    return {"deals": rates.deals, "rates": _text(*rates.rates.tolist())}


def _strength(threads: int) -> _Found:
    """Return counts of strength and potential of all hands on a flop and a turn."""
    return {
        "flop": strength.showdown_counts(None, "7s6cAs", threads=threads),
        "turn": strength.showdown_counts(None, "7s6cAsTd", threads=threads),
        "potential": strength.potential_counts(None, "7s6cAsTd", threads=threads),
    }


def _clustering(threads: int) -> _Found:
    """Return clusters of points, by both distances."""
    points = (_mixed(2_000 * 8) % 1_000).reshape(2_000, 8)
    found: _Found = {}
    for distance in clustering.DISTANCES:
        clusters = clustering.kmeans(points, 20, distance=distance, seed=1, restarts=2, threads=threads)
        found[f"{distance} centres"], found[f"{distance} nearest"] = clusters.centres, clusters.nearest
    return found


def _solving(threads: int) -> _Found:
    """Return strategies of small games in float64, their values and best responses: early, and at a target."""
    early = {"algorithm": "cfr+", "iterations": 100}
    found: _Found = {}
    for game, how in (
        ("kuhn", early),
        ("leduc", early),
        ("leduc-nolimit", {"target": "0.05mb"}),
        ("twelve-card", {"target": "0.1mb"}),
    ):
        run = solvers.solve(game, threads=threads, **how)
        values = run.values.expected_value, *run.values.best_response
        found[game] = np.concatenate([*map(np.ravel, run.strategy), values]).view(np.uint64)
    return found


def _spots(threads: int) -> _Found:
    """Return strategy sums of a river and a turn after twenty iterations, in float32."""
    found: _Found = {}
    for board in ("2s3h4d6c7c", "Td9d6hQc"):
        spot = spots.Spot(board=board, oop="88+,A9s+", ip="QQ-66,KTs+", pot=20, stack=60, bets="75%,a")
        found[board] = spots.solve_spot(spot, iterations=20, threads=threads).sums.view(np.uint32)
    return found


def _matches(threads: int) -> _Found:
    """Return sums of duplicate matches, of local best response, and of a table of three."""
    found: _Found = {}
    for first, second, game, deals in (
        ("always-call", "random", "leduc", 5_000),
        ("random", "always-raise", "nolimit-holdem", 2_000),
        ("simple", "always-call", "limit-holdem", 50),
    ):
        result = matches.match(first, second, game=game, deals=deals, seed=1, threads=threads)
        found[f"{first} {second}"] = " ".join(map(str, result.sums))
    table = matches.match("random", "always-call", "always-raise", game="limit-holdem-3p", deals=20, seed=1)
    found["table"] = " ".join(map(str, table.chips))
    return found


def _cards(_: int) -> _Found:
    """Return cards of the competition's dealer, for two games and seeds."""
    found: _Found = {}
    for game in ("limit-holdem", "limit-holdem-3p"):
        for seed in (0, 42):
            found[f"{game} {seed}"] = str(list(islice(Deals(table_rules(game), seed), 20)))
    return found


def _search(_: int) -> _Found:
    """Return the passes of a search for the best action."""
    game = table_rules("limit-holdem")
    holes, board = next(iter(Deals(game, 7)))
    state = State(game, hole_cards=holes, board=board).seen_by(1)
    searched = search.search(state, iterations=2_000, seed=1)
    return {"passes": " ".join(f"{option.action} {option.passes}" for option in searched.actions)}


#: Parts of the signature: name -> function. A new part is a line here, and changes the signature.
PARTS: dict[str, Callable[[int], _Found]] = {
    "evaluation": _evaluation,
    "boards": _boards,
    "equity": _equity,
    "income": _income,
    "strength": _strength,
    "clustering": _clustering,
    "solving": _solving,
    "spots": _spots,
    "matches": _matches,
    "cards": _cards,
    "search": _search,
}


@dataclass(frozen=True)
class Signature:
    """Result of `signature`.

    Attributes:
        parts: Name and hash of each part, 16 hexadecimal digits.
    """

    parts: tuple[tuple[str, str], ...]

    @property
    def whole(self) -> str:
        """Hash of all parts, 16 hexadecimal digits."""
        lines = "".join(f"{name} {found}\n" for name, found in self.parts)
        return hashlib.sha256(lines.encode()).hexdigest()[:_LETTERS]

    def __repr__(self) -> str:
        return brief(self, self.whole)

    def _repr_html_(self) -> str:
        return html.table([*self.parts, ("all", self.whole)], head=("part", "signature"), left=2)


def signature(*, threads: int = 0, progress: Progress | None = None) -> Signature:
    """Hash the results of a fixed set of small kernels, solves and matches; takes some seconds.

    It should be the same on every machine, instruction set and number of threads: integers, and strategies in float64 and of
    spots, match to the last bit.

    Args:
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with the parts done and the total.

    Raises:
        ValueError: If the number of threads is invalid.
    """
    used = as_count(threads, "threads", 0, 1024, 2)
    parts = []
    for done, (name, compute) in enumerate(PARTS.items(), start=1):
        parts.append((name, _hash(compute(used))))
        if progress is not None:
            progress(done, len(PARTS))
    return Signature(tuple(parts))


def _hash(found: _Found) -> str:
    digest = hashlib.sha256()
    for name, value in found.items():
        told = value if isinstance(value, str) else data_digest(name, np.ascontiguousarray(value))
        digest.update(f"{name} {told}\n".encode())
    return digest.hexdigest()[:_LETTERS]


def _text(*values: float) -> str:
    return " ".join(f"{value + 0.0:.{_DECIMALS}f}" for value in values)


def _mixed(count: int) -> NDArray[np.int64]:
    """Return numbers that look random, without a generator that may change: SplitMix64 of 0, 1, 2, ..."""
    mixed = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return ((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(2)).astype(np.int64)
