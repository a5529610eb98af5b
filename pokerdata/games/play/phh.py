"""Hand histories as `.phh` files (Kim 2024), read, checked and written by PokerKit.

PokerKit plays each hand by its own rules: you can neither read nor write what they forbid. They are the rules of card
rooms, and differ from the competition's, which `State` follows. In `State`, an all-in of less than a whole raise reopens
the betting, and never makes the next raise larger. It allows a raise that nobody else has the chips to pay. It splits
pots into fractions of a chip, while card rooms give odd chips to the first players.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from pokerdata._support.extras import imported_for
from pokerdata._support.text import quoted, shortened, text_of, toml_of
from pokerdata.games.named import TEXAS
from pokerdata.games.play.definition import TableRules, card_text
from pokerdata.games.play.state import State
from pokerdata.games.rules import UNLIMITED, fraction
from pokerdata.pipeline.store.writing import write_bytes

_LIMIT, _NO_LIMIT = "FT", "NT"
_MOST_RAISES = 4  # per street, in PokerKit's limit games
_STREETS = 4
_MOST_PLAYERS = 10
_LONGEST_ACTION = 1000  # characters, without its comment
#: This package's own fields, which other programs ignore: name of the game, and rules without a field in the format.
_NAME, _RAISES, _STACKS = "_game", "_max_raises", "_stacks"


def read_phh(path: str | os.PathLike[str], *, chip: int | str | Fraction = 1) -> tuple[State, ...]:
    """Read the hands of a `.phh` file, or of a `.phhs` file with many, as far as they were played.

    Player p1 of the file is position 0 of the game: the small blind, or with two players the big blind. Hole cards that were
    never shown are unknown. For a limit game the file does not say how many raises are allowed: unless this package wrote
    it, four on each street. A hand takes some 10 ms.

    Args:
        path: The file; limit or no-limit Texas hold'em of two to ten players.
        chip: Value of a chip in the amounts of the file: '0.01' for dollars with cents. All amounts must be whole chips.

    Raises:
        ModuleNotFoundError: If PokerKit (extra ``phh``) is not installed.
        ValueError: If the file cannot be read, is of another game, or contains a hand that PokerKit finds impossible; the
            message names the file and the hand.
    """
    kit = _pokerkit()
    where = Path(path)
    worth = _worth(chip)
    text, many = text_of(where, "the hands"), where.suffix == ".phhs"
    try:
        content = toml_of(text)
        for fields in content.values() if many else [content]:
            _check_fields(fields)
    except ValueError as error:
        raise ValueError(f"{where}: expected a .phh file, or .phhs with many hands: {error}") from error
    try:
        found = list(kit.HandHistory.loads_all(text)) if many else [kit.HandHistory.loads(text)]
    except Exception as error:  # PokerKit raises many kinds of errors
        raise ValueError(
            f"{where}: expected a .phh file, or .phhs with many hands, got {_got(error)}"
        ) from error
    states = []
    for number, history in enumerate(found, start=1):
        name = f"{where}, hand {number}" if len(found) > 1 else str(where)
        states.append(_state(history, worth, name))
    return tuple(states)


def write_phh(hands: State | Sequence[State], path: str | os.PathLike[str]) -> None:
    """Write hands of Texas hold'em as a `.phh` file, or several as a `.phhs` file.

    `read_phh` restores the same states, without board cards that were not dealt. Unknown hole cards stay unknown. A hand
    takes some 20 ms, as PokerKit plays it twice.

    Args:
        hands: One or more finished hands.
        path: The file: `.phh` for one hand, `.phhs` for any number.

    Raises:
        ModuleNotFoundError: If PokerKit (extra ``phh``) is not installed.
        ValueError: If a hand is not finished, is of another game, or is not legal by PokerKit's rules.
        TableError: If the file cannot be written.
        CapacityError: If the disk is full.
    """
    target = Path(path)
    listed = [hands] if isinstance(hands, State) else list(hands)
    if target.suffix not in (".phh", ".phhs") or (target.suffix == ".phh" and len(listed) != 1):
        raise ValueError(
            f"path: expected .phh for one hand or .phhs for several, got {target}; e.g. hands.phhs"
        )
    texts = [phh_text(hand) for hand in listed]
    if target.suffix == ".phhs":
        texts = [f"[{number}]\n{text}" for number, text in enumerate(texts, start=1)]
    write_bytes(target, ("\n\n".join(texts) + "\n").encode())


def phh_text(hand: State) -> str:
    """Return a hand as the text of a `.phh` file.

    Args:
        hand: A finished hand.

    Raises:
        ModuleNotFoundError: As `write_phh`.
        ValueError: As `write_phh`.
    """
    kit = _pokerkit()
    history = kit.HandHistory(**_fields(hand), divmod=_fractions)
    played, order = _played(history, f"hand {hand.hand}")
    history.actions += [f"p{p + 1} sm {_cards_text(hand.hole_cards[p])}" for p in order]
    played, _ = _played(history, f"hand {hand.hand}")
    if hand.players_left == 1 or all(hand.hole_cards[p] for p in order):
        for position, (theirs, ours) in enumerate(zip(played.payoffs, hand.returns(), strict=True)):
            if theirs != ours:
                raise ValueError(
                    f"hand {hand.hand}: expected one that is worth the same to PokerKit, got {theirs} and {ours} chips for "
                    f"position {position}"
                )
    return str(history.dumps())


def _pokerkit() -> Any:
    with imported_for("phh files"):
        import pokerkit
    return pokerkit


def _fractions(amount: Any, shares: Any) -> tuple[Any, Any]:
    """Split pots exactly, in place of PokerKit's whole chips."""
    return Fraction(amount) / shares, 0


def _played(history: Any, what: str) -> tuple[Any, list[int]]:
    """Return PokerKit's state at the end of a hand, and the order in which hands are shown there.

    Raises:
        ValueError: If PokerKit does not allow the hand.
    """
    order: list[int] = []
    state = None
    try:
        for state, _ in history.state_actions:
            if state.showdown_index is not None and state.showdown_index not in order:
                order.append(state.showdown_index)
    except Exception as error:  # PokerKit raises many kinds of errors
        raise ValueError(
            f"{what}: expected a hand that PokerKit's rules allow, got {type(error).__name__}: {error} (card rooms do not "
            "allow raises that nobody else can pay, nor all after an all-in of less than a whole raise)"
        ) from error
    assert state is not None
    return state, order


# --- writing ------------------------------------------------------------------------------------------------------


def _fields(hand: State) -> dict[str, Any]:
    """Return the fields of a hand, without what is shown at its end."""
    game = hand.game
    _check_game(game)
    if not hand.is_terminal:
        raise ValueError(f"hand {hand.hand}: expected one that is over, got {hand!r}")
    missing = [p for p in range(game.players) if not hand.folded[p] and not hand.hole_cards[p]]
    if missing and hand.players_left > 1:
        raise ValueError(
            f"hand {hand.hand}: expected the hole cards of all who did not fold, got none of position {missing[0]}"
        )
    ours: dict[str, Any] = {_NAME: game.name}
    if set(game.max_raises) != {UNLIMITED}:
        ours[_RAISES] = list(game.max_raises)
    stacks = list(game.stacks)
    if not stacks:
        ours[_STACKS] = "unlimited"
        most = sum(bet * _MOST_RAISES for bet in game.bets) + max(game.antes) + max(game.blinds)
        stacks = [2 * most] * game.players
    found: dict[str, Any] = {
        "variant": _LIMIT if game.limit else _NO_LIMIT,
        "antes": list(game.antes),
        "blinds_or_straddles": list(game.blinds[::-1] if game.players == 2 else game.blinds),
        "starting_stacks": stacks,
        "actions": list(_actions(hand)),
        "hand": hand.hand,
        "user_defined_fields": ours,
    }
    if game.limit:
        found |= {"small_bet": game.bets[0], "big_bet": game.bets[-1]}
    else:
        found["min_bet"] = game.unit
    if hand.names:
        found["players"] = list(hand.names)
    return found


def _check_game(game: TableRules) -> None:
    game.check_plain_stakes("phh")
    small, big = (game.bets[0], game.bets[-1]) if game.limit else (0, 0)
    first = _first_to_act(game.blinds)
    faults = (
        (game.cards != TEXAS, "Texas hold'em", f"{game.cards.values()}"),
        (game.first_to_act != first, f"{first} to act first on the streets", f"{game.first_to_act}"),
        (
            game.limit and game.bets != (small, small, big, big),
            "one bet for two streets and one for the others",
            f"{game.bets}",
        ),
        (
            game.limit and max(game.max_raises) > _MOST_RAISES,
            f"at most {_MOST_RAISES} raises on a street",
            f"{game.max_raises}",
        ),
    )
    for is_there, rule, got in faults:
        if is_there:
            raise ValueError(f"phh: {game.name}: expected {rule}, got {got}; e.g. limit-holdem-3p")


def _first_to_act(blinds: Sequence[int]) -> tuple[int, ...]:
    """Return the first player to act on each street, from 1: after the last of the largest blinds, then position 0."""
    largest = max(range(len(blinds)), key=lambda p: (blinds[p], p))
    return ((largest + 1) % len(blinds) + 1, *(1,) * (_STREETS - 1))


def _actions(hand: State) -> Iterator[str]:
    """Yield the actions of a hand: cards that are dealt, and actions of players."""
    for position, cards in enumerate(hand.hole_cards):
        yield f"d dh p{position + 1} {_cards_text(cards)}"
    game, state = hand.game, State(hand.game)
    begun: Sequence[int] = game.antes  # in the pot before the street
    boards = hand.board_by_street
    for street, actions in enumerate(hand.actions):
        if street and boards[street]:
            yield f"d db {_cards_text(boards[street])}"
        for position, action in actions:
            needless = _is_needless(state)
            state = state.apply_old(action)
            if action[0] == "r":
                yield f"p{position + 1} cbr {state.spent[position] - begun[position]}"
            elif not needless:
                yield f"p{position + 1} {'f' if action == 'f' else 'cc'}"
        begun = state.spent


def _is_needless(state: State) -> bool:
    """Return whether a player must check though nobody could answer a bet; PokerKit skips such a check."""
    betting = state.betting
    others = [p for p in range(state.players) if p != betting.player and not betting.folded[p]]
    return not betting.finished and betting.to_call == 0 and all(betting.all_in[p] for p in others)


def _cards_text(cards: Sequence[int]) -> str:
    return "".join(map(card_text, cards)) or "????"


# --- reading ------------------------------------------------------------------------------------------------------


def _got(error: Exception) -> str:
    """Describe what a file contains instead."""
    missing = re.findall("'(\\w+)'", str(error))
    if (
        isinstance(error, TypeError) and "missing" in str(error) and missing
    ):  # PokerKit's arguments are the fields
        return f"a hand without {', '.join(missing)}"
    return f"{type(error).__name__}: {error}"


def _check_fields(fields: Any) -> None:
    """Raise ValueError for fields that PokerKit accepts, but fails on later or needs hours for."""
    if not isinstance(fields, dict):
        raise ValueError(f"expected a table for each hand, got {quoted(fields)}; e.g. [1] above its fields")
    own = fields.get("user_defined_fields", {})
    if not isinstance(own, dict):
        raise ValueError(
            f"user_defined_fields: expected a table, got {quoted(own)}; e.g. _level = 3 in place of it"
        )
    for name in ("antes", "blinds_or_straddles", "starting_stacks"):
        if isinstance(values := fields.get(name), list) and len(values) > _MOST_PLAYERS:
            raise ValueError(
                f"{name}: expected those of 2 to {_MOST_PLAYERS} players, got {len(values):,}; e.g. {name} = [200, 200]"
            )
    actions = fields.get("actions")
    for action in actions if isinstance(actions, list) else ():
        if isinstance(action, str) and len(action.partition("#")[0]) > _LONGEST_ACTION:
            raise ValueError(
                f"actions: expected at most {_LONGEST_ACTION} characters in each, got {quoted(action, 60)}; e.g. 'p1 cc'"
            )


def _state(history: Any, worth: Fraction, where: str) -> State:
    if history.variant not in (_LIMIT, _NO_LIMIT):
        got = shortened(str(history.variant), 40)
        raise ValueError(
            f"{where}: expected limit or no-limit Texas hold'em, {_LIMIT} or {_NO_LIMIT}, got {got}"
        )
    game = _definition(history, worth, where)
    played, _ = _played(history, where)
    number = str(history.hand or 0)
    hand = int(number) if number.isascii() and number.isdigit() and int(number) < 2**32 else 0
    names = tuple(history.players) if isinstance(history.players, list | tuple) else ()
    state = State(
        game,
        hand=hand,
        names=names
        if len(names) == game.players and all(isinstance(name, str) and name for name in names)
        else (),
    )
    holes: dict[int, str] = {}
    board = ""
    begun: Sequence[int] = game.antes
    try:
        for done in played.operations:
            kind = type(done).__name__
            street = state.street
            if kind in ("HoleDealing", "HoleCardsShowingOrMucking"):
                cards = done.cards if kind == "HoleDealing" else done.hole_cards
                text = "".join(map(repr, cards))
                if len(text) == 2 * TEXAS.hole and "?" not in text:
                    holes[done.player_index] = text
            elif kind == "BoardDealing":
                state = _checked_on(state)
                board += "".join(map(repr, done.cards))
            elif kind == "Folding":
                state = state.apply_old("f")
            elif kind == "CheckingOrCalling":
                state = state.apply_old("c")
            elif kind == "CompletionBettingOrRaisingTo":
                chips = begun[done.player_index] + _chips(done.amount, worth, where)
                state = state.apply_old("r" if game.limit else f"r{chips}")
                if state.spent[done.player_index] != chips:
                    raise ValueError(
                        f"expected a raise to {state.spent[done.player_index]} chips, got one to {chips}"
                    )
            if state.street != street:
                begun = state.spent
        state = state if played.status else _checked_on(state)
        known = board if "?" not in board else board[: board.index("?")]
        whole = max(n for n in (0, 3, 4, 5) if 2 * n <= len(known))
        return state.with_cards([holes.get(p, "") for p in range(game.players)], known[: 2 * whole])
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error


def _checked_on(state: State) -> State:
    """Return the state after the check that PokerKit skips."""
    return state.apply_old("c") if _is_needless(state) else state


def _definition(history: Any, worth: Fraction, where: str) -> TableRules:
    """Return the rules of a hand."""
    own: Mapping[str, Any] = history.user_defined_fields

    def amounts(values: Any) -> Sequence[Any]:
        if not isinstance(values, list | tuple):
            raise ValueError(
                f"{where}: expected a list of amounts, got {quoted(values)}; e.g. antes = [0, 0]"
            )
        return values

    def chips(values: Any) -> tuple[int, ...]:
        return tuple(_chips(value, worth, where) for value in amounts(values))

    players = len(amounts(history.starting_stacks))
    antes = _filled(chips(history.antes or ()), players)
    blinds = _filled(chips(history.blinds_or_straddles or ()), players)
    if len(set(antes)) > 1 or min(blinds) < 0:
        raise ValueError(
            f"{where}: expected equal antes and no blind below 0, got {list(antes)} and {list(blinds)}; e.g. "
            "antes = [0, 0, 0], blinds_or_straddles = [50, 100, 0]"
        )
    if players == 2:
        blinds = blinds[::-1]
    limit = history.variant == _LIMIT
    unlimited = own.get(_STACKS) == "unlimited"
    bets = chips([history.small_bet] * 2 + [history.big_bet] * 2) if limit else ()
    stacks = () if unlimited and limit else chips(history.starting_stacks)
    raises = amounts(own.get(_RAISES, [_MOST_RAISES] * _STREETS if limit else []))
    name = str(own.get(_NAME, f"{'limit' if limit else 'no-limit'} Texas hold'em"))
    try:
        game = TableRules(
            name,
            blinds,
            _first_to_act(blinds),
            TEXAS,
            bets=bets,
            stacks=stacks,
            max_raises=tuple(raises),
            ante=antes[0],
        )
        game.check_plain_stakes("rules")
        return game
    except (ValueError, TypeError) as error:
        raise ValueError(f"{where}: {error}") from error


def _filled(values: tuple[int, ...], players: int) -> tuple[int, ...]:
    return (*values, *(0,) * (players - len(values)))


def _worth(chip: int | str | Fraction) -> Fraction:
    try:
        worth = Fraction(chip)
    except (ValueError, TypeError, ZeroDivisionError):
        worth = Fraction(0)
    if worth <= 0:
        raise ValueError(f"chip: expected an amount above 0, got {chip!r}; e.g. '0.01'")
    return worth


def _chips(value: Any, worth: Fraction, where: str) -> int:
    """Return an amount of a file in chips."""
    try:
        chips = fraction(str(value)) / worth
    except (ValueError, ZeroDivisionError):
        chips = Fraction(1, 2)
    if chips.denominator != 1:
        got = shortened(str(value), 60)
        raise ValueError(f"{where}: expected amounts of whole chips, got {got}; e.g. chip='0.01' for cents")
    return int(chips)
