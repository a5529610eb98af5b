"""The agents of Zopf 2010 follow their rules, and `simple` at larger tables."""

from typing import Any

import pytest

from pokerdata.cards.equity import equity
from pokerdata.games import table_rules
from pokerdata.games.play import State, read_matchstate
from pokerdata.players import BreakIvan, CheckNorris, RichieRich, find_player
from pokerdata.players.search import PLAYOUT
from pokerdata.players.simple import Simple
from pokerdata.players.thesis import pays

from .tables import playing

LIMIT = table_rules("limit-holdem-3p")
NAMES = ("break-ivan", "richie-rich", "check-norris", "simple")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", ["limit-holdem", "limit-holdem-3p", "nolimit-holdem", "nolimit-holdem-6p"])
def test_they_play_legal_hands_and_the_same_again(name: str, game: str) -> None:
    definition = table_rules(game)

    def players() -> list[Any]:
        found = [find_player(name, game, seed=1) for _ in range(definition.players)]
        for player in found:
            if isinstance(player, CheckNorris):
                player.iterations = 50
        return found

    for seed in range(5):
        made = [action for _, action in playing(definition, players(), seed)]
        assert made == [action for _, action in playing(definition, players(), seed)]


def _states(number: int) -> list[State]:
    """Return decisions of random players."""
    found = []
    for seed in range(number):
        players = [find_player(name, LIMIT, seed=seed) for name in ("random", "always-raise", "random")]
        found += [state for state, _ in playing(LIMIT, players, seed)]
    return found


def test_break_ivan_calls_where_his_equity_pays() -> None:
    ivan, calls, folds = BreakIvan(samples=20_000), 0, 0
    for state in _states(12):
        action = ivan.act(state)
        if not state.can_fold:
            assert action == "c"
            continue
        assert state.player is not None
        hand = "".join("23456789TJQKA"[c // 4] + "cdhs"[c % 4] for c in state.hole_cards[state.player])
        board = "".join("23456789TJQKA"[c // 4] + "cdhs"[c % 4] for c in state.board)
        hands = [hand, *["random"] * (state.players_left - 1)]
        exact = equity(hands, board, samples=200_000).equity[0]
        odds = state.to_call / (state.pot + state.to_call)
        if abs(exact - odds) > 0.02:
            assert action == ("c" if exact > odds else "f")
            calls, folds = calls + (action == "c"), folds + (action == "f")
    assert calls > 10
    assert folds > 1


def test_richie_rich_bets_as_often_as_his_hand_is_strong() -> None:
    state, _ = read_matchstate(LIMIT, "MATCHSTATE:1:1:crrrcc/c:|Qc9s|/Ad4hJd")
    stand = RichieRich(samples=100_000)._stand(state)
    bets = sum(RichieRich(seed=seed, samples=400).act(state) == "r" for seed in range(1000))
    assert abs(bets / 1000 - max(stand)) < 4 * (0.25 / 1000) ** 0.5
    facing, _ = read_matchstate(LIMIT, "MATCHSTATE:1:1:crrrcc/r:|Qc9s|/Ad4hJd")
    stand = RichieRich(samples=100_000)._stand(facing)
    raises = sum(RichieRich(seed=seed, samples=400).act(facing) == "r" for seed in range(1000))
    assert abs(raises / 1000 - max(stand) ** 2) < 4 * (0.25 / 1000) ** 0.5
    # Raisers that hold none of the weaker half leave a smaller share.
    assert max(RichieRich(raisers=0.5, samples=100_000)._stand(facing)) < max(stand) - 0.02
    with pytest.raises(ValueError, match="raisers: expected a part"):
        RichieRich(raisers=0)


def test_check_norris_counts_what_others_do_and_forgets_it() -> None:
    norris = CheckNorris(LIMIT, iterations=300)
    hand = State(LIMIT, names=("A", "B", "C"))
    for action in "rff":
        hand = hand.apply_unseen(action) if hand.player is not None else hand
    for _ in range(30):
        norris.observe(hand)
    assert set(norris.counted) == {"C", "A", "B"}
    assert norris.counted["A"].seen[0][1] == [30, 0, 0]
    assert norris.counted["C"].seen[0][1] == [0, 0, 30]
    norris.reset()
    assert norris.counted == {}


def test_check_norris_exploits_what_he_saw() -> None:
    # The best action against players that always fold to a raise is to raise any hand.
    state = State(LIMIT, hole_cards=["", "", "7h2c"], names=("A", "B", "C"))
    norris = CheckNorris(LIMIT, iterations=3000)
    for _ in range(200):
        norris.observe(State(LIMIT, names=("A", "B", "C")).apply("r").apply("f").apply("f"))
    assert norris.act(state) == "r"
    assert sum(PLAYOUT) == pytest.approx(1)


def test_whether_a_call_pays() -> None:
    state = State(LIMIT)  # 10 to call, 15 in the pot
    assert pays(0.4, state)
    assert not pays(0.399, state)


@pytest.mark.parametrize(
    ("hole", "history", "action"),
    [
        ("AhAd", "", "r"),
        ("2h2d", "r", "r"),
        ("5h5d", "rr", "c"),
        ("AhAd", "rrr", "f"),
        ("KhTh", "", "r"),
        ("KhTd", "rr", "c"),
        ("5h6h", "rrr", "c"),
        ("Ah2h", "", "r"),
        ("Ah2h", "r", "c"),
        ("Ah7h", "rrr", "c"),
        ("7h2d", "r", "f"),
    ],
)
def test_simple_before_the_flop(hole: str, history: str, action: str) -> None:
    state = State(LIMIT)
    for made in history:
        state = state.apply(made)
    assert state.player is not None
    holes = [""] * 3
    holes[state.player] = hole
    found = Simple(seed=3).act(state.with_cards(holes))
    assert found == (action if action != "r" or state.can_raise else "c")


def test_simple_is_more_careful_against_more() -> None:
    bets = {}
    for history in ("ccc/", "fcc/"):
        state, _ = read_matchstate(LIMIT, f"MATCHSTATE:0:1:{history}:9h8h||/9c4h2d")
        bets[history] = sum(Simple(seed=seed).act(state) == "r" for seed in range(60))
    assert bets["ccc/"] < bets["fcc/"]


def test_other_games_are_refused() -> None:
    for name in ("break-ivan", "richie-rich", "simple"):
        with pytest.raises(ValueError, match=r"hold'em"):
            find_player(name, "kuhn-3p")
    assert (
        find_player("check-norris", "kuhn-3p").act(State(table_rules("kuhn-3p"), hole_cards=["As", "", ""]))
        in "cr"
    )
