"""Seed inputs: output of the package, files that it ships, and words of its formats."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import h5py
import numpy as np

import pokerdata
from fuzzing.files import file_of
from pokerdata.games import GAMES, acpc_text, toml_text
from pokerdata.games.play import DEFINITIONS, definition_text, definition_toml

ROOT = Path(__file__).parents[2]

RANGES = (
    "KK+, AKs, AQs, T9s:0.5",
    "99-66,AJo-ATo,A5s-A2s,AXs",
    "T9s-76s,AhKh,Ah Kd:50%",
    "random,top 15%,22:0",
    "[50]AKs,AQs[/50],[12.5]KXo[/12.5]",
    "98s+\nQQ:1e-3",
)
CARDS = ("As Ks Qs Js Ts", "10h9c2d", "AhKhQh Jh Th 9h 8h", "")
#: Lines of finished hands, by index of the game in `GAMES_OF_LINES`.
GAMES_OF_LINES = ("limit-holdem-3p", "nolimit-holdem-3p", "leduc", "limit-holdem")
HANDS = (
    (
        "STATE:0:rfc/crc/cc/cc:2h7d|KcKd|AsAh/2c3d4h/8s/9s:-5|-30|35:B|C|A",
        "STATE:2:ff:2h7d|AsAh|KcKd:-5|5|0:B|A|C",
    ),
    (
        "STATE:0:r20000cc///:AsAh|KcKd|2h7d/2c3d4h/8s/9s:40000|-20000|-20000:A|B|C",
        "STATE:1:cr300fc/cc/r400f:AsAh|KcKd|2h7d/2c3d4h/8s:400|-100|-300:A|B|C",
    ),
    (
        "STATE:3:cc/cc:Kh|Qs/Js:1|-1:A|B",
        "STATE:3:rf:Kh|Qs:1|-1:A|B",
    ),
    ("STATE:4:f:AhKh|2c2d:5|-5:A|B", "STATE:7:cc/cc/cc/cc:AhKh|2c2d/3c4d5h/6s/9c:-10|10:A|B"),
)
STATES = (
    ("MATCHSTATE:1:0:crrrcc/r:|Qc9s|/Ad4hJd", "MATCHSTATE:0:1::AhKh||"),
    ("MATCHSTATE:0:9:cr300fc/cc/r400:AsAh||/2c3d4h/8s", "MATCHSTATE: 2: 7:r300:||AhKh"),
    ("MATCHSTATE:0:0:cr:Kh|",),
    ("MATCHSTATE:1:7:crc/cr:|9d7s/AhKdJd", "MATCHSTATE:0:0:CK/b:AhKh|/Ad2c3c"),
)
OLD = (
    (
        "BreakIvan (0)|CheckNorris (4)|RichieRich (3):47:rfc/crc/cc/crc:7h2s|Js6h|Qs2d/9s5c2c/5s/9c:-0.5|-5.0|5.5",
    ),
    ("A|B|C:1:cr300fc/cc/r400f:AsAh|KcKd|2h7d/2c3d4h/8s:4|-1|-3",),
    ("A|B:3:cc/cc:Kh|Qs/Js:1|-1",),
    ("A|B:4:f:AhKh|2c2d:0.5|-0.5",),
)
LINE_WORDS = (
    "STATE:",
    "MATCHSTATE:",
    "SCORE:",
    "RESULTSTRING:",
    ":",
    "|",
    "/",
    "#",
    "f",
    "c",
    "r",
    "k",
    "b",
    "cc/",
    "r300",
    "r2147483647",
    "4294967295",
    "4294967296",
    "AhKh",
    "2c",
    "-0.5",
    "0.000001",
    "9708.5",
    " ",
    "\r\n",
    "\n",
    "A|B",
    "\u00e9",
)
PHH = (
    """variant = "NT"
antes = [500, 500, 500]
blinds_or_straddles = [1000, 2000, 0]
min_bet = 2000
starting_stacks = [1125600, 2000000, 553500]
actions = ["d dh p1 Ac2d", "d dh p2 ????", "d dh p3 7h6h", "p3 cbr 7000", "p1 cbr 23000", "p2 f", "p3 cc",
  "d db Jc3d5c", "p1 cbr 35000", "p3 cc", "d db 4h", "p1 cbr 90000", "p3 cbr 232600", "p1 cbr 1067100", "p3 cc",
  "p1 sm Ac2d", "p3 sm 7h6h", "d db Jh"]
players = ["A", "B", "C"]
""",
    """variant = 'FT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [40, 40]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'p2 cbr 4', 'p1 cbr 6', 'p2 f']
hand = 7
[_extra]
_max_raises = [3, 4, 4, 4]
""",
)
PHH_WORDS = (
    "variant",
    "'FT'",
    "'NT'",
    "'PO'",
    "antes",
    "blinds_or_straddles",
    "small_bet",
    "big_bet",
    "min_bet",
    "starting_stacks",
    "actions",
    "'p1 cbr 8'",
    "'p1 cc'",
    "'p2 f'",
    "'d db 2c3c4c'",
    "'p1 sm -'",
    "hand",
    "players",
    "_game",
    "_max_raises",
    "_stacks = 'unlimited'",
    "[]",
    "{}",
    "0.1",
    "1e400",
    "nan",
    "true",
    "1979-05-27",
)
SPOT = """board = "Td 9d 6h Qc"
oop = "66+,A8s+,KQo:0.5"
ip = "QQ-22,AQs-A2s"
pot = 200
stack = 900
bets = "60%,e,a"
raises = "2.5x"
donks = "river: 50%"
add_all_in = 1.5
force_all_in = 0.15
merge = 0.1
rake = 0.05
rake_cap = 3
dead = "2c"
"""
LIMIT_SPOT = """board = "Td9d6h"
oop = "AA,KK"
ip = "QQ,JJ"
pot = 4
limit_bets = [2, 4, 4]
caps = 3
to_act = "ip"
big_blind = 2
minimum_bet = 1
"""
MENU_SPOT = """board = "Td9d6h2c3c"
oop = "AA"
ip = "QQ"
pot = 10
stack = 40
bets = {river = ["33%", "10c", "2e50%"]}
raises = {river = {oop = "a", ip = "3x"}}
"""
GAME_SPOT = """board = "Td9d6h"
oop = "AA"
ip = "QQ"
game = "limit-holdem"
history = "cc/cr"
"""
TOML_WORDS = (
    "= ",
    "[",
    "]",
    "{}",
    "true",
    "false",
    "nan",
    "inf",
    "-inf",
    "1979-05-27",
    "07:32:00",
    "0x7fffffffffffffff",
    "1e308",
    '""',
    "''",
    "[]",
    "[[]]",
    '"pot"',
    '"all-in"',
    '"3/4"',
    "[1, 2]",
    "-1",
    "0",
    "255",
    "\n[strategy.x]\n",
    "\n[abstraction.x]\n",
    '"1/0"',
    "1.5",
    '"kuhn"',
    '"leduc"',
    '"AA"',
    '"50%"',
    "\\ud800",
    "\\u0000",
    '"e\\u0301"',
    "_",
    ".",
    "#",
)
SIZES = ("60%,e,a", "2.5x,3x", "10c,20c3r", "2e50%,3e", "none", "33.5%")
LOCKS = ("r10 f=1,c=3", "cc/@2c AA,KK c=1", "/ c=0.5,r10=.5")
HISTORIES = ("cr120c/c", "ffr", "r1 r2/", "")
ALGORITHMS = ("dcfr(beta=0.5, simultaneous)", "cfr+", "lcfr", "dcfr(alpha=1e-3)", "es(cfr)")
#: Finished hands in which the players hold the lowest cards of the deck, in turn.
REPLIES = (
    "0MATCHSTATE:2:0::||3c3d:c\nMATCHSTATE:0:0:c:2c2d||:r\n",
    "1MATCHSTATE:2:0::||3c3d:r300\nMATCHSTATE:0:0:r300:2c2d||:c\nMATCHSTATE:1:0:r300c:|2h2s|:f",
    "2MATCHSTATE:0:0::Jh|:c\nMATCHSTATE:1:0:c:|Js:r\n",
    "3MATCHSTATE:0:0::2c2d|:c\nMATCHSTATE:1:0:c:|2h2s:c\n",
)
TRANSACTIONS = (
    "f 0 1795331303.330744 1795331303.330788\nr300 1 1.5 2.000001\nc 4294967295 0.0 999999999999.999999\n"
)
FLOPS = "As7d2c:12\nTh9h8h 1.5  # a comment\n\n2c3d4h\n"


def encoded(*texts: str) -> tuple[bytes, ...]:
    """Encode texts in UTF-8.

    Args:
        *texts: The texts.
    """
    return tuple(text.encode() for text in texts)


def numbered(*texts_by_game: tuple[str, ...]) -> tuple[bytes, ...]:
    """Return lines prefixed with the number of their game, as the targets of lines expect.

    Args:
        *texts_by_game: Lines of each game.
    """
    return tuple(f"{number}{text}".encode() for number, texts in enumerate(texts_by_game) for text in texts)


def states() -> tuple[bytes, ...]:
    """Return lines of states as players see them, and hands of logs without values and names."""
    return numbered(*STATES) + numbered(
        *(tuple(":".join(hand.split(":")[:4]) for hand in hands) for hands in HANDS)
    )


def game_files() -> tuple[bytes, ...]:
    """Return the `.game` file of every game that has one."""
    return encoded(*map(acpc_text, _writable()), *map(definition_text, DEFINITIONS.values()))


def _writable() -> list[pokerdata.games.Game]:
    return [
        GAMES[name] for name in ("kuhn", "leduc", "leduc-nolimit", "royal", "limit-holdem", "nolimit-holdem")
    ]


def game_tomls() -> tuple[bytes, ...]:
    """Return the TOML file of every game."""
    return encoded(*map(toml_text, GAMES.values()), *map(definition_toml, DEFINITIONS.values()))


def recipes() -> tuple[bytes, ...]:
    """Return the packaged recipes."""
    return tuple(path.read_bytes() for path in sorted((ROOT / "pipelines").glob("*.toml")))


def spots() -> tuple[bytes, ...]:
    """Return spots of every kind."""
    return encoded(SPOT, LIMIT_SPOT, MENU_SPOT, GAME_SPOT)


def keys_of(texts: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Return the distinct keys of TOML texts, as words.

    Args:
        texts: The texts.
    """
    return tuple(
        sorted(
            {line.partition(b"=")[0].strip() for text in texts for line in text.splitlines() if b"=" in line}
        )
    )


def game_words() -> tuple[bytes, ...]:
    """Return the keys of `.game` files."""
    return (
        *keys_of(game_files()),
        b"limit",
        b"nolimit",
        b"GAMEDEF",
        b"END GAMEDEF",
        b" = ",
        b"255",
        b"256",
        b"#",
        b"\n",
    )


@cache
def strategies() -> tuple[bytes, ...]:
    """Return the file of a small strategy."""
    path = file_of(b"", "seed.h5")
    path.unlink()
    pokerdata.solve("kuhn", iterations=3).save(path)
    return (path.read_bytes(),)


def attributes() -> tuple[bytes, ...]:
    """Return each text or number attribute of that file, and all of them together."""
    with h5py.File(file_of(strategies()[0], "seed.h5")) as file:
        said = {
            name: value
            for name, value in file.attrs.items()
            if name != "content_sha256" and np.ndim(value) == 0
        }
    lines = [
        f"{name} {value.decode() if isinstance(value, bytes) else value}" for name, value in said.items()
    ]
    return encoded(*lines, "\n".join(lines))
