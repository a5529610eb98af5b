"""`pokerdata spot`: what would be solved, before it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli.say import say
from pokerdata.cli.spot_options import spot_of, spot_options

if TYPE_CHECKING:
    from pokerdata.spots import Spot


@click.command()
@click.argument("file", required=False)
@spot_options()
@click.option(
    "--below", default="", metavar="HISTORY", help="Show the tree below these actions, e.g. cr120c/."
)
@click.option(
    "--streets", type=int, default=1, show_default=True, metavar="N", help="Streets of it to unfold."
)
@click.option("--toml", is_flag=True, help="Print the spot as TOML, to be read as FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def spot(file: str | None, below: str, streets: int, toml: bool, as_json: bool, **given: Any) -> None:
    """Show a spot: ranges, pot, stacks, and the betting tree.

    FILE is a TOML file with the keys of a spot, which are the options, or a solved spot; those given besides take the place
    of its own.

    \b
    60%              of the pot after a call
    2.5x             times the last bet (raises)
    100c  100c3r     chips; raises after at most 3 bets
    e  2e  2e150%    equal parts of the pot until all-in
    a                all-in

    "33%; river: 75%,a; ip river: 150%" tells streets and players apart, and the later part holds where they overlap;
    docs/spots.md has the rest. For example: pokerdata spot --board "Td 9d 6h Qc" --oop "66+,A8s+,KQ" --ip "QQ-22,A2s+"
    --pot 200 --stack 900 --bets "60%,e,a" --raises 2.5x.
    """
    if toml and as_json:
        raise click.UsageError("--toml and --json: expected one of them, got both")
    found = spot_of(given, file)
    if toml:
        click.echo(found.toml(), nl=False)
    elif as_json:
        click.echo(json.dumps(_facts(found)))
    else:
        _show(found, below, streets, [given[name] or "" for name in ("oop", "ip")])


def _show(found: Spot, below: str, streets: int, ranges: list[str]) -> None:
    from pokerdata.equities import equity
    from pokerdata.spots.warnings import warnings_of
    from pokerdata.support.text import columns

    tree = found.show_tree(below, streets=streets)  # refused before anything is printed
    equities = equity([found.oop, found.ip], found.board_cards, found.dead_cards).equity
    say(f"spot on the {found.street}\n")
    for line in columns([[name, text] for name, text in found.told().items()], width=79):
        say(line)
    say("")
    rows = [["", "hands", "weight", "blocked", "equity"]]
    for player, share in zip(("oop", "ip"), equities.tolist(), strict=True):
        given, weights = getattr(found, player), found.weights(player)
        held = int((weights > 0).sum())
        rows.append([player, f"{held:,}", f"{weights.sum():,.6g}", f"{len(given) - held:,}", f"{share:.6f}"])
    for line in columns(rows, right=(1, 2, 3, 4)):
        say(line)
    say(f"weight of all deals: {found.deals:,.10g}\n")
    rows = [["", "decisions", "actions", "boards", "on all boards"]]
    for name, sizes in _sizes(found).items():
        rows.append([name, *(f"{size:,}" for size in sizes.values())])
    for line in columns(rows, right=(1, 2, 3, 4)):
        say(line)
    for note in (*_unclimbed(ranges), *warnings_of(found)):
        say(f"note: {note}")
    say("")
    click.echo(tree)


def _unclimbed(ranges: list[str]) -> list[str]:
    """Notes on items such as T9s+, by which other programs mean more hands."""
    from pokerdata.ranges.reading import connectors_with_plus

    items = dict.fromkeys(item for text in ranges if text for item in connectors_with_plus(text))
    return [f"{item}+ is {item} alone, for + raises the kicker" for item in items]


def _sizes(found: Spot) -> dict[str, dict[str, int]]:
    """Of each street: decisions and actions of the tree, boards, and decisions on all of them."""
    from pokerdata.cards import DECK_SIZE

    tree, sizes, boards = found.tree, {}, 1
    left = DECK_SIZE - len(found.board_cards) - len(found.dead_cards)
    for street, name in enumerate(found.streets):
        decisions, edges = len(tree.decision_nodes(street)), tree.street_edges(street)
        sizes[name] = {
            "decisions": decisions,
            "actions": edges.stop - edges.start,
            "boards": boards,
            "on_all_boards": decisions * boards,
        }
        boards, left = boards * left, left - 1
    return sizes


def _facts(found: Spot) -> dict[str, Any]:
    """All that is shown, for programs."""
    from pokerdata.equities import equity
    from pokerdata.spots.warnings import warnings_of

    equities = equity([found.oop, found.ip], found.board_cards, found.dead_cards).equity.tolist()
    players = {
        player: {
            "range": str(getattr(found, player)),
            "hands": int((found.weights(player) > 0).sum()),
            "weight": float(found.weights(player).sum()),
            "equity": share,
        }
        for player, share in zip(("oop", "ip"), equities, strict=True)
    }
    kept = {name: value for name, value in found.values().items() if name not in players}
    return {
        "street": found.street,
        **kept,
        "pot": found.pot,
        **players,
        "deals": found.deals,
        "tree": _sizes(found),
        "notes": warnings_of(found),
    }
