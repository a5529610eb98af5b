"""`pokerdata play`: a person at the table, in the terminal."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import click

from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from pokerdata.games.play import State, TableRules
    from pokerdata.players.session import Session

_STREETS = ("before the flop", "flop", "turn", "river")
_HELP = (
    "f fold, c or k check or call, r or b bet or raise (without limits with all the chips you will have put in over the "
    "hand, e.g. r300), u take back your last action, h what was done, q stop; Enter for the next hand"
)


@command("play")
@option("--against", metavar="OTHER", multiple=True, required=True, help="Opponent; once for each.")
@option("--game", metavar="GAME", help="Name or file of the game [the strategy's, or limit hold'em].")
@option("--hands", type=int, default=0, help="Number of hands, 0 for no end [0].")
@option("--seed", type=int, help="Seed of the cards, 0 to 4294967295 [random].")
@option("--name", default="you", show_default=True, metavar="NAME", help="Your name.")
@options.translation
@options.trust
@options.tables
def play(
    against: tuple[str, ...],
    game: str | None,
    hands: int,
    seed: int | None,
    name: str,
    translation: str,
    trust: bool,
    tables: str | None,
) -> None:
    """Play hands yourself against strategies and players.

    Type f, c or r at each of your turns; ? tells the rest. Seats move on by one each hand. At the end it prints what you
    won, with a 95 % interval.

    For example: pokerdata play --against limit5_strategy.h5
    """
    from pokerdata._support.arguments import as_count
    from pokerdata.errors import MatchError
    from pokerdata.games.play.state import MOST_SEED
    from pokerdata.players import find_player
    from pokerdata.players.session import Session

    hands = as_count(hands, "--hands", 0, 10**9, 20)
    cards = secrets.randbelow(MOST_SEED + 1) if seed is None else as_count(seed, "--seed", 0, MOST_SEED, 1)
    definition = _game(game, against, translation, tables)
    opponents = [
        find_player(one, definition, translation=translation, trust=trust, seed=number, tables=tables)
        for number, one in enumerate(against)
    ]
    session = Session(definition, opponents, [name, *_told(against)], cards)
    say(f"{definition.name}; amounts in chips, cards of seed {cards}")
    say(_HELP)
    try:
        while hands == 0 or len(session.hands) < hands:
            _hand(session)
    except click.Abort:
        say("")
    except MatchError:
        _result(session)
        raise
    _result(session)


def _game(game: str | None, against: tuple[str, ...], translation: str, tables: str | None) -> TableRules:
    from pathlib import Path

    from pokerdata._support.arguments import is_file
    from pokerdata.games import Game, table_rules
    from pokerdata.players.agents import find_agent

    if game is not None:
        return table_rules(game)
    if len(against) > 1:
        return table_rules("limit-holdem-3p")
    if against[0].endswith(".h5") or is_file(Path(against[0])):
        agent = find_agent(against[0], translation=translation, tables=tables)
        if agent.rules is not None and agent.cards is not None:
            return Game(agent.rules, agent.cards).table
    return table_rules("limit-holdem")


def _told(against: tuple[str, ...]) -> list[str]:
    """Names of the opponents: the last part of a path, numbered where they are alike."""
    from pathlib import Path

    short = [Path(one).name if "/" in one else one for one in against]
    return [f"{name} {i + 1}" if short.count(name) > 1 else name for i, name in enumerate(short)]


def _hand(session: Session) -> None:
    """One hand, and its end."""
    state = session.deal()
    say("")
    _seats(session, state)
    shown = 0
    while True:
        shown = _news(session, state, shown)
        if session.is_his_turn:
            state, shown = _turn(session, state, shown)
            continue
        _end(session, state)
        answer = (
            click.prompt("Enter, u or q", default="", show_default=False, prompt_suffix="> ").strip().lower()
        )
        if answer == "u" and session.may_take_back:
            state = session.take_back()
            shown = 0
            continue
        session.close()
        if answer == "q":
            raise click.Abort
        return


def _seats(session: Session, state: State) -> None:
    from pokerdata.games.play import State
    from pokerdata.games.play.definition import card_text

    posted = State(state.game).spent
    hole = " ".join(map(card_text, state.hole_cards[session.position]))
    say(f"Hand {state.hand + 1}: you are {state.position_names[session.position]} with {hole}")
    for position, who in enumerate(state.position_names):
        stack = f", {state.game.stacks[position]:,} chips" if state.game.stacks else ""
        say(f"  {who:<5} {state.names[position]}{stack}, posts {posted[position]:,}")


def _news(session: Session, state: State, shown: int) -> int:
    """Say what came after so many lines of the hand, own actions aside; returns how many lines there are now."""
    lines = list(_lines(state))
    for position, line in lines[shown:]:
        if position != session.position:
            say(line)
    return len(lines)


def _lines(state: State) -> Iterator[tuple[int | None, str]]:
    """What was done in a hand, and by whom; cards by nobody."""
    from pokerdata.games.play import State
    from pokerdata.games.play.definition import card_text

    now = State(state.game)
    for street, actions in enumerate(state.actions):
        cards = state.board_by_street[: street + 1]
        if street > 0 and cards[-1]:
            name = _STREETS[street] if state.game.streets == len(_STREETS) else f"street {street + 1}"
            yield None, f"{name}: {' '.join(card_text(card) for some in cards for card in some)}"
        for position, action in actions:
            who = f"  {state.position_names[position]} {state.names[position]}"
            yield position, f"{who}: {_word(now, action)}"
            now = now.apply_unseen(action)


def _word(before: State, action: str) -> str:
    if action == "f":
        return "folds"
    if action == "c":
        return "calls" if before.to_call else "checks"
    to = f" to {int(action[1:]):,}" if action[1:] else ""
    blinds = before.street == 0 and any(
        before.game.blinds
    )  # whoever tops them raises, also where nothing is to be called
    return f"{'raises' if blinds or before.betting.raises else 'bets'}{to}"


def _turn(session: Session, state: State, shown: int) -> tuple[State, int]:
    legal = _choices(state)
    call = f"{state.to_call:,} to call" if state.to_call else "nothing to call"
    answer = click.prompt(
        f"pot {state.pot:,}, {call}: {legal}", default="", show_default=False, prompt_suffix="> "
    )
    text = answer.strip().lower().replace("k", "c").replace("b", "r").replace(" ", "")
    if text == "q":
        raise click.Abort
    if text == "u":
        if not session.may_take_back:
            say("there is no action of yours in this hand to take back")
            return state, shown
        return session.take_back(), 0
    if text == "h":
        for _, line in _lines(state):
            say(line)
        say(f"  as the protocol writes it: {state.history or 'nothing yet'}")
        return state, shown
    if text in ("?", "help", ""):
        say(_HELP)
        return state, shown
    try:
        return session.act(text), shown
    except ValueError as error:
        say(str(error))
        return state, shown


def _choices(state: State) -> str:
    found = (["f"] if state.can_fold else []) + ["c"]
    if state.can_raise:
        low, high = state.min_raise_to, state.max_raise_to
        found.append("r" if state.game.limit else f"r{low}" if low == high else f"r{low} to r{high}")
    return ", ".join(found)


def _end(session: Session, state: State) -> None:
    from pokerdata.games.play.definition import card_text

    for position, cards in enumerate(state.hole_cards):
        if cards and position != session.position:
            shown = " ".join(map(card_text, cards))
            say(f"  {state.position_names[position]} {state.names[position]} shows {shown}")
    hand = session.hands[-1]
    say(f"you {'win' if hand.won > 0 else 'lose' if hand.won < 0 else 'break even,'} {_chips(abs(hand.won))}")


def _chips(value: Fraction) -> str:
    return f"{float(value):,.2f}".removesuffix(".00")


def _result(session: Session) -> None:
    from pokerdata._support.estimates import with_interval

    count = len(session.hands)
    if count == 0:
        say("no hand was finished")
        return
    unit = session.game.unit
    found = session.won.times(100 / unit)
    total = session.total
    name = "big blinds" if max(session.game.blinds) > 0 else "antes"
    say(
        f"{count} hand{'s' * (count != 1)}: {'+' * (total > 0)}{_chips(total)} chips, "
        f"{with_interval(found.mean, found.half_width, 1)} {name} per 100 hands (95 %)"
    )
    back = sum(hand.taken_back for hand in session.hands)
    if back:
        say(f"{back} action{'s' * (back != 1)} taken back, some of them perhaps after more was seen")
