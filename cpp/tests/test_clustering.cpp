#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "check.hpp"
#include "instruction_set.hpp"
#include "pokerdata/clustering/distinct_points.hpp"
#include "pokerdata/clustering/histograms.hpp"
#include "pokerdata/clustering/kmeans.hpp"
#include "pokerdata/clustering/line.hpp"
#include "pokerdata/support/errors.hpp"

using namespace pokerdata;

namespace {

constexpr std::array both = {clustering::Distance::manhattan, clustering::Distance::squared};

struct Points {
  int dimensions;
  std::vector<std::int32_t> values;
  std::vector<std::uint64_t> weights;

  int count() const { return static_cast<int>(weights.size()); }
  clustering::WeightedPoints view() const { return {values.data(), weights.data(), count(), dimensions}; }
  const std::int32_t* row(int p) const { return values.data() + std::int64_t{p} * dimensions; }
};

Points random_points(int count, int dimensions, int largest, std::mt19937_64& random) {
  Points points{dimensions, {}, {}};
  for (int p = 0; p < count; ++p) {
    points.weights.push_back(random() % 9 + 1);
    for (int d = 0; d < dimensions; ++d)
      points.values.push_back(static_cast<std::int32_t>(random() % (largest + 1)));
  }
  return points;
}

std::uint64_t distance(const std::int32_t* x, const std::int32_t* y, int dimensions,
                       clustering::Distance kind) {
  std::uint64_t sum = 0;
  for (int d = 0; d < dimensions; ++d) {
    const auto difference = static_cast<std::uint64_t>(std::abs(x[d] - y[d]));
    sum += kind == clustering::Distance::squared ? difference * difference : difference;
  }
  return sum;
}

// The least sum of weight * distance of some points from one whole number a dimension, by trying all.
std::uint64_t cost_of(const Points& points, const std::vector<int>& members, clustering::Distance kind,
                      int largest) {
  std::uint64_t sum = 0;
  for (int d = 0; d < points.dimensions; ++d) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (std::int32_t centre = 0; centre <= largest; ++centre) {
      std::uint64_t cost = 0;
      for (const int p : members) cost += points.weights[p] * distance(points.row(p) + d, &centre, 1, kind);
      least = std::min(least, cost);
    }
    sum += least;
  }
  return sum;
}

// The least sum over all ways to put the points into at most `clusters` clusters.
std::uint64_t best_partition(const Points& points, int clusters, clustering::Distance kind, int largest) {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  std::vector<int> cluster(points.count(), 0);
  for (bool left = true; left;) {
    std::uint64_t sum = 0;
    for (int c = 0; c < clusters; ++c) {
      std::vector<int> members;
      for (int p = 0; p < points.count(); ++p)
        if (cluster[p] == c) members.push_back(p);
      sum += cost_of(points, members, kind, largest);
    }
    least = std::min(least, sum);
    left = false;
    for (int& c : cluster) {
      if (++c < clusters) {
        left = true;
        break;
      }
      c = 0;
    }
  }
  return least;
}

clustering::KMeansResult run(const Points& points, int clusters, clustering::Distance kind, int restarts,
                             int iterations, int threads = 1, std::uint64_t seed = 1) {
  support::Progress progress;
  auto result =
      clustering::kmeans(points.view(), {clusters, kind, restarts, iterations, seed, threads}, progress);
  CHECK(progress.done == progress.total);
  return result;
}

void check_against_all_partitions() {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < (sanitized ? 2 : 12); ++trial)
    for (const clustering::Distance kind : both)
      for (const int clusters : {1, 2, 3}) {
        const Points points = random_points(7, 2, 12, random);
        const std::uint64_t best = best_partition(points, clusters, kind, 12);
        const auto found = run(points, clusters, kind, 40, 50);
        for (const clustering::KMeansRun& one : found.runs)
          CHECK(best <= one.end && one.end <= one.start && one.converged);
        CHECK(found.runs[found.best].end == best);
      }
}

// Every point is at its nearest centre, every centre is the best one of its points, and no cluster is empty.
void check_local_optimum(const Points& points, int clusters, clustering::Distance kind, int largest) {
  const auto found = run(points, clusters, kind, 2, 1000, 2);
  const clustering::KMeansRun& kept = found.runs[found.best];
  CHECK(kept.converged && kept.end <= kept.start);
  std::vector<std::vector<int>> members(clusters);
  std::uint64_t inertia = 0;
  for (int p = 0; p < points.count(); ++p) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (int c = 0; c < clusters; ++c)
      least = std::min(least, distance(points.row(p), found.centres.data() + c * points.dimensions,
                                       points.dimensions, kind));
    const int own = found.nearest[p];
    CHECK(distance(points.row(p), found.centres.data() + own * points.dimensions, points.dimensions, kind) ==
          least);
    members[own].push_back(p);
    inertia += points.weights[p] * least;
  }
  CHECK(inertia == kept.end);
  std::uint64_t sum = 0;
  for (const auto& cluster : members) {
    CHECK(!cluster.empty());
    sum += cost_of(points, cluster, kind, largest);
  }
  CHECK(sum == inertia);
}

void check_local_optima() {
  std::mt19937_64 random(2);
  for (const clustering::Distance kind : both)
    for (const int dimensions : {1, 2, 17, 49})
      check_local_optimum(random_points(sanitized ? 200 : 1500, dimensions, 30, random), 25, kind, 30);
  // Many points in few places, so that clusters become empty.
  for (int trial = 0; trial < (sanitized ? 5 : 100); ++trial)
    for (const clustering::Distance kind : both)
      check_local_optimum(random_points(60, 2, 3, random), 14, kind, 3);
  // Numbers above the 2048 that one pass of the median's search tells apart.
  check_local_optimum(random_points(60, 3, 100'000, random), 5, clustering::Distance::manhattan, 100'000);
}

// The same bits at any number of threads, and, as this program runs with each instruction set, on all of
// them.
void check_bits() {
  std::mt19937_64 random(3);
  const Points points = random_points(1500, 49, 46, random);
  for (const clustering::Distance kind : both) {
    const auto one = run(points, 30, kind, 2, 20);
    std::uint64_t hash = one.runs[0].end * 31 + one.runs[1].end;
    for (const std::uint16_t cluster : one.nearest) hash = hash * 31 + cluster;
    CHECK(hash == (kind == clustering::Distance::squared ? 0xaf3cbca64f9d1142 : 0x566f662b10c4c69f));
    for (const int threads : {2, 4}) {
      const auto more = run(points, 30, kind, 2, 20, threads);
      CHECK(more.nearest == one.nearest && more.centres == one.centres && more.best == one.best);
    }
    CHECK(run(points, 30, kind, 2, 20, 1, 2).nearest != one.nearest);
  }
}

void check_line() {
  std::mt19937_64 random(4);
  for (int trial = 0; trial < 20; ++trial)
    for (const clustering::Distance kind : both)
      for (const int clusters : {1, 2, 5, 9}) {
        std::vector<std::uint64_t> masses(40, 0);
        Points points{1, {}, {}};
        for (int x = 0; x < 40; ++x) {
          if (random() % 3 == 0 && x > 8) continue;
          masses[x] = random() % 50 + 1;
          points.values.push_back(x);
          points.weights.push_back(masses[x]);
        }
        // Least sums of the first points in k clusters.
        const int count = points.count();
        constexpr auto none = std::numeric_limits<std::uint64_t>::max() / 2;
        std::vector<std::uint64_t> least(count + 1, none);
        least[0] = 0;
        for (int k = 0; k < clusters; ++k) {
          std::vector<std::uint64_t> next(count + 1, none);
          for (int end = 1; end <= count; ++end) {
            std::vector<int> members;
            for (int begin = end - 1; begin >= 0; --begin) {
              members.push_back(begin);
              next[end] = std::min(next[end], least[begin] + cost_of(points, members, kind, 40));
            }
          }
          least = next;
        }
        const clustering::LineClusters found = clustering::cluster_line(masses, clusters, kind);
        CHECK(found.inertia == least[count]);
        std::uint64_t inertia = 0;
        for (std::int32_t x = 0, last = 0; x < 40; ++x) {
          if (masses[x] == 0) {
            CHECK(found.nearest[x] == clustering::LineClusters::no_cluster);
            continue;
          }
          CHECK(found.nearest[x] == last || found.nearest[x] == last + 1);
          last = found.nearest[x];
          inertia += masses[x] * distance(&x, &found.centres[last], 1, kind);
        }
        CHECK(inertia == found.inertia);
        CHECK(std::is_sorted(found.centres.begin(), found.centres.end()));
      }
  CHECK_THROWS(clustering::cluster_line({1, 0, 1}, 3, clustering::Distance::manhattan),
               support::ArgumentError);
  CHECK_THROWS(clustering::cluster_line({~std::uint64_t{0}, 1}, 1, clustering::Distance::manhattan),
               support::ArgumentError);
}

void check_distinct_points() {
  std::mt19937_64 random(5);
  const Points points = random_points(4000, 3, 9, random);
  clustering::DistinctPoints distinct(3);
  std::vector<std::uint32_t> weights(points.count()), numbers(points.count());
  std::map<std::vector<std::int32_t>, std::uint64_t> expected;
  for (int p = 0; p < points.count(); ++p) {
    weights[p] = static_cast<std::uint32_t>(points.weights[p] - 1);
    if (weights[p]) expected[{points.row(p), points.row(p) + 3}] += weights[p];
  }
  distinct.add(points.values.data(), weights.data(), 1500, numbers.data());
  distinct.add(points.row(1500), weights.data() + 1500, 2500, numbers.data() + 1500);
  CHECK(distinct.count() == static_cast<std::int64_t>(expected.size()));
  for (int p = 0; p < points.count(); ++p) {
    if (weights[p] == 0) {
      CHECK(numbers[p] == clustering::DistinctPoints::no_point);
      continue;
    }
    const std::vector<std::int32_t> row(points.row(p), points.row(p) + 3);
    CHECK(std::equal(row.begin(), row.end(), distinct.values().begin() + 3 * std::int64_t{numbers[p]}));
    CHECK(distinct.weights()[numbers[p]] == expected[row]);
  }
  CHECK_THROWS(clustering::DistinctPoints(0), support::ArgumentError);
}

void check_refusals() {
  std::mt19937_64 random(6);
  Points points = random_points(10, 2, 5, random);
  CHECK_THROWS(run(points, 11, clustering::Distance::manhattan, 1, 1), support::ArgumentError);
  CHECK_THROWS(run(points, 2, clustering::Distance::manhattan, 0, 1), support::ArgumentError);
  points.values.assign(20, 3);
  CHECK_THROWS(run(points, 2, clustering::Distance::manhattan, 1, 1),
               support::ArgumentError);  // one point, ten times
  points.values[7] = 70'000;
  CHECK_THROWS(run(points, 2, clustering::Distance::squared, 1, 1), support::ArgumentError);
  points.values[7] = -1;
  CHECK_THROWS(run(points, 2, clustering::Distance::manhattan, 1, 1), support::ArgumentError);
  points.values[7] = 4;
  points.weights[7] = 0;
  CHECK_THROWS(run(points, 2, clustering::Distance::manhattan, 1, 1), support::ArgumentError);
  support::Progress progress;
  CHECK_THROWS(clustering::cumulative_histograms(nullptr, 5, 50, 0, 1, nullptr, 1, progress),
               support::ArgumentError);
  CHECK_THROWS(clustering::cumulative_histograms(nullptr, 4, 201, 0, 1, nullptr, 1, progress),
               support::ArgumentError);
  CHECK_THROWS(clustering::cumulative_histograms(nullptr, 4, 50, 0, 16'433, nullptr, 1, progress),
               support::ArgumentError);
}

}  // namespace

int main() {
  if (!instruction_set_is_here()) return not_here;
  check_against_all_partitions();
  check_local_optima();
  check_bits();
  check_line();
  check_distinct_points();
  check_refusals();
}
