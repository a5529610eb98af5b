"""Connect to a scheduler: read its address, start local workers, and check that all workers have this build."""

from __future__ import annotations

import hashlib
import logging
import platform
import re
import signal
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import dask
import numpy as np
from distributed import Client, LocalCluster
from distributed.security import Security

from pokerdata._core.support import active_isa, compiler, fingerprints, hardware_threads
from pokerdata._support.arguments import as_count
from pokerdata._support.text import seconds_text
from pokerdata._support.version import VERSION
from pokerdata.errors import ClusterError
from pokerdata.pipeline.store.opening import PACKAGE

MOST_LOCAL = 256
_REMOTE = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):(\d{1,5})/?")


@dataclass(frozen=True)
class Address:
    """Address of the workers.

    Attributes:
        text: Address of a scheduler, empty for local workers.
        workers: Number of workers to start here.
        ca: File with the certificate of the authority that signed all others, for tls://.
        cert: File with the certificate of this program.
        key: File with its private key.
    """

    text: str
    workers: int = 0
    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None

    @property
    def is_local(self) -> bool:
        """Whether the workers are started here."""
        return not self.text


def read_address(
    text: str, *, ca: Path | None = None, cert: Path | None = None, key: Path | None = None
) -> Address:
    """Parse an address.

    Args:
        text: tcp://HOST:PORT, tls://HOST:PORT, or local:N for N workers on this machine.
        ca: As in `Address`; with tls:// give all three files, or none if Dask's own configuration names them.
        cert: As in `Address`.
        key: As in `Address`.

    Raises:
        ValueError: If the text is not an address, or the files do not fit it.
    """
    given = {"ca": ca, "cert": cert, "key": key}
    named = [name for name, path in given.items() if path is not None]
    remote = _REMOTE.fullmatch(text)
    if named and (remote is None or remote[1] != "tls"):
        raise ValueError(
            f"cluster {', '.join(named)}: expected only with an address tls://HOST:PORT, got {text!r}; e.g. "
            "tls://10.0.0.1:8786. local:N makes certificates of its own"
        )
    if named and len(named) < len(given):
        without = [name for name in given if name not in named]
        raise ValueError(
            f"cluster: expected the files of ca, cert and key, got none of {', '.join(without)}; e.g. "
            f"--cluster-{without[0]} {without[0]}.pem"
        )
    if remote is not None and 0 < int(remote[3]) < 2**16:
        return Address(text.rstrip("/"), ca=ca, cert=cert, key=key)
    if text.startswith("local:"):
        number = text.removeprefix("local:")
        if number.isascii() and number.isdecimal():
            return Address("", as_count(int(number), "workers of local:N", 1, MOST_LOCAL, 2))
    raise ValueError(
        f"cluster: expected tcp://HOST:PORT or tls://HOST:PORT of a scheduler, or local:N for N workers on this machine, "
        f"got {text!r}; e.g. local:2"
    )


def dask_setup(_: object) -> None:
    """Ignore Ctrl-C in a worker: a terminal sends it to all processes, and the parent ends the worker.

    Args:
        _: The worker.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass(frozen=True)
class Build:
    """Build of pokerdata on a machine.

    Attributes:
        version: Version of pokerdata.
        sources: Short hash of its Python.
        kernels: Short hash of the sources of its kernels.
        compiler: Compiler of its kernels. The compilers tested give the same bits, which none of them guarantees.
        processor: Processor architecture, such as 'x86_64'.
        instruction_set: Instruction set of its kernels, on which the last bits of some float32 sums depend.
        numpy: Version of NumPy.
        python: Version of Python without the last number.
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
        """Return the differences of another build in words, such as 'version 0.1.0 instead of 0.2.0'.

        Args:
            other: Build of the other machine.
        """
        here, there = asdict(self), asdict(other)
        return [
            f"{name.replace('_', ' ')} {there[name]} instead of {here[name]}"
            for name in here
            if here[name] != there[name]
        ]


@cache
def own_build() -> Build:
    """Return the build of this process; takes 50 ms."""
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


#: Seconds to wait for workers.
WAIT = 30.0
#: Advice in errors about workers.
EXPECTED = f"expected pokerdata {VERSION} there as here, e.g. by `pip install` of the same wheel"

#: HTTP pages of local schedulers and workers would be visible to everybody on this machine.
_NO_PAGES = {f"distributed.{who}.http.routes": list[str]() for who in ("scheduler", "worker")}


@contextmanager
def connected(address: Address, *, wait: float = WAIT, threads: int = 0) -> Iterator[Client]:
    """Connect to the workers, and close the connection at the end; workers started for it end with it.

    Args:
        address: Address of the workers.
        wait: Seconds to wait for the scheduler, and then for a first worker.
        threads: Threads that local workers share; 0 is one for each processor. Other workers have their own number.

    Raises:
        ClusterError: If no scheduler answers, no worker appears, or a worker has another build.
    """
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # this package reports the errors
    with ExitStack() as stack:
        if address.is_local:
            security = Security.temporary()  # nobody else on this machine may send work
            stack.enter_context(dask.config.set(_NO_PAGES))
            cluster = LocalCluster(
                n_workers=address.workers,
                threads_per_worker=max(1, (threads or hardware_threads()) // address.workers),
                processes=True,
                security=security,
                dashboard_address="127.0.0.1:0",
                scheduler_kwargs={"dashboard": False},
                memory_limit=0,  # the runner checks the memory before any work
                silence_logs=logging.CRITICAL,
                preload=[__name__],
            )
            where = str(stack.enter_context(cluster).scheduler_address)
        else:
            where, security = address.text, _security(address)
        client = _client(where, security, wait)
        stack.callback(client.close)
        check_workers(client, where, wait)
        yield client


def check_workers(client: Client, where: str, wait: float) -> None:
    """Wait for a worker, and raise an error for workers of another build.

    Args:
        client: The connection.
        where: The address, for errors.
        wait: Seconds to wait for the first worker.

    Raises:
        ClusterError: If no worker appears, or one has another build.
    """
    try:
        client.wait_for_workers(1, timeout=wait)
    except TimeoutError:
        raise ClusterError(
            f"cluster: no workers at {where} within {seconds_text(wait)}; start some, e.g. `dask worker {where}`, or wait "
            "longer with --cluster-wait SECONDS"
        ) from None
    for worker, found in client.run(own_build, on_error="return").items():
        if isinstance(found, Build):
            check_same(worker, own_build().differences(found))
        elif isinstance(found, OSError):
            continue  # it has left; each shard checks its worker's build again
        elif isinstance(found, BaseException):
            raise ClusterError(
                f"cluster: worker {worker} cannot run this pokerdata: {type(found).__name__}: {found}; {EXPECTED}"
            )


def check_same(worker: str, differences: list[str]) -> None:
    """Raise ``ClusterError`` if a worker has another build.

    Args:
        worker: Address of the worker.
        differences: Result of `Build.differences`.

    Raises:
        ClusterError: If there are differences.
    """
    if not differences:
        return
    hint = (
        "set POKERDATA_ISA to one that all machines have, e.g. avx2"
        if all(one.startswith("instruction set") for one in differences)
        else "install the same everywhere"
    )
    raise ClusterError(
        f"cluster: worker {worker} is refused, for its bits might differ: {'; '.join(differences)}. Expected the "
        f"same on all machines: {hint}"
    )


def _security(address: Address) -> Security:
    if not address.text.startswith("tls"):
        return Security()
    if address.ca is None:
        security = Security(require_encryption=True)  # its files are in Dask's configuration
        if not (security.tls_ca_file and security.tls_client_cert and security.tls_client_key):
            raise ValueError(
                f"cluster: {address.text} needs three files, and Dask's configuration names none; give "
                "--cluster-ca ca.pem --cluster-cert cert.pem --cluster-key key.pem"
            )
        return security
    return Security(
        tls_ca_file=str(address.ca),
        tls_client_cert=str(address.cert),
        tls_client_key=str(address.key),
        require_encryption=True,
    )


def _client(where: str, security: Security, wait: float) -> Client:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # hides warnings about library versions; this package checks those that matter
            return Client(where, security=security, timeout=wait, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:
        raise ClusterError(
            f"cluster: no scheduler answers at {where} within {seconds_text(wait)} ({_reason(error)}); e.g. start one with "
            "`dask scheduler`, or give local:2"
        ) from error


def _reason(error: BaseException) -> str:
    """Return the root cause in a few words."""
    while error.__cause__ is not None:
        error = error.__cause__
    text = str(error) or type(error).__name__
    return text.splitlines()[0][:120]
