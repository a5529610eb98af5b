"""Antes, blinds, straddles, late posts and stacks of any size agree with PokerKit."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from helpers.random_tables import random_action, random_definition, start
from pokerdata.games import table_rules
from pokerdata.games.named import TEXAS
from pokerdata.games.play import State, TableRules
from pokerdata.games.play.definition import card_text
from pokerdata.matches.referee import most_lost


def hand(
    blinds: tuple[int, ...],
    stacks: tuple[int, ...],
    ante: Any = 0,
    minimum_bet: int = 0,
    first: int | None = None,
    bet: int = 0,
) -> TableRules:
    """Return a no-limit game, or one with a small and a big bet, in which the player after the largest blind starts."""
    if first is None:
        first = (max(range(len(blinds)), key=lambda p: (blinds[p], p)) + 1) % len(blinds)
    return TableRules(
        "stakes",
        blinds,
        (first + 1, 1, 1, 1),
        TEXAS,
        bets=(bet, bet, 2 * bet, 2 * bet) if bet else (),
        stacks=stacks,
        max_raises=(4,) * 4 if bet else (),
        ante=ante,
        minimum_bet=0 if bet else minimum_bet,
    )


def played(game: TableRules, *actions: str, holes: Any = (), board: Any = "") -> State:
    state = State(game, hole_cards=holes, board=board)
    for action in actions:
        state = state.apply_unseen(action)
    return state


BOARD = "2c7d9hJsQc"


def test_a_blind_that_is_all_in():
    """The big blind has 14 chips for an ante of 3 and a blind of 20."""
    game = hand((10, 20, 0), (1379, 14, 2310), ante=3)
    state = State(game)
    assert state.spent == (13, 14, 3)
    assert state.all_in == (False, True, False)
    assert (state.player, state.to_call, state.min_raise_to) == (2, 20, 43)
    state = played(game, "c", "f", holes=["", "3c4d", "AhAd"], board=BOARD)
    assert state.history == "cf///"
    assert list(state.returns()) == [-13, -14, 27]
    assert [tuple(pot) for pot in state.pots] == [(13 + 14 + 14, (1, 2)), (9, (2,))]
    won = played(game, "c", "c", "c", "c", "c", "c", "c", "c", holes=["5c6c", "AhAd", "3c4d"], board=BOARD)
    assert list(won.returns()) == [-23 + 18, 28, -23], "he wins 14 of each; the rest is between the others"


@pytest.mark.parametrize(
    ("spent", "stacks", "legal"),
    [
        # The small blind has put in more than the big blind could.
        ((2, 10), (2, 100), ()),
        # It calls only the chips that the big blind could post.
        ((14, 10), (14, 100), ("f", "c")),
        ((20, 10), (20, 100), ("f", "c")),
    ],
)
def test_what_a_short_big_blind_costs_heads_up(spent, stacks, legal):
    state = State(hand((20, 10), stacks, first=1), hole_cards=["AhAd", "3c4d"], board=BOARD)
    assert state.spent == spent
    assert state.legal_actions() == legal
    assert state.to_call == max(0, spent[0] - 10)
    called = state.apply("c") if legal else state
    assert called.is_terminal
    assert list(called.returns()) == [spent[0], -spent[0]]
    if legal:
        assert list(state.apply("f").returns()) == [10, -10]


def test_a_big_blind_ante_is_in_the_main_pot():
    game = hand((2, 4, 0), (200, 200, 200), ante=(0, 4, 0))
    state = State(game)
    assert (state.spent, state.pot, state.to_call, state.player) == ((2, 8, 0), 10, 4, 2)
    assert (state.min_raise_to, state.max_raise_to) == (8, 200)
    state = state.apply("c").apply("c")
    assert (state.to_call, state.min_raise_to) == (0, 12), "what he has put in then, the ante included"
    state = played(game, *"cc", *"cccccccccc", holes=["AhAd", "3c4d", "5c6c"], board=BOARD)
    assert list(state.returns()) == [12, -8, -4]
    assert [tuple(pot) for pot in state.pots] == [(16, (0, 1, 2))]
    deep = State(hand((2, 4, 0), (100, 500, 200), ante=(0, 4, 0))).apply("c").apply("c")
    assert (deep.player, deep.most_to_showdown) == (1, 196), "the dead ante counts for no bet"
    # Calling a raise to 12 costs 8 more than the blind; raises count without the ante.
    raised = State(game).apply("r12").apply("f")
    assert (raised.to_call, raised.min_raise_to) == (8, 4 + 12 + 8)
    assert raised.apply("r28").to_call == 24 - 12


def test_an_ante_that_takes_all():
    game = hand((2, 4, 0), (200, 3, 200), ante=(0, 4, 0))
    state = played(game, "c", "c", *"cccccc", holes=["5c6c", "AhAd", "3c4d"], board=BOARD)
    assert state.spent == (4, 3, 4)
    assert [tuple(pot) for pot in state.pots] == [(3, (0, 1, 2)), (8, (0, 2))]
    assert list(state.returns()) == [4, 0, -4], "the best hand wins back its ante, which is all that it can"
    alone = played(game, "r10", "f")
    assert alone.is_terminal is False
    assert [tuple(pot) for pot in alone.pots] == [(3, (1, 2)), (12, (2,))]


def test_equal_antes_are_matched_as_bets_are():
    state = played(
        hand((1, 2, 0), (50, 50, 3), ante=5), "c", *"ccccccc", holes=["5c6c", "3c4d", "AhAd"], board=BOARD
    )
    assert state.spent == (7, 7, 3)
    assert list(state.returns()) == [-3 + 4, -7, 6]


def test_late_posts_and_straddles():
    state = State(hand((1, 2, -2, 0), (200,) * 4))
    assert (state.player, state.spent) == (2, (1, 2, 2, 0)), "a late post moves nobody's turn"
    assert state.legal_actions() == ("c", "r4", "r200")
    assert state.game.positions == ("SB", "BB", "CO", "BU")
    assert state.game.unit == 2
    straddle = State(hand((1, 2, 4), (200,) * 3, minimum_bet=2))
    assert (straddle.player, straddle.to_call, straddle.min_raise_to) == (0, 3, 6)
    flop = straddle.apply_unseen("c").apply_unseen("c").apply_unseen("c")
    assert (flop.street, flop.betting.least_raise - 4) == (1, 2)
    assert hand((1, 2, 4), (200,) * 3, minimum_bet=4) == hand((1, 2, 4), (200,) * 3)


def test_stacks_of_ten_billion():
    most = 10_000_000_000
    game = hand((50, 100, *[0] * 8), (most,) * 10)
    state = State(
        game, hole_cards=["AhAd", "AcAs", *[f"{rank}h{rank}d" for rank in "23456789"]], board="KcQcJsTs2s"
    )
    state = state.apply(f"r{most}")
    for _ in range(9):
        state = state.apply("c")
    assert state.pot == 10 * most
    assert list(state.returns()) == [4 * most, 4 * most, *[-most] * 8]
    with pytest.raises(ValueError, match="raise: expected 0 to 10000000000 chips, got 10000000001"):
        State(game).apply("r10000000001")


def test_whoever_is_left_alone_wins_what_others_folded():
    """In this hand of an old log, all fold with nothing to call before the last player puts anything in."""
    state = State(hand((1, 2, 0), (9, 9, 9), first=0))
    for _ in range(2):
        state = state.apply_old("f")
    assert list(state.returns()) == [-1, -2, 3]


# --- PokerKit ------------------------------------------------------------------------------------------------------


def _fractions(amount: Any, shares: Any) -> tuple[Any, Any]:
    return Fraction(amount) / shares, 0


def random_game(rng: np.random.Generator) -> TableRules:
    players = int(rng.integers(2, 8))
    small, big = sorted(rng.integers(1, 6, 2).tolist())
    blinds = [small, big, *[0] * (players - 2)]
    minimum_bet = big
    for p in range(2, players):
        kind = rng.random()
        if p == 2 and kind < 0.2:
            blinds[p] = 2 * big  # a straddle
        elif kind > 0.85:
            blinds[p] = -big
    if players == 2:
        blinds = blinds[::-1]
    ante: Any = int(rng.integers(0, 4)) if rng.random() < 0.5 else 0
    if rng.random() < 0.3:
        antes = [0] * players
        antes[0 if players == 2 else 1] = big
        ante = tuple(antes)
    bet = big if rng.random() < 0.3 else 0
    while True:
        stacks = tuple(int(rng.integers(1, 8 if rng.random() < 0.3 else 60)) for _ in range(players))
        game = hand(tuple(blinds), stacks, ante, minimum_bet, bet=bet)
        posted = [
            spent - min(pair) for spent, *pair in zip(State(game).spent, game.antes, stacks, strict=True)
        ]
        # PokerKit treats an all-in big blind as a smaller blind, which others call and which may not be the
        # first.
        if max(chips for chips, blind in zip(posted, blinds, strict=True) if blind > 0) == max(blinds):
            return game


def kit_of(game: TableRules) -> Any:
    kit = pytest.importorskip("pokerkit")
    automations = [
        one for one in kit.Automation if one.name not in ("HOLE_DEALING", "BOARD_DEALING", "CARD_BURNING")
    ]
    turned = slice(None, None, -1 if game.players == 2 else 1)
    made = kit.FixedLimitTexasHoldem if game.limit else kit.NoLimitTexasHoldem
    return made.create_state(
        tuple(automations),
        not isinstance(game.ante, tuple),
        game.antes[turned],
        game.blinds[turned],
        *((game.bets[0], game.bets[-1]) if game.limit else (game.unit,)),
        game.stacks,
        game.players,
        divmod=_fractions,
    )


def needless(state: State) -> bool:
    """Return whether a player must act, as in the competition, though no opponent can pay more; PokerKit may skip it."""
    position, stacks = state.player, state.game.stacks
    assert position is not None
    antes = [min(pair) for pair in zip(stacks, state.game.antes, strict=True)]
    own = state.spent[position] - antes[position]
    others = [p for p in range(state.players) if p != position and not state.folded[p]]
    return state.to_call == 0 and all(stacks[p] - antes[p] <= own for p in others)


@pytest.mark.parametrize("seed", range(400))
def test_random_hands_are_those_of_pokerkit(seed):
    rng = np.random.default_rng(seed)
    game = random_game(rng)
    dealt = start(game, seed)
    kit = kit_of(game)
    for cards in dealt.hole_cards:
        kit.deal_hole("".join(map(card_text, cards)))
    state, board = dealt, [card_text(card) for card in dealt._board]
    while kit.status or state.player is not None:
        if kit.status and kit.can_burn_card("??"):
            kit.burn_card("??")
            continue
        if kit.status and kit.can_deal_board():
            count = 3 if len(board) == 5 else 1
            kit.deal_board("".join(board[:count]))
            del board[:count]
            continue
        position = state.player
        assert position is not None
        if kit.actor_index != position:
            assert needless(state)
            state = state.apply("c")
            continue
        begun = state.spent[position] - kit.bets[position]  # ante and earlier streets
        assert state.to_call == kit.checking_or_calling_amount
        assert state.can_fold == (kit.checking_or_calling_amount > 0)
        low, high = (
            kit.min_completion_betting_or_raising_to_amount,
            kit.max_completion_betting_or_raising_to_amount,
        )
        kinds = ["c", "c", *["f"] * state.can_fold]
        if low is not None:
            assert (state.min_raise_to, state.max_raise_to) == (low + begun, high + begun)
            # Here, an all-in below a full raise reopens the betting.
            kinds += (
                ["r"] * 2 * (low >= max(kit.bets) + game.bets[state.street] if game.limit else low < high)
            )
        elif state.can_raise:  # a raise that no opponent can pay is legal here
            others = [p for p in range(game.players) if p != position and not state.folded[p]]
            assert all(kit.stacks[p] + kit.bets[p] <= max(kit.bets) for p in others)
        kind = str(rng.choice(kinds))
        if kind == "f":
            kit.fold()
        elif kind == "c":
            kit.check_or_call()
        else:
            to = int(rng.integers(low, high + 1)) if rng.random() < 0.7 else high
            kit.complete_bet_or_raise_to(to)
            kind = "r" if game.limit else f"r{to + begun}"
        state = state.apply(kind)
    assert state.is_terminal
    assert tuple(kit.payoffs) == state.returns()


def test_what_cannot_have_such_stakes_says_so():
    from pokerdata.games.play import definition_text
    from pokerdata.players.acpc import Dealer
    from pokerdata.players.plain import game_for_two

    for game, fault in (
        (hand((20, 10), (14, 100), first=1), "expected at least the 20 of ante and blind, got a stack of 14"),
        (hand((4, 2), (100, 100), ante=(4, 0)), r"expected one ante for all, got antes of \(4, 0\)"),
        (hand((4, -2), (100, 100)), "expected blinds of 0 or more, got a late post of 2"),
        (hand((4, 2), (100, 100), minimum_bet=2), "got a minimum bet of 2"),
        (hand((4, 2), (2**31, 100)), "expected at most 2147483647 chips, got a stack of 2147483648"),
    ):
        for refuses in (
            lambda game: Dealer(game, ["A", "B"], hands=1),
            definition_text,
            lambda game: game_for_two("strategy", game),
        ):
            with pytest.raises(ValueError, match=fault):
                refuses(game)
    assert table_rules("nolimit-holdem-6p").unit == 100


@pytest.mark.parametrize("seed", range(200))
def test_nobody_loses_more_than_the_most(seed):
    rng = np.random.default_rng(seed)
    game = random_definition(rng, any_stakes=True)
    state = start(game, seed)
    while not state.is_terminal:
        raises = state.can_raise and rng.random() < 0.7
        state = state.apply(
            f"r{state.max_raise_to}"
            if raises and not game.limit
            else "r"
            if raises
            else random_action(state, rng)
        )
    for position, won in enumerate(state.returns()):
        assert -won <= most_lost(game, position)


def test_the_most_that_a_dead_ante_costs():
    game = hand((2, 4, 0), (50, 100, 30), ante=(0, 4, 0))
    assert [most_lost(game, position) for position in range(3)] == [50, 54, 30]
    state = played(game, "r30", "r50", "c", holes=["AhAd", "3c4d", "5c6c"], board=BOARD)
    assert state.returns()[1] == -54


def test_sums_of_the_largest_stacks_are_exact():
    """If the sums of a match could exceed 64 bits, it is refused before a hand is played."""
    from pokerdata.matches.series import play_series
    from pokerdata.recipes.tournament import Tournament

    game = hand((10, 20), (10**10,) * 2, first=1)
    most = 2**62 // (10**10 * 2520 * 2)  # fractions of a chip, in both orders of seats
    with pytest.raises(ValueError, match=f"hands: expected at most {most:,} with such stacks"):
        play_series(["random", "random"], game, series=1, hands=most + 1, seed=1)
    with pytest.raises(ValueError, match=f"deals: expected at most {most:,} with such stacks"):
        Tournament(agents=("random", "simple"), game=game, deals=most + 1).definition({})  # type: ignore[arg-type]
