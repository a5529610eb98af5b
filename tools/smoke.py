"""Check that an installed pokerdata works: run this with the Python of its environment, from anywhere.

    python -I tools/smoke.py                    imports and core commands; not those of a checkout
    python -I tools/smoke.py --without-extras   hides the packages of all extras, and also accepts a checkout

Features without extras must not look for packages of extras. Features with extras must name a missing one.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import io
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

#: Commands that need no extra; they run in an empty folder.
CORE = (
    ["--help"],
    ["list"],
    ["eval", "As Ks Qs Js Ts"],
    ["equity", "AcKd", "TdTh"],
    ["range", "QQ+,AKs", "--board", "Ks7d2c"],
    ["metrics", "Ks2s", "7s6cAs"],
    ["games"],
    ["solve", "kuhn", "--target", "1mb", "--out", "kuhn.h5"],
    ["info", "kuhn.h5"],
    ["browse", "kuhn.h5"],
    ["export", "kuhn.h5", "--out", "kuhn.csv"],
    ["match", "kuhn.h5", "always-call", "--deals", "100"],
    ["make", "rank_codes"],
    ["verify", "rank_codes"],
    ["plot", "range", "QQ+,AKs", "-o", "range.html"],
)

#: Commands that need one extra each, and name it if it is missing.
EXTRA = {
    "plot": ["plot", "range", "QQ+,AKs", "-o", "range.png"],
    "parquet": ["export", "kuhn.h5", "--to", "parquet", "--out", "kuhn.parquet"],
    "cluster": ["make", "boards", "--cluster", "local:2"],
    "openspiel": ["match", "openspiel:uniform_random", "always-call", "--game", "kuhn", "--deals", "10"],
}


def main(given: Sequence[str]) -> int:
    """Run all checks; the first failure ends the process and prints what was expected."""
    pretend = list(given) == ["--without-extras"]
    import pokerdata
    from pokerdata._support.extras import EXTRAS
    from pokerdata.cli import main as command

    if not pretend:
        inside = Path(sys.prefix).resolve() in Path(str(pokerdata.__file__)).resolve().parents
        expect(inside, f"pokerdata to be imported from {sys.prefix}", pokerdata.__file__)
        written = importlib.metadata.version("pokerdata")
        expect(written == pokerdata.__version__, f"version {written}", pokerdata.__version__)

    def run(words: Sequence[str]) -> tuple[int, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = command(words)
        return code, out.getvalue() + err.getvalue()

    for name in pokerdata.__all__:
        getattr(pokerdata, name)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        os.environ.pop("POKERDATA_TABLES", None)
        for words in CORE:
            code, said = run(words)
            expect(code == 0, f"`pokerdata {' '.join(words)}` to work", said)
        extras = {name.partition(".")[0] for name in sys.modules} & EXTRAS.keys()
        expect(not extras, "no package of an extra to be imported", sorted(extras))
        told_of = 0
        if pretend:
            sys.modules.update(dict.fromkeys(EXTRAS))  # type: ignore[arg-type]  # as if they were not installed
        for extra, words in EXTRA.items():
            needed = [module for module, (of, _) in EXTRAS.items() if of == extra]
            if all(map(importlib.util.find_spec, needed)):
                continue  # it is installed
            code, said = run(words)
            told = f"pip install 'pokerdata[{extra}]'"
            expect(code == 1 and told in " ".join(said.split()), f"an error that says {told}", said)
            expect(len(said.strip().splitlines()) <= 4, "a short one", said)
            told_of += 1
    print(f"pokerdata {pokerdata.__version__} works: {len(CORE)} commands, {told_of} missing extras named")
    return 0


def expect(holds: bool, what: str, got: object) -> None:
    """End the process if a check fails."""
    if not holds:
        raise SystemExit(f"smoke: expected {what}, got {got}")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
