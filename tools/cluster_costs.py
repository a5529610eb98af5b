"""What work on a cluster costs: shards of real stages, measured here, and what follows from them for more cores.

    python tools/cluster_costs.py                       the tables of docs/cluster.md, from docs/cluster_measured.json
    python tools/cluster_costs.py --write               writes them into docs/cluster.md
    python tools/cluster_costs.py --measure TABLES      measures anew; TABLES has, or gets, the tables that are read

The strategy to which real best responses are measured is limit5 of the recipe real-exploitability, solved in minutes where
TABLES has none. Measuring takes some minutes besides. Shards run with one thread, and the processor time that they
take is what counts, so that other work on the machine disturbs less than it would the clock; caches are shared. What
follows is plain arithmetic: the time of all shards over the cores, rounds of shards that do not come out even, and bytes
over the network. It assumes that a shard takes as long with 16 threads of a machine as with one divided by 16, and that
workers start at once.
"""

from __future__ import annotations

import json
import pickle
import platform
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import combinations
from math import ceil, comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.support import active_isa
from pokerdata._support.progress import Progress
from pokerdata._support.text import bytes_text, seconds_text
from pokerdata.abstraction.clustering import histogram_points, kmeans
from pokerdata.abstraction.kinds import BUCKET_TABLES
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.games import BettingTree
from pokerdata.games.named import LIMIT_HOLDEM
from pokerdata.pipeline.cluster.connecting import connected, read_address
from pokerdata.pipeline.cluster.runner import ClusterRunner
from pokerdata.pipeline.elsewhere import Surroundings
from pokerdata.pipeline.plan import Context
from pokerdata.pipeline.runner import Runner
from pokerdata.pipeline.store import open_table
from pokerdata.pipeline.store.sharded import Arrays, Job, RunShards, Shard
from pokerdata.recipes.reading import load_plan

ROOT = Path(__file__).resolve().parents[1]
PAGE, MEASURED = ROOT / "docs" / "cluster.md", ROOT / "docs" / "cluster_measured.json"
MARKS = "<!-- costs -->\n", "<!-- /costs -->"
CORES = (16, 256, 4096)
CORES_OF_MACHINE = 16
BYTES_A_SECOND = 10e9 / 8  # of the network of the client: 10 Gbit/s
RIVERS = 2_554_656  # dealt boards up to suits, whose joint counts are added up
CLUSTERS = 9_000  # a street of the abstraction 169-9000-9000-9000, after the flop is dealt
MOST_CLASSES = comb(47, 2)  # of hands on a river: all in different sequences

RECIPE = """
[abstraction.five]
kind = "percentile"
metric = "ehs"
buckets = [5, 5, 5, 5]
[abstraction.ten]
kind = "percentile"
metric = "ehs"
buckets = [10, 10, 10, 10]
[abstraction.history5]
kind = "history"
metric = "ehs2_river"
buckets = [5, 5, 5, 5]
[strategy.limit5]
game = "limit-holdem"
abstraction = "history5"
algorithm = "dcfr"
beta = 0.5
gamma = 3
target = "1mb"
every = 50
dtype = "float32"
real = true
[flops.three_bet]
board = "2c3d4h"
oop = "AA-TT,AKs-AQs,A5s-A4s,KQs,AKo"
ip = "QQ-77,AQs-ATs,KQs-KJs,QJs,JTs,AQo"
pot = 180
stack = 400
bets = "66%"
flops = "all"
"""
#: Stage -> which of its shards are measured, as shares of the whole.
STAGES: Mapping[str, tuple[float, ...]] = {
    "five_counts": (0.1, 0.5, 0.9),
    "ten_counts": (0.1, 0.5, 0.9),
    "limit5_real": (0.1, 0.35, 0.6, 0.85),
    "three_bet_flops": (0.1, 0.25, 0.4, 0.55, 0.7, 0.85),
}
KMEANS = {"clusters": 1_000, "iterations": 3}


@dataclass(frozen=True)
class Shards:
    """What was measured of the shards of one piece of work.

    Attributes:
        count: How many there are.
        seconds: Processor time of those that were measured, one thread.
        received: Bytes that a shard gives, mean.
        sent: Bytes that go with a shard.
        tables: Bytes of the tables that a machine reads.
    """

    count: int
    seconds: list[float]
    received: int
    sent: int
    tables: int

    @property
    def mean(self) -> float:
        """Processor time of a shard, in seconds."""
        return sum(self.seconds) / len(self.seconds)

    @property
    def whole(self) -> float:
        """Processor time of all, in seconds."""
        return self.mean * self.count


class _Enough(Exception):  # noqa: N818 - no fault
    """All has been measured that was asked for."""


class _Measuring:
    """An `Elsewhere` that runs some shards with one thread and stops."""

    def __init__(self, shares: Sequence[float]) -> None:
        self.shares = shares
        self.found: Shards | None = None

    def run(
        self, job: Job[Any], shards: Sequence[Shard], around: Surroundings, progress: Progress | None
    ) -> Iterator[tuple[int, Arrays]]:
        state = _apart(job)
        seconds, sizes = [], []
        for share in self.shares:
            shard = shards[int(share * len(shards))]
            begun = time.process_time()
            found = job.run(state, *shard.values, threads=1, progress=lambda *_: None)
            seconds.append(round(time.process_time() - begun, 3))
            sizes.append(sum(array.nbytes for array in found.values()))
        tables = [around.path.parent / f"{name}.h5" for name in around.files]
        self.found = Shards(
            count=len(shards),
            seconds=seconds,
            received=sum(sizes) // len(sizes),
            sent=len(pickle.dumps((replace(job, here=None), around))),
            tables=sum(path.stat().st_size for path in tables),
        )
        if shards:  # always; what follows makes it a generator
            raise _Enough
        yield 0, {}

    def workers(self) -> int:
        return 1

    @contextmanager
    def rounds(self, job: Job[Any], around: Surroundings) -> Iterator[RunShards]:
        yield lambda shards, progress: self.run(job, shards, around, progress)


def _apart(job: Job[Any]) -> Any:
    """What a shard works with in another process: joint counts begin at nothing there."""
    return job.here._replace(cells=None) if hasattr(job.here, "cells") else job.here


def measure(tables: Path) -> dict[str, Any]:
    """Measure some shards of each stage, and k-means."""
    with tempfile.TemporaryDirectory() as folder:
        recipe = Path(folder) / "recipe.toml"
        recipe.write_text(RECIPE, encoding="utf-8")
        plan = load_plan(str(recipe))
    found: dict[str, Any] = {}
    for stage, shares in STAGES.items():
        if parents := plan.stages[stage].parents:
            Runner(plan, tables, threads=2, say=print).run(parents)
        elsewhere = _Measuring(shares)
        try:
            Runner(plan, tables, threads=1, say=print, elsewhere=elsewhere).run([stage], force=True)
        except _Enough:
            assert elsewhere.found is not None
            found[stage] = asdict(elsewhere.found)
            print(stage, found[stage])
    return {
        "machine": f"{platform.machine()}, {active_isa()}",
        "day": time.strftime("%Y-%m-%d"),
        "stages": found,
        "squares_of_classes": measure_classes(tables),
        "kmeans": {street: _measure_kmeans(tables, street) for street in ("flop", "turn")},
        "engine": measure_engine(),
    }


def measure_engine(shards: int = 1_000) -> float:
    """Seconds of a processor that client and scheduler take for a shard, in one process: of some that do nothing.

    Args:
        shards: How many.
    """
    import cluster_costs  # where workers find what they run, also when this is run as a program

    job = Job(cluster_costs.no_work, None, cluster_costs.nothing_needed)
    with tempfile.TemporaryDirectory() as folder, connected(read_address("local:2"), threads=2) as client:
        around = Surroundings(Path(folder) / "nothing.h5", {}, {}, {}, trust=False)
        run = partial(ClusterRunner(client).run, job, around=around, progress=None)
        for _ in run([Shard("first", (0,), 1)]):
            pass
        begun = time.process_time()
        for _ in run([Shard(f"shard-{k}", (k,), 1) for k in range(shards)]):
            pass
        return round((time.process_time() - begun) / shards, 5)


def nothing_needed(_: Context) -> None:
    """What shards without work prepare."""


def no_work(_: None, __: int, *, threads: int, progress: Progress) -> dict[str, NDArray[Any]]:
    """A shard without work."""
    return {"x": np.zeros(1)}


def measure_classes(tables: Path, boards: int = 200) -> dict[str, float]:
    """Sequences in use by the 1,081 hands of a river, squared, mean over boards drawn with seed 0."""
    random = np.random.default_rng(0)
    found: dict[str, float] = {}
    for name in ("five", "ten"):
        squares = []
        with open_table(f"{name}_buckets", tables, *BUCKET_TABLES) as table:
            for _ in range(boards):
                board = random.permutation(52)[:5].astype(np.uint8)
                rest = np.setdiff1d(np.arange(52, dtype=np.uint8), board)
                hands = np.array(list(combinations(rest, 2)), np.uint8)
                squares.append(len(np.unique(table.state(hands, board))) ** 2)
        found[name] = round(sum(squares) / boards)
    return found


def _measure_kmeans(tables: Path, street: str) -> dict[str, Any]:
    """Processor time of k-means on the histograms of all flops or turns: first iterations, which take longest."""
    strength, river = (open_table(f"{name}_strength", tables, StrengthTable) for name in (street, "river"))
    points = histogram_points(strength, river.metric("n"), 50, 1)
    times = []
    for iterations in (0, KMEANS["iterations"]):
        begun = time.process_time()
        kmeans(
            points.values, KMEANS["clusters"], points.weights, restarts=1, iterations=iterations, threads=1
        )
        times.append(round(time.process_time() - begun, 3))
    return {
        **KMEANS,
        "points": len(points.values),
        "dimensions": points.values.shape[1],
        "drawing": times[0],
        "iterating": round(times[1] - times[0], 3),
    }


def stage_seconds(shards: Shards, cores: int) -> tuple[float, float]:
    """Seconds of all shards on so many cores, and of what goes over the network.

    Args:
        shards: What was measured.
        cores: How many, 16 to a machine.
    """
    machines = max(1, cores // CORES_OF_MACHINE)
    rounds = ceil(shards.count / machines)
    work = rounds * shards.mean / min(cores, CORES_OF_MACHINE)
    reading = min(machines, shards.count)  # others get no shard
    moved = shards.count * (shards.received + shards.sent) + reading * shards.tables
    return work, moved / BYTES_A_SECOND


def counting_seconds(five: Shards, ten: Shards, classes: Mapping[str, float]) -> float:
    """Processor seconds of joint counts where all 1,081 hands of a river are in sequences of their own.

    Counting takes a + b * c, where c is the mean square of the classes in use on a board: a line through what was measured.

    Args:
        five: Measured with 5 buckets a street, 625 sequences.
        ten: Measured with 10, 10,000 sequences.
        classes: As `measure_classes` gives it.
    """
    slope = (ten.whole - five.whole) / (classes["ten"] - classes["five"])
    return ten.whole + slope * (MOST_CLASSES**2 - classes["ten"])


def kmeans_seconds(
    measured: Mapping[str, Any], clusters: int, restarts: int, iterations: int
) -> tuple[float, float]:
    """Processor seconds of k-means of the same points: of drawing and of iterating. Time goes with the clusters.

    Args:
        measured: As `measure` gives it.
        clusters: How many.
        restarts: How many.
        iterations: Of each.
    """
    times: float = clusters / measured["clusters"]
    each: float = measured["iterating"] / measured["iterations"]
    drawing: float = measured["drawing"]
    return restarts * times * drawing, restarts * times * iterations * each


def kmeans_bytes(measured: Mapping[str, Any], clusters: int, iterations: int, machines: int) -> int:
    """Bytes that are sent and received where points are dealt out, two parts to each machine.

    Args:
        measured: As `measure` gives it.
        clusters: How many.
        iterations: Of all starts together.
        machines: How many.
    """
    centres: int = 4 * measured["dimensions"] * clusters
    points: int = measured["points"] * (2 + 2 + 4)  # clusters there, clusters and distances back
    return iterations * (2 * machines * centres + points)


def exchanged(states: Sequence[int]) -> list[tuple[str, int, int]]:
    """Of each street after the first of limit hold'em: histories that lead to it, and bytes an iteration.

    Where walks are sharded by street, reach of both players, float32 a state of the street, goes down each history, and
    values of both come up.

    Args:
        states: Of each street.
    """
    tree = BettingTree(LIMIT_HOLDEM)
    streets = ("flop", "turn", "river")
    found = []
    for number, street in enumerate(streets, 1):
        roots = len(tree.street_roots[number])
        found.append((street, roots, roots * 2 * 2 * 4 * states[number]))
    return found


def text(measured: Mapping[str, Any]) -> str:
    """The tables of the page."""
    stages = {name: Shards(**found) for name, found in measured["stages"].items()}
    return "\n".join(
        [
            f"Shards of real stages, measured on {measured['day']} ({measured['machine']}), processor time of one thread, "
            "one shard after another; other programs may have run beside. `limit5`, a strategy for limit hold'em over "
            "5 buckets a street, is that of the recipe `real-exploitability`:",
            "",
            *_measured_table(stages),
            "",
            "What follows, with 16 cores a machine, as fast with 16 threads as 16 times one, and 10 Gbit/s to the client. "
            "Network is the time of all that is sent and received, for each number of cores, where no folder is shared; it "
            f"counts where it is longer than the work, as does the engine: {1e3 * measured['engine']:.2g} ms of a processor "
            "that client and scheduler take for each shard, in one process here. All is computed by "
            "`tools/cluster_costs.py`, not measured on so many machines:",
            "",
            *_cores_table(measured, stages),
            "",
            *_notes(measured),
            "",
        ]
    )


def _measured_table(stages: Mapping[str, Shards]) -> list[str]:
    lines = ["| | shards | some of them | gives | sent with it | tables read |", "|---|---|---|---|---|---|"]
    for name, s in stages.items():
        times = ", ".join(f"{t:.3g}" for t in s.seconds)
        sizes = " | ".join(bytes_text(size) if size else "none" for size in (s.received, s.sent, s.tables))
        lines.append(f"| {_NAMES[name]} | {s.count:,} | {times} s | {sizes} |")
    return lines


def _cores_table(measured: Mapping[str, Any], stages: Mapping[str, Shards]) -> list[str]:
    head = "".join(f" {cores:,} cores |" for cores in CORES)
    lines = [f"| |{head} network | engine |", f"|---|{'---|' * len(CORES)}---|---|"]
    engine: float = measured["engine"]
    for name, shards in stages.items():
        times = [stage_seconds(shards, cores) for cores in CORES]
        moved = ", ".join(seconds_text(seconds) for _, seconds in times)
        lines.append(
            _row(_NAMES[name], [work for work, _ in times], moved, seconds_text(shards.count * engine))
        )
    counting = counting_seconds(stages["five_counts"], stages["ten_counts"], measured["squares_of_classes"])
    lines.append(
        _row("joint counts, B = 20, not possible yet", [counting / c for c in CORES], "see below", "")
    )
    machines = [cores // CORES_OF_MACHINE for cores in CORES]
    for street, found in measured["kmeans"].items():
        drawing, iterating = kmeans_seconds(found, CLUSTERS, 3, 50)
        sent = [kmeans_bytes(found, CLUSTERS, 150, n) / BYTES_A_SECOND for n in machines]
        lines.append(
            _row(
                f"k-means of the {street} for 169-9000-9000-9000, points dealt out",
                [drawing / CORES_OF_MACHINE + iterating / cores for cores in CORES],
                ", ".join(map(seconds_text, sent)),
                ", ".join(seconds_text(2 * n * 150 * engine) for n in machines),
            )
        )
        starts = [(drawing + iterating) / min(cores, 3 * CORES_OF_MACHINE) for cores in CORES]
        lines.append(
            _row(
                "the same with a start a shard, as where there are no more workers",
                starts,
                "little",
                "little",
            )
        )
    return lines


def _row(name: str, seconds: Sequence[float], network: str, engine: str) -> str:
    return f"| {name} | {' | '.join(seconds_text(s) for s in seconds)} | {network} | {engine} |"


def _notes(measured: Mapping[str, Any]) -> list[str]:
    sequences, squares = 20**4, measured["squares_of_classes"]
    sums = 16 * sequences**2
    a_machine = ", ".join(bytes_text(sums * CORES_OF_MACHINE / cores) for cores in CORES)
    walks = exchanged((169, CLUSTERS, CLUSTERS, CLUSTERS))
    moved = sum(size for _, _, size in walks)
    lead = "; ".join(
        f"{count:,} histories to the {street}, {bytes_text(size)}" for street, count, size in walks
    )
    streets = "; ".join(
        f"{of['points']:,} points of the {street}, {of['drawing']:.3g} s to draw {of['clusters']:,} of them, "
        f"{of['iterating'] / of['iterations']:.3g} s an iteration, {bytes_text(CLUSTERS * of['dimensions'] * 4)} of centres "
        f"with each part and {bytes_text(6 * of['points'])} of clusters and distances back"
        for street, of in measured["kmeans"].items()
    )
    return [
        f"- **Joint counts with B = 20** have {sequences:,} sequences and sums of {bytes_text(sums)}; `make` refuses "
        f"more than 10,000 sequences. Rows of the sums dealt out would take {a_machine} of memory a machine, with 1, 16 "
        "and 256 of them, and each would go over all boards; to send them to the client takes "
        f"{seconds_text(sums / BYTES_A_SECOND)} at 10 Gbit/s. The time is a line through B = 5 and B = 10 in the square "
        f"of the sequences in use on a river, {squares['five']:,} and {squares['ten']:,} on average, to "
        f"{MOST_CLASSES**2:,}, all hands apart. Public chance sampling needs no joint counts.",
        f"- **169-9000-9000-9000**: {streets}. Measured in the first three iterations, which take longest: later most "
        "distances are skipped. Times are of 3 starts of 50 such iterations each, as if time went with the clusters, which "
        "is likely too much. Points are dealt out in two parts a machine, and the engine takes its time for each in each "
        "iteration: from some ten machines on more are slower. First "
        "centres are drawn, and centres moved, by the client, with its threads, and all machines have all points in memory. "
        "The river is a line.",
        "- **Solving limit hold'em with walks sharded by street** over that abstraction would send, each iteration, reach "
        f"of both players down and values up, float32: {lead}. Together {bytes_text(moved)}, "
        f"{seconds_text(moved / BYTES_A_SECOND)} at 10 Gbit/s with any number of cores. It is not done.",
    ]


_NAMES = {
    "five_counts": "joint counts, percentile on EHS, B = 5",
    "ten_counts": "the same, B = 10",
    "limit5_real": "real best response to `limit5`, both seats",
    "three_bet_flops": "report over 1,755 flops, a 3-bet pot",
}


def written(page: str, tables: str) -> str:
    """The page with other tables."""
    before, rest = page.split(MARKS[0])
    return before + MARKS[0] + tables + MARKS[1] + rest.split(MARKS[1])[1]


def main(arguments: list[str]) -> None:
    """Do what the module's docstring says."""
    np.seterr(all="raise")
    if "--measure" in arguments:
        found = measure(Path(arguments[arguments.index("--measure") + 1]))
        MEASURED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    tables = text(json.loads(MEASURED.read_text(encoding="utf-8")))
    if "--write" in arguments:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), tables), encoding="utf-8")
    else:
        print(tables)


if __name__ == "__main__":
    main(sys.argv[1:])
