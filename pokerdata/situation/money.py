"""Metrics of the pot: all-in equity, pot and roll-out equity, and what a call is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pokerdata.equities import Equity
from pokerdata.odds import call_value, odds_against, pot_equity, pot_odds, required_equity
from pokerdata.situation.metric import Metric, Number, metric

DEALS, POT, YES = "deals", "share of the pot", "yes or no"


@dataclass(frozen=True)
class Money:
    """Amounts in one unit: see `Situation`, whose these are. expected_pot: at showdown; None where there is no estimate."""

    pot: Fraction | None
    to_call: Fraction
    future: Fraction
    expected_pot: Fraction | None
    unit: str


def equity_metrics(found: Equity, money: Money) -> list[Metric]:
    """AIE of the first player, with its counts, and what follows from it for the pot."""
    share = exact_share(found)
    sampled = {} if found.exact else {"samples": found.samples, "seed": found.seed}
    error = None if found.exact else float(found.standard_error[0])
    unit = DEALS if isinstance(found.deals, int) else "weight of deals"
    said = [
        metric("aie", "AIE, all-in equity", share, POT, "Zopf 2010, 6.5", standard_error=error, **sampled)
    ]
    how = "counting" if found.exact else "sampling"
    for key, counts in (("wins", found.wins), ("ties", found.ties), ("losses", found.losses)):
        said.append(metric(key, f"all-in {key}", counts[0].item(), unit, how, **sampled))
    if money.pot is None:
        return said
    return said + _pot_metrics(share, error, money, sampled)


def exact_share(found: Equity) -> Number:
    """Equity of the first player: a fraction where deals were counted without rounding."""
    return float(found.equity[0]) if found.exact_equity is None else found.exact_equity[0]


def _pot_metrics(
    share: Number, error: float | None, money: Money, sampled: dict[str, int | None]
) -> list[Metric]:
    pot, call, future, unit = money.pot, money.to_call, money.future, money.unit
    assert pot is not None

    def of_pot(key: str, name: str, value: Fraction, amount: Fraction, source: str) -> Metric:
        """What the share of an amount is worth; rounded where the share is."""
        of_error = None if error is None else error * float(amount)
        said = value if isinstance(share, Fraction) else float(value)
        return metric(key, name, said, unit, source, standard_error=of_error, **sampled)

    said = [of_pot("pe", "PE = AIE * pot, pot equity", pot_equity(share, pot), pot, "Zopf 2010, 6.6")]
    if money.expected_pot is not None:
        worth, name = pot_equity(share, money.expected_pot), "ROE = AIE * expected pot"
        said.append(metric("expected_pot", "expected pot at showdown", money.expected_pot, unit, "estimate"))
        said.append(of_pot("roe", name, worth, money.expected_pot, "Zopf 2010, 6.7"))
    if call == 0:
        return said
    needed = pot_odds(pot, call)
    said.append(
        metric(
            "pot_odds",
            "pot odds, equity a call needs",
            needed,
            "share of the pot",
            "call / (pot + call)",
        )
    )
    if pot:
        said.append(
            metric("pot_odds_ratio", "pot odds as a ratio", odds_against(needed), "to 1", "pot / call")
        )
    gain, name = call_value(share, pot, call), "gain of a call over a fold"
    said.append(of_pot("call_value", name, gain, pot + call, "AIE * (pot + call) - call"))
    said.append(metric("call_pays", "a call pays", gain > 0, YES, "AIE > pot odds"))
    if future:
        implied = required_equity(pot, call, future)
        source = "call / (pot + call + future)"
        said.append(
            metric(
                "implied_odds",
                "implied odds, equity a call needs",
                implied,
                "share of the pot",
                source,
            )
        )
        pays = call_value(share, pot, call, future) > 0
        said.append(metric("implied_pays", "a call pays with implied odds", pays, YES, "AIE > implied odds"))
    return said
