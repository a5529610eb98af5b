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


class MissingTableError(TableError):
    """No folder has a table of a name.

    Attributes:
        table: The name.
        nowhere: The first half of the message, which says where it was looked for.
    """

    def __init__(self, table: str, nowhere: str, way_out: str = "") -> None:
        super().__init__(table, nowhere, way_out)
        self.table, self.nowhere = table, nowhere
        self._way_out = way_out or f"make it with `pokerdata make {table}`"

    def __str__(self) -> str:
        return f"{self.nowhere}: {self._way_out}"


class UnknownTargetError(ValueError):
    """A recipe has no stage of a name.

    Attributes:
        target: The name.
    """

    def __init__(self, message: str, target: str) -> None:
        super().__init__(message, target)
        self.target = target

    def __str__(self) -> str:
        return str(self.args[0])


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
