"""Spots as TOML files."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pokerdata.support.sections import key, keys_of, read_section, values_of
from pokerdata.support.text import WIDTH
from pokerdata.support.toml import toml_of


@dataclass(frozen=True, kw_only=True)
class SpotKeys:
    """The keys of a spot in a TOML file; what they mean and take is told by `Spot`."""

    board: str = key("three to five cards")
    oop: str | list[float] = key("range of the player out of position, who acts first")
    ip: str | list[float] = key("range of the player in position")
    pot: int | None = key("chips in the pot", None)
    stack: int | None = key("chips that each player has left", None)
    stacks: list[int] | None = key("chips of oop and ip, where they differ", None)
    bets: str | list[str] | dict[str, Any] = key("sizes of bets", "")
    raises: str | list[str] | dict[str, Any] = key("sizes of raises", "")
    donks: str | list[str] | dict[str, Any] | None = key("sizes of oop's bets after his call", None)
    add_all_in: float | str = key("all-in is added up to this part of the pot", 0)
    force_all_in: float | str = key("bets that leave at most this part of the pot are all-in", 0)
    merge: float | str = key("bets whose pots are at most this far apart are merged", 0)
    limit_bets: int | list[int] | None = key("of a limit spot: chips of a bet on each street", None)
    caps: int | list[int] | None = key("of a limit spot: bets and raises allowed on each street", None)
    rake: float | str = key("part of the pot that the winner pays", 0)
    rake_cap: float | str | None = key("the most of it, in chips", None)
    dead: str = key("cards that are neither held nor dealt", "")
    minimum_bet: int = key("chips of the smallest bet", 1)
    to_act: str = key("who acts first: oop, or ip where oop has checked", "oop")
    big_blind: int | None = key("chips of the big blind, for milli-blinds", None)
    game: str | dict[str, Any] | None = key("a whole game instead of pot, stacks and sizes", None)
    history: str | None = key("the actions of the game before the spot", None)


def values_of_keys(where: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of a `Spot` from keys and values, as TOML has them.

    Args:
        where: What errors name first, such as '[spot.NAME]'.
        given: Key -> value.

    Raises:
        ValueError: For keys that are unknown, missing or of another type.
    """
    return values_of(read_section(SpotKeys, where, given))


def read_values(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Arguments of a `Spot` from a TOML file.

    Args:
        path: The file.

    Raises:
        ValueError: If it cannot be read, or as `values_of_keys`; the message names the file.
    """
    try:
        content = toml_of(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise ValueError(
            f"cannot read the spot {path}: expected a TOML file, got one that is no text; e.g. what `pokerdata spot "
            "--toml` writes"
        ) from None
    except (OSError, ValueError) as error:
        raise ValueError(f"cannot read the spot {path}: {error}") from error
    return values_of_keys(str(path), content)


def write_values(values: Mapping[str, Any], path: str | os.PathLike[str]) -> None:
    """Write arguments of a `Spot` as a TOML file.

    Args:
        values: As `Spot.values` gives them.
        path: The file.

    Raises:
        ValueError: If it cannot be written.
    """
    try:
        Path(path).write_text(values_text(values), encoding="utf-8")
    except OSError as error:
        raise ValueError(
            f"path: expected a file that can be written, got {path}: {error}; e.g. spot.toml"
        ) from error


def values_text(values: Mapping[str, Any]) -> str:
    """Arguments of a `Spot` as TOML, with a comment for each key.

    Args:
        values: As `Spot.values` gives them.
    """
    docs = keys_of(SpotKeys)
    lines, last = [], []
    for name, value in values.items():
        if isinstance(value, dict):
            last += ["", f"[{name}]  # {docs[name].doc}"]
            last += [f"{key} = {_value(inner)}" for key, inner in value.items()]
            continue
        line, comment = f"{name} = {_value(value)}", f"# {docs[name].doc}"
        lines += [f"{line}  {comment}"] if len(line) + 2 + len(comment) <= WIDTH else [comment, line]
    return "\n".join([*lines, *last]) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)
