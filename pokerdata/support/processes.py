"""Work in several processes of its own, for what holds Python's lock and gains nothing from threads."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from pokerdata.errors import PokerdataError

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
