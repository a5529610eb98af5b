"""Words of commands, as shells split them."""

from collections.abc import Sequence


def instead(words: Sequence[str], *others: str) -> list[str]:
    """Return words of a command with other options behind; the same options with their values are left out before."""
    kept: list[str] = []
    skip = False
    for word in words:
        skip = word in others if word.startswith("--") else skip
        if not skip:
            kept.append(word)
    return [*kept, *others]
