"""Chips and milli-blinds."""

import re

from pokerdata.games.rules import Rules

_TARGET = re.compile(r"\s*([0-9.]+(?:[eE][+-]?[0-9]+)?)\s*(mb|mb/g|chips?)\s*")


def milliblinds(chips: float, rules: Rules) -> float:
    """Chips in thousandths of the big blind, or of the ante where there is no blind."""
    return 1000 * chips / rules.unit


def target_chips(text: str, rules: Rules) -> float:
    """A target such as '1mb' (milli-blinds a game) or '0.01 chips', in chips a game. Raises ValueError."""
    match = _TARGET.fullmatch(str(text))  # 1 has no unit
    try:
        amount = float(match[1]) if match else 0.0
    except ValueError:
        amount = 0.0
    if not match or not amount > 0:
        raise ValueError(
            f"bad target {text!r}: want a positive number and a unit, mb (thousandths of the "
            f"{rules.unit_name} a game) or chips, e.g. '1mb' or '0.01 chips'"
        )
    return amount * rules.unit / 1000 if match[2].startswith("mb") else amount
