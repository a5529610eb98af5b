"""A game of real cards as an explicit tree."""

from pokerdata.errors import CapacityError
from pokerdata.games import LimitRules, NamedGame, sizes
from pokerdata.trees.examples import BoardPoker

_TREE_NODES = 2_000_000  # seconds of building in Python, and under a gigabyte


def explicit_game(game: NamedGame) -> BoardPoker:
    """A game in the protocol of `pokerdata.trees`, with the same information sets.

    Args:
        game: Rules and cards, as `pokerdata.find_game` returns them.

    Raises:
        ValueError: For other than one private card without a suit, a board card before each street but the first, one
            cap for all streets, and antes without blinds.
        CapacityError: For more than 2 million nodes.
    """
    rules, cards = game.rules, game.cards
    if (
        not isinstance(rules, LimitRules)
        or cards.copies is None
        or cards.hole != 1
        or cards.ranking != "pairs"
        or cards.board != (0, *[1] * (rules.streets - 1))
        or len(set(rules.caps)) != 1
        or set(rules.first_to_act) != {1}
        or rules.unit != rules.ante
    ):
        raise ValueError(
            f"{rules.name} is not for the engine 'tree': expected one private card without a suit and a board card "
            "before each later street, e.g. leduc, or the engine 'vector'"
        )
    nodes = sizes(rules, cards).nodes
    if nodes > _TREE_NODES:
        raise CapacityError(
            f"{rules.name}: expected at most {_TREE_NODES:,} nodes as an explicit tree, or the engine 'vector', got "
            f"{nodes:,}"
        )
    deck = "".join(rank * cards.copies for rank in cards.ranks)
    return BoardPoker(deck, rules.bets, rules.caps[0], rules.ante)
