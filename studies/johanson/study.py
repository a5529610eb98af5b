"""Johanson et al. 2013 on a small game: abstractions by exploitability, by CFR-BR and by matches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

import numpy as np

from pokerdata.games import CardGame
from pokerdata.reports.pictures.figure import grid_behind, new_figure, styled
from pokerdata.solving.public import solve
from studies import StudyRun

from .abstractions import BINS, DISTRIBUTION, HS2, KINDS, OPPONENTS, POTENTIAL, STARTS, Hands
from .measures import (
    RECALL,
    Entrant,
    Group,
    Scale,
    agreement,
    block_means,
    deviation,
    entrant,
    game_of,
    mb,
    winnings,
)

Pair: TypeAlias = tuple[Group, Group]

OTHER_GAME = "another game, with far fewer hands and classes"
FULL = Scale()
QUICK = Scale("JQKA", (2, 2), 30, 30, 1)


def run(run: StudyRun) -> None:
    """Run the study."""
    scale = QUICK if run.is_quick else FULL
    game = game_of(scale.ranks)
    run.say("no abstraction")
    whole = solve(game, target="50mb" if run.is_quick else "1mb", dtype="float32")
    hands = Hands(game)
    entrants: list[list[Entrant]] = []
    for recall, kind in product(RECALL, KINDS):
        entrants.append([])
        for seed in range(scale.seeds if kind.clusters else 1):
            run.say(f"{kind.name}, {RECALL[recall]} recall, seed {seed}")
            entrants[-1].append(entrant(hands, kind, recall, seed, scale))
    run.say("one against one")
    strategies = [one.strategy for group in entrants for one in group]
    won = mb(game, 1) * winnings(game, [*strategies, whole.strategy])
    sizes = [*(len(group) for group in entrants), 1]
    groups = [Group(tuple(group), row) for group, row in zip(entrants, block_means(won, sizes), strict=False)]
    told(run, game, scale, groups)
    ordered(run, groups)
    crossed(run, groups, mb(game, whole.values.exploitability))
    picture(run, groups)
    published(run, groups)


def told(run: StudyRun, game: CardGame, scale: Scale, groups: Sequence[Group]) -> None:
    """Report the game, the abstractions, and the three measures."""
    run.heading("The abstractions")
    rows: list[list[object]] = [
        ["classes, recall", "on each street", "equilibrium", "CFR-BR", "one against one"]
    ]
    rows += [
        [
            group.label,
            " / ".join(f"{n:,}" for n in group.counts),
            spread([one.exploitability for one in group.entrants]),
            spread([one.least for one in group.entrants]),
            f"{group.score:+.1f}",
        ]
        for group in groups
    ]
    run.table(rows)
    states = " / ".join(f"{n:,}" for n in game.states)
    run.text(
        f"{game.rules.name}: {game.cards.deck} cards, one in the hand, a flop and a turn of one card each, a bet and a "
        f"raise a street; {states} hands on boards up to suits. All figures are in mb/g, thousandths of the ante a game, "
        "and exact, given the classes. *Equilibrium*: exploitability in the whole game of the equilibrium of the abstract "
        "one. *CFR-BR*: of the least exploitable strategy in the abstraction, as far as it was found. *One against one*: "
        "what the equilibrium wins on average from those of the other abstractions, over both seats.",
        "",
        f"On the first street nothing is merged. With perfect recall each class is cut into {scale.parts[0]}, then "
        f"{scale.parts[1]}; with imperfect recall a street has as many classes, cut from all hands. E[HS] is the mean of "
        "what part of the pot is won at showdown from a random hand over all cards to come, E[HS²] that of its square. "
        "*Strength and potential*: k-means of E[HS] and the standard deviation. *Distributions*: k-means of histograms of "
        f"the last street's strength in {BINS} cells by the earth mover's distance; on the last street, of the strength "
        f"against {OPPONENTS} kinds of hands that the other may have begun with. Clusters are the best of {STARTS} starts "
        f"with each of {scale.seeds} seeds, from 0; least to greatest in brackets. Equal hands stay together, so that there "
        "may be fewer classes.",
    )
    run.text(
        f"{scale.iterations:,} iterations of DCFR for the equilibria, {scale.least:,} for CFR-BR. Where the classes forget, "
        "neither is promised to come to anything; the values told are exact all the same."
    )


def spread(values: Sequence[float]) -> str:
    """Format a mean, with the least and greatest value if they differ."""
    mean = f"{np.mean(values):.1f}"
    return mean if len(values) == 1 else f"{mean} ({min(values):.1f} to {max(values):.1f})"


def ordered(run: StudyRun, groups: Sequence[Group]) -> None:
    """Report the order of the abstractions by each measure."""
    run.heading("The order")
    orders = [
        sorted(groups, key=of)
        for of in (lambda one: one.least, lambda one: -one.score, lambda one: one.exploitability)
    ]
    run.table(
        [
            ["", "by CFR-BR", "one against one", "by the equilibrium's exploitability"],
            *(
                [f"{place}", *(one.label for one in row)]
                for place, row in enumerate(zip(*orders, strict=True), 1)
            ),
        ]
    )
    run.text(
        "The best first. Published are no values for this game, but an order of kinds: those that know distributions ahead "
        "of those that know expectations, and those that forget ahead of those that remember."
    )


def crossed(run: StudyRun, groups: Sequence[Group], whole: float) -> None:
    """Report the results of every abstraction against every other."""
    run.heading("One against one")
    letters = [chr(ord("a") + place) for place in range(len(groups))]
    run.table(
        [
            ["wins from", *letters, "the solution"],
            *(
                [
                    f"{letter}: {group.label}",
                    *("" if n == place else f"{won:+.1f}" for n, won in enumerate(group.won)),
                ]
                for place, (letter, group) in enumerate(zip(letters, groups, strict=True))
            ),
        ]
    )
    run.text(
        "What the equilibrium of the row's abstraction wins from that of the column's, means over seeds and both seats. "
        f"*The solution* is of the game itself and exploitable by {whole:.2f} mb/g."
    )


def picture(run: StudyRun, groups: Sequence[Group]) -> None:
    """Plot winnings over both exploitabilities."""
    figure = new_figure(10, 4.4)
    with styled():
        for place, (what, values) in enumerate(
            (
                ("exploitability of the equilibrium, mb/g", [group.exploitability for group in groups]),
                ("exploitability by CFR-BR, mb/g", [group.least for group in groups]),
            ),
            start=1,
        ):
            axes = figure.add_subplot(1, 2, place)
            for group, value in zip(groups, values, strict=True):
                one = group.entrants[0]
                axes.plot(
                    value,
                    group.score,
                    marker="o" if one.recall else "s",
                    color=f"C{KINDS.index(one.kind)}",
                    linestyle="none",
                    label=group.label,
                )
            axes.set_xlabel(what)
            axes.set_ylabel("wins from the others, mb/g" if place == 1 else "")
            grid_behind(axes)
        figure.legend(
            *axes.get_legend_handles_labels(), loc="lower center", ncols=2, fontsize=8, frameon=False
        )
        figure.tight_layout(rect=(0, 0.2, 1, 1))
    run.picture(
        "measures.png",
        figure,
        "What each abstraction's equilibrium wins from the others, over its own exploitability and over that by CFR-BR",
    )


def published(run: StudyRun, groups: Sequence[Group]) -> None:
    """Compare the order of the abstractions with the published one."""
    of = {(group.entrants[0].kind, group.entrants[0].recall): group for group in groups}
    equal, other = by_size([(of[DISTRIBUTION, recall], of[HS2, recall]) for recall in RECALL])
    beside, _ = by_size([(of[DISTRIBUTION, recall], of[POTENTIAL, recall]) for recall in RECALL])
    run.claim(
        "distribution",
        is_ahead(equal),
        f"distributions are ahead of E[HS²], at equal size in {tally(equal)}; with more classes in {tally(other)}; ahead of "
        f"strength and potential, at equal size in {tally(beside)}",
        why=OTHER_GAME,
    )
    scores = [group.score for group in groups]
    least, plain = (
        -agreement(values, scores)
        for values in ([group.least for group in groups], [group.exploitability for group in groups])
    )
    error = deviation(len(groups))
    run.claim(
        "metric",
        least > plain if abs(least - plain) > 2 * error else None,
        f"Kendall's tau with winnings, over {len(groups)} abstractions: {least:+.2f} by CFR-BR, {plain:+.2f} by the "
        "equilibrium's exploitability",
        why=f"of so few abstractions a tau alone scatters by {error:.2f}, if orders are chance",
    )
    equal, other = by_size([(of[kind, False], of[kind, True]) for kind in KINDS])
    run.claim(
        "recall",
        is_ahead(equal),
        f"imperfect recall is ahead at equal size in {tally(equal)}; with fewer classes in {tally(other)}; by its "
        f"equilibrium's own exploitability in {sum(less_exploitable(*pair) for pair in equal)} of {len(equal)} and "
        f"{sum(less_exploitable(*pair) for pair in other)} of {len(other)}",
        why=f"{OTHER_GAME}; and where classes forget, CFR-BR promises nothing",
    )
    run.text(
        "The published order is of abstractions of equal size. Who cuts by one number and forgets has fewer classes on the "
        "last street here, as there are no more different numbers than strengths of a hand; so the verdicts are on those "
        "pairs that have as many classes on every street."
    )


def by_size(pairs: Sequence[Pair]) -> tuple[list[Pair], list[Pair]]:
    """Split pairs into those with equal numbers of classes on every street, and the others."""
    equal = [pair for pair in pairs if pair[0].counts == pair[1].counts]
    return equal, [pair for pair in pairs if pair[0].counts != pair[1].counts]


def is_ahead(pairs: Sequence[Pair]) -> bool:
    """Return whether there are pairs, and the first of every pair is better by both measures."""
    return bool(pairs) and all(all(ahead(*pair)) for pair in pairs)


def ahead(first: Group, second: Group) -> tuple[bool, bool]:
    """Return whether the first is better by CFR-BR, and whether it is better in matches."""
    return first.least < second.least, first.score > second.score


def less_exploitable(first: Group, second: Group) -> bool:
    """Return whether the equilibrium of the first is less exploitable in the whole game."""
    return first.exploitability < second.exploitability


def tally(pairs: Sequence[Pair]) -> str:
    """Describe how often the first of a pair is ahead."""
    safer, richer = (sum(ahead(*pair)[place] for pair in pairs) for place in (0, 1))
    return f"{safer} of {len(pairs)} by CFR-BR and {richer} one against one"
