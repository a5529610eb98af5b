"""The order of stages."""

import pytest

from helpers import toys
from pokerdata._support.costs import Cost
from pokerdata.pipeline.plan import Plan, Stage


def stage(name: str, *parents: str, **parameters: object) -> Stage:
    return Stage(name, lambda context: None, Cost(60, 10**9, 10**8), parents, parameters)


def test_order_and_selection() -> None:
    plan = Plan.of(toys.stages())
    assert list(plan.stages) == ["squares", "sums", "parity", "picture"]
    assert [s.name for s in plan.select(["sums"])] == ["squares", "sums"]
    assert [s.name for s in plan.select()] == list(plan.stages)


@pytest.mark.parametrize(
    ("stages", "words"),
    [
        ([stage("a"), stage("a")], "two stages are called a"),
        ([stage("boards"), stage("b", "board")], "b needs board, .* did you mean 'boards'"),
        ([stage("a", "b"), stage("b", "a")], "in a circle: "),
    ],
)
def test_stages_that_do_not_fit_together(stages: list[Stage], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Plan.of(stages)


def test_a_bad_name() -> None:
    with pytest.raises(ValueError, match=r"stage name: expected .*got '\.\./x'"):
        stage("../x")
