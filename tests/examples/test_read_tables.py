"""Programs in each language read strength, buckets, joint counts and a strategy, and agree with pokerdata."""

import subprocess
from pathlib import Path

import numpy as np
import pytest

from helpers.other_languages import program
from helpers.recipes import linked, runner_of
from pokerdata import format_cards, parse_cards
from pokerdata.abstraction import card_states
from pokerdata.cards import combination_index
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.games.strategies import load_strategy, node_strategy
from pokerdata.pipeline.store import open_table

pytestmark = pytest.mark.slow  # it makes its own tables

RECIPE = """
[abstraction.told]
kind = "history"
metric = "ehs2_next"
buckets = [2, 3, 2, 2]
boards = 100
[abstraction.apart]
kind = "percentile"
metric = "ehs"
buckets = [3, 6, 5, 4]
[strategy.solved]
game = "limit-holdem"
abstraction = "told"
iterations = 5
"""
LANGUAGES = ["Python", "C++", "R"]


@pytest.fixture(scope="module")
def folder(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the real strength tables, and buckets, counts and a strategy of few buckets."""
    made = linked(tmp_path_factory.mktemp("read") / "tables", tables)
    runner_of(RECIPE, made).run(["solved_strategy", "apart_buckets"])
    return made


def deal(seed: int, cards: int) -> tuple[str, str]:
    """Return a random hand and board."""
    deck = np.random.default_rng(seed).permutation(52).astype(np.uint8)
    hand, board = (format_cards(part).replace(" ", "") for part in (deck[:2], deck[2 : 2 + cards]))
    return hand, board


def number(buckets: list[int], sizes: list[int]) -> int:
    """Return the index of a sequence, with the buckets as digits."""
    found = 0
    for bucket, size in zip(buckets, sizes, strict=False):
        found = found * size + bucket
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read(language: str, folder: Path, tmp_path: Path) -> None:
    words = program("read_tables", language, tmp_path)

    def said(what: str, *rest: str) -> str:
        done = subprocess.run([*words, what, str(folder), *rest], capture_output=True, text=True, check=True)
        return done.stdout.removesuffix("\n")

    few = language == "R"  # R takes a second to start
    for cards, street in ((0, "preflop"), (3, "flop"), (4, "turn"), (5, "river"))[3 * few :]:
        hand, board = deal(cards, cards)
        table = open_table(f"{street}_strength", folder, StrengthTable)
        assert said("strength", hand, board) == f"{table.lookup(hand, board)} of {table.denominator()}"

    for seed, name in ((1, "told_buckets"), (2, "apart_buckets"))[: 2 - few]:
        hand, board = deal(seed, 5)
        sequence = [int(bucket) for bucket in said("buckets", name, hand, board).split("-")]
        states = card_states(name, folder)
        sizes = open_table(name, folder).attributes["buckets"]
        assert len(sequence) == 4
        for length, streets in ((0, 1), (3, 2), (4, 3), (5, 4)):
            of_board = states.of_board(parse_cards(board)[:length])
            assert of_board[combination_index(hand)] == number(sequence[:streets], sizes)

    counts = open_table("told_counts", folder)
    mine, theirs = number([0, 2, 1, 1], [2, 3, 2, 2]), number([1, 1, 0, 1], [2, 3, 2, 2])
    won, lost = int(counts["river_wins"][mine, theirs]), int(counts["river_wins"][theirs, mine])
    tied = int(counts["river"][mine, theirs]) - won - lost
    assert min(won, tied, lost) > 0
    assert said("counts", "told_counts", "0-2-1-1", "1-1-0-1") == f"won {won} tied {tied} lost {lost}"

    hand, board = deal(1, 4)
    solved = load_strategy(folder / "solved_strategy.h5")
    for history, cards in (("", 0), ("cr", 0), ("cc/rc/cr", 4))[2 * few :]:
        state = said("buckets", "told_buckets", hand, board[: 2 * cards])
        lines = [line.split() for line in said("strategy", "solved_strategy", history, state).splitlines()]
        node = node_strategy(solved, history, board[: 2 * cards])
        assert [line[0] for line in lines] == node.actions
        (row,) = [row for row, alike in enumerate(node.hands.alike) if {hand, hand[2:] + hand[:2]} & {*alike}]
        assert [float(line[3]) for line in lines] == pytest.approx(node.probabilities[row].tolist(), abs=6e-7)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_there(language: str, folder: Path, tmp_path: Path) -> None:
    words = program("read_tables", language, tmp_path)
    for asked, named in (
        (["strength", str(folder), "AdQx", "3h4cJh"], "AdQx"),
        (["strength", str(folder), "AdQc", "3h4cAd"], "different"),
        (["buckets", str(folder), "told_counts", "AdQc"], "joint_counts"),
        (["strategy", str(folder), "solved_strategy", "cc/x", "0-0"], "cc/x"),
    )[3 * (language == "R") :]:
        done = subprocess.run([*words, *asked], capture_output=True, text=True)
        assert done.returncode == 1
        assert done.stdout == ""
        assert named in done.stderr, asked
