"""Recipes and manifest: beside the package in a checkout, else inside it."""

from pathlib import Path

import pytest

from pokerdata.errors import TableError
from pokerdata.pipeline.store import tables_folder
from pokerdata.pipeline.store.opening import checkout, data_path


def test_in_a_checkout(tmp_path: Path) -> None:
    package = tmp_path / "pokerdata"
    (tmp_path / "pipelines").mkdir()
    (tmp_path / "pyproject.toml").write_text("")
    assert checkout(package) == tmp_path
    assert data_path("pipelines", package) == tmp_path / "pipelines"
    assert data_path("tables/manifest.toml", package) == tmp_path / "tables" / "manifest.toml"


def test_installed(tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "pokerdata"
    assert checkout(package) is None
    assert data_path("pipelines", package) == package / "data" / "pipelines"
    assert data_path("tables/manifest.toml", package) == package / "data" / "tables" / "manifest.toml"


def test_here_there_is_a_default_recipe() -> None:
    assert (data_path("pipelines") / "default.toml").is_file()


def test_a_file_is_no_folder_of_tables(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")
    with pytest.raises(TableError, match=r"tables: expected a folder, got the file .*file; e\.g\. \./tables"):
        tables_folder(path)
