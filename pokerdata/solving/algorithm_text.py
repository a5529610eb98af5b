"""Algorithms as text: a name and, in brackets, parameters, such as ``dcfr(beta=0.5, simultaneous)``."""

import re
from collections.abc import Mapping

from pokerdata.support.text import quoted

_ALGORITHM = re.compile(r"\s*([\w+-]+)\s*(?:\(([^()]*)\))?\s*")
_PARAMETER = re.compile(r"\s*(\w+)\s*(?:=\s*([^=\s]+)\s*)?")


def read(text: str) -> tuple[str, dict[str, float | str | bool]]:
    """The name and the parameters: numbers, words, and True where there is no value.

    Args:
        text: Such as 'dcfr(beta=0.5, simultaneous)'.

    Raises:
        ValueError: If the text has another form, or a parameter is there twice.
    """
    found = _ALGORITHM.fullmatch(text)
    if found is None:
        raise ValueError(
            f"algorithm: expected a name and its parameters in brackets, got {quoted(text)}; e.g. 'dcfr(beta=0.5)'"
        )
    parameters: dict[str, float | str | bool] = {}
    for part in (found[2] or "").split(",") if found[2] and found[2].strip() else []:
        pair = _PARAMETER.fullmatch(part)
        if pair is None or pair[1] in parameters:
            raise ValueError(
                f"parameter of {quoted(text)}: expected NAME=VALUE or NAME, each once, got {quoted(part.strip())}; e.g. "
                "'dcfr(beta=0.5, simultaneous)'"
            )
        parameters[pair[1]] = True if pair[2] is None else _value(pair[2])
    return found[1], parameters


def split(text: str) -> list[str]:
    """A list of algorithms, with a comma between two of them."""
    return re.split(r",(?![^()]*\))", text)


def write(name: str, parameters: Mapping[str, float | str | bool]) -> str:
    """The text that `read` reads."""
    parts = [key if value is True else f"{key}={_text(value)}" for key, value in parameters.items()]
    return f"{name}({', '.join(parts)})" if parts else name


def _value(text: str) -> float | str:
    try:
        return int(text) if text.isdecimal() else float(text)
    except ValueError:
        return text


def _text(value: float | str) -> str:
    """As short as can be read back."""
    if isinstance(value, str):
        return value
    return f"{value:g}" if float(f"{value:g}") == value else repr(value)
