"""The table NAME_tournament: all matches of a tournament, and its standings and rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import with_interval
from pokerdata._support.text import one_line
from pokerdata.games.play import TableRules
from pokerdata.games.play.definition import definition_of
from pokerdata.matches.result import Forfeit, MatchResult
from pokerdata.matches.tournaments.ranking import Ranking, instant_runoff, series_runoff, total_bankroll
from pokerdata.matches.tournaments.standings import Outcome, Standings, outcome_of
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.layouts import AMOUNTS, Layout, check_count, layout_of, one_of
from pokerdata.pipeline.store.table import Within

#: Rankings by name -> description.
RANKINGS: Mapping[str, str] = {
    "bankroll": "chips over all matches",
    "instant-runoff": "the greatest loser goes, then the one of those who are left, and so on",
    "series-runoff": "matches won less matches lost; those with the least go; for two players at a table",
}


class TournamentTable(Table):
    """Matches of a section [tournament.NAME]."""

    KIND = "tournament"

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the players."""
        return tuple(self.attributes["agents"])

    @cached_property
    def game(self) -> TableRules:
        """The game."""
        return definition_of(self.attributes["rules"])

    @cached_property
    def results(self) -> tuple[MatchResult, ...]:
        """Result of each match of the first round, in which every group meets."""
        return self.results_of(0)

    def results_of(self, number: int) -> tuple[MatchResult, ...]:
        """Return the results of a round: 0, or one that a runoff played again.

        Args:
            number: Number of the round.
        """
        return tuple(self._result(k) for k in np.flatnonzero(self["round"] == number).tolist())

    def _result(self, k: int) -> MatchResult:
        a = self.attributes
        count = self.game.players
        faults = a["first_faults"][count * k : count * (k + 1)]
        return MatchResult(
            tuple(self.agents[p] for p in self["players"][k].tolist()),
            self.game,
            int(self["seed"][k]),
            parts=np.asarray(self["parts"][k]),
            replays=bool(a["replays"]),
            flow_parts=tuple(map(tuple, self["flows"][k].tolist())),
            decisions=tuple(self["decisions"][k].tolist()),
            seconds=tuple(self["seconds"][k].tolist()),
            faults=tuple(self["faults"][k].tolist()),
            first_faults=tuple(fault or None for fault in faults),
            forfeit=_forfeit(a["forfeits"][k]),
        )

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Outcome of each match of the first round."""
        return tuple(map(outcome_of, self.results))

    @cached_property
    def standings(self) -> Standings:
        """Standings after all matches of the first round."""
        return Standings.of(self.outcomes)

    @cached_property
    def rankings(self) -> Mapping[str, Ranking]:
        """Rankings of the tournament, by the names in `RANKINGS`."""
        found = {"bankroll": total_bankroll(self.outcomes)}
        replay = self._again if self.attributes["replay"] else None
        found["instant-runoff"] = instant_runoff(self.outcomes, replay=replay)
        if self.game.players == 2:
            found["series-runoff"] = series_runoff(self.outcomes)
        return found

    def paid_per_hand(self, names: Sequence[str]) -> NDArray[np.float64]:
        """Return what the row's player paid to the column's, in chips a hand of their common matches.

        Args:
            names: Names of players.

        Returns:
            float64 [names, names]; NaN if the two have not met.
        """
        paid, hands = np.zeros((2, len(names), len(names)))
        for result in self.results:
            at = [names.index(name) for name in result.players]
            for a, row in enumerate(at):
                for b, column in enumerate(at):
                    paid[row, column] += float(result.flows[a][b])
                    hands[row, column] += result.hands * (a != b)
        with np.errstate(invalid="ignore"):
            return paid / hands

    def milliseconds(self, names: Sequence[str]) -> list[float]:
        """Return each player's time per decision, in milliseconds.

        Args:
            names: Names of players.
        """
        found = []
        for name in names:
            mine = [(r, r.players.index(name)) for r in self.results if name in r.players]
            seconds = sum(result.seconds[at] for result, at in mine)
            found.append(1000 * seconds / max(1, sum(result.decisions[at] for result, at in mine)))
        return found

    def _again(self, _: Sequence[str], number: int) -> list[Outcome]:
        return [outcome_of(result) for result in self.results_of(number)]


def _forfeit(text: str) -> Forfeit | None:
    """Return the forfeit of a text 'player deal order reason', or None for an empty text."""
    if not text:
        return None
    player, deal, order, reason = text.split(" ", 3)
    return Forfeit(int(player), int(deal), int(order), reason)


def summary(table: Table) -> list[str]:
    """Return the standings as lines of text."""
    assert isinstance(table, TournamentTable)
    unit = table.results[0].unit
    won, ranking = table.standings.won, table.rankings[table.attributes["ranking"]]
    lines = [
        f"{len(table.results)} matches of {table.results[0].hands:,} hands, {table.game.name}; {unit.short}/100 hands"
    ]
    for rank, name in ranking.order:
        found = won[table.standings.names.index(name)].times(unit.per_hundred(1))
        lines.append(f"{rank}. {name}: {with_interval(found.mean, found.half_width, 1)}")
        lines += [
            f"   forfeited v {', '.join(other for other in result.players if other != name)}: "
            + one_line(result.forfeit.reason)
            for result in table.results
            if result.forfeit is not None and result.players[result.forfeit.player] == name
        ]
    return lines


def table_attributes(
    agents: Sequence[str],
    game: TableRules,
    results: Sequence[MatchResult],
    section: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the attributes of the table.

    Args:
        agents: Names of the players.
        game: The game.
        results: Results of all matches.
        section: The keys deals, seed, ranking and replay.
    """
    return {
        "title": "A tournament: matches of all groups of players over duplicate deals",
        "agents": list(agents),
        "game": game.name,
        "rules": game.values(),
        "deals": section["deals"],
        "seed": section["seed"],
        "ranking": section["ranking"],
        "replay": section["replay"],
        "replays": any(result.replays for result in results),
        "forfeits": ["" if r.forfeit is None else " ".join(map(str, r.forfeit)) for r in results],
        "first_faults": [fault or "" for result in results for fault in result.first_faults],
    }


@layout_of(
    TournamentTable,
    agents=list[str],
    rules=definition_of,
    deals=int,
    ranking=one_of(RANKINGS),
    replay=bool,
    replays=bool,
    first_faults=list[str],
    forfeits=lambda texts: [_forfeit(text) for text in texts],
)
def _layout(table: TournamentTable) -> Layout:
    players, of_player = table.game.players, ("match", table.game.players)
    check_count(table, "forfeits", len(table["round"]))
    check_count(table, "first_faults", players * len(table["round"]))
    return {
        "round": ("|u1", ("match",)),
        "players": ("|u1", of_player, Within(0, len(table.agents) - 1)),
        "seed": ("<u4", ("match",)),
        "parts": ("<i8", ("match", "deal", "order of seats", players)),
        "flows": ("<i8", ("match", players, players)),
        "decisions": ("<i8", of_player, AMOUNTS),
        "seconds": ("<f8", of_player, AMOUNTS),
        "faults": ("<i8", of_player, AMOUNTS),
    }
