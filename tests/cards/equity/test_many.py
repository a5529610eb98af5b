"""Many contests in one call: each equals a single call, for all shapes, threads and instruction sets."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

import pokerdata
from pokerdata import CapacityError
from pokerdata.cards import parse_cards
from pokerdata.cards.equity import Equities, Equity, equities_of_hands, equity

FIELDS = ("equity", "wins", "ties", "losses", "standard_error")


def contests(
    count: int, players: int, on_board: int, dead: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    rng = np.random.default_rng([count, players, on_board, dead])
    decks = np.array([rng.permutation(52) for _ in range(count)], np.uint8)
    hands, boards, gone, _ = np.split(decks, np.cumsum([2 * players, on_board, dead]), axis=1)
    return hands.reshape(count, players, 2), boards, gone


def alone(hands: NDArray[np.uint8], board: NDArray[np.uint8], dead: NDArray[np.uint8], **more: int) -> Equity:
    return equity(list(hands), board, dead, **more)  # type: ignore[arg-type]


def same(many: Equities, i: int, one: Equity) -> bool:
    assert (many.deals, many.exact, many.samples, many.seed) == (
        one.deals,
        one.exact,
        one.samples,
        one.seed,
    )
    return all(np.array_equal(getattr(many, field)[i], getattr(one, field)) for field in FIELDS)


@pytest.mark.parametrize(
    ("players", "on_board", "dead"), [(2, 5, 0), (2, 3, 2), (3, 3, 0), (4, 4, 1), (6, 3, 0)]
)
def test_each_is_as_it_is_alone(players: int, on_board: int, dead: int) -> None:
    given = contests(40, players, on_board, dead)
    for more in ({}, {"samples": 700, "seed": 5}):
        many = equities_of_hands(*given, **more)  # type: ignore[arg-type]
        assert many.equity.shape == (40, players)
        for i in range(40):
            assert same(many, i, alone(given[0][i], given[1][i], given[2][i], **more))


def test_each_is_as_ranges_have_it() -> None:
    """Two combos, one of them blocked, are handled as ranges by another kernel, which shares only its last loops."""
    for players, on_board in ((2, 3), (3, 4), (6, 5)):
        hands, boards, dead = contests(15, players, on_board, 1)
        for i in range(15):
            text = [pokerdata.format_cards(hand) for hand in hands[i]]
            blocked = pokerdata.format_cards([dead[i][0], hands[i][1][0]]).replace(" ", "")
            wide = [f"{text[0]},{blocked}", *text[1:]]
            for more in ({}, {"samples": 3000, "seed": 1}):
                one, other = (
                    equity(held, boards[i], dead[i], **more)  # type: ignore[arg-type]
                    for held in (text, wide)
                )
                for field in (*FIELDS, "per_combination"):
                    assert np.array_equal(getattr(one, field), getattr(other, field), equal_nan=True), field
                assert one.exact_equity == other.exact_equity


@pytest.mark.parametrize("on_board", [0, 2, 3])
def test_threads_do_not_change_it(on_board: int) -> None:
    for count in (1, 3, 50):
        given = contests(count, 2, on_board, 0)
        if on_board < 3:
            given = given[0][:1], given[1][:1], given[2][:1]
        for more in ({}, {"samples": 40_000}):
            one, *others = (
                equities_of_hands(*given, threads=threads, **more)  # type: ignore[arg-type]
                for threads in (1, 2, 7)
            )
            for other in others:
                assert all(np.array_equal(getattr(one, field), getattr(other, field)) for field in FIELDS)


def test_shapes_and_one_board_for_all() -> None:
    hands = parse_cards("AcKd TdTh QsQh JsJh 2c2d 3c3d").reshape(3, 1, 2, 2)
    one_board = equities_of_hands(hands, "7s6c2s")
    boards = np.broadcast_to(parse_cards("7s6c2s"), (3, 1, 3))
    each = equities_of_hands(hands, boards)
    assert one_board.equity.shape == (3, 1, 2)
    assert np.array_equal(one_board.wins, each.wins)
    assert one_board.wins[0, 0].tolist() == equity(["AcKd", "TdTh"], "7s6c2s").wins.tolist()
    assert equities_of_hands(hands[0, 0], "7s6c2s").wins.tolist() == one_board.wins[0, 0].tolist()
    assert equities_of_hands(hands[:0], "7s6c2s").wins.shape == (0, 1, 2)
    assert repr(one_board) == "Equities(3 contests of 2 hands, 990 deals each; exact)"


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    equities_of_hands(
        parse_cards("AcKd TdTh").reshape(1, 2, 2), "7s6c2s", progress=lambda done, of: seen.append((done, of))
    )
    assert seen[-1] == (1, 1)


HANDS = parse_cards("AcKd TdTh QsQh JsJh").reshape(2, 2, 2)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((HANDS[0, 0],), r"hands: expected shape \(\.\.\., 2 to 6, 2\), got \(2,\)"),
        ((HANDS, "7s6c2sJs"), "contest 1: expected each card once in hands, board and dead cards, got Js twice"),
        ((HANDS, "7s6c2s", "7s"), "contest 0: expected each card once"),
        ((HANDS, np.zeros((3, 3), np.uint8)), r"boards: expected one list of cards for all contests or shape \(2, n"),
        ((HANDS, "7s6c2s8d9dTc"), "boards: expected 0 to 5 cards on each, got 6"),
        ((HANDS.astype(np.float64),), "hands: expected cards as text"),
        ((HANDS, "", np.arange(44, dtype=np.uint8)), "dead: expected at most 43 cards beside these hands"),
    ],
)  # fmt: skip
def test_what_is_refused(given: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        equities_of_hands(*given)  # type: ignore[arg-type]


def test_a_limit_is_kept_before_any_work() -> None:
    with pytest.raises(CapacityError, match="more than the limit of 1,000"):
        equities_of_hands(HANDS, "7s6c2s", limit=1000)


#: Wins and ties of samples when deals were sampled one by one; a seed must always give the same deals.
PINNED = [
    (["AcKd", "TdTh"], "", "", 12345, 7, [5348, 6945], [52, 52]),
    (["AcKd", "TdTh", "9s8s"], "7s6c2s", "", 2000, 18446744073709551615, [248, 808, 944], [0, 0, 0]),
    (["AcKd", "QQ+,AK:0.3"], "", "5d", 40000, 3, [10327, 22564], [7109, 7109]),
    (["AA,KK:0.2,AK", "AK,QQ", "AQs+,KK+"], "Ah7c2d4s", "Kd", 777, 1, [398, 23, 159], [197, 80, 132]),
]


@pytest.mark.parametrize(("hands", "board", "dead", "samples", "seed", "wins", "ties"), PINNED)
def test_a_seed_keeps_its_deals(
    hands: list[str], board: str, dead: str, samples: int, seed: int, wins: list[int], ties: list[int]
) -> None:
    found = equity(hands, board, dead, samples=samples, seed=seed)
    assert (found.wins.tolist(), found.ties.tolist()) == (wins, ties)


@pytest.mark.parametrize("isa", ["portable", "avx2"])
def test_instruction_sets_draw_the_same(isa: str) -> None:
    code = (
        "from pokerdata.cards.equity import equity\n"
        "cases = (['AcKd', 'TdTh', '9s8s'], ''), (['AcKd', 'QQ+,AK:0.3'], '7s6c2d'), (['22+'] * 4, '7s6c2d5h')\n"
        "for hands, board in cases:\n"
        "    found = equity(hands, board, samples=30_000, seed=9)\n"
        "    print(found.wins.tolist(), found.ties.tolist(), found.equity.tolist())\n"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | wanted,
            capture_output=True,
            text=True,
            check=False,
        )
        for wanted in ({}, {"POKERDATA_ISA": isa})
    ]
    if said[1].returncode and "POKERDATA_ISA: expected an instruction set" in said[1].stderr:
        pytest.skip(f"this processor or build has no {isa}")
    assert said[0].returncode == 0, said[0].stderr
    assert said[0].stdout == said[1].stdout
    assert said[0].stdout.count("\n") == 3
