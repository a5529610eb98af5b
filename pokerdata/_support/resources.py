"""Resources of the machine, memory use of this process, and work in other processes."""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import pickle
import resource
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

from pokerdata.errors import MORE_MEMORY, CapacityError, PokerdataError

_PROCESS = 70_000_000  # bytes of the interpreter and its modules
# Address space that each of a few threads takes at once: its stack, and the arena of the allocator.
_THREAD_ADDRESSES = 72 << 20
_MOST_ARENAS = 8


@dataclass(frozen=True)
class Available:
    """Available bytes of memory and disk."""

    memory: int
    disk: int

    def shared(self, processes: int) -> Available:
        """Return what each of some processes can use, on the same disk."""
        return Available(self.memory // processes, self.disk)


def available(folder: Path) -> Available:
    """Return what this process can use now, in `folder` (or its nearest existing parent)."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return Available(available_memory(), shutil.disk_usage(folder).free)


def available_memory(root: Path = Path("/")) -> int:
    """Return MemAvailable, or less if a control group (version 1 or 2) or `ulimit -v` allows less; in bytes.

    It is all memory of the machine if the system does not report free memory, as on macOS.
    """
    limits = [_meminfo(root), *_address_space()]
    for name in (
        (root / "proc/self/cgroup").read_text().splitlines() if (root / "proc/self/cgroup").is_file() else []
    ):
        _, controllers, path = name.split(":", 2)
        if controllers == "":
            limits += _room(root / "sys/fs/cgroup", path, "memory.max", "memory.current")
        elif "memory" in controllers.split(","):
            limits += _room(
                root / "sys/fs/cgroup/memory", path, "memory.limit_in_bytes", "memory.usage_in_bytes"
            )
    return max(0, min(limits))


def with_margin(need: int) -> int:
    """Return an estimate of memory, in bytes, including overhead: the interpreter, stacks of threads, buffers.

    At most 15 % more, so that estimates of small work stay small.

    Args:
        need: Bytes of the arrays.
    """
    return need + min(need * 15 // 100, _PROCESS + need // 50)


@contextlib.contextmanager
def within_memory() -> Iterator[None]:
    """Raise `CapacityError` in place of `MemoryError`; usable as a context or a decorator."""
    try:
        yield
    except MemoryError as error:
        raise CapacityError(MORE_MEMORY) from error


def release_memory() -> None:
    """Return freed memory to the system: otherwise the allocator keeps it, and long runs grow."""
    with contextlib.suppress(OSError, AttributeError):  # only glibc has this function
        ctypes.CDLL(None).malloc_trim(0)


def reset_peak_memory() -> None:
    """Make `peak_memory` count from now on, if the system allows it."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def peak_memory() -> int:
    """Return the peak resident memory of this process since the last reset, in bytes; 0 if unknown."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), 0)


def _meminfo(root: Path) -> int:
    with contextlib.suppress(OSError):
        for line in (root / "proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _address_space() -> list[int]:
    """Return what a limit of the address space (``ulimit -v``) leaves, if there is one."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return []
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:  # not Linux
        pages = 0
    threads = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1, _MOST_ARENAS)
    return [limit - pages * resource.getpagesize() - threads * _THREAD_ADDRESSES]


def _room(mount: Path, path: str, limit: str, usage: str) -> list[int]:
    """Return the room below the limits of the process's group and its parents; file caches count as free."""
    found = []
    group = mount / path.strip("/")
    while True:
        try:
            maximum = (group / limit).read_text().strip()
            if maximum != "max":
                found.append(int(maximum) - int((group / usage).read_text()) + _caches(group))
        except (OSError, ValueError):
            pass  # a group outside this container, or the root, which has no limit
        if group in (mount, group.parent):
            return found
        group = group.parent


def _caches(group: Path) -> int:
    lines = (line.split() for line in (group / "memory.stat").read_text().splitlines())
    counts = {name: int(value) for name, value in lines}
    return sum(counts.get(f"total_{name}", counts.get(name, 0)) for name in ("active_file", "inactive_file"))


#: Largest number of processes: more than current machines have processors, but quick to start.
MOST_PROCESSES = 256
_TELL_EVERY = 0.2  # seconds

T = TypeVar("T")
Tell = Callable[[int], None]


def spread(
    work: Callable[[int, Tell], T], count: int, processes: int, tell: Callable[[int], None] | None = None
) -> list[T]:
    """Return the results of ``work(number, tell)`` for the numbers below a count, in order.

    One process means this process, one number after the other. Otherwise it starts new processes, to which `work` is
    pickled. With n processes each handles every n-th number, so results must depend on the number alone. An exception in
    one of them, or Ctrl-C here, ends all. Starting a process takes some 0.7 s of processor time.

    Args:
        work: Function that returns a result, and reports finished units through `tell`.
        count: Number of results.
        processes: Number of processes, 0 for one on each processor.
        tell: Called with the total number of finished units.

    Raises:
        ValueError: If there is more than one process and `work` cannot be pickled.
        PokerdataError: If a process ends before its work does.
    """
    wanted = min(processes or os.cpu_count() or 1, count)
    done = 0

    def add(units: int) -> None:
        nonlocal done
        done += units
        if tell is not None:
            tell(done)

    if wanted <= 1:
        return [work(number, add) for number in range(count)]
    try:
        packed = pickle.dumps(work)
    except Exception as error:
        raise ValueError(
            f"processes: expected players that other processes can be sent, got {type(error).__name__}: {error}; e.g. "
            "names, and classes at the top of a module"
        ) from error
    found: dict[int, T] = {}
    with _started(packed, count, wanted) as running:
        while running:
            for pipe in wait(list(running)):
                assert isinstance(pipe, Connection)
                if (said := _received(pipe)) is None:
                    _check_ended(running.pop(pipe))
                    continue
                kind, number, value = said
                if kind == "failed":
                    raise value
                if kind == "done":
                    found[number] = value
                else:
                    add(number)
    if len(found) < count:
        raise PokerdataError(f"processes: expected results of {count}, got {len(found)}")
    return [found[number] for number in range(count)]


@contextmanager
def _started(packed: bytes, count: int, wanted: int) -> Iterator[dict[Connection, BaseProcess]]:
    """Yield started processes by their pipes; at the end of the context they are ended."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(1)  # a script that starts processes on import: the first process reports it
    context = multiprocessing.get_context("spawn")
    running: dict[Connection, BaseProcess] = {}
    every: list[BaseProcess] = []
    try:
        with _without_interrupts():  # Ctrl-C is for this process, which ends the others
            for first in range(wanted):
                here, there = context.Pipe(duplex=False)
                process: BaseProcess = context.Process(
                    target=_run, args=(packed, first, count, wanted, there), daemon=True
                )
                every.append(process)
                process.start()
                there.close()
                running[here] = process
        yield running
    finally:
        for process in every:
            if process.pid is not None:
                process.terminate()
                process.join()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Within this context, new processes ignore Ctrl-C from their first moment, because they inherit that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _received(pipe: Connection) -> tuple[str, int, Any] | None:
    """Return a message from a process; None if it has ended."""
    try:
        found: tuple[str, int, Any] = pipe.recv()
    except EOFError:
        return None
    return found


def _check_ended(process: BaseProcess) -> None:
    process.join()
    if process.exitcode:
        raise PokerdataError(
            f"processes: expected each to finish its work, got exit code {process.exitcode} of one; a script must start "
            'them below `if __name__ == "__main__":`'
        )


def _run(packed: bytes, first: int, count: int, step: int, pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    told, waiting = time.monotonic(), 0

    def tell(units: int) -> None:
        nonlocal told, waiting
        waiting += units
        if time.monotonic() - told > _TELL_EVERY:
            pipe.send(("told", waiting, None))
            told, waiting = time.monotonic(), 0

    try:
        work = pickle.loads(packed)
        for number in range(first, count, step):
            pipe.send(("done", number, work(number, tell)))
        pipe.send(("told", waiting, None))
    except BrokenPipeError:  # the parent has ended
        return
    except Exception as error:
        with suppress(BrokenPipeError):
            pipe.send(("failed", 0, _sendable(error)))


def _sendable(error: Exception) -> Any:
    """Return an exception as it is, or its text if it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return PokerdataError(f"{type(error).__name__}: {error}")
    return error
