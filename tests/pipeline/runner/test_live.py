"""Live output while a stage is built."""

from pathlib import Path

import numpy as np
import pytest

from pokerdata._support.costs import Cost
from pokerdata.pipeline.plan import MARK, Context, Live, Moment, Plan, Stage
from pokerdata.pipeline.runner import Runner
from pokerdata.pipeline.status import owned

COST = Cost(seconds=0, memory_bytes=0, disk_bytes=0)


def build(context: Context) -> None:
    for k in range(3):
        context.tell(k)
        context.progress(k + 1, 3, f"part {k}")
    context.write(kind="toy", arrays={"x": np.zeros(3)}, attributes={}, dataset_attributes={})


def fails(context: Context) -> None:
    context.tell("something")
    raise KeyboardInterrupt


def last(context: Context) -> None:
    def write(path: Path) -> None:
        path.write_text("the last page")

    context.write_file(write)


def stages(told: list[tuple[object, Moment]], build: object = build) -> list[Stage]:
    def page(news: object, moment: Moment) -> str:
        told.append((news, moment))
        return f"{MARK} {news}"

    live = Live(
        lines=lambda news, width: [str(news)],
        line=lambda news: f"news {news}",
        page=page,
        stage="toy_page",
        filename="toy_page.html",
    )
    return [
        Stage("toy", build, COST, live=live, in_manifest=False),  # type: ignore[arg-type]
        Stage("toy_page", last, COST, ("toy",), suffix=".html", provisional=True, in_manifest=False),
    ]


def runner(tables: Path, stages: list[Stage], said: list[str]) -> Runner:
    return Runner(Plan.of(stages), tables, 1, said.append, {})


def test_what_is_told_is_said_and_written(tmp_path: Path) -> None:
    told: list[tuple[object, Moment]] = []
    said: list[str] = []
    runner(tmp_path, stages(told), said).run()
    assert [news for news, _ in told] == [0, 1, 2, 2]
    assert [line for line in said if "news" in line] == [f"  toy: news {k}" for k in range(3)]
    assert [(m.done, m.note, m.ended, m.follows) for _, m in told] == [
        (0, "", "", True),
        (1, "", "", True),
        (2, "", "", True),
        (3, "part 2", "done", True),
    ]
    assert (tmp_path / "toy_page.html").read_text() == "the last page"
    assert not list(tmp_path.glob(".*.tmp*"))


def test_a_stop_is_told(tmp_path: Path) -> None:
    told: list[tuple[object, Moment]] = []
    with pytest.raises(KeyboardInterrupt):
        runner(tmp_path, stages(told, fails), []).run(["toy"])
    assert [(m.ended, m.follows) for _, m in told] == [("", False), ("stopped", False)]


def test_a_page_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "toy_page.html").mkdir()
    runner(tmp_path, stages([]), []).run(["toy"])
    assert (tmp_path / "toy.h5").is_file()


def test_the_page_of_a_run_that_was_stopped_is_cleaned_up(tmp_path: Path) -> None:
    made = stages([], fails)
    with pytest.raises(KeyboardInterrupt):
        runner(tmp_path, made, []).run()
    page = tmp_path / "toy_page.html"
    assert page in [thing.path for thing in owned(made[1], tmp_path)]
    page.write_text("<!doctype html> of somebody else")
    assert not owned(made[1], tmp_path)


def test_a_page_of_a_terabyte_is_not_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "toy_page.html").open("wb") as file:
        file.write(MARK.encode())
        file.truncate(1 << 40)
    assert [thing.path.name for thing in owned(stages([])[1], tmp_path)] == ["toy_page.html"]
