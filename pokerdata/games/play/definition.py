"""Rules of games for two to ten players, by name, and in TOML and ``.game`` files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pokerdata._core import play as _core
from pokerdata._support import html
from pokerdata._support.text import brief, one_line
from pokerdata.cards import RANKS, SUITS
from pokerdata.games.named import ALL_RANKS, TEXAS
from pokerdata.games.play.game_file import BEGIN, END, FLUSH_CARDS, GameFile
from pokerdata.games.rules import UNLIMITED, CardRules, LimitRules, Rules, whole, wholes

MOST_PLAYERS = _core.most_players()
#: Largest stack in chips.
MOST_STACK = _core.most_stack()


@dataclass(frozen=True)
class TableRules:
    """Rules of a game for two to ten players by position, as in a ``.game`` file of the competition.

    With three or more players, position 0 is the small blind and the last one the button. With two players the competition
    seats the big blind first, and so do these rules. In built-in two-player games player 1 is the small blind; `of`
    exchanges their positions.

    Attributes:
        name: Name of the game.
        blinds: Chips that each position posts, on top of the ante; this includes a straddle. A number below 0 is a late
            post, as in PokerKit: -2 means 2 chips of a player that has just sat down, which are not a blind.
        first_to_act: First player to act on each street, 1 to the number of players.
        cards: The cards, distinguished by suits, and how hands rank; no board on the first street. A deck with fewer suits
            has the last ones of c, d, h, s.
        bets: Chips of a bet and of a raise on each street; empty for a no-limit game.
        stacks: Chips of each position before ante and blinds, at most 10,000,000,000. A player that cannot pay ante and
            blind is all-in. May be empty in a limit game: then nobody is ever all-in.
        max_raises: Bets and raises allowed on each street, not counting blinds; if empty, stacks are the only limit.
        ante: Chips that every player posts, before the blinds; or one number for each position, such as (0, 4, 0) for a big
            blind ante. Unequal antes are dead: they go to the main pot, and count towards nobody's bet.
        minimum_bet: Chips of the smallest bet and raise in a no-limit game; by default the largest blind, or the ante if
            there is no blind. Blinds of 1, 2 and a straddle of 4 usually have a minimum bet of 2.

    Raises:
        ValueError: If the rules are inconsistent; the message names the value, the rule and an example.
    """

    name: str
    blinds: tuple[int, ...]
    first_to_act: tuple[int, ...]
    cards: CardRules
    bets: tuple[int, ...] = ()
    stacks: tuple[int, ...] = ()
    max_raises: tuple[int, ...] = ()
    ante: int | tuple[int, ...] = 0
    minimum_bet: int = 0
    core: _core.Definition = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for key in ("first_to_act", "bets", "max_raises"):
            object.__setattr__(self, key, wholes(self._where, key, getattr(self, key)))
        for key in ("blinds", "stacks"):
            object.__setattr__(self, key, wholes(self._where, key, getattr(self, key), MOST_STACK))
        object.__setattr__(
            self, "minimum_bet", whole(self._where, "minimum_bet", self.minimum_bet, MOST_STACK)
        )
        object.__setattr__(self, "ante", self._checked_ante())
        if not isinstance(self.cards, CardRules):
            raise ValueError(
                f"{self._where}: cards: expected CardRules, got {type(self.cards).__name__}; e.g. "
                "CardRules('JQK', board=(0, 1), suits=2)"
            )
        if self.cards.copies is not None:
            object.__setattr__(self, "cards", _with_suits(self.cards))
        if self.cards.board[:1] != (0,):
            raise ValueError(
                f"{self._where}: board: expected no card on the first street, got {self.cards.board}; e.g. (0, 3, 1, 1)"
            )
        players = len(self.blinds)
        if players > 1 and not all(1 <= position <= players for position in self.first_to_act):
            example = tuple(min(players, 3 if street == 0 else 1) for street in range(self.streets))
            raise ValueError(
                f"{self._where}: first_to_act: expected a position from 1 to {players} for each street, got "
                f"{self.first_to_act}; e.g. {example}"
            )
        object.__setattr__(self, "max_raises", self.max_raises or (UNLIMITED,) * self.streets)
        core = _core.Definition(
            name=one_line(str(self.name)),  # a NUL would cut error messages short
            antes=list(self.antes),
            blinds=list(self.blinds),
            stacks=list(self.stacks),
            bets=list(self.bets),
            max_raises=list(self.max_raises),
            first=[position - 1 for position in self.first_to_act],
            cards=self.cards.core,
            minimum_bet=self.minimum_bet,
        )
        object.__setattr__(self, "core", core)
        if self.minimum_bet and self.minimum_bet == replace(self, minimum_bet=0).unit:
            object.__setattr__(self, "minimum_bet", 0)

    def _checked_ante(self) -> int | tuple[int, ...]:
        """Return one number if all positions post the same."""
        if not isinstance(self.ante, list | tuple):
            return whole(self._where, "ante", self.ante, MOST_STACK)
        antes = wholes(self._where, "ante", self.ante, MOST_STACK)
        if len(antes) != len(self.blinds):
            raise ValueError(
                f"{self._where}: ante: expected one number, or one for each of the {len(self.blinds)} positions, got "
                f"{antes}; e.g. (0, 4, 0)"
            )
        return antes[0] if len(set(antes)) == 1 else antes

    def __reduce__(self) -> tuple[Any, ...]:
        return definition_of, (self.values(),)

    @classmethod
    def of(cls, rules: Rules, cards: CardRules) -> TableRules:
        """Return the table rules of a two-player game.

        If player 1 posts the smaller blind, positions are exchanged, as in the competition: position 0 is player 2. Menus
        of bets are left out: every bet that the rules of poker allow is legal.

        Args:
            rules: The betting.
            cards: The cards, and how hands rank.
        """
        blind = bool(any(rules.blinds))
        limit = isinstance(rules, LimitRules)
        counted = rules.blind_counts_as_bet if isinstance(rules, LimitRules) else blind
        raises = tuple(max(0, cap - (r == 0 and counted)) for r, cap in enumerate(rules.caps))
        stacks = () if rules.stack is None else (rules.stack, rules.stack)
        swapped = rules.blinds[0] < rules.blinds[1]
        return cls(
            rules.name,
            rules.blinds[::-1] if swapped else rules.blinds,
            tuple(3 - player if swapped else player for player in rules.first_to_act),
            cards,
            bets=rules.bets if isinstance(rules, LimitRules) else (),
            stacks=stacks,
            max_raises=raises if limit else (),
            ante=rules.ante,
        )

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.blinds)

    @property
    def streets(self) -> int:
        """Number of betting rounds."""
        return len(self.first_to_act)

    @property
    def limit(self) -> bool:
        """Whether bet sizes are fixed."""
        return bool(self.bets)

    @property
    def antes(self) -> tuple[int, ...]:
        """Chips that each position posts as ante."""
        return self.ante if isinstance(self.ante, tuple) else (self.ante,) * self.players

    @property
    def unit(self) -> int:
        """Chips of the minimum bet: the big blind, or the ante if there is none."""
        return self.core.unit

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """The cards, ascending, as numbers of the whole deck."""
        return tuple(self.core.deck())

    @cached_property
    def positions(self) -> tuple[str, ...]:
        """Names of the positions: SB, BB, UTG1 .. UTG3, MP1 .. MP3, CO and BU; without blinds P1, P2 and so on."""
        n = self.players
        if max(self.blinds) <= 0 or len(set(self.blinds)) == 1:
            return tuple(f"P{position}" for position in range(1, n + 1))
        if n == 2:
            return ("BB", "SB") if self.blinds[0] > self.blinds[1] else ("SB", "BB")
        between = max(0, n - 4)
        early = (between + 1) // 2
        middle = [f"UTG{i}" for i in range(1, early + 1)] + [f"MP{i}" for i in range(1, between - early + 1)]
        return ("SB", "BB", *middle, *(("CO",) if n > 3 else ()), "BU")

    def check_plain_stakes(self, who: str) -> None:
        """Raise ValueError for stakes that the competition's protocol and two-player games do not support.

        Args:
            who: Name of the caller, for messages.

        Raises:
            ValueError: If antes are unequal, there are late posts or a separate minimum bet, or stacks are below ante and
                blind or above 2,147,483,647 chips.
        """
        faults = [
            (isinstance(self.ante, tuple), f"antes of {self.ante}", "one ante for all"),
            (min(self.blinds) < 0, f"a late post of {-min(self.blinds)}", "blinds of 0 or more"),
            (self.minimum_bet, f"a minimum bet of {self.minimum_bet}", "that of the largest blind"),
        ]
        for stack, ante, blind in zip(self.stacks, self.antes, self.blinds, strict=False):
            faults += [
                (
                    stack < ante + blind,
                    f"a stack of {stack}",
                    f"at least the {ante + blind} of ante and blind",
                ),
                (stack >= 2**31, f"a stack of {stack}", f"at most {2**31 - 1} chips"),
            ]
        for is_there, what, rule in faults:
            if is_there:
                raise ValueError(f"{who}: expected {rule}, got {what} in {self.name}")

    def board_cards(self, street: int) -> int:
        """Return the number of board cards up to a street.

        Args:
            street: Street, 0 for the first.
        """
        return sum(self.cards.board[: street + 1])

    def values(self) -> dict[str, Any]:
        """Return the definition as values for TOML and JSON."""
        found: dict[str, Any] = {"name": self.name}
        for key in ("ante", "blinds", "stacks", "bets", "max_raises", "minimum_bet"):
            value = getattr(self, key)
            if value and not (key == "max_raises" and set(value) == {UNLIMITED}):
                found[key] = value
        return {**found, "first_to_act": self.first_to_act, "cards": self.cards.values()}

    def __repr__(self) -> str:
        betting = f"bets {'-'.join(map(str, self.bets))}" if self.limit else "no limit"
        return brief(self, repr(self.name), f"{self.players} players", betting, f"{len(self.deck)} cards")

    def _repr_html_(self) -> str:
        values = {key.replace("_", " "): value for key, value in self.values().items() if key != "name"}
        return html.facts({**values, "cards": f"{len(self.deck)}"}, caption=self.name)

    @property
    def _where(self) -> str:
        return f"game {self.name!r}"


def _with_suits(cards: CardRules) -> CardRules:
    """Return cards with suits; no rule of the game uses the suits of cards that are alike."""
    return CardRules(cards.ranks, cards.hole, cards.board, cards.ranking, suits=cards.copies)


def definition_of(values: dict[str, Any]) -> TableRules:
    """Return the rules from the fields of `TableRules.values()`.

    Args:
        values: The fields by name.

    Raises:
        ValueError: If the rules are inconsistent.
        TypeError: If a field is missing or unknown.
    """
    return TableRules(**{**values, "cards": CardRules(**values["cards"])})


def card_text(card: int) -> str:
    """Return the text of a card, such as 'Td'."""
    return RANKS[card // 4] + SUITS[card % 4]


_SIX = (10_000,) * 6

#: Name -> definition of built-in games for three or more players.
DEFINITIONS: Mapping[str, TableRules] = {
    "kuhn-3p": TableRules(
        "three-player Kuhn poker",
        (0, 0, 0),
        (1,),
        CardRules("JQKA", suits=1),
        bets=(1,),
        max_raises=(1,),
        ante=1,
    ),
    "limit-holdem-3p": TableRules(
        "three-player limit Texas hold'em",
        (5, 10, 0),
        (3, 1, 1, 1),
        TEXAS,
        bets=(10, 10, 20, 20),
        max_raises=(3, 4, 4, 4),
    ),
    "nolimit-holdem-3p": TableRules(
        "three-player no-limit Texas hold'em", (50, 100, 0), (3, 1, 1, 1), TEXAS, stacks=(20_000,) * 3
    ),
    "nolimit-holdem-6p": TableRules(
        "six-player no-limit Texas hold'em", (50, 100, 0, 0, 0, 0), (3, 1, 1, 1), TEXAS, stacks=_SIX
    ),
}

BETTING_KEYS = ("ante", "blinds", "stacks", "bets", "max_raises", "minimum_bet", "first_to_act")


def read_definition(path: Path) -> TableRules:
    """Read the game of a ``.game`` file; the file name gives its name.

    Args:
        path: The file.

    Raises:
        ValueError: If the file cannot be read or is invalid; the message names the file, line, value and rule.
    """
    file = GameFile(path)
    players, rounds = file.one("numPlayers", 2, MOST_PLAYERS), file.one("numRounds", 1, 8)
    blinds = file.each("blind", players, "players")
    first = file.each("firstPlayer", rounds, "rounds", default=1)
    if not all(1 <= position <= players for position in first):
        file.refuse("firstPlayer", f"a position from 1 to {players} for each round")
    raises = file.each("maxRaises", rounds, "rounds", default=UNLIMITED)
    if file.limit:
        bets = file.each("raiseSize", rounds, "rounds")
    else:
        file.absent("raiseSize", "only limit games have it; leave it out")
        bets = ()
    stacks = file.each("stack", players, "players") if "stack" in file.fields or not file.limit else ()
    suits, ranks = file.one("numSuits", 1, 4), ALL_RANKS[-file.one("numRanks", 1, 13) :]
    hole, board = file.one("numHoleCards", 1, 2), file.each("numBoardCards", rounds, "rounds", default=0)
    ranking = "pairs" if hole + sum(board) < FLUSH_CARDS else "five-card"
    try:
        cards = CardRules(ranks, hole, board, ranking, suits=suits)
        game = TableRules(path.stem, blinds, first, cards, bets, stacks, raises)
        game.check_plain_stakes("rules")
        return game
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def is_for_tables(content: Mapping[str, Any]) -> bool:
    """Return whether a TOML file has table rules, with keys that two-player games do not have.

    Args:
        content: Content of the file.
    """
    betting = content.get("betting")
    if not isinstance(betting, dict):
        return False
    blinds = betting.get("blinds")
    return (
        not betting.keys().isdisjoint(("max_raises", "minimum_bet"))
        or isinstance(betting.get("ante"), list)
        or (
            isinstance(blinds, list)
            and (len(blinds) > 2 or any(isinstance(b, int) and b < 0 for b in blinds))
        )
    )


def rules_from(path: Path, content: Mapping[str, Any]) -> TableRules:
    """Return the table rules in a TOML file.

    Args:
        path: The file, for messages.
        content: Content of the file.

    Raises:
        ValueError: If the rules are inconsistent; the message names the file, the key and the rule.
    """
    betting, cards = content.get("betting"), content.get("cards")
    others = content.keys() - {"name", "betting", "cards"}
    if others or not isinstance(betting, dict) or not isinstance(cards, dict) or "name" not in content:
        raise ValueError(
            f'{path}: expected a name = "..." and the sections [betting] and [cards]'
            + (f", not {', '.join(sorted(others))}" if others else "")
            + "; `pokerdata games limit-holdem-3p --toml` writes an example"
        )
    for key in betting.keys() - set(BETTING_KEYS):
        raise ValueError(
            f"{path}: unknown key {key!r} in [betting]: expected some of {', '.join(BETTING_KEYS)}"
        )
    for key in ("blinds", "first_to_act"):
        if key not in betting:
            raise ValueError(f"{path}: no key {key!r} in [betting]: expected e.g. {key} = [5, 10, 0]")
    try:
        return TableRules(str(content["name"]), cards=CardRules(**cards), **betting)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path}: {error}") from None


def definition_toml(game: TableRules) -> str:
    """Return a definition as TOML, which `pokerdata.load_game` can read.

    Args:
        game: The definition.
    """
    values = game.values()
    betting = {key: values[key] for key in BETTING_KEYS if key in values}
    betting.setdefault("max_raises", game.max_raises)
    lines = [f"name = {json.dumps(game.name, ensure_ascii=False)}", "", "[betting]"]
    lines += [f"{key} = {_toml_value(value)}" for key, value in betting.items()]
    lines += ["", "[cards]"]
    lines += [f"{key} = {_toml_value(value)}" for key, value in values["cards"].items()]
    return "\n".join(lines) + "\n"


def _toml_value(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value)
    return str(value) if isinstance(value, int) else f"[{', '.join(map(str, value))}]"


def definition_text(game: TableRules) -> str:
    """Return a definition as a ``.game`` file, which `pokerdata.load_game` and the competition's programs can read.

    Args:
        game: Game with an ante or blinds, but not both.

    Raises:
        ValueError: If such a file cannot describe the game.
    """
    game.check_plain_stakes("a .game file")
    few = game.cards.hole + sum(game.cards.board) < FLUSH_CARDS
    faults = (
        (any(game.antes) and any(game.blinds), f"an ante of {game.ante} besides blinds", "one of the two"),
        (
            game.cards.ranking != ("pairs" if few else "five-card"),
            f"the ranking {game.cards.ranking!r}",
            "'pairs' for hands of up to four cards, and 'five-card' for more",
        ),
        (
            not ALL_RANKS.endswith(game.cards.ranks),
            f"a deck of the ranks {game.cards.ranks!r}",
            "the highest ranks, e.g. 'TJQKA'",
        ),
    )
    for is_there, what, rule in faults:
        if is_there:
            raise ValueError(f"{game.name} cannot be written as a .game file: it has {what}; expected {rule}")
    fields: dict[str, Any] = {"numPlayers": game.players, "numRounds": game.streets}
    if game.stacks:
        fields["stack"] = game.stacks
    fields["blind"] = [ante + blind for ante, blind in zip(game.antes, game.blinds, strict=True)]
    if game.limit:
        fields["raiseSize"] = game.bets
    fields["firstPlayer"] = game.first_to_act
    if set(game.max_raises) != {UNLIMITED}:
        fields["maxRaises"] = game.max_raises
    fields |= {"numSuits": game.cards.per_rank, "numRanks": len(game.cards.ranks)}
    fields |= {"numHoleCards": game.cards.hole, "numBoardCards": game.cards.board}
    lines = [f"# {' '.join(game.name.split())}", BEGIN, "limit" if game.limit else "nolimit"]
    for key, value in fields.items():
        lines.append(f"{key} = {value if isinstance(value, int) else ' '.join(map(str, value))}")
    return "\n".join([*lines, END]) + "\n"
