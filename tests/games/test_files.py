"""Games as TOML, and the command that writes TOML."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from pokerdata import games
from pokerdata.cli.games import games as command
from pokerdata.cli.solve import solve
from pokerdata.games import GAMES, load_game, toml_text
from pokerdata.games.play import DEFINITIONS

LEDUC = toml_text(GAMES["leduc"])


def run(*arguments: str) -> str:
    return CliRunner().invoke(command, arguments, catch_exceptions=False).output


@pytest.mark.parametrize("name", GAMES)
def test_built_in_games_are_toml(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(run(name, "--toml"))
    mine = load_game(str(path))
    assert (mine.rules, mine.cards) == (GAMES[name].rules, GAMES[name].cards)


def test_solving_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(LEDUC.replace("Leduc hold'em", "My Leduc"))
    result = CliRunner().invoke(solve, [str(path), "--algorithm", "cfr+"], catch_exceptions=False)
    assert "\nMy Leduc, cfr+(gamma=1, delay=0), 511 iterations (float64)\n" in result.output


def test_listing_and_sizes() -> None:
    lines = run().splitlines()
    assert [line.split()[0] for line in lines[1 : len(GAMES) + 1]] == list(GAMES)
    rest = " ".join(" ".join(lines[len(GAMES) + 1 :]).split())
    assert rest == f"for three players and more: {', '.join(DEFINITIONS)}"
    assert lines[5].split() == ["small-island", "44,123,721", "1,037,520"]
    text = run("rhode-island")
    assert "6,705,372,545 nodes, 52,128,128 information sets" in text
    assert "under 1 / 13 / 325 boards up to suits" in " ".join(text.split())
    assert "MB in float32" in text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "caps = [2, 2]",
            "caps = [2, 0]",
            r"rules 'Leduc hold'em': cap on street 2: expected 1 to 256 bets and raises a street, "
            r"got 0",
        ),
        (
            "caps = [2, 2]",
            "caps = [2, 1.5]",
            r"rules .Leduc hold'em.: caps: expected a whole number, got 1\.5",
        ),
        ("caps = [2, 2]", "caps = 2", r"rules .Leduc hold'em.: caps: expected whole numbers, got 2"),
        ("caps = [2, 2]", "cap = [2, 2]", r"unknown key 'cap' in \[betting\]: expected some of bets, caps"),
        ("caps = [2, 2]", "", r"no key 'caps' in \[betting\]: expected caps, bets and raises allowed"),
        (
            "blinds = [0, 0]",
            "blinds = [1]",
            r"rules .Leduc hold'em.: blinds: expected one for each player, got \(1,\)",
        ),
        ('ranks = "JQK"', 'ranks = ""', r"cards: ranks: expected at least one, got none"),
        (
            'ranks = "JQK"',
            'ranks = "KQJ"',
            r"cards: ranks: expected rising ranks of 23456789TJQKA, each once, got 'KQJ'",
        ),
        (
            'ranks = "JQK"',
            'ranks = "JXK"',
            r"cards: ranks: expected rising ranks of 23456789TJQKA, each once, got 'JXK'",
        ),
        ('ranks = "JQK"', "ranks = 3", r"cards: ranks: expected text, got 3"),
        (
            "copies = 2",
            "copies = 1\nsuits = 1",
            r"cards: suits and copies: expected one of the two, got 1 and 1",
        ),
        ("copies = 2", "", r"cards: suits and copies: expected one of the two, got None and None"),
        (
            "copies = 2",
            "copies = 0",
            r"cards: copies: expected 1 or more, and at most 52 cards, got 0 of 3 ranks",
        ),
        ("copies = 2", "suits = 5", r"cards: suits: expected 1 to 4, got 5 of 3 ranks"),
        (
            "board = [0, 1]",
            "board = [0, 5]",
            r"cards: deck: expected no more cards dealt than there are, got 7 dealt from a deck of 6",
        ),
        (
            "board = [0, 1]",
            "board = [0, -1]",
            r"cards: board cards on street 2: expected 0 to 5 a street, got -1",
        ),
        (
            "board = [0, 1]",
            "board = [0]",
            r"rules .Leduc hold'em.: expected a number of board cards for each of the 2 streets, "
            r"got 1 of them",
        ),
        ("hole = 1", "hole = 3", r"cards: hole cards: expected 1 or 2, got 3"),
        (
            'ranking = "pairs"',
            'ranking = "poker"',
            "ranking: expected pairs, three-card, three-card-aqj or five-card.*got 'poker'",
        ),
        (
            'ranking = "pairs"',
            'ranking = "three-card"',
            r"cards: ranking: expected suits instead of copies for a ranking with flushes, or "
            r"the.*got a deck of copies",
        ),
        (
            "[cards]",
            "[deck]",
            r"expected a name = \"...\" and the sections \[betting\] and \[cards\], not deck",
        ),
        ("[cards]", "[cards", "cannot read the game"),
    ],
)
def test_bad_files(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    assert old in LEDUC
    path.write_text(LEDUC.replace(old, new))
    with pytest.raises(ValueError, match=message):
        CliRunner().invoke(solve, [str(path)], catch_exceptions=False)


def test_files_of_another_kind(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\x89HDF\r\n\x1a\n")
    with pytest.raises(ValueError, match=r"mine\.toml: expected text in UTF-8, got a file that is no text"):
        games.read_game(path)


def test_any_name_is_read_back(tmp_path: Path) -> None:
    path, game = tmp_path / "mine.toml", games.GAMES["kuhn"]
    assert isinstance(game.rules, games.LimitRules)
    for name in ('"Kuhn" \\ poker', "two\nlines\r\t", "\0\x1f\x7f", "ä 😀"):
        named = replace(game, betting=replace(game.rules, name=name))
        path.write_text(games.toml_text(named), encoding="utf-8")
        assert games.read_game(path) == named


def test_games_that_are_not_there() -> None:
    with pytest.raises(ValueError, match=r"cannot read the game nowhere\.toml"):
        run("nowhere.toml")
    with pytest.raises(ValueError, match=r"game: expected a file or one of kuhn.*got 'chess'"):
        run("chess")
    with pytest.raises(
        ValueError, match=r"cards: hands: expected 5 to 7 cards for the ranking 'five-card', got 8"
    ):
        games.CardRules("TJQKA", suits=4, hole=2, board=(5, 1), ranking="five-card")
