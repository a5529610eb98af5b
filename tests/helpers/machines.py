"""Certificates, and Dask schedulers and workers started by their commands, on this machine or in network namespaces."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

OPENSSL = shutil.which("openssl")


def certificates(folder: Path) -> dict[str, Path]:
    """Make a certificate authority and one signed certificate for all programs; return the files of ca, cert and key."""
    folder.mkdir(parents=True)
    paths = {name: folder / f"{name}.pem" for name in ("ca", "ca-key", "cert", "key", "request")}
    new = ["req", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    _openssl(*new, "-x509", "-subj", "/CN=authority", "-keyout", paths["ca-key"], "-out", paths["ca"])
    _openssl(*new, "-subj", "/CN=program", "-keyout", paths["key"], "-out", paths["request"])
    signing: list[str | Path] = [
        "-CA",
        paths["ca"],
        "-CAkey",
        paths["ca-key"],
        "-CAcreateserial",
        "-days",
        "2",
    ]
    _openssl("x509", "-req", "-in", paths["request"], *signing, "-out", paths["cert"])
    return {name: paths[name] for name in ("ca", "cert", "key")}


def _openssl(*words: str | Path) -> None:
    assert OPENSSL is not None
    subprocess.run([OPENSSL, *words], check=True, capture_output=True)


def tls_options(files: dict[str, Path]) -> list[str]:
    """Return the certificate options of `dask scheduler` and `dask worker`."""
    return [
        "--tls-ca-file",
        str(files["ca"]),
        "--tls-cert",
        str(files["cert"]),
        "--tls-key",
        str(files["key"]),
    ]


@contextmanager
def dask(*words: str, before: Sequence[str] = (), **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a `dask scheduler` or `dask worker`, and end it on exit.

    Args:
        *words: Arguments of the command.
        before: Words before the command, such as `ip netns exec`.
        **environment: Its environment variables.
    """
    process = subprocess.Popen(
        [*before, sys.executable, "-m", "dask", *words],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def two_machines(name: str) -> Iterator[tuple[str, str]]:
    """Make two network namespaces connected by a cable: 10.77.0.1 and 10.77.0.2.

    Raises:
        OSError: If this is not permitted.
    """
    head, node = f"{name}-head", f"{name}-node"
    made = []
    try:
        for space in (head, node):
            _ip("netns", "add", space)
            made.append(space)
            _ip("-n", space, "link", "set", "lo", "up")
        _ip(
            "link",
            "add",
            f"{name}0",
            "netns",
            head,
            "type",
            "veth",
            "peer",
            "name",
            f"{name}1",
            "netns",
            node,
        )
        for space, number in ((head, 0), (node, 1)):
            _ip("-n", space, "addr", "add", f"10.77.0.{number + 1}/24", "dev", f"{name}{number}")
            _ip("-n", space, "link", "set", f"{name}{number}", "up")
        yield head, node
    finally:
        for space in made:
            _ip("netns", "del", space)


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"ip {' '.join(words)}: {done.stderr.strip()}")
