#include "pokerdata/clustering/centres.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "pokerdata/support/threads.hpp"

namespace pokerdata::clustering {
namespace {

using Weights = std::vector<std::uint64_t>;
using Cluster = std::span<const std::uint32_t>;

void means(const PaddedRows& points, const Weights& weights, Cluster cluster, std::int32_t* centre) {
  for (int d = 0; d < points.dimensions(); ++d) {
    std::uint64_t total = 0, sum = 0;
    for (const std::uint32_t p : cluster) {
      total += weights[p];
      sum += weights[p] * static_cast<std::uint64_t>(points.row(p)[d]);
    }
    // The nearest integer has the least sum of squares among all integers.
    const std::uint64_t whole = sum / total, rest = sum % total;
    centre[d] = static_cast<std::int32_t>(whole + (rest > total - rest));
  }
}

}  // namespace

// Lower weighted medians by a radix search: each pass counts weights by the next bits of the numbers that
// agree with what is known of the median.
class CentreFinder::Medians {
 public:
  Medians(int dimensions, std::int32_t largest)
      : dimensions_(dimensions),
        passes_((std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint32_t>(largest)))) + 10) /
                11),
        bits_((std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint32_t>(largest)))) + passes_ -
               1) /
              passes_),
        counts_(std::size_t(dimensions) << bits_) {}

  void find(const PaddedRows& points, const Weights& weights, Cluster cluster, std::int32_t* centre) {
    std::uint64_t total = 0;
    for (const std::uint32_t p : cluster) total += weights[p];
    std::vector<std::uint64_t> below(dimensions_, 0);
    std::fill_n(centre, dimensions_, 0);
    for (int pass = passes_ - 1; pass >= 0; --pass) {
      const int shift = pass * bits_;
      std::fill(counts_.begin(), counts_.end(), 0);
      for (const std::uint32_t p : cluster) {
        const std::int32_t* row = points.row(p);
        for (int d = 0; d < dimensions_; ++d)
          if (row[d] >> shift >> bits_ == centre[d])
            counts_[(std::size_t(d) << bits_) + (row[d] >> shift & ((1 << bits_) - 1))] += weights[p];
      }
      for (int d = 0; d < dimensions_; ++d) {
        const std::uint64_t* count = counts_.data() + (std::size_t(d) << bits_);
        int digit = 0;
        while (2 * (below[d] + count[digit]) < total) below[d] += count[digit++];
        centre[d] = centre[d] << bits_ | digit;
      }
    }
  }

 private:
  int dimensions_, passes_, bits_;
  Weights counts_;  // [dimensions * 2^bits]
};

Members::Members(const std::vector<std::uint16_t>& nearest, int clusters) : start(clusters + 1, 0) {
  for (const std::uint16_t c : nearest) ++start[c + 1];
  for (int c = 0; c < clusters; ++c) start[c + 1] += start[c];
  points.resize(nearest.size());
  std::vector<std::int64_t> next(start.begin(), start.end() - 1);
  for (std::size_t p = 0; p < nearest.size(); ++p) points[next[nearest[p]]++] = static_cast<std::uint32_t>(p);
}

CentreFinder::CentreFinder(const PaddedRows& points, const Weights& weights, Distance distance, int threads)
    : points_(points), weights_(weights), threads_(threads) {
  if (distance == Distance::squared) return;
  std::int32_t largest = 0;
  for (std::int64_t p = 0; p < points.count(); ++p)
    largest = std::max(largest, *std::max_element(points.row(p), points.row(p) + points.dimensions()));
  medians_.assign(threads, Medians(points.dimensions(), largest));
}

CentreFinder::~CentreFinder() = default;

void CentreFinder::find(const Members& members, support::Progress& progress, PaddedRows& centres) {
  support::parallel_for(centres.count(), threads_, [&](std::int64_t c, int thread) {
    const Cluster cluster(members.points.data() + members.start[c],
                          members.points.data() + members.start[c + 1]);
    if (cluster.empty()) return;
    if (medians_.empty())
      means(points_, weights_, cluster, centres.row(c));
    else
      medians_[thread].find(points_, weights_, cluster, centres.row(c));
    progress.advance(0);
  });
}

}  // namespace pokerdata::clustering
