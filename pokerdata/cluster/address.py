"""Where workers are: the address of a scheduler, or how many to start on this machine; and who may talk to them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pokerdata.support.arguments import as_count

MOST_LOCAL = 256
_REMOTE = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):(\d{1,5})/?")


@dataclass(frozen=True)
class Address:
    """Where workers are.

    Attributes:
        text: The address of a scheduler, empty for workers that are started here.
        workers: How many to start here.
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
        """Whether workers are started here."""
        return not self.text


def read_address(
    text: str, *, ca: Path | None = None, cert: Path | None = None, key: Path | None = None
) -> Address:
    """Read an address.

    Args:
        text: tcp://HOST:PORT, tls://HOST:PORT, or local:N for N workers on this machine.
        ca: As in `Address`; with tls:// all three files, or none where Dask's own configuration names them.
        cert: As in `Address`.
        key: As in `Address`.

    Raises:
        ValueError: For another text, and for files that do not go with it.
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
