"""Commands about cards: eval, range, equity, metrics, income, jam-fold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import amount, refuse_given, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pokerdata.cards.preflop import IncomeRates
    from pokerdata.solving.jam_or_fold import JamFold


@command("eval")
@click.argument("cards", nargs=-1, required=True)
@options.json_
def eval_(cards: tuple[str, ...], as_json: bool) -> None:
    """Evaluate hands of 5 to 7 CARDS.

    For example: pokerdata eval "As Ks Qs Js Ts". Several hands, each in quotes, are compared: "As Ks Qs Js Ts"
    "2c 2d 2h 2s 3c".
    """
    from pokerdata import winners

    hands = [_said(hand) for hand in _hands(cards)]
    if len(hands) == 1:
        if as_json:
            click.echo(json.dumps(hands[0]))
        else:
            say(_text(hands[0]))
        return
    best = [i for i, wins in enumerate(winners([hand["code"] for hand in hands])) if wins]
    if as_json:
        click.echo(json.dumps({"hands": hands, "winners": best}))
        return
    names = " | ".join(" ".join(hands[i]["cards"]) for i in best)
    outcome = f"winner         {names}" if len(best) == 1 else f"tie            {names}"
    say("\n\n".join([*map(_text, hands), outcome]))


def _hands(arguments: tuple[str, ...]) -> list[NDArray[np.uint8]]:
    """One hand, its cards in any number of arguments; or several, if each argument has five cards or more."""
    from pokerdata import parse_cards

    hands = [parse_cards(argument) for argument in arguments]
    if any(len(hand) < 5 for hand in hands):
        hands = [parse_cards(" ".join(arguments))]
    for hand in hands:
        if not 5 <= len(hand) <= 7:
            raise ValueError(f"hand: expected 5, 6 or 7 cards, got {len(hand)}; e.g. 'As Ks Qs Js Ts'")
    return hands


def _said(hand: NDArray[np.uint8]) -> dict[str, Any]:
    from pokerdata import describe, evaluate, format_cards, percentile
    from pokerdata.cards.evaluator import CATEGORIES, brecher, category, code_to_class

    code = evaluate(hand)
    return {
        "cards": format_cards(hand).split(),
        "words": describe(code),
        "category": CATEGORIES[int(category(code))],
        "code": code,
        "class": int(code_to_class(code)),
        "percentile": float(percentile(code, len(hand))),
        "brecher": brecher(code),
    }


def _text(hand: dict[str, Any]) -> str:
    count = len(hand["cards"])
    return (
        f"{' '.join(hand['cards'])}: {hand['words']}\n"
        f"strength code  0x{hand['code']:04X} = {hand['code']}\n"
        f"class          {hand['class']} of 0 to 7461\n"
        f"percentile     {100 * hand['percentile']:.4f} % of all hands of {count} cards (ties count half)\n"
        f"category       {hand['category']}\n"
        f"Brecher        0x{hand['brecher']:08X}"
    )


@command("range")
@click.argument("words", nargs=-1, required=True, metavar="RANGE")
@option("--board", default="", metavar="CARDS", help="Count what the range has on these 3 to 5 cards.")
@option("--dead", default="", metavar="CARDS", help="Cards that are neither held nor dealt.")
@options.json_
def range_(words: tuple[str, ...], board: str, dead: str, as_json: bool) -> None:
    """Show a RANGE as a grid, or what it has on a board.

    \b
    QQ  QQ+  99-66        pairs
    AKs  AKo  AK          suited, offsuit, both
    ATs+                  raises the kicker: ATs, AJs, AQs, AKs
    A5s-A2s  T9s-76s      from one hand to another
    AXs  AXo  AX          every lower kicker
    AhKh                  one combination
    top 15%               the best by equity against any hand
    random                all hands
    AKs:0.5  AKs:50%      with a weight; also [50]AKs,AQs[/50]

    A + raises the kicker alone: 98s+ is just 98s. For both cards write AKs-98s. Commas or line breaks part items, and the
    later one holds where they overlap.

    With --board, combinations are counted by made hand and by draw, as defined in docs/definitions.md. For example:
    pokerdata range "top 20%" --board Ks7d2c.
    """
    from pokerdata.cards import COMBINATION_COUNT, as_board, as_dead, format_cards
    from pokerdata.cards.ranges import Range

    text = " ".join(words)
    given = Range(text)
    cards = as_board(board)
    gone = as_dead(dead, cards)
    left = given.without(gone)
    found = left.breakdown(board, dead) if board else None
    classes = {name: weight for name, weight in left.classes().items() if weight > 0}
    if as_json:
        told = {
            "range": str(given),
            "dead": dead,
            "combinations": len(left),
            "part": len(left) / COMBINATION_COUNT,
            "weight": float(left.weights.sum()),
            "classes": classes,
            **({} if found is None else {"breakdown": found.to_dict()}),
        }
        click.echo(json.dumps(told))
        return
    click.echo(_wrapped(str(given)) if len(given) else "no hands")
    without = f"without {format_cards(gone)} " if dead else ""
    share = 100 * len(left) / COMBINATION_COUNT
    click.echo(
        f"{without}{_counted(len(left))}, {share:.1f} % of all hands, in {len(classes)} of 169 classes"
    )
    click.echo(f"\n{left.grid()}")
    if found is not None:
        dead_too = f", dead {found.dead}" if found.dead else ""
        click.echo(f"\non {found.board}{dead_too}: {_counted(found.whole.combinations)}\n\n{found}")


def _counted(combinations: int) -> str:
    return f"{combinations:,} combination{'s' * (combinations != 1)}"


def _wrapped(text: str) -> str:
    """A range in lines of at most 80 characters that end in commas."""
    lines = [""]
    for item in text.split(","):
        if lines[-1] and len(lines[-1]) + len(item) + 1 > 79:
            lines.append("")
        lines[-1] += ("," if lines[-1] else "") + item
    return ",\n".join(lines)


@command("equity")
@click.argument("hands", nargs=-1, required=True, metavar="HAND HAND...")
@option("--board", default="", metavar="CARDS", help='Cards on the board, e.g. "7s6cAs".')
@option("--dead", default="", metavar="CARDS", help="Cards that are neither held nor dealt.")
@option("--samples", type=int, help="Sample N random deals instead of counting all.")
@options.seed
@option(
    "--limit",
    type=int,
    metavar="N",
    help="Most evaluations for an exact count [100,000,000,000].",
)
@options.threads
@options.json_
def equity(
    hands: tuple[str, ...],
    board: str,
    dead: str,
    samples: int | None,
    seed: int,
    limit: int | None,
    threads: int,
    as_json: bool,
) -> None:
    """Compute the all-in equity of 2 to 6 hands or ranges.

    A HAND is two cards (AcKd) or a range such as QQ+,AKs,AJo-ATo,T9s:0.5 or random. All deals are counted unless
    --samples is given.
    """
    from pokerdata._support.progress import shown_when_long
    from pokerdata.cards.equity import equity as compute

    if samples is None:
        refuse_given(
            "seed",
            expected="only with --samples, as counting draws nothing",
            example="--samples 100000 --seed 1",
        )
    else:
        refuse_given(
            "limit", expected="none with --samples, which sets the work", example="--samples 100000 alone"
        )
    with shown_when_long("equity") as progress:
        result = compute(
            hands, board, dead, limit=limit, samples=samples, seed=seed, threads=threads, progress=progress
        )
    options.tell(result, as_json)


@command()
@click.argument("hands")
@click.argument("board", default="")
@option(
    "--opponent",
    "opponents",
    multiple=True,
    metavar="RANGE",
    help="Range of an opponent; repeatable [any hand].",
)
@option("--players", type=int, help="Number of players, you among them [those named, at least 2].")
@option("--dead", default="", metavar="CARDS", help="Cards that are neither held nor dealt.")
@option("--pot", type=amount, metavar="X", help="Chips in the pot, with the bets of this street.")
@option("--to-call", type=amount, default=0, metavar="Y", help="Chips to call [0].")
@option("--bet", type=amount, metavar="B", help="Size of later bets, for the expected pot [--to-call].")
@option("--expected-pot", type=amount, metavar="X", help="Pot at the showdown [estimated].")
@option("--future", type=amount, default=0, metavar="X", help="Chips won later, for implied odds [0].")
@option("--unit", default="chips", show_default=True, metavar="WORD", help="Unit of these amounts.")
@option(
    "--samples",
    type=int,
    default=1_000_000,
    metavar="N",
    help="Sample N random deals where there are too many to count [10**6].",
)
@options.seed
@options.json_
def metrics(hands: str, board: str, as_json: bool, **given: Any) -> None:
    """Compute all metrics of a hand or a range on a board.

    HANDS are ours, a hand or a range; BOARD has 0, 3, 4 or 5 cards. For example: pokerdata metrics "Ks2s" "7s6cAs"
    --opponent "QQ+,AK" --pot 30 --to-call 10. The metrics are defined in docs/definitions.md.
    """
    from pokerdata.cards.situation import Situation

    if given["pot"] is None:
        money = ("to_call", "bet", "expected_pot", "future", "unit")
        refuse_given(*money, expected="only with --pot", example="--pot 30 --to-call 10")
    if given["expected_pot"] is not None:
        refuse_given(
            "bet", expected="none with --expected-pot, which it would estimate", example="--bet 10 alone"
        )
    if not given["to_call"]:
        refuse_given("future", expected="only with --to-call", example="--pot 30 --to-call 10 --future 20")
    situation = Situation(hands, board, **given)
    if situation.players == 2:
        drawn = "only with three players or more, as deals of two are counted"
        refuse_given("samples", "seed", expected=drawn, example="--players 3 --samples 100000")
    if as_json:
        click.echo(situation.to_json())
        return
    from rich.console import Console

    console = Console()
    if console.is_terminal:
        console.print(situation)
    else:
        say(str(situation))


@command("income")
@option("--players", type=int, default=10, show_default=True, help="Number of players, 2 to 23.")
@option(
    "--samples",
    "deals",
    was="--deals",
    type=int,
    default=1_000_000,
    show_default=True,
    help="Sample N random deals for each starting hand.",
)
@options.seed
@options.threads
@option("--list", "as_list", is_flag=True, help="List the hands by rate, with standard errors.")
@options.json_
def income(players: int, deals: int, seed: int, threads: int, as_list: bool, as_json: bool) -> None:
    """Sample the income rates of the 169 starting hands.

    The income rate of a hand is 1000 * (players * E - 1), E its share of the pot when all cards are dealt and
    everyone stays: thousandths of a bet a deal. Pairs lie on the diagonal of the grid, suited hands above it.
    """
    from pokerdata._support.estimates import error_text
    from pokerdata.cards.preflop import income_rates

    if as_json:
        refuse_given("as_list", expected="none with --json, which has all of it", example="--json alone")
    with options.progress("income rates") as progress:
        rates = income_rates(players, deals, seed=seed, threads=threads, progress=progress)
    if as_json:
        click.echo(json.dumps(_json(rates)))
        return
    say("\n".join(_list(rates) if as_list else _grid(rates)))
    errors = rates.standard_errors
    least, most = (error_text(error, 1) for error in (errors.min(), errors.max()))
    say(
        f"thousandths of a bet a deal, {players} players; standard errors {least} to {most} from "
        f"{rates.deals.min():,} to {rates.deals.max():,} deals a hand, seed {seed}"
    )


def _grid(rates: IncomeRates) -> list[str]:
    from pokerdata._support.estimates import signed
    from pokerdata.cards.combinations import class_name

    lines = []
    for row in range(13):
        cells = range(13 * row, 13 * row + 13)
        lines.append(" ".join(f"{class_name(row, column):>5}" for column in range(13)))
        lines.append(" ".join(f"{signed(rates.rates[cell], 0):>5}" for cell in cells))
    return lines


def _list(rates: IncomeRates) -> list[str]:
    from pokerdata._support.estimates import plus_minus, signed
    from pokerdata.cards.combinations import CLASS_NAMES

    return [
        f"{CLASS_NAMES[k]:<3} {signed(rates.rates[k], 1):>8} {plus_minus(rates.standard_errors[k], 1)}"
        for k in (-rates.rates).argsort(kind="stable")
    ]


def _json(rates: IncomeRates) -> dict[str, object]:
    from pokerdata._support.estimates import or_none
    from pokerdata.cards.combinations import CLASS_NAMES

    columns = zip(
        CLASS_NAMES, rates.rates.tolist(), rates.standard_errors.tolist(), rates.deals.tolist(), strict=True
    )
    return {
        "players": rates.players,
        "seed": rates.seed,
        "dealt": rates.dealt,
        "unit": "thousandths of a bet a deal",
        "hands": {
            name: {"rate": rate, "standard_error": or_none(error), "deals": deals}
            for name, rate, error, deals in columns
        },
    }


@command("jam-fold")
@option("--chips", type=int, default=8000, show_default=True, help="Chips of both players together.")
@option("--blinds", default="300/600", show_default=True, metavar="S/B", help="Small and big blind.")
@option("--step", type=int, default=50, show_default=True, help="Stacks are multiples of N.")
@option("--stack", type=int, help="Stack before blinds to show the strategy of [half of all].")
@option(
    "--against",
    "opponent",
    was="--opponent",
    default="jam-fold",
    show_default=True,
    metavar="OTHER",
    help="Opponents that jam or fold (jam-fold), or do anything (any).",
)
@option(
    "--target",
    metavar="GAP",
    type=float,
    default=1e-6,
    show_default=True,
    help="Gap to the best at which it stops.",
)
@option("--iterations", type=int, help="Stop after N iterations at the latest [20000; with --refine 200].")
@option("--refine", is_flag=True, help="Go on with linear programs, for deep stacks; needs SciPy.")
@option("--list", "as_list", is_flag=True, help="List all stacks instead.")
@options.json_
@option("--seat", default="small", show_default=True, help="Blind of the picture: small or big.")
@option(
    "-o",
    "--out",
    metavar="FILE",
    help="Write a table (.h5) or a picture (.png, .svg, .html, .txt).",
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
    from pokerdata._support.extras import check_installed
    from pokerdata.pipeline.store import table_file
    from pokerdata.pipeline.store.writing import check_writable
    from pokerdata.solving.jam_or_fold import JamFoldTournament, refine_jam_fold
    from pokerdata.solving.jam_or_fold import jam_fold as solve

    if refine and opponent == "any":
        raise ValueError(
            "--refine: expected --against jam-fold with it, got any; e.g. --against any --iterations 20000"
        )
    if refine:
        check_installed("--refine", ["scipy"])
    if seat not in ("small", "big"):
        raise ValueError(f"--seat: expected small or big, got {seat!r}; e.g. --seat big")
    is_table = out is not None and out.endswith(".h5")
    if as_json:
        refuse_given("as_list", expected="none with --json, which has all of it", example="--json alone")
    if out is None or is_table:
        refuse_given("seat", expected="only with a picture", example="--seat big --out big.png")
        if as_list or as_json:
            whole = "none with --list or --json, which have all stacks, except for a picture"
            refuse_given("stack", expected=whole, example="--stack 8 alone")
    if out is not None and is_table:
        check_writable(table_file(out, "jam_fold.h5"))
    else:
        options.check_picture(out)
    pair = _pair(blinds)
    rules = JamFoldTournament(chips, pair, step)
    row = len(rules.stacks) // 2 if stack is None else rules.row(stack)
    with options.progress("iterations") as progress:
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
        with options.progress("rounds") as progress:
            found = refine_jam_fold(found, target=target, progress=progress)
    if out is not None:
        if is_table:
            found.save(out)
        else:
            _draw(found, row, seat, out)
        click.echo(f"written: {out}", err=as_json)
    if as_json:
        click.echo(json.dumps(_jam_fold_json(found)))
        return
    for line in _jam_fold_list(found) if as_list else _stack(found, row):
        say(line)
    say(
        f"{chips:,} chips, blinds {pair[0]:,}/{pair[1]:,}, stacks in steps of {step:,}, against an opponent who "
        + ("may do anything" if opponent == "any" else "jams or folds, too")
    )
    settled = "" if found.settled else f", more than the {target:g} that was asked for"
    say(f"gap {found.gap:.1e}{settled}; {found.iterations:,} iterations")
    if opponent == "any":
        from pokerdata._support.estimates import fixed

        at = found.losses.argmax()
        say(
            f"jamming or folding loses at most {fixed(100 * found.losses[at], 3)} points, with "
            f"{found.tournament.stacks[at]:,} in the small blind"
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
    from pokerdata.cards.combinations import CLASS_OF_COMBINATION
    from pokerdata.cards.ranges import Range

    weights = chances.round(2)[CLASS_OF_COMBINATION]
    return str(Range.from_weights(weights)) if weights.any() else "nothing"


def _jam_fold_list(found: JamFold) -> list[str]:
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


def _jam_fold_json(found: JamFold) -> dict[str, object]:
    from pokerdata.cards.combinations import CLASS_NAMES

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
