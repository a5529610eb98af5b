"""Shards on two workers give the same bits as here, whatever happens to workers, client and tables."""

from __future__ import annotations

import hashlib
import os
import signal
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import dask
import pytest
from distributed import Client, LocalCluster

from helpers import far_shards, toys
from helpers.far_shards import SHARDS, started, wait_for
from pokerdata._support.version import VERSION
from pokerdata.errors import ClusterError, TableError
from pokerdata.pipeline.cluster import connecting as builds
from pokerdata.pipeline.cluster import files
from pokerdata.pipeline.cluster import runner as runners
from pokerdata.pipeline.cluster.connecting import check_workers, connected, read_address
from pokerdata.pipeline.cluster.runner import ClusterRunner
from pokerdata.pipeline.store.digest import file_digest
from pokerdata.pipeline.store.writing import made


def folder(tmp_path: Path, name: str) -> Path:
    (tmp_path / name).mkdir()
    return tmp_path / name


def test_same_bits_and_a_line_about_what_it_cost(client: Client, tmp_path: Path, signs: Path) -> None:
    here, there = folder(tmp_path, "here"), folder(tmp_path, "there")
    far_shards.runner(here, folder(tmp_path, "others")).run()
    said: list[str] = []
    progress: list[tuple[int, int]] = []
    runner = far_shards.runner(there, signs, ClusterRunner(client, say=said.append))

    class Shown:
        def __enter__(self) -> Any:
            return lambda done, total, note="": progress.append((done, total))

        def __exit__(self, *_: object) -> None: ...

    runner.progress = lambda name, say: Shown()
    runner.run()
    assert toys.content(there) == toys.content(here)
    assert set(started(signs)) == set(range(SHARDS))
    by = {process for processes in started(signs).values() for process in processes}
    assert by <= set(client.run(os.getpid).values())
    assert os.getpid() not in by
    assert (10 * SHARDS, 10 * SHARDS) in progress
    assert [done for done, total in progress if total == 10 * SHARDS] == sorted(
        done for done, total in progress if total == 10 * SHARDS
    )
    assert len(said) == 1
    assert said[0].startswith(f"  sums: {SHARDS} shards by ")
    assert said[0].endswith("8.0 kB received")  # 1,000 sums of 8 bytes


def test_a_killed_worker_costs_its_shards_only(client: Client, tmp_path: Path, signs: Path) -> None:
    here, there = folder(tmp_path, "here"), folder(tmp_path, "there")
    far_shards.runner(here, folder(tmp_path, "others")).run()
    (signs / "hold-2").touch()
    run = far_shards.background(far_shards.runner(there, signs, ClusterRunner(client)).run)
    wait_for(lambda: len(started(signs)) == SHARDS)  # all others are done, or running
    (victim,) = started(signs)[2]
    os.kill(victim, signal.SIGKILL)
    wait_for(lambda: len(started(signs)[2]) == 2)
    (signs / "hold-2").unlink()
    run.join(30)
    assert not run.is_alive()
    again = [number for number, processes in started(signs).items() if len(processes) > 1]
    others = [number for number in again if number != 2]
    assert all(victim in started(signs)[number] for number in others), "only what it had is run again"
    assert toys.content(there) == toys.content(here)


def test_a_worker_has_one_shard_at_a_time(client: Client, tmp_path: Path, signs: Path) -> None:
    for number in (1, 2):
        (signs / f"hold-{number}").touch()
    run = far_shards.background(
        far_shards.runner(folder(tmp_path, "there"), signs, ClusterRunner(client)).run
    )
    wait_for(lambda: {0, 1, 2} <= set(started(signs)))
    time.sleep(1)
    assert sorted(map(len, client.processing().values())) == [1, 1]
    (signs / "hold-1").unlink()
    wait_for(lambda: len(started(signs)) == SHARDS)  # by the free worker
    (signs / "hold-2").unlink()
    run.join(30)
    assert not run.is_alive()


def test_an_interrupted_run_stops_workers_and_goes_on_here(
    client: Client, tmp_path: Path, signs: Path
) -> None:
    here, there = folder(tmp_path, "here"), folder(tmp_path, "there")
    far_shards.runner(here, folder(tmp_path, "others")).run()
    (signs / "hold-4").touch()
    runner = far_shards.runner(there, signs, ClusterRunner(client))
    raised: list[BaseException] = []

    class Interrupting:
        def __enter__(self) -> Any:
            def progress(done: int, total: int, note: str = "") -> None:
                if total == 10 * SHARDS and done == 10 * (SHARDS - 1):  # all but the waiting one
                    raise KeyboardInterrupt

            return progress

        def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
            raised.append(error)

    runner.progress = lambda name, say: Interrupting()
    with pytest.raises(KeyboardInterrupt):
        runner.run()
    wait_for(
        lambda: not any(client.processing().values())
    )  # the waiting shard has ended: the file still exists
    assert len(list((there / ".shards").rglob("part-*.npz"))) == SHARDS - 1
    for path in signs.iterdir():
        path.unlink()
    far_shards.runner(there, signs).run()
    assert started(signs) == {4: [os.getpid()]}
    assert toys.content(there) == toys.content(here)


class Hiding(ClusterRunner):
    """Simulates a machine with folders that no worker can see."""

    def _envelope(self, *arguments: Any) -> Any:
        return replace(super()._envelope(*arguments), folder="/not/seen/there")


def test_tables_that_workers_do_not_see_are_sent_once(
    client: Client, tmp_path: Path, signs: Path, cache: Path
) -> None:
    here, there = folder(tmp_path, "here"), folder(tmp_path, "there")
    far_shards.runner(here, folder(tmp_path, "others")).run()
    said: list[str] = []
    far_shards.runner(there, signs, Hiding(client, say=said.append)).run()
    assert toys.content(there) == toys.content(here)
    squares = there / "squares.h5"
    assert "of tables sent" in said[0]
    (only,) = cache.iterdir()
    assert only.name == f"{file_digest(squares)}.h5"
    assert only.read_bytes() == squares.read_bytes()
    far_shards.runner(there, signs, Hiding(client, say=said.append)).run(["sums"], force=True)
    assert "sent" not in said[1]
    only.write_bytes(only.read_bytes()[:-1] + b"x")  # damaged there: noticed, and sent again
    far_shards.runner(there, signs, Hiding(client, say=said.append)).run(["sums"], force=True)
    assert "of tables sent" in said[2]
    assert toys.content(there) == toys.content(here)


def test_a_table_that_changes_while_it_is_sent_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(files._CACHE, str(tmp_path))
    with pytest.raises(Exception, match="changed while it was sent: expected the digest"):
        files.receive("me", "0" * 64, 0, b"something else", 14)
    assert list(tmp_path.iterdir()) == []


def test_a_worker_that_is_killed_while_a_table_is_sent_costs_nothing_else(
    client: Client, tmp_path: Path, signs: Path, cache: Path
) -> None:
    here, there = folder(tmp_path, "here"), folder(tmp_path, "there")
    far_shards.runner(here, folder(tmp_path, "others")).run()
    for path in cache.iterdir():
        path.unlink()
    killed: list[str] = []

    class Killing(Hiding):
        def _ask(self, worker: str, function: Any, *values: object) -> Any:
            if function is files.receive and not killed:
                killed.append(worker)
                os.kill(self.client.run(os.getpid)[worker], signal.SIGKILL)
            return super()._ask(worker, function, *values)

    with dask.config.set({"distributed.comm.timeouts.connect": "2s"}):
        far_shards.runner(there, signs, Killing(client)).run()
    assert len(killed) == 1
    assert toys.content(there) == toys.content(here)


def test_two_send_the_same_table_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Meanwhile the partial file of a worker that died is removed."""
    monkeypatch.setenv(files._CACHE, str(tmp_path))
    content = b"0123456789"
    digest = hashlib.sha256(content).hexdigest()
    left, held = made(tmp_path / f"{'1' * 64}.h5")
    os.close(held)  # as when its process ends
    assert files.receive("third", digest, 5, content[5:], 10) is None, "it has none of the parts before"
    assert files.receive("first", digest, 0, content[:5], 10) is False
    assert not left.exists()
    assert files.receive("second", digest, 0, content[:5], 10) is False
    assert len(list(tmp_path.iterdir())) == 2
    assert files.receive("first", digest, 5, content[5:], 10) is True
    assert files.receive("second", digest, 5, content[5:], 10) is True
    (only,) = tmp_path.iterdir()
    assert (only.name, only.read_bytes()) == (f"{digest}.h5", content)
    assert not files._coming


def test_what_a_dead_sender_left_goes_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(files._CACHE, str(tmp_path))
    assert files.receive("dead", "0" * 64, 0, b"01234", 10) is False
    assert files.receive("slow", "1" * 64, 0, b"01234", 10) is False
    later = time.monotonic() + files._GIVEN_UP + 1
    monkeypatch.setattr(files, "time", SimpleNamespace(monotonic=lambda: later))
    assert files.receive("slow", "1" * 64, 5, b"5", 10) is False
    assert files.receive("me", "2" * 64, 0, b"01234", 10) is False
    assert set(files._coming) == {("slow", "1" * 64), ("me", "2" * 64)}
    assert len(list(tmp_path.iterdir())) == 2
    for sender, digest in list(files._coming):
        files._drop(sender, digest)


def test_folders_that_a_worker_may_not_look_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client's folders may belong to another user: their tables are sent."""
    (tmp_path / "t.h5").write_bytes(b"0123456789")
    wanted = {"t": file_digest(tmp_path / "t.h5")}
    monkeypatch.setenv(files._CACHE, str(tmp_path / "cache"))
    assert files.missing(tmp_path, wanted) == {}

    def denied(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "is_file", denied)
        assert files.missing(tmp_path, wanted) == wanted


@pytest.mark.parametrize("times", [1, 9])
def test_a_cache_that_is_emptied(
    client: Client, tmp_path: Path, signs: Path, cache: Path, times: int
) -> None:
    here, there = folder(tmp_path, "here"), folder(tmp_path, "there")
    far_shards.runner(here, folder(tmp_path, "others")).run()
    for path in cache.iterdir():
        path.unlink()
    left = times

    class Emptied(Hiding):
        def send(self, *arguments: Any) -> int:
            nonlocal left
            sent = super().send(*arguments)
            for path in cache.glob("[!.]*") if left else ():
                path.unlink()
                left -= 1
            return sent

    if times == 1:
        far_shards.runner(there, signs, Emptied(client)).run()
        assert toys.content(there) == toys.content(here)
        return
    with pytest.raises(
        ClusterError, match="was sent squares 3 times and has lost it: expected a folder that"
    ):
        far_shards.runner(there, signs, Emptied(client)).run()


def test_an_error_names_its_worker(client: Client, tmp_path: Path, signs: Path) -> None:
    (signs / "fail-2").touch()
    with pytest.raises(PermissionError, match="/some/file") as failed:
        far_shards.runner(folder(tmp_path, "there"), signs, ClusterRunner(client)).run()
    workers = list(client.nthreads())
    assert any(note in [f"on worker {worker}" for worker in workers] for note in failed.value.__notes__)


def test_a_worker_that_leaves_when_all_are_asked(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"tcp://gone:1": OSError("Timed out trying to connect"), **client.run(builds.own_build)}
    monkeypatch.setattr(client, "run", lambda *_, **__: found)
    check_workers(client, "here", 5)
    found["tcp://gone:1"] = ModuleNotFoundError("No module named 'pokerdata'")
    with pytest.raises(ClusterError, match="worker tcp://gone:1 cannot run this pokerdata"):
        check_workers(client, "here", 5)


def test_a_worker_that_cannot_keep_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a file").touch()
    monkeypatch.setenv(files._CACHE, str(tmp_path / "a file" / "cache"))
    with pytest.raises(TableError, match=r"cannot keep a table of 14 bytes in .*cache: Not a directory"):
        files.receive("me", "0" * 64, 0, b"something else", 14)


def test_a_worker_without_pokerdata_that_comes_later(
    client: Client, tmp_path: Path, signs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacks(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'pokerdata'")

    monkeypatch.setattr(runners, "run_shard", lacks)
    lacking = pytest.raises(
        ClusterError, match=r"cannot run this pokerdata: No module named 'pokerdata'; expected"
    )
    with lacking:
        far_shards.runner(folder(tmp_path, "there"), signs, ClusterRunner(client)).run()


def test_workers_that_are_started_share_the_threads() -> None:
    with connected(read_address("local:1"), threads=3) as own:
        assert list(own.nthreads().values()) == [3]
        info = own.scheduler_info()
        ports = [
            info["services"].get("dashboard"),
            *(w["services"].get("dashboard") for w in info["workers"].values()),
        ]
        for port in filter(None, ports):  # over HTTP, without a key
            with pytest.raises(HTTPError, match="404"):
                urlopen(f"http://127.0.0.1:{port}/info/main/workers.html", timeout=10)
        assert any(ports)


def test_workers_of_another_build_are_refused(client: Client, tmp_path: Path, signs: Path) -> None:
    there = folder(tmp_path, "there")
    odd = next(iter(client.nthreads()))
    client.run(_pretend, "9.9", workers=[odd])
    try:
        with pytest.raises(ClusterError, match=f"worker {odd} is refused.*version 9.9 instead of"):
            check_workers(client, "here", 5)
        with pytest.raises(ClusterError, match=f"worker {odd} is refused.*version 9.9 instead of"):
            far_shards.runner(there, signs, ClusterRunner(client)).run()
        others = {pid for at, pid in client.run(os.getpid).items() if at != odd}
        assert {process for found in started(signs).values() for process in found} <= others
    finally:
        client.run(_pretend, None, workers=[odd])
    check_workers(client, "here", 5)


def _pretend(version: str | None) -> None:
    """Make this process pretend to have another version, or its own again."""
    vars(builds)["VERSION"] = version or VERSION
    builds.own_build.cache_clear()


def test_builds_differ_in_words() -> None:
    own = builds.own_build()
    assert own.differences(own) == []
    other = replace(own, compiler="GCC 2.95", instruction_set="sse2", numpy="1.0")
    assert own.differences(other) == [
        f"compiler GCC 2.95 instead of {own.compiler}",
        f"instruction set sse2 instead of {own.instruction_set}",
        f"numpy 1.0 instead of {own.numpy}",
    ]


def test_nobody_answers() -> None:
    nobody = pytest.raises(ClusterError, match=r"no scheduler answers at tcp://127\.0\.0\.1:1 within 1")
    with nobody, connected(read_address("tcp://127.0.0.1:1"), wait=1):
        pass


def test_no_workers() -> None:
    with LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0") as empty:
        nobody = pytest.raises(ClusterError, match=r"no workers at tcp://127\.0\.0\.1:\d+ within 1")
        with nobody, connected(read_address(empty.scheduler_address), wait=1):
            pass
