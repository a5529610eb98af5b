"""Workers and schedulers that are lost for good, and an interrupted command: the messages, and the remaining files."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from helpers import environment, far_shards, toys
from helpers.far_shards import started, wait_for
from helpers.machines import dask
from helpers.recipes import TOURNAMENT, linked, runner_of
from pokerdata.errors import ClusterError
from pokerdata.pipeline.cluster.runner import ClusterRunner

pytestmark = pytest.mark.slow

#: Some minutes of work.
LONG = """
[match.seen]
game = "limit-holdem"
agents = ["always-call", "always-raise"]
deals = 2
real_flops = 200
"""


def one_worker() -> LocalCluster:
    return LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0", memory_limit=0, silence_logs=50
    )


def test_a_shard_that_ends_every_worker(tmp_path: Path, signs: Path) -> None:
    (signs / "end-3").touch()
    with one_worker() as cluster, Client(cluster.scheduler_address, set_as_default=False) as client:
        ends = pytest.raises(
            ClusterError, match=r"4 workers that had shard part-\d ended, .*memory that suffices"
        )
        with ends:
            # A busy machine takes long to restart a worker.
            far_shards.runner(tmp_path / "there", signs, ClusterRunner(client, wait=300)).run()
    assert len(started(signs)[3]) == 4, "as docs/cluster.md says"
    kept = {path.stem for path in (tmp_path / "there" / ".shards").rglob("part-*.npz")}
    assert kept >= {"part-0", "part-1"}
    (signs / "end-3").unlink()
    far_shards.runner(tmp_path / "there", signs).run()
    far_shards.runner(tmp_path / "here", signs).run()
    assert toys.content(tmp_path / "there") == toys.content(tmp_path / "here")


def test_all_workers_leave_and_others_come(tmp_path: Path, signs: Path) -> None:
    """Cluster jobs leave like this when their time is up."""
    (signs / "hold-1").touch()
    with LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", silence_logs=50) as cluster:
        where = cluster.scheduler_address
        words = ["worker", where, "--no-nanny", "--nthreads", "1", "--no-dashboard"]
        own = {"PYTHONPATH": environment()["PYTHONPATH"]}
        with Client(where, set_as_default=False) as client:
            with dask(*words, "--local-directory", str(tmp_path / "first"), **own) as first:
                client.wait_for_workers(1, timeout=60)
                run = far_shards.background(
                    far_shards.runner(tmp_path / "there", signs, ClusterRunner(client)).run
                )
                wait_for(lambda: 1 in started(signs))
                first.kill()
                wait_for(lambda: not client.nthreads())
                time.sleep(1.5)
            (signs / "hold-1").unlink()
            with dask(*words, "--local-directory", str(tmp_path / "second"), **own):
                run.join(60)
                assert not run.is_alive()
    far_shards.runner(tmp_path / "here", signs).run()
    assert toys.content(tmp_path / "there") == toys.content(tmp_path / "here")


@pytest.mark.parametrize("lost", ["worker", "scheduler"])
def test_nobody_is_left(tmp_path: Path, signs: Path, lost: str) -> None:
    (signs / "hold-1").touch()
    cluster = LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", silence_logs=50)
    where = cluster.scheduler_address
    words = ["worker", where, "--no-nanny", "--nthreads", "1", "--no-dashboard"]
    own = {"PYTHONPATH": environment()["PYTHONPATH"]}
    failed: list[BaseException] = []
    with dask(*words, "--local-directory", str(tmp_path), **own) as worker:
        client = Client(where, set_as_default=False)
        client.wait_for_workers(1, timeout=60)  # a busy machine takes longer than the runner waits
        work = far_shards.runner(tmp_path / "there", signs, ClusterRunner(client, wait=1))

        def run() -> None:
            try:
                work.run()
            except ClusterError as error:
                failed.append(error)

        try:
            thread = far_shards.background(run)
            wait_for(lambda: 1 in started(signs))
            if lost == "worker":
                worker.kill()
            else:
                cluster.close()
            thread.join(30)
        finally:
            client.close()
            cluster.close()
    (error,) = failed
    assert "what is finished is kept, the same command goes on from there" in str(error)
    assert ("all workers are gone" if lost == "worker" else "gone") in str(error)


def make(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pokerdata", "make", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=environment(),
    )


def processes(session: int) -> list[int]:
    """Return the running processes of a session."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            _, _, rest = path.read_text().rpartition(")")
        except OSError:
            continue
        state, _, _, of = rest.split()[:4]
        if int(of) == session and state != "Z":
            found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_command_is_stopped(tmp_path: Path, stop: signal.Signals) -> None:
    """Ctrl-C reaches all processes of a terminal, the other signals only the command: workers end with it."""
    recipe = tmp_path / "long.toml"
    recipe.write_text(LONG, encoding="utf-8")
    words = ["-f", str(recipe), "--tables", str(tmp_path / "tables"), "--cluster", "local:2"]
    command = make(*words, "seen_always_call_real")
    assert command.stdout is not None
    while not command.stdout.readline().startswith("[1/1] "):  # its workers are connected
        assert command.poll() is None
    assert len(processes(command.pid)) >= 3
    time.sleep(1)
    (os.killpg if stop == signal.SIGINT else os.kill)(command.pid, stop)
    _, errors = command.communicate(timeout=60)
    if stop == signal.SIGKILL:
        assert command.returncode == -signal.SIGKILL
    else:
        assert command.returncode == 130
        assert errors.strip().startswith("error: interrupted"), errors
        assert errors.strip().endswith("what is finished is kept, the same command goes on from there")
        assert len(errors.strip().splitlines()) == 1
    wait_for(lambda: not processes(command.pid))


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_what_a_killed_client_had_serves_the_next(tmp_path: Path) -> None:
    recipe = tmp_path / "short.toml"
    recipe.write_text(LONG.replace("200", "24"), encoding="utf-8")
    here, there = tmp_path / "here", tmp_path / "there"
    words = ["seen_always_call_real", "-f", str(recipe), "--tables"]
    first = make(*words, str(there), "--cluster", "local:2")

    def kept() -> list[Path]:
        return list((there / ".shards").rglob("[!.]*.npz"))

    wait_for(lambda: len(kept()) >= 2, 120)  # both seats of a shard
    first.kill()
    first.communicate(timeout=60)
    wait_for(lambda: not processes(first.pid))
    assert not (there / "seen_always_call_real.h5").exists()
    again = make(*words, str(there), "--cluster", "local:2")
    output, errors = again.communicate(timeout=240)
    assert (again.returncode, errors) == (0, "")
    ran = re.search(r"seen_always_call_real: (\d+) shards? by", output)
    assert ran is not None
    assert 1 <= int(ran[1]) < 24 // 4
    alone = make(*words, str(here))
    assert alone.communicate(timeout=240)[1] == ""
    found = [(folder / "seen_always_call_real.h5").read_bytes() for folder in (here, there)]
    assert found[0] == found[1]
    assert not kept()


def test_the_command_with_workers_of_its_own(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    recipe = tmp_path / "leduc.toml"
    recipe.write_text(TOURNAMENT, encoding="utf-8")
    runner_of(TOURNAMENT, here).run(["good_strategy", "poor_strategy"])
    linked(there, here)
    runner_of(TOURNAMENT, here).run(["all_lbr"])
    words = ["-f", str(recipe), "--tables", str(there), "--cluster", "local:2", "all_lbr"]
    first = make(*words)
    output, errors = first.communicate(timeout=120)
    assert (first.returncode, errors) == (0, "")
    assert "  all_lbr: 1 shard by 1 worker, " in output
    assert (there / "all_lbr.h5").read_bytes() == (here / "all_lbr.h5").read_bytes()
    again = make(*words)
    assert again.communicate(timeout=60) == ("nothing to do: all 3 stages are up to date\n", "")
