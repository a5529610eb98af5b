"""Sections are checked key by key; errors give the nearest known word and an example."""

from dataclasses import dataclass
from typing import Any

import pytest

from pokerdata._support.arguments import key, keys_of, read_section, values_of
from pokerdata.errors import CapacityError


@dataclass(frozen=True, kw_only=True)
class Toy:
    kind: str = key("uniform, history, ...")
    buckets: list[int] = key("how many a street", [5, 5, 5, 5])
    target: str | float = key("exploitability", "1mb")
    threads: int | None = key("how many", 2)
    exact: bool = key("or sampled", True)

    def __post_init__(self) -> None:
        if self.kind == "bad":
            raise ValueError("kind: expected good, got 'bad'")
        if self.kind == "huge":
            raise CapacityError("too much")


def test_defaults_are_filled_in() -> None:
    found = read_section(Toy, "here", {"kind": "history", "target": 1})
    assert values_of(found) == {
        "kind": "history",
        "buckets": [5, 5, 5, 5],
        "target": 1,
        "threads": 2,
        "exact": True,
    }


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ({}, r"here: the key 'kind' is missing: expected text \(uniform, history, ...\)"),
        ({"kind": "x", "bucket": 5}, r"unknown key 'bucket', did you mean 'buckets'.*e.g. buckets = \[...\]"),
        ({"kind": "x", "zzz": 5}, r"unknown key 'zzz'\. Expected some of kind, buckets"),
        ({"kind": 5}, r"here: kind: expected text \(uniform, history, \.\.\.\), got 5"),
        ({"kind": "x", "threads": True}, r"here: threads: expected an integer \(how many\), got True"),
        ({"kind": "x", "threads": 2.5}, r"here: threads: expected an integer \(how many\), got 2\.5"),
        (
            {"kind": "x", "target": []},
            r"here: target: expected text or a number \(exploitability\), got \[\]",
        ),
    ],
)
def test_what_does_not_fit_is_named(section: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_section(Toy, "here", section)


def test_what_the_values_do_not_allow_is_located() -> None:
    with pytest.raises(ValueError, match=r"^here: kind: expected good, got 'bad'$"):
        read_section(Toy, "here", {"kind": "bad"})
    with pytest.raises(CapacityError, match=r"^here: too much$"):
        read_section(Toy, "here", {"kind": "huge"})


def test_defaults_are_not_shared() -> None:
    one, other = (read_section(Toy, "here", {"kind": "x"}) for _ in range(2))
    assert one.buckets is not other.buckets


def test_keys() -> None:
    assert {name: known.types for name, known in keys_of(Toy).items()} == {
        "kind": (str,),
        "buckets": (list,),
        "target": (str, float),
        "threads": (int,),
        "exact": (bool,),
    }
    assert [name for name, known in keys_of(Toy).items() if known.required] == ["kind"]
