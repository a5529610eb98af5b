"""Match-ups agree with direct enumeration, the strength tables, and the packaged copy."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

from pokerdata import evaluate, parse_cards
from pokerdata._core import preflop
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBINATION, CLASS_SIZES
from pokerdata.cards.isomorphism import combination_maps
from pokerdata.cards.preflop import Matchup, class_equities, matchup
from pokerdata.cards.preflop.matchups import DATASETS, PACKAGED, MatchupTable, write_packaged
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table
from pokerdata.pipeline.store.manifest import differences, entries_of, read_all
from pokerdata.pipeline.store.opening import data_path

BOARDS = 1_712_304


@pytest.fixture(scope="module")
def table(preflop_tables: Path):
    return open_table("preflop_matchups", preflop_tables, MatchupTable)


def dealt_out(hand: np.ndarray, opponent: np.ndarray) -> tuple[int, int]:
    """Return the numbers of boards won and tied, evaluating both hands on each of the 1,712,304 boards."""
    deck = [card for card in range(52) if card not in (*hand, *opponent)]
    cards = np.empty((BOARDS, 7), dtype=np.uint8)
    cards[:, :5] = np.fromiter(combinations(deck, 5), dtype=(np.uint8, 5), count=BOARDS)
    cards[:, 5:] = hand
    ours = evaluate(cards)
    cards[:, 5:] = opponent
    theirs = evaluate(cards)
    return int((ours > theirs).sum()), int((ours == theirs).sum())


@pytest.mark.parametrize(
    ("hand", "opponent"), [("AcKd", "TdTh"), ("7h6h", "AsAd"), ("KcQc", "Kd9c"), ("5s4d", "5c4h")]
)
def test_pairs_against_enumeration(table, hand: str, opponent: str) -> None:
    wins, ties = table.lookup(hand, opponent)
    assert (int(wins), int(ties)) == dealt_out(parse_cards(hand), parse_cards(opponent))


def test_a_published_pair(table) -> None:
    wins, ties = table.lookup("AcKd", "TdTh")
    assert (wins, ties, BOARDS - wins - ties) == (735_071, 6_691, 970_542)
    assert {wins, ties} == {*table.lookup([45, 48], ["Td", "Th"])}, "of one pair numbers, which are hashable"
    assert table.equity("KdAc", "ThTd") == pytest.approx(0.431241, abs=5e-7)
    assert table.dataset_attributes("wins")["denominator"] == BOARDS


def test_sums_and_suits(table) -> None:
    wins, ties = np.asarray(table["wins"]), np.asarray(table["ties"])
    shared = (COMBINATIONS[:, None, :, None] == COMBINATIONS[None, :, None, :]).any(axis=(2, 3))
    np.testing.assert_array_equal(wins + wins.T + ties, np.where(shared, 0, BOARDS))
    np.testing.assert_array_equal(ties, ties.T)
    assert not wins[shared].any()
    for permutation in combination_maps():
        moved = np.ix_(permutation, permutation)
        assert np.array_equal(wins[moved], wins)
        assert np.array_equal(ties[moved], ties)


@pytest.mark.slow
def test_the_same_bits_from_any_number_of_threads(table) -> None:
    wins, ties = preflop.matchups(threads=1)
    assert np.array_equal(wins, table["wins"])
    assert np.array_equal(ties, table["ties"])


@pytest.mark.slow
def test_the_same_bits_from_stretches_of_boards(table) -> None:
    bounds = [0, 7, 50_000, 134_459]
    parts = [preflop.matchup_sums(first, last) for first, last in pairwise(bounds)]
    wins, ties = preflop.finish_matchups(np.sum(parts, axis=0, dtype=np.uint32))
    assert np.array_equal(wins, table["wins"])
    assert np.array_equal(ties, table["ties"])
    assert not preflop.matchup_sums(9, 9).any()
    for first, last in ((-1, 5), (5, 4), (0, 134_460)):
        with pytest.raises(ValueError, match="expected a stretch within 0 to 134459"):
            preflop.matchup_sums(first, last)


def test_mean_over_all_opponents_is_the_expected_hand_strength(table, tables: Path) -> None:
    """Both enumerate opposing hands and boards in different orders: they are equal as integers."""
    points = (2 * table["wins"].astype(np.uint64) + table["ties"]).sum(axis=1)
    strength = open_table("preflop_strength", tables, StrengthTable)
    # 1,225 hands by 1,712,304 boards, and 19,600 flops by 1,081 completions by 990 hands: 10 orders of a board.
    assert strength.denominator() == 10 * 2 * BOARDS * 1225
    np.testing.assert_array_equal(10 * points, strength["ehs"])

    of_class = 2 * table["class_wins"].astype(np.uint64) + table["class_ties"]
    expected = np.bincount(CLASS_OF_COMBINATION, points.astype(np.float64), CLASS_COUNT)  # below 2^53
    np.testing.assert_array_equal(of_class.sum(axis=1), expected.astype(np.uint64))


# Against a random hand (exact enumeration).
PUBLISHED = {
    "AA": 0.8520371330,
    "AKs": 0.6704463231,
    "22": 0.5033401908,
    "72o": 0.3458364732,
    "32o": 0.3230322813,
}


def test_classes_against_a_random_hand() -> None:
    """Only the packaged copy is used."""
    pairs = np.asarray(open_table(PACKAGED)["class_pairs"])
    assert np.array_equal(pairs.sum(axis=1), 1225 * CLASS_SIZES.astype(int))
    means = (class_equities() * pairs).sum(axis=1) / pairs.sum(axis=1)
    for name, equity in PUBLISHED.items():
        assert means[CLASS_NAMES.index(name)] == pytest.approx(equity, abs=5e-11), name
    assert CLASS_NAMES[means.argmax()] == "AA"
    assert CLASS_NAMES[means.argmin()] == "32o"


def test_one_match_up_of_classes(table) -> None:
    found = matchup("AKs", "TT")
    numbers = [CLASS_NAMES.index(name) for name in ("AKs", "TT")]
    rows, columns = (np.flatnonzero(np.equal(CLASS_OF_COMBINATION, number)) for number in numbers)
    cells = np.ix_(rows, columns)
    losses = table["wins"].T[cells].sum()
    assert found == Matchup(table["wins"][cells].sum(), table["ties"][cells].sum(), losses, 24)
    assert found.wins + found.ties + found.losses == 24 * BOARDS
    assert found == Matchup(wins=18_794_256, ties=167_364, losses=22_133_676, pairs=24)  # as documented
    assert found.equity == class_equities()[1, CLASS_NAMES.index("TT")]
    assert matchup(" kaS", "tt") == found
    back = matchup("TT", "AKs")
    assert (back.wins, back.ties, back.losses) == (found.losses, found.ties, found.wins)
    assert found.equity + back.equity == 1
    mirror = matchup("AA", "AA")
    assert (mirror.pairs, mirror.equity) == (6, 0.5)


def test_equities_of_classes_add_up_to_one() -> None:
    np.testing.assert_allclose(class_equities() + class_equities().T, 1, rtol=0, atol=1e-15)


def test_the_packaged_copy_is_the_table(table, tmp_path: Path) -> None:
    packaged = open_table(PACKAGED)
    packaged.verify()
    assert {name: table.digests[name] for name in DATASETS} == packaged.digests
    write_packaged(table, tmp_path / PACKAGED.name)
    assert (tmp_path / PACKAGED.name).read_bytes() == PACKAGED.read_bytes()
    assert PACKAGED.stat().st_size < 500_000


@pytest.mark.parametrize("name", ["preflop_matchups", "preflop_ihr"])
def test_the_digests_of_the_manifest(preflop_tables: Path, name: str) -> None:
    listed = read_all(data_path("tables") / "manifest.toml")[0][name]
    found = open_table(name, preflop_tables)
    found.verify()
    assert differences(listed, entries_of(found)) == []


def test_many_hands_at_once(table) -> None:
    holes = COMBINATIONS[[0, 700, 1325]]
    wins, ties = table.lookup(holes[:, None], COMBINATIONS[[50, 1000]])
    assert wins.shape == ties.shape == (3, 2)
    np.testing.assert_array_equal(wins, table["wins"][np.ix_([0, 700, 1325], [50, 1000])])


@pytest.mark.parametrize(
    ("holes", "opponents", "words"),
    [
        ("AsKd", "KdQd", r"hands: expected different cards, got As Kd and Kd Qd, which share a card.*"),
        ("AsKdQd", "2c2d", r"holes: expected shape .*got \(3,\)"),
        ("AsKd", [0.5, 1], r"opponents: expected cards as text or integers .*got dtype float64"),
        (np.array([48, 51.0]), "2c2d", r"holes: expected cards as text or integers .*got dtype float64"),
    ],
)
def test_what_cannot_be_looked_up(table, holes, opponents, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        table.lookup(holes, opponents)


def test_shapes_that_do_not_fit(table) -> None:
    with pytest.raises(
        ValueError,
        match=(
            r"holes and opponents: expected equal leading dimensions, or one hand, got shapes \(3, "
            r"2\) and \(2, 2\)"
        ),
    ):
        table.lookup(COMBINATIONS[:3], COMBINATIONS[5:7])
    with pytest.raises(
        ValueError, match=r"hands: expected different cards, got 4s As and 2c As, which share a card.*"
    ):
        table.lookup(parse_cards("KcKd4sAs").reshape(2, 2), "2cAs")


@pytest.mark.parametrize("name", ["AK", "AAs", "TTo", "AsKd", "", "QQ+", None, 12])
def test_what_names_no_class(name) -> None:
    with pytest.raises(
        ValueError, match=r"class of starting hands: expected .*got .*e\.g\. 'AKs', 'AKo' or 'TT'"
    ):
        matchup("AKs", name)
