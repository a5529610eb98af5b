"""The runner runs exactly what is needed, and states why."""

import json
import os
import platform
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers import toys
from pokerdata._support.costs import Cost
from pokerdata._support.resources import Available
from pokerdata.errors import CapacityError, TableError
from pokerdata.pipeline.plan import Context, Plan
from pokerdata.pipeline.records import Records
from pokerdata.pipeline.runner import Runner, kernel_fingerprints
from pokerdata.pipeline.status import owned
from pokerdata.pipeline.store import open_table

SUMS = [f"sums/{n}" for n in range(4)]
EVERYTHING = ["squares", *SUMS, "parity", "picture"]
Make = Callable[..., list[str]]
X = np.zeros(3)


@pytest.fixture
def make(tables: Path) -> Make:
    """Run the toy stages; return a line for each stage that ran or was checked again."""

    def run(
        *targets: str, force: bool = False, kernels: dict[str, str] | None = None, **settings: Any
    ) -> list[str]:
        toys.built.clear()
        said: list[str] = []
        plan = Plan.of(toys.stages(**settings))
        Runner(plan, tables, 2, said.append, toys.KERNELS | (kernels or {})).run(targets, force=force)
        return [line.partition("] ")[2] for line in said if line.startswith("[")]

    return run


def test_first_run_builds_everything_and_the_second_nothing(make: Make, tables: Path) -> None:
    assert make() == ["squares: missing", "sums: missing", "parity: missing", "picture: missing"]
    assert toys.built == EVERYTHING
    sums = np.cumsum(np.arange(1000, dtype=np.uint64)[:250] ** 2)
    with open_table("sums", tables) as table:
        np.testing.assert_array_equal(table["sums"][:250], sums)
        assert table.attributes["parents"] == {
            f"squares.{d}": digest for d, digest in open_table("squares", tables).digests.items()
        }
    with open_table("squares", tables) as table:
        assert table.attributes["parameters"] == {"count": 1000}
        assert table.attributes["denominator"] == 4
    assert not (tables / ".shards" / "sums").exists()
    before = toys.content(tables)
    assert make() == []
    assert toys.built == []
    assert toys.content(tables) == before


def test_targets_bring_what_they_depend_on(make: Make) -> None:
    make("sums")
    assert toys.built == ["squares", *SUMS]
    make("picture")
    assert toys.built == ["parity", "picture"]


def test_a_changed_parameter(make: Make) -> None:
    make()
    said = make(count=1001)
    assert said[:2] == ["squares: parameter count changed from 1000 to 1001", "sums: parent squares changed"]
    assert toys.built == EVERYTHING


def test_new_and_dropped_parameters(make: Make) -> None:
    make()
    said = make(parameters={"metric": "ehs"})
    assert said[0] == 'squares: parameter metric is new: "ehs"'
    assert toys.built == ["squares", *SUMS], "its datasets came out the same, its attributes did not"
    assert said[1:] == [
        "sums: parent squares changed",
        "parity: up to date, for sums came out the same",
        "picture: up to date, for parity came out the same",
    ]
    assert make()[0] == "squares: parameter metric was dropped"


def test_what_changed_inside_a_parameter(make: Make) -> None:
    make(parameters={"rules": {"blinds": (5, 10), "bets": (10, 20), "ante": 0}})
    said = make(parameters={"rules": {"blinds": (4, 10), "bets": (10, 20), "caps": 4}})[0]
    assert said == (
        "squares: parameter rules.ante was dropped; parameter rules.blinds changed from [5, 10] to [4, 10]; "
        "parameter rules.caps is new: 4"
    )


def test_tuples_are_no_change(make: Make) -> None:
    make(parameters={"buckets": (5, 5)})
    assert make(parameters={"buckets": [5, 5]}) == []


def test_a_changed_kernel_rebuilds_what_depends_on_it(make: Make) -> None:
    make()
    assert make(kernels={"evaluator": "e1"})[0] == "parity: kernel evaluator changed"
    assert toys.built == ["parity"]
    assert make(kernels={"evaluator": "e1"}) == []


def test_a_new_revision_rebuilds_what_it_makes(make: Make) -> None:
    make()
    assert make(revision=2)[0] == "parity: revision changed from 1 to 2"
    assert toys.built == ["parity"]  # it had the same content as before
    assert make(revision=2) == []


def test_a_record_of_an_older_version(make: Make, tables: Path) -> None:
    make()
    path = tables / ".state" / "parity.json"
    record = json.loads(path.read_text())
    older = {
        key: value for key, value in record.items() if key not in ("revision", "kernels", "record_sha256")
    }
    path.write_text(json.dumps(older | {"kernel": "e0"}))
    assert make()[0] == "parity: an older version made it, which recorded no revision"
    assert toys.built == ["parity"]
    assert json.loads(path.read_text())["kernels"] == {"evaluator": "e0"}


@pytest.mark.parametrize(("name", "rebuilt"), [("squares.h5", ["squares"]), ("picture.png", ["picture"])])
def test_a_deleted_file(make: Make, tables: Path, name: str, rebuilt: list[str]) -> None:
    make()
    before = toys.content(tables)
    (tables / name).unlink()
    assert make()[0] == f"{rebuilt[0]}: missing"
    assert toys.built == rebuilt
    assert toys.content(tables) == before


@pytest.mark.parametrize("name", ["squares.h5", "sums.h5", "picture.png"])
def test_a_changed_file(make: Make, tables: Path, name: str) -> None:
    make()
    before = toys.content(tables)
    damaged = bytearray(before[name])
    damaged[len(damaged) // 2] ^= 1
    (tables / name).write_bytes(damaged)
    assert make()[0] == f"{name.partition('.')[0]}: content differs"
    assert toys.content(tables) == before


@pytest.mark.parametrize("name", ["squares.h5", "picture.png"])
@pytest.mark.parametrize("is_recorded", [False, True])
def test_what_pokerdata_did_not_write_stays(make: Make, tables: Path, name: str, is_recorded: bool) -> None:
    """The error precedes any work; neither a new nor a remembered table may replace the file."""
    if is_recorded:
        make()
    tables.mkdir(exist_ok=True)
    (tables / name).write_text("years of work\n")
    for force in (False, True):
        with pytest.raises(TableError):
            make(force=force)
        assert toys.built == []
    stage = next(stage for stage in toys.stages() if stage.filename == name)
    assert tables / name not in [thing.path for thing in owned(stage, tables)]
    assert (tables / name).read_text() == "years of work\n"


@pytest.mark.parametrize("place", [Path.mkdir, os.mkfifo])
def test_no_file_in_the_place_of_a_record(make: Make, tables: Path, place: Callable[[Path], None]) -> None:
    """The error precedes any work."""
    record = Records(tables).path("squares")
    record.parent.mkdir(parents=True)
    place(record)
    with pytest.raises(TableError, match=r"squares\.json"):
        make()
    assert toys.built == []


def test_a_link_is_replaced_and_what_it_leads_to_stays(make: Make, tables: Path, tmp_path: Path) -> None:
    tables.mkdir()
    (tmp_path / "mine").write_text("years of work\n")
    (tables / "squares.h5").symlink_to(tmp_path / "mine")
    make()
    assert not (tables / "squares.h5").is_symlink()
    assert (tmp_path / "mine").read_text() == "years of work\n"


def test_a_table_that_was_cut_is_made_again(make: Make, tables: Path) -> None:
    make()
    before = toys.content(tables)
    for name in ("squares.h5", "parity.h5"):
        path = tables / name
        path.write_bytes(before[name][: len(before[name]) // 2])
        assert make()[0] == f"{path.stem}: content differs"
        assert toys.content(tables) == before


def test_a_deleted_record(make: Make, tables: Path) -> None:
    make()
    (tables / ".state" / "parity.json").write_text('{"half": ')
    assert make()[0] == "parity: nothing is recorded of how it was made"
    assert toys.built == ["parity"]


def test_a_touched_file_is_rehashed_once_and_kept(
    make: Make, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make()
    os.utime(tables / "squares.h5")
    rehashed: list[Path] = []
    from pokerdata.pipeline.store.digest import file_digest

    def noted(path: Path) -> str:
        rehashed.append(path)
        return file_digest(path)

    monkeypatch.setattr("pokerdata.pipeline.records.file_digest", noted)
    assert make() == []
    assert make() == []
    assert rehashed == [tables / "squares.h5"]


def test_parents_that_come_and_go(tables: Path) -> None:
    from dataclasses import replace

    said: list[str] = []

    def run(parents: tuple[str, ...]) -> None:
        stages = [replace(s, parents=parents) if s.name == "parity" else s for s in toys.stages()]
        Runner(Plan.of(stages), tables, 1, said.append, toys.KERNELS).run(["parity"])

    run(("sums",))
    run(("sums", "squares"))
    assert said[-1].endswith("parity: parent squares is new")
    run(("sums",))
    assert said[-1].endswith("parity: parent squares was dropped")


def test_force_rebuilds_the_targets_alone(make: Make) -> None:
    make()
    assert make("sums", force=True) == ["sums: forced"]
    assert toys.built == SUMS
    make(force=True)
    assert toys.built == EVERYTHING


def test_unknown_targets_name_the_nearest(make: Make, tables: Path) -> None:
    with pytest.raises(ValueError, match=r"no target 'sum'.*did you mean 'sums'"):
        make("sum")
    assert not tables.exists()


def test_a_failing_stage_keeps_what_is_finished(make: Make, tables: Path) -> None:
    def fails(context: object) -> None:
        raise ValueError("buckets: expected")

    with pytest.raises(ValueError, match="buckets: expected") as caught:
        make(builders={"sums": fails})
    assert caught.value.__notes__ == ["while making sums"]
    assert toys.built == ["squares"]
    make()
    assert toys.built == [*SUMS, "parity", "picture"]


def test_a_stage_that_writes_nothing_and_one_that_reads_another_table(make: Make) -> None:
    with pytest.raises(RuntimeError, match="squares ended without writing"):
        make(builders={"squares": lambda context: None})
    with pytest.raises(ValueError, match="reads parity, which is not one of its parents"):
        make(builders={"squares": lambda context: context.table("parity")})
    taken = {"parents": "mine"}
    with pytest.raises(ValueError, match=r"\['parents'\] are written by the pipeline"):
        make(builders={"squares": lambda c: c.write(kind="toy", arrays={"x": X}, attributes=taken)})


def test_an_unknown_kernel(make: Make, tables: Path) -> None:
    with pytest.raises(ValueError, match="evaluator"):
        Runner(Plan.of(toys.stages()), tables, 1, print, {"cards": ""}).run()


def test_a_folder_that_cannot_be_written(make: Make, tables: Path) -> None:
    tables.write_text("a file where the folder should be")
    with pytest.raises(TableError, match=r"cannot write .*--tables DIR"):
        make()
    assert toys.built == []


@pytest.mark.parametrize(
    ("has", "words"),
    [
        (Available(memory=10**6 - 1, disk=10**9), "not enough memory: .* needs about 1.0 MB"),
        (
            Available(memory=10**9, disk=399_999),
            "not enough disk: 4 stages need about 400.0 kB, free are 400.0 kB",
        ),
    ],
)
def test_too_little_memory_or_disk_is_said_before_any_work(tables: Path, has: Available, words: str) -> None:
    runner = Runner(Plan.of(toys.stages()), tables, 1, print, toys.KERNELS, available=lambda folder: has)
    with pytest.raises(CapacityError, match=words):
        runner.run()
    assert toys.built == []
    runner.available = lambda folder: Available(10**6, 4 * 10**5)
    runner.run()
    runner.available = lambda folder: Available(0, 0)
    runner.run()  # nothing to do needs nothing


def test_a_long_run_tells_its_cost_first(tables: Path) -> None:
    stages = [replace(s, cost=Cost(40.0, 3_000_000, 1_000)) for s in toys.stages()]
    said: list[str] = []
    Runner(Plan.of(stages), tables, 1, said.append, toys.KERNELS).run(["sums"])
    assert said[0] == "2 stages, about 1 min 20 s on 2 cores, 3.0 MB of memory, 2.0 kB of disk"
    assert said[1] == "[1/2] squares: missing"


def test_a_module_that_is_not_installed_is_missed_before_any_work(tables: Path) -> None:
    *others, picture = sorted(toys.stages(), key=lambda stage: stage.name == "picture")
    stages = [*others, replace(picture, modules=("json", "no_such_module"))]
    runner = Runner(Plan.of(stages), tables, 1, print, toys.KERNELS)
    with pytest.raises(
        ModuleNotFoundError,
        match=r"picture: expected no_such_module to be .*or name the targets",
    ):
        runner.run()
    assert toys.built == []
    runner.run(["parity"])
    assert "picture" not in toys.built


def test_a_second_run_at_the_same_time_is_refused(make: Make, tables: Path) -> None:
    def build(context: Context) -> None:
        holder = f"process {os.getpid()} on {platform.node()}"
        with pytest.raises(TableError, match=re.escape(f"({holder}) is at work in {tables}")):
            Runner(Plan.of(toys.stages()), tables, 1, print, toys.KERNELS).run()
        toys.build_squares(context)

    make("squares", builders={"squares": build}, kernels=kernel_fingerprints())
    assert toys.built == ["squares"]


def test_nothing_to_do_is_found_quickly(make: Make) -> None:
    make()
    begun = time.perf_counter()
    make()
    assert time.perf_counter() - begun < 1
