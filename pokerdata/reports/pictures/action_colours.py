"""The colours of actions: light enough for black letters, and told apart without colour vision by hue and lightness."""

from collections.abc import Sequence

FOLD, PASSIVE, ALL_IN = "#7fb2e5", "#f6e9a8", "#c8688f"
#: Bets and raises from the smallest to the largest.
BETS = ("#f2b073", "#ea8f55", "#dd7145", "#cf5c3c")


def action_colours(actions: Sequence[str]) -> list[str]:
    """``#rrggbb`` of each of a node's actions, by their names."""
    bets = [action for action in actions if action.startswith(("bet", "raise"))]
    found = []
    for action in actions:
        if action in bets:
            place = bets.index(action) / max(1, len(bets) - 1) if len(bets) > 1 else 1 / 3
            found.append(BETS[round(place * (len(BETS) - 1))])
        else:
            found.append({"fold": FOLD, "all-in": ALL_IN}.get(action.split()[0], PASSIVE))
    return found
