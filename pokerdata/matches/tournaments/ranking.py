"""Who won a tournament: by chips in all, by instant runoff, by series runoff.

Sources: Zopf 2010, 1.2 (total bankroll, bankroll instant runoff); rules of the Annual Computer Poker Competition (series
runoff). Where the sources leave ties open, those who are even go together and share the rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from pokerdata.matches.tournaments.standings import Outcome


@dataclass(frozen=True)
class Round:
    """A round of a ranking.

    Attributes:
        sums: Of those who were left: what they were compared by, in the order of the players.
        out: Who went.
    """

    sums: Mapping[str, Fraction]
    out: tuple[str, ...]


@dataclass(frozen=True)
class Ranking:
    """Places of players.

    Attributes:
        ranks: Of each player, 1 for the best; those who are even have the same, and the next ones as many less.
        rounds: How they came about, the first round first.
    """

    ranks: Mapping[str, int]
    rounds: tuple[Round, ...]

    @property
    def order(self) -> tuple[tuple[int, str], ...]:
        """Ranks and names, the best first; even ones by name."""
        return tuple(sorted((rank, name) for name, rank in self.ranks.items()))


def total_bankroll(outcomes: Sequence[Outcome]) -> Ranking:
    """By chips a hand over all matches.

    Args:
        outcomes: Of all matches.

    Raises:
        ValueError: For no match.
    """
    players = _players(outcomes)
    sums = _sums(outcomes, players)
    return Ranking(_places(sums), (Round(sums, ()),))


def instant_runoff(
    outcomes: Sequence[Outcome],
    *,
    replay: Callable[[Sequence[str], int], Sequence[Outcome]] | None = None,
) -> Ranking:
    """The greatest loser over all matches goes, then the one over the matches of those who are left, and so on.

    When as few are left as sit at a table, their match decides. Players who are even at the bottom go together and share
    the rank; where that leaves fewer than a table, their sums of the round before decide.

    Args:
        outcomes: Of all matches: every pair, or every three.
        replay: Plays the matches of those who are left anew, given their names and the number of the round, from 1: the way
            of the thesis for three players. By default the matches already played are summed again.

    Raises:
        ValueError: For no match, or one that is missing.
    """
    left = _players(outcomes)
    table = len(outcomes[0].names)
    _check_complete(outcomes, left, table)
    ranks: dict[str, int] = {}
    rounds: list[Round] = []
    sums = _sums(outcomes, left)
    while len(left) > table:
        least = min(sums.values())
        out = tuple(name for name in left if sums[name] == least)
        rounds.append(Round(sums, out))
        left = [name for name in left if name not in out]
        ranks.update(dict.fromkeys(out, len(left) + 1))
        if len(left) < table:
            break
        if replay is not None:
            outcomes = replay(left, len(rounds))
            _check_complete(outcomes, left, table)
        sums = _sums(outcomes, left)
    if left:
        last = {name: sums[name] for name in left}
        if len(left) == table:
            rounds.append(Round(last, ()))
        ranks.update(_places(last))
    return Ranking(_in_order(ranks, _players_of_rounds(rounds)), tuple(rounds))


def series_runoff(outcomes: Sequence[Outcome]) -> Ranking:
    """By matches won less matches lost: those with the least of all who are left rank below the rest and go.

    Args:
        outcomes: Of every pair of players.

    Raises:
        ValueError: For no match, for one of more than two players, or one that is missing.
    """
    left = _players(outcomes)
    _check_complete(outcomes, left, 2)
    ranks: dict[str, int] = {}
    rounds: list[Round] = []
    while left:
        sums = {name: Fraction(0) for name in left}
        for outcome in _among(outcomes, left):
            for name, chips in zip(outcome.names, outcome.chips, strict=True):
                sums[name] += (chips > 0) - (chips < 0)
        least = min(sums.values())
        out = tuple(name for name in left if sums[name] == least)
        rounds.append(Round(sums, out))
        left = [name for name in left if name not in out]
        ranks.update(dict.fromkeys(out, len(left) + 1))
    return Ranking(_in_order(ranks, _players_of_rounds(rounds)), tuple(rounds))


def _players(outcomes: Sequence[Outcome]) -> list[str]:
    if not outcomes:
        raise ValueError("outcomes: expected those of a match or more, got none")
    return list(dict.fromkeys(name for outcome in outcomes for name in outcome.names))


def _among(outcomes: Iterable[Outcome], players: Iterable[str]) -> list[Outcome]:
    left = set(players)
    return [outcome for outcome in outcomes if left.issuperset(outcome.names)]


def _sums(outcomes: Iterable[Outcome], players: Sequence[str]) -> dict[str, Fraction]:
    """Of each player the sum of his means over the matches of these players."""
    sums = {name: Fraction(0) for name in players}
    for outcome in _among(outcomes, players):
        for name, mean in zip(outcome.names, outcome.means, strict=True):
            sums[name] += mean
    return sums


def _places(sums: Mapping[str, Fraction]) -> dict[str, int]:
    values = sorted(sums.values(), reverse=True)
    return {name: values.index(value) + 1 for name, value in sums.items()}


def _players_of_rounds(rounds: Sequence[Round]) -> list[str]:
    return list(rounds[0].sums)


def _in_order(ranks: Mapping[str, int], players: Sequence[str]) -> dict[str, int]:
    return {name: ranks[name] for name in players}


def _check_complete(outcomes: Sequence[Outcome], players: Sequence[str], table: int) -> None:
    """Every group of so many players must have met once."""
    met = [frozenset(outcome.names) for outcome in outcomes]
    for outcome in outcomes:
        if len(outcome.names) != table:
            raise ValueError(
                f"outcomes: expected matches of {table} players, got one of {', '.join(outcome.names)}"
            )
    for group in combinations(players, table):
        if met.count(frozenset(group)) != 1:
            raise ValueError(
                f"outcomes: expected one match of {' and '.join(group)}, got {met.count(frozenset(group))}"
            )
