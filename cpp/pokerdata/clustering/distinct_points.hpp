#pragma once
#include <cstdint>
#include <vector>

namespace pokerdata::clustering {

// Points that differ, numbered as they come, each with the weight of all that were equal to it.
class DistinctPoints {
 public:
  // dimensions: 1 to 4096; throws ArgumentError.
  explicit DistinctPoints(int dimensions);

  // Adds `count` points ([count * dimensions]) and tells the number of each; no_point, and nothing is added,
  // where the weight is 0.
  void add(const std::int32_t* values, const std::uint32_t* weights, std::int64_t count,
           std::uint32_t* numbers);

  std::int64_t count() const { return static_cast<std::int64_t>(weights_.size()); }
  int dimensions() const { return dimensions_; }
  const std::vector<std::int32_t>& values() const { return values_; }
  const std::vector<std::uint64_t>& weights() const { return weights_; }

  static constexpr std::uint32_t no_point = 0xFFFFFFFF;

 private:
  void grow();

  int dimensions_;
  std::vector<std::int32_t> values_;    // [count * dimensions]
  std::vector<std::uint64_t> weights_;  // [count]
  std::vector<std::uint64_t> hashes_;   // [count]
  std::vector<std::uint32_t> slots_;    // open addressing; a power of two, at most half of them taken
};

}  // namespace pokerdata::clustering
