"""Every reader answers any text or file with values or one clear error: seeded mutations, and former findings.

The long form, guided by coverage, is `python tools/fuzz.py TARGET`.
"""

import json
import random
import subprocess
import sys
import time
import warnings

import pytest

import fuzz
from fuzzing import checking
from fuzzing.checking import LONGEST_ANSWER, Finding, Target, check
from fuzzing.mutating import mutated
from fuzzing.targets import REGRESSIONS, targets
from pokerdata._support.text import quoted, toml_of
from pokerdata.cards import parse_cards

TARGETS = targets()
STORED = sorted(path for path in REGRESSIONS.glob("*/*") if path.is_file())


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.filterwarnings("ignore:.* means .* alone")  # of a range such as JTs+
def test_seeds_are_read(name):
    """Seeds must be valid, or the mutations would not get far."""
    for seed in TARGETS[name].seeds:
        TARGETS[name].run(seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_mutations(name):
    numbers = random.Random(name)
    for _ in range(TARGETS[name].quick):
        data = mutated(TARGETS[name], numbers)
        try:
            check(TARGETS[name], data, is_timed=False)
        except Finding as finding:
            pytest.fail(f"{finding}; input: {data!r}")


@pytest.mark.slow
def test_many_mutations_are_read():
    """Some of 200 mutations (60 of recipes) are valid: they reach code behind the first checks."""
    for name in (
        "cards",
        "range",
        "game-file",
        "rules",
        "recipe",
        "state",
        "log",
        "spot",
        "reply",
        "attributes",
    ):
        numbers, taken = random.Random(1), 0
        for _ in range(60 if name == "recipe" else 200):
            try:
                TARGETS[name].run(mutated(TARGETS[name], numbers))
            except Exception:
                continue
            taken += 1
        assert taken >= 3, name


@pytest.mark.parametrize("path", STORED, ids=[f"{path.parent.name}-{path.name}" for path in STORED])
def test_what_once_failed(path):
    check(TARGETS[path.parent.name], path.read_bytes(), is_timed=False)


def _raising(error):
    def run(data):
        raise error

    return Target("made up", run, (b"x",))


def _warning(data):
    warnings.warn("careful", stacklevel=1)


@pytest.mark.parametrize(
    ("target", "finding"),
    [
        (_raising(TypeError("x")), "TypeError"),
        (_raising(RecursionError("x")), "RecursionError"),
        (_raising(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "x")), "UnicodeDecodeError"),
        (_raising(ValueError(" ")), "an empty error"),
        (_raising(ValueError("expected " + "x" * LONGEST_ANSWER)), "an error of"),
        (_raising(ValueError("oops")), "an error without a rule"),
        (Target("made up", _warning, (b"x",)), "UserWarning"),
    ],
)
def test_what_is_a_finding(target, finding):
    with pytest.raises(Finding, match=finding):
        check(target, b"x", is_timed=False)


def test_slow_and_large_are_findings(monkeypatch):
    monkeypatch.setattr(checking, "SECONDS", 0.05)

    def slow(data):
        end = time.process_time() + 0.1
        while time.process_time() < end:
            pass

    with pytest.raises(Finding, match="slow"):
        check(Target("made up", slow, (b"x",)), b"x")
    check(_raising(ValueError("expected a card, got 'x'; e.g. As")), b"x")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = " + "[" * 1500, "some levels deep, got far more; e.g."),
        ("a = " + "9" * 5000, "expected whole numbers of at most 4,000 digits, got a larger one; e.g. 100"),
        ("[b]\na = [{c = 0x1" + "0" * 3_400 + "}]", "expected whole numbers of at most 4,000 digits"),
        ("a = -1" + "0" * 4_000, "expected whole numbers of at most 4,000 digits"),
        (".".join(["a"] * 50_000) + " = 1", "expected dotted keys of at most 100 parts"),
        ("[" + " . ".join(["'a'"] * 50_000) + "]", "expected dotted keys of at most 100 parts"),
        ("x = {" + ".".join(['"a,="'] * 50_000) + " = 1}", "expected dotted keys of at most 100 parts"),
        ('x = "' + '\\"' * 100_000, "Unterminated|expected|Expected"),
        ("a = ", "Invalid value"),
    ],
)
def test_toml(text, message):
    with pytest.raises(ValueError, match=message):
        toml_of(text)


def test_large_numbers_are_left_to_those_who_know_the_key():
    assert toml_of("a = -" + "9" * 400) == {"a": 1 - 10**400}


def test_toml_that_is_read():
    assert toml_of("a = 9223372036854775807\nb = [-9223372036854775808, {c = true}]") == {
        "a": 2**63 - 1,
        "b": [-(2**63), {"c": True}],
    }


def test_long_values_are_cut_in_errors():
    assert quoted("x" * 10) == repr("x" * 10)
    assert quoted("x" * 1000) == "'" + "x" * 196 + "... (1,002 characters)"


def test_bytes_of_a_command_line_that_are_no_text():
    with pytest.raises(ValueError, match="expected a rank of 23456789TJQKA and a suit of cdhs"):
        parse_cards("As\udcff")


def test_the_tool(tmp_path, monkeypatch):
    """It lists its targets, refuses others, and runs stored inputs without Atheris."""

    def ended_with(*words):
        monkeypatch.setattr(sys, "argv", ["fuzz.py", *words])
        with pytest.raises(SystemExit) as ended:
            fuzz.main()
        return ended.value.code

    monkeypatch.setattr(fuzz, "ROOT", tmp_path)
    assert all(name in ended_with("--list") for name in TARGETS)
    assert ended_with("nothing").endswith(", got nothing")
    (tmp_path / "one").write_bytes(b"As Kd")
    assert ended_with("cards", str(tmp_path / "one")) == 0
    state = json.loads((tmp_path / "build" / "fuzz-findings" / "cards" / "status.json").read_text())
    assert (state["executions"], state["findings"]) == (1, {})


#: Replaces Atheris, which ends the process as libFuzzer does.
ATHERIS = """
import contextlib, os

def instrument_imports(include, exclude):
    return contextlib.nullcontext()

def Setup(words, one):
    global given, run
    given, run = dict(word[1:].split("=", 1) for word in words[1:] if word[0] == "-"), one

def Fuzz():
    run(b"As Kd")
    {end}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("end", "code", "finding"),
    [
        ("os._exit(0)", 0, None),
        ("os._exit(72)", 0, None),  # Ctrl-C
        ("open(given['artifact_prefix'] + 'timeout-1f', 'wb').write(b'7'); os._exit(70)", 1, "timeout-1f"),
        ("open(given['artifact_prefix'] + 'crash-2e', 'wb').write(b'7'); os.abort()", 1, "crash-2e"),
        ("open(given['artifact_prefix'] + 'oom-old', 'wb').write(b'7'); os._exit(71)", 1, "oom-old"),
        ("os.abort()", 1, "left no input"),
    ],
)
def test_what_ends_the_search_is_a_finding(tmp_path, end, code, finding):
    (tmp_path / "atheris.py").write_text(ATHERIS.format(end=end))
    findings = tmp_path / "build" / "fuzz-findings" / "cards"
    findings.mkdir(parents=True)
    (findings / "oom-old").write_bytes(b"of an earlier run")
    program = (
        f"import sys; from pathlib import Path; sys.path[:0] = {[str(tmp_path), str(fuzz.ROOT / 'tools')]!r}; "
        f"import fuzz; fuzz.ROOT = Path({str(tmp_path)!r}); fuzz.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "cards", "--seconds", "1"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == code, done.stderr
    state = json.loads((findings / "status.json").read_text())
    assert len(state["findings"]) == code
    assert finding is None or finding in str(state["findings"])
    assert done.stdout.count("FINDING") == code
    assert not list(tmp_path.glob("*-*")), "nothing is left in the working folder"
