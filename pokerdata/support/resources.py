"""What the machine has: memory within its limits, free disk, and the peak of this process."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import shutil
from dataclasses import dataclass
from pathlib import Path


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
    return [limit - pages * resource.getpagesize()]


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
