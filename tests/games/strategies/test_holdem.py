"""Strategies over buckets on real cards: every hand on boards of any street agrees with the playing agent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from pokerdata.abstraction import card_states
from pokerdata.abstraction.thresholds import HistoryTable
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.cli.browse import browse
from pokerdata.games import CardGame, CardRules
from pokerdata.games.named import LEDUC
from pokerdata.games.strategies import (
    Strategy,
    node_strategy,
    real_cards,
    select,
    simple_strategy,
    strategy_file,
)
from pokerdata.games.strategies.browsing import Browser
from pokerdata.games.strategies.selection import columns
from pokerdata.pipeline.store import open_table, write_table
from pokerdata.players.agents import Agent

pytestmark = pytest.mark.slow  # it makes its own tables

Made = Callable[..., Strategy]


def over_buckets(made_up: Made, few: Path, name: str) -> Strategy:
    states = card_states("few_buckets", few)
    return made_up(name, states=tuple(states.states(r) for r in range(4)))


#: game, path, board, and history for the agent
NODES = [
    ("limit-holdem", "", "", ""),
    ("limit-holdem", "cr", "", "cr"),
    ("limit-holdem", "cc/c", "Ks7d2c", "cc/c"),
    ("limit-holdem", "crc/rc/r", "7d 2c Ks 7h", "crc/rc/r"),
    ("nolimit-holdem", "r300c/", "Ks7d2c", "r300c/"),
    ("nolimit-holdem", "cr300c/cr900c/cc/c", "KsKd2c Td 9h", "cr300c/cr900c/cc/c"),
]


@pytest.mark.parametrize(("game", "path", "board", "history"), NODES)
def test_every_hand_plays_as_the_agent(
    made_up: Made, few: Path, game: str, path: str, board: str, history: str
) -> None:
    saved = over_buckets(made_up, few, game)
    at = node_strategy(saved, path, board, tables=few)
    agent = Agent.of_file(saved, tables=few)
    choices = agent.batch(list(at.hands.names), board, history)
    assert len(at.hands.names) == {0: 1326, 3: 1176, 4: 1128, 5: 1081}[len(board.replace(" ", "")) // 2]
    np.testing.assert_allclose(at.probabilities, choices.probabilities, atol=1e-6)
    # probability of the player's own actions, each looked up on its street
    reach, tree, node = np.ones(len(at.hands.names)), saved.tree, at.node
    while (parent := int(tree.parent[node])) >= 0:
        if tree.player[parent] == at.player - 1:
            shown = board.replace(" ", "")[: 2 * (0, 3, 4, 5)[tree.street[parent]]]
            then = agent.batch(list(at.hands.names), shown, tree.history(parent))
            reach *= then.probabilities[:, tree.children(parent).index(node)]
        node = parent
    np.testing.assert_allclose(at.reach, reach, rtol=1e-5)
    np.testing.assert_allclose(at.totals, reach @ choices.probabilities / reach.sum(), rtol=1e-5)


def test_classes_are_means_of_their_hands(made_up: Made, few: Path) -> None:
    at = node_strategy(over_buckets(made_up, few, "limit-holdem"), "cc/c", "Ks7d2c", tables=few)
    classes = at.classes
    assert tuple(name for row in classes.names for name in row) == CLASS_NAMES
    combination = {tuple(sorted(pair)): k for k, pair in enumerate(COMBINATIONS.tolist())}
    of_hand = [CLASS_OF_COMBINATION[combination[tuple(sorted(c))]] for c in at.hands.cards.tolist()]
    assert classes.of_hand.tolist() == of_hand
    for k in (0, 1, 13, 14, 168):
        rows = [row for row, of in enumerate(of_hand) if of == k]
        assert classes.counts[k] == len(rows)
        assert classes.reach[k] == pytest.approx(np.mean(at.reach[rows]))
        mix = at.reach[rows] @ at.probabilities[rows] / at.reach[rows].sum()
        np.testing.assert_allclose(classes.probabilities[k], mix)
        values = np.linspace(-1, 1, at.probabilities.size).reshape(at.probabilities.shape)
        other = np.linspace(0.2, 1, len(at.reach))
        weights = at.reach[rows] * other[rows]
        given = replace(at, values=values, other_reach=other)
        np.testing.assert_allclose(given.values_over(rows), weights @ values[rows] / weights.sum())
        unreached = replace(given, reach=np.zeros_like(at.reach))
        np.testing.assert_allclose(
            unreached.values_over(rows), other[rows] @ values[rows] / other[rows].sum()
        )
    with pytest.raises(
        ValueError, match=r"values: expected those that pokerdata.solving.public.valued adds, got none"
    ):
        at.values_over([0])


def test_a_hand_on_a_board_in_one_command(made_up: Made, few: Path, tmp_path: Path) -> None:
    saved = over_buckets(made_up, few, "nolimit-holdem")
    path = tmp_path / "mine.h5"
    write_table(
        path,
        name="mine",
        kind=strategy_file.KIND,
        arrays=strategy_file.street_arrays(saved.tree, saved.strategy, saved.state_names),
        attributes={"rules": saved.rules.values(), "cards": {}, "abstraction": "few"},
    )

    def show(*arguments: str) -> list[str]:
        result = CliRunner().invoke(
            browse, [str(path), "--tables", str(few), *arguments], catch_exceptions=False
        )
        assert result.exit_code == 0
        return result.output.splitlines()

    lines = show("--path", "r300c/", "--board", "Ks 7d2c", "--hand", "KhAh")
    shares = Agent.of_file(saved, tables=few).probabilities("AhKh", "Ks7d2c", "r300c/")
    sequence = "-".join(map(str, open_table("few_buckets", few, HistoryTable).buckets("AhKh", "Ks7d2c")))
    assert lines[0].endswith("street 2, board Ks7d2c, after r300c/")
    assert lines[2] == f"AhKh: bucket sequence {sequence} of few"
    assert lines[5] == "  ".join(
        ["AhKh", *(f"{100 * p:{w}.1f} %" for p, w in zip(shares.values(), (5, 5, 5), strict=True))]
    )
    assert lines[4].split() == ["hand", "check", "bet", "600", "all-in"]
    assert [line.split()[0] for line in show("--path", "r300", "--hand", "AKs")[3:7]] == [
        "AsKs", "AhKh", "AdKd", "AcKc",
    ]  # fmt: skip
    both = [line.split()[0] for line in show("--path", "r300", "--hand", "AK")[3:19]]
    assert set(both) == {f"A{a}K{b}" for a in "cdhs" for b in "cdhs"}
    for same in ("KA", "ka", "Ak"):
        assert show("--path", "r300", "--hand", same) == show("--path", "r300", "--hand", "AK")
    with pytest.raises(
        ValueError, match=r"hand: expected a class of hands that deck and board leave, got AA; e\.g\. "
    ):
        show("--path", "r300c/", "--board", "AsAhAd", "--hand", "AA")
    grid = show("--path", "r300c/", "--board", "Ks7d2c")
    assert max(map(len, grid)) <= 80
    assert sum(name in " ".join(grid).split() for name in CLASS_NAMES) == 169
    assert show("--path", "r300c/")[2] == "cards to come: 3 on the flop, e.g. board Ks7d2c"
    for arguments, message in (
        (
            ("--path", "r300c/", "--board", "Ks7d"),
            r"board: expected 3 cards on the flop, got Ks7d; e\.g\. Ks7d2c",
        ),
        (("--path", "r300c/", "--hand", "AhKh"), "board: expected 3 cards on the flop, got none"),
        (
            ("--path", "r300c/", "--board", "Ks7d2c", "--hand", "AhKs"),
            "hand: expected 2 cards that the board",
        ),
        (("--path", "r300c/", "--board", "Ks7dKs"), "board: expected 3 cards on the flop, got Ks7dKs"),
        (("--path", "r350"), "path: expected one of f, c, r300, r10000 at the start, got r350"),
        (("--hand", "AhKh", "--values", "--as-buckets"), "--values: expected real cards"),
        (("--values",), "--values: expected --hand with it"),
    ):
        with pytest.raises(ValueError, match=message):
            show(*arguments)
    walked = CliRunner().invoke(
        browse,
        [str(path), "--tables", str(few), "--walk"],
        input="r300\nc\nKs7d2c\nh AhKh\nh KsKh\nq\n",
        catch_exceptions=False,
    )
    assert "cards to come: 3 on the flop" in walked.output
    assert lines[5] in walked.output
    assert "hand: expected 2 cards that the board does not show, got KsKh" in walked.output


def test_hands_that_stand_for_several() -> None:
    """In a deck of copies, and up to suits, the counts of hands match the remaining cards."""
    game = CardGame(LEDUC, CardRules("JQK", copies=2, board=(0, 1)))
    saved = Strategy(game.rules, game.parts()[0], None, simple_strategy(game, "uniform"), game.state_names)
    at = node_strategy(saved, "cc/", "K")
    assert dict(zip(at.hands.names, at.hands.counts.tolist(), strict=True)) == {"K": 1, "Q": 2, "J": 2}
    assert node_strategy(saved, "cc/", "Ks").board == "Ks"  # this makes Kh another card
    assert Browser(saved).lines(Browser(saved).place("cc/", "Kd"), hand="Qs")[2] == "Q"
    assert real_cards(saved).hands(()).counts.tolist() == [2, 2, 2]
    with pytest.raises(ValueError, match="hands: expected two hole cards for classes, got 1"):
        _ = at.classes


def test_exported_hands_on_a_board(made_up: Made, few: Path) -> None:
    """With a board, rows are hole cards; without one, hole cards are looked up before the flop."""
    saved = over_buckets(made_up, few, "limit-holdem")
    board, path = "7d 2c Ks 7h", "crc/rc/r"
    at = node_strategy(saved, path, board, tables=few)
    found = columns(select(saved, path=path, board=board, tables=few))
    assert found["hand"].tolist() == [name for name in at.hands.names for _ in at.actions]
    assert set(found["board"].tolist()) == {at.board} == {"Ks7d2c 7h"}
    np.testing.assert_array_equal(found["probability"], at.probabilities.astype(np.float32).ravel())
    one = columns(select(saved, street="turn", board=board, hand="AhKh", tables=few))
    assert set(one["hand"].tolist()) == {"AhKh"}
    assert set(one["street"].tolist()) == {3}
    assert len(set(one["history"].tolist())) == len(saved.tree.decision_nodes(2))
    first = columns(select(saved, hand="AhKh", tables=few))
    assert set(first["street"].tolist()) == {1}
    folds = Agent.of_file(saved, tables=few).probabilities("AhKh", "", "")["f"]
    assert first["probability"][0] == pytest.approx(folds, rel=1e-5)
    with pytest.raises(ValueError, match="a hand of cards after the flop needs its board"):
        select(saved, street="flop", hand="AhKh", tables=few)
