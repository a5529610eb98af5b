"""Words of commands, as shells split them."""

from collections.abc import Sequence


def instead(words: Sequence[str], *others: str) -> list[str]:
    """Return the words of a command with options replaced: old values of the same options are dropped."""
    kept: list[str] = []
    skip = False
    for word in words:
        skip = word in others if word.startswith("--") else skip
        if not skip:
            kept.append(word)
    return [*kept, *others]
