#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/clustering/kmeans.hpp"

namespace pokerdata::clustering {

// The best clusters of the numbers 0 .. size - 1, of which each has a mass (0: it does not occur).
struct LineClusters {
  std::vector<std::int32_t> centres;   // [clusters], rising
  std::vector<std::uint16_t> nearest;  // [size]; no_cluster where the mass is 0
  std::uint64_t inertia;               // sum of mass * distance

  static constexpr std::uint16_t no_cluster = 0xFFFF;
};

// Exact, by dynamic programming: the clusters of numbers on a line are stretches, and as the first of the
// last stretch never falls when the end rises, halving finds it in clusters * size * log(size)^2 steps.
// Throws ArgumentError for fewer numbers with a mass than clusters, and sums that might not fit 64 bits.
LineClusters cluster_line(const std::vector<std::uint64_t>& masses, int clusters, Distance distance);

}  // namespace pokerdata::clustering
