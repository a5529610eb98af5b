"""Solving one spot on many flops."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.support import fingerprints
from pokerdata._support.progress import Progress
from pokerdata.cards import format_cards
from pokerdata.cards.combinations import sum_over_pairs
from pokerdata.pipeline.store.sharded import Job, Keep, KeptParts, Shard, finished, nothing
from pokerdata.solving.algorithms import Algorithm
from pokerdata.spots.flop_report import FlopReport, FlopSet, flop_set
from pokerdata.spots.places import DECISION, Place, Walker
from pokerdata.spots.solver import SpotValues, check_algorithm, check_memory, game_of, spot_algorithm
from pokerdata.spots.solving import solve_spot, target_chips_of
from pokerdata.spots.spot import Spot

#: Exploitability at which each flop stops where nothing else is asked for.
REPORT_TARGET = "0.5%"
#: Parts of a report at most: as many as there are flops up to suits.
MOST_PARTS = 1_755


def flop_report(
    spot: Spot,
    flops: str | int | os.PathLike[str] = "all",
    line: str = "",
    *,
    algorithm: str | Algorithm | None = None,
    target: str | None = None,
    iterations: int | None = None,
    keep: str | os.PathLike[str] | Keep | None = None,
    dtype: str = "float32",
    threads: int = 0,
    progress: Progress | None = None,
) -> FlopReport:
    """Solve a spot on many flops and tell of each what a decision of it is worth and what is done there.

    Ranges, pot, stacks and sizes stay, the board changes. It takes as long as solving one flop times their number, and as
    much memory as one. The result has the same bits at any number of threads, and after any number of interruptions.

    Args:
        spot: A spot that begins on the flop; its own board does not count.
        flops: 'all', 1,755 up to suits; a number from 5 to 500, a subset that stands for all; or a file; as `flop_set` has
            it.
        line: Betting on the flop that leads to the decision, 'c' for in position after a check.
        algorithm: As for `solve_spot`.
        target: As for `solve_spot`; '0.5%' by default.
        iterations: Stop each flop here at the latest.
        keep: A folder for finished flops, to go on from, also of those that `flop_part` solved; nowhere by default.
        dtype: 'float32', 'float64' or 'int16', of regrets and strategy sums, as for `SpotSolver`.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called after each flop with how many are done and how many there are.

    Raises:
        ValueError: If an argument is invalid, the spot begins after the flop, or no flop allows a deal.
        CapacityError: Before any work, if memory would not suffice.
    """
    how = _how(spot, algorithm, target, iterations, dtype)
    work = _Work.of(spot, flops, line, how)
    rows = work.rows(work.possible, work.kept(keep), threads, progress)
    chosen, possible, left_out, first, line = work.chosen, work.possible, work.left_out, work.first, work.line
    walker, place = work.walker, work.place
    joined = {name: np.stack([row[name] for row in rows]) for name in rows[0]}
    return FlopReport(
        spot=first,
        line=line,
        player=int(first.tree.player[place.node]),
        actions=tuple(str(joined["actions"][0]).split("\n")),
        steps=tuple(walker.letter(edge) for edge in walker.edges(place)),
        pot=float(joined["pot"][0]),
        flops=np.array([chosen.cards[i][::-1] for i in possible], np.uint8),
        weights=chosen.weights[possible],
        reached=joined["reached"],
        equity=joined["equity"],
        ev=joined["ev"],
        play=joined["play"],
        exploitability=joined["exploitability"],
        iterations=joined["iterations"],
        left_out=tuple(format_cards(chosen.cards[i][::-1]) for i in left_out),
        how={name: str(value) for name, value in how.items() if value is not None},
    )


def flop_part(
    spot: Spot,
    flops: str | int | os.PathLike[str] = "all",
    line: str = "",
    *,
    part: str,
    keep: str | os.PathLike[str],
    algorithm: str | Algorithm | None = None,
    target: str | None = None,
    iterations: int | None = None,
    dtype: str = "float32",
    threads: int = 0,
    progress: Progress | None = None,
) -> int:
    """Solve some of the flops of a report into a folder, so that several processes or machines share the work.

    `flop_report` with the same arguments and `keep` joins what all parts left there, and solves what is missing. Parts that
    were solved by another version of the kernels are not seen.

    Args:
        spot: As for `flop_report`.
        flops: As for `flop_report`.
        line: As for `flop_report`.
        part: '2/4': of four parts the second, each fourth flop from the second on.
        keep: The folder; several parts may fill it at once.
        algorithm: As for `flop_report`.
        target: As for `flop_report`.
        iterations: As for `flop_report`.
        dtype: As for `flop_report`.
        threads: As for `flop_report`.
        progress: Called after each flop with how many of the part are done and how many it has.

    Returns:
        How many flops the part has.

    Raises:
        ValueError: As for `flop_report`, and for another part.
        CapacityError: As for `flop_report`.
    """
    number, parts = read_part(part)
    work = _Work.of(spot, flops, line, _how(spot, algorithm, target, iterations, dtype))
    return len(work.rows(work.possible[number - 1 :: parts], work.kept(keep), threads, progress))


def kept_flops(
    spot: Spot,
    flops: str | int | os.PathLike[str] = "all",
    line: str = "",
    *,
    folder: str | os.PathLike[str],
    algorithm: str | Algorithm | None = None,
    target: str | None = None,
    iterations: int | None = None,
    dtype: str = "float32",
) -> KeptParts:
    """Where `flop_report` with the same arguments and `keep` as the folder keeps its flops.

    Args:
        spot: As for `flop_report`.
        flops: As for `flop_report`.
        line: As for `flop_report`.
        folder: The folder.
        algorithm: As for `flop_report`.
        target: As for `flop_report`.
        iterations: As for `flop_report`.
        dtype: As for `flop_report`.

    Raises:
        ValueError: As for `flop_report`.
    """
    how = _how(spot, algorithm, target, iterations, dtype)
    work = _Work.of(spot, flops, line, how)
    return KeptParts(folder, _origin(work.first, work.line, how))


def read_part(text: str) -> tuple[int, int]:
    """Number of a part and number of parts, from '2/4'.

    Args:
        text: The text.

    Raises:
        ValueError: For another text, or a part that is not among them.
    """
    number, _, parts = text.partition("/")
    if number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts) <= MOST_PARTS:
        return int(number), int(parts)
    raise ValueError(
        f"part: expected the number of a part, 1 to how many there are, a slash and how many, at most {MOST_PARTS:,}, got "
        f"{text!r}; e.g. 2/4"
    )


class ReportSize(NamedTuple):
    """How large a report is.

    Attributes:
        spot: The largest of the spots that are solved.
        flops: How many there are.
        steps: What can be done at the decision.
    """

    spot: Spot
    flops: int
    steps: tuple[str, ...]


def report_size(spot: Spot, flops: str | int | os.PathLike[str] = "all", line: str = "") -> ReportSize:
    """How large a report is, before it is made.

    Args:
        spot: As for `flop_report`.
        flops: As for `flop_report`.
        line: As for `flop_report`.

    Raises:
        ValueError: As for `flop_report`.
    """
    chosen, possible, _ = _possible(spot, flops)
    largest = _largest(spot, chosen, possible)
    walker = Walker(game_of(largest), largest.tree, largest.board_cards)
    steps = tuple(walker.letter(edge) for edge in walker.edges(_decision(walker, line)))
    return ReportSize(largest, len(possible), steps)


@dataclass(frozen=True)
class _Work:
    """What is to be solved."""

    spot: Spot
    how: Mapping[str, Any]
    chosen: FlopSet
    possible: list[int]
    left_out: list[int]
    first: Spot
    walker: Walker
    place: Place

    @staticmethod
    def of(spot: Spot, flops: str | int | os.PathLike[str], line: str, how: Mapping[str, Any]) -> _Work:
        chosen, possible, left_out = _possible(spot, flops)
        first = spot.changed(board=_text(chosen.cards[possible[0]]))
        walker = Walker(game_of(first), first.tree, first.board_cards)
        return _Work(spot, how, chosen, possible, left_out, first, walker, _decision(walker, line))

    @property
    def line(self) -> str:
        return self.place.history

    def kept(self, keep: str | os.PathLike[str] | Keep | None) -> Keep | None:
        if isinstance(keep, str | os.PathLike):
            return KeptParts(keep, _origin(self.first, self.line, self.how))
        return keep

    def rows(
        self, numbers: list[int], kept: Keep | None, threads: int, progress: Progress | None
    ) -> list[Mapping[str, NDArray[Any]]]:
        """What is to be told of some flops, solved or kept."""
        largest = game_of(_largest(self.spot, self.chosen, self.possible))
        check_memory(largest, self.how["dtype"], threads, copies=1)
        shards = [Shard(text, (text,)) for text in (_text(self.chosen.cards[i]) for i in numbers)]
        job = Job(partial(_row, self.spot, self.line, self.how), None, nothing)

        return finished(job, shards, keep=kept, threads=threads, progress=progress)


def _decision(walker: Walker, line: str) -> Place:
    place = walker.find(line, "")
    if place.kind != DECISION:
        raise ValueError(f"line: expected betting to a decision on the flop, got {line!r}; e.g. 'c'")
    return place


def _possible(spot: Spot, flops: str | int | os.PathLike[str]) -> tuple[FlopSet, list[int], list[int]]:
    """The flops, and which of them allow a deal and which do not."""
    if spot.street != "flop":
        raise ValueError(f"spot: expected one that begins on the flop, got the {spot.street} {spot.board}")
    chosen = flop_set(flops, spot)
    possible: list[int] = []
    left_out: list[int] = []
    for i, cards in enumerate(chosen.cards):
        (possible if _allows(spot, cards) else left_out).append(i)
    if not possible:
        raise ValueError(
            f"flops: expected one on which both ranges have hands, got {len(left_out)} on which no deal is possible"
        )
    return chosen, possible, left_out


def _allows(spot: Spot, cards: NDArray[np.uint8]) -> bool:
    """Whether both players can hold hands of their ranges on a flop."""
    if set(cards.tolist()) & set(spot.dead_cards.tolist()):
        return False
    gone = np.concatenate([cards, spot.dead_cards])
    held = [hands.without(gone).weights > 0 for hands in (spot.oop, spot.ip)]
    return bool(held[0].any() and held[1].any() and sum_over_pairs(*(h.astype(float) for h in held)) > 0.5)


def _largest(spot: Spot, chosen: FlopSet, possible: list[int]) -> Spot:
    """The spot with the most boards up to suits: rainbow before two-tone before monotone, unpaired first."""

    def size(i: int) -> tuple[int, int]:
        cards = chosen.cards[i].astype(int)
        return len(set((cards // 4).tolist())), len(set((cards % 4).tolist()))

    return spot.changed(board=_text(chosen.cards[max(possible, key=size)]))


def _how(
    spot: Spot, algorithm: str | Algorithm | None, target: str | None, iterations: int | None, dtype: str
) -> dict[str, Any]:
    found = spot_algorithm(algorithm)
    check_algorithm(found)
    target = REPORT_TARGET if target is None else target
    target_chips_of(target, spot)
    return {"algorithm": found, "target": target, "iterations": iterations, "dtype": dtype}


def _origin(spot: Spot, line: str, how: Mapping[str, Any]) -> list[object]:
    values = {name: value for name, value in spot.values().items() if name != "board"}
    told = {**how, "algorithm": str(how["algorithm"])}
    return [values, line, told, fingerprints()["spots"]]


def _row(
    spot: Spot, line: str, how: Mapping[str, Any], _: None, flop: str, *, threads: int, progress: Progress
) -> dict[str, NDArray[Any]]:
    """A shard: what is to be told of a flop."""
    solution = solve_spot(spot.changed(board=flop), **how, threads=threads, progress=progress)
    values: SpotValues = solution.values
    at = solution.at(line)
    return {
        "reached": np.array(float(at.side.weights.sum())),
        "equity": np.array([side.mean_equity for side in at.sides]),
        "ev": np.array([side.mean_ev for side in at.sides]),
        "play": at.totals,
        "pot": np.array(at.pot),
        "actions": np.array("\n".join(at.actions)),
        "exploitability": np.array(values.exploitability),
        "iterations": np.array(solution.iterations),
    }


def _text(cards: NDArray[np.uint8]) -> str:
    """A flop, highest card first, without blanks: 'As7d2c'."""
    return format_cards(cards[::-1]).replace(" ", "")
