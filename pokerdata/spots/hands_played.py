"""Hands that were played, as spots: board, pot and stacks where a street began."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Any

from pokerdata.cards import STREETS
from pokerdata.games.named import TEXAS
from pokerdata.play import State, find_definition, read_log, read_phh
from pokerdata.play.definition import GameDefinition, card_text
from pokerdata.support.arguments import as_count
from pokerdata.support.text import either

_PHH = (".phh", ".phhs")


def values_at(
    path: str | os.PathLike[str], at: str, hand: int, game: Any, chip: int | str | Fraction
) -> dict[str, Any]:
    """Arguments of a `Spot` from a hand of a file: board, pot, stacks or limits, and the big blind.

    Args:
        path: A file `.phh` or `.phhs`, or the log of a match.
        at: The street that begins.
        hand: Which hand of the file, from 1.
        game: The rules of a log.
        chip: What a chip is worth in a `.phh` file.

    Raises:
        ValueError: For a file, a hand or a street that gives no spot; the message names it.
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
    if not isinstance(definition, GameDefinition):
        definition = find_definition(str(definition))
    return read_log(definition, path).hands


def _named_in(path: Path) -> GameDefinition:
    """The rules that the first comment of a log names: '# name/game/hands/seed NAME GAME HANDS SEED'."""
    try:
        with path.open(encoding="utf-8") as file:
            words = file.readline().split()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"cannot read the log {path}: {error}") from error
    named = words[words.index("name/game/hands/seed") + 2 :][:1] if "name/game/hands/seed" in words else []
    for name in named:
        for candidate in (name, str(path.parent / Path(name).name)):
            try:
                return find_definition(candidate)
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
            state = state.after_old(action)
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
