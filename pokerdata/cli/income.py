"""`pokerdata income`: what each starting hand wins when everyone calls to the end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from pokerdata.cli import options
from pokerdata.cli.say import say

if TYPE_CHECKING:
    from pokerdata.preflop import IncomeRates


@click.command("income")
@click.option(
    "--players", type=int, default=10, show_default=True, metavar="N", help="At the table, 2 to 23."
)
@click.option(
    "--deals", type=int, default=1_000_000, show_default=True, metavar="N", help="For each starting hand."
)
@options.seed
@options.threads
@click.option("--list", "as_list", is_flag=True, help="List the hands by falling rate, with standard errors.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def income(players: int, deals: int, seed: int, threads: int, as_list: bool, as_json: bool) -> None:
    """Sample the income rates of the 169 starting hands.

    The income rate of a hand is 1000 * (players * E - 1), E its share of the pot when all cards are dealt and
    everyone stays: thousandths of a bet a deal. Pairs lie on the diagonal of the grid, suited hands above it.
    """
    from pokerdata.preflop import income_rates
    from pokerdata.support.estimates import error_text
    from pokerdata.support.progress import shown

    with shown("income rates", lambda line: click.echo(line, err=True)) as progress:
        rates = income_rates(players, deals, seed=seed, threads=threads, progress=progress)
    if as_json:
        click.echo(json.dumps(_json(rates)))
        return
    say("\n".join(_list(rates) if as_list else _grid(rates)))
    errors = rates.standard_errors
    least, most = (error_text(error, 1) for error in (errors.min(), errors.max()))
    say(
        f"thousandths of a bet a deal, {players} players; standard errors {least} to {most} from "
        f"{rates.deals.min():,} to {rates.deals.max():,} deals a hand, seed {seed}"
    )


def _grid(rates: IncomeRates) -> list[str]:
    from pokerdata.cards.hand_classes import class_name
    from pokerdata.support.estimates import signed

    lines = []
    for row in range(13):
        cells = range(13 * row, 13 * row + 13)
        lines.append(" ".join(f"{class_name(row, column):>5}" for column in range(13)))
        lines.append(" ".join(f"{signed(rates.rates[cell], 0):>5}" for cell in cells))
    return lines


def _list(rates: IncomeRates) -> list[str]:
    from pokerdata.cards.hand_classes import CLASS_NAMES
    from pokerdata.support.estimates import plus_minus, signed

    return [
        f"{CLASS_NAMES[k]:<3} {signed(rates.rates[k], 1):>8} {plus_minus(rates.standard_errors[k], 1)}"
        for k in (-rates.rates).argsort(kind="stable")
    ]


def _json(rates: IncomeRates) -> dict[str, object]:
    from pokerdata.cards.hand_classes import CLASS_NAMES
    from pokerdata.support.estimates import or_none

    columns = zip(
        CLASS_NAMES, rates.rates.tolist(), rates.standard_errors.tolist(), rates.deals.tolist(), strict=True
    )
    return {
        "players": rates.players,
        "seed": rates.seed,
        "dealt": rates.dealt,
        "unit": "thousandths of a bet a deal",
        "hands": {
            name: {"rate": rate, "standard_error": or_none(error), "deals": deals}
            for name, rate, error, deals in columns
        },
    }
