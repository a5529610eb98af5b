#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/clustering/nearest_kernel.hpp"
#include "pokerdata/support/progress.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata::clustering {

// Each point's cluster and its distance from the centre.
struct Assignment {
  std::vector<std::uint16_t> nearest;
  std::vector<std::uint32_t> distance;
};

// k-means++: the first centre is a point drawn by weight, each other one by weight times the distance from
// the nearest centre so far. Returns the points drawn, all different, and fills `assignment`.
std::vector<std::int64_t> draw_centres(const PointRows& points, const std::vector<std::uint64_t>& weights,
                                       int clusters, support::Random& random, int threads,
                                       support::Progress& progress, Assignment& assignment);

}  // namespace pokerdata::clustering
