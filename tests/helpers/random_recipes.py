"""Random recipes: valid ones as nested dictionaries, and possible mistakes in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from hypothesis import strategies as st

Content = dict[str, Any]
METRICS = ["ehs", "ehs2_river", "ehs2_next"]
CARD_GAMES = ["kuhn", "leduc", "leduc-nolimit", "twelve-card"]
ALGORITHMS = ["cfr", "cfr+", "cfr+(delay=9)", "lcfr", "dcfr", "dcfr(beta=0.5)", "pcfr+", "cfr(simultaneous)"]
MENUS = [["pot", "all-in"], ["1/2", 2], [["min"], ["pot"], [], ["all-in"]]]


def toml(content: Content) -> str:
    """Return a recipe as text, one header per section; tables inside sections are inline."""
    lines = []
    for kind, sections in content.items():
        whole = {f"{kind}.{name}": section for name, section in sections.items()}
        for header, section in whole.items() if kind not in ("tables", "report") else [(kind, sections)]:
            lines += [
                "",
                f"[{header}]",
                *(f"{_key(key)} = {toml_value(value)}" for key, value in section.items()),
            ]
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)


def toml_value(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {toml_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, bool | str):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def maybe(draw: st.DrawFn, section: Content, **choices: st.SearchStrategy[Any]) -> Content:
    """Return the section with some of the keys."""
    return section | {key: draw(values) for key, values in choices.items() if draw(st.booleans())}


@st.composite
def abstractions(draw: st.DrawFn) -> Content:
    kind = draw(st.sampled_from(["history", "uniform", "minmax", "percentile", "nested", "kmeans"]))
    size = st.sampled_from(["2x2", "3x2"]) if kind == "nested" else st.integers(2, 6)
    buckets = [draw(st.one_of(size, st.just("lossless"))), *(draw(size) for _ in range(3))]
    section: Content = {"kind": kind, "buckets": buckets}
    if kind == "kmeans":
        numbers = {"bins": st.integers(2, 200), "restarts": st.integers(1, 9), "seed": st.integers(0, 9)}
        section = maybe(draw, section, points=st.sampled_from(["histogram", "potential"]), **numbers)
        if section.get("points") == "potential":  # potential has no bins
            section.pop("bins", None)
    else:
        section = maybe(draw, section, metric=st.sampled_from(METRICS))
    if kind != "history":
        section = maybe(draw, section, recall=st.sampled_from(["perfect", "imperfect"]))
    if counted(section) and draw(st.booleans()):
        section["boards"] = draw(st.integers(100, 100_000))
    return section


def counted(section: Content) -> bool:
    """Return whether an abstraction has joint counts."""
    sequences = 1
    for given in section["buckets"]:
        for part in str(169 if given == "lossless" else given).split("x"):
            sequences *= int(part)
    return section.get("recall", "perfect") == "perfect" and sequences <= 10_000


@st.composite
def strategies(draw: st.DrawFn, known: dict[str, Content], games: list[str]) -> Content:
    """Return strategies over the `known` abstractions, and for the `games` that are solved without one."""
    used = draw(st.sampled_from([None, *known]))
    if used is None:
        section: Content = {"game": draw(st.sampled_from(games))}
    else:
        section = {
            "game": draw(st.sampled_from(["limit-holdem", "nolimit-holdem"])),
            "abstraction": used,
        }
    if section["game"] == "nolimit-holdem":
        section = maybe(
            draw, section, stack=st.sampled_from([20, 7.5, "900 chips"]), menu=st.sampled_from(MENUS)
        )
    if used is not None and (not counted(known[used]) or draw(st.booleans())):
        section["algorithm"], section["iterations"] = "pcs", draw(st.integers(1, 10**6))
        return maybe(draw, section, seconds=st.floats(0.1, 1e5), seed=st.integers(0, 9))
    choices = {
        "algorithm": st.sampled_from(ALGORITHMS),
        "target": st.sampled_from(["1mb", "0.5 chips", "2.5 mb"]),
    }
    limits = {"iterations": st.integers(1, 10**6), "every": st.integers(1, 99)}
    return maybe(draw, section, **choices, **limits, dtype=st.sampled_from(["float32", "float64"]))


@st.composite
def recipes(draw: st.DrawFn, files: Sequence[str] = ()) -> Content:
    """Return a recipe that can be planned and makes something; `files` names small games."""
    games = [*CARD_GAMES, *files]
    content: Content = {"tables": {key: draw(st.booleans()) for key in ("strength", "preflop", "potential")}}
    content["abstraction"] = {f"a{i}": draw(abstractions()) for i in range(draw(st.integers(0, 3)))}
    known = content["abstraction"]
    content["strategy"] = {f"s{i}": draw(strategies(known, games)) for i in range(draw(st.integers(0, 3)))}
    content["tables"]["strength"] |= not (any(content["tables"].values()) or known or content["strategy"])
    matches: Content = {}
    for i in range(draw(st.integers(0, 2))):
        agents = draw(st.permutations(["always-call", "always-raise", "random"]))[: draw(st.integers(2, 3))]
        matches[f"m{i}"] = maybe(
            draw, {"agents": agents, "game": draw(st.sampled_from(games))}, seed=st.integers(0, 9)
        )
    if content["strategy"] and draw(st.booleans()):
        matches["own"] = maybe(
            draw, {"agents": ["s0", "always-call"]}, deals=st.integers(2, 10**6), lbr=st.integers(2, 99)
        )
    content["match"] = matches
    if bool(matches) and draw(st.booleans()):
        content["page"] = {"p0": {"title": draw(st.text("abc \"'\\ä", max_size=9)), "matches": list(matches)}}
    content["report"] = {
        "plots": draw(st.permutations(["convergence", "preflop"]))[: draw(st.integers(0, 2))]
    }
    return content


@st.composite
def tiny_recipes(draw: st.DrawFn) -> Content:
    """Return a recipe of small games and few deals, made in a second or two."""
    game = draw(st.sampled_from(["kuhn", "leduc", "leduc-nolimit"]))
    algorithms = st.sampled_from(ALGORITHMS)
    sections = {
        f"s{i}": {"game": game, "algorithm": draw(algorithms), "iterations": draw(st.integers(1, 30))}
        for i in range(draw(st.integers(1, 3)))
    }
    agents = draw(st.permutations([*sections, "always-call", "random"]))[: draw(st.integers(2, 3))]
    match = {
        "agents": agents,
        "game": game,
        "deals": draw(st.integers(2, 50)),
        "seed": draw(st.integers(0, 9)),
    }
    return {"strategy": sections, "match": {"m": match}}


def wrong_values() -> st.SearchStrategy[Any]:
    """Return values of every TOML type, including extreme ones."""
    huge = [2**31, 2**63, 10**30, 10**400, 1e308, float("nan"), float("inf"), float("-inf")]
    texts = [
        "",
        " ",
        "a0",
        "s0",
        "perfect",
        "kuhn",
        "nan mb",
        "inf chips",
        "1e999mb",
        "-1mb",
        "\0",
        "9" * 5000,
        "dcfr(",
        ".",
    ]
    simple = st.sampled_from([0, -1, 1, 0.5, -0.0, *huge, *texts, True, date(2020, 2, 29)])

    def larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.one_of(
            st.lists(inner, max_size=5), st.dictionaries(st.sampled_from(["a", "kind"]), inner, max_size=2)
        )

    return st.recursive(simple, larger, max_leaves=5)
