"""Tables: HDF5 files mapped into memory, with attributes that describe them and digests that verify them."""

from pokerdata.pipeline.store.opening import find_table, open_only, open_table, tables_folder
from pokerdata.pipeline.store.reading import check_file
from pokerdata.pipeline.store.table import Table
from pokerdata.pipeline.store.writing import table_file, write_table

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
