"""Two workers on this machine, and a connection to them, for the tests of a module."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client, LocalCluster


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder where the workers keep the tables that they receive."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def cluster(cache: Path) -> Iterator[LocalCluster]:
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address="127.0.0.1:0",
        memory_limit=0,
        env={"POKERDATA_CLUSTER_CACHE": str(cache)},
        silence_logs=logging.CRITICAL,
    ) as found:
        yield found


@pytest.fixture(scope="module")
def connection(cluster: LocalCluster) -> Iterator[Client]:
    with Client(cluster.scheduler_address, set_as_default=False) as found:
        yield found


@pytest.fixture
def client(connection: Client) -> Client:
    """Return a client with both workers, also after a test that kills one."""
    connection.wait_for_workers(2, timeout=60)
    return connection


@pytest.fixture
def signs(tmp_path: Path) -> Path:
    folder = tmp_path / "signs"
    folder.mkdir()
    return folder
