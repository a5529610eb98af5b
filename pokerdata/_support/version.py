"""Version of the package: the only place where it is written; `pyproject.toml` reads it from here."""

VERSION = "0.2.0"
