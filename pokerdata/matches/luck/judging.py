"""Read the hands of match logs, and reduce the luck in the results of two players."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.estimates import Estimate, estimate_of
from pokerdata._support.text import brief, counted, either, one_line, quoted, shortened
from pokerdata.games import CardRules, Game, Unit, table_rules
from pokerdata.games.play import State, TableRules, read_log, read_phh
from pokerdata.matches.duel import Hand
from pokerdata.matches.luck.divat import (
    DivatTable,
    Line,
    hands_for,
    lines_head,
    lines_rows,
    lines_text,
    lines_told,
)
from pokerdata.matches.luck.hands import check_values, divat_hands, guess, luck_terms, reduced_hands
from pokerdata.matches.luck.matches import FITTED, GUESSED, same_deals
from pokerdata.matches.luck.methods import METHODS, check_method, features_note, without_luck
from pokerdata.matches.luck.table_judging import TABLE_METHODS
from pokerdata.matches.luck.values import FIT_HANDS, MOST_FIT_HANDS, MOST_SEED, Values, has_strategy
from pokerdata.players.agents import Agent
from pokerdata.players.plain import HeadsUpPlayer, game_for_two


@dataclass(frozen=True, eq=False)
class JudgedHands:
    """Results of two players' hands, as won and with less luck, from the first player's view.

    Attributes:
        players: Names of both players.
        game: Name of the game.
        known: Names of the players with a known strategy.
        won: float64 [hands], chips of the first player.
        reduced: float64 [hands], the same without the luck.
        method: One of `pokerdata.matches.luck.METHODS`.
        note: For DIVAT: the source of its thresholds. For MIVAT: the number of features.
            For AIVAT: a warning if the strategies may not be those that were played.
        pairs: int64 [deals, 2], the hands of each deal if all were played twice with the players swapped; else None.
        values: For AIVAT and advantage sums: source of the estimated values, one of `pokerdata.matches.luck.VALUES`; else
            "".
        fit_hands: Hands used to estimate values, for each seating; 0 if none.
        seed: Seed of those hands.
        stand_in: Strategy that stood in for unknown players when values were estimated; "" for none.
    """

    players: tuple[str, str]
    game: Game
    known: tuple[str, ...]
    won: NDArray[np.float64] = field(repr=False)
    reduced: NDArray[np.float64] = field(repr=False)
    method: str = "all-in"
    note: str = ""
    pairs: NDArray[np.int64] | None = field(default=None, repr=False)
    values: str = ""
    fit_hands: int = 0
    seed: int = 0
    stand_in: str = ""

    @property
    def estimates(self) -> dict[str, Estimate]:
        """Chips a hand of the first player: 'raw' over hands, 'duplicate' over pairs if there are any, and 'reduced'.

        If each deal was played twice with the players swapped, 'reduced' is over pairs, too. Otherwise, assumes that hands
        are independent.
        """
        found = {"raw": estimate_of(self.won)}
        if self.pairs is None:
            return found | {"reduced": estimate_of(self.reduced)}
        return found | {
            "duplicate": estimate_of(self.won[self.pairs].mean(axis=1)),
            "reduced": estimate_of(self.reduced[self.pairs].mean(axis=1)),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return all fields except the hands as JSON values; None means unknown."""
        unit = Unit.of(self.game.rules)
        found: dict[str, Any] = {
            "players": list(self.players),
            "game": self.game.rules.name,
            "hands": len(self.won),
            "duplicate_deals": None if self.pairs is None else len(self.pairs),
            "method": self.method,
            "known": list(self.known),
            "note": self.note,
            "values": self.values,
            "fit_hands": self.fit_hands,
            "seed": self.seed,
            "stand_in": self.stand_in,
            "unit": unit.name,
            "unit_chips": unit.chips,
        }
        return found | lines_told(self._lines(), unit)

    def _lines(self) -> dict[str, Line]:
        wanted = Unit.of(self.game.rules).chips / 100
        return {
            name: Line(value, hands_for(value, len(self.won), wanted))
            for name, value in self.estimates.items()
        }

    def _rows(self) -> list[tuple[str, str, str]]:
        return lines_rows(self._lines(), Unit.of(self.game.rules), self.method)

    def _notes(self) -> list[str]:
        twice = "" if self.pairs is None else ", each deal played twice"
        known = (
            f"strategies known: {', '.join(shortened(one_line(name), 40) for name in self.known) or 'none'}"
        )
        guessed = GUESSED.get(self.values, "").format(hands=self.fit_hands)
        notes = [
            f"{counted(len(self.won), 'hand')}{twice}; {known}",
            f"{self.method}: {METHODS[self.method]}",
        ]
        if guessed:
            seed = f", seed {self.seed}" if self.fit_hands else ""
            notes.append(guessed.removeprefix("; ") + seed)
        if self.stand_in:
            notes.append(
                f"{one_line(self.stand_in)} stands in for players who are not known, in values alone"
            )
        if self.method == "mivat":
            notes.append(FITTED)
        return [*notes, self.note] if self.note else notes

    def __repr__(self) -> str:
        names = " against ".join(shortened(name, 24) for name in self.players)
        return brief(self, f"{names}: {self._rows()[-1][1]} {Unit.of(self.game.rules).short}/100 hands")

    def __str__(self) -> str:
        table = lines_text([lines_head(Unit.of(self.game.rules)), *self._rows()])
        first, second = (shortened(one_line(name), 40) for name in self.players)  # names come from the log
        return "\n".join([f"{first} against {second}: {self.game.rules.name}", *self._notes(), *table])

    def _repr_html_(self) -> str:
        caption = f"{' against '.join(self.players)}: {self.game.rules.name}"
        head = lines_head(Unit.of(self.game.rules))
        return html.table(self._rows(), head=head, caption=caption, notes=self._notes())


def log_hands(
    path: str | os.PathLike[str],
    game: TableRules | Game | str | None = None,
    *,
    chip: int | str | Fraction = 1,
) -> tuple[State, ...]:
    """Read the hands of a log in the competition's format, or of a `.phh` or `.phhs` file.

    Args:
        path: The log; a name that ends in .phh or .phhs selects that format.
        game: The game, in any form that `pokerdata.load_game` accepts; not needed for .phh.
        chip: Value of a chip in `.phh` files, as for `pokerdata.games.play.read_phh`.

    Raises:
        ValueError: As `pokerdata.games.play.read_log` and `pokerdata.games.play.read_phh`, with file and line in the
            message; also for a log without a game.
    """
    if Path(path).suffix in (".phh", ".phhs"):
        return read_phh(path, chip=chip)
    if game is None:
        raise ValueError(f"game: expected that of the log {path}, got none; e.g. limit-holdem")
    return tuple(read_log(table_rules(game), Path(path)).hands)


def of_two(hands: Sequence[State]) -> bool:
    """Return whether `judge_hands` can judge the hands: one game, the same two players, all cards known."""
    return bool(hands) and all(
        state.players == 2
        and state.game == hands[0].game
        and set(state.names) == set(hands[0].names)
        and all(state.hole_cards)
        for state in hands
    )


# Removed luck has the mean 0 if the strategies are those that were played. Over at least this many hands or pairs, a mean
# beyond this many standard errors makes that unlikely.
_DOUBTFUL, _ENOUGH = 5.0, 30


def judge_hands(
    hands: Sequence[State],
    *,
    method: str | None = None,
    known: Mapping[str, Agent] | None = None,
    stand_in: Agent | None = None,
    values: str = "hands",
    fit_hands: int = FIT_HANDS,
    divat: DivatTable | None = None,
    seed: int = 0,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> JudgedHands:
    """Reduce the luck in hands of two players.

    - 'all-in': all-ins count as their mean over the cards to come. The default without a known strategy.
    - 'aivat': the default with one or two known strategies. Values are for the known strategies against each other, or
      of the known one against itself, on other hands.
    - 'advantage': removes the luck of cards alone, by values of strategies that need not be those that were played.
    - 'mivat': needs no strategy. It fits features of the cards and the pot to one half of the hands of each seating, and
      corrects the other half. If each deal was played twice, it uses halves of the pairs.
    - 'divat': for limit games, and biased.

    Args:
        hands: Finished hands with names and both players' cards: `State` objects of one game and the same two players.
        method: One of `pokerdata.matches.luck.METHODS`; by default 'aivat' if a strategy is known, else 'advantage' if one
            stands in, else 'all-in'.
        known: For AIVAT and advantage sums: agents by the names of the players that played their strategies.
        stand_in: For AIVAT and advantage sums: an agent with a strategy. It stands in for each player that is not in `known`
            when values are estimated. It need not be the played strategy: a bad estimate biases no result.
        values: For AIVAT and advantage sums: source of the estimated values, one of `pokerdata.matches.luck.VALUES`: hands,
            exact values of the strategies (of one against itself if the other's is missing or has other states), or
            strength.
        fit_hands: For values from hands: as for `Values.fit`.
        divat: Baseline of DIVAT; by default `DivatTable.from_memory`, which is not verified.
        seed: Seed of the hands that values are estimated from.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        tables: For MIVAT and DIVAT in hold'em: the only folder to search for flop_strength, turn_strength and
            river_strength. For values from strategies and strength: the folder of joint counts; by default the folder of the
            strategy's file.
            if not given.

    Returns:
        The results of the player in position 0 of the first hand.

    Raises:
        ValueError: If there are no hands, a hand has more or other players, cards are unknown, the game is not for two, the
            method does not fit the other arguments, or a known strategy never plays a hand so; the message
            names the hand.
        TableError: If values of strategies or strength need joint counts that are missing.
    """
    if not hands:
        raise ValueError("hands: expected one or more, got none; e.g. read_log(game, 'match.log').hands")
    method = _method(method, bool(known), stand_in, divat)
    check_values(values, method)
    definition, names = hands[0].game, hands[0].names
    if definition.players != 2 or len(names) != 2 or names[0] == names[1]:
        raise ValueError(
            f"hands: expected two players with names that differ, got {definition.players} and {quoted(list(names))}; "
            f"e.g. judge_table for tables of any size, by {either(TABLE_METHODS)}"
        )
    agents = dict(known or {})
    fit_hands = as_count(fit_hands, "fit_hands", 1, MOST_FIT_HANDS, FIT_HANDS)
    seed = as_count(seed, "seed", 0, MOST_SEED - 1, 1)  # the second seating uses seed + 1
    if strangers := sorted(set(agents) - set(names)):
        raise ValueError(
            f"known: expected names among {shortened(', '.join(names), 200)}, got {', '.join(strangers)}"
        )
    if stand_in is not None and len(agents) == 2:
        raise ValueError(
            f"stand_in: expected none where both players are known, got {stand_in.name}; e.g. one of known alone"
        )
    game = _game(definition, [*agents.values(), *([] if stand_in is None else [stand_in])])
    # If the log's first position is the big blind, player 1 is the log's second player.
    rules = game.rules
    same = (tuple(rules.blinds), tuple(rules.first_to_act)) == (definition.blinds, definition.first_to_act)
    first_position = 0 if same else 1
    told = [
        _told(number, state, names, definition, game.cards, first_position)
        for number, state in enumerate(hands, 1)
    ]
    won = np.empty(len(told))
    guessed: Values | None = None
    terms: NDArray[np.float64] | None = None  # measured terms of each hand, in chips of the first player
    for turn, seated in enumerate((names, names[::-1])):
        chosen = [number for number, hand in enumerate(told) if hand.players == seated]
        if not chosen:
            continue
        playing = agents.get(seated[0]), agents.get(seated[1])
        if one := playing[0] or playing[1] or stand_in:
            other = stand_in or one
            first, second = playing[0] or other, playing[1] or other
            guessed = guess(
                values,
                first,
                second,
                first,
                hands=fit_hands,
                seed=seed + turn,
                threads=threads,
                tables=tables,
                before=guessed,
            )
        sign = 1 if turn == 0 else -1
        some = [told[number] for number in chosen]
        won[chosen] = [sign * hand.won for hand in some]
        numbers = [number + 1 for number in chosen]
        if method == "mivat":
            measured = luck_terms(some, game, numbers=numbers, threads=threads, tables=tables)
        elif method == "divat":
            measured = divat_hands(some, game, table=divat, numbers=numbers, threads=threads, tables=tables)
        else:
            # An advantage sum ignores the strategies' probabilities: it weighs neither actions nor other hands.
            seen = playing if method == "aivat" else (None, None)
            measured = reduced_hands(some, game, values=guessed, known=seen, threads=threads, numbers=numbers)
        rows = measured.reshape(len(chosen), -1)
        if terms is None:
            terms = np.empty((len(told), rows.shape[1]))
        terms[chosen] = sign * rows
    assert terms is not None  # there is at least one hand
    pairs = same_deals(
        [hand.players for hand in told],
        [hand.hole for hand in told],
        [hand.board.split() for hand in told],
        [state.hand for state in hands],
        game.cards.deck,
        game.cards.hole,
    )
    reduced = terms[:, 0]
    if method == "mivat" and pairs is not None:
        reduced[pairs] = without_luck(terms[pairs])
    elif method == "mivat":
        turns = np.array([hand.players != tuple(names) for hand in told])
        for seating in (turns, ~turns):
            reduced[seating] = without_luck(terms[seating][:, None])[:, 0]
    note = "" if method != "divat" else (divat or DivatTable.from_memory(len(game.cards.board))).note
    if method == "aivat":
        note = _doubt(won - reduced, pairs)
    elif method == "mivat":
        note = features_note(terms.shape[1] - 1)
    return JudgedHands(
        (names[0], names[1]),
        game,
        tuple(n for n in names if n in agents),
        won,
        reduced,
        method,
        note,
        pairs,
        values if guessed else "",
        fit_hands if guessed and values == "hands" else 0,
        seed,
        "" if stand_in is None else stand_in.name,
    )


def _doubt(luck: NDArray[np.float64], pairs: NDArray[np.int64] | None) -> str:
    """Return a warning if the removed luck is not 0 on average, as it is for strategies that were really played."""
    samples = luck if pairs is None else luck[pairs].mean(axis=1)
    found = estimate_of(samples)
    if len(samples) < _ENOUGH or abs(found.mean) <= _DOUBTFUL * found.standard_error:
        return ""
    errors = abs(found.mean) / found.standard_error
    return f"in doubt: raw and reduced differ by {errors:.1f} standard errors; were these strategies played?"


def _method(method: str | None, known: bool, stand_in: Agent | None, divat: DivatTable | None) -> str:
    found = method or ("aivat" if known else "all-in" if stand_in is None else "advantage")
    check_method(found)
    if found == "aivat" and not known:
        raise ValueError(
            "known: expected a strategy for aivat, got none; e.g. the method mivat, or advantage with a strategy that "
            "stands in"
        )
    if found not in ("aivat", "advantage") and known:
        raise ValueError(f"known: expected none for {found}, got one; e.g. the method aivat")
    if found not in ("aivat", "advantage") and stand_in is not None:
        raise ValueError(
            f"stand_in: expected none for {found}, got {stand_in.name}; e.g. the method advantage"
        )
    if found == "advantage" and not known and stand_in is None:
        raise ValueError(
            "stand_in: expected a strategy that values are from for advantage, got none; e.g. Agent.load('leduc.h5')"
        )
    if divat is not None and found != "divat":
        raise ValueError(f"divat: expected no table for {found}; e.g. the method 'divat'")
    return found


def judge_log(
    path: str | os.PathLike[str],
    game: TableRules | Game | str | None = None,
    *,
    method: str | None = None,
    known: Mapping[str, Agent] | None = None,
    stand_in: Agent | None = None,
    values: str = "hands",
    fit_hands: int = FIT_HANDS,
    divat: DivatTable | None = None,
    chip: int | str | Fraction = 1,
    seed: int = 0,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> JudgedHands:
    """Reduce the luck in a log in the competition's format, or in a `.phh` file, as `judge_hands` does.

    Args:
        path: The log; a name that ends in .phh or .phhs selects that format.
        game: The game, in any form that `pokerdata.load_game` accepts; not needed for .phh.
        method: As for `judge_hands`.
        known: As for `judge_hands`.
        stand_in: As for `judge_hands`.
        values: As for `judge_hands`.
        fit_hands: As for `judge_hands`.
        divat: As for `judge_hands`.
        chip: Value of a chip in `.phh` files, as for `pokerdata.games.play.read_phh`.
        seed: As for `judge_hands`.
        threads: As for `judge_hands`.
        tables: As for `judge_hands`.

    Raises:
        ValueError: As `judge_hands` and `log_hands`, with the file in the message.
    """
    hands = log_hands(path, game, chip=chip)
    try:
        return judge_hands(
            hands,
            method=method,
            known=known,
            stand_in=stand_in,
            values=values,
            fit_hands=fit_hands,
            divat=divat,
            seed=seed,
            threads=threads,
            tables=tables,
        )
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _game(definition: TableRules, agents: Sequence[Agent]) -> Game:
    """Return the game as the agents know it, else as it is defined."""
    found = None
    for agent in agents:
        if agent.rules is None or agent.cards is None or not has_strategy(agent):
            raise ValueError(
                f"known, stand_in: expected agents with a strategy, got {agent.name}; e.g. Agent.load('leduc.h5')"
            )
        HeadsUpPlayer(agent, definition)  # raises unless it plays the game
        found = found or Game(agent.rules, agent.cards)
    return found or game_for_two("hands", definition)


def _told(
    number: int,
    state: State,
    names: Sequence[str],
    game: TableRules,
    cards: CardRules,
    first_position: int,
) -> Hand:
    if not state.is_terminal or not all(state.hole_cards):
        raise ValueError(f"hand {number}: expected one that is over, with the cards of both players")
    if state.game != game or sorted(state.names) != sorted(names):
        raise ValueError(
            f"hand {number}: expected {shortened(' and '.join(names), 200)} at {game.name}, got "
            f"{shortened(' and '.join(state.names), 200)} at {state.game.name}"
        )
    order = (first_position, 1 - first_position)

    def text(dealt: Sequence[int]) -> str:
        numbers = [game.deck.index(card) for card in dealt]
        return " ".join(name for number in numbers for name in cards.card_names(1 << number))

    texts = [text(state.hole_cards[position]) for position in order]
    return Hand(
        (state.names[order[0]], state.names[order[1]]),
        (texts[0], texts[1]),
        text(state.board),
        state.history.rstrip("/"),
        int(state.returns()[first_position]),
    )
