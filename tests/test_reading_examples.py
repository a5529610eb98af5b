"""The functions of docs/tables.md, which read tables with h5py and NumPy alone, agree with the package."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from helpers.gains import made_up_gains
from helpers.reading import FUNCTIONS, read
from helpers.real_values import made_up_values, written
from helpers.recipes import linked, runner_of
from pokerdata import Spot, solve
from pokerdata.abstraction import card_states
from pokerdata.cards import combination_index, parse_cards
from pokerdata.cards.isomorphism import boards, canonicalize, combination_maps
from pokerdata.cards.preflop import preflop_ihr
from pokerdata.cards.preflop.matchups import MatchupTable
from pokerdata.cards.strength.potential import PotentialTable
from pokerdata.games import Unit
from pokerdata.games.named import LIMIT_HOLDEM
from pokerdata.matches.local import LocalBestResponseTable
from pokerdata.matches.luck.matches import ReducedTable
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.matches.series_result import SeriesTable
from pokerdata.matches.tournaments.tournament_table import TournamentTable
from pokerdata.pipeline.store import open_table
from pokerdata.solving.jam_or_fold.playing import JamFoldTable
from pokerdata.solving.public.trade_off_table import TradeOffTable
from pokerdata.spots import load_flop_report

pytestmark = pytest.mark.slow  # it makes its own tables

CLUSTERED = """
[abstraction.near]
kind = "kmeans"
recall = "imperfect"
buckets = ["lossless", 4, 3, 3]
bins = 4
restarts = 1
iterations = 2
"""


def where(hand: str, board: str) -> tuple[int, int]:
    """Return row and column of a hand on a board."""
    row, permutation = canonicalize(parse_cards(board))
    return int(row), int(combination_maps()[int(permutation), combination_index(hand)])


def test_there_is_one_for_every_subject() -> None:
    """The functions of examples/read_tables.py and of docs/formats.md are excluded."""
    text = (Path(__file__).parents[1] / "docs" / "tables.md").read_text(encoding="utf-8")
    assert [line[10:-4] for line in text.splitlines() if line.startswith("<!-- read ")] == [*FUNCTIONS]


@pytest.mark.parametrize("cards", ["3h4cJh", "3h4cJh4s", "3h4cJh4s2d"])
def test_boards(cards: str, tables: Path) -> None:
    board = parse_cards(cards)
    row, _ = canonicalize(board)
    of_size = boards(len(board))
    found = read("boards", tables / "boards.h5", board.tolist())
    assert found == (int(row), of_size.cards[int(row)].tolist(), int(of_size.orbit[int(row)]))


def test_potential(potential_tables: Path, tables: Path) -> None:
    del tables
    table = open_table("flop_potential", potential_tables, PotentialTable)
    of_hand = table.lookup("7c8c", "9cTc2d", 2)
    path = potential_tables / "flop_potential.h5"
    found = read("potential", path, "two_cards", *where("7c8c", "9cTc2d"))
    behind = of_hand[2].tolist()
    assert found == pytest.approx((behind[0] / sum(behind), behind[1] / sum(behind)))


def test_matchups(preflop_tables: Path) -> None:
    table = open_table("preflop_matchups", preflop_tables, MatchupTable)
    hands = int(combination_index("AsKs")), int(combination_index("7h7d"))
    found = read("matchups", preflop_tables / "preflop_matchups.h5", *hands)
    assert found == pytest.approx(float(table.equity("AsKs", "7h7d")))


def test_hand_rank(preflop_tables: Path) -> None:
    found = read("ihr", preflop_tables / "preflop_ihr.h5", int(combination_index("QsJd")))
    assert found == pytest.approx([preflop_ihr("QsJd", number, tables=preflop_tables) for number in (1, 2)])


def test_clusters(tables: Path, tmp_path: Path) -> None:
    folder = linked(tmp_path / "tables", tables)
    runner_of(CLUSTERED, folder).run(["near_buckets"])
    states = card_states("near_buckets", folder)
    table = open_table("near_buckets", folder)
    for board, street in (("3h4cJh", "flop"), ("3h4cJh4s", "turn")):
        bucket = int(states.of_board(parse_cards(board))[combination_index("AdQc")])
        path = folder / "near_buckets.h5"
        found = read("clusters", path, street, *where("AdQc", board))
        assert found == (bucket, float(table[f"{street}_strength"][bucket]))


def test_transitions(of_every_kind: Path) -> None:
    counts = open_table("told_counts", of_every_kind)
    for street, sequence in (("flop", [1]), ("turn", [1, 0]), ("river", [1, 0, 1])):
        number = int("".join(map(str, sequence)), 2)  # two buckets per street
        dealt = np.asarray(counts[street]).sum(axis=1).reshape(-1, 2)[number]
        found = read("transitions", of_every_kind / "told_transitions.h5", street, sequence)
        assert found == pytest.approx(dealt / dealt.sum())


@pytest.mark.parametrize("flops", [None, 24])
def test_real(flops: int | None, tmp_path: Path) -> None:
    error = 0.0 if flops is None else 0.25
    path = written(tmp_path, made_up_values(flops))
    assert read("real", path) == (2.0, error)


def test_matches(of_every_kind: Path) -> None:
    for one in open_table("all_matches", of_every_kind, MatchesTable).results:
        found = read("matches", of_every_kind / "all_matches.h5", *one.players)
        # The ante of Leduc hold'em is a chip.
        assert found == pytest.approx((100 * one.won[0].mean, 100 * one.won[0].half_width))


def test_less_luck(of_every_kind: Path) -> None:
    results = open_table("less_reduced", of_every_kind, ReducedTable).results
    found = read("reduced", of_every_kind / "less_reduced.h5")
    reduced = [one.estimates["reduced"] for one in results]
    assert found == [
        (*one.agents, of.mean, of.standard_error) for one, of in zip(results, reduced, strict=True)
    ]


def test_series(of_every_kind: Path) -> None:
    result = open_table("few_series", of_every_kind, SeriesTable).result
    found = read("series", of_every_kind / "few_series.h5")
    times = result.series * len(result.orders)
    assert found.shape == (result.hands, 2)
    assert found[-1] == pytest.approx([float(chips) / times for chips in result.chips])


def test_local_best_response(of_every_kind: Path) -> None:
    for name, one in open_table("all_lbr", of_every_kind, LocalBestResponseTable).estimates.items():
        found = read("lbr", of_every_kind / "all_lbr.h5", name)
        assert found == (one.mean, one.standard_error)


def test_tournament(of_every_kind: Path) -> None:
    table = open_table("threes_tournament", of_every_kind, TournamentTable)
    chips = dict.fromkeys(table.agents, 0.0)
    for result in table.results:
        for name, won in zip(result.players, result.chips, strict=True):
            chips[name] += float(won)
    found = read("tournament", of_every_kind / "threes_tournament.h5")
    assert found == pytest.approx(chips)
    assert any(found.values())


def test_spot(tmp_path: Path) -> None:
    spot = Spot(board="2s3h4d6c7c", oop="AsAh,QsQh,5s5h,8s9s", ip="KsKh,JsJh", pot=20, stack=10, bets="a")
    solution = solve(spot, iterations=7).stored()
    solution.save(tmp_path / "river_spot.h5")
    expected = np.asarray(solution.at("").strategy)
    found = read("spot", tmp_path / "river_spot.h5", 0)
    assert len(np.unique(expected, axis=0)) > 1
    assert np.array(sorted(found.T.tolist())) == pytest.approx(np.array(sorted(expected.tolist())))


def test_resolving(of_every_kind: Path) -> None:
    milli = Unit.of(LIMIT_HOLDEM).milli(1)
    found = read("resolving", of_every_kind / "made_up_resolving.h5")
    assert found == pytest.approx({one.method: one.local.mean / milli for one in made_up_gains()})


def test_flops(of_every_kind: Path) -> None:
    report = load_flop_report(of_every_kind / "some_flops.h5")
    ev, play = read("flops", of_every_kind / "some_flops.h5")
    means = report.means()
    assert ev == pytest.approx([means["ev_oop"], means["ev_ip"]])
    assert play == pytest.approx([means[step] for step in report.steps])


def test_jam_fold(of_every_kind: Path) -> None:
    solved = open_table("short_jam_fold", of_every_kind, JamFoldTable).jam_fold().strategy
    row = solved.tournament.row(4)
    found = read("jam_fold", of_every_kind / "short_jam_fold.h5", 4, 14)
    assert found == (float(solved.jam[row, 14]), float(solved.call[row, 14]))


def test_trade_off(of_every_kind: Path) -> None:
    curve = open_table("counted_back_trade_off", of_every_kind, TradeOffTable).trade_off()
    found = read("trade_off", of_every_kind / "counted_back_trade_off.h5")
    assert np.array(found) == pytest.approx(
        np.stack([curve.ps, curve.mean_win, curve.exploitability], axis=1)
    )
