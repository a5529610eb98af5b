"""Rules of two to ten players: from files, from two-player games, and errors."""

import pickle

import pytest

from pokerdata.games import GAMES, CardRules, table_rules
from pokerdata.games.play import DEFINITIONS, TableRules, definition_text, definition_toml

_CARDS = CardRules("23456789TJQKA", 2, (0, 3, 1, 1), "five-card", suits=4)


@pytest.mark.parametrize("name", [*DEFINITIONS, *GAMES])
def test_files_are_read_back(name, tmp_path):
    game = table_rules(name)
    toml = tmp_path / "game.toml"
    toml.write_text(definition_toml(game), encoding="utf-8")
    assert table_rules(str(toml)) == game
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize("name", [*DEFINITIONS, *GAMES])
def test_game_files_are_read_back(name, tmp_path):
    game = table_rules(name)
    if name in ("leduc", "kuhn", "leduc-nolimit", "small-island", "rhode-island"):
        with pytest.raises(ValueError, match=r"cannot be written as a \.game file: it has"):
            definition_text(game)
        return
    path = tmp_path / "some.game"
    text = definition_text(game)
    path.write_text(text, encoding="utf-8")
    read = table_rules(str(path))
    assert definition_text(read).splitlines()[1:] == text.splitlines()[1:]
    assert read.players == game.players
    assert [sum(pair) for pair in zip(game.antes, game.blinds, strict=True)] == [
        sum(pair) for pair in zip(read.antes, read.blinds, strict=True)
    ]


def test_the_file_of_the_competition():
    assert definition_text(table_rules("limit-holdem-3p")).splitlines()[1:] == [
        "GAMEDEF",
        "limit",
        "numPlayers = 3",
        "numRounds = 4",
        "blind = 5 10 0",
        "raiseSize = 10 10 20 20",
        "firstPlayer = 3 1 1 1",
        "maxRaises = 3 4 4 4",
        "numSuits = 4",
        "numRanks = 13",
        "numHoleCards = 2",
        "numBoardCards = 0 3 1 1",
        "END GAMEDEF",
    ]
    # With two players, the competition seats the big blind first.
    heads_up = table_rules("limit-holdem")
    assert (heads_up.blinds, heads_up.first_to_act, heads_up.max_raises) == (
        (10, 5),
        (2, 1, 1, 1),
        (3, 4, 4, 4),
    )
    assert heads_up.positions == ("BB", "SB")


def test_names_of_positions():
    def positions(players):
        return TableRules(
            "g",
            (1, 2, *[0] * (players - 2)),
            (1,),
            CardRules("23456789TJQKA", suits=4),
            stacks=(9,) * players,
        ).positions

    assert positions(3) == ("SB", "BB", "BU")
    assert positions(4) == ("SB", "BB", "CO", "BU")
    assert positions(6) == ("SB", "BB", "UTG1", "MP1", "CO", "BU")
    assert positions(10) == ("SB", "BB", "UTG1", "UTG2", "UTG3", "MP1", "MP2", "MP3", "CO", "BU")
    assert table_rules("kuhn-3p").positions == ("P1", "P2", "P3")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"blinds": (1,)}, "players: expected 2 to 10, got 1"),
        ({"blinds": (1,) * 11}, "players: expected 2 to 10, got 11"),
        ({"blinds": (0, 0, 0)}, "ante and blinds: expected chips at stake"),
        ({"blinds": (-5, -10, 0)}, "ante and blinds: expected chips at stake"),
        ({"ante": (-1, 0, 0)}, "ante: expected 0 to 10000000000, got -1"),
        ({"ante": (1, 0)}, r"ante: expected one number, or one for each of the 3 positions, got \(1, 0\)"),
        ({"minimum_bet": 5}, "minimum_bet: expected none in a limit game"),
        ({"blinds": (5, 10**10 + 1, 0)}, "blinds: expected at most 10000000000, got 10000000001"),
        ({"first_to_act": (4, 1, 1, 1)}, "first_to_act: expected a position from 1 to 3 for each street"),
        ({"first_to_act": (1, 1)}, "board: expected 2 numbers of cards"),
        ({"bets": (10, 10)}, "bets: expected 4 numbers, one for each street"),
        ({"bets": ()}, "stacks: expected chips of each player in a game without limits"),
        ({"stacks": (0, 100, 100)}, "stacks: expected 1 to 10000000000, got 0"),
        ({"stacks": (10**10 + 1, 100, 100)}, "stacks: expected at most 10000000000, got 10000000001"),
        ({"stacks": (100, 100)}, "stacks: expected 3 numbers"),
        ({"max_raises": (3, 4, 4, 256)}, "max_raises: expected 0 to 255, got 256"),
        ({"bets": (10**8,) * 4}, "at most 100000000 chips in all"),
        ({"cards": CardRules("KA", 1, (0, 1), "pairs", suits=4)}, "board: expected 4 numbers of cards"),
        (
            {"cards": CardRules("QKA", 1, (0, 1, 0, 0), "pairs", suits=1)},
            "deck: expected a card for each of the 4",
        ),
        ({"cards": CardRules("QKA", 1, (1, 0, 0, 0), "pairs", suits=4)}, "no card on the first street"),
    ],
)
def test_rules_that_make_no_game(changed, message):
    good = {
        "name": "g",
        "blinds": (5, 10, 0),
        "first_to_act": (3, 1, 1, 1),
        "cards": _CARDS,
        "bets": (10, 10, 20, 20),
        "max_raises": (3, 4, 4, 4),
    }
    with pytest.raises(ValueError, match=message):
        TableRules(**{**good, **changed})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("numPlayers = 3", "numPlayers = 11", "numPlayers: expected 2 to 10, got 11"),
        ("blind = 5 10 0", "blind = 5 10", "blind: expected 3 whole numbers, one for each of the players"),
        ("numHoleCards = 2", "numHoleCards = 3", "numHoleCards: expected 1 to 2"),
        ("numRanks = 13", "numRanks = x", "numRanks: expected one whole number"),
        ("\nlimit\n", "\nnolimit\n", "raiseSize = 10 10 20 20; only limit games have it"),
        ("GAMEDEF", "GAME", "is no game definition"),
    ],
)
def test_bad_files(old, new, message, tmp_path):
    path = tmp_path / "bad.game"
    path.write_text(definition_text(table_rules("limit-holdem-3p")).replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        table_rules(str(path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "x"\n[betting]\nmax_raises = [1]\nblinds = [1, 1]\n[cards]\n', "no key 'first_to_act'"),
        ('name = "x"\n[betting]\nmax_raises = [1]\nwrong = 1\n[cards]\n', "unknown key 'wrong'"),
        ("[betting]\nblinds = [1, 1, 1]\n", "expected a name"),
        ("name = ", "cannot read the game"),
        ('name = "x"\n[betting]\nblinds = [1, 1, 1]\nfirst_to_act = [1]\n[cards]\nfoo = 1\n', "foo"),
        ('name = "x"\n[betting]\nblinds = 3\nfirst_to_act = [1]\n[cards]\n', "no key 'bets'"),
    ],
)
def test_bad_toml(text, message, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        table_rules(str(path))


def test_other_names():
    with pytest.raises(ValueError, match="got 'limit-holdem-4p', did you mean 'limit-holdem-3p'"):
        table_rules("limit-holdem-4p")
