"""Run a program with limits: ``python limited.py MEMORY PARENT PROGRAM [ARGUMENT]...``.

The limits are set in the process that becomes the program. Setting them between fork and exec is not safe in a process
with threads. This module imports nothing from the package.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys

_PR_SET_PDEATHSIG = 1
_NOT_RUN = 127  # exit status of shells for a command that cannot run


def main(memory: int, parent: int, command: list[str]) -> None:
    """Set the limits and replace this process with the program.

    Args:
        memory: Address space that the program may use, in bytes; 0 for no limit.
        parent: Id of the process that started this one. When the parent ends, the program is killed (Linux only).
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
