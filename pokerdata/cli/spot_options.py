"""Options that describe a spot, and the spot that they describe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerdata.cli.group import F, option
from pokerdata.cli.options import together, whole_numbers

if TYPE_CHECKING:
    from pokerdata.spots import Spot


def _of_spot(name: str, metavar: str, text: str, **attributes: Any) -> Callable[[F], F]:
    return option(name, metavar=metavar, help=text, explained="spot show", **attributes)


#: What describes a spot.
spot_options = together(
    _of_spot("--board", "CARDS", 'Three to five cards, e.g. "Td 9d 6h Qc".'),
    _of_spot("--oop", "RANGE", "Range of the player out of position, who acts first."),
    _of_spot("--ip", "RANGE", "Range of the player in position."),
    _of_spot("--pot", "N", "Chips in the pot.", type=int),
    _of_spot("--stack", "N", "Chips that each player has left.", type=int),
    _of_spot("--stacks", "A,B", "Chips of OOP and IP, where they differ."),
    _of_spot("--bets", "SIZES", 'Sizes of bets, e.g. "60%,e,a" [none].'),
    _of_spot("--raises", "SIZES", "Sizes of raises, e.g. 2.5x [none]."),
    _of_spot("--donks", "SIZES", "Sizes of OOP's bets into the last aggressor [--bets]."),
    _of_spot("--add-all-in", "X", "Add all-in where it is at most X pots [0]."),
    _of_spot("--force-all-in", "X", "Replace bets that leave at most X pots by all-in [0]."),
    _of_spot("--merge", "X", "Leave out a bet this close to a larger one [0]."),
    _of_spot("--minimum-bet", "N", "Smallest bet in chips [1].", type=int),
    _of_spot("--limit-bets", "N,N", "Limit game: bet on all streets, or on each."),
    _of_spot("--caps", "N,N", "Limit game: most bets and raises, as --limit-bets [4]."),
    _of_spot("--rake", "X", "Part of the pot that the winner pays, e.g. 5% [0]."),
    _of_spot("--rake-cap", "N", "Largest rake in chips [none]."),
    _of_spot("--dead", "CARDS", "Cards that are neither held nor dealt."),
    _of_spot("--to-act", "WHO", "oop, or ip where OOP has checked [oop]."),
    _of_spot("--big-blind", "N", "Chips of a big blind, for results in mb.", type=int),
    _of_spot("--of-game", "GAME", "Take the spot from a game, after --after."),
    _of_spot("--after", "ACTIONS", "Actions before, of --of-game or a solved FILE, e.g. cc/cr."),
    _of_spot("--from-hand", "FILE", "Take the spot from a .phh file or a match's log, --at."),
    _of_spot("--at", "STREET", "With --from-hand: flop, turn or river."),
    option(
        "--hand-number",
        "hand",
        was="--hand",
        explained="spot show",
        type=int,
        help="With --from-hand: number of the hand [1].",
    ),
    _of_spot("--hand-game", "GAME", "With --from-hand: rules of a log [as it names]."),
    _of_spot("--chip", "X", "With --from-hand: what a chip is worth in .phh [1]."),
)
_SPOT = ("board", "oop", "ip", "pot", "stack", "stacks", "rake", "rake_cap", "dead", "to_act", "big_blind")
_SIZES = (
    "bets",
    "raises",
    "donks",
    "add_all_in",
    "force_all_in",
    "merge",
    "minimum_bet",
    "limit_bets",
    "caps",
)
#: What `spot_of` takes.
NAMES = (*_SPOT, *_SIZES, "of_game", "after", "from_hand", "at", "hand", "hand_game", "chip")
_HAND_NAMES = {"at": "at", "hand": "hand", "hand_game": "game", "chip": "chip"}


def is_given(options: dict[str, Any]) -> bool:
    """Whether options describe a spot at all.

    Args:
        options: Of a command; others than those of a spot and `at` do not count.
    """
    return any(options.get(name) is not None for name in NAMES if name != "at")


def _spelled(name: str) -> str:
    """The option of a parameter."""
    return "--hand-number" if name == "hand" else f"--{name.replace('_', '-')}"


def given_option(options: dict[str, Any]) -> str:
    """Return the first option of a spot that is given.

    Args:
        options: Options of a command.
    """
    return next(_spelled(name) for name in NAMES if options.get(name) is not None)


def is_spot_file(path: str | None) -> bool:
    """Whether a file is TOML that has the board of a spot, or a table; of these only solved spots can be asked for.

    Args:
        path: Any text, or None.
    """
    if path is None or not Path(path).is_file():
        return False
    if path.endswith(".h5"):
        return True
    if not path.endswith(".toml"):
        return False
    from pokerdata._support.text import text_of, toml_of

    try:
        return "board" in toml_of(text_of(path, "the spot"))
    except ValueError:
        return False


def spot_of(options: dict[str, Any], file: str | None = None) -> Spot:
    """The spot that options describe; those of a file where they do not say otherwise.

    Args:
        options: Of a command, by name; None where not given.
        file: A TOML file with the keys of a spot; or a solved spot, whose rest after a line of betting is meant where there
            is one.

    Raises:
        ValueError: For options that do not go together, and as `Spot`.
        CapacityError: As `Spot`.
        TableError: For a table that is no solved spot.
    """
    from pokerdata.spots import Spot

    given = {name: options[name] for name in NAMES if options.get(name) is not None}
    if "stacks" in given:
        given["stacks"] = whole_numbers("--stacks", given["stacks"], "900,1200")
    for name in ("limit_bets", "caps"):
        if name in given:
            numbers = whole_numbers(_spelled(name), given[name], "20,20")
            given[name] = numbers[0] if len(numbers) == 1 else numbers
    of_game, after, hand = (given.pop(name, None) for name in ("of_game", "after", "from_hand"))
    of_hand = {key: given.pop(name) for name, key in _HAND_NAMES.items() if name in given}
    if of_hand and hand is None:
        name = next(_spelled(name) for name, key in _HAND_NAMES.items() if key in of_hand)
        raise ValueError(
            f"{name}: expected --from-hand with it, got none; e.g. --from-hand hand.phh --at turn"
        )
    solved = file is not None and file.endswith(".h5")
    if (of_game is None) != (after is None) and not (solved and of_game is None):
        there, absent = (
            ("--of-game", "--after") if after is None else ("--after", "--of-game, or a solved spot,")
        )
        raise ValueError(
            f"{there}: expected {absent} with it, got {file or 'none'}; e.g. --of-game limit-holdem --after cc/cr"
            + ("" if after is None else ", or turn.h5 --after cr120c/ --board 2c")
        )
    sources = [
        name for name, value in (("FILE", file), ("--of-game", of_game), ("--from-hand", hand)) if value
    ]
    if len(sources) > 1:
        raise ValueError(
            f"spot: expected one of {' and '.join(sources)}, got {len(sources)}; e.g. {sources[0]} alone"
        )
    if file is not None:
        kept = _of_solution(file, after, given) if solved else Spot.read(file)
        return kept.changed(**given) if given else kept
    if of_game is not None:
        given |= {"game": of_game, "history": after}
    for name in ("oop", "ip"):
        if name not in given:
            raise ValueError(f"--{name}: expected a range, got none; e.g. --{name} 'QQ+,AK'")
    if hand is not None:
        if "at" not in of_hand:
            raise ValueError("--at: expected the street of the hand, got none; e.g. --at turn")
        return Spot.from_hand(hand, **of_hand, **given)
    if "board" not in given:
        raise ValueError("--board: expected three to five cards, got none; e.g. --board 'Td 9d 6h Qc'")
    return Spot(**given)


def _of_solution(file: str, after: str | None, given: dict[str, Any]) -> Spot:
    """The spot of a solution, or its rest after a line of betting on a board, which is then taken from `given`."""
    from pokerdata.spots import load_spot, rest_spot

    solution = load_spot(file)
    if after is None:
        return solution.spot
    return rest_spot(solution, after, solution.dealt_of(given.pop("board", "")))
