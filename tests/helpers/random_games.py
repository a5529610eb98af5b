"""Random rules of games: decks, deals, antes, blinds, caps, stacks and bet menus, sensible or not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from pokerdata.games import CardRules, Game, LimitRules, NoLimitRules, Rules

RANKS = "23456789TJQKA"
NAMED_BETS = ["min", "half-pot", "pot", "all-in"]


def menus() -> st.SearchStrategy[list[Any]]:
    """Return bets and raises of a street: names, fractions as text, and numbers; perhaps none."""
    fractions = st.builds(lambda a, b: f"{a}/{b}", st.integers(1, 9), st.integers(1, 9))
    numbers = st.sampled_from([0.1, 0.25, 0.75, 1, 1.5, 2, 3, 10])
    return st.lists(st.one_of(st.sampled_from(NAMED_BETS), fractions, numbers), max_size=4, unique_by=_size)


def _size(bet: Any) -> Any:
    """Return a key that equal bets share: a menu may have each once."""
    named = {"half-pot": Fraction(1, 2), "pot": Fraction(1)}
    return named.get(bet, bet) if bet in NAMED_BETS else Fraction(str(bet))


@st.composite
def stakes(draw: st.DrawFn, streets: int) -> dict[str, Any]:
    """Return antes, blinds and the first players to act; the larger blind never acts first on the first street."""
    ante, blinds = draw(st.integers(0, 3)), (draw(st.integers(0, 4)), draw(st.integers(0, 4)))
    if not draw(st.booleans()):
        blinds = (0, 0)
    ante = ante or int(not any(blinds))
    first = [draw(st.integers(1, 2)) for _ in range(streets)]
    if blinds[0] != blinds[1]:
        first[0] = 1 if blinds[0] < blinds[1] else 2
    return {"name": "random", "ante": ante, "blinds": blinds, "first_to_act": tuple(first)}


@st.composite
def limit_rules(draw: st.DrawFn, streets: int, most_bets: int) -> LimitRules:
    given = draw(stakes(streets))
    return LimitRules(
        **given,
        bets=draw(st.tuples(*[st.integers(1, 7)] * streets)),
        caps=draw(st.tuples(*[st.integers(1, most_bets)] * streets)),
        blind_counts_as_bet=any(given["blinds"]) and draw(st.booleans()),
    )


@st.composite
def no_limit_rules(draw: st.DrawFn, streets: int, deepest: int) -> NoLimitRules:
    """Return no-limit rules; `deepest` is the most chips of a stack beyond ante and blind."""
    given = draw(stakes(streets))
    least = given["ante"] + max(given["blinds"]) + 1
    menu = draw(st.one_of(menus(), st.lists(menus(), min_size=streets, max_size=streets)))
    assume(any(menu))
    caps = draw(st.one_of(st.just(()), st.tuples(*[st.integers(0, 3)] * streets)))
    stacks = draw(st.tuples(*[st.integers(least, least + deepest)] * 2))
    return NoLimitRules(**given, stacks=stacks, menu=tuple(menu), caps=caps)


def rules(streets: int, most_bets: int = 3, deepest: int = 12) -> st.SearchStrategy[Rules]:
    return st.one_of(limit_rules(streets, most_bets), no_limit_rules(streets, deepest))


@st.composite
def cards(draw: st.DrawFn, streets: int) -> CardRules:
    """Return a deck little larger than the deal, as ranks and suits or ranks and copies, and board cards on any street."""
    each, hole = draw(st.integers(1, 4)), draw(st.integers(1, 2))
    board = draw(st.tuples(*[st.integers(0, 2)] * streets))
    hand, alike = hole + sum(board), draw(st.booleans())
    assume(hand <= (8 if alike else 7))
    least = -(-(hole + hand) // each)
    several = draw(st.sets(st.sampled_from(RANKS), min_size=least, max_size=least + 2))
    ranks = "".join(sorted(several, key=RANKS.index))
    rankings = (
        ["pairs"]
        if alike or hand not in (3, 5, 6, 7)
        else ["pairs", "three-card" if hand == 3 else "five-card"]
    )
    ranking = draw(st.sampled_from(rankings))
    return CardRules(ranks, hole, board, ranking, **{"copies" if alike else "suits": each})


@st.composite
def games_of_cards(draw: st.DrawFn) -> Game:
    """Return rules and cards of one to four streets."""
    streets = draw(st.integers(1, 4))
    return Game(draw(rules(streets)), draw(cards(streets)))
