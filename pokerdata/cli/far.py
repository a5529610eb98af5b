"""Commands beside `make` whose shards the workers of a cluster run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pokerdata.cluster.address import Address
    from pokerdata.store.sharded import Job, Keep, Shard, Spread
    from pokerdata.support.progress import Progress


@contextmanager
def spread(
    address: Address,
    wait: float,
    name: str,
    keep: Keep | None,
    files: Sequence[Path] = (),
    *,
    memory: int,
    threads: int,
) -> Iterator[Spread]:
    """A `Keep` whose shards the workers run.

    Args:
        address: Where they are.
        wait: Seconds to wait for them.
        name: Of the work, for the line that tells what it cost.
        keep: Where finished shards are kept; None for nowhere.
        files: The tables that shards read.
        memory: Bytes that each worker takes, of which those on this machine are checked to have room.
        threads: What workers that are started here share; 0 is one for each processor.

    Raises:
        ValueError: For two files of one name.
        CapacityError: If memory would not suffice for the workers on this machine.
        ClusterError: If there are none, or they are of another build.
    """
    from pokerdata.cluster.connecting import connected
    from pokerdata.cluster.runner import ClusterRunner
    from pokerdata.pipeline.elsewhere import Surroundings
    from pokerdata.store.digest import file_digest
    from pokerdata.store.sharded import Spread

    if address.is_local:
        _check_memory(address.workers, memory)
    with (
        TemporaryDirectory(prefix="pokerdata-") as links,
        connected(address, wait=wait, threads=threads) as client,
    ):
        named = _named(files)
        folder = _folder(named, Path(links))
        digests = {stem: file_digest(path) for stem, path in named.items()}
        around = Surroundings(folder / f"{name}.h5", {}, {stem: {} for stem in named}, digests, trust=False)
        runner = ClusterRunner(client, wait=wait, say=lambda text: click.echo(text, err=True))

        def run(job: Job[Any], shards: Sequence[Shard], progress: Progress | None) -> Any:
            return runner.run(job, shards, around, progress)

        yield Spread(keep, run)


def _named(files: Sequence[Path]) -> dict[str, Path]:
    named: dict[str, Path] = {}
    for path in files:
        other = named.setdefault(path.stem, path)
        if not other.samefile(path):
            raise ValueError(
                f"--cluster: expected files of different names, got {other} and {path}; e.g. copy one to other.h5"
            )
    return named


def _folder(named: Mapping[str, Path], links: Path) -> Path:
    """Where all of them are as NAME.h5: the folder that they share, which workers may see too, or one of links to them."""
    folders = {path.absolute().parent for path in named.values()}
    if len(folders) == 1 and all(path.suffix == ".h5" for path in named.values()):
        return folders.pop()
    for stem, path in named.items():
        (links / f"{stem}.h5").symlink_to(path.absolute())
    return links


def _check_memory(workers: int, memory: int) -> None:
    from pokerdata.errors import CapacityError
    from pokerdata.support.resources import available_memory
    from pokerdata.support.text import bytes_text

    need, free = (workers + 1) * memory, available_memory()
    if need > free:
        raise CapacityError(
            f"not enough memory for {workers} workers and this process: they need {bytes_text(need)}, "
            f"{bytes_text(free)} are free; expected fewer workers; e.g. local:1"
        )
