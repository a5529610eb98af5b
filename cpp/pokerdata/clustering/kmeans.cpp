#include "pokerdata/clustering/kmeans.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "pokerdata/clustering/point_set.hpp"
#include "pokerdata/clustering/start.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/threads.hpp"

namespace pokerdata::clustering {
namespace {

constexpr int iteration_cost = 20;  // in centres drawn; for the progress

// Lloyd's iterations from centres that were drawn.
KMeansRun run(Start& start, const KMeansOptions& options, support::Random& random,
              support::Progress& progress) {
  start.draw(random, progress);
  KMeansRun result{start.inertia(), 0, 0, false};
  while (!result.converged && result.iterations < options.iterations) {
    const bool filled = start.move(progress);
    result.converged = start.assign(progress) == 0 && !filled;
    progress.advance(iteration_cost);
    ++result.iterations;
  }
  progress.advance(std::int64_t{iteration_cost} * (options.iterations - result.iterations));
  result.end = start.inertia();
  return result;
}

}  // namespace

void check_kmeans(const WeightedPoints& points, const KMeansOptions& options) {
  if (options.clusters < 1 || options.clusters > 65535 || options.clusters > points.count)
    throw support::expected("clusters", {"1 to the number of points (", points.count, "), and at most 65535"},
                            {options.clusters, "; e.g. 2"});
  if (options.first < 0) throw support::expected("first restart", "0 or more", options.first);
  if (options.restarts < 1 || options.iterations < 0)
    throw support::expected("restarts and iterations", "at least 1 and 0",
                            {options.restarts, " and ", options.iterations, "; e.g. 3 and 100"});
  std::int32_t largest = 0;
  for (std::int64_t i = 0; i < points.count * points.dimensions; ++i) {
    if (points.values[i] < 0)
      throw support::expected({"value of point ", i / points.dimensions}, "a whole number, 0 or more",
                              points.values[i]);
    largest = std::max(largest, points.values[i]);
  }
  long double total = 0;
  for (std::int64_t p = 0; p < points.count; ++p) {
    if (points.weights[p] == 0)
      throw support::expected({"weight of point ", p}, "a whole number, 1 or more", "0");
    total += static_cast<long double>(points.weights[p]);
  }
  const long double farthest = static_cast<long double>(largest) * points.dimensions *
                               (options.distance == Distance::squared ? largest : 1);
  if (farthest > std::numeric_limits<std::uint32_t>::max())
    throw support::expected({"numbers up to ", largest, " in ", points.dimensions, " dimensions"},
                            "distances below 2^32, so smaller numbers");
  if (std::max<long double>(farthest, largest) * total > 0x1p63L)
    throw support::ArgumentError(
        "weights are too great: expected the sum of weight * distance to be below 2^63");
}

support::Random start_random(std::uint64_t seed, int number) {
  return support::Random(support::Use::clustering, seed, static_cast<std::uint64_t>(number));
}

KMeansResult kmeans(const WeightedPoints& given, const KMeansOptions& wanted, support::Progress& progress) {
  KMeansOptions options = wanted;
  options.threads = support::checked_threads(options.threads);
  check_kmeans(given, options);
  progress.start(std::int64_t{options.restarts} *
                 (options.clusters - 1 + std::int64_t{iteration_cost} * options.iterations));
  const PointSet points(given.values, given.count, given.dimensions, options.distance);
  const std::vector<std::uint64_t> weights(given.weights, given.weights + given.count);

  KMeansResult result;
  result.best = 0;
  Start start(points, weights, options.clusters, options.threads);
  for (int restart = 0; restart < options.restarts; ++restart) {
    support::Random random = start_random(options.seed, options.first + restart);
    result.runs.push_back(run(start, options, random, progress));
    if (restart > 0 && result.runs.back().end >= result.runs[result.best].end) continue;
    result.best = restart;
    result.nearest = start.nearest();
    result.centres.clear();
    for (int c = 0; c < options.clusters; ++c)
      result.centres.insert(result.centres.end(), start.centres().row(c),
                            start.centres().row(c) + given.dimensions);
  }
  return result;
}

}  // namespace pokerdata::clustering
