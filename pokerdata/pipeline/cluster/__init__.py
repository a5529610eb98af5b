"""More than one machine: shards of stages run by the workers of Dask `distributed`, to the same bits as here."""
