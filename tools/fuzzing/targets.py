"""The targets: each reads an input, and checks what must hold of the result."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from fuzzing import seeds
from fuzzing.checking import Target, agree
from fuzzing.files import file_of
from fuzzing.signing import sign
from pokerdata.cards import format_cards, parse_cards
from pokerdata.cards.ranges import Range
from pokerdata.games import acpc_text, load_game, table_rules, toml_text
from pokerdata.games.play import (
    State,
    TableRules,
    definition_text,
    definition_toml,
    hand_text,
    matchstate_text,
    read_log,
    read_matchstate,
    read_old_matchstate,
    read_old_result,
    read_phh,
    read_state,
    state_text,
)
from pokerdata.games.strategies import load_strategy
from pokerdata.matches.statistics.collected import statistics_of_logs
from pokerdata.players.acpc.hand import Hand
from pokerdata.players.acpc.records import read_transactions
from pokerdata.recipes.reading import load_plan
from pokerdata.solving import algorithms
from pokerdata.spots import Spot
from pokerdata.spots.betting import read_sizes
from pokerdata.spots.flop_report import flop_set
from pokerdata.spots.locks import Lock
from pokerdata.spots.places import parse_line

HDF5_BYTES = 1 << 20


def _text(data: bytes) -> str:
    """Decode bytes as Python decodes a command line."""
    return data.decode("utf-8", "surrogateescape")


def _cards(data: bytes) -> None:
    cards = parse_cards(_text(data))
    agree(parse_cards(format_cards(cards)).tolist(), cards.tolist(), "cards")


def _range(data: bytes) -> None:
    one = Range(_text(data))
    again = Range(str(one))
    agree(again.weights.tolist(), one.weights.tolist(), "weights")


def _game_file(data: bytes) -> None:
    path = file_of(data, "hostile.game")
    definition = table_rules(str(path))
    _definition_again(definition, definition_text, "again.game")
    named = load_game(str(path))
    if isinstance(named.betting, TableRules):
        return  # the solvers support only two-player games
    text = acpc_text(named)
    agree(
        acpc_text(load_game(str(file_of(text.encode(), "again.game")))).partition("\n")[2],
        text.partition("\n")[2],
        "game",
    )


def _definition_again(definition: TableRules, write: Callable[[TableRules], str], name: str) -> None:
    again = table_rules(str(file_of(write(definition).encode(), name)))
    agree(write(again).partition("\n")[2], write(definition).partition("\n")[2], "definition")


def _rules(data: bytes) -> None:
    path = str(file_of(data, "hostile.toml"))
    content = table_rules(path)
    again = table_rules(str(file_of(definition_toml(content).encode(), "again.toml")))
    agree(again, content, "definition")
    named = load_game(path)
    if isinstance(named.betting, TableRules):
        return
    agree(load_game(str(file_of(toml_text(named).encode(), "again.toml"))), named, "game")


def _recipe(data: bytes) -> None:
    load_plan(str(file_of(data, "hostile.toml")))


@cache
def _game(number: int) -> TableRules:
    return table_rules(seeds.GAMES_OF_LINES[number % len(seeds.GAMES_OF_LINES)])


def _line(data: bytes) -> tuple[TableRules, str]:
    """Return a line and its game; the first byte chooses the game."""
    return _game(data[0] if data else 0), _text(data[1:])


def _state(data: bytes) -> None:
    game, text = _line(data)
    if text.startswith("STATE"):
        state = read_state(game, text)
        agree(read_state(game, state_text(state)), state, "state")
        return
    state, position = read_matchstate(game, text)
    seen = matchstate_text(state, position)  # hides other players' cards that are not shown yet
    agree(matchstate_text(*read_matchstate(game, seen)), seen, "state")
    _look(state)


def _look(state: State) -> None:
    """Query a state as players do."""
    _ = (
        state.legal_actions(),
        state.pots,
        state.stacks,
        repr(state),
        state._repr_html_(),
        state.most_to_showdown,
    )
    if state.is_terminal:
        try:
            agree(sum(state.returns()), 0, "payoffs")
        except ValueError:
            return  # cards are not known


def _old(data: bytes) -> None:
    game, text = _line(data)
    if text.startswith("MATCHSTATE"):
        _look(read_old_matchstate(game, text)[0])
    else:
        _look(read_old_result(game, text))


def _reply(data: bytes) -> None:
    """Read lines as the dealer does while it waits for players, and check that every action is legal."""
    game = _game(data[0] if data else 0)
    count = game.cards.hole
    holes = [game.deck[count * p : count * (p + 1)] for p in range(game.players)]
    board = game.deck[count * game.players :][: sum(game.cards.board)]
    hand = Hand(game, 0, holes, board)
    for line in data[1:].split(b"\n"):
        if hand.is_terminal:
            break
        action, warned = hand.answer(line)
        agree(all(isinstance(warning, str) for warning in warned), True, "warnings")
        if action is not None:
            agree(hand.allows(action), True, action)
            hand.apply(action)


def _log(data: bytes) -> None:
    """Check that the Python and the C++ reader accept the same hands of a log."""
    game = _game(data[0] if data else 0)
    path = file_of(data[1:], "hostile.log")
    try:
        log = read_log(game, path)
    except ValueError:
        statistics_of_logs(path, game)  # also accepts lines of old logs
        return
    found = statistics_of_logs(path, game)
    agree(found.hands, len(log.hands), "hands")
    for hand in log.hands:
        hand_text(hand)
        _look(hand)


def _transactions(data: bytes) -> None:
    found = list(read_transactions(file_of(data, "hostile.tlog")))
    again = list(read_transactions(file_of("".join(f"{one}\n" for one in found).encode(), "again.tlog")))
    # a fraction counts microseconds, perhaps written without leading zeros
    agree(again, found, "transactions")


def _phh(data: bytes) -> None:
    for hand in read_phh(file_of(data, "hostile.phh")):
        _look(hand)


def _spot(data: bytes) -> None:
    spot = Spot.read(file_of(data, "hostile.toml"))
    text = spot.toml()
    agree(Spot.read(file_of(text.encode(), "again.toml")).toml(), text, "spot")


def _pieces(data: bytes) -> None:
    """Read a short option text; the first byte chooses the reader."""
    number, text = (data[0] if data else 0) % 4, _text(data[1:])
    if number == 0:
        sizes = read_sizes("bets", text, raises=True)
        agree(read_sizes("bets", ",".join(map(str, sizes)), raises=True), sizes, "sizes")
    elif number == 1:
        Lock.read(text).text()
    elif number == 2:
        parse_line(text)
    else:
        name, parameters = algorithms.read(text)
        again = algorithms.read(algorithms.write(name, parameters))
        agree(str(algorithms.write(*again)), algorithms.write(name, parameters), "algorithm")


@cache
def _plain_spot() -> Spot:
    return Spot(board="Td9d6h", oop="AA,KK,random", ip="random", pot=10, stack=20, bets="50%")


def _flops(data: bytes) -> None:
    found = flop_set(str(file_of(data, "hostile.txt")), _plain_spot())
    agree(bool(np.isfinite(found.weights).all()), True, "weights")


def _strategy(data: bytes) -> None:
    load_strategy(file_of(data, "hostile.h5"))


def _attributes(data: bytes) -> None:
    """Read a strategy with changed attributes and valid digests; each line is an attribute's name and a value.

    With invalid digests, the file would never reach the readers of these attributes.
    """
    path = file_of(seeds.strategies()[0], "attributes.h5")
    with h5py.File(path, "r+") as file:
        for line in data.replace(b"\0", b"").split(b"\n"):
            name, _, value = line.partition(b" ")
            if name.isalnum() or b"_" in name:
                file.attrs[name.decode("ascii", "replace")] = _attribute(value)
        sign(file)
    saved = load_strategy(path)
    _ = repr(saved), saved._repr_html_(), saved.game()


def _attribute(text: bytes) -> Any:
    """Return the stored form of a text, or of a number if it is one."""
    for kind in (np.int64, np.float64):
        try:
            return kind(text.decode())
        except (ValueError, OverflowError):
            continue
    return np.array(text or b" ", h5py.string_dtype("utf-8", max(1, len(text))))


def targets() -> dict[str, Target]:
    """Return all targets by name."""
    lines, toml = seeds.encoded(*seeds.LINE_WORDS), seeds.encoded(*seeds.TOML_WORDS)
    pieces = [
        f"{n}{t}"
        for n, ts in enumerate((seeds.SIZES, seeds.LOCKS, seeds.HISTORIES, seeds.ALGORITHMS))
        for t in ts
    ]
    ranges = seeds.encoded(
        "AKs", "+", "-", ":", "%", "[50]", "[/50]", "top ", "random", "X", ",", "10", "1e-400", "\u2013"
    )
    logs = tuple(f"{n}{chr(10).join(hands)}\n".encode() for n, hands in enumerate(seeds.HANDS))
    score = b"0# a comment\nSTATE:2:ff:2h7d|AsAh|KcKd:-5|5|0:B|A|C\nSCORE:-5|5|0:B|A|C\n"
    found = (
        Target(
            "cards",
            _cards,
            seeds.encoded(*seeds.CARDS),
            seeds.encoded("10h", "As", " ", "\u00a0", "s"),
            quick=10000,
        ),
        Target("range", _range, seeds.encoded(*seeds.RANGES), ranges, quick=4000),
        Target("game-file", _game_file, seeds.game_files(), seeds.game_words(), quick=500),
        Target("rules", _rules, seeds.game_tomls(), toml + seeds.keys_of(seeds.game_tomls()), quick=300),
        Target("recipe", _recipe, seeds.recipes(), toml + seeds.keys_of(seeds.recipes()), quick=140),
        Target("state", _state, seeds.states(), lines, quick=10000),
        Target(
            "old-lines", _old, seeds.numbered(*seeds.OLD) + seeds.numbered(*seeds.STATES), lines, quick=8000
        ),
        Target("reply", _reply, seeds.encoded(*seeds.REPLIES), lines, quick=8000),
        Target("log", _log, (*logs, score), lines, quick=400),
        Target("transactions", _transactions, seeds.encoded(seeds.TRANSACTIONS), lines, quick=500),
        Target("phh", _phh, seeds.encoded(*seeds.PHH), seeds.encoded(*seeds.PHH_WORDS), quick=450),
        Target("spot", _spot, seeds.spots(), toml + seeds.keys_of(seeds.spots()), quick=450),
        Target(
            "options",
            _pieces,
            seeds.encoded(*pieces),
            seeds.encoded("a", "e", "%", "x", "c", ",", "=", "(", "1e999", "nan"),
            quick=8000,
        ),
        Target(
            "flops",
            _flops,
            seeds.encoded(seeds.FLOPS),
            seeds.encoded(":", "1e308", "inf", "nan", "#", "2c2d2h"),
            quick=10,
        ),
        Target("strategy", _strategy, seeds.strategies(), (), HDF5_BYTES, quick=300),
        Target("attributes", _attributes, seeds.attributes(), toml, quick=100),
    )
    return {target.name: target for target in found}


#: Stored inputs that were findings once, a folder for each target.
REGRESSIONS = Path(__file__).parents[2] / "tests" / "hostile" / "regressions"
__all__ = ["REGRESSIONS", "targets"]
