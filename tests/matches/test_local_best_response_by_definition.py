"""Local best response against its definition in plain Python: every deal of small games, one or two hole cards, limit and
no-limit, and tied moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from pokerdata._core import matches as _core
from pokerdata.games import CardGame, CardRules, Game, LimitRules, NoLimitRules, Rules
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.matches import local_best_response
from pokerdata.players.agents import Agent

Cards = tuple[int, ...]

# Moves that win as much, but for this part of the chips at stake (mean gains plus mean losses, the larger of two moves'),
# are tied: a call before raises, the smallest first, before a fold.
TIED = 1e-6
ORDER = "crf"


@dataclass(frozen=True)
class Betting:
    """A hand's betting so far, by the rules alone. history: as the agents read it."""

    rules: Rules
    paid: tuple[int, int]
    player: int
    history: str = ""
    street: int = 0
    raises: int = 0
    last_raise: int = 0
    moves: int = 0  # on the street
    folded: int | None = None
    over: bool = False

    @classmethod
    def start(cls, rules: Rules) -> Betting:
        """Antes and blinds are paid."""
        paid = (rules.ante + rules.blinds[0], rules.ante + rules.blinds[1])
        return cls(rules, paid, rules.first_to_act[0] - 1)

    @property
    def level(self) -> int:
        return max(self.paid)

    @property
    def asked(self) -> int:
        return self.level - self.paid[self.player]

    def raises_to(self, menu: Sequence[Fraction], all_in: bool) -> list[int]:
        """What local best response considers raising to."""
        if self.rules.stack is None:
            blind = self.street == 0 and getattr(self.rules, "blind_counts_as_bet", False)
            allowed = self.raises + blind < self.rules.caps[self.street]
            return [self.level + self.rules.bets[self.street]] if allowed else []  # type: ignore[attr-defined]
        stack = self.rules.stack
        if self.level == stack:
            return []
        least = min(stack, self.level + max(self.last_raise, self.rules.unit))
        sizes = {min(max(self.level + int(2 * self.level * part), least), stack) for part in menu}
        return sorted(sizes | ({stack} if all_in else set()))

    def after(self, move: str) -> Betting:
        """move: f, c, or r with the amount."""
        if move == "f":
            return replace(self, history=self.history + "f", folded=self.player, over=True)
        to = self.level if move == "c" else int(move[1:])
        paid = (to, self.paid[1]) if self.player == 0 else (self.paid[0], to)
        text = self.history + ("r" if move[0] == "r" and self.rules.stack is None else move)
        if move == "c" and self.moves > 0:
            last = self.street + 1 == self.rules.streets
            if last or self.level == self.rules.stack:
                return replace(self, paid=paid, history=text, over=True)
            first = self.rules.first_to_act[self.street + 1] - 1
            return Betting(self.rules, paid, first, text + "/", self.street + 1)
        return replace(
            self,
            paid=paid,
            player=1 - self.player,
            history=text,
            raises=self.raises + (move != "c"),
            last_raise=to - self.level if move != "c" else self.last_raise,
            moves=self.moves + 1,
        )


class EnumeratedPlay:
    """Local best response against an agent in a game of few cards and pairs. menu, all_in: its bets without limits."""

    def __init__(self, game: Game, agent: Agent, menu: Sequence[Fraction], all_in: bool) -> None:
        assert game.cards.ranking == "pairs"
        self.rules, self.cards, self.agent = game.rules, game.cards, agent
        self.menu, self.all_in = menu, all_in
        self.hands = list(combinations(range(game.cards.deck), game.cards.hole))
        self.chances = cache(self._chances)
        self.share = cache(self._share)
        self.strength = cache(self._strength)

    def value(self, seat: int) -> float:
        """Chips won as player 1 (0) or 2 (1), the mean over all deals."""
        total, count = 0.0, 0
        for own in self.hands:
            for board in self.boards(own):
                live = self.beside(own + board)
                count += len(live)
                total += self.play(Betting.start(self.rules), seat, own, board, dict.fromkeys(live, 1.0))
        return total / count

    def boards(self, gone: Cards) -> list[Cards]:
        """Cards of one street are a set, those of different streets are in order."""
        assert max(self.cards.board) <= 1
        left = [card for card in range(self.cards.deck) if card not in gone]
        return list(permutations(left, sum(self.cards.board)))

    def beside(self, gone: Cards) -> list[Cards]:
        return [hand for hand in self.hands if not set(hand) & set(gone)]

    def shown(self, board: Cards, street: int) -> Cards:
        return board[: sum(self.cards.board[: street + 1])]

    def play(self, now: Betting, seat: int, own: Cards, board: Cards, likely: dict[Cards, float]) -> float:
        """Chips won in the deals of the agent's hands beside own hand and board, each times its likelihood."""
        if now.over:
            return sum(chance * self.won(now, seat, own, hand, board) for hand, chance in likely.items())
        shown = self.shown(board, now.street)
        if now.player == seat:
            move = self.best(now, own, shown)
            return self.play(now.after(move), seat, own, board, likely)
        total = 0.0
        made: dict[str, dict[Cards, float]] = {}
        for hand, chance in likely.items():
            for move, part in self.chances(hand, shown, now.history).items():
                if chance * part > 0:
                    made.setdefault(move, {})[hand] = chance * part
        for move, hands in made.items():
            to = f"r{now.level + self.rules.bets[now.street]}" if move == "r" else move  # type: ignore[attr-defined]
            total += self.play(now.after(to), seat, own, board, hands)
        return total

    def won(self, now: Betting, seat: int, own: Cards, other: Cards, board: Cards) -> float:
        if now.folded is not None:
            return now.paid[1 - seat] if now.folded != seat else -now.paid[seat]
        one, two = self.strength(own, board), self.strength(other, board)
        return now.level * ((one > two) - (one < two))

    def best(self, now: Betting, own: Cards, shown: Cards) -> str:
        """What wins most if both check and call after it, the agent having folded to a raise or not."""
        likely = self.range(now, own, shown)
        weight, pot = sum(likely.values()), sum(now.paid)
        mine = sum(chance * self.share(own, hand, shown) for hand, chance in likely.items())
        share = mine / weight * (pot + now.asked)
        found = {"c": (share - now.asked, share + now.asked)}  # what it wins, and the chips at stake
        if now.asked:
            found["f"] = (0.0, 0.0)
        for to in now.raises_to(self.menu, self.all_in):
            raised = now.after(f"r{to}")
            gained = lost = 0.0
            for hand, chance in likely.items():
                folds = self.chances(hand, shown, raised.history).get("f", 0.0)
                gained += chance * (folds * pot + (1 - folds) * self.share(own, hand, shown) * 2 * to)
                lost += chance * (1 - folds) * (to - now.paid[now.player])
            found[f"r{to}"] = ((gained - lost) / weight, (gained + lost) / weight)
        most, at_stake = max(found.values())
        tied = [move for move, (worth, stake) in found.items() if worth >= most - TIED * max(stake, at_stake)]
        return min(tied, key=lambda move: (ORDER.index(move[0]), int(move[1:] or 0)))

    def range(self, now: Betting, own: Cards, shown: Cards) -> dict[Cards, float]:
        """How likely each hand is that the agent may hold, by the moves that it made."""
        found = dict.fromkeys(self.beside(own + shown), 1.0)
        before = Betting.start(self.rules)
        seat = now.player
        for move in moves_of(now.history):
            if before.player != seat:
                cards = shown[: sum(self.cards.board[: before.street + 1])]
                for hand in found:
                    found[hand] *= self.chances(hand, cards, before.history).get(move, 0.0)
            to = f"r{before.level + self.rules.bets[before.street]}" if move == "r" else move  # type: ignore[attr-defined]
            before = before.after(to)
        return {hand: chance for hand, chance in found.items() if chance > 0}

    def _chances(self, hand: Cards, shown: Cards, history: str) -> dict[str, float]:
        return self.agent.probabilities(list(hand), list(shown), history)

    def _share(self, own: Cards, other: Cards, shown: Cards) -> float:
        """Of the pot, the mean over the cards to come."""
        gone = own + other + shown
        left = [card for card in range(self.cards.deck) if card not in gone]
        whole = [shown + more for more in permutations(left, sum(self.cards.board) - len(shown))]
        pairs = [(self.strength(own, board), self.strength(other, board)) for board in whole]
        return sum((one > two) + (one == two) / 2 for one, two in pairs) / len(pairs)

    def _strength(self, hand: Cards, board: Cards) -> list[tuple[int, int]]:
        """Larger groups of equal ranks, then higher ranks."""
        ranks = Counter(card // self.cards.per_rank for card in hand + board)
        return sorted(((count, rank) for rank, count in ranks.items()), reverse=True)


def moves_of(history: str) -> list[str]:
    """'cr300c/' as c, r300, c."""
    found: list[str] = []
    for letter in history.replace("/", ""):
        if letter.isdigit():
            found[-1] += letter
        else:
            found.append(letter)
    return found


ONE = CardRules("TJQKA", copies=2, board=(0, 1))
TWO = CardRules("QKA", copies=2, hole=2, board=(0, 1))
LIMIT = LimitRules(name="limit", ante=1, bets=(2, 4), caps=(2, 2), first_to_act=(1, 1))
BLINDS = LimitRules(
    name="blinds", blinds=(1, 2), blind_counts_as_bet=True, bets=(2, 4), caps=(3, 2), first_to_act=(1, 2)
)
NO_LIMIT = NoLimitRules(name="no-limit", blinds=(50, 100), stacks=(1200, 1200), first_to_act=(1, 2))


def agent_of(game: Game, kind: str, seed: int) -> Agent:
    """kind: of `simple_strategy`, or 'pure': in each state one move, drawn."""
    built = CardGame(game.rules, game.cards)
    rows: Sequence[NDArray[np.float32]] = simple_strategy(
        built, "random" if kind == "pure" else kind, seed=seed
    )
    if kind == "pure":
        tree = built.tree
        for street, row in enumerate(rows):
            nodes = tree.decision_nodes(street)
            for node in nodes:
                first, end = (tree.first_edge[n] - tree.first_edge[nodes[0]] for n in (node, node + 1))
                row[first:end] = row[first:end] == row[first:end].max(axis=0)
    return Agent.of(Strategy(game.rules, game.cards.values(), None, tuple(rows), built.state_names))


def means(agent: Agent, cards: CardRules, menu: Sequence[Fraction], all_in: bool) -> NDArray[np.float64]:
    """What it wins in either seat, [2], each board beside each own hand counted as often as any other.

    With all the agent's moves followed, own hand and board alone decide what is won; how often each comes among 400
    deals tells how many boards it stands for.
    """
    hands = len(list(combinations(range(cards.deck), cards.hole)))
    boards = cards.deck - cards.hole
    bets = [(part.numerator, part.denominator) for part in menu]
    won = _core.local_best_response(
        agent.core,  # type: ignore[arg-type]
        bets,
        all_in,
        1,
        None,
        5,
        0,
        400 * hands,
        hands,
        rare=0,
    )[..., 0]
    found = np.zeros(2)
    for hand in range(hands):
        values, counts = np.unique(won[hand::hands].round(6), axis=0, return_counts=True)
        shares = (boards * counts / 400).round()
        assert shares.sum() == boards
        found += shares @ values / boards
    return found / hands


@pytest.mark.parametrize(
    ("cards", "rules", "kind", "seed", "menu", "all_in"),
    [
        (TWO, LIMIT, "random", 1, (), False),
        (TWO, LIMIT, "uniform", 0, (), False),
        (TWO, LIMIT, "pure", 2, (), False),
        (TWO, BLINDS, "random", 2, (), False),
        (TWO, BLINDS, "raise", 0, (), False),
        (TWO, NO_LIMIT, "random", 1, (Fraction(1),), True),
        (TWO, NO_LIMIT, "random", 2, (Fraction(1, 2), Fraction(2)), False),  # sizes that its tree has not
        (TWO, NO_LIMIT, "pure", 3, (Fraction(1),), True),
        (TWO, NO_LIMIT, "call", 0, (Fraction(1),), True),
        (ONE, NO_LIMIT, "random", 3, (Fraction(3, 4),), True),
    ],
)
def test_all_deals(
    cards: CardRules, rules: Rules, kind: str, seed: int, menu: tuple[Fraction, ...], all_in: bool
) -> None:
    game = Game(rules, cards)
    agent = agent_of(game, kind, seed)
    exact = EnumeratedPlay(game, agent, menu, all_in)
    found = means(agent, cards, menu, all_in)
    assert found == pytest.approx([exact.value(seat) for seat in (0, 1)], rel=1e-6, abs=1e-6)


def test_rounding_chooses_among_no_tied_moves() -> None:
    """Against an agent that makes each move as often as any other, half the pot is as good as a raise: with float32 thirds
    the raise seems better by a hundred-millionth of the pot, and wins 1.61 where 1.79 can be won."""
    game = Game(LIMIT, ONE)
    agent = agent_of(game, "uniform", 0)
    exact = EnumeratedPlay(game, agent, (), False).value(0)
    assert exact == pytest.approx(1.7877, abs=1e-4)
    assert means(agent, ONE, (), False)[0] == pytest.approx(exact, rel=1e-6)


@pytest.mark.parametrize("stack", [100, 10**6, 10**8])
def test_a_bet_that_is_never_called_puts_no_stack_at_stake(stack: int) -> None:
    """All in, it wins the ante of an agent that always folds, however many chips a call would put in."""
    rules = NoLimitRules(name="folding", ante=1, stacks=(stack, stack), menu=("all-in",), first_to_act=(1, 1))
    agent = agent_of(Game(rules, ONE), "fold", 0)
    found = local_best_response(agent, deals=20, menu=("all-in",))
    assert [seat.mean for seat in found.by_seat] == [pytest.approx(1), pytest.approx(1)]
