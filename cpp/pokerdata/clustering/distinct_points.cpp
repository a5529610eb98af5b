#include "pokerdata/clustering/distinct_points.hpp"

#include <algorithm>
#include <string>

#include "pokerdata/support/errors.hpp"

namespace pokerdata::clustering {
namespace {

// Four sums side by side, so that the multiplications need not wait for each other.
std::uint64_t hash_of(const std::int32_t* values, int count) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;
  std::uint64_t sums[4] = {1, 2, 3, 4};
  for (int i = 0; i < count; ++i) {
    std::uint64_t& sum = sums[i & 3];
    sum = (sum ^ static_cast<std::uint32_t>(values[i])) * factor;
    sum ^= sum >> 32;
  }
  std::uint64_t hash = 0;
  for (const std::uint64_t sum : sums) {
    hash = (hash ^ sum) * factor;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

DistinctPoints::DistinctPoints(int dimensions) : dimensions_(dimensions), slots_(1024, no_point) {
  if (dimensions < 1 || dimensions > 4096)
    throw support::expected("dimensions", "1 to 4096", {dimensions, "; e.g. 49"});
}

void DistinctPoints::add(const std::int32_t* values, const std::uint32_t* weights, std::int64_t count,
                         std::uint32_t* numbers) {
  for (std::int64_t i = 0; i < count; ++i, values += dimensions_) {
    if (weights[i] == 0) {
      numbers[i] = no_point;
      continue;
    }
    const std::uint64_t hash = hash_of(values, dimensions_);
    std::uint64_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != no_point; slot = (slot + 1) & (slots_.size() - 1)) {
      const std::int64_t p = slots_[slot];
      if (hashes_[p] == hash && std::equal(values, values + dimensions_, values_.data() + p * dimensions_))
        break;
    }
    if (slots_[slot] == no_point) {
      slots_[slot] = static_cast<std::uint32_t>(weights_.size());
      values_.insert(values_.end(), values, values + dimensions_);
      weights_.push_back(0);
      hashes_.push_back(hash);
    }
    numbers[i] = slots_[slot];
    weights_[numbers[i]] += weights[i];
    if (2 * weights_.size() > slots_.size()) grow();
  }
}

void DistinctPoints::grow() {
  std::vector<std::uint32_t> larger(2 * slots_.size(), no_point);
  for (std::size_t p = 0; p < hashes_.size(); ++p) {
    std::uint64_t slot = hashes_[p] & (larger.size() - 1);
    while (larger[slot] != no_point) slot = (slot + 1) & (larger.size() - 1);
    larger[slot] = static_cast<std::uint32_t>(p);
  }
  slots_ = std::move(larger);
}

}  // namespace pokerdata::clustering
