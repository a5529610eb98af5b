"""Run a study: check its cost, run its code, and write all files at the end."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from pokerdata._core import support as _support
from pokerdata._support.extras import check_installed
from pokerdata._support.resources import available, peak_memory, reset_peak_memory
from pokerdata._support.text import bytes_text
from pokerdata.errors import CapacityError
from pokerdata.pipeline.store.writing import check_writable, write_bytes
from studies.framework import findings as stored
from studies.framework import page as pages
from studies.framework.finding import find_study, study_module
from studies.framework.findings import Findings
from studies.framework.run import StudyRun
from studies.framework.study import PAGE, Study


def run_study(
    name: str,
    output: str | os.PathLike[str] | None = None,
    *,
    quick: bool = False,
    say: Callable[[str], None] | None = None,
    tables: str | os.PathLike[str] | None = None,
) -> Findings:
    """Rerun a study and write its page, its pictures and its findings.

    Args:
        name: One of `study_names`.
        output: Folder to write to; by default ``studies/NAME``, or ``studies/NAME/quick`` at the quick scale.
        quick: Run the same code on less data, in seconds.
        say: Callback for progress messages; none by default.
        tables: Folder of tables, for studies that make or read some.

    Returns:
        The findings.

    Raises:
        ValueError: If the study does not exist.
        CapacityError: If memory would not suffice.
        ModuleNotFoundError: If it needs a module that is not installed.
        TableError: If the folder cannot be written.
    """
    study = find_study(name)
    folder = output_folder(study, output, quick=quick)
    _check(study, folder, quick)
    reset_peak_memory()
    begun = perf_counter()
    code = study_module(study.name)
    if not callable(getattr(code, "run", None)):
        raise ValueError(
            f"{study.folder / 'study.py'}: expected a function run(run), got none; see docs/studies.md"
        )
    run = StudyRun(study, quick, say or (lambda _: None), None if tables is None else Path(tables))
    code.run(run)
    run.check_complete()
    found = Findings(
        study.name,
        quick,
        tuple(run.comparisons.values()),
        round(perf_counter() - begun, 2),
        peak_memory(),
        f"{_support.hardware_threads()} processors ({_support.active_isa()})",
    )
    for file, content in run.files.items():
        write_bytes(folder / file, content)
    write_bytes(folder / PAGE, pages.page(run, found).encode())
    write_bytes(folder / stored.FILE, found.to_json().encode())
    return found


def output_folder(study: Study, output: str | os.PathLike[str] | None = None, *, quick: bool = False) -> Path:
    """Return the folder that a run writes to.

    Args:
        study: The study to run.
        output: As in `run_study`.
        quick: Whether it runs at the quick scale.
    """
    return Path(output) if output is not None else Path("studies", study.name, *(["quick"] if quick else []))


def _check(study: Study, folder: Path, quick: bool) -> None:
    """Raise errors that would otherwise occur only after the work."""
    check_installed(f"study {study.name}", study.modules)
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"output: expected a folder, got the file {folder}; e.g. --out studies/{study.name}")
    check_writable(folder / PAGE)
    cost, has = study.quick_cost if quick else study.cost, available(folder)
    for kind, needed, free in (
        ("memory", cost.memory_bytes, has.memory),
        ("disk", cost.disk_bytes, has.disk),
    ):
        if needed > free:
            raise CapacityError(
                f"not enough {kind}: study {study.name} needs about {bytes_text(needed)}, available are "
                f"{bytes_text(free)}" + ("" if quick else "; --quick takes less")
            )
