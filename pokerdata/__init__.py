"""pokerdata: from a deck of cards to exact, verified tables, and from the tables to solved poker games."""

try:
    # Named from inside, because without the extension the folder of its stubs would import as a namespace.
    from pokerdata._core import support as _support  # noqa: F401
except ImportError as error:  # a plain install beside a checkout imports the sources without the extension
    raise ImportError(
        "the compiled part of pokerdata (pokerdata._core) was not found beside these sources. In a checkout use "
        "an editable install, `python -m pip install -e .`, or run from another folder to use the installed copy. "
        f"The import said: {error}"
    ) from error

__version__ = "0.1.0"
