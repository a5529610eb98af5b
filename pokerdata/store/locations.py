"""Where recipes and the manifest are: in the checkout the package sits in, else in the packaged copy."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def checkout(package: Path = PACKAGE) -> Path | None:
    """The checkout around the folder `package`, or None where it is installed by itself."""
    root = package.parent
    is_checkout = (root / "pyproject.toml").is_file() and (root / "pipelines").is_dir()
    return root if is_checkout else None


def data_path(relative: str, package: Path = PACKAGE) -> Path:
    """The path of ``pipelines`` or ``tables/manifest.toml``, whether or not it is there."""
    return (checkout(package) or package / "data") / relative
