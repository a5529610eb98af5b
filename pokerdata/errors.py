"""The exceptions of pokerdata. Wrong arguments raise the built-in ``ValueError``."""

#: What to do where the system refuses memory in the middle of the work.
MORE_MEMORY = (
    "not enough memory: the system refused what the work asked for. End other programs, raise the limit (ulimit -v, a "
    "control group), use fewer threads, or choose a smaller problem"
)


class PokerdataError(Exception):
    """What pokerdata itself cannot do: the base of its own exceptions."""


class TableError(PokerdataError):
    """A table is missing, damaged, foreign or does not match what was asked for."""


class DatasetError(TableError, KeyError):
    """A table has no dataset of a name. Also a KeyError, as mappings have it."""

    __str__ = Exception.__str__  # KeyError shows the repr


class CapacityError(PokerdataError):
    """Memory or disk would not suffice; raised before any work, with the estimate."""


class MatchError(PokerdataError):
    """A match could not be played to its end: a player left, ran out of time or broke the protocol."""


class ClusterError(PokerdataError):
    """Other machines cannot do the work: no scheduler answers, no worker comes, or one is of another build."""


def located(where: str, error: ValueError | CapacityError) -> ValueError | CapacityError:
    """An error of the same kind that begins with where it was, such as a file or its section."""
    kind = CapacityError if isinstance(error, CapacityError) else ValueError
    return kind(f"{where}: {error}")
