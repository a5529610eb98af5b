"""Clusters of hands: k-means on histograms of strength and on (strength, potential), and k-means of any points."""

from pokerdata.clustering.emd import earth_movers_distance
from pokerdata.clustering.kmeans import DISTANCES, Clusters, Run, cluster_line, kmeans
from pokerdata.store import register_table_class

__all__ = ["DISTANCES", "Clusters", "Run", "cluster_line", "earth_movers_distance", "kmeans"]

register_table_class("clustered_buckets", "pokerdata.clustering.table:ClusteredTable")
