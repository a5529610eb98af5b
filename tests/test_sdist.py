"""The source distribution has everything needed to build, and of built files only the class match-ups."""

import tarfile
from pathlib import Path

import pytest
from scikit_build_core import build

import pokerdata

ROOT = Path(pokerdata.__file__).parent.parent


@pytest.mark.slow
def test_what_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with tarfile.open(tmp_path / build.build_sdist(str(tmp_path))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        told = archive.extractfile(
            next(one for one in archive.getmembers() if one.name.endswith("/PKG-INFO"))
        )
        assert told is not None
        # The code, and the tables in the package.
        assert b"License-Expression: MIT AND CC0-1.0" in told.read().splitlines()
    assert {"pyproject.toml", "CMakeLists.txt", "pipelines/default.toml", "tables/manifest.toml"} <= names
    assert {"cpp/bindings/module.cpp", "pokerdata/py.typed", "tests/conftest.py", "LICENSE-DATA"} <= names
    assert "benchmarks/spots.toml" in names  # tests read it
    assert not [name for name in names if name.startswith(("build/", ".ci/", ".venv/"))]
    assert not [name for name in names if name.endswith((".o", ".so", ".pyc"))]
    assert [name for name in names if name.endswith(".h5")] == ["pokerdata/cards/preflop/class_matchups.h5"]
