"""Variance reduction at tables of any size agrees with plain code on every board and all deals of a small game."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from zlib import crc32

import numpy as np
import pytest

from pokerdata import equity
from pokerdata.games import CardRules, table_rules
from pokerdata.games.named import TEXAS
from pokerdata.games.play import State, TableRules, hand_text, write_phh
from pokerdata.matches import match, play_hands
from pokerdata.matches.luck import judge_hands, judge_table, log_hands, of_two
from pokerdata.matches.luck.hands import Contest, mean_shares
from pokerdata.matches.luck.methods import rows_without_luck
from pokerdata.matches.luck.table_judging import all_in_chips, table_terms

ROYAL = CardRules("TJQKA", suits=4, hole=2, board=(0, 3, 1, 1), ranking="five-card")


def no_limit(cards: CardRules, stacks: tuple[int, ...], blinds: tuple[int, ...] = ()) -> TableRules:
    players = len(stacks)
    blinds = blinds or (1, 2, *(0,) * (players - 2))
    first = (3 if players > 2 else 1, *(1,) * (len(cards.board) - 1))
    return TableRules("small", blinds, first, cards, stacks=stacks)


#: Three players with one hole card each and one board card; short stacks give side pots.
SMALL = no_limit(CardRules("JQK", suits=2, hole=1, board=(0, 1)), (5, 3, 7), (1, 1, 0))


def drawn(random: Random, state: State, wild: float = 0.3) -> State:
    """Play a hand to its end at random, with many all-ins."""
    while not state.is_terminal:
        actions = list(state.legal_actions())
        all_in = [a for a in actions if a.startswith("r")][-1:]
        state = state.apply(all_in[0] if all_in and random.random() < wild else random.choice(actions))
    return state


def over_all_boards(state: State) -> list[Fraction]:
    """Return the expected winnings of each position over all run-outs, once the betting is over."""
    before = state.history.rstrip("/").count("/")
    board = state.board[: state.game.board_cards(before)]
    if state.players_left == 1:
        return list(state.returns())
    gone = {card for cards in state.hole_cards for card in cards} | set(board)
    to_come = state.game.board_cards(state.game.streets - 1) - len(board)
    runs = list(combinations([card for card in state.game.deck if card not in gone], to_come))
    sums = [Fraction(0)] * state.players
    for run in runs:
        for p, chips in enumerate(state.with_cards(state.hole_cards, board + run).returns()):
            sums[p] += chips
    return [chips / len(runs) for chips in sums]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_all_ins_beside_every_board(seed: int) -> None:
    """Two to five players, random stacks, side pots, all streets, a deck of twenty."""
    random = Random(seed)
    hands: list[State] = []
    while len(hands) < 6:
        players = random.randint(2, 5)
        game = no_limit(ROYAL, tuple(random.randint(2, 40) for _ in range(players)))
        cards = random.sample(game.deck, 2 * players + 5)
        holes = [cards[2 * p : 2 * p + 2] for p in range(players)]
        hands.append(drawn(random, State(game, hole_cards=holes, board=cards[2 * players :])))
    for state, found in zip(hands, all_in_chips(hands), strict=True):
        np.testing.assert_allclose(found, [float(chips) for chips in over_all_boards(state)], atol=1e-12)


def test_contests_of_holdem_on_both_ways() -> None:
    """Up to six hands use `equities_of_hands`, more use strengths; both agree with `equity`."""
    random = Random(4)
    game = no_limit(TEXAS, (200,) * 8)
    contests = []
    for players in (1, 2, 3, 6, 7, 8):
        for on_board in (3, 4, 5):
            cards = random.sample(range(52), 2 * players + on_board + 3)
            hands = tuple((cards[2 * p], cards[2 * p + 1]) for p in range(players))
            rest = cards[2 * players :]
            contests.append(Contest(hands, tuple(rest[3:]), tuple(rest[:3])))
    found = mean_shares(game, contests, threads=2)
    for contest, shares in zip(contests, found, strict=True):
        assert shares.sum() == pytest.approx(1)
        if 1 < len(contest.hands) <= 6:
            held = [np.array(hand, np.uint8) for hand in contest.hands]
            told = equity(held, np.array(contest.board, np.uint8), dead=np.array(contest.dead, np.uint8))
            np.testing.assert_allclose(shares, told.equity, atol=1e-12)
    slow = [shares for contest, shares in zip(contests, found, strict=True) if len(contest.hands) > 6]
    for contest, shares in zip([c for c in contests if len(c.hands) > 6], slow, strict=True):
        np.testing.assert_allclose(shares, by_hand(game, contest), atol=1e-12)
    back = [Contest(c.hands[::-1], c.board[::-1], c.dead[::-1]) for c in contests]
    for shares, reversed_shares in zip(found, mean_shares(game, back), strict=True):
        np.testing.assert_array_equal(shares[::-1], reversed_shares)


def by_hand(game: TableRules, contest: Contest) -> list[float]:
    gone = {card for hand in contest.hands for card in hand} | set(contest.board) | set(contest.dead)
    runs = list(combinations([card for card in game.deck if card not in gone], 5 - len(contest.board)))
    sums = [Fraction(0)] * len(contest.hands)
    for run in runs:
        strengths = [
            game.core.strength(np.array([*hand, *contest.board, *run], np.uint8)) for hand in contest.hands
        ]
        winners = [p for p, strength in enumerate(strengths) if strength == max(strengths)]
        for p in winners:
            sums[p] += Fraction(1, len(winners))
    return [float(share / len(runs)) for share in sums]


def all_deals(game: TableRules, seed: int) -> Iterator[State]:
    """Return every deal, played by three strategies that use the hole card, the board and the betting so far."""
    for cards in permutations(game.deck, 4):
        state = State(game, hole_cards=[[card] for card in cards[:3]], board=cards[3:], names=("A", "B", "C"))
        while not state.is_terminal:
            own = state.hole_cards[state.player][0]  # type: ignore[index]
            seen = f"{seed} {own} {state.board} {state.history}"
            actions = state.legal_actions()
            state = state.apply(actions[crc32(seen.encode()) % len(actions)])
        yield state


@pytest.mark.parametrize("seed", range(2, 10))
def test_nothing_is_biased(seed: int) -> None:
    """Over all deals of a three-player game each term has mean 0, and all-in values keep the mean winnings."""
    hands = list(all_deals(SMALL, seed))
    won = np.array([[float(chips) for chips in state.returns()] for state in hands])
    fair = np.array(all_in_chips(hands))
    terms = np.array(table_terms(hands))
    gained = judge_table(hands, method="advantage")
    for p, name in enumerate("ABC"):
        rows = gained.player == gained.players.index(name)
        assert gained.reduced[rows].mean() == pytest.approx(won[:, p].mean(), abs=1e-12)
    np.testing.assert_allclose(fair.mean(axis=0), won.mean(axis=0), atol=1e-12)
    np.testing.assert_allclose(terms.mean(axis=0), 0, atol=1e-12)
    assert terms.shape == (360, 3, 3)
    assert (np.abs(terms).max(axis=(0, 1)) > 0.1).all()
    assert fair.var(axis=0).sum() < won.var(axis=0).sum()


@pytest.mark.slow
def test_intervals_hold_the_mean() -> None:
    """Over a thousand matches of 300 hands, the 95 % intervals of MIVAT cover each player's exact mean."""
    hands = list(all_deals(SMALL, 3))
    won = np.array([[float(chips) for chips in state.returns()] for state in hands])
    fair, terms = np.array(all_in_chips(hands)), np.array(table_terms(hands))
    chosen = np.random.default_rng(7).integers(len(hands), size=(1000, 300))
    held, raw_width, width = 0, 0.0, 0.0
    for number, deal in enumerate(chosen):
        p = number % 3
        reduced = rows_without_luck(fair[deal, p], terms[deal, p], np.arange(300))
        half = 1.968 * reduced.std(ddof=1) / 300**0.5
        held += abs(reduced.mean() - won[:, p].mean()) <= half
        width += half
        raw_width += 1.968 * won[deal, p].std(ddof=1) / 300**0.5
    assert 930 <= held <= 970
    assert width < 0.75 * raw_width


def test_a_hand_with_a_side_pot() -> None:
    """The short stack has aces and the others play for a side pot: equities of hold'em, pot by pot."""
    game = no_limit(TEXAS, (30, 100, 60))
    state = State(game, hole_cards=["AsAh", "KsKh", "7c2d"], board="Kd9h4s3c2s", names=("A", "B", "C"))
    for action in ("r60", "c", "c"):  # the third player acts first
        state = state.apply(action)
    three = equity(["AsAh", "KsKh", "7c2d"]).equity
    two = equity(["KsKh", "7c2d"], dead="AsAh").equity
    found = judge_table([state])
    expected = [90 * three[0] - 30, 90 * three[1] + 60 * two[0] - 60, 90 * three[2] + 60 * two[1] - 60]
    by_name = dict(zip(found.players, found.reduced * 2, strict=True))
    assert found.unit.chips == 2
    assert [by_name[name] for name in "ABC"] == pytest.approx(expected, abs=1e-9)
    assert dict(zip(found.players, found.won * 2, strict=True)) == {"A": -30, "B": 90, "C": -60}
    assert found.all_ins == 1


def test_a_table_is_told_as_two_players_are() -> None:
    """All-in values of two players agree between both functions."""
    played = play_hands(["random", "always-raise"], "nolimit-holdem", deals=15, names=["A", "B"])
    hands = [hand.state for hand in played]
    one, other = judge_hands(hands), judge_table(hands)
    assert one.pairs is not None
    np.testing.assert_array_equal(other.deals, one.pairs)
    player = other.players.index(one.players[0])
    rows = other.player == player
    unit = other.unit.chips
    np.testing.assert_allclose(other.won[rows] * unit, one.won, atol=1e-9)
    np.testing.assert_allclose(other.reduced[rows] * unit, one.reduced, atol=1e-6)
    for kind, value in other.estimates(player).items():
        told = one.estimates[kind]
        assert value.mean * unit == pytest.approx(told.mean, abs=1e-6)
        assert value.standard_error * unit == pytest.approx(told.standard_error, rel=1e-9)


@pytest.fixture(scope="module")
def three() -> list[State]:
    """Return a match of three players, each deal in all six orders."""
    players = ["random", "always-call", "always-raise"]
    played = play_hands(players, "nolimit-holdem-3p", deals=40, names=["A", "B", "C"], seed=5)
    return [hand.state for hand in played]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["all-in", "mivat", "advantage"])
def test_deals_in_every_seating(three: list[State], method: str) -> None:
    found = judge_table(three, method=method, threads=2)
    assert found.deals is not None
    assert found.deals.shape == (40, 6)
    np.testing.assert_array_equal(found.reduced, judge_table(three, method=method, threads=1).reduced)
    for p in range(3):
        told = found.estimates(p)
        assert list(told) == ["raw", "duplicate", "reduced"]
        assert told["duplicate"].mean == pytest.approx(told["raw"].mean)
        assert told["reduced"].standard_error < told["duplicate"].standard_error
    alone = judge_table(three[:-1], method=method)
    assert alone.deals is None
    assert list(alone.estimates(0)) == ["raw", "reduced"]
    for text in (str(found), str(alone), repr(found)):
        assert max(map(len, text.splitlines())) <= 80


def test_players_and_stakes_that_change(three: list[State]) -> None:
    """Each player's mean is over the hands that it played, in big blinds of those hands."""
    two = [hand.state for hand in play_hands(["random", "random"], "limit-holdem", deals=5, names=["D", "A"])]
    found = judge_table([*three, *two])
    assert found.players[0] == "A"
    assert sorted(found.players) == ["A", "B", "C", "D"]
    counts = dict(zip(found.players, map(found.hands_of, range(4)), strict=True))
    assert counts == {"A": 250, "B": 240, "C": 240, "D": 10}
    assert (found.deals, found.unit.chips, found.unit.name) == (None, 0, "big blind")
    assert found.game == "2 games"
    told = found.to_dict()
    assert told["unit_chips"] is None
    assert told["results"][0]["raw"]["chips_per_hand"] is None
    won = sum(float(hand.returns()[hand.names.index("D")]) / hand.game.unit for hand in two)
    last = told["results"][[row["name"] for row in told["results"]].index("D")]
    assert last["raw"]["units_per_100_hands"] == pytest.approx(10 * won)


def test_what_is_refused(three: list[State]) -> None:
    with pytest.raises(ValueError, match="hands: expected one or more, got none"):
        judge_table([])
    with pytest.raises(ValueError, match="method: expected all-in, mivat or advantage at a table, got aivat"):
        judge_table(three, method="aivat")
    with pytest.raises(ValueError, match=r"method: expected one of .*, got 'luck'"):
        judge_table(three, method="luck")
    with pytest.raises(ValueError, match="hand 2: expected one that is over"):
        judge_table([three[0], State(three[0].game, names=("A", "B", "C"))])
    with pytest.raises(ValueError, match=r"hand 2: expected names .* that differ, got \['A', 'A', 'C'\]"):
        judge_table([three[0], three[1].with_names(("A", "A", "C"))])
    with pytest.raises(ValueError, match=r"hand 1: expected names .* that differ, got \[\]"):
        judge_table([three[0].with_names(())])
    with pytest.raises(ValueError, match="hand 2: expected the cards of three-player no-limit"):
        judge_table([three[0], next(all_deals(SMALL, 1))])
    folded = next(hand for hand in three if any(hand.folded) and hand.players_left > 1)
    unseen = folded.with_cards(
        ["" if f else c for f, c in zip(folded.folded, folded.hole_cards, strict=True)]
    )
    with pytest.raises(ValueError, match="hand 1: expected the cards of all players for mivat, got none of"):
        judge_table([unseen], method="mivat")
    with pytest.raises(ValueError, match="hand 1: expected the cards of all who did not fold for all-in"):
        judge_table(
            [
                folded.with_cards(
                    ["" if not f else c for f, c in zip(folded.folded, folded.hole_cards, strict=True)]
                )
            ]
        )
    with pytest.raises(ValueError, match=r"expected two players with names that differ, got 3 .*judge_table"):
        judge_hands(three)


def test_antes_beside_blinds() -> None:
    cards = CardRules("JQK", suits=2, hole=1, board=(0, 1))
    antes = TableRules("antes", (0, 0, 0), (1, 1), cards, stacks=(5, 5, 5), ante=1)
    hand = drawn(Random(1), State(antes, hole_cards=["Js", "Qs", "Ks"], board="Kh", names=("A", "B", "C")))
    assert "antes/100, 95 %" in str(judge_table([hand]))
    with pytest.raises(ValueError, match="hand 2: expected a big blind, as hand 1 has, got antes with none"):
        judge_table([next(all_deals(SMALL, 1)), hand])


def test_cards_that_nobody_saw(tmp_path: Path) -> None:
    """A .phhs file as card rooms write it omits cards of players that folded, and may have an all-in."""
    pytest.importorskip("pokerkit")
    game = no_limit(TEXAS, (100, 100, 100))
    hand = State(game, hole_cards=["AsAh", "KsKh", ""], board="Kd9h4s3c2s", names=("A", "B", "C"), hand=1)
    all_in = hand.apply("f").apply("r100").apply("c")
    folded = State(game, names=("B", "C", "D"), hand=2).apply("f").apply("f")
    write_phh([all_in, folded], tmp_path / "room.phhs")
    hands = log_hands(tmp_path / "room.phhs")
    assert not of_two(hands)
    found = judge_table(hands)
    assert sorted(found.players) == ["A", "B", "C", "D"]
    share = equity(["AsAh", "KsKh"]).equity[0]
    row = found.players.index("A")
    assert float(found.reduced[found.player == row][0]) == pytest.approx((200 * share - 100) / 2)
    assert "in 1 all-in cards of players who folded are not known" in str(found)


def test_logs_of_three(three: list[State], tmp_path: Path) -> None:
    """A log is judged like its hands; an error names its line."""
    path = tmp_path / "match.log"
    lines = [hand_text(state) for state in three]
    path.write_text("\n".join(lines) + "\n")
    hands = log_hands(path, "nolimit-holdem-3p")
    assert not of_two(hands)
    found = judge_table(hands, method="mivat")
    np.testing.assert_array_equal(found.reduced, judge_table(three, method="mivat").reduced)
    path.write_text("\n".join([*lines[:3], lines[3].replace("STATE", "STATED"), *lines[4:]]) + "\n")
    with pytest.raises(ValueError, match=r"match\.log, line 4"):
        log_hands(path, "nolimit-holdem-3p")


def test_matches_at_tables() -> None:
    """This covers a match and its reduced hands; players of one name stay distinct."""
    players = ["random", "always-call", "random"]
    result = match(*players, game="nolimit-holdem-3p", deals=30, seed=2, reduce="all-in")
    judged = result.reduced
    assert judged.hands == result.hands == 180
    assert sorted(judged.players) == ["always-call", "random, seat 1", "random, seat 3"]
    for p, name in enumerate(result.players):
        row = judged.players.index(name)
        assert judged.estimates(row)["duplicate"].mean * judged.unit.chips == pytest.approx(
            result.won[p].mean
        )


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["random", "random", "A"], ["random, seat 1", "random, seat 2", "A"]),
        (["random", "random", "random, seat 1"], ["1 random", "2 random", "3 random, seat 1"]),
    ],
)
def test_players_of_one_name(given: list[str], told: list[str]) -> None:
    played = match(*["random"] * 3, game="kuhn-3p", names=given, deals=2, reduce="all-in")
    assert sorted(played.reduced.players) == sorted(told)


def test_players_who_never_sit_alike() -> None:
    """Different seatings are no repeated deals; neither are two hands of one seating among them."""
    game = table_rules("limit-holdem-3p")
    random = Random(2)
    hands = []
    for number in range(300):
        cards = random.sample(range(52), 11)
        names = random.sample([f"P{n}" for n in range(20)], 3)
        state = State(
            game, hand=number, hole_cards=[cards[:2], cards[2:4], cards[4:6]], board=cards[6:], names=names
        )
        hands.append(state.apply("f").apply("f"))
    assert judge_table(hands).deals is None
    assert judge_table(hands, method="mivat").deals is None


def test_amounts_that_are_all_alike_have_no_interval() -> None:
    """Two players that always go all-in win nothing over both seats, up to rounding."""
    played = play_hands([Shoves(), Shoves()], "nolimit-holdem", deals=8, names=["A", "B"])
    found = judge_table([hand.state for hand in played], method="mivat")
    assert found.deals is not None
    assert found.estimates(0)["reduced"].mean == 0
    assert found.estimates(0)["reduced"].half_width == float("inf")
    assert found.to_dict()["results"][0]["reduced"]["units_per_100_hands_half_width_95"] is None
    assert "fewer than 200 samples" in str(found)
    for player in (2, -1, "A"):
        with pytest.raises(ValueError, match="player: expected 0 to 1, got"):
            found.estimates(player)  # type: ignore[arg-type]


class Shoves:
    """A player that always goes all-in."""

    def act(self, state: State) -> str:
        raises = [action for action in state.legal_actions() if action.startswith("r")]
        return raises[-1] if raises else "c"


class Raises:
    """A player that never answers."""

    def act(self, state: State) -> str:
        raise RuntimeError("lost")


def test_a_forfeited_match_has_no_less_luck() -> None:
    result = match("random", "random", Raises(), game="nolimit-holdem-3p", deals=3, reduce="all-in")
    assert result.forfeit is not None
    assert result.reduced is None
    with pytest.raises(ValueError, match="method: expected all-in, mivat or advantage at a table, got divat"):
        match(*["random"] * 3, game="nolimit-holdem-3p", reduce="divat")


def test_an_advantage_sum_by_hand() -> None:
    """Aces against kings and queens: the effect of hands, flop, turn and river on the shares, pot by pot."""
    game = no_limit(TEXAS, (400, 400, 400))
    holes, board = ["AsAh", "KsKh", "QdQc"], "Kd9h4s3c2s"
    state = State(game, hole_cards=holes, board=board, names=("A", "B", "C"))
    pots = [sum(game.blinds)]
    for action in ("r10", "c", "c", "c", "r30", "c", "f", "c", "c", "c", "c"):
        street = state.street
        state = state.apply(action)
        if state.street > street:
            pots.append(state.pot)
    assert state.is_terminal
    all_in = np.array([float(chips) for chips in state.returns()])
    shares = [np.full(3, 1 / 3), equity(holes).equity, equity(holes, board[:6]).equity]
    luck = pots[0] * (shares[1] - shares[0]) + pots[1] * (shares[2] - shares[1])
    dead = holes[state.folded.index(True)]
    left = [p for p in range(3) if not state.folded[p]]
    two = [holes[p] for p in left]
    for cards, pot in ((6, pots[2]), (8, pots[3])):
        change = (
            equity(two, board[: cards + 2], dead=dead).equity - equity(two, board[:cards], dead=dead).equity
        )
        luck[left] += pot * change
    found = judge_table([state], method="advantage")
    by_name = dict(zip(found.players, found.reduced * found.unit.chips, strict=True))
    assert [by_name[name] for name in "ABC"] == pytest.approx(all_in - luck, abs=1e-9)
    assert "share of the pot" in str(found)
