"""Spots: two ranges, a board, a pot, stacks and bet sizes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.text import brief
from pokerdata.cards import STREETS, as_board, as_dead, format_cards
from pokerdata.cards.combinations import weight_of_pairs
from pokerdata.cards.ranges import Range, as_range
from pokerdata.cards.ranges.best_first import at_most_one
from pokerdata.errors import CapacityError, located
from pokerdata.games import Game
from pokerdata.games.rules import MOST_CHIPS
from pokerdata.spots.betting import (
    DEFAULTS,
    NONE,
    PLAYERS,
    THRESHOLDS,
    Menus,
    Sizes,
    betting_in_game,
    decimal_text,
    donks_text,
    menus_text,
    own_betting,
    rake_cap_of,
    rake_of,
)
from pokerdata.spots.spot_file import (
    GameRoot,
    game_value,
    read_values,
    values_at,
    values_text,
    write_values,
)
from pokerdata.spots.spot_tree import SpotRules, SpotTree, tree_text

_MOST_DEAD = 52 - 5 - 2 * 2

#: A range is scaled only if its largest weight is below 2**-21, about half a millionth.
_PLAIN_EXPONENT = 20


class Spot:
    """A situation in the middle of a hand to solve: two ranges, a board, a pot, stacks and bet sizes; immutable.

    Player oop is out of position and acts first on every street; player ip is in position. Without limits both choose from
    menus of sizes, as docs/spots.md explains:

    ==========================  =============================================================================
    ``60%``                     of the pot after a call; a raise is that much more than the bet
    ``2.5x``                    a raise to 2.5 times the last bet
    ``100c``, ``100c3r``        chips; a raise by them, here after at most three bets and raises
    ``e``, ``2e``, ``2e150%``   geometric: equal fractions of the pot that end all-in after that many bets
    ``a``                       all-in
    ==========================  =============================================================================

    "60%,e,a" holds for both players on all streets. "60%; river: 75%,a; ip river: 150%" gives different sizes by street and
    player; later parts override earlier ones. A dict by street, by player, or both, and lists of sizes also work.

    Hands that share a card with the board or with dead cards have weight 0. Only ratios of weights matter: weights above 1
    are divided by a power of two, and a range with a largest weight below 2**-21 is scaled to about 1.

    Args:
        board: Three to five cards, text or integers [n].
        oop: The range of the player out of position: a `Range`, text, or weights [1326].
        ip: The range of the player in position, in the same forms.
        pot: Chips in the pot. A spot of a whole game takes pot and stacks from its history.
        stack: Remaining chips of each player, without limits.
        stacks: Remaining chips of OOP and IP if they differ; only what the smaller stack can match counts.
        bets: Sizes of the first bet on a street.
        raises: Sizes of raises.
        donks: Sizes of OOP's first bet on a street after it called the last bet of the previous street; the default is
            `bets`.
        add_all_in: Add an all-in if it is at most this fraction of the pot.
        force_all_in: Turn a bet into an all-in if at most this fraction of the pot would be left after its call.
        merge: Remove the smaller of two bets if the pots with them, before a call, differ by a factor of at most 1 + merge.
        limit_bets: In a limit spot, instead of stacks and sizes: chips of a bet and raise, one number for all streets or
            one for each.
        caps: In a limit spot: bets and raises allowed, one number for all streets or one for each; the default is 4.
        rake: Fraction of the pot that the winner pays whenever the hand ends: 0.05 or '5%'.
        rake_cap: Largest rake in chips; the default is no cap.
        dead: Cards that no player holds and that are not dealt, text or integers [n].
        minimum_bet: Smallest bet in chips, and the smallest amount by which a raise raises.
        to_act: The player that acts first: 'oop', or 'ip' if OOP has checked.
        big_blind: Big blind in chips, for values in thousandths of it.
        game: Instead of pot, stacks and sizes: a whole game of Texas hold'em, its name or a file.
        history: Actions of the game before the spot, such as "cc/cr"; see `of_game`.

    Attributes:
        board: Board cards as text.
        oop: The range as it was given.
        ip: The range as it was given.
        pot: Chips in the pot.
        stacks: Remaining chips of OOP and IP; `None` with limits.
        paid: Chips that OOP and IP have put in, as the tree counts them: 0, or in a whole game those of the whole hand.
        dead_money: The other chips in the pot: pot = dead_money + paid[0] + paid[1].
        bets: Sizes by street and player.
        raises: Sizes by street and player.
        donks: Sizes by street, `None` where there is no list.
        add_all_in: As an exact fraction.
        force_all_in: As an exact fraction.
        merge: As an exact fraction.
        limit_bets: Chips by street, `None` without limits.
        caps: By street, `None` without limits.
        rake: As an exact fraction.
        rake_cap: As an exact fraction, or `None`.
        dead: Dead cards as text.
        minimum_bet: In chips.
        to_act: 'oop' or 'ip'.
        big_blind: In chips, or `None`.
        game: The whole game, or `None`.
        history: Actions before the spot, or `None`.

    Raises:
        ValueError: If an argument is invalid; the message names it, the rule and an example.
        CapacityError: If the betting tree of the game has more than 20 million nodes.
    """

    board: str
    board_cards: NDArray[np.uint8]  #: Cards on the board, [n].
    dead_cards: NDArray[np.uint8]  #: Dead cards, [n].
    streets: tuple[str, ...]  #: Streets that are played, such as ('turn', 'river').
    oop: Range
    ip: Range
    bets: Menus
    raises: Menus
    donks: tuple[Sizes | None, ...]
    add_all_in: Fraction
    force_all_in: Fraction
    merge: Fraction
    pot: int
    stacks: tuple[int, int] | None
    paid: tuple[int, int]
    dead_money: int
    dead: str
    rake: Fraction
    rake_cap: Fraction | None
    game: Game | None
    history: str | None
    to_act: str
    big_blind: int | None
    minimum_bet: int
    limit_bets: tuple[int, ...] | None
    caps: tuple[int, ...] | None
    _root: GameRoot | None
    _weights: tuple[NDArray[np.float64], NDArray[np.float64]]

    def __init__(
        self,
        *,
        board: ArrayLike,
        oop: Range | ArrayLike,
        ip: Range | ArrayLike,
        pot: int | None = None,
        stack: int | None = None,
        stacks: Sequence[int] | None = None,
        bets: Any = "",
        raises: Any = "",
        donks: Any = None,
        add_all_in: Any = 0,
        force_all_in: Any = 0,
        merge: Any = 0,
        limit_bets: int | Sequence[int] | None = None,
        caps: int | Sequence[int] | None = None,
        rake: Any = 0,
        rake_cap: Any = None,
        dead: ArrayLike = "",
        minimum_bet: int = 1,
        to_act: str = "oop",
        big_blind: int | None = None,
        game: Any = None,
        history: str | None = None,
    ) -> None:
        cards = as_board(board, (3, 4, 5))
        gone = as_dead(dead, cards)
        if len(gone) > _MOST_DEAD:
            raise ValueError(
                f"dead: expected at most {_MOST_DEAD} cards, as two hands and five cards on the board are dealt from the "
                f"others, got {len(gone)}; e.g. '2h'"
            )
        self._keep(
            board=format_cards(cards),
            dead=format_cards(gone),
            board_cards=_read_only(cards),
            dead_cards=_read_only(gone),
            streets=STREETS[len(cards) - 2 :],
            rake=(rate := rake_of(rake)),
            rake_cap=rake_cap_of(rake_cap, rate),
        )
        self._keep(oop=_range("oop", oop), ip=_range("ip", ip))
        self._keep(_weights=(self._unblocked("oop"), self._unblocked("ip")))
        if not self.deals > 0:
            raise ValueError(
                f"oop, ip: expected ranges with hands that share no card with each other, got {self.oop!s} and "
                f"{self.ip!s}; e.g. oop='QQ+', ip='AK'"
            )
        betting = {
            "pot": pot,
            "stack": stack,
            "stacks": stacks,
            "bets": bets,
            "raises": raises,
            "donks": donks,
            "add_all_in": add_all_in,
            "force_all_in": force_all_in,
            "merge": merge,
            "limit_bets": limit_bets,
            "caps": caps,
            "minimum_bet": minimum_bet,
            "to_act": to_act,
        }
        if big_blind is not None:
            big_blind = as_count(big_blind, "big_blind", 1, MOST_CHIPS, 10)
        self._keep(big_blind=big_blind, game=None, history=None, _root=None)
        if game is not None or history is not None:
            self._keep(**betting_in_game(game, history, betting, self.streets, self.big_blind))
        else:
            self._keep(**own_betting(betting, self.streets))

    # --- arguments ------------------------------------------------------------------------------------------------

    def _keep(self, **values: Any) -> None:
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"a Spot does not change: cannot set {name}; changed({name}=...) gives another one"
        )

    def _unblocked(self, player: str) -> NDArray[np.float64]:
        given: Range = getattr(self, player)
        if not len(given):
            raise ValueError(f"{player}: expected a range with hands, got none; e.g. 'QQ+,AK'")
        left = given.without(np.concatenate([self.board_cards, self.dead_cards]))
        if not len(left):
            dead = f" or the dead cards {self.dead}" if self.dead else ""
            raise ValueError(
                f"{player}: expected hands that share no card with the board {self.board}{dead}, got {given!s}; e.g. "
                "'QQ+,AK'"
            )
        return _scaled(left.weights, float(given.weights.max()))

    # --- properties -----------------------------------------------------------------------------------------------

    @property
    def street(self) -> str:
        """Street where the spot starts: 'flop', 'turn' or 'river'."""
        return str(self.streets[0])

    @property
    def stack(self) -> int | None:
        """Chips that both players can still put in, the smaller of the stacks; `None` with limits."""
        return None if self.stacks is None else min(self.stacks)

    @property
    def limit(self) -> bool:
        """Whether bet sizes are fixed."""
        return self.stacks is None

    @property
    def deals(self) -> float:
        """Sum, over pairs of hands that share no card, of the products of both players' weights."""
        first, second = self._weights
        return weight_of_pairs(first, second)

    @cached_property
    def tree(self) -> SpotTree:
        """The betting tree: street 0 is the spot's first street, player 0 is OOP, player 1 is IP.

        Chips are those put in since the spot's start, or in a whole game over the whole hand.
        """
        streets = (1,) * len(self.streets)
        name, unit = f"{self.street} spot {self.board}", self.big_blind or 0
        if self._root is not None:
            assert self.game is not None
            rules = SpotRules(name, streets, self.game.rules.stack, unit, self._root.started)
            whole = {"tree": self._root.tree, "node": self._root.node, "exchange": self._root.exchange}
            return SpotTree(rules, whole)
        betting: dict[str, Any] = {"pot": self.pot, "first_to_act": PLAYERS.index(self.to_act)}
        if self.limit_bets is not None:
            betting |= {"limit_bets": self.limit_bets, "limit_caps": self.caps}
        else:
            betting |= {"stacks": self.stacks, "minimum_bet": self.minimum_bet, "menus": self._core_menus}
            betting |= {name: getattr(self, name).as_integer_ratio() for name in THRESHOLDS}
        return SpotTree(SpotRules(name, streets, self.stack, unit), betting)

    @property
    def _core_menus(self) -> list[Any]:
        """[street][player]: bets, raises and donk bets in the kernels' form."""

        def core(sizes: Any) -> Any:
            return None if sizes is None else [size.core for size in sizes]

        return [
            tuple(
                (core(bets[p]), core(raises[p]), core(donks) if p == 0 else None) for p in range(len(PLAYERS))
            )
            for bets, raises, donks in zip(self.bets, self.raises, self.donks, strict=True)
        ]

    def weights(self, player: int | str) -> NDArray[np.float64]:
        """Return the weight of each hand of a player; it is 0 if the hand shares a card with the board or a dead card.

        Args:
            player: 0 or 'oop', 1 or 'ip'.

        Returns:
            float64 [1326], read-only, in the order of `combination_index`.

        Raises:
            ValueError: If there is no such player.
        """
        found = {0: 0, "oop": 0, 1: 1, "ip": 1}.get(player)
        if found is None:
            raise ValueError(f"player: expected 0 or 'oop', 1 or 'ip', got {player!r}; e.g. 'oop'")
        weights: NDArray[np.float64] = self._weights[found]
        return weights

    def changed(self, **changes: Any) -> Spot:
        """Return the spot with some arguments changed.

        Args:
            **changes: As for a new `Spot`; `stack` replaces `stacks`, and `stacks` replaces `stack`.

        Raises:
            ValueError: As for a new `Spot`, and if there is no such argument.
        """
        known = {"board", "oop", "ip", "rake", "rake_cap", "dead", "big_blind", "game", "history", *DEFAULTS}
        for name in changes:
            if name not in known:
                raise ValueError(
                    f"spot: expected some of {', '.join(sorted(known))}, got {name!r}; e.g. pot=200"
                )
        kept = {**self.values(), "oop": self.oop, "ip": self.ip}
        for one, other in (("stack", "stacks"), ("stacks", "stack")):
            if one in changes:
                kept.pop(other, None)
        return Spot(**{**kept, **changes})

    def values(self) -> dict[str, Any]:
        """Return the non-default arguments as values that TOML and JSON can hold; `Spot(**values)` is the same spot."""
        found: dict[str, Any] = {"board": self.board, "oop": str(self.oop), "ip": str(self.ip)}
        if self.game is not None:
            found |= {"game": game_value(self.game), "history": self.history}
        else:
            found["pot"] = self.pot
            if self.stacks is not None:
                equal = self.stacks[0] == self.stacks[1]
                found |= {"stack": self.stacks[0]} if equal else {"stacks": list(self.stacks)}
                found["bets"] = menus_text(self.bets, self.streets) or NONE
                found["raises"] = menus_text(self.raises, self.streets)
                found["donks"] = donks_text(self.donks, self.streets)
                found |= {name: _plain(getattr(self, name)) for name in THRESHOLDS}
            else:
                assert self.limit_bets is not None
                assert self.caps is not None
                found |= {"limit_bets": list(self.limit_bets), "caps": list(self.caps)}
            found |= {"minimum_bet": self.minimum_bet, "to_act": self.to_act}
        found |= {
            "rake": _plain(self.rake),
            "rake_cap": None if self.rake_cap is None else _plain(self.rake_cap),
        }
        found["dead"] = self.dead
        if self.game is None or self.big_blind != self.game.rules.unit:
            found["big_blind"] = self.big_blind
        usual = {**DEFAULTS, "rake": 0, "rake_cap": None, "dead": "", "big_blind": None}
        return {name: value for name, value in found.items() if value != usual.get(name, value is None)}

    # --- other constructors ---------------------------------------------------------------------------------------

    @classmethod
    def of_game(
        cls,
        game: Game | str,
        history: str,
        *,
        board: ArrayLike,
        oop: Range | ArrayLike,
        ip: Range | ArrayLike,
        rake: Any = 0,
        rake_cap: Any = None,
        dead: ArrayLike = "",
    ) -> Spot:
        """Return a spot of a whole game: what follows some of its actions, also in the middle of a street.

        Args:
            game: Texas hold'em, limit or no-limit: a game, its name or a file.
            history: Actions from the deal on, such as "cc/cr": f (fold), c (check or call), and r (bet or raise; without
                limits with chips, as in r300). '/' is optional. They must reach at least the flop.
            board: Cards of the street that the actions lead to.
            oop: As for a new `Spot`.
            ip: As for a new `Spot`.
            rake: As for a new `Spot`.
            rake_cap: As for a new `Spot`.
            dead: As for a new `Spot`.

        Raises:
            ValueError: As for a new `Spot`, and if the game does not have the history.
            CapacityError: If the betting tree of the game has more than 20 million nodes.
        """
        return cls(
            board=board, oop=oop, ip=ip, game=game, history=history, rake=rake, rake_cap=rake_cap, dead=dead
        )

    @classmethod
    def from_hand(
        cls,
        path: str | os.PathLike[str],
        *,
        at: str,
        oop: Range | ArrayLike,
        ip: Range | ArrayLike,
        hand: int = 1,
        game: Any = None,
        chip: int | str | Fraction = 1,
        **betting: Any,
    ) -> Spot:
        """Return the spot where a street of a played hand starts, with board, pot and stacks of that hand.

        Two players must be left, with chips to bet. What other players put in before they folded is in the pot. In a limit
        hand, bets and caps are those of the game; otherwise the smallest bet is the big blind.

        Args:
            path: A `.phh` or `.phhs` file, or the log of an ACPC match.
            at: 'flop', 'turn' or 'river'.
            oop: As for a new `Spot`.
            ip: As for a new `Spot`.
            hand: Number of the hand in the file, from 1.
            game: For a log, its rules as `pokerdata.load_game` reads them; the default is the rules that the log names.
            chip: For a `.phh` file, the value of a chip in its amounts: '0.01' for dollars with cents.
            **betting: Bet sizes and other betting arguments, as for a new `Spot`.

        Raises:
            ValueError: As for a new `Spot`, and if the file, hand or street does not give a spot; the message names it.
        """
        values = values_at(path, at, hand, game, chip)
        taken = next(
            (name for name in betting if name in values and name not in ("minimum_bet", "big_blind")), None
        )
        if taken is not None:
            raise ValueError(
                f"{taken}: expected none, as the hand has it, got {betting[taken]!r}; e.g. bets='60%,a' alone"
            )
        return cls(oop=oop, ip=ip, **{**values, **betting})

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Spot:
        """Read a spot from a TOML file with the arguments of a new `Spot` as keys.

        Raises:
            ValueError: As for a new `Spot`, and if the file cannot be read; the message names file and key.
        """
        values = read_values(path)
        try:
            return cls(**values)
        except (ValueError, CapacityError) as error:
            raise located(str(path), error) from None

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the spot as a TOML file that `read` can read.

        Args:
            path: Output file; it is replaced atomically.

        Raises:
            TableError: If the file cannot be written.
            CapacityError: If the disk is full.
        """
        write_values(self.values(), path)

    def toml(self) -> str:
        """Return the spot as TOML text, with a comment for each key."""
        return values_text(self.values())

    # --- display --------------------------------------------------------------------------------------------------

    def show_tree(self, below: str = "", *, streets: int = 1) -> str:
        """Draw the betting tree as text of 80 columns: the actions of each player in chips, and what follows.

        Chips are those of the street: "raise to 300" is 300 on this street. In brackets is the fraction of the pot, or for
        a raise the multiple of the last bet.

        Args:
            below: Actions to start after, such as "cr120c/", in the notation of the tree's histories. Without limits, r
                names the total chips that the player has then put in since the spot's start, over all streets.
            streets: Number of streets to show from there on.

        Raises:
            ValueError: If the actions are impossible, or the number of streets is invalid.
            CapacityError: If the tree is too large.
        """
        unfolded = as_count(streets, "streets", 1, len(STREETS), 1)
        return tree_text(self.tree, self.streets, self.paid, self.dead_money, below, unfolded)

    def told(self) -> dict[str, str]:
        """Return names and texts that describe what is solved, in display order."""
        found = {"board": self.board}
        if self.dead:
            found["dead cards"] = self.dead
        if self.game is not None:
            found["game"] = f"{self.game.rules.name} after {self.history}"
        found["pot"] = f"{self.pot:,} chips"
        if any(self.paid):
            found["pot"] += f", {self.paid[0]:,} of oop and {self.paid[1]:,} of ip"
        if self.stacks is not None:
            first, second = self.stacks
            found["stacks"] = (
                f"{first:,} chips" if first == second else f"{first:,} (oop) and {second:,} (ip) chips"
            )
        if self.to_act == "ip":
            found["to act"] = "ip"
        if self.game is None:
            found |= self._told_sizes()
        if self.rake:
            cap = "" if self.rake_cap is None else f", at most {decimal_text(self.rake_cap)} chips"
            found["rake"] = f"{decimal_text(100 * self.rake)} %{cap}"
        return found

    def _told_sizes(self) -> dict[str, str]:
        if self.limit_bets is not None and self.caps is not None:
            bets, caps = ("-".join(map(str, numbers)) for numbers in (self.limit_bets, self.caps))
            return {"limit": f"bets of {bets} chips, at most {caps} on a street"}
        found = {"bets": menus_text(self.bets, self.streets) or NONE}
        found["raises"] = menus_text(self.raises, self.streets) or NONE
        donks = donks_text(self.donks, self.streets)
        if donks is not None:
            found["donk bets"] = donks or NONE
        for name in THRESHOLDS:
            if getattr(self, name):
                found[name.replace("_", " ").replace("all in", "all-in")] = decimal_text(getattr(self, name))
        if self.minimum_bet > 1:
            found["smallest bet"] = f"{self.minimum_bet:,} chips"
        return found

    def _key(self) -> tuple[Any, ...]:
        kept = (
            "board",
            "dead",
            "rake",
            "rake_cap",
            "pot",
            "stacks",
            "paid",
            "to_act",
            "big_blind",
            "minimum_bet",
        )
        sizes = (
            "bets",
            "raises",
            "donks",
            *THRESHOLDS,
            "limit_bets",
            "caps",
            "game",
            "history",
            "oop",
            "ip",
        )
        return tuple(getattr(self, name) for name in (*kept, *sizes))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spot) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.board, self.dead, self.pot, self.stacks, self.history, self.oop, self.ip))

    def __reduce__(self) -> tuple[Any, ...]:
        return _spot_of, ({**self.values(), "oop": self.oop, "ip": self.ip},)

    def __repr__(self) -> str:
        hands = [f"{name} {np.count_nonzero(self.weights(name))} hands" for name in PLAYERS]
        stack = "limit" if self.stack is None else f"stack {self.stack}"
        return brief(self, f"{self.street} {self.board}", *hands, f"pot {self.pot}", stack)

    def _repr_html_(self) -> str:
        facts = html.facts(
            {"street": self.street, "oop": str(self.oop), "ip": str(self.ip), **self.told()},
            caption=f"Spot on the {self.street}",
            notes=[f"oop {np.count_nonzero(self.weights(0))}, ip {np.count_nonzero(self.weights(1))} hands"],
        )
        ranges = (self.oop._repr_html_(), self.ip._repr_html_())
        return html.block(facts, *(html.details(n, r) for n, r in zip(PLAYERS, ranges, strict=True)))


def _range(player: str, given: Any) -> Range:
    try:
        found = as_range(given)
    except ValueError as error:
        raise ValueError(f"{player}: {error}") from None
    # normalise as the text does, so that writing and reading keep the spot equal
    return found if found.weights.max() <= 1 else Range.from_weights(at_most_one(found.weights))


def _scaled(weights: NDArray[np.float64], largest: float) -> NDArray[np.float64]:
    """Multiply the weights of a range by a power of two if its largest is tiny, so that products do not underflow."""
    exponent = int(np.frexp(largest)[1])
    if exponent >= -_PLAIN_EXPONENT:
        return weights
    scaled = np.ldexp(weights, -exponent)
    scaled.setflags(write=False)
    return np.asarray(scaled)


def _read_only(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    held = cards.copy()
    held.setflags(write=False)
    return held


def _plain(value: Fraction) -> int | float | str:
    """Return a number that reads back to this exact value."""
    if value.denominator == 1:
        return value.numerator
    return float(value) if Fraction(repr(float(value))) == value else str(value)


def _spot_of(values: dict[str, Any]) -> Spot:
    return Spot(**values)
