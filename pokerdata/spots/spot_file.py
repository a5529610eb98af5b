"""Spots in TOML files, from the actions of whole games, and from hands that were played."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from pokerdata._support.arguments import as_count, key, keys_of, read_section, values_of
from pokerdata._support.text import WIDTH, either, text_of, toml_of
from pokerdata.cards import BOARD_SIZES, STREETS
from pokerdata.games import GAMES, BettingTree, Game, load_game, table_rules
from pokerdata.games.named import TEXAS
from pokerdata.games.play import State, TableRules, read_log, read_phh
from pokerdata.games.play.definition import card_text
from pokerdata.games.play.protocol import LONGEST_LINE
from pokerdata.games.rules import rules_of
from pokerdata.games.strategies.strategy_file import find_node
from pokerdata.pipeline.store.writing import write_bytes


@dataclass(frozen=True, kw_only=True)
class SpotKeys:
    """Keys of a spot in a TOML file; `Spot` explains them and their values."""

    board: str = key("three to five cards")
    oop: str | list[float] = key("range of the player out of position, who acts first")
    ip: str | list[float] = key("range of the player in position")
    pot: int | None = key("chips in the pot", None)
    stack: int | None = key("chips that each player has left", None)
    stacks: list[int] | None = key("chips of oop and ip, where they differ", None)
    bets: str | list[str] | dict[str, Any] = key("sizes of bets", "")
    raises: str | list[str] | dict[str, Any] = key("sizes of raises", "")
    donks: str | list[str] | dict[str, Any] | None = key("sizes of oop's bets after his call", None)
    add_all_in: float | str = key("all-in is added up to this part of the pot", 0)
    force_all_in: float | str = key("bets that leave at most this part of the pot are all-in", 0)
    merge: float | str = key("bets whose pots are at most this far apart are merged", 0)
    limit_bets: int | list[int] | None = key("of a limit spot: chips of a bet on each street", None)
    caps: int | list[int] | None = key("of a limit spot: bets and raises allowed on each street", None)
    rake: float | str = key("part of the pot that the winner pays", 0)
    rake_cap: float | str | None = key("the most of it, in chips", None)
    dead: str = key("cards that are neither held nor dealt", "")
    minimum_bet: int = key("chips of the smallest bet", 1)
    to_act: str = key("who acts first: oop, or ip where oop has checked", "oop")
    big_blind: int | None = key("chips of the big blind, for milli-blinds", None)
    game: str | dict[str, Any] | None = key("a whole game instead of pot, stacks and sizes", None)
    history: str | None = key("the actions of the game before the spot", None)


def values_of_keys(where: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Convert keys and values of a TOML file into arguments of a `Spot`.

    Args:
        where: Prefix of error messages, such as '[spot.NAME]'.
        given: Values by key.

    Raises:
        ValueError: If a key is unknown or missing or has the wrong type.
    """
    return values_of(read_section(SpotKeys, where, given))


def read_values(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read arguments of a `Spot` from a TOML file.

    Raises:
        ValueError: If the file cannot be read, or as for `values_of_keys`; the message names the file.
    """
    text = text_of(path, "the spot")
    try:
        content = toml_of(text)
    except ValueError as error:
        raise ValueError(
            f"cannot read the spot {path}: expected a TOML file: {error}; e.g. what `pokerdata spot show --toml` writes"
        ) from error
    return values_of_keys(str(path), content)


def write_values(values: Mapping[str, Any], path: str | os.PathLike[str]) -> None:
    """Write arguments of a `Spot` as a TOML file.

    Args:
        values: Arguments that `Spot.values` returns.
        path: Output file; it is replaced atomically.

    Raises:
        TableError: If the file cannot be written.
        CapacityError: If the disk is full.
    """
    write_bytes(Path(path), values_text(values).encode())


def values_text(values: Mapping[str, Any]) -> str:
    """Return arguments of a `Spot` as TOML text, with a comment for each key.

    Args:
        values: Arguments that `Spot.values` returns.
    """
    docs = keys_of(SpotKeys)
    lines, last = [], []
    for name, value in values.items():
        if isinstance(value, dict):
            last += ["", f"[{name}]  # {docs[name].doc}"]
            last += [f"{key} = {_value(inner)}" for key, inner in value.items()]
            continue
        line, comment = f"{name} = {_value(value)}", f"# {docs[name].doc}"
        lines += [f"{line}  {comment}"] if len(line) + 2 + len(comment) <= WIDTH else [comment, line]
    return "\n".join([*lines, *last]) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True)
class GameRoot:
    """A decision of a whole game where a spot starts.

    Attributes:
        tree: The betting tree of the game.
        node: Node of the decision.
        exchange: Whether player 1 of the game is in position.
        paid: Chips that OOP and IP have put in over the whole hand.
        started: Chips that each had put in before the street started.
    """

    tree: BettingTree
    node: int
    exchange: bool
    paid: tuple[int, int]
    started: int


def as_game(given: Any) -> Game:
    """Return a game of Texas hold'em.

    Args:
        given: A game, its name or a file, or rules as `values()` returns them.

    Raises:
        ValueError: If it is not a game, or not Texas hold'em.
    """
    try:
        if isinstance(given, Mapping):
            game = Game(rules_of(dict(given)), TEXAS)
        else:
            game = load_game(given if isinstance(given, Game) else str(given))
    except TypeError as error:
        raise ValueError(
            f"game: expected the rules of a game, got {given!r} ({error}); e.g. 'limit-holdem'"
        ) from None
    if game.cards != TEXAS:
        raise ValueError(
            f"game: expected Texas hold'em with its 52 cards, four streets and five cards on the board, got "
            f"{game.rules.name}; e.g. 'limit-holdem'"
        )
    return game


def game_value(game: Game) -> str | dict[str, Any]:
    """Return what `as_game` reads: the name of a built-in game, otherwise its rules."""
    name = next((name for name, one in GAMES.items() if one == game), None)
    return name or dict(game.rules.values())


def root_of(game: Game, history: str, board_cards: int) -> GameRoot:
    """Return the decision after some actions.

    Args:
        game: A game of Texas hold'em.
        history: Actions from the deal on, such as "cc/cr"; '/' is optional.
        board_cards: Number of cards on the board.

    Raises:
        ValueError: If there are no such actions, they end before the flop, or the board belongs to another street.
        CapacityError: If the game's betting tree is too large.
    """
    tree = tree_of(game)
    try:
        node = find_node(tree, history)
    except ValueError as error:
        raise ValueError(f"history: {str(error).removeprefix('path: ')}") from None
    street = int(tree.street[node])
    name = STREETS[street]
    if street == 0:
        raise ValueError(
            f"history: expected one that reaches the flop, got {history!r}; e.g. {tree.history(_first(tree))!r}"
        )
    if board_cards != BOARD_SIZES[name]:
        raise ValueError(
            f"board: expected {BOARD_SIZES[name]} cards, as {history!r} leads to the {name}, got {board_cards}; e.g. "
            f"'{' '.join(['Td', '9d', '6h', 'Qc', '2s'][: BOARD_SIZES[name]])}'"
        )
    first = game.rules.first_to_act[street:]
    if len(set(first)) != 1:
        raise ValueError(
            f"game: expected one player to act first on all streets from the {name} on, got players {first} in "
            f"{game.rules.name}; e.g. 'limit-holdem'"
        )
    exchange = first[0] == 2
    paid, started = _paid(tree, node, game)
    return GameRoot(tree, node, exchange, paid[::-1] if exchange else paid, started)


@lru_cache(maxsize=2)
def tree_of(game: Game) -> BettingTree:
    """Return the betting tree of a whole game; the last two trees are cached.

    Raises:
        CapacityError: If the tree has more than 20 million nodes.
    """
    return BettingTree(game.rules)


def _first(tree: BettingTree) -> int:
    return int(tree.street_roots[1][0])


def _paid(tree: BettingTree, node: int, game: Game) -> tuple[tuple[int, int], int]:
    """Return the chips that players 1 and 2 have put in at a decision, and what each had put in when its street started."""
    line = [node]
    while tree.parent[line[-1]] >= 0:
        line.append(int(tree.parent[line[-1]]))
    paid = [game.rules.ante + blind for blind in game.rules.blinds]
    started = game.rules.ante
    for above, below in zip(line[::-1], line[-2::-1], strict=False):
        edge = next(e for e in tree.edges(above) if tree.child[e] == below)
        paid[int(tree.player[above])] = int(tree.to[edge])
        if tree.street[below] != tree.street[above]:
            started = max(paid)
    return (paid[0], paid[1]), started


_PHH = (".phh", ".phhs")


def values_at(
    path: str | os.PathLike[str], at: str, hand: int, game: Any, chip: int | str | Fraction
) -> dict[str, Any]:
    """Return arguments of a `Spot` from a hand in a file: board, pot, stacks or limits, and the big blind.

    Args:
        path: A `.phh` or `.phhs` file, or the log of a match.
        at: Street where the spot starts.
        hand: Number of the hand in the file, from 1.
        game: Rules of a log.
        chip: Value of a chip in a `.phh` file.

    Raises:
        ValueError: If the file, hand or street does not give a spot; the message names it.
    """
    streets = STREETS[1:]
    if at not in streets:
        raise ValueError(f"at: expected {either(streets)}, got {at!r}; e.g. 'turn'")
    hands = _hands(Path(path), game, chip)
    number = as_count(hand, "hand", 1, max(1, len(hands)), 1)
    if not hands:
        raise ValueError(f"{path}: expected a file with hands, got none; e.g. another file")
    return _values(hands[number - 1], at, f"{path}, hand {number}")


def _hands(path: Path, game: Any, chip: int | str | Fraction) -> tuple[State, ...]:
    if path.suffix in _PHH:
        if game is not None:
            raise ValueError(
                f"game: expected none with a {path.suffix} file, which has its own, got {game!r}"
            )
        return read_phh(path, chip=chip)
    if chip != 1:
        raise ValueError(
            f"chip: expected none with a log, whose amounts are chips, got {chip!r}; e.g. hand.phh"
        )
    definition = _named_in(path) if game is None else game
    if not isinstance(definition, TableRules):
        definition = table_rules(str(definition))
    return read_log(definition, path).hands


def _named_in(path: Path) -> TableRules:
    """Return the rules named in the first comment of a log: '# name/game/hands/seed NAME GAME HANDS SEED'."""
    try:
        with path.open(encoding="utf-8") as file:
            words = file.readline(LONGEST_LINE).split()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"cannot read the log {path}: {error}") from error
    named = words[words.index("name/game/hands/seed") + 2 :][:1] if "name/game/hands/seed" in words else []
    for name in named:
        for candidate in (name, str(path.parent / Path(name).name)):
            try:
                return table_rules(candidate)
            except ValueError:
                continue
    got = f"one that names {named[0]}, which is not here" if named else "one that names none"
    raise ValueError(
        f"{path}: expected a log that names its game, or the game itself, got {got}; e.g. game='nolimit-holdem'"
    )


def _values(hand: State, at: str, where: str) -> dict[str, Any]:
    game, street = hand.game, STREETS.index(at)
    if game.cards != TEXAS:
        raise ValueError(f"{where}: expected Texas hold'em, got {game.name}; e.g. nolimit-holdem")
    boards = hand.board_by_street
    reached = [name for name, cards in zip(STREETS, boards, strict=False) if cards]
    if at not in reached:
        raise ValueError(
            f"at: expected a street that {where} reached ({', '.join(reached) or 'it ended before the flop'}), got {at}; "
            f"e.g. {reached[-1] if reached else 'another hand'}"
        )
    state = State(game)
    for actions in hand.actions[:street]:
        for _, action in actions:
            state = state.apply_old(action)
    left = [p for p in range(state.players) if not state.folded[p]]
    if len(left) != 2:
        raise ValueError(
            f"{where}: expected two players on the {at}, got {len(left)} "
            f"({', '.join(state.position_names[p] for p in left)}); e.g. a later street or another hand"
        )
    if any(state.all_in[p] for p in left):
        raise ValueError(
            f"{where}: expected players with chips to bet on the {at}, got {_all_in(state, left)} all-in before it; e.g. "
            "an earlier street"
        )
    first = state.betting.player
    order = (first, next(p for p in left if p != first))
    found: dict[str, Any] = {
        "board": " ".join(card_text(card) for cards in boards[: street + 1] for card in cards),
        "pot": state.pot,
        "big_blind": game.unit,
    }
    stacks = [state.stacks[p] for p in order] if game.stacks else []
    if not game.limit:
        return {**found, "stacks": stacks, "minimum_bet": game.unit}
    most = sum(bet * cap for bet, cap in zip(game.bets[street:], game.max_raises[street:], strict=True))
    if stacks and min(stacks) < most:
        raise ValueError(
            f"{where}: expected stacks of at least {most} chips, which the bets of a limit hand can take from the {at} on, "
            f"got {stacks[0]} and {stacks[1]}; e.g. another hand"
        )
    return {**found, "limit_bets": list(game.bets[street:]), "caps": list(game.max_raises[street:])}


def _all_in(state: State, left: list[int]) -> str:
    return " and ".join(state.position_names[p] for p in left if state.all_in[p])
