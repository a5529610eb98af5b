"""`pokerdata jam-fold`: a tournament of two who go all-in before the flop or fold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from pokerdata.cli.say import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pokerdata.preflop import JamFold


@click.command("jam-fold")
@click.option("--chips", type=int, default=8000, show_default=True, metavar="N", help="Of both together.")
@click.option("--blinds", default="300/600", show_default=True, metavar="S/B", help="Small and big blind.")
@click.option(
    "--step", type=int, default=50, show_default=True, metavar="N", help="Stacks are multiples of it."
)
@click.option("--stack", type=int, metavar="N", help="Before blinds, to show what is played [half of all].")
@click.option(
    "--opponent",
    default="jam-fold",
    show_default=True,
    metavar="WHOM",
    help="jam-fold, who jams or folds, too, or any, who may do anything.",
)
@click.option("--target", type=float, default=1e-6, show_default=True, help="The gap to stop at.")
@click.option("--iterations", type=int, metavar="N", help="Of CFR+, the most [20000; with --refine 200].")
@click.option("--refine", is_flag=True, help="Go on by linear programs, for deep stacks; takes SciPy.")
@click.option("--list", "as_list", is_flag=True, help="List all stacks instead.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with all of it.")
@click.option("--seat", default="small", show_default=True, help="Of the picture: small or big.")
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    help="Write all of it as a table, .h5, or draw what is played as .png, .svg, .html or .txt.",
)
def jam_fold(
    chips: int,
    blinds: str,
    step: int,
    stack: int | None,
    opponent: str,
    target: float,
    iterations: int | None,
    refine: bool,
    as_list: bool,
    as_json: bool,
    seat: str,
    out: str | None,
) -> None:
    """Solve a tournament of two who jam or fold.

    To jam is to go all-in before the flop. Seats change every hand, and who has all chips wins. What is told is what a
    strategy wins at least, against a best response in the whole tournament, and the gap: how far it can be from the best
    at most. For example:

    pokerdata jam-fold --chips 20 --blinds 1/2 --step 1 --stack 8

    What --out ten.h5 writes plays at tables as jam-fold:ten.h5.
    """
    from pokerdata.preflop import JamFoldTournament, refine_jam_fold, save_jam_fold
    from pokerdata.preflop import jam_fold as solve
    from pokerdata.store import table_file
    from pokerdata.store.atomic import check_writable
    from pokerdata.support.extras import check_installed
    from pokerdata.support.progress import shown

    if refine and opponent == "any":
        raise ValueError(
            "--refine: expected --opponent jam-fold with it, got any; e.g. --opponent any --iterations 20000"
        )
    if refine:
        check_installed("--refine", ["scipy"])
    if seat not in ("small", "big"):
        raise ValueError(f"--seat: expected small or big, got {seat!r}; e.g. --seat big")
    is_table = out is not None and out.endswith(".h5")
    if out is not None and is_table:
        check_writable(table_file(out, "jam_fold.h5").parent)
    elif out is not None:
        from pokerdata.reports.pictures.picture import check_path

        check_path(out)
    pair = _pair(blinds)
    rules = JamFoldTournament(chips, pair, step)
    row = len(rules.stacks) // 2 if stack is None else rules.row(stack)
    with shown("iterations", lambda line: click.echo(line, err=True)) as progress:
        found = solve(
            chips,
            pair,
            step,
            opponent=opponent,  # type: ignore[arg-type]  # checked there
            target=target,
            iterations=(200 if refine else 20_000) if iterations is None else iterations,
            progress=progress,
        )
    if refine and not found.settled:
        with shown("rounds", lambda line: click.echo(line, err=True)) as progress:
            found = refine_jam_fold(found, target=target, progress=progress)
    if out is not None:
        if is_table:
            save_jam_fold(found, out)
        else:
            _draw(found, row, seat, out)
        click.echo(f"written: {out}", err=as_json)
    if as_json:
        click.echo(json.dumps(_json(found)))
        return
    for line in _list(found) if as_list else _stack(found, row):
        say(line)
    say(
        f"{chips:,} chips, blinds {pair[0]:,}/{pair[1]:,}, stacks in steps of {step:,}, against an opponent who "
        + ("may do anything" if opponent == "any" else "jams or folds, too")
    )
    settled = "" if found.settled else f", more than the {target:g} that was asked for"
    say(f"gap {found.gap:.1e}{settled}; {found.iterations:,} iterations")
    if opponent == "any":
        at = found.losses.argmax()
        say(
            f"jamming or folding loses at most {100 * found.losses[at]:.3f} points, with {found.tournament.stacks[at]:,} "
            "in the small blind"
        )


def _pair(blinds: str) -> tuple[int, int]:
    try:
        small, big = (int(part) for part in blinds.split("/"))
    except ValueError:
        raise ValueError(
            f"--blinds: expected two whole numbers, got {blinds!r}; e.g. --blinds 300/600"
        ) from None
    return small, big


def _stack(found: JamFold, row: int) -> list[str]:
    """What is played with a stack in both seats."""
    s, stack = found.strategy, found.tournament.stacks[row]
    lines = []
    for blind, wins, share, what, chances in (
        ("small", found.least.small[row], s.jams[row], "jams", s.jam[row]),
        ("big", found.least.big[row], s.calls[row], "calls", s.call[row]),
    ):
        lines.append(f"{stack:,} in the {blind} blind: wins {wins:.5f}, {what} {100 * share:.1f} %")
        lines.append(f"  {_range(chances)}")
    return lines


def _range(chances: NDArray[np.float64]) -> str:
    from pokerdata.cards.hand_classes import CLASS_OF_COMBINATION
    from pokerdata.ranges import Range

    weights = chances.round(2)[CLASS_OF_COMBINATION]
    return str(Range.from_weights(weights)) if weights.any() else "nothing"


def _list(found: JamFold) -> list[str]:
    s, least = found.strategy, found.least
    head = f"{'stack':>12} {'small blind':>12} {'jams':>8} {'big blind':>12} {'calls':>8}"
    rows = zip(found.tournament.stacks, least.small, s.jams, least.big, s.calls, strict=True)
    return [
        head,
        *(
            f"{stack:>12,} {small:>12.6f} {100 * jams:>6.1f} % {big:>12.6f} {100 * calls:>6.1f} %"
            for stack, small, jams, big, calls in rows
        ),
    ]


def _json(found: JamFold) -> dict[str, object]:
    from pokerdata.cards.hand_classes import CLASS_NAMES

    rules, s = found.tournament, found.strategy
    return {
        "chips": rules.chips,
        "blinds": list(rules.blinds),
        "step": rules.step,
        "opponent": found.opponent,
        "gap": found.gap,
        "target": found.target,
        "iterations": found.iterations,
        "unit": "chance to win the tournament, at least and at most, by the own stack before blinds",
        "stacks": rules.stacks.tolist(),
        "small_least": found.least.small.tolist(),
        "small_most": found.most.small.tolist(),
        "big_least": found.least.big.tolist(),
        "big_most": found.most.big.tolist(),
        "classes": list(CLASS_NAMES),
        "jam": s.jam.tolist(),
        "call": s.call.tolist(),
        **({} if s.answer is None else {"answer": s.answer.tolist()}),
    }


def _draw(found: JamFold, row: int, seat: str, out: str) -> None:
    from pokerdata.reports.pictures import heat_map

    s, stack = found.strategy, found.tournament.stacks[row]
    values, what = (s.jam[row], "jammed") if seat == "small" else (s.call[row], "called")
    title = f"{stack:,} of {found.tournament.chips:,} in the {seat} blind: {what}"
    heat_map(values, title=title, unit="chance", low=0, high=1, digits=2).save(out)
