#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace pokerdata::evaluator {

inline constexpr int rank_count = 13;
// Multisets of 0..7 ranks with no rank more than four times.
inline constexpr std::array<int, 8> multiset_counts = {1, 13, 91, 455, 1820, 6175, 18395, 49205};
// First state of each size; a state of size 0..6 is a row of the transition table.
inline constexpr std::array<int, 8> state_offsets = {0, 1, 14, 105, 560, 2380, 8555, 0};
inline constexpr int state_count = 26950;
inline constexpr std::uint16_t no_state = 0xFFFF;

// Gap-free numbering of rank multisets, computed card by card: start at state 0 and follow
// next[state * 13 + rank]. After k <= 6 cards, state - state_offsets[k] is the rank index, 0 to
// multiset_counts[k] - 1; after the seventh the state itself is. no_state marks a fifth card of a rank.
// Multisets of one size are in lexicographic order of their counts (twos first).
struct RankIndex {
  std::vector<std::uint16_t> next;  // [state_count * 13], 701 kB
  // The ranks' counts of each multiset, by size and rank index.
  std::array<std::vector<std::array<std::uint8_t, rank_count>>, 8> counts;

  static const RankIndex& get();
};

}  // namespace pokerdata::evaluator
