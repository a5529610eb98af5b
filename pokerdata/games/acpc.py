"""Reading the ``.game`` files of the Annual Computer Poker Competition (protocol 2.0.0)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pokerdata.games.card_rules import CardRules
from pokerdata.games.game_file import GameFile
from pokerdata.games.menus import UNLIMITED
from pokerdata.games.named import ALL_RANKS, NamedGame
from pokerdata.games.rules import LimitRules, NoLimitRules, Rules

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
