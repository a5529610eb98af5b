"""Weighted ranges: every metric of random situations agrees with plain enumeration in fractions, including exact ties.

A weight is written as a decimal and enumerated as that decimal. Most weights come from a short list, so that
some sums are equal, or differ by a unit in the last place. Floats cannot tell 0.1 + 0.2 from 0.3 reliably.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import floor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.weights import relative
from pokerdata import Range, Situation, evaluate, format_cards
from pokerdata.cards.equity import equity

Weights = dict[tuple[int, int], Fraction]
Outcomes = defaultdict[tuple[int, int], Fraction]  # weight by standing now and later
HALF, BINS = Fraction(1, 2), 20
DECIMALS = [
    ["0.1", "0.2", "0.3", "0.4", "0.5", "0.7", "0.8"],
    ["0.1", "0.2", "0.3", "0.30000000000000004", "0.10000000000000002", "0.6", "0.6000000000000001"],
    ["1e-12", "1", "3e9", "0.5", "0.25", "7"],
    [],  # random floats
]


@dataclass
class Spot:
    """Our hands, those of each opponent, and the known cards."""

    ours: Weights
    others: list[Weights]
    board: list[int]
    dead: list[int]

    def situation(self, **money: Any) -> Situation:
        opponents = [text(weights) for weights in self.others]
        return Situation(text(self.ours), cards(self.board), opponents, dead=cards(self.dead), **money)


def cards(of: list[int]) -> str:
    return format_cards(np.array(of, np.uint8))


def text(weights: Weights) -> Range:
    """Return a range as text, with the decimals that the floats print."""
    return relative(",".join(f"{cards(list(hand))}:{float(weight)!r}" for hand, weight in weights.items()))


def drawn(seed: int, size: int, *, hands: int, opponents: int) -> Spot:
    """Return a random spot; each opponent holds about 2 to 9 hands from few cards, so that many block each other."""
    rng = np.random.default_rng([seed, size, hands, opponents])
    deck = rng.permutation(52).tolist()
    board, dead = deck[:size], deck[size : size + int(rng.integers(0, 3))]
    low = [tuple(sorted(pair)) for pair in combinations(deck[size + len(dead) :][:16], 2)]
    ours, *others = (
        {low[k]: weight(rng) for k in rng.choice(len(low), count, replace=False)}
        for count in [hands, *rng.integers(2, 10, opponents)]
    )
    if hands > 1:
        for hand in list(ours)[: hands // 2]:
            others[0][hand] = weight(rng)
    return Spot(ours, others, board, dead)


def weight(rng: np.random.Generator) -> Fraction:
    decimals = DECIMALS[rng.choice(4, p=[0.5, 0.3, 0.1, 0.1])]
    return Fraction(str(rng.choice(decimals)) if decimals else repr(float(rng.random())))


class Enumerated:
    """The metrics of a spot on a board, from the definitions."""

    def __init__(self, spot: Spot) -> None:
        self.spot, known = spot, {*spot.board, *spot.dead}
        ours = {hand: w for hand, w in spot.ours.items() if not known & {*hand}}
        taken = known | {*next(iter(ours))} if len(ours) == 1 else known
        free = [{h: w for h, w in other.items() if not taken & {*h}} for other in spot.others]
        self.field: Weights = defaultdict(Fraction)
        for other in free:
            for hand, w in other.items():
                self.field[hand] += w / sum(other.values())
        self.known = known
        self.values: dict[str, Fraction] = defaultdict(Fraction)
        self.exact: dict[str, Any] = {}
        self.spread: dict[str, defaultdict[Fraction, Fraction]] = {
            name: defaultdict(Fraction) for name in ("ehs_next", "hs_river")
        }
        deals = Fraction(0)
        for hand, w in ours.items():
            of_hand = self.of_hand(hand, w)
            deals += of_hand.pop("deals", Fraction(0))
            for key, value in of_hand.items():
                self.values[key] += value
        self.values = {key: value / deals for key, value in self.values.items()}
        if self.values.get("hit_next"):
            self.values["odds_against_next"] = 1 / self.values["hit_next"] - 1

    def standing(self, hand: tuple[int, int], theirs: tuple[int, int], board: list[int]) -> int:
        """Return 0 ahead, 1 tied, 2 behind."""
        mine, other = evaluate(np.array([[*board, *hand], [*board, *theirs]], np.uint8)).tolist()
        return int(mine <= other) + int(mine < other)

    def of_hand(self, hand: tuple[int, int], own: Fraction) -> dict[str, Fraction]:
        """Return each metric times the weight of the deals of this hand, and that weight."""
        board, size = self.spot.board, len(self.spot.board)
        theirs = {h: w for h, w in self.field.items() if not {*h} & {*hand}}
        if not theirs:
            return {}
        total, largest = sum(theirs.values()), max(self.field.values())
        now = {h: self.standing(hand, h, board) for h in theirs}
        left = [c for c in range(52) if c not in self.known and c not in hand]
        tables: dict[int, dict[tuple[int, ...], Outcomes]] = {}
        for extra in range(6 - size):
            tables[extra] = {}
            for dealt in combinations(left, extra):
                table: Outcomes = defaultdict(Fraction)
                on_board = [*board, *dealt]
                live = [h for h in theirs if not {*h} & {*dealt}]
                codes = evaluate(np.array([[*on_board, *h] for h in [hand, *live]], np.uint8)).tolist()
                for h, code in zip(live, codes[1:], strict=True):
                    then = int(codes[0] <= code) + int(codes[0] < code)
                    table[now[h], then] += theirs[h]
                tables[extra][dealt] = table
        last = 5 - size
        final = {dealt: by(table, 1) for dealt, table in tables[last].items()}
        after = final
        if last == 2:
            after = {(c,): [Fraction(0)] * 3 for c in left}
            for dealt, sums in final.items():
                for c in dealt:
                    after[(c,)] = [a + b for a, b in zip(after[(c,)], sums, strict=True)]
        found: dict[str, Fraction] = {}
        standing = by(tables[0][()], 1)
        for k, key in enumerate(("ahead", "tied", "behind")):
            found[key] = standing[k] / largest
        found["ihr"] = strength(standing)
        found["schr"] = strength([sum((sums[k] for sums in final.values()), Fraction(0)) for k in range(3)])
        found["ehr"] = max(found["ihr"], found["schr"])
        k = len(self.spot.others)
        power = found["ihr"] ** k
        if k > 1:
            found["hs_power"] = power
        for key, outcomes in (("e_hs2_river", final), ("e_hs2_next", after)):
            weights = sum((sum(sums) for sums in outcomes.values()), Fraction(0))
            squares = (strength(s) ** 2 * sum(s) for s in outcomes.values() if sum(s))
            found[key] = sum(squares, Fraction(0)) / weights
        for key, outcomes in (("ehs_next", after), ("hs_river", final)):
            for sums in outcomes.values():
                if sum(sums):
                    self.spread[key][strength(sums)] += own * sum(sums)
        for extra in range(1, last + 1):
            found[f"ppot{extra}"], found[f"npot{extra}"] = potential(tables[extra])
        if last:
            better, worse = found[f"ppot{last}"], found[f"npot{last}"]
            found["ehs_potential"] = found["ihr"] * (1 - worse) + (1 - found["ihr"]) * better
            found["ehs_optimistic"] = found["ihr"] + (1 - found["ihr"]) * better
            if k > 1:
                found["ehs_power"] = power + (1 - power) * better
            ways = {dealt: by(table, 1) for dealt, table in tables[1].items()}
            better_cards = {c for (c,), s in ways.items() if s[0] > s[2]} if found["ihr"] <= HALF else set()
            found["outs"] = Fraction(len(better_cards))
            self.exact["outs"] = sorted(better_cards, reverse=True)
            for extra, key in ((1, "hit_next"), (2, "hit_two")):
                if extra <= last and better_cards:
                    of_deals = {
                        dealt: sum(table.values(), Fraction(0)) for dealt, table in tables[extra].items()
                    }
                    hit = sum((w for dealt, w in of_deals.items() if better_cards & {*dealt}), Fraction(0))
                    found[key] = hit / sum(of_deals.values(), Fraction(0))
        deals = own * total
        return {"deals": deals, **{key: value * deals for key, value in found.items()}}

    def quantile(self, name: str, percent: int) -> Fraction:
        spread = self.spread[name]
        below, total = Fraction(0), sum(spread.values())
        for value in sorted(spread):
            below += spread[value]
            if 100 * below >= percent * total:
                return value
        raise AssertionError

    def histogram(self, name: str) -> list[float]:
        bins, total = [Fraction(0)] * BINS, sum(self.spread[name].values())
        for value, w in self.spread[name].items():
            bins[min(BINS - 1, floor(BINS * value))] += w
        return [float(w / total) for w in bins]


def by(table: Outcomes, axis: int) -> list[Fraction]:
    return [sum((w for k, w in table.items() if k[axis] == s), Fraction(0)) for s in range(3)]


def strength(sums: list[Fraction]) -> Fraction:
    return (sums[0] + sums[1] / 2) / sum(sums)


def potential(tables: dict[tuple[int, ...], Outcomes]) -> tuple[Fraction, Fraction]:
    t: Outcomes = defaultdict(Fraction)
    for table in tables.values():
        for key, weight in table.items():
            t[key] += weight
    ahead, tied, behind = by(t, 0)
    below, above = behind + tied / 2, ahead + tied / 2
    positive = (t[2, 0] + t[2, 1] / Fraction(2) + t[1, 0] / Fraction(2)) / below if below else Fraction(0)
    negative = (t[0, 2] + t[0, 1] / Fraction(2) + t[1, 2] / Fraction(2)) / above if above else Fraction(0)
    return positive, negative


def equity_by_deals(ours: Weights, others: list[Weights], board: list[int], dead: list[int]) -> Fraction:
    """Return our mean share of the pot over all deals."""
    total = won = Fraction(0)
    deals: list[tuple[tuple[tuple[int, int], ...], Fraction]] = [((hand,), w) for hand, w in ours.items()]
    for other in others:
        deals = [((*hands, h), w * v) for hands, w in deals for h, v in other.items()]
    known = {*board, *dead}
    deals = [(hands, w) for hands, w in deals if len(known.union(*hands)) == len(known) + 2 * len(hands)]
    for dealt in combinations([c for c in range(52) if c not in known], 5 - len(board)):
        live = [(hands, w) for hands, w in deals if not {*dealt} & {c for hand in hands for c in hand}]
        held = sorted({hand for hands, _ in live for hand in hands})
        if not held:
            continue
        codes = evaluate(np.array([[*board, *dealt, *hand] for hand in held], np.uint8)).tolist()
        code = dict(zip(held, codes, strict=True))
        for hands, w in live:
            mine, *rest = (code[hand] for hand in hands)
            total += w
            won += w * Fraction(mine >= max(rest), 1 + rest.count(mine))
    return won / total


def rank_against_two(spot: Spot) -> Fraction:
    """Return the mean share of the pot on the current board."""
    (ours,) = (hand for hand in spot.ours if not {*hand} & {*spot.board, *spot.dead})
    total = won = Fraction(0)
    for first, w in spot.others[0].items():
        for second, v in spot.others[1].items():
            if len({*ours, *first, *second, *spot.board, *spot.dead}) < 6 + len(spot.board) + len(spot.dead):
                continue
            mine, *rest = evaluate(
                np.array([[*spot.board, *h] for h in (ours, first, second)], np.uint8)
            ).tolist()
            total += w * v
            won += w * v * Fraction(mine >= max(rest), 1 + rest.count(mine))
    return won / total


def check(spot: Spot) -> None:
    try:
        situation = spot.situation()
        found = {one.key: one for one in situation.metrics()}
    except ValueError as error:
        if re.search("no deal of .* gives|whose cards lie|some hand that is left|can hold none", str(error)):
            return
        raise
    want = Enumerated(spot)
    for key, value in want.values.items():
        if key == "outs" and len(situation.held[0]) == 1:
            assert found[key].value == value, (key, spot)
            shown = found[key].name.removeprefix("outs: ") if value else ""
            assert shown == cards(want.exact["outs"]), spot
            continue
        if value == 0 and key not in found:
            continue  # without outs there is no probability of an out
        assert same(found[key], value), (key, found[key], value, spot)
    moving = {3: ["ehs_next", "hs_river"], 4: ["hs_river"], 5: []}[len(spot.board)]
    for name in moving:
        for percent in (10, 50, 90):
            assert found[f"{name}_{percent}"].value == float(want.quantile(name, percent)), (name, spot)
        assert situation.histograms()[name].tolist() == pytest.approx(
            want.histogram(name), rel=1e-12, abs=1e-300
        )
    if "hs_river" in moving:
        spread = want.spread["hs_river"]
        above = sum((w for value, w in spread.items() if value > HALF), Fraction(0)) / sum(
            spread.values(), Fraction(0)
        )
        assert same(found["hs_river_ahead"], above), spot
    share = want.values["schr"]
    if len(spot.others) > 1:
        share = equity_by_deals(spot.ours, spot.others, spot.board, spot.dead)
    if len(spot.others) == 2 and situation.is_hand:
        assert same(found["ihr_all"], rank_against_two(spot)), spot
    aie = found["aie"]
    assert same(aie, share), spot
    if aie.numerator is None or not 0 < share < 1 or share.denominator >= 10**29:
        assert len(spot.others) > 1 or aie.numerator is not None
        return
    # If the equity is exactly the required one, a call gains nothing.
    call, pot = share.numerator, share.denominator - share.numerator
    even = spot.situation(pot=pot, to_call=call)
    assert (even["call_value"].numerator, even["call_pays"].value) == (0, False), spot
    assert spot.situation(pot=pot + Fraction(1, 10**9), to_call=call)["call_pays"].value is True, spot


def same(metric: Any, value: Fraction) -> bool:
    """Require the same fraction, or for a metric without one the same value up to rounding."""
    if metric.numerator is not None:
        return bool(Fraction(metric.numerator, metric.denominator) == value and metric.value == float(value))
    return bool(metric.value == pytest.approx(float(value), rel=1e-12, abs=1e-300))


seeds = st.integers(0, 10**9)


@settings(max_examples=50)
@given(seed=seeds, size=st.sampled_from([4, 4, 5]))
def test_a_hand_against_a_range(seed: int, size: int) -> None:
    check(drawn(seed, size, hands=1, opponents=1))


@settings(max_examples=3)
@given(seed=seeds)
def test_a_hand_on_the_flop(seed: int) -> None:
    check(drawn(seed, 3, hands=1, opponents=1))


@settings(max_examples=15)
@given(seed=seeds, size=st.sampled_from([4, 5]), opponents=st.integers(1, 2))
def test_a_range_against_ranges(seed: int, size: int, opponents: int) -> None:
    check(drawn(seed, size, hands=3, opponents=opponents))


@settings(max_examples=10)
@given(seed=seeds)
def test_a_hand_against_two_ranges(seed: int) -> None:
    check(drawn(seed, 4, hands=1, opponents=2))


@settings(max_examples=6)
@given(seed=seeds, hands=st.integers(1, 2))
def test_before_the_flop(seed: int, hands: int) -> None:
    spot = drawn(seed, 0, hands=hands, opponents=1)
    spot.dead, spot.others = [], [dict(list(spot.others[0].items())[:3])]
    sums = {"ihr": Fraction(0), "schr": Fraction(0), "ehr": Fraction(0)}
    total = Fraction(0)
    for ours, w in spot.ours.items():
        theirs = {h: v for h, v in spot.others[0].items() if not {*h} & {*ours}}
        shares = {h: equity([cards(list(ours)), cards(list(h))]).exact_equity for h in theirs}
        rank = final = Fraction(0)
        for h, v in theirs.items():
            share, _ = shares[h] or (None, None)
            assert share is not None
            rank += v * (1 if share > Fraction(11, 20) else 0 if share < Fraction(9, 20) else HALF)
            final += v * share
        total += w * sum(theirs.values())
        for key, value in (("ihr", rank), ("schr", final), ("ehr", max(rank, final))):
            sums[key] += w * value
    if not total:
        return  # no possible deal
    situation = spot.situation()
    for key, value in sums.items():
        assert same(situation[key], value / total), (key, spot)
        assert situation[key].numerator is not None
    assert situation["aie"].numerator == situation["schr"].numerator


@pytest.mark.parametrize("power", ["e-290", "e40", "e290"])
@pytest.mark.parametrize("ours", ["AsJd", "AsJd:0.2,QcJc:0.3"])
@pytest.mark.parametrize("board", ["Kd2c9h", "Kd2c9h4d", ""])
def test_only_ratios_of_weights_matter(power: str, ours: str, board: str) -> None:
    def metrics(times: str) -> list[Any]:
        theirs = relative(f"5s8c:3{times},2hTd:2{times},3dJc:1{times},3hKc:1{times},4s2d:1{times}")
        held = relative(re.sub(r"(\d)(?=,|$)", rf"\1{times}", ours))
        return list(Situation(held, board, [theirs, relative(f"QhTh:7{times}")]))

    assert metrics(power) == metrics("")


def test_outs_against_large_weights() -> None:
    theirs = relative("5s8c:3e40,2hTd:2e40,3dJc:1e40,3hKc:1e40,4s2d:1e40")
    found = Situation("AsJd", "Kd2c9h4d", theirs)
    ahead = found["hs_river_ahead"]
    assert (ahead.numerator, ahead.denominator, found["outs"].value) == (5, 22, 11)
    assert found.to_dict()["situation"]["opponents"] == [str(theirs)]


def test_weights_too_far_apart_are_named_as_they_were_given() -> None:
    with pytest.raises(ValueError, match=r"weights in a range: .*got 1e\+308 and 1e\+200"):
        Situation("AsJd", "Kd2c9h4d", relative("AA:1e308,KK:1e200")).metrics()


@pytest.mark.parametrize("board", [[], [40, 37, 0], [40, 37, 0, 1]])
@pytest.mark.parametrize("hands", [1, 2])
def test_weights_whose_whole_numbers_no_float_holds(board: list[int], hands: int) -> None:
    """The field of four opponents has weights of 434 digits."""
    low, high = (8, 16, 20, 24), (48, 32, 28, 12)
    apart = ["1.2345678901234e-99", "1.777777777777e-98", "1.313131313e-97", "1.3131231313e-96"]
    others = [
        {(a, a + 1): Fraction(1), (b, b + 1): Fraction(small)}
        for a, b, small in zip(low, high, apart, strict=True)
    ]
    spot = Spot({(46, 50): Fraction(1), (42, 47): Fraction("1e-99")}, others, board, [])
    if hands == 1:
        del spot.ours[42, 47]
    found = {one.key: one for one in spot.situation(samples=2, seed=1)}
    assert all(np.isfinite(one.value) for one in found.values() if not isinstance(one.value, str))
    if not board:
        return
    want = Enumerated(spot)
    for key, value in want.values.items():
        if key != "outs":
            assert same(found[key], value), (key, found[key], value)


@pytest.mark.parametrize("ours", ["AhKh", "AhKh:0.2,AsAd:0.3"])
def test_the_field_before_the_flop_is_not_rounded(ours: str) -> None:
    """Its weights are 10/13, 3/13, 10/18, 7/18 and 1/18, which have no exact float."""
    hands = {
        text: Fraction(weight or 1) for text, _, weight in (one.partition(":") for one in ours.split(","))
    }
    field = {"QcQd": Fraction(10, 13), "JcJd": Fraction(3, 13)}
    field |= {"TcTd": Fraction(10, 18), "9c9d": Fraction(7, 18), "8c8d": Fraction(1, 18)}
    want = Fraction(0)
    for hand, own in hands.items():
        for other, weight in field.items():
            shares = equity([hand, other]).exact_equity
            assert shares is not None
            want += own * weight * shares[0]
    found = Situation(ours, opponents=["QcQd,JcJd:0.3", "TcTd,9c9d:0.7,8c8d:0.1"])["schr"]
    assert same(found, want / (sum(hands.values()) * sum(field.values())))
    assert found.numerator is not None


def test_the_field_is_rounded_beside_dead_cards() -> None:
    found = Situation("AhKh,AsAd", opponents=["QcQd,JcJd:0.3", "TcTd"], dead="2c")["schr"]
    assert (found.numerator, found.denominator) == (None, None)
    alike = Situation("AhKh,AsAd", opponents=["QcQd,JcJd:0.3"] * 2, dead="2c")["schr"]
    alone = Situation("AhKh,AsAd", opponents=["QcQd,JcJd:0.3"], dead="2c")["schr"]
    assert alike == alone
    assert alone.numerator is not None


@pytest.mark.long
@pytest.mark.slow
@settings(max_examples=1000)
@given(
    seed=seeds,
    size=st.sampled_from([3, 4, 4, 4, 5, 5]),
    hands=st.sampled_from([1, 1, 2, 4]),
    opponents=st.sampled_from([1, 1, 1, 2]),
)
def test_many_situations(seed: int, size: int, hands: int, opponents: int) -> None:
    check(drawn(seed, size, hands=hands, opponents=opponents))
