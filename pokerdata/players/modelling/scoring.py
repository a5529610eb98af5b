"""Range models by name, and log scores of their predictions."""

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

#: The baseline: all hands equally likely.
UNIFORM = "uniform"
_MOST_HANDS = 10**7
_NAME, _MODEL = 40, 14  # shown characters of a player's and of a model's name


@dataclass(frozen=True, eq=False)
class LogScores:
    """Log probabilities that models gave to the truth, at decision points of recorded hands.

    The expected log-likelihood is largest for the true probabilities, and only for them. Confidence intervals take all
    decision points of one deal as one observation.

    Attributes:
        what: What was predicted, such as 'hand held'.
        player: The player.
        names: The models, the baseline first.
        points: Number of decision points, int64 [hands, streets].
        sums: Sums of the natural logarithms of the probabilities, float64 [models, hands, streets]; minus infinity if a
            model had excluded the truth.
        deals: Deal of each hand, int64 [hands], ascending: hands of one deal have the same cards. None: one hand per
            deal.
    """

    what: str
    player: str
    names: tuple[str, ...]
    points: NDArray[np.int64]
    sums: NDArray[np.float64]
    deals: NDArray[np.int64] | None = None

    @property
    def hands(self) -> int:
        """Number of hands with a decision point."""
        return int(np.count_nonzero(self.points.sum(axis=1)))

    def decision_points(self, street: int | None = None) -> int:
        """Return the number of decision points.

        Args:
            street: Street, from 0; all by default.
        """
        return int(self._of(self.points, street).sum())

    def mean(self, name: str, street: int | None = None) -> Estimate:
        """Return the mean log-likelihood, in nats per decision point.

        Args:
            name: Name of the model.
            street: Street, from 0; all by default.

        Raises:
            ValueError: If the model was not scored, or the street has no decision point.
        """
        return self._ratio(self.sums[self._place(name)], street)

    def gain(self, name: str, over: str = UNIFORM, street: int | None = None) -> Estimate:
        """Return the advantage of one model over another on the same decision points, in nats per decision point.

        Args:
            name: Name of the model.
            over: Name of the other model; the baseline by default.
            street: Street, from 0; all by default.

        Raises:
            ValueError: As `mean`.
        """
        ours, theirs = self.sums[self._place(name)], self.sums[self._place(over)]
        with np.errstate(invalid="ignore"):
            return self._ratio(np.where(ours == theirs, 0.0, ours - theirs), street)

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers for programs; infinite numbers are None."""
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
        """Return the mean over all decision points, with the linearized ratio error over deals."""
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
    """Score models of a player's range on hands with all cards known.

    A decision point is each action of the player other than a fold. The score there is the logarithm of the probability
    of the player's hole cards, given the weights after the action. The view is that of its opponents together: the board
    and, with two players, the opponent's hole cards are known. `UNIFORM`, which is exact, is the baseline. A
    `StrategyRange` of the player's true strategy is the upper bound.

    Args:
        hands: Finished hands with names and all hole cards, such as `SeatedHand.state` or those of `read_log`, in order.
        player: Name of the player to score.
        models: Models by name, with what they have learned so far.
        learn: Whether models learn from each hand after it was scored, as an opponent sees it: with the player's hole
            cards only if they were shown.
        hands_of_deal: Number of consecutive hands with the same cards, 2 for duplicate matches. Confidence intervals take
            them as one observation.

    Raises:
        ValueError: If a hand has no names or lacks hole cards, the player is in none of the hands, or a model has the
            name of the baseline.
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
    """Return the logarithm of the probability of a random hand, given the number of known cards.

    Args:
        game: Rules of the game.
        known: Number of cards of the deck that the player cannot hold.
    """
    return -log(comb(len(game.deck) - known, game.cards.hole))


def _score_hand(
    hand: State, position: int, models: list[RangeModel]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    streets = hand.game.streets
    points, sums = np.zeros(streets, np.int64), np.zeros((1 + len(models), streets))
    held = place_of(hand.hole_cards[position])
    # With two players the opponent knows its own cards; several opponents share only the board.
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
    """Return the hand with the player's hole cards only if they were shown at the end."""
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


#: Name -> function that makes a model without observations. Add a line for a new model.
RANGE_MODELS: Mapping[str, Callable[[], RangeModel]] = {"loki": LokiWeights, "poki": PokiWeights}


def find_range_model(name: str, *, tables: str | os.PathLike[str] | None = None) -> RangeModel:
    """Return a range model by name, or from a file of counted actions.

    Args:
        name: One of `RANGE_MODELS`, or a file that `pokerdata learn` wrote, for a `CountedRange`.
        tables: Folder of the file, if it is a name, and of bucket tables.

    Raises:
        ValueError: For an unknown name.
        TableError: If the file is no model.
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
