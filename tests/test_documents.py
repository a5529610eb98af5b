"""What the documents show is what happens: code is taken from them and run."""

import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

import pokerdata

ROOT = Path(__file__).parents[1]


def block(document: str, marker: str) -> str:
    """The fenced block after the comment `marker`."""
    text = (ROOT / document).read_text(encoding="utf-8")
    found = re.findall(rf"<!-- {marker} -->\n```\w+\n(.*?)```", text, re.DOTALL)
    assert len(found) == 1, f"{document} has {len(found)} blocks marked {marker}"
    return str(found[0])


def test_the_example_of_the_readme(
    tables: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("POKERDATA_TABLES", str(tables))
    code = block("README.md", "example")
    exec(compile(code, "README.md", "exec"), {})
    said = [re.split(", exactly", line)[0] for line in re.findall(r"print.*  # (.*)", code)]
    assert capsys.readouterr().out.splitlines() == said
    ratio = re.search(r"exactly (\d+) / (\d+)", code)
    assert ratio is not None
    flop = pokerdata.open_table("flop_strength")
    assert int(ratio[1]) == flop.lookup("Ad Qc", "3h 4c Jh")  # type: ignore[attr-defined]
    assert int(ratio[2]) == flop.denominator()  # type: ignore[attr-defined]


def test_a_raw_board_by_hand(tables: Path) -> None:
    namespace: dict = {}
    exec(compile(block("docs/formats.md", "row"), "formats.md", "exec"), namespace)
    river = pokerdata.open_table("river_strength", tables)
    deck = np.random.default_rng(19).random((50, 52))
    for board in np.argsort(deck, axis=1)[:, :5].astype(np.uint8):
        found = namespace["river_row"](board.tolist(), tables)
        np.testing.assert_array_equal(found, river.row(board))  # type: ignore[attr-defined]


def test_every_table_is_described(tables: Path, preflop_tables: Path) -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    of_any_street = "|".join(re.findall(r"`STREET_(\w+)`", text))
    for path in [*tables.glob("[!.]*.h5"), *preflop_tables.glob("[!.]*.h5")]:
        table = pokerdata.open_table(path)
        heading = re.sub("^.+(?=_(buckets|counts|transitions)$)", "NAME", table.name)
        assert re.search(rf"^##.*\b{heading}\b", text, re.MULTILINE), table.name
        for dataset in table.keys():  # noqa: SIM118 - a table is no mapping
            general = re.sub(f"^(preflop|flop|turn|river)(?=_({of_any_street})$)", "STREET", dataset)
            assert f"`{general}`" in text, f"{table.name}.{dataset}"


def test_examples_of_codes() -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z ]+) \|.*\| ([2-9TJQKA ]+): 0x([0-9A-F]{4}) \|$", text, re.MULTILINE)
    assert len(rows) == 9
    for category, ranks, code in rows:
        suits = "sssss" if "flush" in category else "cdhsc"
        cards = " ".join(rank + suit for rank, suit in zip(ranks.split(), suits, strict=True))
        found = pokerdata.evaluate(pokerdata.parse_cards(cards))
        assert int(found) == int(code, 16)
        assert pokerdata.evaluator.CATEGORIES[int(pokerdata.evaluator.category(found))] == category


def test_commands_are_one_line_each() -> None:
    for marker in ("main job", "tests"):
        assert block("README.md", marker).count("\n") == 1


def test_links_lead_somewhere() -> None:
    for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("tables/*.md")]:
        for target in re.findall(r"(?<!!)\[[^\]]*\]\(([^)#]+)", document.read_text(encoding="utf-8")):
            assert target.startswith("https://") or (document.parent / target).exists(), (
                document.name,
                target,
            )


def test_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    assert pokerdata.__version__ == version
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
