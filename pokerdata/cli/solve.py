"""`pokerdata solve`: a small game, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.convergence import Convergence
from pokerdata.cli.games import list_games
from pokerdata.cli.kept_state import KeptState
from pokerdata.cli.say import say
from pokerdata.cli.solve_spot import solve_spot
from pokerdata.cli.spot_options import NAMES, is_given, is_spot_file, spot_of, spot_options

if TYPE_CHECKING:
    from pokerdata.games import Game

_WORDS_UP_TO = 50  # information sets
_LARGE = 1_000_000_000  # bytes; what needs more says so before it starts


@click.command()
@click.argument("game", required=False)
@options.changes
@spot_options(with_at=False)
@click.option(
    "--algorithm",
    help="Of cfr, cfr+, lcfr, dcfr, pcfr+; also 'dcfr(beta=0.5)' or 'cfr(simultaneous)' "
    "[dcfr, in no-limit games 'dcfr(beta=0.5)'].",
)
@click.option("--alpha", type=float, help="dcfr: exponent of the positive regrets' discount [1.5].")
@click.option(
    "--beta", type=float, help="dcfr: exponent of the negative regrets' discount [0; 0.5 as above]."
)
@click.option("--gamma", type=float, help="Exponent of the average's weight [dcfr: 2, cfr+: 1].")
@click.option("--delay", type=int, help="cfr+: iterations before the average begins [0].")
@click.option(
    "--target", help="Exploitability to reach, e.g. 1mb, 0.01chips or, of a spot, 0.5% [1mb; 0.1% of a spot]."
)
@click.option("--iterations", type=int, help="Stop here at the latest.")
@click.option("--seconds", type=float, help="Stop after this time at the latest.")
@click.option("--schedule", help="When to evaluate: log (eight times a decade) or small-island [log].")
@click.option("--every", type=int, help="Evaluate at multiples of this instead.")
@click.option(
    "--at",
    help="Evaluate at these iterations instead, and stop after the last, e.g. 1,21,41; with --from-hand the street.",
)
@click.option("--dtype", help="float32 or float64; of spots int16, too [float64, of spots float32].")
@click.option(
    "--lock",
    "locks",
    multiple=True,
    metavar="TEXT",
    help="Of a spot: what hands play at a decision, e.g. 'r10 f=1,c=3' or 'cc/@2c AA,KK c=1'; repeatable.",
)
@options.threads
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the strategy as a table.")
@click.option("--to", metavar="STREET", help="Of a spot: the last street to keep in --out [all].")
@click.option("--resume", is_flag=True, help="Go on from the state beside --out.")
@click.option("--fresh", is_flag=True, help="Start anew though there is a state, and replace it.")
@click.option("--no-state", is_flag=True, help="Leave no state beside --out at the end.")
@click.option("--strategy/--no-strategy", default=None, help="Print the strategy in words.")
def solve(
    game: str | None,
    changes: tuple[str, ...],
    out: Path | None,
    resume: bool,
    fresh: bool,
    no_state: bool,
    strategy: bool | None,
    locks: tuple[str, ...],
    to: str | None,
    **how: Any,
) -> None:
    """Solve GAME, or a spot, and print how it converged.

    GAME is a name that `pokerdata games` lists (so does this command without GAME), a TOML file such as `pokerdata games
    leduc --toml` writes, or a .game file of the ACPC.

    A spot is a hand from the middle on: two ranges, a board, a pot, stacks and sizes, as options or as a TOML file in place
    of GAME; `pokerdata spot` explains and shows it first. For example: pokerdata solve --board "Td 9d 6h Qc" --oop
    "66+,A8s+,KQ" --ip "QQ-22,A2s+" --pot 200 --stack 900 --bets "60%,e,a" --raises 2.5x

    With --out leduc.h5 the state of the run is kept in leduc.h5.state, now and then and when the run stops: at its
    target, iterations or time, or by Ctrl-C. --resume continues from there, bit for bit as without a break,
    also to another target. Of a spot --to turn leaves later streets out of the file; they are solved again when they are
    looked at.

    The rest of a solved spot is a spot, too, perhaps with other sizes: pokerdata solve turn.h5 --after cr120c/ --board 2c
    --bets "33%,75%,a"
    """
    from pokerdata import solvers
    from pokerdata.games import Unit, find_game, varied
    from pokerdata.solving.algorithm import algorithm_for
    from pokerdata.solving.scope import Scope
    from pokerdata.strategies.text import strategy_lines

    of_spot = {name: how.pop(name) for name in NAMES if name != "at"}
    if is_given(of_spot) or is_spot_file(game):
        if changes:
            raise ValueError(f"--set: expected a GAME with it, got a spot and {changes[0]}; e.g. --pot 200")
        if of_spot["from_hand"] is not None:
            of_spot["at"], how["at"] = how["at"], None
        how["at"] = None if how["at"] is None else _iterations(how["at"])
        how["dtype"] = how["dtype"] or "float32"
        solve_spot(spot_of(of_spot, game), locks, out, to, resume, fresh, no_state, strategy, **how)
        return
    if locks:
        raise ValueError(f"--lock: expected a spot with it, got {locks[0]!r} and a game; e.g. --board ...")
    if to is not None:
        raise ValueError(f"--to: expected a spot with it, got {to!r} and a game; e.g. --board ...")
    how["dtype"] = how["dtype"] or "float64"
    if game is None:
        list_games()
        say("\nTo solve one: pokerdata solve leduc")
        return
    named = varied(find_game(game), changes)
    build = named.build
    if build is None:
        raise ValueError(
            f"{game} is too large to solve whole: expected a card abstraction, as [strategy.limit5] of the default "
            "recipe has it (`pokerdata make limit5_strategy`), or a smaller game such as leduc"
        )
    if how["at"] is not None:
        how["at"] = _iterations(how["at"])
    parameters = {key: how.pop(key) for key in ("alpha", "beta", "gamma", "delay")}
    how["algorithm"] = algorithm_for(named.rules, how["algorithm"], **parameters)
    kept = KeptState(out, resume=resume, fresh=fresh, no_state=no_state)
    played = build()
    _tell_memory(
        played, how["dtype"], how["threads"], algorithm=how["algorithm"], saved=kept.path is not None
    )
    unit = Unit.of(played.rules)
    shown = Convergence("mb/g", lambda found: unit.milli(found.exploitability), how["seconds"])
    with kept.run(shown) as keeping:
        result = solvers.solve(
            played, on_evaluation=shown.evaluated, progress=shown.progress, **keeping, **how
        )
        shown.clear()
        say(f"\n{played.label}, {result.algorithm}, {result.iterations:,} iterations ({result.dtype})")
        for line in result.evaluation.lines(played.rules, Scope.of(played)):
            say(line)
        if strategy or (strategy is None and played.information_sets <= _WORDS_UP_TO):
            say("\n" + "\n".join(strategy_lines(result)))
        if out is not None:
            solvers.save_strategy(result, out)


def _iterations(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"--at: expected whole numbers, got {text!r}; e.g. --at 1,21,41") from None


def _tell_memory(game: Game, dtype: str, threads: int, **how: Any) -> None:
    from pokerdata.solvers import memory_needed
    from pokerdata.support.resources import available_memory
    from pokerdata.support.text import bytes_text

    need = memory_needed(game, dtype=dtype, threads=threads, **how)
    if need > _LARGE:
        say(f"memory: about {bytes_text(need)} needed, {bytes_text(available_memory())} available")
