"""The workflow of examples/downstream agrees with its guide, in an order that can run."""

from __future__ import annotations

import re
import shlex
import tomllib
from typing import Any

import pytest

from helpers.documents import block
from helpers.formats import ROOT
from pokerdata.recipes.reading import load_plan

PROJECT = ROOT / "examples" / "downstream"
yaml = pytest.importorskip("yaml", reason="needs PyYAML, which comes with the extra cluster")


@pytest.fixture
def workflow() -> dict[Any, Any]:
    (path,) = PROJECT.glob(".github/workflows/*.y*ml")
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def test_steps_in_order(workflow: dict[Any, Any]) -> None:
    (job,) = workflow["jobs"].values()
    assert all(len({"uses", "run"} & step.keys()) == 1 for step in job["steps"])
    steps = [step.get("run") or step["uses"].split("@")[0] for step in job["steps"]]
    assert steps == [
        "actions/checkout",
        "actions/setup-python",
        "python -m pip install \"$POKERDATA\" -e '.[test]'",
        "python -m pip freeze | grep '^pokerdata' > pokerdata-version",
        "actions/cache",  # before tables are made
        *block("docs/downstream.md", "downstream").splitlines(),
        "python -m pytest",
    ]
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]) for step in job["steps"] if "uses" in step)


def test_what_starts_it_and_what_it_may_do(workflow: dict[Any, Any]) -> None:
    assert workflow[True] == ["push", "pull_request"]  # `on` is a boolean in YAML 1.1
    assert workflow["permissions"] == {"contents": "read"}
    (job,) = workflow["jobs"].values()
    assert re.fullmatch(r"ubuntu-\d+\.\d+", job["runs-on"])
    given = {step["uses"].split("@")[0]: step["with"] for step in job["steps"] if "with" in step}
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == f">={given['actions/setup-python']['python-version']}"
    assert given["actions/cache"]["path"] == "tables"
    (key,) = re.findall(r"hashFiles\((.*)\)", given["actions/cache"]["key"])
    recipes, version = (name.strip("' ") for name in key.split(","))
    assert list(PROJECT.glob(recipes))  # another recipe takes no old tables
    assert any(step.get("run", "").endswith(f"> {version}") for step in job["steps"])  # nor another pokerdata
    assert workflow["env"]["POKERDATA"] in project["dependencies"]


def test_commands_name_what_there_is() -> None:
    make, verify = map(shlex.split, block("docs/downstream.md", "downstream").splitlines())
    plan = load_plan(str(PROJECT / make[make.index("-f") + 1]))
    targets = [word for word in make[4:] if not word.startswith("-")]
    assert targets
    assert set(targets) <= set(plan.stages)
    assert verify[-len(targets) :] == targets, "what is made is verified"
    manifest = tomllib.loads((PROJECT / verify[verify.index("--manifest") + 1]).read_text(encoding="utf-8"))
    assert set(targets) & set(manifest)
    assert set(manifest) <= set(plan.stages)
