#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/clustering/kmeans.hpp"
#include "pokerdata/clustering/padded_rows.hpp"

namespace pokerdata::clustering {

// The points of each cluster: [start[c], start[c + 1]) of `points`, rising.
struct Members {
  std::vector<std::int64_t> start;
  std::vector<std::uint32_t> points;

  Members(const std::vector<std::uint16_t>& nearest, int clusters);
};

// Finds the centres of clusters; keeps the scratch memory that takes.
class CentreFinder {
 public:
  CentreFinder(const PaddedRows& points, const std::vector<std::uint64_t>& weights, Distance distance,
               int threads);
  ~CentreFinder();

  // Sets row c of `centres` to the centre of cluster c; those of empty clusters stay.
  void find(const Members& members, support::Progress& progress, PaddedRows& centres);

 private:
  class Medians;
  const PaddedRows& points_;
  const std::vector<std::uint64_t>& weights_;
  int threads_;
  std::vector<Medians> medians_;  // one a thread; none where centres are means
};

}  // namespace pokerdata::clustering
