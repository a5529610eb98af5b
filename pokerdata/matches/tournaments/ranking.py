"""Rankings of a tournament: by total chips, by instant runoff, by series runoff.

Sources: Zopf 2010, 1.2 (total bankroll, bankroll instant runoff); rules of the Annual Computer Poker Competition (series
runoff). Where the sources leave ties open, tied players drop out together and share the rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from pokerdata.matches.tournaments.standings import Outcome


@dataclass(frozen=True)
class Round:
    """One round of a ranking.

    Attributes:
        sums: Values by which the remaining players were compared, in the order of the players.
        out: Players that dropped out.
    """

    sums: Mapping[str, Fraction]
    out: tuple[str, ...]


@dataclass(frozen=True)
class Ranking:
    """Ranks of players.

    Attributes:
        ranks: Rank of each player, 1 for the best; tied players share a rank, and the next ranks are skipped.
        rounds: The rounds that led to the ranks, the first round first.
    """

    ranks: Mapping[str, int]
    rounds: tuple[Round, ...]

    @property
    def order(self) -> tuple[tuple[int, str], ...]:
        """Ranks and names, the best first; tied players by name."""
        return tuple(sorted((rank, name) for name, rank in self.ranks.items()))


def total_bankroll(outcomes: Sequence[Outcome]) -> Ranking:
    """Rank players by chips a hand over all matches.

    Args:
        outcomes: Outcomes of all matches.

    Raises:
        ValueError: If there are no matches.
    """
    players = _players(outcomes)
    sums = _sums(outcomes, players)
    return Ranking(_places(sums), (Round(sums, ()),))


def instant_runoff(
    outcomes: Sequence[Outcome],
    *,
    replay: Callable[[Sequence[str], int], Sequence[Outcome]] | None = None,
) -> Ranking:
    """Rank players by instant runoff: the greatest loser over the matches of the remaining players drops out, repeatedly.

    When only as many players remain as sit at a table, their match decides. Players tied at the bottom drop out together and
    share the rank. If that leaves fewer than a table, their sums of the previous round decide.

    Args:
        outcomes: Outcomes of all matches: every pair, or every three.
        replay: Plays the matches of the remaining players again, given their names and the number of the round, from 1, as
            in the thesis for three players. By default the matches already played are summed again.

    Raises:
        ValueError: If there are no matches, or one is missing.
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
    """Rank players by matches won less matches lost; players with the least of the remaining rank below and drop out.

    Args:
        outcomes: Outcomes of every pair of players.

    Raises:
        ValueError: If there are no matches, one has more than two players, or one is missing.
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
    """Return for each player the sum of its means over the matches of these players."""
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
    """Raise ValueError unless every group of this many players met once."""
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
