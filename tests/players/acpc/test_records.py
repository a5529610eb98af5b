"""Files of a dealer: nothing in them is lost, and a full disk is reported."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import environment
from players.acpc.playing import KUHN, Seat, played
from pokerdata.errors import CapacityError, MatchError, TableError
from pokerdata.players.acpc import Dealer

KEPT = b"STATE:0:ccc:Kh|Qh|Jh:1|-1|0:A|B|C\nwithout an end"


def _dealer(folder: Path, **given: object) -> Dealer:
    return Dealer(KUHN, "ABC", **{"hands": 4, "log": folder, "transactions": True, **given})  # type: ignore[arg-type]


def _content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_port_that_is_taken_makes_and_changes_no_file(tmp_path: Path) -> None:
    with Dealer(KUHN, "ABC", hands=1) as running:
        with pytest.raises(ValueError, match="port: expected a free one"):
            _dealer(tmp_path, ports=running.ports)
        assert _content(tmp_path) == {}
        (tmp_path / "match.log").write_bytes(KEPT)
        for resume in (False, True):
            with pytest.raises(ValueError, match="port: expected a free one"):
                _dealer(tmp_path, ports=running.ports, resume=resume)
        assert _content(tmp_path) == {"match.log": KEPT}


def test_a_second_dealer_leaves_the_files_of_the_first(tmp_path: Path) -> None:
    """This holds during a match, with the same ports and with others, for a new match and a resumed one."""
    seen: list[dict[str, bytes]] = []
    first = _dealer(tmp_path)
    ports = first.ports

    def intrudes(line: bytes, state: object) -> bytes:
        if state is not None and line.startswith(b"MATCHSTATE:0:3:"):
            seen.append(_content(tmp_path))
            for wanted in (ports, ()):
                for resume in (False, True):
                    with pytest.raises(ValueError, match=r"port|match\.log: another dealer"):
                        _dealer(tmp_path, ports=wanted, resume=resume)
            seen.append(_content(tmp_path))
        return b"" if state is None else line.strip() + b":c\r\n"

    played(first, KUHN, intrudes, intrudes, intrudes)
    assert len(seen) == 2
    assert seen[0] == seen[1]
    assert seen[0]["match.log"].count(b"STATE") == 3
    assert (tmp_path / "match.log").read_bytes().count(b"STATE") == 4
    _dealer(tmp_path, resume=True).close()  # the lock is released


@pytest.mark.parametrize("name", ["match.log", "match.tlog"])
def test_what_is_there_is_not_overwritten(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(KEPT)
    with pytest.raises(ValueError, match=rf"{name} already holds a match.*--match.*--resume"):
        _dealer(tmp_path)
    assert _content(tmp_path)[name] == KEPT
    with _dealer(tmp_path, name="another"):
        pass
    assert _content(tmp_path)[name] == KEPT


def test_a_match_that_nobody_joins_leaves_the_log_as_it_was(tmp_path: Path) -> None:
    """This also holds when it would have resumed a log with an unfinished last line."""
    dealer = _dealer(tmp_path, start_ms=0)
    with pytest.raises(MatchError, match="seat 1 was not taken"):
        dealer.run()
    assert not dealer.begun
    assert _content(tmp_path) == {}
    (tmp_path / "match.log").touch()
    with pytest.raises(MatchError, match="seat 1 was not taken"):
        _dealer(tmp_path, start_ms=0).run()
    assert _content(tmp_path) == {"match.log": b""}
    played(_dealer(tmp_path), KUHN)  # empty files may be reused
    whole = _content(tmp_path)
    (tmp_path / "match.log").write_bytes(whole["match.log"] + b"STATE:4:c")
    (tmp_path / "match.tlog").write_bytes(whole["match.tlog"] + b"c 4 17")
    broken = _content(tmp_path)
    with pytest.raises(MatchError, match="seat 1 was not taken"):
        _dealer(tmp_path, start_ms=0, resume=True).run()
    assert _content(tmp_path) == broken
    with pytest.raises(ValueError, match="match of seed 9"):
        _dealer(tmp_path, resume=True, seed=9)
    assert _content(tmp_path) == broken
    played(_dealer(tmp_path, resume=True), KUHN)
    assert _content(tmp_path) == whole


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk")
@pytest.mark.parametrize("name", ["match.log", "match.tlog"])
def test_a_full_disk(name: str, tmp_path: Path) -> None:
    dealer = _dealer(tmp_path)
    record = dealer._log if name == "match.log" else dealer._transactions
    assert record is not None
    full = os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, record.fileno())
    os.close(full)
    with pytest.raises(CapacityError, match="the disk is full: cannot write"):
        played(dealer, KUHN)


def test_a_full_disk_in_the_middle_of_a_match(tmp_path: Path) -> None:
    """The command exits with 1 and one line; the log has whole hands, and the match resumes once there is space."""
    begin = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
    code = f"{begin}import sys; from pokerdata.cli import main; sys.exit(main(sys.argv[1:]))"
    words = ["dealer", "kuhn-3p", "A", "B", "C", "--hands", "40", "--quiet", "--transactions"]

    def play(*start: str) -> tuple[int, str]:
        with subprocess.Popen(
            [sys.executable, *start, *words],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            text=True,
        ) as dealer:
            assert dealer.stdout is not None
            seats = [Seat(KUHN, int(port)) for port in dealer.stdout.readline().split()]
            _, errors = dealer.communicate(timeout=60)
            for seat in seats:
                seat.thread.join(20)
            return dealer.returncode, errors

    code_found, errors = play("-c", code)
    assert code_found == 1
    assert errors.splitlines()[-1].startswith("error: the disk is full: cannot write")
    assert "Errno" not in errors
    assert (tmp_path / "match.log").read_bytes().endswith(b"\n")
    assert (tmp_path / "match.log").stat().st_size <= 1000
    words.append("--resume")
    code_found, errors = play("-m", "pokerdata")
    assert code_found == 0, errors
    hands = [line for line in (tmp_path / "match.log").read_text().splitlines() if line.startswith("STATE")]
    assert [line.split(":")[1] for line in hands] == [str(hand) for hand in range(40)]


def test_two_names_of_one_file_are_told(tmp_path: Path) -> None:
    (tmp_path / "match.log").touch()
    os.link(tmp_path / "match.log", tmp_path / "match.tlog")
    with pytest.raises(ValueError, match=r"match\.tlog: another dealer"):
        _dealer(tmp_path)


def test_ports_are_free_after_a_log_that_is_refused(tmp_path: Path) -> None:
    (tmp_path / "match.log").write_bytes(KEPT)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(ValueError, match="already holds a match"):
        _dealer(tmp_path, ports=(port, 0, 0))
    with Dealer(KUHN, "ABC", hands=1, ports=(port, 0, 0)) as dealer:
        assert dealer.ports[0] == port


@pytest.mark.parametrize("name", ["match.log", "match.tlog"])
@pytest.mark.parametrize("resume", [False, True])
def test_nothing_behind_a_link_is_written(name: str, resume: bool, tmp_path: Path) -> None:
    """This covers an empty file and a missing one."""
    folder, other = tmp_path / "log", tmp_path / "other"
    folder.mkdir()
    for content in (None, b"", KEPT):
        if content is not None:
            other.write_bytes(content)
        (folder / name).symlink_to(other)
        with pytest.raises(TableError, match="is a symbolic link"):
            _dealer(folder, resume=resume)
        assert (other.read_bytes() if other.exists() else None) == content
        (folder / name).unlink()


@pytest.mark.parametrize("name", ["match.log", "match.tlog"])
def test_a_first_line_that_no_dealer_wrote_is_not_cut_off(name: str, tmp_path: Path) -> None:
    """A dealer would otherwise truncate someone else's file to resume."""
    (tmp_path / name).write_bytes(b"a note of mine")
    with pytest.raises(ValueError, match=rf"{name}: expected the beginning of a match"):
        _dealer(tmp_path, resume=True)
    assert (tmp_path / name).read_bytes() == b"a note of mine"


def test_a_last_line_that_no_dealer_wrote_is_not_cut_off(tmp_path: Path) -> None:
    """However long it is, little of it is read."""
    played(_dealer(tmp_path), KUHN)
    with (tmp_path / "match.tlog").open("r+b") as file:
        file.truncate(1 << 40)
    with pytest.raises(ValueError, match=r"match\.tlog: expected lines"):
        _dealer(tmp_path, resume=True)
    assert (tmp_path / "match.tlog").stat().st_size == 1 << 40


def test_a_pipe_is_no_log(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "match.log")
    with pytest.raises(ValueError, match=r"match\.log: expected a file, got a pipe"):
        _dealer(tmp_path)
