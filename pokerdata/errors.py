"""The exceptions of pokerdata. Bad arguments raise the built-in ``ValueError``."""


class TableError(Exception):
    """A table is missing, damaged, foreign or does not match what was asked for."""


class CapacityError(Exception):
    """Memory or disk would not suffice; raised before any work, with the estimate."""
