"""Metrics of a situation: hands, ranges and the pot, preflop and on a board, and the cards that they depend on."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.estimates import fixed, or_none, plus_minus
from pokerdata._support.text import brief
from pokerdata.cards import COMBINATIONS, HEADS_UP_BOARDS, as_cards, combination_index, format_cards
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.cards.deck import as_board, as_dead
from pokerdata.cards.equity import Equity, equity
from pokerdata.cards.equity.methods import LIMIT, Contest, Tally, as_contest, exact_tally
from pokerdata.cards.equity.result import against_each, exact_result
from pokerdata.cards.evaluator.evaluation import behind_and_tied, pot_parts, pot_share
from pokerdata.cards.odds import call_value, odds_against, pot_equity, pot_odds, required_equity
from pokerdata.cards.preflop.ihr import compared
from pokerdata.cards.preflop.matchups import all_matchups
from pokerdata.cards.ranges import Range, as_range
from pokerdata.cards.ranges.best_first import in_lowest_terms
from pokerdata.cards.strength import ihr_sampled
from pokerdata.cards.strength.counts import showdowns_of
from pokerdata.cards.strength.distribution import RunOuts, chances_of, mixture, outs_of, run_outs
from pokerdata.cards.strength.metrics import (
    Ratio,
    against_several,
    by_potential,
    negative_potential,
    positive_potential,
    share,
    weighted_mean,
)
from pokerdata.errors import CapacityError

#: A fraction, or a float if the fraction would have many digits or does not exist.
Number = Fraction | float
_DIGITS = 15  # digits of the longest denominator that is shown


@dataclass(frozen=True)
class Metric:
    """Metric of a situation.

    Attributes:
        key: Name for programs.
        name: Name for people.
        value: A float; an int for counts, a bool or text if the unit says so.
        unit: Unit of the value.
        source: Reference for the definition; see docs/definitions.md.
        numerator: Numerator of the exact value in lowest terms; None if it is not a fraction of integers.
        denominator: Its denominator, or None.
        standard_error: Standard error of a sampled value; None if exact, infinite if unknown because all samples were equal.
        samples: Number of deals sampled; None if exact.
        seed: Seed of the samples; None if exact.
    """

    key: str
    name: str
    value: float | int | bool | str
    unit: str
    source: str
    numerator: int | None = None
    denominator: int | None = None
    standard_error: float | None = None
    samples: int | None = None
    seed: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields, including None; an unknown standard error is also None."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.standard_error is not None:
            found["standard_error"] = or_none(self.standard_error)
        return found

    @property
    def value_text(self) -> str:
        """Format the value for people: six digits, commas, yes and no."""
        value = self.value
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return f"{value:,}"
        if isinstance(value, float):
            return fixed(value, 6 if abs(value) < 10**6 else 0, commas=True)
        return value

    @property
    def how_exact(self) -> str:
        """The exact fraction or the standard error as text; empty for others, and for fractions of many digits."""
        if self.standard_error is not None:
            return plus_minus(self.standard_error, 6)
        if self.numerator is None or self.denominator in (None, 1) or len(str(self.denominator)) > _DIGITS:
            return ""
        return f"{self.numerator:,} / {self.denominator:,}"

    def __repr__(self) -> str:
        return brief(self, f"{self.key}={self.value!r}", self.unit, self.how_exact)

    def _repr_html_(self) -> str:
        exactly = f"{self.value_text} {self.unit}", self.how_exact, self.source
        return html.table([(self.name, *exactly)], left=2)


def metric(key: str, name: str, value: Any, unit: str, source: str, **sampled: Any) -> Metric:
    """Return a metric; if the value is a Fraction, keep its numerator and denominator."""
    if isinstance(value, Fraction):
        return Metric(key, name, float(value), unit, source, value.numerator, value.denominator, **sampled)
    return Metric(key, name, value, unit, source, **sampled)


MAX_PLAYERS = 6
_ANY_HAND = Range("random")


@dataclass(frozen=True)
class Spot:
    """Cards of a situation; the fields are the first parameters of `Situation`."""

    hands: Range | Any
    board: str | Any = ""
    opponents: tuple[Range, ...] | Any = ()
    players: int | None = None
    dead: str | Any = ""

    def __post_init__(self) -> None:
        board = as_board(self.board)
        dead = as_dead(self.dead, board)
        known = np.concatenate([board, dead])
        given = _opponents(self.opponents)
        players = max(2, len(given) + 1) if self.players is None else self.players
        players = as_count(players, "players", 2, MAX_PLAYERS, 3)
        if len(given) >= players:
            raise ValueError(
                f"players: expected at least {len(given) + 1} with {len(given)} opponents, got {players}"
            )
        hands = as_range(self.hands)
        _check_left(hands, known, "hands")
        for opponent in given:
            _check_left(opponent, known, "opponent")
        settled = {
            "hands": hands,
            "board": format_cards(board),
            "opponents": (*given, *[_ANY_HAND] * (players - 1 - len(given))),
            "players": players,
            "dead": format_cards(dead),
        }
        for name, value in settled.items():
            object.__setattr__(self, name, value)

    @property
    def known(self) -> NDArray[np.uint8]:
        """Board cards and dead cards."""
        return as_cards(f"{self.board} {self.dead}".strip(), "known")

    @property
    def held(self) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        """Hands that we may hold given the known cards, uint8 [m, 2], and their weights, float64 [m]."""
        combinations, weights = self.hands.without(self.known).combinations()
        return COMBINATIONS[combinations], weights

    @property
    def is_hand(self) -> bool:
        """Whether we hold one hand, not a range of several."""
        return len(self.held[0]) == 1

    @property
    def field(self) -> Range:
        """Range of a random opponent: the mean of the opponents' ranges, each scaled to the same sum.

        It excludes hands with a known card, or one of our cards if we hold one hand. Its weights are rounded; see
        `field_ratios`.
        """
        if len(self._free) == 1:
            return self._free[0]
        ratios = self.field_ratios
        return Range.from_weights((ratios / ratios.max()).astype(np.float64))

    @property
    def field_ratios(self) -> NDArray[Any]:
        """The same range as exact whole numbers [1326], int64 or Python's int: see `pokerdata.Range.ratios`."""
        ratios = [hands.ratios() for hands in self._free]
        if len(ratios) == 1:
            return ratios[0]
        return in_lowest_terms(np.sum([row * Fraction(1, int(row.sum())) for row in ratios], axis=0))

    @property
    def _free(self) -> list[Range]:
        """The opponents' ranges without impossible hands; only one if all are the same."""
        holes, _ = self.held
        taken = np.concatenate([self.known, holes.ravel() if len(holes) == 1 else holes[:0].ravel()])
        if len(set(self.opponents)) == 1:
            return [self.opponents[0].without(taken)]
        free = [hands.without(taken) for hands in self.opponents]
        if not all(map(len, free)):
            raise ValueError(f"opponents: beside {self.hands_text} one of them can hold none of his hands")
        return free

    @property
    def hands_text(self) -> str:
        """Our hand as two cards, or our range."""
        holes, _ = self.held
        return format_cards(holes[0][::-1].copy()) if len(holes) == 1 else str(self.hands)


def _opponents(given: Any) -> tuple[Range, ...]:
    if given is None:
        return ()
    if isinstance(given, Range | str | np.ndarray):
        return (as_range(given),)
    if not isinstance(given, tuple | list):
        raise ValueError(
            f"opponents: expected a list of ranges, got {type(given).__name__}; e.g. ['QQ+,AKs']"
        )
    return tuple(as_range(hands) for hands in given)


def _check_left(hands: Range, known: NDArray[np.uint8], name: str) -> None:
    if len(hands.without(known)) == 0:
        beside = f" beside the known cards {format_cards(known)}" if known.size else ""
        raise ValueError(
            f"{name}: expected some hand that is left{beside}, got {str(hands)!r}; e.g. 'QQ+,AKs'"
        )


DEALS, POT, YES = "deals", "share of the pot", "yes or no"


@dataclass(frozen=True)
class Money:
    """Amounts in one unit, as in `Situation`. expected_pot: at showdown; None if there is no estimate."""

    pot: Fraction | None
    to_call: Fraction
    future: Fraction
    expected_pot: Fraction | None
    unit: str


def equity_metrics(found: Equity, money: Money) -> list[Metric]:
    """Return AIE of the first player, with its counts, and the metrics of the pot that follow from it."""
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
    """Return the equity of the first player: a fraction if deals were counted without rounding."""
    return float(found.equity[0]) if found.exact_equity is None else found.exact_equity[0]


def _pot_metrics(
    share: Number, error: float | None, money: Money, sampled: dict[str, int | None]
) -> list[Metric]:
    pot, call, future, unit = money.pot, money.to_call, money.future, money.unit
    assert pot is not None

    def of_pot(key: str, name: str, value: Fraction, amount: Fraction, source: str) -> Metric:
        """Return the value of the share of an amount; rounded if the share is."""
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


_SHARE = "share of the pot"


def hand_metrics(
    hole: NDArray[np.uint8],
    ratios: NDArray[Any],
    final: Number,
    better: NDArray[np.bool_],
    even: NDArray[np.bool_],
) -> list[Metric]:
    """Return class, IHR, SCHR and EHR of one hand.

    ratios: weights of the opponent's hands, whole numbers [1326], 0 for impossible hands; final: the equity of the hand
    against them; better, even: of the hand against each, by the 55 % rule.
    """
    name = CLASS_NAMES[CLASS_OF_COMBINATION[int(combination_index(hole))]]
    rank = pot_share(better, even, ratios)
    assert rank is not None  # the equity exists
    return [
        metric("class", "class of starting hands", name, "one of 169", "hand_classes"),
        _rank(rank),
        final_rank(final),
        _effective(max(rank, final)),
    ]


def range_metrics(hands: NDArray[Any], opposing: NDArray[Any]) -> list[Metric]:
    """Return IHR, SCHR and EHR of a range, as means over the deals.

    A hand counts its weight times the weight of the opposing hands that it allows.

    hands, opposing: our and the opponent's weights, whole numbers [1326].
    """
    held = np.flatnonzero(hands > 0)
    wins, ties = all_matchups()
    finals = share(showdowns_of(held, wins, ties, opposing))
    halves = pot_parts(*compared(wins[held], ties[held]), opposing)
    ranks = Ratio(HEADS_UP_BOARDS * halves, finals.denominator)
    greater = Ratio(np.maximum(ranks.numerator, finals.numerator), finals.denominator)
    rank, final, effective = (found.mean(hands[held]) for found in (ranks, finals, greater))
    return [_rank(rank), final_rank(final), _effective(effective)]


def _rank(value: Fraction) -> Metric:
    return metric("ihr", "IHR, immediate hand rank, 55 % rule", value, _SHARE, "Zopf 2010, 6.2")


def final_rank(value: Number) -> Metric:
    """Return the metric SCHR."""
    return metric("schr", "SCHR = EHS, seven-card hand rank", value, _SHARE, "Zopf 2010, 6.3")


def _effective(value: Number) -> Metric:
    return metric("ehr", "EHR = max(SCHR, IHR)", value, _SHARE, "Zopf 2010, 6.4")


BILLINGS, ZOPF = "Billings et al. 2002", "Zopf 2010"
SHARE, CHANCE, HANDS, CARDS = "share of the pot", "probability", "opposing hands", "cards"
_WEIGHT = "weight of opposing hands"
BINS = 20  # of the histograms
_PERCENTS = (10, 50, 90)
#: Later strengths on boards of this many cards; on the turn the next card is the last.
_MOVING = {3: ("ehs_next", "hs_river"), 4: ("hs_river",), 5: ()}

#: Name, unit and source of each metric, in display order.
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
    """Return metrics of hands on 3 to 5 board cards, and histograms of their later strength, by name.

    The hands ``holes`` [m, 2] have weights ``of_hands`` [m], against ``ratios`` [1326], both whole numbers. For several
    hands each metric is the mean over the deals: a hand counts its weight times the weight of the opposing hands that it
    allows. Quantiles and histograms are over all deals together. opponents: the k of HS^k.
    """
    kept: list[tuple[dict[str, Number], int]] = []
    moving: dict[str, list[tuple[NDArray[Any], int]]] = {name: [] for name in _MOVING[len(board)]}
    cards: list[str] = []
    largest = int(ratios.max())
    for found, weight in zip(run_outs(holes, board, dead, ratios), of_hands.tolist(), strict=True):
        beside = int(found.now.sum())
        if beside == 0:
            continue  # the opponent has no hand against this one
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
    """Return means over hands; missing values, such as the probability of outs, are 0; odds are of the mean probability."""
    weights = np.array([weight for _, weight in kept], object)
    keys = {key for values, _ in kept for key in values} - {"odds_against_next"}
    means: dict[str, Number] = {}
    for key in sorted(keys):
        of_hands = [values.get(key, 0) for values, _ in kept]
        if key in ("ihr", "schr"):  # times the weight these are fractions of one small denominator
            means[key] = Fraction(np.array(of_hands, object) @ weights) / int(weights.sum())
        else:
            means[key] = weighted_mean(np.array([float(value) for value in of_hands]), weights)
    if means.get("hit_next"):
        means["odds_against_next"] = float(odds_against(means["hit_next"]))
    return means


_COUNTED = 50_000_000  # deals of three or more players that are counted exactly: takes a second

Histograms = dict[str, NDArray[np.float64]]


def all_metrics(spot: Spot, money: Money, samples: int, seed: int) -> tuple[list[Metric], Histograms]:
    """Return all metrics of a situation, in order, and its histograms. samples, seed: for what is too large to count."""
    if not spot.board and spot.is_hand:
        found, all_in = _hand_before_flop(spot, samples, seed)
        return found + equity_metrics(all_in, money), {}
    all_in = _equity(spot, spot.opponents, samples, seed)
    if spot.board:
        found, histograms = _on_board(spot, samples, seed)
        return found + equity_metrics(all_in, money), histograms
    if spot.dead:
        found = [_final_with_dead(spot, all_in, samples, seed)]
    else:
        found = range_metrics(spot.hands.ratios(), spot.field_ratios)
    return found + equity_metrics(all_in, money), {}


def _equity(spot: Spot, opponents: tuple[Range, ...], samples: int, seed: int) -> Equity:
    hands = [spot.hands, *opponents]
    limit = _COUNTED if len(opponents) > 1 else None
    try:
        return equity(hands, spot.board, spot.dead, limit=limit)
    except CapacityError:
        return equity(hands, spot.board, spot.dead, samples=samples, seed=seed)


def _hand_before_flop(spot: Spot, samples: int, seed: int) -> tuple[list[Metric], Equity]:
    """Return the metrics of one hand preflop, with its all-in equity against all opponents."""
    if len(spot.opponents) == 1:
        all_in, tally = _counted(as_contest([spot.hands, *spot.opponents], "", spot.dead))
        one = all_in
    else:
        all_in = _equity(spot, spot.opponents, samples, seed)
        contest = as_contest([spot.hands, spot.field], "", spot.dead)
        # The exact weights of the field, not rounded to the weights of a Range.
        one, tally = _counted(replace(contest, ratios=(contest.ratios[0], spot.field_ratios)))
    better, even = compared(*against_each(tally))
    found = hand_metrics(spot.held[0][0], spot.field_ratios, exact_share(one), better, even)
    if len(spot.opponents) == 2:
        found = _with_rank(found, spot, better, even)  # the field has the hands of both
    return found, all_in


def _counted(contest: Contest) -> tuple[Equity, Tally]:
    tally, exact = exact_tally(contest, 0, LIMIT, None)
    return exact_result(contest, tally, exact), tally


def _final_with_dead(spot: Spot, all_in: Equity, samples: int, seed: int) -> Metric:
    """Return SCHR of our range with dead cards, which the match-ups of other ranges ignore.

    It is rounded if the weights of the field are.
    """
    if len(spot.opponents) == 1:
        return final_rank(exact_share(all_in))
    one = _equity(spot, (spot.field,), samples, seed)
    return final_rank(exact_share(one) if len(set(spot.opponents)) == 1 else float(one.equity[0]))


def _on_board(spot: Spot, samples: int, seed: int) -> tuple[list[Metric], Histograms]:
    holes, _ = spot.held
    ours = spot.hands.without(spot.known).ratios()
    board, dead = as_cards(spot.board, "board"), as_cards(spot.dead, "dead")
    opponents, opposing = len(spot.opponents), spot.field_ratios
    found, histograms = strength_metrics(holes, ours[ours > 0], board, dead, opposing, opponents)
    if spot.is_hand and opponents == 2:
        found = _with_rank(found, spot, *behind_and_tied(holes[0], board))
    if spot.is_hand and opponents > 2 and len(set(spot.opponents)) == 1:
        rank = ihr_sampled(holes[0], board, spot.field, opponents, samples=samples, seed=seed)
        sampled = {"standard_error": rank.standard_error, "samples": rank.samples, "seed": rank.seed}
        found = _behind_rank(found, opponents, rank.value, **sampled)
    return found, histograms


def _with_rank(
    found: list[Metric], spot: Spot, better: NDArray[np.bool_], even: NDArray[np.bool_]
) -> list[Metric]:
    """Insert the hand rank of a hand against two opponents."""
    taken = np.concatenate([spot.known, spot.held[0][0]])
    rank = pot_share(better, even, *(hands.without(taken).ratios() for hands in spot.opponents))
    assert rank is not None  # the equity of the three exists
    return _behind_rank(found, 2, rank)


def _behind_rank(found: list[Metric], opponents: int, value: Number, **sampled: Any) -> list[Metric]:
    """Insert the hand rank against all opponents after that against one."""
    name = f"IHR against all {opponents} opponents"
    rank = metric("ihr_all", name, value, "share of the pot", "Zopf 2010, 6.2", **sampled)
    at = 1 + [one.key for one in found].index("ihr")
    return [*found[:at], rank, *found[at:]]
