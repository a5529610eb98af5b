"""Betting and pots of two to ten players by the book: counted anew from all actions, chip by chip."""

from collections.abc import Sequence
from fractions import Fraction

from pokerdata.play import GameDefinition


class Table:
    """A hand in the words of the competition's rules; nothing is kept but the actions."""

    def __init__(self, game: GameDefinition) -> None:
        self.game = game
        self.streets: list[list[tuple[int, str, int | None]]] = [[]]  # (position, kind, raised to)
        self.spent = [game.ante + blind for blind in game.blinds]
        self.folded = [False] * game.players
        self.over = False
        self.started_at = 0
        able = self.able()
        if not able or (len(able) == 1 and self.spent[able[0]] == max(self.spent)):
            self.close()

    def stack(self, position: int) -> float:
        return self.game.stacks[position] if self.game.stacks else float("inf")

    def able(self) -> list[int]:
        return [p for p in range(self.game.players) if not self.folded[p] and self.spent[p] < self.stack(p)]

    def actor(self) -> int:
        made = self.streets[-1]
        start = made[-1][0] + 1 if made else self.game.first_to_act[len(self.streets) - 1] - 1
        order = [(start + i) % self.game.players for i in range(self.game.players)]
        return next(p for p in order if p in self.able())

    def smallest_raise(self) -> int:
        """The last raise of the street again, at least the unit."""
        level, start = max(self.spent), self.level_at_start()
        if self.game.limit:
            return level + self.game.bets[len(self.streets) - 1]
        to = start + self.game.unit
        before = start
        for _, _, raised in self.streets[-1]:
            if raised is not None:
                to = max(to, 2 * raised - before)
                before = raised
        return to

    def level_at_start(self) -> int:
        if len(self.streets) == 1:
            return max(self.game.ante + blind for blind in self.game.blinds)
        return self.started_at

    def legal(self) -> list[str]:
        if self.over:
            return []
        p, level = self.actor(), max(self.spent)
        found = ["f"] if self.spent[p] < level else []
        found.append("c")
        made = self.streets[-1]
        raises = sum(kind == "r" for _, kind, _ in made)
        if (
            raises < self.game.max_raises[len(self.streets) - 1]
            and len(self.able()) > 1
            and len(made) + self.game.players <= 64
            and level < self.stack(p)
        ):
            low = int(min(self.smallest_raise(), self.stack(p)))
            high = low if self.game.limit else int(self.stack(p))
            found += ["r"] if self.game.limit else [f"r{low}", *([f"r{high}"] if high > low else [])]
        return found

    def act(self, action: str) -> None:
        p, level = self.actor(), max(self.spent)
        to = None
        if action == "f":
            self.folded[p] = True
        elif action == "c":
            self.spent[p] = int(min(level, self.stack(p)))
        else:
            to = int(action[1:]) if action != "r" else int(min(self.smallest_raise(), self.stack(p)))
            self.spent[p] = to
        self.streets[-1].append((p, action[0], to))
        if self.folded.count(False) == 1:
            self.over = True
            return
        raised = [i for i, (_, kind, _) in enumerate(self.streets[-1]) if kind == "r"]
        since = self.streets[-1][raised[-1] if raised else 0 :]
        if set(self.able()) <= {position for position, _, _ in since}:
            if len(self.able()) < 2:
                self.close()
            elif len(self.streets) == self.game.streets:
                self.over = True
            else:
                self.started_at = max(self.spent)
                self.streets.append([])

    def close(self) -> None:
        """Nobody can act any more: all streets are dealt."""
        self.over = True
        self.streets += [[]] * (self.game.streets - len(self.streets))

    def payoffs(self, strengths: Sequence[int]) -> tuple[Fraction, ...]:
        """Every chip for itself: those who put in one that high share it if they are the strongest."""
        won = [Fraction(-spent) for spent in self.spent]
        for height in range(1, max(self.spent) + 1):
            chips = sum(spent >= height for spent in self.spent)
            left = [p for p, spent in enumerate(self.spent) if spent >= height and not self.folded[p]]
            best = max(strengths[p] for p in left)
            winners = [p for p in left if strengths[p] == best]
            for p in winners:
                won[p] += Fraction(chips, len(winners))
        return tuple(won)
