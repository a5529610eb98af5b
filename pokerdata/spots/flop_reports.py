"""Solving one spot on many flops."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.support import active_isa, fingerprints
from pokerdata.cards import format_cards
from pokerdata.cards.disjoint import sum_over_pairs
from pokerdata.solving.algorithm import Algorithm
from pokerdata.spots.flop_report import FlopReport
from pokerdata.spots.flop_sets import FlopSet, flop_set
from pokerdata.spots.places import DECISION, Place, Walker
from pokerdata.spots.solver import check_algorithm, check_memory, game_of, spot_algorithm
from pokerdata.spots.solving import solve_spot, target_chips_of
from pokerdata.spots.spot import Spot
from pokerdata.spots.values import SpotValues
from pokerdata.store.kept_parts import KeptParts
from pokerdata.support.progress import Progress

#: Exploitability at which each flop stops where nothing else is asked for.
REPORT_TARGET = "0.5%"


def flop_report(
    spot: Spot,
    flops: str | int | os.PathLike[str] = "all",
    line: str = "",
    *,
    algorithm: str | Algorithm | None = None,
    target: str | None = None,
    iterations: int | None = None,
    keep: str | os.PathLike[str] | None = None,
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
        keep: A folder for finished flops, to go on from; nowhere by default.
        dtype: 'float32' or 'float64', of regrets and strategy sums.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called after each flop with how many are done and how many there are.

    Raises:
        ValueError: If an argument is invalid, the spot begins after the flop, or no flop allows a deal.
        CapacityError: Before any work, if memory would not suffice.
    """
    chosen, possible, left_out = _possible(spot, flops)
    how = _how(spot, algorithm, target, iterations, dtype)
    first = spot.changed(board=_text(chosen.cards[possible[0]]))
    walker = Walker(game_of(first), first.tree, first.board_cards)
    place = _decision(walker, line)
    line = place.history
    check_memory(game_of(_largest(spot, chosen, possible)), dtype, threads)
    kept = None if keep is None else KeptParts(keep, _origin(first, line, how))
    rows: list[Mapping[str, NDArray[Any]]] = []
    for done, i in enumerate(possible):
        text = _text(chosen.cards[i])
        row = None if kept is None else kept.load_shard(text)
        if row is None:
            row = _row(spot.changed(board=text), line, how, threads)
            if kept is not None:
                kept.save_shard(text, row)
        rows.append(row)
        if progress is not None:
            progress(done + 1, len(possible))
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
    return [values, line, told, fingerprints()["spots"], active_isa()]


def _row(spot: Spot, line: str, how: Mapping[str, Any], threads: int) -> dict[str, NDArray[Any]]:
    solution = solve_spot(spot, **how, threads=threads)
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
