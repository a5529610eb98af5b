#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/clustering/centres.hpp"
#include "pokerdata/clustering/point_set.hpp"
#include "pokerdata/clustering/seeding.hpp"
#include "pokerdata/support/progress.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata::clustering {

// One start of Lloyd's algorithm, step by step: centres are drawn; then, again and again, they move to the
// middle of their points, and points go to their nearest centres, here or elsewhere.
class Start {
 public:
  Start(const PointSet& points, const std::vector<std::uint64_t>& weights, int clusters, int threads);

  // Draws centres, of which each point takes the nearest.
  void draw(support::Random& random, support::Progress& progress);

  // Moves the centres, fills empty clusters with far points, and numbers clusters in the order of the keys of
  // their centres. Returns whether a cluster was empty.
  bool move(support::Progress& progress);

  // Puts all points to their nearest centres; returns how many changed.
  std::int64_t assign(support::Progress& progress);

  // Takes the clusters of the points [first, first + count) and their distances, as `PointSet::assign` gives
  // them; returns how many changed.
  std::int64_t take(std::int64_t first, std::int64_t count, const std::uint16_t* nearest,
                    const std::uint32_t* distance);

  // The sum of weight * distance.
  std::uint64_t inertia() const;

  const PaddedRows& centres() const { return centres_; }
  const std::vector<std::uint16_t>& nearest() const { return now_.nearest; }

 private:
  void set_centre(std::int64_t c, std::int64_t point);
  bool fill_empty(const Members& members);
  void sort();

  const PointSet& points_;
  const std::vector<std::uint64_t>& weights_;
  int clusters_, threads_;
  PaddedRows centres_;
  CentreFinder finder_;
  Assignment now_;
};

}  // namespace pokerdata::clustering
