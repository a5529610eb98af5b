#pragma once
#include <cstdint>
#include <vector>

#include "pokerdata/support/progress.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata::clustering {

// How far two points are from each other, and so what the centre of a cluster is.
enum class Distance {
  manhattan,  // sum of |x - y|; the lower weighted median of each number
  squared     // sum of (x - y)^2; the weighted mean of each number, rounded to the nearest, halves down
};

struct WeightedPoints {
  const std::int32_t* values;    // [count * dimensions], not negative
  const std::uint64_t* weights;  // [count], above 0
  std::int64_t count;
  int dimensions;
};

struct KMeansOptions {
  int clusters;
  Distance distance;
  int restarts;
  int iterations;  // at most, a restart
  std::uint64_t seed;
  int threads;
  int first = 0;  // number of the first restart, whose centres follow from seed and number
};

// Numbers of one restart: sums of weight * distance to the nearest centre.
struct KMeansRun {
  std::uint64_t start, end;
  int iterations;
  bool converged;  // no point would change its cluster
};

struct KMeansResult {
  std::vector<std::int32_t> centres;   // [clusters * dimensions]
  std::vector<std::uint16_t> nearest;  // [points]
  std::vector<KMeansRun> runs;         // [restarts]
  int best;                            // the restart that this is, the first with the least end
};

// Throws ArgumentError for fewer points than clusters, and unless every sum that may arise fits its type.
void check_kmeans(const WeightedPoints& points, const KMeansOptions& options);

// What a start draws its centres by.
support::Random start_random(std::uint64_t seed, int number);

// Lloyd's algorithm from k-means++ starts (Arthur, Vassilvitskii 2007). All sums are of integers, so the
// result is the same at any number of threads and with any instruction set, and no iteration makes it worse.
// Throws ArgumentError for fewer points than clusters, and where distances or their sum might not fit 32 and
// 64 bits.
KMeansResult kmeans(const WeightedPoints& points, const KMeansOptions& options, support::Progress& progress);

}  // namespace pokerdata::clustering
