"""The real command line with the clock set back: python -m helpers.set_back SECONDS COMMAND...

Python's time of day is earlier by that many seconds, and so are the times of files that the command writes.
Timers for durations are unaffected, as when a real clock is set.
"""

from __future__ import annotations

import datetime
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

REAL = datetime.datetime
TIME, TIME_NS, LOCAL, UTC = time.time, time.time_ns, time.localtime, time.gmtime


def set_back(seconds: int) -> None:
    """Set the clock of this process; call it before importing modules that keep a function of the clock."""

    class Earlier(REAL):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return REAL.fromtimestamp(TIME() - seconds, tz)

        @classmethod
        def utcnow(cls) -> Any:
            return cls.now(datetime.UTC).replace(tzinfo=None)

        @classmethod
        def today(cls) -> Any:
            return cls.now()

    def at(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda when=None: function(TIME() - seconds if when is None else when)

    earlier: dict[tuple[Any, str], Any] = {
        (datetime, "datetime"): Earlier,
        (time, "time"): lambda: TIME() - seconds,
        (time, "time_ns"): lambda: TIME_NS() - seconds * 10**9,
        (time, "localtime"): at(LOCAL),
        (time, "gmtime"): at(UTC),
    }
    for (module, name), function in earlier.items():
        setattr(module, name, function)


def date_back(folder: Path, since: float, seconds: int) -> None:
    """Set back the times of files written since then."""
    for path in folder.rglob("*") if seconds else ():
        if path.is_file() and path.stat().st_mtime >= since:
            when = path.stat().st_mtime - seconds
            os.utime(path, (when, when))


if __name__ == "__main__":
    back, begun = int(sys.argv[1]), TIME() - 0.1
    set_back(back)
    from pokerdata.cli import main

    code = main(sys.argv[2:])
    date_back(Path.cwd(), begun, back)
    sys.exit(code)
