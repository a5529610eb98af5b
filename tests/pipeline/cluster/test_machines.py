"""Schedulers and workers as users start them: with certificates, on two machines, and the scripts for SLURM."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from distributed import LocalCluster
from distributed.security import Security

from helpers import far_shards, toys
from helpers.far_shards import started, wait_for
from helpers.machines import OPENSSL, certificates, dask, tls_options, two_machines
from helpers.recipes import TOURNAMENT, linked, runner_of
from pokerdata.errors import ClusterError
from pokerdata.pipeline.cluster.connecting import connected, read_address
from pokerdata.pipeline.cluster.runner import ClusterRunner

NO_PAGES = ["--no-dashboard", "--dashboard-address", "127.0.0.1:0"]

needs_openssl = pytest.mark.skipif(OPENSSL is None, reason="openssl is not here")


def open_ports(before: list[str]) -> set[str]:
    """Return the addresses and ports that accept connections from other machines, from the kernel's table."""
    done = subprocess.run([*before, "cat", "/proc/net/tcp"], capture_output=True, text=True, check=True)
    found = set()
    for line in done.stdout.splitlines()[1:]:
        local, state = line.split()[1], line.split()[3]
        address, port = local.split(":")
        where = ".".join(str(number) for number in reversed(bytes.fromhex(address)))
        if state == "0A" and not where.startswith("127."):
            found.add(f"{where}:{int(port, 16)}")
    return found


@pytest.mark.slow
@needs_openssl
def test_with_certificates(tmp_path: Path, signs: Path) -> None:
    own, others = certificates(tmp_path / "own"), certificates(tmp_path / "others")
    here, there = tmp_path / "here", tmp_path / "there"
    (tmp_path / "signs here").mkdir()
    far_shards.runner(here, tmp_path / "signs here").run()
    security = Security(
        tls_ca_file=str(own["ca"]),
        **{
            f"tls_{role}_{part}": str(own[part])
            for role in ("client", "scheduler", "worker")
            for part in ("cert", "key")
        },
        require_encryption=True,
    )
    with LocalCluster(
        n_workers=1, threads_per_worker=1, security=security, dashboard_address="127.0.0.1:0"
    ) as cluster:
        where = cluster.scheduler_address
        assert where.startswith("tls://")
        with connected(read_address(where, **own), wait=10) as client:
            far_shards.runner(there, signs, ClusterRunner(client)).run()
        assert toys.content(there) == toys.content(here)
        (worker,) = {process for processes in started(signs).values() for process in processes}
        assert worker != os.getpid()
        for bad in (read_address(where, **others), read_address(where.replace("tls", "tcp"))):
            with pytest.raises(ClusterError, match="no scheduler answers at"), connected(bad, wait=3):
                pass
        with pytest.raises(ValueError, match="--cluster-cert"), connected(read_address(where), wait=3):
            pass


@pytest.mark.slow
@needs_openssl
@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="network namespaces are made by root")
def test_two_machines_without_a_shared_folder(tmp_path: Path) -> None:
    """The scheduler and `pokerdata make` run on one machine, a worker without access to the tables on the other."""
    files = certificates(tmp_path / "certificates")
    here, there = tmp_path / "here", tmp_path / "there"
    runner_of(TOURNAMENT, here).run(["all_matches", "all_lbr"])
    linked(there, here)
    recipe = tmp_path / "leduc.toml"
    recipe.write_text(TOURNAMENT, encoding="utf-8")
    try:
        machines = two_machines("pd")
        head, node = machines.__enter__()
    except OSError as error:
        pytest.skip(f"no network namespaces here: {error}")
    try:
        on_head, on_node = ["ip", "netns", "exec", head], ["ip", "netns", "exec", node]
        hidden = ["unshare", "--mount", "sh", "-c", f'mount -t tmpfs none "{there}" && exec "$@"', "sh"]
        address = "tls://10.77.0.1:8786"
        scheduler = [
            "scheduler",
            "--host",
            "10.77.0.1",
            "--protocol",
            "tls",
            "--port",
            "8786",
            *NO_PAGES,
        ]
        worker = ["worker", address, "--nthreads", "1", *NO_PAGES, "--local-directory", str(tmp_path)]
        cache = tmp_path / "cache"
        with (
            dask(*scheduler, *tls_options(files), before=on_head),
            dask(
                *worker,
                *tls_options(files),
                before=[*on_node, *hidden],
                POKERDATA_CLUSTER_CACHE=str(cache),
            ),
        ):
            options = [f"--cluster-{name}={path}" for name, path in files.items()]
            assert wait_for(lambda: open_ports(on_head)) == {"10.77.0.1:8786"}
            command = [sys.executable, "-m", "pokerdata", "make", "-f", str(recipe), "--tables", str(there)]
            done = subprocess.run(
                [*on_head, *command, "--force", "--cluster", address, *options, "all_matches", "all_lbr"],
                capture_output=True,
                text=True,
                check=False,
                timeout=120,
            )
        assert done.stderr == ""
        assert done.returncode == 0
        assert "150 shards by 1 worker" in done.stdout
        assert "of tables sent" in done.stdout
        assert len(list(cache.glob("*.h5"))) == 2  # both strategies
        for name in ("all_matches", "all_lbr"):
            assert (there / f"{name}.h5").read_bytes() == (here / f"{name}.h5").read_bytes()
    finally:
        machines.__exit__(None, None, None)
