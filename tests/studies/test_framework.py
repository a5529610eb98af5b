"""The framework of studies, with a made-up study."""

import re
from pathlib import Path

import pytest

from pokerdata.cli import main
from pokerdata.errors import CapacityError
from studies import (
    Verdict,
    find_study,
    overview,
    read_findings,
    run_study,
    study_module,
    study_names,
)
from studies.framework.figure import Figure

TOML = """
title = "Coins"
question = "Is the coin fair?"
[sources]
book = "Coin 1900, a book"
[cost]
seconds = 2
quick_seconds = 1
[figures.mean]
what = "mean of all throws"
printed = "0.50"
[figures.fair]
what = "whether it is fair"
printed = "it is"
mark = "from memory"
"""
CODE = """
from .throws import THROWS
def run(run):
    run.say("throwing")
    run.heading("Throws")
    run.table([["side", "times"], ["heads", THROWS]])
    run.file("throws.csv", "side,times\\nheads,1\\n")
    run.compare("mean", 0.5049 if not run.is_quick else 0.7)
    run.claim("fair", None, "not known", why="Nobody printed the coin.")
"""


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / f"made_up_{tmp_path.name}" / "coins"
    folder.mkdir(parents=True)
    (folder / "study.toml").write_text(TOML)
    (folder / "study.py").write_text(CODE)
    (folder / "throws.py").write_text("THROWS = 1\n")
    monkeypatch.setattr("studies.framework.finding.STUDIES", tmp_path / f"made_up_{tmp_path.name}")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    return folder


def test_a_run_and_its_files(made_up: Path, tmp_path: Path) -> None:
    assert study_names() == ["coins"]
    said: list[str] = []
    found = run_study("coins", tmp_path / "out", say=said.append)
    assert said == ["throwing"]
    assert [one.verdict for one in found.comparisons] == [Verdict.AGREES, Verdict.UNKNOWN]
    assert found.verdict == "1 of 2 agrees, 1 cannot be known"
    assert read_findings(tmp_path / "out") == found
    page = (tmp_path / "out" / "README.md").read_text()
    assert page.startswith("# Coins\n\nIs the coin fair?\n\n- Coin 1900, a book\n")
    assert "| mean of all throws | 0.50 | 0.505 | agrees |" in page
    assert "| whether it is fair | it is (from memory) | not known | cannot be known |" in page
    assert "- **whether it is fair**: cannot be known. Nobody printed the coin." in page
    assert "## Throws\n\n| side | times |\n| :-- | --: |\n| heads | 1 |\n" in page
    assert (tmp_path / "out" / "throws.csv").is_file()


def test_where_it_goes_by_default(made_up: Path, tmp_path: Path) -> None:
    run_study("coins", quick=True)
    assert "**The quick scale**" in (tmp_path / "studies" / "coins" / "quick" / "README.md").read_text()
    assert not (tmp_path / "studies" / "coins" / "README.md").exists()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("0.5049", "0.5051"), r"figure mean: expected why it differs \(published 0\.50, ours 0\.505\)"),
        ((', why="Nobody printed the coin."', ""), "figure fair: expected why it cannot be known"),
        (
            ("run.claim", "run.text; (lambda *a, **k: 0)"),
            "study coins: expected every figure compared, got none of fair",
        ),
        (('"fair", None', '"mean", True'), "figure mean: expected to be compared once"),
        (('"fair", None', '"fare", None'), "expected one of study.toml, got 'fare', did you mean 'fair'"),
        (("0.5049", "float('nan')"), "figure mean: ours: expected a finite number, got nan"),
        (
            ("0.7)", "0.7, half_width=float('inf'))"),
            "figure mean: half_width: expected a finite number .* got inf",
        ),
        (("0.7)", "0.7, half_width=-1.0)"), r"figure mean: half_width: .* got -1\.0"),
        (('"throws.csv"', '"study.py"'), r"expected a name other than README\.md.* got 'study\.py'"),
        (('"throws.csv"', '"README.md"'), r"expected a name other than README\.md"),
        (('"throws.csv"', '"../throws.csv"'), r"expected a name without folders, got '\.\./throws\.csv'"),
        (
            ('run.say("throwing")', 'run.file("throws.csv", "")'),
            "expected each name once, got 'throws.csv' again",
        ),
        (('run.say("throwing")', 'run.picture("x.bmp", None, "")'), r"ends in \.png or \.svg, got 'x\.bmp'"),
        (("def run", "def walk"), r"study\.py: expected a function run\(run\), got none"),
    ],
)
def test_runs_that_are_not_whole_write_nothing(
    made_up: Path, tmp_path: Path, change: tuple[str, str], words: str
) -> None:
    (made_up / "study.py").write_text(CODE.replace(*change))
    with pytest.raises(ValueError, match=words):
        run_study("coins", tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            ('mark = "from memory"', 'mark = "sure"'),
            r"\[figures\.fair\]: mark: expected verified or from memory",
        ),
        (('mark = "from memory"', 'source = "film"'), r"\[figures\.fair\]: source: expected one of book"),
        (("[figures.fair]", "[figure.fair]"), "unknown key 'figure', did you mean 'figures'"),
        (('"Coin 1900, a book"', "1900"), r"\[sources\]: expected texts, one at least"),
        (("quick_seconds = 1", ""), r"\[cost\]: the key 'quick_seconds' is missing"),
        (("[sources]", "[sources"), "study.toml: "),
        (("seconds = 2", "seconds = -2"), r"\[cost\]: seconds: expected a number from 0 to .*, got -2"),
        (("seconds = 2", "seconds = nan"), r"\[cost\]: seconds: expected a number from 0 to .*, got nan"),
        (
            ('title = "Coins"', 'title = "Coins"\nmodules = [1]'),
            "modules: expected names as they are imported, got 1",
        ),
    ],
)
def test_what_is_wrong_in_a_file_is_named(made_up: Path, change: tuple[str, str], words: str) -> None:
    (made_up / "study.toml").write_text(TOML.replace(*change))
    with pytest.raises(ValueError, match=words):
        find_study("coins")


def test_refusals_before_any_work(made_up: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected one of coins, got 'coin', did you mean 'coins'"):
        run_study("coin")
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="output: expected a folder, got the file"):
        run_study("coins", tmp_path / "file")
    (made_up / "study.toml").write_text(TOML.replace("seconds = 2", "seconds = 2\nmemory_mb = 1e9"))
    with pytest.raises(CapacityError, match=r"not enough memory: study coins needs about 1000000\.0 GB"):
        run_study("coins", tmp_path / "out")
    (made_up / "study.toml").write_text("modules = ['no_such_thing']\n" + TOML)
    with pytest.raises(ModuleNotFoundError, match="expected no_such_thing to be installed"):
        run_study("coins", tmp_path / "out")


@pytest.mark.parametrize(
    ("printed", "ours", "half_width", "verdict"),
    [
        ("1.4", 1.3500001, 0.0, Verdict.AGREES),
        ("1.4", 1.3499, 0.0, Verdict.DIFFERS),
        ("1.40", 1.39, 0.0, Verdict.DIFFERS),
        ("1,234", 1234.4, 0.0, Verdict.AGREES),
        ("-4.2", -3.0, 1.2, Verdict.AGREES),
        ("-4.2", -2.9, 1.2, Verdict.DIFFERS),
        ("1.65e12", 1646129032300, 0.0, Verdict.AGREES),
    ],
)
def test_numbers_agree_to_the_digits_that_were_printed(
    made_up: Path, tmp_path: Path, printed: str, ours: float, half_width: float, verdict: Verdict
) -> None:
    (made_up / "study.toml").write_text(TOML.replace('"0.50"', f'"{printed}"'))
    (made_up / "study.py").write_text(
        "def run(run):\n"
        f"    run.compare('mean', {ours}, half_width={half_width}, why='who knows')\n"
        "    run.claim('fair', True, 'it is')\n"
    )
    first, second = run_study("coins", tmp_path / "out").comparisons
    assert first.verdict == verdict
    assert bool(first.why) == (verdict != Verdict.AGREES)
    assert (second.verdict, second.why) == (Verdict.AGREES, "")


@pytest.mark.parametrize(("printed", "digits"), [("1.4", 2), ("158", 1), ("1,234", 1), ("1.65e12", 0)])
def test_ours_is_shown_to_one_place_more(printed: str, digits: int) -> None:
    assert Figure(what="", printed=printed).digits == digits


@pytest.mark.parametrize("content", ["{", "[]", '{"study": "coins"}', '{"comparisons": [1]}'])
def test_damaged_findings_are_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "findings.json").write_text(content)
    with pytest.raises(ValueError, match=r"findings\.json: expected what `pokerdata study` writes"):
        read_findings(tmp_path)


def test_a_bar_does_not_end_a_cell(made_up: Path, tmp_path: Path) -> None:
    (made_up / "study.toml").write_text(TOML.replace("mean of all throws", "P(heads | thrown)"))
    run_study("coins", tmp_path / "out")
    assert r"| P(heads \| thrown) | 0.50 |" in (tmp_path / "out" / "README.md").read_text()


def test_what_is_no_number_is_not_compared_as_one() -> None:
    with pytest.raises(ValueError, match=r"printed: expected a number, got 'it is'; e\.g\. 1\.40"):
        _ = Figure(what="", printed="it is").value


def test_the_table_of_all(made_up: Path) -> None:
    assert "not run" in overview([find_study("coins")])
    run_study("coins", made_up)
    text = overview([find_study("coins")])
    assert (
        "| [`coins`](../studies/coins/README.md): Coins | Coin 1900 | 1 of 2 agrees, 1 cannot be known |"
        in text
    )
    assert (
        "- `coins`, whether it is fair: published it is, ours not known; **cannot be known**. Nobody" in text
    )


def test_other_files_of_a_study(made_up: Path) -> None:
    assert study_module("coins", "throws").THROWS == 1


def test_the_command(made_up: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "coins", "--dry-run"]) == 0
    assert capsys.readouterr().out.startswith("Coins: about 2.0 s on 2 cores, 100.0 MB of memory")
    assert main(["study"]) == 0
    assert re.search(r"coins +2\.0 s  Coins: not run", capsys.readouterr().out)
    assert main(["study", "coins", "-o", "out"]) == 0
    told = capsys.readouterr()
    assert told.err == "throwing\n"
    assert "agrees           mean of all throws: published 0.50, ours 0.505" in told.out
    assert told.out.rstrip().endswith("written: out/README.md")
    assert main(["study", "--quick"]) == 2
    assert "--quick: expected the name of a study" in capsys.readouterr().err
    assert main(["study", "coin"]) == 2
    assert "did you mean 'coins'" in capsys.readouterr().err
