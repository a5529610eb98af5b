"""Iterated roll-out: deal ten hands to the end, fold the classes that lose on average, and repeat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.arguments import Use, generator
from pokerdata.cards import combination_index
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBINATION, class_index
from pokerdata.cards.evaluator import evaluate
from studies import StudyRun

PLAYERS = 10
DEALS, QUICK_DEALS = 1_000_000, 20_000
SEED = 2008
_AT_ONCE = 50_000


@dataclass(frozen=True)
class Deals:
    """Hands at a table with their final strengths.

    Attributes:
        classes: Hand class (one of 169) of each hand, uint8 [deals, players].
        strengths: Codes of at least 1 that compare as the hands do, int32 [deals, players].
    """

    classes: NDArray[np.uint8]
    strengths: NDArray[np.int32]


@dataclass(frozen=True)
class Round:
    """Income of every class that stays, against the others that stay.

    Attributes:
        stays: Whether the class stays in this round, bool [169].
        income: Thousandths of a bet per hand, float64 [169].
        error: Standard error of the income, float64 [169].
    """

    stays: NDArray[np.bool_]
    income: NDArray[np.float64]
    error: NDArray[np.float64]


def dealt(deals: int, seed: int) -> Deals:
    """Sample deals of ten hands and a board."""
    random = generator(Use.ROLL_OUT, seed)
    classes, strengths = [], []
    for begin in range(0, deals, _AT_ONCE):
        many = min(_AT_ONCE, deals - begin)
        deck = np.tile(np.arange(52, dtype=np.uint8), (many, 1))
        cards = random.permuted(deck, axis=1)[:, : 2 * PLAYERS + 5]
        holes = cards[:, 5:].reshape(many, PLAYERS, 2)
        boards = np.broadcast_to(cards[:, None, :5], (many, PLAYERS, 5))
        classes.append(CLASS_OF_COMBINATION[combination_index(holes)])
        strengths.append(evaluate(np.concatenate([boards, holes], axis=2)).astype(np.int32) + 1)
    return Deals(np.concatenate(classes), np.concatenate(strengths))


def won(
    strengths: NDArray[np.int32], stays: NDArray[np.bool_], dead: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the bets that each hand wins, or would win, by staying among the others that stay with one bet each.

    Args:
        strengths: As in `Deals`.
        stays: Same shape as `strengths`.
        dead: Bets in the pot from players that folded, [deals].
    """
    shown = np.where(stays, strengths, 0)
    ranked = np.sort(shown, axis=1)
    best, second = ranked[:, -1:], ranked[:, -2:-1]
    rival = np.where(shown == best, second, best)  # the best of the others
    pot = 1 + stays.sum(axis=1, keepdims=True) - stays + dead[:, None]
    sharing = 1 + np.sum(shown[:, None, :] == strengths[:, :, None], axis=2) - stays
    share = np.where(strengths > rival, 1.0, np.where(strengths == rival, 1 / sharing, 0.0))
    bets: NDArray[np.float64] = share * pot - 1
    return bets


def income(deals: Deals, stays: NDArray[np.bool_], blinds: bool) -> Round:
    """Compute one round.

    Args:
        deals: The same in all rounds, so that rounds differ only by who stays.
        stays: Classes that stay, bool [169].
        blinds: Whether the first seat has posted half a bet and the second a whole one, so that the second
            always stays. Then income is counted in the eight other seats, where folding costs nothing.
    """
    sums, squares = np.zeros((2, CLASS_COUNT))
    counted = slice(2 if blinds else 0, None)
    for begin in range(0, len(deals.classes), _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE)
        of = deals.classes[part]
        staying = stays[of]
        if blinds:
            staying[:, 1] = True
        dead = np.where(blinds & ~staying[:, 0], 0.5, 0.0)
        bets = won(deals.strengths[part], staying, dead)[:, counted].ravel()
        hands = of[:, counted].ravel()
        sums += np.bincount(hands, bets, CLASS_COUNT)
        squares += np.bincount(hands, bets**2, CLASS_COUNT)
    number = np.bincount(deals.classes[:, counted].ravel(), minlength=CLASS_COUNT)
    mean = sums / number
    return Round(stays, 1000 * mean, 1000 * np.sqrt((squares / number - mean**2) / number))


def rolled_out(deals: Deals, blinds: bool) -> list[Round]:
    """Play rounds until no class that stays loses; a class that folds stays out.

    Args:
        deals: The deals of all rounds.
        blinds: As in `income`.
    """
    rounds = [income(deals, np.ones(CLASS_COUNT, dtype=bool), blinds)]
    while True:
        stays = rounds[-1].stays & (rounds[-1].income >= 0)
        if np.array_equal(stays, rounds[-1].stays):
            return rounds
        rounds.append(income(deals, stays, blinds))


def rank_correlation(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Return Spearman's rank correlation, with mean ranks for equal values.

    Args:
        first: Values [n].
        second: Values of the same items, [n].
    """

    def ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
        below = (values[None, :] < values[:, None]).sum(axis=1)
        even: NDArray[np.int64] = (values[None, :] == values[:, None]).sum(axis=1)
        found: NDArray[np.float64] = below + (even - 1) / 2
        return found

    return float(np.corrcoef(ranks(first), ranks(second))[0, 1])


def printed(run: StudyRun) -> dict[str, float]:
    """Return the printed values by hand."""
    pairs = (pair.split() for pair in run.figure("order").printed.split(", "))
    return {hand: float(value) for hand, value in pairs}


def told(run: StudyRun) -> None:
    """Report all rounds, and compare the order of the hands with the published one."""
    run.heading("Iterated roll-out")
    deals = QUICK_DEALS if run.is_quick else DEALS
    run.say(f"Roll-out: {deals:,} deals of ten hands")
    table = dealt(deals, SEED)
    ways = {"no blinds": rolled_out(table, False), "blinds": rolled_out(table, True)}
    theirs = printed(run)
    index = [class_index(hand) for hand in theirs]
    values = np.array([*theirs.values()])
    rows: list[list[object]] = [
        ["", "round", "classes that stay", "of them printed", "rank correlation with the printed values"]
    ]
    for way, rounds in ways.items():
        for number, one in enumerate(rounds, start=1):
            match = rank_correlation(values, one.income[index])
            among = f"{int(one.stays[index].sum())} of {len(index)}"
            rows.append([way, number, int(one.stays.sum()), among, f"{match:.3f}"])
    run.table(rows, left=2)
    last = ways["blinds"][-1]
    ours = sorted(theirs, key=lambda hand: -last.income[class_index(hand)])
    run.claim(
        "order",
        ours == list(theirs),
        f"rank correlation {rank_correlation(values, last.income[index]):.3f} over {len(index)} hands, with blinds, "
        "last round",
        why="who sits where, how blinds are treated and how many were dealt is not printed, so that only the order can be "
        "set beside; hands near each other change places",
    )
    beside: list[list[object]] = [["hand", "printed", "all stay", *(f"{way}, last round" for way in ways)]]
    for hand, value in theirs.items():
        k = class_index(hand)
        cells = (
            f"{one.income[k]:+.0f} ± {1.96 * one.error[k]:.0f}"
            for one in (ways["no blinds"][0], *(rounds[-1] for rounds in ways.values()))
        )
        beside.append([hand, f"{value:.0f}", *cells])
    run.table(beside)
    others = [CLASS_NAMES[k] for k in np.argsort(-last.income) if last.stays[k] and k not in index]
    gone = [hand for hand in theirs if not last.stays[class_index(hand)]]
    run.text(
        f"Thousandths of a bet a hand, over {deals:,} deals, the same in every round (seed {SEED}), with 95 % "
        "intervals that take hands of one deal for independent. Everybody who stays puts in one bet, and all who "
        "stay are shown down; a class that loses folds for good. The first round is the income rate at a table of "
        "ten."
    )
    staying = int(ways["no blinds"][-1].stays.sum())
    run.text(
        "Without blinds there is nothing to win but from those who stay, and "
        f"{staying} of 169 classes {'stays' if staying == 1 else 'stay'} in the end: the published values cannot be of "
        "that. With blinds the small one leaves half a bet where it folds, and the big one always stays, with any "
        f"hand; what a class wins is counted in the eight other seats. Then {int(last.stays.sum())} classes stay"
        + (
            f", those that are printed but for {', '.join(gone)}"
            if gone
            else ", all that are printed among them"
        )
        + (f", and besides {', '.join(others)}." if others else ".")
    )
