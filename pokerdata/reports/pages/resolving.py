"""The page of a section [resolving.NAME]: how much less best responses win after re-solving on the turn."""

from __future__ import annotations

from collections.abc import Sequence

from pokerdata._support.estimates import fixed, signed, with_interval
from pokerdata.reports.pages.markdown import code, escaped, table
from pokerdata.spots.resolving import METHODS, CutGame, LocalGain


def page(title: str, gains: Sequence[LocalGain], cut: Sequence[CutGame] = ()) -> str:
    """Return the page in Markdown.

    Args:
        title: First line of the page.
        gains: Results of each method.
        cut: Results in a cut game: the original strategy, then its re-solved version by each method; may be empty.
    """
    first = gains[0]
    boards = len(first.samples) // 2
    rows = [
        [
            "method",
            "local best response wins less",
            "best response wins less",
            "smallest margin",
            "largest gap",
        ]
    ]
    rows += [
        [
            gain.method,
            f"{with_interval(gain.local.mean, gain.local.half_width, 1)} mb/hand",
            f"{with_interval(gain.best.mean, gain.best.half_width, 1)} mb/hand",
            f"{signed(gain.smallest_margin, 3)} chips",
            f"{fixed(max(sample.gap for sample in gain.samples), 3)} chips",
        ]
        for gain in gains
    ]
    turns = [["board", "player", "betting before", *(f"margin, {gain.method}" for gain in gains)]]
    for i, sample in enumerate(first.samples):
        margins = [signed(gain.samples[i].smallest_margin, 3) for gain in gains]
        before = code(sample.history) if sample.mass > 0 else "none comes here"
        turns.append([sample.board, str(sample.player), before, *margins])
    return "\n".join(
        [
            f"# {escaped(title)}",
            "",
            f"{code(first.strategy)} plays preflop and flop as it is, and is solved anew on real cards wherever "
            f"a hand comes to the turn: {first.iterations:,} iterations on {boards:,} drawn boards of the turn, each "
            f"for both seats, seed {first.seed}. Written by `pokerdata make`.",
            "",
            *table(rows),
            "",
            f"95 % intervals over boards, both seats, 1 mb: a thousandth of the {first.unit}. Local best response (Lisy and "
            "Bowling 2017) weighs 100 drawn run-outs on the flop, exact equities from the turn on. The best response sees "
            "its cards, comes to the turn with the hands and the betting with which local best response does, and is exact "
            "from there on. The boards and the betting of the sample are the same for all methods. The margin of a hand is "
            "what its best response won before, less what it wins now; it is looked at for all 1,128 hands of the opponent "
            "on each turn, and where it is nowhere below 0, no player of any kind wins more there. The gap tells how far "
            "the solving stopped from an equilibrium of the game that the method solves.",
            "",
            *(f"- {method}: {says}" for method, says in METHODS.items()),
            "",
            *(_cut(first, cut) if cut else []),
            "## The sample",
            "",
            "Smallest margin of a hand on each turn, in chips:",
            "",
            *table(turns),
            "",
        ]
    )


def _cut(first: LocalGain, cut: Sequence[CutGame]) -> list[str]:
    """Return what exact best responses win in a cut game."""
    before, mb = cut[0], first.unit.milli(1)
    rows = [["", "exploitability", "best response, oop", "best response, ip", "lacking at most, oop", "ip"]]
    for game in cut:
        cells = [f"{fixed(mb * chips, 1)} mb" for chips in (game.exploitability, *game.best)]
        lacking = [f"{fixed(mb * chips, 1)} mb" if game.method else "" for chips in game.lacking]
        rows.append([game.method or f"{code(first.strategy)} as it is", *cells, *lacking])
    return [
        "## A cut game",
        "",
        f"The game that begins after {code(before.history)} on {before.board}, {before.pot:g} chips in the pot, dealt with "
        f"the hands that both come with when they play {code(first.strategy)}. Its first street is played so; after it each "
        f"rest of the hand, {cut[-1].rests:,} lines and boards up to suits in both seats, is solved anew by "
        f"{cut[-1].iterations:,} iterations. Best responses are exact, to the whole, on real cards: out of "
        f"position (oop) and in position (ip), in thousandths of the {first.unit} a deal of this game, the "
        "pot included; exploitability is half of what both win beyond the pot. "
        "Lacking is what a seat's best response may win more than before by the hands whose rests were not solved to the "
        "end.",
        "",
        *table(rows),
        "",
    ]
