"""Every study: its files, its page as its command writes it, and the documentation of all studies."""

import re
from pathlib import Path

import pytest

import study_pages as documentation
from pokerdata._support.costs import Cost
from studies import Findings, Verdict, find_study, read_findings, run_study, study_names
from studies.framework.page import COST

NAMES = study_names()


def findings(name: str) -> Findings:
    found = read_findings(find_study(name).folder)
    assert found is not None, f"run it: pokerdata study {name}"
    return found


def without_cost(page: str) -> str:
    return page.partition(COST)[0]


def test_the_documentation_is_that_of_the_studies() -> None:
    assert documentation.shown() == documentation.table(), "python tools/study_pages.py --write"
    for path, text in documentation.stubs().items():
        assert path.read_text(encoding="utf-8") == text, "python tools/study_pages.py --write"
    assert {path.stem for path in documentation.GUIDE.with_suffix("").glob("*.md")} == {*NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_files(name: str) -> None:
    """Stored findings come from a run at full scale, cover the published figures, and give a reason for each difference."""
    study, found = find_study(name), findings(name)
    assert found.study == name
    assert not found.is_quick
    assert [one.figure for one in found.comparisons] == sorted(
        study.figures, key=[one.figure for one in found.comparisons].index
    )
    for one in found.comparisons:
        figure = study.figures[one.figure]
        assert (one.what, one.published, one.mark) == (figure.what, figure.shown, figure.mark)
        assert one.source == study.source_of(figure)
        assert bool(one.why) == (one.verdict != Verdict.AGREES)
    page = (study.folder / "README.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {study.title}\n")
    for _, picture in re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", page):
        assert (study.folder / picture).is_file(), picture


@pytest.mark.parametrize("name", NAMES)
def test_the_cost_that_is_told_is_about_what_it_took(name: str) -> None:
    """This uses the stored run; no time is measured here."""
    study, found = find_study(name), findings(name)
    assert study.cost.seconds / 3 <= max(found.seconds, 1) <= 3 * max(study.cost.seconds, 1)
    assert found.memory_bytes <= 1.5 * study.cost.memory_bytes
    assert study.quick_cost.seconds <= min(study.cost.seconds, 10)
    assert isinstance(study.cost, Cost)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_run(name: str, tmp_path: Path) -> None:
    """A fast study reproduces the stored files except its cost; others run at the quick scale."""
    study = find_study(name)
    run = run_study(name, tmp_path, quick=not study.is_fast, tables=tmp_path / "tables")
    assert {one.figure for one in run.comparisons} == {*study.figures}
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    files = {path.name for path in tmp_path.iterdir() if path.is_file()}
    if study.is_fast:
        stored = (study.folder / "README.md").read_text(encoding="utf-8")
        assert without_cost(page) == without_cost(stored), f"run it: pokerdata study {name}"
        assert run.comparisons == findings(name).comparisons, f"run it: pokerdata study {name}"
        assert {path.name for path in study.folder.iterdir() if path.is_file()} - files <= {
            "study.toml",
            *(path.name for path in study.folder.glob("*.py")),
            *(path.name for path in study.folder.glob("*.toml")),
        }
    else:
        assert "**The quick scale**" in page
    for picture in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page):
        assert picture in files
