"""Eriksson's betting sequences and decision nodes, and a search for rules that give them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import STREETS
from pokerdata.games import BettingTree, bucketed_sizes, load_game
from pokerdata.games.betting_tree import SHOWDOWN
from studies import StudyRun

from .betting import BIG, CALLED, COUNTINGS, Betting, Counts, Streets, family

CAPS: tuple[int | None, ...] = (1, 2, 3, 4, None)
STACKS = (2_000, 4_000, 5_000, 10_000, 20_000, 50_000)  # chips, of a big blind of 100
QUICK_STACKS = (10_000,)
WHY = "how they were counted is not printed; none of the rules that were tried gives both, as told below"
Chosen = NDArray[np.intp]


Tried = tuple[Betting, tuple[int | None, ...]]  # rules, and the cap of each street


@dataclass
class Found:
    """Rules and street caps that match the published counts under some way of counting.

    Attributes:
        tried: Number of rules with caps that were tried, counting only those that match before the flop.
    """

    tried: int = 0
    sequences: set[Tried] = field(default_factory=set)
    nodes: set[Tried] = field(default_factory=set)

    @property
    def both(self) -> set[Tried]:
        """Return the rules that match both counts."""
        return self.sequences & self.nodes


def told(run: StudyRun) -> None:
    """Compare our counts with the published ones, and search for rules that give the published ones."""
    run.heading("Betting sequences and decision nodes")
    rules = load_game("nolimit-holdem").rules
    tree, sizes = BettingTree(rules), bucketed_sizes(rules, [1] * rules.streets)
    behind = (tree.kind == SHOWDOWN) & (tree.street == rules.streets - 1) & (tree.chips < tree.chips.max())
    goes_on = [*(len(roots) for roots in tree.street_roots[1:]), int(np.count_nonzero(behind))]
    rows: list[list[object]] = [["street", "sequences that end it with chips behind", "decision nodes"]]
    for name, on, nodes in zip(STREETS, goes_on, sizes.decisions, strict=True):
        run.compare(f"sequences_{name}", on, digits=0, why=WHY)
        run.compare(f"nodes_{name}", nodes, digits=0, why=WHY)
        rows.append([name, f"{on:,}", f"{nodes:,}"])
    run.table(rows)
    run.say("Betting: rules that might give his counts")
    stacks = QUICK_STACKS if run.is_quick else STACKS
    found = search(published(run, "sequences"), published(run, "nodes"), family(stacks))
    blinds = ", ".join(f"{stack // BIG}" for stack in stacks)
    run.text(
        "Exact, for fold, call, pot and all-in with 100 big blinds. His counts were searched for among other rules: "
        f"stacks of {blinds} big blinds; caps of 1, 2, 3, 4 or no raises, on each street its own, with the big blind "
        "a bet or not; all-in always, only facing a bet, only as the first bet or only where no pot fits, under the "
        "cap alone or beyond it; the pot after or before a call; a pot beyond the stack left out, or an action "
        "besides all-in; bets of half the stack and more made all-in, or not; before the flop calls of the small "
        "blind forbidden, without the big blind's option, without his raise, or the big blind first. Who acts first "
        "after the flop changes no count. Of each street every sum was taken of: decisions of the one who acts first "
        "and of the other (nothing to call, a bet, an all-in), folds, sequences that go on, all-ins called here and "
        "before, and roots of the street; street by street, or all up to a street."
    )
    on, called = goes_on[0], sizes.showdown_leaves[0]
    run.text(
        f"Before the flop the rules that are played here give his numbers, too: {on} sequences go on, and {on + called} end "
        f"without a fold, {called} of them by an all-in that is called. On later streets these sums are others than his."
    )
    run.text(
        f"Of {found.tried:,} sets of rules and caps that can give 9 and 19 before the flop, {len(found.sequences):,} "
        f"give 9, 56, 184 and 456 in some counting and {len(found.nodes):,} give 19, 92, 276 and 636; "
        f"**{len(found.both) or 'none'} of them give both**. "
        + (
            "One of them may be his."
            if found.both
            else f"With {len(COUNTINGS):,} countings of each, those that give one alone may be coincidences. So no "
            "rules of his were found in this family."
        )
    )


def published(run: StudyRun, kind: str) -> list[int]:
    """Return the published counts of the four streets."""
    return [int(run.figure(f"{kind}_{street}").value) for street in STREETS]


def search(sequences: Sequence[int], nodes: Sequence[int], tried: Iterable[Betting]) -> Found:
    """Search for sets of rules, over all caps of the streets, that give these counts.

    Args:
        sequences: Counts of the four streets.
        nodes: Counts of the four streets.
        tried: The rules.
    """
    found = Found()
    for rules in tried:
        streets = Streets(rules)
        for cap in CAPS:
            counts, on = streets.after(Counter({0: 1}), cap, 0)
            told = COUNTINGS @ counts
            of = [np.flatnonzero(told == wanted[0]) for wanted in (sequences, nodes)]
            if not all(map(len, of)):
                continue
            found.tried += len(CAPS) ** (len(sequences) - 1)
            for summed in (False, True):  # all up to a street, or the street alone
                wanted = [np.diff(w, prepend=0) if summed else np.array(w) for w in (sequences, nodes)]
                further(found, (rules, (cap,)), streets, on, int(counts[CALLED]), of, wanted)
    return found


def further(
    found: Found,
    tried: Tried,
    streets: Streets,
    starts: Counter[int],
    called: int,
    of: Sequence[Chosen],
    wanted: Sequence[Counts],
) -> None:
    """Extend the search to later streets, over all caps, and keep the countings that still match."""
    rules, caps = tried
    if len(caps) == len(wanted[0]):
        for chosen, those in zip(of, (found.sequences, found.nodes), strict=True):
            if len(chosen):
                those.add(tried)
        return
    for cap in CAPS:
        counts, on = streets.after(starts, cap, called)
        left = [
            chosen[COUNTINGS[chosen] @ counts == w[len(caps)]] for chosen, w in zip(of, wanted, strict=True)
        ]
        if any(map(len, left)):
            further(found, (rules, (*caps, cap)), streets, on, called + int(counts[CALLED]), left, wanted)
