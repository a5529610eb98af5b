"""One game: by name and file, with other rules, at tables, for solvers, and its hands."""

import dataclasses
import pickle
from pathlib import Path

import pytest

from pokerdata import load_game, match
from pokerdata.games import (
    GAMES,
    Game,
    LimitRules,
    acpc_text,
    adjusted_game,
    playable,
    table_rules,
    toml_text,
)
from pokerdata.games.play import DEFINITIONS, Deals, State, TableRules, definition_text, definition_toml
from pokerdata.games.play.definition import read_definition


@pytest.mark.parametrize("name", [*GAMES, *DEFINITIONS])
def test_a_game_is_the_same_by_name_and_file(name: str, tmp_path: Path) -> None:
    game = load_game(name)
    assert load_game(game) is game
    assert table_rules(name) == game.table
    assert pickle.loads(pickle.dumps(game)) == game
    path = tmp_path / "game.toml"
    path.write_text(toml_text(game) if name in GAMES else definition_toml(game.table), encoding="utf-8")
    assert load_game(str(path)) == game
    assert game.players == len(game.table.positions)
    with pytest.raises(dataclasses.FrozenInstanceError):
        game.cards = game.cards  # type: ignore[misc]


@pytest.mark.parametrize("name", [*GAMES, *DEFINITIONS])
def test_a_file_of_the_competition_gives_solvers_and_tables_the_same_rules(name: str, tmp_path: Path) -> None:
    game = load_game(name)
    path = tmp_path / "game.game"
    try:
        path.write_text(acpc_text(game) if name in GAMES else definition_text(game.table), encoding="utf-8")
    except ValueError:
        assert name in ("small-island", "rhode-island", "kuhn-3p")
        return
    read = load_game(str(path))
    assert read.table == read_definition(path)  # in the order of seats of the file
    assert isinstance(read.betting, TableRules) == (game.players > 2)
    if game.players == 2:
        assert read.rules.first_to_act == game.rules.first_to_act
        assert (read.rules.ante, read.rules.blinds) == (game.rules.ante, game.rules.blinds)


def test_why_solvers_do_not_know_a_file_of_the_competition(tmp_path: Path) -> None:
    path = tmp_path / "short.game"
    path.write_text(
        definition_text(load_game("limit-holdem").table).replace("limit\n", "limit\nstack = 100 100\n")
    )
    game = load_game(str(path))
    assert game.table.stacks == (100, 100)
    with pytest.raises(ValueError, match=r"short\.game, line \d+: stack: expected at least 240"):
        _ = game.rules


def test_another_stack_reaches_the_table(tmp_path: Path) -> None:
    """A file of the competition has rules of tables of its own, with the old stacks."""
    path = tmp_path / "mine.game"
    path.write_text(acpc_text(load_game("nolimit-holdem")), encoding="utf-8")
    assert load_game(str(path)).table.stacks == (10_000, 10_000)
    assert adjusted_game(str(path), stack=50).table.stacks == (5_000, 5_000)
    assert load_game(str(path), stacks=(3_000, 3_000)).table.stacks == (3_000, 3_000)


def test_other_rules() -> None:
    game = load_game("leduc", bets=(4, 8), ranks="TJQK")
    assert isinstance(game.rules, LimitRules)
    assert (game.rules.bets, game.cards.ranks, game.cards.deck) == ((4, 8), "TJQK", 8)
    assert game.table.bets == (4, 8)
    assert load_game("leduc").rules.values()["bets"] == (2, 4)
    table = load_game("kuhn-3p", ante=2, bets=(3,))
    assert (table.table.antes, table.table.bets) == ((2, 2, 2), (3,))
    for name, rules in (
        ("leduc", {"stacks": (5, 5)}),
        ("kuhn-3p", {"menu": ["pot"]}),
        ("leduc", {"bets": (1,)}),
    ):
        with pytest.raises(ValueError, match=r"expected"):
            load_game(name, **rules)


def test_hands_begin_with_known_and_unknown_cards() -> None:
    game = load_game("limit-holdem-3p")
    state = game.new_hand()
    assert isinstance(state, State)
    assert (state.player, state.pot, state.hole_cards) == (2, 15, ((), (), ()))
    assert set(game.new_hand((["AhKh", "", ""], "")).hole_cards[0]) == {46, 50}
    holes, board = next(iter(Deals(game.table, 7)))
    dealt = game.new_hand(seed=7)
    assert dealt.hole_cards == holes
    while not dealt.is_terminal:
        dealt = dealt.apply("c")
    assert dealt.board == board
    assert sum(dealt.returns()) == 0
    with pytest.raises(ValueError, match="seed: expected none where a deal is given"):
        game.new_hand((["AhKh", "", ""], ""), seed=1)


def test_what_games_for_many_are_not_for() -> None:
    game = load_game("kuhn-3p")
    for use in (lambda: game.rules, lambda: game.build, lambda: playable(game), lambda: playable("kuhn-3p")):
        with pytest.raises(ValueError, match="game: expected one for two players"):
            use()
    with pytest.raises(ValueError, match=r"game: expected a file or one of .*kuhn-3p"):
        load_game("kuhn-4p")
    assert match(*["random"] * 3, game=game, deals=2).hands == 12


def test_more_cards_of_a_rank_than_suits_are_for_solvers_alone() -> None:
    game = load_game("kuhn", copies=5)
    assert isinstance(game, Game)
    assert game.build is not None
    assert game.build().information_sets == 12
    with pytest.raises(ValueError, match="suits"):
        _ = game.table
