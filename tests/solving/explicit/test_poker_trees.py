"""Trees of poker games agree with hands played one by one and with other solvers."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from pokerdata import solve as solve_cards
from pokerdata.errors import CapacityError
from pokerdata.games import (
    GAMES,
    BettingTree,
    CardGame,
    CardRules,
    Game,
    LimitRules,
    NoLimitRules,
    table_rules,
    toml_text,
)
from pokerdata.games.play import State, TableRules, definition_text
from pokerdata.solving.explicit import evaluate, expected_values, explicit_tree
from pokerdata.solving.explicit.lp import solve_by_linear_program
from pokerdata.solving.explicit.poker import PokerGame, PokerState

ALIKE = CardRules("JQK", copies=2, board=(0, 1))
SUITED = CardRules("QKA", suits=2, board=(0, 2), ranking="three-card")
PAIRS = CardRules("JQK", suits=2, hole=2, board=(0, 1))
BLINDS = LimitRules(
    name="blinds", blinds=(1, 2), blind_counts_as_bet=True, bets=(2, 4), caps=(2, 2), first_to_act=(1, 2)
)
#: Limit and no-limit, two and three players, blinds, antes, side pots, suits, two hole cards.
DEFINITIONS = {
    "three with stacks": TableRules(
        "three with stacks", (1, 2, 0), (3, 1), SUITED, stacks=(4, 5, 3), ante=(0, 1, 0)
    ),
    "three with an ante": TableRules(
        "three with an ante", (0, 0, 0), (1, 1), ALIKE, bets=(1, 2), max_raises=(1, 1), ante=1
    ),
    "two hole cards": TableRules(
        "two hole cards", (2, 1), (2, 1), PAIRS, bets=(2, 2), max_raises=(1, 2), stacks=(5, 7)
    ),
    "all in by blinds": TableRules("all in by blinds", (2, 2), (1, 1), ALIKE, stacks=(2, 2)),
}


def game_of(name: str) -> TableRules:
    return DEFINITIONS[name] if name in DEFINITIONS else table_rules(name)


def legal(state: State) -> list[str]:
    """Return every legal action, raises by size."""
    low, high = state.min_raise_to, state.max_raise_to
    if state.game.limit or low is None or high is None:
        return list(state.legal_actions())
    return [a for a in state.legal_actions() if a[0] != "r"] + [f"r{to}" for to in range(low, high + 1)]


def uniform_returns(state: State) -> list[Fraction]:
    """Return each player's mean winnings over every deal if all players act uniformly."""
    game = state.game
    if not all(state.hole_cards):
        dealt = [cards for cards in state.hole_cards if cards]
        deals = [
            state.with_cards([*dealt, cards, *[()] * (game.players - len(dealt) - 1)])
            for cards in combinations(free(state), game.cards.hole)
        ]
    elif state.cards_to_come:
        deals = [state.deal(cards) for cards in combinations(free(state), state.cards_to_come)]
    elif state.is_terminal:
        return list(state.returns())
    else:
        deals = [state.apply(action) for action in legal(state)]
    found = [uniform_returns(deal) for deal in deals]
    return [sum(column, Fraction(0)) / len(found) for column in zip(*found, strict=True)]


def free(state: State) -> list[int]:
    known = {card for cards in (*state.hole_cards, state.board) for card in cards}
    return [card for card in state.game.deck if card not in known]


@pytest.mark.parametrize("name", ["kuhn", "kuhn-3p", "leduc", *DEFINITIONS])
def test_uniform_strategies_win_what_hands_played_out_one_by_one_do(name: str) -> None:
    tree = explicit_tree(game_of(name))
    expected = [float(won) for won in uniform_returns(State(game_of(name)))]
    assert expected_values(tree, tree.uniform()) == pytest.approx(expected, abs=1e-12)


def test_three_player_kuhn_poker_by_hand() -> None:
    """There are four cards, so 4 * 3 * 2 deals, each with the betting tree of State."""

    def betting(state: State) -> int:
        return 1 + sum(betting(state.apply(action)) for action in state.legal_actions())

    tree = explicit_tree("kuhn-3p")
    assert tree.nodes == 1 + 4 + 12 + 24 * betting(State(table_rules("kuhn-3p")))
    assert tree.players == 3
    assert tree.zero_sum
    last_deals = [n for n in range(tree.nodes) if len(tree.history(n)) == 3 and tree.player[n] == 0]
    assert len(last_deals) == 24
    weights = [
        np.prod([tree.chance[n], tree.chance[tree.parent[n]], tree.chance[tree.parent[tree.parent[n]]]])
        for n in last_deals
    ]
    assert weights == pytest.approx([1 / 24] * 24)


@pytest.mark.parametrize("name", ["kuhn-3p", "leduc", "leduc-nolimit", *DEFINITIONS])
def test_chances_are_exact_and_sum_to_one(name: str) -> None:
    waiting = [PokerGame(game_of(name)).root()]
    deals = 0
    while waiting:
        state: PokerState = waiting.pop()
        if state.player == "chance":
            events = state.chance()
            assert sum(chance for _, chance in events) == 1
            assert len(dict(events)) == len(events)
            waiting += [state.apply(event) for event, _ in events]
            deals += 1
        elif state.player is not None:
            waiting.append(state.apply(state.legal_actions()[-1]))
        else:
            assert sum(state.returns()) == 0
    assert deals


def test_cards_that_are_alike_count_as_often_as_they_are() -> None:
    """After a queen, the other queen has a probability of 1/5, and each other rank 2/5."""
    state = PokerGame("leduc").root().apply("Q")
    assert state.chance() == [("J", Fraction(2, 5)), ("Q", Fraction(1, 5)), ("K", Fraction(2, 5))]
    pair = dict(PokerGame(DEFINITIONS["two hole cards"]).root().chance())
    assert (pair["QQ"], pair["QJ"]) == (Fraction(1, 15), Fraction(4, 15))
    assert [event for event, _ in PokerGame("leduc", alike=False).root().chance()][:3] == ["Jh", "Js", "Qh"]


def test_values_of_both_seats() -> None:
    kuhn = explicit_tree("kuhn")
    values = expected_values(kuhn, solve_by_linear_program(kuhn).strategy)
    assert values == pytest.approx((-1 / 18, 1 / 18), abs=1e-12)
    assert solve_by_linear_program(explicit_tree("leduc")).value == pytest.approx(-0.085606424, abs=5e-10)


@pytest.mark.parametrize("name", ["leduc", "leduc-nolimit", "blinds", "suits"])
def test_values_of_the_solver_of_public_trees(name: str) -> None:
    """The bounds of one solver contain the value of the other. Definitions seat the big blind first, built-in games last."""
    own = {"blinds": Game(BLINDS, ALIKE), "suits": Game(GAMES["leduc"].rules, SUITED)}
    game = own.get(name) or GAMES[name]
    tree = explicit_tree(game)
    value = solve_by_linear_program(tree).value
    found = solve_cards(CardGame(game.rules, game.cards), target="0.1mb", dtype="float64").values
    swapped = name == "blinds"
    low, high = -found.best_response[1], found.best_response[0]
    if swapped:
        low, high = -high, -low
    assert low - 1e-9 <= value <= high + 1e-9
    assert high - low < 1e-3 * game.rules.unit


@pytest.mark.parametrize(("name", "cards"), [("leduc", ALIKE), ("leduc-nolimit", ALIKE), ("blinds", ALIKE)])
def test_actions_have_the_names_of_betting_trees(name: str, cards: CardRules) -> None:
    game = Game(BLINDS, cards) if name == "blinds" else GAMES[name]
    betting = BettingTree(game.rules)
    wanted = {
        betting.history(node): tuple(betting.actions(node))
        for node in range(betting.nodes)
        if betting.kind[node] == 0
    }
    found = {str(s.key).partition(": ")[2]: s.actions for s in explicit_tree(game).information_sets}
    assert found == wanted


def test_every_size_of_a_game_without_a_menu() -> None:
    rules = NoLimitRules("short", (6, 6), (1, 1), ante=1)
    tree = explicit_tree(Game(rules, ALIKE).table)
    by_key = {str(s.key): s.actions for s in tree.information_sets}
    assert by_key["J: "] == ("check", "bet 1", "bet 2", "bet 3", "bet 4", "all-in")
    assert by_key["J: r3"] == ("fold", "call", "raise to 4", "all-in")
    assert by_key["J on Q: r3c/"] == ("check", "bet 1", "bet 2", "all-in")
    assert {s.actions for s in explicit_tree(Game(rules, ALIKE)).information_sets} >= {
        ("check", "bet 2", "all-in")
    }


@pytest.mark.parametrize("name", ["kuhn-3p", "leduc", "leduc-nolimit", *DEFINITIONS])
def test_trees_are_counted_before_they_are_built(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(name) if name in DEFINITIONS else name
    nodes = explicit_tree(game).nodes
    assert explicit_tree(game, max_nodes=nodes).nodes == nodes
    monkeypatch.setattr(PokerGame, "root", None)
    with pytest.raises(CapacityError, match=f"the tree has more than {nodes - 1:,} nodes"):
        explicit_tree(game, max_nodes=nodes - 1)


@pytest.mark.parametrize(
    "name", ["limit-holdem", "nolimit-holdem", "nolimit-holdem-6p", "rhode-island", "small-island", "royal"]
)
def test_large_games_are_refused(name: str) -> None:
    message = f"{re.escape(table_rules(name).name)}: the tree has more than 10,000,000 nodes; allow more with"
    with pytest.raises(CapacityError, match=message):
        explicit_tree(name)


def test_a_game_of_billions_of_chips_is_refused_at_once() -> None:
    with pytest.raises(CapacityError, match="more than 100,000 nodes"):
        explicit_tree(
            TableRules("deep", (1, 2), (2,), CardRules("JQK", copies=1), stacks=(10**10,) * 2),
            max_nodes=100_000,
        )


def test_what_is_taken(tmp_path: Path) -> None:
    toml, acpc = tmp_path / "leduc.toml", tmp_path / "kuhn.game"
    toml.write_text(toml_text(GAMES["leduc"]))
    tree = explicit_tree(str(toml))
    assert tree.utilities.tobytes() == explicit_tree("leduc").utilities.tobytes()
    acpc.write_text(definition_text(table_rules("kuhn-3p")))
    assert explicit_tree(str(acpc)).nodes == 617
    assert explicit_tree(PokerGame("kuhn")).nodes == 58
    with pytest.raises(ValueError, match=r"game: expected a file or one of kuhn, leduc.* got 'lodec'"):
        explicit_tree("lodec")
    with pytest.raises(ValueError, match="max_nodes"):
        explicit_tree("kuhn", max_nodes=0)
    assert "Kuhn poker" in repr(PokerGame("kuhn"))
    assert "Kuhn poker" in PokerGame("kuhn")._repr_html_()


def test_suits_count_where_the_ranking_looks_at_them() -> None:
    tree = explicit_tree(Game(GAMES["leduc"].rules, SUITED))
    ranks = Counter(str(s.key).partition(":")[0] for s in tree.information_sets)
    assert {"Qh", "Qs", "As on KhQh"} <= set(ranks)
    assert evaluate(tree, tree.uniform()).nash_conv > 0
