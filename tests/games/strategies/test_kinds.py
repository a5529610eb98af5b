"""A strategy's own statement of the game or buckets that it was solved over."""

from pokerdata.games import LIMIT_HOLDEM, Rules, StateNames, kuhn, limit_holdem
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.games.strategies.strategy_file import Kind
from pokerdata.solving.public import solve


def one_bucket() -> Strategy:
    game = limit_holdem([1] * 4, [[[2]]] * 4, [[1]])
    rules: Rules = LIMIT_HOLDEM
    return Strategy(rules, {}, "one", simple_strategy(game, "call"), (StateNames.of_hands(["0"]),) * 4)


def of(**attributes: object) -> Kind:
    one = one_bucket()
    return Strategy(one.rules, {}, "one", one.strategy, one.state_names, attributes).kind


def test_kinds() -> None:
    assert Strategy.of(solve(kuhn(), iterations=2)).kind is Kind.CARDS
    assert one_bucket().kind is Kind.JOINT_COUNTS
    assert of(algorithm="dcfr(alpha=1.5, beta=0, gamma=2)") is Kind.JOINT_COUNTS
    # as in every file of such a run since the first version
    assert of(algorithm="pcs(lcfr)", seed=0) is of(algorithm="pcs(cfr)") is Kind.SAMPLED_BOARDS
