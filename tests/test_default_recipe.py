"""The main job on real input, killed on the way: from 52 cards to an exploitability.

Its results are then compared with random deals of real cards, and with a best response in plain NumPy.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from pokerdata import evaluate
from pokerdata.abstraction.thresholds import HistoryTable
from pokerdata.games import LIMIT_HOLDEM, BettingTree
from pokerdata.matches import match
from pokerdata.pipeline.store import open_table
from pokerdata.pipeline.store.manifest import differences, entries_of, read_all
from pokerdata.pipeline.store.opening import data_path
from pokerdata.players.agents import Agent

TOTALS = {
    "preflop": 1_624_350,
    "flop": 28_094_757_600,
    "turn": 1_264_264_092_000,
    "river": 55_627_620_048_000,
}
TABLES = [
    "rank_codes",
    "boards",
    *(f"{street}_strength" for street in TOTALS),
    "preflop_matchups",
    "preflop_ihr",
    *(f"history5_{part}" for part in ("buckets", "counts", "transitions")),
]


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pokerdata", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def run(*arguments: str) -> str:
    process = start(*arguments)
    output, _ = process.communicate()
    assert process.returncode == 0, output
    return output


def kill_once(folder: Path, appears: str) -> None:
    """Start a make, and kill it once a file appears."""
    process = start("make", "--tables", str(folder))
    try:
        while not any(folder.glob(appears)):
            assert process.poll() is None, process.communicate()[0]
            time.sleep(0.02)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the main job, which was killed three times."""
    folder = tmp_path_factory.mktemp("made")
    kill_once(folder, "river_strength.h5")
    kill_once(folder, ".shards/history5_counts/*/cells.npz")  # the first shard of the joint counts
    kill_once(folder, ".shards/limit5_strategy/*/state.npz")  # the first checkpoint of the solver
    for path in folder.glob("*.h5"):
        open_table(path).verify()  # no half-written file has a table's name
    output = run("make", "--tables", str(folder))
    assert "history5_counts" not in output.split("limit5_strategy")[0]  # finished stages are not made again
    assert "inside its own abstraction" in output
    return folder


@pytest.mark.long
@pytest.mark.slow
def test_the_main_job_survives_kills_and_ends_in_the_same_bits(made: Path) -> None:
    manifest = read_all(data_path("tables") / "manifest.toml")[0]
    for name in TABLES:
        table = open_table(name, made)
        table.verify()
        assert differences(manifest[name], entries_of(table)) == [], name

    counts = open_table("history5_counts", made)
    for street, total in TOTALS.items():
        assert counts[street].sum() == total
        assert np.array_equal(counts[street], counts[street].T)
    assert counts["river"].max() == 5_072_950_248  # more than 32 bits
    wins = np.asarray(counts["river_wins"])
    assert np.all(wins + wins.T <= counts["river"])

    strategy = open_table("limit5_strategy", made)
    assert 0 < strategy.attributes["exploitability_mb_per_game"] < 1
    assert strategy.attributes["scope"] == "inside its own abstraction; not comparable across abstractions"
    for picture in ("limit5_convergence.png", "limit5_preflop.png"):
        assert (made / picture).read_bytes().startswith(b"\x89PNG")
    assert "nothing to do" in run("make", "--tables", str(made))
    assert run("verify", "--all", "--tables", str(made))


def like(found: str, told: str) -> bool:
    """Return whether texts agree up to numbers that differ by less than 3; the solver's bits vary by machine."""
    number = r"\d+(?:\.\d+)?"
    pairs = zip(re.findall(number, found), re.findall(number, told), strict=True)
    same_words = re.sub(number, "#", found).split() == re.sub(number, "#", told).split()
    return same_words and all(abs(float(a) - float(b)) < 3 for a, b in pairs)


@pytest.mark.slow
def test_a_hand_of_the_document_in_one_command(made: Path) -> None:
    text = (Path(__file__).parents[1] / "docs" / "strategies.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"<!-- browse holdem -->\n```text\n\$ pokerdata (.*?)```", text, re.DOTALL)
    arguments, _, said = block.partition("\n")
    assert like(run(*arguments.split(), "--tables", str(made)), said)


DEALS = 400_000
SIGMAS = 5


def random_deals(seed: int) -> tuple[list[np.ndarray], np.ndarray]:
    """Return hole cards of both players, uint8 [deals, 2] each, and boards, uint8 [deals, 5]."""
    order = np.random.default_rng(seed).random((DEALS, 52), dtype=np.float32).argsort(axis=1)
    cards = order[:, :9].astype(np.uint8)
    return [cards[:, 0:2], cards[:, 2:4]], cards[:, 4:]


def assert_frequencies(found: np.ndarray, counts: np.ndarray, total: int) -> None:
    """Compare cell frequencies in DEALS independent deals with exact counts; rare cells are left out."""
    share = counts.astype(np.float64) / total
    often = share * DEALS > 30  # where five standard deviations are meaningful
    error = np.sqrt(DEALS * share * (1 - share))
    assert often.mean() > 0.5
    assert np.all(np.abs(found - DEALS * share)[often] < SIGMAS * error[often])


@pytest.mark.slow
def test_joint_counts_agree_with_random_deals(made: Path) -> None:
    """Real cards pass through look-ups, thresholds and the evaluator; N and W come from enumeration by class."""
    holes, board = random_deals(seed=1)
    buckets, counts = (
        open_table("history5_buckets", made, HistoryTable),
        open_table("history5_counts", made),
    )
    for street, size in zip(TOTALS, (0, 3, 4, 5), strict=True):
        own, other = (buckets.sequence(h, board[:, :size]).astype(np.int64) for h in holes)
        exact = np.asarray(counts[street])
        states = len(exact)
        if states <= 25:
            cells = np.bincount(own * states + other, minlength=states**2).reshape(states, states)
            assert_frequencies(cells, exact, TOTALS[street])
        for sequence in (own, other):
            found = np.bincount(sequence, minlength=states)
            assert_frequencies(found, exact.sum(axis=1), TOTALS[street])
    first, second = (evaluate(np.concatenate([h, board], axis=1)) for h in holes)
    wins = np.asarray(counts["river_wins"])
    for sequence, won in ((own, first > second), (other, second > first)):
        found = np.bincount(sequence[won], minlength=states)
        assert_frequencies(found, wins.sum(axis=1), TOTALS["river"])
    assert_frequencies(np.bincount(own[first < second], minlength=states), wins.sum(axis=0), TOTALS["river"])
    # The last buckets of both players together: card removal and the winner, cell by cell.
    last = exact.reshape(125, 5, 125, 5).sum(axis=(0, 2)), wins.reshape(125, 5, 125, 5).sum(axis=(0, 2))
    pair = own % 5 * 5 + other % 5
    for cells, chosen in zip(last, (np.ones(len(pair), bool), first > second), strict=True):
        assert_frequencies(np.bincount(pair[chosen], minlength=25).reshape(5, 5), cells, TOTALS["river"])


@pytest.mark.slow
def test_the_strategy_wins_on_random_deals_what_it_should(made: Path) -> None:
    """Both players act on real cards; the mean winnings of player 1 agree with the expected value in the table."""
    holes, board = random_deals(seed=2)
    buckets, strategy = (
        open_table("history5_buckets", made, HistoryTable),
        open_table("limit5_strategy", made),
    )
    states = [
        np.array([buckets.sequence(h, board[:, :size]) for h in holes]) for size in (0, 3, 4, 5)
    ]  # [player, deal] of each street
    first, second = (evaluate(np.concatenate([h, board], axis=1)).astype(np.int64) for h in holes)
    tree, random = BettingTree(LIMIT_HOLDEM), np.random.default_rng(3)
    offset = [int(tree.first_edge[tree.decision_nodes(r)[0]]) for r in range(4)]
    probabilities = [np.asarray(strategy[f"street{r + 1}"]) for r in range(4)]
    node, gain = np.zeros(DEALS, np.int64), np.zeros(DEALS)
    playing = np.arange(DEALS)
    while len(playing):
        at = node[playing]
        street, player = tree.street[at], tree.player[at]
        draw, edge = random.random(len(playing)), tree.first_edge[at].astype(np.int64)
        last = tree.first_edge[at + 1] - 1
        for r in range(4):
            here = np.flatnonzero(street == r)
            state = states[r][player[here], playing[here]]
            left = draw[here]
            for _ in range(2):  # three actions at most
                left = left - probabilities[r][edge[here] - offset[r], state]
                edge[here] += (left >= 0) & (edge[here] < last[here])
        node[playing] = tree.child[edge]
        at = node[playing]
        folded, shown = tree.kind[at] == 1, tree.kind[at] == 2
        gain[playing[folded]] = tree.chips[at[folded]]
        winner = np.sign(first - second)[playing[shown]]
        gain[playing[shown]] = winner * tree.chips[at[shown]]
        playing = playing[~(folded | shown)]
    error = gain.std() / np.sqrt(DEALS)
    assert 0 < error < 0.1  # chips a game
    assert abs(gain.mean() - strategy.attributes["expected_value_1_chips_per_game"]) < SIGMAS * error


@pytest.mark.slow
def test_matches_on_real_cards_have_the_expected_value(made: Path) -> None:
    path = made / "limit5_strategy.h5"
    agent = Agent.load(path)
    won = match(agent, agent, deals=1_000_000, seed=3).by_position[0][1]
    stated = open_table(path).attributes["expected_value_1_chips_per_game"]
    assert abs(won.mean - stated) <= 3 * won.standard_error


@pytest.mark.slow
def test_best_responses_in_plain_numpy(made: Path) -> None:
    """It uses only the rules and the arrays of the tables, in float64, without kernels or the tree."""
    counts, table = open_table("history5_counts", made), open_table("limit5_strategy", made)
    share = [np.asarray(counts[street]) / TOTALS[street] for street in TOTALS]
    wins = np.asarray(counts["river_wins"]).astype(np.float64)
    margin = (wins - wins.T) / TOTALS["river"]
    actions = table.attributes["actions"]
    decisions = {}  # history -> player, actions, probabilities [actions, states]
    for r in range(1, 5):
        first = [*table[f"street{r}_first_row"], len(table[f"street{r}"])]
        for i, history in enumerate(table[f"street{r}_history"]):
            rows = slice(first[i], first[i + 1])
            names = [actions[a] for a in table[f"street{r}_actions"][rows]]
            chances = np.asarray(table[f"street{r}"][rows], dtype=np.float64)
            decisions[history.decode()] = (table[f"street{r}_player"][i] - 1, names, chances / chances.sum(0))

    def value(history: str, street: int, paid: tuple[int, int], me: int, reach: np.ndarray, best: bool):
        """Return the winnings of `me` with each state, weighted by the opponent's reach."""
        player, names, chances = decisions[history]
        values = []
        for name, chance in zip(names, chances, strict=True):
            theirs = reach if player == me else reach * chance
            then, stake = list(paid), max(paid)
            if name == "fold":
                values.append((paid[player] if player != me else -paid[me]) * (share[street] @ theirs))
                continue
            then[player] = stake + ((10, 10, 20, 20)[street] if name in ("bet", "raise") else 0)
            after = history + ("r" if name in ("bet", "raise") else "c")
            ends = name == ("check" if history[-1:] == "c" else "call") and history != ""
            if not ends:
                values.append(value(after, street, (then[0], then[1]), me, theirs, best))
            elif street == 3:
                values.append(stake * (margin @ theirs))
            else:
                grown = value(after + "/", street + 1, (then[0], then[1]), me, np.repeat(theirs, 5), best)
                values.append(grown.reshape(-1, 5).sum(axis=1))
        if player != me:
            return np.sum(values, axis=0)
        return np.max(values, axis=0) if best else np.sum(chances * values, axis=0)

    gains = [
        value("", 0, (5, 10), me, np.ones(5), best).sum() for me, best in ((0, True), (1, True), (0, False))
    ]
    ends = ("best_response_1", "best_response_2", "expected_value_1")
    stated = [table.attributes[f"{end}_chips_per_game"] for end in ends]
    np.testing.assert_allclose(gains, stated, atol=1e-6)  # probabilities are stored in float32
