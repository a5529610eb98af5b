"""`pokerdata eval`: the strength of a hand, in words and numbers, and which of several hands wins."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli.say import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@click.command("eval")
@click.argument("cards", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def eval_(cards: tuple[str, ...], as_json: bool) -> None:
    """Evaluate hands of 5 to 7 CARDS.

    For example: pokerdata eval "As Ks Qs Js Ts". Several hands, each in quotes, are compared: "As Ks Qs Js Ts"
    "2c 2d 2h 2s 3c".
    """
    from pokerdata import winners

    hands = [_said(hand) for hand in _hands(cards)]
    if len(hands) == 1:
        if as_json:
            click.echo(json.dumps(hands[0]))
        else:
            say(_text(hands[0]))
        return
    best = [i for i, wins in enumerate(winners([hand["code"] for hand in hands])) if wins]
    if as_json:
        click.echo(json.dumps({"hands": hands, "winners": best}))
        return
    names = " | ".join(" ".join(hands[i]["cards"]) for i in best)
    outcome = f"winner         {names}" if len(best) == 1 else f"tie            {names}"
    say("\n\n".join([*map(_text, hands), outcome]))


def _hands(arguments: tuple[str, ...]) -> list[NDArray[np.uint8]]:
    """One hand, its cards in any number of arguments; or several, if each argument has five cards or more."""
    from pokerdata import parse_cards

    hands = [parse_cards(argument) for argument in arguments]
    if any(len(hand) < 5 for hand in hands):
        hands = [parse_cards(" ".join(arguments))]
    for hand in hands:
        if not 5 <= len(hand) <= 7:
            raise ValueError(f"hand: expected 5, 6 or 7 cards, got {len(hand)}; e.g. 'As Ks Qs Js Ts'")
    return hands


def _said(hand: NDArray[np.uint8]) -> dict[str, Any]:
    from pokerdata import describe, evaluate, format_cards, percentile
    from pokerdata.evaluator import CATEGORIES, brecher, category, code_to_class

    code = int(evaluate(hand))
    return {
        "cards": format_cards(hand).split(),
        "words": describe(code),
        "category": CATEGORIES[int(category(code))],
        "code": code,
        "class": int(code_to_class(code)),
        "percentile": float(percentile(code, len(hand))),
        "brecher": brecher(code),
    }


def _text(hand: dict[str, Any]) -> str:
    count = len(hand["cards"])
    return (
        f"{' '.join(hand['cards'])}: {hand['words']}\n"
        f"strength code  0x{hand['code']:04X} = {hand['code']}\n"
        f"class          {hand['class']} of 0 to 7461\n"
        f"percentile     {100 * hand['percentile']:.4f} % of all hands of {count} cards (ties count half)\n"
        f"category       {hand['category']}\n"
        f"Brecher        0x{hand['brecher']:08X}"
    )
