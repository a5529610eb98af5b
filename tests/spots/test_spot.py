"""Spots as values: accepted input, errors, ranges on boards, files."""

import pickle
import resource
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pokerdata
from helpers.reference_spots import F1, R1, R2, T1
from pokerdata import Range, Spot
from pokerdata.cards import COMBINATIONS, parse_cards
from pokerdata.cards.equity import equity
from pokerdata.errors import CapacityError, TableError
from pokerdata.games import Game, load_game
from pokerdata.games.named import TEXAS
from pokerdata.spots.betting import Size
from pokerdata.spots.solving import warnings_of

# The same spots in other words.
R2_IN_WORDS = {**R2, "bets": "50%,100%; ip: 50%,100%,e", "rake": "5%"}
T1_IN_WORDS = {**T1, "donks": "50%"}

ALL_BUT_FOUR = [c for c in range(52) if c not in parse_cards("Td9d6hQcAsAhKsKh")]


def spot(**changes: Any) -> Spot:
    given: dict[str, Any] = {
        "board": "Td9d6hQc",
        "oop": "QQ+",
        "ip": "AK",
        "pot": 200,
        "stack": 900,
        "bets": "60%",
    }
    given.update(changes)
    return Spot(**{name: value for name, value in given.items() if value is not None})


@pytest.mark.parametrize(
    ("given", "hands", "deals", "share"),
    [
        (R1, (125, 114), 12764.5, 0.426730),
        (R2_IN_WORDS, (109, 144), 9626.565, 0.492833),
        (T1_IN_WORDS, (167, 250), 37313, 0.530603),
        (F1, (168, 167), 24778.5, 0.456263),
    ],
)
def test_hands_deals_and_equities_that_others_counted(
    given: dict[str, Any], hands: tuple[int, int], deals: float, share: float
) -> None:
    found = Spot(**given)
    assert tuple(int(np.count_nonzero(found.weights(p))) for p in (0, 1)) == hands
    assert found.deals == pytest.approx(deals, rel=1e-12)
    assert equity([found.oop, found.ip], found.board).equity[0] == pytest.approx(share, abs=5e-7)
    assert Spot(**found.values()) == found
    assert pickle.loads(pickle.dumps(found)) == found


def test_weights_are_those_of_hands_that_may_be_held() -> None:
    found = spot(oop="QQ+:0.5,AK", dead="Ah 2c", ip="random")
    blocked = np.isin(COMBINATIONS, np.concatenate([found.board_cards, found.dead_cards])).any(axis=1)
    assert blocked.sum() == 1326 - 46 * 45 // 2
    for player, name in enumerate(("oop", "ip")):
        expected = np.where(blocked, 0, getattr(found, name).weights)
        np.testing.assert_array_equal(found.weights(player), expected)
        np.testing.assert_array_equal(found.weights(name), expected)
        assert not found.weights(player).flags.writeable
    with pytest.raises(ValueError, match="player: expected 0 or 'oop', 1 or 'ip', got 2"):
        found.weights(2)


def test_what_stands_for_ranges() -> None:
    weights = Range("QQ+").weights
    assert spot(oop=Range("QQ+")) == spot(oop=weights) == spot(oop="QQ,KK,AA") == spot()
    assert spot() != spot(oop="QQ+:0.5")
    assert hash(spot()) == hash(spot(oop=weights))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"bets": "60%, E ,a"}, {"bets": ["60%", "e", "all-in"]}),
        ({"bets": "60%"}, {"bets": "60.0%"}),
        ({"bets": "60%"}, {"bets": (Size("pot", Fraction(3, 5)),)}),
        ({"bets": "60%; river: a"}, {"bets": {"turn": "60%", "river": ["a"]}}),
        ({"bets": "60%; ip: a"}, {"bets": {"oop": "60%", "ip": "a"}}),
        ({"bets": "60%; ip river: a"}, {"bets": {"oop": "60%", "ip": {"turn": "60%", "river": "a"}}}),
        ({"bets": "60%; river ip: a"}, {"bets": {"turn": "60%", "river": "oop: 60%; ip: a"}}),
        ({"bets": "turn: 60%; river: 60%"}, {"bets": "60%"}),
        ({"bets": "60%", "donks": "50%"}, {"bets": "60%", "donks": {"river": "50%"}}),
        ({"stack": 900}, {"stack": None, "stacks": (900, 900)}),
        ({"add_all_in": 1.5}, {"add_all_in": "150%"}),
        ({"merge": 0.1}, {"merge": Fraction(1, 10)}),
        ({"rake": 0.05}, {"rake": " 5 %"}),
        ({"board": "Td 9d 6h Qc"}, {"board": pokerdata.parse_cards("Td9d6hQc")}),
    ],
)
def test_other_ways_to_say_it(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert spot(**one) == spot(**other)
    assert spot(**one) != spot(**one, pot=201)


def test_sizes_that_are_not_given_are_none() -> None:
    found = spot(bets="river: 75%")
    assert list(map(str, found.bets[1][0])) == ["75%"]
    assert found.bets[0] == ((), ())
    assert found.donks == (None, None)
    assert spot(donks="").donks == (None, ())
    assert found.values()["bets"] == "river: 75%"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"board": "Td9d"}, "board: expected 3, 4 or 5 cards, got 2; e.g. "),
        ({"board": "Td9d6hQc2s3s"}, "board: expected 3, 4 or 5 cards, got 6; e.g. "),
        ({"board": "Td9d6hTd"}, "board: .*Td"),
        ({"board": "Td9d6hXx"}, "board: "),
        ({"dead": "Td"}, "board and dead cards: expected each card once"),
        # Four other cards are left: enough for both hands, but not for a river.
        ({"dead": ALL_BUT_FOUR}, "dead: expected at most 43 cards, as two hands .* got 44; e.g. '2h'"),
        ({"oop": "QQ+,AXz"}, "oop: range 'QQ\\+,AXz', column 7: "),
        ({"oop": ""}, "oop: range"),
        ({"oop": "QQ:0"}, "oop: expected a range with hands, got none; e.g. 'QQ\\+,AK'"),
        (
            {"oop": "TdTc", "ip": "QcQd"},
            "oop: expected hands that share no card with the board Td 9d 6h Qc, got",
        ),
        (
            {"ip": "AhKh", "dead": "Ah"},
            "ip: expected hands that share no card .* or the dead cards Ah, got AhKh",
        ),
        (
            {"oop": "AhAs", "ip": "AhKh"},
            "oop, ip: expected ranges with hands that share no card with each other",
        ),
        ({"oop": -np.ones(1326)}, "oop: weight of combination 0: expected a finite number of at least 0"),
        ({"oop": 5}, "oop: hands: expected a range"),
        ({"pot": None}, "pot: expected a whole number from 1 to 100000000, got None; e.g. 200"),
        ({"pot": 0}, "pot: expected a whole number from 1 to 100000000, got 0; e.g. 200"),
        ({"pot": 200.5}, "pot: expected a whole number"),
        ({"stack": None}, "stack: expected the chips that each player has left, got none; e.g. stack=900"),
        ({"stack": 0}, "stack: expected a whole number from 1"),
        ({"stacks": (1, 2)}, "stack, stacks: expected one of them, got 900 and \\(1, 2\\)"),
        (
            {"stack": None, "stacks": (1,)},
            "stacks: expected two numbers of chips, of oop and ip, got \\(1,\\)",
        ),
        ({"bets": "60"}, "bets: expected 60% \\(of the pot\\), .*, got '60'; e.g. '60%,e,a'"),
        ({"bets": "60%,"}, "bets: expected .*, got ''; e.g. "),
        ({"bets": "0%"}, "bets: expected a part of the pot above 0, got '0%'"),
        ({"bets": "0c"}, "bets: expected 60%.*, got '0c'"),
        ({"bets": "0e"}, "bets: expected 60%.*, got '0e'"),
        ({"bets": "e0%"}, "bets: expected 60%.*, got 'e0%'"),
        ({"bets": "101e"}, "bets: expected at most 100 geometric bets, got '101e'"),
        ({"bets": "2.5x"}, "bets: expected no multiple, as a bet has none before it, got '2.5x'; e.g. '60%'"),
        ({"bets": "100c3r"}, "bets: expected no limit of bets for a first bet, got '100c3r'; e.g. '100c'"),
        ({"bets": "33.33333%"}, "bets: expected at most three decimals, got '33.33333%'"),
        ({"bets": "1000001%"}, "bets: expected at most 10,000 pots or times the last bet"),
        ({"bets": 0.6}, "bets: expected sizes as text, got 0.6; e.g. '60%,e,a'"),
        ({"bets": [0.6]}, "bets: expected sizes as text, got 0.6; e.g. '60%,e,a'"),
        ({"bets": ""}, "bets: expected a size for a player on a street, got none"),
        ({"bets": "flop: 60%"}, "bets: expected sizes of the turn and the river, .*got some of the flop"),
        ({"bets": "preflop: 60%"}, "bets: expected sizes of the turn and the river"),
        ({"bets": "hero: 60%"}, "bets: expected turn, river, oop, ip, or .*, got 'hero'"),
        ({"bets": {"turn": {"turn": "60%"}}}, "bets: expected oop, ip, or .*, got 'turn'"),
        ({"bets": {"turn": {"ip": "60"}}}, "bets ip turn: expected .*, got '60'"),
        ({"bets": ": 60%"}, "bets: expected a street or a player before the colon, got none"),
        ({"raises": "1x"}, "raises: expected a multiple above 1, got '1x'; e.g. '2.5x'"),
        ({"raises": "100c0r"}, "raises: expected 60%.*, got '100c0r'"),
        ({"donks": "ip: 50%"}, "donks ip: expected those of oop, who acts first, got ip"),
        ({"donks": "turn: 50%"}, "donks turn: expected a street after the first, .*, got turn"),
        ({"board": "Td9d6hQc2s", "donks": "50%"}, "donks: expected none on the river"),
        ({"add_all_in": -1}, "add_all_in: expected a part of the pot from 0 to 10,000 .*, got -1; e.g. 0.15"),
        ({"force_all_in": "x"}, "force_all_in: expected a part of the pot"),
        ({"merge": float("nan")}, "merge: expected a part of the pot .*, got nan"),
        ({"merge": True}, "merge: expected a part of the pot .*, got True"),
        ({"merge": "1/3000000"}, "merge: expected a part of the pot"),
        ({"rake": 5}, "rake: expected a part of the pot from 0 to below 1, got 5; e.g. '5%' or 0.05"),
        ({"rake_cap": 12}, "rake_cap: expected none without a rake, got 12"),
        ({"rake": "5%", "rake_cap": 0}, "rake_cap: expected a number of chips above 0, got 0"),
        ({"minimum_bet": 0}, "minimum_bet: expected a whole number from 1"),
        ({"big_blind": 0}, "big_blind: expected a whole number from 1"),
        ({"to_act": "utg"}, "to_act: expected oop, or ip where oop has checked, got 'utg'"),
        ({"caps": 4}, "caps: expected none without limit_bets, got 4"),
        ({"limit_bets": 20}, "stack: expected none with limit_bets, got 900"),
        ({"limit_bets": 20, "stack": None}, "bets: expected none with limit_bets, got '60%'"),
        (
            {"limit_bets": (20, 20, 20), "stack": None, "bets": None},
            "limit_bets: expected one for all streets or one each for turn and river, got \\(20, 20, 20\\)",
        ),
        (
            {"limit_bets": 20, "stack": None, "bets": None, "caps": (0, 0)},
            "caps: expected a bet on at least one",
        ),
        (
            {"limit_bets": 20, "stack": None, "bets": None, "merge": 0.1},
            "merge: expected none with limit_bets",
        ),
        ({"game": "limit-holdem"}, "history: expected the actions before the spot, got None"),
        ({"history": "cc/"}, "game: expected one with a history, got none with 'cc/'"),
        (
            {"game": "limit-holdem", "history": "cc/"},
            "pot: expected none with a game, which has its own, got 200",
        ),
    ],
)
def test_what_makes_no_spot_is_refused_by_name(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}"):
        spot(**changes)


@pytest.mark.parametrize(
    ("game", "history", "board", "said"),
    [
        ("limit-holdem", "cc", "Td9d6hQc", "board: expected 3 cards, as 'cc' leads to the flop, got 4"),
        ("limit-holdem", "c", "Td9d6h", "history: expected one that reaches the flop, got 'c'; e.g. 'cc/'"),
        ("limit-holdem", "cq", "Td9d6h", "history: expected one of c, r after c, got q"),
        ("limit-holdem", "f", "Td9d6h", "history: expected one that leads to a decision"),
        ("limit-flop", "cc/", "Td9d6h", "game: expected Texas hold'em with its 52 cards, .*, got limit flop"),
        ("leduc", "cc/", "Td9d6h", "game: expected Texas hold'em"),
        ("nolimit-holdem", "r250c/", "Td9d6h", "history: expected one of f, c, r300, r10000 at the start"),
        ("nobody", "cc/", "Td9d6h", "game: expected a file or one of kuhn"),
        ({"name": "x", "bets": [1]}, "cc/", "Td9d6h", "game: expected the rules of a game"),
    ],
)
def test_what_is_no_spot_of_a_game_is_refused_by_name(game: Any, history: str, board: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}"):
        Spot.of_game(game, history, board=board, oop="QQ+", ip="AK")


def test_spots_do_not_change() -> None:
    found = spot()
    with pytest.raises(AttributeError, match="cannot set pot"):
        found.pot = 3
    with pytest.raises(ValueError, match="read-only"):
        found.board_cards[0] = 0


def test_changed() -> None:
    found = spot(raises="3x")
    assert found.changed(pot=300) == spot(raises="3x", pot=300)
    assert found.changed(stacks=(100, 200)) == spot(raises="3x", stack=None, stacks=(100, 200))
    assert found.changed(stacks=(100, 200)).changed(stack=900) == found
    assert found.changed(oop="AhKh:0.3").oop == Range("AhKh:0.3")
    with pytest.raises(ValueError, match=r"spot: expected some of add_all_in, .*, got 'potsize'"):
        found.changed(potsize=3)


def test_files(tmp_path: Path) -> None:
    mine = load_game("nolimit-holdem").rules.values() | {"menu": ["half-pot"], "name": "mine"}
    for found in (
        *(Spot(**given) for given in (R1, R2_IN_WORDS, T1_IN_WORDS, F1)),
        spot(donks="", stack=None, stacks=(900, 100), dead="2c", to_act="ip", minimum_bet=10, big_blind=10),
        spot(bets="60%; oop river: a", merge=Fraction(1, 3)),
        spot(limit_bets=(20, 40), stack=None, bets=None, caps=(3, 4)),
        Spot.of_game("limit-holdem", "cc/cr", board="Td9d6h", oop="QQ+", ip="AK", rake=0.05, rake_cap=3),
        Spot.of_game(mine, "r200c/", board="Td9d6h", oop="QQ+", ip="AK"),  # type: ignore[arg-type]
    ):
        found.write(tmp_path / "spot.toml")
        assert Spot.read(tmp_path / "spot.toml") == found
        assert Spot.read(tmp_path / "spot.toml").tree.nodes == found.tree.nodes
    (tmp_path / "folder").mkdir()
    with pytest.raises(TableError, match=r"cannot write .*folder: it is not a regular file"):
        found.write(tmp_path / "folder")


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    Spot(**R1).write(path)
    before = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) // 2, limits[1]))
    try:
        with pytest.raises(CapacityError, match="larger than a file may be here"):
            Spot(**T1).write(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["spot.toml"]


def test_what_files_hold_may_be_tables(tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    path.write_text(
        'board = "Td9d6hQc"\noop = "QQ+"\nip = "AK"\npot = 200\nstack = 900\n[bets]\nturn = "60%"\nriver = ["75%", "a"]\n'
    )
    assert Spot.read(path) == spot(bets="60%; river: 75%,a")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the key 'board' is missing"),
        ('board = "Td9d6h"\nopp = "AK"', "unknown key 'opp', did you mean 'oop'"),
        ("board = 3", "board: expected text"),
        ('board = "Td9d"\noop = "AK"\nip = "AK"', "board: expected 3, 4 or 5 cards, got 2"),
        ("board = ", "cannot read the spot"),
    ],
)
def test_bad_files_are_refused_by_name(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "spot.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=said) as refused:
        Spot.read(path)
    assert "spot.toml" in str(refused.value)


def test_files_of_another_kind_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    path.write_bytes(b"\x89HDF\r\n\x1a\n")
    with pytest.raises(ValueError, match=r"spot\.toml: expected text in UTF-8, got a file that is no text"):
        Spot.read(path)


def test_text_of_a_file() -> None:
    lines = Spot(**T1).toml().splitlines()
    assert lines[0] == 'board = "Td 9d 6h Qc"  # three to five cards'
    assert 'bets = "60%,e,a"  # sizes of bets' in lines
    assert not any(line.startswith(("rake", "dead", "to_act")) for line in lines)


def test_a_game_from_rules() -> None:
    game = Game(load_game("limit-holdem").rules, TEXAS)
    one = Spot.of_game(game, "cccc", board="Td9d6hQc", oop="QQ+", ip="AK")
    assert one.history == "cc/cc/"
    assert one.values()["game"] == "limit-holdem"
    assert one == Spot.of_game("limit-holdem", "cc/cc", board="Td9d6hQc", oop="QQ+", ip="AK")


def test_the_tree_as_text() -> None:
    text = spot(bets="60%,a", raises="2.5x", pot=200, stack=900, force_all_in=0.15).show_tree()
    lines = text.splitlines()
    assert lines[0] == "turn: pot 200, 900 left"
    assert lines[1] == "oop check"
    assert lines[2].split() == ["ip", "check", "river:", "pot", "200,", "900", "left"]
    assert "  ip bet 120 (60 %)" in lines
    assert "    oop raise to 300 (2.5x)" in lines
    assert any(line.split() == ["ip", "fold", "oop", "wins", "440"] for line in lines)
    assert any(line.endswith("showdown, all-in: pot 2,000") for line in lines)
    assert max(map(len, lines)) <= 79


def test_the_tree_as_text_of_streets_and_from_a_node() -> None:
    found = spot(bets="60%", raises="a", pot=200, stack=900)
    both = found.show_tree(streets=2).splitlines()
    decisions = sum(len(found.tree.decision_nodes(street)) for street in range(2))
    actions = len(found.tree.action)
    assert len(both) == 1 + actions
    assert decisions > len(found.tree.decision_nodes(0))
    below = found.show_tree("r120c/").splitlines()
    assert below[0] == "river: pot 440, 780 left"
    assert "oop bet 264 (60 %)" in below  # on this street; 384 since the root
    with pytest.raises(ValueError, match="below: expected one of"):
        found.show_tree("r121")
    with pytest.raises(ValueError, match="streets: expected a whole number from 1 to 4"):
        found.show_tree(streets=0)
    limit = spot(limit_bets=20, stack=None, bets=None).show_tree()
    assert "left" not in limit
    assert "oop bet 20 (10 %)" in limit


def test_chips_of_a_mid_street_tree() -> None:
    found = Spot.of_game("nolimit-holdem", "r300c/cr900", board="Td9d6h", oop="QQ+", ip="AK")
    lines = found.show_tree().splitlines()
    assert lines[0] == "flop: pot 1,200, 9,100 left"
    assert lines[1].split() == ["oop", "fold", "ip", "wins", "600"]
    assert "oop raise to 2,400 (4x)" in lines


def test_notes() -> None:
    assert warnings_of(Spot(**T1)) == []
    assert warnings_of(Spot(**R2))[-1].startswith("with a rake")
    said = warnings_of(spot(bets="oop: 60%", stack=None, stacks=(900, 100)))
    assert said == [
        "only the smaller stack counts: 100 chips",
        "ip can neither bet nor raise on the turn",
        "ip can neither bet nor raise on the river",
        "nobody can raise",
    ]


def test_repr() -> None:
    assert repr(Spot(**T1)) == "Spot(turn Td 9d 6h Qc, oop 167 hands, ip 250 hands, pot 200, stack 900)"
    assert repr(spot(limit_bets=20, stack=None, bets=None)).endswith("pot 200, limit)")


def test_numbers_of_numpy_and_weights_in_files(tmp_path: Path) -> None:
    stacks = np.array([900, 1200])
    found = spot(stack=None, stacks=stacks, pot=np.int64(200), add_all_in=np.float64(0.1))
    assert found == spot(stack=None, stacks=(900, 1200), add_all_in="10%")
    with pytest.raises(ValueError, match="stacks: expected none with limit_bets"):
        spot(stack=None, stacks=stacks, limit_bets=20, bets=None)
    path = tmp_path / "spot.toml"
    weights = Range("AK:0.3").weights.tolist()
    path.write_text(
        f'board = "Td9d6hQc"\noop = "QQ+"\nip = {weights}\npot = 200\nstack = 900\nbets = ["60%"]\n'
    )
    assert Spot.read(path) == spot(ip="AK:0.3")
