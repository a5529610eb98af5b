"""`pokerdata range`: what a range holds, and what it has on a board."""

from __future__ import annotations

import json

import click


@click.command("range")
@click.argument("words", nargs=-1, required=True, metavar="RANGE")
@click.option("--board", default="", metavar="CARDS", help='3 to 5 cards to break it down on, e.g. "Ks7d2c".')
@click.option("--dead", default="", metavar="CARDS", help="Cards that nobody can hold or be dealt.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def range_(words: tuple[str, ...], board: str, dead: str, as_json: bool) -> None:
    """Show a RANGE as a grid, or what it has on a board.

    \b
    QQ  QQ+  99-66        pairs
    AKs  AKo  AK          suited, offsuit, both
    ATs+                  raises the kicker: ATs, AJs, AQs, AKs
    A5s-A2s  T9s-76s      from one hand to another
    AXs  AXo  AX          every lower kicker
    AhKh                  one combination
    top 15%               the best by equity against any hand
    random                all hands
    AKs:0.5  AKs:50%      with a weight; also [50]AKs,AQs[/50]

    A + raises the kicker alone: 98s+ is just 98s. For both cards write AKs-98s. Commas or line breaks part items, and the
    later one holds where they overlap.

    With --board, combinations are counted by made hand and by draw, as defined in docs/definitions.md. For example:
    pokerdata range "top 20%" --board Ks7d2c.
    """
    from pokerdata.cards import COMBINATION_COUNT, as_board, as_dead, format_cards
    from pokerdata.ranges import Range
    from pokerdata.ranges.reading import connectors_with_plus

    text = " ".join(words)
    given = Range(text)
    cards = as_board(board)
    gone = as_dead(dead, cards)
    left = given.without(gone)
    found = left.breakdown(board, dead) if board else None
    classes = {name: weight for name, weight in left.classes().items() if weight > 0}
    if as_json:
        told = {
            "range": str(given),
            "dead": dead,
            "combinations": len(left),
            "part": len(left) / COMBINATION_COUNT,
            "weight": float(left.weights.sum()),
            "classes": classes,
            **({} if found is None else {"breakdown": found.to_dict()}),
        }
        click.echo(json.dumps(told))
        return
    click.echo(_wrapped(str(given)) if len(given) else "no hands")
    without = f"without {format_cards(gone)} " if dead else ""
    share = 100 * len(left) / COMBINATION_COUNT
    click.echo(
        f"{without}{_counted(len(left))}, {share:.1f} % of all hands, in {len(classes)} of 169 classes"
    )
    for item in connectors_with_plus(text):
        both = "" if item.startswith("AK") else f"; AK{item[2:]}-{item} raises both cards"
        click.echo(f"note: {item}+ is {item} alone, for + raises the kicker{both}")
    click.echo(f"\n{left.grid()}")
    if found is not None:
        dead_too = f", dead {found.dead}" if found.dead else ""
        click.echo(f"\non {found.board}{dead_too}: {_counted(found.whole.combinations)}\n\n{found}")


def _counted(combinations: int) -> str:
    return f"{combinations:,} combination{'s' * (combinations != 1)}"


def _wrapped(text: str) -> str:
    """A range in lines of at most 80 characters that end in commas."""
    lines = [""]
    for item in text.split(","):
        if lines[-1] and len(lines[-1]) + len(item) + 1 > 79:
            lines.append("")
        lines[-1] += ("," if lines[-1] else "") + item
    return ",\n".join(lines)
