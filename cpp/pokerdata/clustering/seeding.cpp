#include "pokerdata/clustering/seeding.hpp"

#include <limits>
#include <string>

#include "pokerdata/support/chunks.hpp"
#include "pokerdata/support/errors.hpp"
#include "pokerdata/support/isa.hpp"

namespace pokerdata::clustering {
namespace {

constexpr std::int64_t chunk = 4096;

}  // namespace

std::vector<std::int64_t> draw_centres(const PointRows& points, const std::vector<std::uint64_t>& weights,
                                       int clusters, support::Random& random, int threads,
                                       support::Progress& progress, Assignment& assignment) {
  const auto count = static_cast<std::int64_t>(weights.size());
  assignment.nearest.assign(count, 0);
  assignment.distance.assign(count, std::numeric_limits<std::uint32_t>::max());
  std::vector<std::uint64_t> masses((count + chunk - 1) / chunk);

  // Masses of chunks, times the distance where there is a centre.
  const auto add = [&](std::int64_t centre, int number) {
    const auto kernel = POKERDATA_DISPATCH(add_centre);
    support::for_each_chunk(0, count, chunk, 0, threads, progress,
                            [&](std::int64_t first, std::int64_t last, int) {
                              kernel(points, centre, static_cast<std::uint16_t>(number), first, last,
                                     assignment.nearest.data(), assignment.distance.data());
                              std::uint64_t mass = 0;
                              for (std::int64_t p = first; p < last; ++p)
                                mass += weights[p] * assignment.distance[p];
                              masses[first / chunk] = mass;
                            });
  };
  const auto draw = [&](const auto& mass_of) {
    std::uint64_t total = 0;
    for (const std::uint64_t mass : masses) total += mass;
    if (total == 0)
      throw support::expected("clusters", "at most as many as there are different points", clusters);
    std::uint64_t left = random.below_large(total);
    std::size_t c = 0;
    while (left >= masses[c]) left -= masses[c++];
    std::int64_t p = static_cast<std::int64_t>(c) * chunk;
    while (left >= mass_of(p)) left -= mass_of(p++);
    return p;
  };

  for (std::int64_t p = 0; p < count; ++p) masses[p / chunk] += weights[p];
  std::vector<std::int64_t> drawn = {draw([&](std::int64_t p) { return weights[p]; })};
  add(drawn[0], 0);
  while (static_cast<int>(drawn.size()) < clusters) {
    drawn.push_back(draw([&](std::int64_t p) { return weights[p] * assignment.distance[p]; }));
    add(drawn.back(), static_cast<int>(drawn.size()) - 1);
    progress.advance();
  }
  return drawn;
}

}  // namespace pokerdata::clustering
