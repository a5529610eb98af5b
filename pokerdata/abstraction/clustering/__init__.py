"""Clusters of hands: k-means on histograms of strength and on (strength, potential), and k-means of any points."""

from pokerdata.abstraction.clustering.emd import earth_movers_distance
from pokerdata.abstraction.clustering.kmeans import DISTANCES, Clusters, Run, cluster_line, kmeans

__all__ = ["DISTANCES", "Clusters", "Run", "cluster_line", "earth_movers_distance", "kmeans"]
