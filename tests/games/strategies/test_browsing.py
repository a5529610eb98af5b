"""`pokerdata browse`: nodes by path and board, pots compared with the rules, and interactive walks."""

import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from pokerdata import games
from pokerdata.cli.browse import browse
from pokerdata.cli.solve import solve as solve_command
from pokerdata.games import BettingTree, StateNames, load_game
from pokerdata.games.betting_tree import DECISION
from pokerdata.games.strategies import Strategy, load_strategy, select, simple_strategy
from pokerdata.games.strategies.browsing import Browser, Place
from pokerdata.players.agents import Agent
from pokerdata.solving.public import solve


@pytest.fixture(scope="module")
def kuhn(tmp_path_factory: pytest.TempPathFactory) -> str:
    return solved(tmp_path_factory.mktemp("kuhn"), "kuhn", "--algorithm", "cfr+")


@pytest.fixture(scope="module")
def leduc(tmp_path_factory: pytest.TempPathFactory) -> str:
    return solved(tmp_path_factory.mktemp("leduc"), "leduc")


@pytest.fixture(scope="module")
def island() -> Browser:
    build = load_game("small-island").build
    assert build is not None
    return Browser(Strategy.of(solve(build(), iterations=3)))


def solved(folder: Path, game: str, *options: str) -> str:
    path = str(folder / f"{game.replace('-', '_')}.h5")
    CliRunner().invoke(solve_command, [game, "--out", path, *options], catch_exceptions=False)
    return path


def show(*arguments: str, typed: str | None = None) -> str:
    result = CliRunner().invoke(browse, arguments, input=typed, catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_a_node_in_words(kuhn: str) -> None:
    """After a check and a bet, a jack never calls and a king always does."""
    lines = show(kuhn, "--path", "cr").splitlines()
    assert lines[:3] == [
        "Kuhn poker: street 1, after cr",
        "pot 3 chips, 1 to call; player 1 acts",
        "hand     fold     call",
    ]
    assert lines[3] == "J     100.0 %    0.0 %"
    assert lines[5] == "K       0.0 %  100.0 %"
    assert lines[6:] == ["f  fold: player 2 wins 1 chip", "c  call: showdown for 2 chips each"]
    assert show(kuhn).splitlines()[1] == "pot 2 chips, 0 to call; player 1 acts"


def test_the_node_of_the_document(leduc: str) -> None:
    text = (Path(__file__).parents[3] / "docs" / "strategies.md").read_text(encoding="utf-8")
    (block,) = re.findall(
        r"<!-- browse leduc -->\n```text\n\$ pokerdata browse leduc.h5 (.*?)```", text, re.DOTALL
    )
    arguments, _, said = block.partition("\n")
    assert show(leduc, *arguments.split()) == said


def test_cards_come_before_a_street(leduc: str) -> None:
    waiting = show(leduc, "--path", "crc/").splitlines()
    assert waiting[1:] == ["pot 6 chips, 0 to call; player 1 acts", "cards to come: J, Q, K"]
    on_king = show(leduc, "--path", "crc/r", "--board", "K", "--prefix", "Q").splitlines()
    assert on_king[0] == "Leduc hold'em: street 2, board K, after crc/r"
    assert on_king[1] == "pot 10 chips, 4 to call; player 2 acts"
    assert [line[0] for line in on_king[3:]] == ["Q", "f", "c", "r"]
    assert show(leduc, "--path", "crcr", "--board", "K") == show(leduc, "--path", "crc/r", "--board", "K")


def test_a_walk_by_letters(leduc: str) -> None:
    output = show(leduc, "--walk", typed="r\nc\nX\nK\nr\nf\nb\nz\nb\nb\nb\nb\nq\nr\n")
    visited = [line.partition(": ")[2] for line in output.splitlines() if line.startswith("Leduc")]
    root, bet, called = "street 1, at the start", "street 1, after r", "street 2, after rc/"
    king, again = "street 2, board K, after rc/", "street 2, board K, after rc/r"
    assert visited == [root, bet, called, king, again, king, called, bet, root, root]
    assert (
        "[cards h hand b back q quit] board: expected 1 card on street 2 of the ranks JQK, 2 of each"
        in output
    )
    assert ", got X; e.g. K" in output
    assert "the game is over: player 1 wins 3 chips" in output
    assert "choice: expected one of c, r, h hand, b back, q quit, got z; e.g. c" in output
    assert show(leduc, "--walk", typed="").count("Leduc") == 1  # the end of input ends the walk


def test_boards_are_found_up_to_suits(island: Browser) -> None:
    path = "cc/cc/"
    given = ("Ks Td", "KsTd", "Kd Tc", "Kh Ts")
    states = [set(island.at(island.place(path, board)).hands.states[2].tolist()) for board in given]
    assert all(found == states[0] for found in states)
    assert set(island.at(island.place(path, "Ks Ts")).hands.states[2].tolist()) != states[0]
    assert [island.place(path, board).board for board in given] == ["Ks Td", "Ks Td", "Kd Tc", "Kh Ts"]
    name = island.place(path, "Kd Tc").board
    assert island.place(path, name) == Place(island.place(path).node, name)
    waiting = island.place("cc/", "")
    assert len(island.next_boards(waiting)) == 5  # up to suits
    after = island.deal(waiting, "Kd")
    checked = island.ways(island.ways(after)["c"])["c"]
    assert island.waits(checked)
    assert all(board.startswith(f"{after.board} ") for board in island.next_boards(checked))
    assert sum(len(island.next_boards(Place(checked.node, b))) for b in island.next_boards(waiting)) == 45
    assert island.deal(checked, "Tc").board == name
    assert len(island.lines(island.place(path, name), most=3)) == 2 + 1 + 1 + 3 + 1 + 2


def test_hands_have_their_suits_exchanged_as_the_board(island: Browser) -> None:
    """Hands and boards in other suits show the strategy under one permutation of both."""
    random = np.random.default_rng(6)
    place, tree = island.place("cc/cc/r"), island.tree
    names = island.saved.state_names[2]
    noted = 0
    for state in random.permutation(len(names))[:30].tolist():
        hand, board = names.hands[state], names.boards[state]
        wanted = island.saved.strategy[2][tree.rows(place.node)][:, state]
        for _ in range(4):
            turn = str.maketrans("cdhs", "".join(random.permutation(list("cdhs"))))
            mine, there = hand.translate(turn), Place(place.node, board.translate(turn))
            at = island.at(there)
            assert at.probabilities[at.hand(mine)].tolist() == wanted.tolist()
            line = "  ".join([f"{mine:<4}", *(f"{100 * p:5.1f} %" for p in wanted)])
            shown = island.lines(there, hand=mine)
            assert line in shown
            assert line in island.lines(there, hands=mine)  # also found by a prefix of its name
            assert any("suits exchanged" in told for told in shown) == (there.board not in names.boards)
            noted += there.board not in names.boards
    assert noted > 20


@pytest.mark.parametrize("name", ["kuhn", "leduc", "small-island", "limit-holdem", "royal"])
def test_pots_are_those_of_the_rules(name: str) -> None:
    """Pots come from the terminal nodes of the tree; this test counts them from the bets."""
    rules = load_game(name).rules
    tree = BettingTree(rules)
    rows = []
    for street in range(rules.streets):
        nodes = tree.decision_nodes(street)
        actions = np.diff(tree.first_edge)[nodes]
        rows.append(np.repeat(1 / actions, actions)[:, None])
    browser = Browser(Strategy(rules, {}, None, tuple(rows), (StateNames.of_hands(["any"]),) * rules.streets))
    assert isinstance(rules, games.LimitRules)
    paid = {0: (rules.ante + rules.blinds[0], rules.ante + rules.blinds[1])}
    for node in range(tree.nodes):
        if tree.kind[node] != DECISION:
            continue
        me, before = int(tree.player[node]), paid[node]
        assert browser.pot(node) == (sum(before), before[1 - me] - before[me])
        for edge, action in enumerate(tree.actions(node), int(tree.first_edge[node])):
            now = list(before)
            if action in ("call", "bet", "raise"):
                now[me] = max(before) + (0 if action == "call" else rules.bets[tree.street[node]])
            paid[int(tree.child[edge])] = (now[0], now[1])


def test_every_node_can_be_named() -> None:
    game = games.leduc()
    saved = Strategy(game.rules, game.parts()[0], None, simple_strategy(game, "uniform"), game.state_names)
    browser = Browser(saved)
    for street in range(2):
        for node in game.tree.decision_nodes(street):
            assert browser.place(game.tree.history(node), "Q" if street else "").node == node


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--path", "x"), r"path: expected one of c, r at the start, got x; e\.g\. c"),
        (("--path", "ccr/c"), "path: expected / where a street begins, got ccr/c: none begins after ccr"),
        (("--path", "rf"), "got rf: the game is over after rf, player 1 wins 1 chip"),
        (("--path", "cc", "--board", "KQ"), "board: expected 1 card on street 2, got KQ; e.g. K"),
        (("--board", "K"), "board: expected none on street 1, got K"),
        (("--prefix", "A"), "hands: expected the beginning of one of J, Q, K, got A; e.g. J"),
        (("--most", "0"), "--most: expected a whole number of 1 or more, got 0"),
    ],
)
def test_bad_places(leduc: str, arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        show(leduc, *arguments)


def test_buckets_are_hands_without_a_board(limit_game: games.JointCountGame) -> None:
    browser = Browser(Strategy.of(solve(limit_game, iterations=2)))
    lines = browser.lines(browser.place("cc/"), hands="1-")
    assert lines[0] == "heads-up limit Texas hold'em, random: street 2, after cc/"
    assert lines[1] == "pot 20 chips, 0 to call; player 2 acts"
    assert [line.split()[0] for line in lines[3:5]] == ["1-0", "1-1"]
    with pytest.raises(ValueError, match="board: expected none, got Ks: the hands are buckets here"):
        browser.place("cc/", "Ks")


def test_no_limit_bets_name_their_chips(tmp_path: Path) -> None:
    path = solved(tmp_path, "leduc-nolimit", "--iterations", "20")
    lines = show(path, "--path", "cr300r900").splitlines()
    assert lines[1] == "pot 1,200 chips, 600 to call; player 2 acts"
    assert lines[2] == "hand     fold     call   all-in"
    assert lines[-2:] == ["c  call: street 2, player 1 acts", "r1200  all-in: player 1 acts"]
    assert show(path).splitlines()[2] == "hand    check  bet 200   all-in"
    assert "c  call: the rest of the board, then showdown for 1,200 chips each" in show(
        path, "--path", "r1200"
    )
    after = show(path, "--path", "cr300c/r900", "--board", "K").splitlines()
    assert after[:2] == [
        "no-limit Leduc hold'em: street 2, board K, after cr300c/r900",
        "pot 1,200 chips, 600 to call; player 2 acts",
    ]


def test_suits_of_a_deck_without_them(leduc: str) -> None:
    told = show(leduc, "--path", "cc", "--board", "Ks", "--prefix", "Qs")
    assert told == show(leduc, "--path", "cc", "--board", "K", "--prefix", "Q").replace("board K", "board Ks")
    assert "Q      " in told


def test_a_hand_that_the_board_shows(leduc: str) -> None:
    """The suit matters even if the cards of a rank are alike: the other king is another card."""
    on = ("--path", "cc", "--board", "Ks")
    assert "K      " in show(leduc, *on, "--hand", "Kh")
    assert show(leduc, *on, "--hand", "K") == show(leduc, *on, "--hand", "Kh")
    assert show(leduc, *on, "--hand", "Kh").splitlines()[2] == "K"
    for hand, words in {
        "Ks": "hand: expected 1 card that the board does not show, got Ks; e.g. K",
        "ks": "hand: expected 1 card that the board does not show, got ks",
        "KhKd": "hand: expected 1 card of the ranks JQK, 2 of each, got KhKd",
        "A": "hand: expected 1 card of the ranks JQK, 2 of each, got A; e.g. K",
    }.items():
        with pytest.raises(ValueError, match=f"^{words}"):
            show(leduc, *on, "--hand", hand)
        with pytest.raises(ValueError, match=f"^{words}"):
            select(load_strategy(leduc), path="cc/", board="Ks", hand=hand)
    agent = Agent.load(leduc)
    for hole, board in (([2], "Q"), ("Q", [2]), ("Q", [3]), ([3], [2])):  # either queen
        assert agent.probabilities(hole, board, "cc/") == agent.probabilities("Q", "Q", "cc/")
    with pytest.raises(ValueError, match=r"card: expected one that is not dealt yet, got 2 twice; e\.g\. 0"):
        agent.probabilities([2], [2], "cc/")
    assert agent.probabilities("Kh", "Ks", "cc/") == agent.probabilities("K", "K", "cc/")
    with pytest.raises(ValueError, match="card: expected one that is not dealt yet, got 'Ks'"):
        agent.act("Ks", "Ks", "cc/")
    with pytest.raises(
        ValueError, match="board: expected 1 card on street 2 of the ranks JQK, 2 of each, got As"
    ):
        show(leduc, "--path", "cc", "--board", "As")
    with pytest.raises(ValueError, match=r"board: expected none on street 1, got Ks$"):
        show(leduc, "--path", "c", "--board", "Ks")
    with pytest.raises(ValueError, match="--hand: expected cards or a class of hands, got nothing"):
        show(leduc, "--hand", "")
