"""Outs to odds, pot odds and implied odds, in exact fractions.

A probability is a ``fractions.Fraction`` from 0 to 1. Amounts of money share one unit of your choice (chips, big blinds):
0, or from 1e-30 to 1e30. A float means the shortest decimal that reads back to it as float64, so 0.1 is a tenth, and
``np.float32(0.1)`` is 0.10000000149011612.
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import NamedTuple

from pokerdata._support.arguments import as_count
from pokerdata.cards import BOARD_SIZES, DECK_SIZE

__all__ = [
    "OutsRow",
    "break_even_future",
    "call_value",
    "hit_probability",
    "odds_against",
    "outs_table",
    "pot_equity",
    "pot_odds",
    "required_equity",
    "showdown_pot",
]

Number = int | float | Fraction | Decimal
_LEAST, _MOST = (
    Fraction(1, 10**30),
    Fraction(10**30),
)  # positive amounts with sums and products that floats can hold
_DIGITS = 100  # of the numerator and the denominator of an amount

#: Unseen cards of a player that knows its hand and the board: on the flop, and on the turn.
UNSEEN_ON_FLOP, UNSEEN_ON_TURN = (DECK_SIZE - 2 - BOARD_SIZES[street] for street in ("flop", "turn"))


class OutsRow(NamedTuple):
    """Probabilities to hit at least one out.

    Attributes:
        outs: Number of outs.
        two_cards: The probability on the flop, with turn and river to come.
        turn: The probability on the flop, with the turn card.
        river: The probability on the turn, with the river card.
    """

    outs: int
    two_cards: Fraction  #: on the flop, with turn and river to come
    turn: Fraction  #: on the flop, with the turn card
    river: Fraction  #: on the turn, with the river card


def hit_probability(outs: int, unseen: int = UNSEEN_ON_FLOP, cards: int = 1) -> Fraction:
    """Return the probability that at least one of the cards dealt is an out.

    With o outs and two cards from the flop this is ``1 - C(47-o, 2) / C(47, 2)``. With one card it is ``o/47`` on the flop
    (``unseen=47``, the default) and ``o/46`` on the turn (``unseen=46``). Each known card of an opponent leaves one fewer.

    Args:
        outs: Number of outs among the unseen cards.
        unseen: Number of cards that may be dealt, 1 to 52.
        cards: Number of cards that are dealt, at least 1.

    Raises:
        ValueError: If the numbers of cards are impossible.
    """
    unseen = as_count(unseen, "unseen", 1, DECK_SIZE, "47 on the flop, 46 on the turn")
    outs = as_count(outs, "outs", 0, unseen, "9 for a flush draw")
    cards = as_count(cards, "cards", 1, unseen, "2 for turn and river")
    return 1 - Fraction(math.comb(unseen - outs, cards), math.comb(unseen, cards))


def outs_table(most: int = 20) -> list[OutsRow]:
    """Return the usual table of outs: a row for each number of outs.

    Args:
        most: The largest number of outs, 1 to 46; the rows begin at 1.

    Raises:
        ValueError: If the number is out of range.
    """
    return [
        OutsRow(
            outs,
            hit_probability(outs, UNSEEN_ON_FLOP, 2),
            hit_probability(outs, UNSEEN_ON_FLOP),
            hit_probability(outs, UNSEEN_ON_TURN),
        )
        for outs in range(1, 1 + as_count(most, "most", 1, UNSEEN_ON_TURN, "20"))
    ]


def odds_against(probability: Number) -> Fraction:
    """Return the odds x : 1 against an event, ``(1 - p) / p``; e.g. 37/9 (4.11 : 1) for 9/46.

    Args:
        probability: Probability of the event, above 0 and up to 1.

    Raises:
        ValueError: If it is not a number from 0 to 1, or is 0, against which no odds are enough.
    """
    chance = _probability(probability, "probability")
    if chance == 0:
        raise ValueError(
            "probability: expected more than 0, got 0, against which the odds are infinite; e.g. 9/46"
        )
    return (1 - chance) / chance


def pot_odds(pot: Number, to_call: Number) -> Fraction:
    """Return the equity from which a call pays if nothing is bet later: ``call / (pot + call)``.

    A free call needs 0.

    Args:
        pot: The pot before the call, including the opponent's bet.
        to_call: The price of the call.

    Raises:
        ValueError: If an amount is not 0 or from 1e-30 to 1e30, or pot and call are both 0.
    """
    return required_equity(pot, to_call)


def required_equity(pot: Number, to_call: Number, future: Number = 0) -> Fraction:
    """Return the equity from which a call pays with implied odds: ``call / (pot + call + future)``.

    Args:
        pot: The pot before the call, including the opponent's bet.
        to_call: The price of the call.
        future: Additional winnings later if the hand wins, such as another bet of an opponent (Zopf 2010 and Billings et
            al. 2002 leave this estimate to the player). 0 gives the pot odds.

    Raises:
        ValueError: If an amount is not 0 or from 1e-30 to 1e30, or all are 0.
    """
    pot, call, extra = _amounts(pot, to_call, future)
    if pot + call + extra == 0:
        raise ValueError(
            "pot: expected more than 0 where there is nothing to call, got 0; e.g. pot=10, to_call=5"
        )
    return call / (pot + call + extra)


def break_even_future(probability: Number, pot: Number, to_call: Number) -> Fraction:
    """Return the later winnings that a call needs to pay at a winning probability: ``call * (1 - p) / p - pot``.

    At least 0, which means that the pot odds alone suffice.

    Args:
        probability: Probability to win, 0 to 1; above 0 unless the call is free.
        pot: The pot before the call, including the opponent's bet.
        to_call: The price of the call.

    Raises:
        ValueError: As `pot_odds` for the amounts and as `odds_against` for the probability; also if the result is not a
            valid amount, 0 or from 1e-30 to 1e30 with at most 100 digits.
    """
    pot, call, _ = _amounts(pot, to_call, 0)
    chance = _probability(probability, "probability")
    if call == 0:
        return Fraction(0)
    needed = max(Fraction(0), call * odds_against(chance) - pot)
    if not _is_amount(needed):
        raise ValueError(
            "probability: expected one for which what must be won later is 0 or from 1e-30 to 1e30, got "
            f"{_said(probability)} to win a pot of {_said(pot)} for {_said(call)}, for which it is {_said(needed)}; "
            "e.g. 0.25"
        )
    return needed


def call_value(equity: Number, pot: Number, to_call: Number, future: Number = 0) -> Fraction:
    """Return the gain of a call over a fold: ``equity * (pot + call + future) - call``, in the unit of the amounts.

    It is 0 if ``equity`` equals `required_equity`.

    Args:
        equity: Mean share of the pot, 0 to 1.
        pot: The pot before the call, including the opponent's bet.
        to_call: The price of the call.
        future: Additional winnings later if the hand wins.

    Raises:
        ValueError: If an amount is not 0 or from 1e-30 to 1e30, or the equity is not from 0 to 1.
    """
    pot, call, extra = _amounts(pot, to_call, future)
    return _probability(equity, "equity") * (pot + call + extra) - call


def pot_equity(equity: Number, pot: Fraction) -> Fraction:
    """Return the value of a share of a pot: ``equity * pot``, in the unit of the pot (Zopf 2010, 6.6).

    For the pot expected at showdown it is the roll-out equity (6.7).

    Args:
        equity: The share, 0 to 1.
        pot: The pot.

    Raises:
        ValueError: If the equity is not from 0 to 1.
    """
    return _probability(equity, "equity") * pot


def showdown_pot(pot: Number, to_call: Number, bet: Number, players: int, rounds: int) -> Fraction:
    """Estimate the pot at showdown.

    The call is paid, and then one bet by each player in each further betting round. The current round is one of these if
    there is nothing to call.

    Args:
        pot: The pot before the call, including the opponent's bet.
        to_call: The price of the call.
        bet: The size of a later bet.
        players: Number of players that pay it.
        rounds: Number of betting rounds still to come.

    Raises:
        ValueError: If an amount is not 0 or from 1e-30 to 1e30.
    """
    now, call, each = amount(pot, "pot"), amount(to_call, "to_call"), amount(bet, "bet")
    return now + call + each * players * (rounds + (call == 0))


def _amounts(pot: Number, to_call: Number, future: Number) -> tuple[Fraction, Fraction, Fraction]:
    return amount(pot, "pot"), amount(to_call, "to_call"), amount(future, "future")


def amount(value: Number, name: str) -> Fraction:
    """Return ``value`` as a fraction.

    Args:
        value: An int, float, Fraction or Decimal; a float means the shortest decimal that reads back to it.
        name: Name of the amount in error messages.

    Raises:
        ValueError: If it is neither 0 nor from 1e-30 to 1e30, or has more than 100 digits.
    """
    found = _fraction(value)
    if found is None or not _is_amount(found):
        raise ValueError(f"{name}: expected 0 or a number from 1e-30 to 1e30, got {_said(value)}; e.g. 10")
    return found


def _is_amount(value: Fraction) -> bool:
    return not _is_long(value) and (value == 0 or _LEAST <= value <= _MOST)


def _probability(value: Number, name: str) -> Fraction:
    found = _fraction(value)
    if found is None or not 0 <= found <= 1:
        raise ValueError(f"{name}: expected a number from 0 to 1, got {_said(value)}; e.g. 0.25")
    return found


def _is_long(value: Rational) -> bool:
    long: bool = max(abs(int(value.numerator)), int(value.denominator)) >= 10**_DIGITS
    return long


def _said(value: object) -> str:
    if isinstance(value, Rational) and _is_long(value):
        return f"of more than {_DIGITS} digits"
    return str(value) if isinstance(value, Decimal | Fraction) else repr(value)


def _fraction(value: object) -> Fraction | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))  # NumPy integers would overflow
    if isinstance(value, Real) and math.isfinite(value):
        return Fraction(repr(float(value)))
    if isinstance(value, Decimal) and value.is_finite():
        if not value:
            return Fraction(0)
        return Fraction(value) if abs(value.adjusted()) <= _DIGITS else None  # avoids many zeros
    return None
