"""States as the lines of the protocol of the Annual Computer Poker Competition, version 2.0.0."""

from __future__ import annotations

from pokerdata.cards import RANKS, SUITS
from pokerdata.play.definition import GameDefinition, card_text
from pokerdata.play.scanner import Scanner
from pokerdata.play.state import Cards, State

MOST_HANDS = 2**32 - 1
_KINDS = {"f": "f", "c": "c", "k": "c", "r": "r", "b": "r"}


def matchstate_text(state: State, position: int) -> str:
    """A state as a player sees it: ``MATCHSTATE:1:7:crcc/rfc/:|9d7s|/AhKdJd/2c``.

    Other hands are shown only at a showdown, of those who did not fold.

    Args:
        state: With the hole cards that are known; those that the player may not see are left out.
        position: Whose view.

    Raises:
        ValueError: For another position.
    """
    seen = state.seen_by(position)
    return f"MATCHSTATE:{position}:{state.hand}:{state.history}:{cards_text(seen)}"


def state_text(state: State) -> str:
    """A state with all cards that are known, as logs have it: ``STATE:7:crcc/rfc/:2h2d|9d7s|AcAd/AhKdJd/2c``.

    Args:
        state: The state.
    """
    return f"STATE:{state.hand}:{state.history}:{cards_text(state)}"


def cards_text(state: State) -> str:
    """Hole cards and board: ``|9d7s|/AhKdJd/2c``; hands that are not known are empty.

    Args:
        state: The state.
    """
    hands = "|".join("".join(map(card_text, cards)) for cards in state.holes)
    streets = ["".join(map(card_text, cards)) for cards in state.board_by_street[1:]]
    return "/".join([hands, *streets])


def read_matchstate(game: GameDefinition, text: str) -> tuple[State, int]:
    """The state of a line such as ``MATCHSTATE:1:7:crcc/rfc/:|9d7s|/AhKdJd/2c``, and whose view it is.

    As the programs of the competition do, it takes blanks before numbers, letters in any case, and k and b for c and r.
    What they pass over is refused: '/' or ``|`` that are missing or too many, cards that come twice, text behind the board.

    Args:
        game: The rules.
        text: The line; an end of line behind it does not matter.

    Raises:
        ValueError: If it is no such line; the message names the column and the rule.
    """
    scan = Scanner(text.rstrip("\r\n"), "MATCHSTATE")
    scan.take("MATCHSTATE:", "MATCHSTATE: in front; e.g. MATCHSTATE:0:0::AhKh|")
    position = scan.number(f"a position from 0 to {game.players - 1}", game.players - 1)
    scan.take(":", "':' behind the position")
    return read_rest(game, scan).with_viewer(position), position


def read_state(game: GameDefinition, text: str) -> State:
    """The state of a line such as ``STATE:7:crcc/rfc/:2h2d|9d7s|AcAd/AhKdJd/2c``.

    Args:
        game: The rules.
        text: The line; an end of line behind it does not matter.

    Raises:
        ValueError: As `read_matchstate`.
    """
    scan = Scanner(text.rstrip("\r\n"), "STATE")
    scan.take("STATE:", "STATE: in front; e.g. STATE:0:f:AhKh|2c2d")
    return read_rest(game, scan)


def read_rest(game: GameDefinition, scan: Scanner) -> State:
    """The state of 'hand:betting:cards', up to the end of the line.

    Args:
        game: The rules.
        scan: The line, at the number of the hand.

    Raises:
        ValueError: As `read_matchstate`.
    """
    state = read_cards(game, scan, read_betting(game, scan))
    if scan.next:
        scan.refuse("the end of the line behind the cards")
    return state


def read_betting(game: GameDefinition, scan: Scanner) -> State:
    """The state of 'hand:betting:', without cards.

    Args:
        game: The rules.
        scan: The line, at the number of the hand; it is left behind the second ':'.

    Raises:
        ValueError: As `read_matchstate`.
    """
    hand = scan.number("the number of the hand", MOST_HANDS)
    scan.take(":", "':' behind the number of the hand")
    state = State(game, hand=hand)
    scan_slashes(scan, state.street)
    while scan.next not in (":", ""):
        before, at = state.street, scan.at
        action = scan_action(game, scan)
        try:
            state = state.after_unseen(action)
        except ValueError as error:
            raise ValueError(f"{scan.what}, column {at + 1}: {error}") from None
        scan_slashes(scan, state.street - before)
    scan.take(":", "':' behind the betting")
    return state


def scan_action(game: GameDefinition, scan: Scanner) -> str:
    """Read an action: f, c or r, in any case, k and b as well; without limits r and a number.

    Args:
        game: The rules.
        scan: The line.

    Raises:
        ValueError: If none stands there.
    """
    kind = _KINDS.get(scan.next.lower() if scan.next.isascii() else "", "")
    if not kind:
        slash = ", or ':'; '/' stands only where a street ends" if scan.next == "/" else ""
        scan.refuse(f"f, c or r{slash}")
    scan.at += 1
    if kind != "r" or game.limit:
        return kind
    if scan.next == " ":
        scan.refuse("chips right behind r, all that the player has put in then; e.g. r300")
    return f"r{scan.number('chips behind r, all that the player has put in then; e.g. r300', 2**31 - 1)}"


def scan_slashes(scan: Scanner, count: int) -> None:
    """Read a '/' for each street that began.

    Args:
        scan: The line.
        count: How many.

    Raises:
        ValueError: If one is missing.
    """
    for _ in range(count):
        scan.take("/", "'/', as the street is over")


def read_cards(game: GameDefinition, scan: Scanner, state: State) -> State:
    """The state with the cards of ``|9d7s|/AhKdJd/2c``.

    Args:
        game: The rules.
        scan: The line, at the hole cards; it is left behind the board.
        state: The betting.

    Raises:
        ValueError: As `read_matchstate`.
    """
    seen: set[int] = set()
    holes = []
    for position in range(game.players):
        if position:
            scan.take("|", f"'|' and the hole cards of position {position}, which may be empty")
        count = 0 if scan.next in ("|", "/", ":", "") else game.cards.hole
        holes.append(scan_cards(game, scan, count, seen))
    board: Cards = ()
    for street in range(1, state.street + 1):
        count = game.cards.board[street]
        plural = "card" if count == 1 else "cards"
        scan.take("/", f"'/' and {count} {plural} of the board")
        board += scan_cards(game, scan, count, seen)
    return state.with_cards(holes, board)


def scan_cards(game: GameDefinition, scan: Scanner, count: int, seen: set[int]) -> Cards:
    """Read so many cards.

    Args:
        game: The rules.
        scan: The line.
        count: How many.
        seen: Cards that came before; these are added.

    Raises:
        ValueError: For what is no card of the deck, or one that came before.
    """
    found: list[int] = []
    for _ in range(count):
        word = scan.text[scan.at : scan.at + 2]
        rank, suit = RANKS.find(word[:1].upper() or "?"), SUITS.find(word[1:].lower() or "?")
        card = 4 * rank + suit
        if rank < 0 or suit < 0 or card not in game.deck:
            scan.refuse(f"a card of the deck, such as {card_text(game.deck[-1])}")
        if card in seen:
            scan.refuse("a card that is not dealt yet")
        seen.add(card)
        found.append(card)
        scan.at += 2
    return tuple(found)
