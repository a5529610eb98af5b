"""A graph as a text tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def tree(parents: Mapping[str, Sequence[str]]) -> list[str]:
    """Lines that show each node below every node it depends on; what hangs below one is drawn once.

    Args:
        parents: For each node those it depends on, which come before it.
    """
    children: dict[str, list[str]] = {name: [] for name in parents}
    for name, needed in parents.items():
        for parent in needed:
            children[parent].append(name)
    lines: list[str] = []
    drawn: set[str] = set()

    def draw(name: str, first: str, rest: str) -> None:
        again = name in drawn and children[name]
        lines.append(f"{first}{name}{' (see above)' if again else ''}")
        if again:
            return
        drawn.add(name)
        for number, child in enumerate(children[name], 1):
            last = number == len(children[name])
            draw(child, f"{rest}{'└── ' if last else '├── '}", f"{rest}{'    ' if last else '│   '}")

    for name, needed in parents.items():
        if not needed:
            draw(name, "", "")
    return lines
