"""The exceptions of pokerdata. Bad arguments raise the built-in ``ValueError``."""


class TableError(Exception):
    """A table is missing, damaged, foreign or does not match what was asked for."""


class CapacityError(Exception):
    """Memory or disk would not suffice; raised before any work, with the estimate."""


def located(where: str, error: ValueError | CapacityError) -> ValueError | CapacityError:
    """An error of the same kind that begins with where it was, such as a file or its section."""
    kind = CapacityError if isinstance(error, CapacityError) else ValueError
    return kind(f"{where}: {error}")
