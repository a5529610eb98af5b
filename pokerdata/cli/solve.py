"""`pokerdata solve`: a small game, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.games import list_games
from pokerdata.cli.group import command, option
from pokerdata.cli.options import refuse_all, say
from pokerdata.cli.runs import Convergence, KeptState, state_options, taken_options
from pokerdata.cli.spot_options import is_spot_file

if TYPE_CHECKING:
    from pokerdata.games import SolvableGame

_WORDS_UP_TO = 50  # information sets
_LARGE = 1_000_000_000  # bytes; what needs more says so before it starts


#: What `solve` and `spot solve` have in common.
solving_options = options.together(
    options.iterations,
    options.seconds,
    options.every,
    option(
        "--schedule",
        explained="solve",
        help="When to evaluate: log (eight times a decade) or small-island [log].",
    ),
    options.threads,
    state_options,
    option("--strategy/--no-strategy", explained="solve", default=None, help="Print the strategy in words."),
)
#: Options of one parameter, which `--algorithm` names.
OF_ALGORITHM = {
    f"--{name}": f"is now a parameter: --algorithm '{example}'"
    for name, example in (
        ("alpha", "dcfr(alpha=1.5)"),
        ("beta", "dcfr(beta=0.5)"),
        ("gamma", "dcfr(gamma=2)"),
        ("delay", "cfr+(delay=100)"),
    )
}
_OF_SPOTS = {
    name: f"is of a spot: `pokerdata spot solve {name}`"
    for name in ("--board", "--oop", "--ip", "--of-game", "--from-hand", "--lock")
}


@command(renamed={**OF_ALGORITHM, **_OF_SPOTS})
@click.argument("game", required=False)
@options.changes
@option(
    "--algorithm",
    help="cfr, cfr+, lcfr, dcfr or pcfr+, with parameters in brackets, e.g. 'dcfr(alpha=1.5, beta=0.5)', "
    "'cfr+(delay=100)', 'cfr(simultaneous)' [dcfr; in no-limit games 'dcfr(beta=0.5)'].",
)
@option("--target", metavar="GAP", help="Exploitability to reach, e.g. 1mb or 0.01chips [1mb].")
@option(
    "--evaluate-at",
    "at",
    was="--at",
    metavar="N,N",
    help="Evaluate at these iterations instead, and stop after the last.",
)
@options.dtype
@option("-o", "--out", type=options.TO_WRITE, help="Write the strategy as a table.")
@solving_options
def solve(
    game: str | None,
    changes: tuple[str, ...],
    out: Path | None,
    strategy: bool | None,
    **how: Any,
) -> None:
    """Solve GAME, and print how it converged.

    GAME is a name that `pokerdata games` lists (so does this command without GAME), a TOML file such as `pokerdata games
    leduc --toml` writes, or a .game file of the ACPC. `pokerdata spot solve` solves hands from the flop on.

    With --out leduc.h5, the run keeps its state in leduc.h5.state: now and then, when it stops at its limits, and at
    Ctrl-C. --resume continues from there, bit for bit as without a break, also to another target. When the target is
    reached, the state is removed; --keep-state keeps it.
    """
    from pokerdata.games import Unit, load_game, varied
    from pokerdata.games.strategies.browsing import strategy_lines
    from pokerdata.solving import public as solvers
    from pokerdata.solving.algorithms import algorithm_for
    from pokerdata.solving.evaluation import Scope

    if game is not None and game.endswith(".h5") and Path(game).is_file():
        raise ValueError(_of_table(game))
    if is_spot_file(game):
        raise ValueError(f"{game} is a spot: pokerdata spot solve {game}")
    if game is None:
        refuse_all(expected="GAME with it", example="pokerdata solve leduc")
        list_games()
        say("\nTo solve one: pokerdata solve leduc")
        return
    named = varied(load_game(game), changes)
    build = named.build
    if build is None:
        raise ValueError(
            f"{game} is too large to solve whole: expected a card abstraction, as [strategy.limit5] of the default "
            "recipe has it (`pokerdata make limit5_strategy`), or a smaller game such as leduc"
        )
    if how["at"] is not None:
        how["at"] = options.whole_numbers("--evaluate-at", how["at"], "1,21,41")
    how["algorithm"] = algorithm_for(named.rules, how["algorithm"])
    kept = KeptState(out, **taken_options(how))
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
        for line in result.values.lines(played.rules, Scope.of(played)):
            say(line)
        if strategy or (strategy is None and played.information_sets <= _WORDS_UP_TO):
            say("\n" + "\n".join(strategy_lines(result)))
        if out is not None:
            result.save(out)
        kept.stopped = result.stopped


def _of_table(file: str) -> str:
    """What to say of a table where a game belongs."""
    from pokerdata.games.strategies.strategy_file import StrategyTable
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.spots import SpotTable

    with open_table(file) as table:
        if isinstance(table, SpotTable):
            return f"{file} is a solved spot: pokerdata spot solve {file}"
        if isinstance(table, StrategyTable):
            return (
                f"{file} is the strategy of a game, which is solved: to look at it, pokerdata browse {file}"
            )
        return (
            f"GAME: expected the name or file of a game, got {file}, a table of kind {table.kind}; e.g. leduc"
        )


def _tell_memory(game: SolvableGame, dtype: str, threads: int, **how: Any) -> None:
    from pokerdata._support.resources import available_memory
    from pokerdata._support.text import bytes_text
    from pokerdata.solving.public import memory_needed

    need = memory_needed(game, dtype=dtype, threads=threads, **how)
    if need > _LARGE:
        say(f"memory: about {bytes_text(need)} needed, {bytes_text(available_memory())} available")
