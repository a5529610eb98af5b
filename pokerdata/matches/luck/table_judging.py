"""Variance reduction for hands and matches at tables of two to ten players: luck terms and results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.estimates import ENOUGH, Estimate, estimate_of, with_interval
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief, counted, either, fitted, one_line, quoted, shortened
from pokerdata.games import Unit
from pokerdata.games.play import State
from pokerdata.games.play.state import split_actions
from pokerdata.matches.luck.divat import Line, hands_for, lines_told, needed_text
from pokerdata.matches.luck.hands import Contest, mean_shares
from pokerdata.matches.luck.matches import FITTED, same_deals
from pokerdata.matches.luck.methods import METHODS, check_method, features_note, rows_without_luck
from pokerdata.matches.result import WIDTH, table_lines, unit_of

_SHOWN = 100  # players shown in text; JSON has all
_DIGITS = 9  # decimals of units that rounding errors do not reach


@dataclass(frozen=True, eq=False)
class JudgedTable:
    """Results of each player at tables of two to ten, as won and with less luck.

    A row is a player in a hand. Amounts are in units: big blinds or antes of the hand.

    Attributes:
        players: Names, the player with the most hands first.
        game: Name of the game; if games differ, their number, such as '2 games'.
        unit: The big blind or ante; its chips are 0 if hands differ.
        hand: int64 [rows], index of the hand in the log, from 0.
        player: int64 [rows], index of the player, from 0.
        won: float64 [rows], units.
        reduced: float64 [rows], the same without the luck.
        all_ins: Number of hands with cards to come when the betting ended.
        method: One of `pokerdata.matches.luck.TABLE_METHODS`.
        note: For MIVAT: the number of features. For advantage sums: how the values are estimated. For all-in: the players
            with unknown cards.
        deals: int64 [deals, seatings], the hands of each deal if all were played in every seating; else None.
    """

    players: tuple[str, ...]
    game: str
    unit: Unit
    hand: NDArray[np.int64] = field(repr=False)
    player: NDArray[np.int64] = field(repr=False)
    won: NDArray[np.float64] = field(repr=False)
    reduced: NDArray[np.float64] = field(repr=False)
    all_ins: int
    method: str = "all-in"
    note: str = ""
    deals: NDArray[np.int64] | None = field(default=None, repr=False)

    @property
    def hands(self) -> int:
        """Number of hands."""
        return int(self.hand.max()) + 1

    def hands_of(self, player: int) -> int:
        """Return the number of hands that a player was dealt.

        Args:
            player: Index from 0.

        Raises:
            ValueError: If no player has this index.
        """
        return int(np.count_nonzero(self._rows_of(player)))

    def estimates(self, player: int) -> dict[str, Estimate]:
        """Return units a hand: 'raw' over hands, 'duplicate' over deals played in every seating, and 'reduced'.

        If there is a duplicate result, 'reduced' is over deals, too. Otherwise, assumes that hands are independent.

        Args:
            player: Index from 0.

        Raises:
            ValueError: If no player has this index.
        """
        rows = self._rows_of(player)
        found = {"raw": _estimate(self.won[rows])}
        if self.deals is None:
            return found | {"reduced": _estimate(self.reduced[rows])}
        values = np.empty(self.hands)
        for name, of in (("duplicate", self.won), ("reduced", self.reduced)):
            values[self.hand[rows]] = of[rows]
            found[name] = _estimate(values[self.deals].mean(axis=1))
        return found

    def _rows_of(self, player: int) -> NDArray[np.bool_]:
        if player not in range(len(self.players)):
            raise ValueError(f"player: expected 0 to {len(self.players) - 1}, got {player!r}; e.g. 0")
        return np.equal(self.player, player)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields except the hands as JSON values. None means unknown, as for chips if big blinds differ."""
        return {
            "game": self.game,
            "hands": self.hands,
            "deals": None if self.deals is None else len(self.deals),
            "seatings": None if self.deals is None else self.deals.shape[1],
            "method": self.method,
            "all_ins": self.all_ins,
            "note": self.note,
            "unit": self.unit.name,
            "unit_chips": self.unit.chips or None,
            "results": [
                {"name": name, "hands": self.hands_of(p)} | self._told(p)
                for p, name in enumerate(self.players)
            ],
        }

    def _told(self, player: int) -> dict[str, dict[str, float | None]]:
        unit = Unit(self.unit.chips or 1, self.unit.name)
        lines = {kind: Line(value.times(unit.chips), n) for kind, (value, n) in self._lines(player).items()}
        told = lines_told(lines, unit)
        unknown: dict[str, float | None] = dict.fromkeys(
            () if self.unit.chips else ("chips_per_hand", "standard_error")
        )
        return {kind: row | unknown for kind, row in told.items()}

    def _lines(self, player: int) -> dict[str, Line]:
        hands = self.hands_of(player)
        return {
            name: Line(value, hands_for(value, hands, 0.01)) for name, value in self.estimates(player).items()
        }

    def _head(self) -> list[str]:
        kinds = ["raw", "reduced"] if self.deals is None else ["raw", "duplicate", "reduced"]
        return [f"{kind} ({self.method})" if kind == "reduced" else kind for kind in kinds]

    def _rows(self) -> tuple[list[list[str]], list[list[str]]]:
        """Return the values and the hands needed, one row per player."""
        lines = [list(self._lines(p).values()) for p in range(min(_SHOWN, len(self.players)))]
        told = [[line.value.times(100) for line in row] for row in lines]
        widest = max((one.half_width for row in told for one in row if one.half_width < np.inf), default=0)
        digits = 2 if widest < 100 else 1 if widest < 10_000 else 0
        values = [
            [
                f"{self.hands_of(p):,}",
                *(with_interval(one.mean, one.half_width, digits) for one in row),
            ]
            for p, row in enumerate(told)
        ]
        return values, [[needed_text(line.needed) for line in row] for row in lines]

    def _notes(self) -> list[str]:
        seatings = ""
        if self.deals is not None:
            seatings = f", {counted(len(self.deals), 'deal')}, each in {self.deals.shape[1]} seatings"
        notes = [
            f"{counted(self.hands, 'hand')}{seatings}; all-in with cards to come: {self.all_ins:,}",
            f"{self.method}: {METHODS[self.method]}",
        ]
        if self.method == "mivat":
            notes.append(FITTED)
        samples = self.hands if self.deals is None else len(self.deals)
        if samples < ENOUGH:
            notes.append(
                f"fewer than {ENOUGH} samples: ± does not count rare outcomes that none of them showed"
            )
        if len(self.players) > _SHOWN:
            notes.append(f"of {len(self.players):,} players those of the most hands")
        return [*notes, *([self.note] if self.note else [])]

    def __repr__(self) -> str:
        names = ", ".join(shortened(name, 16) for name in self.players[:10])
        return brief(self, names, self.game, counted(self.hands, "hand"), self.method)

    def __str__(self) -> str:
        names = [one_line(name) for name in self.players[:_SHOWN]]  # names come from the log
        values, needed = self._rows()
        title = f"{self.unit.short}/100, 95 %"
        told = table_lines(title, names, ["hands", *self._head()], values)
        wanted = table_lines(f"hands for ±1 {self.unit.short}/100", names, self._head(), needed)
        about = [self.game, *self._notes()]
        return "\n".join([*(fitted(line, WIDTH) for line in about), "", *told, "", *wanted])

    def _repr_html_(self) -> str:
        values, needed = self._rows()
        unit = self.unit.short
        head = ["", "hands", *(f"{kind}, {unit}/100 hands" for kind in self._head())]
        head += [f"hands for ±1 {unit}/100 by {kind}" for kind in self._head()]
        rows = [
            (name, *some, *others) for name, some, others in zip(self.players, values, needed, strict=False)
        ]
        return html.table(rows, head=tuple(head), caption=self.game, notes=self._notes())


def _estimate(values: NDArray[np.float64]) -> Estimate:
    """Return the mean; the rounding error of equal amounts counts as 0."""
    return estimate_of(np.round(values, _DIGITS) + 0.0)


Cards = tuple[int, ...]


def chips_won(state: State) -> NDArray[np.float64]:
    """Return each position's winnings, float64 [positions], in chips.

    Args:
        state: A finished hand.
    """
    return np.array([float(chips) for chips in state.returns()])


def board_bet_on(state: State) -> Cards:
    """Return the board cards dealt before the betting ended; later cards only decided the pots.

    Args:
        state: A finished hand.
    """
    return state.board[: state.game.board_cards(state.history.rstrip("/").count("/"))]


def is_all_in(state: State) -> bool:
    """Return whether two or more players were left with board cards to come when the betting ended.

    Args:
        state: A finished hand.
    """
    return state.players_left > 1 and len(board_bet_on(state)) < len(state.board)


def all_in_chips(
    hands: Sequence[State], *, threads: int = 0, progress: Progress | None = None
) -> list[NDArray[np.float64]]:
    """Return each position's winnings in each hand, all-ins as the mean over all boards that could still be dealt.

    Each side pot counts with the players that can win it. Known cards of folded players cannot be dealt; if they are
    unknown, any card can.

    Args:
        hands: Finished hands; if two or more players are left, with the cards of all that did not fold.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with the contests done and the total.

    Returns:
        For each hand float64 [positions], chips, with sum 0; equal to `State.returns` if no cards were to come.
    """
    contests: list[Contest] = []
    for state in hands:
        if is_all_in(state):
            contests += [_contest(state, pot.positions, board_bet_on(state)) for pot in state.pots]
    # All hands of a log share one deck, whatever their stacks and blinds.
    shares = iter(
        mean_shares(hands[0].game, contests, threads=threads, progress=progress) if contests else []
    )
    found = []
    for state in hands:
        if is_all_in(state):
            won = -np.array(state.spent, np.float64)
            for pot in state.pots:
                won[list(pot.positions)] += pot.chips * next(shares)
        else:
            won = chips_won(state)
        found.append(won)
    return found


def table_terms(
    hands: Sequence[State], *, threads: int = 0, progress: Progress | None = None
) -> list[NDArray[np.float64]]:
    """Return luck terms of each position in each hand: each has the mean 0 over all deals, whatever the players do.

    A luck term is a player's share of the pot after a deal, if all remaining players showed down, less its mean over all
    cards that could have been dealt. That mean is the share before the deal. The terms are, in order: the change on each
    later street, times the pot and alone; then the share before the betting less the mean share of all players. Folded
    players have no luck any more. Cards dealt after the betting have no term: `all_in_chips` averages over them.

    Args:
        hands: As for `all_in_chips`, but with the cards of all players.
        threads: As for `all_in_chips`.
        progress: As for `all_in_chips`.

    Returns:
        For each hand float64 [positions, terms], times the pot in units (big blinds or antes).
    """
    contests: list[Contest] = []
    dealt = [_deals(state) for state in hands]
    for state, deals in zip(hands, dealt, strict=True):
        for positions, _, street in deals:
            boards = [state.board[: state.game.board_cards(s)] for s in (street - 1, street)]
            contests += [_contest(state, positions, board) for board in boards]
        contests.append(_contest(state, range(state.players), ()))
    shares = iter(mean_shares(hands[0].game, contests, threads=threads, progress=progress))
    found = []
    for state, deals in zip(hands, dealt, strict=True):
        streets = state.game.streets
        terms = np.zeros((state.players, 2 * streets - 1))
        for positions, pot, street in deals:
            before, after = next(shares), next(shares)
            terms[list(positions), 2 * (street - 1)] = (after - before) * pot / state.game.unit
            terms[list(positions), 2 * (street - 1) + 1] = after - before
        terms[:, -1] = next(shares) - 1 / state.players
        found.append(terms)
    return found


def shares_gained(hands: Sequence[State], terms: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the change of each player's pot shares by the cards of all deals: an advantage sum.

    Args:
        hands: As for `table_terms`.
        terms: Luck terms of the hands, one hand below the other, [rows, terms].

    Returns:
        float64 [rows], big blinds or antes, with mean 0 over all deals.
    """
    first = np.repeat(
        [State(state.game).pot / state.game.unit for state in hands], [state.players for state in hands]
    )
    return np.asarray(terms[:, :-1:2].sum(axis=1) + first * terms[:, -1])


def _deals(state: State) -> list[tuple[tuple[int, ...], int, int]]:
    """Return players left, pot and street number of each later street dealt before the betting ended."""
    found = []
    now = State(state.game)
    for street, actions in enumerate(state.history.rstrip("/").split("/")):
        if street > 0:
            positions = tuple(p for p, folded in enumerate(now.folded) if not folded)
            found.append((positions, now.pot, street))
        for action in split_actions(actions):
            now = now.apply_old(action)
    return found


def _contest(state: State, positions: Sequence[int], board: Cards) -> Contest:
    dead = tuple(
        card for p, cards in enumerate(state.hole_cards) if p not in positions for card in cards
    )  # leaves out unknown cards
    return Contest(tuple(state.hole_cards[p] for p in positions), board, dead)


#: Methods for tables of any size; the other methods are for two players.
TABLE_METHODS = ("all-in", "mivat", "advantage")


def judge_table(
    hands: Sequence[State],
    *,
    method: str = "all-in",
    threads: int = 0,
    progress: Progress | None = None,
) -> JudgedTable:
    """Reduce the luck of each player in hands of two to ten players.

    Players and stacks may change from hand to hand. The methods are:

    - 'all-in': all-ins count as their mean over all boards that could still be dealt, each side pot with the players that
      can win it.
    - 'advantage': also removes the luck of cards dealt earlier, by their change of each player's share of the pot if all
      remaining players showed down.
    - 'mivat': the same with weights, fitted to one half of the deals and applied to the other. Winnings need not sum to 0,
      as each player has its own weights.

    No method needs a strategy, and none is biased. One exception: if cards of folded players are missing, any card can be
    dealt in an all-in, though players fold some cards more often than others.

    Args:
        hands: Finished hands with names. 'all-in' needs the cards of all that did not fold, if two or more are left; the
            other methods need all cards.
        method: One of `TABLE_METHODS`.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with the contests done and the total. In hold'em a preflop contest takes some 5 ms. All methods but
            'all-in' have one or two of these per deal.

    Returns:
        A row for each player in each hand; with a duplicate result if each deal was played in every seating.

    Raises:
        ValueError: If there are no hands, a hand is unfinished or lacks names or cards, decks differ, big blinds and antes
            are mixed, or the method is unknown; the message names the hand.
    """
    check_table_method(method)
    if not hands:
        raise ValueError("hands: expected one or more, got none; e.g. read_log(game, 'match.log').hands")
    for number, state in enumerate(hands, 1):
        _check(number, state, hands[0], method)
    numbers = _numbered(hands)
    all_ins = [is_all_in(state) for state in hands]
    fair = all_in_chips(hands, threads=threads, progress=progress)
    won = [
        chips_won(state) if gone else chips for state, gone, chips in zip(hands, all_ins, fair, strict=True)
    ]
    unit_chips = np.repeat([state.game.unit for state in hands], [state.players for state in hands])
    hand = np.repeat(np.arange(len(hands)), [state.players for state in hands])
    player = np.array([numbers[name] for state in hands for name in state.names])
    deals = _same_deals(hands)
    rows = np.concatenate(fair) / unit_chips
    note = ""
    if method != "all-in":
        terms = np.concatenate(table_terms(hands, threads=threads, progress=progress))
    if method == "advantage":
        rows -= shares_gained(hands, terms)
        note = "what they are worth: the share of the pot, if all who are in were shown down"
    elif method == "mivat":
        deal = np.arange(len(hands))
        if deals is not None:
            deal[deals] = np.arange(len(deals))[:, None]
        for p in range(len(numbers)):
            own = player == p
            rows[own] = rows_without_luck(rows[own], terms[own], deal[hand[own]])
        note = features_note(terms.shape[1])
    elif unseen := sum(
        gone and not all(state.hole_cards) for state, gone in zip(hands, all_ins, strict=True)
    ):
        note = (
            f"in {counted(unseen, 'all-in')} cards of players who folded are not known: any may come, where they are unlike "
            "others"
        )
    units = {unit_of(state.game) for state in hands}
    games = {state.game for state in hands}
    unit = units.pop() if len(units) == 1 else Unit(0, unit_of(hands[0].game).name)
    names = {state.game.name for state in hands}
    game = names.pop() if len(names) == 1 else f"{counted(len(games), 'game')}"
    return JudgedTable(
        tuple(numbers),
        game,
        unit,
        hand,
        player,
        np.concatenate(won) / unit_chips,
        rows,
        sum(all_ins),
        method,
        note,
        deals,
    )


def check_table_method(method: str) -> None:
    """Raise ValueError unless the method works for tables of any size.

    Args:
        method: One of `TABLE_METHODS`.

    Raises:
        ValueError: For any other name.
    """
    check_method(method)
    if method not in TABLE_METHODS:
        raise ValueError(
            f"method: expected {either(TABLE_METHODS)} at a table, got {method}, which takes the same two players "
            "throughout (in a match two strategies or baselines); e.g. all-in"
        )


def _check(number: int, state: State, first: State, method: str) -> None:
    if not state.is_terminal:
        raise ValueError(f"hand {number}: expected one that is over, got {state!r}")
    if not state.names or len(set(state.names)) != len(state.names):
        raise ValueError(
            f"hand {number}: expected names of the players that differ, got {quoted(list(state.names))}; e.g. A, B and C"
        )
    missing = [p for p, cards in enumerate(state.hole_cards) if not cards]
    needed = [p for p in missing if method != "all-in" or (state.players_left > 1 and not state.folded[p])]
    if needed:
        whose = "all players" if method != "all-in" else "all who did not fold"
        raise ValueError(
            f"hand {number}: expected the cards of {whose} for {method}, got none of {shortened(state.names[needed[0]], 40)}"
        )
    if state.game.cards != first.game.cards:
        raise ValueError(
            f"hand {number}: expected the cards of {first.game.name}, as hand 1 has, got {state.game.name}"
        )
    if unit_of(state.game).name != unit_of(first.game).name:
        raise ValueError(
            f"hand {number}: expected a {unit_of(first.game).name}, as hand 1 has, got {state.game.name} with none"
        )


def _numbered(hands: Sequence[State]) -> dict[str, int]:
    """Return the index of each player by name: most hands first, ties in order of appearance."""
    counts: dict[str, int] = {}
    for state in hands:
        for name in state.names:
            counts[name] = counts.get(name, 0) + 1
    ordered = sorted(counts, key=lambda name: -counts[name])
    return {name: number for number, name in enumerate(ordered)}


def _same_deals(hands: Sequence[State]) -> NDArray[np.int64] | None:
    first = hands[0]
    if any(
        state.game != first.game or set(state.names) != set(first.names) or not all(state.hole_cards)
        for state in hands
    ):
        return None
    return same_deals(
        [state.names for state in hands],
        [state.hole_cards for state in hands],
        [state.board for state in hands],
        [state.hand for state in hands],
        len(first.game.deck),
        first.game.cards.hole,
    )
