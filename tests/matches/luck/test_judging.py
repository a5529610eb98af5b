"""Logs: the same hands as in a match, worked examples, and errors."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from helpers.every_hand import Played, played
from pokerdata import equity
from pokerdata.games import CardGame, load_game, table_rules
from pokerdata.games.play import State, hand_text, write_phh
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.matches import Hand, play_hands
from pokerdata.matches.luck import DivatStreet, DivatTable, Values, judge_hands, judge_log, reduced_hands
from pokerdata.players.agents import Agent, find_agent
from pokerdata.solving.public import against, solve

LEDUC = load_game("leduc")
NO_LIMIT = table_rules("nolimit-holdem")


def agent(seed: int) -> Agent:
    built = CardGame(LEDUC.rules, LEDUC.cards)
    rows = simple_strategy(built, "random", seed=seed)
    return Agent.of(
        Strategy(LEDUC.rules, LEDUC.cards.values(), None, rows, built.state_names), name=f"{seed}"
    )


def leduc_hands(deals: int) -> list[State]:
    """Return hands of A and B, each with a random strategy."""
    return [hand.state for hand in play_hands([agent(1), agent(2)], LEDUC, deals=deals, names=["A", "B"])]


def as_state(hand: Hand) -> State:
    """Convert a hand of Leduc, with ranks as cards, to the form of logs, with cards of the deck."""
    definition = LEDUC.table
    dealt: list[int] = []
    for rank in (*hand.hole, hand.board):
        names = [LEDUC.cards.card_names(1 << n)[0] for n in range(len(definition.deck))]
        dealt.append(
            next(c for c, n in zip(definition.deck, names, strict=True) if n == rank and c not in dealt)
        )
    state = State(definition, hole_cards=[[dealt[0]], [dealt[1]]], board=[dealt[2]], names=hand.players)
    for action in hand.history.replace("/", ""):
        state = state.apply(action)
    return state


def all_in_hand(street_cards: str, betting: list[str]) -> State:
    """Return a hand of AcKc against 7h6h with an all-in before the run-out."""
    small = NO_LIMIT.blinds.index(min(NO_LIMIT.blinds))
    holes = ["", ""]
    holes[small], holes[1 - small] = "AcKc", "7h6h"
    state = State(NO_LIMIT, hole_cards=holes, board="Ks5h3dTc4h", names=("A", "B"))
    for action in betting:
        state = state.apply(action)
    assert state.is_terminal
    return state


@pytest.mark.parametrize(
    ("betting", "board", "value"),
    [
        (["r{all}", "c"], "", 0.603628),
        (["c", "c", "r{all}", "c"], "Ks5h3d", 0.763636),
        (["c", "c", "c", "c", "r{all}", "c"], "Ks5h3dTc", 0.909091),
    ],
)
def test_all_ins_of_one_hand_on_each_street(betting: list[str], board: str, value: float) -> None:
    """AcKc against 7h6h on Ks5h3d Tc 4h: a straight on the river, and its equities before."""
    stack = NO_LIMIT.stacks[0]
    state = all_in_hand(board, [action.format(all=stack) for action in betting])
    found = judge_hands([state])
    sign = 1 if state.hole_cards[0] == State(NO_LIMIT, hole_cards=["AcKc", ""]).hole_cards[0] else -1
    assert found.won[0] == -sign * stack
    assert (sign * found.reduced[0] / stack + 1) / 2 == pytest.approx(value, abs=1e-6)
    assert (sign * found.reduced[0] / stack + 1) / 2 == pytest.approx(
        equity(["AcKc", "7h6h"], board).equity[0], abs=1e-9
    )


def test_all_in_expectation_leaves_other_hands_as_they_are() -> None:
    hands = leduc_hands(50)
    found = judge_hands(hands)
    by_name = [int(state.returns()[state.names.index(found.players[0])]) for state in hands]
    np.testing.assert_array_equal(found.won, by_name)
    np.testing.assert_allclose(found.reduced, found.won)


@pytest.mark.parametrize("first", [0, 1])
def test_positions_of_holdem_are_those_of_the_log(first: int) -> None:
    """Limit hold'em has no all-in: each hand is worth its winnings, whichever seat posts the big blind in position 0."""
    played = play_hands(["random", "always-call"], "limit-holdem", deals=40, seed=first, names=["A", "B"])
    hands = [hand.state for hand in played][first:]
    found = judge_hands(hands)
    by_name = [int(state.returns()[state.names.index(found.players[0])]) for state in hands]
    np.testing.assert_array_equal(found.won, by_name)
    np.testing.assert_allclose(found.reduced, found.won, atol=1e-9)


@pytest.mark.slow
def test_intervals_of_logs_hold_the_exact_value() -> None:
    """AIVAT with one known strategy, on many logs of 60 hands."""
    hands = leduc_hands(6000)
    one, two = agent(1), agent(2)
    assert one.strategy is not None
    assert two.strategy is not None
    built = CardGame(LEDUC.rules, LEDUC.cards)
    as_first = against(built, one.strategy.strategy, two.strategy.strategy).expected_value
    as_second = -against(built, two.strategy.strategy, one.strategy.strategy).expected_value
    exact = (as_first + as_second) / 2
    found = judge_hands(hands, known={"A": one}, fit_hands=50_000)
    sign = 1 if found.players[0] == "A" else -1
    estimate = found.estimates["reduced"]
    assert abs(sign * estimate.mean - exact) < 4 * estimate.standard_error
    assert estimate.standard_error < 0.8 * found.estimates["raw"].standard_error


@pytest.mark.parametrize("values", ["strategy", "strength"])
def test_values_without_hands(values: str) -> None:
    """With both strategies known, and with one; exact values of both leave almost no variance."""
    hands = leduc_hands(300)
    raw = judge_hands(hands).estimates["raw"]
    both = judge_hands(hands, known={"A": agent(1), "B": agent(2)}, values=values)
    one = judge_hands(hands, known={"A": agent(1)}, values=values)
    assert (both.values, both.fit_hands) == (values, 0)
    for found in (both, one):
        reduced = found.estimates["reduced"]
        assert abs(reduced.mean - raw.mean) < 4 * raw.standard_error
        assert reduced.standard_error < 0.8 * raw.standard_error
    if values == "strategy":
        assert both.estimates["reduced"].standard_error < 0.01 * raw.standard_error
    with pytest.raises(ValueError, match=r"values: expected none but hands for all-in"):
        judge_hands(hands, values=values)


@pytest.fixture(scope="module")
def every() -> tuple[Played, list[State]]:
    """Return all hands that two strategies play."""
    found = played("leduc")
    return found, [as_state(hand) for hand in found.hands]


@pytest.mark.slow
@pytest.mark.parametrize("values", ["hands", "strategy", "strength"])
@pytest.mark.parametrize("known", [False, True])
def test_advantage_sums_have_the_mean_of_what_was_won(
    every: tuple[Played, list[State]], values: str, known: bool
) -> None:
    """Over all hands, this holds for values of an unrelated strategy and of one player's strategy."""
    all_hands, states = every
    one = all_hands.agents[0]
    if known:
        found = judge_hands(states, method="advantage", known={"1": one}, values=values, fit_hands=5000)
    else:
        found = judge_hands(states, stand_in=agent(7), values=values, fit_hands=5000)
    assert (found.method, found.values, found.stand_in) == ("advantage", values, "" if known else "7")
    won = all_hands.chances @ found.won
    assert won == pytest.approx(all_hands.exact, abs=1e-6)
    assert all_hands.chances @ found.reduced == pytest.approx(won, abs=1e-9)
    raw, reduced = (all_hands.chances @ (some - won) ** 2 for some in (found.won, found.reduced))
    assert reduced < 0.95 * raw
    if values == "strategy" and not known:
        guessed = Values.of_strategy(agent(7))
        np.testing.assert_array_equal(found.reduced, reduced_hands(all_hands.hands, LEDUC, values=guessed))


def test_whose_strategies_values_are_from() -> None:
    """A stand-in strategy counts as a known one, and advantage sums ignore actions."""
    hands, one, two = leduc_hands(200), agent(1), agent(2)
    found = judge_hands(hands, method="advantage", known={"A": one, "B": two}, values="strategy")
    alone = judge_hands(hands, method="advantage", known={"A": one}, stand_in=two, values="strategy")
    np.testing.assert_array_equal(alone.reduced, found.reduced)
    assert "2 stands in for players who are not known, in values alone" in str(alone)
    assert alone.to_dict()["stand_in"] == "2"
    weighed = judge_hands(hands, method="aivat", known={"A": one}, stand_in=two, values="strategy")
    assert weighed.estimates["reduced"].standard_error < found.estimates["reduced"].standard_error


def test_logs_are_read_and_refused_by_line(tmp_path: Path) -> None:
    hands = leduc_hands(5)
    definition = LEDUC.table
    log = tmp_path / "match.log"
    lines = [hand_text(state) for state in hands]
    log.write_text("\n".join(lines) + "\n")
    found = judge_log(log, definition)
    np.testing.assert_array_equal(found.won, judge_hands(hands).won)
    lines[3] = lines[3].replace("STATE:", "STATE:x", 1)
    log.write_text("\n".join(lines) + "\n")
    with pytest.raises(ValueError, match=r"match\.log, line 4"):
        judge_log(log, definition)
    with pytest.raises(ValueError, match=r"game: expected that of the log"):
        judge_log(log)


def test_what_is_refused() -> None:
    hands = leduc_hands(5)
    with pytest.raises(ValueError, match="hands: expected one or more, got none"):
        judge_hands([])
    with pytest.raises(ValueError, match=r"known: expected names among .*, got C"):
        judge_hands(hands, known={"C": agent(1)})
    other = hands[2].with_names(["A", "C"])
    with pytest.raises(ValueError, match=r"hand 3: expected (A and B|B and A)"):
        judge_hands([*hands[:2], other])


def test_hands_of_unknown_players_by_fitted_features() -> None:
    """MIVAT needs no strategy; each seating is fitted on its own, and threads do not change the bits."""
    hands = leduc_hands(1500)
    found = judge_hands(hands, method="mivat", threads=1)
    assert (found.method, found.known) == ("mivat", ())
    np.testing.assert_array_equal(found.reduced, judge_hands(hands, method="mivat", threads=2).reduced)
    raw, reduced = found.estimates["raw"], found.estimates["reduced"]
    assert reduced.standard_error < 0.9 * raw.standard_error
    assert abs(reduced.mean - raw.mean) < 4 * raw.standard_error
    swapped = [hand.with_names(hand.names[::-1]) for hand in hands]
    np.testing.assert_array_equal(judge_hands(swapped, method="mivat").reduced, found.reduced)
    assert "each half corrected" in str(found)
    assert re.search(r"^\d+ features of the cards and the pot$", str(found), re.MULTILINE)


def test_deals_that_were_played_twice() -> None:
    """Pairs of hands with the same cards make a duplicate result; a missing hand means there is none."""
    hands = leduc_hands(300)
    found = judge_hands(hands, method="mivat")
    assert found.pairs is not None
    assert found.pairs.shape == (300, 2)
    for one, two in found.pairs:
        assert hands[one].hole_cards == hands[two].hole_cards
        assert hands[one].names == hands[two].names[::-1]
    sums = found.won[found.pairs].mean(axis=1)
    duplicate, reduced = found.estimates["duplicate"], found.estimates["reduced"]
    assert duplicate.mean == pytest.approx(found.won.mean())
    assert duplicate.standard_error == pytest.approx(sums.std(ddof=1) / 300**0.5)
    assert reduced.standard_error < duplicate.standard_error
    assert found.to_dict()["duplicate_deals"] == 300
    assert "each deal played twice" in str(found)
    alone = judge_hands(hands[:-1])
    assert alone.pairs is None
    assert list(alone.estimates) == ["raw", "reduced"]


def test_hands_that_have_the_same_cards_by_chance() -> None:
    """In a small deck, equal cards by chance do not make pairs."""
    hands = leduc_hands(4)
    assert judge_hands(hands).pairs is None
    assert judge_hands(leduc_hands(40)).pairs is not None
    # Two unrelated hands, one of each seating.
    played = list(play_hands([agent(1), agent(2)], LEDUC, deals=1200, names=["A", "B"]))
    one, two = ([hand.state for hand in played if hand.order == order] for order in (0, 1))
    unrelated = [[one[k], two[k + 1]] for k in range(0, 1200, 2)]
    alike = [pair for pair in unrelated if pair[0].hole_cards == pair[1].hole_cards]
    assert len(alike) > 10
    assert all(judge_hands(pair).pairs is None for pair in alike)


def test_pairs_of_matches_whose_players_swap_the_seats_from_hand_to_hand() -> None:
    """Both matches of the competition follow each other: hands of one deal have one number."""
    played = list(play_hands([agent(1), agent(2)], LEDUC, deals=300, names=["A", "B"]))
    hands = [hand.state for order in (0, 1) for hand in played if hand.order == order]
    found = judge_hands(hands)
    assert found.pairs is not None
    for one, two in found.pairs:
        assert hands[one].hand == hands[two].hand
        assert hands[one].hole_cards == hands[two].hole_cards
    beside = judge_hands([hand.state for hand in played])
    for name in ("duplicate", "reduced"):
        assert found.estimates[name].standard_error == pytest.approx(beside.estimates[name].standard_error)


def test_what_is_not_known_takes_no_number_of_hands() -> None:
    """Hands with equal values give no standard deviation."""
    played = play_hands(["always-call", "always-call"], "limit-holdem", deals=4, names=["A", "B"])
    said = str(judge_hands([hand.state for hand in played]))
    assert re.search(r"^duplicate +0\.00 ± not known +not known$", said, re.MULTILINE)
    one = judge_hands(leduc_hands(1)[:1])
    assert "1 hand;" in str(one)
    assert one.to_dict()["raw"]["hands_for_1_unit_per_100_hands"] is None


def test_divat_of_a_log() -> None:
    """The thresholds are given, or recalled ones that are marked as such."""
    hands = leduc_hands(40)
    found = judge_hands(hands, method="divat")
    assert "thresholds from memory, not verified" in str(found)
    assert found.to_dict()["note"] == "thresholds from memory, not verified"
    passive = DivatTable((DivatStreet(), DivatStreet()))
    given = judge_hands(hands, method="divat", divat=passive)
    assert "thresholds as given" in str(given)
    assert not np.array_equal(given.reduced, found.reduced)


def test_methods_that_do_not_fit() -> None:
    hands = leduc_hands(4)
    with pytest.raises(ValueError, match=r"method: expected one of .*, got 'baseline'"):
        judge_hands(hands, method="baseline")
    with pytest.raises(ValueError, match=r"stand_in: expected a strategy .* for advantage, got none"):
        judge_hands(hands, method="advantage")
    with pytest.raises(
        ValueError, match=r"stand_in: expected none for mivat, got 3; e.g. the method advantage"
    ):
        judge_hands(hands, method="mivat", stand_in=agent(3))
    with pytest.raises(ValueError, match=r"stand_in: expected none where both players are known, got 3"):
        judge_hands(hands, known={"A": agent(1), "B": agent(2)}, stand_in=agent(3))
    with pytest.raises(
        ValueError, match=r"known, stand_in: expected agents with a strategy, got always-call"
    ):
        judge_hands(hands, stand_in=find_agent("always-call"))
    with pytest.raises(
        ValueError, match=r"known: expected a strategy for aivat, got none; e.g. the method mivat"
    ):
        judge_hands(hands, method="aivat")
    with pytest.raises(ValueError, match=r"known: expected none for mivat, got one; e.g. the method aivat"):
        judge_hands(hands, method="mivat", known={"A": agent(1)})
    with pytest.raises(ValueError, match=r"divat: expected no table for all-in"):
        judge_hands(hands, divat=DivatTable.from_memory(2))


def test_hands_that_a_strategy_never_plays() -> None:
    """A hand in which a caller raised is refused by its number."""
    built = CardGame(LEDUC.rules, LEDUC.cards)
    rows = simple_strategy(built, "call")
    caller = Agent.of(
        Strategy(LEDUC.rules, LEDUC.cards.values(), None, rows, built.state_names), name="caller"
    )
    hands = leduc_hands(20)
    with pytest.raises(ValueError, match=r"hand \d+: expected one that the known strategies play"):
        judge_hands(hands, known={"A": caller}, fit_hands=1000)


def test_strategies_that_were_not_played_are_doubted() -> None:
    """The corrections of AIVAT with another strategy do not average 0."""
    hands = leduc_hands(1000)
    found = judge_hands(hands, known={"A": agent(1), "B": agent(2)}, fit_hands=10_000, seed=3)
    assert found.note == ""
    assert "values from 10,000 other hands in each seating, seed 3" in str(found)
    solved = Agent.of(solve("leduc", iterations=20))
    wrong = judge_hands(hands, known={"A": solved}, fit_hands=10_000)
    assert wrong.note.startswith("in doubt: raw and reduced differ by ")
    assert wrong.note in str(wrong)
    # Too few hands to decide.
    assert judge_hands(hands[:20], known={"A": solved}, fit_hands=10_000).note == ""
    with pytest.raises(ValueError, match="fit_hands: expected a whole number from 1"):
        judge_hands(hands, known={"A": agent(1)}, fit_hands=0)
    with pytest.raises(ValueError, match="seed: expected a whole number from 0"):
        judge_hands(hands, seed=-1)


def test_names_that_are_not_to_be_printed() -> None:
    hands = [hand.with_names([f"{name}\x1b[2J" for name in hand.names]) for hand in leduc_hands(3)]
    assert "\x1b" not in str(judge_hands(hands))
    assert "\x1b" not in str(judge_hands(hands, known={"A\x1b[2J": agent(1)}, fit_hands=1000))


def test_phh_files(tmp_path: Path) -> None:
    """A .phhs file gives the same hands."""
    pytest.importorskip("pokerkit")
    played = play_hands(["random", "always-call"], NO_LIMIT, deals=6, names=["A", "B"])
    hands = [hand.state for hand in played]
    shown = [state for state in hands if state.players_left == 2]
    write_phh(shown, tmp_path / "hands.phhs")
    found = judge_log(tmp_path / "hands.phhs")
    np.testing.assert_array_equal(found.won, judge_hands(shown).won)
    np.testing.assert_allclose(found.reduced, judge_hands(shown).reduced)
    cents = judge_log(tmp_path / "hands.phhs", chip="0.5")
    np.testing.assert_array_equal(cents.won, 2 * found.won)
