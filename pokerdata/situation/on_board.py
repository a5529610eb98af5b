"""Metrics of strength against one opponent on a board: of one hand exactly, of a range as means over its deals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import format_cards
from pokerdata.odds import odds_against
from pokerdata.situation.metric import Metric, Number, metric
from pokerdata.strength.distribution import mixture
from pokerdata.strength.formulas import (
    against_several,
    by_potential,
    negative_potential,
    positive_potential,
    share,
    weighted_mean,
)
from pokerdata.strength.outs import chances_of, outs_of
from pokerdata.strength.run_outs import RunOuts, run_outs

BILLINGS, ZOPF = "Billings et al. 2002", "Zopf 2010"
SHARE, CHANCE, HANDS, CARDS = "share of the pot", "probability", "opposing hands", "cards"
_WEIGHT = "weight of opposing hands"
BINS = 20  # of the histograms
_PERCENTS = (10, 50, 90)
#: What is to come on boards of so many cards; on the turn the next card is the last.
_MOVING = {3: ("ehs_next", "hs_river"), 4: ("hs_river",), 5: ()}

#: Name, unit and source of each metric, in the order in which they are told.
NAMES: dict[str, tuple[str, str, str]] = {
    "ahead": ("opposing hands behind ours", HANDS, BILLINGS),
    "tied": ("opposing hands tied with ours", HANDS, BILLINGS),
    "behind": ("opposing hands ahead of ours", HANDS, BILLINGS),
    "ihr": ("IHR = HS, immediate hand rank", SHARE, f"{ZOPF}, 6.2; {BILLINGS}"),
    "schr": ("SCHR = EHS, seven-card hand rank", SHARE, f"{ZOPF}, 6.3"),
    "ehr": ("EHR = max(SCHR, IHR)", SHARE, f"{ZOPF}, 6.4"),
    "ppot2": ("PPot, positive potential, two cards", CHANCE, BILLINGS),
    "npot2": ("NPot, negative potential, two cards", CHANCE, BILLINGS),
    "ppot1": ("PPot, positive potential, one card", CHANCE, BILLINGS),
    "npot1": ("NPot, negative potential, one card", CHANCE, BILLINGS),
    "ehs_potential": ("EHS by potential", SHARE, BILLINGS),
    "ehs_optimistic": ("EHS by potential, optimistic", SHARE, BILLINGS),
    "hs_power": ("HS^k, k = {k}, approximation", CHANCE, BILLINGS),
    "ehs_power": ("EHS with HS^k, k = {k}, approximation", CHANCE, BILLINGS),
    "e_hs2_river": ("E[HS^2], river", "square of a share", "Johanson 2007"),
    "e_hs2_next": ("E[HS^2], next street", "square of a share", "Eriksson 2012, 3.2.4"),
    "ehs_next_10": ("EHS after next card, 10 % quantile", SHARE, "exact distribution"),
    "ehs_next_50": ("EHS after next card, median", SHARE, "exact distribution"),
    "ehs_next_90": ("EHS after next card, 90 % quantile", SHARE, "exact distribution"),
    "hs_river_10": ("HS on the river, 10 % quantile", SHARE, "exact distribution"),
    "hs_river_50": ("HS on the river, median", SHARE, "exact distribution"),
    "hs_river_90": ("HS on the river, 90 % quantile", SHARE, "exact distribution"),
    "hs_river_ahead": ("chance of HS above 1/2 on the river", CHANCE, "exact distribution"),
    "outs": ("outs, cards that put us ahead", CARDS, "HS above 1/2"),
    "hit_next": ("chance of an out, next card", CHANCE, "counting"),
    "hit_two": ("chance of an out, two cards", CHANCE, "counting"),
    "odds_against_next": ("odds against an out, next card", "to 1", "counting"),
}


def strength_metrics(
    holes: NDArray[np.uint8],
    of_hands: NDArray[Any],
    board: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    ratios: NDArray[Any],
    opponents: int,
) -> tuple[list[Metric], dict[str, NDArray[np.float64]]]:
    """Metrics of the hands ``holes`` [m, 2], weighted by ``of_hands`` [m], against ``ratios`` [1326], both whole numbers, on
    3 to 5 cards; and histograms of how their strength moves, by name.

    Of several hands each metric is the mean over the deals: a hand counts its weight times that of the opposing hands
    beside it; quantiles and histograms are those of all deals together. opponents: the k of HS^k.
    """
    kept: list[tuple[dict[str, Number], int]] = []
    moving: dict[str, list[tuple[NDArray[Any], int]]] = {name: [] for name in _MOVING[len(board)]}
    cards: list[str] = []
    largest = int(ratios.max())
    for found, weight in zip(run_outs(holes, board, dead, ratios), of_hands.tolist(), strict=True):
        beside = int(found.now.sum())
        if beside == 0:
            continue  # beside this hand the opponent has none
        kept.append((_of_hand(found, opponents, largest), weight * beside))
        for name, counts in (("ehs_next", found.after_next), ("hs_river", found.on_river)):
            if name in moving:
                moving[name].append((counts, weight))
        cards = format_cards(outs_of(found)).split()
    values = kept[0][0] if len(kept) == 1 else _means(kept)
    spread = {name: mixture(outcomes) for name, outcomes in moving.items()}
    for name, strengths in spread.items():
        quantiles = zip(_PERCENTS, strengths.quantiles(_PERCENTS), strict=True)
        values |= {f"{name}_{percent}": value for percent, value in quantiles}
    if "hs_river" in spread:
        values["hs_river_ahead"] = spread["hs_river"].above_half()
    found_metrics = []
    for key, (name, unit, source) in NAMES.items():
        if key not in values:
            continue
        if unit == HANDS and not (largest == 1 and len(kept) == 1):
            unit = f"mean {_WEIGHT}" if len(kept) > 1 else _WEIGHT
        if key == "outs" and len(kept) == 1:
            name = f"outs: {' '.join(cards)}" if cards else name
        found_metrics.append(metric(key, name.format(k=opponents), values[key], unit, source))
    parts = {name: strengths.histogram(BINS) / strengths.counts.sum() for name, strengths in spread.items()}
    return found_metrics, {name: np.asarray(of_bins, np.float64) for name, of_bins in parts.items()}


def _of_hand(found: RunOuts, opponents: int, largest: int) -> dict[str, Number]:
    standing = found.now.tolist()
    weights = standing if largest == 1 else [Fraction(weight, largest) for weight in standing]
    values: dict[str, Number] = dict(zip(("ahead", "tied", "behind"), weights, strict=True))
    strength = share(found.now).exact()
    final = share(found.on_river.sum(axis=0)).exact()
    values |= {"ihr": strength, "schr": final, "ehr": max(strength, final)}
    power = against_several(strength, opponents)
    if opponents > 1:
        values["hs_power"] = power
    values["e_hs2_river"] = mixture([(found.on_river, 1)]).moment(2)
    values["e_hs2_next"] = mixture([(found.after_next, 1)]).moment(2)
    for cards, counts in ((2, found.two), (1, found.one)):
        if counts is not None:
            summed = counts.sum(axis=0)
            values[f"ppot{cards}"] = positive_potential(summed).exact()
            values[f"npot{cards}"] = negative_potential(summed).exact()
    if found.one is None:
        return values
    all_cards = 1 if found.two is None else 2
    better, worse = values[f"ppot{all_cards}"], values[f"npot{all_cards}"]
    values["ehs_potential"] = by_potential(strength, better, worse)
    values["ehs_optimistic"] = by_potential(strength, better)
    if opponents > 1:
        values["ehs_power"] = by_potential(power, better)
    values |= _chances(found)
    return values


def _chances(found: RunOuts) -> dict[str, Number]:
    cards = outs_of(found)
    values: dict[str, Number] = {"outs": len(cards)}
    if len(cards):
        next_, two = chances_of(found, cards)
        values["hit_next"] = next_
        if two is not None:
            values["hit_two"] = two
        values["odds_against_next"] = odds_against(next_)
    return values


def _means(kept: list[tuple[dict[str, Number], int]]) -> dict[str, Number]:
    """Means over hands; what a hand has not, such as the chance of an out, is 0; odds are those of the mean chance."""
    weights = np.array([weight for _, weight in kept], object)
    keys = {key for values, _ in kept for key in values} - {"odds_against_next"}
    means: dict[str, Number] = {}
    for key in sorted(keys):
        of_hands = [values.get(key, 0) for values, _ in kept]
        if key in ("ihr", "schr"):  # these times the weight are fractions of one small denominator
            means[key] = Fraction(np.array(of_hands, object) @ weights) / int(weights.sum())
        else:
            means[key] = weighted_mean(np.array([float(value) for value in of_hands]), weights)
    if means.get("hit_next"):
        means["odds_against_next"] = float(odds_against(means["hit_next"]))
    return means
