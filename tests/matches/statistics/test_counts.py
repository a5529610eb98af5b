"""Counts agree with counts by hand, and with the reference on random games."""

import pickle
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from helpers.random_tables import random_action, random_definition, start
from pokerdata.games import table_rules
from pokerdata.games.play import State, TableRules, hand_text, read_hand
from pokerdata.matches.statistics import STATISTICS, Statistics, statistics_of, statistics_of_logs
from pokerdata.matches.statistics.definitions import PLACES

from .account import account, big_blinds

THREE = table_rules("limit-holdem-3p")
#: A opens on the button, bets the flop and wins at showdown; C, in the big blind, calls to the end.
OPENED = "STATE:0:rfc/crc/cc/cc:2h7d|KcKd|AsAh/2c3d4h/8s/9s:-5|-30|35:B|C|A"
#: C limps on the button, B folds, A raises in the big blind, C calls. A checks the flop, C bets, A raises, C folds.
LIMPED = "STATE:1:cfrc/crrf:2h7d|AsAh|KcKd/2c3d4h:-5|35|-30:B|A|C"
#: Everybody folds to A in the big blind, so that A never acts.
WALK = "STATE:2:ff:2h7d|AsAh|KcKd:-5|5|0:B|A|C"
#: A 3-bets C's open raise from the small blind; B folds, C folds.
REPOPPED = "STATE:3:rrff:AsAh|2h7d|KcKd:30|-10|-20:A|B|C"


def hands(*lines, game=THREE):
    return [read_hand(game, line) for line in lines]


def test_a_hand_by_hand():
    found = statistics_of(hands(OPENED))
    assert list(found) == ["B", "C", "A"]
    a, b, c = found["A"], found["B"], found["C"]
    assert a["vpip"] == a["pfr"] == a["open_raise"] == a["steal"] == (1, 1)
    assert b["vpip"] == (0, 1)
    assert b["fold_to_steal"] == (1, 1)
    assert b["three_bet"] == (0, 1)
    assert c["vpip"] == (1, 1)
    assert c["pfr"] == (0, 1)
    assert c["fold_to_steal"] == (0, 1)
    assert a["continuation_bet"] == (1, 2), "on the turn he did not bet again"
    assert c["fold_to_continuation_bet"] == (0, 1)


def test_hands_by_hand():
    found = statistics_of(hands(OPENED, LIMPED, WALK, REPOPPED))
    a, b, c = found["A"], found["B"], found["C"]
    assert a.hands == b.hands == c.hands == found.hands == 4
    assert a["vpip"] == (3, 3), "the walk gave him no decision"
    assert a["pfr"] == (3, 3)
    assert c["vpip"] == (3, 4)
    assert c["limp"] == (1, 3), "on the button three times; in the first hand A had raised"
    assert c["open_raise"] == (1, 3)
    assert a["three_bet"] == (1, 1)
    assert c["fold_to_three_bet"] == (1, 1)
    assert b["cold_call"] == (0, 0), "always in a blind"
    assert c["check_raise"] == (0, 1), "on the flop of the first hand he called"
    assert a["check_raise"] == (1, 1)
    assert a["continuation_bet"] == (1, 3)
    assert a["to_showdown"] == (1, 2)
    assert c["to_showdown"] == (1, 2)
    assert a["won_when_seen"] == (2, 2)
    assert c["won_when_seen"] == (0, 2)
    assert a["won_at_showdown"] == (1, 1)
    assert a["two_pair_shown"] == (0, 1)
    assert c["won_at_showdown"] == (0, 1)
    assert a["seen"] == (2, 4)
    assert b["seen"] == (0, 4)
    assert a.share("seen", street=3) == (1, 4)
    assert c.share("fold", street=0) == (2, 6), "blinds and raises, by decision"
    assert a.winnings is not None
    assert a.winnings.mean == pytest.approx(100 * (35 + 35 + 5 + 30) / 4 / 10)
    assert a.positions == ("SB", "BB", "BU")
    assert a.at(position="SB")["pfr"] == (1, 1)


def played(game, hand, seed, rng, *, free_folds=False, shown=True):
    state = start(game, seed, hand).with_names([f"p{(p + hand) % game.players}" for p in range(game.players)])
    while not state.is_terminal:
        if free_folds and not state.can_fold and rng.random() < 0.1:
            state = state.apply_old("f")
        else:
            state = state.apply(random_action(state, rng))
    return state if shown else state.seen_by(int(rng.integers(game.players)))


def check(found, states):
    """Compare all counts and winnings with the reference."""
    taken: Counter[tuple[str, str, int, str]] = Counter()
    all_: Counter[tuple[str, str, int, str]] = Counter()
    won: dict[tuple[str, str], list[Fraction]] = {}
    for state in states:
        of_taken, of_all = account(state)
        values = big_blinds(state)
        for (position, street, name), n in of_all.items():
            key = state.names[position], state.game.positions[position], street, name
            all_[key] += n
            taken[key] += of_taken[position, street, name]
        for position in range(state.players):
            kept = won.setdefault((state.names[position], state.game.positions[position]), [])
            if values is not None:
                kept.append(values[position])
    seen = 0
    for name, player in found.items():
        for position in player.positions:
            part = player.at(position=position)
            for street in range(len(part.streets)):
                for statistic in STATISTICS:
                    key = name, position, street, statistic
                    assert part.share(statistic, street=street) == (taken[key], all_[key]), key
                    seen += all_[key]
            values = won[name, position]
            if not values:
                assert part.winnings is None
                continue
            told = part.winnings
            assert told.mean == pytest.approx(100 * float(sum(values) / len(values)), abs=1e-9)
            if len(values) > 1:
                error = 100 * np.std([float(v) for v in values], ddof=1) / np.sqrt(len(values))
                assert told.standard_error == pytest.approx(error, rel=1e-9, abs=1e-6)
    assert seen == all_.total() > 0


def test_every_statistic_is_counted():
    assert set(PLACES) == set(STATISTICS)


@pytest.mark.parametrize("seed", range(25))
def test_random_games_by_the_book(seed, tmp_path):
    rng = np.random.default_rng(seed)
    game = random_definition(rng, any_stakes=True)
    states = [played(game, hand, seed, rng) for hand in range(12)]
    log = tmp_path / "match.log"
    log.write_text("".join(hand_text(state) + "\n" for state in states))
    found = statistics_of_logs(log, game)
    check(found, states)
    assert statistics_of(states).to_dict() == found.to_dict()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 350))
def test_many_random_games_by_the_book(seed, tmp_path):
    test_random_games_by_the_book(seed, tmp_path)


@pytest.mark.parametrize(
    "name", ["limit-holdem", "nolimit-holdem", "limit-holdem-3p", "nolimit-holdem-6p", "kuhn-3p"]
)
def test_real_games_by_the_book(name):
    rng = np.random.default_rng(5)
    game = table_rules(name)
    states = [played(game, hand, 5, rng, free_folds=hand % 3 == 0) for hand in range(30)]
    check(statistics_of(states), states)


@pytest.mark.parametrize("seed", range(5))
def test_what_was_not_shown(seed):
    rng = np.random.default_rng(seed)
    game = table_rules(["limit-holdem-3p", "nolimit-holdem-6p"][seed % 2])
    states = [played(game, hand, seed, rng, shown=False) for hand in range(20)]
    check(statistics_of(states), states)
    hidden = [state.with_cards([""] * state.players) if state.players_left > 1 else state for state in states]
    found = statistics_of(hidden)
    check(found, hidden)
    assert all(player["won_at_showdown"] == (0, 0) for player in found.values())


def test_rare_shares_are_seen_in_random_games():
    """The comparison is void if a count is always 0."""
    rng = np.random.default_rng(3)
    sizes = {"nolimit-holdem-6p": 50, "limit-holdem-3p": 300}
    found = statistics_of(
        played(table_rules(name), hand, 3, rng) for name, count in sizes.items() for hand in range(count)
    )
    for name in STATISTICS:
        shares = [player[name] for player in found.values()]
        assert sum(share.taken for share in shares) > 0, name
        assert name == "seen" or sum(share.opportunities - share.taken for share in shares) > 0, name


def test_games_without_blinds_have_no_steals():
    leduc = table_rules("leduc")
    rng = np.random.default_rng(1)
    found = statistics_of(played(leduc, hand, 1, rng) for hand in range(50))
    for player in found.values():
        assert player["vpip"].opportunities == 50
        assert 0 < player["vpip"].taken < 50
        for name in ("two_pair_shown", "limp", "open_raise", "steal", "three_bet", "four_bet", "cold_call"):
            assert player[name] == (0, 0)
        assert player.unit == "antes"
        assert player.streets == ("street 1", "street 2")


def test_parts_add_up():
    rng = np.random.default_rng(8)
    games = [table_rules(name) for name in ("limit-holdem-3p", "nolimit-holdem-6p", "limit-holdem-3p")]
    parts = [[played(game, hand, 8, rng) for hand in range(20)] for game in games]
    whole = statistics_of(state for part in parts for state in part)
    first, second, third = map(statistics_of, parts)
    kept = first.to_dict()
    added = first + second + third
    assert {p["player"]: p for p in added.to_dict()["players"]} == {
        p["player"]: p for p in whole.to_dict()["players"]
    }
    assert added.hands == whole.hands == 60
    assert first.to_dict() == kept, "what is added does not change"
    first += first
    before = statistics_of(parts[0])["p0"]["vpip"]
    assert first.hands == 40
    assert first["p0"]["vpip"] == (2 * before.taken, 2 * before.opportunities)
    again = pickle.loads(pickle.dumps(added))
    assert again.to_dict() == added.to_dict()
    check(again.__add__(Statistics()), [state for part in parts for state in part])


def test_tables_of_several_sizes_are_told_apart():
    rng = np.random.default_rng(9)
    states = [
        played(table_rules(g), h, 9, rng) for g in ("limit-holdem", "limit-holdem-3p") for h in range(10)
    ]
    player = statistics_of(states)["p0"]
    assert player.tables == (2, 3)
    assert player.hands == 20
    assert player.at(players=2).hands == 10
    assert player.at(players=2).positions == ("SB", "BB")
    assert player.at(players=3).positions == ("SB", "BB", "BU")


def test_side_pots_that_are_won_and_shared():
    game = TableRules("short", (1, 2, 0), (3, 1, 1, 1), THREE.cards, stacks=(10, 20, 30))
    # Position 0 wins the main pot, 1 the side pot; 2 gets unmatched chips back, and has won nothing.
    state = State(game, hole_cards=["AsAh", "KsKh", "QsQh"], board="2c3d7h8s9d", names=["A", "B", "C"])
    for action in ("r30", "c", "c"):
        state = state.apply(action)
    found = statistics_of([state])
    assert [found[name]["won_at_showdown"] for name in "ABC"] == [(1, 1), (1, 1), (0, 1)]
    # All share the main pot; two of them the side pot.
    shared = state.with_cards(["2s4h", "2d4s", "3s4d"], "AcKdQhJsTd")
    found = statistics_of([shared])
    assert [found[name]["won_at_showdown"] for name in "ABC"] == [(1, 1)] * 3
    # C folds chips into a pot that B alone can win.
    state = State(game, hole_cards=["AsAh", "KsKh", "QsQh"], board="2c3d7h8s9d", names=["A", "B", "C"])
    for action in ("r12", "c", "c", "r18", "f"):
        state = state.apply(action)
    found = statistics_of([state])
    assert found["B"]["won_at_showdown"] == (1, 1)
    assert found["A"]["won_at_showdown"] == (1, 1)
    assert found["C"]["won_when_seen"] == (0, 1)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda state: state.with_names(()), "names: expected those of 3 players"),
        (lambda state: State(THREE, names=["A", "B", "C"]), "expected one that is over"),
    ],
)
def test_hands_that_are_refused(change, words):
    found = Statistics()
    with pytest.raises(ValueError, match=words):
        found.see(change(hands(OPENED)[0]))
    assert found.hands == 0
    assert not list(found)
    with pytest.raises(ValueError, match="hand 2 of those given"):
        statistics_of([hands(OPENED)[0], change(hands(OPENED)[0])])


def test_more_players_than_are_kept():
    from pokerdata import CapacityError

    hand = hands(WALK)[0]
    found = Statistics()
    for number in range(3_333):
        found.see(hand, names=[f"a{number}", f"b{number}", f"c{number}"])
    with pytest.raises(CapacityError, match="at most 10000 players"):
        found.see(hand, names=["x", "y", "z"])
    assert found.hands == 3_333
    assert len(found) == len(list(found.values())) == 9_999
