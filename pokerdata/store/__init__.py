"""Tables: one HDF5 file each, mapped into memory, with attributes to explain and digests to prove it."""

from pokerdata.store.opening import open_table, say_how_to_make, tables_folder
from pokerdata.store.table import Table
from pokerdata.store.writing import write_table

__all__ = ["Table", "open_table", "say_how_to_make", "tables_folder", "write_table"]
