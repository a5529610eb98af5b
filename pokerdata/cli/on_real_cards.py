"""What `pokerdata exploitability --real` does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli.kept_state import Interrupted
from pokerdata.cli.say import say
from pokerdata.errors import TableError
from pokerdata.support.text import seconds_text

if TYPE_CHECKING:
    from pokerdata.cluster.address import Address
    from pokerdata.real_cards import KeptFlops
    from pokerdata.real_cards.evaluation import Contestant
    from pokerdata.real_cards.seats import MakesSeats
    from pokerdata.store.sharded import Keep
    from pokerdata.support.cost import Cost

_MEASURED = 20  # seconds from which on the machine is measured, which takes less than half a second


@dataclass(frozen=True)
class Opened:
    """The strategies of a command, beside which file flops are kept, and the folder of tables."""

    first: Contestant
    second: Contestant | None
    file: Path
    tables: str | None

    def keep(self, drawn: str = "") -> KeptFlops:
        """Where flops are kept. `drawn`: how, for drawn ones."""
        from pokerdata.real_cards import KeptFlops
        from pokerdata.real_cards.evaluation import origin_of

        folder = self.file.parent / ".shards" / f"real-{self.file.stem}{drawn}"
        return KeptFlops(folder, origin_of(self.first, self.second))


def opened(
    file: str | None, name: str | None, kind: str | None, against: str | None, tables: str | None
) -> Opened:
    """A file's strategy, or a built-in one of a game, and that which it plays against.

    Raises ValueError for games whose values are on real cards already, and for built-in strategies that are none there.
    """
    from pokerdata.real_cards.evaluation import Contestant, contestant, rules_of
    from pokerdata.store.locations import tables_folder
    from pokerdata.strategies import load_strategy

    if file is None:
        first = Contestant.without_cards(str(kind), rules_of(str(name)))
        second = None if against is None else contestant(against, first.rules, tables)
        return Opened(first, second, tables_folder(tables) / f"{name}-{kind}", tables)
    saved = load_strategy(file, tables=tables)
    first = Contestant.of_file(saved, file, tables)
    second = None if against is None else contestant(against, first.rules, tables)
    return Opened(first, second, saved.path or Path(file), tables)


def values(
    given: Opened,
    as_json: bool,
    far: tuple[Address, float] | None = None,
    *,
    flops: int | None,
    seed: int,
    **how: Any,
) -> None:
    """Print the values of a strategy; flops that are kept on the way go away at the end. `far`: where workers are, and how
    long to wait for them."""
    from pokerdata.real_cards.evaluation import real_cost, values_of

    keep = _keep(given, flops, seed)
    cost = real_cost(given.first, given.second, player=how["player"], flops=flops, threads=how["threads"])
    with _interrupts_told(keep), ExitStack() as stack:
        _tell(cost, how["threads"], here=far is None)
        anew = None
        run_by: Keep | None = keep
        if far is not None:
            run_by, anew = _by_workers(given, far, keep, cost, how["threads"], stack)
        progress = stack.enter_context(_progress())
        found = values_of(
            given.first,
            given.second,
            flops=flops,
            seed=seed,
            keep=run_by,
            progress=progress,
            anew=anew,
            **how,
        )
    if as_json:
        click.echo(json.dumps(found.to_dict()))
    else:
        say(str(found))
    if keep is not None:
        keep.remove()


def _by_workers(
    given: Opened, far: tuple[Address, float], keep: Keep | None, cost: Cost, threads: int, stack: ExitStack
) -> tuple[Keep, MakesSeats]:
    """What has flops valued by the workers of a cluster, and what makes seats there."""
    from pokerdata.cli.far import spread
    from pokerdata.real_cards.there import There, files_of, seats_there

    files: list[Path] = []
    there: list[There | None] = []
    for one in (given.first, given.second):
        if one is None:
            there.append(None)
            continue
        saved = one.saved
        if saved is not None:
            files += files_of(saved, given.tables)
        own = one.name if saved is None or saved.path is None else saved.path.stem
        there.append(There(own, saved is not None, one.rules))
    first, second = there
    assert first is not None
    workers = stack.enter_context(
        spread(*far, "real_cards", keep, files, memory=cost.memory_bytes, threads=threads)
    )
    return workers, seats_there(first, second)


def actions(
    given: Opened,
    as_json: bool,
    path: str,
    board: str,
    hand: str,
    *,
    street: bool,
    flops: int | None,
    seed: int,
    **how: Any,
) -> None:
    """Print the actions of a best response at a node, or on a street from there on; flops stay kept for other nodes."""
    from pokerdata.games import BettingTree
    from pokerdata.real_cards.best_actions import actions_cost, actions_of, place
    from pokerdata.real_cards.node_actions import hands_meant

    _, dealt = place(BettingTree(given.first.rules), path, board)
    if hand:
        hands_meant(hand, dealt)  # raises before the work
    keep = None if len(dealt) else _keep(given, flops, seed)  # after the flop none is dealt
    cost = actions_cost(given.first, path, flops=flops, threads=how["threads"])
    with _interrupts_told(keep):
        _tell(cost, how["threads"])
        with _progress() as progress:
            found = actions_of(
                given.first, path, board, flops=flops, seed=seed, keep=keep, progress=progress, **how
            )
    told = found if street else found.nodes[0]
    if hand:
        found.nodes[0].rows(hand)  # raises where the other never comes here beside it
    if as_json:
        click.echo(json.dumps(told.to_dict(hand)))
    else:
        say("\n".join(told.lines(hand)))


def _keep(given: Opened, flops: int | None, seed: int) -> KeptFlops | None:
    """Where finished flops are kept, drawn ones by themselves. Raises TableError before the work where they cannot be, but
    for drawn ones, which take minutes, and for strategies that have no file beside which they belong."""
    keep = given.keep("" if flops is None else f"-{flops}-{seed}")
    try:
        keep.check()
    except TableError as error:
        if flops is not None or given.first.saved is None:
            return None
        raise TableError(
            f"finished flops are kept beside the strategy, and there is no room for them: {str(error).split('. ')[0]}. Copy "
            "the strategy to another folder, and name that of its tables; e.g. --tables tables"
        ) from error
    return keep


@contextmanager
def _interrupts_told(keep: KeptFlops | None) -> Iterator[None]:
    """Say at Ctrl-C whether finished flops are kept."""
    try:
        yield
    except KeyboardInterrupt:
        some = keep is not None and keep.count
        kept = "what is finished is kept, the same command goes on from there" if some else "nothing is kept"
        raise Interrupted(f"interrupted; {kept}") from None


def _tell(cost: Cost, threads: int, *, here: bool = True) -> None:
    """What it takes on this machine, which is measured where it does the work and that takes little of the time."""
    if not here or cost.seconds < _MEASURED:
        text = str(cost)
    else:
        from pokerdata.machine import measure

        text = (
            f"about {seconds_text(measure(threads, [cost.work]).seconds(cost))} on this machine, {cost.room}"
        )
    click.echo(text, err=True)


def _progress() -> AbstractContextManager[Any]:
    from pokerdata.support.progress import shown

    return shown("real cards", lambda text: click.echo(text, err=True))
