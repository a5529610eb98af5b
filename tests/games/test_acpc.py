"""ACPC `.game` files agree with built-in games, and with OpenSpiel, which uses the competition's own code."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from click.testing import CliRunner

from pokerdata.cli.games import games as games_command
from pokerdata.cli.solve import solve as solve_command
from pokerdata.games import (
    GAMES,
    BettingTree,
    CardRules,
    Game,
    LimitRules,
    NoLimitRules,
    acpc_text,
    adjusted_game,
    load_game,
    read_acpc,
    sizes,
)
from pokerdata.games.betting_tree import DECISION
from pokerdata.matches import match

HOLDEM = """
# reverse blinds: the first seat posts the big blind
GAMEDEF
limit
numPlayers = 2
numRounds = 4
blind = 10 5
raiseSize = 10 10 20 20
firstPlayer = 2 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""
NOLIMIT = """gamedef
NoLimit
numplayers = 2
NUMROUNDS = 4
stack = 1000 1000  # ten big blinds
blind = 100 50
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
end gamedef
"""


def read(folder: Path, text: str, name: str = "mine.game") -> Game:
    path = folder / name
    path.write_text(text)
    return read_acpc(path)


def test_limit_holdem_is_the_built_in_game(tmp_path: Path) -> None:
    """The competition seats the big blind first, the built-in games the small blind; actions are the same."""
    game, own = read(tmp_path, HOLDEM, "holdem.limit.2p.reverse_blinds.game"), GAMES["limit-holdem"]
    assert game.rules.name == "holdem.limit.2p.reverse_blinds"
    assert game.rules.values() == {**own.rules.values(), "name": game.rules.name}
    assert game.cards == own.cards
    assert game.abstracted
    forward = HOLDEM.replace("10 5", "5 10").replace("2 1 1 1", "1 2 2 2")
    assert read(tmp_path, forward, "holdem.limit.2p.reverse_blinds.game") == game


def test_no_limit_holdem_is_the_built_in_game_with_stacks_of_200_blinds(tmp_path: Path) -> None:
    text = NOLIMIT.replace("stack = 1000 1000", "stack = 20000 20000")
    game, own = read(tmp_path, text), adjusted_game("nolimit-holdem", stack=200)
    assert game.rules.values() == {**own.rules.values(), "name": game.rules.name}
    assert game.cards == own.cards
    uneven = read(tmp_path, NOLIMIT.replace("stack = 1000 1000", "stack = 900 1000")).rules
    assert isinstance(uneven, NoLimitRules)
    assert uneven.stacks == (1000, 900)  # of the small and the big blind


REVERSED = {"limit-flop": "2 1", "royal": "2 1 1 1"}


@pytest.mark.parametrize("name", REVERSED)
def test_strategies_and_trees_of_a_file_are_those_of_the_built_in_game(tmp_path: Path, name: str) -> None:
    text = acpc_text(GAMES[name])
    assert "blind = 5 10" in text
    forward = "firstPlayer = " + " ".join(map(str, GAMES[name].rules.first_to_act))
    assert forward in text
    text = text.replace("blind = 5 10", "blind = 10 5").replace(forward, f"firstPlayer = {REVERSED[name]}")
    game = read(tmp_path, text)
    ours, theirs = BettingTree(GAMES[name].rules), BettingTree(game.rules)
    for part in ("kind", "street", "player", "chips", "parent", "action", "child", "to"):
        np.testing.assert_array_equal(getattr(ours, part), getattr(theirs, part), err_msg=part)


def test_a_strategy_of_a_file_plays_one_of_the_built_in_game(tmp_path: Path) -> None:
    rules = LimitRules("own", (10, 20), (2, 2), (1, 2), blinds=(5, 10), blind_counts_as_bet=True)
    text = acpc_text(Game(rules, CardRules("QKA", board=(0, 1), copies=2)))
    usual = text.replace("blind = 5 10", "blind = 10 5").replace("firstPlayer = 1 2", "firstPlayer = 2 1")
    assert usual != text
    for name, content in (("own", text), ("theirs", usual)):
        (tmp_path / f"{name}.game").write_text(content)
        run = [str(tmp_path / f"{name}.game"), "--iterations", "30", "--out", str(tmp_path / f"{name}.h5")]
        CliRunner().invoke(solve_command, run, catch_exceptions=False)
    own, theirs = str(tmp_path / "own.h5"), str(tmp_path / "theirs.h5")
    assert match(own, theirs, deals=500, seed=1).sums == match(own, own, deals=500, seed=1).sums
    assert match(own, "always-raise", deals=500, seed=1).won[0].mean != 0


@pytest.mark.parametrize(
    ("name", "nodes", "information_sets"),
    [("kuhn", 58, 12), ("leduc", 1939, 288), ("twelve-card", 99_545, 10_104)],
)
def test_small_games(tmp_path: Path, name: str, nodes: int, information_sets: int) -> None:
    game = read(tmp_path, acpc_text(GAMES[name]))
    assert "maxRaises = " + " ".join(map(str, game.rules.caps)) in acpc_text(game)
    found = sizes(game.rules, game.cards)
    assert (found.nodes, found.information_sets) == (nodes, information_sets)
    assert found == sizes(GAMES[name].rules, GAMES[name].cards)


@pytest.mark.parametrize(
    "name",
    [
        "kuhn",
        "leduc",
        "leduc-nolimit",
        "twelve-card",
        "royal",
        "limit-flop",
        "limit-holdem",
        "nolimit-holdem",
    ],
)
def test_what_is_written_is_read_back(tmp_path: Path, name: str) -> None:
    given = GAMES[name]
    text = CliRunner().invoke(games_command, [name, "--acpc"], catch_exceptions=False).output
    game = read(tmp_path, text)
    assert {**game.rules.values(), "name": given.rules.name} == given.rules.values()
    assert (len(game.cards.ranks), game.cards.values() | {"ranks": ""}) == (
        len(given.cards.ranks),
        given.cards.values() | {"ranks": ""},
    )


def openspiel_histories(text: str) -> dict[str, float | int]:
    """Return the acting player or the first player's final winnings for each history of aces against deuces."""
    root = pyspiel.universal_poker.load_universal_poker_from_acpc_gamedef(text).new_initial_state()
    hole, first = int(re.search(r"numHoleCards = (\d)", text, re.IGNORECASE)[1]), 0  # type: ignore[index]
    while root.is_chance_node():
        root.apply_action(root.legal_actions()[-1 if first < hole else 0])
        first += 1
    found: dict[str, float | int] = {}

    def visit(state: pyspiel.State) -> None:
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[len(state.legal_actions()) // 2])
        history = re.search(r"STATE:0:([^:]*):", str(state))[1]  # type: ignore[index]
        if state.is_terminal():
            found[history.rstrip("/") + " ends"] = state.returns()[0]
            return
        found[history] = state.current_player()
        for action in state.legal_actions():
            visit(state.child(action))

    visit(root)
    return found


def our_histories(game: Game) -> dict[str, float | int]:
    tree = BettingTree(game.rules)
    return {
        tree.history(n) + (" ends" if tree.kind[n] != DECISION else ""): int(
            tree.player[n] if tree.kind[n] == DECISION else tree.chips[n]
        )
        for n in range(tree.nodes)
    }


@pytest.mark.parametrize(
    "text",
    [
        HOLDEM,
        acpc_text(GAMES["kuhn"]),
        acpc_text(GAMES["leduc"]),
        acpc_text(GAMES["leduc-nolimit"]),
        NOLIMIT,
    ],
    ids=["limit hold'em", "kuhn", "leduc", "no-limit leduc", "no-limit hold'em"],
)
def test_histories_and_stakes_are_those_of_the_competition(tmp_path: Path, text: str) -> None:
    """OpenSpiel's no-limit menu equals ours: fold, call, the pot and all-in."""
    game = read(tmp_path, text)
    assert our_histories(game) == openspiel_histories(acpc_text(game))  # OpenSpiel knows no other spelling


def test_no_limit(tmp_path: Path) -> None:
    game = read(tmp_path, NOLIMIT)
    assert game.rules == NoLimitRules(
        name="mine", stacks=(1000, 1000), blinds=(50, 100), first_to_act=(1, 2, 2, 2)
    )
    few = read(tmp_path, NOLIMIT.replace("numSuits", "maxRaises = 3 4 4 4\nnumSuits"))
    assert few.rules.caps == (4, 4, 4, 4)


def test_a_cap_of_no_bets_before_the_blind_is_read_back(tmp_path: Path) -> None:
    """The blind is already a bet: a first cap of 0 allows as many raises as 1, which files write as 0."""
    rules = NoLimitRules("none", stacks=(9, 9), blinds=(1, 2), first_to_act=(1, 2), caps=(0, 1))
    text = acpc_text(Game(rules, CardRules("JQK", copies=2, board=(0, 1))))
    assert "maxRaises = 0 1\n" in text
    again = read(tmp_path, text).rules
    assert again.caps == (1, 1)
    np.testing.assert_array_equal(BettingTree(again).to, BettingTree(rules).to)


def test_a_name_of_several_lines_is_a_comment_of_one(tmp_path: Path) -> None:
    given = GAMES["kuhn"]
    assert isinstance(given.rules, LimitRules)
    text = acpc_text(replace(given, betting=replace(given.rules, name="Kuhn\npoker\u2028of 1950")))
    assert text.startswith("# Kuhn poker of 1950\nGAMEDEF\n")
    again = read(tmp_path, text).rules
    assert isinstance(again, LimitRules)
    assert again.bets == given.rules.bets


def test_cards_by_rule(tmp_path: Path) -> None:
    royal = HOLDEM.replace("numRanks = 13", "numRanks = 5")
    assert read(tmp_path, royal).cards == GAMES["royal"].cards
    flop = royal.replace("numBoardCards = 0 3 1 1", "numBoardCards = 0 1 0 0")  # three cards, no flushes
    assert read(tmp_path, flop).cards == CardRules("TJQKA", hole=2, board=(0, 1, 0, 0), copies=4)


def test_solving_a_file(tmp_path: Path) -> None:
    path = tmp_path / "leduc.limit.2p.game"
    path.write_text(acpc_text(GAMES["leduc"]))
    said = CliRunner().invoke(solve_command, [str(path), "--no-strategy"], catch_exceptions=False).output
    assert "leduc.limit.2p, dcfr(alpha=1.5, beta=0, gamma=2), 411 iterations" in said


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("numPlayers = 2", "numPlayers = 3", r"line 5: numPlayers: expected 2, got 3; e\.g\. numPlayers = 2"),
        ("numHoleCards = 2", "numHoleCards = 4", r"line 13: numHoleCards: expected 1 to 2, got 4"),
        ("numSuits = 4", "numSuits = 5", r"line 11: numSuits: expected 1 to 4, got 5"),
        ("numRanks = 13", "", "there is no numRanks; expected e.g. numRanks = 13"),
        ("numRanks = 13", "numRanks = ace", r"line 12: numRanks: expected one whole number, got ace"),
        (
            "blind = 10 5",
            "blind = 10",
            r"line 7: blind: expected 2 whole numbers, one for each of the players, got 10",
        ),
        (
            "blind = 10 5",
            "blind = 0 0",
            r"rules 'mine': ante and blinds: expected chips at stake from the start, got none",
        ),
        (
            "raiseSize = 10 10 20 20",
            "raiseSize = 10 20",
            "expected 4 whole numbers, one for each of the rounds",
        ),
        (
            "raiseSize = 10 10 20 20",
            "raiseSize = 10 -10 20 20",
            r"line 8: raiseSize: expected 4 whole numbers, one for each of the rounds, got 10 -10 " r"20 20",
        ),
        (
            "firstPlayer = 2 1 1 1",
            "firstPlayer = 1 1 1 1",
            r"rules 'mine': first_to_act: expected the player with the smaller blind to act first "
            r"on the first.*got player 1, who pays the larger one",
        ),
        (
            "firstPlayer = 2 1 1 1",
            "firstPlayer = 2 1 1 3",
            r"rules 'mine': first_to_act on street 4: expected player 1 or 2, got 3",
        ),
        (
            "maxRaises = 3 4 4 4",
            "maxRaises = 3 0 4 4",
            r"rules 'mine': cap on street 2: expected 1 to 256 bets and raises a street, got 0",
        ),
        ("maxRaises = 3 4 4 4", "maxRaises = 3 4 4 4\nmaxraises = 1 1 1 1", "line 11: .* is there twice"),
        (
            "limit",
            "limit\nstack = 100 100",
            r"line 5: stack: expected at least 240: a limit game without all-ins, or leave it out, "
            r"got 100 100",
        ),
        ("limit", "nolimit", "line 8: raiseSize = 10 10 20 20; only limit games have it"),
        (
            "limit",
            "pot limit",
            "line 4: 'pot limit' is no field of a game; expected limit or nolimit, and KEY",
        ),
        (
            "numBoardCards = 0 3 1 1",
            "numBoardCards = 0 3 2 2",
            r"cards: hands: expected 5 to 7 cards for the ranking 'five-card', got 9",
        ),
        ("END GAMEDEF", "", "is no game definition: expected lines from GAMEDEF to END GAMEDEF"),
    ],
)
def test_bad_files(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in HOLDEM
    with pytest.raises(ValueError, match=message) as caught:
        read(tmp_path, HOLDEM.replace(old, new, 1))
    assert str(tmp_path / "mine.game") in str(caught.value)


def test_what_a_file_cannot_say() -> None:
    for name, message in (
        ("small-island", "the ranking 'three-card'"),
        ("rhode-island", "expected 'pairs' for hands"),
    ):
        with pytest.raises(ValueError, match=f"cannot be written as a .game file: .*{message}"):
            acpc_text(GAMES[name])
    blinds = LimitRules("x", bets=(1,), caps=(1,), first_to_act=(1,), blinds=(1, 1), blind_counts_as_bet=True)
    with pytest.raises(
        ValueError, match="equal blinds that are the only bet of the first street; expected a cap of 2"
    ):
        acpc_text(Game(blinds, CardRules("JQK", copies=1)))
    with pytest.raises(ValueError, match=r"cannot read the game nowhere\.game"):
        load_game("nowhere.game")
