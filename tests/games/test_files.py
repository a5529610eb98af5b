"""Games as TOML, and the command that writes it."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata import games
from pokerdata.cli.games import games as command
from pokerdata.cli.solve import solve
from pokerdata.games import GAMES, find_game, toml_text

LEDUC = toml_text(GAMES["leduc"])


def run(*arguments: str) -> str:
    return CliRunner().invoke(command, arguments, catch_exceptions=False).output


@pytest.mark.parametrize("name", GAMES)
def test_built_in_games_are_toml(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(run(name, "--toml"))
    mine = find_game(str(path))
    assert (mine.rules, mine.cards) == (GAMES[name].rules, GAMES[name].cards)


def test_solving_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(LEDUC.replace("Leduc hold'em", "My Leduc"))
    result = CliRunner().invoke(solve, [str(path), "--algorithm", "cfr+"], catch_exceptions=False)
    assert "\nMy Leduc, cfr+(gamma=1, delay=0), 511 iterations (float64)\n" in result.output


def test_listing_and_sizes() -> None:
    lines = run().splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(GAMES)
    assert lines[5].split() == ["small-island", "44,123,721", "1,037,520"]
    text = run("rhode-island")
    assert "6,705,372,545 nodes, 52,128,128 information sets" in text
    assert "under 1 / 13 / 325 boards up to suits" in " ".join(text.split())
    assert "MB in float32" in text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("caps = [2, 2]", "caps = [2, 0]", "mine.toml: bad rules .*: cap 0 on street 2"),
        ("caps = [2, 2]", "caps = [2, 1.5]", "caps 1.5; want a whole number"),
        ("caps = [2, 2]", "caps = 2", "caps 2; want whole numbers"),
        ("caps = [2, 2]", "cap = [2, 2]", r"unknown key 'cap' in \[betting\]: want some of bets, caps"),
        ("caps = [2, 2]", "", r"no key 'caps' in \[betting\]: want caps, bets and raises allowed"),
        ("blinds = [0, 0]", "blinds = [1]", "blinds .1,.; want one for each player"),
        ('ranks = "JQK"', 'ranks = ""', "bad cards: an empty deck"),
        ('ranks = "JQK"', 'ranks = "KQJ"', "bad cards: ranks 'KQJ'; want rising ranks"),
        ('ranks = "JQK"', 'ranks = "JXK"', "bad cards: ranks 'JXK'"),
        ('ranks = "JQK"', "ranks = 3", "bad cards: ranks 3; want text"),
        ("copies = 2", "copies = 1\nsuits = 1", "suits 1 and copies 1; want one of the two"),
        ("copies = 2", "", "suits None and copies None"),
        ("copies = 2", "copies = 0", "0 copies of 3 ranks"),
        ("copies = 2", "suits = 5", "5 suits of 3 ranks; want 1 to 4 suits"),
        ("board = [0, 1]", "board = [0, 5]", "7 cards dealt from a deck of 6"),
        ("board = [0, 1]", "board = [0, -1]", "-1 board cards on street 2"),
        (
            "board = [0, 1]",
            "board = [0]",
            "board cards for 1 streets; want one number for each of the 2 streets",
        ),
        ("hole = 1", "hole = 3", "3 hole cards; want 1 or 2"),
        (
            'ranking = "pairs"',
            'ranking = "poker"',
            "bad ranking 'poker': want pairs, three-card or five-card",
        ),
        ('ranking = "pairs"', 'ranking = "three-card"', "flushes for a deck of copies"),
        ("[cards]", "[deck]", r"want a name = \"...\" and the sections \[betting\] and \[cards\], not deck"),
        ("[cards]", "[cards", "cannot read the game"),
    ],
)
def test_bad_files(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    assert old in LEDUC
    path.write_text(LEDUC.replace(old, new))
    with pytest.raises(ValueError, match=message):
        CliRunner().invoke(solve, [str(path)], catch_exceptions=False)


def test_any_name_is_read_back(tmp_path: Path) -> None:
    path, game = tmp_path / "mine.toml", games.GAMES["kuhn"]
    assert isinstance(game.rules, games.LimitRules)
    for name in ('"Kuhn" \\ poker', "two\nlines\r\t", "\0\x1f\x7f", "ä 😀"):
        named = replace(game, rules=replace(game.rules, name=name))
        path.write_text(games.toml_text(named), encoding="utf-8")
        assert games.read_game(path) == named


def test_games_that_are_not_there() -> None:
    with pytest.raises(ValueError, match=r"cannot read the game nowhere\.toml"):
        run("nowhere.toml")
    with pytest.raises(ValueError, match="bad game 'chess': want one of kuhn"):
        run("chess")
    with pytest.raises(ValueError, match="hands of 8 cards; want 5 to 7"):
        games.CardRules("TJQKA", suits=4, hole=2, board=(5, 1), ranking="five-card")
