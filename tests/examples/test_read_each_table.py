"""C++ and R programs read every kind of table like the functions of docs/tables.md, without pokerdata."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import h5py
import numpy as np
import pytest

from helpers.documents import block
from helpers.other_languages import program
from helpers.reading import FUNCTIONS, read
from helpers.real_values import made_up_values, written
from pokerdata import Spot, solve
from pokerdata.cards import combination_index, parse_cards

pytestmark = pytest.mark.slow  # it makes its own tables

LANGUAGES = ["C++", "R"]


class Asked(NamedTuple):
    """A table, the question to the programs, and the question to the function, if that differs."""

    path: Path
    words: tuple[str, ...] = ()
    arguments: tuple[Any, ...] | None = None


def drawn(path: Path, **shapes: tuple[int, ...]) -> Path:
    """Write a file with random numbers in datasets of these shapes."""
    rng = np.random.default_rng(len(shapes))
    with h5py.File(path, "w") as file:
        for name, shape in shapes.items():
            whole = rng.integers(1, 9, shape)
            file[name] = whole / 8 if name.endswith("strength") else whole.astype(np.uint16)
    return path


@pytest.fixture(scope="module")
def asked(
    of_every_kind: Path, tables: Path, preflop_tables: Path, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, list[Asked]]:
    """Return the questions by subject; potential and cluster tables, which take long, are made up."""
    folder = tmp_path_factory.mktemp("asked")
    potential = drawn(folder / "potential.h5", one_card=(3, 1326, 3, 3), two_cards=(2, 1326, 3, 3))
    clusters = drawn(folder / "clusters.h5", flop_buckets=(3, 1326), flop_strength=(9,))
    spot = Spot(board="2s3h4d6c7c", oop="AsAh,QsQh,5s5h,8s9s", ip="KsKh,JsJh", pot=20, stack=10, bets="a")
    solve(spot, iterations=7).save(folder / "river_spot.h5")

    def hands(*words: str) -> tuple[int, ...]:
        return tuple(int(combination_index(word)) for word in words)

    matchups, ihr = preflop_tables / "preflop_matchups.h5", preflop_tables / "preflop_ihr.h5"
    transitions = of_every_kind / "told_transitions.h5"
    return {
        "boards": [
            Asked(tables / "boards.h5", (cards,), (parse_cards(cards).tolist(),))
            for cards in ("3h4cJh", "3h4cJh4s", "3h4cJh4s2d")
        ],
        "potential": [
            Asked(potential, ("one_card", "2", "17"), ("one_card", 2, 17)),
            Asked(potential, ("two_cards", "0", "1325"), ("two_cards", 0, 1325)),
        ],
        "matchups": [Asked(matchups, ("AsKs", "7h7d"), hands("AsKs", "7h7d"))],
        "ihr": [Asked(ihr, ("QsJd",), hands("QsJd"))],
        "clusters": [Asked(clusters, ("flop", "1", "3"), ("flop", 1, 3))],
        "transitions": [
            Asked(transitions, ("flop", "1"), ("flop", [1])),
            Asked(transitions, ("river", "1-0-1"), ("river", [1, 0, 1])),
        ],
        "real": [Asked(written(folder, made_up_values(24)))],
        "matches": [Asked(of_every_kind / "all_matches.h5", ("poor", "good"))],
        "reduced": [Asked(of_every_kind / "less_reduced.h5")],
        "series": [Asked(of_every_kind / "few_series.h5")],
        "lbr": [Asked(of_every_kind / "all_lbr.h5", ("poor",))],
        "tournament": [Asked(of_every_kind / "threes_tournament.h5")],
        "spot": [Asked(folder / "river_spot.h5", (number,), (int(number),)) for number in ("0", "1")],
        "resolving": [Asked(of_every_kind / "made_up_resolving.h5")],
        "flops": [Asked(of_every_kind / "some_flops.h5")],
        "jam_fold": [Asked(of_every_kind / "short_jam_fold.h5", ("4", "14"), (4, 14))],
        "trade_off": [Asked(of_every_kind / "counted_back_trade_off.h5")],
    }


def rows(found: Any) -> list[list[Any]]:
    """Format the result of a function as lines of words and numbers."""
    if isinstance(found, dict):
        return [[*one] for one in found.items()]
    if not np.iterable(found):
        return [[found]]
    found = list(found)
    if any(np.iterable(one) and not isinstance(one, str) for one in found[:1]):
        return [list(one) for one in found]
    flat = [list(one) if np.iterable(one) else [one] for one in found]
    return [[number for part in flat for number in part]]


def of_r(words: Sequence[str], folder: Path, questions: Sequence[Sequence[str | Path]]) -> list[str]:
    """Return R's output or errors for all questions from one process, because R takes a second to start."""
    script = [f"source({json.dumps(words[-1])})"]
    for one in questions:
        asked = ", ".join(json.dumps(str(word)) for word in one)
        script.append(f"tryCatch(answer(c({asked})), error = function(e) cat(conditionMessage(e)))")
        script.append("cat('--\\n')")
    path = folder / "questions.R"
    path.write_text("\n".join(script))
    done = subprocess.run([words[0], path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("--\n")[:-1]


def said(language: str, folder: Path, questions: Sequence[Sequence[str]]) -> list[str]:
    """Return a program's output for each question."""
    words = program("read_each_table", language, folder)
    if language == "R":
        return of_r(words, folder, questions)
    found = []
    for one in questions:
        done = subprocess.run([*words, *one], capture_output=True, text=True)
        assert done.returncode == 0, (one, done.stderr)
        found.append(done.stdout)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read(language: str, asked: Mapping[str, list[Asked]], tmp_path: Path) -> None:
    assert list(asked) == list(FUNCTIONS)
    questions = [(subject, one) for subject, each in asked.items() for one in each]
    texts = said(language, tmp_path, [[subject, str(one.path), *one.words] for subject, one in questions])
    for text, (subject, one) in zip(texts, questions, strict=True):
        lines = [line.split(" ") for line in text.splitlines()]
        arguments = one.words if one.arguments is None else one.arguments
        expected = rows(read(subject, one.path, *arguments))
        assert [len(line) for line in lines] == [len(row) for row in expected], subject
        for line, row in zip(lines, expected, strict=True):
            for word, value in zip(line, row, strict=True):
                if isinstance(value, str):
                    assert word == value
                else:
                    assert float(word) == pytest.approx(float(value), rel=1e-12, abs=1e-12), subject


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_there(
    language: str, asked: Mapping[str, list[Asked]], of_every_kind: Path, tmp_path: Path
) -> None:
    words = program("read_each_table", language, tmp_path)
    path = of_every_kind / "all_matches.h5"
    transitions = of_every_kind / "told_transitions.h5"
    preflop = {subject: asked[subject][0].path for subject in ("boards", "matchups", "ihr")}
    cases: tuple[tuple[list[str | Path], str], ...] = (
        (["matches", path, "poor", "nobody"], "nobody: not in the table"),
        (["lbr", path, "poor"], "standard_error"),
        (["ihr", preflop["ihr"], "AsKx"], "AsKx: expected cards, e.g. AsKd"),
        (["ihr", preflop["ihr"], "As"], "As: expected 2"),
        (["ihr", preflop["ihr"], "2c2c"], "2c2c: expected 2"),
        (["matchups", preflop["matchups"], "AsKs", "AsQs"], "AsKsAsQs: expected 4"),
        (["boards", preflop["boards"], "3h3h4c"], "3h3h4c: expected 3 to 5 different cards"),
        (["transitions", transitions, "turn", "1"], "expected a bucket of each street before the turn"),
        (["transitions", transitions, "turn", "0-2"], "expected"),
        (["transitions", transitions, "flop", "x"], "x: expected"),
    )
    if language == "R":
        found = of_r(words, tmp_path, [arguments for arguments, _ in cases])
        for text, (_, named) in zip(found, cases, strict=True):
            assert named in text
        cases = cases[:1]
    for arguments, named in cases:
        done = subprocess.run([*words, *arguments], capture_output=True, text=True)
        assert done.returncode > 0
        assert done.stdout == ""
        assert named in done.stderr, arguments


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_what_each_is_asked(language: str, tmp_path: Path) -> None:
    done = subprocess.run(program("read_each_table", language, tmp_path), capture_output=True, text=True)
    assert done.returncode > 0
    usage = [line.split(" FILE") for line in done.stderr.splitlines() if " FILE" in line]
    told = {subject.split()[-1]: f"FILE{more}" for subject, more in usage}
    assert [f"{subject} {told.pop(subject)}" for subject in FUNCTIONS] == block(
        "docs/tables.md", "asked"
    ).splitlines()
    assert not told
