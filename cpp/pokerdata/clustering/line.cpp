#include "pokerdata/clustering/line.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::clustering {
namespace {

// Sums over stretches of the numbers that occur.
class Line {
 public:
  Line(const std::vector<std::uint64_t>& masses, Distance distance) : distance_(distance) {
    for (std::size_t x = 0; x < masses.size(); ++x) {
      if (masses[x] == 0) continue;
      numbers.push_back(static_cast<std::int32_t>(x));
      mass_.push_back(mass_.back() + masses[x]);
      first_.push_back(first_.back() + masses[x] * x);
      second_.push_back(second_.back() + masses[x] * x * x);
    }
  }

  // The centre of the stretch [begin, end), end > begin.
  std::int32_t centre(int begin, int end) const {
    const std::uint64_t total = mass_[end] - mass_[begin];
    if (distance_ == Distance::squared) {
      const std::uint64_t sum = first_[end] - first_[begin], rest = sum % total;
      return static_cast<std::int32_t>(sum / total + (rest > total - rest));
    }
    return numbers[median(begin, end)];
  }

  // Sum of mass * distance from the centre.
  std::uint64_t cost(int begin, int end) const {
    const std::uint64_t mass = mass_[end] - mass_[begin], sum = first_[end] - first_[begin];
    if (distance_ == Distance::squared) {
      const auto c = static_cast<std::uint64_t>(centre(begin, end));
      return second_[end] - second_[begin] + mass * c * c - 2 * c * sum;
    }
    const int m = median(begin, end);
    const auto c = static_cast<std::uint64_t>(numbers[m]);
    return (first_[end] - first_[m]) - (first_[m] - first_[begin]) + c * (mass_[m] - mass_[begin]) -
           c * (mass_[end] - mass_[m]);
  }

  std::vector<std::int32_t> numbers;

 private:
  // The first place by which at least half of the mass has come.
  int median(int begin, int end) const {
    const std::uint64_t total = mass_[end] - mass_[begin];
    const auto after = std::partition_point(mass_.begin() + begin + 1, mass_.begin() + end,
                                            [&](std::uint64_t m) { return 2 * (m - mass_[begin]) < total; });
    return static_cast<int>(after - mass_.begin()) - 1;
  }

  Distance distance_;
  std::vector<std::uint64_t> mass_{0}, first_{0}, second_{0};  // sums before each place
};

// Sets cost[e] and from[e] for the ends [low, high] of one cluster more, whose last stretch begins in [left,
// right].
void add_cluster(const Line& line, const std::vector<std::uint64_t>& before, int low, int high, int left,
                 int right, std::vector<std::uint64_t>& cost, std::vector<int>& from) {
  if (low > high) return;
  const int middle = (low + high) / 2;
  cost[middle] = std::numeric_limits<std::uint64_t>::max();
  for (int begin = left; begin <= std::min(right, middle - 1); ++begin) {
    const std::uint64_t sum = before[begin] + line.cost(begin, middle);
    if (sum < cost[middle]) {
      cost[middle] = sum;
      from[middle] = begin;
    }
  }
  add_cluster(line, before, low, middle - 1, left, from[middle], cost, from);
  add_cluster(line, before, middle + 1, high, from[middle], right, cost, from);
}

}  // namespace

LineClusters cluster_line(const std::vector<std::uint64_t>& masses, int clusters, Distance distance) {
  const auto largest = static_cast<long double>(masses.size());
  long double total = 0;
  for (const std::uint64_t mass : masses) total += static_cast<long double>(mass);
  if (total * largest * largest > 0x1p62L)
    throw support::ArgumentError("masses are too great: expected the sum of mass * size^2 to be below 2^62");
  const Line line(masses, distance);
  const auto size = static_cast<int>(line.numbers.size());
  if (clusters < 1 || clusters > size || clusters >= LineClusters::no_cluster)
    throw support::expected("clusters", {"1 to ", size, ", the numbers that occur, and at most 65534"},
                            clusters);

  std::vector<std::uint64_t> cost(size + 1, 0);
  std::vector<std::vector<int>> from(clusters, std::vector<int>(size + 1, 0));
  for (int end = 1; end <= size; ++end) cost[end] = line.cost(0, end);
  for (int k = 1; k < clusters; ++k) {
    const auto before = cost;
    add_cluster(line, before, k + 1, size, k, size - 1, cost, from[k]);
  }

  LineClusters result{std::vector<std::int32_t>(clusters),
                      std::vector<std::uint16_t>(masses.size(), LineClusters::no_cluster), cost[size]};
  for (int k = clusters - 1, end = size; k >= 0; --k) {
    const int begin = from[k][end];
    result.centres[k] = line.centre(begin, end);
    for (int i = begin; i < end; ++i) result.nearest[line.numbers[i]] = static_cast<std::uint16_t>(k);
    end = begin;
  }
  return result;
}

}  // namespace pokerdata::clustering
