"""A stage that solves: its state is kept beside the table, and a run that was broken off goes on from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pokerdata.pipeline.context import Context
from pokerdata.solving.log import Row
from pokerdata.solving.run_state import ResumableState


def kept_run(context: Context, kind: type[ResumableState]) -> dict[str, Any]:
    """The arguments by which a solver keeps its state and goes on.

    Args:
        context: What the stage is built with.
        kind: The class of the solver's states.
    """
    saved = context.load_shard("state")
    return {
        "resume": None if saved is None else kind.from_arrays(saved),
        "checkpoint": lambda state: context.save_shard("state", state.arrays()),
    }


def kept_file_run(context: Context) -> dict[str, Any]:
    """The same for solvers whose states are large: they read theirs from its file, so that nobody else holds it meanwhile.

    Args:
        context: What the stage is built with.
    """
    return {
        "resume": context.shard_file("state"),
        "checkpoint": lambda state: context.save_shard("state", state.arrays()),
    }


def told_run(context: Context, words: Callable[[Row[Any]], str]) -> dict[str, Any]:
    """The arguments by which a solver tells how far it is, with its last evaluation.

    Args:
        context: What the stage is built with.
        words: What is said of an evaluation.
    """
    note = ""

    def on_evaluation(row: Row[Any]) -> None:
        nonlocal note
        note = words(row)

    return {
        "on_evaluation": on_evaluation,
        "progress": lambda done, expected: context.progress(done, expected, note),
    }
