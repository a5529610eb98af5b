#pragma once
#include <cstdint>
#include <vector>

namespace pokerdata {

// Each of the ranks 2..K adds its key to one of four bytes; aces are what is left of the cards. Bytes 0
// and 1 (ranks 2..7) and bytes 2 and 3 (ranks 8..K) join to the sums `byte + key_step * next byte`, which
// differ for all multisets of up to 7 cards. (Found by search: the smallest sums of this form.)
inline constexpr int key_group = 3;
inline constexpr std::uint8_t rank_keys[key_group] = {7, 10, 25};
inline constexpr int key_step = 84;
inline constexpr int key_sums = 10'921;

// How hands of one size become codes: codes[lower[sum of 2..7] + upper[sum of 8..K]], which numbers the
// multisets nearly without gaps. The two small tables stay in the first cache, `codes` has 100 kB.
struct BatchTables {
  std::vector<std::uint16_t> lower, upper;  // by sum
  std::vector<std::uint16_t> codes;
  const std::uint16_t* flush_codes;  // EvaluatorTables::flush_codes

  static const BatchTables& get(int count);
};

}  // namespace pokerdata
