#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "pokerdata/spots/sixteen_bits.hpp"
#include "pokerdata/support/aligned_array.hpp"

namespace pokerdata::spots {

// What kernels compute with where numbers are stored as S: 16 bits are unpacked.
template <class S>
using Work = std::conditional_t<std::is_same_v<S, std::int16_t> || std::is_same_v<S, Half>, float, S>;

template <class S>
double value_of(S number) {
  if constexpr (std::is_same_v<S, Half>)
    return static_cast<double>(number.value());
  else
    return static_cast<double>(number);
}

// Room for a few rows of the thread that asks; the same again for the same number.
template <int number>
float* scratch_rows(std::size_t count) {
  thread_local support::AlignedArray<float> room;
  if (room.size() < count) room = support::AlignedArray<float>(count);
  return room.data();
}

// The numbers of a decision as kernels take them. `number` of the scratch rows is used where they are
// unpacked, without their exponent.
template <int number, class S>
const Work<S>* unpacked(const S* numbers, std::size_t count) {
  if constexpr (std::is_same_v<S, std::int16_t>) {
    float* const rows = scratch_rows<number>(count);
    POKERDATA_DISPATCH(unpack)(numbers, count, 1.0f, rows);
    return rows;
  } else if constexpr (std::is_same_v<S, Half>) {
    float* const rows = scratch_rows<number>(count);
    POKERDATA_DISPATCH(unpack_halves)(numbers, count, rows);
    return rows;
  } else {
    return numbers;
  }
}

// Numbers of all decisions: regrets, or sums of strategies. Those of a decision are opened and closed
// together.
template <class S>
class Stored {
 public:
  explicit Stored(std::size_t size) : numbers_(size) {}

  template <int number>
  const S* look(std::size_t place, std::size_t) const {
    return numbers_.data() + place;
  }
  template <int number>
  S* open(std::size_t place, std::size_t) {
    return numbers_.data() + place;
  }
  void close(std::size_t, std::size_t, const S*) {}
  void scale(double factor) {
    for (S& number : std::span(numbers_.data(), numbers_.size())) number *= static_cast<S>(factor);
  }
  std::span<const S> numbers() const { return {numbers_.data(), numbers_.size()}; }

  static std::uint64_t bytes(std::uint64_t size) { return size * sizeof(S); }

 private:
  support::AlignedArray<S> numbers_;
};

// With 16 bits each, and one power of two for each decision: the largest of it has 15 bits.
template <>
class Stored<std::int16_t> {
 public:
  explicit Stored(std::size_t size) : numbers_(size), exponents_(size / step) {}

  template <int number>
  float* look(std::size_t place, std::size_t count) const {
    float* const rows = scratch_rows<number>(count);
    POKERDATA_DISPATCH(unpack)(numbers_.data() + place, count, power_of_two(exponents_[place / step]), rows);
    return rows;
  }
  template <int number>
  float* open(std::size_t place, std::size_t count) {
    return look<number>(place, count);
  }
  void close(std::size_t place, std::size_t count, const float* rows) {
    exponents_[place / step] =
        static_cast<std::int16_t>(POKERDATA_DISPATCH(pack)(rows, count, numbers_.data() + place));
  }
  // By a power of two.
  void scale(double factor);
  std::span<const std::int16_t> numbers() const { return {numbers_.data(), numbers_.size()}; }

  static std::uint64_t bytes(std::uint64_t size) { return size * 2 + size / step * 2; }

 private:
  static constexpr std::size_t step = 16;  // decisions begin at its multiples

  support::AlignedArray<std::int16_t> numbers_;
  std::vector<std::int16_t> exponents_;  // at the first step of each decision
};

}  // namespace pokerdata::spots
