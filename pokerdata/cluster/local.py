"""What workers that are started here do first; Dask calls `dask_setup` by its name."""

import signal


def dask_setup(_: object) -> None:
    """Leave Ctrl-C, which a terminal sends to all its processes, to the one that started the worker and ends it.

    Args:
        _: The worker.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
