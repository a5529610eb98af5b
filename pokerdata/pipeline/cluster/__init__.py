"""Clusters: workers of Dask `distributed` run shards of stages, with the same bits as a local run."""
