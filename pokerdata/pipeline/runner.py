"""Build what is out of date: run one stage after another, and record each as soon as it is done."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from pokerdata._core import support as _support
from pokerdata._support import resources
from pokerdata._support.costs import Cost
from pokerdata._support.progress import LiveProgress, NotedProgress, shown, shown_live
from pokerdata._support.text import counted
from pokerdata._support.version import VERSION
from pokerdata.errors import TableError
from pokerdata.pipeline.context import Context
from pokerdata.pipeline.elsewhere import Elsewhere
from pokerdata.pipeline.plan import Code, Plan, Stage, Watched, check_capacity, check_modules
from pokerdata.pipeline.records import FileState, Record, Records, locked, plain
from pokerdata.pipeline.status import FORCED, Status, check, check_replaceable, survey
from pokerdata.pipeline.store.digest import file_digest
from pokerdata.pipeline.store.sharded import SHARDS, KeptParts, remove_parts
from pokerdata.pipeline.store.writing import PROBE, check_writable, leftovers, remove_unless_held

Say = Callable[[str], None]
_WORTH_SAYING = 60.0  # seconds


@dataclass
class Runner:
    """Builds the stages of `plan` in the folder `tables`.

    Attributes:
        plan: The stages.
        tables: The folder.
        threads: Number of threads that each stage may use.
        say: Called with each line for the user.
        kernels: C++ folder -> fingerprint; by default the extension's.
        available: Function that returns the available memory and disk of a folder.
        executor: Runs parts of stages in parallel in this process; by default a pool of threads.
        elsewhere: Runs the shards of stages in other processes; by default they run in this one.
        trust: Whether user code named in the recipe may run.
        progress: Progress display of a stage.
        live_progress: Progress display of a stage with live views.
    """

    plan: Plan
    tables: Path
    threads: int = 1
    say: Say = print
    kernels: Mapping[str, str] = field(default_factory=lambda: kernel_fingerprints())
    available: Callable[[Path], resources.Available] = resources.available
    executor: Executor | None = None
    elsewhere: Elsewhere | None = None
    trust: bool = False
    progress: Callable[[str, Say], AbstractContextManager[NotedProgress]] = shown
    live_progress: Callable[[str, Say], AbstractContextManager[LiveProgress]] = shown_live

    def __post_init__(self) -> None:
        self.records = Records(self.tables)

    def survey(self, targets: Sequence[str] = (), *, force: bool = False) -> list[Status]:
        """Return the status of `targets` and all their dependencies; with `force`, the targets themselves must run."""
        stages = self.plan.select(targets)
        forced = (targets or [s.name for s in stages]) if force else ()
        return survey(stages, self.tables, self.records, self.kernels, forced)

    def run(self, targets: Sequence[str] = (), *, force: bool = False) -> list[Record]:
        """Build what is out of date and return the records of the stages that ran, in order.

        Raises:
            TableError: If the folder cannot be written or another run uses it; raised before any work.
            ModuleNotFoundError: If a module of a stage is not installed; raised before any work.
            CapacityError: If memory or disk is too small; raised before any work.
        """
        self.plan.check_targets(targets)
        check_writable(self.tables / PROBE)
        with locked(self.tables):
            statuses = self.survey(targets, force=force)
            self._tidy(statuses)
            pending = [s for s in statuses if not s.up_to_date]
            self._check_replaceable([s.stage for s in pending])
            check_modules([s.stage for s in pending])
            check_capacity([s.stage for s in pending], self.available(self.tables))
            cost = Cost.of_all(s.stage.cost for s in pending)
            if cost.seconds >= _WORTH_SAYING:
                self.say(f"{counted(len(pending), 'stage')}, {cost}")
            done = []
            for number, status in enumerate(pending, 1):
                forced = FORCED in status.reasons
                now = check(
                    status.stage, self.tables, self.records, status.code
                )  # with the current state of its parents
                head = f"[{number}/{len(pending)}] {status.stage.name}"
                if now.up_to_date and not forced:
                    self.say(f"{head}: up to date, for {', '.join(status.waits_for)} came out the same")
                    continue
                self.say(f"{head}: {now.why or FORCED}")
                names = [s.stage.name for s in pending[number:]]
                done.append(self._build(status.stage, status.code, names, forced=forced))
                resources.release_memory()  # so that freed memory does not count for the next stage
            return done

    def _check_replaceable(self, stages: Sequence[Stage]) -> None:
        """Raise TableError if a file to be written, live pages included, exists and pokerdata did not write it."""
        pages = {stage.live.stage for stage in stages if stage.live is not None} & self.plan.stages.keys()
        watched = [self.plan.stages[name] for name in sorted(pages)]
        for stage in [*stages, *(page for page in watched if (self.tables / page.filename).is_file())]:
            check_replaceable(stage, self.tables, self.records)

    def _build(self, stage: Stage, code: Code, later: Sequence[str], *, forced: bool) -> Record:
        records = {name: self._record(name) for name in stage.parents}
        parents = {name: record.sha256 for name, record in records.items()}
        parameters = plain(stage.parameters)
        origin = {"parameters": parameters, **asdict(code), "parents": parents}
        shards = KeptParts(self.tables / SHARDS / stage.name, origin)
        if forced:
            shards.remove()
        shards.remove_stale()
        resources.reset_peak_memory()
        begun = time.perf_counter()
        with self._shown(stage, later) as (progress, tell):
            context = Context(
                self.tables / stage.filename,
                parameters=stage.parameters,
                threads=self.threads,
                parents={name: record.digests for name, record in records.items()},
                shards=shards,
                progress=progress,
                executor=self.executor,
                files=parents,
                elsewhere=self.elsewhere,
                trust=self.trust,
                tell=tell,
            )
            try:
                stage.build(context)
            except BaseException as error:
                context.close(interrupted=True)
                error.add_note(f"while making {stage.name}")
                raise
            context.close()
        if context.digests is None:
            raise RuntimeError(f"stage {stage.name} ended without writing its result")
        record = self._recorded(
            stage, parameters, code, parents, context.digests, time.perf_counter() - begun
        )
        shards.remove()
        return record

    @contextmanager
    def _shown(
        self, stage: Stage, later: Sequence[str]
    ) -> Iterator[tuple[NotedProgress, Callable[[object], None] | None]]:
        """Yield the progress and the live view of a stage; later: the stages that will run after it."""
        if stage.live is None:
            with self.progress(stage.name, self.say) as progress:
                yield progress, None
            return
        with self.live_progress(stage.name, self.say) as shown_there:
            page = self.tables / stage.live.filename
            watched = Watched(stage.live, page, shown_there, follows=stage.live.stage in later)
            try:
                yield watched, watched.tell
            except BaseException:
                watched.end("stopped")
                raise
            watched.end("done")

    def _recorded(
        self,
        stage: Stage,
        parameters: dict[str, object],
        code: Code,
        parents: dict[str, str],
        digests: dict[str, str],
        seconds: float,
    ) -> Record:
        path = self.tables / stage.filename
        record = Record(
            stage=stage.name,
            parameters=parameters,
            parents=parents,
            digests=digests,
            sha256=file_digest(path),
            file=FileState.of(path),
            seconds=round(seconds, 3),
            peak_memory=resources.peak_memory(),
            threads=self.threads,
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            version=VERSION,
            revision=code.revision,
            kernels=dict(code.kernels),
        )
        self.records.save(record)
        return record

    def _record(self, name: str) -> Record:
        record = self.records.load(name)
        if record is None:
            raise TableError(
                f"the record of {name} vanished from {self.records.folder} during the run: run it again"
            )
        return record

    def _tidy(self, statuses: Sequence[Status]) -> None:
        """Remove unfinished files of killed runs, and shards that no stage needs."""
        for status in statuses:
            if status.up_to_date:
                remove_parts(self.tables / SHARDS / status.stage.name)
        results = [self.tables / stage.filename for stage in self.plan.stages.values()]
        records = [self.records.path(name) for name in self.plan.stages]
        for path in (*results, *records, self.tables / PROBE):
            for temporary in leftovers(path):
                remove_unless_held(temporary)


def kernel_fingerprints() -> dict[str, str]:
    """Return C++ folder -> fingerprint of its sources and of those it uses."""
    return dict(_support.fingerprints())
