"""Studies: reruns of publications that compare the printed results with ours.

Each study is a folder ``studies/NAME``. ``study.toml`` states what was published, and ``study.py`` has a
function ``run(run)`` that uses the package's public interface. `run_study` runs it and writes its page,
``README.md``, and its verdicts, ``findings.json``.
"""

from studies.framework.figure import Figure, Verdict
from studies.framework.finding import find_study, study_module, study_names
from studies.framework.findings import Comparison, Findings, read_findings
from studies.framework.overview import overview
from studies.framework.run import StudyRun
from studies.framework.running import run_study
from studies.framework.solved import solved_rows
from studies.framework.study import Study

__all__ = [
    "Comparison",
    "Figure",
    "Findings",
    "Study",
    "StudyRun",
    "Verdict",
    "find_study",
    "overview",
    "read_findings",
    "run_study",
    "solved_rows",
    "study_module",
    "study_names",
]
