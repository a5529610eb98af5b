"""Addresses, and the options for them."""

from pathlib import Path

import pytest

from pokerdata.cli import main
from pokerdata.pipeline.cluster.connecting import read_address

FILE = Path("a.pem")


def test_addresses() -> None:
    assert read_address("local:2").workers == 2
    assert read_address("local:2").is_local
    assert read_address("tcp://10.0.0.1:8786").text == "tcp://10.0.0.1:8786"
    assert read_address("tls://[fd00::1]:8786/").text == "tls://[fd00::1]:8786"
    assert not read_address("tls://head:8786", ca=FILE, cert=FILE, key=FILE).is_local


@pytest.mark.parametrize(
    "text",
    [
        "",
        "local",
        "local:",
        "local:-1",
        "local:²",
        "localhost:8786",
        "tcp://host",
        "tcp://host:0",
        "udp://host:1",
    ],
)
def test_no_addresses(text: str) -> None:
    with pytest.raises(ValueError, match=r"cluster: expected .*e\.g\. local:2"):
        read_address(text)


@pytest.mark.parametrize("count", ["0", "257", "99999999999999999999"])
def test_too_many_workers(count: str) -> None:
    with pytest.raises(ValueError, match="workers of local:N: expected"):
        read_address(f"local:{count}")


def test_certificates_go_with_tls_and_with_each_other() -> None:
    with pytest.raises(ValueError, match="cluster ca: expected only with an address tls"):
        read_address("tcp://host:1", ca=FILE)
    with pytest.raises(ValueError, match="got none of cert, key"):
        read_address("tls://host:1", ca=FILE)


def test_without_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pokerdata._support.extras.find_spec", lambda name: None)
    assert main(["make", "--cluster", "local:2", "--tables", str(tmp_path)]) == 1
    assert "pip install 'pokerdata[cluster]'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_certificates_without_a_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ca.pem"
    file.touch()
    assert main(["make", "--cluster-ca", str(file)]) == 2
    assert "expected only with --cluster ADDRESS" in capsys.readouterr().err


def test_tls_without_certificates_is_refused_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    assert main(["make", "rank_codes", "--tables", str(tmp_path), "--cluster", "tls://127.0.0.1:1"]) == 2
    assert "--cluster-ca" in capsys.readouterr().err
