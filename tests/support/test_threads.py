"""Kernel threads, which persist between calls: forked processes, several callers at once, signals, exit."""

import subprocess
import sys

import pytest

import pokerdata
from helpers import environment

_BEGIN = """
import os, threading, warnings
warnings.simplefilter("ignore", DeprecationWarning)  # from Python 3.12 on: a process with threads forks
import numpy as np
import pokerdata

hands = np.stack([np.random.default_rng(s).permutation(52)[:7] for s in range(500)]).astype(np.uint8)
hands = np.tile(hands, (4000, 1))
codes = pokerdata.evaluate(hands, threads=1)

def right():
    found = np.array_equal(pokerdata.evaluate(hands, threads=3), codes)
    kept = "/proc/self/task"
    return found and (not os.path.exists(kept) or len(os.listdir(kept)) > 1)
"""

_FORKS = """
assert right()
for _ in range(3):
    child = os.fork()
    if child == 0:
        # The child's child, too.
        grandchild = os.fork()
        if grandchild == 0:
            os._exit(0 if right() else 1)
        status = os.waitpid(grandchild, 0)[1]
        os._exit(0 if right() and status == 0 else 1)
    assert right()
    assert os.waitpid(child, 0)[1] == 0
"""

_FORKS_BESIDE_WORK = """
ended = threading.Event()
wrong = []

def work():
    while not ended.is_set():
        if not right():
            wrong.append(True)

workers = [threading.Thread(target=work) for _ in range(2)]
for worker in workers:
    worker.start()
for _ in range(10):
    child = os.fork()
    if child == 0:
        os._exit(0 if right() else 1)
    assert os.waitpid(child, 0)[1] == 0
ended.set()
for worker in workers:
    worker.join()
assert not wrong
"""

_ENDS_AT_ONCE = """
assert right()
"""

_WAITS_FOR_A_SIGNAL = """
import signal

assert right()
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
os.kill(os.getpid(), signal.SIGUSR1)
assert signal.sigwait({signal.SIGUSR1}) == signal.SIGUSR1
"""


@pytest.mark.parametrize("what", [_FORKS, _FORKS_BESIDE_WORK, _ENDS_AT_ONCE, _WAITS_FOR_A_SIGNAL])
def test_processes_fork_wait_and_end(what: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", _BEGIN + what],
        env={**environment(), "OPENBLAS_NUM_THREADS": "1"},  # NumPy's threads take signals
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(
    "threads", [2**31, 2**64, pytest.param(10**5000, id="huge"), -1, 1025, 1.5, "2", None, True]
)
def test_threads_that_are_no_number_of_them(threads: object) -> None:
    for call in (
        lambda: pokerdata.solve("kuhn", iterations=1, threads=threads),  # type: ignore[call-overload]
        lambda: pokerdata.evaluate("As Ks Qs Js Ts", threads=threads),  # type: ignore[call-overload]
    ):
        with pytest.raises(ValueError, match=r"threads: expected .*1024"):
            call()
