"""Options that describe a spot, and the spot that they describe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli.options import together

if TYPE_CHECKING:
    from pokerdata.spots import Spot

#: What describes a spot.
spot_options = together(
    click.option("--board", metavar="CARDS", help='Three to five cards, e.g. "Td 9d 6h Qc".'),
    click.option("--oop", metavar="RANGE", help="Of the player out of position, who acts first."),
    click.option("--ip", metavar="RANGE", help="Of the player in position."),
    click.option("--pot", type=int, metavar="N", help="Chips in the pot."),
    click.option("--stack", type=int, metavar="N", help="Chips that each player has left."),
    click.option("--stacks", metavar="A,B", help="Chips of oop and ip, where they differ."),
    click.option("--bets", metavar="SIZES", help='Sizes of bets, e.g. "60%,e,a" [none].'),
    click.option("--raises", metavar="SIZES", help="Sizes of raises, e.g. 2.5x [none]."),
    click.option(
        "--donks", metavar="SIZES", help="Of oop's first bet after calling the last one before [as bets]."
    ),
    click.option("--add-all-in", metavar="X", help="Add all-in where it is at most so many pots [0]."),
    click.option(
        "--force-all-in", metavar="X", help="All-in instead where at most so many pots would be left [0]."
    ),
    click.option("--merge", metavar="X", help="Leave out a bet so close to a larger one [0]."),
    click.option("--minimum-bet", type=int, metavar="N", help="Chips of the smallest bet [1]."),
    click.option(
        "--limit-bets", metavar="N,N", help="With limits: a bet on all streets or on each, no stacks."
    ),
    click.option("--caps", metavar="N,N", help="With limits: bets and raises on all streets or each [4]."),
    click.option("--rake", metavar="X", help="Part of the pot that the winner pays, e.g. 5% [0]."),
    click.option("--rake-cap", metavar="N", help="The most of it, in chips [no bound]."),
    click.option("--dead", metavar="CARDS", help="Cards that are neither held nor dealt."),
    click.option("--to-act", metavar="WHO", help="oop, or ip where oop has checked [oop]."),
    click.option("--big-blind", type=int, metavar="N", help="Chips of a big blind, for milli-blinds."),
    click.option("--of-game", metavar="GAME", help="A spot of a whole game, after --after."),
    click.option(
        "--after",
        metavar="HISTORY",
        help="With --of-game, or a solved spot as FILE: the actions before, e.g. cc/cr.",
    ),
    click.option(
        "--from-hand", metavar="FILE", help="Board, pot, stacks from a .phh file or a match's log, at --at."
    ),
    click.option("--at", metavar="STREET", help="With --from-hand: flop, turn or river."),
    click.option("--hand", type=int, metavar="N", help="With --from-hand: which hand of the file [1]."),
    click.option("--hand-game", metavar="GAME", help="With --from-hand: the rules of a log [as it names]."),
    click.option("--chip", metavar="X", help="With --from-hand: worth of a chip in a .phh file [1]."),
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
        given["stacks"] = _numbers("stacks", given["stacks"], "900,1200")
    for name in ("limit_bets", "caps"):
        if name in given:
            numbers = _numbers(name, given[name], "20,20")
            given[name] = numbers[0] if len(numbers) == 1 else numbers
    of_game, after, hand = (given.pop(name, None) for name in ("of_game", "after", "from_hand"))
    of_hand = {key: given.pop(name) for name, key in _HAND_NAMES.items() if name in given}
    if of_hand and hand is None:
        name = next(name for name, key in _HAND_NAMES.items() if key in of_hand).replace("_", "-")
        raise ValueError(
            f"--{name}: expected --from-hand with it, got none; e.g. --from-hand hand.phh --at turn"
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


def _numbers(name: str, text: str, example: str) -> list[int]:
    option = f"--{name.replace('_', '-')}"
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"{option}: expected whole numbers, got {text!r}; e.g. {option} {example}") from None
