"""Sources in cpp/pokerdata include only the folders that cmake/Fingerprints.cmake says they use.

The fingerprint that decides whether a table is stale counts just those folders.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CMAKE = (ROOT / "cmake" / "Fingerprints.cmake").read_text(encoding="utf-8")
USES = {
    folder: set(words.split()) - {'""'}
    for folder, words in re.findall(r"^set\(POKERDATA_USES_(\w+) ([^)]*)\)", CMAKE, re.MULTILINE)
}
SOURCES = ROOT / "cpp" / "pokerdata"


def test_every_folder_is_listed() -> None:
    (listed,) = re.findall(r"^set\(POKERDATA_FOLDERS ([^)]*)\)", CMAKE, re.MULTILINE)
    assert set(listed.split()) == set(USES)
    assert {path.name for path in SOURCES.iterdir() if path.is_dir()} <= set(USES)


@pytest.mark.parametrize("folder", sorted(USES))
def test_includes(folder: str) -> None:
    for path in sorted((SOURCES / folder).glob("*.[ch]pp")):
        text = path.read_text(encoding="utf-8")
        for included in re.findall(r'^\s*#\s*include\s*"([^"]*)"', text, re.MULTILINE):
            top, *rest = included.split("/")
            assert top == "pokerdata", f"{path.name}: write includes from pokerdata/ on, not {included}"
            assert rest[0] in USES[folder] | {folder}, f"{folder}/{path.name} includes {included}"


@pytest.mark.parametrize("folder", sorted(USES))
def test_what_is_used_is_closed(folder: str) -> None:
    for used in USES[folder]:
        assert USES[used] <= USES[folder], f"{folder} uses {used}, and so what {used} uses"
