"""Sources in cpp/pokerdata include only the folders that cmake/Fingerprints.cmake allows.

The fingerprint that decides whether a table is out of date counts just those folders. Each folder F declares
names only in `pokerdata::F`, so that names show their origin and folders cannot clash.
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


# Text that is no code, or has braces that open no block.
NO_CODE = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | "(?:\\.|[^"\\\n])*" | '(?:\\[^'\n]*|[^'\\\n])' | ^[ \t]*\#(?:\\\n|[^\n])*""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def outside_blocks(text: str) -> list[str]:
    """Return the text outside all braces: the heads of the blocks, and the text after the last one."""
    heads, depth = [""], 0
    for char in NO_CODE.sub(" ", text):
        depth -= char == "}"
        if depth == 0 and char == "{":
            heads.append("")
        elif depth == 0 and char != "}":
            heads[-1] += char
        depth += char == "{"
    return [head.strip() for head in heads]


@pytest.mark.parametrize("folder", sorted(USES))
def test_namespaces(folder: str) -> None:
    for path in sorted((SOURCES / folder).glob("*.[ch]pp")):
        text = path.read_text(encoding="utf-8")
        own = f"namespace pokerdata::{folder}"
        *heads, rest = outside_blocks(text)
        allowed = (
            {f"{own}::POKERDATA_ISA"} if path.name.endswith(".kernel.cpp") else {own, f"{own}::POKERDATA_ISA"}
        )
        assert set(heads) <= allowed, f"{folder}/{path.name} declares names outside {own}"
        assert rest == "", f"{folder}/{path.name}: {rest}"
        if path.suffix == ".hpp":
            assert "using namespace" not in text, f"{folder}/{path.name}: name what is used"


def test_outside_blocks() -> None:
    text = """
    #define BRACE {
    namespace a { /* } */ int f() { return '{' + "}"[0]; }  // {
    }  // namespace a
    int x; namespace a::b { int big = 1'000'000; }
    """
    assert outside_blocks(text) == ["namespace a", "int x; namespace a::b", ""]
