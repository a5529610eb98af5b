#pragma once
#include <cstdint>

#include "pokerdata/support/progress.hpp"

namespace pokerdata::preflop {

inline constexpr int hand_classes = 169;
inline constexpr int most_players = 23;  // that the deck has cards for

// In one deal a class of hands has m combinations among the cards left, of which w win and t tie with the
// best opposing hands. These sums over deals are kept; `served` counts deals with m > 0.
namespace income {
enum Sum { served, m, w, t, mm, mw, mt, ww, wt, tt, sum_count };
}

// Deals a board and hands to players - 1 opponents, then shows every hand of the cards left down against
// them. classes: class of every combination, [1,326], 0 to 168, at most 255 of each. sums: [players - 1,
// income::sum_count, 169], set here, by the number of opponents who share the best opposing hand, less one. A
// deal depends on the seed and its own number alone.
void income_sums_of_deals(int players, std::int64_t deals, std::uint64_t seed, const std::uint8_t* classes,
                          std::uint64_t* sums, int threads, support::Progress& progress);

}  // namespace pokerdata::preflop
