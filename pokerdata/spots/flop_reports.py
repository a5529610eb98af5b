"""Solve one spot on many flops."""

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

#: Default target exploitability for each flop.
REPORT_TARGET = "0.5%"
#: Maximum number of parts of a report: the number of flops up to equivalent suits.
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
    """Solve a spot on many flops and report EVs and action frequencies at one decision of each.

    Ranges, pot, stacks and sizes stay the same; only the board changes. The time is that of one flop times their number.
    The memory is that of one flop. The result is bit-identical for any number of threads and after any number of
    interruptions.

    Args:
        spot: A spot that starts on the flop; its own board is ignored.
        flops: 'all' (1,755 up to equivalent suits), a number from 5 to 500 for a representative subset, or a file; see
            `flop_set`.
        line: Action sequence on the flop that leads to the decision; 'c' is the decision of IP after a check.
        algorithm: As for `solve_spot`.
        target: As for `solve_spot`; the default is '0.5%'.
        iterations: Maximum number of iterations for each flop.
        keep: Folder of finished flops, including those that `flop_part` solved. An interrupted call continues from it. The
            default stores none.
        dtype: 'float32', 'float64' or 'int16', type of regrets and strategy sums, as for `SpotSolver`.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called after each flop with the number done and the total.

    Raises:
        ValueError: If an argument is invalid, the spot starts after the flop, or no flop allows a deal.
        CapacityError: If there is not enough memory; raised before any work.
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

    Call `flop_report` with the same arguments and `keep` to join all parts in the folder; it solves what is missing. Parts
    from another version of the kernels are ignored.

    Args:
        spot: As for `flop_report`.
        flops: As for `flop_report`.
        line: As for `flop_report`.
        part: Part of the work, such as '2/4': the second of four parts, every fourth flop starting at the second.
        keep: The folder; several parts may write to it at once.
        algorithm: As for `flop_report`.
        target: As for `flop_report`.
        iterations: As for `flop_report`.
        dtype: As for `flop_report`.
        threads: As for `flop_report`.
        progress: Called after each flop with the number done and the total of this part.

    Returns:
        Number of flops in the part.

    Raises:
        ValueError: As for `flop_report`, and if the part is invalid.
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
    """Return the storage that `flop_report` with the same arguments and this folder as `keep` uses for its flops.

    Args:
        spot: As for `flop_report`.
        flops: As for `flop_report`.
        line: As for `flop_report`.
        folder: As `keep` of `flop_report`.
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
    """Read the number of a part and the number of parts from text such as '2/4'.

    Raises:
        ValueError: If the text is invalid, or the part's number is out of range.
    """
    number, _, parts = text.partition("/")
    if number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts) <= MOST_PARTS:
        return int(number), int(parts)
    raise ValueError(
        f"part: expected the number of a part, 1 to how many there are, a slash and how many, at most {MOST_PARTS:,}, got "
        f"{text!r}; e.g. 2/4"
    )


class ReportSize(NamedTuple):
    """Size of a report.

    Attributes:
        spot: The largest of the spots to solve.
        flops: Number of flops.
        steps: Actions at the decision.
    """

    spot: Spot
    flops: int
    steps: tuple[str, ...]


def report_size(spot: Spot, flops: str | int | os.PathLike[str] = "all", line: str = "") -> ReportSize:
    """Return the size of a report before it is computed.

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
    """The solves that a report needs."""

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
        """Return the results of some flops, solved now or stored earlier."""
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
    """Return the flops, the numbers of those that allow a deal, and the numbers of those that do not."""
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
    """Return whether both players can hold hands of their ranges on a flop."""
    if set(cards.tolist()) & set(spot.dead_cards.tolist()):
        return False
    gone = np.concatenate([cards, spot.dead_cards])
    held = [hands.without(gone).weights > 0 for hands in (spot.oop, spot.ip)]
    return bool(held[0].any() and held[1].any() and sum_over_pairs(*(h.astype(float) for h in held)) > 0.5)


def _largest(spot: Spot, chosen: FlopSet, possible: list[int]) -> Spot:
    """Return the spot with the most boards up to equivalent suits.

    It prefers rainbow to two-tone to monotone flops, then unpaired ones.
    """

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
    """Solve one flop and return its results as a shard."""
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
    """Write a flop, highest card first, without blanks: 'As7d2c'."""
    return format_cards(cards[::-1]).replace(" ", "")
