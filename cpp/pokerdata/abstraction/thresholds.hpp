#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace pokerdata::abstraction {

// Integer thresholds of equal-mass buckets within each bucket sequence.
struct Thresholds {
  int sequences = 0;
  int buckets = 0;
  std::vector<std::uint64_t> values;  // [sequences * (buckets - 1)], rising within a sequence
  std::vector<std::uint64_t> mass;    // [sequences * buckets]: raw deals in each bucket

  // The bucket of a value is the number of thresholds not above it.
  int bucket(int sequence, std::uint64_t value) const {
    const std::uint64_t* first = values.data() + std::int64_t{sequence} * (buckets - 1);
    if (buckets > 32) return static_cast<int>(std::upper_bound(first, first + buckets - 1, value) - first);
    int b = 0;
    for (int k = 0; k < buckets - 1; ++k) b += value >= first[k];
    return b;
  }
};

inline constexpr int digit_bits = 12;

// How often find_thresholds reads its stream when no value exceeds the largest.
inline int radix_passes(std::uint64_t largest) {
  return (std::max(1, static_cast<int>(std::bit_width(largest))) + digit_bits - 1) / digit_bits;
}

// Finds the thresholds by a radix search: each pass counts mass by the next 12 bits of the values whose
// higher bits are still in question, so any number of values needs little memory. A tie group (equal
// values) goes as a whole to the bucket of its mass midpoint, floor(buckets * (before + after) / (2 *
// total)).
//
// stream(visit) must call visit(thread, sequence, value, weight) for every value, once a pass, from
// threads numbered below `threads`; sums are integers, so the order does not matter.
template <class Stream>
Thresholds find_thresholds(int sequences, int buckets, std::uint64_t largest, int threads,
                           const Stream& stream) {
  constexpr std::int64_t digits = 1 << digit_bits;
  const int passes = radix_passes(largest);
  const int searched = buckets - 1;

  // What is known of each threshold: its high bits, and the mass of the values below those.
  struct Search {
    std::uint64_t prefix = 0, below = 0;
    bool done = false;
    std::uint64_t value = 0;
  };
  struct Slot {
    std::uint64_t prefix;
    std::int64_t number;
  };
  const auto rising = [](const Slot& slot, std::uint64_t prefix) { return slot.prefix < prefix; };
  std::vector<Search> search(std::int64_t{sequences} * searched);
  std::vector<std::uint64_t> total(sequences, 0);
  for (int pass = 0; pass < passes; ++pass) {
    const int shift = (passes - 1 - pass) * digit_bits;
    // Thresholds of a sequence that agree so far share a slot.
    std::vector<std::vector<Slot>> slots(sequences);
    std::int64_t slot_count = 0;
    for (int s = 0; s < sequences; ++s)
      for (int k = 0; k < searched; ++k) {
        const Search& one = search[std::int64_t{s} * searched + k];
        if (one.done || (!slots[s].empty() && slots[s].back().prefix == one.prefix)) continue;
        slots[s].push_back({one.prefix, slot_count++});
      }
    std::vector<std::vector<std::uint64_t>> counts(threads);
    for (auto& count : counts) count.assign(slot_count * digits, 0);
    stream([&](int thread, int sequence, std::uint64_t value, std::uint64_t weight) {
      const std::uint64_t high = value >> shift >> digit_bits;
      const auto& here = slots[sequence];
      auto slot = here.begin();
      if (here.size() > 16) slot = std::lower_bound(slot, here.end(), high, rising);
      while (slot != here.end() && slot->prefix < high) ++slot;
      if (slot != here.end() && slot->prefix == high)
        counts[thread][slot->number * digits + static_cast<std::int64_t>(value >> shift & (digits - 1))] +=
            weight;
    });
    for (int t = 1; t < threads; ++t)
      for (std::int64_t i = 0; i < slot_count * digits; ++i) counts[0][i] += counts[t][i];

    for (int s = 0; s < sequences; ++s) {
      if (pass == 0)
        for (std::int64_t d = 0; d < digits; ++d) total[s] += counts[0][slots[s][0].number * digits + d];
      for (int k = 0; k < searched; ++k) {
        Search& one = search[std::int64_t{s} * searched + k];
        if (one.done) continue;
        const auto slot = std::find_if(slots[s].begin(), slots[s].end(),
                                       [&](const Slot& candidate) { return candidate.prefix == one.prefix; });
        const std::uint64_t* count = counts[0].data() + slot->number * digits;
        const std::uint64_t target = 2 * (k + 1) * total[s];
        std::uint64_t before = one.below;
        std::int64_t digit = 0;
        for (; digit < digits; before += count[digit++]) {
          if (count[digit] == 0) continue;
          const std::uint64_t after = before + count[digit];
          // On the last digit the group is one value, whose midpoint decides. Before that, a value of the
          // group may reach the target only if the group's end lies beyond it.
          if (shift == 0 ? buckets * (before + after) >= target : buckets * 2 * after > target) break;
        }
        if (digit == digits) {
          // No value of this prefix reaches the target, so every later one does.
          one.done = true;
          one.value = total[s] == 0 ? ~std::uint64_t{0} : (one.prefix + 1) << digit_bits << shift;
        } else {
          one.prefix = one.prefix << digit_bits | static_cast<std::uint64_t>(digit);
        }
        one.below = before;
      }
    }
  }
  Thresholds result;
  result.sequences = sequences;
  result.buckets = buckets;
  for (int s = 0; s < sequences; ++s) {
    std::uint64_t below = 0;
    for (int k = 0; k < searched; ++k) {
      const Search& one = search[std::int64_t{s} * searched + k];
      result.values.push_back(one.done ? one.value : one.prefix);
      result.mass.push_back(one.below - below);
      below = one.below;
    }
    result.mass.push_back(total[s] - below);
  }
  return result;
}

}  // namespace pokerdata::abstraction
