"""Work in other processes: the same results, and every way to end."""

import multiprocessing
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.ending import end_early, fail_unpicklably, squared
from pokerdata._support.resources import spread
from pokerdata.errors import PokerdataError


def test_one_process_works_here_in_order() -> None:
    told: list[int] = []
    done: list[int] = []

    def work(number: int, tell: object) -> int:
        assert callable(tell)
        tell(number)
        done.append(number)
        return number**2

    assert spread(work, 4, 1, told.append) == [0, 1, 4, 9]
    assert done == [0, 1, 2, 3]
    assert told == [0, 0 + 1, 0 + 1 + 2, 0 + 1 + 2 + 3]
    assert spread(work, 1, 8) == [0]  # no more processes than work
    with pytest.raises(ValueError, match="processes: expected players that other processes can be sent, got"):
        spread(work, 4, 2)


def test_results_stand_in_their_order() -> None:
    told: list[int] = []
    assert spread(squared, 7, 2, told.append) == [number**2 for number in range(7)]
    assert told[-1] == 7
    assert told == sorted(told)


def test_a_process_that_ends_early_or_fails_ends_all() -> None:
    with pytest.raises(PokerdataError, match="got exit code 7 of one; a script must start them below"):
        spread(end_early, 2, 2)
    with pytest.raises(PokerdataError, match="LocalError: of its own kind"):
        spread(fail_unpicklably, 2, 2)
    assert not multiprocessing.active_children()


def test_a_script_that_starts_processes_when_it_is_imported_is_told_how(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from pokerdata.matches import play_series\nplay_series(['random'] * 2, 'kuhn', processes=2)\n"
    )
    ended = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.count("Traceback") == 1
    assert 'a script must start them below `if __name__ == "__main__":`' in ended.stderr
