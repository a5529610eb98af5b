"""`pokerdata eval`: the strength of a hand, in words and numbers."""

from __future__ import annotations

import json

import click


@click.command("eval")
@click.argument("cards", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def eval_(cards: tuple[str, ...], as_json: bool) -> None:
    """Say what a hand of 5 to 7 CARDS is worth, e.g. "As Ks Qs Js Ts"."""
    from pokerdata import describe, evaluate, format_cards, parse_cards
    from pokerdata.evaluator import CATEGORIES, brecher, category, code_to_class

    hand = parse_cards(" ".join(cards))
    if not 5 <= len(hand) <= 7:
        raise ValueError(f"bad number of cards {len(hand)}: want 5, 6 or 7, e.g. 'As Ks Qs Js Ts'")
    code = int(evaluate(hand))
    words, kind, number = describe(code), CATEGORIES[int(category(code))], int(code_to_class(code))
    if as_json:
        said = {
            "cards": format_cards(hand).split(),
            "words": words,
            "category": kind,
            "code": code,
            "class": number,
            "brecher": brecher(code),
        }
        click.echo(json.dumps(said))
        return
    click.echo(
        f"{format_cards(hand)}: {words}\n"
        f"strength code  0x{code:04X} = {code}\n"
        f"class          {number} of 0 to 7461\n"
        f"category       {kind}\n"
        f"Brecher        0x{brecher(code):08X}"
    )
