#include "pokerdata/clustering/start.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace pokerdata::clustering {

Start::Start(const PointSet& points, const std::vector<std::uint64_t>& weights, int clusters, int threads)
    : points_(points),
      weights_(weights),
      clusters_(clusters),
      threads_(threads),
      centres_(clusters, points.padded().dimensions()),
      finder_(points.padded(), weights, points.distance(), threads) {}

void Start::draw(support::Random& random, support::Progress& progress) {
  const auto drawn = draw_centres(points_.rows(), weights_, clusters_, random, threads_, progress, now_);
  for (int c = 0; c < clusters_; ++c) set_centre(c, drawn[c]);
}

bool Start::move(support::Progress& progress) {
  const Members members(now_.nearest, clusters_);
  finder_.find(members, progress, centres_);
  const bool filled = fill_empty(members);
  sort();
  return filled;
}

std::int64_t Start::assign(support::Progress& progress) {
  return points_.assign(0, points_.padded().count(), centres_, now_.nearest.data(), now_.distance.data(),
                        threads_, progress);
}

std::int64_t Start::take(std::int64_t first, std::int64_t count, const std::uint16_t* nearest,
                         const std::uint32_t* distance) {
  std::int64_t changed = 0;
  for (std::int64_t i = 0; i < count; ++i) changed += now_.nearest[first + i] != nearest[i];
  std::copy_n(nearest, count, now_.nearest.begin() + first);
  std::copy_n(distance, count, now_.distance.begin() + first);
  return changed;
}

std::uint64_t Start::inertia() const {
  std::uint64_t sum = 0;
  for (std::size_t p = 0; p < weights_.size(); ++p) sum += weights_[p] * now_.distance[p];
  return sum;
}

void Start::set_centre(std::int64_t c, std::int64_t point) {
  std::copy_n(points_.padded().row(point), points_.padded().stride(), centres_.row(c));
}

// The centre of an empty cluster becomes the point with the greatest weight * distance.
bool Start::fill_empty(const Members& members) {
  bool filled = false;
  for (int c = 0; c < clusters_; ++c) {
    if (members.start[c] < members.start[c + 1]) continue;
    std::size_t worst = 0;
    for (std::size_t p = 1; p < weights_.size(); ++p)
      if (weights_[p] * now_.distance[p] > weights_[worst] * now_.distance[worst]) worst = p;
    set_centre(c, static_cast<std::int64_t>(worst));
    now_.distance[worst] = 0;
    filled = true;
  }
  return filled;
}

void Start::sort() {
  const auto keys = keys_of(centres_, points_.distance());
  std::vector<int> order(clusters_);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
  PaddedRows sorted(clusters_, centres_.dimensions());
  std::vector<std::uint16_t> place(clusters_);
  for (int c = 0; c < clusters_; ++c) {
    std::copy_n(centres_.row(order[c]), centres_.stride(), sorted.row(c));
    place[order[c]] = static_cast<std::uint16_t>(c);
  }
  centres_ = std::move(sorted);
  for (std::uint16_t& cluster : now_.nearest) cluster = place[cluster];
}

}  // namespace pokerdata::clustering
