"""Run a program with limits: ``python limited.py MEMORY PARENT PROGRAM [ARGUMENT]...``.

It runs in the process that becomes the program: what must happen between fork and exec is not safe in one that has threads.
It imports nothing of this package.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys

_PR_SET_PDEATHSIG = 1
_NOT_RUN = 127  # as shells have it


def main(memory: int, parent: int, command: list[str]) -> None:
    """Become the program.

    Args:
        memory: Bytes of addresses that it may have; 0 for no limit.
        parent: The process that started it; it is killed where that one ends.
        command: The program and its arguments.
    """
    if memory:
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        memory = memory if most == resource.RLIM_INFINITY else min(memory, most)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            sys.exit(_NOT_RUN)
    try:
        os.execvp(command[0], command)
    except OSError:
        sys.exit(_NOT_RUN)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
