"""Games in the protocol of `pokerdata.trees.protocol`, to use and to read."""

from pokerdata.trees.examples.board_poker import BoardPoker, leduc, twelve_card
from pokerdata.trees.examples.kuhn import Kuhn
from pokerdata.trees.examples.matrix_game import MatrixGame
from pokerdata.trees.examples.rules_of_thumb import rule_of_thumb

__all__ = ["BoardPoker", "Kuhn", "MatrixGame", "leduc", "rule_of_thumb", "twelve_card"]
