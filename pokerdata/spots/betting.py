"""The betting of a spot: pot, stacks, bet sizes as text and as values, and each player's menu of sizes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pokerdata._support.arguments import as_count
from pokerdata._support.text import quoted
from pokerdata.cards import BOARD_SIZES, STREETS
from pokerdata.games.rules import MOST_CHIPS, fraction
from pokerdata.spots.spot_file import as_game, root_of

MOST_RATIO = 10_000
_MOST_DENOMINATOR = 100_000
_MOST_BETS = 100
_MOST_RAISES = 256
_NUMBER = r"(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})"
_FORMS = {
    "pot": re.compile(rf"{_NUMBER}%"),
    "multiple": re.compile(rf"{_NUMBER}x"),
    "chips": re.compile(r"(\d{1,12})c(?:(\d{1,4})r)?"),
    "geometric": re.compile(rf"(\d{{1,4}})?e(?:{_NUMBER}%)?"),
}
#: Text for an empty list of sizes.
NONE = "none"
_ALL_IN = ("a", "all-in", "allin")
_BETS = "60% (of the pot), 100c (chips), e, 2e or 2e150% (geometric) or a (all-in)"
_RAISES = (
    "60% (of the pot), 2.5x (the last bet), 100c or 100c3r (chips), e, 2e or 2e150% (geometric) or a (all-in)"
)

#: A size in the form that the kernels read.
CoreSize = tuple[str, tuple[int, int], int, int, int]


@dataclass(frozen=True)
class Size:
    """One bet or raise size of a menu.

    Attributes:
        kind: 'pot', 'multiple', 'chips', 'geometric' or 'all-in'.
        ratio: Fraction of the pot after a call, or multiple of the last bet. For a geometric bet, the largest fraction of
            the pot (0: no bound).
        chips: Size in chips, for kind 'chips'.
        bets: For a geometric size, the number of equal fractions of the pot after which the players are all-in; 0 means one
            for each street left.
        most_bets: For raises in chips, the raise is allowed after at most this many bets and raises on the street; 0 means
            always.
    """

    kind: str
    ratio: Fraction = Fraction(0)
    chips: int = 0
    bets: int = 0
    most_bets: int = 0

    @property
    def core(self) -> CoreSize:
        """The size in the form that the kernels read."""
        ratio = (self.ratio.numerator, self.ratio.denominator)
        return self.kind, ratio, self.chips, self.bets, self.most_bets

    def __str__(self) -> str:
        if self.kind == "pot":
            return f"{decimal_text(100 * self.ratio)}%"
        if self.kind == "multiple":
            return f"{decimal_text(self.ratio)}x"
        if self.kind == "chips":
            return f"{self.chips}c" + (f"{self.most_bets}r" if self.most_bets else "")
        if self.kind == "geometric":
            most = f"{decimal_text(100 * self.ratio)}%" if self.ratio else ""
            return f"{self.bets or ''}e{most}"
        return "a"


def read_sizes(where: str, given: Any, *, raises: bool) -> tuple[Size, ...]:
    """Read sizes from text such as "60%,e,a", or from a list of such texts, in the order given.

    Args:
        where: Prefix of error messages, such as 'bets'.
        given: Text, a `Size`, or a list of either; empty or "none" for none.
        raises: Whether these are raise sizes. Only raises may be multiples of the last bet.

    Raises:
        ValueError: If a size is invalid or occurs twice. The message names the size, the rule and an example.
    """
    if isinstance(given, str | Size):
        given = [given]
    if not isinstance(given, Iterable):
        raise ValueError(f"{where}: expected sizes as text, got {given!r}; e.g. {_example(raises)!r}")
    found: list[Size] = []
    for part in given:
        if isinstance(part, Size):
            found.append(_sensible(where, part, str(part), raises))
        elif not isinstance(part, str):
            raise ValueError(f"{where}: expected sizes as text, got {part!r}; e.g. {_example(raises)!r}")
        elif part.strip() not in ("", NONE):
            words = part.split(",")
            found += (_sensible(where, _read(where, word, raises), word.strip(), raises) for word in words)
    seen: set[Size] = set()
    for size in found:
        if size in seen:
            raise ValueError(f"{where}: expected each size once, got {size} twice; e.g. {_example(raises)!r}")
        seen.add(size)
    return tuple(found)


def sizes_text(sizes: Iterable[Size]) -> str:
    """Return the text that `read_sizes` reads back to these sizes."""
    return ",".join(map(str, sizes))


def decimal_text(value: Fraction) -> str:
    """Write a number in decimals if it has few digits, otherwise as a fraction: '2.5', '1/3'."""
    if value.denominator == 1:
        return str(value.numerator)
    for digits in range(1, 10):
        if (value * 10**digits).denominator == 1:
            whole, part = divmod(int(abs(value) * 10**digits), 10**digits)
            return f"{'-' * (value < 0)}{whole}.{part:0{digits}}"
    return str(value)


def _read(where: str, word: str, raises: bool) -> Size:
    text = "".join(word.split()).lower()
    if text in _ALL_IN:
        return Size("all-in")
    for kind, form in _FORMS.items():
        match = form.fullmatch(text)
        if match is None:
            continue
        first = match[1] or "0"
        second = (match[2] if match.re.groups > 1 else None) or "0"
        if kind == "pot":
            return Size(kind, Fraction(first) / 100)
        if kind == "multiple":
            return Size(kind, Fraction(first))
        # 0 stands for an absent number, so a written number must not be 0.
        if any(text is not None and Fraction(text) == 0 for text in match.groups()):
            break
        if kind == "chips":
            return Size(kind, chips=int(first), most_bets=int(second))
        return Size(kind, Fraction(second) / 100, bets=int(first))
    raise ValueError(
        f"{where}: expected {_RAISES if raises else _BETS}, got {quoted(word.strip())}; e.g. {_example(raises)!r}"
    )


def _sensible(where: str, size: Size, text: str, raises: bool) -> Size:
    def refuse(rule: str, example: str) -> ValueError:
        return ValueError(f"{where}: expected {rule}, got {quoted(text)}; e.g. {example!r}")

    if size.kind not in (*_FORMS, "all-in"):
        raise refuse("a size of a known kind", "60%")
    if size.kind == "multiple" and not raises:
        raise refuse("no multiple, as a bet has none before it", "60%")
    if size.most_bets and not raises:
        raise refuse("no limit of bets for a first bet", f"{size.chips}c")
    if size.kind == "multiple" and size.ratio <= 1:
        raise refuse("a multiple above 1", "2.5x")
    if size.kind == "pot" and size.ratio <= 0:
        raise refuse("a part of the pot above 0", "60%")
    if not 0 <= size.ratio <= MOST_RATIO:
        raise refuse(f"at most {MOST_RATIO:,} pots or times the last bet", "150%")
    if size.ratio.denominator > _MOST_DENOMINATOR:
        raise refuse("at most three decimals", "33.333%")
    if size.kind == "chips" and not 1 <= size.chips <= MOST_CHIPS:
        raise refuse(f"1 to {MOST_CHIPS} chips", "100c")
    if not 0 <= size.bets <= _MOST_BETS:
        raise refuse(f"at most {_MOST_BETS} geometric bets", "2e")
    if not 0 <= size.most_bets <= _MOST_RAISES:
        raise refuse(f"at most {_MOST_RAISES} bets and raises", "100c3r")
    return size


def _example(raises: bool) -> str:
    return "2.5x" if raises else "60%,e,a"


def part_of_pot(name: str, given: Any) -> Fraction:
    """Read a threshold as an exact fraction of the pot: 1.5, '1.5' or '150%'.

    Args:
        name: Prefix of error messages.
        given: A number or text.

    Raises:
        ValueError: If the value is not a number from 0 to 10,000 with at most five decimals.
    """
    found = _exact(given)
    if found is None or not 0 <= found <= MOST_RATIO or found.denominator > _MOST_DENOMINATOR:
        raise ValueError(
            f"{name}: expected a part of the pot from 0 to {MOST_RATIO:,} with at most five decimals, got {given!r}; e.g. "
            "0.15 or '15%'"
        )
    return found


def rake_of(given: Any) -> Fraction:
    """Read a rake as an exact fraction of the pot: 0.05 or '5%'.

    Args:
        given: A number or text.

    Raises:
        ValueError: If the value is not a number from 0 to below 1.
    """
    found = _exact(given)
    if found is None or not 0 <= found < 1:
        raise ValueError(
            f"rake: expected a part of the pot from 0 to below 1, got {given!r}; e.g. '5%' or 0.05"
        )
    return found


def rake_cap_of(given: Any, rake: Fraction) -> Fraction | None:
    """Read the largest rake in chips; `None` means no cap.

    Args:
        given: A number or text; `None` for no cap.
        rake: The rake as a fraction of the pot.

    Raises:
        ValueError: If the cap is not a number above 0, or if the rake is 0.
    """
    if given is None:
        return None
    found = _exact(given)
    if found is None or not 0 < found <= MOST_CHIPS:
        raise ValueError(f"rake_cap: expected a number of chips above 0, got {given!r}; e.g. 12")
    if not rake:
        raise ValueError(
            f"rake_cap: expected none without a rake, got {given!r}; e.g. rake='5%', rake_cap=12"
        )
    return found


def two_stacks(stack: Any, stacks: Any) -> tuple[int, int] | None:
    """Return the stacks of OOP and IP in chips, or `None` if neither argument is given.

    Args:
        stack: One stack for both players.
        stacks: A stack for each player.

    Raises:
        ValueError: If both arguments are given, or if a stack is not a number of chips.
    """
    if stack is not None and stacks is not None:
        raise ValueError(f"stack, stacks: expected one of them, got {stack!r} and {stacks!r}; e.g. stack=900")
    if stack is not None:
        chips = as_count(stack, "stack", 1, MOST_CHIPS, 900)
        return chips, chips
    if stacks is None:
        return None
    listed = list(stacks) if isinstance(stacks, Iterable) and not isinstance(stacks, str) else []
    if len(listed) != 2:
        raise ValueError(
            f"stacks: expected two numbers of chips, of oop and ip, got {stacks!r}; e.g. (900, 1200)"
        )
    first, second = (as_count(chips, "stacks", 1, MOST_CHIPS, "(900, 1200)") for chips in listed)
    return first, second


def by_street(
    name: str, given: Any, streets: Sequence[str], least: int, most: int, example: int
) -> tuple[int, ...]:
    """Return one whole number for each street, from a single number or a list of numbers.

    Args:
        name: Prefix of error messages.
        given: A number for all streets, or a list with one for each street.
        streets: Streets of the spot.
        least: Smallest number allowed.
        most: Largest number allowed.
        example: Example for the error message.

    Raises:
        ValueError: If a number is out of range or the list has the wrong length.
    """
    if isinstance(given, Iterable) and not isinstance(given, str):
        listed = list(given)
        if len(listed) != len(streets):
            raise ValueError(
                f"{name}: expected one for all streets or one each for {' and '.join(streets)}, got {given!r}; e.g. "
                f"{(example,) * len(streets)}"
            )
        return tuple(as_count(value, name, least, most, example) for value in listed)
    return (as_count(given, name, least, most, example),) * len(streets)


def _exact(given: Any) -> Fraction | None:
    """Return a number exactly as its decimals are written, or `None` for anything else; text may be a percentage."""
    try:
        if isinstance(given, bool):
            return None
        if isinstance(given, str):
            text = given.strip()
            return fraction(text[:-1].strip()) / 100 if text.endswith("%") else fraction(text)
        if isinstance(given, int | Fraction):
            return Fraction(given)
        return fraction(repr(float(given)))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        return None


#: The players in acting order: the first acts first on every street.
PLAYERS = ("oop", "ip")
Sizes = tuple[Size, ...]
#: Sizes by street, starting with the board's street, and by player.
Menus = tuple[tuple[Sizes, Sizes], ...]

_EXAMPLES = {"bets": "60%,e,a; river: 75%", "raises": "2.5x; oop turn: a", "donks": "50%"}


def read_menus(where: str, given: Any, streets: Sequence[str]) -> Menus:
    """Return the sizes of each street and player.

    The sizes are given in one of these forms:

    - text: sizes for all streets and players, or parts separated by ';', each prefixed by 'turn:', 'oop:' or
      'oop turn:'. A later part may replace some of what an earlier one says, but not all of it;
    - a list of sizes for all streets and players;
    - a dict by street, by player, or both, of any of these.

    If nothing is given, there are no sizes.

    Args:
        where: Prefix of error messages: 'bets', 'raises' or 'donks'.
        given: As above; `None` for no sizes.
        streets: Streets of the spot, such as ('turn', 'river').

    Raises:
        ValueError: If the sizes are invalid. The message names the street, the player and the size.
    """
    found: dict[tuple[str, str], Sizes] = {}
    for place, sizes in _used_parts(where, given, streets):
        read = read_sizes(" ".join((where, *_words(place))), sizes, raises=where == "raises")
        for street in streets:
            for player in PLAYERS:
                if place.get("street", street) == street and place.get("player", player) == player:
                    found[street, player] = read
    none: Sizes = ()
    return tuple((found.get((s, "oop"), none), found.get((s, "ip"), none)) for s in streets)


def says_none(where: str, given: Any, streets: Sequence[str]) -> bool:
    """Return whether one of the size lists is 'none', which explicitly asks for no sizes.

    Args:
        where: As for `read_menus`.
        given: As for `read_menus`, which must have accepted it.
        streets: As for `read_menus`.
    """
    lists = [sizes for _, sizes in _parts(where, given, streets, {})]
    texts = [part for sizes in lists for part in ([sizes] if isinstance(sizes, str | Size) else sizes)]
    return any(isinstance(text, str) and text.strip() == NONE for text in texts)


def read_donks(given: Any, streets: Sequence[str]) -> tuple[Sizes | None, ...]:
    """Return the donk bets of each street; `None` for a street without a list.

    Args:
        given: As for `read_menus`, for the streets after the first; `None` for no lists.
        streets: Streets of the spot.

    Raises:
        ValueError: As for `read_menus`, and for donk bets on the first street or by the player in position.
    """
    if given is None:
        return (None,) * len(streets)
    if len(streets) < 2:
        raise ValueError(
            f"donks: expected none on the {streets[0]}, as they follow a call on the street before, got {given!r}; e.g. "
            "a spot on the turn"
        )
    found: dict[str, Sizes] = {}
    for place, sizes in _used_parts("donks", given, streets):
        named = " ".join(("donks", *_words(place)))
        if place.get("player") == "ip":
            raise ValueError(f"{named}: expected those of oop, who acts first, got ip; e.g. '50%'")
        if place.get("street") == streets[0]:
            raise ValueError(
                f"{named}: expected a street after the first, as donk bets follow a call on the street before, got "
                f"{streets[0]}; e.g. {f'{streets[1]}: 50%'!r}"
            )
        read = read_sizes(named, sizes, raises=False)
        for street in streets[1:]:
            if place.get("street", street) == street:
                found[street] = read
    return tuple(found.get(street) for street in streets)


def menus_text(menus: Menus, streets: Sequence[str]) -> str:
    """Return the shortest text that `read_menus` reads back to these sizes.

    Args:
        menus: Sizes by street and player.
        streets: Streets of the spot.
    """
    if len(set(menus)) == 1 and menus[0][0] == menus[0][1]:
        return sizes_text(menus[0][0])
    if all(first == second for first, second in menus):
        return _labelled((street, first) for street, (first, _) in zip(streets, menus, strict=True))
    if len(set(menus)) == 1:
        return _labelled(zip(PLAYERS, menus[0], strict=True))
    return _labelled(
        (f"{player} {street}", sizes)
        for street, both in zip(streets, menus, strict=True)
        for player, sizes in zip(PLAYERS, both, strict=True)
    )


def donks_text(donks: Sequence[Sizes | None], streets: Sequence[str]) -> str | None:
    """Return the text that `read_donks` reads, or `None` if there are no lists.

    Args:
        donks: Sizes by street, `None` where there is no list.
        streets: Streets of the spot.
    """
    given = [(street, sizes) for street, sizes in zip(streets, donks, strict=True) if sizes is not None]
    if not given:
        return None
    if len(given) == len(streets) - 1 and len({sizes for _, sizes in given}) == 1:
        return sizes_text(given[0][1])
    return "; ".join(f"{street}: {sizes_text(sizes)}" for street, sizes in given)


def _labelled(parts: Any) -> str:
    """Join labelled parts, as in 'turn: 60%; river: 75%'; lists without sizes are left out."""
    return "; ".join(f"{label}: {sizes_text(sizes)}" for label, sizes in parts if sizes)


def _used_parts(where: str, given: Any, streets: Sequence[str]) -> list[tuple[dict[str, str], Any]]:
    """Return `_parts`; raise ValueError if a later part replaces all of an earlier one, which would then have no effect."""
    parts = list(_parts(where, given, streets, {}))
    for k, (place, sizes) in enumerate(parts):
        for later, others in parts[k + 1 :]:
            if later.items() <= place.items():
                first, second = (" ".join(_words(one)) or "all" for one in (place, later))
                raise ValueError(
                    f"{where}: expected sizes for {first} once, got {sizes!r} and then {others!r} for {second}, which "
                    f"replaces them; e.g. {_EXAMPLES[where]!r}"
                )
    return parts


def _words(place: Mapping[str, str]) -> list[str]:
    """Return the player and the street of a place, if they are named."""
    return [place[key] for key in ("player", "street") if key in place]


def _parts(
    where: str, given: Any, streets: Sequence[str], place: dict[str, str]
) -> Iterator[tuple[dict[str, str], Any]]:
    """Yield pairs of (street and player, if they are named) and their sizes."""
    if given is None:
        return
    if isinstance(given, Mapping):
        for label, inner in given.items():
            yield from _parts(where, inner, streets, _placed(where, str(label), streets, place))
    elif isinstance(given, str):
        parts = given.split(";")
        for part in parts:
            label, colon, sizes = part.partition(":")
            if colon:
                yield _placed(where, label, streets, place), sizes
            elif part.strip() or len(parts) == 1:
                yield place, part
    else:
        yield place, given


def _placed(where: str, label: str, streets: Sequence[str], place: dict[str, str]) -> dict[str, str]:
    """Return the place with the street or player that a label adds."""
    found = dict(place)
    words = label.lower().replace("_", " ").split()
    for word in words:
        key = "player" if word in PLAYERS else "street" if word in STREETS else ""
        if not key or key in found:
            known = ", ".join((*(w for w in streets if "street" not in place), *PLAYERS))
            raise ValueError(
                f"{where}: expected {known}, or a player and a street, before the colon, got {label.strip()!r}; e.g. "
                f"{_EXAMPLES[where]!r}"
            )
        if key == "street" and word not in streets:
            raise ValueError(
                f"{where}: expected sizes of the {' and the '.join(streets)}, which this spot has, got some of the {word}; "
                f"e.g. {f'{streets[-1]}: 75%'!r}"
            )
        found[key] = word
    if not words:
        raise ValueError(
            f"{where}: expected a street or a player before the colon, got none; e.g. {_EXAMPLES[where]!r}"
        )
    return found


#: Thresholds, as fractions of the pot, at which bets are added, changed and left out.
THRESHOLDS = ("add_all_in", "force_all_in", "merge")
_SIZES = ("bets", "raises", "donks", *THRESHOLDS, "minimum_bet")
_MOST_CAP = 256
_USUAL_CAP = 4
#: Betting arguments and their defaults.
DEFAULTS: dict[str, Any] = {
    "pot": None,
    "stack": None,
    "stacks": None,
    "bets": "",
    "raises": "",
    "donks": None,
    "add_all_in": 0,
    "force_all_in": 0,
    "merge": 0,
    "limit_bets": None,
    "caps": None,
    "minimum_bet": 1,
    "to_act": "oop",
}


def own_betting(given: Mapping[str, Any], streets: Sequence[str]) -> dict[str, Any]:
    """Return the betting attributes of a spot that is not part of a whole game, with or without limits.

    Args:
        given: Betting arguments.
        streets: Streets of the spot.

    Raises:
        ValueError: If the arguments do not describe valid betting.
    """
    if given["to_act"] not in PLAYERS:
        raise ValueError(
            f"to_act: expected oop, or ip where oop has checked, got {given['to_act']!r}; e.g. 'oop'"
        )
    pot = as_count(given["pot"], "pot", 1, MOST_CHIPS, 200)
    begun = {"pot": pot, "paid": (0, 0), "dead_money": pot, "to_act": given["to_act"]}
    sizes = _without_limits if given["limit_bets"] is None else _with_limits
    return {**begun, **sizes(given, streets)}


def betting_in_game(
    game: Any, history: str | None, given: Mapping[str, Any], streets: Sequence[str], big_blind: int | None
) -> dict[str, Any]:
    """Return the betting attributes of a spot that is part of a whole game.

    Args:
        game: A game, its name or a file.
        history: Actions of the game before the spot.
        given: Betting arguments, which must all have their defaults.
        streets: Streets of the spot.
        big_blind: In chips, if it is given.

    Raises:
        ValueError: If the arguments do not describe valid betting.
        CapacityError: If the betting tree of the game has more than 20 million nodes.
    """
    if game is None:
        raise ValueError(f"game: expected one with a history, got none with {history!r}; e.g. 'limit-holdem'")
    if not isinstance(history, str):
        raise ValueError(f"history: expected the actions before the spot, got {history!r}; e.g. 'cc/'")
    for name, value in given.items():
        if _is_given(name, value):
            raise ValueError(
                f"{name}: expected none with a game, which has its own, got {value!r}; e.g. game='limit-holdem'"
            )
    named = as_game(game)
    root = root_of(named, history, BOARD_SIZES[streets[0]])
    stack, unit = named.rules.stack, named.rules.unit
    to_act = root.tree.player[root.node] ^ root.exchange
    return {
        **_no_sizes(streets),
        "game": named,
        "history": root.tree.history(root.node),
        "pot": sum(root.paid),
        "paid": root.paid,
        "dead_money": 0,
        "to_act": PLAYERS[int(to_act)],
        "limit_bets": None,
        "caps": None,
        "minimum_bet": unit,
        "big_blind": big_blind or unit,
        "stacks": None if stack is None else (stack - root.paid[0], stack - root.paid[1]),
        "_root": root,
    }


def _without_limits(given: Mapping[str, Any], streets: Sequence[str]) -> dict[str, Any]:
    if given["caps"] is not None:
        raise ValueError(
            f"caps: expected none without limit_bets, got {given['caps']!r}; e.g. limit_bets=20, caps=4"
        )
    stacks = two_stacks(given["stack"], given["stacks"])
    if stacks is None:
        raise ValueError("stack: expected the chips that each player has left, got none; e.g. stack=900")
    thresholds = {name: part_of_pot(name, given[name]) for name in THRESHOLDS}
    bets = read_menus("bets", given["bets"], streets)
    donks = read_donks(given["donks"], streets)
    some = any(map(any, (*bets, donks))) or thresholds["add_all_in"]
    if not some and not says_none("bets", given["bets"], streets):
        raise ValueError(
            "bets: expected a size for a player on a street, got none; e.g. '60%,e,a', or 'none' to check to the end"
        )
    return {
        **thresholds,
        "stacks": stacks,
        "bets": bets,
        "raises": read_menus("raises", given["raises"], streets),
        "donks": donks,
        "minimum_bet": as_count(given["minimum_bet"], "minimum_bet", 1, MOST_CHIPS, 10),
        "limit_bets": None,
        "caps": None,
    }


def _with_limits(given: Mapping[str, Any], streets: Sequence[str]) -> dict[str, Any]:
    for name in ("stack", "stacks", *_SIZES):
        if _is_given(name, given[name]):
            raise ValueError(
                f"{name}: expected none with limit_bets, got {given[name]!r}; e.g. limit_bets=20, caps=4"
            )
    bets = by_street("limit_bets", given["limit_bets"], streets, 1, MOST_CHIPS, 20)
    wanted = _USUAL_CAP if given["caps"] is None else given["caps"]
    caps = by_street("caps", wanted, streets, 0, _MOST_CAP, _USUAL_CAP)
    if not any(caps):
        raise ValueError(f"caps: expected a bet on at least one street, got {given['caps']!r}; e.g. 4")
    return {**_no_sizes(streets), "limit_bets": bets, "caps": caps}


def _no_sizes(streets: Sequence[str]) -> dict[str, Any]:
    """Return the size attributes of a spot without sizes of its own."""
    none = ((), ())
    thresholds = dict.fromkeys(THRESHOLDS, Fraction(0))
    empty = {"bets": (none,) * len(streets), "raises": (none,) * len(streets)}
    return {**empty, **thresholds, "donks": (None,) * len(streets), "stacks": None, "minimum_bet": 1}


def _is_given(name: str, value: Any) -> bool:
    """Return whether a betting argument differs from its default."""
    usual = DEFAULTS[name]
    return value is not None and (usual is None or not (isinstance(value, type(usual)) and value == usual))
