"""Streamed logs: every line is checked like a single hand, in constant memory."""

import os
import threading
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from helpers.random_tables import random_action, start
from pokerdata.games import table_rules
from pokerdata.games.play import State, hand_text, read_hand, read_log, write_phh
from pokerdata.matches.statistics import statistics_of, statistics_of_logs

THREE = table_rules("limit-holdem-3p")
SIX = table_rules("nolimit-holdem-6p")
OLD = (
    "BreakIvan (0)|CheckNorris (4)|RichieRich (3):47:rfc/crc/cc/crc:7h2s|Js6h|Qs2d/9s5c2c/5s/9c:-0.5|-5.0|5.5"
)
SAME = "STATE:47:rfc/crc/cc/crc:7h2s|Js6h|Qs2d/9s5c2c/5s/9c:-5|-50|55:BreakIvan|CheckNorris|RichieRich"


def lines(game, count, seed=0, names="ABCDEF"):
    rng = np.random.default_rng(seed)
    found = []
    for hand in range(count):
        state = start(game, seed, hand).with_names(tuple(names[: game.players]))
        while not state.is_terminal:
            state = state.apply(random_action(state, rng))
        found.append(hand_text(state))
    return found


def written(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def refusal(call) -> str:
    """Return the error message, or an empty string."""
    try:
        call()
    except ValueError as error:
        return str(error)
    return ""


def changed(line: str, rng) -> str:
    """Return a line with one or two characters changed, left out, inserted or doubled; most results are errors."""
    marks = "fcrkbFCR/:|0123456789 AKQJT9shdc\r-.Ä"
    text = list(line)
    for _ in range(int(rng.integers(1, 3))):
        if not text:
            break
        at = int(rng.integers(len(text)))
        what = int(rng.integers(5))
        mark = marks[int(rng.integers(len(marks)))]
        if what == 0:
            text[at] = mark
        elif what == 1:
            del text[at]
        elif what == 2:
            text.insert(at, mark)
        elif what == 3:
            other = int(rng.integers(len(text)))
            text[at], text[other] = text[other], text[at]
        else:
            text[at:] = text[: at // 2]
    return "".join(text)


@pytest.mark.parametrize("game", [THREE, SIX], ids=["limit", "no-limit"])
def test_lines_that_are_changed(game, tmp_path):
    """Both readers accept the same lines with the same counts, and refuse the others with the same words."""
    rng = np.random.default_rng(4)
    good = lines(game, 60, 4)
    taken = refused = 0
    for number in range(200):
        line = changed(good[number % len(good)], rng)
        log = written(tmp_path / "one.log", good[0] + "\n" + line + "\n" + good[1] + "\n")
        words = refusal(lambda log=log: read_log(game, log))
        if words:
            refused += 1
            said = refusal(lambda log=log: statistics_of_logs(log, game))
            assert said.startswith(f"{log}, line 2: ")
            assert said == words or "|" in line.partition(":")[0]  # read as a line from before version 2.0.0
        else:
            expected = statistics_of(read_log(game, log).hands)
            taken += 1
            assert statistics_of_logs(log, game).to_dict() == expected.to_dict()
    assert taken > 8
    assert refused > 100


@pytest.mark.parametrize("seed", range(3))
def test_any_bytes(seed, tmp_path):
    rng = np.random.default_rng(seed)
    good = "\n".join(lines(SIX, 5)).encode()
    for _ in range(100):
        text = bytearray(good)
        for at in rng.integers(len(text), size=int(rng.integers(1, 4))):
            text[at] = int(rng.integers(256))
        log = written(tmp_path / "any.log", bytes(text))
        try:
            expected = read_log(SIX, log)
        except ValueError:
            with pytest.raises(ValueError, match=r"any\.log"):
                statistics_of_logs(log, SIX)
        else:
            assert statistics_of_logs(log, SIX).hands == len(expected.hands)


def test_other_ways_to_write_it(tmp_path):
    """Letters in any case, k and b, blanks before numbers, line ends, comments, a last line without an end."""
    plain = lines(SIX, 20)
    odd = []
    for line in plain:
        _, hand, betting, rest = line.split(":", 3)
        odd.append(
            f"STATE: {hand}:{betting.replace('r', 'B').replace('c', 'k')}:{rest.replace('As', 'aS')}\r\r"
        )
    text = "# a comment\r\n\n" + "\n".join(odd) + "\nSCORE:1|-1:A|B\n# Ärger\n" + plain[0]
    found = statistics_of_logs(written(tmp_path / "odd.log", text), SIX)
    same = statistics_of_logs(written(tmp_path / "plain.log", "\n".join([*plain, plain[0]])), SIX)
    assert found.to_dict() == same.to_dict()
    assert found.hands == 21


def test_names_of_any_letters(tmp_path):
    names = ["Jörg", "李", "a:b", "x y", "🂡", "Ω"]
    found = statistics_of_logs(written(tmp_path / "n.log", "\n".join(lines(SIX, 5, names=names))), SIX)
    assert list(found) == names
    bad = "\n".join(lines(SIX, 3)).encode().replace(b":A|B", b":A\xff|B")
    with pytest.raises(
        ValueError, match=r"line 1: expected UTF-8 text, got invalid start byte in column \d+"
    ):
        statistics_of_logs(written(tmp_path / "bad.log", bad), SIX)


def test_lines_from_before_version_2(tmp_path):
    expected = statistics_of([read_hand(THREE, SAME)]).to_dict()
    for prefix in ("", "RESULTSTRING:"):
        found = statistics_of_logs(written(tmp_path / "old.log", f"{prefix}{OLD}\n"), THREE)
        assert found.to_dict() == expected
    with pytest.raises(ValueError, match="line 1: RESULTSTRING, column"):
        statistics_of_logs(written(tmp_path / "wrong.log", OLD.replace("5.5", "5.0")), THREE)


def test_errors_are_refused_or_counted(tmp_path):
    good = lines(SIX, 6)
    bad = [*good[:2], "STATE:nonsense", *good[2:4], good[4].replace("STATE", "STAT"), good[5]]
    log = written(tmp_path / "bad.log", "\n".join(bad) + "\n")
    with pytest.raises(
        ValueError, match=r"bad\.log, line 3: STATE, column 7: expected the number of the hand"
    ):
        statistics_of_logs(log, SIX)
    found = statistics_of_logs(log, SIX, skip_errors=True)
    assert found.hands == 5
    assert found.skipped == 2
    assert "bad.log, line 3: " in found.first_error
    assert (found + found).skipped == 4
    with pytest.raises(ValueError, match="line 1: STATE"):
        statistics_of_logs(written(tmp_path / "b.log", good[0]), THREE)


def test_lines_without_an_end(tmp_path):
    log = written(tmp_path / "endless.log", b"x" * (3 << 20))
    with pytest.raises(
        ValueError, match="line 1: expected at most 65,536 bytes, got more without an end of line"
    ):
        statistics_of_logs(log, SIX)
    long = lines(THREE, 1)[0] + "x" * 70_000 + "\n"
    with pytest.raises(ValueError, match="line 1: expected at most 65536 bytes"):
        statistics_of_logs(written(tmp_path / "long.log", long), THREE)


def test_several_files_and_folders(tmp_path):
    folder = tmp_path / "logs"
    (folder / "deep").mkdir(parents=True)
    one, two = lines(THREE, 5, 1), lines(THREE, 7, 2)
    first = written(folder / "one.log", "\n".join(one))
    second = written(folder / "deep" / "two.log", "\n".join(two))
    written(folder / "notes.txt", "no log")
    done = []
    found = statistics_of_logs(folder, THREE, progress=lambda so_far, total: done.append((so_far, total)))
    assert found.to_dict()["players"] == statistics_of_logs([second, first], THREE).to_dict()["players"]
    assert found.hands == 12
    size = first.stat().st_size + second.stat().st_size
    assert done[-1] == (size, size)
    assert done == sorted(done)
    added = statistics_of_logs(first, THREE) + statistics_of_logs(second, THREE)
    assert added.to_dict() == statistics_of_logs([first, second], THREE).to_dict()


def test_pipes(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = ("\n".join(lines(THREE, 40)) + "\n") * 100
    writing = threading.Thread(target=pipe.write_text, args=(text,))
    writing.start()
    assert statistics_of_logs(pipe, THREE, progress=lambda done, total: None).hands == 4000
    writing.join()


@pytest.mark.parametrize(
    ("paths", "game", "words"),
    [
        ([], "limit-holdem", "logs: expected a file or folder"),
        (["nowhere.log"], "limit-holdem", "which does not exist"),
        (["a.log", "a.log"], "limit-holdem", "each file once"),
        (["empty"], "limit-holdem", "expected files that end in .log"),
        (["a.log"], None, "game: expected that of the log"),
        (["a.log"], "limit-holden", "did you mean 'limit-holdem'"),
    ],
)
def test_arguments_that_are_refused(paths, game, words, tmp_path):
    written(tmp_path / "a.log", "\n")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match=words):
        statistics_of_logs([tmp_path / path for path in paths], game)


def test_empty_logs(tmp_path):
    found = statistics_of_logs(written(tmp_path / "empty.log", ""), SIX)
    assert found.hands == len(found) == 0
    assert found.rows() == []
    assert found.to_frame().empty
    assert "share" in found.to_frame().columns


def test_phh_files_of_a_limit_game(tmp_path):
    rng = np.random.default_rng(1)
    states = []
    for hand in range(8):
        state = start(table_rules("limit-holdem"), 1, hand).with_names("AB" if hand % 2 else "BA")
        while not state.is_terminal:
            state = state.apply(random_action(state, rng))
        states.append(state)
    write_phh(states, tmp_path / "hands.phhs")
    found = statistics_of_logs(tmp_path / "hands.phhs")
    assert found.to_dict() == statistics_of(states).to_dict()
    assert found["A"]["pfr"].taken > 0


def test_phh_files(tmp_path):
    rng = np.random.default_rng(7)
    game = table_rules("nolimit-holdem-3p")
    states: list[State] = []
    while len(states) < 4:
        state = start(game, 7, len(states)).with_names(("Ann", "Bob", "Cid"))
        while not state.is_terminal:
            kinds = ["c", "f"] if state.can_fold else ["c"]
            state = state.apply(kinds[rng.integers(len(kinds))])
        states.append(state)
    write_phh(states, tmp_path / "hands.phhs")
    expected = statistics_of(states).to_dict()["players"]
    assert statistics_of_logs(tmp_path / "hands.phhs").to_dict()["players"] == expected
    written(tmp_path / "b.log", "\n".join(map(hand_text, states)))
    both = statistics_of_logs(tmp_path, game)
    assert both.hands == 8
    assert both["Ann"]["vpip"].opportunities % 2 == 0
    nameless = [state.with_names(()) for state in states]
    write_phh(nameless, tmp_path / "nameless.phhs")
    with pytest.raises(ValueError, match=r"nameless\.phhs, hand 1: names: expected those of 3 players"):
        statistics_of_logs(tmp_path / "nameless.phhs")
    assert statistics_of_logs(tmp_path / "nameless.phhs", skip_errors=True).skipped == 4


def test_memory_does_not_grow(tmp_path):
    text = "\n".join(lines(SIX, 300)) + "\n"
    peaks = []
    for copies in (40, 400):
        log = written(tmp_path / f"{copies}.log", text * copies)
        tracemalloc.start()
        assert statistics_of_logs(log, SIX).hands == 300 * copies
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0] + (1 << 20)
    assert peaks[1] < 8 << 20
