"""A situation: published values, plain enumeration, identities, invariances, and errors."""

import json
import sys
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.weights import relative
from pokerdata import Range, Situation, evaluate, format_cards, parse_cards
from pokerdata.cards import COMBINATIONS, strength
from pokerdata.cards.equity import equity

REFERENCE = {
    ("AdQc", "3h4cJh"): (628, 9, 444, 0.585106, 0.511399, 0.208324, 0.273693, 0.108312, 0.145402),
    ("Ks2s", "7s6cAs"): (544, 9, 528, 0.507401, 0.629164, 0.432285, 0.179699, 0.258007, 0.113765),
    ("Qc9s", "Ad4hJd"): (492, 9, 580, 0.459297, 0.415356, 0.152319, 0.274987, 0.072370, 0.138234),
}
OF_REFERENCE = ("ahead", "tied", "behind", "ihr", "schr", "ppot2", "npot2", "ppot1", "npot1")


def values(situation: Situation) -> dict[str, Any]:
    return {found.key: found.value for found in situation.metrics()}


def score(cards: Any) -> int:
    return int(evaluate(np.array(cards, dtype=np.uint8)))


def final_shares(hole: str, board: str, opponent: str, dead: str = "") -> dict[tuple[int, ...], list[float]]:
    """Return our shares against each opposing hand (weights 0 or 1) after each run-out."""
    ours, known = [*parse_cards(hole)], [*parse_cards(board)]
    gone = {*ours, *known, *parse_cards(dead)}
    found = {}
    for dealt in combinations([c for c in range(52) if c not in gone], 5 - len(known)):
        mine = score([*ours, *known, *dealt])
        free = [
            h
            for h, w in zip(COMBINATIONS, Range(opponent).weights, strict=True)
            if w and not gone & {*h} - {*dealt}
        ]
        theirs = [score([*h, *known, *dealt]) for h in free if not {*h} & {*dealt}]
        found[dealt] = [(mine > other) + (mine == other) / 2 for other in theirs]
    return found


@pytest.mark.parametrize("spot", REFERENCE)
def test_published_values(spot: tuple[str, str]) -> None:
    found = values(Situation(*spot))
    for key, value in zip(OF_REFERENCE, REFERENCE[spot], strict=True):
        assert found[key] == pytest.approx(value, abs=5.1e-7), key
    assert found["ehs_potential"] == pytest.approx(found["schr"], rel=1e-14)
    assert found["aie"] == found["schr"]
    assert found["ehr"] == max(found["ihr"], found["schr"])


def test_exact_fractions() -> None:
    situation = Situation("Ks2s", "7s6cAs")
    for key, fraction in {
        "ihr": Fraction(2 * 544 + 9, 2 * 1081),
        "schr": Fraction(1346651, 2140380),
        "ehs_potential": Fraction(1346651, 2140380),
        "aie": Fraction(1346651, 2140380),
    }.items():
        assert (situation[key].numerator, situation[key].denominator) == fraction.as_integer_ratio()
        assert situation[key].value == float(fraction)
    assert situation["ahead"].value == 544
    assert situation["ahead"].unit == "opposing hands"


def random_spot(seed: int, size: int) -> tuple[str, str]:
    deal = np.random.default_rng(seed).permutation(52).astype(np.uint8)
    return format_cards(deal[:2]), format_cards(deal[2 : 2 + size])


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("opponent", ["random", "22+,A2+,KT+,QTs+", "QQ+:0.3,AKs,T9s:0.7,76o"])
def test_agrees_with_the_functions(size: int, opponent: str) -> None:
    for seed in range(3):
        hole, board = random_spot(100 * size + seed, size)
        found = values(Situation(hole, board, opponent))
        against = (hole, board, opponent)
        assert found["ihr"] == pytest.approx(strength.ihr(*against), rel=1e-12)
        assert found["schr"] == pytest.approx(strength.schr(*against), rel=1e-12)
        assert found["aie"] == pytest.approx(strength.schr(*against), rel=1e-12)
        for kind in ("river", "next"):
            assert found[f"e_hs2_{kind}"] == pytest.approx(strength.e_hs2(*against, kind=kind), rel=1e-12)
        for cards in range(1, 6 - size):
            assert found[f"ppot{cards}"] == pytest.approx(
                strength.ppot(*against, cards=cards), rel=1e-12, abs=1e-15
            )
            assert found[f"npot{cards}"] == pytest.approx(
                strength.npot(*against, cards=cards), rel=1e-12, abs=1e-15
            )
        if size < 5:
            for key, kind in (("ehs_potential", "exact"), ("ehs_optimistic", "optimistic")):
                assert found[key] == pytest.approx(strength.ehs_by_potential(*against, kind=kind), rel=1e-12)


def test_dead_cards_by_enumeration() -> None:
    hole, board, opponent, dead = "Ks2s", "7s6cAsTd", "QQ+,A2s+,76s", "QhQd8s8c"
    found = values(Situation(hole, board, opponent, dead=dead))
    shares = final_shares(hole, board, opponent, dead)
    assert len(shares) == 42
    every = [share for row in shares.values() for share in row]
    assert found["schr"] == pytest.approx(np.mean(every), rel=1e-12)
    assert found["aie"] == pytest.approx(np.mean(every), rel=1e-12)
    square = sum(len(row) * np.mean(row) ** 2 for row in shares.values() if row) / len(every)
    assert found["e_hs2_river"] == pytest.approx(square, rel=1e-12)
    above = sum(len(row) for row in shares.values() if row and np.mean(row) > 0.5)
    assert found["hs_river_ahead"] == pytest.approx(above / len(every), rel=1e-12)
    assert found["outs"] == sum(1 for row in shares.values() if row and np.mean(row) > 0.5)


def test_quantiles() -> None:
    found = values(Situation("Ks2s", "7s6cAsTd"))
    strengths = sorted(np.mean(row) for row in final_shares("Ks2s", "7s6cAsTd", "random").values())
    for part in (10, 50, 90):
        at = int(np.ceil(part / 100 * len(strengths))) - 1
        assert found[f"hs_river_{part}"] == pytest.approx(strengths[at], rel=1e-12)


def test_several_opponents() -> None:
    they = "88+,A2s+,KTs+,T9s"
    three = values(Situation("Ks2s", "7s6cAsTd", [they, they]))
    one = values(Situation("Ks2s", "7s6cAsTd", they))
    assert three["ihr_all"] == pytest.approx(strength.ihr("Ks2s", "7s6cAsTd", they, opponents=2), rel=1e-12)
    assert three["hs_power"] == pytest.approx(one["ihr"] ** 2, rel=1e-12)
    assert three["ehs_power"] == pytest.approx(
        one["ihr"] ** 2 + (1 - one["ihr"] ** 2) * one["ppot1"], rel=1e-12
    )
    assert three["ppot1"] == one["ppot1"]
    sampled = Situation("Ks2s", "7s6cAsTd", players=4, samples=20_000, seed=5)
    assert sampled["ihr_all"].seed == 5
    assert sampled["ihr_all"].standard_error == pytest.approx(0.0015, abs=0.001)
    assert sampled.to_json() == Situation("Ks2s", "7s6cAsTd", players=4, samples=20_000, seed=5).to_json()


def test_two_different_opponents_by_enumeration() -> None:
    hole, board, first, second = "KsKh", "7s6cAs", "A7s,QQ,KdQd,KcQd,55", "A6o,KdKc,QhJh,Kd2d,KdQd"
    ours = [*parse_cards(hole), *parse_cards(board)]
    mine, total, sum_ = score(ours), 0, Fraction(0)
    ranges = [COMBINATIONS[Range(text).weights > 0].tolist() for text in (first, second)]
    for a in ranges[0]:
        for b in ranges[1]:
            if len({*a, *b, *ours}) == 9:
                scores = [score([*hand, *ours[2:]]) for hand in (a, b)]
                total += 1
                if max(scores) <= mine:
                    sum_ += Fraction(1, 1 + sum(s == mine for s in scores))
    found = Situation(hole, board, [first, second])
    assert found["ihr_all"].value == pytest.approx(float(sum_ / total), rel=1e-12)
    assert found["aie"].value == pytest.approx(equity([hole, first, second], board).equity[0], rel=1e-12)
    fields = np.zeros(1326)
    for hands in ranges:
        free = [h for h in hands if not {*h} & {*ours}]
        for h in free:
            fields[h[1] * (h[1] - 1) // 2 + h[0]] += 1 / len(free)
    assert found["schr"].value == pytest.approx(strength.schr(hole, board, fields), rel=1e-12)


def test_a_range_is_the_mean_over_its_deals() -> None:
    board, opponent = "7s6cAsTd", "QQ+,A6s,KdTh"
    hands = {"Ks2s": 1.0, "AhTh": 0.5, "KdKh": 1.0}
    found = values(Situation("Ks2s,AhTh:0.5,KdKh", board, opponent))
    parts = [(weight, values(Situation(hand, board, opponent))) for hand, weight in hands.items()]
    deals = [w * (v["ahead"] + v["tied"] + v["behind"]) for w, v in parts]
    for key in ("ihr", "schr", "ehr", "ppot1", "npot1", "e_hs2_river", "ehs_potential", "outs"):
        mean = sum(d * v[key] for d, (_, v) in zip(deals, parts, strict=True)) / sum(deals)
        assert found[key] == pytest.approx(mean, rel=1e-12), key
    assert found["aie"] == pytest.approx(found["schr"], rel=1e-12)


def test_any_hand_against_any_hand_is_even() -> None:
    found = values(Situation("random", "7s6cAsTd"))
    for key in ("ihr", "schr", "ehs_potential", "aie"):
        assert found[key] == pytest.approx(0.5, rel=1e-12)


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), suits=st.permutations(range(4)), scale=st.floats(0.01, 100))
def test_suits_and_scales_change_nothing(seed: int, suits: list[int], scale: float) -> None:
    generator = np.random.default_rng(seed)
    deal = generator.permutation(52)[:6].astype(np.uint8)
    weights = generator.random(1326) * (generator.random(1326) < 0.05)
    map_ = np.array([4 * (c // 4) + suits[c % 4] for c in range(52)], dtype=np.uint8)
    low, high = np.sort(map_[COMBINATIONS], axis=1).astype(np.int64).T
    moved = np.zeros(1326)
    moved[high * (high - 1) // 2 + low] = scale * weights
    first = values(Situation(deal[:2], deal[2:], [Range.from_weights(weights)]))
    second = values(Situation(map_[deal[:2]], map_[deal[2:]], [Range.from_weights(moved)]))
    for key in first.keys() - {"ahead", "tied", "behind", "wins", "ties", "losses"}:
        assert first[key] == pytest.approx(second[key], rel=1e-9, abs=1e-12), key


def test_preflop() -> None:
    opponent = "QQ,As2s,7h2c,KK"
    found = values(Situation("AcKd", opponents=opponent))
    each = [
        equity(["AcKd", format_cards(h)]).equity[0]
        for h, w in zip(COMBINATIONS, Range(opponent).without("AcKd").weights, strict=True)
        if w
    ]
    assert found["ihr"] == np.mean([1.0 if e > 0.55 else 0.0 if 1 - e > 0.55 else 0.5 for e in each])
    assert found["schr"] == found["aie"] == pytest.approx(np.mean(each), rel=1e-12)
    assert found["class"] == "AKo"
    assert values(Situation("AcKd", opponents="TdTh"))["aie"] == pytest.approx(0.431241, abs=5e-7)
    two = values(Situation("AcKd", opponents=["2s2d", "7h3c"]))
    assert two["ihr_all"] == 0.5  # even with the pair (47 %), stronger than 7-3: half a share


@pytest.mark.slow
def test_a_range_before_the_flop_is_the_mean_over_its_deals() -> None:
    hands, opponent = {"AcKd": 1.0, "QhQs": 0.5, "7h6h": 2.0, "TcTd": 1.0}, "JJ,AdQd,KdTc,TT:0.5"
    found = values(Situation(relative("AcKd,QhQs:0.5,7h6h:2,TcTd"), opponents=opponent))
    parts = [values(Situation(hand, opponents=opponent)) for hand in hands]
    weights = [w * Range(opponent).without(hand).weights.sum() for hand, w in hands.items()]
    for key in ("ihr", "schr", "ehr", "aie"):
        assert found[key] == pytest.approx(
            np.average([part[key] for part in parts], weights=weights), rel=1e-12
        )
    even = values(Situation("random"))
    assert even["ihr"] == pytest.approx(0.5, rel=1e-12)
    assert even["schr"] == 0.5
    assert values(Situation("AK", opponents="TT", dead="As")).keys() & {"ihr", "schr", "ehr"} == {"schr"}


def test_histograms() -> None:
    for board, names in (
        ("7s6cAs", {"ehs_next", "hs_river"}),
        ("7s6cAsTd", {"hs_river"}),
        ("7s6cAsTd2h", set()),
    ):
        for opponent in ("random", "88+,A2s+:0.3,KTs+"):
            found = Situation("KsQd", board, opponent).histograms()
            assert found.keys() == names
            for name, parts in found.items():
                street = {"ehs_next": "next", "hs_river": "river"}[name]
                counts = strength.histogram("KsQd", board, opponent, street, bins=20)
                np.testing.assert_allclose(parts, counts / counts.sum(), rtol=1e-9, atol=1e-15)
    both = Situation(relative("KsQd,7h7d:2"), "7s6cAs", "random").histograms()["hs_river"]
    one, other = (Situation(hand, "7s6cAs").histograms()["hs_river"] for hand in ("KsQd", "7h7d"))
    np.testing.assert_allclose(both, (one + 2 * other) / 3, rtol=1e-12, atol=1e-15)


def test_pot() -> None:
    situation = Situation("Ks2s", "7s6cAs", pot=30, to_call=10)
    share = Fraction(1346651, 2140380)
    for key, fraction in {
        "pe": share * 30,
        "expected_pot": Fraction(30 + 10 + 2 * 2 * 10),  # turn and river, a bet of 10 from either
        "roe": share * 80,
        "pot_odds": Fraction(1, 4),
        "pot_odds_ratio": Fraction(3),
        "call_value": share * 40 - 10,
    }.items():
        assert (situation[key].numerator, situation[key].denominator) == fraction.as_integer_ratio(), key
    assert situation["pe"].unit == "chips"
    assert situation["call_pays"].value is True
    open_pot = Situation("Ks2s", "7s6cAs", pot=30, bet=5, unit="big blinds", players=3, samples=1000)
    assert open_pot["expected_pot"].value == 30 + 3 * 3 * 5  # three players, flop, turn and river
    assert open_pot["expected_pot"].unit == "big blinds"
    assert Situation("Ks2s", "7s6cAs", pot=30, expected_pot=100)["roe"].value == pytest.approx(
        62.9164, abs=5e-5
    )
    keys = values(Situation("Ks2s", "7s6cAs", pot=30))
    assert "pe" in keys
    assert not keys.keys() & {"roe", "pot_odds", "call_pays"}
    assert not values(Situation("Ks2s", "7s6cAs")).keys() & {"pe", "roe", "pot_odds"}


@pytest.mark.parametrize("call", [9, 10, 11])
def test_calling_pays_above_the_pot_odds(call: int) -> None:
    # The board plays, so the share is exactly 1/2: the call must be below the pot that is left to win.
    situation = Situation("2c3c", "AsKsQsJsTs", pot=0 + 10, to_call=call, future=2)
    assert situation["aie"].value == 0.5
    assert situation["call_pays"].value is (call < 10)
    assert situation["call_value"].value == (10 - call) / 2
    assert situation["implied_pays"].value is (call < 12)
    assert situation["implied_odds"].value == pytest.approx(call / (10 + call + 2))


def test_forms() -> None:
    situation = Situation("Ks2s", "7s6cAs", pot=30, to_call=10)
    said = json.loads(situation.to_json())
    assert said == json.loads(json.dumps(situation.to_dict()))
    assert said["situation"]["hands"] == "Ks 2s"
    assert said["situation"]["opponents"] == ["random"]
    assert said["metrics"]["ihr"]["numerator"] == 1097
    assert list(said["metrics"]) == [found.key for found in situation]
    assert sum(said["histograms"]["hs_river"]) == pytest.approx(1)
    frame = situation.to_frame()
    assert list(frame.index) == list(said["metrics"])
    assert frame.loc["schr", "value"] == situation["schr"].value
    assert frame.loc["schr", "denominator"] == 2140380
    assert all(found.unit and found.source and found.name for found in situation)
    lines = str(situation).splitlines()
    assert lines[0] == "Ks 2s on 7s 6c As against random, 2 players"
    (at,) = (n for n, line in enumerate(lines) if line.startswith("IHR"))
    assert lines[at].split()[-5:] == ["0.507401", "share", "of", "the", "pot"]
    assert "Zopf 2010, 6.2" in lines[at + 1]
    assert "= 1,097 / 2,162" in lines[at + 1]
    assert max(map(len, lines)) <= 80
    assert all(one.how_exact in str(situation) for one in situation)  # nothing is cut off
    with pytest.raises(ValueError, match="no metric 'ehs' here: expected one of ahead, tied"):
        situation["ehs"]
    assert situation == Situation("2s Ks", parse_cards("7s6cAs"), "random", pot=30, to_call=10)


def test_without_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'pokerdata\[pandas\]'"):
        Situation("Ks2s", "7s6cAs").to_frame()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"hands": "Ks2"}, "range 'Ks2', column"),
        ({"board": "7s6c"}, r"board: expected 0, 3, 4 or 5 cards, got 2"),
        ({"board": "7s6c7s"}, "7s"),
        (
            {"board": "Ks6c7s"},
            r"hands: expected some hand that is left beside the known cards Ks 6c 7s, got 'Ks2s'",
        ),
        ({"dead": "7s"}, "share a card"),
        ({"dead": [["7s"]]}, "^dead: expected a list of cards"),
        (
            {"opponents": "AsAh,7c7s"},
            r"opponent: expected some hand that is left beside the known cards 7s 6c As, got " r"'AsAh,7s7c'",
        ),
        ({"opponents": 5}, r"opponents: expected a list of ranges, got int"),
        (
            {"opponents": ["KsKh"]},
            r"hands: expected each card once, got Ks2s, whose cards lie on the board, are dead.*",
        ),
        ({"players": 1}, "players: expected a whole number from 2 to 6.*got 1"),
        ({"players": 2.5}, "players: expected .*got 2.5"),
        ({"players": 2, "opponents": ["QQ", "JJ"]}, r"players: expected at least 3 with 2 opponents, got 2"),
        ({"pot": -1}, "pot: expected 0 or a number from 1e-30 to 1e30.*got -1"),
        ({"to_call": float("nan")}, "to_call: expected .*got nan"),
        ({"future": None}, "future: expected .*got None"),
        ({"bet": "5"}, "bet: expected .*got '5'"),
        ({"unit": ""}, "unit: expected a word.*got ''"),
        ({"samples": 0}, "samples: expected .*got 0"),
        ({"seed": -1}, "seed: expected .*got -1"),
    ],
)
def test_refusals(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Situation(**{"hands": "Ks2s", "board": "7s6cAs", **arguments}).metrics()


@pytest.mark.parametrize("board", ["", "7s6cAs"])
def test_weights_are_relative(board: str) -> None:
    """This holds even if sums of products of the weights would overflow to infinity."""
    found = Situation("AKs,TT:0.25", board, "QQ+,AKs:0.5")
    other = Situation(relative("AKs:1e308,TT:25e306"), board, relative("QQ+:1e308,AKs:5e307"))
    assert other.metrics() == found.metrics()
