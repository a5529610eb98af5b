"""Reading and writing the ``.game`` files of the Annual Computer Poker Competition (protocol 2.0.0)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from pokerdata._support.text import quoted, shortened, text_of
from pokerdata.games.named import ALL_RANKS, NamedGame
from pokerdata.games.rules import UNLIMITED, CardRules, LimitRules, NoLimitRules, Rules, menu_values

BEGIN, END = "GAMEDEF", "END GAMEDEF"

# The fields there are, each with an example.
_FIELDS = {
    "numPlayers": "2",
    "numRounds": "4",
    "stack": "20000 20000",
    "blind": "10 5",
    "raiseSize": "10 10 20 20",
    "firstPlayer": "2 1 1 1",
    "maxRaises": "3 4 4 4",
    "numSuits": "4",
    "numRanks": "13",
    "numHoleCards": "2",
    "numBoardCards": "0 3 1 1",
}
_MOST_DIGITS = 12  # of a number: more than any game has chips


class GameFile:
    """The fields of a file, each with its line and values, and whether the game is one with limits.

    Args:
        path: The file.

    Raises:
        ValueError: If it cannot be read or has other lines; the message names the file, line, value and rule.
    """

    def __init__(self, path: Path) -> None:
        text = text_of(path, "the game")
        self.path = path
        self.limit = True
        self._said: str | None = None  # limit or nolimit, as the file says it
        self.fields: dict[str, tuple[int, str]] = {}
        lines = [(n, line.partition("#")[0].strip()) for n, line in enumerate(text.splitlines(), start=1)]
        lines = [(n, line) for n, line in lines if line]
        if not lines or lines[0][1].upper() != BEGIN or lines[-1][1].upper() != END:
            raise ValueError(
                f"{path} is no game definition: expected lines from {BEGIN} to {END}; `pokerdata games leduc --acpc` "
                "writes an example"
            )
        for number, line in lines[1:-1]:
            self._take(number, line)

    def _take(self, number: int, line: str) -> None:
        if line.lower() in ("limit", "nolimit"):
            if self._said is not None:
                raise ValueError(
                    f"{self.path}, line {number}: expected limit or nolimit once, got {line} after {self._said}; e.g. limit"
                )
            self._said, self.limit = line, line.lower() == "limit"
            return
        word, equals, values = (part.strip() for part in line.partition("="))
        key = next((known for known in _FIELDS if known.lower() == word.lower()), None)
        if key is None or not equals or key in self.fields:
            what = "is there twice" if key in self.fields else "is no field of a game"
            raise ValueError(
                f"{self.path}, line {number}: {quoted(line)} {what}; expected limit or nolimit, and KEY = VALUES with each "
                f"of {', '.join(_FIELDS)} once; e.g. blind = 10 5"
            )
        self.fields[key] = (number, values)

    def refuse(self, key: str, rule: str) -> NoReturn:
        """Raise ValueError for the value of a field.

        Args:
            key: The field.
            rule: What was expected.
        """
        line, values = self.fields[key]
        raise ValueError(
            f"{self.path}, line {line}: {key}: expected {rule}, got {shortened(values, 200)}; e.g. {key} = {_FIELDS[key]}"
        )

    def absent(self, key: str, why: str) -> None:
        """Raise ValueError if a field is there.

        Args:
            key: The field.
            why: Why it may not be.
        """
        if key in self.fields:
            line, values = self.fields[key]
            raise ValueError(f"{self.path}, line {line}: {key} = {shortened(values, 200)}; {why}")

    def one(self, key: str, low: int, high: int) -> int:
        """A number that must be there.

        Args:
            key: The field.
            low: The least.
            high: The largest.

        Raises:
            ValueError: If it is not there or another.
        """
        (value,) = self.each(key, 1, "games")
        if not low <= value <= high:
            self.refuse(key, str(low) if low == high else f"{low} to {high}")
        return value

    def each(self, key: str, count: int, what: str, *, default: int | None = None) -> tuple[int, ...]:
        """Whole numbers, one for each of the players or rounds.

        Args:
            key: The field.
            count: How many.
            what: Of what there is one each.
            default: The value of each where the field is missing; by default it must be there.

        Raises:
            ValueError: If they are not there or others.
        """
        if key not in self.fields:
            if default is not None:
                return (default,) * count
            raise ValueError(f"{self.path}: there is no {key}; expected e.g. {key} = {_FIELDS[key]}")
        words = self.fields[key][1].split()
        known = (word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS for word in words)
        if len(words) != count or not all(known):
            rule = "one whole number" if count == 1 else f"{count} whole numbers, one for each of the {what}"
            self.refuse(key, rule)
        return tuple(map(int, words))


# A hand of fewer cards has no straight and no flush, so that the cards of a rank are alike.
FLUSH_CARDS = 5


def read_acpc(path: Path) -> NamedGame:
    """The game of a ``.game`` file for two players, limit or no-limit; its name is that of the file.

    Player 1 posts the small blind, as in the built-in games, whichever seat of the file does: of two players the
    competition seats the big blind first (``blind = 10 5``). Equal blinds are an ante. maxRaises does not count the
    blind, which is the first bet of our caps. Without limits the menu is that of `NoLimitRules`, pot and all-in. A deck
    has the highest ranks. Hands of 5 to 7 cards rank as in Texas hold'em; with fewer cards there are only groups of
    equal ranks and high cards, so the cards of a rank are alike.

    Args:
        path: The file.

    Raises:
        ValueError: If the file cannot be read or defines no such game; the message names the file, line, value and rule.
    """
    file = GameFile(path)
    file.one("numPlayers", 2, 2)
    betting, cards = _betting(file), _cards(file)
    try:
        rules = betting()  # with the seats of the file, which its errors name
        return NamedGame(_seats_exchanged(rules) if rules.blinds[0] > rules.blinds[1] else rules, cards())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _betting(file: GameFile) -> Callable[[], Rules]:
    rounds = file.one("numRounds", 1, 8)
    blinds = file.each("blind", 2, "players")
    ante, blinds = (blinds[0], (0, 0)) if blinds[0] == blinds[1] else (0, blinds)
    first = file.each("firstPlayer", rounds, "rounds", default=1)
    raises = file.each("maxRaises", rounds, "rounds", default=UNLIMITED)
    caps = (raises[0] + any(blinds), *raises[1:])
    name = file.path.stem
    if file.limit:
        sizes = file.each("raiseSize", rounds, "rounds")
        if "stack" in file.fields:
            needed = max(ante, *blinds) + sum(a * b for a, b in zip(raises, sizes, strict=True))
            stack = min(file.each("stack", 2, "players"))
            if stack < needed:
                file.refuse("stack", f"at least {needed}: a limit game without all-ins, or leave it out")
        return lambda: LimitRules(name, sizes, caps, first, ante, (blinds[0], blinds[1]), any(blinds))
    file.absent("raiseSize", "only limit games have it; leave it out")
    stacks = file.each("stack", 2, "players")
    unlimited = set(raises) == {UNLIMITED}
    return lambda: NoLimitRules(
        name,
        (stacks[0], stacks[1]),
        first,
        ante=ante,
        blinds=(blinds[0], blinds[1]),
        caps=() if unlimited else caps,
    )


def _seats_exchanged(rules: Rules) -> Rules:
    """The same betting, with player 1 called player 2 and the other way round."""
    first, second = rules.blinds
    seats: dict[str, Any] = {
        "blinds": (second, first),
        "first_to_act": tuple(3 - player for player in rules.first_to_act),
    }
    if isinstance(rules, NoLimitRules):
        seats["stacks"] = rules.stacks[::-1]
        return replace(rules, **seats)
    assert isinstance(rules, LimitRules)
    return replace(rules, **seats)


def _cards(file: GameFile) -> Callable[[], CardRules]:
    rounds = file.one("numRounds", 1, 8)
    suits, ranks = file.one("numSuits", 1, 4), ALL_RANKS[-file.one("numRanks", 1, 13) :]
    hole, board = file.one("numHoleCards", 1, 2), file.each("numBoardCards", rounds, "rounds", default=0)
    if hole + sum(board) < FLUSH_CARDS:
        return lambda: CardRules(ranks, hole, board, "pairs", copies=suits)
    return lambda: CardRules(ranks, hole, board, "five-card", suits=suits)


def acpc_text(game: NamedGame) -> str:
    """A game as a ``.game`` file, which `read_acpc` reads back.

    Players keep their numbers, so a file in which player 1 posts the larger blind is read back with seats exchanged. An
    ante is written as equal blinds, and equal blinds are read back as an ante. The menu of a no-limit game is only a
    comment, and ranks and suits lose their names where nothing but groups of equal ranks counts.

    Args:
        game: With blinds or an ante, but not both.

    Raises:
        ValueError: If such a file cannot say what the game is.
    """
    rules, cards = game.rules, game.cards
    _check(game)
    raises = [max(0, cap - (r == 0 and any(rules.blinds))) for r, cap in enumerate(rules.caps)]
    fields: dict[str, int | Sequence[int]] = {"numPlayers": 2, "numRounds": rules.streets}
    if isinstance(rules, NoLimitRules):
        fields["stack"] = rules.stacks
    fields["blind"] = [rules.ante + blind for blind in rules.blinds]
    if isinstance(rules, LimitRules):
        fields["raiseSize"] = rules.bets
    fields["firstPlayer"] = rules.first_to_act
    if set(rules.caps) != {UNLIMITED}:
        fields["maxRaises"] = raises
    fields |= {"numSuits": cards.per_rank, "numRanks": len(cards.ranks)}
    fields |= {"numHoleCards": cards.hole, "numBoardCards": cards.board}
    lines = [f"# {' '.join(rules.name.split())}", BEGIN]  # a comment has one line
    if isinstance(rules, NoLimitRules):
        lines[1:1] = [f"# menu of bets: {menu_values(rules.menu)}"]
    lines.append("limit" if isinstance(rules, LimitRules) else "nolimit")
    for key, value in fields.items():
        lines.append(f"{key} = {value if isinstance(value, int) else ' '.join(map(str, value))}")
    return "\n".join([*lines, END]) + "\n"


def _check(game: NamedGame) -> None:
    rules, cards = game.rules, game.cards
    if rules.ante and any(rules.blinds):
        _refuse(game, f"an ante of {rules.ante} besides blinds", "one of the two")
    if isinstance(rules, LimitRules) and any(rules.blinds) and not rules.blind_counts_as_bet:
        _refuse(game, "a blind that does not count as a bet", "blind_counts_as_bet = true")
    if isinstance(rules, LimitRules) and rules.blinds[0] == rules.blinds[1] > 0 and rules.caps[0] == 1:
        _refuse(game, "equal blinds that are the only bet of the first street", "a cap of 2 or more there")
    few = cards.hole + sum(cards.board) < FLUSH_CARDS
    if cards.ranking != ("pairs" if few else "five-card"):
        rule = "'pairs' for hands of up to four cards, and 'five-card' for more"
        _refuse(game, f"the ranking {cards.ranking!r}", rule)
    if not few and not ALL_RANKS.endswith(cards.ranks):
        _refuse(game, f"a deck of the ranks {cards.ranks!r}", "the highest ranks, e.g. 'TJQKA'")
    if cards.per_rank > 4:
        _refuse(game, f"{cards.per_rank} cards of each rank", "1 to 4")


def _refuse(game: NamedGame, what: str, rule: str) -> NoReturn:
    raise ValueError(f"{game.rules.name} cannot be written as a .game file: it has {what}; expected {rule}")
