"""What the machine has, what this process takes of it, and work in other processes."""

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
# Addresses that each of a few threads takes at once: its stack, and the arena that the allocator gives it.
_THREAD_ADDRESSES = 72 << 20
_MOST_ARENAS = 8


@dataclass(frozen=True)
class Available:
    """Bytes of memory and disk that can still be taken."""

    memory: int
    disk: int

    def shared(self, processes: int) -> Available:
        """What each of some processes can take, on the same disk."""
        return Available(self.memory // processes, self.disk)


def available(folder: Path) -> Available:
    """What can be taken now, by this process, in `folder` (or the nearest folder above it that exists)."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return Available(available_memory(), shutil.disk_usage(folder).free)


def available_memory(root: Path = Path("/")) -> int:
    """MemAvailable, or less where a control group (version 1 or 2) or `ulimit -v` allows less; in bytes.

    All memory of the machine where the system does not tell what is free, as macOS.
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
    """An estimate of memory, in bytes, with what a process takes besides: the interpreter, stacks of threads, buffers.

    At most 15 % more, so that estimates of small work stay small.

    Args:
        need: Bytes of the arrays.
    """
    return need + min(need * 15 // 100, _PROCESS + need // 50)


@contextlib.contextmanager
def within_memory() -> Iterator[None]:
    """Raise `CapacityError` in place of `MemoryError`; a context, or a decorator."""
    try:
        yield
    except MemoryError as error:
        raise CapacityError(MORE_MEMORY) from error


def release_memory() -> None:
    """Give what was freed back to the system: the allocator keeps it otherwise, and long runs grow by it."""
    with contextlib.suppress(OSError, AttributeError):  # glibc has it
        ctypes.CDLL(None).malloc_trim(0)


def reset_peak_memory() -> None:
    """Let `peak_memory` count from now on, where the system allows it."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def peak_memory() -> int:
    """Peak resident memory of this process since the last reset, in bytes; 0 where it is not known."""
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
    """What a limit of the address space (``ulimit -v``) leaves, if there is one."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return []
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:  # no Linux
        pages = 0
    threads = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1, _MOST_ARENAS)
    return [limit - pages * resource.getpagesize() - threads * _THREAD_ADDRESSES]


def _room(mount: Path, path: str, limit: str, usage: str) -> list[int]:
    """Room below the limits of the process's group and those above it; file caches count as free."""
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


#: More than any machine here has, and few enough to start.
MOST_PROCESSES = 256
_TELL_EVERY = 0.2  # seconds

T = TypeVar("T")
Tell = Callable[[int], None]


def spread(
    work: Callable[[int, Tell], T], count: int, processes: int, tell: Callable[[int], None] | None = None
) -> list[T]:
    """The results of ``work(number, tell)`` for the numbers below a count, in their order.

    With one process they are done here, one after the other. Processes are new ones, in which `work` is what its pickle
    says; of n each does every n-th number, so results must follow from the number alone. An exception in one of them, or
    Ctrl-C here, ends all. Starting one takes some 0.7 s of processor time.

    Args:
        work: What is done; what it tells are units that are done.
        count: How many numbers.
        processes: How many, 0 for one on each processor.
        tell: Called with the units that are done in all.

    Raises:
        ValueError: For more than one process if `work` cannot be pickled.
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
    """Processes by the pipes through which they tell; they end here at the latest."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(1)  # a script that starts processes when they import it: the first one says so
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
    """What is started meanwhile ignores Ctrl-C from its first moment, as new programs inherit that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _received(pipe: Connection) -> tuple[str, int, Any] | None:
    """What a process tells; None when it has ended."""
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
    except BrokenPipeError:  # whoever wanted it has ended
        return
    except Exception as error:
        with suppress(BrokenPipeError):
            pipe.send(("failed", 0, _sendable(error)))


def _sendable(error: Exception) -> Any:
    """An exception as it is, or in words where it cannot be sent."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return PokerdataError(f"{type(error).__name__}: {error}")
    return error
