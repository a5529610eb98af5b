"""Tables: one HDF5 file each, mapped into memory, with attributes to explain and digests to prove it."""

from pokerdata.store.checking import check_file
from pokerdata.store.locations import tables_folder
from pokerdata.store.opening import find_table, open_only, open_table
from pokerdata.store.table import Table
from pokerdata.store.writing import table_file, write_table

__all__ = [
    "Table",
    "check_file",
    "find_table",
    "open_only",
    "open_table",
    "table_file",
    "tables_folder",
    "write_table",
]
