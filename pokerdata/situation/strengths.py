"""Metrics of strength against one opponent on a board: of one hand exactly, of a range as means over its deals."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import format_cards
from pokerdata.odds import hit_probability, odds_against
from pokerdata.situation.metric import Metric, metric
from pokerdata.situation.outs import coming, outs_of
from pokerdata.situation.standings import Number, Standings, standings

BILLINGS, ZOPF = "Billings et al. 2002", "Zopf 2010"
SHARE, CHANCE, HANDS, CARDS = "share of the pot", "probability", "opposing hands", "cards"
_WEIGHT = "weight of opposing hands"
BINS = 20  # of the histograms

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
    of_hands: NDArray[np.float64],
    board: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    weights: NDArray[np.float64],
    opponents: int,
) -> tuple[list[Metric], dict[str, NDArray[np.float64]]]:
    """Metrics of the hands ``holes`` [m, 2], weighted by ``of_hands`` [m], against ``weights`` [1326], on 3 to 5 cards; and
    histograms of how their strength moves, by name.

    Of several hands each metric is the mean over the deals: a hand counts its weight times that of the opposing hands
    beside it; quantiles and histograms are those of all deals together. opponents: the k of HS^k.
    """
    kept: list[tuple[dict[str, Number], float]] = []
    spread = {name: _Spread() for name in ("ehs_next", "hs_river")}
    cards: list[str] = []
    whole = False
    for found, weight in zip(standings(holes, board, dead, weights), of_hands, strict=True):
        if not found.now.any():
            continue  # beside this hand the opponent has none
        whole = found.whole
        kept.append((_of_hand(found, opponents), float(weight * found.now.sum())))
        for name, counts in (("ehs_next", found.after_next), ("hs_river", found.finally_)):
            spread[name].add(counts, float(weight))
        cards = format_cards(outs_of(found)).split()
    values = kept[0][0] if len(kept) == 1 else _means(kept)
    moving = {
        name: spread[name] for name in {3: ["ehs_next", "hs_river"], 4: ["hs_river"], 5: []}[len(board)]
    }
    for name, strengths in moving.items():
        values |= strengths.quantiles(name)
    if "hs_river" in moving:
        values["hs_river_ahead"] = spread["hs_river"].above_half()
    found_metrics = []
    for key, (name, unit, source) in NAMES.items():
        if key not in values:
            continue
        if unit == HANDS and not (whole and len(kept) == 1):
            unit = f"mean {_WEIGHT}" if len(kept) > 1 else _WEIGHT
        if key == "outs" and len(kept) == 1:
            name = f"outs: {' '.join(cards)}" if cards else name
        found_metrics.append(metric(key, name.format(k=opponents), values[key], unit, source))
    return found_metrics, {name: strengths.histogram() for name, strengths in moving.items()}


def _of_hand(found: Standings, opponents: int) -> dict[str, Number]:
    values: dict[str, Number] = dict(zip(("ahead", "tied", "behind"), found.numbers(found.now), strict=True))
    strength = found.share(found.now)
    final = found.share(found.finally_.sum(axis=0))
    values |= {"ihr": strength, "schr": final, "ehr": max(strength, final)}
    if opponents > 1:
        values["hs_power"] = strength**opponents
    values["e_hs2_river"] = found.mean_square(found.finally_)
    values["e_hs2_next"] = found.mean_square(found.after_next)
    if found.one is None:
        return values
    if found.two is not None:
        values["ppot2"], values["npot2"] = found.potential(found.two)
    values["ppot1"], values["npot1"] = found.potential(found.one)
    better, worse = found.potential(found.one if found.two is None else found.two)
    values["ehs_potential"] = strength * (1 - worse) + (1 - strength) * better
    values["ehs_optimistic"] = strength + (1 - strength) * better
    if opponents > 1:
        power = strength**opponents
        values["ehs_power"] = power + (1 - power) * better
    values |= _chances(found)
    return values


def _chances(found: Standings) -> dict[str, Number]:
    count, unseen = len(outs_of(found)), coming(found)
    values: dict[str, Number] = {"outs": count}
    if count:
        values["hit_next"] = hit_probability(count, unseen)
        if found.two is not None and unseen > 1:
            values["hit_two"] = hit_probability(count, unseen, 2)
        values["odds_against_next"] = odds_against(values["hit_next"])
    return values


def _means(kept: list[tuple[dict[str, Number], float]]) -> dict[str, Number]:
    """Means over hands; what a hand has not, such as the chance of an out, is 0; odds are those of the mean chance."""
    total = sum(weight for _, weight in kept)
    keys = {key for values, _ in kept for key in values} - {"odds_against_next"}
    means: dict[str, Number] = {
        key: sum(float(values.get(key, 0)) * weight for values, weight in kept) / total
        for key in sorted(keys)
    }
    if means.get("hit_next"):
        means["odds_against_next"] = float(odds_against(means["hit_next"]))
    return means


class _Spread:
    """All strengths with their weights."""

    def __init__(self) -> None:
        self._numerators: list[NDArray[np.float64]] = []
        self._denominators: list[NDArray[np.float64]] = []
        self._weights: list[NDArray[np.float64]] = []

    def add(self, counts: NDArray[np.float64], weight: float) -> None:
        total = counts.sum(axis=1)
        there = total > 0
        self._numerators.append(2 * counts[there, 0] + counts[there, 1])
        self._denominators.append(2 * total[there])
        self._weights.append(weight * total[there])

    @property
    def fractions(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return np.concatenate(self._numerators), np.concatenate(self._denominators)

    @property
    def points(self) -> NDArray[np.float64]:
        numerators, denominators = self.fractions
        return numerators / denominators

    @property
    def weights(self) -> NDArray[np.float64]:
        return np.concatenate(self._weights)

    def quantiles(self, name: str) -> dict[str, Number]:
        """The least strength that at least 10, 50 and 90 % of the weight do not exceed."""
        points = self.points
        order = np.argsort(points, kind="stable")
        below = np.cumsum(self.weights[order])
        at = np.searchsorted(below, np.array([0.1, 0.5, 0.9]) * below[-1] * (1 - 1e-12))
        return {f"{name}_{part}": float(points[order][k]) for part, k in zip((10, 50, 90), at, strict=True)}

    def above_half(self) -> float:
        return float(self.weights[self.points > 0.5].sum() / self.weights.sum())

    def histogram(self) -> NDArray[np.float64]:
        """The part of the weight in each of `BINS` equal intervals of [0, 1]; the upper end of the last belongs to it."""
        numerators, denominators = self.fractions
        where = np.minimum(BINS - 1, BINS * numerators // denominators).astype(np.int64)
        parts: NDArray[np.float64] = np.bincount(where, self.weights, BINS) / self.weights.sum()
        return parts
