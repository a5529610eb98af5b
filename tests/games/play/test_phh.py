"""Hand histories: round trips of random hands, agreement with PokerKit, and a famous hand."""

import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pokerkit
import pytest

from helpers.random_tables import random_action, start
from pokerdata.errors import TableError
from pokerdata.games import table_rules
from pokerdata.games.named import TEXAS
from pokerdata.games.play import State, TableRules, phh_text, read_hand, read_phh, write_phh

# Dwan against Ivey and Antonius, 2009, from the format's authors; PokerKit's documentation states the final
# stacks.
FAMOUS = """
variant = "NT"
ante_trimming_status = true
antes = [500, 500, 500]
blinds_or_straddles = [1000, 2000, 0]
min_bet = 2000
starting_stacks = [1125600, 2000000, 553500]
actions = [
  "d dh p1 Ac2d", "d dh p2 ????", "d dh p3 7h6h",
  "p3 cbr 7000", "p1 cbr 23000", "p2 f", "p3 cc",
  "d db Jc3d5c", "p1 cbr 35000", "p3 cc",
  "d db 4h", "p1 cbr 90000", "p3 cbr 232600", "p1 cbr 1067100", "p3 cc",
  "p1 sm Ac2d", "p3 sm 7h6h", "d db Jh",
]
players = ["Phil Ivey", "Patrik Antonius", "Tom Dwan"]
"""
END = (572_100, 1_997_500, 1_109_500)

LIMIT = """
variant = 'FT'
antes = [0, 0]
blinds_or_straddles = [0.5, 1]
small_bet = 1
big_bet = 2
starting_stacks = [20, 20]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'p2 cbr 2', 'p1 cbr 3', 'p2 f']
hand = 7
"""


def _random_table(rng):
    players = int(rng.integers(2, 11))
    limit = rng.random() < 0.4
    small = int(rng.integers(1, 5))
    big = small + int(rng.integers(0, 5))
    blinds = [small, big] + [0] * (players - 2)
    if players > 2 and rng.random() < 0.2:
        blinds[2] = 2 * big  # a straddle
    first = (blinds.index(max(blinds)) + blinds.count(max(blinds))) % players + 1
    if players == 2:
        blinds, first = blinds[::-1], 2 if small < big else 1
    ante = int(rng.integers(0, 3))
    if ante and rng.random() < 0.3:
        blinds, first = [0] * players, 1
    stacks = tuple(int(ante + blind + rng.integers(1, 60)) for blind in blinds)
    return TableRules(
        "random 'table'",
        tuple(blinds),
        (first, 1, 1, 1),
        TEXAS,
        bets=(big, big, 2 * big, 2 * big) if limit else (),
        stacks=() if limit and rng.random() < 0.3 else stacks,
        max_raises=tuple(map(int, rng.integers(0, 5, 4))) if limit else (),
        ante=ante,
    )


def _played(game, seed):
    rng = np.random.default_rng(seed)
    state = start(game, seed, seed)
    while state.player is not None:
        state = state.apply(random_action(state, rng))
    return state.with_cards(state.hole_cards, state.board).with_names([f"n{p}" for p in range(game.players)])


def _needs_our_rules(state):
    """Return whether the hand has an all-in below a full raise of card rooms, or a raise that no opponent could pay."""
    unit = state.game.unit
    now = State(state.game)
    for street, actions in enumerate(state.actions):
        least = state.game.bets[street] if state.game.limit else unit
        for _, action in actions:
            level, before = max(now.spent), now
            now = now.apply_old(action)
            if action[0] == "r":
                others = [
                    p for p in range(state.players) if p != before.betting.player and not before.folded[p]
                ]
                if before.stacks and all(state.game.stacks[p] <= level for p in others):
                    return True
                if max(now.spent) - level < least:
                    return True
                least = least if state.game.limit else max(now.spent) - level
    return False


@pytest.mark.parametrize("hands", [60, pytest.param(1000, marks=pytest.mark.slow)])
def test_random_hands_come_back_and_are_worth_the_same_to_pokerkit(hands, tmp_path):
    kinds, refused, odd = set(), 0, 0
    for seed in range(hands):
        state = _played(_random_table(np.random.default_rng(seed)), seed)
        path = tmp_path / "hand.phh"
        special = _needs_our_rules(state)
        try:
            write_phh(state, path)
        except ValueError:
            assert special, state  # no other hand is refused
            refused += 1
            continue
        assert read_phh(path) == (state,)
        *_, theirs = pokerkit.HandHistory.loads(path.read_text())
        differences = [abs(a - b) for a, b in zip(theirs.payoffs, state.returns(), strict=True)]
        # PokerKit gives odd chips of a pot, fewer than its winners, to the first winner.
        assert max(differences) <= len(state.pots) * (state.players_left - 1)
        if all(value.denominator == 1 for value in state.returns()) and len(state.pots) == 1:
            assert max(differences) == 0
        odd += max(differences) > 0
        kinds.add((state.game.limit, state.players))
    assert refused < hands / 6
    assert len(kinds) > 12
    if hands > 1000:
        assert odd > 10


@pytest.mark.parametrize("name", ["limit-holdem", "nolimit-holdem", "limit-holdem-3p", "nolimit-holdem-6p"])
def test_games_of_this_package_in_one_file(name, tmp_path):
    hands = [_played(table_rules(name), seed) for seed in range(6)]
    write_phh(hands, tmp_path / "hands.phhs")
    assert read_phh(tmp_path / "hands.phhs") == tuple(hands)
    text = phh_text(hands[0])
    assert ("min_bet" in text) == (not hands[0].game.limit)


def test_a_famous_hand(tmp_path):
    (tmp_path / "famous.phh").write_text(FAMOUS)
    (state,) = read_phh(tmp_path / "famous.phh")
    stacks = [start + won for start, won in zip(state.game.stacks, state.returns(), strict=True)]
    assert stacks == list(END)
    assert state.names == ("Phil Ivey", "Patrik Antonius", "Tom Dwan")
    assert state.history == "r7500r23500fc/r58500c/r148500r291100r1125600c/"
    assert (state.hole_cards[1], state.game.ante, state.game.positions) == ((), 500, ("SB", "BB", "BU"))
    write_phh(state, tmp_path / "again.phh")
    assert read_phh(tmp_path / "again.phh") == (state,)


def test_seats_of_two_players_and_cents(tmp_path):
    """p1 is the big blind, as is position 0; the file states the blinds in the other order."""
    (tmp_path / "cents.phh").write_text(LIMIT)
    with pytest.raises(ValueError, match=r"expected amounts of whole chips, got 0\.5"):
        read_phh(tmp_path / "cents.phh")
    (state,) = read_phh(tmp_path / "cents.phh", chip="0.5")
    assert state.game.positions == ("BB", "SB")
    assert (state.game.blinds, state.game.bets, state.hand) == ((2, 1), (2, 2, 4, 4), 7)
    assert state.returns() == (Fraction(4), Fraction(-4))
    assert state.hole_cards[1] == ()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("'FT'", "'PO'"), "expected limit or no-limit Texas hold'em, FT or NT, got PO"),
        (("[0, 0]", "[0, 1]"), "expected equal antes"),
        (("'p2 f'", "'p2 cbr 9'"), "expected a hand that PokerKit's rules allow"),
        (("variant = 'FT'", "variant ="), "expected a .phh file"),
        (("variant = 'FT'\n", ""), "got a hand without variant$"),
        ((LIMIT.replace("0.5", "1"), ""), "got a hand without variant, antes, starting_stacks, actions$"),
        (("small_bet = 1\n", ""), "expected"),
        (("[20, 20]", "[20, inf]"), "expected amounts of whole chips"),
        (("'FT'", f"'{'N' * 10_000}'"), "expected limit or no-limit"),
        (("AhKh", "AhAh"), "duplicate card"),
        (("hand = 7", "user_defined_fields = 5"), "got 5"),
        (("hand = 7", f"hand = 0x{'F' * 5000}"), "4,000 digits"),
        (("hand = 7", f"_x{'.a' * 101} = 1"), "100 parts"),
        (("[0, 0]", f"[{'1,2,' * 100}]"), "got 200;"),
        (("AhKh", "8s" * 1000), "at most 1000 characters"),
    ],
)
def test_what_is_refused_on_reading(change, words, tmp_path):
    text = LIMIT.replace("0.5", "1").replace(*change)
    assert text != LIMIT
    (tmp_path / "x.phh").write_text(text)
    with pytest.raises(ValueError, match=words) as refused:
        read_phh(tmp_path / "x.phh")
    assert str(refused.value).count("x.phh") == 1
    assert len(str(refused.value)) < 1000


def test_what_is_refused_on_writing(tmp_path):
    state = State(table_rules("limit-holdem"))
    cases: list[tuple[Any, str, str]] = [
        (state, "x.phh", "expected one that is over"),
        (state.apply("f"), "x.txt", "expected .phh for one hand or .phhs"),
        ([state.apply("f")] * 2, "x.phh", "expected .phh for one hand or .phhs"),
        (State(table_rules("leduc")), "x.phh", "expected Texas hold'em"),
    ]
    for hands, name, words in cases:
        with pytest.raises(ValueError, match=words):
            write_phh(hands, tmp_path / name)
    over = read_hand(table_rules("limit-holdem-3p"), "STATE:0:ff:||:-5|5|0:A|B|C")
    (tmp_path / "folder.phh").mkdir()
    with pytest.raises(TableError, match=r"cannot write .*folder\.phh: it is not a regular file"):
        write_phh(over, tmp_path / "folder.phh")
    with pytest.raises(ValueError, match="chip: expected an amount above 0"):
        read_phh(tmp_path / "none.phh", chip=0)
    with pytest.raises(ValueError, match=r"cannot read the hands .*No such file"):
        read_phh(tmp_path / "none.phh")


def test_without_pokerkit(monkeypatch):
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    with pytest.raises(ModuleNotFoundError, match=r"phh files: .*pip install 'pokerdata\[phh\]'"):
        phh_text(State(table_rules("limit-holdem")).apply("f"))
