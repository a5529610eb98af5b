"""The real command line with a log of kernel calls: python -m helpers.kernels_told FILE COMMAND...

Before each call of a function or method of the extension, it writes a line to FILE.
"""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from pokerdata import _core


def told(name: str, call: Callable[..., Any], descriptor: int) -> Callable[..., Any]:
    """Return a wrapper of a call that writes its name first."""

    @functools.wraps(call)
    def telling(*given: Any, **named: Any) -> Any:
        os.write(descriptor, f"{name}\n".encode())
        return call(*given, **named)

    return telling


def tell(descriptor: int) -> None:
    """Make all functions and methods of the extension log their calls."""
    for room, module in inspect.getmembers(_core, lambda member: isinstance(member, ModuleType)):
        for name, member in inspect.getmembers(module):
            if inspect.isbuiltin(member):
                setattr(module, name, told(f"{room}.{name}", member, descriptor))
            elif inspect.isclass(member) and member.__module__.startswith("pokerdata"):
                for method, found in list(vars(member).items()):
                    called = f"{room}.{name}.{method}"
                    if not method.startswith("_") and type(found).__name__ == "instancemethod":
                        setattr(member, method, told(called, found, descriptor))
                    elif isinstance(found, staticmethod):
                        setattr(member, method, staticmethod(told(called, found.__func__, descriptor)))


if __name__ == "__main__":
    tell(os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND))
    from pokerdata.cli import run

    run(sys.argv[2:])
