"""What must be the same on all machines that share work, so that the bits are."""

from __future__ import annotations

import hashlib
import platform
from dataclasses import asdict, dataclass
from functools import cache

import numpy as np

from pokerdata._core.support import active_isa, compiler, fingerprints
from pokerdata.store.locations import PACKAGE
from pokerdata.support.version import VERSION


@dataclass(frozen=True)
class Build:
    """What runs on a machine.

    Attributes:
        version: Of pokerdata.
        sources: Short hash of its Python.
        kernels: Short hash of the sources of its kernels.
        compiler: That which built its kernels; those that were compared give the same bits, which none promises.
        processor: Its architecture, such as 'x86_64'.
        instruction_set: That its kernels use, with which last bits of some sums in float32 differ.
        numpy: Its version.
        python: Its version, but for the last number.
    """

    version: str
    sources: str
    kernels: str
    compiler: str
    processor: str
    instruction_set: str
    numpy: str
    python: str

    def differences(self, other: Build) -> list[str]:
        """What another machine has otherwise, in words: 'version 0.1.0 instead of 0.2.0'.

        Args:
            other: What runs there.
        """
        here, there = asdict(self), asdict(other)
        return [
            f"{name.replace('_', ' ')} {there[name]} instead of {here[name]}"
            for name in here
            if here[name] != there[name]
        ]


@cache
def own_build() -> Build:
    """That of this process; 50 ms."""
    return Build(
        version=VERSION,
        sources=_sources(),
        kernels=_short(hashlib.sha256(repr(sorted(fingerprints().items())).encode())),
        compiler=compiler(),
        processor=platform.machine(),
        instruction_set=active_isa(),
        numpy=np.__version__,
        python=".".join(platform.python_version_tuple()[:2]),
    )


def _sources() -> str:
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\n".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return _short(digest)


def _short(digest: hashlib._Hash) -> str:
    return digest.hexdigest()[:12]
