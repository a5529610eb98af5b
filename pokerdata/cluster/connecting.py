"""A connection to a scheduler, with workers that are there and of this build."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import dask
from distributed import Client, LocalCluster
from distributed.security import Security

from pokerdata._core.support import hardware_threads
from pokerdata.cluster import local
from pokerdata.cluster.address import Address
from pokerdata.cluster.build import Build, own_build
from pokerdata.errors import ClusterError
from pokerdata.support.text import seconds_text
from pokerdata.support.version import VERSION

#: Seconds that workers are waited for.
WAIT = 30.0
#: Of workers, for errors.
EXPECTED = f"expected pokerdata {VERSION} there as here, e.g. by `pip install` of the same wheel"

#: A scheduler and workers that are started here would tell everybody on this machine what they do.
_NO_PAGES = {f"distributed.{who}.http.routes": list[str]() for who in ("scheduler", "worker")}


@contextmanager
def connected(address: Address, *, wait: float = WAIT, threads: int = 0) -> Iterator[Client]:
    """A connection, closed in the end; workers that were started for it end with it.

    Args:
        address: Where the workers are.
        wait: Seconds to wait for the scheduler, and then for a first worker.
        threads: What workers that are started here share; 0 is one for each processor. Others have their own number.

    Raises:
        ClusterError: If no scheduler answers, no worker comes, or a worker is of another build.
    """
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is said by us
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
                memory_limit=0,  # the runner asks before any work whether memory suffices
                silence_logs=logging.CRITICAL,
                preload=[local.__name__],
            )
            where = str(stack.enter_context(cluster).scheduler_address)
        else:
            where, security = address.text, _security(address)
        client = _client(where, security, wait)
        stack.callback(client.close)
        check_workers(client, where, wait)
        yield client


def check_workers(client: Client, where: str, wait: float) -> None:
    """Wait for a worker, and refuse those of another build.

    Args:
        client: The connection.
        where: The address, for errors.
        wait: Seconds to wait for the first.

    Raises:
        ClusterError: If none comes, or one is of another build.
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
            continue  # it left meanwhile; shards look at the build of each worker again
        elif isinstance(found, BaseException):
            raise ClusterError(
                f"cluster: worker {worker} cannot run this pokerdata: {type(found).__name__}: {found}; {EXPECTED}"
            )


def check_same(worker: str, differences: list[str]) -> None:
    """Raise ``ClusterError`` where a worker is of another build.

    Args:
        worker: Its address.
        differences: As `Build.differences` gives them.

    Raises:
        ClusterError: If there are any.
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
        return Security(require_encryption=True)  # its files from Dask's configuration
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
            )  # versions of libraries that differ: those that count are checked by us
            return Client(where, security=security, timeout=wait, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:
        raise ClusterError(
            f"cluster: no scheduler answers at {where} within {seconds_text(wait)} ({_reason(error)}); e.g. start one with "
            "`dask scheduler`, or give local:2"
        ) from error


def _reason(error: BaseException) -> str:
    """The last cause, in a few words."""
    while error.__cause__ is not None:
        error = error.__cause__
    text = str(error) or type(error).__name__
    return text.splitlines()[0][:120]
