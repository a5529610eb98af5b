"""Writing the ``.game`` files of the Annual Computer Poker Competition (protocol 2.0.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from pokerdata.games.acpc import FLUSH_CARDS
from pokerdata.games.game_file import BEGIN, END
from pokerdata.games.menus import UNLIMITED, menu_values
from pokerdata.games.named import ALL_RANKS, NamedGame
from pokerdata.games.rules import LimitRules, NoLimitRules


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
