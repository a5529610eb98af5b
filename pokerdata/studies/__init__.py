"""Studies: publications rerun, with what they printed beside what comes out here.

Each is a folder ``studies/NAME``: ``study.toml`` has what was published, ``study.py`` a function ``run(run)`` over the
package's public interface. `run_study` runs it and writes its page, ``README.md``, and its verdicts, ``findings.json``.
"""

from pokerdata.studies.figure import Figure, Verdict
from pokerdata.studies.finding import find_study, study_module, study_names
from pokerdata.studies.findings import Comparison, Findings, read_findings
from pokerdata.studies.overview import overview
from pokerdata.studies.run import StudyRun
from pokerdata.studies.running import run_study
from pokerdata.studies.solved import solved_rows
from pokerdata.studies.study import Study

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
