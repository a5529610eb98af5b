#include "pokerdata/clustering/kmeans.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "pokerdata/clustering/centres.hpp"
#include "pokerdata/clustering/padded_rows.hpp"
#include "pokerdata/clustering/seeding.hpp"
#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"
#include "pokerdata/support/random.hpp"

namespace pokerdata::clustering {
namespace {

constexpr std::int64_t chunk = 1024;
constexpr int iteration_cost = 20;  // in centres drawn; for the progress

// Throws ArgumentError unless every sum that may arise fits its type.
void check(const WeightedPoints& points, const KMeansOptions& options) {
  if (options.clusters < 1 || options.clusters > 65535 || options.clusters > points.count)
    throw support::ArgumentError("clusters: expected 1 to the number of points (" +
                                 std::to_string(points.count) + "), and at most 65535, got " +
                                 std::to_string(options.clusters) + "; e.g. 2");
  if (options.first < 0)
    throw support::ArgumentError("first restart: expected 0 or more, got " + std::to_string(options.first));
  if (options.restarts < 1 || options.iterations < 0)
    throw support::ArgumentError("restarts and iterations: expected at least 1 and 0, got " +
                                 std::to_string(options.restarts) + " and " +
                                 std::to_string(options.iterations) + "; e.g. 3 and 100");
  std::int32_t largest = 0;
  for (std::int64_t i = 0; i < points.count * points.dimensions; ++i) {
    if (points.values[i] < 0)
      throw support::ArgumentError("value of point " + std::to_string(i / points.dimensions) +
                                   ": expected a whole number, 0 or more, got " +
                                   std::to_string(points.values[i]));
    largest = std::max(largest, points.values[i]);
  }
  long double total = 0;
  for (std::int64_t p = 0; p < points.count; ++p) {
    if (points.weights[p] == 0)
      throw support::ArgumentError("weight of point " + std::to_string(p) +
                                   ": expected a whole number, 1 or more, got 0");
    total += static_cast<long double>(points.weights[p]);
  }
  const long double farthest = static_cast<long double>(largest) * points.dimensions *
                               (options.distance == Distance::squared ? largest : 1);
  if (farthest > std::numeric_limits<std::uint32_t>::max())
    throw support::ArgumentError("numbers up to " + std::to_string(largest) + " in " +
                                 std::to_string(points.dimensions) +
                                 " dimensions: expected distances below 2^32, so smaller numbers");
  if (std::max<long double>(farthest, largest) * total > 0x1p63L)
    throw support::ArgumentError(
        "weights are too great: expected the sum of weight * distance to be below 2^63");
}

std::vector<std::int64_t> keys_of(const PaddedRows& rows, Distance distance) {
  std::vector<std::int64_t> keys(rows.count());
  for (std::int64_t i = 0; i < rows.count(); ++i)
    keys[i] = distance == Distance::squared
                  ? rows.row(i)[0]
                  : std::accumulate(rows.row(i), rows.row(i) + rows.dimensions(), std::int64_t{0});
  return keys;
}

// One restart: Lloyd's iterations from centres that were drawn.
class Lloyd {
 public:
  Lloyd(const PaddedRows& points, const std::vector<std::uint64_t>& weights,
        const std::vector<std::int64_t>& keys, const KMeansOptions& options)
      : centres(options.clusters, points.dimensions()),
        points_(points),
        weights_(weights),
        rows_{points.row(0), keys.data(), points.stride(), points.dimensions(),
              options.distance == Distance::squared},
        options_(options),
        finder_(points, weights, options.distance, options.threads) {}

  KMeansRun run(support::Random& random, support::Progress& progress) {
    const auto drawn =
        draw_centres(rows_, weights_, options_.clusters, random, options_.threads, progress, now);
    for (int c = 0; c < options_.clusters; ++c) set_centre(c, drawn[c]);
    KMeansRun result{inertia(), 0, 0, false};
    while (!result.converged && result.iterations < options_.iterations) {
      const Members members(now.nearest, options_.clusters);
      finder_.find(members, progress, centres);
      const bool filled = fill_empty(members);
      result.converged = assign(progress) == 0 && !filled;
      ++result.iterations;
    }
    progress.advance(std::int64_t{iteration_cost} * (options_.iterations - result.iterations));
    result.end = inertia();
    return result;
  }

  Assignment now;
  PaddedRows centres;

 private:
  void set_centre(std::int64_t c, std::int64_t point) {
    std::copy_n(points_.row(point), points_.stride(), centres.row(c));
  }

  std::uint64_t inertia() const {
    std::uint64_t sum = 0;
    for (std::size_t p = 0; p < weights_.size(); ++p) sum += weights_[p] * now.distance[p];
    return sum;
  }

  // The centre of an empty cluster becomes the point with the greatest weight * distance.
  bool fill_empty(const Members& members) {
    bool filled = false;
    for (int c = 0; c < options_.clusters; ++c) {
      if (members.start[c] < members.start[c + 1]) continue;
      std::size_t worst = 0;
      for (std::size_t p = 1; p < weights_.size(); ++p)
        if (weights_[p] * now.distance[p] > weights_[worst] * now.distance[worst]) worst = p;
      set_centre(c, static_cast<std::int64_t>(worst));
      now.distance[worst] = 0;
      filled = true;
    }
    return filled;
  }

  // Puts the centres in the order of their keys, and every point to its nearest one. Returns how many
  // changed.
  std::int64_t assign(support::Progress& progress) {
    const auto keys = keys_of(centres, options_.distance);
    std::vector<int> order(options_.clusters);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
    PaddedRows sorted(options_.clusters, points_.dimensions());
    std::vector<std::int64_t> sorted_keys(options_.clusters);
    std::vector<std::uint16_t> place(options_.clusters);
    for (int c = 0; c < options_.clusters; ++c) {
      std::copy_n(centres.row(order[c]), centres.stride(), sorted.row(c));
      sorted_keys[c] = keys[order[c]];
      place[order[c]] = static_cast<std::uint16_t>(c);
    }
    centres = std::move(sorted);
    const CentreRows looked_at{centres.row(0), sorted_keys.data(), options_.clusters};
    const auto kernel = POKERDATA_DISPATCH(find_nearest);
    std::vector<std::int64_t> changed(options_.threads, 0);
    support::for_each_chunk(0, points_.count(), chunk, 0, options_.threads, progress,
                            [&](std::int64_t first, std::int64_t last, int thread) {
                              for (std::int64_t p = first; p < last; ++p)
                                now.nearest[p] = place[now.nearest[p]];
                              changed[thread] += kernel(rows_, looked_at, first, last, now.nearest.data(),
                                                        now.distance.data());
                            });
    progress.advance(iteration_cost);
    return std::accumulate(changed.begin(), changed.end(), std::int64_t{0});
  }

  const PaddedRows& points_;
  const std::vector<std::uint64_t>& weights_;
  PointRows rows_;
  const KMeansOptions& options_;
  CentreFinder finder_;
};

}  // namespace

KMeansResult kmeans(const WeightedPoints& given, const KMeansOptions& wanted, support::Progress& progress) {
  KMeansOptions options = wanted;
  options.threads = support::checked_threads(options.threads);
  check(given, options);
  progress.start(std::int64_t{options.restarts} *
                 (options.clusters - 1 + std::int64_t{iteration_cost} * options.iterations));
  const PaddedRows points(given.count, given.dimensions, given.values);
  const std::vector<std::uint64_t> weights(given.weights, given.weights + given.count);
  const auto keys = keys_of(points, options.distance);

  KMeansResult result;
  result.best = 0;
  Lloyd lloyd(points, weights, keys, options);
  for (int restart = 0; restart < options.restarts; ++restart) {
    support::Random random(support::Use::clustering, options.seed,
                           static_cast<std::uint64_t>(options.first) + restart);
    result.runs.push_back(lloyd.run(random, progress));
    if (restart > 0 && result.runs.back().end >= result.runs[result.best].end) continue;
    result.best = restart;
    result.nearest = lloyd.now.nearest;
    result.centres.clear();
    for (int c = 0; c < options.clusters; ++c)
      result.centres.insert(result.centres.end(), lloyd.centres.row(c),
                            lloyd.centres.row(c) + given.dimensions);
  }
  return result;
}

}  // namespace pokerdata::clustering
