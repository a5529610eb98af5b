"""All kinds of tables with their own lookups, and opening a table as its kind."""

from __future__ import annotations

import os

from pokerdata.abstraction.kinds import BUCKET_TABLES
from pokerdata.cards.preflop.matchups import MatchupTable
from pokerdata.cards.strength.potential import PotentialTable
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.errors import MissingTableError
from pokerdata.games.bucketed import CountsTable
from pokerdata.games.strategies.strategy_file import StrategyTable
from pokerdata.matches.local import LocalBestResponseTable
from pokerdata.matches.luck.matches import ReducedTable
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.matches.series_result import SeriesTable
from pokerdata.matches.tournaments.tournament_table import TournamentTable
from pokerdata.pipeline import store
from pokerdata.pipeline.store import Table
from pokerdata.recipes.hints import with_hint
from pokerdata.solving.jam_or_fold.playing import JamFoldTable
from pokerdata.solving.public.trade_off_table import TradeOffTable
from pokerdata.spots.flop_report_table import FlopReportTable
from pokerdata.spots.resolving.gains_table import ResolvingTable
from pokerdata.spots.spot_table import SpotTable

#: Classes of tables. A new one is a class in its own file and a line here.
TABLE_CLASSES: tuple[type[Table], ...] = (
    StrengthTable,
    PotentialTable,
    MatchupTable,
    JamFoldTable,
    *BUCKET_TABLES,
    CountsTable,
    MatchesTable,
    ReducedTable,
    SeriesTable,
    LocalBestResponseTable,
    TournamentTable,
    SpotTable,
    FlopReportTable,
    ResolvingTable,
    TradeOffTable,
    StrategyTable,
)


def open_table(
    name_or_path: str | os.PathLike[str], *, tables: str | os.PathLike[str] | None = None
) -> Table:
    """Open a table by name or by path.

    The result has the lookups of its kind, e.g. as in `pokerdata.cards.strength.strength_table.StrengthTable`.

    Args:
        name_or_path: A name, or a path: a ``Path``, or text that contains ``/`` or ends in ``.h5``. A name is searched only
            in the folder `tables` if given, else only in ``$POKERDATA_TABLES`` if set. Otherwise it is searched in
            ``./tables``, in the folder ``tables`` of the checkout from which the package is imported, if any, and in
            ``~/.local/share/pokerdata/tables`` (with ``$XDG_DATA_HOME`` instead of ``~/.local/share`` if set).
            NAME.h5 is searched as NAME if there is no such file in the working folder.
        tables: The only folder to search for a name.

    Raises:
        TableError: If the file is missing, damaged, truncated, foreign or of another schema version, or contains a table
            with another name.
        ValueError: If it is not a name or path.
    """
    try:
        return store.open_table(name_or_path, tables, *TABLE_CLASSES, Table)
    except MissingTableError as error:
        raise with_hint(error) from None
