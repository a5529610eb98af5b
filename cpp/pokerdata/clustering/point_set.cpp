#include "pokerdata/clustering/point_set.hpp"

#include <numeric>

#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::clustering {
namespace {

constexpr std::int64_t chunk = 1024;

}  // namespace

std::vector<std::int64_t> keys_of(const PaddedRows& rows, Distance distance) {
  std::vector<std::int64_t> keys(rows.count());
  for (std::int64_t i = 0; i < rows.count(); ++i)
    keys[i] = distance == Distance::squared
                  ? rows.row(i)[0]
                  : std::accumulate(rows.row(i), rows.row(i) + rows.dimensions(), std::int64_t{0});
  return keys;
}

PointSet::PointSet(const std::int32_t* values, std::int64_t count, int dimensions, Distance distance)
    : rows_(count, dimensions, values), distance_(distance), keys_(keys_of(rows_, distance)) {}

PointRows PointSet::rows(std::int64_t first) const {
  return {rows_.row(first), keys_.data() + first, rows_.stride(), rows_.dimensions(),
          distance_ == Distance::squared};
}

std::int64_t PointSet::assign(std::int64_t first, std::int64_t last, const PaddedRows& centres,
                              std::uint16_t* nearest, std::uint32_t* distance, int threads,
                              support::Progress& progress) const {
  const auto keys = keys_of(centres, distance_);
  const CentreRows looked_at{centres.row(0), keys.data(), static_cast<int>(centres.count())};
  const PointRows points = rows(first);
  const auto kernel = POKERDATA_DISPATCH(find_nearest);
  std::vector<std::int64_t> changed(threads, 0);
  support::for_each_chunk(0, last - first, chunk, 0, threads, progress,
                          [&](std::int64_t begin, std::int64_t end, int thread) {
                            changed[thread] += kernel(points, looked_at, begin, end, nearest, distance);
                          });
  return std::accumulate(changed.begin(), changed.end(), std::int64_t{0});
}

}  // namespace pokerdata::clustering
