"""mypy checks user programs against an installed package; its types are found through py.typed."""

import subprocess
import sys
from pathlib import Path

import pytest

from helpers.formats import ROOT

pytest.importorskip("mypy", reason="needs mypy, which comes with the extra dev")
pytestmark = pytest.mark.slow

PROGRAMS = sorted(ROOT.glob("tests/programs/*.py"))


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a Python with a wheel's files for type checkers, and the libraries of this one."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (packages,) = folder.glob("lib/python3.*/site-packages")
    for path in ROOT.glob("pokerdata/**/*"):
        if path.suffix in (".py", ".pyi", ".typed"):
            copy = packages / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    (packages / "libraries.pth").write_text("\n".join(path for path in sys.path if "site-packages" in path))
    return folder / "bin" / "python"


def checked(text: str, python: Path, folder: Path) -> tuple[int, str]:
    """Return mypy's output for a program that is alone in its folder."""
    (folder / "program.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", f"--python-executable={python}"]
    cache = f"--cache-dir={python.parents[1] / 'mypy'}"
    done = subprocess.run(
        [*command, cache, "program.py"], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_is_typed(program: Path, python: Path, tmp_path: Path) -> None:
    code, said = checked(program.read_text(encoding="utf-8"), python, tmp_path)
    assert code == 0, said


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_runs(program: Path, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout


def test_a_wrong_type_is_found(python: Path, tmp_path: Path) -> None:
    """The types are therefore the package's, not `Any`."""
    text = "import pokerdata\n\nspot: int = pokerdata.load_spot('turn.h5')\n"
    code, said = checked(text, python, tmp_path)
    assert code == 1
    assert "[assignment]" in said


def test_a_mistyped_keyword_is_found(python: Path, tmp_path: Path) -> None:
    code, said = checked("import pokerdata\n\npokerdata.solve('kuhn', taget=3)\n", python, tmp_path)
    assert code == 1
    assert "[call-" in said
