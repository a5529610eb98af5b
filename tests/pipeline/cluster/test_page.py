"""The scripts for SLURM in docs/cluster.md work."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from helpers import environment
from helpers.documents import block
from helpers.machines import OPENSSL, certificates
from helpers.recipes import TOURNAMENT, linked, runner_of


@pytest.mark.slow
@pytest.mark.skipif(OPENSSL is None, reason="openssl is not here")
def test_scripts_for_slurm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("dask_jobqueue")
    certificates(tmp_path / "own")
    monkeypatch.chdir(tmp_path / "own")
    code = block("docs/cluster.md", "slurm")
    assert 'interface="ib0"' in code
    namespace: dict[str, object] = {}
    exec(compile(code.replace("ib0", "lo"), "cluster.md", "exec"), namespace)
    cluster = namespace["cluster"]
    try:
        address = cluster.scheduler_address  # type: ignore[attr-defined]
    finally:
        cluster.close()  # type: ignore[attr-defined]
    script = capsys.readouterr().out
    bash = shutil.which("bash")
    assert bash is not None
    subprocess.run([bash, "-n"], input=script, text=True, check=True)
    asked = dict(
        line.removeprefix("#SBATCH ").replace("=", " ").split(" ", 1)
        for line in script.splitlines()
        if line.startswith("#SBATCH")
    )
    assert asked["-A"] == "my-account"
    assert asked["-n"] == "1"
    assert asked["--cpus-per-task"] == "16"
    assert asked["--mem"] == "30G"  # 32 GB
    assert asked["-t"] == "04:00:00"
    assert "export POKERDATA_ISA=avx2" in script.splitlines()
    (worker,) = [shlex.split(line) for line in script.splitlines() if "dask_worker" in line]
    assert address.startswith("tls://127.0.0.1:")
    assert address in worker
    options = dict(pairwise(worker))
    assert options["--nthreads"] == "16"
    assert options["--protocol"] == "tls://"
    assert options["--dashboard-address"] == "127.0.0.1:0"
    assert [options[f"--tls-{name}"] for name in ("ca-file", "cert", "key")] == [
        "ca.pem",
        "cert.pem",
        "key.pem",
    ]
    assert "--nworkers" not in worker  # one


#: Starts a job at once on this machine, and prints its number as SLURM does.
SBATCH = """#!/bin/sh
cp "$1" "$0-$$"
setsid bash "$0-$$" > "$0.$$" 2>&1 < /dev/null &
echo "Submitted batch job $!"
"""


@pytest.mark.slow
@pytest.mark.skipif(OPENSSL is None, reason="openssl is not here")
def test_the_program_for_slurm(tmp_path: Path) -> None:
    """It uses two jobs instead of sixteen, on this machine, with instructions that every machine has."""
    pytest.importorskip("dask_jobqueue")
    certificates(tmp_path / "own")
    commands, made, here = tmp_path / "commands", tmp_path / "made", tmp_path / "here"
    commands.mkdir()
    for name, script in {"sbatch": SBATCH, "scancel": '#!/bin/sh\nkill -- "-$1"\n'}.items():
        (commands / name).write_text(script)
        (commands / name).chmod(0o700)
    recipe = tmp_path / "leduc.toml"
    recipe.write_text(TOURNAMENT, encoding="utf-8")
    runner_of(TOURNAMENT, here).run(["all_matches"])
    linked(made, here)
    code = block("docs/cluster.md", "slurm") + block("docs/cluster.md", "slurm-make")
    more = f'"make", "-f", "{recipe}", "--tables", "{made}", "--force", "all_matches", '
    for word, ours in {
        "ib0": "lo",
        "avx2": "portable",
        "jobs=16": "jobs=2",
        "sleep(10)": "sleep(1)",
        '"make", ': more,
    }.items():
        assert word in code
        code = code.replace(word, ours)
    path = os.pathsep.join([str(commands), str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path / "own",
        env=environment(PATH=path),
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    jobs = [job.read_text() for job in commands.glob("sbatch.*")]
    assert done.returncode == 0, (done.stderr, jobs)
    assert len(jobs) == 2
    assert re.search(r"all_matches: \d+ shards by [12] worker", done.stdout), done.stdout
    assert (made / "all_matches.h5").read_bytes() == (here / "all_matches.h5").read_bytes()
