"""Reference implementation of betting and pots for two to ten players: it recounts all actions, chip by chip."""

from collections.abc import Sequence
from fractions import Fraction

from pokerdata.games.play import TableRules


class Table:
    """A hand under the competition's rules; only the actions are kept."""

    def __init__(self, game: TableRules) -> None:
        self.game = game
        self.streets: list[list[tuple[int, str, int | None]]] = [[]]  # (position, kind, raised to)
        self.folded = [False] * game.players
        self.over = False
        self.started_at = 0
        # An ante, then a blind or late post, each as far as the stack goes. Unequal antes do not count as a
        # bet.
        dead = len(set(game.antes)) > 1
        self.spent, self.dead = [], []
        for p in range(game.players):
            ante = int(min(game.antes[p], self.stack(p)))
            self.spent.append(ante + int(min(abs(game.blinds[p]), self.stack(p) - ante)))
            self.dead.append(ante if dead else 0)
        self.asked = max(map(abs, game.blinds)) + (0 if dead else game.antes[0])
        able = self.able()
        if not able or (len(able) == 1 and self.live(able[0]) == self.level()):
            self.close()

    def stack(self, position: int) -> float:
        return self.game.stacks[position] if self.game.stacks else float("inf")

    def bet_of(self, spent: Sequence[int]) -> list[int]:
        """Return each player's chips without dead antes."""
        return [chips - dead for chips, dead in zip(spent, self.dead, strict=True)]

    def live(self, position: int) -> int:
        return self.spent[position] - self.dead[position]

    def level(self) -> int:
        """Return the chips needed to stay: at least the whole blind, unless only one player can still bet."""
        most = max(map(self.live, range(self.game.players)))
        return most if len(self.able()) < 2 else max(most, self.asked)

    def able(self) -> list[int]:
        return [p for p in range(self.game.players) if not self.folded[p] and self.spent[p] < self.stack(p)]

    def actor(self) -> int:
        made = self.streets[-1]
        start = made[-1][0] + 1 if made else self.game.first_to_act[len(self.streets) - 1] - 1
        order = [(start + i) % self.game.players for i in range(self.game.players)]
        return next(p for p in order if p in self.able())

    def smallest_raise(self) -> int:
        """Return the smallest legal raise in chips: at least the street's last raise and the unit."""
        mine, start = self.dead[self.actor()], self.level_at_start()
        if self.game.limit:
            return mine + self.level() + self.game.bets[len(self.streets) - 1]
        to = start + self.game.unit
        before = start
        for position, _, raised in self.streets[-1]:
            if raised is not None:
                to = max(to, 2 * (raised - self.dead[position]) - before)
                before = raised - self.dead[position]
        return mine + to

    def level_at_start(self) -> int:
        return self.asked if len(self.streets) == 1 else self.started_at

    def legal(self) -> list[str]:
        if self.over:
            return []
        p = self.actor()
        level = self.level() + self.dead[p]
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
        p = self.actor()
        level = self.level() + self.dead[p]
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
                self.started_at = self.level()
                self.streets.append([])

    def close(self) -> None:
        """End the betting: all streets are dealt because nobody can act."""
        self.over = True
        self.streets += [[]] * (self.game.streets - len(self.streets))

    def payoffs(self, strengths: Sequence[int]) -> tuple[Fraction, ...]:
        """Return the payoffs, awarding each chip separately to the strongest players with that many chips in the pot.

        Any player that did not fold can win a dead ante. Chips that a folded player put in above everybody else go to
        the player left with the most chips in the pot.
        """
        players = range(self.game.players)
        won = [Fraction(-spent) for spent in self.spent]
        left = [p for p in players if not self.folded[p]]
        highest = max(map(self.live, left))

        def share(chips: int, height: int) -> None:
            able = [p for p in left if self.live(p) >= min(height, highest)]
            best = max(strengths[p] for p in able)
            winners = [p for p in able if strengths[p] == best]
            for p in winners:
                won[p] += Fraction(chips, len(winners))

        share(sum(self.dead), 0)
        for height in range(1, max(map(self.live, players)) + 1):
            share(sum(self.live(p) >= height for p in players), height)
        return tuple(won)
