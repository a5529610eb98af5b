"""`pokerdata spot`: show, solve, browse, compare and export spots; flops and menus are beside it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.browse import browsing_options, checked_hand, checked_target, export_options
from pokerdata.cli.flops import flops, kept_beside, menus
from pokerdata.cli.group import Group, command, option
from pokerdata.cli.options import refuse_given, say
from pokerdata.cli.runs import Convergence, KeptState, taken_options
from pokerdata.cli.solve import OF_ALGORITHM, solving_options
from pokerdata.cli.spot_options import NAMES, spot_of, spot_options

if TYPE_CHECKING:
    from pokerdata._core.spots import SpotGame
    from pokerdata.spots import Spot, SpotSolution, SpotTable


class _Spot(Group):
    """A group whose commands are easily forgotten."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = [*self.commands, "-h", "--help"]
        if args and args[0] not in known and (args[0].startswith("--") or Path(args[0]).is_file()):
            raise click.UsageError(
                f"expected a command before {args[0]}, one of {', '.join(self.commands)}; e.g. pokerdata spot show "
                f"{args[0]}",
                ctx,
            )
        return super().parse_args(ctx, args)


@click.group(cls=_Spot, invoke_without_command=True)
@click.pass_context
def spot(context: click.Context) -> None:
    """Show, solve and compare hands from the flop on.

    A spot is a hand from the middle on: a board, two ranges, a pot, stacks, and the sizes of bets.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@command()
@click.argument("file", required=False)
@spot_options
@option(
    "--path", "below", was="--below", default="", metavar="ACTIONS", help="Show the tree after these actions."
)
@option("--streets", type=int, default=1, show_default=True, help="Number of streets of the tree to show.")
@option("--toml", is_flag=True, help="Print the spot as TOML, to be read as FILE.")
@options.json_
def show(file: str | None, below: str, streets: int, toml: bool, as_json: bool, **given: Any) -> None:
    """Show a spot: ranges, pot, stacks, and the betting tree.

    FILE is TOML with the options as keys, or a solved spot; options override it.

    \b
    60%  2.5x        of the pot after a call; times the last bet (raises)
    100c  100c3r     chips; raises after at most 3 bets
    e  2e  2e150%    equal parts of the pot until all-in
    a                all-in

    "33%; river: 75%,a; ip river: 150%" sets streets and players (docs/spots.md). For example: pokerdata spot show --board
    "Td 9d 6h Qc" --oop "66+,A8s+" --ip "QQ-22,A2s+" --pot 200 --stack 900 --bets "60%,e,a" --raises 2.5x
    """
    if toml and as_json:
        raise click.UsageError("--toml and --json: expected one of them, got both")
    if toml or as_json:
        refuse_given(
            "below", "streets", expected="none with --toml and --json", example="--path c --streets 2 alone"
        )
    found = spot_of(given, file)
    if toml:
        click.echo(found.toml(), nl=False)
    elif as_json:
        click.echo(json.dumps(_facts(found)))
    else:
        _show(found, below, streets)


def _show(found: Spot, below: str, streets: int) -> None:
    from pokerdata._support.estimates import fixed
    from pokerdata._support.text import columns
    from pokerdata.cards.equity import equity
    from pokerdata.spots.solving import warnings_of

    tree = found.show_tree(below, streets=streets)  # refused before anything is printed
    equities = equity([found.oop, found.ip], found.board_cards, found.dead_cards).equity
    say(f"spot on the {found.street}\n")
    for line in columns([[name, text] for name, text in found.told().items()], width=79):
        say(line)
    say("")
    rows = [["", "hands", "weight", "blocked", "equity"]]
    for player, share in zip(("oop", "ip"), equities.tolist(), strict=True):
        given, weights = getattr(found, player), found.weights(player)
        held = int((weights > 0).sum())
        rows.append([player, f"{held:,}", f"{weights.sum():,.6g}", f"{len(given) - held:,}", fixed(share, 6)])
    for line in columns(rows, right=(1, 2, 3, 4)):
        say(line)
    say(f"weight of all deals: {found.deals:,.10g}\n")
    rows = [["", "decisions", "actions", "boards", "on all boards"]]
    for name, sizes in _sizes(found).items():
        rows.append([name, *(f"{size:,}" for size in sizes.values())])
    for line in columns(rows, right=(1, 2, 3, 4)):
        say(line)
    for note in warnings_of(found):
        say(f"note: {note}")
    say("")
    click.echo(tree)


def _sizes(found: Spot) -> dict[str, dict[str, int]]:
    """Of each street: decisions and actions of the tree, boards, and decisions on all of them."""
    from pokerdata.cards import DECK_SIZE

    tree, sizes, boards = found.tree, {}, 1
    left = DECK_SIZE - len(found.board_cards) - len(found.dead_cards)
    for street, name in enumerate(found.streets):
        decisions, edges = len(tree.decision_nodes(street)), tree.street_edges(street)
        sizes[name] = {
            "decisions": decisions,
            "actions": edges.stop - edges.start,
            "boards": boards,
            "on_all_boards": decisions * boards,
        }
        boards, left = boards * left, left - 1
    return sizes


def _facts(found: Spot) -> dict[str, Any]:
    """All that is shown, for programs."""
    from pokerdata.cards.equity import equity
    from pokerdata.spots.solving import warnings_of

    equities = equity([found.oop, found.ip], found.board_cards, found.dead_cards).equity.tolist()
    players = {
        player: {
            "range": str(getattr(found, player)),
            "hands": int((found.weights(player) > 0).sum()),
            "weight": float(found.weights(player).sum()),
            "equity": share,
        }
        for player, share in zip(("oop", "ip"), equities, strict=True)
    }
    kept = {name: value for name, value in found.values().items() if name not in players}
    return {
        "street": found.street,
        **kept,
        "pot": found.pot,
        **players,
        "deals": found.deals,
        "tree": _sizes(found),
        "notes": warnings_of(found),
    }


@command()
@click.argument("file", metavar="SPOT")
@option(
    "--lines", metavar="END", help="How often each line is played to the end of the street, or of the hand."
)
@browsing_options("Cards dealt since the beginning, or the whole board, e.g. 2c.")
def browse(
    file: str,
    path: str | None,
    board: str | None,
    hand: str | None,
    hands: str,
    most: int,
    values: bool,
    lines: str | None,
    walking: bool | None,
    tables: str | None,
) -> None:
    """Walk through a solved spot.

    SPOT is a file that `pokerdata spot solve --out turn.h5` writes, or the name of a table. For example, what ace-king of
    hearts does on the river after a bet and a call: pokerdata spot browse turn.h5 --path cr120c/ --board 2c --hand AhKh

    With --lines street, or --lines hand, it prints the lines that follow, how often they are played and what they win; of
    two cards also those of the best response.

    On a terminal you go on by letters: f fold, c check or call, r bet or raise, the next cards of the board, h and a hand
    to look at, b back, q quit. With --path, --board or --hand, or without a terminal, it prints one node.
    """
    hand = checked_hand(hand, most, values, walking)
    if lines is not None:
        printed = "none with --lines, which prints lines alone"
        refuse_given("hands", "values", "walking", expected=printed, example="--lines street --hand AhKh")
    found = _opened(file, tables).solution()
    if lines is not None:
        browse_lines(found, path or "", board or "", hand, lines, most)
        return
    browse_spot(found, path, board, hand or hands, most, walking, values=values)


def _opened(file: str, tables: str | None) -> SpotTable:
    from pokerdata.games.strategies.strategy_file import StrategyTable
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.spots import SpotTable

    opened = open_table(file, tables=tables)
    if isinstance(opened, StrategyTable):
        command = click.get_current_context().info_name
        raise ValueError(f"{file} is the strategy of a game: pokerdata {command} {file}")
    if not isinstance(opened, SpotTable):
        raise ValueError(f"{file}: expected a solved spot, got a table of kind {opened.kind}; e.g. turn.h5")
    return opened


def browse_spot(
    found: SpotSolution,
    path: str | None,
    board: str | None,
    hands: str,
    most: int,
    walking: bool | None,
    *,
    values: bool = False,
) -> None:
    """Print a decision of a solved spot, or walk through it.

    Args:
        found: The solved spot.
        path: The line of betting, or None.
        board: Cards dealt after the spot's beginning, or the whole board; or None.
        hands: A hand, a class, or how the names of classes begin.
        most: Classes at most.
        walking: Whether to read choices; None does so on a terminal where nothing was asked for.
        values: Whether to print the EV of each action of a class, too.
    """
    if walking is None:
        walking = path is None and board is None and not hands and sys.stdin.isatty() and sys.stdout.isatty()
    line, cards = path or "", found.dealt_of(board or "")
    if not walking:
        say("\n".join(_decision(found, line, cards, hands, most, values)))
        return
    trail = [(line, cards)]
    while True:
        say("\n".join(_shown(found, *trail[-1], hands, most)))
        ways = found.next(*trail[-1])
        choices = list(ways) or (["cards"] if found.waits(*trail[-1]) else [])
        click.echo(f"[{' '.join([*choices, 'h hand', 'b back', 'q quit'])}] ", nl=False)
        read = sys.stdin.readline()
        choice = read.strip()
        if not read or choice == "q":
            say()
            return
        try:
            if choice == "b":
                del trail[max(1, len(trail) - 1) :]
            elif choice == "h" or choice.startswith("h "):
                hands = choice[1:].strip()
                _shown(found, *trail[-1], hands, most)
            elif choice:
                at, dealt = trail[-1]
                after = (at + choice, dealt) if ways else (at, dealt + choice)
                found.find(*after)
                trail.append(after)
        except ValueError as error:
            say(str(error))
            hands = "" if choice.startswith("h") else hands
        say()


def browse_lines(found: SpotSolution, path: str, board: str, hand: str, until: str, most: int) -> None:
    """Print the lines after a decision of a solved spot, and of two cards those of their best response, too.

    Args:
        found: The solved spot.
        path: The line of betting to the decision.
        board: Cards dealt after the spot's beginning, or the whole board.
        hand: Two cards or a class; '' for the whole range.
        until: 'street' or 'hand'.
        most: Lines at most.
    """
    from pokerdata._support.progress import shown_when_long
    from pokerdata.spots import spot_lines

    cards = found.dealt_of(board)
    for best in (False, True) if len(hand) == 4 else (False,):
        with shown_when_long("lines") as progress:
            lines = spot_lines(found, path, cards, until=until, hand=hand, best=best, progress=progress)
        say("\n".join([*([""] if best else []), *lines.lines(most=most)]))


def _shown(found: SpotSolution, line: str, cards: str, hands: str, most: int) -> list[str]:
    if found.waits(line, cards):
        return [f"after {line}: the next card of the board"]
    if not found.next(line, cards):
        return [f"the hand is over after {line}"]
    return _decision(found, line, cards, hands, most)


def _decision(
    found: SpotSolution, line: str, cards: str, hands: str, most: int, values: bool = False
) -> list[str]:
    lines = found.at(line, cards).lines(hands=hands, most=most, values=values)
    again = found.solved_again(found.find(line, cards))
    if again is None:
        return lines
    gap = f"exploitability {again.values.percent:.2g} % of its pot"
    return [*lines, "", f"solved again from the {again.spot.street} on: {gap}"]


@command()
@click.argument("file", metavar="SPOT")
@option("-y", "--yes", is_flag=True, help="Do not ask: write more than 5 million rows, too.")
@export_options(
    board="This board alone: cards dealt since the beginning, or all.",
    hand="This hand alone, e.g. AhKh, or class, e.g. AKs.",
    street="This street alone: flop, turn or river.",
)
def export(
    file: str,
    form: str,
    out: Path | None,
    street: str | None,
    path: str | None,
    below: bool,
    board: str,
    hand: str,
    yes: bool,
    tables: str | None,
) -> None:
    """Write the decisions of a solved spot for other programs.

    Each hand at each decision is a row: reach, equity, EV, and how often it takes each action and what that is worth.
    Finished rows are kept beside the file: the same command goes on after an interruption, to the same bytes. For example,
    what ip does after a bet of 120:

    pokerdata spot export turn.h5 --path r120 --to parquet
    """
    from pokerdata.spots import select_decisions
    from pokerdata.spots.export import MANY_ROWS, kept_rows, write_csv, write_npz, write_parquet

    target = checked_target(file, form, out)
    table = _opened(file, tables)
    found = table.solution()
    writers = {".csv": write_csv, ".npz": write_npz, ".parquet": write_parquet}
    chosen = select_decisions(found, street=street, path=path, below=below, board=board, hand=hand)
    if chosen.rows > MANY_ROWS and not yes:
        raise ValueError(
            f"export: expected at most {MANY_ROWS:,} rows without --yes, got up to {chosen.rows:,} at "
            f"{chosen.decisions:,} decisions; e.g. --street {found.spot.street}, or --yes"
        )
    with kept_beside(target, "rows", "decision") as (folder, progress):
        assert folder is not None
        keep = kept_rows(chosen, folder, [table.attributes["spot"], sorted(table.digests.items())])
        rows = writers[target.suffix](chosen, target, keep=keep, progress=progress)
    say(f"written: {target}, {rows:,} rows")


_LIMITS = ("target", "iterations", "seconds", "schedule", "every")


@command(renamed=OF_ALGORITHM)
@click.argument("file", required=False)
@spot_options
@options.spot_algorithm
@option("--target", metavar="GAP", help="Exploitability to reach, e.g. 0.5% of the pot or 0.1chips [0.1%].")
@options.spot_dtype
@option(
    "--lock",
    "locks",
    multiple=True,
    metavar="LOCK",
    help="What hands play at a node, e.g. 'r10 f=1,c=3' or 'cc/@2c AA,KK c=1'; repeatable.",
)
@option("-o", "--out", type=options.TO_WRITE, help="Write the solution as a table.")
@option("--last-street", "to", was="--to", metavar="STREET", help="Last street to keep in --out [all].")
@solving_options
def solve(
    file: str | None,
    locks: tuple[str, ...],
    out: Path | None,
    to: str | None,
    strategy: bool | None,
    **how: Any,
) -> None:
    """Solve a spot, and print its values and the first decision.

    The spot is described by options, or by a TOML file, as `pokerdata spot show` explains. For example: pokerdata spot
    solve --board "Td 9d 6h Qc" --oop "66+,A8s+,KQ" --ip "QQ-22,A2s+" --pot 200 --stack 900 --bets "60%,e,a" --raises 2.5x

    With --out turn.h5, the run keeps its state beside it, as `pokerdata solve` does, for --resume. --last-street turn
    leaves later streets out of the file; they are solved again when you look at them.

    A subgame of a solved spot is a spot, too, perhaps with other sizes: pokerdata spot solve turn.h5 --after cr120c/
    --board 2c --bets "33%,75%,a"
    """
    from pokerdata import spots
    from pokerdata.solving.algorithms import algorithm
    from pokerdata.spots.locks import check_locks
    from pokerdata.spots.solver import DEFAULT_ALGORITHM, check_algorithm
    from pokerdata.spots.solving import spot_run

    spot = spot_of({name: how.pop(name) for name in NAMES}, file)
    state = taken_options(how)
    how["algorithm"] = algorithm(how["algorithm"] or DEFAULT_ALGORITHM)
    check_algorithm(how["algorithm"])
    how["locks"] = [spots.Lock.read(lock) for lock in locks]
    game = spots.game_of(spot)
    check_locks(how["locks"], spot, game)
    spot_run(spot, {name: how[name] for name in _LIMITS})  # type: ignore[arg-type]
    if to is not None and (out is None or to not in spot.streets):
        got = repr(to) if out is not None else "none"
        expected = " or ".join(spot.streets) if out is not None else "--out with it"
        raise ValueError(
            f"--last-street: expected {expected}, got {got}; e.g. --out turn.h5 --last-street {spot.streets[0]}"
        )
    kept = KeptState(out, **state)
    _tell(spot, game, how["dtype"], how["threads"], copies=1 if out is None else 2)
    shown = Convergence("% of pot", lambda found: found.percent, how["seconds"])
    with kept.run(shown) as keeping:
        found = spots.solve_spot(
            spot, on_evaluation=shown.evaluated, progress=shown.progress, **keeping, **how
        )
        if out is not None:
            found = found.stored()
        shown.clear()
        say(f"\n{found.algorithm}, {found.iterations:,} iterations ({found.dtype}), {found.seconds:.3g} s")
        for line in found.values.lines(spot.big_blind):
            say(line)
        if strategy is not False:
            say("\n" + "\n".join(found.at().lines(most=169)))
        if out is not None:
            found.save(out, to=to)
        kept.stopped = found.stopped
    if out is not None:
        say(f"to look at it: pokerdata spot browse {out}")


def _tell(spot: Spot, game: SpotGame, dtype: str, threads: int, *, copies: int) -> None:
    from pokerdata._support.text import bytes_text, seconds_text
    from pokerdata.spots.solver import spot_costs

    costs = spot_costs(game, copies=copies, dtype=dtype, threads=threads)
    say(repr(spot))
    on = "1 board" if costs.boards == 1 else f"{costs.boards:,} boards up to suits"
    time = f"some {seconds_text(costs.seconds)}" if costs.seconds > 0.1 else "less than 0.1 s"
    say(f"{costs.decisions:,} decisions on {on}, {costs.entries:,} actions of hands;")
    say(f"memory {bytes_text(costs.memory_bytes)}, {time} to 0.1 % of the pot\n")


@command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@option(
    "--path", default="", metavar="ACTIONS", help='The node after these actions, e.g. "cr120c/" [the first].'
)
@option("--board", default="", metavar="CARDS", help="Cards dealt since the beginning, or the whole board.")
@option("--other-path", metavar="ACTIONS", help="The actions in B, where they differ.")
@option("--other-board", metavar="CARDS", help="The cards in B, where they differ.")
@option("--sort", "by", was="--by", default="play", show_default=True, help="Sort by play or ev.")
@option("--most", type=int, default=10, show_default=True, help="Show N classes at most.")
@option("--csv", type=options.TO_WRITE, help="Write all classes of hands.")
@option("-o", "--out", metavar="FILE", help="Draw both grids side by side as .png, .svg, .html or .txt.")
@option("--width", type=float, default=14, show_default=True, help="Width of a .png or .svg in inches.")
@options.threads
@options.tables
def compare(
    first: str,
    second: str,
    path: str,
    board: str,
    other_path: str | None,
    other_board: str | None,
    by: str,
    most: int,
    csv: Path | None,
    out: str | None,
    width: float,
    threads: int,
    tables: str | None,
) -> None:
    """Compare two solved spots at a decision.

    A and B are files that `pokerdata spot solve --out A.h5` writes, or names of tables such as turn_spot: the same
    hand with another size or another range. --other-board allows another board. It tells what both players win, how
    exploitable both are, how often each action is taken, and the classes of hands that are played most differently. For
    example:

    pokerdata spot compare small.h5 large.h5 --path cr120 --other-path cr300
    """
    options.check_picture(out)
    from pokerdata.pipeline.store.writing import check_writable, write_bytes
    from pokerdata.spots import compare_spots

    if csv is not None:
        check_writable(csv)

    compared = compare_spots(
        first,
        second,
        path,
        board,
        second_history=other_path,
        second_cards=other_board,
        threads=threads,
        tables=tables,
    )
    told = compared.lines(by=by, most=most)
    say(f"A {compared.labels[0]}\nB {compared.labels[1]}\n")
    say("\n".join(told))
    if csv is not None:
        write_bytes(csv, compared.to_csv().encode())
        say(f"\nwritten: {csv}")
    if out is not None:
        from pokerdata.reports.pictures import spot_comparison

        say(f"\nwritten: {spot_comparison(compared).save(out, width=width)}")


for _command in (show, solve, browse, compare, flops, menus, export):
    spot.add_command(_command)
