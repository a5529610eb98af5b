"""Select decisions of a solved spot by street, action sequence, board and hand, and export them to other programs."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import support
from pokerdata._support.extras import imported_for
from pokerdata._support.progress import Progress
from pokerdata.cards import COMBINATION_COUNT, as_cards, combination_index, combinations_with, format_cards
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.cards.ranges.text import combination_text
from pokerdata.games.betting_tree import DECISION
from pokerdata.games.strategies.selection import check_parquet, nodes_at
from pokerdata.pipeline.store.sharded import KeptParts
from pokerdata.pipeline.store.writing import replacing
from pokerdata.spots.betting import PLAYERS
from pokerdata.spots.decision import Decision
from pokerdata.spots.places import DECISION as DECISION_ITEM
from pokerdata.spots.places import Place
from pokerdata.spots.solution import SpotSolution
from pokerdata.spots.spot import Spot

if TYPE_CHECKING:
    import pandas


_SAME_SUITS = 0  # the suit permutation that changes nothing


@dataclass(frozen=True, eq=False)
class SelectedDecision:
    """A decision and the selected hands of the player to act.

    Attributes:
        decision: The decision.
        street: Street of the decision: 'flop', 'turn' or 'river'.
        boards: Number of deals of the later cards that the decision's board represents.
        rows: int64 [hands], selected rows of the player to act.
    """

    decision: Decision
    street: str
    boards: int
    rows: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class DecisionSelection:
    """Selected decisions of a solved spot, street by street and board by board. Made by `select_decisions`.

    Attributes:
        solution: The solved spot.
        places: For each street, the decisions on its first board or on the requested board.
        boards: For each street int64 [boards], numbers of the selected boards.
        weights: For each street int64 [boards], how many deals each board represents.
        hand: bool [1326], selected hands of the player to act.
    """

    solution: SpotSolution
    places: tuple[tuple[Place, ...], ...]
    boards: tuple[NDArray[np.int64], ...]
    weights: tuple[NDArray[np.int64], ...]
    hand: NDArray[np.bool_]

    @property
    def decisions(self) -> int:
        """Number of decisions on all selected boards."""
        return sum(len(places) * len(boards) for places, boards in zip(self.places, self.boards, strict=True))

    @property
    def rows(self) -> int:
        """Upper bound of the number of hands at all decisions; exact if no hand was requested."""
        boards = enumerate(self.boards)
        return sum(self.rows_on(street, number) for street, of in boards for number in range(len(of)))

    @property
    def most_actions(self) -> int:
        """Largest number of actions at a decision."""
        tree = self.solution.spot.tree
        nodes = [place.node for places in self.places for place in places]
        return max(int(tree.first_edge[node + 1] - tree.first_edge[node]) for node in nodes)

    def __iter__(self) -> Iterator[SelectedDecision]:
        for street, boards in enumerate(self.boards):
            for number in range(len(boards)):
                yield from self.decisions_on(street, number)

    def places_on(self, street: int, number: int) -> Sequence[Place]:
        """Return the decisions of a street on one of its boards.

        Args:
            street: Number of the street, 0 for the spot's first street.
            number: Index into `boards`, from 0.
        """
        places, boards = self.places[street], self.boards[street]
        if len(boards) == 1:
            return places
        board = int(boards[number])
        cards = self.solution.boards(street)[0][board]
        return [_on(place, cards, board) for place in places]

    def decisions_on(self, street: int, number: int) -> Iterator[SelectedDecision]:
        """Yield the evaluated decisions of a street on one of its boards.

        Args:
            street: As for `places_on`.
            number: As for `places_on`.
        """
        name, weight = self.solution.spot.streets[street], int(self.weights[street][number])
        if 0 < street < len(self.solution.spot.streets) - 1 and len(self.boards[street]) > 1:
            self.solution.ends(street)  # all boards share one computation
        for decision in self.solution.decisions(self.places_on(street, number)):
            yield SelectedDecision(decision, name, weight, np.flatnonzero(self.hand[decision.combinations]))

    def rows_on(self, street: int, number: int) -> int:
        """Return an upper bound of the number of hands at the decisions of a street on one of its boards.

        Args:
            street: As for `places_on`.
            number: As for `places_on`.
        """
        game, board, acting = self.solution.game, int(self.boards[street][number]), self._acting[street]
        return sum(acting[p] * int(game.hand_sizes(street, board, p).sum()) for p in (0, 1))

    @cached_property
    def _acting(self) -> list[list[int]]:
        """Return, for each street, at how many decisions of a board each player acts; one count serves all boards."""
        player = self.solution.spot.tree.player
        return [
            np.bincount([int(player[place.node]) for place in places], minlength=2).tolist()
            for places in self.places
        ]


def select_decisions(
    solution: SpotSolution,
    *,
    street: str | None = None,
    path: str | None = None,
    below: bool = False,
    board: str = "",
    hand: str = "",
) -> DecisionSelection:
    """Select decisions of a solved spot; the default is all of them, on each board up to equivalent suits.

    Args:
        solution: The solved spot.
        street: 'flop', 'turn' or 'river'.
        path: Action sequence, 'cr120c/'. It selects the decision after it, or with `below` also all later ones.
        below: Whether to include the decisions after the one that `path` leads to.
        board: A board of one street, in any suits; it selects that street. Give the whole board or the cards dealt after
            the spot's start.
        hand: A hand class, 'AKs', or two cards if the board is known, 'AhKh'.

    Raises:
        ValueError: If an argument does not fit the spot, nothing is selected, or no player can hold the hand there.
    """
    tree, streets = solution.spot.tree, solution.spot.streets
    kept = streets[: streets.index(solution.kept_to) + 1]
    if below and path is None:
        raise ValueError("below: expected a path with it, got none; e.g. path='c' and below")
    if street is not None and street not in streets:
        raise ValueError(f"street: expected {' or '.join(streets)}, got {street!r}; e.g. {streets[-1]!r}")
    meant = np.asarray(tree.kind == DECISION)
    if path is not None:
        meant &= nodes_at(tree, path, below)
    cards = solution.dealt_of(board)
    dealt = len(as_cards(cards, "board")) if cards else 0
    wanted = {k for k, name in enumerate(streets) if street in (None, name)}
    if board.strip():
        if dealt >= len(streets):
            raise ValueError(
                f"board: expected at most {len(streets) - 1} cards after {solution.spot.board}, got {cards}; e.g. 2c"
            )
        wanted &= {dealt}
    places: list[tuple[Place, ...]] = []
    boards: list[NDArray[np.int64]] = []
    weights: list[NDArray[np.int64]] = []
    for k in range(len(streets)):
        nodes = np.flatnonzero(meant & (tree.street == k)) if k in wanted else np.zeros(0, np.int64)
        exact = k == dealt and bool(board.strip())
        found = (
            [solution.find(tree.history(n), cards) for n in nodes.tolist()]
            if exact
            else _places(solution, k, nodes)
        )
        number, weight = np.arange(len(solution.boards(k)[1])), solution.boards(k)[1]
        if exact and found:
            number, weight = np.array([found[0].core_board]), np.ones(1, np.int64)
        if len(number) > 1 and found and streets[k] not in kept:
            raise ValueError(
                f"street: expected one that was kept, up to the {kept[-1]}, or a board, got the {streets[k]} on "
                f"{len(number):,} boards; e.g. {kept[-1]!r}"
            )
        places.append(tuple(found))
        boards.append(number)
        weights.append(weight)
    if not any(places):
        given = {"street": street, "path": path, "board": board}
        words = ", ".join(f"{name} {value}" for name, value in given.items() if value not in (None, ""))
        raise ValueError(
            f"selection: expected some decisions of the spot, got none for {words}; e.g. the street alone"
        )
    exact_suits = all(of.tolist() == [1] for there, of in zip(places, weights, strict=True) if there)
    chosen = _hands(hand, exact_suits)
    if hand:
        players = {int(tree.player[place.node]) for there in places for place in there}
        _check_held(hand, chosen, solution.spot, players, as_cards(cards, "board"))
    return DecisionSelection(solution, tuple(places), tuple(boards), tuple(weights), chosen)


def _places(solution: SpotSolution, street: int, nodes: NDArray[np.int64]) -> list[Place]:
    """Return decisions on the first board of a street, in tree order."""
    if not len(nodes):
        return []
    game, tree = solution.game, solution.spot.tree
    of_street, kinds = game.item_nodes(street), game.item_kinds(street)
    item = {int(of_street[i]): int(i) for i in np.flatnonzero(kinds == DECISION_ITEM)}
    first = solution.boards(street)[0][0]
    return [
        Place(tree.history(node), first, street, node, 0, item[node], DECISION_ITEM, _SAME_SUITS)
        for node in nodes.tolist()
    ]


def _on(place: Place, cards: NDArray[np.uint8], board: int) -> Place:
    """Return a place on another board of its street."""
    return Place(place.history, cards, place.street, place.node, board, place.item, place.kind, _SAME_SUITS)


def _hands(hand: str, exact_suits: bool) -> NDArray[np.bool_]:
    if not hand:
        return np.ones(1326, bool)
    if hand in CLASS_NAMES:
        return np.asarray(CLASS_NAMES.index(hand) == CLASS_OF_COMBINATION)
    cards = as_cards(hand, "hand")
    if len(cards) != 2:
        raise ValueError(f"hand: expected a class or two cards, got {format_cards(cards)}; e.g. AKs or AhKh")
    if not exact_suits:
        raise ValueError(
            f"hand: expected a class of hands, or the board with its cards, as boards stand for others of other suits, "
            f"got {format_cards(cards)}; e.g. AKs"
        )
    chosen = np.zeros(1326, bool)
    chosen[int(combination_index(cards))] = True
    return chosen


def _check_held(
    hand: str, chosen: NDArray[np.bool_], spot: Spot, players: set[int], dealt: NDArray[np.uint8]
) -> None:
    """Check that at least one of the players can hold one of the chosen hands."""
    held = np.any([spot.weights(player) > 0 for player in players], axis=0) & ~combinations_with(dealt)
    if not (held & chosen).any():
        who = " or ".join(PLAYERS[player] for player in sorted(players))
        example = CLASS_NAMES[CLASS_OF_COMBINATION[np.argmax(held)]]
        raise ValueError(f"hand: expected one that {who} can hold there, got {hand}; e.g. {example}")


#: Number of rows above which an export needs confirmation.
MANY_ROWS = 5_000_000
_OF_HAND = ("hand", "reach", "weight", "equity", "ev", "realised")
_OF_ACTION = ("action", "step", "strategy", "value")
_TEXTS = ("street", "board", "history", "player", "hand", "action", "step")
_GROUP = 1 << 18  # rows per write to a Parquet file
_BLOCK = 200_000  # rows that are computed and stored together
_HANDS = [combination_text(c) for c in range(COMBINATION_COUNT)]


def column_names(actions: int) -> list[str]:
    """Return the names of `columns`.

    Args:
        actions: Number of actions with columns.
    """
    of_actions = [f"{name}_{a + 1}" for a in range(actions) for name in _OF_ACTION]
    return ["street", "board", "boards", "history", "player", *_OF_HAND, *of_actions]


class _Rows(NamedTuple):
    """Rows of one decision.

    Attributes:
        texts: Street, board, number of deals it represents, history and player.
        actions: Actions in words.
        steps: Actions in the notation of histories.
        hands: uint16 [rows], numbers of hole cards.
        numbers: float64 [rows, 5 + 2 actions]: reach, weight, equity, ev, realised, then the frequency and EV of each
            action.
    """

    texts: tuple[str, str, int, str, str]
    actions: tuple[str, ...]
    steps: tuple[str, ...]
    hands: NDArray[np.uint16]
    numbers: NDArray[np.float64]


def columns(selected: SelectedDecision, actions: int) -> dict[str, NDArray[Any]]:
    """Return a decision as arrays of equal length, one row for each selected hand of the player to act.

    The columns are street, board, boards (how many deals of the later cards the board represents), history, player ('oop'
    or 'ip'), hand, reach, weight, equity, ev (chips) and realised. Weight is reach times the opponent's reach that meets
    the hand; weight averages by it, and by boards.

    Then each action from 1 on has action_1 ('bet 120'), step_1 (its notation in histories), strategy_1 (frequency) and
    value_1 (EV in chips). Missing entries are '' or NaN.

    Args:
        selected: The decision.
        actions: Number of actions with columns.
    """
    decision = selected.decision
    texts = _texts(selected.street, decision.board, selected.boards, decision.history, decision.player)
    return _columns(_Rows(texts, decision.actions, decision.steps, *_numbers(selected)), actions)


def _texts(
    street: str, board: NDArray[np.uint8], boards: int, history: str, player: int
) -> tuple[str, str, int, str, str]:
    return street, format_cards(board).replace(" ", ""), boards, history, PLAYERS[player]


def _numbers(selected: SelectedDecision) -> tuple[NDArray[np.uint16], NDArray[np.float64]]:
    """Return hands and numbers for the rows of a decision."""
    decision, rows, side = selected.decision, selected.rows, selected.decision.side
    of_hand = [side.reach, side.weights, side.equity, side.ev, decision.realised]
    of_actions = np.stack([decision.strategy, decision.values], axis=2).reshape(len(side.reach), -1)
    numbers = np.concatenate([np.stack(of_hand, axis=1), of_actions], axis=1)
    return decision.combinations[rows].astype(np.uint16), numbers[rows]


def _columns(rows: _Rows, actions: int) -> dict[str, NDArray[Any]]:
    count = len(rows.hands)
    of_texts = ("street", "board", "boards", "history", "player")
    found: dict[str, NDArray[Any]] = {
        name: np.full(count, value) for name, value in zip(of_texts, rows.texts, strict=True)
    }
    found["hand"] = np.array([_HANDS[c] for c in rows.hands.tolist()], str)
    found |= {name: rows.numbers[:, k] for k, name in enumerate(_OF_HAND[1:])}
    for a in range(actions):
        there = a < len(rows.actions)
        found[f"action_{a + 1}"] = np.full(count, rows.actions[a] if there else "")
        found[f"step_{a + 1}"] = np.full(count, rows.steps[a] if there else "")
        for k, name in enumerate(("strategy", "value")):
            number = len(_OF_HAND) - 1 + 2 * a + k
            found[f"{name}_{a + 1}"] = rows.numbers[:, number] if there else np.full(count, np.nan)
    return found


def frames(selection: DecisionSelection, *, progress: Progress | None = None) -> Iterator[pandas.DataFrame]:
    """Yield a pandas data frame for each decision, with the columns of `columns`.

    Args:
        selection: Selection that `select_decisions` returned.
        progress: Called with the number of decisions done and the total.

    Raises:
        ModuleNotFoundError: If pandas is missing.
    """
    with imported_for("frames"):
        import pandas

    for part in _parts(selection, progress):
        yield pandas.DataFrame(_columns(part, selection.most_actions))


def kept_rows(selection: DecisionSelection, folder: str | os.PathLike[str], source: object) -> KeptParts:
    """Return the storage of finished rows, with which an interrupted export continues on the same call.

    Args:
        selection: Selection that `select_decisions` returned.
        folder: Folder of the rows; they are removed once the file is written.
        source: Identifies the solution as JSON-compatible values, for example the digests of its table.
    """
    places = [[place.node for place in places] for places in selection.places]
    boards = [boards.tolist() for boards in selection.boards]
    hand = np.packbits(selection.hand).tobytes().hex()
    return KeptParts(folder, ["rows of a spot", source, places, boards, hand, _BLOCK])


def write_csv(
    selection: DecisionSelection,
    path: Path,
    *,
    keep: KeptParts | None = None,
    progress: Progress | None = None,
) -> int:
    """Write `columns` as CSV with a header, atomically, and return the number of rows.

    NaN becomes an empty cell. Memory use does not grow with the number of rows.

    Args:
        selection: Selection that `select_decisions` returned.
        path: Output file.
        keep: Storage of finished rows from `kept_rows`; `None` stores none.
        progress: As for `frames`.
    """
    rows, actions = 0, selection.most_actions
    with replacing(path) as temporary, temporary.open("wb") as file:
        file.write((_line(column_names(actions)) + "\n").encode())
        for part in _parts(selection, progress, keep):
            between = [_line(part.texts) + ",", *[","] * (len(_OF_HAND) - 1)]
            for named in zip(part.actions, part.steps, strict=True):
                between += [f",{_line(named)},", ","]
            between.append("," * len(_OF_ACTION) * (actions - len(part.actions)) + "\n")
            words = [_HANDS[c] for c in part.hands.tolist()]
            file.write(support.table_text(words, np.ascontiguousarray(part.numbers), between))
            rows += len(words)
    _remove(keep)
    return rows


def _line(cells: Sequence[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()


def write_parquet(
    selection: DecisionSelection,
    path: Path,
    *,
    keep: KeptParts | None = None,
    progress: Progress | None = None,
) -> int:
    """Write `columns` as Parquet, atomically and in groups of rows, and return the number of rows.

    Memory use does not grow with the number of rows.

    Args:
        selection: Selection that `select_decisions` returned.
        path: Output file.
        keep: As for `write_csv`.
        progress: As for `frames`.

    Raises:
        ModuleNotFoundError: If pyarrow is missing; the message says how to install it.
    """
    pa = check_parquet()
    import pyarrow.parquet as pq

    schema = pa.schema([(name, _arrow_type(pa, name)) for name in column_names(selection.most_actions)])
    rows = 0
    waiting: list[Any] = []
    with (
        replacing(path) as temporary,
        temporary.open("wb") as file,  # pyarrow rejects file names that are not UTF-8
        pq.ParquetWriter(file, schema) as writer,
    ):

        def write() -> None:
            writer.write_table(pa.concat_tables(waiting).combine_chunks())
            waiting.clear()

        for part in _parts(selection, progress, keep):
            waiting.append(pa.table(_columns(part, selection.most_actions), schema=schema))
            rows += len(part.hands)
            if sum(table.num_rows for table in waiting) >= _GROUP:
                write()
        if waiting:
            write()
    _remove(keep)
    return rows


def write_npz(
    selection: DecisionSelection,
    path: Path,
    *,
    keep: KeptParts | None = None,
    progress: Progress | None = None,
) -> int:
    """Write `columns` as NumPy's compressed .npz, atomically, and return the number of rows; all rows are held in memory.

    Args:
        selection: Selection that `select_decisions` returned.
        path: Output file.
        keep: As for `write_csv`.
        progress: As for `frames`.
    """
    parts = [_columns(part, selection.most_actions) for part in _parts(selection, progress, keep)]
    found: dict[str, Any] = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, **found)
    _remove(keep)
    return len(found["hand"])


def _parts(
    selection: DecisionSelection, progress: Progress | None, keep: KeptParts | None = None
) -> Iterator[_Rows]:
    """Yield the rows of each decision, board after board; stored rows are not computed again."""
    decisions, done = selection.decisions, 0
    blocks = _blocks(selection)
    if keep is not None:
        keep.check()
        keep.remove_stale()
    for street, first, end in blocks:
        places = len(selection.places[street])
        key = f"{street}-{first}-{end}"
        kept = None if keep is None else keep.load_shard(key)
        if kept is None:
            hands, numbers, counts = [], [], []
            for number in range(first, end):
                for selected in selection.decisions_on(street, number):
                    found = _numbers(selected)
                    hands.append(found[0])
                    numbers.append(found[1].reshape(-1))
                    counts.append(len(found[0]))
                if progress is not None and number + 1 < end:
                    progress(done + (number + 1 - first) * places, decisions)
            kept = {
                "hands": np.concatenate(hands),
                "numbers": np.concatenate(numbers),
                "counts": np.array(counts),
            }
            if keep is not None and len(blocks) > 1:
                keep.save_shard(key, kept)
        yield from _rows_of(selection, (street, first, end), kept)
        done += (end - first) * places
        if progress is not None:
            progress(done, decisions)


def _blocks(selection: DecisionSelection) -> list[tuple[int, int, int]]:
    """Return (street, first board, end board) of the blocks of rows that are computed and stored together."""
    found = []
    for street, boards in enumerate(selection.boards):
        first, rows = 0, 0
        for number in range(len(boards) if selection.places[street] else 0):
            rows += selection.rows_on(street, number)
            if rows >= _BLOCK or number + 1 == len(boards):
                found.append((street, first, number + 1))
                first, rows = number + 1, 0
    return found


def _rows_of(
    selection: DecisionSelection, block: tuple[int, int, int], arrays: Mapping[str, NDArray[Any]]
) -> Iterator[_Rows]:
    solution, (street, first, end) = selection.solution, block
    name, tree = solution.spot.streets[street], solution.spot.tree
    actions = [solution.named_actions(place) for place in selection.places[street]]
    counts, row, at = iter(arrays["counts"].tolist()), 0, 0
    for number in range(first, end):
        weight = int(selection.weights[street][number])
        for place, (words, steps) in zip(selection.places_on(street, number), actions, strict=True):
            count, width = next(counts), len(_OF_HAND) - 1 + 2 * len(steps)
            texts = _texts(name, place.board, weight, place.history, int(tree.player[place.node]))
            numbers = arrays["numbers"][at : at + count * width].reshape(count, width)
            yield _Rows(texts, words, steps, arrays["hands"][row : row + count], numbers)
            row, at = row + count, at + count * width


def _remove(keep: KeptParts | None) -> None:
    if keep is not None:
        keep.remove()


def _arrow_type(pa: Any, name: str) -> Any:
    kind = name.split("_")[0]
    return pa.string() if kind in _TEXTS else pa.int64() if kind == "boards" else pa.float64()
