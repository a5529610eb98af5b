"""Range models by name, and how well they foretell what was held."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import comb, inf, isfinite, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.estimates import Estimate, fixed, or_none, with_interval
from pokerdata._support.text import brief, columns, counted, nearest, one_line, shortened
from pokerdata.games.play import State, TableRules
from pokerdata.games.play.state import split_actions
from pokerdata.games.strategies import load_strategy
from pokerdata.games.strategies.real_cards import bucket_table, states_of
from pokerdata.players.modelling.bayes_ranges import CountedRange, LokiWeights, PokiWeights
from pokerdata.players.modelling.counting import start_of
from pokerdata.players.modelling.observed import load_model
from pokerdata.players.modelling.range_models import RangeModel, place_of

#: The lower end: any hand is as likely.
UNIFORM = "uniform"
_MOST_HANDS = 10**7
_NAME, _MODEL = 40, 14  # characters of a player's and of a model's name in text


@dataclass(frozen=True, eq=False)
class LogScores:
    """How much probability models gave to what happened, at decision points of recorded hands.

    The mean log-likelihood of what is true is largest for whoever knows the true probabilities, and for him alone. Intervals
    take the decision points of one deal as one observation.

    Attributes:
        what: What was to be told, such as 'hand held'.
        player: Whose.
        names: The models, the lower end first.
        points: Decision points, int64 [hands, streets].
        sums: Natural logarithms of the probabilities, summed, float64 [models, hands, streets]; minus infinity where a
            model had ruled out what happened.
        deals: Which deal each hand is of, int64 [hands], rising: hands of one deal have the same cards. None: each its own.
    """

    what: str
    player: str
    names: tuple[str, ...]
    points: NDArray[np.int64]
    sums: NDArray[np.float64]
    deals: NDArray[np.int64] | None = None

    @property
    def hands(self) -> int:
        """Hands with a decision point."""
        return int(np.count_nonzero(self.points.sum(axis=1)))

    def decision_points(self, street: int | None = None) -> int:
        """How many there were.

        Args:
            street: On one street, from 0; on all by default.
        """
        return int(self._of(self.points, street).sum())

    def mean(self, name: str, street: int | None = None) -> Estimate:
        """Mean log-likelihood, in nats a decision point.

        Args:
            name: Of the model.
            street: On one street, from 0; on all by default.

        Raises:
            ValueError: For a model that was not scored, or a street without a decision point.
        """
        return self._ratio(self.sums[self._place(name)], street)

    def gain(self, name: str, over: str = UNIFORM, street: int | None = None) -> Estimate:
        """How much better one model is than another on the same decision points, in nats each.

        Args:
            name: Of the model.
            over: Of the other one; the lower end by default.
            street: On one street, from 0; on all by default.

        Raises:
            ValueError: As `mean`.
        """
        ours, theirs = self.sums[self._place(name)], self.sums[self._place(over)]
        with np.errstate(invalid="ignore"):
            return self._ratio(np.where(ours == theirs, 0.0, ours - theirs), street)

    def to_dict(self) -> dict[str, Any]:
        """All numbers, for programs; what is infinite is None."""
        streets = [None, *(r for r in range(self.points.shape[1]) if self.decision_points(r))]

        def told(street: int | None) -> dict[str, Any]:
            models = {}
            for name in self.names:
                mean, gain = self.mean(name, street), self.gain(name, self.names[0], street)
                models[name] = {
                    "nats": or_none(mean.mean),
                    "standard_error": or_none(mean.standard_error),
                    "gain": or_none(gain.mean),
                    "gain_standard_error": or_none(gain.standard_error),
                }
            return {
                "street": None if street is None else street + 1,
                "decision_points": self.decision_points(street),
                "models": models,
            }

        return {
            "what": self.what,
            "player": self.player,
            "hands": self.hands,
            "unit": "nats a decision point",
            "scores": [told(street) for street in streets] if self.hands else [],
        }

    def __str__(self) -> str:
        head = (
            f"{self.what} of {one_line(shortened(self.player, _NAME))}: {counted(self.hands, 'hand')}, "
            f"{counted(self.decision_points(), 'decision point')}"
        )
        if not self.hands:
            return head
        head += f"; ±: 95 % over {'hands' if self.deals is None else 'deals'}"
        streets = [r for r in range(self.points.shape[1]) if self.decision_points(r)]
        table = [("nats a point", "all", *(f"street {r + 1}" for r in streets), f"over {self.names[0]}")]
        for name in self.names:
            means = [_number(self.mean(name, street).mean) for street in (None, *streets)]
            gain = self.gain(name, self.names[0])
            over = "" if name == self.names[0] else _gain(gain)
            table.append((shortened(one_line(name), _MODEL), *means, over))
        table.append(("points", *(f"{self.decision_points(r):,}" for r in (None, *streets)), ""))
        return "\n".join([head, *columns(table, right=tuple(range(1, len(streets) + 3)))])

    def __repr__(self) -> str:
        return brief(
            self,
            self.what,
            self.player,
            ", ".join(self.names),
            counted(self.decision_points(), "decision point"),
        )

    def _repr_html_(self) -> str:
        if not self.hands:
            return html.facts({"hands": 0}, caption=f"{self.what} of {self.player}")
        rows = [
            (name, _number(self.mean(name).mean), _gain(self.gain(name, self.names[0])))
            for name in self.names
        ]
        head = ("", "nats a decision point", f"over {self.names[0]}")
        return html.table(
            rows, head=head, notes=[f"{self.what} of {self.player}, {counted(self.hands, 'hand')}"], left=1
        )

    def _place(self, name: str) -> int:
        if name not in self.names:
            raise ValueError(f"model: expected one of {', '.join(self.names)}, got {name!r}")
        return self.names.index(name)

    @staticmethod
    def _of(values: NDArray[Any], street: int | None) -> NDArray[Any]:
        found: NDArray[Any] = values.sum(axis=1) if street is None else values[:, street]
        return found

    def _ratio(self, sums: NDArray[np.float64], street: int | None) -> Estimate:
        """The mean of all decision points, its error from deals, by the usual linear form of a ratio."""
        if street is not None and street not in range(self.points.shape[1]):
            raise ValueError(f"street: expected 0 to {self.points.shape[1] - 1}, got {street!r}; e.g. 0")
        numbers = self._of(self.points, street)
        of_hands, met = self._of(sums, street)[numbers > 0], numbers[numbers > 0]
        if self.deals is not None and len(met):
            starts = np.unique(self.deals[numbers > 0], return_index=True)[1]
            of_hands, met = np.add.reduceat(of_hands, starts), np.add.reduceat(met, starts)
        if not len(met):
            raise ValueError("street: expected one with a decision point, got none on it")
        mean = float(of_hands.sum() / met.sum())
        if not isfinite(mean) or len(met) < 2:
            return Estimate(mean, inf, len(met) - 1)
        rest = of_hands - mean * met
        error = sqrt(float(rest @ rest) * len(met) / (len(met) - 1)) / float(met.sum())
        return Estimate(mean, error, len(met) - 1)


def score_ranges(
    hands: Iterable[State],
    player: str,
    models: Mapping[str, RangeModel],
    *,
    learn: bool = True,
    hands_of_deal: int = 1,
) -> LogScores:
    """Score models of what a player holds on hands with all cards known.

    A decision point is each action of his that is no fold: there the logarithm of the probability of the hand that he
    held, given the weights after the action, as his opponents together see it: the board and, of two players, the
    hole cards of the other one are known. `UNIFORM`, exact, is the lower end; a `StrategyRange` of whoever plays that
    strategy is the upper one.

    Args:
        hands: Finished hands with names and all hole cards, such as `SeatedHand.state` or those of `read_log`, in order.
        player: The name of whom to score.
        models: By name, each with what it has learned so far.
        learn: Whether models learn from each hand once it was scored, as an opponent would see it: his cards only where
            they were shown.
        hands_of_deal: How many hands after each other have the same cards, 2 where each deal is played in both orders of
            seats: intervals take them as one observation.

    Raises:
        ValueError: For hands without names or without his cards, a player who is in none of them, or names that are taken.
    """
    if UNIFORM in models:
        raise ValueError(f"models: expected other names than {UNIFORM}, which is always there, got it")
    hands_of_deal = as_count(hands_of_deal, "hands_of_deal", 1, _MOST_HANDS, 2)
    points: list[NDArray[np.int64]] = []
    deals: list[int] = []
    sums: list[NDArray[np.float64]] = []
    seen: set[str] = set()
    for number, hand in enumerate(hands):
        if not hand.names:
            raise ValueError(f"hand {hand.hand}: expected names of the players, got none")
        seen.update(hand.names)
        if player not in hand.names:
            continue
        position = hand.names.index(player)
        if not all(hand.hole_cards):
            raise ValueError(
                f"hand {hand.hand}: expected the hole cards of all players, got none of one of them"
            )
        if number >= _MOST_HANDS:
            raise ValueError(f"hands: expected at most {_MOST_HANDS:,}, got more; e.g. {_MOST_HANDS:,}")
        met, found = _score_hand(hand, position, list(models.values()))
        points.append(met)
        deals.append(number // hands_of_deal)
        sums.append(found)
        if learn:
            shown = _as_shown(hand, position)
            for model in models.values():
                model.learn(shown, position)
    if not points:
        present = shortened(", ".join(sorted(seen)), 200) or "those in the hands, of which there are none"
        raise ValueError(f"player: expected one of {present}, got {player!r}")
    return LogScores(
        "hand held",
        player,
        (UNIFORM, *models),
        np.array(points),
        np.array(sums).transpose(1, 0, 2),
        None if hands_of_deal == 1 else np.array(deals, np.int64),
    )


def log_uniform(game: TableRules, known: int) -> float:
    """The logarithm of the probability of any hand, where so many cards are known.

    Args:
        game: The rules.
        known: Cards of the deck that he cannot hold.
    """
    return -log(comb(len(game.deck) - known, game.cards.hole))


def _score_hand(
    hand: State, position: int, models: list[RangeModel]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    streets = hand.game.streets
    points, sums = np.zeros(streets, np.int64), np.zeros((1 + len(models), streets))
    held = place_of(hand.hole_cards[position])
    # Of two players the other knows his own cards; several have no view in common but the board.
    seen = [cards if hand.players == 2 and p != position else () for p, cards in enumerate(hand.hole_cards)]
    known = sum(map(len, seen))
    now = start_of(hand)
    for model in models:
        model.start(now, position)
    for action in split_actions(hand.history.replace("/", "")):
        now = now.with_cards((), hand.board[: hand.game.board_cards(now.betting.street)])
        for model in models:
            model.observe(now, action)
        if now.betting.player == position and action != "f":
            street, view = now.betting.street, now.with_cards(seen)
            points[street] += 1
            sums[0, street] += log_uniform(hand.game, known + len(now.board))
            for m, model in enumerate(models):
                sums[1 + m, street] += _log_share(model.weights(view), held)
        now = now.apply_old(action)
    return points, sums


def _log_share(weights: NDArray[np.float64], held: int) -> float:
    return log(weights[held] / weights.sum()) if weights[held] > 0 else -inf


def _as_shown(hand: State, position: int) -> State:
    """What the others know of his cards at the end."""
    shown = hand.players_left > 1 and not hand.folded[position]
    return (
        hand
        if shown
        else hand.with_cards([() if p == position else c for p, c in enumerate(hand.hole_cards)])
    )


def _number(value: float) -> str:
    return fixed(value, 3)


def _gain(gain: Estimate) -> str:
    return with_interval(gain.mean, gain.half_width, 3) if isfinite(gain.mean) else "ruled out"


#: Name -> a model of somebody of whom nothing was seen yet. A new one is a line here.
RANGE_MODELS: Mapping[str, Callable[[], RangeModel]] = {"loki": LokiWeights, "poki": PokiWeights}


def find_range_model(name: str, *, tables: str | os.PathLike[str] | None = None) -> RangeModel:
    """A model of what is held, of somebody of whom nothing else was seen yet.

    Args:
        name: One of `RANGE_MODELS`, or a file that `pokerdata learn` wrote, for a `CountedRange`.
        tables: The folder of the file, where it is a name, and of tables of buckets.

    Raises:
        ValueError: For another name.
        TableError: For a file that is no model.
    """
    if name in RANGE_MODELS:
        return RANGE_MODELS[name]()
    if not name.endswith(".h5"):
        like = nearest(name, RANGE_MODELS)
        raise ValueError(
            f"model: expected one of {', '.join(RANGE_MODELS)} or a file ending in .h5, got {name!r}{like}"
        )
    model = load_model(name, tables=tables)
    saved = load_strategy(name, tables=tables)
    return CountedRange(model, None if saved.cards else states_of(saved, bucket_table(saved, tables)))
