"""Sizes of bucketed games agree with published figures and with enumeration."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from pokerdata._support import resources
from pokerdata.cli import cli
from pokerdata.errors import CapacityError
from pokerdata.games import (
    LIMIT_HOLDEM,
    BettingTree,
    LimitRules,
    NoLimitRules,
    adjusted_game,
    bucketed_game,
    bucketed_sizes,
    load_game,
    toml_text,
)
from pokerdata.solving.public import memory_needed
from pokerdata.solving.public.costs import bucketed_cost

NOLIMIT = load_game("nolimit-holdem").rules


def test_ten_buckets_in_limit_holdem() -> None:
    found = bucketed_sizes(LIMIT_HOLDEM, [10] * 4)
    assert found.information_sets == 57_337_080
    assert found.histories == 1_532_602_892_200
    assert found.histories_with_free_folds == 1_646_129_032_300  # Zinkevich et al. 2007: 1.65e12
    assert found.joint_count_bytes == 8 * (100 + 10**4 + 10**6 + 2 * 10**8)


def test_eight_buckets_in_nolimit_holdem() -> None:
    found = bucketed_sizes(NOLIMIT, [8] * 4)
    assert found.decisions == (20, 100, 340, 900)
    assert found.information_sets == 20 * 8 + 100 * 8**2 + 340 * 8**3 + 900 * 8**4
    half_pot = adjusted_game("nolimit-holdem", menu=["half-pot", "pot", "all-in"]).rules
    assert bucketed_sizes(half_pot, [8] * 4).decisions[3] == 36_072
    imperfect = bucketed_sizes(NOLIMIT, [169, 50, 60, 70], recall="imperfect")
    assert imperfect.information_sets == 20 * 169 + 100 * 50 + 340 * 60 + 900 * 70
    assert imperfect.sequences == (169, 8450, 507_000, 35_490_000)


def by_enumeration(rules: LimitRules | NoLimitRules, buckets: list[int], *, free_folds: bool) -> int:
    """Walk every history of every pair of bucket sequences, chance event by chance event."""
    tree = BettingTree(rules)

    def below(node: int, street: int) -> int:
        """Return the number of nodes from this node on, which is reached on a street."""
        all_in = tree.kind[node] == 2 and street + 1 < rules.streets
        if tree.street[node] > street or all_in:  # a chance node
            return 1 + sum(below(node, street + 1) for _ in range(buckets[street + 1] ** 2))
        if tree.kind[node] != 0:
            return 1
        actions = tree.actions(node)
        free = int(free_folds and "fold" not in actions)
        edges = range(tree.first_edge[node], tree.first_edge[node + 1])
        return 1 + free + sum(below(int(tree.child[e]), street) for e in edges)

    return buckets[0] ** 2 * below(0, 0)


@pytest.mark.parametrize(
    ("rules", "buckets"),
    [
        (LimitRules("small", bets=(1, 2, 2), caps=(2, 1, 1), first_to_act=(1, 2, 2), ante=1), [2, 1, 3]),
        (NoLimitRules("small", stacks=(9, 9), first_to_act=(1, 2, 2), ante=1, menu=("pot", "all-in")), [2, 2, 1]),
        (NoLimitRules("small", stacks=(9, 9), first_to_act=(1, 2), blinds=(1, 2), menu=("all-in",)), [3, 2]),
    ],
)  # fmt: skip
def test_histories_one_by_one(rules: LimitRules | NoLimitRules, buckets: list[int]) -> None:
    found = bucketed_sizes(rules, buckets)
    assert found.histories == by_enumeration(rules, buckets, free_folds=False)
    assert found.histories_with_free_folds == by_enumeration(rules, buckets, free_folds=True)


@pytest.mark.parametrize("rules", [LIMIT_HOLDEM, NOLIMIT])
def test_sizes_are_those_of_the_game(
    rules: LimitRules | NoLimitRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Information sets, strategy rows and memory agree before and after the game is built."""
    monkeypatch.setattr(resources, "with_margin", lambda need: need)  # count arrays only
    rng = np.random.default_rng(3)
    half = rng.integers(1, 9, (16, 16), dtype=np.uint64)
    deals = [half + half.T]
    while len(deals) < 4:
        n = len(deals[0]) // 2
        deals.insert(0, deals[0].reshape(n, 2, n, 2).sum(axis=(1, 3), dtype=np.uint64))
    game = bucketed_game(rules, [2] * 4, deals, np.zeros((16, 16), np.uint64), abstraction="random")
    found = bucketed_sizes(rules, [2] * 4)
    assert found.information_sets == game.information_sets
    assert found.states == game.states
    tree = game.tree
    assert found.actions == sum(
        len(tree.actions(int(n))) * found.states[r] for r in range(4) for n in tree.decision_nodes(r)
    )
    counts = sum(d.nbytes for d in deals) + deals[-1].nbytes
    assert found.joint_count_bytes == counts
    for dtype in ("float32", "float64"):
        cost = bucketed_cost(rules, [2] * 4, dtype=dtype, threads=2)
        saved = (4 if dtype == "float32" else 8) * found.actions
        assert cost.memory_bytes == 150_000_000 + counts + saved + memory_needed(game, dtype=dtype, threads=2)


def test_bad_sizes_are_named() -> None:
    bad: list[list[Any]] = [[8, 8], [8, 8, 8, 0], [8, 8, 8, 2.5], [8, 8, 8, 10**100]]
    for buckets in bad:
        with pytest.raises(
            ValueError,
            match=(r"buckets: expected one number, 1 to 10\^9, for each of the 4 streets of.*got \[8, 8"),
        ):
            bucketed_sizes(LIMIT_HOLDEM, buckets)
    with pytest.raises(ValueError, match=r"recall: expected .*got 'some'"):
        bucketed_sizes(LIMIT_HOLDEM, [8] * 4, recall="some")
    with pytest.raises(CapacityError, match=r"14,641 bucket sequences .* public chance sampling"):
        bucketed_game(LIMIT_HOLDEM, [11] * 4, [], [], abstraction="large")
    for buckets in (
        [2**16] * 4,
        [2**14, 2**14, 1, 1],
    ):  # products, or those of their squares, exceed 64 bits
        with pytest.raises(CapacityError, match=r"bucket sequences .* public chance sampling"):
            bucketed_game(LIMIT_HOLDEM, buckets, [], [], abstraction="large")
        with pytest.raises(CapacityError, match=r"bucket sequences .* public chance sampling"):
            bucketed_cost(LIMIT_HOLDEM, buckets)


def test_the_command() -> None:
    def run(*words: str) -> str:
        result = CliRunner().invoke(cli, ["games", *words], catch_exceptions=False)
        return " ".join(result.output.split())

    output = run("limit-holdem", "--buckets", "10")
    assert "information sets 57,337,080, " in output
    assert "1,532,602,892,200 over bucket sequences (1,646,129,032,300 with folds" in output
    assert "to 1 mb/g on 2 cores in float32" in output
    sampling = 'public chance sampling, algorithm = "pcs" in a recipe'
    wide = run("nolimit-holdem", "--buckets", "169,50,50,50", "--recall", "imperfect")
    assert f"for imperfect recall: {sampling}" in wide
    assert f"for 14,641 river sequences: {sampling}" in run("limit-holdem", "--buckets", "11")
    beyond = f'for 65,536 river sequences: recall = "imperfect" (any kind but history) and {sampling}'
    assert beyond in run("limit-holdem", "--buckets", "16")


def test_adjusted_games() -> None:
    assert adjusted_game("kuhn") == load_game("kuhn")
    deep = adjusted_game("nolimit-holdem", stack=20.5, menu=[["pot"], ["pot"], ["1/2"], ["all-in"]]).rules
    assert deep.stack == 2050
    assert deep.values()["menu"] == [["pot"], ["pot"], ["half-pot"], ["all-in"]]
    assert adjusted_game("nolimit-holdem", stack="1234 chips").rules.stack == 1234
    for stack in (0.001, -5, 1, "x", "12.5 chips", "0 chips", 1e12, 1e300, "1e999999999", float("inf")):
        with pytest.raises(
            ValueError,
            match=r"stack: expected a number of big blinds or of chips that makes whole chips, 101 to .*, got .*; e\.g\.",
        ):
            adjusted_game("nolimit-holdem", stack=stack)
    with pytest.raises(
        ValueError, match=r"^stack 50: expected it in a no-limit game only, got leduc; e\.g\. nolimit-holdem$"
    ):
        adjusted_game("leduc", stack=50)
    with pytest.raises(
        ValueError, match=r"^menu \['pot'\]: expected it in a no-limit game only, got limit-holdem"
    ):
        adjusted_game("limit-holdem", menu=["pot"])
    with pytest.raises(ValueError, match=r"bet in the menu: expected 'all-in', .*, got 'much'"):
        adjusted_game("nolimit-holdem", menu=["much"])


def test_a_game_of_a_file_with_another_stack(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(toml_text(load_game("leduc-nolimit")))
    assert adjusted_game(str(path), stack=30).rules.stack == 3000
