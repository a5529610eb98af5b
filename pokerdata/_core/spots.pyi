from collections.abc import Sequence
from typing import TypeAlias

from pokerdata._core.games import BettingTree

_Size: TypeAlias = tuple[str, tuple[int, int], int, int, int]
_Menu: TypeAlias = tuple[Sequence[_Size], Sequence[_Size], Sequence[_Size] | None]

def spot_tree(
    *,
    pot: int,
    stacks: tuple[int, int] = ...,
    menus: Sequence[tuple[_Menu, _Menu]] = ...,
    add_all_in: tuple[int, int] = ...,
    force_all_in: tuple[int, int] = ...,
    merge: tuple[int, int] = ...,
    minimum_bet: int = ...,
    limit_bets: Sequence[int] = ...,
    limit_caps: Sequence[int] = ...,
    first_to_act: int = ...,
) -> BettingTree: ...
def subtree(tree: BettingTree, node: int, exchange: bool = ...) -> BettingTree: ...
