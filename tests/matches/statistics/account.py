"""Reference statistics in plain Python: each as docs/statistics.md defines it, from a hand's list of decisions."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from phevaluator import evaluate_cards

from helpers.betting_by_the_book import Table
from pokerdata.games.play import State

RANKS, SUITS = "23456789TJQKA", "cdhs"
LOWEST_TWO_PAIR = 3325  # of phevaluator's 7,462 ranks; 1 is the best


@dataclass
class Decision:
    """A decision.

    Attributes:
        before: Earlier decisions of the hand.
        facing: Whether there is something to call.
    """

    street: int
    position: int
    kind: str
    facing: bool
    may_raise: bool
    before: list["Decision"]

    @property
    def does(self):
        return {"f": "fold", "r": "raise", "c": "call" if self.facing else "check"}[self.kind]

    def earlier(self, street=None):
        return [one for one in self.before if one.street == (self.street if street is None else street)]

    def raises(self):
        """Return the positions that raised on the street before this decision."""
        return [one.position for one in self.earlier() if one.kind == "r"]

    def own(self):
        return [one for one in self.earlier() if one.position == self.position]

    def since_raise(self):
        """Return the decisions since the last raise of the street."""
        found: list[Decision] = []
        for one in self.earlier():
            found = [] if one.kind == "r" else [*found, one]
        return found


def decisions_of(hand):
    state = State(hand.game)
    found: list[Decision] = []
    for street in hand.actions:
        for position, action in street:
            betting = state.betting
            found.append(
                Decision(
                    betting.street, position, action[0], betting.may_fold, betting.may_raise, list(found)
                )
            )
            assert betting.player == position
            state = state.apply_old(action)
    return found


def winners(hand):
    """Return the players that are left alone, or win or share a pot with others' chips; None if unknown."""
    left = [p for p in range(hand.players) if not hand.folded[p]]
    if len(left) == 1:
        return set(left)
    if any(not hand.hole_cards[p] for p in left) or len(hand.board) < hand.game.board_cards(
        hand.game.streets - 1
    ):
        return None
    strength = {
        p: hand.game.core.strength(np.array([*hand.hole_cards[p], *hand.board], np.uint8)) for p in left
    }
    found = set()
    for pot in hand.pots:
        best = max(strength[p] for p in pot.positions)
        won = [p for p in pot.positions if strength[p] == best]
        if len(pot.positions) == 1:
            # Unmatched chips return to their player, unless others folded chips into that pot.
            (p,) = won
            bet = Table(hand.game).bet_of(hand.spent)
            on_top = bet[p] - max(bet[q] for q in left if q != p)
            if pot.chips == on_top:
                continue
        found |= set(won)
    return found


def account(hand):
    """Return Counters of (position, street, statistic): how often each was taken, and how often it was possible."""
    taken: Counter[tuple[int, int, str]] = Counter()
    all_: Counter[tuple[int, int, str]] = Counter()

    def note(position, street, name, did):
        all_[position, street, name] += 1
        taken[position, street, name] += bool(did)

    made = decisions_of(hand)
    names = hand.game.positions
    blinds = hand.game.blinds
    for one in made:
        p, street = one.position, one.street
        raises = one.raises()
        if one.facing:
            for name in ("fold", "call", "raise"):
                note(p, street, name, one.does == name)
        elif one.may_raise and (street > 0 or not any(hand.game.blinds)):
            note(p, street, "bet", one.does == "raise")
        if one.does in ("raise", "call"):
            note(p, street, "aggression", one.does == "raise")
        if one.does in ("raise", "call") or (one.does == "fold" and one.facing):
            note(p, street, "aggression_frequency", one.does == "raise")
        checks = [d for d in one.own() if d.does == "check"]
        answered = [
            d for d in one.own() if d.facing and d.may_raise and any(e.does == "check" for e in d.own())
        ]
        if one.facing and one.may_raise and checks and not answered:
            note(p, street, "check_raise", one.does == "raise")
        if street == 0:
            if any(blinds):
                _first_street(one, names, blinds, note)
            continue
        raised_before = [d.position for d in one.earlier(street - 1) if d.kind == "r"]
        leader = raised_before[-1] if raised_before else None
        if leader == p and not raises and one.may_raise:
            note(p, street, "continuation_bet", one.does == "raise")
        if len(raises) == 1 and raises[0] == leader and one.facing:
            note(p, street, "fold_to_continuation_bet", one.does == "fold")
    _whole_hand(hand, made, note)
    return taken, all_


def _first_street(one, names, blinds, note):
    p, raises = one.position, one.raises()
    calls = [d for d in one.earlier() if d.does == "call"]
    if not raises and not one.own():
        if one.facing:
            note(p, 0, "limp", one.does == "call")
        if not calls and one.may_raise:
            note(p, 0, "open_raise", one.does == "raise")
            if names[p] in ("CO", "BU", "SB"):
                note(p, 0, "steal", one.does == "raise")
    if not one.facing:
        return
    if len(raises) == 1:
        if one.may_raise:
            note(p, 0, "three_bet", one.does == "raise")
        first = next(d for d in one.earlier() if d.kind == "r")
        opened = not first.own() and not [d for d in first.earlier() if d.does == "call"]
        called = [d for d in one.since_raise() if d.does == "call"]
        if names[p] in ("SB", "BB") and names[raises[0]] in ("CO", "BU", "SB") and opened and not called:
            note(p, 0, "fold_to_steal", one.does == "fold")
    if len(raises) == 2:
        if one.may_raise:
            note(p, 0, "four_bet", one.does == "raise")
        if raises[0] == p:
            note(p, 0, "fold_to_three_bet", one.does == "fold")
    if len(raises) == 3 and raises[1] == p:
        note(p, 0, "fold_to_four_bet", one.does == "fold")
    if raises and not blinds[p] and not [d for d in one.own() if d.does in ("call", "raise")]:
        note(p, 0, "cold_call", one.does == "call")


def _whole_hand(hand, made, note):
    won = winners(hand)
    left = [p for p in range(hand.players) if not hand.folded[p]]
    for p in range(hand.players):
        own = [d for d in made if d.position == p]
        first = [d for d in own if d.street == 0]
        if first:
            note(p, 0, "vpip", any(d.does in ("call", "raise") for d in first))
            note(p, 0, "pfr", any(d.does == "raise" for d in first))
        last = own[-1].street if hand.folded[p] else hand.street
        for street in range(hand.game.streets):
            note(p, street, "seen", street <= last)
            if street <= last:
                note(p, street, "to_showdown", len(left) > 1 and p in left)
                if won is not None:
                    note(p, street, "won_when_seen", p in won)
        if len(left) > 1 and p in left and won is not None:
            note(p, hand.street, "won_at_showdown", p in won)
            if hand.game.cards.ranking == "five-card":
                cards = [RANKS[c // 4] + SUITS[c % 4] for c in (*hand.hole_cards[p], *hand.board)]
                note(p, hand.street, "two_pair_shown", evaluate_cards(*cards) <= LOWEST_TWO_PAIR)


def big_blinds(hand):
    """Return each player's winnings in big blinds, or None if unknown."""
    return None if winners(hand) is None else [Fraction(v) / hand.game.unit for v in hand.returns()]
